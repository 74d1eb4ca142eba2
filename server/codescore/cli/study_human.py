"""`codescore study human`: do metrics see the differences between models that people see?

The tables 2 to 7 of Out of the BLEU on graded data, the printed ones beside ours.  Reads and writes files, computes
nothing itself.  Neighbours: `study` (the command that this is a part of), `codescore.study.papers.human`.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

from codescore.cli import terminal
from codescore.cli.arguments import add_json
from codescore.cli.resampling import add_resampling, count, ready_metrics, resampling
from codescore.cli.study_compare import names

if TYPE_CHECKING:
    from codescore.metrics import Metric
    from codescore.study.columns import Agreement, Column
    from codescore.study.dataset import Sample
    from codescore.study.papers.human import Graded
    from codescore.study.papers.mismatch import Edges
    from codescore.study.papers.report import Report

NAME = "human"
SUMMARY = "Do metrics see the differences between models that people see?"
DETAILS = """\
DATA are JSON lines with `model`, `human` (a grade from 0 to 4) and one output of every model for every task. Synthetic
models are made by replacing 1 to 30 % of a model's snippets by better or worse rated ones of others; every pair of
models is compared by 1,000 paired bootstrap resamples, by each metric and by people's grades. The tables count, per
bin of score differences, the pairs that differ significantly, and those that metric and people judge differently.
A difference is significant if it has one sign in 95 % of the resamples (one-sided), as the authors of the
paper computed it, so that its tables can be set beside ours; `codescore study compare`, for two systems of your own, is
two-sided.
Metric values that came with the data (`published`) are used, too, and for the data of Out of the BLEU its printed
tables stand beside ours. Written are human.md, human.json and CSV files."""
EXAMPLE = """\
  codescore study human conala.dev.jsonl.gz hearthstone.dev.jsonl.gz --out human
  codescore study human graded.jsonl --metrics chrf,code-score-r --bins 0,1,2,4,100 --out human"""

FILE = "human"

#: The tokenisation with which the paper computed BLEU of CoNaLa and Hearthstone.
_PAPER_TOKENS = "conala"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    parser.add_argument("data", metavar="DATA", nargs="+", type=Path, help="graded data sets (.jsonl, .jsonl.gz)")
    parser.add_argument("--out", metavar="DIR", required=True, type=Path, help="folder for the tables")
    parser.add_argument(
        "--metrics",
        metavar="LIST",
        default="paper,code-score-r,compiles-only",
        help="names, `paper` (its six) or `none` (default: paper,code-score-r,compiles-only)",
    )
    parser.add_argument("--tokens", metavar="T", default="code", help="how text becomes tokens (default: code)")
    parser.add_argument("--bundle", metavar="B", help="the model for metrics that need one")
    parser.add_argument("--bins", metavar="N,N,…", type=limits, help="limits of the bins (default: the paper's)")
    parser.add_argument("--runs", metavar="N", type=count, default=20, help="runs that show the noise (default: 20)")
    parser.add_argument(
        "--verify-grades", action="store_true", help="aggregate the graders' grades anew by M-MSR; do graders agree?"
    )
    add_resampling(parser, rounds=False)
    add_json(parser)


def limits(text: str) -> tuple[float, ...]:
    """Limits of bins in points of 100: two or more rising numbers from 0 up."""
    try:
        numbers = tuple(float(part) for part in text.split(","))
    except ValueError:
        numbers = ()
    rising = all(low < high for low, high in pairwise(numbers))
    if len(numbers) < 2 or numbers[0] != 0 or not rising or not numbers[-1] <= 100:
        raise argparse.ArgumentTypeError(f"{text!r} is not a list of rising limits from 0 to 100, such as 0,2,5,10,100")
    return numbers


def run(arguments: argparse.Namespace) -> int:
    """Read, study, write."""
    from codescore.study.dataset import read_data
    from codescore.study.papers.human import graded
    from codescore.study.papers.report import document, markdown, tables

    samples = [sample for path in arguments.data for sample in read_data(path, strict=True).samples]
    sets = graded(samples)
    verified = _verified(samples) if arguments.verify_grades else {}
    wanted = names(arguments.metrics)
    with (
        ready_metrics(wanted, arguments.tokens, arguments.bundle) as metrics,
        ready_metrics(["bleu"], _PAPER_TOKENS, None) as (bleu,),
        terminal.progress("studying"),
    ):
        studied = [_studied(data, metrics, bleu, arguments) for data in sets]
    reports = [replace(found, grades=verified.get(found.study.data, "")) for found in studied]
    answer = {"studies": [document(found) for found in reports]}
    files = {
        f"{FILE}.md": markdown(reports),
        f"{FILE}.json": json.dumps(answer, indent=1, ensure_ascii=False, allow_nan=False) + "\n",
    }
    for found in reports:
        files |= tables(found)
    arguments.out.mkdir(parents=True, exist_ok=True)
    for name, text in files.items():
        (arguments.out / name).write_text(text, encoding="utf-8")
    if arguments.json:
        terminal.print_json(answer)
    else:
        _print(reports, arguments.out)
    return 0


def _verified(samples: Sequence[Sample]) -> dict[str, str]:
    """What M-MSR says of the grades of each data set."""
    from codescore.study.papers.grades import verify_grades

    names_ = dict.fromkeys(sample.data for sample in samples)
    return {name: str(verify_grades([sample for sample in samples if sample.data == name])) for name in names_}


def _studied(data: Graded, metrics: Sequence[Metric], bleu: Metric, arguments: argparse.Namespace) -> Report:
    """One data set, by the values that came with it and by metrics of ours."""
    from codescore.study.papers.human import study
    from codescore.study.papers.remarks import ReportRow
    from codescore.study.papers.report import report
    from codescore.study.papers.tables import ROWS, printed

    how = resampling(arguments)
    paper = printed().get(data.data)
    given = _published(data, bleu, how.settings)
    columns = [*given, *(column for metric in metrics if (column := _ours(metric, data, how.settings)) is not None)]
    edges = _edges(arguments.bins, paper.edges if paper else None)
    beside = paper if paper and edges == paper.edges else None
    found = study(data, columns, edges, how=how, runs=arguments.runs)
    rows = [
        ReportRow(judged, place < len(given), ROWS.get(judged.name, _bare(judged.name)) if beside else None)
        for place, judged in enumerate(found.rows)
    ]
    known = [row if beside and row.paper_row in beside.scores else replace(row, paper_row=None) for row in rows]
    near = {metric.name: _agreements(metric, data) for metric in metrics if beside and metric.name in ROWS}
    explained = [row if row.from_data else replace(row, agreements=near.get(row.judged.name, ())) for row in known]
    return report(found, explained, beside)


def _agreements(metric: Metric, data: Graded) -> tuple[Agreement, ...]:
    """How near a metric comes to the values of the data, as it is and with the paper's tokenisation."""
    from codescore.metrics import Context
    from codescore.study.columns import agreement
    from codescore.study.papers.tables import ROWS

    key = ROWS[metric.name]
    if any(key not in sample.published for sample in data.all):
        return ()
    context = metric.context
    as_paper = type(metric)(Context(tokens=_PAPER_TOKENS, session=context.session))
    both = [metric] if context.tokens == _PAPER_TOKENS else [metric, as_paper]
    return tuple(agreement(each, data.all, key) for each in both)


