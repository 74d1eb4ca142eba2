"""What a program does shows only on inputs that are meant: a guess under which a part of it does nothing is none.

A reference's own mutants tell: where inputs that keep a guess (numbers from 1, texts of lower-case letters) do not
expose mutants that others expose, what was changed there matters to nobody who guesses so, and yet it was written.
Numbers that are read may then be 0 or negative, and a promise is not believed.  Neighbours: `evidence.strength` (runs
mutants), `evidence.promising` (asks of promises), `evidence.lines` (the form of what is read).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import replace

from codescore.evidence.case import Case
from codescore.evidence.cases import Cases, extend, settle
from codescore.evidence.channel import Room
from codescore.evidence.domain import DECIDES
from codescore.evidence.following import counting
from codescore.evidence.generate import random_input
from codescore.evidence.mutants import Mutant, spread
from codescore.evidence.mutate import near
from codescore.evidence.strength import MOST, Met, surviving
from codescore.languages.execution import Entry, Input
from codescore.languages.shapes import BlockShape, IntShape, LinesShape, RowShape, Shape

_FLOORS = (0, -20)
_TRIED = 30  # inputs with smaller numbers
_IDLE = 0.05  # share of the exposed mutants that inputs which keep a promise need not expose, but one always
_WHOLE = ("deletion", "call", "strict")  # of statements and calls that are left out, each
#: A line that only gives something its first value, as many do to be on the safe side.
_BEGINS = re.compile(r"\s*[\w.]+(?:\[[^\]=]*\])*\s*=\s*-?\d[\w.]*\s*;?\s*(?:$|//|#)")
#: The best so far, which begins with what no answer is: `best = max(best, …)`.
_BEST = re.compile(r"\b([\w.]+)\s*=\s*(?:Math\.|std::)?(?:max|min)\(\s*\1\s*,")
#: Nothing becomes of it: `best = best`.
_KEPT = re.compile(r"\b([\w.]+)\s*=\s*\1\s*;?\s*$")
#: A line that prints, or makes a text of parts or with blanks around it.
_PRINTING = re.compile(
    r"print|write|cout|<<|console|puts|join|format|just|pad|center|strip|trim|repeat|append|\\n|end\s*=|[\"'`]\s*[\"'`]|setw",
    re.IGNORECASE,
)
_LEFT_OUT = ("deletion", "call", "argument")  # a statement, a call, an argument


def widened(cases: Cases, room: Room, others: Room, mutants: Iterable[Mutant] = ()) -> None:
    """Let numbers that are read be 0, or negative, where only these show what the reference does.

    Of its `mutants` those are asked, too, that lack a statement or a call and were not among the ones that were run.
    """
    if _with_floor(cases.entry, 0) is None or cases.problem or cases.left <= 0:
        return
    beside = [mutant for mutant in mutants if mutant.rule in ("deletion", "call")]
    run = {*cases.exposed, *cases.alive}
    beside = surviving(cases, [one for one in spread(beside, MOST) if one not in run], cases.inside(), others)
    for least in _FLOORS:
        known = cases.domain
        form = _with_floor(cases.entry, least)
        if form is None or not (cases.alive or beside) or cases.problem or cases.left <= 0:
            return
        cases.domain = replace(known, entry=form)
        chance, seeds = cases.pool.chance, cases.inside()
        before = {case.given for case in seeds}
        inputs = [random_input(form, cases.pool) for _ in range(_TRIED)]
        inputs += [near(chance.choice(seeds).given, cases.pool) for _ in range(_TRIED) if seeds]
        extend(cases, room, [(given, False) for given in inputs])
        settle(cases)
        new = [case for case in cases.inside() if case.given not in before]  # they survive the others
        alive, still = (surviving(cases, some, new, others) for some in (cases.alive, beside))
        shown = [mutant for mutant in cases.alive if mutant not in alive]
        hidden = [mutant for mutant in beside if mutant not in still]
        if all(least < 0 and _on_the_safe_side(cases, mutant) for mutant in (*shown, *hidden)):
            cases.domain = known
            settle(cases)
            continue
        beside = still
        cases.mutants = replace(cases.mutants, exposed=cases.mutants.exposed + len(shown))
        cases.exposed += shown
        cases.unasked = [mutant for mutant in cases.unasked if mutant not in shown]
        cases.alive = alive


def unguessed(cases: Cases, others: Room) -> None:
    """Drop what is merely usual of inputs where only those that break it show what a part of the reference does.

    Somebody wrote `or "0s"`, or a line for it: that a number of seconds is at least 1 is then no more than a habit.
    """
    if cases.problem or cases.entry.members or cases.guessing:
        return
    for guess in cases.domain.usual():
        freed = cases.domain.dropped(guess)
        opened = [
            case for case in cases.cases
            if case.place == "outside" and not case.unmeant and freed.likelihood(case.given) >= DECIDES
        ]  # fmt: skip
        parts = [mutant for mutant in cases.alive if _part(cases, mutant)]
        idle = surviving(cases, parts, opened, others) if opened else parts
        if len(idle) == len(parts) and not _written(cases, opened) - _written(cases, cases.inside()):
            continue
        shown = [mutant for mutant in parts if mutant not in idle]
        cases.domain = freed
        settle(cases)
        cases.mutants = replace(cases.mutants, exposed=cases.mutants.exposed + len(shown))
        cases.exposed += shown
        cases.alive = [mutant for mutant in cases.alive if mutant not in shown]
        cases.unasked = [mutant for mutant in cases.unasked if mutant not in shown]


def _part(cases: Cases, mutant: Mutant) -> bool:
    """Whether a mutant lacks something that somebody wrote: a statement, a call, half of an alternative."""
    line = cases.source.splitlines()[mutant.line - 1]
    return mutant.rule in (*_WHOLE, "operand") and not _BEGINS.match(line)


def _on_the_safe_side(cases: Cases, mutant: Mutant) -> bool:
    """Whether a mutant changes only what the best so far begins with, or that even the first is compared with it; not
    that there is never a better one (`low = low`)."""
    line, changed = (text.splitlines()[mutant.line - 1] for text in (cases.source, mutant.source))
    return bool(_BEGINS.match(line) or (mutant.rule == "call" and _BEST.search(line) and not _KEPT.search(changed)))


def leaves_idle(
    cases: Cases,
    kept: Iterable[Case],
    others: Room,
    *,
    spared: Iterable[re.Pattern[str]] = (),
    halves: bool = False,
    met: Met | None = None,
) -> int:
    """How many parts of what the reference does show on none of these inputs, though they do on all that count; 0 where
    there are no such parts, or only such as anybody could leave out.

    For a port in another language that is any part: what it changed may be just that one.  One line that only gives a
    first value may be such a part.  What is changed in lines that are `spared` tells nothing.  With `halves` one half
    of an alternative (`or "0s"`) is such a part, too.  `met` is what mutants did when this was asked before.
    """
    kept = list(kept)
    if hidden := _written(cases, cases.inside()) - _written(cases, kept):
        return len(hidden) + len(cases.exposed)
    lines, guards = cases.source.splitlines(), [*spared]
    asked = [one for one in cases.exposed if not any(guard.search(lines[one.line - 1]) for guard in guards)]
    idle = surviving(cases, asked, kept, others, met=met)
    most = 0.0 if cases.foreign and not cases.guessing else max(1.0, _IDLE * len(cases.exposed))
    whole = (*_WHOLE, "operand") if halves else _WHOLE
    return len(idle) if len(idle) > most or any(one.rule in whole and _part(cases, one) for one in idle) else 0


def lays_out(cases: Cases, others: Room) -> bool:
    """Whether a part of what a program does, and not how it prints, shows in the white space of its output alone.

    Which words stand on a line is then what it is for: it fills lines, draws something, turns a table.
    """
    lines = cases.source.splitlines()
    parts = [one for one in cases.exposed if _part(cases, one) and not _PRINTING.search(lines[one.line - 1])]
    return bool(surviving(cases, parts, cases.inside(), others, layout=False))


def written_for(cases: Cases, there: Callable[[Input], bool], others: Room) -> bool:
    """Whether a statement, a call or an argument of the reference shows only where inputs are so: it is for them."""
    elsewhere = [case for case in cases.inside() if not there(case.given)]
    left_out = [mutant for mutant in cases.exposed if mutant.rule in _LEFT_OUT]
    return bool(elsewhere) and bool(surviving(cases, left_out, elsewhere, others))


def _written(cases: Cases, some: Iterable[Case]) -> set[int]:
    """The branches that these reach and that somebody wrote down: not that a condition is false, or a loop ends."""
    lines = cases.reach.lines
    return {n for case in some for n in case.expected.covered if n >= len(lines) or lines[n] > 0}


def _with_floor(entry: Entry, least: int) -> Entry | None:
    """The entry with numbers from `least` where nothing but custom says from where; None where there are none."""
    (parameter,) = entry.parameters or (None,)
    if parameter is None or not isinstance(parameter.shape, LinesShape):
        return None
    shape = parameter.shape
    rows = _lowered(shape.rows, least, counting(shape.rows))
    return (
        None
        if rows == shape.rows
        else replace(entry, parameters=(replace(parameter, shape=replace(shape, rows=rows)),))
    )


def _lowered(
    rows: tuple[RowShape | BlockShape, ...], least: int, counts: frozenset[str]
) -> tuple[RowShape | BlockShape, ...]:
    return tuple(
        replace(row, rows=_lowered(row.rows, least, counts))
        if isinstance(row, BlockShape)
        else replace(row, tokens=tuple(_from(token, name, least, counts) for name, token in row.named()))
        for row in rows
    )


def _from(token: Shape, name: str, least: int, counts: frozenset[str]) -> Shape:
    usual = isinstance(token, IntShape) and token.low in (None, 1, *_FLOORS) and token.high is None
    return IntShape(least, None) if usual and name not in counts else token
