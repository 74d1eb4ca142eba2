"""`codescore study compare`, `study human` and `study pass-at-k`: what they print, write and refuse."""

from __future__ import annotations

import json
import random
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from .conftest import Run

REFERENCE = "def f(a, b):\n    total = a + b\n    return total\n"
QUICK = ("--resamples", "200", "--rounds", "200")


def lines(path: Path, rows: Iterable[dict[str, Any]]) -> Path:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


def row(task: int, candidate: str, model: str | None = None, reference: str = REFERENCE, **more: Any) -> dict[str, Any]:
    return {"id": f"{task}/{model}/{more}", "task": f"t/{task}", "lang": "python", "candidate": candidate,
            "reference": reference, "model": model, **more}  # fmt: skip


def candidates(good: int, of: int = 30) -> list[str]:
    """`good` candidates equal to the reference, the others far from it."""
    return [REFERENCE if i < good else f"print({i})\n" for i in range(of)]


@pytest.fixture
def systems(tmp_path: Path) -> tuple[Path, Path]:
    """Two files: one system is right in 25 of 30 tasks, the other in 5."""
    return tuple(  # type: ignore[return-value]
        lines(tmp_path / f"{name}.jsonl", [row(i, c) for i, c in enumerate(candidates(good))])
        for name, good in (("strong", 25), ("weak", 5))
    )


def test_two_files_are_two_systems(cli: Run, systems: tuple[Path, Path]) -> None:
    """Scores with intervals, a difference with a star, p values, and the signature of every row."""
    answer = cli("study", "compare", *systems, "--metrics", "exact-match,chrf", *QUICK)
    assert (answer.code, answer.err) == (0, "")
    first, second = (line.split() for line in answer.out.splitlines() if line.split()[:1] in (["EM"], ["ChrF"]))
    assert (first[1], first[5]) == ("83.33", "66.67")
    assert first[7] == second[7] == "*"
    assert "EM|lang:python|form:raw|level:snippet|bs:200|ar:200|ci:95|seed:0" in answer.out
    assert "ChrF|lang:python" in answer.out
    assert "is under" not in answer.out


def test_json_has_every_number(cli: Run, systems: tuple[Path, Path]) -> None:
    """One document, points of 100, intervals around their score, and the same from the same seed."""
    ask = ("study", "compare", *systems, "--metrics", "exact-match,bleu", "--json", "--seed", "4", *QUICK)
    document = cli(*ask).json
    assert document == cli(*ask).json
    assert (document["first"], document["second"], document["tasks"]) == ("strong", "weak", 30)
    assert document["resampling"] == {"resamples": 200, "rounds": 200, "confidence": 0.95, "seed": 4}
    exact, bleu = document["metrics"]
    assert exact["difference"]["score"] == pytest.approx(100 * 20 / 30)
    assert exact["difference"]["low"] <= exact["difference"]["score"] <= exact["difference"]["high"]
    assert exact["significant"]
    assert exact["first_wins"] == 1
    assert exact["p_randomisation"] == pytest.approx(1 / 201)
    assert exact["warning"] is None
    assert "level:corpus" in bleu["signature"]
    other = cli(*ask[:-6], "--json", "--seed", "5", *QUICK).json
    assert other["metrics"][1]["first"]["low"] != bleu["first"]["low"]


def test_two_models_of_one_file(cli: Run, tmp_path: Path) -> None:
    """--models chooses; labels that all samples have come as rows of their own, published values by name."""
    random.seed(1)
    rows = [
        row(i, c, model, passed=c == REFERENCE, published={"chrf": random.random()})
        for model, good in (("a", 20), ("b", 12), ("c", 3))
        for i, c in enumerate(candidates(good))
    ]
    data = lines(tmp_path / "all.jsonl", rows)
    document = cli("study", "compare", data, "--models", "c", "a", "--metrics", "published:chrf", "--json", *QUICK).json
    assert (document["first"], document["second"]) == ("c", "a")
    passed, published = document["metrics"]
    assert passed["metric"] == "passed"
    assert passed["difference"]["score"] == pytest.approx(100 * (3 - 20) / 30)
    assert passed["warning"] is None, "tests are no metric"
    assert published["title"] == "chrf"
    refused = cli("study", "compare", data, *QUICK)
    assert refused.code == 2
    assert "3 models (a, b, c); name the two to compare with --models" in refused.error
    assert "there is no model 'z'" in cli("study", "compare", data, "--models", "a", "z").error
    assert "names 'a' twice" in cli("study", "compare", data, "--models", "a", "a").error


def test_small_differences_carry_a_warning(cli: Run, tmp_path: Path) -> None:
    """Under 2 points on longer snippets, under 5 on one-liners, significant or not; the rule for short is shown."""
    for reference, good, limit in ((REFERENCE, 100, 2), ("x = a + b", 97, 5)):
        files = [
            lines(
                tmp_path / f"{name}{limit}.jsonl",
                [row(i, reference if i < right else "pass", reference=reference) for i in range(100)],
            )
            for name, right in (("a", good), ("b", good - limit + 1))
        ]
        said = cli("study", "compare", *files, "--metrics", "exact-match", "--json", *QUICK).json
        assert said["small_difference"] == limit
        assert said["short"]["is"] == (limit == 5)
        assert f"is under {limit}" in said["metrics"][0]["warning"]
        assert f"points, is under {limit}" in cli("study", "compare", *files, "--metrics", "exact-match", *QUICK).out


