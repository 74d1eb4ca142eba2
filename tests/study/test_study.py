"""Whole studies of small data: rows, resuming, failures, processes, and the files that are written."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from codescore.embed import packaged_bundle_path
from codescore.foundation.errors import InputError
from codescore.metrics import registry
from codescore.metrics.metric import Metric, Pair, Score
from codescore.study.plan import Settings
from codescore.study.run import study
from codescore.study.scoring import Recipe, scorers

pyarrow_parquet = pytest.importorskip("pyarrow.parquet", reason="pyarrow (extra study) writes scores.parquet")

REFERENCE = "def largest(a, b):\n    if a > b:\n        return a\n    return b\n"
CANDIDATES = (
    ("def largest(x, y):\n    if x > y:\n        return x\n    return y\n", True),
    ("def largest(x, y):\n    return x if x > y else y\n", True),
    ("def largest(x, y):\n    if x < y:\n        return x\n    return y\n", False),
    ("def largest(x, y):\n    return (x\n", False),
)
TEXT = ("edit-similarity", "rouge-l", "always-1")


def write_set(folder: Path, *, tasks: int = 4, name: str = "small.jsonl", **more: Any) -> Path:
    rows = [
        {"id": f"t{t}/{k}", "set": "small", "task": f"t{t}", "lang": "python", "candidate": code + f"# {t}\n",
         "reference": REFERENCE, "passed": passed} | more
        for t in range(tasks)
        for k, (code, passed) in enumerate(CANDIDATES)
    ]  # fmt: skip
    path = folder / name
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


def run(
    paths: Sequence[Path], out: Path, *, metrics: Sequence[str] = TEXT, jobs: int = 1, **more: Any
) -> list[dict[str, Any]]:
    settings = Settings(metrics=tuple(metrics), **({"conditions": ("original",), "audited": 0} | more))
    return study(list(paths), settings, out, jobs=jobs, progress=lambda *_: None).rows


def by_metric(rows: list[dict[str, Any]], condition: str = "original") -> dict[str, dict[str, Any]]:
    return {row["metric"]: row for row in rows if row["condition"] == condition}


FIELDS = {
    "data", "lang", "metric", "condition", "n", "tasks", "pass_rate", "auroc", "auroc_within_task", "kendall_tau_b",
    "mae", "mae_at_threshold", "threshold", "mcc", "accuracy", "precision", "recall", "f1", "mean_score", "ci95",
    "seconds", "signature",
}  # fmt: skip


def test_a_record_does_not_tell_where_things_are_kept(tmp_path: Path) -> None:
    """Data sets and the bundle are named, their folders are not."""
    run([write_set(tmp_path)], tmp_path / "out", bundle=packaged_bundle_path())
    details = json.loads((tmp_path / "out" / "details.json").read_text())
    assert details["settings"]["bundle"] == packaged_bundle_path().name
    assert str(tmp_path) not in json.dumps(details)
    assert str(packaged_bundle_path().parent) not in json.dumps(details)


def test_the_summary_is_a_list_of_rows(tmp_path: Path) -> None:
    """With the contract's fields; no number without a signature, no NaN."""
    rows = run([write_set(tmp_path)], tmp_path / "out")
    written = json.loads((tmp_path / "out" / "summary.json").read_text(), parse_constant=pytest.fail)
    assert written == json.loads(json.dumps(rows))
    assert set(by_metric(written)) == set(TEXT)
    for row in written:
        assert set(row) >= FIELDS
        assert row["signature"].count("|") >= 2
        assert (row["n"], row["tasks"], row["pass_rate"]) == (16, 4, 0.5)
        assert set(row["ci95"]) >= {"auroc", "mae", "mcc"}
    constant = by_metric(written)["always-1"]
    assert (constant["auroc"], constant["mae"], constant["kendall_tau_b"]) == (0.5, 0.5, None)
    assert constant["reasons"] == {"kendall_tau_b": "all scores are equal"}


