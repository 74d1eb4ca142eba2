"""Prepared texts: made once, remembered within bounds, the same whether or not they were remembered."""

from __future__ import annotations

import gc
import weakref

from codescore.metrics import Pair, compute_pairs
from codescore.metrics.prepared import prepare

FUNCTION = "def f(a):\n    b = a + {number}\n    return b * {number}\n"


def long_text(number: int, characters: int) -> str:
    """Python of about so many characters, different for each number."""
    one = FUNCTION.format(number=number)
    return one * (characters // len(one) + 1)


def alive(texts: list[str]) -> int:
    """How many characters of these texts are still held, once all of them were prepared and parsed."""
    held = []
    for text in texts:
        made = prepare(text, "python")
        assert made.syntax is not None
        held.append((weakref.ref(made), len(text)))
        del made
    gc.collect()
    return sum(size for made, size in held if made() is not None)


def test_a_text_is_prepared_once() -> None:
    """The reference of many candidates is the same object, with what was made of it."""
    text = long_text(1, 400)
    assert prepare(text, "python") is prepare(text, "python")
    assert prepare(text, "python").tokens("code") is prepare(text, "python").tokens("code")


def test_many_texts_hold_a_bounded_number_of_characters() -> None:
    """Trees of 600 texts of 4,000 characters are not all kept (all would be 2.4 million characters)."""
    assert 100_000 < alive([long_text(number, 4_000) for number in range(600)]) <= 300_000


def test_of_long_texts_only_the_last_few_stay() -> None:
    """Enough for a candidate and its references, whatever their size."""
    texts = [long_text(number, 50_000) for number in range(8)]
    assert 2 * len(texts[0]) <= alive(texts) <= 5 * len(texts[0])


def test_what_was_forgotten_is_scored_the_same() -> None:
    """Memory changes no value."""
    pairs = [Pair(long_text(n, 600), (long_text(n + 1, 600),), "python") for n in range(3)]

    def values() -> list[float | None]:
        columns = compute_pairs(pairs, metrics="bleu,chrf,code-bleu")
        return [result.score.value for column in columns for result in column.results]

    first = values()
    alive([long_text(number, 4_000) for number in range(1000, 1100)])
    assert values() == first
