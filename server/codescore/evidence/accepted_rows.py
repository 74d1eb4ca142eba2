"""Texts for standard input that grow row by row, where a program refuses nearly all that are drawn at once.

Who keeps a state (a car that has come in, an account that is open, numbers on a stack) stops at the first row that does
not fit what came before it, and one of a dozen rows drawn by chance mostly does not.  So one more row is put to a text
that the reference takes, often with words of the rows before it, and what it takes then grows on.
Neighbours: `evidence.feedback` (where nothing says how a program reads), `evidence.lines` (draws whole texts),
`evidence.following` (what a form says), `evidence.cases` (runs the reference), `evidence.special_inputs` (asks).
"""

from __future__ import annotations

import string
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from random import Random

from codescore.evidence.cases import SEED, Cases, explore, extend, job_of, settle
from codescore.evidence.channel import Room
from codescore.evidence.contract import Outcome
from codescore.evidence.domain import DECIDES, Domain
from codescore.evidence.following import LONGEST, many
from codescore.evidence.generate import random_input
from codescore.evidence.pool import Pool
from codescore.evidence.trial import run_all
from codescore.languages.execution import Entry, Input
from codescore.languages.moments import after, beginning
from codescore.languages.shapes import TO_THE_END, LinesShape, OneOf, RowShape, Samples, Shape, TextShape
from codescore.languages.values import Text

_REFUSED = 0.5  # share of the inputs above which most are refused
_STEPS, _FRONT, _EACH = 12, 6, 6  # rows that are added, texts that grow on at once, and ways that are tried for each
_DRAWN, _SEEDS, _DRY = 40, 3, 3  # texts whose rows are taken, those of each origin that grow, steps without success
_MOST = 40  # inputs that are kept
_AGAIN, _KNOWN = 0.5, 0.3  # shares of words: one of an earlier row, one that the program knows
_OTHERS, _OTHER = 0.15, "other"  # share of the words of a form that are another, and which
_LAST, _RUNNING = 0.8, 0.75  # share of rows that come last, of texts whose times go forward


@dataclass(frozen=True, slots=True)
class _Grown:
    """A text, as the lines of each row of a form; in some (`runs`) the times go forward."""

    form: LinesShape
    lines: tuple[tuple[str, ...], ...]
    runs: bool

    def text(self) -> str:
        """It with the numbers that say how many lines there are."""
        found = [list(some) for some in self.lines]
        for place, (row, some) in enumerate(zip(self.form.rows, self.lines, strict=True)):
            for number, head in enumerate(self.form.rows):
                if isinstance(head, RowShape) and row.times in head.names and found[number]:
                    words = found[number][0].split(head.separator)
                    at = head.names.index(str(row.times))
                    words[at : at + 1] = [str(len(some) - row.more)]
                    found[number][0] = head.separator.join(words)
            found[place] += [row.until] if row.until not in (None, TO_THE_END) else []
        return "".join(f"{line}\n" for some in found for line in some)

    def longer(self, place: int, at: int, line: str) -> _Grown:
        """The same with one more line of a row."""
        some = self.lines[place]
        return replace(self, lines=(*self.lines[:place], (*some[:at], line, *some[at:]), *self.lines[place + 1 :]))


def grow_rows(cases: Cases, room: Room) -> None:
    """Add inputs that grew from those that a reference takes, where it refuses most that were drawn."""
    forms = _forms(cases.entry)
    refused = sum(case.place == "rejected" for case in cases.cases)
    if cases.problem or not forms or refused <= _REFUSED * len(cases.cases):
        return
    pool = replace(cases.pool, chance=Random(SEED))  # noqa: S311  repeatable
    growing = _Growing(cases, room, forms, pool)
    growing.grow()
    if growing.takes_others():
        cases.domain = growing.wide
        settle(cases)
    if chosen := growing.chosen():
        extend(cases, room, [(given, False) for given in chosen])
        explore(cases, room)


def _forms(entry: Entry) -> tuple[LinesShape, ...]:
    """The forms of what a program reads, in which rows come again; none where it reads nothing of the kind."""
    shape = entry.parameters[0].shape if entry.kind == "script" and entry.parameters else None
    options = shape.options if isinstance(shape, OneOf) else (shape,)
    forms = [one for one in options if isinstance(one, LinesShape) and all(isinstance(r, RowShape) for r in one.rows)]
    return tuple(one for one in forms if _repeated(one)) if len(forms) == len(options) else ()


