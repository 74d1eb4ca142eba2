"""A usual promise about what is read: its words, its price, whether inputs keep it, how they are made to.

Neighbours: `evidence.promises` (which there are of numbers, and which explain a difference), `evidence.promised_texts`
(of texts), `evidence.mending` (how words are changed).  Pure.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from codescore.evidence.read_lines import Line


@dataclass(frozen=True, slots=True)
class Promise:
    """Something that all inputs of a task may have in common; `cost` is less the more usual it is.

    `mend` makes a word of the rows `rows` keep it, given its line and place; `together` all their words at once, or
    those of one `column`, and `in_lines` all their lines, whose words it gives.  `spares` matches lines of a program
    that may do nothing where it is kept, as they only guard against what is not so.
    """

    words: str
    cost: float
    holds: Callable[[list[Line]], bool]
    rows: tuple[int, ...] = ()
    mend: Callable[[Line, int], str] | None = None
    together: Callable[[Sequence[str]], list[str]] | None = None
    column: int | None = None
    in_lines: Callable[[Sequence[Line]], list[list[str]]] | None = None
    spares: re.Pattern[str] | None = None

    def applied(self, lines: list[Line]) -> list[list[str]]:
        """The words of these lines, changed so that they keep it."""
        words = [list(line.words) for line in lines]
        if self.in_lines is not None:
            rows = [row for row, line in enumerate(lines) if line.row in self.rows]
            changed = dict(zip(rows, self.in_lines([lines[row] for row in rows]), strict=True))
            return [changed.get(row, some) for row, some in enumerate(words)]
        mine = [
            (row, place)
            for row, line in enumerate(lines)
            if line.row in self.rows
            for place in range(len(words[row]))
            if self.column in (None, place)
        ]
        if self.together is not None:
            new = self.together([words[row][place] for row, place in mine])
        elif self.mend is not None:
            new = [self.mend(lines[row], place) for row, place in mine]
        else:
            return words
        for (row, place), word in zip(mine, new, strict=True):
            words[row][place] = word
        return words


def each(row: int, test: Callable[[Line], bool]) -> Callable[[list[Line]], bool]:
    """Whether all lines of a row pass a test."""
    return lambda read: all(test(line) for line in read if line.row == row)


def unlike(row: int, words: int | None = None) -> Callable[[list[Line]], bool]:
    """Whether no two lines are alike (in so many words), a pair being the same as its reverse."""

    def test(read: list[Line]) -> bool:
        lines = [tuple(sorted(line.words[:2])) + line.words[2:words] for line in read if line.row == row]
        return len(set(lines)) == len(lines)

    return test


def ordered(one: str, two: str) -> bool:
    """Whether names say that one number comes before the other: `l` and `r`, `p` and `q`, `x1` and `x2`."""
    one, two = one.lower(), two.lower()
    if (one[:1], two[:1]) in (("l", "r"), ("s", "t"), ("s", "g"), ("s", "e"), ("b", "t")):
        return True
    return (
        len(one) == len(two) and one[:-1] == two[:-1] and ord(two[-1:]) - ord(one[-1:]) == 1 if one and two else False
    )