def test_every_condition_has_rows_and_semantic_changes_labels(tmp_path: Path) -> None:
    """Of 8 that pass, 25 % is 2: their label becomes 0 where an operator could be replaced."""
    conditions = ("original", "o2s", "s2s", "token", "syntax", "semantic")
    rows = run([write_set(tmp_path)], tmp_path / "out", conditions=conditions, seeds=2)
    found = {row["condition"]: row for row in rows if row["metric"] == "edit-similarity"}
    assert list(found) == ["original", "o2s", "s2s", "token", "syntax", *(f"semantic-{n}" for n in (25, 50, 75, 100))]
    assert [found[f"semantic-{n}"]["pass_rate"] for n in (25, 50, 75, 100)] == [0.375, 0.25, 0.125, 0]
    assert found["semantic-100"]["auroc"] is None
    assert "every pair failed" in found["semantic-100"]["reasons"]["auroc"]
    assert found["token"]["draws"] == found["semantic-25"]["draws"] == 2
    assert found["original"]["changed"] == 0 < found["syntax"]["changed"] < 1
    assert found["s2s"]["mean_score"] > found["o2s"]["mean_score"]


def test_studies_repeat(tmp_path: Path) -> None:
    """Equal seeds give equal rows, whatever the number of processes; only times differ."""
    data = write_set(tmp_path)
    how = {"conditions": ("original", "syntax"), "seeds": 2, "audited": 2}
    one = run([data], tmp_path / "one", **how)
    two = run([data], tmp_path / "two", jobs=2, **how)
    assert [{**row, "seconds": 0} for row in one] == [{**row, "seconds": 0} for row in two]


class Counting(Metric):
    """A metric that counts its pairs, fails on some and has a bug on others."""

    name, title, summary, source = "counting", "Counting", "For tests.", "here"
    seen: list[str] = []  # noqa: RUF012  (shared on purpose: instances are made by the registry)
    bug = False

    def settings(self, language: str) -> dict[str, str]:
        return {}

    def scores(self, pairs: Sequence[Pair], tick: Callable[[int], None] | None = None) -> list[Score]:
        if self.bug and any("# 1" in pair.candidate for pair in pairs):
            raise ZeroDivisionError("oops")
        self.seen.extend(pair.candidate for pair in pairs)
        return [Score(None, reason="too odd") if "# 2" in p.candidate else Score(0.5) for p in pairs]


@pytest.fixture
def counting(monkeypatch: pytest.MonkeyPatch) -> type[Counting]:
    monkeypatch.setattr(registry, "metric_class", lambda _name: Counting)
    Counting.seen.clear()
    Counting.bug = False
    return Counting


def test_a_second_run_computes_only_what_failed(tmp_path: Path, counting: type[Counting]) -> None:
    """Scores come from the store; failures are tried again, counted, and never a 0."""
    data = write_set(tmp_path)
    [first] = run([data], tmp_path / "out", metrics=["counting"])
    assert len(counting.seen) == 16
    assert (first["n"], first["failed"], first["failures"]) == (12, 4, {"too odd": 4})
    counting.seen.clear()
    [second] = run([data], tmp_path / "out", metrics=["counting"])
    assert len(counting.seen) == 4
    assert all("# 2" in code for code in counting.seen)
    assert first["mean_score"] == second["mean_score"] == 0.5


def test_a_bug_of_a_metric_costs_only_the_pairs_that_show_it(tmp_path: Path, counting: type[Counting]) -> None:
    """It is named as such."""
    counting.bug = True
    [row] = run([write_set(tmp_path)], tmp_path / "out", metrics=["counting"])
    assert row["n"] == 8
    assert row["failures"]["failed: ZeroDivisionError: oops"] == 4


def test_a_study_that_was_stopped_goes_on(tmp_path: Path, counting: type[Counting]) -> None:
    """What was scored before Ctrl-C is not scored again, and no summary was written that says less than it seems."""
    data = write_set(tmp_path, tasks=40)
    settings = Settings(metrics=("counting",), conditions=("original",), audited=0)

    def stop(stage: str, done: int, _of: int) -> None:
        if "scoring" in stage and done >= 30:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        study([data], settings, tmp_path / "out", jobs=1, progress=stop)
    assert not (tmp_path / "out" / "summary.json").exists()
    before = set(counting.seen)
    counting.seen.clear()
    run([data], tmp_path / "out", metrics=["counting"])
    again = before & set(counting.seen)
    assert all("# 2" in code for code in again)
    assert before | set(counting.seen) >= {row["candidate"] for row in map(json.loads, data.read_text().splitlines())}


