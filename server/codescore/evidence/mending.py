"""Words of a line of standard input changed so that they keep a usual promise, as far as that goes.

Each function makes one that is given a line and the place of a word and gives the word that belongs there.  Pure.
Neighbours: `evidence.promises` (which promises there are, and whether they hold).
"""

from __future__ import annotations

import string
from collections.abc import Callable, Sequence
from itertools import count, islice
from random import Random

from codescore.evidence.read_lines import Line
from codescore.languages.moments import after, written_as

LARGEST = 10**10  # what numbers are at most of which nothing is known
_KINDS = (string.digits, string.ascii_lowercase, string.ascii_uppercase)
_FEW = 3  # a number that is too small is made one of so many
_SOON = 0.5  # share of texts whose times hardly go on
_ONE_LENGTH = 2  # of texts that are made to be of one length


def in_order(one: int, two: int, test: Callable[[int, int], bool]) -> Callable[[Line, int], str]:
    """The two numbers exchanged where they fail, and where that does not help the second one more than the first."""

    def mend(line: Line, place: int) -> str:
        if place not in (one, two) or len(line.numbers) <= two:
            return line.words[place]
        first, second = line.numbers[one], line.numbers[two]
        if not test(first, second):
            first, second = (second, first) if test(second, first) else (first, first + 1)
        return str(first if place == one else second)

    return mend


def cut(name: str) -> Callable[[Line, int], str]:
    """A text made as long as a number says (no more than nine times as long), or `_ONE_LENGTH` where none does."""
    return lambda line, place: (line.words[place] * 9)[: max(1, dict(line.known).get(name, _ONE_LENGTH))]


def of_line(change: Callable[[Sequence[int]], list[int]]) -> Callable[[Line, int], str]:
    """A line of numbers as it is after a change to all of them."""
    return lambda line, place: str(change(line.numbers)[place]) if line.numbers else line.words[place]


def unequal(numbers: Sequence[int]) -> list[int]:
    """The numbers, those that were there before replaced by the smallest that is not."""
    known = set(numbers)
    found: list[int] = []
    for number in numbers:
        new = number if number not in found else next(k for k in count(1) if k not in known)
        known.add(new)
        found.append(new)
    return found


def different(words: Sequence[str]) -> list[str]:
    """The words, those that were there before made longer until they are others."""
    known, found = set(words), set[str]()
    made: list[str] = []
    for word in words:
        new = word if word not in found else next(w for n in count(1) if (w := word + n * word[-1:]) not in known)
        known.add(new)
        found.add(new)
        made.append(new)
    return made


def ranks(numbers: Sequence[int]) -> list[int]:
    """Each number from 1 once, in the order that the numbers have."""
    order = sorted(range(len(numbers)), key=lambda place: numbers[place])
    return [1 + order.index(place) for place in range(len(numbers))]


def raised(least: int) -> Callable[[Line, int], str]:
    """At least so much."""

    def mend(line: Line, place: int) -> str:
        number = line.numbers[place] if line.numbers else least
        return str(least + (least - number) % _FEW) if number < least else line.words[place]

    return mend


def lowered(limit: Callable[[Line], int]) -> Callable[[Line, int], str]:
    """From 1 to the limit that a line has."""

    def mend(line: Line, place: int) -> str:
        most = limit(line) if line.numbers else 0
        over = line.numbers and line.numbers[place] > most > 0
        return str(1 + (line.numbers[place] - 1) % most) if over else line.words[place]

    return mend


def always(limit: int) -> Callable[[Line], int]:
    """A limit that is the same for all lines."""
    return lambda _: limit


def as_named(name: str, more: int) -> Callable[[Line], int]:
    """A limit that is so much more than what a name says."""
    return lambda line: dict(line.known).get(name, LARGEST) + more


def rewritten(signs: str) -> Callable[[Line, int], str]:
    """A text of these signs alone."""
    return lambda line, place: "".join(c if c in signs else signs[ord(c) % len(signs)] for c in line.words[place])


def without_repeats(line: Line, place: int) -> str:
    """A text in which a sign that was there before is another of its kind, or left out where there is none."""
    found: list[str] = []
    word = line.words[place]
    for sign in word:
        kind = next((some for some in _KINDS if sign in some), sign)
        free = [c for c in kind if c not in found and c not in word]
        found += [sign] if sign not in found else free[:1]
    return "".join(found)


def ended(endings: tuple[str, ...]) -> Callable[[Line, int], str]:
    """A text that ends in one of these."""

    def mend(line: Line, place: int) -> str:
        word = line.words[place]
        return word if word.endswith(endings) else word + endings[len(word) % len(endings)]

    return mend


def bit(line: Line, place: int) -> str:
    """0 or 1."""
    return str(line.numbers[place] % 2) if line.numbers else line.words[place]


def under_first(less: int) -> Callable[[Line, int], str]:
    """So much less than the first number of the line, or not more."""
    under = lowered(lambda line: line.numbers[0] - less)
    return lambda line, place: under(line, place) if place else line.words[0]


def with_sign(sign: str, times: int) -> Callable[[Line, int], str]:
    """A word in which a sign stands so many times: where it first does, else evenly among the others."""

    def mend(line: Line, place: int) -> str:
        word = line.words[place]
        others = word.replace(sign, "")
        at = [number - before for before, number in enumerate(n for n, c in enumerate(word) if c == sign)][:times]
        at += [len(others) * (n + 1) // (times + 1) for n in range(times - len(at))]
        for number, spot in enumerate(sorted(at)):
            others = others[: spot + number] + sign + others[spot + number :]
        return others

    return mend


def spread_over(sign: str, times: int, alphabet: str, words: Sequence[str]) -> list[str]:
    """Words that together have a sign so many times: the first of them stay, others become one of the `alphabet`."""
    text = "".join(words)
    other = next((c for c in "." + alphabet if c != sign and c in alphabet), "")
    at = [place for place, c in enumerate(text) if c == sign][:times]
    free = [place for place in range(len(text)) if place not in at]
    at += [free[len(free) * (n + 1) // (times + 1)] for n in range(times - len(at)) if free]
    signs = [sign if place in at else other if c == sign else c for place, c in enumerate(text)]
    left = iter(signs)
    return ["".join(islice(left, len(word))) for word in words]


def one_after_the_other(words: Sequence[str]) -> list[str]:
    """Words of which those that are written as the first time or date among them are in order, or one soon after the
    other.
    """
    form = next(filter(None, map(written_as, words)), "")
    at = [place for place, word in enumerate(words) if form and written_as(word) == form]
    made, times, chance = [*words], sorted(words[place] for place in at), Random(" ".join(words))  # noqa: S311  repeatable
    soon = chance.random() < _SOON
    for number, place in enumerate(at):
        before = made[at[number - 1]] if number else ""
        later = after(before, chance, (), soon=True) if soon and before else ""
        made[place] = later or max(before, times[number])
    return made
