"""Synthetic models: what is replaced by what, on grades small enough to check by eye."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from codescore.study.papers.human import PORTIONS, distinct, originals, synthesise, taken

NAMES = ("a", "b", "c")

grades = (
    st.integers(1, 60)
    .flatmap(
        lambda tasks: st.lists(st.lists(st.integers(0, 4), min_size=tasks, max_size=tasks), min_size=3, max_size=3)
    )
    .map(lambda rows: np.array(rows, dtype=np.float64))
)


def test_the_largest_gains_come_first_and_from_the_best_model() -> None:
    """Of ten tasks of `a`, 30 % are replaced: those that gain most, ties in the order of tasks, by the best rated."""
    rated = np.array([
        [0, 1, 2, 3, 4, 0, 1, 2, 3, 4],
        [1, 1, 2, 3, 4, 4, 4, 2, 3, 4],
        [0, 4, 0, 0, 0, 4, 0, 3, 0, 0],
    ], dtype=np.float64)  # fmt: skip
    made = {model.name: model for model in synthesise(rated, NAMES)}
    assert made["a+30%"].source.tolist() == [0, 2, 0, 0, 0, 1, 1, 0, 0, 0]
    assert made["a+10%"].source.tolist() == [0, 0, 0, 0, 0, 1, 0, 0, 0, 0]
    assert made["a-20%"].source.tolist() == [0, 0, 0, 0, 2, 0, 0, 0, 0, 2]
    assert made["a+1%"].source.tolist() == [0] * 10, "1 % of ten tasks is none"


def test_what_nobody_did_better_is_not_replaced_and_said() -> None:
    """A model whose snippets are all best rated cannot be improved; the lacking replacements are counted."""
    made = {m.name: m for m in synthesise(np.array([[4.0] * 10, [0.0] * 10, [4.0] * 10]), NAMES)}
    assert made["a+30%"].source.tolist() == [0] * 10
    assert made["a+30%"].lacking == 3
    assert made["a-30%"].lacking == 0


@given(grades)
def test_improving_never_lowers_a_grade_and_worsening_never_raises_one(rated: np.ndarray) -> None:
    """Every replacement changes the grade in the wanted direction, and at most the wanted share of tasks changes."""
    made = synthesise(rated, NAMES)
    assert len(made) == 2 * len(NAMES) * len(PORTIONS)
    for model, now in zip(made, taken(made, rated), strict=True):
        changed = model.source != model.base
        change = (now - rated[model.base])[changed]
        assert (np.sign(change) == np.sign(model.percent)).all()
        assert changed.sum() + model.lacking == round(abs(model.percent) * rated.shape[1] / 100)


def test_models_with_equal_outputs_count_once() -> None:
    """Of synthetic models that give the same the last stays; an original always stays."""
    rated = np.array([[4.0] * 10, [0.0] * 10, [4.0] * 10])
    models = originals(NAMES, 10) + synthesise(rated, NAMES)
    outputs = [[f"{name}{task}" for task in range(10)] for name in NAMES]
    kept = [model.name for model in distinct(models, outputs)]
    assert kept[:3] == ["a", "b", "c"]
    assert "a+30%" not in kept, "it is `a` itself"
    assert "b+1%" not in kept
    assert [name for name in kept if name.startswith("b+")] == ["b+10%", "b+25%", "b+30%"], "15 to 25 % of 10 are 2"