def _published(data: Graded, bleu: Metric, settings: Mapping[str, str]) -> list[Column]:
    """The values that came with the data; BLEU anew from the texts, as its corpus value needs counts."""
    from codescore.study.columns import PUBLISHED, metric_column, published_column
    from codescore.study.papers.tables import TITLES

    known = [*TITLES, *(key for key in data.all[0].published if key not in TITLES)]
    shared = [key for key in known if all(key in sample.published for sample in data.all)]
    columns = []
    for key in shared:
        column = published_column(PUBLISHED + key, data.all, settings)
        if key == "bleu":
            column = metric_column(bleu, data.all, "corpus", settings)
        columns.append(replace(column, name=PUBLISHED + key, title=TITLES.get(key, key)))
    return columns


def _ours(metric: Metric, data: Graded, settings: Mapping[str, str]) -> Column | None:
    """A metric of ours, as the paper takes it: BLEU of the corpus, of every other the mean of snippets.

    None, and a note, where it has no value for any output of a model.
    """
    from codescore.study.columns import metric_column

    column = metric_column(metric, data.all, "corpus" if metric.name == "bleu" else "snippet", settings)
    failed = column.failed.reshape(len(data.models), -1)
    without = ", ".join(model for model, row in zip(data.models, failed, strict=True) if row.all())
    if not without:
        return column
    terminal.say(f"codescore: note: {data.data}: {metric.title} is left out; it has no value for outputs of {without}")
    return None


def _edges(wanted: tuple[float, ...] | None, paper: Edges | None) -> Edges:
    from codescore.study.papers.mismatch import ONE_LINERS, Edges

    return Edges(wanted) if wanted else paper or ONE_LINERS


def _bare(name: str) -> str:
    from codescore.study.columns import PUBLISHED

    return name.removeprefix(PUBLISHED)


def _print(reports: Sequence[Report], out: Path) -> None:
    from codescore.study.papers.report import remarks

    console = terminal.stdout()
    for found in reports:
        console.print(found.title, style="bold")
        for question, answers in remarks(found).items():
            console.print(f"  {question}", style="cyan")
            for answer in answers:
                console.print(f"    {terminal.visible(answer)}")
    console.print(f"wrote {terminal.visible(str(out / FILE))}.md, .json and the tables as CSV")
