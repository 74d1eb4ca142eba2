"""Verdicts on texts that are not open as they stand: files of the workspace, and what a document would become.

References are found and verdicts made by the very steps of an open document (`survey`, `analysis`); nothing is kept or
shown.  Everything here runs in workers.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from codescore.foundation.errors import InputError
from codescore.foundation.text import Text
from codescore.languages import Language
from codescore.lsp import analysis
from codescore.lsp.analysis import Judged, Record
from codescore.lsp.survey import Job, Memory, survey
from codescore.syntax import Unit
from codescore.syntax.document import Parsed

if TYPE_CHECKING:
    from codescore.engine import Session, UnitVerdict


@dataclass(frozen=True, slots=True, eq=False)
class Looked:
    """A text that was judged: its units, the verdicts, and why references are missing."""

    parsed: Parsed
    judged: list[Judged]
    records: dict[tuple[int, int], Record]
    missing: tuple[str, ...] = ()

    def record_of(self, unit: Unit) -> tuple[Record, bool] | None:
        """The verdict on a unit, which is of the present text."""
        record = self.records.get((unit.start, unit.end))
        return (record, True) if record is not None else None


def read(path: Path, limit: int) -> bytes:
    """The bytes of a file.  Raises InputError where they cannot be had or are too many."""
    try:
        if path.stat().st_size > limit:
            raise InputError(f"{path.name} is larger than the limit, codescore.maxFileBytes, of {limit:,} bytes")
        return path.read_bytes()
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror}") from None


def parsed(language: Language, data: bytes, label: str) -> Parsed:
    """Bytes as a document that was just opened.  Raises InputError for what is no source code."""
    from codescore.engine import make_source  # noqa: PLC0415  heavy, and only workers need it

    source = make_source(language, data, label)
    return Parsed(Text.of(data), source.syntax, source.units)


def judge(session: Session, job: Job, memory: Memory) -> Looked:
    """Every unit that has a reference, judged."""
    found = survey(job, memory)
    matched, missing = analysis.match(session, found)
    analysis.judge(session, analysis.unknown(matched, memory), found, memory)
    judged = analysis.conclude(session, found, matched, memory, None)
    reasons = (f"{one.reason}; {one.remedy}" for one in (*found.missing, *missing))
    records = {(r.unit.start, r.unit.end): r for one in judged for r in one.records}
    return Looked(job.parsed, judged, records, tuple(dict.fromkeys(reasons)))


def judge_unit(session: Session, job: Job, unit: Unit, memory: Memory) -> Record | None:
    """One unit, as in its document; None where it has no reference."""
    held = judge(session, job, memory).record_of(unit)
    return held[0] if held is not None else None


def judge_against(session: Session, job: Job, unit: Unit, former: Parsed, former_unit: Unit) -> UnitVerdict:
    """A unit against what it was before."""
    from codescore.engine import Pair, ScoreOptions, Source, score_pairs  # noqa: PLC0415  heavy

    ours = Source(job.label, job.parsed.syntax, job.parsed.units)
    theirs = Source(f"{job.label} as it is", former.syntax, former.units)
    pair = Pair(ours, unit, theirs, former_unit, "given")
    options = ScoreOptions(job.settings.threshold, job.settings.pooling)
    (verdict,) = score_pairs(session, [pair], options)
    return verdict
