"""What share of suggestions is recorded rightly in a real VS Code, by provider and by what a person does.

Usage: python tests/bench/bench_capture.py [--count 250] [--json FILE]; needs scripts/editors.sh.

`--count` suggestions (more than 500 events) are played key by key: half of a replayed recording by our own provider,
half of another extension's, which tells nobody.  A suggestion counts as right where its events are exactly what
happened, in kind, extent and number.  Ways "by another key" use keys of a person's own for the editor's commands,
which the extension does not wrap.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import sys
from pathlib import Path
from typing import Any

REPOSITORY = Path(__file__).parents[2]
sys.path[:0] = [str(REPOSITORY), str(REPOSITORY / "server")]

from tests.editors.vscode.stage import HERE, NODE, missing, vsix  # noqa: E402  found through the line above


def main() -> None:
    """Measure and print, or write, one JSON document."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--count", type=int, default=250)
    parser.add_argument("--json", type=Path)
    arguments = parser.parse_args()
    reason = missing()
    if reason is not None:
        raise SystemExit(reason)
    load = os.getloadavg()[0]
    command = [str(NODE), str(HERE / "measure.mjs"), "--vsix", str(vsix()), "--python", sys.executable]
    found = {}
    for who in ("ours", "another"):
        wanted = ["--count", str(arguments.count // 2), "--who", who]
        run = subprocess.run([*command, *wanted], capture_output=True, text=True, check=False)
        if run.returncode != 0:
            raise SystemExit(run.stderr)
        found[who] = json.loads(run.stdout)
    made: dict[str, Any] = {
        "machine": {"cpus": os.cpu_count(), "platform": platform.platform(), "python": platform.python_version()},
        "load": round(load, 1),
        "provider": found,
    }
    text = json.dumps(made, indent=2)
    if arguments.json is not None:
        arguments.json.write_text(text + "\n", encoding="utf-8")
    print(text)


if __name__ == "__main__":
    main()
