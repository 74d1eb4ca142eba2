"""From a typed character to the changed badge on Neovim's screen, and whether the editor ever waits.

    python tests/bench/bench_neovim.py [--edits N] [--lines N] [--json FILE]

Runs the real Neovim with the real plugin and server on a generated file that is compared with a copy of itself, types
in insert mode a character that changes what a function does and takes it away again, and reads the screen.
Quantities, in milliseconds:

* `echo`: from the keystroke until the character stands on the screen.
* `badge`: from the keystroke until the badge of its function has changed, `after_pause` of more than a second without
  typing, and `while_typing`, a keystroke 120 ms after the last badge.
* `opening`: from `:edit` until the first badge; `busy`: the longest that Neovim's loop was kept from a 2 ms timer, and
  `busy_alone` the same for opening the file without the plugin's server.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import re
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

REPOSITORY = Path(__file__).parents[2]
sys.path[:0] = [str(REPOSITORY), str(REPOSITORY / "server")]

from tests.bench.bench_lsp import KINDS, Kind, summary  # noqa: E402  found through the line above
from tests.editors.neovim.conftest import INIT  # noqa: E402
from tests.editors.neovim.screen import Editor, Screen  # noqa: E402
from tests.lsp.conftest import isolated  # noqa: E402

PAUSES = {"after_pause": 1.1, "while_typing": 0.12}  # seconds between a badge and the next keystroke
WARM_UP = 4  # keystrokes that are not counted
PLACES = {"python": "item * scale", "java": "items.get(index) * scale"}  # before it a minus is typed

BUSY = """
local last, longest = vim.uv.hrtime(), 0
vim.uv.new_timer():start(2, 2, function()
  local now = vim.uv.hrtime()
  longest, last = math.max(longest, now - last), now
end)
_G.busy = function()
  local found = longest / 1e6
  longest, last = 0, vim.uv.hrtime()
  return found
end
"""


def badge(line: str) -> str:
    """What stands behind the code of a line; nothing while it is of older text (`…`)."""
    found = re.search("[✓✗] [^…]*$", line)
    return found[0] if found else ""


def row_above(screen: Screen, name: str) -> str:
    """The row of the function being edited."""
    return screen.line(f"{name}(")


def type_and_wait(editor: Editor, key: str, name: str) -> tuple[float, float]:
    """Seconds from a keystroke to its echo and to the changed badge."""
    editor.until(lambda s: badge(row_above(s, name)), "a badge of the present text")
    row = editor.screen.cursor[0]
    text, before = editor.screen.lines()[row], row_above(editor.screen, name)
    start = time.perf_counter()
    editor.keys(key)
    editor.until(lambda s: s.lines()[row] != text, "the character")
    echo = time.perf_counter() - start
    editor.until(lambda s: badge(row_above(s, name)) not in ("", badge(before)), "a changed badge")
    return echo, time.perf_counter() - start


def rest(editor: Editor, seconds: float) -> None:
    """Let a pause in typing pass, and read what is drawn meanwhile."""
    time.sleep(seconds)
    editor.lua("return 1")


def measure_typing(editor: Editor, name: str, pause: float, edits: int) -> dict[str, Any]:
    """Type a minus and take it back, again and again."""
    editor.keys("i")
    editor.lua("return busy()")
    took = []
    for i in range(edits + WARM_UP):
        took.append(type_and_wait(editor, "-" if i % 2 == 0 else "<BS>", name))
        rest(editor, pause)
    busy = editor.lua("return busy()")
    editor.keys("<Esc>l")
    counted = took[WARM_UP:]
    return {
        "echo": summary([echo for echo, _ in counted]),
        "badge": summary([badge for _, badge in counted]),
        "busy": round(busy, 1),
    }


def measure(kind: Kind, lines: int, edits: int) -> dict[str, Any]:
    """One language: a file beside its copy."""
    with tempfile.TemporaryDirectory(prefix="bench-nvim-") as folder:
        root = Path(folder).resolve()
        work = root / "work"
        (work / ".git").mkdir(parents=True)
        text, comment = kind.text(lines), "#" if kind.ending == ".py" else "//"
        (work / f"reference{kind.ending}").write_text(text)
        (work / f"mine{kind.ending}").write_text(f"{comment} codescore: reference=reference{kind.ending}\n{text}")
        alone = opened_alone(root, work / f"mine{kind.ending}")
        editor = Editor(root, INIT, isolated(root), columns=110, rows=40)
        try:
            return {"busy_alone": alone, **_measure(editor, work, kind, text, edits)}
        finally:
            editor.close()


def opened_alone(root: Path, file: Path) -> float:
    """How long Neovim is busy with opening a file when nothing of ours runs."""
    editor = Editor(root, "", isolated(root), columns=110, rows=40)
    try:
        editor.lua(BUSY)
        editor.keys(f":edit {file}<CR>")
        editor.sees("total")
        return round(float(editor.lua("return busy()")), 1)
    finally:
        editor.close()


def _measure(editor: Editor, work: Path, kind: Kind, text: str, edits: int) -> dict[str, Any]:
    editor.lua(BUSY)
    editor.call("nvim_command", f"cd {work}")
    start = time.perf_counter()
    editor.keys(f":edit mine{kind.ending}<CR>")
    editor.until(lambda s: "✓" in str(s), "a first badge")
    opening = round((time.perf_counter() - start) * 1e3)
    busy = editor.lua("return busy()")
    line = kind.line_of(text, PLACES[kind.name]) + 2  # counted from 1, below the comment
    editor.keys(f":{line}<CR>zz0/\\V{PLACES[kind.name]}<CR>")
    head = next(row for row in reversed(text.split("\n")[: line - 2]) if "total" in row)
    name = head.partition("(")[0].split()[-1]
    editor.until(lambda s: badge(row_above(s, name)), "the badge of the function")
    result: dict[str, Any] = {"function": name, "opening": opening, "busy": round(busy, 1)}
    for what, pause in PAUSES.items():
        result[what] = measure_typing(editor, name, pause, edits)
    return result


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--edits", type=int, default=40)
    parser.add_argument("--lines", type=int, default=5000)
    parser.add_argument("--json", type=Path, metavar="FILE", help="where to record the results")
    arguments = parser.parse_args()
    report: dict[str, Any] = {
        "command": " ".join(["python", "tests/bench/bench_neovim.py", *sys.argv[1:]]),
        "machine": {
            "system": platform.platform(),
            "python": platform.python_version(),
            "cpus": os.cpu_count(),
            "load": [round(load, 2) for load in os.getloadavg()],
            "priority": {0: "ordinary", 1: "realtime (fifo)", 2: "realtime (round robin)"}.get(
                os.sched_getscheduler(0), "other"
            ),
        },
        "lines": arguments.lines,
        "languages": {kind.name: measure(kind, arguments.lines, arguments.edits) for kind in KINDS},
    }
    report["machine"]["load_after"] = [round(load, 2) for load in os.getloadavg()]
    written = json.dumps(report, indent=2)
    if arguments.json is not None:
        arguments.json.write_text(written + "\n", encoding="utf-8")
    print(written)
    return 0


if __name__ == "__main__":
    sys.exit(main())