def _widened(entry: Entry, forms: Sequence[LinesShape]) -> Entry:
    """The entry with any word in the rows that come again where its form has those alone that a program compares with:
    `else` stands for another one, as often as not."""
    if len(forms) > 1:
        return entry
    (form,) = forms
    again, letters = _repeated(form), TextShape(string.ascii_lowercase, min_size=1)
    rows = tuple(
        replace(row, tokens=tuple(OneOf((t, t, letters)) if _is_words(t) else t for t in row.tokens))
        if number in again and isinstance(row, RowShape) and row.separator != "\n"
        else row
        for number, row in enumerate(form.rows)
    )
    return replace(entry, parameters=(replace(entry.parameters[0], shape=replace(form, rows=rows)),))


def _is_words(token: Shape) -> bool:
    return (
        isinstance(token, Samples)
        and not token.pattern
        and all(isinstance(one, Text) and one.value.isalpha() for one in token.values)
    )


def _repeated(form: LinesShape) -> list[int]:
    """Which rows of a form come again, and are no edges of a tree or signs of a picture."""
    return [
        number
        for number, row in enumerate(form.rows)
        if isinstance(row, RowShape) and (row.times or row.until) is not None and not (row.tree or row.once)
    ]


def _apart(form: LinesShape, text: str, *, runs: bool) -> _Grown | None:
    """The lines of a text by the rows of a form; None where it has another one."""
    left, known = text.split("\n")[:-1], dict[str, int]()
    found: list[tuple[str, ...]] = []
    for row in form.rows:
        end = row.until not in (None, TO_THE_END)
        if row.until == TO_THE_END:
            times = len(left)
        elif end:
            times = left.index(str(row.until)) if row.until in left else -1
        else:
            times = many(row.times, known, 1) + row.more
        if isinstance(row, RowShape) and 0 < times <= len(left):
            words = zip(row.names, left[0].split(row.separator), strict=False)
            known |= {name: int(word) for name, word in words if word.isdecimal() and len(word) < LONGEST}
        if not 0 <= times <= len(left):
            return None
        found.append(tuple(left[:times]))
        del left[: times + end]
    return None if left else _Grown(form, tuple(found), runs)


