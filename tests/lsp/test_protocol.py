"""The connection itself: malformed messages, messages out of turn, cancellation, and every way to end."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
import threading

import pytest

from codescore.lsp import transport
from tests.lsp.client import EDITORS, Refused, edit
from tests.lsp.needs import PYTHON, bundle

BROKEN = "def f(:\n    pass\n"


def refusal(client, body: bytes, id_=None) -> int:
    client.raw(body)
    with pytest.raises(Refused) as raised:
        client.answer(id_)
    return raised.value.code


@pytest.mark.parametrize(
    ("body", "id_", "code"),
    [
        (b"not json", None, -32700),
        (b"\xff\xfe", None, -32700),
        (b'{"jsonrpc": "2.0", "id": 1', None, -32700),
        (b"[" * 100_000, None, -32700),
        (b"[]", None, -32600),
        (b"3", None, -32600),
        (b'{"id": "a", "method": "x"}', None, -32600),
        (b'{"jsonrpc": "2.0", "id": "b", "method": 3}', None, -32600),
        (b'{"jsonrpc": "2.0", "id": 1.5, "method": "x"}', None, -32600),
        (b'{"jsonrpc": "2.0", "id": true, "method": "x"}', None, -32600),
        (b'{"jsonrpc": "2.0", "id": "c", "method": "codescore/unheardOf"}', "c", -32601),
        (b'{"jsonrpc": "2.0", "id": "d", "method": "textDocument/rename", "params": {}}', "d", -32601),
        (b'{"jsonrpc": "2.0", "id": "e", "method": "textDocument/hover", "params": {"x": 1}}', "e", -32602),
        (b'{"jsonrpc": "2.0", "id": "f", "method": "textDocument/hover", "params": [1, 2]}', "f", -32602),
        (b'{"jsonrpc": "2.0", "id": "g", "method": "initialize", "params": {"capabilities": {}}}', "g", -32600),
        (b'{"jsonrpc": "2.0", "id": "h", "method": "codescore/units", "params": {"uri": "\\ud800"}}', "h", -32602),
        (b'{"jsonrpc": "2.0", "id": "i", "method": "codescore/units", "params": {"\\udc00": 1}}', "i", -32602),
        (b'{"jsonrpc": "2.0", "id": "j", "method": "textDocument/didOpen", "params": {}}', "j", -32600),
        (b'{"jsonrpc": "2.0", "id": "k", "method": "$/cancelRequest", "params": {"id": 1}}', "k", -32600),
        (b'{"jsonrpc": "2.0", "id": "l", "method": "workspace/didChangeWatchedFiles"}', "l", -32600),
        (b'{"jsonrpc": "2.0", "id": "m", "method": "exit"}', "m", -32600),
    ],
)
def test_malformed_requests_are_answered(client, body, id_, code):
    """Each gets the error that the specification names, and the server goes on."""
    assert refusal(client, body, id_) == code
    assert client.request("codescore/status", None)


@pytest.mark.parametrize(
    "command", ["codescore.setReference", "codescore.compare", "codescore.score", "codescore.copyVerdict"]
)
def test_half_a_character_is_refused_in_every_request(client, command):
    """JSON can spell half of a surrogate pair, which no text holds: wrong parameters, not a failure of ours."""
    half = "x\ud800"
    given = {"uri": half, "unit": half, "text": half, "language": "python", "candidate": half, "references": [half]}
    for method, params in [
        ("workspace/executeCommand", {"command": command, "arguments": [given]}),
        ("codescore/score", given),
        ("codescore/suggestion", given),
        ("textDocument/hover", {"textDocument": {"uri": half}, "position": {"line": 0, "character": 0}}),
    ]:
        with pytest.raises(Refused) as raised:
            client.request(method, params)
        assert raised.value.code == -32602


def test_malformed_notifications_are_ignored(client):
    """A notification that makes no sense is dropped; nothing is answered, nothing breaks."""
    for method, params in [
        ("textDocument/didOpen", None),
        ("textDocument/didOpen", {"textDocument": {"uri": 3}}),
        ("textDocument/didOpen", {"textDocument": {"uri": "file:///%00", "languageId": "python", "text": "x"}}),
        ("textDocument/didClose", {"textDocument": {"uri": "file:///never-opened.py"}}),
        ("textDocument/didChange", {"textDocument": {"uri": "file:///never-opened.py"}, "contentChanges": [{}]}),
        ("textDocument/didSave", {"textDocument": {}}),
        ("workspace/didChangeWatchedFiles", {"changes": [{"uri": "nonsense", "type": 99}]}),
        ("workspace/didChangeConfiguration", {}),
        ("workspace/didChangeWorkspaceFolders", {"event": 1}),
        ("notebookDocument/didOpen", {"notebookDocument": {}}),
        ("$/cancelRequest", {"id": "no such request"}),
        ("$/setTrace", {"value": "verbose"}),
        ("$/unknown", {}),
        ("codescore/unknown", [1]),
        ("window/workDoneProgress/cancel", {"token": "none"}),
    ]:
        client.notify(method, params)
    client.send({"id": "nobody asked", "result": 1})
    client.send({"id": "nobody asked", "error": {"code": 1, "message": "no"}})
    assert client.request("codescore/status", None)
    client.notify("textDocument/didClose", {"textDocument": {"uri": "file:///%00"}})
    client.versions["file:///%00"] = 1


def test_a_change_that_is_not_understood_silences_its_document(client):
    """Once a change was lost, nothing is said of the document until it is sent whole."""
    client.allowed_log = ("is left alone until it is sent whole",)
    uri = client.open((client.root / "lost.py").as_uri(), BROKEN)
    client.diagnostics(uri, lambda d: len(d) == 1)
    client.notify(
        "textDocument/didChange",
        {"textDocument": {"uri": uri, "version": 2}, "contentChanges": [{"range": {"start": 7}, "text": "x"}]},
    )
    client.diagnostics(uri, lambda d: d == [])
    client.change(uri, edit(0, 0, 0, "# "), version=3)
    client.change(uri, {"text": "x = 1\n" + BROKEN}, version=4)
    client.diagnostics(uri, lambda d: [x["range"]["start"]["line"] for x in d] == [1])


def test_old_versions_and_far_positions(client):
    """A change that comes late is ignored, one that points outside the text is clamped."""
    uri = client.open((client.root / "order.py").as_uri(), "def f(a):\n    return a\n")
    client.change(uri, edit(0, 0, 0, "# one\n"), version=7)
    client.change(uri, edit(0, 0, 0, BROKEN), version=6)
    client.versions[uri] = 7
    client.change(uri, edit(900, 5, 77, "def g(:\n    pass\n", to_line=950))
    client.diagnostics(uri, lambda d: [x["range"]["start"]["line"] for x in d] == [3])


def test_other_languages_are_ignored_quietly(client):
    """A document of a language we do not have is nobody's business."""
    uri = (client.root / "a.cob").as_uri()
    client.notify(
        "textDocument/didOpen",
        {"textDocument": {"uri": uri, "languageId": "cobol", "version": 1, "text": "MOVE A TO B."}},
    )
    document = {"uri": uri, "version": 2}
    client.notify("textDocument/didChange", {"textDocument": document, "contentChanges": [{"text": "x"}]})
    assert (
        client.request("textDocument/hover", {"textDocument": {"uri": uri}, "position": {"line": 0, "character": 0}})
        is None
    )
    assert client.request("textDocument/codeLens", {"textDocument": {"uri": uri}}) == []
    client.shut(uri)


