"""Training the probability: nothing leaks between folds, equal rows give equal curves, measures are what they say."""

from __future__ import annotations

import gzip
import json
import shutil
from pathlib import Path

import msgspec
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from codescore.embed import ProbabilityModel, load_bundle, packaged_bundle_path
from codescore.embed.manifest import PROBABILITY_FEATURES
from codescore.foundation.errors import InputError
from codescore.score import probability_of
from codescore_train.cli import main
from codescore_train.probability import measure, report
from codescore_train.probability.band import Answers, band_of, told
from codescore_train.probability.choose import choose, out_of_fold, split, value, variants, within
from codescore_train.probability.data import REWRITTEN, LabelledRow, Table, table
from codescore_train.probability.fit import Variant, fit, predict, shape_of

DATA = Path(__file__).parents[3] / "shared" / "data" / "humaneval-python.dev.jsonl.gz"
SMALL = Variant("small", ("recall", "chrf", "calls_missing"), ("reference_length",), 0.05)


def made(seed: int, tasks: int = 30, each: int = 8, languages: tuple[str, ...] = ("a", "b")) -> Table:
    """Rows in which recall, chrF and missing calls tell something, and tasks differ in how often they are passed."""
    random = np.random.default_rng(seed)
    rows = []
    for task in range(tasks):
        ease = random.normal()
        for language in languages:
            for _ in range(each):
                signal = random.normal()
                numbers = dict.fromkeys(PROBABILITY_FEATURES, 0.5) | {"operator_substitutions": 0.0}
                numbers["recall"] = float(np.tanh(signal + random.normal()))
                numbers["chrf"] = float(1 / (1 + np.exp(-signal - random.normal())))
                numbers["calls_missing"] = float(random.poisson(np.exp(-signal / 2)))
                numbers["reference_length"] = 4.0 - ease + random.normal() / 5
                sound = bool(random.random() > 0.1)
                passed = sound and bool(random.random() < 1 / (1 + np.exp(-2 * signal - ease)))
                rows.append(LabelledRow("made", f"t{task}", language, passed, sound, int(random.integers(20, 60)),
                                tuple(numbers[name] for name in PROBABILITY_FEATURES)))  # fmt: skip
    return table(rows)


@settings(max_examples=40, deadline=None)
@given(st.lists(st.integers(0, 12), min_size=4, max_size=60), st.integers(2, 10), st.integers(0, 99))
def test_a_task_is_wholly_on_one_side(tasks: list[int], folds: int, seed: int) -> None:
    """Whatever the tasks: no fold trains on a task it is tested on, and every row is tested exactly once."""
    numbers = np.asarray(tasks)
    tested: list[int] = []
    for inside, outside in split(numbers, folds, seed):
        assert not set(numbers[inside]) & set(numbers[outside])
        assert len(inside) + len(outside) == len(numbers)
        tested += outside.tolist()
    assert sorted(tested) == list(range(len(tasks)))


def test_what_only_a_leak_could_tell_is_not_told() -> None:
    """Where a feature names the task and nothing else, predictions out of fold are chance; seen ones are not."""
    random = np.random.default_rng(3)
    rows = []
    for task in range(40):
        passed, mark = bool(task % 2), float(random.random())
        for language in ("a", "b"):
            for _ in range(6):
                numbers = dict.fromkeys(PROBABILITY_FEATURES, 0.5) | {"chrf": mark}
                rows.append(LabelledRow("made", f"t{task}", language, passed, True, 9, tuple(numbers.values())))
    leaky = table(rows)

    def memory(part: Table) -> ProbabilityModel:
        """A model that knows each task it saw by its mark: a curve through all of them."""
        marks = dict(zip(part.column("chrf").tolist(), part.passed.tolist(), strict=True))
        knots = [(x, 5.0 if marks[x] else -5.0) for x in sorted(marks)]
        model = fit(made(1), SMALL)
        term = msgspec.structs.replace(model.pooled.terms[0], feature="chrf", knots=tuple(knots))
        odds = msgspec.structs.replace(model.pooled, intercept=0.0, terms=(term,))
        return msgspec.structs.replace(model, languages={}, pooled=odds)

    seen = predict(memory(leaky), leaky)
    assert ((seen > 0.5) == leaky.passed).all()
    unseen = out_of_fold(leaky, memory, seed=1)
    assert abs(((unseen > 0.5) == leaky.passed).mean() - 0.5) < 0.25


