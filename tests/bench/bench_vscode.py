"""From a key to the changed badge in a real VS Code, on a file in which every function has a reference.

Usage: python tests/bench/bench_vscode.py [--lines 5000] [--edits 60] [--json FILE]; needs scripts/editors.sh.

`*` is made `**` and `*` again; each key changes the function's verdict.  Measured in the page,
from the key's event to the frame that shows another badge; the pause after typing (`codescore.pause`, 80 ms) is part of
it.  `echo` is how long the editor takes to show the key itself.  Milliseconds.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import sys
import tempfile
from pathlib import Path

REPOSITORY = Path(__file__).parents[2]
sys.path[:0] = [str(REPOSITORY), str(REPOSITORY / "server")]

from tests.bench.bench_lsp import KINDS, summary  # noqa: E402  found through the line above
from tests.editors.vscode.stage import HERE, NODE, missing, vsix  # noqa: E402

_BEFORE = "result += item *"


def measure(lines: int, edits: int) -> dict[str, object]:
    """Type into the middle of a file that is compared with a copy of itself."""
    kind = KINDS[0]
    text = kind.text(lines)
    line = kind.line_of(text, _BEFORE)
    column = text.split("\n")[line].index(_BEFORE) + len(_BEFORE)
    with tempfile.TemporaryDirectory() as folder:
        for name in ("big.py", "reference.py"):
            (Path(folder) / name).write_text(text, encoding="utf-8")
        rule = '[[rule]]\nfiles = "big.py"\nreference = "reference.py"\n'
        (Path(folder) / "codescore.toml").write_text(rule, encoding="utf-8")
        place = ["--line", str(line + 1), "--column", str(column + 1), "--edits", str(edits)]
        command = [str(NODE), str(HERE / "bench.mjs"), "--vsix", str(vsix()), "--python", sys.executable]
        run = subprocess.run(
            [*command, "--folder", folder, "--file", "big.py", *place], capture_output=True, text=True, check=False
        )
    if run.returncode != 0:
        raise SystemExit(run.stderr)
    found = json.loads(run.stdout)
    return {
        "lines": text.count("\n"),
        "functions": text.count("def "),
        "typing": summary([t / 1e3 for t in found["typing"]]),
        "echo": summary([t / 1e3 for t in found["echo"]]),
        "chromium": found["version"],
    }


def main() -> None:
    """Measure and print, or write, one JSON document."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--lines", type=int, default=5000)
    parser.add_argument("--edits", type=int, default=60)
    parser.add_argument("--json", type=Path)
    arguments = parser.parse_args()
    reason = missing()
    if reason is not None:
        raise SystemExit(reason)
    load = os.getloadavg()[0]
    machine = {"cpus": os.cpu_count(), "platform": platform.platform(), "python": platform.python_version()}
    made = {
        "machine": machine,
        "real_time_priority": os.sched_getscheduler(0) != os.SCHED_OTHER,
        "load": round(load, 1),
        **measure(arguments.lines, arguments.edits),
    }
    made["load_after"] = round(os.getloadavg()[0], 1)
    text = json.dumps(made, indent=2)
    if arguments.json is not None:
        arguments.json.write_text(text + "\n", encoding="utf-8")
    print(text)


if __name__ == "__main__":
    main()
