"""What recording suggestions costs while somebody types: the same keys to two servers, one with it, one without.

    python tests/bench/bench_capture_typing.py [--lines 5000] [--edits 300] [--json FILE]

A key is a `didChange`, followed by a request that the server answers at once: the time until that answer is how long
the key kept the server.  The two servers are asked in turns, key by key, so that whatever else the machine does falls
on both; between two keys it rests.  With recording on, `--followed` accepted suggestions of the file are followed, and
the keys go into one of them.  Milliseconds.  `extra_p95` is the 95th percentile with it less that without, `paired` the
differences key by key; both hold the machine's noise.  `own` does not: it is what the server's loop spends on a key in
the capture's code alone, from the same run.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

REPOSITORY = Path(__file__).parents[2]
sys.path[:0] = [str(REPOSITORY), str(REPOSITORY / "server")]

from codescore.experiments.store import Store  # noqa: E402  found through the line above
from tests.bench.bench_lsp import KINDS, summary  # noqa: E402
from tests.lsp.capture import span  # noqa: E402
from tests.lsp.client import Client  # noqa: E402
from tests.lsp.conftest import isolated  # noqa: E402

#: A server that counts the time of the capture at each change of a document.
_SERVE = """
import atexit, json, sys, time
from pathlib import Path
from codescore.lsp import following
from codescore.lsp.server import serve_stdio

took, before, changed = [], following.before, following.changed

def timed_before(*given):
    begun = time.perf_counter()
    found = before(*given)
    took.append(time.perf_counter() - begun)
    return found

def timed_changed(*given):
    begun = time.perf_counter()
    changed(*given)
    took[-1] += time.perf_counter() - begun

following.before, following.changed = timed_before, timed_changed
atexit.register(lambda: Path(sys.argv[1]).write_text(json.dumps(took)))
sys.exit(serve_stdio())
"""

_WARM_UP = 20
_REST = 0.3  # seconds: what a key sets off, judging it, is over before the next


def opened(folder: Path, name: str, text: str, settings: dict[str, Any]) -> tuple[Client, str]:
    """A server with the file open and the model there."""
    root = folder / name
    root.mkdir()
    path = root / "big.py"
    path.write_text(text)
    argv = [sys.executable, "-c", _SERVE, str(folder / f"{name}.json")]
    client = Client("vscode", root, settings=settings, environment=isolated(folder), argv=argv)
    client.start()
    client.ready()
    return client, client.open(path.as_uri(), text)


def accepted(client: Client, uri: str, number: int, line: int) -> None:
    """A suggestion that was shown and taken."""
    text = f"    value_{number} = {number}  # a suggestion\n"
    start = span((line, 0))
    event = {"suggestion": f"s{number}", "at_ms": 1_700_000_000_000}
    shown = {"event": {**event, "kind": "shown", "id": f"a{number}"}, "uri": uri, "range": start, "text": text}
    client.request("codescore/event", {**shown, "version": client.versions[uri]})
    version = client.change(uri, {"range": start, "text": text})
    taken = {"event": {**event, "kind": "accepted", "id": f"b{number}"}, "uri": uri, "range": start, "text": text}
    client.request("codescore/event", {**taken, "version": version})


def key(client: Client, uri: str, line: int, column: int, letter: str) -> float:
    """Milliseconds that one key keeps the server."""
    begun = time.perf_counter()
    client.change(uri, {"range": span((line, column)), "text": letter})
    client.request("codescore/status", None)
    return (time.perf_counter() - begun) * 1e3


def measure(lines: int, edits: int, followed: int) -> dict[str, Any]:
    """Both servers, key by key."""
    text = KINDS[0].text(lines)
    line = KINDS[0].line_of(text, "result += item *")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name).resolve()
        store = folder / "events.db"
        Store.create(store).close()
        recording = {"experiment": True, "experimentStore": str(store)}
        on, off = opened(folder, "on", text, recording), opened(folder, "off", text, {})
        try:
            for client, uri in (on, off):
                for number in range(followed):
                    accepted(client, uri, number, line)
            took: dict[str, list[float]] = {"on": [], "off": []}
            for k in range(edits + _WARM_UP):
                time.sleep(_REST)
                turns = [("on", on), ("off", off)]
                for which, (client, uri) in turns if k % 2 else turns[::-1]:
                    took[which].append(key(client, uri, line, 8 + k, "x"))
            for client, _ in (on, off):
                client.request("shutdown", None)
                client.notify("exit", None)
                client.wait_exit()
            own = json.loads((folder / "on.json").read_text())[-edits:]
        finally:
            for client, _ in (on, off):
                client.kill()
        with Store.open(store) as kept:
            counts = kept.counts()
    on_, off_ = took["on"][_WARM_UP:], took["off"][_WARM_UP:]
    made = {"on": summary([t / 1e3 for t in on_]), "off": summary([t / 1e3 for t in off_])}
    ordered = sorted(own)
    own_ = {
        q: round(ordered[int(len(ordered) * at)] * 1e3, 3) for q, at in (("p50", 0.5), ("p95", 0.95), ("p99", 0.99))
    }
    paired = summary([(a - b) / 1e3 for a, b in zip(on_, off_, strict=True)])
    return {
        "lines": text.count("\n"),
        "followed": followed,
        "recorded": counts,
        **made,
        "extra_p95": round(made["on"]["p95"] - made["off"]["p95"], 3),
        "paired": paired,
        "own": own_,
    }


def main() -> None:
    """Measure and print, or write, one JSON document."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--lines", type=int, default=5000)
    parser.add_argument("--edits", type=int, default=300)
    parser.add_argument("--followed", type=int, default=5)
    parser.add_argument("--json", type=Path)
    arguments = parser.parse_args()
    load = os.getloadavg()[0]
    made = {
        "machine": {"cpus": os.cpu_count(), "platform": platform.platform(), "python": platform.python_version()},
        "load": round(load, 1),
        **measure(arguments.lines, arguments.edits, arguments.followed),
    }
    made["load_after"] = round(os.getloadavg()[0], 1)
    text = json.dumps(made, indent=2)
    if arguments.json is not None:
        arguments.json.write_text(text + "\n", encoding="utf-8")
    print(text)


if __name__ == "__main__":
    main()
