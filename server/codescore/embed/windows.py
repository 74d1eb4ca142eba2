"""Texts → rows of token ids that fit the model: tokenise, cut into windows, group rows of like length.

A window is what the tokenizer puts around a text (`<s>` ... `</s>`) with a slice of the text between.  Windows do not
overlap; a cut falls on a line's end where there is one.  Knows the tokenizer, not the model.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from codescore.foundation.errors import BundleError

_LINE_BREAKS = ("\n", "Ċ")  # plain, and in byte-level spelling


@dataclass(frozen=True, slots=True)
class Rows:
    """The model inputs of one text: token ids with special tokens, and how many tokens of the text each holds."""

    ids: tuple[tuple[int, ...], ...]
    weights: tuple[int, ...]

    @property
    def tokens(self) -> int:
        """Tokens of the whole text, without special ones."""
        return sum(self.weights)


class Windows:
    """The tokenizer of a bundle.  Thread-safe.  Raises BundleError where it cannot be used."""

    def __init__(self, tokenizer: bytes, max_tokens: int, vocabulary: int) -> None:
        from tokenizers import Tokenizer  # noqa: PLC0415 (a server parses before it needs this)

        try:
            loaded = Tokenizer.from_str(tokenizer.decode("utf-8"))
        except Exception as error:  # noqa: BLE001 (the library raises bare Exception)
            raise BundleError(f"the bundle's tokenizer cannot be used: {error}") from None
        loaded.no_padding()
        loaded.no_truncation()
        known = loaded.get_vocab(with_added_tokens=True)
        if len(known) > vocabulary or max(known.values(), default=0) >= vocabulary:
            raise BundleError(f"the bundle's tokenizer knows {len(known)} tokens, its manifest says {vocabulary}")
        self._tokenizer = loaded
        self.max_tokens = max_tokens
        self.pad = int(known.get("<pad>", 0))
        first, last = _content(loaded.encode("f").special_tokens_mask)
        self.head, self.tail = first, len(loaded.encode("f").ids) - last  # special tokens before and behind a text
        self._special = int(loaded.num_special_tokens_to_add(False))
        self._breaks = frozenset(i for token, i in known.items() if token.startswith(_LINE_BREAKS))

    def rows(self, text: str) -> Rows:
        """The windows of one text, in order; an empty text has one window that holds special tokens only."""
        encoding = self._tokenizer.encode(text)
        ids: list[int] = encoding.ids
        if len(ids) <= self.max_tokens:
            return Rows((tuple(ids),), (max(1, len(ids) - self._special),))
        first, last = _content(encoding.special_tokens_mask)
        head, tail = ids[:first], ids[last:]
        room = max(1, self.max_tokens - len(head) - len(tail))
        slices = cut(ids[first:last], room, self._breaks)
        return Rows(tuple((*head, *part, *tail) for part in slices), tuple(map(len, slices)))

    def places(self, text: str) -> list[tuple[int, int]]:
        """The characters [start, end) of a text that each of its tokens stands for, in order, over all windows."""
        encoding = self._tokenizer.encode(text)
        places: list[tuple[int, int]] = encoding.offsets[self.head : len(encoding.ids) - self.tail]
        return places


def cut(ids: Sequence[int], room: int, breaks: frozenset[int]) -> list[Sequence[int]]:
    """Slices of at most `room` ids; each but the first starts at a line break (an id in `breaks`) where it can."""
    slices: list[Sequence[int]] = []
    start = 0
    while len(ids) - start > room:
        stop = start + room
        at = next((i for i in range(stop, start, -1) if ids[i] in breaks), stop)
        slices.append(ids[start:at])
        start = at
    slices.append(ids[start:])
    return slices


def batches(lengths: Sequence[int], budget: int, rows: int) -> list[list[int]]:
    """Indices of rows grouped so that rows of one group are of like length, longest group first.

    A group has at most `rows` rows, at most `budget` tokens with padding (or one row), and no row shorter than three
    quarters of its longest.
    """
    groups: list[list[int]] = []
    longest = 0
    for index in sorted(range(len(lengths)), key=lambda i: (-lengths[i], i)):
        group = groups[-1] if groups else None
        fits = (
            group is not None
            and len(group) < rows
            and (len(group) + 1) * longest <= budget
            and 4 * lengths[index] >= 3 * longest
        )
        if fits:
            groups[-1].append(index)
        else:
            groups.append([index])
            longest = lengths[index]
    return groups


def _content(special: Sequence[int]) -> tuple[int, int]:
    """Where the text's own tokens start and end between the special ones that were put around them."""
    first, last = 0, len(special)
    while first < last and special[first]:
        first += 1
    while last > first and special[last - 1]:
        last -= 1
    return first, last
