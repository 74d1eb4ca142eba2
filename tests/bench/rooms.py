"""How many files of the product a pause in typing goes through, and how often it moves from one to another.

    PYTHONPATH=server python tests/bench/rooms.py

A real server, started with a profile of its calls, follows a file that is compared with a reference; counted is one
changed verdict, from the pause behind an edit to the last diagnostics that come of it: the files of `codescore` that
something is called in, and calls into another file than the call before it in the same thread.  The edit was not judged
before, everything else is warm.  `most` are the pairs of files with the most moves from the first to the second.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import threading
from collections import Counter
from pathlib import Path
from types import FrameType
from typing import Any

REPOSITORY = Path(__file__).parents[2]
sys.path[:0] = [str(REPOSITORY)]

_MOST = 20
_JUDGE, _TELL = ("lsp/judge.py", "judge"), ("lsp/protocol.py", "tell")


class Profile:
    """The calls inside of the product while a file named `armed` exists; `counts` says how many."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.calls: list[tuple[int, str, str]] = []
        self.recording = False

    def __call__(self, frame: FrameType, event: str, _arg: Any) -> None:
        if event != "call":
            return
        _, found, name = frame.f_code.co_filename.partition("/server/codescore/")
        if not found:
            return
        place = (name, frame.f_code.co_name)
        if not self.recording and place == _JUDGE and (self.folder / "armed").exists():
            self.recording = True
        if self.recording:
            self.calls.append((threading.get_ident(), *place))
            if place == _TELL:
                self.write()

    def write(self) -> None:
        """Files and moves up to what the editor is told now."""
        before: dict[int, str] = {}
        moves: Counter[str] = Counter()
        for thread, name, _ in self.calls:
            if before.get(thread, name) != name:
                moves[f"{before[thread]} -> {name}"] += 1
            before[thread] = name
        files = {name for _, name, _ in self.calls}
        found: dict[str, Any] = {"files": len(files), "moves": moves.total(), "calls": len(self.calls)}
        found["most"] = dict(moves.most_common(_MOST))
        folders = sorted({name.partition("/")[0] for _, name, _ in self.calls})
        found["by_folder"] = {f: len({n for _, n, _ in self.calls if n.startswith(f"{f}/")}) for f in folders}
        (self.folder / "counts").write_text(json.dumps(found))


def serve(folder: Path) -> int:
    """The server, profiled."""
    profile = Profile(folder)
    threading.setprofile(profile)
    sys.setprofile(profile)
    from codescore.lsp.server import serve_stdio

    return serve_stdio()


def measure() -> dict[str, Any]:
    """One changed verdict."""
    from tests.bench.bench_lsp import KINDS, PUSHED, Measured, seen
    from tests.lsp.client import edit

    kind = KINDS[0]
    with tempfile.TemporaryDirectory(prefix="rooms-") as name:
        folder = Path(name).resolve()
        text = kind.text(30)
        argv = [sys.executable, __file__, "--serve", name]
        client = Measured("vscode", folder, argv=argv, capabilities=PUSHED)
        client.start()
        client.ready()
        (folder / f"reference{kind.ending}").write_text(text)
        uri = client.open((folder / f"compared{kind.ending}").as_uri(),
                          f"# codescore: reference=reference{kind.ending}\n{text}", kind.name)  # fmt: skip
        line = kind.line_of(text, kind.operator) + 1
        column = text.split("\n")[line - 1].index(kind.operator)
        for operator in ("*=", "-="):
            since, before = len(client.inbox), client.last(uri) if operator == "-=" else seen([])
            client.change(uri, edit(line, column, column + 2, operator))
            client.changed_after(uri, since, before)
            client.calm()
            (folder / "armed").touch()
        client.close()
        found: dict[str, Any] = json.loads((folder / "counts").read_text())
        return found


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--serve", type=Path)
    given = parser.parse_args()
    if given.serve:
        return serve(given.serve)
    print(json.dumps(measure(), indent=1))
    return 0


if __name__ == "__main__":
    sys.exit(main())
