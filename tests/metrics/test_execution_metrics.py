"""Metrics that run programs: only when named, signed, and with a reason where they cannot."""

from __future__ import annotations

import pytest

from codescore.evidence import sandbox
from codescore.evidence.sandbox import Ability, probe
from codescore.metrics import chosen
from codescore.metrics.metric import Context, Pair, Score
from codescore.metrics.registry import make, metric_class, names

ABLE = probe()
sandboxed = [
    pytest.mark.sandbox,
    pytest.mark.skipif(not ABLE.works, reason=f"NO SANDBOX, NOTHING TESTED: {ABLE.detail}; {ABLE.remedy}"),
]
RUNNING = ["evidence", "run-match"]


def score(name: str, candidate: str, reference: str, language: str = "python") -> Score:
    [metric] = make([name], Context())
    [found] = metric.scores([Pair(candidate, (reference,), language)])
    return found


def test_all_runs_nothing() -> None:
    """`all` and `cheap` leave out whatever runs programs; by name it can be had."""
    assert {name for name in names() if metric_class(name).cost == "execution"} == set(RUNNING)
    assert not set(RUNNING) & set(chosen("all"))
    assert not set(RUNNING) & set(chosen("cheap"))
    assert chosen("evidence,run-match") == tuple(RUNNING)


@pytest.mark.parametrize("name", RUNNING)
def test_without_a_sandbox_there_is_a_reason(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where there is no sandbox nothing is run, and every pair says so."""
    monkeypatch.setattr("codescore.metrics.evidence.probe", lambda: Ability(works=False, detail="no wall"))
    monkeypatch.setattr(sandbox, "start", lambda harness: pytest.fail("something was started"))
    found = score(name, "def f(n): return n", "def f(n): return n")
    assert (found.value, found.reason) == (None, "no sandbox: no wall")


@pytest.mark.parametrize("name", RUNNING)
def test_other_languages_have_a_reason(name: str) -> None:
    """A language that is not run gives no value."""
    assert score(name, "func f() {}", "func f() {}", "go").reason


class TestInside:
    pytestmark = sandboxed

    def test_evidence_is_a_probability(self) -> None:
        """Equal programs are near 1, different ones near 0, with the counts as parts and the verdict as a note."""
        right = score("evidence", "def f(n: int):\n    return n + 1", "def f(n: int):\n    return 1 + n")
        wrong = score("evidence", "def f(n):\n    return n - 1", "def f(n: int):\n    return 1 + n")
        assert right.value > 0.9
        assert wrong.value < 0.1
        assert right.note.startswith("equivalent")
        assert wrong.parts["different"] > 10

    @pytest.mark.parametrize(
        ("candidate", "reference", "value"),
        [
            ("x = n + 1", "x = 1 + n", 1.0),
            ("x = n + 1", "x = n + 2", 0.0),
            ("str(n)", "'%s' % (n,)", 1.0),
            ("import nowhere\ny = nowhere.load(name)", "import nowhere\ny = nowhere.load(name)", 1.0),
            ("import nowhere\ny = nowhere.load(name)", "import nowhere\ny = nowhere.save(name)", 0.0),
            ("def f(n):\n    return n", "def g(n):\n    return n", 1.0),
        ],
    )
    def test_run_match(self, candidate: str, reference: str, value: float) -> None:
        """Snippets that leave the same values pass, others fail; what cannot run is a Missing object."""
        found = score("run-match", candidate, reference)
        assert found.value == value, found
        assert found.parts["comparable"] >= 4

    def test_run_match_is_untested_without_data(self) -> None:
        """A variable of a name that nobody uses has no test data."""
        found = score("run-match", "x = qqqzzz", "x = qqqzzz")
        assert found.value is None
        assert found.reason.startswith("untested")
