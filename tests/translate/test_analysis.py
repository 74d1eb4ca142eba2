"""The analysis of runs: shares by hand, coefficients against scipy's, comparisons on what both sides have."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from codescore.study import correlation as coefficients
from codescore.study.significance import Resampling
from codescore.translate import replay
from codescore.translate.analysis import Analysis, analysed
from codescore.translate.comparisons import kinds, models_compared
from codescore.translate.correlations import correlation
from codescore.translate.outcomes import Outcome, Spent, collect
from codescore.translate.rates import case_rate, pass_at, share
from codescore.translate.records import Answer, Execution, Key, Prompt
from codescore.translate.store import Run
from tests.translate.synthetic import DIRECTIONS, fill, put, tasks

HOW = Resampling(resamples=100, rounds=200)


def outcome(task: str, passed: bool, *, system: str = "m", direction: str = "java_python", **metrics: float) -> Outcome:
    key = Key(system, direction, task)
    execution = Execution(key, "all_passed" if passed else "wrong_answer", 5 if passed else 2, 5)
    return Outcome("run", system, key, execution, metrics)


def analysis(*folders: Path) -> Analysis:
    runs = [Run.open(folder) for folder in folders]
    try:
        return analysed(collect([(folder.name, run) for folder, run in zip(folders, runs, strict=True)]), HOW)
    finally:
        for run in runs:
            run.close()


def test_shares_by_hand() -> None:
    """pass@1 is the mean over tasks, strict accuracy that over samples, cases are summed over all."""
    some = [outcome("1", True), outcome("1", False), outcome("1", False), outcome("2", True)]
    assert pass_at(some, 1, HOW).value == pytest.approx((1 / 3 + 1) / 2)
    assert share(some, lambda one: one.passed, HOW).value == pytest.approx(2 / 4)
    assert case_rate(some, HOW).value == pytest.approx(14 / 20)


def test_pass_at_k_asks_for_k_samples() -> None:
    """Where a task has fewer samples than k there is no value, and the reason names both."""
    some = [outcome("1", True), outcome("1", False), outcome("2", True)]
    found = pass_at(some, 2, HOW)
    assert (found.value, found.why) == (None, "a task has only 1 of 2 samples")


def test_few_tasks_have_no_interval() -> None:
    """Four tasks give a value without an interval, five give one."""
    four = pass_at([outcome(str(k), k > 0) for k in range(4)], 1, HOW)
    five = pass_at([outcome(str(k), k > 0) for k in range(5)], 1, HOW)
    assert four.value == pytest.approx(0.75)
    assert (four.low, four.why) == (None, "fewer than 5 tasks: no interval")
    assert five.low is not None
    assert five.low < 0.8 < (five.high or 0)


def test_what_was_not_run_counts_nowhere(tmp_path: Path) -> None:
    """Answers without an outcome and failures of our own are named, and no rate has them."""
    draw = random.Random(0)
    with Run.create(tmp_path / "run") as run:
        run.put_tasks(tasks(6))
        for k in range(6):
            put(run, Key("m", "python_java", str(k + 1)), passed=True, draw=draw)
        run.put_execute(Execution(Key("m", "python_java", "1"), "environment_failure", 0, 3))
        late = Key("m", "java_python", "1")
        run.put_prompt(Prompt(late, "", "x"))
        run.put_generate(Answer(late, "code", prompt_sha256="x"))
    found = analysis(tmp_path / "run")
    assert (found.samples, found.cells[0].pass_at["1"].value) == (5, 1.0)
    assert sum(found.cells[0].statuses.values()) == 5
    assert [one.split()[0] for one in found.notices] == ["1", "1"]


def test_a_replay_and_a_report_give_the_same_figures(tmp_path: Path) -> None:
    """pass@1 and the share of cases of every model and direction are those that `translate replay` prints."""
    fill(tmp_path / "run", count=6, samples=3)
    with Run.open(tmp_path / "run") as run:
        rows = {(one.model, one.direction): (one.pass_at_1, one.case_rate) for one in replay.rows(run.executions())}
    found = {(one.system, one.direction): one for one in analysis(tmp_path / "run").cells}
    assert {at: (one.pass_at["1"].value, one.case_rate.value) for at, one in found.items()} == {
        at: pytest.approx(figures) for at, figures in rows.items()
    }


def test_what_answers_cost_is_summed(tmp_path: Path) -> None:
    """Known prices are summed, unknown ones counted, times averaged; of no known price there is no sum."""
    fill(tmp_path / "run", models=[("x", 0.9), ("y", 0.5)], directions=["java_python"], count=5)
    with Run.open(tmp_path / "run", write=True) as run:
        for task, cost in (("1", 0.25), ("2", 0.5)):
            run.put_generate(Answer(Key("x", "java_python", task), "", cost=cost, seconds=2.0))
    found = {one.system: one.spent for one in analysis(tmp_path / "run").standings}
    assert found["x"] == Spent(5, 0.75, 3, 2.0)
    assert found["y"] == Spent(5, None, 5, None)


def test_an_empty_run_has_an_empty_analysis(tmp_path: Path) -> None:
    """Nothing was run: nothing is claimed."""
    Run.create(tmp_path / "run").close()
    found = analysis(tmp_path / "run")
    assert (found.samples, found.cells, found.standings, found.correlations, found.compared) == (0, (), (), (), ())


def test_runs_stand_beside_each_other(tmp_path: Path) -> None:
    """A model of two runs is two systems with the runs' names, a model of one run keeps its own."""
    fill(tmp_path / "a", models=[("x", 0.9), ("y", 0.5)], directions=["java_python"], count=6)
    fill(tmp_path / "b", models=[("x", 0.1)], directions=["java_python"], count=6, seed=2)
    found = analysis(tmp_path / "a", tmp_path / "b")
    assert found.systems == ("x (a)", "x (b)", "y")
    assert [one.name for one in found.runs] == ["a", "b"]


