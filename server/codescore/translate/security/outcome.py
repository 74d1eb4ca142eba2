"""What became of each weakness: findings before and after, joined by weakness and by function.  Pure.

In this order: an answer without code, or that its own errors keep from being built, is *not built*; where the analyser
has no rule for the weakness, does not see it in the source, or could not look at the answer, it is *not analysable*; a
finding of the same weakness in the answer means that it *survives*; an answer that is not built for want of libraries
is *not built*; only what was built and has no such finding is *gone*.  So a finding needs no build, and its absence
does.

Of a safe source the same words mean: the weakness is there now (*survives*), or is not (*gone*).  The source must then
be free of findings.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from codescore.languages import Language
from codescore.languages.building import Build
from codescore.syntax import parse, units_of
from codescore.translate.security.analysers import Analysis
from codescore.translate.security.model import AnswerKey, Finding, Outcome, Sample, cwe_number


@dataclass(frozen=True, slots=True)
class Judged:
    """The outcome of one answer by one analyser, and why.

    `before` and `after` are the functions around the first finding of the weakness, empty where there is none.
    `built`: it was compiled, here or by the analyser.  `same_function`: some finding is in the function that answers
    the vulnerable one; None where there is no finding.
    """

    key: AnswerKey
    cwe: str
    top25: bool
    outcome: Outcome
    why: str
    before: str = ""
    after: str = ""
    line: int | None = None
    built: bool = False
    same_function: bool | None = None


@dataclass(frozen=True, slots=True)
class Program:
    """A language and files by their path: what a finding's place is looked up in."""

    language: Language
    files: Mapping[str, str]

    def functions(self, findings: Iterable[Finding]) -> list[str]:
        """The function around each finding, empty where there is none."""
        return [self._function(one) for one in findings]

    def _function(self, finding: Finding) -> str:
        path = finding.path
        text = next((text for name, text in self.files.items() if path == name or path.endswith(f"/{name}")), None)
        if text is None:  # a recording may name a file as it liked
            text = next(iter(self.files.values())) if len(self.files) == 1 else None
        if text is None or not 1 <= finding.line <= text.count("\n") + 1:
            return ""
        source = text.encode()
        starts = [0, *(match.end() for match in re.finditer(rb"\n", source))]
        start, end = starts[finding.line - 1], [*starts, len(source) + 1][finding.line]
        around = [unit for unit in units_of(parse(self.language, source)) if unit.start < end and unit.end > start]
        return min(around, key=lambda unit: unit.end - unit.start).name if around else ""


def matching(findings: Iterable[Finding], cwe: str) -> list[Finding]:
    """The findings of a weakness."""
    number = cwe_number(cwe)
    return [one for one in findings if number in one.cwes]


def judge(
    sample: Sample, key: AnswerKey, build: Build | None, analysis: Analysis, *, source: Program, answer: Program
) -> Judged:
    """The outcome of an answer; `build` is None where it was not tried."""
    before = matching(analysis.before.get((sample.id, key.source), ()), sample.cwe)
    after = analysis.after.get(key)
    found = matching(after or (), sample.cwe)
    outcome, why = _outcome(sample, key, build, analysis, seen=bool(before), found=bool(found))
    functions, places = source.functions(before), answer.functions(found)
    same = any(_same(a, b) for a in functions for b in places) if found and outcome == "survives" else None
    return Judged(
        key, sample.cwe, sample.top25, outcome, why, functions[0] if functions else "", places[0] if places else "",
        found[0].line if found else None, _built(key, build, analysis), same,
    )  # fmt: skip


def _outcome(
    sample: Sample, key: AnswerKey, build: Build | None, analysis: Analysis, *, seen: bool, found: bool
) -> tuple[Outcome, str]:
    built_there = analysis.compiles and key in analysis.after
    own_fault = build is not None and (build.status == "no_code" or build.reason == "code")
    if own_fault and not built_there:
        return "not_built", "no code" if build is not None and build.status == "no_code" else "errors of its own"
    silent = _silent(sample, key, analysis, seen=seen)
    if silent:
        return "not_analysable", silent
    if found:
        return "survives", ""
    if _built(key, build, analysis):
        return "gone", ""
    if build is None:
        return "not_analysable", "building was not tried"
    return "not_built", "limits of ours" if build.reason == "limits" else "libraries are missing here"


def _built(key: AnswerKey, build: Build | None, analysis: Analysis) -> bool:
    return (analysis.compiles and key in analysis.after) or (build is not None and build.status == "built")


def _silent(sample: Sample, key: AnswerKey, analysis: Analysis, *, seen: bool) -> str:
    """Why the analyser can say nothing of an answer, empty where it can."""
    if analysis.rules is not None and cwe_number(sample.cwe) not in analysis.rules:
        return "no rule for this weakness"
    if (sample.id, key.source) not in analysis.before:
        return "it did not look at the source"
    if key.source == "vulnerable" and not seen:
        return "it does not see the weakness in the source"
    if key.source == "safe" and seen:
        return "it sees the weakness in the safe source"
    return "" if key in analysis.after else "it could not look at the answer"


def _same(first: str, second: str) -> bool:
    """Whether two names are one, up to case and underscores."""
    return bool(first) and first.replace("_", "").lower() == second.replace("_", "").lower()
