"""Keeps the identity of objects out of what is compared: an address says nothing of what a program does.

Texts lose the addresses that Python writes into them (`<Node object at 0x7f...>`).  What else depends on an address
(`id`, `hash`, the order of a set of objects) cannot be seen in a value; so the second run of a reference finds memory
laid out in another way (`shake`), and what comes out otherwise is dropped as not repeatable.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable

#: An address in memory as Python writes it; a number that a program writes itself hardly has as many digits.
_ADDRESS = re.compile(r"\bat 0x[0-9a-f]{9,16}\b")
_SMALL = range(48, 513, 16)  # sizes of blocks that Python keeps lists of
_SMALLEST: tuple[Callable[[], object], ...] = (
    object,
    lambda: complex(1, 1),
)  # of 16 and 32 bytes; no `bytes` is so small
_LARGE = range(600, 6000, 200)
_BLOCKS = 48  # of each size
_HEADER = 33  # bytes of a `bytes` object besides its content


def scrubbed(text: str) -> str:
    """A text without addresses."""
    return _ADDRESS.sub("at 0x...", text) if "at 0x" in text else text


def addressed(text: str) -> bool:
    """Whether a text tells where something is."""
    return "at 0x" in text and _ADDRESS.search(text) is not None


def _orders() -> list[tuple[Callable[[], object], list[int]]]:
    """What makes blocks of each size, and in which order so many are freed."""
    chance = random.Random(4711)  # noqa: S311  a layout, not a secret
    found = []
    for make in (*_SMALLEST, *((lambda size=size: bytes(size - _HEADER)) for size in (*_SMALL, *_LARGE))):
        order = list(range(_BLOCKS + chance.randrange(16)))
        chance.shuffle(order)
        found.append((make, order))
    return found


_ORDERS = _orders()  # found out once, before there is a program


def shake() -> list[object]:
    """Take memory, and free some of it in a shuffled order; what is left must be kept while the program runs."""
    kept: list[object] = []
    for make, order in _ORDERS:
        blocks: list[object] = [make() for _ in order]
        for number, place in enumerate(order):
            if number % 3 == 0:
                kept.append(blocks[place])
            blocks[place] = None
    return kept
