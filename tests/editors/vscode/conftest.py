"""One VS Code for all scenarios that were asked for."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.editors.vscode.stage import Stage, missing


@pytest.fixture(scope="session")
def stage(request: pytest.FixtureRequest) -> Iterator[Stage]:
    """Plays what pytest has selected, in its order."""
    reason = missing()
    if reason is not None:
        pytest.skip(reason)
    names = [
        item.callspec.params["name"]
        for item in request.session.items
        if getattr(item, "callspec", None) is not None and item.originalname == "test_scenario"
    ]
    one = Stage(list(dict.fromkeys(names)))
    yield one
    one.close()
