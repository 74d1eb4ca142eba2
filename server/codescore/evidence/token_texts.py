"""Texts of words for standard input of which no form is known: whether one is like those that a program took, one that
is longer, and smaller ones.

Neighbours: `evidence.lines` (texts in a known form), `evidence.feedback` (finds such texts).
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from codescore.evidence.pool import Pool

_OTHER = 0.3  # share of changes that leave every count as it is
_NEEDED = 2  # a line that always has more words than this has as many as the program looks at
_NEGATIVE = re.compile(r"-[0-9.]+")


def smaller_tokens(text: str) -> Iterator[str]:
    """The same rows with one number smaller."""
    lines = [line.split(" ") for line in text.split("\n")]
    for i, line in enumerate(lines):
        for j, word in enumerate(line):
            number = int(word) if _number(word) else 0
            for less in dict.fromkeys((1, number // 2, number - 1)):
                if 0 < less < number:
                    changed = [*line[:j], str(less), *line[j + 1 :]]
                    yield "\n".join(" ".join(row) for row in (*lines[:i], changed, *lines[i + 1 :]))


def _number(word: str) -> bool:
    return word.isascii() and word.isdigit() and len(word) < 15


def counted(text: str, widths: tuple[tuple[int, int], ...]) -> bool:
    """Whether a text looks like those of which the widths of lines are known (`TakenShape`).

    No number is negative, no line is empty, and a line of any width is as wide as a number before it says, or just as
    wide as the program needs it.
    """
    before: set[int] = set()
    for place, line in enumerate(text.removesuffix("\n").split("\n")):
        words = line.split(" ")
        if "" in words or any(_NEGATIVE.fullmatch(word) for word in words):
            return False
        least, most = widths[min(place, len(widths) - 1)]
        if len(words) not in ({least} if least == most or least > _NEEDED else before if place else {len(words)}):
            return False
        before |= {int(word) for word in words if _number(word)}
    return True


def longer(text: str, pool: Pool) -> str:
    """A text in which a number is one more, with one more of all that it counts: words of a line, signs of a word,
    lines; now and then only with other words."""
    chance = pool.chance
    lines = [line.split(" ") for line in text.split("\n")[:-1]] or [[""]]
    numbers = [
        (i, j) for i, line in enumerate(lines) for j, word in enumerate(line) if word.isdigit() and len(word) < 3
    ]
    if not numbers or chance.random() < _OTHER:
        return joined([" ".join(_other(word, pool) for word in line) for line in lines])
    i, j = chance.choice(numbers)
    count = int(lines[i][j])
    lines[i][j] = str(count + 1)
    for line in lines[i + 1 :]:
        if len(line) == count > 1 or (len(line) == count == 1 and chance.random() < 0.5):
            line.append(_other(chance.choice(line), pool))
        elif len(line) == 1 and len(line[0]) == count:
            line[0] += chance.choice(line[0])
    below = lines[i + 1 : i + 1 + count]
    if len(below) == count and count and len({len(line) for line in below}) == 1 and chance.random() < 0.5:
        lines.insert(i + 1 + count, [_other(word, pool) for word in chance.choice(below)])
    return joined([" ".join(line) for line in lines])


def _other(word: str, pool: Pool) -> str:
    """A word of the same kind."""
    chance = pool.chance
    if chance.random() < 0.5:
        return word
    if word.isdigit():
        return str(chance.randint(1, pool.near))
    return "".join(chance.choice(word) for _ in word)


def joined(lines: list[str]) -> str:
    """Lines as one text."""
    return "".join(f"{line}\n" for line in lines)
