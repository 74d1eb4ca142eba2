"""`codescore study`: how well metrics agree with outcomes, on data sets, as tables, plots and a page.

Reads arguments, shows progress and a summary; the study is `codescore.study`, the page `codescore.reports`.  Its parts
(`study compare`, `study report`, ...) have files of their own, `study_<part>`.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator, Sequence
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from codescore.cli import terminal
from codescore.cli.arguments import Commands, Parser, add_command, add_json, positive, seed
from codescore.cli.bundles import bundle_path
from codescore.cli.terminal import counted
from codescore.foundation.errors import InputError

if TYPE_CHECKING:
    from rich.table import Table

    from codescore.study.plan import Settings

PARTS = ("study_compare", "study_human", "study_pass_at_k", "study_report")

_DETAILS = """\
DATA are JSON lines with id, task, lang, candidate, reference (or references) and passed (true or false) or human (a
grade), gzipped or not. Every metric is measured against the outcomes, with 95 % intervals by bootstrap over tasks:
AUROC pooled and within task, Kendall's tau-b, MAE raw and at the threshold, MCC, accuracy, precision, recall, F1.

Conditions are the papers': original; o2s and s2s (candidate sketched, both sketched); token (other names); syntax
(rewritten, same meaning); semantic (operators replaced in 25 to 100 % of what passes, which then counts as failed).
The audit asks of each metric whether it tells rewrites of a reference from one-operator mutants of it.

