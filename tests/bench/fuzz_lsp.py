"""Random operations on a language server: are all requests answered, are the texts right, does memory stay?

    PYTHONPATH=server:. python -m tests.bench.fuzz_lsp [--operations N] [--encoding NAME] [--seed N] [--out FILE]

One server over stdio with a workspace of its own gets opens, closes, edits (some out of range, of a wrong kind, or in
the middle of unusual characters), requests of every kind with sound and nonsensical parameters, cancellations and
malformed messages.  At the end every open text is compared with a twin: the same text, sent once, under another name.
What is recorded:

* `unanswered`, `answered_twice`: requests without an answer, and with more than one; `internal_errors`: with -32603.
* `died`: the exit code if the server ended before it was told to, else null.
* `texts_wrong`: of `texts_compared`, those about which the server says something else than about their twin.
* `resident_mb`: by operations done; `slope`: its growth in MB per 10,000 operations by least squares over the second
  half, when every cache that is bounded has had time to fill; `slope_of_all` leaves out only the first 5 %.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import random
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any

from tests.lsp.client import VSCODE, Client

REFERENCE = (
    "def total(xs):\n    r = 0\n    for x in xs:\n        r += x\n    return r\n\ndef other(a, b):\n    return a * b\n"
)
RULES = '[[rule]]\nfiles = "*.py"\nreference = "ref.py"\n'
TEXTS = [
    "def total(xs):\n    s = 0\n    for x in xs:\n        s = s + x\n    return s\n",
    "",
    "# codescore: reference=ref.py#other\ndef other(a, b):\n    return a + b\n",
    "def total(xs):\r\n    return sum(xs)\r\n",
    "\ufeffdef total(xs):\n    return 0\n",
    "x = 1\n" * 30,
]
PIECES = [
    "x",
    "def f(a):\n    return a\n",
    "\n",
    "\r\n",
    "\r",
    "\t",
    " ",
    "\u00e9",
    "\U0001f600",
    "\u2028",
    "\x0b",
    "\x0c",
    "\x85",
    "\0",
    '"""',
    "'",
    "#",
    "# codescore: reference=ref.py#total\n",
    "# codescore: reference=/etc/passwd\n",
    "    ",
    "class A:\n",
    "return",
    ":",
    "(",
    ")",
    "\ufeff",
    "e\u0301",
    "\u202e",
    "\u4e2d\u6587",
    "if x < y and y:\n        z = 1\n",
    "for i in range(10):\n",
    "async ",
    "\U0001d4b3",
    "\u200d",
]
ODD = [
    None,
    True,
    -1,
    2**31,
    2**63,
    2**70,
    1e308,
    "x",
    "",
    [],
    {},
    [[]],
    {"a": {}},
    "\ud800",
    {"line": -1, "character": -1},
    {"line": 2**40, "character": 0},
    {"line": 1.5, "character": "0"},
]
FIELDS = [
    "textDocument",
    "uri",
    "position",
    "range",
    "text",
    "items",
    "command",
    "arguments",
    "language",
    "reference",
    "candidate",
    "references",
    "version",
]
ABOUT_TEXT = [f"textDocument/{name}" for name in ("hover", "codeLens", "inlayHint", "codeAction", "diagnostic")]
METHODS = [
    *ABOUT_TEXT,
    *(
        f"textDocument/{name}"
        for name in ("definition", "documentSymbol", "completion", "foldingRange", "didOpen", "didChange")
    ),
    *(f"workspace/{name}" for name in ("diagnostic", "executeCommand", "symbol", "didChangeConfiguration")),
    *(
        f"codescore/{n}"
        for n in ("score", "setReference", "rank", "suggestion", "units", "verdicts", "status", "compare", "unheardOf")
    ),
    "initialize",
    "initialized",
    "codeLens/resolve",
    "$/setTrace",
    "$/cancelRequest",
]
NOTIFICATIONS = [
    "workspace/didChangeConfiguration",
    "workspace/didChangeWatchedFiles",
    "workspace/didChangeWorkspaceFolders",
    "textDocument/didSave",
    "$/setTrace",
    "x/y",
    "initialized",
    "$/cancelRequest",
]
MALFORMED = [
    b"{",
    b"[]",
    b"null",
    b'{"jsonrpc":"2.0"}',
    b"\xff\xfe",
    b"[" * 2000,
    b'{"jsonrpc":"2.0","id":1.5,"method":"x"}',
    b'{"jsonrpc":"1.0","id":5,"method":"x"}',
    b'{"jsonrpc":"2.0","id":"codescore-1","result":{}}',
    b"9" * 5000,
    b'{"jsonrpc":"2.0","id":[1],"method":7}',
    b"",
]
BAD_CHANGES: list[Any] = [
    [{"range": {"start": {"line": -5, "character": 0}, "end": {"line": 0, "character": 0}}, "text": "q"}],
    [{"range": 7, "text": "q"}],
    [{"text": 5}],
    "x",
    [None],
    [{"text": "\ud800 lone"}],
    [{"range": {"start": {"line": 5, "character": 0}, "end": {"line": 1, "character": 0}}, "text": ""}],
]
SETTINGS = [{}, {"threshold": 0.7}, {"threshold": 0.4}, {"maxBytes": -1}, None, {"language": 7}]
REST_EVERY = 200  # operations; then a person rests and the model speaks
REST_SECONDS = 0.3


