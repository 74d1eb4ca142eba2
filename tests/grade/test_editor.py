"""What `codescore init` writes, seen from an editor: a submission that is opened shows its verdict."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from codescore.cli import main
from tests.grade.classes import MUTATED, REFERENCE, RENAMED, write
from tests.lsp.client import Client
from tests.lsp.conftest import launch  # noqa: F401  (a fixture)
from tests.lsp.needs import bundle


@bundle
def test_a_submission_that_is_opened_shows_its_verdict(launch: Callable[..., Client], tmp_path: Path) -> None:  # noqa: F811
    """By the rule alone: a mutant gets a diagnostic that names the reference, a renamed copy a hover of 1.00."""
    root = tmp_path / "work"
    write(root, {"solutions/count.py": REFERENCE, "hand-in/ann/work.py": RENAMED, "hand-in/bob/work.py": MUTATED})
    arguments = ["--reference", str(root / "solutions/count.py"), "--submissions", str(root / "hand-in")]
    assert main(["init", *arguments, "--root", str(root)]) == 0
    client = launch("neovim")
    client.start()
    bob = client.open((root / "hand-in/bob/work.py").as_uri(), MUTATED)
    (found,) = client.diagnostics(bob, lambda d: len(d) == 1)
    assert found["code"] == "below-threshold"
    assert "solutions/count.py#count_below" in found["message"]
    ann = client.open((root / "hand-in/ann/work.py").as_uri(), RENAMED)
    where = {"textDocument": {"uri": ann}, "position": {"line": 0, "character": 5}}
    hover = client.until(lambda: client.request("textDocument/hover", where), "a hover")["contents"]["value"]
    assert "`solutions/count.py#count_below`, by codescore.toml" in hover
    assert "1.00" in hover
    client.close()
