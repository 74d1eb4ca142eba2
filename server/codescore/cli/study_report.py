"""`codescore study report`: recorded results to RESULTS.md, to a page, or to one compact record.

Reads what studies wrote and computes nothing.  Neighbours: `study` (which records), `codescore.reports`.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from codescore.cli import terminal
from codescore.foundation.errors import InputError
from codescore.foundation.files import write_text

if TYPE_CHECKING:
    from codescore.reports.recorded import Recorded

NAME = "report"
SUMMARY = "Write a page from recorded results."
DETAILS = """\
DIR is a folder that `codescore study` wrote, or a compact record. With several, a later one takes the place of an
earlier one where both have the same data set, metric and condition. What is written follows from the name of FILE:
.md a page for people (our numbers, the paper's, where CodeScore-R loses), .html the same with plots, .json a compact
record of all that the pages need; -o may be given several times. Without it, tables, plots and index.html of one DIR
are written anew."""
EXAMPLE = """\
  codescore study report humaneval conala -o RESULTS.md
  codescore study report humaneval conala -o record.json -o RESULTS.md
  codescore study report study"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    parser.add_argument("results", metavar="DIR", nargs="+", type=Path, help="folder of a study, or a compact record")
    parser.add_argument(
        "-o", "--out", metavar="FILE", type=Path, action="append", help="what to write: .md, .html or .json"
    )


def run(arguments: argparse.Namespace) -> int:
    """Read, write, name what was written."""
    from codescore.reports.recorded import load

    if arguments.out is None:
        return _again(arguments.results)
    for path in arguments.out:
        if path.suffix not in (".md", ".html", ".json"):
            raise InputError(f"cannot tell what to write from the name {path}; name a file .md, .html or .json")
    recorded = load(arguments.results)
    for path in arguments.out:
        _write(recorded, path)
        terminal.stdout().print(f"wrote {path}", soft_wrap=True)
    return 0


def _write(recorded: Recorded, path: Path) -> None:
    if path.suffix == ".json":
        from codescore.reports.recorded import write_compact

        write_compact(recorded, path)
    elif path.suffix == ".md":
        from codescore.reports.results import results

        write_text(path, results(recorded))
    else:
        _require_plots()
        from codescore.reports.page import page
        from codescore.reports.plots import plots

        write_text(path, page(recorded, [plot for data in recorded.sets() for plot in plots(recorded, data)]))


def _again(folders: list[Path]) -> int:
    """Tables, plots and page of one folder, in it."""
    from codescore.reports.write import write_report

    if len(folders) > 1 or not folders[0].is_dir():
        raise InputError("without -o one folder of a study is needed, to write into; name a file with -o")
    _require_plots()
    written = write_report(folders[0])
    terminal.stdout().print(f"{len(written)} files are in {folders[0]}; begin with index.html", soft_wrap=True)
    return 0


def _require_plots() -> None:
    from codescore.metrics.registry import require

    require("plots", ("matplotlib",))
