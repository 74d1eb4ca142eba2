"""`codescore translate report`: what runs show, as a page, as JSON and as a table.

Reads arguments and writes; the questions are `codescore.translate.analysis`, the page `reports.translation_page`.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

from codescore.cli import terminal
from codescore.cli.arguments import Commands, Parser, add_command, add_json, seed
from codescore.cli.resampling import count
from codescore.foundation.errors import InputError
from codescore.foundation.files import write_text

if TYPE_CHECKING:
    from codescore.translate.analysis import Analysis
    from codescore.translate.outcomes import Collected
    from codescore.translate.store import Run

_DETAILS = """\
DIR are run folders; several stand beside each other. The page is one file that needs no network: pass@1 by model and
direction, what goes wrong, which metric predicts passing, which languages are hard, tables by difficulty and tag,
models compared pairwise, and every wrong translation with the first case that it failed. Intervals come from resampling
tasks. Samples that were not run yet count nowhere; how many there are is said."""

_EXAMPLE = """\
  codescore translate report run
  codescore translate report run other -o both.html --csv both.csv
  codescore translate report run --json"""

NAME = "report.html"


def configure(commands: Commands[Parser]) -> None:
    """The arguments of `translate report`."""
    parser = add_command(commands, "report", "Show what runs found, as a page.", _DETAILS, _EXAMPLE)
    parser.add_argument("runs", metavar="DIR", nargs="+", type=Path, help="run folders")
    parser.add_argument("-o", "--out", metavar="FILE", type=Path, help=f"the page (default: DIR/{NAME}, of the first)")
    parser.add_argument("--csv", metavar="FILE", type=Path, help="a line for each model in each direction")
    parser.add_argument(
        "--resamples", metavar="N", type=count, default=1000, help="bootstrap resamples (default: 1000)"
    )
    parser.add_argument("--seed", metavar="N", type=seed, default=0, help="equal seeds, equal numbers (default: 0)")
    add_json(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Ask the runs, write the page, and say what there is."""
    from codescore.reports.tables import comma_separated
    from codescore.reports.translation_tables import cells
    from codescore.study.significance import Resampling
    from codescore.translate.analysis import analysed
    from codescore.translate.outcomes import collect
    from codescore.translate.store import Run

    out = arguments.out or arguments.runs[0] / NAME
    if out.suffix.lower() not in {".html", ".htm"}:
        raise InputError(f"{out}: the name of a page ends in .html")
    with ExitStack() as stack:
        runs = [stack.enter_context(Run.open(folder)) for folder in arguments.runs]
        with terminal.progress("reading the runs"):
            collected = collect(list(zip(map(_name, arguments.runs), runs, strict=True)))
        with terminal.progress("resampling the tasks"):
            analysis = analysed(collected, Resampling(resamples=arguments.resamples, seed=arguments.seed))
        write_text(out, _page(analysis, collected, runs))
    document = analysis.document()
    if arguments.csv is not None:
        write_text(arguments.csv, comma_separated(cells(document)) if analysis.samples else "")
    if arguments.json:
        terminal.print_json(document | {"out": str(out)})
    else:
        _print(analysis, out)
    return 0


def _name(folder: Path) -> str:
    return folder.resolve().name


def _page(analysis: Analysis, collected: Collected, runs: Sequence[Run]) -> str:
    import msgspec

    from codescore.reports.translation_page import titled, translation_page
    from codescore.translate.wrong import wrong

    shown = msgspec.to_builtins(wrong(collected, runs))
    return translation_page(analysis.document(), shown, titled([one.name for one in analysis.runs])).html


def _print(analysis: Analysis, out: Path) -> None:
    from rich import box
    from rich.table import Table

    from codescore.reports.translation_figures import said

    console = terminal.stdout()
    if analysis.standings:
        table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
        table.add_column("model", overflow="fold")
        table.add_column("pass@1, all directions", justify="right", no_wrap=True)
        for one in analysis.document()["standings"]:
            table.add_row(terminal.visible(one["system"]), said(one["rate"]))
        console.print(table)
    for notice in analysis.notices:
        terminal.say(notice)
    console.print(f"wrote {terminal.visible(str(out))}", soft_wrap=True, highlight=False)