def test_every_question_of_a_run_is_answered(tmp_path: Path) -> None:
    """Cells, statuses that sum to the samples, squares, difficulties in order, tags; equal seeds, equal documents."""
    fill(tmp_path / "run", count=10, samples=2)
    found = analysis(tmp_path / "run")
    assert len(found.cells) == 3 * len(DIRECTIONS)
    assert set(found.cells[0].pass_at) == {"1", "2"}
    assert all(sum(one.statuses.values()) == one.strict.samples == 20 for one in found.cells)
    assert [one.name for one in found.by_difficulty] == ["easy", "medium", "hard"]
    assert {one.name: one.tasks for one in found.by_tag} == {"array": 4, "graph": 4, "math": 2, "string": 2, "tree": 2}
    assert {(one.source, one.target) for one in found.squares if not one.system} >= {("C++", "Java"), ("Java", "C++")}
    assert found.standings[0].system == "able"
    assert found.document() == analysis(tmp_path / "run").document()


def _columns(count: int) -> tuple[np.ndarray, np.ndarray]:
    draw = np.random.default_rng(3)
    x = draw.integers(0, 8, count).astype(float)
    return x, (x + draw.normal(0, 4, count) > 4).astype(float)


def test_coefficients_are_scipys() -> None:
    """Pearson, Spearman and Kendall with ties equal scipy's; a weight of two is the row written twice."""
    stats = pytest.importorskip("scipy.stats")
    x, y = _columns(40)
    ones = np.ones((1, 40))
    assert coefficients.pearson(x, y, ones)[0] == pytest.approx(stats.pearsonr(x, y)[0])
    assert coefficients.kendall(x[None], y[None])[0] == pytest.approx(stats.kendalltau(x, y)[0])
    weights = np.random.default_rng(1).integers(0, 3, 40)
    twice, also = np.repeat(x, weights), np.repeat(y, weights)
    ranks = [coefficients.ranked(one, weights[None].astype(float)) for one in (x, y)]
    assert coefficients.pearson(*ranks, weights[None].astype(float))[0] == pytest.approx(
        stats.spearmanr(twice, also)[0]
    )
    assert coefficients.pearson(x, y, weights[None].astype(float))[0] == pytest.approx(stats.pearsonr(twice, also)[0])


