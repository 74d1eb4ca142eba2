"""Preconditions, checked on inputs: properties that a program assumes, and what a teacher writes in one line.

A line is read as a property where it says one (`seq is sorted`, `len(xs) > 0`, `n positive`), so that fitting inputs
can be generated; anything else is a condition in the program's own language, which the reference's sandbox evaluates.
Neighbours: `languages.execution` (`Assumption`), `evidence.generate`, `evidence.cases`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from tree_sitter import Node

from codescore.foundation.errors import InputError
from codescore.languages import Language
from codescore.languages.assumed import Assumption, Property
from codescore.languages.execution import Entry, Parameter
from codescore.languages.shapes import (
    AnyShape,
    BoolShape,
    FloatShape,
    IntShape,
    OneOf,
    SequenceShape,
    Shape,
    TextShape,
    TupleShape,
)
from codescore.syntax import parse

_OF_TABLES = ("rows alike", "square", "row size")  # not of numbers beside them, whatever a text names
_ENDS = ("at least", "at most")
_WORTH_SAYING = 0.65  # lighter ones are merely usual

_SAID: tuple[tuple[str, Property], ...] = (
    (r"sorted|ordered|ascending|increasing|in order", "ordered"),
    (r"distinct|unique|no duplicates|without duplicates", "distinct"),
    (r"non-?\s?empty|not empty", "non-empty"),
    (r"non-?\s?negative|not negative|natural", "non-negative"),
    (r"positive", "positive"),
    (r"not null|non-?\s?null|not none", "non-null"),
)
_CONDITIONS: tuple[tuple[str, tuple[Property, ...]], ...] = (
    (r"sorted\((\w+)\)\s*==\s*(?:list\()?\1\)?|(?:list\()?(\w+)\)?\s*==\s*sorted\(\2\)", ("ordered",)),
    (r"(?:list\()?(\w+)\)?\s*==\s*sorted\(set\(\1\)\)", ("ordered", "distinct")),
    (r"len\(set\((\w+)\)\)\s*==\s*len\(\1\)|len\((\w+)\)\s*==\s*len\(set\(\2\)\)", ("distinct",)),
    (r"len\((\w+)\)\s*(?:>\s*0|>=\s*1|!=\s*0)", ("non-empty",)),
    (r"(\w+)\s*>=\s*0", ("non-negative",)),
    (r"(\w+)\s*(?:>\s*0|>=\s*1)", ("positive",)),
    (r"(\w+) is not None|(\w+)\s*!=\s*null", ("non-null",)),
)
#: Relations and bounds, with what is added to the number (`n > 3`: at least 4).
_RELATIONS: tuple[tuple[str, Property, int], ...] = (
    (r"len\((?P<p>\w+)\)\s*==\s*len\((?P<q>\w+)\)", "as long as", 0),
    (r"0\s*<=\s*(?P<p>\w+)\s*<=\s*len\((?P<q>\w+)\)", "within", 0),
    (r"0\s*<=\s*(?P<p>\w+)\s*<\s*len\((?P<q>\w+)\)", "place", 0),
    (r"(?P<p>\w+) in (?P<q>\w+)", "held", 0),
    (r"(?P<p>\w+)\s*>=\s*(?P<n>-?\d{1,9})", "at least", 0),
    (r"(?P<p>\w+)\s*>\s*(?P<n>-?\d{1,9})", "at least", 1),
    (r"(?P<p>\w+)\s*<=\s*(?P<n>-?\d{1,9})", "at most", 0),
    (r"(?P<p>\w+)\s*<\s*(?P<n>-?\d{1,9})", "at most", -1),
    (r"len\((?P<p>\w+)\)\s*>=\s*(?P<n>\d{1,3})", "size at least", 0),
    (r"len\((?P<p>\w+)\)\s*>\s*(?P<n>\d{1,3})", "size at least", 1),
    (r"len\((?P<p>\w+)\)\s*<=\s*(?P<n>\d{1,3})", "size at most", 0),
)


@dataclass(frozen=True, slots=True)
class Conditions:
    """What inputs must fulfil: `certain` properties shape the inputs, `likely` ones decide which of them count.

    `expression` is a condition for the reference's sandbox.
    """

    certain: tuple[Assumption, ...] = ()
    likely: tuple[Assumption, ...] = ()
    expression: str | None = None
    members: tuple[Conditions, ...] = ()  # of a class: what each of its members' arguments fulfil

    def all(self) -> tuple[Assumption, ...]:
        """Everything that is assumed, what is certain first."""
        return (*self.certain, *self.likely)

    @property
    def given(self) -> bool:
        """Whether a person said anything of it, beside the program or in it."""
        return bool(self.expression) or any(one.because == "given" for one in self.certain)

    def only(self, stands: Callable[[Assumption], bool]) -> Conditions:
        """Without what does not stand."""
        return replace(self, certain=tuple(filter(stands, self.certain)), likely=tuple(filter(stands, self.likely)))

    def words(self) -> tuple[str, ...]:
        """For a person: what is assumed and why; not what is merely usual."""
        said = [f"{a.words()}: {a.because}" for a in self.all() if a.weight >= _WORTH_SAYING]
        return (*said, *([f"given: {self.expression}"] if self.expression else ()))


def conditions(entry: Entry, given: str | None) -> Conditions:
    """What is assumed of an entry's parameters: what was given, what its text says, what it seems to take for granted.

    What a person gives replaces what we would guess.
    """
    if entry.members:
        return Conditions(members=tuple(conditions(member, given) for member in entry.members))
    lines = [part for line in (given, *entry.assumes) if line for part in parts(line) if _concerns(part, entry)]
    stated = [_read(line, entry) for line in lines]
    certain = tuple(dict.fromkeys(a for part in stated if not isinstance(part, str) for a in part))
    expressions = [text for text in stated if isinstance(text, str)]
    numbers = {p.name for p in entry.parameters if isinstance(p.shape, (BoolShape, FloatShape, IntShape))}
    pairs = {p.name for p in entry.parameters if isinstance(p.shape, TupleShape) and _of_numbers(p.shape)}
    assumed = () if lines else dict.fromkeys(_of_a_pair(a) if a.parameter in pairs else a for a in entry.assumptions)
    guessed = [a for a in assumed if not (a.parameter in numbers | pairs and a.property in _OF_TABLES)]
    guessed += shared(entry, guessed) if guessed else ()
    return Conditions(
        (*certain, *(a for a in guessed if a.certain)),
        tuple(a for a in guessed if not a.certain),
        " and ".join(f"({text})" for text in expressions) if len(expressions) > 1 else next(iter(expressions), None),
    )


def _of_numbers(shape: TupleShape) -> bool:
    return all(isinstance(one, (FloatShape, IntShape)) for one in shape.items)


def _of_a_pair(assumed: Assumption) -> Assumption:
    """What is said of pairs, of one that is the parameter itself."""
    of_each = assumed.property == "pairs ordered" and not assumed.place
    return replace(assumed, property="ordered") if of_each else assumed


def parts(line: str) -> list[str]:
    """The conditions in a line, each for itself unless an `and` stands inside brackets."""
    found = [part.strip() for part in re.split(r"\s+and\s+|\s*;\s*", line) if part.strip()]
    return found if all(_closed(part) for part in found) else [line]


def readable(assume: str, entries: Iterable[Entry], language: Language) -> None:
    """Raise InputError for what is no condition, or speaks of no parameter: a slip must not read as a verdict."""
    known = list(entries)
    for line in parts(assume):
        read = [conditions(entry, line).expression for entry in known]
        column = _unreadable(line, language) if any(read) else None
        if column is not None:
            raise InputError(f"the assumption {line!r} is no condition in {language.name}: look at column {column}")
    part = _unknown(assume, known)
    if part is not None:
        names = list(dict.fromkeys(p.name for entry in known for p in entry.parameters))
        raise InputError(
            f"the assumption {part!r} names no parameter of the reference; it has {', '.join(names) or 'none'}"
        )


def _unknown(line: str, known: list[Entry]) -> str | None:
    """The first condition of a line that names no parameter of any entry, None where each names one."""
    return next((part for part in parts(line) if not any(_concerns(part, entry) for entry in known)), None)


def _unreadable(line: str, language: Language) -> int | None:
    """Where (column, from 1) a line stops being an expression in a language; None where it is one."""
    before = "x = ("
    root = parse(language, f"{before}{line});".encode()).root
    wrong = [node for node in _nodes(root) if node.is_error or node.is_missing]
    if not wrong:
        return None
    return min(max(1, wrong[0].start_byte - len(before) + 1), len(line) + 1)


def _nodes(node: Node) -> Iterator[Node]:
    yield node
    for child in node.children:
        yield from _nodes(child)


def _concerns(part: str, entry: Entry) -> bool:
    """Whether a condition speaks of this entry: it names a parameter; whole programs have none."""
    names = {parameter.name for one in (entry, *entry.members) for parameter in one.parameters}
    return entry.kind == "script" or not names.isdisjoint(re.findall(r"[^\W\d]\w*", part))


def _closed(text: str) -> bool:
    return all(text.count(opening) == text.count(closing) for opening, closing in ("()", "[]", "{}"))


def _read(line: str, entry: Entry) -> tuple[Assumption, ...] | str:
    text = line.strip()
    names = [parameter.name for parameter in entry.parameters]
    for pattern, properties in _CONDITIONS:
        match = re.fullmatch(pattern, text)
        name = next((group for group in match.groups() if group), "") if match else ""
        if name in names:
            return tuple(Assumption(name, one, "given", certain=True, weight=1.0) for one in properties)
    for pattern, relation, bound in _RELATIONS:
        match = re.fullmatch(pattern, text)
        if match and match["p"] in names and match.groupdict().get("q", match["p"]) in names:
            other = match.groupdict().get("q", "")
            least = int(match["n"]) + bound if "n" in match.groupdict() else 0
            return (Assumption(match["p"], relation, "given", certain=True, weight=1.0, other=other, bound=least),)
    for pattern, property_ in _SAID:
        match = re.fullmatch(rf"(\w+)\s+(?:is|are|must be|=|:)?\s*(?:a |an )?(?:{pattern})\b.*", text, re.IGNORECASE)
        if match and match[1] in names:
            return (Assumption(match[1], property_, "given", certain=True, weight=1.0),)
    return text


def shaped(entry: Entry, assumptions: tuple[Assumption, ...]) -> Entry:
    """The entry with shapes that have these properties, as far as shapes can say them."""
    parameters = []
    told = {one.parameter for one in assumptions if one.property in _ENDS and one.because.startswith("its text says")}
    for parameter in entry.parameters:
        shape = parameter.shape
        if isinstance(shape, AnyShape) and parameter.name in told:
            shape = IntShape()
        for assumption in assumptions:
            if assumption.parameter == parameter.name:
                shape = _with(shape, assumption.property, assumption.bound)
        parameters.append(replace(parameter, shape=shape))
    return replace(entry, parameters=tuple(parameters))


def _with(shape: Shape, property_: Property, bound: int) -> Shape:  # noqa: PLR0911  one form per case
    match shape:
        case OneOf(options):
            return OneOf(tuple(_with(option, property_, bound) for option in options))
        case IntShape(low, high) if property_ == "at least":
            return IntShape(bound if low is None else max(low, bound), high)
        case IntShape(low, high) if property_ == "at most":
            return IntShape(low, bound if high is None else min(high, bound))
        case SequenceShape() | TextShape() if property_ == "size at least":
            return replace(shape, min_size=max(bound, shape.min_size))
        case SequenceShape() | TextShape() if property_ == "size at most":
            return replace(shape, max_size=bound)
        case IntShape(low, high) if property_ in ("positive", "non-negative"):
            return IntShape(max(low or 0, int(property_ == "positive")), high)
        case FloatShape() if property_ in ("positive", "non-negative"):
            return replace(shape, low=max(shape.low or 0.0, 0.001 if property_ == "positive" else 0.0))
        case SequenceShape():
            if property_ == "ordered":
                return replace(shape, ordered=True)
            if property_ == "distinct":
                return replace(shape, distinct=True)
            if property_ == "non-empty":
                return replace(shape, min_size=max(1, shape.min_size))
            if property_ == "square" and bound and isinstance(shape.element, SequenceShape):
                row = replace(shape.element, min_size=bound, max_size=bound)
                return replace(shape, element=row, min_size=bound, max_size=bound)
            return replace(shape, element=_with(shape.element, property_, bound))
        case TextShape() if property_ == "non-empty":
            return replace(shape, min_size=max(1, shape.min_size))
    return shape


_NUMBERED = re.compile(r"(.*[A-Za-z])_?(\d)$")
_SHARED: frozenset[Property] = frozenset((
    "at least", "at most", "within", "place", "column", "counted in", "places of", "letters", "digits", "lower case",
    "upper case", "one of", "known as", "pictured", "decimals",
))  # fmt: skip
_AS_SURE = 0.95  # as what it is concluded from


def shared(entry: Entry, known: Sequence[Assumption]) -> Iterator[Assumption]:
    """What is assumed of a parameter because it is of another one of its sort, as their names say: `r1` and `r2`.

    What is assumed of the one by itself, or beside a third one, holds of the other, too, of which nothing else is
    known: a program may look the one up in a table and compare the other only.
    """
    sorts = {one.name: _sort(one) for one in entry.parameters}
    told = {(one.parameter, one.property) for one in known}
    for one in known:
        if one.property not in _SHARED or one.part or (sort := sorts.get(one.parameter)) is None:
            continue
        for name, other in sorts.items():
            if name not in (one.parameter, one.other) and other == sort and (name, one.property) not in told:
                why = f"{one.parameter}, which is of its sort, {one.words().partition(' ')[2]}"
                yield replace(one, parameter=name, because=why, certain=False, weight=_AS_SURE * one.weight)


def _sort(parameter: Parameter) -> tuple[str, str] | None:
    """What a parameter is called but for its number, and what it takes; None where it has no number."""
    found = _NUMBERED.fullmatch(parameter.name)
    return (found[1], repr(parameter.shape)) if found else None