class Quiet(Client):
    """A client that keeps of what comes only the answers that somebody waits for."""

    pending: dict[Any, str]
    counts: Counter[str]
    rng: random.Random

    def _take_in(self, message: dict[str, Any]) -> None:
        if "method" in message:
            if "id" in message:
                items = (
                    message.get("params", {}).get("items", [])
                    if message["method"] == "workspace/configuration"
                    else None
                )
                result = [self.rng.choice(SETTINGS) for _ in items] if items is not None else None
                self.send({"id": message["id"], "result": result})
            return
        id_ = message["id"]
        if id_ is None:
            self.counts["answers without an id"] += 1
        elif id_ not in self.pending:
            self.counts["answered twice"] += 1
        else:
            self.counts["internal"] += message.get("error", {}).get("code") == -32603
            if self.pending.pop(id_) == "awaited":
                self.replies[id_] = message

    def ask(self, method: str, params: Any, kind: str = "awaited", id_: Any = None) -> Any:
        self.next_id += 1
        id_ = self.next_id if id_ is None else f"{id_}{self.next_id}"
        with self.changed:
            self.pending[id_] = kind
        self.send({"id": id_, "method": method, "params": params})
        return id_


class Fuzz:
    """Texts as a client sees them, and operations on them; `rng` decides everything."""

    def __init__(self, client: Quiet, root: Path, rng: random.Random, encoding: str) -> None:
        self.client, self.root, self.rng, self.encoding = client, root, rng, encoding
        self.texts: dict[int, str] = {}
        self.versions: dict[int, int] = {}
        self.kinds: Counter[str] = Counter()
        self._table = {
            self._open: 8,
            self._close: 3,
            self._close_unopened: 2,
            self._change_unopened: 2,
            self._edit: 40,
            self._ask: 15,
            self._ask_nonsense: 8,
            self._command: 3,
            self._notify_nonsense: 3,
            self._files: 2,
            self._configure: 2,
            self._folders: 2,
            self._malformed: 2,
            self._resend: 2,
            self._cancel: 3,
            self._open_odd: 3,
        }

    def operate(self) -> None:
        (operation,) = self.rng.choices(list(self._table), list(self._table.values()))
        if not self.texts:
            operation = self._open
        self.kinds[operation.__name__.strip("_")] += 1
        operation()

    def uri(self, number: int) -> str:
        return (self.root / f"d{number}.py").as_uri()

    # Documents

    def _open(self) -> None:
        number, text = self.rng.randrange(40), self.rng.choice(TEXTS)
        if number in self.texts:
            self.client.shut(self.uri(number))
        self.versions[number] = self.versions.get(number, 0) + 1
        item = {"uri": self.uri(number), "languageId": "python", "version": self.versions[number], "text": text}
        self.client.notify("textDocument/didOpen", {"textDocument": item})
        self.texts[number] = text

    def _open_odd(self) -> None:
        rng = self.rng
        language = rng.choice(["python", "java", "x", "", "PYTHON"])
        item = {
            "uri": self.uri(rng.randrange(600, 640)),
            "languageId": language,
            "version": rng.choice([0, -1, 2**31 - 1]),
        }
        self.client.notify("textDocument/didOpen", {"textDocument": item | {"text": rng.choice(TEXTS)}})

    def _close(self) -> None:
        number = self.rng.choice(list(self.texts))
        del self.texts[number]
        self.client.shut(self.uri(number))

    def _close_unopened(self) -> None:
        self.client.shut(self.uri(self.rng.randrange(500, 600)))

    def _change_unopened(self) -> None:
        document = {"uri": self.uri(self.rng.randrange(500, 600)), "version": 1}
        self.client.notify("textDocument/didChange", {"textDocument": document, "contentChanges": [{"text": "x"}]})

    def _edit(self) -> None:
        rng = self.rng
        number = rng.choice(list(self.texts))
        text, changes = self.texts[number], []
        if len(text) > 4000:
            text = rng.choice(TEXTS)
            changes.append({"text": text})
        for _ in range(rng.choice([1, 1, 1, 2, 5, 20])):
            text, change = self._changed(text)
            changes.append(change)
        self._send_changes(number, changes)
        self.texts[number] = text

    def _changed(self, text: str) -> tuple[str, dict[str, Any]]:
        rng = self.rng
        if rng.random() < 0.03:
            return (new := rng.choice(TEXTS)), {"text": new}
        lines = lines_of(text)
        start, end = sorted((rng.randrange(len(text) + 1), rng.randrange(len(text) + 1)))
        if rng.random() < 0.7:
            end = min(end, start + rng.randrange(5))
        (first, start), (last, end) = sorted(
            (self._position(text, lines, at) for at in (start, end)), key=lambda p: p[1]
        )
        if rng.random() < 0.05 and end == lines[last["line"]][1]:
            last = last | {"character": last["character"] + 1000}  # beyond a line is its end
        new = "".join(rng.choice(PIECES) for _ in range(rng.randrange(4)))
        change: dict[str, Any] = {"range": {"start": first, "end": last}, "text": new}
        if rng.random() < 0.3:
            change["rangeLength"] = rng.choice([0, end - start, 10**9])
        return text[:start] + new + text[end:], change

    def _position(self, text: str, lines: list[tuple[int, int]], at: int) -> tuple[dict[str, int], int]:
        """A character's place in the protocol's units; what lies between CR and LF is the start of the next line."""
        for number, (start, end) in enumerate(lines):
            if at <= end:
                at = max(at, start)
                return {"line": number, "character": sum(map(self._width, text[start:at]))}, at
        raise AssertionError(at)

    def _width(self, character: str) -> int:
        if self.encoding == "utf-8":
            return len(character.encode())
        return 2 if self.encoding == "utf-16" and ord(character) > 0xFFFF else 1

    def _resend(self) -> None:
        """An edit that makes no sense, then the whole text."""
        number = self.rng.choice(list(self.texts))
        self.client.notify(
            "textDocument/didChange",
            {
                "textDocument": {"uri": self.uri(number), "version": self.versions[number]},
                "contentChanges": self.rng.choice([*BAD_CHANGES, [{"range": self._range(), "text": "zz"}]]),
            },
        )
        self.texts[number] = self.rng.choice(TEXTS)
        self._send_changes(number, [{"text": self.texts[number]}])

    def _send_changes(self, number: int, changes: list[dict[str, Any]]) -> None:
        self.versions[number] += 1
        document = {"uri": self.uri(number), "version": self.versions[number]}
        self.client.notify("textDocument/didChange", {"textDocument": document, "contentChanges": changes})

    # Everything else

    def _ask(self) -> None:
        document = {"uri": self._document()}
        context = {"diagnostics": [], "triggerKind": 1}
        sound = {"textDocument": document, "position": self._place(), "range": self._range(), "context": context}
        id_ = self._request(self.rng.choice(ABOUT_TEXT), sound | {"previousResultIds": []})
        if self.rng.random() < 0.3:
            self.client.notify("$/cancelRequest", {"id": id_})

    def _ask_nonsense(self) -> None:
        id_ = self._request(self.rng.choice(METHODS), self._nonsense())
        if self.rng.random() < 0.2:
            self.client.notify("$/cancelRequest", {"id": id_})

    def _command(self) -> None:
        commands = self.client.capability["executeCommandProvider"]["commands"]
        document = self._document()
        full = {"uri": document, "name": "total", "reference": str(self.root / "ref.py")}
        arguments = self.rng.choice([[], [self._nonsense()], [{"uri": document}], [full], [document, "total"]])
        self._request("workspace/executeCommand", {"command": self.rng.choice(commands), "arguments": arguments})

    def _notify_nonsense(self) -> None:
        self.client.notify(self.rng.choice(NOTIFICATIONS), self._nonsense())

    def _files(self) -> None:
        root = self.root.as_uri()
        uri = self.rng.choice([f"{root}/codescore.toml", f"{root}/ref.py", "file:///dev/zero", "untitled:1"])
        self.client.notify(
            "workspace/didChangeWatchedFiles", {"changes": [{"uri": uri, "type": self.rng.choice([1, 2, 3])}]}
        )

    def _configure(self) -> None:
        self.client.notify("workspace/didChangeConfiguration", {"settings": {"codescore": self.rng.choice(SETTINGS)}})

    def _folders(self) -> None:
        uri = self.rng.choice([self.root.as_uri(), "file://./nowhere", "file:///", "http://x/y", "file://host/share"])
        folder = {"uri": uri, "name": "x"}
        event = {name: [folder] if self.rng.random() < 0.5 else [] for name in ("added", "removed")}
        self.client.notify("workspace/didChangeWorkspaceFolders", {"event": event})

    def _malformed(self) -> None:
        self.client.raw(self.rng.choice(MALFORMED))

    def _cancel(self) -> None:
        for _ in range(10):
            sound = {"textDocument": {"uri": self._document()}, "position": self._place()}
            self.client.notify("$/cancelRequest", {"id": self._request("textDocument/hover", sound)})

    def _request(self, method: str, params: Any) -> Any:
        return self.client.ask(method, params, method, id_="s" if self.rng.random() < 0.1 else None)

    def _document(self) -> str:
        return self.uri(self.rng.choice(list(self.texts)) if self.rng.random() < 0.9 else 999)

    def _place(self) -> dict[str, int]:
        line, character = [0, 0, 1, 2, 3, 10**6, 2**31 - 1], [0, 0, 1, 4, 5, 10**6, 2**31 - 1]
        return {"line": self.rng.choice(line), "character": self.rng.choice(character)}

    def _range(self) -> dict[str, Any]:
        return {"start": self._place(), "end": self._place()}

    def _nonsense(self, depth: int = 0) -> Any:
        if depth < 3 and self.rng.random() < 0.3:
            return {self.rng.choice(FIELDS): self._nonsense(depth + 1) for _ in range(self.rng.randrange(4))}
        return self.rng.choice(ODD)