def test_every_fold_is_trained_without_its_tasks_and_choosing_happens_inside() -> None:
    """What is handed to training never holds a task that is predicted with it, in any language, rewritten or not."""
    rows = made(2)
    handed: list[set[int]] = []

    def train(part: Table) -> ProbabilityModel:
        handed.append(set(part.tasks.tolist()))
        chosen, _ = choose(part, [SMALL], seed=0)
        return fit(part, chosen)

    out_of_fold(rows, train, seed=4)
    tested = [set(rows.tasks[outside].tolist()) for _, outside in split(rows.tasks, 10, 4)]
    assert len(handed) == 10
    assert all(not seen & held for seen, held in zip(handed, tested, strict=True))


def test_training_is_deterministic() -> None:
    """Equal rows give equal curves, to the last digit."""
    assert fit(made(5), SMALL) == fit(made(5), SMALL)
    assert fit(made(5), SMALL) != fit(made(6), SMALL)


def test_the_product_computes_what_training_does() -> None:
    """`probability_of` on each row is what `predict` says of it, for languages with curves of their own and others."""
    rows = made(7, tasks=40)
    other = made(8, tasks=2, languages=("c",))
    model = fit(rows, SMALL)
    assert set(model.languages) == {"a", "b"}
    for part in (rows, other):
        expected = predict(model, part)
        for k in range(0, len(part), 7):
            numbers = dict(zip(PROBABILITY_FEATURES, part.numbers[k].tolist(), strict=True))
            language = str(part.language[k])
            if part.sound[k]:
                found = probability_of(numbers, model, language)
                assert found is not None
                assert found.value == pytest.approx(expected[k], abs=1e-9)
            else:
                assert expected[k] == model.languages.get(language, model.pooled).broken


def test_no_curve_runs_against_its_sense() -> None:
    """A missing call never helps and a higher share never harms, even where the data say so; a copy adds nothing."""
    rows = made(9)
    against = Table(rows.data, rows.language, rows.tasks, ~rows.passed, rows.sound, rows.tokens, rows.numbers)
    for part in (rows, against):
        for odds in fit(part, SMALL).languages.values():
            for term in odds.terms:
                shape = shape_of(term.feature)
                steps = np.diff([y for _, y in term.knots])
                assert (shape.sense * steps >= 0).all()
                if shape.sense:
                    x, y = zip(*term.knots, strict=True)
                    assert np.interp(shape.copy, x, y) == 0
    assert not any(t.feature == "recall" for t in fit(against, SMALL).pooled.terms)


def test_it_learns_what_there_is_to_learn() -> None:
    """Out of fold it ranks within tasks better than any single number, and its chances come true."""
    rows = made(10, tasks=80)
    scores = out_of_fold(rows, lambda part: fit(part, SMALL), seed=1)
    best = max(within(rows, np.where(rows.sound, rows.column(name), -9)) for name in ("recall", "chrf"))
    assert within(rows, scores) > best
    assert measure.measures(rows, [scores])["ECE"][0] < 0.08  # type: ignore[operator]


def test_rewritten_references_teach_the_direction_and_not_the_level() -> None:
    """An operator replaced lowers the probability more once there are examples; what a copy gets stays as it is."""
    plain = made(11)
    rows = []
    at = PROBABILITY_FEATURES.index("operator_substitutions")
    for task in range(30):
        for passed in (True, False):
            numbers = [1.0 if name in ("recall", "chrf") else 0.0 for name in PROBABILITY_FEATURES]
            numbers[at] = 0.0 if passed else 1.0
            rows.append(LabelledRow(REWRITTEN, f"t{task}", "a", passed, True, 30, tuple(numbers)))
    extra = table(rows)
    both = Table(*(np.concatenate((getattr(plain, f), getattr(extra, f))) for f in Table.__slots__))
    variant = Variant("operators", ("recall", "operator_substitutions"), (), 0.05)
    without, taught = fit(plain, variant), fit(both, variant)
    assert all(t.feature != "operator_substitutions" for t in without.pooled.terms)
    (curve,) = (t for t in taught.pooled.terms if t.feature == "operator_substitutions")
    assert curve.knots[1][1] < -0.1
    assert taught.pooled.intercept == pytest.approx(without.pooled.intercept, abs=0.1)
    assert not both.written[len(plain) :].any()


