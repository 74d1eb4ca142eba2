"""Functions that were run beside their references, as a person sees it: the input on which they differ."""

from __future__ import annotations

import pytest

from codescore.evidence import sandbox
from tests.editors.neovim.conftest import INIT
from tests.editors.neovim.needs import SCREEN_MARKS
from tests.lsp.needs import BUNDLE_MARKS

REFERENCE = "def largest(a: int, b: int) -> int:\n    if a > b:\n        return a\n    return b\n"
WRONG = "# codescore: reference=ref.py\n" + REFERENCE.replace("a > b", "a < b")

_ability = sandbox.probe()
_NO_SANDBOX = pytest.mark.skipif(
    not _ability.works, reason=f"NO SANDBOX, evidence in Neovim is not tested: {_ability.detail}"
)

pytestmark = [*SCREEN_MARKS, *BUNDLE_MARKS, _NO_SANDBOX]


def test_an_input_that_shows_the_difference(work, start):
    """It is a diagnostic; :CodeScore compare input shows both results above the diff, copy test yanks it."""
    (work / "ref.py").write_text(REFERENCE)
    (work / "mine.py").write_text(WRONG)
    init = INIT.replace("{ cmd", "{ settings = { evidence = true, evidenceSeconds = 1 }, cmd")
    editor = start(work / "mine.py", init=init)
    found = "vim.iter(vim.diagnostic.get(0)):find(function(d) return d.code == 'behaviour-differs' end)"
    editor.until_lua(f"{found} ~= nil", "an input")
    assert editor.lua(f"return {found}.message").startswith("largest: largest(")
    editor.keys("/largest<CR>:CodeScore copy test<CR>")
    editor.sees("CodeScore: the test is yanked")
    assert "def test_largest" in editor.lua("return vim.fn.getreg('\"')")
    editor.keys(":CodeScore compare input<CR>")
    editor.sees("reference ref.py#largest · largest(", "candidate mine.py#largest · largest(")
    editor.sees("if a > b:", "if a < b:")


def test_without_it_the_commands_say_why(work, start):
    """Nothing is run unless it was turned on, and the commands say that no input is known."""
    (work / "ref.py").write_text(REFERENCE)
    (work / "mine.py").write_text(WRONG)
    editor = start(work / "mine.py")
    editor.sees("def largest(", "✗ 0.")
    editor.keys("/largest<CR>:CodeScore copy test<CR>")
    editor.sees("CodeScore: no input is known on which largest differs from its reference")
