"""What is missing or broken takes away what depends on it and nothing else, and the status says so."""

from __future__ import annotations

import json
import shutil
import sys

import pytest

from tests.lsp.client import Client, Refused, edit
from tests.lsp.needs import BUNDLE_FOLDER, PYTHON, bundle

BROKEN = "def f(:\n    pass\n"
SAID = [f"invalid syntax ({PYTHON})"]


def compiles_still(client: Client, name: str = "still.py") -> None:
    """Errors come and go as ever."""
    uri = client.open((client.root / name).as_uri(), BROKEN)
    client.diagnostics(uri, lambda d: [x["message"] for x in d] == SAID)
    client.change(uri, edit(0, 6, 6, ")"))
    client.diagnostics(uri, lambda d: d == [])


def status_with(client: Client, health: str) -> dict:
    return client.wait(
        lambda: next(
            (
                m["params"]
                for m in client.inbox
                if m["method"] == "codescore/status" and m["params"]["health"] == health
            ),
            None,
        ),
        f"the status {health}",
    )


@bundle
@pytest.mark.parametrize("damage", ["missing", "not a folder", "tampered", "truncated", "no manifest", "odd manifest"])
def test_a_broken_bundle(launch, tmp_path, damage):
    """Without a usable model everything but scores works, the status names the reason, and a good one heals it."""
    bundle = tmp_path / "bundle"
    if damage == "not a folder":
        bundle.write_text("x")
    elif damage != "missing":
        shutil.copytree(BUNDLE_FOLDER, bundle)
        model, manifest = bundle / "model.onnx", bundle / "manifest.json"
        data = model.read_bytes()
        if damage == "tampered":
            model.write_bytes(data[:-1] + bytes([data[-1] ^ 1]))
        elif damage == "truncated":
            model.write_bytes(data[: len(data) // 2])
        elif damage == "no manifest":
            manifest.unlink()
        else:
            manifest.write_text(json.dumps([1]))
    client = launch(settings={"bundle": str(bundle)})
    client.start()
    status = status_with(client, "error")
    assert "\n" not in status["message"]
    assert status["bundle"] is None
    compiles_still(client)
    text = "# codescore: reference=ref.py\n\ndef f(a):\n    return a\n"
    (client.root / "ref.py").write_text("def f(a):\n    return a\n")
    uri = client.open((client.root / "c.py").as_uri(), text)
    where = {"textDocument": {"uri": uri}, "position": {"line": 2, "character": 4}}
    hover = client.until(lambda: client.request("textDocument/hover", where), "a hover")["contents"]["value"]
    assert "no score" in hover
    assert "no similarity" in hover
    with pytest.raises(Refused):
        client.request("codescore/score", {"language": "python", "candidate": "x = 1", "references": ["x = 1"]})
    client.settings.clear()
    client.notify("workspace/didChangeConfiguration", {"settings": {}})
    status_with(client, "ok")
    client.until(
        lambda: "like its reference" in client.request("textDocument/hover", where)["contents"]["value"], "a score"
    )
    client.close()


def test_typing_never_waits_for_the_model(launch):
    """While the model loads, however long, errors are shown, and the end of input ends the server."""
    program = (
        "import sys, threading; from codescore.engine import Session; from codescore.lsp.server import serve_stdio\n"
        "Session.warm = lambda self: threading.Event().wait()\n"
        "sys.exit(serve_stdio())"
    )
    client = launch(argv=[sys.executable, "-c", program])
    client.start()
    compiles_still(client)
    assert client.request("codescore/status", None)["quiescent"] is False
    assert client.request("codescore/status", None)["message"] == "loading the model"
    client.close()


def test_a_failing_engine_is_a_status(launch):
    """Even an unexpected failure of the model is a status, with the traceback in the log alone."""
    program = (
        "import sys; from codescore.engine import Session; from codescore.lsp.server import serve_stdio\n"
        "Session.warm = lambda self: 1 / 0\n"
        "sys.exit(serve_stdio())"
    )
    client = launch(argv=[sys.executable, "-c", program], allowed_log=("could not be loaded", "Traceback"))
    client.start()
    assert "division by zero" in status_with(client, "error")["message"]
    compiles_still(client)
    client.close()


def test_without_a_jdk(launch, tmp_path):
    """Java is judged by the parser, and the status says what is missing; errors in types go unseen."""
    client = launch(environment={"PATH": str(tmp_path), "JAVA_HOME": ""})
    client.start()
    uri = client.open((client.root / "A.java").as_uri(), "class A { int f( { return 1; } }", "java")
    client.diagnostics(uri, lambda d: len(d) == 1)
    message = status_with(client, "warning")["message"]
    assert "JDK" in message or "javac" in message
    client.change(uri, edit(0, 0, 99, 'class A { int f() { return "1"; } }'))
    client.diagnostics(uri, lambda d: d == [])
    client.close()


def test_wrong_options_are_named_once(launch):
    """An option that is wrong is told to the user, stays in the status, and counts for nothing."""
    client = launch(settings={"threshold": 9, "colour": "red"})
    client.start()
    message = client.take("window/showMessage")
    assert message["type"] == 2
    assert "threshold" in message["message"]
    assert "colour" in message["message"]
    assert "threshold" in status_with(client, "warning")["message"]
    compiles_still(client)
    client.settings.clear()
    client.notify("workspace/didChangeConfiguration", {"settings": {}})
    status_with(client, "ok")
    client.close()


def test_settings_without_asking(launch):
    """A client that cannot be asked sends its settings at the start and when they change."""
    capabilities = {"workspace": {"configuration": False}, "textDocument": {}}
    client = launch(capabilities=capabilities)
    client.start(initializationOptions={"problems": "off"})
    uri = client.open((client.root / "a.py").as_uri(), BROKEN)
    client.diagnostics(uri, lambda d: d == [])
    client.notify("workspace/didChangeConfiguration", {"settings": {"codescore": {"problems": "all"}}})
    client.diagnostics(uri, lambda d: [x["message"] for x in d] == SAID)
    client.close()


@bundle
def test_a_cache_that_cannot_be_written(launch, tmp_path):
    """Without a place on disk nothing is kept for the next time, and the status says so."""
    blocked = tmp_path / "blocked"
    blocked.write_text("")
    client = launch(environment={"XDG_CACHE_HOME": str(blocked / "x"), "HOME": str(blocked)})
    client.start()
    params = {"language": "python", "candidate": "x = 1", "references": ["y = 1"]}
    assert client.request("codescore/score", params)[0]["score"] == 1
    assert "not kept" in status_with(client, "warning")["message"]
    client.close()


def test_only_what_is_compared(launch):
    """`referenced` keeps quiet about code that nobody asked about."""
    client = launch(settings={"problems": "referenced"})
    client.start()
    (client.root / "ref.py").write_text("def g(a):\n    return a\n")
    text = "import os\ndef f(a, a):\n    pass\n\n# codescore: reference=ref.py\ndef g(a, a):\n    pass\n"
    uri = client.open((client.root / "a.py").as_uri(), text)
    client.diagnostics(
        uri, lambda d: [(x["code"], x["range"]["start"]["line"]) for x in d] == [("does-not-compile", 5)]
    )
    client.close()


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("10 MB", "x = 1\n" * 1_700_000),
        ("a line of 200,000 characters", "x = '" + "é" * 200_000 + "'\n" + BROKEN),
        ("3,000 brackets", "x = " + "(" * 3_000 + ")" * 3_000 + "\n" + BROKEN),
        ("3,000 brackets that never close", BROKEN + "x = " + "[" * 3_000),
        (
            "200 functions inside each other",
            "".join(" " * i + f"def f{i}():\n" for i in range(200)) + " " * 200 + "pass",
        ),
        ("NUL characters", "x = '\0'\n" + BROKEN),
    ],
    ids=lambda v: v if len(v) < 50 else "",
)
def test_monsters(launch, name, text):
    """Texts that no person writes are taken in, edited and closed; the server answers throughout."""
    client = launch("vscode")
    client.start()
    uri = client.open((client.root / "monster.py").as_uri(), text)
    codes = client.diagnostics(uri, lambda d: bool(d) or "functions" in name)
    if name == "10 MB":
        (only,) = codes
        assert only["code"] == "configuration"
        assert "10,200,000 bytes" in only["message"]
        assert "codescore.maxFileBytes" in only["message"]
    for i in range(5):
        client.change(uri, edit(0, i, i, "#"))
    client.request("textDocument/diagnostic", {"textDocument": {"uri": uri}})
    client.request("textDocument/hover", {"textDocument": {"uri": uri}, "position": {"line": 1, "character": 4}})
    client.change(uri, {"text": BROKEN})
    client.diagnostics(uri, lambda d: [x["message"] for x in d] == SAID)
    client.shut(uri)
    client.close()
