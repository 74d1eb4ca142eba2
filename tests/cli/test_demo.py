"""`codescore demo`: the main job on the samples; its words follow its results."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import pytest

from codescore.cli import demo_text, terminal
from codescore.cli.cases import FOLDER, all_cases
from codescore.cli.demo_results import Results, demo_json, demo_results
from codescore.cli.demo_runs import with_runs
from codescore.engine import Session
from codescore.evidence import sandbox
from codescore.foundation.errors import EnvironmentProblem

from .conftest import Run, sample

pytestmark = pytest.mark.bundle


@pytest.fixture(scope="module")
def results() -> Results:
    """One run for all tests of what it looks like."""
    session = Session(disk_cache=False)
    try:
        return demo_results(session)
    finally:
        session.close()


def test_the_demo_scores_every_sample(cli: Run) -> None:
    """JSON: every variant with its verdict, the truth, and whether the two agree."""
    answer = cli("demo", "--json", "--no-evidence")
    assert (answer.code, answer.err) == (0, "")
    document = answer.json
    assert document["run"] == {"right": 0, "of": 0, "not_run_because": None}
    assert [case["name"] for case in document["cases"]] == [case.name for case in all_cases()]
    variants = [variant for case in document["cases"] for variant in case["variants"]]
    assert document["of"] == len(variants) == 20
    assert document["right"] == sum(variant["right"] for variant in variants)
    for variant in variants:
        assert variant["right"] == ((variant["score"] == 1) == variant["behaves_the_same"])
        if variant["kind"] == "renamed":
            assert (variant["score"], variant["similarity"]) == (1, 1.0)
        if variant["kind"] == "broken" and variant["language"] == "python":
            assert (variant["score"], variant["compiles"]) == (0, False)


def test_the_demo_shows_the_verdicts_of_score(cli: Run) -> None:
    """What the demo shows is what `codescore score` says of the same files."""
    variants = cli("demo", "--json", "--no-evidence").json["cases"][0]["variants"]
    for variant in variants:
        path = sample(f"binary_search/{variant['kind']}.py")
        alone = cli("score", path, sample("binary_search/reference.py"), "--json").json
        assert alone["similarity"] == pytest.approx(variant["similarity"], abs=1e-6)
        assert (alone["score"], alone["problems"]) == (variant["score"], variant["problems"])


def test_the_words_follow_the_results(cli: Run) -> None:
    """The counts in the text are those of the verdicts."""
    document = cli("demo", "--json", "--no-evidence").json
    out = cli("demo", "--no-evidence").out
    assert f"What came out: {document['right']} of {document['of']} verdicts are right." in out
    text = " ".join(out.split())
    for variant in document["cases"][0]["variants"]:
        counts = document["by_kind"][variant["kind"]]
        assert f"{variant['title']} {counts['right']} of {counts['of']} " in text
    wrong = document["of"] - document["right"]
    assert sum(line.startswith(("  ✓ ", "  ✗ ")) and " wrong " in line for line in out.splitlines()) == wrong
    assert "codescore score mutated.py reference.py" in out


def test_what_looks_unlike_is_run(results: Results, capsys: pytest.CaptureFixture[str]) -> None:
    """Beside its reference: another algorithm does the same, a mutation does not, and all of that is shown."""
    try:
        sandbox.require()
    except EnvironmentProblem as problem:
        pytest.skip(f"NO SANDBOX: the demo's samples were not run: {problem}")
    found = with_runs(results, lambda _: None)
    unlike = [one for one in results.outcomes if one.verdict.score == 0 and one.verdict.compiles]
    assert [one.outcome for one in found.runs] == unlike
    assert {one.outcome.variant.kind for one in found.runs} >= {"different", "mutated"}
    assert [one.right for one in found.runs] == [True] * len(unlike)
    demo_text.print_results(terminal.stdout(), found)
    text = " ".join(capsys.readouterr().out.split())
    assert f"{len(unlike)} of {len(unlike)} verdicts are right" in text
    assert "let tests decide" in text
    document = demo_json(found)
    assert document["run"] == {"right": len(unlike), "of": len(unlike), "not_run_because": None}
    variants = [variant for case in document["cases"] for variant in case["variants"]]
    assert sum(variant.get("decided_by") == "execution" for variant in variants) == len(unlike)


def test_without_a_sandbox_the_reason_is_shown(
    results: Results, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """And the similarities as ever."""

    def none() -> None:
        raise EnvironmentProblem("no bwrap here; install bubblewrap")

    monkeypatch.setattr(sandbox, "require", none)
    found = with_runs(results, lambda _: None)
    assert demo_json(found)["run"]["not_run_because"] == "no bwrap here; install bubblewrap"
    demo_text.print_results(terminal.stdout(), found)
    assert "does: no bwrap here; install bubblewrap." in " ".join(capsys.readouterr().out.split())


@pytest.mark.parametrize("kind", ["renamed", "rewritten", "different", "mutated", "broken"])
@pytest.mark.parametrize("right", [True, False])
def test_every_outcome_has_its_words(kind: str, right: bool) -> None:
    """Whatever the model says, there is a sentence for it, without a gap left open."""

    class Verdict:
        similarity = 0.75
        same_task = None
        problems = ()
        units: Any = (type("Unit", (), {"checker": "python 3.11"}),)

    class Fake:
        verdict = Verdict
        same_task = None

    Fake.right = right  # type: ignore[attr-defined]
    sentence = demo_text._meaning(kind, [Fake])  # type: ignore[list-item]
    assert sentence.endswith(".")
    assert "{" not in sentence
    if kind in ("rewritten", "different", "mutated"):
        assert ("0.75" in sentence) == (not right)


@pytest.mark.parametrize("width", [60, 80, 120])
def test_the_demo_fits_the_terminal(results: Results, capsys: pytest.CaptureFixture[str], width: int) -> None:
    """No line is wider than the terminal."""
    console = terminal.stdout()
    console.width = width
    demo_text.print_results(console, results)
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) > 40
    assert max(map(len, lines)) <= width


def test_the_picture_is_an_svg_that_loads_nothing(results: Results, tmp_path: Path) -> None:
    """`--svg` draws the same run; the picture refers to no other place."""
    path = tmp_path / "demo.svg"
    demo_text.save_picture(results, path)
    text = path.read_text(encoding="utf-8")
    root = ET.fromstring(text)
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    assert "url(http" not in text
    assert "binary" in text
    assert str(FOLDER) not in text


def test_a_picture_that_cannot_be_written_is_an_environment_problem(cli: Run, tmp_path: Path) -> None:
    """The place is named, and the exit code is 3."""
    answer = cli("demo", "--no-evidence", "--svg", tmp_path / "no" / "demo.svg")
    assert answer.code == 3
    assert "demo.svg: No such file or directory" in answer.error
