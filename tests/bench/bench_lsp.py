"""How long an editor waits: keystroke to diagnostics, start to parsing, start to warm model, memory.

    python tests/bench/bench_lsp.py [--edits N] [--lines N] [--json] [--other NAME=COMMAND ...]

Runs our server, a trivial pygls server that only answers (what the library and the pipe cost) and any others on the
same generated files, one after the other, over stdio from the same client, and prints a table or one JSON document.
Quantities, in milliseconds unless said:

* `breaks`, `mends`: an edit that makes a syntax error, and one that takes it away, until changed diagnostics arrive.
* `types`: an edit inside an identifier and a pull of diagnostics right behind it, until the answer arrives.
* `scores`: an edit that changes what a compared function does, until its changed verdict arrives; `pause` set to 0.
* `parsing`: from the start of the process to the first diagnostics; `warm`: to a loaded model; `resident`: MB.

`cpu` is what the server's process computed per edit, all its threads together, up to the answer and in the pause after
it; the only number that a busy machine leaves alone.  Of the others compare the rows of one run.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import shlex
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

REPOSITORY = Path(__file__).parents[2]
sys.path[:0] = [str(REPOSITORY)]

from tests.lsp.client import VSCODE, Client, edit  # noqa: E402  found through the line above

PUSHED = {**VSCODE, "textDocument": {k: v for k, v in VSCODE["textDocument"].items() if k != "diagnostic"}}
OURS = [sys.executable, "-c", "import sys; from codescore.lsp.server import serve_stdio; sys.exit(serve_stdio())"]
TRIVIAL = [sys.executable, __file__, "--trivial"]

PYTHON_UNIT = """
def total_{k}(items, scale={k}):
    result = 0.0
    for index, item in enumerate(items):
        if index % 2 == 0 and item is not None:
            result += item * scale
        else:
            result -= len(str(item))
    return {{"result": result, "n": [i for i in range(scale) if i > 2]}}
"""
JAVA_UNIT = """
    int total{k}(java.util.List<Integer> items, int scale) {{
        int result = {k};
        for (int index = 0; index < items.size(); index++) {{
            if (index % 2 == 0 && items.get(index) != null) {{
                result += items.get(index) * scale;
            }} else {{
                result -= String.valueOf(index).length();
            }}
        }}
        return result;
    }}
