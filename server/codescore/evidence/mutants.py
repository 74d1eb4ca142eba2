"""The reference's own mutants: what inputs must be able to tell from it before "the same" is worth anything.

One operator replaced (table 2 of the rewriter), one statement left out, or one slip; one change a mutant.  Pure: no
language is known, nothing is run.  Neighbours: `rewrite` (sites), `evidence.slips`, `evidence.strength` (runs them).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from operator import attrgetter
from typing import TypeAlias, TypeVar

from tree_sitter import Node

from codescore.evidence.reach import Span
from codescore.evidence.slips import slips
from codescore.languages import Language, Replacement, Site, families
from codescore.languages.execution import Entry, Survey
from codescore.languages.uncalled import Function, handing_over, uncalled
from codescore.rewrite.draw import apply, located, scope_node
from codescore.syntax import Syntax, parse, units_of

_MOST_MADE = 600  # mutants of one program that are written and parsed; a program of 100 kB has thousands
_DELETED = b";"  # what stands for a statement that is left out, where the language has no word for nothing
_OFF = (["false"], ["False"])  # all that a switch is ever set to
#: The rule of mutants in which a bound is in that was out, or the other way: who writes `>` for `>=`.
BOUNDARY = "boundary"
_BOUND = re.compile(rb"[^<>]?([<>])(=?)(?![<>=])")
_THROWN = re.compile(r"\b(?:raise|throw)\s+(?:new\s+)?([A-Za-z_]\w*)")


@dataclass(frozen=True, slots=True)
class Mutant:
    """A program that differs from the reference at one place: `rule` names the change, `line` (from 1) says where.

    `lost` names the call that is left out, if it is one; `spy` is then the reference, failing where this call gives
    another value than what is left in its place ("" where the language has no way to say that).
    """

    source: str
    rule: str
    line: int
    lost: str = ""
    spy: str = ""


#: Where a mutant begins, the rule, and what makes the program and its spy.
_Made: TypeAlias = tuple[int, str, Callable[[], tuple[bytes, bytes]]]


def mutants(
    language: Language,
    source: str,
    within: tuple[int, int] | None = None,
    *,
    slipped: bool = True,
    without: Sequence[tuple[int, int]] = (),
) -> list[Mutant]:
    """Every mutant (one operator, statement or slip) of a program that parses, in source order, none twice; of a
    program with very many some of each kind.  `without`: ranges of bytes in which nothing is changed.
    """
    raw = source.encode()
    syntax = parse(language, raw)
    found = [*_operators(language, syntax, within), *_deletions(language, syntax, within)]
    found += _slips(language, syntax, within) if slipped else ()
    found = [one for one in found if not any(start <= one[0] < end for start, end in without)]
    chosen = spread(sorted(found, key=lambda one: one[:2]), _MOST_MADE, lambda one: one[1].partition(":")[0])
    kept: dict[str, Mutant] = {}
    for start, rule, code, spy in sorted((start, rule, *make()) for start, rule, make in chosen):
        if code != raw and not parse(language, code).root.has_error:
            text = code.decode(errors="replace")
            kind, _, lost = rule.partition(":")
            at = _changed(raw, code, start)
            kind = BOUNDARY if kind == "relational" and _at_the_edge(raw[at - 1 :], code[at - 1 :]) else kind
            line = raw.count(b"\n", 0, at) + 1
            kept.setdefault(text, Mutant(text, kind, line, lost, spy.decode(errors="replace")))
    return list(kept.values())


def _at_the_edge(before: bytes, after: bytes) -> bool:
    """Whether texts from the sign before a change on differ only in whether a bound is in: `>=` and `>`."""
    one, two = (_BOUND.match(text) for text in (before, after))
    return one is not None and two is not None and one[1] == two[1] and one[2] != two[2]


def _changed(raw: bytes, code: bytes, start: int) -> int:
    """Where the text changes, from `start` on: at the first sign that is another and no white space."""
    alike = next((n for n, (a, b) in enumerate(zip(raw[start:], code[start:], strict=False)) if a != b), 0)
    rest = raw[start + alike :]
    return start + alike + len(rest) - len(rest.lstrip())


def mutants_of(language: Language, source: str, survey: Survey, entry: Entry) -> list[Mutant]:
    """The mutants of what an entry runs: its own function, those that it calls, what stands between the functions of
    their classes (a table of functions, the values of an enumeration); of a whole program, all of what is called.

    None of what refuses other kinds than inputs are."""
    found = _mutants_of(language, source, survey, entry)
    return [one for one in found if one.line not in survey.refusing]


def _mutants_of(language: Language, source: str, survey: Survey, entry: Entry) -> list[Mutant]:
    if entry.kind == "script":
        return mutants(language, source, without=unused(language, source))
    slipped = not entry.members  # the bar for classes was set without, and each round of sequences is dear
    spans = run_by(language, source, survey, entry)
    found = [mutant for span in spans for mutant in mutants(language, source, span, slipped=slipped)]
    between = _between(language, source, spans) if slipped else []
    return found + [mutant for span in between for mutant in mutants(language, source, span, slipped=False)]


def _between(language: Language, source: str, run: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """The ranges of bytes before the functions of a class of which one is run."""
    units = sorted(
        (unit for unit in units_of(parse(language, source.encode())) if not unit.nested), key=lambda u: u.start
    )
    classes = {unit.qualified.rpartition(".")[0] for unit in units if (unit.start, unit.end) in run} - {""}
    ends = [0, *(unit.end for unit in units)]
    return [(end, u.start) for end, u in zip(ends, units, strict=False) if u.qualified.rpartition(".")[0] in classes]


def lines_of(language: Language, source: str, survey: Survey, entry: Entry) -> tuple[Span, ...]:
    """The functions that an entry runs and those inside of them, of a whole program all of it and each function in it;
    of a class itself and the functions that it runs, without the classes in it that are run by themselves.

    Nothing where it is not known which lines are the class's: that is the whole file.
    """
    raw = source.encode()
    if entry.members:
        return _lines_of_class(language, source, survey, entry)
    spans = [(0, len(raw))] if entry.kind == "script" else run_by(language, source, survey, entry)
    units = units_of(parse(language, raw))
    named = {(unit.start, unit.end): unit.name for unit in units}
    inner = [unit for unit in units if unit.nested or entry.kind == "script"]
    spans += [(u.start, u.end) for u in inner if any(a <= u.start and u.end <= b for a, b in spans)]
    never = unused(language, source) if entry.kind == "script" else []
    spans += [one for one in never if one not in spans]
    return tuple(Span(*_rows(raw, *span), named.get(span, ""), unused=span in never) for span in spans)


def unused(language: Language, source: str) -> list[tuple[int, int]]:
    """The ranges of bytes of the functions of a whole program that nothing in it calls, or that only read or print, and
    of what stands under a switch that is always off.
    """
    syntax = parse(language, source.encode())
    units = (unit for unit in units_of(syntax) if not unit.nested and unit.kind != "snippet")
    functions = [Function(u.name, _last(u.qualified.removesuffix(u.name).rstrip(".:")), u.start, u.end) for u in units]
    functions += _by_name(language, syntax, {(one.start, one.end) for one in functions})
    text = uncommented(syntax).decode("latin-1")  # a character a byte
    carried = {(one.start, one.end) for one in (*uncalled(text, functions), *handing_over(text, functions))}
    return sorted(carried | set(_switched_off(syntax, text)))


def _by_name(language: Language, syntax: Syntax, known: set[tuple[int, int]]) -> Iterator[Function]:
    """Functions without a name of their own to which a program gives one at top level: `ask = lambda v: print(v)`."""
    nodes = language.program.nodes
    for statement in syntax.root.named_children:
        for node in (statement, *statement.named_children):
            kind, *fields = nodes.get(node.type, ("",))
            left, right = (node.child_by_field_name(name) for name in fields) if kind == "assign" else (None, None)
            start, end = node.start_byte - syntax.prefix, node.end_byte - syntax.prefix
            if left is None or right is None or nodes.get(right.type, ("",))[0] != "lambda" or (start, end) in known:
                continue
            yield Function((left.text or b"").decode("latin-1"), "", start, end)


def _switched_off(syntax: Syntax, text: str) -> Iterator[tuple[int, int]]:
    """What is done only if a name holds that is made false where it is made, and nowhere else (`if (DEBUG) …`)."""
    left = [syntax.root]
    while left:
        node = left.pop()
        left += node.children
        condition, body = node.child_by_field_name("condition"), node.child_by_field_name("consequence")
        if condition is None or body is None:
            continue
        asked = text[condition.start_byte - syntax.prefix : condition.end_byte - syntax.prefix].strip("( )")
        if asked.isidentifier() and re.findall(rf"\b{asked}\s*=(?!=)\s*(\w+)", text) in _OFF:
            yield body.start_byte - syntax.prefix, body.end_byte - syntax.prefix


def uncommented(syntax: Syntax) -> bytes:
    """The source with blanks in the place of its comments and of texts that stand alone: what is named there is not
    spoken of by what runs."""
    text, left, layout = bytearray(syntax.source), [syntax.root], syntax.language.layout
    while left:
        node = left.pop()
        only = node.named_children[0].type if node.named_child_count == 1 else ""
        if node.type in layout.comments or (node.type.endswith("_statement") and only in layout.strings):
            start, end = node.start_byte - syntax.prefix, node.end_byte - syntax.prefix
            text[start:end] = bytes(one if one in b"\r\n" else ord(" ") for one in text[start:end])
        left += node.children
    return bytes(text)


def _rows(raw: bytes, start: int, end: int) -> tuple[int, int]:
    """The first and last line, from 1, of a range of bytes."""
    return raw.count(b"\n", 0, start) + 1, raw.count(b"\n", 0, end) + 1


def _lines_of_class(language: Language, source: str, survey: Survey, entry: Entry) -> tuple[Span, ...]:
    classes = _classes(language, source)
    raw = source.encode()
    name = _last(entry.name)
    found = classes.get(name) or [  # or made by a function
        _rows(raw, u.start, u.end) for u in units_of(parse(language, raw)) if u.name == name and not u.nested
    ]
    if len(found) != 1:
        return ()
    first, last = found[0]
    others = {_last(other.name) for other in survey.entries if other.members} - {_last(entry.name)}
    inside = sorted(one for name in others for one in classes.get(name, []) if first < one[0] and one[1] <= last)
    pieces, begin = [], first
    for start, end in inside:
        pieces.append((begin, start - 1))
        begin = max(begin, end + 1)
    run = [_rows(raw, *span) for span in run_by(language, source, survey, entry)]
    pieces = [(start, end) for start, end in [*pieces, (begin, last)] if start <= end]
    helping = [(a, b) for a, b in run if not any(start <= a and b <= end for start, end in pieces)]
    return (*(Span(*piece, part=entry.name) for piece in pieces), *(Span(*one) for one in helping))


def _classes(language: Language, source: str) -> dict[str, list[tuple[int, int]]]:
    """The first and last lines, from 1, of the classes of each name."""
    found: dict[str, list[tuple[int, int]]] = {}
    syntax = parse(language, source.encode())
    above = syntax.parsed[: syntax.prefix].count(b"\n")
    left = [syntax.root]
    while left:
        node = left.pop()
        name = node.child_by_field_name("name")
        if node.type in language.structure.classes and name is not None and name.text:
            lines = (node.start_point.row + 1 - above, node.end_point.row + 1 - above)
            found.setdefault(name.text.decode(), []).append(lines)
        left += node.named_children
    return found


def _last(name: str) -> str:
    return name.replace("::", ".").rpartition(".")[2]


def texts_of(language: Language, source: str, survey: Survey, entry: Entry) -> str:
    """The functions that an entry runs, one behind the other."""
    raw = source.encode()
    return "\n".join(raw[one:end].decode("utf-8", "replace") for one, end in run_by(language, source, survey, entry))


def run_by(language: Language, source: str, survey: Survey, entry: Entry) -> list[tuple[int, int]]:
    """The ranges of bytes of the functions that an entry runs, by their names; not of errors, of which only the class
    is compared."""
    uses = {other.name: other.uses for other in survey.entries}
    run, left = (
        set(),
        {member.name for member in entry.members} | {entry.name} | set().union(*(m.uses for m in entry.members)),
    )
    while left:
        name = left.pop()
        run.add(name)
        left |= uses.get(name, frozenset()) - run
    units = units_of(parse(language, source.encode()))
    thrown = {*_THROWN.findall(source)} - {_last(entry.name)}
    wanted = (unit for unit in units if unit.name in run and not unit.nested)
    return [(unit.start, unit.end) for unit in wanted if _last(unit.qualified.rpartition(".")[0]) not in thrown]


_T = TypeVar("_T")


def spread(found: Sequence[_T], most: int, kind_of: Callable[[_T], str] = attrgetter("rule")) -> list[_T]:
    """At most so many, in the order they have: of each kind as many as of any other that has them, evenly over the
    places.
    """
    if len(found) <= most:
        return list(found)
    kinds: dict[str, list[int]] = {}
    for number, one in enumerate(found):
        kinds.setdefault(kind_of(one), []).append(number)
    chosen: list[int] = []
    for left, numbers in zip(range(len(kinds), 0, -1), sorted(kinds.values(), key=len), strict=True):
        share = min(len(numbers), -((len(chosen) - most) // left))
        chosen += (numbers[place * len(numbers) // share] for place in range(share))
    return [found[number] for number in sorted(chosen)]


def _operators(language: Language, syntax: Syntax, within: tuple[int, int] | None) -> Iterator[_Made]:
    rewriter, node = language.rewriter(), scope_node(syntax, within)
    if rewriter is None:  # its data may still say what its operators are
        sites = families.mutations(language, node)
    else:
        sites = iter(rewriter.mutations(syntax.parsed, syntax.tree, node))
    yield from _applied(located(sites, syntax, within), syntax)


def _slips(language: Language, syntax: Syntax, within: tuple[int, int] | None) -> Iterator[_Made]:
    own = frozenset(unit.name for unit in units_of(syntax))
    sites = located(slips(language, scope_node(syntax, within), own), syntax, within)
    yield from _applied(sites, syntax, language.program.alters)


def _applied(sites: list[Site], syntax: Syntax, alters: str = "") -> Iterator[_Made]:
    for site in sites:
        for variant in site.variants:
            yield site.start, site.rule, partial(_change, syntax, variant, alters if ":" in site.rule else "")


def _change(syntax: Syntax, variant: Iterable[Replacement], alters: str) -> tuple[bytes, bytes]:
    """The program with these places changed, and its spy."""
    spy = b""
    if alters:
        (given,) = variant
        result = syntax.source[given.start : given.end]
        told = alters.encode().replace(b"{given}", given.text).replace(b"{result}", result)
        spy = apply(syntax.source, [replace(given, text=told)])
    return apply(syntax.source, list(variant)), spy


def _deletions(language: Language, syntax: Syntax, within: tuple[int, int] | None) -> Iterator[_Made]:
    """Each statement of a body left out; definitions, comments and bare words stay.

    So do declarations in a language whose compiler asks for them before the first use: without one nothing compiles.
    """
    layout, structure = language.layout, language.structure
    nodes = {} if language.scopes.hoisted else language.program.nodes
    declared = frozenset(name for name, (form, *_) in nodes.items() if form == "declare")
    kept = (
        declared
        | structure.functions
        | structure.constructors
        | structure.classes
        | structure.extends
        | layout.comments
    )
    nothing = layout.empty_body.encode() or _DELETED
    low, high = within or (0, len(syntax.source))
    scope = scope_node(syntax, within)
    outer = scope.named_children if within is None else ()  # of a whole program what stands in no function, too
    found = [node for node in outer if node.type.endswith("_statement")]
    for node in (*found, *_statements(scope, layout.bodies & layout.indents, kept)):
        start, end = node.start_byte - syntax.prefix, node.end_byte - syntax.prefix
        text = syntax.source[start:end].strip()
        inert = text in (nothing, layout.empty_body.encode()) or (
            node.named_child_count == 1 and node.named_children[0].type in layout.strings
        )
        if low <= start and end <= high and not inert:
            yield start, "deletion", partial(_without, syntax.source, start, end, nothing)


def _without(source: bytes, start: int, end: int, nothing: bytes) -> tuple[bytes, bytes]:
    return source[:start] + nothing + source[end:], b""


def _statements(node: Node, bodies: frozenset[str], kept: frozenset[str]) -> Iterator[Node]:
    for child in node.named_children:
        if node.type in bodies and child.type not in kept:
            yield child
        yield from _statements(child, bodies, kept)