def test_the_rule_takes_the_fewest_features_among_the_close() -> None:
    """A feature that tells nothing is not taken along; one that tells much is."""
    rows = made(12, tasks=60)
    small = Variant("small", ("recall", "chrf", "calls_missing"), (), 0.1)
    larger = Variant("larger", (*small.terms, "literals_extra"), (), 0.1)
    poor = Variant("poor", ("literals_extra",), (), 0.1)
    taken, values = choose(rows, [larger, small, poor], seed=0)
    assert taken is small
    assert values["poor"] < values["small"] - 0.05
    assert value(rows, np.where(rows.passed, 1.0, 0.0)) == 1.0


def test_without_token_vectors_the_cosine_is_what_is_asked() -> None:
    """A bundle of single vectors has no recall; its variants do without."""
    rows = made(13)
    numbers = rows.numbers.copy()
    for name in ("recall", "mismatch"):
        numbers[:, PROBABILITY_FEATURES.index(name)] = np.nan
    bare = Table(rows.data, rows.language, rows.tasks, rows.passed, rows.sound, rows.tokens, numbers)
    assert all("recall" in one.terms for one in variants(rows))
    assert all("cosine" in one.terms and "recall" not in one.terms for one in variants(bare))
    with pytest.raises(InputError, match="does not give every number"):
        fit(bare, SMALL)


def test_rows_without_both_outcomes_teach_nothing() -> None:
    """And one line says so."""
    rows = made(14)
    for passed in (np.zeros(len(rows), bool), rows.sound):
        one = Table(rows.data, rows.language, rows.tasks, passed, rows.sound, rows.tokens, rows.numbers)
        with pytest.raises(InputError, match="nothing to learn from"):
            fit(one, SMALL)


def test_measures_by_hand() -> None:
    """Four candidates of one task: of like length only the last two, ordered wrongly; errors as defined."""
    numbers = tuple(0.0 for _ in PROBABILITY_FEATURES)
    rows = table(
        [
            LabelledRow("d", "t", "a", p, True, n, numbers)
            for p, n in ((True, 100), (False, 10), (True, 50), (False, 51))
        ]
    )
    scores = np.asarray([0.9, 0.1, 0.4, 0.6])
    found = measure.measures(rows, [scores])
    assert found["length-matched"][0] == 0.0
    assert found["within-task AUROC"][0] == 0.75
    assert found["Brier"][0] == pytest.approx((0.01 + 0.01 + 0.36 + 0.36) / 4)
    assert found["ECE"][0] == pytest.approx((0.1 + 0.1 + 0.6 + 0.6) / 4)


def test_the_band_leaves_three_answers_of_four_right() -> None:
    """Where all answers are right it is empty; noise around one half is left out."""
    random = np.random.default_rng(1)
    scores = random.random(4000)
    passed = (random.random(4000) < scores).astype(float)
    low, high = measure.unsure(passed, scores)
    assert low == pytest.approx(1 - high)
    assert 0.2 < high - low < 0.6 or measure.decided(passed, scores, (low, high))["right of these"] >= 0.75
    assert measure.decided(passed, scores, (low, high))["right of these"] >= 0.75
    assert measure.unsure((scores > 0.5).astype(float), scores) == (0.5, 0.5)


def test_the_band_is_that_of_all_sets_together() -> None:
    """Where less is right on one of them it is wider, and each set's own answers are told."""
    scores = np.linspace(0.01, 0.99, 400)
    alone, both = Answers("a", scores, (scores > 0.5).astype(float)), Answers("b", scores, (scores > 0.5).astype(float))
    near = abs(scores - 0.5) < 0.3
    both.passed[near] = 1 - both.passed[near]
    assert band_of([alone]) == (0.5, 0.5)
    low, high = band_of([alone, both])
    assert 0.3 <= low < 0.5 < high <= 0.7
    assert told([alone, both], (low, high))["a"]["right of these"] == 1.0
    assert told([alone, both], (low, high))["b"]["right of these"] < 1.0