def lines_of(text: str) -> list[tuple[int, int]]:
    """Start and end of each line, without its ending: LF, CR LF or CR, as the protocol says."""
    found, start, at = [], 0, 0
    while at < len(text):
        if text[at] in "\r\n":
            width = 2 if text[at : at + 2] == "\r\n" else 1
            found.append((start, at))
            start = at = at + width
        else:
            at += 1
    return [*found, (start, len(text))]


def said_of(client: Quiet, uri: str) -> list[Any]:
    """Everything that the server says of a text, but for what depends on its name or version."""
    document = {"textDocument": {"uri": uri}}
    everything = {"start": {"line": 0, "character": 0}, "end": {"line": 10**6, "character": 0}}
    units = client.request("codescore/units", {"uri": uri})
    report = client.request("textDocument/diagnostic", document)
    found = [
        client.request("textDocument/codeLens", document),
        client.request("textDocument/inlayHint", document | {"range": everything}),
        {k: v for k, v in units.items() if k not in ("version", "uri")},
        report["items"],
    ]
    return json.loads(json.dumps(found).replace(uri, "URI").replace(Path(uri).name, "NAME"))


def texts_wrong(fuzz: Fuzz, seconds: float = 60.0) -> int:
    """How many open texts the server holds otherwise than their twins; both may take a while to be judged."""
    client, wrong = fuzz.client, 0
    twins = {
        number: client.open((fuzz.root / f"twin{number}.py").as_uri(), text) for number, text in fuzz.texts.items()
    }
    last = client.open((fuzz.root / "last.py").as_uri(), TEXTS[0])
    client.until(lambda: client.request("codescore/units", {"uri": last})["units"][0]["verdict"], "the last verdict")
    for number, twin in twins.items():
        limit = time.monotonic() + seconds
        before, now = None, (said_of(client, fuzz.uri(number)), said_of(client, twin))
        while (now != before or now[0] != now[1]) and time.monotonic() < limit:
            time.sleep(0.2)
            before, now = now, (said_of(client, fuzz.uri(number)), said_of(client, twin))
        wrong += now[0] != now[1]
    return wrong


