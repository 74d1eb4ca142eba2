"""What compilers said of a document, as findings.  Pure.  Neighbour: `describe` words verdicts."""

from __future__ import annotations

from collections.abc import Sequence

from codescore.languages import CheckResult, Problem
from codescore.lsp.analysis import Compiled, Record
from codescore.lsp.findings import WARNING, Finding, Place
from codescore.syntax import Unit

_END = 1 << 62


def of_compiler(compiled: Compiled, units: tuple[Unit, ...]) -> list[Finding]:
    """What the compiler said; its word on the whole goes before its word on single units."""
    whole = compiled.whole
    if whole is not None and whole.compiles:
        return [Finding(p.start, p.end, WARNING, f"{p.message} ({p.source})", "warning") for p in whole.warnings]
    outermost = [u for u in units if not u.nested]
    findings = [] if whole is None else _of_check(whole, compiled.broken, outermost)
    said = {f.within for f in findings}
    for unit, result in compiled.units.items():
        if (unit.start, unit.end) not in said:
            findings += _of_check(result, compiled.broken, outermost)
    return findings


def overruled(compiled: Compiled, size: int) -> list[Place]:
    """Where the parser sees errors that the compiler does not."""
    if not compiled.broken:
        return []
    if compiled.whole is not None and compiled.whole.compiles:
        return [(0, size)]
    return [(unit.start, unit.end) for unit, result in compiled.units.items() if result.compiles]


def of_verdict_problems(record: Record) -> list[Finding]:
    """What the compiler said of a compared function when it saw that function alone."""
    if record.verdict.compiles:
        return []
    verdict = record.verdict
    return _of_check(CheckResult(False, verdict.checker, verdict.problems), (), (record.unit,))


def _of_check(result: CheckResult, broken: tuple[Problem, ...], units: Sequence[Unit]) -> list[Finding]:
    findings = []
    for p in result.problems:
        index = next((i for i, u in enumerate(units) if u.start <= p.start <= u.end), None)
        within = reach = None
        if index is not None:
            within = (units[index].start, units[index].end)
            # What is missing at the end of a function makes the parser stumble over the next one.
            reach = (within[0], units[index + 1].start if index + 1 < len(units) else _END)
        near = reach or (0, _END)
        reach = near if any(near[0] <= b.start <= near[1] for b in broken) else None
        message = f"{p.message} ({p.source})"
        findings.append(Finding(p.start, p.end, "does-not-compile", message, "error", within, reach))
    return findings
