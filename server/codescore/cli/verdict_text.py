"""Verdicts as a person reads them in a terminal: one line per unit, the reason below it, the file's verdict at the end.

Knows how things look, not how they are computed.  Every word from a user's file passes through `terminal.visible`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from rich.cells import cell_len
from rich.text import Text as Line

from codescore.cli import terminal
from codescore.cli.positions import point_json
from codescore.engine import (
    FileVerdict,
    Source,
    Standing,
    UnitVerdict,
    another_way,
    in_words,
    likely,
    located,
    notes_told,
    out_of_place,
    same_program,
    standing_of_file,
    standing_of_unit,
)
from codescore.foundation.marks import CONDITIONALLY, TOO_LITTLE
from codescore.foundation.text import Text, line_at, line_number
from codescore.score import shown

if TYPE_CHECKING:
    from rich.console import Console

    from codescore.evidence.contract import Evidence

_MAX_NAME = 32
_MAX_PROBLEMS = 5
_MAX_REASONS = 3
_MARGIN = len("first difference")

_RAN = {"right": "does what", "wrong": "does not do what", "conditional": f"does {CONDITIONALLY} as"}
_MATCHED = {
    "given": "as asked",
    "name": "by name",
    "position": "by position",
    "similarity": "by similarity",
}


def print_verdicts(
    console: Console, verdicts: Sequence[FileVerdict], notices: Sequence[str], found: Evidence | None = None
) -> None:
    """The best reference's verdict in full, the others in a line each, then what the session had to say.

    `found` is what running candidate and best reference showed, where that was asked for: it decides.
    """
    best = verdicts[0]
    ours, theirs = _seen(best.candidate.label), _seen(best.reference.label)
    console.print(Line.assemble((ours, "bold"), " against ", (theirs, "bold")))
    width = min(_MAX_NAME, max(cell_len(_seen(verdict.unit.qualified)) for verdict in best.units))
    for verdict in best.units:
        _print_unit(console, best, verdict, standing_of_unit(best, verdict, found), width)
    for name in best.missing:
        console.print(
            Line.assemble(terminal.sign(console, "no"), f" {_seen(name)} of the reference was not found here")
        )
    console.print()
    shown = standing_of_file(best, found)
    console.print(Line.assemble(terminal.badge(console, shown.answer), " ", _file_in_words(best, shown)))
    sure = likely(best, shown)
    if sure is not None:
        console.print(Line(f"  probability of being right: {sure}"))
    if shown.by != "execution" and best.estimate is not None and best.estimate.why:
        console.print(Line(f"  {_seen(best.estimate.reasons())}", "dim"))
    for other in verdicts[1:]:
        console.print(Line(f"  {_seen(other.reference.label)} fits less: {_number(other.similarity)}", "dim"))
    # Without a verdict the first note is the reason, which the caller reports as an error.
    told = notes_told(best, shown)
    for note in dict.fromkeys((*told[best.score is None and best.calibrated :], *notices)):
        console.print(Line.assemble(terminal.sign(console, "warn"), f" {_seen(note)}"))
    console.print(Line(how_to_read(best.threshold if best.calibrated else None, ran=found is not None), "dim"))
    console.print(Line(best.signature, "dim"), soft_wrap=True)


def how_to_read(threshold: float | None, *, ran: bool = False) -> str:
    """One line for whoever sees a score for the first time; no threshold where similarity decides nothing."""
    run = "What was run, decides." if ran else "No code was run: an estimate, not a proof."
    counts = f"; above {threshold:g} it counts as the same behaviour" if threshold is not None else ""
    return f"How to read it: similarity is a trained model's estimate, 0 to 1{counts}. {run}"


def _file_in_words(verdict: FileVerdict, shown: Standing) -> Line:
    ours, theirs = _seen(verdict.candidate.label), _seen(verdict.reference.label)
    if shown.by == "execution":
        behind = f" ({_number(verdict.similarity)})"
        does = "" if shown.answer == "conditional" else " does"
        return Line.assemble(
            (f"{ours} {_RAN[shown.answer]} {theirs}{does}", "bold"), ", as running both shows", behind, "."
        )
    if not verdict.compiles:
        line = Line(f"{ours} does not compile.", "bold")
        told = {unit.problems[0] for unit in verdict.units if unit.problems}
        for p in [problem for problem in verdict.problems if problem not in told][:_MAX_PROBLEMS]:
            line.append(f"\n  {problem_line(verdict.candidate, p.start, p.message, p.source)}", "not bold")
        return line
    if verdict.score is None and verdict.calibrated:
        return Line(f"{ours}: no verdict, {theirs} cannot be compared with.", "bold")
    if verdict.score is None:
        language = verdict.candidate.syntax.language.name
        number = _number(verdict.similarity)
        return Line(f"{ours}: no verdict, {number} to {theirs} is not calibrated for {language}.", "bold")
    if verdict.score == 1 and shown.answer == "unknown":
        near = _number(verdict.similarity)
        if shown.by == "similarity":
            return Line(f"{ours} may do what {theirs} does: {near}, but it is more likely that it does not.", "bold")
        return Line(f"{ours} may do what {theirs} does: {near}, but {TOO_LITTLE} came of running both.", "bold")
    if verdict.score == 1:
        alone = "" if shown.found is None or same_program(verdict) else ", by similarity alone: running showed nothing"
        return Line(f"{ours} is judged to do what {theirs} does: {_number(verdict.similarity)}{alone}.", "bold")
    weakest = ", its weakest unit" if len(verdict.units) > 1 else ""
    absent = "what was not found counts as 0"
    number = (
        f": {absent}" if verdict.missing and not verdict.similarity else f"{weakest}: {_number(verdict.similarity)}"
    )
    return Line(f"{ours} is judged not to do what {theirs} does{number}.", "bold")


def _print_unit(console: Console, file: FileVerdict, verdict: UnitVerdict, standing: Standing, width: int) -> None:
    name = Line(_seen(verdict.unit.qualified), "bold")
    name.truncate(width, overflow="ellipsis", pad=True)
    bar = terminal.bar(console, verdict.similarity)
    bar.pad_right(15 - bar.cell_len)
    line = Line.assemble(terminal.badge(console, standing.answer), " ", name, "  ", bar, "  ", _counterpart(verdict))
    console.print(line, no_wrap=True, overflow="ellipsis")
    if standing.by == "execution" and standing.found is not None:
        console.print(
            Line(f"    {'when run':>{_MARGIN}}: {_seen(standing.found.reason)}"), no_wrap=True, overflow="ellipsis"
        )
    near = another_way(verdict, standing)
    if near is not None:
        said = f"{shown(near)}: another way to do the same, probably; not whether it is right"
        console.print(Line(f"    {'same task':>{_MARGIN}}: {said}"), no_wrap=True, overflow="ellipsis")
    for reason in _reasons(file, verdict) if standing.by != "execution" or standing.score == 0 else ():
        console.print(Line(f"    {reason}", "dim"), no_wrap=True, overflow="ellipsis")


def _counterpart(verdict: UnitVerdict) -> str:
    if verdict.reference_unit is None or verdict.matched_by is None:
        return "no counterpart in the reference"
    return f"{_seen(verdict.reference_unit.qualified)}, {_MATCHED[verdict.matched_by]}"


def _reasons(file: FileVerdict, verdict: UnitVerdict) -> Iterator[str]:
    """Why a verdict is what it is; nothing where there is nothing to add."""
    if not verdict.compiles:
        problem = verdict.problems[0] if verdict.problems else None
        if problem is None:
            yield f"does not compile, says {verdict.checker}"
        else:
            yield "does not compile: " + problem_line(file.candidate, problem.start, problem.message, problem.source)
        return
    if verdict.reference is None or verdict.reference_unit is None:
        return
    if verdict.first_difference is None:
        yield "the same sketch: nothing that the model can see differs"
    elif verdict.difference_places is not None:
        ours, theirs = verdict.difference_places
        what = "first difference" if verdict.reasons else "other only in form"
        yield f"{what:>{_MARGIN}}: {_source_line(file.candidate, ours)}"
        yield f"{'reference':>{_MARGIN}}: {_source_line(verdict.reference, theirs)}"
        for reason in verdict.reasons[:1]:
            yield f"{'that is':>{_MARGIN}}: {_seen(in_words(reason))}"
        for reason in verdict.reasons[1:_MAX_REASONS]:
            yield f"{'also':>{_MARGIN}}: {_seen(located(reason, verdict, file.candidate))}"
        if verdict.reason_count > _MAX_REASONS:
            yield f"{'and':>{_MARGIN}}: {verdict.reason_count - _MAX_REASONS} more"
        if verdict.suspect is not None:
            decides = ", which decides the score" if verdict.suspect.decides else ""
            yield f"{'suspicious':>{_MARGIN}}: {_seen(out_of_place(verdict, file.candidate) or '')}{decides}"


def _source_line(source: Source, offset: int | None) -> str:
    """`number: line` as its author wrote it; an offset of None means that the other side has a line more."""
    if offset is None:
        return "(nothing there)"
    data = source.syntax.source
    return f"{line_number(data, offset)}: {_seen(line_at(data, offset))}"


def problem_line(source: Source, start: int, message: str, checker: str) -> str:
    """`line:column message [checker]`."""
    place = point_json(Text.of(source.syntax.source), start)
    return f"{place['line']}:{place['column']} {_seen(' '.join(message.split()))} [{checker}]"


def _number(value: float | None) -> str:
    return "no similarity" if value is None else f"similarity {shown(value)}"


def _seen(text: str) -> str:
    return terminal.visible(text)
