"""The reference's own mutants: what inputs must be able to tell from it before "the same" is worth anything.

One operator replaced (table 2 of the rewriter) or one statement left out, one change a mutant.  Pure: nothing is run
here and no language is known.  Neighbours: `rewrite` (sites), `evidence.strength` (runs them).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tree_sitter import Node

from codescore.languages import Language
from codescore.languages.execution import Entry, Survey
from codescore.rewrite import families
from codescore.rewrite.draw import apply, located, scope_node
from codescore.syntax import Syntax, parse, units_of

_DELETED = b";"  # what stands for a statement that is left out, where the language has no word for nothing


@dataclass(frozen=True, slots=True)
class Mutant:
    """A program that differs from the reference at one place: `rule` names the change, `line` (from 1) says where."""

    source: str
    rule: str
    line: int


def mutants(language: Language, source: str, within: tuple[int, int] | None = None) -> list[Mutant]:
    """Every one-operator and one-statement mutant of a program that parses, in source order, none twice."""
    raw = source.encode()
    syntax = parse(language, raw)
    found = [*_operators(language, syntax, within), *_deletions(language, syntax, within)]
    kept: dict[str, Mutant] = {}
    for start, rule, code in sorted(found):
        if code != raw and not parse(language, code).root.has_error:
            text = code.decode(errors="replace")
            kept.setdefault(text, Mutant(text, rule, raw.count(b"\n", 0, start) + 1))
    return list(kept.values())


def mutants_of(language: Language, source: str, survey: Survey, entry: Entry) -> list[Mutant]:
    """The mutants of what an entry runs: its own function and those that it calls; of a whole program, all."""
    if entry.kind == "script":
        return mutants(language, source)
    uses = {other.name: other.uses for other in survey.entries}
    run, left = (
        set(),
        {member.name for member in entry.members} | {entry.name} | set().union(*(m.uses for m in entry.members)),
    )
    while left:
        name = left.pop()
        run.add(name)
        left |= uses.get(name, frozenset()) - run
    units = [unit for unit in units_of(parse(language, source.encode())) if unit.name in run and not unit.nested]
    return [mutant for unit in units for mutant in mutants(language, source, (unit.start, unit.end))]


def spread(found: list[Mutant], most: int) -> list[Mutant]:
    """At most so many, taken evenly."""
    if len(found) <= most:
        return found
    return [found[number * len(found) // most] for number in range(most)]


def _operators(language: Language, syntax: Syntax, within: tuple[int, int] | None) -> Iterator[tuple[int, str, bytes]]:
    rewriter, node = language.rewriter(), scope_node(syntax, within)
    if rewriter is None:  # its data may still say what its operators are
        sites = families.mutations(language, node)
    else:
        sites = iter(rewriter.mutations(syntax.parsed, syntax.tree, node))
    for site in located(sites, syntax, within):
        for variant in site.variants:
            yield site.start, site.rule, apply(syntax.source, list(variant))


def _deletions(language: Language, syntax: Syntax, within: tuple[int, int] | None) -> Iterator[tuple[int, str, bytes]]:
    """Each statement of a body left out; definitions, comments and bare words stay."""
    layout, structure = language.layout, language.structure
    kept = structure.functions | structure.constructors | structure.classes | structure.extends | layout.comments
    nothing = layout.empty_body.encode() or _DELETED
    low, high = within or (0, len(syntax.source))
    for node in _statements(scope_node(syntax, within), layout.bodies & layout.indents, kept):
        start, end = node.start_byte - syntax.prefix, node.end_byte - syntax.prefix
        text = syntax.source[start:end].strip()
        inert = text in (nothing, layout.empty_body.encode()) or (
            node.named_child_count == 1 and node.named_children[0].type in layout.strings
        )
        if low <= start and end <= high and not inert:
            yield start, "deletion", syntax.source[:start] + nothing + syntax.source[end:]


def _statements(node: Node, bodies: frozenset[str], kept: frozenset[str]) -> Iterator[Node]:
    for child in node.named_children:
        if node.type in bodies and child.type not in kept:
            yield child
        yield from _statements(child, bodies, kept)
