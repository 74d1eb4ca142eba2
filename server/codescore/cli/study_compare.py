"""`codescore study compare`: which of two systems is better, and is the difference to be believed?

Reads, compares, prints.  Neighbours: `study` (the command that this is a part of), `codescore.study.compare`.
"""

from __future__ import annotations

import argparse
import math
from pathlib import Path
from typing import TYPE_CHECKING, Any

from codescore.cli import terminal
from codescore.cli.arguments import add_json
from codescore.cli.resampling import add_resampling, ready_metrics, resampling
from codescore.foundation.errors import InputError

if TYPE_CHECKING:
    from rich.table import Table

    from codescore.study.compare import ComparisonRow, Matched, System
    from codescore.study.significance import Interval, Resampling

NAME = "compare"
SUMMARY = "Which of two systems is better, and is the difference to be believed?"
DETAILS = """\
DATA are JSON lines with `task`, `lang`, `candidate`, `reference` (or `references`): two files, one per system, or one
file with a `model` in every line and the two models to compare. Outputs are matched by task; the references of a task
must be equal. Tasks are resampled, so several outputs of one task stand or fall together.

Shown per metric, in points of 100: both scores with their intervals (95 % of the resamples lie in them), the difference
with its interval, p of the paired bootstrap and of paired approximate randomisation. Both are two-sided, as nobody says
before which system should be better; `codescore study human` asks one-sided, as the paper that it reproduces. Metrics
that define a value of a whole corpus (BLEU, ChrF, CodeBLEU) are resampled as such, others are means of snippets;
--level snippet takes the mean for all. The signature of each row says which.

A difference under 2 points never suffices to call a system better, significant or not; on short snippets none under 5
does (Out of the BLEU, section 6). Short means: more than half of the tasks have one-line references.

--metrics takes names (`codescore metrics --list`), `paper` (the six of Out of the BLEU), labels (`passed`, `human`) and
values that came with the data (`published:chrf`). EditSim, 1 - Levenshtein distance / length of the longer, is
`edit-similarity`; Syntax, the share of candidates that parse, is `syntax-rate` (Run Match, section 5.1)."""
EXAMPLE = """\
  codescore study compare ours.jsonl theirs.jsonl --metrics bleu,chrf,code-score-r
  codescore study compare conala.dev.jsonl.gz --models codex best-tranx-rerank --seed 7"""

#: The metrics that Out of the BLEU studies (section 2.2), as they are called here.
PAPER = ("bleu", "rouge-l", "chrf", "meteor", "ruby", "code-bleu-1-1-4-4")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    parser.add_argument("data", metavar="DATA", nargs="+", type=Path, help="one data set, or one per system")
    parser.add_argument("--models", metavar="M", nargs=2, help="which two models of a data set to compare")
    parser.add_argument(
        "--metrics", metavar="LIST", default="paper", help="names separated by commas (default: paper, its six metrics)"
    )
    parser.add_argument("--tokens", metavar="T", default="code", help="how text becomes tokens (default: code)")
    parser.add_argument("--level", choices=("corpus", "snippet"), default="corpus", help="see above (default: corpus)")
    parser.add_argument("--bundle", metavar="B", help="the model for metrics that need one")
    parser.add_argument("--strict", action="store_true", help="stop at a malformed line instead of skipping it")
    add_resampling(parser, rounds=True)
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    """Read, compare, print; 0 whoever is better."""
    from codescore.study.compare import compare_by, is_given, labels_of, match

    matched = match(*_systems(arguments))
    wanted = names(arguments.metrics)
    given = list(dict.fromkeys([*labels_of(matched), *filter(is_given, wanted)]))
    plain = [name for name in wanted if not is_given(name)]
    how = resampling(arguments)
    with ready_metrics(plain, arguments.tokens, arguments.bundle) as metrics, terminal.progress("comparing"):
        rows = list(compare_by(matched, metrics, given, level=arguments.level, how=how))
    if arguments.json:
        terminal.print_json(_document(matched, rows, how))
    else:
        _print(matched, rows, how)
    return 0


def names(listed: str) -> list[str]:
    """Names from a list with commas, each once; `paper`, `none` and `all` resolved."""
    from codescore.metrics import ALL
    from codescore.metrics import names as every

    groups = {"paper": PAPER, "none": (), ALL: every()}
    given = [part.strip() for part in listed.split(",")]
    return list(dict.fromkeys(name for part in given if part for name in groups.get(part, (part,))))


def _systems(arguments: argparse.Namespace) -> tuple[System, System]:
    """The two systems that the arguments mean."""
    from codescore.study.compare import System
    from codescore.study.dataset import read_data

    paths: list[Path] = arguments.data
    if len(paths) > 2:
        raise InputError(f"{len(paths)} data sets were given; compare two, or two models of one (--models A B)")
    sets = [read_data(path, strict=arguments.strict, option="--strict") for path in paths]
    for data in sets:
        left_out = len(data.malformed) + len(data.duplicates)
        if left_out:
            lines = f"{terminal.counted(left_out, 'line')} {'was' if left_out == 1 else 'were'} left out"
            terminal.say(f"codescore: note: {data.path}: {lines}; --strict stops at the first")
    if len(sets) == 2 and not arguments.models:
        labels = _labels(paths)
        return System(labels[0], sets[0].samples), System(labels[1], sets[1].samples)
    samples = [sample for data in sets for sample in data.samples]
    models = list(dict.fromkeys(sample.model for sample in samples if sample.model is not None))
    wanted = arguments.models or models
    where = " and ".join(str(path) for path in paths)
    for name in wanted:
        if name not in models:
            raise InputError(f"{where}: there is no model {name!r}; it has {', '.join(models) or 'no models at all'}")
    if len(wanted) != 2:
        known = f"{len(models)} models ({', '.join(models)})" if models else "no `model` in its lines"
        raise InputError(f"{where} has {known}; name the two to compare with --models, or give a second data set")
    if wanted[0] == wanted[1]:
        raise InputError(f"--models names {wanted[0]!r} twice; name two different models")
    return (
        System(wanted[0], tuple(s for s in samples if s.model == wanted[0])),
        System(wanted[1], tuple(s for s in samples if s.model == wanted[1])),
    )


