"""Signatures: every value carries one, and none can be had without."""

from __future__ import annotations

import pytest

from codescore import __version__
from codescore.metrics import Context, Result, Score, Signature, compute, make, names, sign


def test_a_result_without_a_signature_cannot_be_made() -> None:
    """Neither by leaving it out nor by putting something else in its place."""
    with pytest.raises(TypeError):
        Result("bleu", Score(0.5))  # type: ignore[call-arg]
    for wrong in (None, "", "BLEU|lang:python"):
        with pytest.raises(TypeError, match="needs the signature"):
            Result("bleu", Score(0.5), wrong)  # type: ignore[arg-type]


def test_a_signature_needs_title_language_and_version() -> None:
    """What it takes to compare two values at all."""
    for title, settings in (("", (("lang", "x"), ("v", "1"))), ("BLEU", (("lang", "x"),)), ("BLEU", (("v", "1"),))):
        with pytest.raises(TypeError, match="not a signature"):
            Signature(title, settings)
    with pytest.raises(TypeError, match="not a signature"):
        Signature("BLEU", (("lang", "x"), ("lang", "y"), ("v", "1")))


def test_a_signature_reads_like_sacrebleus() -> None:
    """Title, settings, version, with bars between."""
    (metric,) = make(["bleu"], Context("regex"))
    assert str(sign(metric, "java")) == f"BLEU|lang:java|tok:regex|n:4|smooth:exp|eff:sentence|v:{__version__}"
    assert "|boot:1000|" in str(sign(metric, "java", {"boot": "1000"}))


def test_no_value_can_break_the_format() -> None:
    """A bar or a line break in a setting is taken out."""
    assert str(Signature("A|B", (("lang", "x\ny"), ("v", "1")))) == "A/B|lang:x y|v:1"


def test_two_metrics_never_share_a_signature() -> None:
    """A signature names its metric: titles differ, or their settings do."""
    made = make(names(), Context())
    signatures = [str(sign(metric, "python")) for metric in made]
    assert len(set(signatures)) == len(names())


def test_signatures_are_the_same_before_and_after_scoring() -> None:
    """Computing changes nothing that a signature says."""
    (metric,) = make(["exact-match-formatted"], Context())
    before = str(sign(metric, "python"))
    (column,) = compute("a = 1", "a  =  1", language="python", metrics="exact-match-formatted")
    assert str(column.results[0].signature) == before
    assert column.results[0].score.value == 1.0
