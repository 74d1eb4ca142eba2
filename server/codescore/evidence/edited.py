"""A candidate that is its reference but for a few lines: evidence must be strong where the two differ.

Inputs that tell most of a program's mutants from it say nothing of an edit on whose lines they tell none.  So mutants
are made on the lines that differ alone, of both texts, and more inputs until these are exposed (`evidence.strength`);
an edit of which no input shows what its lines do is not shown to keep what the program does.  Neighbours:
`evidence.one_pair` (asks), `evidence.doubts` (who edits a program keeps what it does with odd inputs, too).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from itertools import accumulate, pairwise

from rapidfuzz.distance import Indel

from codescore.evidence.case import Case
from codescore.evidence.cases import Cases
from codescore.evidence.channel import Room
from codescore.evidence.mutants import Mutant, mutants, uncommented
from codescore.evidence.reach import Span
from codescore.evidence.strength import COPIES, strengthen
from codescore.languages import Language
from codescore.sketch import program_unit
from codescore.syntax import Syntax, Unit, parse, units_of

#: How alike the texts of an edit and its reference are, of 1; and how many lines of either differ at most.
_ALIKE, _MOST_LINES = 0.8, 8
#: Signs that two who know nothing of each other do not write alike.
_SURELY = 200
_EXPOSED = 0.5  # share of the mutants on the lines that differ
#: Hardly matters often: a call that is left out (`list(xs)`, `Number(text)`), or an argument (`parseInt(text, 10)`).
_OFTEN_ALIKE = ("call", "argument")
_SECONDS = 0.5  # CPU seconds for further inputs, where less are left

#: A line's number, from 1, and what stands in it.
_Line = tuple[int, str]


@dataclass(frozen=True, slots=True)
class Edit:
    """The lines that differ and may mean another thing, from 1: `ours` in the candidate, each with the line of the
    reference that is nearest, and `theirs` in the reference.

    `surely`: one was made of the other; of short programs two may be written alike.
    """

    ours: dict[int, int]
    theirs: frozenset[int]
    surely: bool


def edit_of(language: Language, texts: tuple[str, str], spans: tuple[Sequence[Span], Sequence[Span]]) -> Edit | None:
    """Where a candidate is its reference but for a few lines; None where it is not.

    `texts` are the candidate and the reference, `spans` what is compared of them.  Comments, white space, and what
    the normal form of a function sets aside are no difference.
    """
    syntaxes = [parse(language, text.encode()) for text in texts]
    ours, theirs = (list(_lines(syntax, some)) for syntax, some in zip(syntaxes, spans, strict=True))
    plain = ["\n".join(text for _, text in side) for side in (ours, theirs)]
    if plain[0] == plain[1] or Indel.normalized_similarity(*plain, score_cutoff=_ALIKE) < _ALIKE:
        return None
    found: dict[int, int] = {}
    changed: set[int] = set()
    alike = 0
    matcher = SequenceMatcher(None, [text for _, text in theirs], [text for _, text in ours], autojunk=False)
    for what, start, end, first, last in matcher.get_opcodes():
        if what == "equal":
            alike += sum(len(text) for _, text in theirs[start:end])
        else:
            nearest = theirs[min(start, len(theirs) - 1)][0]
            found.update({number: nearest for number, _ in ours[first:last]})
            changed.update(number for number, _ in theirs[start:end])
    if max(len(found), len(changed)) > _MOST_LINES:
        return None
    same = _same_meaning(*syntaxes)
    found = {number: nearest for number, nearest in found.items() if not any(number in one for one, _ in same)}
    changed = {number for number in changed if not any(number in other for _, other in same)}
    return Edit(found, frozenset(changed), alike >= _SURELY)


def _lines(syntax: Syntax, spans: Sequence[Span]) -> Iterator[_Line]:
    """The lines of what is compared that have code, without white space."""
    plain = uncommented(syntax).decode(errors="replace")
    for number, line in enumerate(plain.split("\n"), 1):
        if line.strip() and (not spans or any(number in span for span in spans)):
            yield number, "".join(line.split())


def _same_meaning(ours: Syntax, theirs: Syntax) -> list[tuple[range, range]]:
    """The lines of functions that have one name and one normal form in both."""
    found: list[tuple[range, range]] = []
    others = {unit.qualified: unit for unit in units_of(theirs)}
    for unit in units_of(ours):
        other = others.get(unit.qualified)
        if other is None:
            continue
        one, two = program_unit(ours, unit), program_unit(theirs, other)
        if one is not None and two is not None and (one.plain == two.plain or one.oriented == two.oriented):
            found.append((_lines_in(ours, unit), _lines_in(theirs, other)))
    return found


def _lines_in(syntax: Syntax, unit: Unit) -> range:
    return range(syntax.source.count(b"\n", 0, unit.start) + 1, syntax.source.count(b"\n", 0, unit.end) + 2)


def shown_where_edited(
    language: Language, cases: Cases, edit: Edit, texts: tuple[str, str], rooms: tuple[Room, Room]
) -> tuple[list[Case], str]:
    """Further inputs on which mutants of the lines that differ show, and what is said where hardly any does, or where
    the candidate is a mutant itself ("").

    `texts` are the candidate and the reference; `rooms` are the reference's and that of mutants.
    """
    if not (edit.ours or edit.theirs):
        return [], ""
    ours, theirs = _on_lines(language, texts[0], edit.ours), _on_lines(language, texts[1], edit.theirs)
    plain = {"".join(text.split()) for text in texts}
    itself = any(
        "".join(one.source.split()) in plain and one.rule not in _OFTEN_ALIKE and one.lost not in COPIES
        for one in theirs
    )
    ours = [one for one in ours if edit.theirs or one.rule != "deletion"]  # without what it adds it is the reference
    there = [*theirs, *(replace(one, line=edit.ours[one.line]) for one in ours)]
    there = [one for one in there if "".join(one.source.split()) not in plain]
    found = cases.copy()
    found.left = max(found.left, _SECONDS)
    strengthen(found, there, *rooms)
    known = {case.given for case in cases.cases}
    new = [case for case in found.cases if case.given not in known]
    if cases.entry.members:  # what a call leaves in another object shows where the two are compared, and in no mutant
        return new, ""
    exposed, total = found.mutants.exposed, found.mutants.total
    where = f"line {min(edit.ours)}" if edit.ours else f"line {min(edit.theirs)} of the reference"
    if itself:
        return new, f"none of them shows whether the change in {where} matters"
    few = exposed < _EXPOSED * total and any(one.rule not in _OFTEN_ALIKE for one in found.alive)
    return new, f"hardly any of them shows what {where} does, where the two differ" if few else ""


def _on_lines(language: Language, text: str, lines: Collection[int]) -> list[Mutant]:
    """The mutants of a text on these lines alone."""
    ends = [0, *accumulate(len(line) for line in text.encode().splitlines(keepends=True))]
    without = [span for number, span in enumerate(pairwise(ends), 1) if number not in lines]
    return [one for one in mutants(language, text, without=without) if one.line in lines]
