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
    """A function of which another one is `by` the inverse; `called` is what that one takes."""

    by: Domain
    called: str

    def words(self) -> str:
        """What is said of an input that nobody gives."""
        return f"{self.called} is nothing that {self.by.entry.name} gives"

    def doubted(self, cases: Sequence[Case], job: Job, room: Room) -> list[Case]:
        """The cases, those noted whose input the function gives for none of its own; `job` runs the reference."""
        asked = [case for case in cases if case.expected.how == "return" and not case.shown and case.place == "inside"]
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


def _given(given: Input, outcome: Outcome) -> Input:
    """What a result is given to the other function with: further arguments, such as a key, are the same."""
    assert outcome.value is not None
    return Input((outcome.value, *given.arguments[1:]))


def first_of(entry: Entry, entries: Iterable[Entry]) -> list[Entry]:
    """The one of the entries that an entry undoes, as their names say; none where there is none."""
    plain = entry.kind in ("function", "method") and not entry.members and entry.parameters
    return [one for one in entries if plain and _first(one, entry)][:1]


def undone(entry: Entry, by: Domain, known: Iterable[Case], job: Job, room: Room) -> tuple[Undoes, list[Input]] | None:
    """What an entry undoes, and inputs that this gives; None where it does not.  `known` are cases of the other one,
    `job` runs the reference."""
    answered = (one for one in known if one.expected.how == "return" and one.expected.value is not None)
    made = [(one.given, one.expected) for one in answered]
    inputs = [_given(given, outcome) for given, outcome in made]
    back, _ = run_all(room, replace(job, assume=None), inputs, stops=1)
    same = sum(out.value == given.arguments[0] for (given, _), out in zip(made, back, strict=False))
    if same < _ENOUGH or same < _NEARLY * len(made):
        return None
    return Undoes(by, entry.parameters[0].name), list(dict.fromkeys(inputs))


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
