"""Functions that undo another one: `unpack` takes what `pack` gives, and hardly anything else.

Two functions of a reference whose names say so, and of which one gives back what the other was given.  An input of the
second that the first gives for nothing (`pack(unpack(x))` is not `x`) is hardly meant: two right programs read it in
their own ways.  What the first gives for inputs of its own is tried.  Pure but for the runs.
Neighbours: `evidence.cases` (marks what nobody gives), `evidence.session` (asks, once for each function).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from codescore.evidence.case import Case
from codescore.evidence.channel import Job, Room
from codescore.evidence.contract import Outcome
from codescore.evidence.domain import DECIDES, Domain
from codescore.evidence.trial import run_all
from codescore.languages.called import names_in
from codescore.languages.execution import Entry, Input
from codescore.languages.shapes import TextShape

_ENOUGH, _NEARLY = 8, 0.9  # so many inputs of the first must come back, and nearly all
#: What the first of two such functions is called, and what the second.
_PAIRS = (
    ("encode", "decode"), ("encrypt", "decrypt"), ("encipher", "decipher"), ("cipher", "decipher"), ("code", "decode"),
    ("pack", "unpack"), ("zip", "unzip"), ("compress", "decompress"), ("compress", "uncompress"), ("shorten", "expand"),
    ("compress", "expand"), ("compact", "expand"), ("escape", "unescape"), ("quote", "unquote"), ("wrap", "unwrap"),
    ("serialize", "deserialize"), ("serialize", "parse"), ("serialise", "deserialise"), ("format", "parse"),
    ("stringify", "parse"), ("render", "parse"), ("dump", "load"), ("dumps", "loads"), ("write", "read"),
    ("flatten", "unflatten"), ("join", "split"), ("scramble", "unscramble"), ("obfuscate", "deobfuscate"),
    ("to", "from"), ("print", "read"),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Undoes:
    """A function of which another one is `by` the inverse; `called` is what that one takes.

    `way`: not the entry itself is the inverse, but this function, to which it hands all that it is given.
    """

    by: Domain
    called: str
    way: Entry | None = None

    def words(self) -> str:
        """What is said of an input that nobody gives."""
        return f"{self.called} is nothing that {self.by.entry.name} gives"

    def doubted(self, cases: Sequence[Case], job: Job, room: Room) -> list[Case]:
        """The cases, those noted whose input the function gives for none of its own; `job` runs the reference."""
        asked = [case for case in cases if case.expected.how == "return" and not case.shown and case.place == "inside"]
        if self.way is not None:
            return self._by_way(cases, asked, job, room)
        given = [_given(case.given, case.expected) for case in asked]
        outcomes, _ = (
            run_all(room, replace(job, entry=self.by.entry, assume=None), given, stops=1) if given else ([], None)
        )
        strange = {
            case.given
            for case, one, out in zip(asked, given, outcomes, strict=False)
            if self.by.likelihood(one) < DECIDES or out.how != "return" or out.value != case.given.arguments[0]
        }
        return [replace(case, unmeant=self.words()) if case.given in strange else case for case in cases]

    def _by_way(self, cases: Sequence[Case], asked: Sequence[Case], job: Job, room: Room) -> list[Case]:
        """The same, where the inputs go to another function first."""
        assert self.way is not None
        values = [*dict.fromkeys(value for case in asked for value in case.given.arguments)]
        there = [Input((value,)) for value in values]
        read, _ = run_all(room, replace(job, entry=self.way, assume=None), there, stops=1) if there else ([], None)
        back = [Input((one.value,)) for one in read if one.how == "return" and one.value is not None]
        made, _ = run_all(room, replace(job, entry=self.by.entry, assume=None), back, stops=1) if back else ([], None)
        written = dict(zip(back, made, strict=False))
        known = {
            value
            for value, one in zip(values, read, strict=False)
            if one.value is not None
            and (out := written.get(Input((one.value,)))) is not None
            and (out.how, out.value) == ("return", value)
            and self.by.likelihood(Input((one.value,))) >= DECIDES
        }
        strange = {case.given for case in asked if not known.issuperset(case.given.arguments)}
        return [replace(case, unmeant=self.words()) if case.given in strange else case for case in cases]


def _given(given: Input, outcome: Outcome) -> Input:
    """What a result is given to the other function with: further arguments, such as a key, are the same."""
    assert outcome.value is not None
    return Input((outcome.value, *given.arguments[1:]))


def first_of(entry: Entry, entries: Iterable[Entry]) -> list[Entry]:
    """The one of the entries that an entry undoes, as their names say; none where there is none."""
    plain = entry.kind in ("function", "method") and not entry.members and entry.parameters
    return [one for one in entries if plain and _first(one, entry)][:1]


def handed_on(entry: Entry, entries: Sequence[Entry]) -> list[tuple[Entry, Entry]]:
    """A function that undoes another one, which an entry calls and hands its texts to, with that other one.

    None where the entry takes anything else, is one of the two, or calls several such.
    """
    texts = entry.parameters and all(isinstance(one.shape, TextShape) for one in entry.parameters)
    if entry.kind not in ("function", "method") or entry.members or not texts:
        return []
    called = [one for one in entries if one.name in entry.uses and len(one.parameters) == 1]
    taking = [one for one in called if isinstance(one.parameters[0].shape, TextShape)]
    found = [(one, first) for one in taking for first in first_of(one, entries) if entry not in (one, first)]
    return found if len(found) == len(taking) == 1 else []


def undone(
    entry: Entry, by: Domain, known: Iterable[Case], job: Job, room: Room, *, way: Entry | None = None
) -> tuple[Undoes, list[Input]] | None:
    """What an entry undoes, itself or by `way` of another, and inputs that this gives; None where it does not.

    `known` are cases of the function that is undone, `job` runs what undoes it.
    """
    answered = (one for one in known if one.expected.how == "return" and one.expected.value is not None)
    made = [(one.given, one.expected) for one in answered]
    inputs = [_given(given, outcome) for given, outcome in made]
    back, _ = run_all(room, replace(job, assume=None), inputs, stops=1)
    same = sum(out.value == given.arguments[0] for (given, _), out in zip(made, back, strict=False))
    if same < _ENOUGH or same < _NEARLY * len(made):
        return None
    inputs = list(dict.fromkeys(inputs))
    return Undoes(by, entry.parameters[0].name, way), _together(inputs, len(entry.parameters)) if way else inputs


def _together(inputs: Sequence[Input], count: int) -> list[Input]:
    """Inputs of so many parameters, each of which is one of these."""
    values = [given.arguments[0] for given in inputs]
    return [Input(tuple(values[(n * (k + 1) + k) % len(values)] for k in range(count))) for n in range(len(values))]


def _first(one: Entry, two: Entry) -> bool:
    """Whether names say that the second undoes the first, and they take the same but for what is undone."""
    if one is two or one.kind != two.kind or one.owner != two.owner or len(one.parameters) != len(two.parameters):
        return False
    ours, theirs = (tuple(names_in(entry.name)) for entry in (one, two))
    for first, second in _PAIRS:
        if second in theirs and tuple(first if part == second else part for part in theirs) == ours:
            return True
    stem = re.fullmatch(r"(?:un|de)_?(\w{3,})", two.name)
    return stem is not None and stem[1].lower() == one.name.lower()