def test_several_outputs_of_a_task_are_one_unit(cli: Run, tmp_path: Path) -> None:
    """Ten copies of every output do not make anything more certain."""
    once, often = [], []
    for name, good in (("a", 8), ("b", 4)):
        rows = [row(i, c) for i, c in enumerate(candidates(good, 12))]
        once.append(lines(tmp_path / f"{name}1.jsonl", rows))
        often.append(lines(tmp_path / f"{name}9.jsonl", [r | {"id": f"{r['id']}{n}"} for r in rows for n in range(9)]))
    ask = ("--metrics", "exact-match", "--json", *QUICK)
    few, many = cli("study", "compare", *once, *ask).json, cli("study", "compare", *often, *ask).json
    assert many["samples"] == [108, 108]
    for name in ("difference", "p_bootstrap", "p_randomisation"):
        assert few["metrics"][0][name] == many["metrics"][0][name]


def test_tasks_of_one_system_alone_are_left_out_and_counted(cli: Run, tmp_path: Path) -> None:
    """What has no counterpart is said; where nothing has one, that is an error."""
    first = lines(tmp_path / "a.jsonl", [row(i, c) for i, c in enumerate(candidates(5, 10))])
    second = lines(tmp_path / "b.jsonl", [row(i + 4, c) for i, c in enumerate(candidates(5, 10))])
    answer = cli("study", "compare", first, second, "--metrics", "exact-match", *QUICK)
    assert "4 tasks of a have no output of the other system" in answer.out
    assert "4 tasks of b have no output of the other system" in answer.out
    apart = lines(tmp_path / "c.jsonl", [row(99, REFERENCE)])
    assert "a and c share no task" in cli("study", "compare", first, apart).error
    other = lines(tmp_path / "d.jsonl", [row(0, REFERENCE, reference="x = 1")])
    assert "different references for task 't/0'" in cli("study", "compare", first, other).error


def test_tasks_too_few_for_any_proof_are_named(cli: Run, tmp_path: Path) -> None:
    """Of 5 tasks randomisation gives 2 / 2^5 at best, of 6 it can fall under .05; in the terminal and in JSON."""
    for tasks, said in ((5, "5 tasks are too few: p by randomisation is about 0.0625 at best"), (6, None)):
        pair = [
            lines(tmp_path / f"{name}{tasks}.jsonl", [row(i, c) for i, c in enumerate(candidates(good, tasks))])
            for name, good in (("a", tasks), ("b", 0))
        ]
        ask = ("study", "compare", *pair, "--metrics", "exact-match", "--resamples", "200")
        document = cli(*ask, "--json").json
        assert (document["metrics"][0]["p_randomisation"] < 0.05) == (said is None)
        assert document["metrics"][0]["significant"] is True
        if said is None:
            assert document["warning"] is None
            assert "too few" not in cli(*ask).out
        else:
            assert document["warning"].startswith(said)
            assert f"! {said}" in cli(*ask).out
    wide = cli(*ask[:2], tmp_path / "a5.jsonl", tmp_path / "b5.jsonl", *ask[4:], "--confidence", "90").out
    assert "too few" not in wide


def test_bad_requests_are_one_line(cli: Run, systems: tuple[Path, Path], tmp_path: Path) -> None:
    """Unknown metrics with the nearest, labels that are missing, three files, a malformed line with --strict."""
    unknown = cli("study", "compare", *systems, "--metrics", "chrff", *QUICK)
    assert unknown.code == 2
    assert "unknown metric 'chrff'; did you mean chrf?" in unknown.error
    assert "has no `human`" in cli("study", "compare", *systems, "--metrics", "human", *QUICK).error
    assert "has no published value 'bleu'" in cli("study", "compare", *systems, "--metrics", "published:bleu").error
    assert "3 data sets were given" in cli("study", "compare", *systems, systems[0]).error
    assert (
        "--resamples: '0' is not a whole number from 1" in cli("study", "compare", *systems, "--resamples", "0").error
    )
    assert "between 50 and 100" in cli("study", "compare", *systems, "--confidence", "0.95").error
    bad = tmp_path / "bad.jsonl"
    bad.write_text(systems[0].read_text() + "{]\n")
    assert f"{bad}:31: " in cli("study", "compare", bad, systems[1], "--strict", *QUICK).error
    kept = cli("study", "compare", bad, systems[1], "--metrics", "exact-match", *QUICK)
    assert kept.code == 0
    assert "1 line was left out" in kept.err