def resident(pid: int) -> float:
    """Resident memory in MB."""
    status = Path(f"/proc/{pid}/status").read_text(encoding="ascii")
    return round(int(status.partition("VmRSS:")[2].split()[0]) / 1024, 1)


def slope(samples: list[tuple[int, float]], start: float) -> float:
    """Growth in MB per 10,000 operations: least squares, this share of the operations left out at the start."""
    kept = [(n, mb) for n, mb in samples if n >= samples[-1][0] * start]
    mean_n, mean_mb = (sum(values) / len(kept) for values in zip(*kept, strict=True))
    grown = sum((n - mean_n) * (mb - mean_mb) for n, mb in kept) / sum((n - mean_n) ** 2 for n, _ in kept)
    return round(grown * 10_000, 3)


def run(operations: int, encoding: str, seed: int) -> dict[str, Any]:
    """One server's life; what is recorded of it."""
    rng = random.Random(seed)
    with tempfile.TemporaryDirectory() as folder:
        root = (Path(folder) / "work").resolve()
        root.mkdir()
        (root / "ref.py").write_text(REFERENCE, encoding="utf-8")
        (root / "codescore.toml").write_text(RULES, encoding="utf-8")
        capabilities = {**VSCODE, "general": {"positionEncodings": [encoding]}}
        client = Quiet(
            "vscode", root, environment={"HOME": folder, "XDG_CACHE_HOME": folder}, capabilities=capabilities
        )
        client.pending, client.counts, client.rng = {}, Counter(), random.Random(seed + 1)
        try:
            return _run(client, Fuzz(client, root, rng, encoding), operations)
        finally:
            client.kill()


