"""A person at a real VS Code: each scenario of `scenarios.mjs` is a test; they are played one after the other."""

from __future__ import annotations

import pytest

from tests.editors.vscode.stage import SCENARIOS, Stage


@pytest.mark.parametrize("name", SCENARIOS)
def test_scenario(stage: Stage, name: str) -> None:
    """What the scenario's name says; pictures of it, also of a failure, are in `.editors/artefacts`."""
    played = stage.outcome(name)
    assert played["ok"], played["error"]


def test_every_scenario_is_found() -> None:
    """The names that pytest knows are those in the file."""
    assert len(SCENARIOS) == len(set(SCENARIOS)) > 15