def _labels(paths: list[Path]) -> list[str]:
    """Names of files, as short as they can be told apart."""
    short = [path.name.removesuffix(".gz").removesuffix(".jsonl") for path in paths]
    return short if short[0] != short[1] else [str(path) for path in paths]


def _warning(row: ComparisonRow, matched: Matched) -> str | None:
    """What is wrong with believing a row, None where there is nothing."""
    if not row.judges or math.isnan(row.points) or abs(row.points) >= matched.small:
        return None
    said = f"{row.title}: the difference, {abs(row.points):.2f} points, is under {matched.small:g}"
    if matched.short:
        return f"{said}; on one-liners no metric is reliable there, significant or not (Out of the BLEU, 5.3.1)"
    return f"{said}; that never suffices to call a system better, significant or not (Out of the BLEU, 6)"


def _too_few(matched: Matched, how: Resampling) -> str | None:
    """Why no difference can be shown over so few tasks, None where they suffice."""
    from codescore.study.significance import least_p

    tasks = len(matched.tasks)
    least, allowed = least_p(tasks), 1 - how.confidence
    if least <= allowed:
        return None
    said = f"{terminal.counted(tasks, 'task')} {'is' if tasks == 1 else 'are'} too few"
    return (
        f"{said}: p by randomisation is about {least:.4g} at best, never under {allowed:.2g}, so no * proves anything"
    )


def _document(matched: Matched, rows: list[ComparisonRow], how: Resampling) -> dict[str, Any]:
    from dataclasses import asdict

    return {
        "first": matched.first.name,
        "second": matched.second.name,
        "tasks": len(matched.tasks),
        "samples": [len(matched.first.samples), len(matched.second.samples)],
        "left_out": {"only_first": matched.left_out[0], "only_second": matched.left_out[1]},
        "short": {"is": matched.short, "one_line_references": matched.one_liners, "tasks": len(matched.tasks)},
        "small_difference": matched.small,
        "warning": _too_few(matched, how),
        "resampling": asdict(how),
        "metrics": [_row(row, matched) for row in rows],
    }


def _row(row: ComparisonRow, matched: Matched) -> dict[str, Any]:
    found = row.comparison
    return {
        "metric": row.name,
        "title": row.title,
        "first": _interval(found.first),
        "second": _interval(found.second),
        "difference": _interval(found.difference),
        "first_wins": found.first_wins,
        "second_wins": found.second_wins,
        "p_bootstrap": _number(found.p_bootstrap),
        "p_randomisation": _number(found.p_randomisation),
        "significant": found.significant,
        "failed": {"first": row.failed[0], "second": row.failed[1]},
        "warning": _warning(row, matched),
        "signature": row.signature,
    }


def _interval(interval: Interval) -> dict[str, Any] | None:
    if math.isnan(interval.value):
        return None
    points = interval.scaled(100)
    return {"score": points.value, "low": points.low, "high": points.high, "text": str(points)}


def _number(value: float) -> float | None:
    return None if math.isnan(value) else value


def _print(matched: Matched, rows: list[ComparisonRow], how: Resampling) -> None:
    console = terminal.stdout()
    console.print(_table(matched, rows))
    share = f"{100 * how.confidence:g} %"
    console.print(
        f"{terminal.counted(len(matched.tasks), 'task')}; {share} of {how.resamples} paired resamples lie in each "
        f"interval, in points of 100; * the interval of the difference excludes 0 (two-sided); seed {how.seed}",
        style="dim",
    )
    if few := _too_few(matched, how):
        console.print(f"! {few}", style="yellow", soft_wrap=True)
    for row in rows:
        for name, failed in zip((matched.first.name, matched.second.name), row.failed, strict=True):
            if failed:
                console.print(f"! {row.title}: {failed} outputs of {name} have no value and are left out")
        if warning := _warning(row, matched):
            console.print(f"! {warning}", style="yellow")
    only = [(matched.first.name, matched.left_out[0]), (matched.second.name, matched.left_out[1])]
    for name, left_out in only:
        if left_out:
            console.print(f"! {left_out} tasks of {name} have no output of the other system and are left out")
    if matched.short:
        console.print(f"one-line references: {matched.one_liners} of {len(matched.tasks)} tasks", style="dim")
    for row in rows:
        console.print(row.signature, style="dim", soft_wrap=True)


def _table(matched: Matched, rows: list[ComparisonRow]) -> Table:
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column("metric")
    for name in (matched.first.name, matched.second.name, "difference"):
        table.add_column(terminal.visible(name), justify="right", no_wrap=True)
    table.add_column("p bootstrap", justify="right")
    table.add_column("p random.", justify="right")
    for row in rows:
        found = row.comparison
        cells = [_points(interval) for interval in (found.first, found.second, found.difference)]
        star = " *" if found.significant else "  "
        table.add_row(row.title, cells[0], cells[1], cells[2] + star, _p(found.p_bootstrap), _p(found.p_randomisation))
    return table


def _points(interval: Interval) -> str:
    return "none" if math.isnan(interval.value) else str(interval.scaled(100))


def _p(value: float) -> str:
    return "none" if math.isnan(value) else f"{value:.4f}"