"""


class Kind:
    """A language to measure with: a file of so many lines, and where in it to type."""

    def __init__(self, name: str, ending: str, head: str, unit: str, foot: str, bad: str, operator: str) -> None:
        self.name, self.ending, self.bad, self.operator = name, ending, bad, operator
        self.head, self.unit, self.foot = head, unit, foot

    def text(self, lines: int) -> str:
        each = self.unit.count("\n")
        count = max(1, (lines - self.head.count("\n") - self.foot.count("\n")) // each)
        return self.head + "".join(self.unit.format(k=k) for k in range(count)) + self.foot

    def line_of(self, text: str, piece: str) -> int:
        """The line with a piece of code nearest to the middle of a text."""
        lines = text.split("\n")
        found = [i for i, line in enumerate(lines) if piece in line]
        return min(found, key=lambda i: abs(i - len(lines) // 2))


WARM_UP = 4  # edits that are not counted

KINDS = [
    Kind("python", ".py", '"""Generated."""\n', PYTHON_UNIT, "", "    x = = 1\n", "+="),
    Kind("java", ".java", "class Big {\n", JAVA_UNIT, "}\n", "        int x = = 1;\n", "+="),
]


class Measured(Client):
    """A client that knows when each message came."""

    def _take_in(self, message: dict[str, Any]) -> None:
        message["at"] = time.perf_counter()
        super()._take_in(message)

    def changed_after(self, uri: str, since: int, before: str) -> float:
        """When diagnostics that differ from `before` came."""

        def find() -> float | None:
            return next((m["at"] for m in self._of(uri, self.inbox[since:]) if said_in(m) != before), None)

        return self.wait(find, "changed diagnostics")

    def last(self, uri: str) -> str:
        """What was said of a document last."""
        return next((said_in(m) for m in self._of(uri, self.inbox[::-1])), seen([]))

    def _of(self, uri: str, messages: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
        published = (m for m in messages if m["method"] == "textDocument/publishDiagnostics")
        return (m for m in published if m["params"]["uri"] == uri)

    def computed(self) -> float:
        """Seconds of processor time that the server has used; 0 where the system does not tell."""
        path = Path(f"/proc/{self.process.pid}/stat")
        if not path.exists():
            return 0.0
        fields = path.read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def calm(self) -> None:
        """Let what is under way settle: pauses are part of typing."""
        time.sleep(0.05)


def said_in(message: dict[str, Any]) -> str:
    return seen(message["params"]["diagnostics"])


def seen(diagnostics: list[dict[str, Any]]) -> str:
    return json.dumps(sorted((str(d.get("code")), d["message"]) for d in diagnostics))


def summary(values: list[float]) -> dict[str, float]:
    ordered = sorted(values)

    def at(q: float) -> float:
        return round(ordered[min(len(ordered) - 1, round(q * (len(ordered) - 1)))] * 1e3, 2)

    return {"n": len(ordered), "p50": at(0.5), "p95": at(0.95), "max": at(1.0)}


def toggling(client: Measured, uri: str, changes: list[dict[str, Any]], edits: int) -> Iterator[tuple[int, float]]:
    """Apply two changes in turn; for each, which it was and how long the changed diagnostics took."""
    for i in range(edits + WARM_UP):
        before, since = client.last(uri), len(client.inbox)
        start = time.perf_counter()
        client.change(uri, changes[i % 2])
        took = client.changed_after(uri, since, before) - start
        if i >= WARM_UP:
            yield i % 2, took
        client.calm()


def measure_errors(client: Measured, uri: str, kind: Kind, text: str, edits: int) -> dict[str, Any]:
    line = kind.line_of(text, kind.operator)
    changes = [edit(line, 0, 0, kind.bad), edit(line, 0, 0, "", to_line=line + 1)]
    before = client.computed()
    took = list(toggling(client, uri, changes, edits))
    cpu = {"cpu": per_edit(client.computed() - before, edits + WARM_UP)}
    return cpu | {name: summary([t for which, t in took if which == i]) for i, name in enumerate(("breaks", "mends"))}


def measure_typing(client: Measured, uri: str, kind: Kind, text: str, edits: int) -> dict[str, float]:
    """A character more and a character less, each with a pull behind it."""
    line = kind.line_of(text, "result " + kind.operator)
    column = text.split("\n")[line].index("result")
    values = []
    before = client.computed()
    for i in range(edits):
        client.change(uri, edit(line, column, column, "x") if i % 2 == 0 else edit(line, column, column + 1, ""))
        start = time.perf_counter()
        client.request("textDocument/diagnostic", {"textDocument": {"uri": uri}})
        values.append(time.perf_counter() - start)
        client.calm()
    return summary(values) | {"cpu": per_edit(client.computed() - before, edits)}


def measure_scores(client: Measured, kind: Kind, text: str, edits: int) -> dict[str, float]:
    """The verdict on one function of a compared file, whose operator is turned round and back."""
    assert client.root is not None
    (client.root / f"reference{kind.ending}").write_text(text)
    comment = "#" if kind.ending == ".py" else "//"
    name = (client.root / f"compared{kind.ending}").as_uri()
    uri = client.open(name, f"{comment} codescore: reference=reference{kind.ending}\n{text}", kind.name)
    line = kind.line_of(text, kind.operator) + 1
    column = text.split("\n")[line - 1].index(kind.operator)
    since = len(client.inbox)
    client.change(uri, edit(line, column, column + 2, "*="))
    client.changed_after(uri, since, seen([]))
    changes = [edit(line, column, column + 2, kind.operator), edit(line, column, column + 2, "*=")]
    before = client.computed()
    values = summary([took for _, took in toggling(client, uri, changes, edits)])
    return values | {"cpu": per_edit(client.computed() - before, edits + WARM_UP)}


def per_edit(seconds: float, edits: int) -> float:
    return round(seconds * 1e3 / edits, 2)


def measure(argv: list[str], lines: int, edits: int, *, ours: bool) -> dict[str, Any]:
    with tempfile.TemporaryDirectory(prefix="bench-lsp-") as name:
        root = Path(name).resolve()
        begun = time.perf_counter()
        settings = {"threshold": 0.999999} if ours else {}
        environment = {"PYTHONPATH": str(REPOSITORY / "server"), "XDG_CACHE_HOME": str(root / "cache")}
        client = Measured("vscode", root, argv=argv, capabilities=PUSHED, settings=settings, environment=environment)
        try:
            return _measure(client, begun, lines, edits, ours=ours)
        finally:
            client.kill()


def _measure(client: Measured, begun: float, lines: int, edits: int, *, ours: bool) -> dict[str, Any]:
    client.start()
    result: dict[str, Any] = {"initialized": round((time.perf_counter() - begun) * 1e3)}
    uri = client.open("untitled:first.py", "x = = 1\n")
    client.changed_after(uri, 0, seen([]))
    result["parsing"] = round((time.perf_counter() - begun) * 1e3)
    if ours:
        client.ready()
        result["warm"] = round((time.perf_counter() - begun) * 1e3)
    for kind in KINDS:
        text = kind.text(lines)
        uri = client.open((client.root / f"big{kind.ending}").as_uri(), text, kind.name)
        client.request("textDocument/diagnostic", {"textDocument": {"uri": uri}}) if ours else None
        try:
            row = measure_errors(client, uri, kind, text, edits)
            if ours:
                row["types"] = measure_typing(client, uri, kind, text, edits)
                row["scores"] = measure_scores(client, kind, text, max(6, edits // 2))
        except AssertionError as error:
            row = {"failed": str(error).split("\n", 1)[0]}
        result[kind.name] = row
    result["resident"] = resident(client.process.pid)
    return result


def resident(pid: int) -> int | None:
    """Resident memory in MB, None where the system does not tell."""
    path = Path(f"/proc/{pid}/status")
    rows = path.read_text().splitlines() if path.exists() else []
    return next((int(row.split()[1]) // 1024 for row in rows if row.startswith("VmRSS")), None)


def trivial() -> None:
    """A pygls server that says something else at every change: what the library and the pipe cost."""
    from lsprotocol import types
    from pygls.lsp.server import LanguageServer

    server = LanguageServer("trivial", "1")

    def say(uri: str, version: int) -> None:
        nowhere = types.Range(types.Position(0, 0), types.Position(0, 0))
        found = types.Diagnostic(nowhere, f"version {version}")
        server.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, [found], version))

    @server.feature(types.TEXT_DOCUMENT_DID_OPEN)
    def opened(params: types.DidOpenTextDocumentParams) -> None:
        say(params.text_document.uri, params.text_document.version)

    @server.feature(types.TEXT_DOCUMENT_DID_CHANGE)
    def changed(params: types.DidChangeTextDocumentParams) -> None:
        say(params.text_document.uri, params.text_document.version)

    server.start_io()


def table(report: dict[str, Any]) -> Iterator[str]:
    for name, found in report["servers"].items():
        yield f"{name}: " + ", ".join(f"{k} {v}" for k, v in found.items() if not isinstance(v, dict))
        for kind in KINDS:
            for what, values in found.get(kind.name, {}).items():
                yield f"    {kind.name:8}{what:8}{shown(values)}"


def shown(values: Any) -> str:
    if not isinstance(values, dict):
        return str(values)
    cpu = f"  cpu {values['cpu']:7.2f}" if "cpu" in values else ""
    return f"p50 {values['p50']:8.2f}  p95 {values['p95']:8.2f}{cpu}"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--edits", type=int, default=60)
    parser.add_argument("--lines", type=int, default=5000)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--other", action="append", default=[], metavar="NAME=COMMAND", help="another server")
    parser.add_argument("--trivial", action="store_true", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.trivial:
        trivial()
        return 0
    servers: dict[str, Callable[[], dict[str, Any]]] = {
        "codescore": lambda: measure(OURS, arguments.lines, arguments.edits, ours=True),
        "pygls": lambda: measure(TRIVIAL, arguments.lines, arguments.edits, ours=False),
    }
    for other in arguments.other:
        name, _, command = other.partition("=")
        servers[name] = lambda c=command: measure(shlex.split(c), arguments.lines, arguments.edits, ours=False)
    load = os.getloadavg()[0] if hasattr(os, "getloadavg") else None
    report: dict[str, Any] = {
        "command": " ".join(["python", "tests/bench/bench_lsp.py", *sys.argv[1:]]),
        "python": platform.python_version(),
        "cpus": os.cpu_count(),
        "load": load,
        "servers": {},
    }
    for name, run in servers.items():
        report["servers"][name] = run()
    print(json.dumps(report, indent=2) if arguments.json else "\n".join([f"load {load}", *table(report)]))
    return 0


if __name__ == "__main__":
    sys.exit(main())
