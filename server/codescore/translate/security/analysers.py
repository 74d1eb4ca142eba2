"""Analysers: what each said of the sources and of the answers, in one form, whoever ran it and when.

*recorded* is what the data brings along (CodeQL's tables).  *imported* is a report of the user's own analyser in SARIF
or CSV (CodeQL, SpotBugs with Find Security Bugs, anything else), over the folder that `extract` writes.  *semgrep* runs
here, with the rules of `rules/`.  Knows nothing of outcomes.  Neighbours: `findings` reads, `semgrep` runs.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath

from codescore.translate.security.findings import Report
from codescore.translate.security.model import ARMS, SOURCES, AnswerKey, Finding, SecurityData, Source

RECORDED = "recorded"


@dataclass(frozen=True, slots=True)
class Analysis:
    """What an analyser said.  No entry: it could not look at that program, which is not the same as no finding.

    `compiles`: it looks only at what it has compiled itself, so an entry says that the answer was built.  `rules` are
    the weaknesses it has rules for in the target language; None where that is not known.
    """

    analyser: str
    before: Mapping[tuple[str, Source], tuple[Finding, ...]]
    after: Mapping[AnswerKey, tuple[Finding, ...]]
    compiles: bool = False
    rules: frozenset[int] | None = None
    about: str = ""


def recorded(data: SecurityData) -> Analysis | None:
    """What the data's authors recorded, None where there is nothing."""
    if not data.after:
        return None
    return Analysis(RECORDED, data.before, data.after, compiles=True, about="CodeQL, as the data's authors ran it")


def folder_of(key: AnswerKey) -> str:
    """Where `extract` puts an answer's project: `answers/MODEL/ARM/SOURCE/ID`."""
    return f"answers/{_plain(key.model)}/{key.arm}/{key.source}/{key.sample}"


def _plain(model: str) -> str:
    """A model's name as a folder's, whatever it is called."""
    plain = re.sub(r"[^A-Za-z0-9_-]", "_", model)
    return (
        plain
        if plain and plain == model
        else f"{plain[:60]}-{hashlib.sha256(model.encode('utf-8', 'replace')).hexdigest()[:8]}"
    )


def folder_of_source(sample: str, source: Source) -> str:
    """Where `extract` puts a sample's source."""
    return f"sources/{source}/{sample}"


def imported(
    reports: Sequence[Report], data: SecurityData, keys: Iterable[AnswerKey], *, name: str, looked: frozenset[str],
    rules: frozenset[int] | None = None, both: bool = False,
) -> Analysis:  # fmt: skip
    """Reports over the folders `looked`, of those that `extract` writes.

    A program in one of them without findings counts as looked at, unless a report says that it could not be.  Reports
    that find nothing in any answer, or nothing in any source, are taken not to be about that side, unless `both` are
    known to have been looked at; for the sources what was recorded then counts.
    """
    by_folder: dict[str, list[Finding]] = {}
    for finding in (one for report in reports for one in report.findings):
        by_folder.setdefault(_folder(finding.path), []).append(finding)
    there = looked - {_folder(path) for report in reports for path, _ in report.failures if path}
    about = {"sources", "answers"} if both else {folder.partition("/")[0] for folder in by_folder}
    before = {
        (sample.id, source): tuple(by_folder.get(place, ()))
        for sample in data.samples
        for source in SOURCES
        if (place := folder_of_source(sample.id, source)) in there
    }
    after = {key: tuple(by_folder.get(place, ())) for key in keys if (place := folder_of(key)) in there}
    tools = ", ".join(dict.fromkeys(report.tool for report in reports))
    return Analysis(
        name,
        before if "sources" in about else data.before,
        after if "answers" in about else {},
        rules=rules,
        about=tools,
    )


def _folder(path: str) -> str:
    """The folder of `extract` that a reported path lies in, wherever the whole was when it was analysed."""
    parts = PurePosixPath(path).parts
    for place, part in enumerate(parts):
        if part == "sources" and parts[place + 1 : place + 2] and parts[place + 1] in SOURCES:
            return "/".join(parts[place : place + 3])
        if part == "answers" and len(parts) > place + 4 and parts[place + 2] in ARMS and parts[place + 3] in SOURCES:
            return "/".join(parts[place : place + 5])
    return ""
