"""What a program's names hold and where they stand: what is given a value, what only ever holds numbers.  Pure."""

from __future__ import annotations

from collections.abc import Collection

from codescore.languages import Language
from codescore.program.term import NOTHING, Term

_TARGETS = frozenset(("assign", "each", "each_of"))
_ONE = Term("literal", "1")


def names_in(term: Term) -> list[str]:
    """Every name in a term, as often as it stands there."""
    return [t.value for t in term.walk() if t.kind == "name"]


def written(term: Term) -> list[str]:
    """Names that a term gives a value, once for each place."""
    found: list[str] = []
    for t in term.walk():
        if t.kind in _TARGETS and t.children:
            found += bound(t.children[0])
    return found


def bound(target: Term) -> list[str]:
    """The names that a target gives a value."""
    if target.kind == "name":
        return [target.value]
    if target.kind in ("tuple",):
        return [name for child in target.children for name in bound(child)]
    return []


def number_names(term: Term, language: Language, declared: Collection[str]) -> frozenset[str]:
    """Names that are only ever given numbers, as far as their statements show by themselves."""
    given: dict[str, list[Term]] = {}
    for t in term.walk():
        if t.kind == "assign":
            _give(given, t.children[0], t.children[1] if t.value == "=" else t.of("binary", t.value[:-1], *t.children))
        elif t.kind in ("each", "each_of"):
            over = t.children[1]
            counts = over.kind == "call" and over.children[0].value == language.program.words.get("range")
            for name in bound(t.children[0]):
                given.setdefault(name, []).append(_ONE if counts else NOTHING)
    for name in declared:
        given[name] = [_ONE]
    sure = set(given)
    while True:
        wrong = {name for name in sure if not all(_number(value, sure, language) for value in given[name])}
        if not wrong:
            return frozenset(sure)
        sure -= wrong


def _give(given: dict[str, list[Term]], target: Term, value: Term) -> None:
    """Note what names are given; of several at once what is known of each."""
    if target.kind == "tuple":
        each = value.children if value.kind == "tuple" and len(value.children) == len(target.children) else None
        for i, part in enumerate(target.children):
            _give(given, part, each[i] if each is not None else value.of("part", "", value))
    elif target.kind == "name":
        given.setdefault(target.value, []).append(value)


def _number(value: Term, names: set[str], language: Language) -> bool:  # noqa: PLR0911  one answer per kind
    """Whether a value is surely a number, if `names` are."""
    words = language.program
    match value.kind:
        case "literal":
            return value.value[:1].isdigit() or (value.value[:1] == "." and value.value[1:2].isdigit())
        case "name":
            return value.value in names
        case "binary" if value.value in ("+", "*"):
            checked = all if value.value == "*" else any
            return checked(_number(c, names, language) for c in value.children)
        case "binary":
            texts = value.children[0].kind in ("text", "format")
            return value.value in ("-", "/", "//", "**", "%", "<<", ">>", ">>>") and not texts
        case "negative":
            return True
        case "sum":
            return value.value == "numbers" or any(_number(c, names, language) for c in value.children)
        case "product":
            return all(_number(c, names, language) for c in value.children)
        case "choice":
            return all(_number(c, names, language) for c in value.children[1:])
        case "call":
            return value.children[0].value in words.numeric
        case "part":
            inner = value.children[0]
            return inner.kind == "call" and any(
                c.kind == "name" and c.value in words.numeric for c in inner.children[1:2]
            )
        case _:
            return False


def places(term: Term) -> dict[str, list[tuple[int, bool]]]:
    """Where names stand, and whether they are given a value there."""
    given = {
        (t.start, t.value)
        for outer in term.walk()
        if outer.kind in ("each", "each_of") or (outer.kind == "assign" and outer.value == "=")
        for t in outer.children[0].walk()
        if t.kind == "name" and outer.children[0].kind in ("name", "tuple")
    }
    found: dict[str, list[tuple[int, bool]]] = {}
    for t in term.walk():
        if t.kind == "name":
            found.setdefault(t.value, []).append((t.start, (t.start, t.value) in given))
    return found


def reads_itself(statement: Term) -> bool:
    """Whether an assignment reads what it gives a value."""
    return bool(set(bound(statement.children[0])) & set(names_in(statement.children[1])))


def apart(a: Term, b: Term) -> bool:
    """Whether neither of two assignments has to do with the other."""
    given, other = set(bound(a.children[0])), set(bound(b.children[0]))
    return not (given & set(names_in(b)) or other & set(names_in(a)))