def test_intervals_of_means_hold_their_value() -> None:
    """Resampled means are noisier than the means; the interval is about the coefficient itself, not about theirs."""
    pulled = np.random.default_rng(2).normal(0.3, 0.05, 1000)
    low, high = coefficients.around(0.5, pulled)
    assert low < 0.5 < high
    assert np.arctanh(high) - np.arctanh(low) == pytest.approx(2 * 1.96 * np.arctanh(pulled).std(), rel=1e-3)
    assert coefficients.around(0.7, np.full(10, 0.7)) == pytest.approx((0.7, 0.7))


def test_what_does_not_vary_has_no_coefficient() -> None:
    """A constant metric, and outcomes that are all alike, predict nothing: no number, and why."""
    same = correlation("c", [outcome(str(k), k % 2 == 0, c=0.5) for k in range(12)], HOW)
    assert (same.pearson.value, same.spearman.value, same.kendall.value) == (None, None, None)
    passed = correlation("c", [outcome(str(k), True, c=k / 12) for k in range(12)], HOW)
    assert passed.auroc.value is None
    assert passed.pearson.why == "the values or the outcomes do not vary"


def test_a_metric_that_knows_and_one_that_does_not() -> None:
    """A metric that is the outcome has every coefficient 1; one that ignores it has an interval that holds 0."""
    draw = random.Random(5)
    some = [
        outcome(str(k), (k + s) % 3 > 0, system=f"m{s}", direction=d, knows=float((k + s) % 3 > 0), blind=draw.random())
        for k in range(30)
        for s in range(3)
        for d in ("java_python", "python_java")
    ]
    knows, blind = correlation("knows", some, HOW), correlation("blind", some, HOW)
    assert [one.value for one in (knows.auroc, knows.auroc_within_task, knows.pearson)] == [1.0, 1.0, pytest.approx(1)]
    assert len(knows.points) == 6
    assert blind.pearson.low is not None
    assert blind.pearson.low < 0 < (blind.pearson.high or 0)


def _pair(first: Sequence[bool], second: Sequence[bool]) -> list[Outcome]:
    return [outcome(str(k), p, system="a") for k, p in enumerate(first)] + [
        outcome(str(k), p, system="b") for k, p in enumerate(second)
    ]


def test_models_are_compared_on_what_both_have() -> None:
    """Tasks that one side lacks do not count, equal outcomes do not differ, clear ones do."""
    alike = models_compared(_pair([True] * 20, [True] * 10), HOW)[0]
    assert (alike.tasks, alike.difference, alike.differs) == (10, 0.0, False)
    apart = models_compared(_pair([True] * 20, [False] * 20), HOW)[0]
    assert (apart.difference, apart.differs) == (1.0, True)
    few = models_compared(_pair([True] * 3, [False] * 3), HOW)[0]
    assert (few.difference, few.differs, few.why) == (None, None, "fewer than 5 tasks in common")


def test_directions_by_typing() -> None:
    """Static to dynamic stands against dynamic to static; a description has no typing and is in neither."""
    up = [outcome(str(k), True, direction="java_python") for k in range(12)]
    down = [outcome(str(k), False, direction="python_c++") for k in range(12)]
    other = [outcome(str(k), False, direction="text_python") for k in range(12)]
    found, against = kinds([*up, *down, *other], HOW)
    assert [(one.source, one.target, one.rate.value) for one in found] == [
        ("dynamic", "static", 0.0),
        ("static", "dynamic", 1.0),
    ]
    assert [(one.first, one.difference, one.differs) for one in against] == [("static to dynamic", 1.0, True)]