def test_pass_at_k_of_results_and_counts(cli: Run, tmp_path: Path) -> None:
    """The same numbers from samples, from counts in a file and from counts on the command line."""
    outcomes = [(0, 3), (1, 0), (2, 20)]
    samples = [{"task": f"t{t}", "passed": i < c} for t, c in outcomes for i in range(20)]
    given = [{"task": f"t{t}", "n": 20, "c": c} for t, c in outcomes]
    ask = ("--k", "1,10", "--json")
    first = cli("study", "pass-at-k", lines(tmp_path / "s.jsonl", samples), *ask).json
    second = cli("study", "pass-at-k", lines(tmp_path / "c.jsonl", given), *ask).json
    third = cli("study", "pass-at-k", "--counts", "20:3", "20:0", "20:20", *ask).json
    assert first == second == third
    (only,) = first["models"]
    assert [found["k"] for found in only["pass_at_k"]] == [1, 10]
    assert only["pass_at_k"][0]["value"] == pytest.approx((3 / 20 + 1) / 3)
    text = cli("study", "pass-at-k", "--counts", "20:3", "20:0", "20:20").out
    assert "38.33 (" in text
    assert "estimator:unbiased" in text


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--counts", "3:4"), "task '1' has c = 4 samples that passed of n = 3; c cannot exceed n"),
        (("--counts", "3:1", "--k", "5"), "fewer than k = 5: pass@5 cannot be estimated"),
        (("--counts", "3:-1"), "c = -1 samples that passed; c is 0 or more"),
        (("--counts", "3"), "'3' is not N:C"),
        (("--counts", "3:1", "--k", "0"), "'0' is not a list of whole numbers from 1 up"),
        ((), "pass@k needs results"),
    ],
)
def test_pass_at_k_refuses_what_cannot_be(cli: Run, arguments: tuple[str, ...], said: str) -> None:
    """Exit code 2 and one line."""
    answer = cli("study", "pass-at-k", *arguments)
    assert answer.code == 2
    assert said in answer.error


def test_the_help_defines_the_measures(cli: Run) -> None:
    """pass@k, EditSim and Syntax as the papers define them."""
    said = cli("study", "pass-at-k", "--help").out
    assert "1 - C(n-c, k) / C(n, k)" in said
    assert "1 - Levenshtein distance / length of the longer" in said
    assert "the share of candidates that parse" in said


def test_study_human_writes_its_tables(cli: Run, tmp_path: Path) -> None:
    """Markdown, JSON and CSV of graded outputs; without a printed paper beside them."""
    rows = [
        row(t, REFERENCE if (t + i) % 4 else f"print({t})", m, human=float((t * 3 + i) % 5))
        for i, m in enumerate(("a", "b", "c"))
        for t in range(12)
    ]
    data = lines(tmp_path / "g.jsonl", [r | {"set": "graded"} for r in rows])
    out = tmp_path / "out"
    answer = cli("study", "human", data, "--metrics", "chrf", "--runs", "2", "--resamples", "100", "--out", out)
    assert (answer.code, answer.err) == (0, "")
    assert "From which difference on do metrics agree with people?" in answer.out
    assert {path.name for path in out.iterdir()} == {
        "human.md", "human.json", "graded-scores.csv", "graded-significance.csv", "graded-mismatch.csv",
        "graded-kinds.csv",
    }  # fmt: skip
    document = json.loads((out / "human.json").read_text())
    assert document["studies"][0]["metrics"][0]["signature"].startswith("ChrF|lang:python")
    assert "ar:" not in document["studies"][0]["metrics"][0]["signature"]
    none = cli("study", "human", data, "--metrics", "code-score-r,chrf", "--bundle", "no-such", "--out", out)
    assert "there is no bundle 'no-such'" in none.error
    ungraded = lines(tmp_path / "u.jsonl", [row(0, REFERENCE, "a")])
    assert "has no grade in `human`" in cli("study", "human", ungraded, "--out", out).error
    assert "rising limits" in cli("study", "human", data, "--bins", "0,5,2", "--out", out).error


def test_a_metric_without_values_is_left_out_and_said(cli: Run, tmp_path: Path) -> None:
    """Where no reference has a data flow there is nothing to match: no row, no 0, but a note."""
    rows = [row(t, f"print({t})", m, "pass", human=float((t + i) % 5)) for i, m in enumerate("ab") for t in range(6)]
    data, out = lines(tmp_path / "d.jsonl", [r | {"set": "flat"} for r in rows]), tmp_path / "out"
    ask = ("--metrics", "chrf,dataflow-match", "--runs", "1", "--resamples", "50", "--out", out, "--json")
    answer = cli("study", "human", data, *ask)
    assert answer.code == 0
    assert [found["name"] for found in answer.json["studies"][0]["metrics"]] == ["chrf"]
    assert "DataflowMatch is left out; it has no value for outputs of a, b" in answer.err
    both = cli("study", "compare", data, "--metrics", "dataflow-match", "--json", *QUICK).json["metrics"][1]
    assert both["first"] is both["difference"] is both["p_randomisation"] is None
    assert both["failed"] == {"first": 6, "second": 6}
    shown = cli("study", "compare", data, "--metrics", "dataflow-match", *QUICK).out
    assert "6 outputs of a have no value and are left out" in shown
