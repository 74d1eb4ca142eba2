"""`codescore experiment analyse`: result and page, exit codes, looks, and words where there is too little."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("statsmodels")

from codescore.cli import main
from codescore.experiments.analysis.page import page
from codescore.experiments.events import Accepted, Event, Judgement, Rejected, Retention, Shown, Snapshot
from codescore.experiments.store import Store
from tests.experiments.analysis.simulated import World, rows

SMALL = World(participants=12, each=10, effect=1.0)


def events(world: World, seed: int = 1, surface: str | None = None) -> Iterable[Event]:
    for row, looks in rows(world, seed):
        head: dict[str, Any] = {"suggestion": row.suggestion, "participant": row.participant, "surface": surface}
        verdict = Judgement(against="replaced", similarity=row.similarity, probability=row.probability)
        yield Shown(id=f"{row.suggestion}-shown", at_ms=1, arm=row.arm, verdict=verdict, **head)
        kind = Accepted if row.decision == "accepted" else Rejected
        yield kind(id=f"{row.suggestion}-end", at_ms=2, **head)
        for look in looks:
            left = None if look.censored else Retention(still_in_code=look.still_in_code, behaviour=look.behaviour)
            yield Snapshot(id=f"{row.suggestion}-{look.window_s}", at_ms=3, window_s=look.window_s or 0, retention=left,
                           censored=look.censored, **head)  # fmt: skip


@pytest.fixture
def analyse(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Any:
    def analyse(*words: object, action: str = "analyse") -> tuple[int, str, str]:
        out = ["--out", tmp_path / "out", "--draws", "200"] if action == "analyse" else []
        code = main(["experiment", action, *map(str, [*words, *out]), "--store", str(tmp_path / "s.db")])
        printed = capsys.readouterr()
        return code, printed.out, printed.err

    analyse("--study", "s", action="init")
    return analyse


def fill(tmp_path: Path, some: Iterable[Event]) -> None:
    with Store.open(tmp_path / "s.db") as store:
        store.append(list(some))


def test_a_study_gives_a_result_and_a_page_made_from_it(analyse: Any, tmp_path: Path) -> None:
    """The same seed gives the same document; the page holds nothing that the document does not; no network is named."""
    fill(tmp_path, events(SMALL))
    code, out, err = analyse("--json")
    assert (code, err) == (0, "")
    result = json.loads(out)
    assert result == json.loads((tmp_path / "out" / "result.json").read_text())
    assert json.loads(analyse("--json")[1]) == result
    assert "look 1, and no p is corrected for looks" in result["looks"]["said"]
    assert result["counts"]["participants"] == 12
    assert result["acceptance"]["low"] < result["acceptance"]["value"] < result["acceptance"]["high"]
    assert {one["outcome"] for one in result["comparisons"]} == {
        "accepted", "accepted and kept", "accepted and functionally kept",
    }  # fmt: skip
    html = (tmp_path / "out" / "report.html").read_text()
    assert html == page(result)
    assert result["signature"] in html
    assert "We analysed 120 suggestions shown to 12 participants" in html
    assert "http://" not in html
    assert "https://" not in html
    code, out, _ = analyse()
    assert (code, "AUROC of similarity for accepted: 0." in out, "B less A, accepted: " in out) == (0, True, True)


def test_too_little_says_so(analyse: Any, tmp_path: Path) -> None:
    """Nothing: exit 1 and one line.  One participant, all accepted, no evidence, no arms: no interval anywhere."""
    code, out, err = analyse()
    assert (code, out, err) == (1, "", "not enough data: no suggestion of a named participant\n")
    fill(tmp_path, (one for one in events(World(participants=1, base=20)) if not isinstance(one, Snapshot)))
    code, out, _ = analyse("--json")
    result = json.loads(out)
    assert (code, result["acceptance"]["value"], result["acceptance"]["low"]) == (0, 1.0, None)
    assert result["comparisons"][0]["p"] is None
    assert all(fit["why"].startswith("not enough data: 1 of at least 10") for fit in result["regression"])
    assert all(one["low"] is None for one in result["auroc"])
    assert "accepted: 1.000, no interval: not enough data: 1 of at least 10 participants" in analyse()[1]
    assert "no data" in (tmp_path / "out" / "report.html").read_text()


def test_looks_beyond_the_plan_are_refused(analyse: Any, tmp_path: Path) -> None:
    """Two looks; the same data again is none; the third and a changed plan are refused; --exploratory says so."""
    plan = tmp_path / "plan.md"
    plan.write_text("We look twice.\n\nlooks: 2\nalpha: 0.05\n")
    analyse("--plan", plan, action="init")
    everything = list(events(SMALL))
    for part in (everything[:200], everything[200:300]):
        fill(tmp_path, part)
        code, out, _ = analyse("--plan", plan, "--json")
        assert (code, json.loads(out)["looks"]["threshold"]) == (0, 0.025)
        assert analyse("--plan", plan)[0] == 0
    fill(tmp_path, everything[300:])
    assert analyse()[::2] == (
        1, "not analysed: the registered plan plan.md was not given; --exploratory looks all the same, and says so\n",
    )  # fmt: skip
    code, out, err = analyse("--plan", plan)
    assert (code, out, "this would be look 3, and the plan allows 2" in err) == (1, "", True)
    code, out, _ = analyse("--plan", plan, "--exploratory", "--json")
    assert (code, "the plan allows 2" in json.loads(out)["looks"]["said"]) == (0, True)
    plan.write_text("looks: 9\n")
    code, _, err = analyse("--plan", plan)
    assert (code, "it was changed since" in err) == (1, True)


def test_an_impossible_folder_is_one_line(analyse: Any, tmp_path: Path) -> None:
    """A file where the folder should be: exit code 2, and no look is counted."""
    fill(tmp_path, events(SMALL))
    (tmp_path / "out").write_text("")
    code, out, err = analyse()
    assert (code, out, "cannot write to" in err, err.count("\n")) == (2, "", True, 1)
    with Store.open(tmp_path / "s.db") as store:
        assert "looks" not in store.facts()


def test_surfaces_are_not_pooled(analyse: Any, tmp_path: Path) -> None:
    """Suggestions of two surfaces are analysed by name, one after the other."""
    fill(tmp_path, events(SMALL, surface="inline"))
    other = Shown(id="x", suggestion="x", at_ms=1, participant="P1", surface="agent")
    fill(tmp_path, [other])
    code, _, err = analyse()
    assert (code, "agent, inline, which are not pooled; name one with --surface" in err) == (2, True)
    assert analyse("--surface", "chat")[0] == 2
    code, out, _ = analyse("--surface", "inline", "--json")
    assert (code, json.loads(out)["counts"]["suggestions"]) == (0, 120)