@bundle
def test_requests_can_be_withdrawn(client):
    """A request that is cancelled while it waits is answered as cancelled, and its work stops."""
    many = [f"def f(x):\n    return x + {i}\n" * 20 for i in range(60)]
    params = {"language": "python", "candidate": many[0], "references": many}
    first, second = client.ask("codescore/score", params), client.ask("codescore/score", params)
    client.notify("$/cancelRequest", {"id": second})
    client.notify("$/cancelRequest", {"id": first})
    for asked in (first, second):
        with pytest.raises(Refused) as raised:
            client.answer(asked)
        assert raised.value.code == -32800


def test_nothing_comes_before_initialize(launch):
    """Before initialize requests are refused, notifications dropped."""
    client = launch()
    with pytest.raises(Refused) as raised:
        client.request("codescore/status", None)
    assert raised.value.code == -32002
    client.notify("textDocument/didOpen", {"textDocument": {"uri": "file:///a.py", "text": "("}})
    client.start()
    client.close()


def test_nothing_comes_after_shutdown(launch):
    """After shutdown requests are refused; exit then ends with 0."""
    client = launch()
    client.start()
    client.request("shutdown", None)
    with pytest.raises(Refused) as raised:
        client.request("codescore/status", None)
    assert raised.value.code == -32600
    client.notify("exit", None)
    assert client.wait_exit() == 0


def test_exit_without_shutdown_is_an_error(launch):
    """As the specification says: exit code 1."""
    client = launch()
    client.start()
    client.notify("exit", None)
    assert client.wait_exit() == 1


@pytest.mark.parametrize("when", ["before initialize", "while loading", "when ready"])
def test_the_end_of_input_is_the_end(launch, when):
    """Editors do not always say exit: when standard input ends so does the server, whatever it is doing."""
    client = launch()
    if when != "before initialize":
        client.start()
        client.open("untitled:1", "def f(a):\n    return a\n")
    if when == "when ready":
        client.ready()
    client.process.stdin.close()
    assert client.wait_exit() == 1
    client.check_log()


@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_termination_is_orderly(launch):
    """SIGTERM ends the server as the end of input does, compilers included."""
    client = launch()
    client.start()
    client.process.send_signal(signal.SIGTERM)
    assert client.wait_exit() == 1
    client.check_log()