@dataclass(slots=True)  # mutable: grows
class _Growing:
    """Texts that a reference takes, each with what it reaches, in the order in which they were found."""

    cases: Cases
    room: Room
    forms: tuple[LinesShape, ...]
    pool: Pool
    taken: dict[Input, Outcome] = field(default_factory=dict)
    tried: set[str] = field(default_factory=set)
    drawn: dict[int, list[str]] = field(default_factory=dict)  # lines, by the row that they are of
    known: list[str] = field(default_factory=list)  # words that the program compares with
    wide: Domain = field(init=False)  # with other words, too, where it compares with some

    def __post_init__(self) -> None:
        self.known = self._known()
        self.wide = replace(self.cases.domain, entry=_widened(self.cases.entry, self.forms))

    def grow(self) -> None:
        """Let texts grow until they are long or none is taken any more."""
        made = [random_input(self.cases.entry, self.pool).stdin for _ in range(_DRAWN)]
        drawn = [one for text in made if (one := self._read(text)) is not None]
        for one in drawn:
            for place in _repeated(one.form):
                self.drawn.setdefault(place, []).extend(one.lines[place])
        inside = sorted((case.given.stdin for case in self.cases.inside()), key=len)
        seeds = [one for text in inside if (one := self._read(text)) is not None]
        front = [*map(_empty, drawn[:_SEEDS]), *seeds[:_SEEDS]]
        dry = 0
        for _ in range(_STEPS):
            longer = self._step(front)
            front, dry = (self._best(longer, front), 0) if longer else (front, dry + 1)
            if dry >= _DRY or self.cases.left <= 0:
                return

    def takes_others(self) -> bool:
        """Whether something that somebody wrote down is reached with other words only than those of the form."""
        lines = self.cases.reach.lines
        plain, others = set[int](), set[int]()
        for given, outcome in self.taken.items():
            (plain if self.cases.domain.likelihood(given) >= DECIDES else others).update(outcome.covered)
        plain.update(n for case in self.cases.inside() for n in case.expected.covered)
        return any(n >= len(lines) or lines[n] > 0 for n in others - plain)

    def chosen(self) -> list[Input]:
        """Of the inputs that it takes and that have its form those that reach what others do not, and some more."""
        fitting = [given for given in self.taken if self.cases.domain.likelihood(given) >= DECIDES]
        reached, first = set(self.cases.reach.reached), list[Input]()
        for given in fitting:
            if not self.taken[given].covered <= reached:
                first.append(given)
                reached |= self.taken[given].covered
        others = [given for given in fitting if given not in first]
        self.pool.chance.shuffle(others)
        return [*first, *others][:_MOST]

    def _read(self, text: str) -> _Grown | None:
        runs = self.pool.chance.random() < _RUNNING
        return next((one for form in self.forms if (one := _apart(form, text, runs=runs)) is not None), None)

    def _known(self) -> list[str]:
        """Words that stand alone in quotes."""
        texts = {one.value for one in self.cases.constants if isinstance(one, Text) and one.value.isalnum()}
        return sorted(one for one in texts if any(f"{sign}{one}{sign}" in self.cases.source for sign in "'\""))

    def _step(self, front: Sequence[_Grown]) -> list[tuple[_Grown, Outcome]]:
        """What the reference takes of these with one more row."""
        made: dict[str, _Grown] = {}
        for one in front:
            for _ in range(_EACH):
                for longer in self._longer(one):
                    made.setdefault(longer.text(), longer)
        made = {text: one for text, one in made.items() if text not in self.tried and self._fits(text)}
        self.tried |= made.keys()
        given = [Input((), text) for text in made]
        if not given:
            return []
        quick = len(given) * self.cases.slowest < self.cases.left
        outcomes, ran = run_all(self.room, job_of(self.cases), given, stops=1, quick=quick)
        self.cases.reach.heard(ran)
        self.cases.left -= sum(outcome.seconds for outcome in outcomes)
        tried = zip(given, made.values(), outcomes, strict=False)
        taken = [one for one in tried if one[2].how in ("return", "exit")]
        self.taken |= {text: outcome for text, _, outcome in taken}
        return [(grown, outcome) for _, grown, outcome in taken]

    def _fits(self, text: str) -> bool:
        """Whether a text has the form, which those of only some lengths have while they grow."""
        return len(self.forms) > 1 or self.wide.likelihood(Input((), text)) >= DECIDES

    def _best(self, longer: list[tuple[_Grown, Outcome]], front: list[_Grown]) -> list[_Grown]:
        """Those to go on with: what reaches something that others do not, then any of them."""
        self.pool.chance.shuffle(longer)
        reached, first, others = set[int](), list[_Grown](), list[_Grown]()
        for one, outcome in longer:
            (others if outcome.covered <= reached else first).append(one)
            reached |= outcome.covered
        return [*first, *others, *front][:_FRONT]

    def _longer(self, one: _Grown) -> Iterator[_Grown]:
        """A text with one more row that comes again, mostly at the end."""
        chance = self.pool.chance
        places = [place for place in _repeated(one.form) if self.drawn.get(place)]
        row = one.form.rows[place := chance.choice(places)] if places else None
        if isinstance(row, RowShape):
            rows = one.lines[place]
            at = len(rows) if one.runs or chance.random() < _LAST else chance.randrange(len(rows) + 1)
            yield one.longer(place, at, self._line(row, rows, chance.choice(self.drawn[place]), runs=one.runs))

    def _line(self, row: RowShape, before: Sequence[str], drawn: str, *, runs: bool) -> str:
        """A line that was drawn, with words of those before it in the place of some, or words that a program knows."""
        if row.separator == "\n" or not drawn or not row.tokens:
            return drawn
        words, earlier = drawn.split(row.separator), [line.split(row.separator) for line in before]
        for place, word in enumerate(words):
            said = [line[place] for line in earlier if place < len(line)]
            words[place] = self._word(word, said, row.tokens[min(place, len(row.tokens) - 1)], runs=runs)
        return row.separator.join(words)

    def _word(self, word: str, said: list[str], token: Shape, *, runs: bool) -> str:
        chance, begins = self.pool.chance, beginning(word)
        if begins and said and runs:
            later = after(beginning(said[-1]), chance, self.pool.whole)
            return (later or beginning(said[-1]) or begins) + word[len(begins) :]
        if said and not begins and chance.random() < _AGAIN:
            return chance.choice(said)
        if _is_words(token) and self.wide != self.cases.domain and chance.random() < _OTHERS:
            return _OTHER
        known = self.known if isinstance(token, TextShape) and not begins else []
        return chance.choice(known) if known and chance.random() < _KNOWN else word


def _empty(one: _Grown) -> _Grown:
    """The text without rows that come again."""
    again = _repeated(one.form)
    return replace(one, lines=tuple(() if place in again else some for place, some in enumerate(one.lines)))
