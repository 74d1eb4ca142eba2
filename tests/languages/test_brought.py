"""A language that another distribution brings: it takes nothing of ours, and a broken one is named."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from codescore.foundation.errors import EnvironmentProblem
from codescore.languages import by_id, by_lsp_id, by_name, by_path, registry

CACHED = ("known_languages", "all_languages", "_ours_first")
Bring = Callable[[str], None]


@pytest.fixture
def bring(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Bring:
    """Installs a language `aaa` that claims Python's ending and names.

    The registry gets empty caches for the time of the test: what another test parsed keeps its language.
    """

    def install(like: str) -> None:
        package = tmp_path / f"brought_{like}"
        package.mkdir()
        (package / "__init__.py").write_text("")
        (package / "language.toml").write_text(
            f'like = "{like}"\nid = "aaa"\nname = "Python"\nextensions = [".py", ".aaa"]\nlsp_ids = ["python", "aaa"]\n'
        )
        point = EntryPoint("aaa", package.name, registry.ENTRY_POINTS)
        monkeypatch.syspath_prepend(tmp_path)
        monkeypatch.setattr(registry, "entry_points", lambda **_: [point])
        for name in CACHED:
            monkeypatch.setattr(registry, name, cache(getattr(registry, name).__wrapped__))

    return install


def test_it_takes_no_file_and_no_name_of_ours(bring: Bring) -> None:
    """Its own are found; what one of ours claims, too, stays with that."""
    bring("python")
    python, brought = by_id("python"), by_id("aaa")
    assert python is not None
    assert brought is not None
    assert by_path("a.py") is by_lsp_id("python") is by_name("py") is python
    assert by_path("a.aaa") is by_lsp_id("aaa") is brought


@pytest.mark.parametrize("like", ["nothing", "aaa"])
def test_a_broken_one_is_named(bring: Bring, like: str) -> None:
    """Not ours is to be installed again."""
    bring(like)
    with pytest.raises(EnvironmentProblem, match=f"brought_{like} brings no usable language"):
        registry.known_languages()