def _run(client: Quiet, fuzz: Fuzz, operations: int) -> dict[str, Any]:
    client.start()
    began, samples, died = time.monotonic(), [], None
    for done in range(operations):
        if client.process.poll() is not None:
            died = client.process.returncode
            break
        if done % REST_EVERY == 0:
            client.request("codescore/status", None)  # whatever was sent before has been read
            time.sleep(REST_SECONDS)
        if done % max(1, operations // 100) == 0:
            samples.append((done, resident(client.process.pid)))
            print(f"{done} operations, {samples[-1][1]} MB", file=sys.stderr, flush=True)
        fuzz.operate()
    seconds = time.monotonic() - began
    wrong = compared = None
    if died is None:
        client.request("codescore/status", None)
        samples.append((operations, resident(client.process.pid)))
        event = {"added": [{"uri": fuzz.root.as_uri(), "name": "root"}], "removed": []}
        client.notify("workspace/didChangeWorkspaceFolders", {"event": event})
        client.notify("workspace/didChangeConfiguration", {"settings": {"codescore": {}}})
        wrong, compared = texts_wrong(fuzz), len(fuzz.texts)
        client.request("shutdown", None)
        client.notify("exit", None)
        died = client.wait_exit() or None
    return {
        "operations": operations,
        "encoding": fuzz.encoding,
        "requests": client.next_id,
        "kinds": dict(sorted(fuzz.kinds.items())),
        "unanswered": dict(Counter(client.pending.values())),
        "answered_twice": client.counts["answered twice"],
        "internal_errors": client.counts["internal"],
        "answers_without_an_id": client.counts["answers without an id"],
        "died": died,
        "texts_compared": compared,
        "texts_wrong": wrong,
        "seconds": round(seconds),
        "slope": slope(samples, 0.5),
        "slope_of_all": slope(samples, 0.05),
        "resident_mb": samples,
    }


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--operations", type=int, default=200_000)
    parser.add_argument("--encoding", choices=["utf-8", "utf-16", "utf-32"], default="utf-16")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path)
    given = parser.parse_args()
    found = run(given.operations, given.encoding, given.seed)
    arguments = f"--operations {given.operations} --encoding {given.encoding} --seed {given.seed}"
    machine = {"python": platform.python_version(), "cpus": os.cpu_count(), "machine": platform.machine()}
    record = {"command": f"python -m tests.bench.fuzz_lsp {arguments}", **machine, "seed": given.seed, **found}
    text = json.dumps(record, indent=2)
    if given.out is not None:
        given.out.write_text(text + "\n", encoding="utf-8")
    print(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
