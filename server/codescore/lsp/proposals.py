"""What an open document would be worth with a text in it: for who asks beforehand, and for what is recorded when shown.

The text is put in place of a range of a copy of the document.  The unit it lands in is judged against what that unit
was, and against its reference where it has one.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import msgspec

from codescore.foundation.text import Edit
from codescore.lsp import unopened
from codescore.lsp.analysis import Record
from codescore.lsp.schedule import Priority
from codescore.lsp.state import Open, State
from codescore.lsp.survey import Job
from codescore.syntax import Unit
from codescore.syntax.document import Parsed

if TYPE_CHECKING:
    from codescore.engine import Session, UnitVerdict


@dataclass(frozen=True, slots=True, eq=False)
class ProposalRange:
    """A document as it is, and bytes [start, end) of it; `threshold` in place of the settings' one, if given."""

    document: Open
    parsed: Parsed
    start: int
    end: int
    threshold: float | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Proposal:
    """The document with the text in it, the unit that it lands in, and the verdicts on that, if any.

    `record` is the pair of the unit and its reference.
    """

    after: Parsed
    unit: Unit | None = None
    before: Unit | None = None
    replaced: UnitVerdict | None = None
    record: Record | None = None

    @property
    def reference(self) -> UnitVerdict | None:
        """The verdict against the unit's reference."""
        return self.record.verdict if self.record is not None else None

    @property
    def verdict(self) -> UnitVerdict | None:
        """The one that counts: against the reference where there is one."""
        return self.reference or self.replaced

    def preference(self) -> tuple[float, ...]:
        """What proposals are ordered by."""
        from codescore.engine import preference  # noqa: PLC0415  heavy, and needed only once there are verdicts

        return preference(self.verdict) if self.verdict is not None else ()


async def judged(state: State, session: Session, place: ProposalRange, text: bytes, priority: Priority) -> Proposal:
    """Put a text in its place and judge what comes of it; the steps run in a worker."""
    document, memory, run = place.document, state.memory, state.schedule.scores.run
    data = place.parsed.text.replace(Edit(place.start, place.end, text)).data
    after = await run(priority, unopened.parsed, document.language, data, state.label_of(document))
    unit = _landing(after, place.start, place.start + len(text))
    if unit is None:
        return Proposal(after)
    job, before = _job(state, place, after), _former(place, unit)
    replaced = None
    if before is not None:
        replaced = await run(priority, unopened.judge_against, session, job, unit, place.parsed, before)
    record = await run(priority, unopened.judge_unit, session, job, unit, memory)
    return Proposal(after, unit, before, replaced, record)


def _job(state: State, place: ProposalRange, after: Parsed) -> Job:
    job = state.job(place.document, after)
    if place.threshold is None:
        return job
    return replace(job, settings=msgspec.structs.replace(job.settings, threshold=place.threshold))


def _landing(after: Parsed, start: int, end: int) -> Unit | None:
    """The innermost unit around a text, white space at its ends aside; else the first one that it touches."""
    data = after.text.data
    while start < end and data[start : start + 1].isspace():
        start += 1
    while start < end and data[end - 1 : end].isspace():
        end -= 1
    around = [u for u in after.units if u.start <= start and end <= u.end]
    touched = [u for u in after.units if not u.nested and u.start < end and start < u.end]
    return max(around, key=lambda u: u.start, default=None) or next(iter(touched), None)


def _former(place: ProposalRange, unit: Unit) -> Unit | None:
    """What the unit was: the one of its name, else the innermost around the range that is replaced."""
    units = place.parsed.units
    named = [u for u in units if u.qualified == unit.qualified and u.kind == unit.kind]
    if named:
        return min(named, key=lambda u: abs(u.start - unit.start))
    around = [u for u in units if u.start <= place.start and place.end <= u.end and u.kind != "snippet"]
    return max(around, key=lambda u: u.start, default=None)