@pytest.mark.bundle
def test_the_band_is_chosen_on_what_was_not_trained_on(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """And recorded, with what was answered; a set that was trained on is refused."""
    bundle = tmp_path / "bundle"
    shutil.copytree(packaged_bundle_path(), bundle)
    bodies = [("return a + b", True), ("return a - b", False), ("c = a\n    c += b\n    return c", True)]
    rows = [
        {"id": f"{k}", "task": "t", "lang": "python", "passed": passed, "reference": "def f(a, b):\n    return b + a\n",
         "candidate": f"def f(a, b):\n    {body}\n"}
        for k, (body, passed) in enumerate(bodies)
    ]  # fmt: skip
    for name in ("fresh", "humaneval-python"):
        (tmp_path / f"{name}.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    command = ["probability", str(bundle), "--out", str(tmp_path / "out"), "--record", "--version", "9.9.9", "--band"]
    assert main([*command, str(tmp_path / "fresh.jsonl")]) == 0
    found = json.loads((tmp_path / "out" / "band.json").read_text())
    manifest = load_bundle(bundle).manifest
    assert manifest.probability is not None
    assert (list(manifest.probability.unsure), manifest.version) == (found["band"], "9.9.9")
    assert found["sets"]["fresh"]["pairs"] == 3
    assert main([*command, str(tmp_path / "humaneval-python.jsonl")]) == 2
    assert "was trained on humaneval-python" in capsys.readouterr().err


@pytest.mark.bundle
def test_the_command_measures_records_and_is_repeatable(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """From data to a manifest that the product loads; a second run reads its rows and writes the same model."""
    if not DATA.is_file():
        pytest.skip(f"NO DATA at {DATA}")
    if not packaged_bundle_path().is_dir():
        pytest.skip("NO BUNDLE: build it with codescore-train")
    bundle, out, data = tmp_path / "bundle", tmp_path / "out", tmp_path / "few.jsonl.gz"
    shutil.copytree(packaged_bundle_path(), bundle)
    rows = [json.loads(line) for line in gzip.decompress(DATA.read_bytes()).splitlines()]
    tasks = sorted({row["task"] for row in rows})[:8]
    some = [row for task in tasks for row in [row for row in rows if row["task"] == task][:8]]
    with gzip.open(data, "wt", encoding="utf-8") as file:
        file.writelines(json.dumps(row) + "\n" for row in some)
    arguments = ["probability", str(bundle), "--data", str(data), "--out", str(out), "--seeds", "1"]
    assert main([*arguments, "--record"]) == 0
    first = load_bundle(bundle).manifest.probability
    assert first is not None
    assert first.training["rows"] == len(some)
    names = ("result.json", "notes.md", "reliability.svg", "reliability.png")
    assert all((out / name).stat().st_size > 0 for name in names)
    assert json.loads((out / "result.json").read_text())["model"]["pooled"]["intercept"] == first.pooled.intercept
    assert "Rule of choice" in (out / "notes.md").read_text()
    shutil.copy(packaged_bundle_path() / "manifest.json", bundle)
    assert main(arguments) == 0
    assert load_bundle(bundle).manifest.probability == load_bundle(packaged_bundle_path()).manifest.probability
    again = json.loads((out / "result.json").read_text())["model"]
    assert msgspec.convert(again, ProbabilityModel).pooled == first.pooled
    capsys.readouterr()
    (tmp_path / "none.jsonl").write_text("")
    assert main(["probability", str(bundle), "--data", str(tmp_path / "none.jsonl"), "--out", str(out)]) == 2
    assert capsys.readouterr().err.count("\n") == 1
    assert main([*arguments, "--transfer", str(tmp_path / "nowhere.jsonl")]) == 2
    assert capsys.readouterr().err == f"codescore-train: no data set at {tmp_path / 'nowhere.jsonl'}\n"


def test_bars_that_are_not_reached_are_named() -> None:
    """With value and bar; what has no bar is not judged."""
    good = {"within-task AUROC": [0.9], "pooled AUROC": [0.9], "ECE": [0.01], "length-matched": [0.9]}
    assert report.missed({"python": good, "java": good, "all": {}}) == []
    assert report.missed({"python": good | {"ECE": [0.06]}, "c": {}}) == ["python: ECE 0.060 (bar 0.05)"]
