"""Standard input for a whole program of which its text does not say how it reads: grown from what refuses it.

A program that reads says at each step what is missing: there is no further line, a line has too few words, a word is
no number.  So an input is grown word by word and line by line, towards what reaches further, until the program takes
it; what was taken is changed, and mended in the same way where that breaks it.  The idea is parser-directed fuzzing
(Mathis et al., PLDI 2019), with the program's own errors in the place of its comparisons.

What is found has the form that the *reference* takes, which may be more than the task has.  Neighbours:
`evidence.cases` (runs what is found), `evidence.session` (asks), `languages.execution.Wanted` (what an error says).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from codescore.evidence.cases import SLOW, UNDOUBTED, Cases, explore, extend, first_inputs
from codescore.evidence.channel import Job, Room
from codescore.evidence.contract import FLOOR, Outcome
from codescore.evidence.mutate import near
from codescore.evidence.pool import Pool
from codescore.evidence.token_texts import counted, joined, longer
from codescore.evidence.trial import run_all
from codescore.languages.execution import Entry, Input, Wanted
from codescore.languages.shapes import LinesShape, TakenShape

#: Runs a program on texts: an outcome for each, fewer where it was given up.
Run = Callable[[list[str]], list[Outcome]]
Asks = Callable[[str, str], Wanted]

_WIDTH, _DEPTH = 8, 40  # texts kept at each step, and steps
_FEW, _MANY = 12, 72  # texts that are taken: at first, and in the end
_ROUNDS, _CHANGES, _MENDS = 8, 16, 4
_LINES = ("1", "2", "3", "1 1", "2 1", "1 2 3", "12", "ab", "1 a", "a b")
_STILL = 0.2  # CPU seconds that are left to the reference once it is known what it reads
_LENT = 1.0  # CPU seconds that the reference may take on input in a candidate's form
_MOST = 4_000  # characters of a text


@dataclass(frozen=True, slots=True)
class _Tried:
    text: str
    outcome: Outcome

    @property
    def taken(self) -> bool:
        return self.outcome.how in ("return", "exit")


def grow(cases: Cases, room: Room, asks: Asks) -> None:
    """Find what a whole program reads by trying, where it took hardly anything of what its text says."""
    if cases.problem or cases.entry.kind != "script" or len(cases.inside()) >= UNDOUBTED:
        return
    job = Job(cases.source, cases.entry, (), assume=cases.conditions.expression, seconds=SLOW)

    def run(texts: list[str]) -> list[Outcome]:
        if cases.left <= 0 or not texts:
            return []
        outcomes, ran = run_all(room, job, [Input((), text) for text in texts])
        cases.reach.heard(ran)
        cases.left -= sum(outcome.seconds for outcome in outcomes)
        return outcomes

    shape = taken(run, asks, cases.pool)
    if shape is not None:
        (parameter,) = cases.entry.parameters
        known = replace(parameter, shape=shape)
        cases.domain = replace(cases.domain, entry=replace(cases.entry, parameters=(known,)))
        cases.forget()
        cases.left = max(cases.left, _STILL)
        extend(cases, room, [(Input((), text), False) for text in shape.texts])
        explore(cases, room)


def lent(cases: Cases, other: Entry, room: Room) -> Cases | None:
    """The same reference with inputs of the form that another program reads, where its own is not known; None where
    that is not needed, or the reference does not take such input either."""
    known = cases.grown or len(cases.inside()) < UNDOUBTED
    shape = other.parameters[0].shape if other.parameters else None
    if cases.problem or not (cases.guessing and known and isinstance(shape, LinesShape)):
        return None
    found = cases.copy()
    found.forget()
    found.reach.reached.clear()
    (parameter,) = cases.entry.parameters
    entry = replace(cases.entry, parameters=(replace(parameter, shape=shape),))
    found.domain, found.lent, found.left = replace(cases.domain, entry=entry), True, _LENT
    extend(found, room, first_inputs(found))
    explore(found, room)
    return found if len(found.inside()) >= FLOOR else None


def taken(run: Run, asks: Asks, pool: Pool) -> TakenShape | None:
    """Texts that a program takes from its standard input and that look as inputs do, at most `_MANY`; None without any.

    They hold nothing that is never read: without the last line the program fails.  A line of which the program takes
    any number of words has as many as a number before it says, and numbers are not negative.
    """
    found: set[str] = set()
    front, seen = [_Tried("", one) for one in run([""])], {""}
    for _ in range(_DEPTH):
        found |= {one.text for one in front if one.taken and one.text}
        refused = [one for one in front if one.outcome.how == "raise"]
        if len(found) >= _FEW or not refused:
            break
        front = _best(_step(refused, run, asks, seen), asks)
    for _ in range(_ROUNDS if found else 0):
        meant = _meant(sorted(found), run)
        if len(meant) >= _MANY:
            break
        found |= _near(meant or sorted(found), run, asks, pool, seen)
    texts = _meant(sorted(found), run)[:_MANY]
    return TakenShape(tuple(texts), _widths(sorted(found))) if texts else None


def _near(seeds: list[str], run: Run, asks: Asks, pool: Pool, seen: set[str]) -> set[str]:
    """More texts that are taken: those changed, and mended where the change broke them."""
    chance, found = pool.chance, set[str]()
    made = [longer(chance.choice(seeds), pool) for _ in range(2 * _CHANGES)]
    made += [near(Input((), chance.choice(seeds)), pool).stdin for _ in range(_CHANGES)]
    texts = [text for text in dict.fromkeys(made) if text not in seen and len(text) <= _MOST]
    seen.update(texts)
    front = [_Tried(text, outcome) for text, outcome in zip(texts, run(texts), strict=False)]
    for _ in range(_MENDS):
        found |= {one.text for one in front if one.taken}
        refused = [one for one in front if one.outcome.how == "raise"]
        if not refused:
            break
        front = _best(_step(refused, run, asks, seen), asks)
    return found


def _meant(texts: list[str], run: Run) -> list[str]:
    """Those that hold nothing too much and whose numbers say how much they hold."""
    widths = _widths(texts)
    likely = [text for text in texts if counted(text, widths)]
    outcomes = run([joined(text.split("\n")[:-2]) for text in likely])
    return [text for text, less in zip(likely, outcomes, strict=False) if less.how == "raise"]


def _widths(texts: list[str]) -> tuple[tuple[int, int], ...]:
    """How many words each line has, at least and at most."""
    seen: dict[int, list[int]] = {}
    for text in texts:
        for place, line in enumerate(text.split("\n")[:-1]):
            seen.setdefault(place, []).append(len(line.split()))
    return tuple((min(seen[place]), max(seen[place])) for place in range(len(seen)))


def _step(refused: list[_Tried], run: Run, asks: Asks, seen: set[str]) -> list[_Tried]:
    """What comes of mending each of these texts in every way that its error suggests."""
    texts = []
    for one in refused:
        for text in _mended(one.text, asks(one.outcome.error, one.outcome.message)):
            if text not in seen and len(text) <= _MOST:
                seen.add(text)
                texts.append(text)
    return [_Tried(text, outcome) for text, outcome in zip(texts, run(texts), strict=False)]


def _best(tried: list[_Tried], asks: Asks) -> list[_Tried]:
    """Those to go on with: what was taken, then what reached most; of those that are alike the shortest and longest."""

    def rank(one: _Tried) -> tuple[bool, int, int]:
        more = one.outcome.how == "raise" and asks(one.outcome.error, one.outcome.message).more
        lines = one.text.count("\n")
        return (not one.taken, -len(one.outcome.covered), -lines if more else lines)

    alike: dict[object, list[_Tried]] = {}
    for one in sorted(tried, key=lambda one: len(one.text)):
        alike.setdefault((one.outcome.covered, one.outcome.error, one.text.count("\n"), one.taken), []).append(one)
    chosen = sorted((one for group in alike.values() for one in (group[0], group[-1])[: len(group)]), key=rank)
    return [one for one in tried if one.taken] + [one for one in chosen if not one.taken][:_WIDTH]


def _mended(text: str, wanted: Wanted) -> Iterator[str]:
    """A text with what its error asks for, the likeliest first."""
    lines = text.split("\n")[:-1]
    if wanted.instead_of is not None:
        yield from _replaced(lines, wanted.instead_of)
    if wanted.words is not None and lines:
        for word in ("1", "2", "a"):
            yield joined([*lines[:-1], " ".join([word] * wanted.words)])
            yield joined([" ".join([word] * wanted.words) if line == lines[-1] else line for line in lines])
        yield joined([*lines[:-1], " ".join(map(str, range(1, wanted.words + 1)))])
    if wanted.more or not lines or wanted == Wanted():
        yield from (joined([*lines, line]) for line in _LINES)
        yield from (joined([*lines, line]) for line in dict.fromkeys(lines[-2:]))
    if lines:
        yield joined([*lines[:-1], f"{lines[-1]} 1"])
        yield joined([*lines[:-1], f"{lines[-1]} 2"])
    if lines and wanted == Wanted():
        yield joined([f"{line} 1" if line.count(" ") == lines[-1].count(" ") else line for line in lines])
        yield joined([*lines[:-1], lines[-1] * 2])
        yield from (joined([*lines[:-1], line]) for line in _LINES if line != lines[-1])


def _replaced(lines: list[str], wrong: str) -> Iterator[str]:
    """The lines with a number where something else stood."""
    for number, line in enumerate(lines):
        words = line.split(" ")
        if line.strip() == wrong.strip() and len(words) > 1:
            yield joined([*lines[:number], words[0], *lines[number + 1 :]])
        for place, word in enumerate(words):
            if word == wrong:
                yield joined(
                    [*lines[:number], " ".join([*words[:place], "1", *words[place + 1 :]]), *lines[number + 1 :]]
                )