def test_labels_that_are_missing_are_counted(tmp_path: Path) -> None:
    """A pair without outcome is left out, and said; a set of grades alone is correlated with these."""
    data = write_set(tmp_path)
    lines = data.read_text().splitlines()
    lines[0] = lines[0].replace('"passed": true', '"passed": null')
    data.write_text("\n".join(lines), encoding="utf-8")
    graded = write_set(tmp_path, name="graded.jsonl", set="graded", passed=None, human=2)
    rows = run([data, graded], tmp_path / "out", conditions=("original", "semantic"))
    assert by_metric([r for r in rows if r["data"] == "small"])["rouge-l"]["n"] == 15
    other = by_metric([r for r in rows if r["data"] == "graded"])["rouge-l"]
    assert (other["auroc"], other["kendall_tau_b"], other["outcome"]) == (None, None, "human")
    assert other["reasons"]["kendall_tau_b"] == "every pair has the grade 2: there is nothing to tell apart"
    details = json.loads((tmp_path / "out" / "details.json").read_text())
    left = {(one["data"], one["condition"]): one["reason"] for one in details["left_out"]}
    assert left["small", "all"] == "1 pair has neither an outcome nor a grade"
    assert "grades, not outcomes" in left["graded", "semantic"]


def test_a_set_in_a_language_without_a_grammar_is_measured_as_text(tmp_path: Path) -> None:
    """Metrics of text give their numbers and sign the tokens; what needs a grammar is left out, and it is said."""
    foreign = write_set(tmp_path, name="foreign.jsonl", lang="cobol")
    rows = run([foreign], tmp_path / "out", metrics=("bleu", "rouge-l", "syntax-match"), conditions=("original", "s2s"))
    found = {row["metric"]: row for row in rows}
    assert {row["condition"] for row in rows} == {"original"}
    assert [found[name]["failed"] for name in ("bleu", "rouge-l", "syntax-match")] == [0, 0, 16]
    assert "|tok:regex|" in found["bleu"]["signature"]
    details = json.loads((tmp_path / "out" / "details.json").read_text())
    assert "no grammar is installed for cobol: of its 16 pairs" in details["data"][0]["remarks"][0]
    assert [one["condition"] for one in details["left_out"]] == ["s2s"]


def test_large_sets_are_not_perturbed_by_seed(tmp_path: Path) -> None:
    """Unless asked: it is said, and sketches are still compared."""
    rows = run([write_set(tmp_path)], tmp_path / "out", conditions=("original", "s2s", "syntax"), perturb_at_most=10)
    assert {row["condition"] for row in rows} == {"original", "s2s"}
    details = json.loads((tmp_path / "out" / "details.json").read_text())
    assert "--perturb-at-most" in details["left_out"][0]["reason"]
    few = run([write_set(tmp_path)], tmp_path / "few", conditions=("original", "syntax"), perturb_at_most=10, limit=10)
    assert {row["condition"] for row in few} == {"original", "syntax"}


def test_a_part_of_a_set_is_measured_by_itself(tmp_path: Path) -> None:
    """Without the ids that end so, on the data as they are."""
    rows = run([write_set(tmp_path)], tmp_path / "out", leave_out=("/3", "/none"))
    part = [row for row in rows if row["data"] == "small without /3"]
    assert {row["n"] for row in part} == {12}
    assert not any("none" in row["data"] for row in rows)


def test_what_is_left_out_fails_nothing(tmp_path: Path, counting: type[Counting]) -> None:
    """Failures of a part are those of its own pairs."""
    assert counting.seen == []
    rows = run([write_set(tmp_path)], tmp_path / "out", metrics=["counting"], leave_out=("t2/3",))
    assert {row["data"]: (row["n"], row["failed"]) for row in rows} == {"small": (12, 4), "small without t2/3": (12, 3)}


