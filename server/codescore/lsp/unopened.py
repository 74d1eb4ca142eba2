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
from codescore.lsp.analysis import Match, Record
from codescore.lsp.memory import Memory
from codescore.lsp.survey import Job, Survey, survey
from codescore.syntax import Unit
from codescore.syntax.document import Parsed

if TYPE_CHECKING:
    from codescore.engine import Session, UnitVerdict


@dataclass(frozen=True, slots=True, eq=False)
class Judged:
    """A text that was judged: its units, the verdicts by their places, and why references are missing."""

    parsed: Parsed
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


def judge(session: Session, job: Job, memory: Memory) -> Judged:
    """Every unit that has a reference, judged."""
    found = survey(job, memory)
    matches, missing = analysis.match(session, found)
    records = _judged(session, matches, found, memory)
    reasons = (f"{one.reason}; {one.remedy}" for one in (*found.missing, *missing))
    return Judged(job.parsed, analysis.best_of(records), tuple(dict.fromkeys(reasons)))


def judge_unit(session: Session, job: Job, unit: Unit, memory: Memory) -> Record | None:
    """One unit against the reference that fits it best; None where it has none."""
    found = survey(job, memory)
    matches, _ = analysis.match(session, found)
    place = (unit.start, unit.end)
    mine = [one for one in matches if (one.pair.unit.start, one.pair.unit.end) == place]
    return analysis.best_of(_judged(session, mine, found, memory)).get(place)


def judge_against(session: Session, job: Job, unit: Unit, former: Parsed, former_unit: Unit) -> UnitVerdict:
    """A unit against what it was before."""
    from codescore.engine import Pair, ScoreOptions, score_pairs, source_of  # noqa: PLC0415  heavy

    label = f"{job.label} as it is"
    pair = Pair(source_of(job.parsed, job.label), unit, source_of(former, label), former_unit, "given")
    options = ScoreOptions(job.settings.threshold, job.settings.pooling)
    (verdict,) = score_pairs(session, [pair], options)
    return verdict


def _judged(session: Session, matches: list[Match], found: Survey, memory: Memory) -> list[Record]:
    records, fresh = analysis.known(matches, memory)
    return records + analysis.judge(session, fresh, found, memory)
