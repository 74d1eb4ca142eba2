"""From vectors and compile flags to similarity, score, signature, and the line where two sketches part."""

from __future__ import annotations

from types import MappingProxyType

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import codescore
from codescore.embed import Encoded
from codescore.foundation.errors import InputError
from codescore.score import Settings, calibrated, closest_pairs, cosine_of, judge, resolve, signature
from tests.stages.bundles import shipped_bundle

KNOTS = ((-1.0, 0.0), (0.6, 0.2), (0.9, 0.5), (1.0, 1.0))
SETTINGS = Settings(0.5, "cls", KNOTS)


def at(cosine: float) -> tuple[Encoded, Encoded]:
    """Two unit vectors with that cosine."""
    a, b = np.array([1, 0]), np.array([cosine, (1 - cosine**2) ** 0.5])
    one, two = (Encoded(MappingProxyType({"cls": v.astype(np.float32)}), 1, 1) for v in (a, b))
    return one, two


@pytest.mark.parametrize(
    ("cosine", "similarity"), [(-1, 0), (0.6, 0.2), (0.75, 0.35), (0.9, 0.5), (0.95, 0.75), (1, 1)]
)
def test_the_similarity_is_the_calibrated_cosine(cosine: float, similarity: float) -> None:
    """Linear between knots."""
    judgement = judge(*at(cosine), SETTINGS, compiles=True)
    assert judgement.cosine == pytest.approx(cosine, abs=1e-6)
    assert judgement.similarity == pytest.approx(similarity, abs=1e-6)


@given(st.lists(st.floats(-2, 2), min_size=2, max_size=20))
def test_a_calibration_never_turns_around(cosines: list[float]) -> None:
    """A larger cosine never has a smaller similarity, and all lie in [0, 1]."""
    values = [calibrated(c, KNOTS) for c in sorted(cosines)]
    assert values == sorted(values)
    assert all(0 <= v <= 1 for v in values)


def test_the_score_is_whether_the_similarity_exceeds_the_threshold() -> None:
    """Strictly, as the paper has it; 0.5 itself is not enough."""
    assert judge(*at(0.95), SETTINGS, compiles=True).score == 1
    assert judge(*at(0.6), SETTINGS, compiles=True).score == 0
    assert judge(*at(1), Settings(1.0, "cls", KNOTS), compiles=True).score == 0


def test_what_does_not_compile_scores_0_whatever_the_similarity() -> None:
    """Section 3.1.3; the similarity is still told."""
    judgement = judge(*at(1), SETTINGS, compiles=False)
    assert (judgement.score, judgement.similarity) == (0, 1.0)


def test_without_vectors_only_a_compile_error_is_known() -> None:
    """No model, no similarity; broken code scores 0 all the same."""
    assert judge(None, None, SETTINGS, compiles=True) == judge(at(1)[0], None, SETTINGS, compiles=True)
    assert judge(None, None, SETTINGS, compiles=True).score is None
    assert judge(None, None, SETTINGS, compiles=False).score == 0


def test_equal_vectors_have_a_cosine_of_exactly_1() -> None:
    """Rounding must not make a renamed copy less than identical."""
    vector = np.random.default_rng(1).standard_normal(256).astype(np.float32)
    vector /= np.linalg.norm(vector)
    assert cosine_of(vector, vector.copy()) == 1.0
    assert -1.0 <= cosine_of(vector, -vector) <= -0.999999


def test_what_is_closest_is_paired_first() -> None:
    """Greedy by cosine, each vector once, as many pairs as the smaller side has."""
    ours = [np.array(v, dtype=np.float32) for v in ([1, 0, 0], [0, 1, 0], [0.6, 0.8, 0])]
    theirs = [np.array(v, dtype=np.float32) for v in ([0, 1, 0], [0.8, 0.6, 0])]
    assert closest_pairs(ours, theirs) == [(1, 0), (2, 1)]
    assert closest_pairs(theirs, ours) == [(0, 1), (1, 2)]
    assert closest_pairs([], ours) == closest_pairs(ours, []) == []


@pytest.mark.bundle
def test_options_that_are_not_given_come_from_the_bundle() -> None:
    """Threshold and pooling; what is given wins."""
    manifest = shipped_bundle().manifest
    assert resolve(None, None, manifest).threshold == manifest.threshold
    assert resolve(None, None, manifest).pooling == manifest.default_pooling
    assert resolve(0.25, "cls", manifest) == Settings(0.25, "cls", manifest.poolings["cls"].calibration)


@pytest.mark.bundle
def test_options_that_cannot_be_are_refused() -> None:
    """With what there is instead."""
    manifest = shipped_bundle().manifest
    with pytest.raises(InputError, match="last-avg"):
        resolve(None, "maximum", manifest)
    for threshold in (-0.1, 1.1, float("nan")):
        with pytest.raises(InputError, match="threshold"):
            resolve(threshold, None, manifest)


def test_the_signature_names_all_that_must_be_equal() -> None:
    """Metric, language, pooling, threshold, sketch version, bundle, checker, our version."""
    made = signature("python", Settings(0.5, "last-avg"), "codescore-r-base@0.1.0#1a2b3c4d", "python 3.11")
    assert made == (
        "CodeScore-R|lang:python|pool:last-avg|thr:0.5|sketch:1|bundle:codescore-r-base@0.1.0#1a2b3c4d"
        f"|check:python 3.11|v:{codescore.__version__}"
    )
    assert "|bundle:none|" in signature("java", Settings(0.5, "cls"), None, "tree-sitter")
