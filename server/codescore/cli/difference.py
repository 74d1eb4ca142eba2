"""Where two units first differ, in the lines that their authors wrote (a verdict knows it in lines of the sketches)."""

from __future__ import annotations

from codescore.engine import Session, Source, UnitVerdict
from codescore.sketch import Sketch
from codescore.syntax import Unit
from codescore.text import Text

NOTHING = "(nothing there)"


def differing_lines(session: Session, candidate: Source, verdict: UnitVerdict) -> tuple[str, str] | None:
    """`number: source line` of candidate and reference; None where no sketch line differs.

    A line that only one of the two has stands beside `NOTHING`.
    """
    if verdict.first_difference is None or verdict.reference is None or verdict.reference_unit is None:
        return None
    ours = _sketch(session, candidate, verdict.unit)
    theirs = _sketch(session, verdict.reference, verdict.reference_unit)
    same = _shared(ours.text.split("\n"), theirs.text.split("\n"))
    wanted = verdict.first_difference
    return _line(candidate, ours, wanted[0], same), _line(verdict.reference, theirs, wanted[1], same)


def _sketch(session: Session, source: Source, unit: Unit) -> Sketch:
    around = next((u for u in source.units if not u.nested and u.start <= unit.start and unit.end <= u.end), unit)
    return session.sketch(source, unit, around if unit.nested else None)


def _shared(left: list[str], right: list[str]) -> int:
    """How many lines at the start are equal."""
    count = 0
    for ours, theirs in zip(left, right, strict=False):
        if ours != theirs:
            break
        count += 1
    return count


def _line(source: Source, sketch: Sketch, wanted: str, first: int) -> str:
    """The source line behind the first sketch line from `first` on that reads `wanted`."""
    if not wanted:
        return NOTHING
    lines = sketch.text.split("\n")
    index = next((i for i in range(first, len(lines)) if lines[i].strip() == wanted), None)
    if index is None:
        return wanted
    text = Text.of(source.syntax.source)
    number = text.position(sketch.lines[index]).line
    start, end = text.line_range(number)
    return f"{number + 1}: {source.syntax.source[start:end].decode('utf-8', errors='replace').strip()}"
