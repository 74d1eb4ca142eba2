"""`codescore-train table`: the experiments log as one Markdown page, and as CSV beside it."""

from __future__ import annotations

import argparse
from pathlib import Path

from codescore_train.commands.options import say
from codescore_train.experiments.log import read_log, write_text
from codescore_train.experiments.table import markdown, table_csv


def run(options: argparse.Namespace) -> int:
    """Write the page, or with --check say whether it is up to date (exit code 1 if not)."""
    runs = read_log(options.log)
    out: Path = options.out or options.log / "README.md"
    wanted = {
        out: markdown(runs),
        out.with_suffix(".csv") if options.out else options.log / "table.csv": table_csv(runs),
    }
    stale = [path for path, text in wanted.items() if not path.is_file() or path.read_text(encoding="utf-8") != text]
    if options.check:
        say(f"not up to date: {', '.join(map(str, stale))}" if stale else f"{out}: up to date")
        return 1 if stale else 0
    for path in stale:
        write_text(path, wanted[path])
    say(f"{out}: {len(runs)} runs, {sum(r.result is not None for r in runs)} with results")
    return 0