DIR gets summary.json, details.json, scores.parquet, tables (Markdown, CSV), plots (SVG, PNG) and index.html. What was
scored is kept there: a study that was stopped goes on where it was, and another metric costs only itself.
Parts with a --help of their own: `codescore study compare`, `study human`, `study pass-at-k`, `study report`."""

_EXAMPLE = """\
  codescore study humaneval-python.jsonl.gz --out study
  codescore study data/*.jsonl.gz --metrics bleu,chrf,code-score-r --limit 200 --out quick
  codescore study report study -o RESULTS.md"""


def configure(commands: Commands[Parser]) -> None:
    """The arguments of `study` and its parts."""
    from codescore.study.defaults import AUDITED, PERTURB_AT_MOST, SEEDS

    parser = add_command(commands, "study", "Measure metrics on data sets.", _DETAILS, _EXAMPLE)
    parser.add_argument("data", metavar="DATA", nargs="+", type=Path, help="data sets (.jsonl, .jsonl.gz)")
    parser.add_argument("--out", metavar="DIR", required=True, type=Path, help="folder for the results")
    parser.add_argument(
        "--metrics",
        metavar="LIST",
        default="all",
        help="names with commas, or all (default) that run no program; evidence and run-match must be named",
    )
    parser.add_argument("--conditions", metavar="LIST", default="all", help="names with commas, or all (default)")
    parser.add_argument("--limit", metavar="N", type=seed, default=0, help="pairs a data set, spread over its tasks")
    parser.add_argument("--seed", metavar="N", type=seed, default=0, help="of perturbations and intervals (default 0)")
    parser.add_argument(
        "--seeds", metavar="N", type=positive, default=SEEDS, help=f"draws of a perturbation (default {SEEDS})"
    )
    parser.add_argument("--jobs", metavar="N", type=positive, help="processes (default: one a processor, at most 8)")
    parser.add_argument("--tokens", metavar="T", default="code", help="how text becomes tokens (default: code)")
    parser.add_argument("--bundle", metavar="B", help="name or path of another bundle than the one in use")
    parser.add_argument(
        "--perturb-at-most",
        metavar="N",
        type=seed,
        default=PERTURB_AT_MOST,
        help=f"no token, syntax and semantic perturbation of larger data sets (default {PERTURB_AT_MOST} pairs)",
    )
    parser.add_argument(
        "--leave-out", metavar="END", action="append", default=[], help="measure also without ids that end so"
    )
    parser.add_argument(
        "--audit", metavar="N", type=seed, default=AUDITED, help=f"references audited (default {AUDITED}; 0: none)"
    )
    parser.add_argument(
        "--as", metavar="TASK", dest="stands_for", action="append", default=[],
        help="the paper's task that the data set stands beside, such as 'python to java'; of several: NAME=TASK",
    )  # fmt: skip
    parser.add_argument("--strict", action="store_true", help="a malformed line or a duplicated id is an error")
    add_json(parser)
    parser.set_defaults(run=run)
    chooser = Parser(prog=parser.prog, add_help=False).add_subparsers(parser_class=Parser)
    for module in PARTS:
        part = import_module(f"codescore.cli.{module}")
        added = add_command(chooser, part.NAME, part.SUMMARY, part.DETAILS, part.EXAMPLE)
        part.add_arguments(added)
        added.set_defaults(run=part.run)
    parser.parts = chooser.choices


def run(arguments: argparse.Namespace) -> int:
    """Study, write everything, print the summary."""
    # Many small products: threads of the linear algebra cost more than they give, and there are processes.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    from codescore.metrics.registry import require

    require("codescore study", ("pyarrow", "matplotlib"))
    from codescore.foundation.workers import default_jobs
    from codescore.reports.recorded import remarks
    from codescore.reports.write import write_report
    from codescore.study.run import study

    settings = _settings(arguments)
    _require_sandbox(settings)
    try:
        with terminal.stages() as progress:
            found = study(
                arguments.data, settings, arguments.out, jobs=arguments.jobs or default_jobs(), progress=progress
            )
            progress("writing tables and plots", 0, 0)
            written = write_report(arguments.out)
    except KeyboardInterrupt:
        terminal.say(f"what was scored is kept in {arguments.out}; the same command goes on from there")
        raise
    if arguments.json:
        terminal.print_json({"out": str(arguments.out), "files": written, "rows": found.rows})
        return 0
    console = terminal.stdout()
    for table, missing in _tables(found.rows):
        console.print(table)
        for remark in missing:
            console.print(terminal.visible(remark), style="dim", soft_wrap=True, markup=False)
        console.print()
    for line in _left_out(found.left_out):
        terminal.say(line)
    for one in found.data:
        for remark in remarks(one):
            terminal.say(f"{one['file']}: {remark}")
    console.print(f"{len(written)} files are in {arguments.out}; begin with index.html", soft_wrap=True)
    return 0


def _require_sandbox(settings: Settings) -> None:
    """Raise EnvironmentProblem where a metric that was asked for runs programs, and nothing can be run here."""
    from codescore.evidence import sandbox
    from codescore.metrics.registry import metric_class

    if any(metric_class(name).cost == "execution" for name in settings.metrics):
        sandbox.require()


def _settings(arguments: argparse.Namespace) -> Settings:
    from codescore.metrics import chosen
    from codescore.study.conditions import CONDITIONS, conditions_of
    from codescore.study.plan import Settings

    return Settings(
        metrics=chosen(arguments.metrics),
        conditions=CONDITIONS if arguments.conditions == "all" else conditions_of(arguments.conditions),
        seeds=arguments.seeds,
        seed=arguments.seed,
        limit=arguments.limit,
        tokens=arguments.tokens,
        bundle=bundle_path(arguments.bundle),
        strict=arguments.strict,
        perturb_at_most=arguments.perturb_at_most,
        leave_out=tuple(arguments.leave_out),
        audited=arguments.audit,
        stands_for=tuple(_stands_for(text, arguments.data) for text in arguments.stands_for),
    )


def _stands_for(text: str, paths: Sequence[Path]) -> tuple[str, str]:
    """The name of a data set, and the paper's task beside which it is shown.  Raises InputError."""
    from codescore.reports.papers.published import paper
    from codescore.study.dataset import read_data

    name, _, task = text.rpartition("=")
    tasks = dict.fromkeys(task for table in paper().tables for task, _ in table.columns)
    if task not in tasks:
        raise InputError(f"--as {text!r}: {task!r} is no task of the paper; its tasks are {', '.join(tasks)}")
    sets = dict.fromkeys(sample.data for path in paths for sample in read_data(path).samples)
    if name and name not in sets:
        raise InputError(f"--as {text!r}: no data set is called {name!r}; there are {', '.join(sets)}")
    if not name and len(sets) > 1:
        raise InputError(
            f"--as {text!r}: there are {len(sets)} data sets; write NAME={task} with one of {', '.join(sets)}"
        )
    return name or next(iter(sets)), task


def _tables(rows: Sequence[dict[str, Any]]) -> Iterator[tuple[Table, list[str]]]:
    """A table for each data set, the metrics on the data as they are; and why some of its numbers are missing."""
    from rich import box
    from rich.table import Table

    for data, lang in dict.fromkeys((row["data"], row["lang"]) for row in rows):
        ours = [r for r in rows if (r["data"], r["lang"]) == (data, lang) and r["condition"] == "original"]
        if not ours:
            continue
        graded = ours[0]["outcome"] == "human"
        shown = ("kendall_tau_b", "mean_score") if graded else _SHOWN
        most = max(ours, key=lambda row: int(row["n"]))
        what = "grades" if graded else f"{most['pass_rate'] or 0:.0%} pass"
        known = f"{counted(most['n'], 'pair')} of {counted(most['tasks'], 'task')}, {what}"
        title = f"{data} ({lang}): {known if most['n'] else 'no pair has a value'}"
        table = Table(title=title, title_justify="left", box=box.SIMPLE_HEAD, pad_edge=False)
        table.add_column("metric", no_wrap=True)
        for name in (*shown, "failed"):
            table.add_column(_TITLES.get(name, name), justify="right")
        ours = [row for row in ours if "[" not in row["metric"]]  # poolings are in the tables
        for row in ours:
            table.add_row(row["metric"], *(_number(row[name]) for name in shown), str(row["failed"] or ""))
        yield table, _remarks(ours, shown)


def _remarks(rows: Sequence[dict[str, Any]], shown: Sequence[str]) -> list[str]:
    """Why pairs failed, and why a measure is missing for every metric that has scores."""
    failed = [
        f"{row['metric']}: {count} pair{' has' if count == 1 else 's have'} no value: {reason}"
        for row in rows
        for reason, count in row["failures"].items()
    ]
    scored = [row for row in rows if row["n"]]
    missing = [name for name in shown if scored and all(row[name] is None for row in scored)]
    return failed + [f"{_TITLES[name]}: {scored[0]['reasons'][name]}" for name in missing]


_SHOWN = ("auroc", "auroc_within_task", "kendall_tau_b", "mae", "mae_at_threshold", "mcc", "f1")
_TITLES = {
    "auroc": "AUROC",
    "auroc_within_task": "within task",
    "kendall_tau_b": "tau-b",
    "mae": "MAE",
    "mae_at_threshold": "MAE 0/1",
    "mcc": "MCC",
    "f1": "F1",
    "mean_score": "mean",
}


def _number(value: float | None) -> str:
    return "-" if value is None else f"{value:.3f}"


def _left_out(found: Sequence[dict[str, str]]) -> Iterator[str]:
    for one in found:
        yield f"left out: {one['data']}, {one['condition']}: {one['reason']}"