def test_the_audit_tells_rewrites_from_mutants(tmp_path: Path) -> None:
    """A constant cannot, and exact match passes neither."""
    out = tmp_path / "out"
    run([write_set(tmp_path)], out, metrics=("always-1", "exact-match", "edit-similarity"), audited=5)
    rows = {row["metric"]: row for row in json.loads((out / "details.json").read_text())["audit"]}
    assert rows["always-1"]["auroc"] == 0.5
    assert (rows["always-1"]["recall"], rows["always-1"]["false_positive_rate"]) == (1, 1)
    assert (rows["exact-match"]["recall"], rows["exact-match"]["false_positive_rate"]) == (0, 0)
    assert rows["edit-similarity"]["auroc"] < 0.5  # a mutant differs by a character or two
    assert rows["edit-similarity"]["references"] == 1


def test_scores_by_pair_are_in_the_parquet_file(tmp_path: Path) -> None:
    """One row per pair, metric, condition and draw, each with its signature."""
    run([write_set(tmp_path)], tmp_path / "out", conditions=("original", "syntax"), seeds=2)
    table = pyarrow_parquet.read_table(tmp_path / "out" / "scores.parquet").to_pylist()
    assert len(table) == 16 * len(TEXT) * 3
    assert {row["condition"] for row in table} == {"original", "syntax"}
    assert all(row["signature"] for row in table)
    ones = [row for row in table if row["metric"] == "always-1"]
    assert {row["score"] for row in ones} == {1.0}
    assert {row["label"] for row in ones} == {0.0, 1.0}


def test_an_unknown_metric_is_named_before_any_work(tmp_path: Path) -> None:
    """With the nearest name; no folder is made."""
    with pytest.raises(InputError, match="did you mean rouge-l"):
        run([write_set(tmp_path)], tmp_path / "out", metrics=["rogue-l"])
    assert not (tmp_path / "out").exists()


def test_metrics_are_made_once_per_process() -> None:
    """A session holds a model and compilers."""
    recipe = Recipe(("always-1",))
    assert scorers(recipe) is scorers(recipe)


@pytest.mark.bundle
def test_the_model_sees_code_under_s2s_and_every_pooling_has_a_row(tmp_path: Path) -> None:
    """CodeScore-R sketches for itself, so that o2s and s2s change nothing; poolings are measured as they are."""
    rows = run(
        [write_set(tmp_path)], tmp_path / "out", metrics=("code-score-r",), conditions=("original", "o2s", "s2s")
    )
    values = {row["condition"]: row["mean_score"] for row in rows if row["metric"] == "code-score-r"}
    assert len(values) == 3
    assert len(set(values.values())) == 1
    poolings = {row["metric"]: row for row in rows if "[" in row["metric"]}
    assert set(poolings) == {f"code-score-r[{name}]" for name in ("cls-relu", "cls", "last-avg", "first-last-avg")}
    assert {row["condition"] for row in poolings.values()} == {"original"}


class Executing(Counting):
    """A metric that would run programs: it counts in how many references it sees an example."""

    name, cost = "executing", "execution"

    def scores(self, pairs: Sequence[Pair], tick: Callable[[int], None] | None = None) -> list[Score]:
        return [Score(float(">>> largest(1, 2)" in pair.references[0])) for pair in pairs]


def test_what_runs_programs_reads_the_references_documentation(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Examples in it are inputs: such a metric gets the data as they are, in no other condition."""
    monkeypatch.setattr(registry, "metric_class", lambda _name: Executing)
    documented = REFERENCE.replace(":\n", ':\n    """The larger one.\n\n    >>> largest(1, 2)\n    2\n    """\n', 1)
    data = write_set(tmp_path, reference=documented)
    rows = run([data], tmp_path / "out", metrics=("executing",), conditions=("original", "o2s", "syntax"))
    assert [(row["condition"], row["mean_score"]) for row in rows] == [("original", 1.0)]
