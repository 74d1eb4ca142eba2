"""The structural metrics are total: whatever a text holds, they give a value in [0, 1] or a reason."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

from codescore.metrics.metric import Context, Pair
from codescore.metrics.registry import make

STRUCTURAL = ["weight-bleu", "syntax-match", "dataflow-match", "code-bleu", "code-bleu-1-1-4-4",
              "code-bleu-compatible", "crystal-bleu", "ruby"]  # fmt: skip
PAIRS = json.loads(Path(__file__).with_name("codebleu-0.7.0.json").read_text(encoding="utf-8"))["pairs"]
ODD = ["\0", "\ud800", "\u2028", "é", "\t", "{", "(", "'''", '"', "\\", "\r", "#", "/*", "else", ":", "=", "lambda"]


def damaged(rng, text):
    """A text with some pieces cut out, doubled or replaced by odd characters."""
    for _ in range(rng.randrange(1, 6)):
        start = rng.randrange(len(text) + 1)
        end = min(len(text), start + rng.randrange(20))
        text = text[:start] + rng.choice(["", text[start:end] * 2, rng.choice(ODD)]) + text[end:]
    return text


@pytest.mark.parametrize("language", ["python", "java"])
@pytest.mark.parametrize("name", STRUCTURAL)
def test_damaged_code_is_a_value_never_an_exception(name, language):
    """Code cut and garbled at random, on either side, is scored or refused with a reason."""
    rng = Random(7)
    texts = [p["reference"] for p in PAIRS if p["language"] == language][::3]
    pairs = [Pair(damaged(rng, text), (damaged(rng, text), rng.choice(texts)), language) for text in texts]
    (metric,) = make([name], Context())
    for found in metric.scores(pairs):
        assert (found.value is None) == bool(found.reason)
        assert found.value is None or 0 <= found.value <= 1
    assert (metric.statistics(pairs) >= 0).all()


@pytest.mark.parametrize("name", STRUCTURAL)
def test_one_side_a_hundred_times_the_other(name):
    """Very unequal sides end, with a low value or a reason."""
    small = PAIRS[0]["reference"]
    large = "\n".join(small.replace("def ", f"def f{n}_") for n in range(100))
    (metric,) = make([name], Context())
    for pair in (Pair(small, (large,), "python"), Pair(large, (small,), "python")):
        (found,) = metric.scores([pair])
        assert found.value is not None
        assert 0 <= found.value <= 1


@pytest.mark.parametrize("name", STRUCTURAL)
def test_values_do_not_depend_on_what_was_scored_before(name):
    """The same pair has the same value again, alone and among others."""
    pairs = [Pair(p["candidate"], (p["reference"],), p["language"]) for p in PAIRS[::20]]
    (metric,) = make([name], Context())
    together = [found.value for found in metric.scores(pairs)]
    assert together == [metric.scores([pair])[0].value for pair in reversed(pairs)][::-1]


def test_no_reference_is_no_value():
    """A pair without references is refused with a reason by every metric."""
    for metric in make(STRUCTURAL, Context()):
        (found,) = metric.scores([Pair("x = 1", (), "python")])
        assert found.value is None or found.note, metric.name
