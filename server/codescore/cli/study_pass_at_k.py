"""`codescore study pass-at-k`: the chance that one of k samples passes, estimated without bias.

Reads, estimates, prints.  Neighbours: `study` (the command that this is a part of), `codescore.study.pass_at_k`.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from codescore.cli import terminal
from codescore.cli.arguments import add_json
from codescore.cli.resampling import add_resampling, resampling
from codescore.foundation.errors import InputError

if TYPE_CHECKING:
    from codescore.study.pass_at_k import Counts, PassAtK

NAME = "pass-at-k"
SUMMARY = "The chance that at least one of k samples of a task passes, without bias"
DETAILS = """\
pass@k of a task with n samples of which c pass is 1 - C(n-c, k) / C(n, k), computed as 1 - prod(1 - k/i) for i from
n-c+1 to n, and 1 where n-c < k; the mean over tasks is shown with an interval from resampling tasks (Chen et al. 2021,
section 2.1). Every task needs n >= k: with fewer samples than tries there is nothing to estimate, and the 1 for n-c < k
would call a task solved that no sample passed. Such a task is an error, not a 1.

RESULTS are JSON lines: one sample each, with `task` and `passed`, or one task each, with `task`, `n` and `c`; each with
`model` where there are several. --counts N:C gives the counts of tasks right here.

The other measures of the same kind are metrics: EditSim (1 - Levenshtein distance / length of the longer) is
`edit-similarity`, Syntax (the share of candidates that parse) is `syntax-rate`: `codescore metrics --list`."""
EXAMPLE = """\
  codescore study pass-at-k results.jsonl --k 1,10
  codescore study pass-at-k --counts 20:3 20:0 20:11 --k 1,5,10"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    parser.add_argument("results", metavar="RESULTS", nargs="*", type=Path, help="files of results or of counts")
    parser.add_argument("--counts", metavar="N:C", nargs="+", type=counts, help="samples and passes, one task each")
    parser.add_argument("--k", metavar="K,K,…", type=ks, default=(1,), help="how many samples are tried (default: 1)")
    add_resampling(parser, rounds=False)
    add_json(parser)


def ks(text: str) -> tuple[int, ...]:
    """Whole numbers from 1 up, separated by commas; each once."""
    parts = [part.strip() for part in text.split(",")]
    if not all(part.isascii() and part.isdigit() and len(part) <= 9 and int(part) for part in parts):
        raise argparse.ArgumentTypeError(f"{text!r} is not a list of whole numbers from 1 up, such as 1,10,100")
    return tuple(dict.fromkeys(map(int, parts)))


def counts(text: str) -> tuple[int, int]:
    """`N:C`."""
    try:
        n, c = map(int, text.split(":"))
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is not N:C, such as 20:3 for 3 of 20 samples") from None
    return n, c


def run(arguments: argparse.Namespace) -> int:
    """Read, estimate, print."""
    from codescore.study.pass_at_k import estimate

    how = resampling(arguments)
    found = {
        model: estimate(tasks, arguments.k, resamples=how.resamples, confidence=how.confidence, seed=how.seed)
        for model, tasks in _counts(arguments).items()
    }
    if arguments.json:
        terminal.print_json(_document(found, arguments))
    else:
        _print(found, arguments)
    return 0


def _counts(arguments: argparse.Namespace) -> dict[str, list[Counts]]:
    """Counts per model, from files or from the command line."""
    from codescore.study.pass_at_k import Counts, read_counts

    if bool(arguments.results) == bool(arguments.counts):
        raise InputError("pass@k needs results: name files of results, or give --counts N:C for every task")
    if arguments.counts:
        given = enumerate(arguments.counts, 1)
        return {"": [Counts(f"{place}", n, c, f"--counts {n}:{c}") for place, (n, c) in given]}
    found: dict[str, list[Counts]] = {}
    for path in arguments.results:
        for model, tasks in read_counts(path).items():
            known = {count.task for count in found.get(model, ())}
            if twice := next((count for count in tasks if count.task in known), None):
                raise InputError(f"{path}: task {twice.task!r} was in another file, too; give each task in one file")
            found.setdefault(model, []).extend(tasks)
    return found


def _document(found: dict[str, list[PassAtK]], arguments: argparse.Namespace) -> dict[str, Any]:
    return {
        "models": [
            {
                "model": model or None,
                "tasks": estimates[0].tasks,
                "pass_at_k": [
                    {
                        "k": estimate.k,
                        "value": estimate.interval.value,
                        "low": estimate.interval.low,
                        "high": estimate.interval.high,
                    }
                    for estimate in estimates
                ],
            }
            for model, estimates in found.items()
        ],
        "signature": _signature(arguments),
    }


def _signature(arguments: argparse.Namespace) -> str:
    from codescore import __version__

    drawn = "|".join(f"{name}:{value}" for name, value in resampling(arguments).settings.items())
    return f"pass@k|estimator:unbiased|{drawn}|unit:task|v:{__version__}"


def _print(found: dict[str, list[PassAtK]], arguments: argparse.Namespace) -> None:
    from rich import box
    from rich.table import Table

    console = terminal.stdout()
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    named = any(found)
    if named:
        table.add_column("model")
    table.add_column("tasks", justify="right")
    for k in arguments.k:
        table.add_column(f"pass@{k}", justify="right", no_wrap=True)
    for model, estimates in found.items():
        cells = [str(estimate.interval.scaled(100)) for estimate in estimates]
        table.add_row(*([terminal.visible(model)] if named else []), str(estimates[0].tasks), *cells)
    console.print(table)
    share = f"{100 * arguments.confidence:g} %"
    console.print(f"per cent; {share} of the resamples of tasks lie in the interval", style="dim")
    console.print(_signature(arguments), style="dim", soft_wrap=True)
