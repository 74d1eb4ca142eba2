"""The server with what real editors say of themselves: `clients/*.json`, each recorded from the editor it names.

Neovim's is made by `tests/editors/neovim/record_capabilities.lua`; a new recording is tested by being there.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.lsp.client import Client, edit
from tests.lsp.needs import bundle

RECORDINGS = sorted((Path(__file__).parent / "clients").glob("*.json"))
ENCODINGS = {"neovim": "utf-8", "vscode": "utf-16"}
LINE = "class A { /* 🙂é\u20ac */ int half(int n) { return n / 2; } }\n"
PLAIN = "class A { int half(int k) { return k / 2; } }\n"


@pytest.fixture(params=RECORDINGS, ids=lambda path: path.stem)
def real(request, launch) -> Iterator[Client]:
    """A server that a recorded editor talks to."""
    capabilities = json.loads(request.param.read_text(encoding="utf-8"))["capabilities"]
    client = launch(request.param.stem, capabilities=capabilities)
    client.start()
    yield client
    if client.process.poll() is None:
        client.close()


def column(client: Client, text: str, piece: str) -> int:
    """Where a piece of a line starts, in the units that were negotiated."""
    before = text[: text.index(piece)]
    counts: dict[str, Callable[[str], int]] = {
        "utf-8": lambda s: len(s.encode()),
        "utf-16": lambda s: len(s.encode("utf-16-le")) // 2,
    }
    return counts[client.capability["positionEncoding"]](before)


def test_each_gets_the_encoding_that_it_offers_first(real):
    """utf-8 where it is offered, else utf-16."""
    assert real.capability["positionEncoding"] == ENCODINGS[real.editor]


def test_diagnostics_after_emoji_stand_at_the_right_columns(real):
    """Characters outside the basic plane count as the client counts them; in what it sends as in what it gets."""
    line = 'x = "🙂é€"; y = = 1\n'
    uri = real.open((real.root / "broken.py").as_uri(), line)
    (found,) = real.diagnostics(uri, bool)
    assert found["range"]["start"] == {"line": 0, "character": column(real, line, "= 1")}
    at = column(real, line, "= 1")
    real.change(uri, edit(0, at, at + 2, ""))
    assert real.diagnostics(uri, lambda items: not items) == []


@bundle
def test_units_and_hover_after_emoji_stand_at_the_right_columns(real):
    """A function's name is found where the client sees it, and an edit behind emoji changes the right character."""
    uri = real.open((real.root / "A.java").as_uri(), LINE, "java")
    given = {"text": PLAIN, "label": "given.java"}
    real.request("codescore/setReference", {"uri": uri, "unit": "half", "reference": given})
    at = column(real, LINE, "half")
    where = {"textDocument": {"uri": uri}, "position": {"line": 0, "character": at}}
    hover = real.until(lambda: real.request("textDocument/hover", where), "a verdict")
    assert hover["range"] == {"start": {"line": 0, "character": at}, "end": {"line": 0, "character": at + 4}}
    assert "CodeScore-R 1" in hover["contents"]["value"]

    slash = column(real, LINE, "/ 2")
    real.change(uri, edit(0, slash, slash + 1, "*"))
    items = real.diagnostics(uri, lambda items: any(d["code"] == "below-threshold" for d in items))
    said = next(d for d in items if d["code"] == "below-threshold")
    assert "`/` became `*`" in said["message"]
    assert said["range"]["start"]["character"] == at


@bundle
def test_an_editing_session_leaves_nothing_unread(real):
    """Badges, actions and commands answer; nothing is sent that the editor did not say it understands (`close`)."""
    text = "# 🙂\ndef half(n):\n    return n / 2\n"
    uri = real.open((real.root / "a.py").as_uri(), text)
    real.ready()
    real.request(
        "codescore/setReference", {"uri": uri, "unit": "half", "reference": {"text": text[4:], "label": "b.py"}}
    )
    where = {"textDocument": {"uri": uri}, "position": {"line": 1, "character": 5}}
    real.until(lambda: real.request("textDocument/hover", where), "a verdict")
    whole = {"start": {"line": 0, "character": 0}, "end": {"line": 3, "character": 0}}
    place = {"start": {"line": 1, "character": 5}, "end": {"line": 1, "character": 5}}
    document: dict[str, Any] = {"textDocument": {"uri": uri}}
    actions = real.request("textDocument/codeAction", {**document, "range": place, "context": {"diagnostics": []}})
    assert any("compare half with b.py#half" in action["title"] for action in actions)
    assert real.request("textDocument/codeLens", document) == []
    assert real.request("textDocument/inlayHint", {**document, "range": whole}) == []
    both = real.request("codescore/compare", {"uri": uri, "unit": "half"})
    assert both["candidate"]["sketch"] == both["reference"]["sketch"]
    real.shut(uri)


def test_there_are_recordings():
    """At least Neovim's; the encodings that they lead to are known."""
    names = {path.stem for path in RECORDINGS}
    assert "neovim" in names
    assert names <= set(ENCODINGS)
