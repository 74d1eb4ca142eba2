"""Analysers: what each said of the sources and of the answers, in one form, whoever ran it and when.

*recorded* is what the data brings along (CodeQL's tables).  *imported* is a report of the user's own analyser in SARIF
or CSV (CodeQL, SpotBugs with Find Security Bugs, anything else), over the folder that `extract` writes.  *semgrep* runs
here, with the rules of `rules/`.  Knows nothing of outcomes.  Neighbours: `findings` reads, `semgrep` runs.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
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
    return f"answers/{key.model}/{key.arm}/{key.source}/{key.sample}"


def folder_of_source(sample: str, source: Source) -> str:
    """Where `extract` puts a sample's source."""
    return f"sources/{source}/{sample}"


def imported(
    report: Report,
    data: SecurityData,
    keys: Iterable[AnswerKey],
    *,
    name: str,
    compiles: bool,
    rules: frozenset[int] | None = None,
) -> Analysis:
    """A report over the folder that `extract` wrote.

    A program without findings counts as looked at, unless the report says that it could not be; a report that is only
    about answers, or only about sources, leaves the other side without entries.
    """
    known = tuple(keys)
    by_folder: dict[str, list[Finding]] = {}
    for finding in report.findings:
        by_folder.setdefault(_folder(finding.path), []).append(finding)
    failed = {_folder(path) for path, _ in report.failures if path}
    about = {folder.partition("/")[0] for folder in by_folder}
    sources: Iterable[tuple[str, Source]] = (
        (sample.id, source)
        for sample in data.samples
        for source in SOURCES
        if source == "vulnerable" or sample.safe is not None
    )
    before = {
        (id_, source): tuple(by_folder.get(place, ()))
        for id_, source in sources
        if "sources" in about and (place := folder_of_source(id_, source)) not in failed
    }
    after = {
        key: tuple(by_folder.get(place, ()))
        for key in known
        if (place := folder_of(key)) not in failed and "answers" in about
    }
    return Analysis(name, before, after, compiles, rules, report.tool)


def _folder(path: str) -> str:
    """The folder of `extract` that a reported path lies in, wherever the whole was when it was analysed."""
    parts = PurePosixPath(path).parts
    for place, part in enumerate(parts):
        if part == "sources" and parts[place + 1 : place + 2] and parts[place + 1] in SOURCES:
            return "/".join(parts[place : place + 3])
        if part == "answers" and len(parts) > place + 4 and parts[place + 2] in ARMS and parts[place + 3] in SOURCES:
            return "/".join(parts[place : place + 5])
    return ""
