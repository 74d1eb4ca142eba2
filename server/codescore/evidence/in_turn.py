"""The usual promise that two words of a log come in turn for each name: who comes in has gone out before.

Pure.  Neighbours: `languages.turns` (which words a program keeps and takes out by), `evidence.promising` (asks).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product

from codescore.evidence.promised import Promise
from codescore.evidence.read_lines import Line
from codescore.languages.turns import Turn, compared_words, turns

_COST, _OF_TWO = 0.4, 0.6  # the second where no other words are promised than the two
_MOST_COLUMNS, _MOST = 4, 12  # of which nothing tells what they are, and promises of all columns
_PLACE = re.compile(r"\[(\d{1,2})\]$")
#: What is meant by all words but one where no program says it.
_OTHER = {
    "in": "out", "login": "logout", "on": "off", "open": "close", "start": "stop", "enter": "leave", "+": "-",
    "begin": "end", "up": "down", "arrive": "depart", "push": "pop", "add": "remove", "1": "0",
}  # fmt: skip
_ELSE = "x"


def in_turn(read: Sequence[list[Line]], source: str, candidate: str) -> list[Promise]:
    """What is promised of lines of a reference that puts something in at one word and takes it out at another, and
    never asks at the first whether it is there.  Where it knows one word, the candidate may know the other.
    """
    rows: dict[int, list[Line]] = {}
    for line in (line for lines in read for line in lines):
        rows.setdefault(line.row, []).append(line)
    found: list[Promise] = []
    for turn in turns(source):
        theirs = sorted(compared_words(candidate) - {turn.puts, turn.takes}) if not turn.puts or not turn.takes else []
        for word, name in _columns(turn, list(rows.values())):
            mine = tuple(row for row, lines in rows.items() if any(len(line.words) > max(word, name) for line in lines))
            log = _Log(turn.puts, turn.takes, word, name, mine)
            logs = [log, *(replace(log, puts=turn.puts or one, takes=turn.takes or one, alone=True) for one in theirs)]
            for one in logs:
                cost = _OF_TWO if one.alone else _COST
                found.append(Promise(one.said(turn), cost, one.holds, mine, in_lines=one.alternating))
    return found[:_MOST]


def _columns(turn: Turn, rows: list[list[Line]]) -> Iterator[tuple[int, int]]:
    """The places of the word and of the name in a line, as the form or the program says, or any that may be."""
    known = {turn.puts, turn.takes} - {""}
    lines = [line for some in rows for line in some]
    names = next((line.names for line in lines if {turn.word, turn.name} <= {*line.names}), ())
    said = _place(turn.word, names), _place(turn.name, names)
    some = {place for line in lines for place, word in enumerate(line.words[:_MOST_COLUMNS]) if word in known}
    words = [said[0]] if said[0] is not None else sorted(some)
    others = [said[1]] if said[1] is not None else range(_MOST_COLUMNS)
    width = max((len(line.words) for line in lines), default=0)
    yield from ((one, other) for one, other in product(words, others) if one != other and max(one, other) < width)


def _place(name: str, names: tuple[str, ...]) -> int | None:
    at = _PLACE.search(name)
    return int(at[1]) if at is not None else names.index(name) if name in names else None


@dataclass(frozen=True, slots=True)
class _Log:
    """Lines of which one place has a word of two kinds, "" for all others than the other, and another a name."""

    puts: str
    takes: str
    word: int
    name: int
    rows: tuple[int, ...]
    alone: bool = False  # there are no other words than the two

    def said(self, turn: Turn) -> str:
        """The promise in words."""
        first, second = (repr(word) if word else "other words" for word in (self.puts, self.takes))
        name = turn.name if turn.name.isidentifier() else f"word {self.name + 1} of a line"
        alone = "only " if self.alone else ""
        return f"for each {name} {alone}{first} and {second} come in turn, {first} first"

    def holds(self, read: list[Line]) -> bool:
        """Whether no name is put in twice, nor taken out where it is not in."""
        inside: set[str] = set()
        for line in read:
            if line.row in self.rows and self._has(line):
                kind = self._kind(line)
                if kind == (line.words[self.name] in inside) or (kind is None and self.alone):
                    return False
                inside ^= {line.words[self.name]} if kind is not None else set()
        return True

    def alternating(self, lines: Sequence[Line]) -> list[list[str]]:
        """The words of lines in which the two come in turn for each name."""
        words = [list(line.words) for line in lines]
        kinds = [self._kind(line) for line in lines]
        known = tuple(
            next((some[self.word] for some, kind in zip(words, kinds, strict=True) if kind is puts), "")
            for puts in (True, False)
        )
        puts, takes = self.puts or known[0] or _opposite(self.takes), self.takes or known[1] or _opposite(self.puts)
        inside: set[str] = set()
        for line, some, kind in zip(lines, words, kinds, strict=True):
            if kind is not None or (self.alone and self._has(line)):
                some[self.word] = takes if some[self.name] in inside else puts
                inside ^= {some[self.name]}
        return words

    def _has(self, line: Line) -> bool:
        return len(line.words) > max(self.word, self.name)

    def _kind(self, line: Line) -> bool | None:
        """Whether a line puts something in; None where it does neither."""
        word = line.words[self.word] if self._has(line) else None
        if word is None:
            return None
        if word in (self.puts, self.takes):
            return word == self.puts
        return None if self.puts and self.takes else not self.puts


def _opposite(word: str) -> str:
    """The other of two words, written as the one is."""
    both = _OTHER | {other: one for one, other in _OTHER.items()}
    found = both.get(word.lower(), _ELSE)
    return found.upper() if word.isupper() else found.capitalize() if word.istitle() else found
