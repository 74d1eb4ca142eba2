"""Units and files → what the compilers say of them, in offsets of the file, remembered by content.

A unit is given to its compiler as a fragment, with the space before it on its line, so that an indented method stays
consistent.  A nested unit is judged with the outermost one around it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from hashlib import blake2b

from codescore.check import TREE_SITTER, syntax_problems
from codescore.engine.model import Source, UnitVerdict
from codescore.engine.session import Session
from codescore.engine.source import around_of
from codescore.languages import CheckResult, Problem
from codescore.syntax import Unit

#: The checker of a verdict that no compiler has been asked about yet.
UNCHECKED = "nobody yet"
_INDENTATION = b" \t\f"


def check_units(session: Session, source: Source, units: Iterable[Unit]) -> dict[Unit, CheckResult]:
    """For each unit what its compiler says; problems in offsets of the source."""
    return {unit: _check_unit(session, source, around_of(source, unit)) for unit in dict.fromkeys(units)}


def check_file(session: Session, source: Source) -> CheckResult:
    """What the compiler says of a whole source: as a file where it is one, as a fragment where it was cut out."""
    syntax = source.syntax
    fragment = is_fragment(source)
    digest = blake2b(syntax.source, digest_size=16).digest()
    key = (syntax.language.id, digest, b"fragment" if fragment else b"file")
    held = session.checks(key)
    if held:
        return held[0]
    known = tree_problems(source)
    return _kept(held, session.checkers.check(syntax.language, syntax.source, fragment=fragment, fallback=known))


def check_parts(session: Session, source: Source, units: Iterable[Unit]) -> dict[Unit, CheckResult]:
    """As `check_units`, but the compiler sees the whole file first, and its word goes over that on single units.

    Where the file compiles all its units do.  Where it does not, a unit with a problem inside does not either, and the
    others are checked by themselves, as compilers stop at the first error.
    """
    whole = check_file(session, source)
    if whole.compiles:
        return dict.fromkeys(units, CheckResult(True, whole.checker))
    results: dict[Unit, CheckResult] = {}
    for unit in dict.fromkeys(units):
        outer = around_of(source, unit)
        if unit.kind == "module":
            alone = CheckResult(True, whole.checker)
            inside = tuple(p for p in whole.problems if not any(u.start <= p.start < u.end for u in source.units))
        else:
            alone = _check_unit(session, source, outer)
            inside = tuple(p for p in whole.problems if outer.start <= p.start < outer.end)
        results[unit] = CheckResult(False, whole.checker, inside) if alone.compiles and inside else alone
    return results


def unchecked(_session: Session, _source: Source, units: Iterable[Unit]) -> dict[Unit, CheckResult]:
    """As if all compiled: for those who hear the compiler later, and say so by `with_check`."""
    return dict.fromkeys(units, CheckResult(True, UNCHECKED))


def with_check(verdict: UnitVerdict, ours: CheckResult, theirs: CheckResult | None) -> UnitVerdict:
    """A verdict that was made as if both sides compiled, after the compiler spoke.

    Code that does not compile scores 0; what a broken reference does is unknown.
    """
    signed = verdict.signature.replace(f"|check:{verdict.checker}|", f"|check:{ours.checker}|")
    heard = replace(verdict, checker=ours.checker, signature=signed)
    sound = theirs is None or theirs.compiles
    if not sound and verdict.reference is not None and theirs is not None:
        notes = (broken_reference(verdict.reference, theirs), *verdict.notes)
        heard = replace(heard, reference_compiles=False, score=None, estimate=None, notes=notes)
    if not ours.compiles:
        estimate = heard.estimate.breaks() if heard.estimate is not None else None
        heard = replace(heard, compiles=False, problems=ours.problems, score=0, estimate=estimate)
    if heard.suspect is not None and not (sound and ours.compiles):
        heard = replace(heard, suspect=replace(heard.suspect, decides=False))
    return heard


def broken_reference(source: Source, check: CheckResult) -> str:
    """That a reference does not compile, where and why."""
    if not check.problems:
        return f"reference does not compile: {source.label}, says {check.checker}"
    problem = check.problems[0]
    line = source.syntax.source.count(b"\n", 0, problem.start) + 1
    return f"reference does not compile: {source.label}:{line}: {problem.message}"


def tree_problems(source: Source, within: tuple[int, int] | None = None) -> tuple[Problem, ...]:
    """What the parser says, of all or of a byte range: known at once, judged by the compiler later."""
    syntax = source.syntax
    if not syntax.root.has_error:
        return ()
    return syntax_problems(syntax.language, syntax.source, syntax.tree, syntax.prefix, within=within)


def is_fragment(source: Source) -> bool:
    """Whether a source is a piece of a file: a snippet, indented, or without the class that its language demands."""
    syntax = source.syntax
    if syntax.prefix or any(unit.kind == "snippet" for unit in source.units):
        return True
    if any(unit.kind == "function" and not unit.nested for unit in source.units) and syntax.language.wraps:
        return True
    return bool(source.units) and _indented(syntax.source)


def _check_unit(session: Session, source: Source, unit: Unit) -> CheckResult:
    data = source.syntax.source
    start = _line_start(data, unit.start)
    key = (source.syntax.language.id, unit.digest, data[start : unit.start])
    held = session.checks(key)
    if held:
        result = held[0]
    else:
        known = tuple(_shifted(p, -start) for p in tree_problems(source, (unit.start, unit.end)))
        language, text = source.syntax.language, data[start : unit.end]
        result = _kept(held, session.checkers.check(language, text, fragment=True, fallback=known))
    return CheckResult(result.compiles, result.checker, tuple(_shifted(p, start) for p in result.problems))


def _kept(held: list[CheckResult], result: CheckResult) -> CheckResult:
    if result.checker != TREE_SITTER:  # a compiler that cannot answer now may answer later
        held.append(result)
    return result


def _line_start(data: bytes, start: int) -> int:
    """The start of the line where only space precedes `start` on it, else `start`."""
    at = start
    while at > 0 and data[at - 1] in _INDENTATION:
        at -= 1
    return at if at == 0 or data[at - 1] in b"\r\n" else start


def _shifted(problem: Problem, by: int) -> Problem:
    return replace(problem, start=problem.start + by, end=problem.end + by)


def _indented(data: bytes) -> bool:
    """Whether the first line that is not blank starts with space."""
    for line in data.splitlines():
        if line.strip():
            return line[:1] in (b" ", b"\t")
    return False