@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_what_arrives_after_the_end_is_no_error(monkeypatch):
    """A client may still write when a signal or its parent's end has closed the loop: the reader says nothing."""
    failed = []
    monkeypatch.setattr(threading, "excepthook", failed.append)
    closed = threading.Event()
    messages = iter([b"Content-Length: 2\r\n\r\n{}", b""])

    def read(_limit):
        closed.wait()
        return next(messages)

    class Peer:
        exit_code, parent = 0, os.getpid()

        def receive(self, _body):
            raise AssertionError("nothing is handled after the end")

        def close(self):
            pass

    async def run():
        task = asyncio.create_task(transport.serve(Peer(), read))
        await asyncio.sleep(0)
        os.kill(os.getpid(), signal.SIGTERM)
        return await task

    assert asyncio.run(run()) == 0
    reader = next(thread for thread in threading.enumerate() if thread.name == "reader")
    closed.set()
    reader.join()
    assert not failed


@pytest.mark.skipif(os.name != "posix", reason="process ids")
def test_the_server_ends_with_its_parent(launch):
    """When the process that the client names is gone the server ends, though its input stays open."""
    client = launch()
    parent = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    client.start(processId=parent.pid)
    parent.communicate(b"\n")
    assert client.wait_exit() == 1


@pytest.mark.parametrize(
    ("offered", "chosen"),
    [
        (["utf-16", "utf-8"], "utf-8"),
        (["utf-32", "utf-16"], "utf-32"),
        (["utf-7"], "utf-16"),
        ([], "utf-16"),
        (None, "utf-16"),
    ],
)
def test_utf8_is_preferred(launch, offered, chosen):
    """Positions are bytes where the client can, else as the client prefers, else utf-16."""
    client = launch(capabilities={"general": {"positionEncodings": offered}} if offered is not None else {"window": {}})
    assert client.start()["capabilities"]["positionEncoding"] == chosen
    client.close()


def test_what_is_announced(launch):
    """The capabilities of both editors: pulled diagnostics only for who can be told to pull again."""
    for editor in EDITORS:
        client = launch(editor)
        found = client.start()
        assert found["serverInfo"]["name"] == "codescore-r"
        capabilities = found["capabilities"]
        unwanted = {"willSave": False, "willSaveWaitUntil": False}
        assert unwanted | capabilities["textDocumentSync"] == unwanted | {"openClose": True, "change": 2, "save": True}
        assert ("diagnosticProvider" in capabilities) is (editor == "vscode")
        assert ("notebookDocumentSync" in capabilities) is (editor == "vscode")
        assert capabilities["hoverProvider"] is True
        assert "codescore.compare" in capabilities["executeCommandProvider"]["commands"]
        assert capabilities["workspace"]["workspaceFolders"] == {"supported": True, "changeNotifications": True}
        client.close()


def test_a_client_that_answers_nothing(launch):
    """A client may ignore every question of ours: documents are checked all the same."""
    client = launch()
    answer, client.settings = client._take_in, {}

    def silent(message):
        if "id" in message and "method" in message:
            client.inbox.append(message)
        else:
            answer(message)

    client._take_in = silent
    client.start()
    uri = client.open("untitled:1", BROKEN)
    client.diagnostics(uri, lambda d: [x["message"] for x in d] == [f"invalid syntax ({PYTHON})"])
    client.close()


def test_stdout_is_the_protocols(launch):
    """Nothing that prints can break the protocol: it goes to standard error."""
    program = (
        "import sys, os; from codescore.lsp import server, transport\n"
        "claim = transport.claim_stdio\n"
        "def noisy():\n"
        "    ends = claim(); print('loose talk'); os.write(1, b'from C'); return ends\n"
        "transport.claim_stdio = noisy\n"
        "sys.exit(server.serve_stdio())"
    )
    client = launch(argv=[sys.executable, "-c", program])
    client.start()
    client.close()
    assert "loose talk" in "".join(client.log)


def test_tcp_serves_one_client(launch):
    """Over TCP the first client is served, on this machine only, and its exit ends the server."""
    import socket

    program = "import sys; from codescore.lsp.server import serve_tcp; sys.exit(serve_tcp('', 0))"
    client = launch(argv=[sys.executable, "-c", program])
    line = None
    while line is None:
        line = next((t for t in list(client.log) if "listening" in t), None)
    host, _, port = line.rpartition(" ")[2].rpartition(":")
    assert host == "127.0.0.1"
    with socket.create_connection((host, int(port))) as end, end.makefile("rb") as answers:
        for message in (
            {"id": 1, "method": "initialize", "params": {"capabilities": {}, "processId": None, "rootUri": None}},
            {"id": 2, "method": "shutdown"},
            {"method": "exit"},
        ):
            body = json.dumps({"jsonrpc": "2.0", **message}).encode()
            end.sendall(b"Content-Length: %d\r\n\r\n%b" % (len(body), body))
        assert b"Content-Length" in answers.readline()
        assert b'"id":2,"result":null' in answers.read()
    assert client.wait_exit() == 0
