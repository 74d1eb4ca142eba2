"""`codescore translate replay`: recorded answers extracted, run and counted, beside what was recorded of them."""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from codescore.cli import terminal
from codescore.cli.arguments import Commands, Parser, add_command, add_json
from codescore.cli.bundles import bundle_path
from codescore.cli.translate_measure import add_metrics
from codescore.cli.translation_stages import add_execution

if TYPE_CHECKING:
    from codescore.translate.replay import Agreement, Deviation, Row

_DETAILS = """\
ANSWERS are JSON lines: model, direction, task, answer; what else stands there (extracted, entry_point, status,
passed_cases) is only compared with. DIR becomes a run folder like any other: a replay that was stopped goes on with
the same command, `translate measure` and `translate report` take it from there."""

_EXAMPLE = "  codescore translate replay --tasks tasks.jsonl.gz --answers answers.jsonl.gz --out replay"


def configure(commands: Commands[Parser]) -> None:
    """The arguments of `translate replay`."""
    parser = add_command(commands, "replay", "Run recorded answers again.", _DETAILS, _EXAMPLE)
    parser.add_argument("--tasks", metavar="FILE", type=Path, required=True, help="tasks (.jsonl, .jsonl.gz)")
    parser.add_argument("--answers", metavar="FILE", type=Path, required=True, help="answers (.jsonl, .jsonl.gz)")
    parser.add_argument("--out", metavar="DIR", type=Path, required=True, help="the run's folder")
    add_execution(parser)
    add_metrics(parser, "")
    parser.add_argument(
        "--unrecorded",
        metavar="STATUS",
        choices=("compilation_failed",),
        help="what a missing status means, such as compilation_failed",
    )
    add_json(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Fill, extract, execute, measure, count."""
    from codescore.evidence import sandbox
    from codescore.translate import replay
    from codescore.translate.data import read_tasks
    from codescore.translate.store import Run
    from codescore.translate.working import execute_all, extract_all

    sandbox.require()
    with Run.at(arguments.out) as found, terminal.stages() as progress:
        replay.fill(found, read_tasks(arguments.tasks), arguments.answers)
        extract_all(found, progress)
        execute_all(found, progress, jobs=arguments.jobs, seconds=arguments.seconds)
        if arguments.metrics:
            _measure(found, arguments, progress)
        rows = replay.rows(found.executions())
        agreements, deviations = replay.compared(found, arguments.answers, unrecorded=arguments.unrecorded)
    if arguments.json:
        terminal.print_json(_document(rows, agreements, deviations))
    else:
        _print(rows, agreements, deviations)
    return 0


def _measure(found: Any, arguments: argparse.Namespace, progress: Any) -> None:  # noqa: ANN401
    from codescore.engine import Session
    from codescore.translate.working import measure_all

    session = Session(bundle=bundle_path(arguments.bundle))
    try:
        measure_all(found, arguments.metrics, session, progress)
    finally:
        session.close()


def _document(rows: Sequence[Row], agreements: Sequence[Agreement], deviations: Sequence[Deviation]) -> dict[str, Any]:
    document: dict[str, Any] = {"rows": [{**asdict(row), "statuses": dict(row.statuses)} for row in rows]}
    if agreements:
        document["recorded"] = [asdict(one) for one in agreements]
        document["deviations"] = [
            {
                **asdict(one.execution.key),
                "recorded": one.recorded,
                "found": one.execution.status,
                "failing": one.execution.failing,
                "error": one.execution.error,
            }
            for one in deviations
        ]
    return document


def _print(rows: Sequence[Row], agreements: Sequence[Agreement], deviations: Sequence[Deviation]) -> None:
    from rich import box
    from rich.table import Table

    known = {(one.model, one.direction): one for one in agreements}
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for name in ("model", "direction"):
        table.add_column(name, no_wrap=True)
    for name in ("n", "pass@1", "recorded", "same", "cases", "compile", "time", "run", "wrong", "other"):
        table.add_column(name, justify="right")
    kinds = ("compilation_failed", "timeout_error", "runtime_error", "wrong_answer", "other_error")
    for row in rows:
        one = known.get((row.model, row.direction))
        table.add_row(
            terminal.visible(row.model),
            row.direction,
            str(row.n),
            f"{row.pass_at_1:.3f}",
            f"{one.pass_at_1:.3f}" if one else "-",
            f"{one.passed_alike}/{one.recorded}" if one else "-",
            f"{row.case_rate:.3f}",
            *(str(row.statuses[kind]) for kind in kinds),
        )
    terminal.stdout().print(table)
    ours = sum(row.statuses["environment_failure"] for row in rows)
    if ours:
        terminal.say(
            f"{ours:,} samples could not be run for a reason of this machine; the same command tries them again"
        )
    pairs = Counter((one.recorded, one.execution.status) for one in deviations)
    for (recorded, status), count in pairs.most_common():
        print(f"{terminal.counted(count, 'sample')}: recorded {recorded}, here {status}")
