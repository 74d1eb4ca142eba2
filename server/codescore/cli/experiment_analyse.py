"""`codescore experiment analyse`: did people keep what was suggested, and did the score know?  Result and page."""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from codescore.cli import terminal
from codescore.cli.arguments import Commands, Parser, add_command, add_json, seed
from codescore.cli.experiment_store import add_store, opened, whole
from codescore.foundation.errors import InputError
from codescore.foundation.files import write_text

if TYPE_CHECKING:
    from codescore.experiments.tables import SuggestionRow

_DETAILS = """\
--out DIR gets result.json (every number, with version, seed, settings and the hash of the data) and report.html, made
from that file alone. Intervals hold 95 % and come from resampling participants; below ten participants, or where an
outcome is too rare, there is none: "not enough data". Where a plan was registered it must be given and unchanged, and
new data may be looked at as often as its line `looks: N` says (once without one). Exit code 1 where it does not allow
this look; --exploratory looks all the same, and the report says so. Suggestions of different surfaces are not pooled:
name one with --surface."""

_EXAMPLE = """\
  codescore experiment analyse --out analysis --plan plan.md
  codescore experiment analyse --out analysis --surface inline --json"""


def configure(commands: Commands[Parser]) -> None:
    """The arguments of `experiment analyse`."""
    parser = add_command(commands, "analyse", "What a study found, with intervals.", _DETAILS, _EXAMPLE)
    parser.add_argument("--out", metavar="DIR", type=Path, required=True, help="where result.json and report.html go")
    parser.add_argument("--plan", metavar="FILE", type=Path, help="the registered plan")
    parser.add_argument("--exploratory", action="store_true", help="look although the plan does not allow it")
    parser.add_argument("--study", metavar="NAME", help="this study only")
    parser.add_argument("--surface", metavar="NAME", help="suggestions of this surface only")
    parser.add_argument("--seed", metavar="N", type=seed, default=0, help="of the resampling (0)")
    parser.add_argument("--draws", metavar="N", type=_draws, default=2_000, help="resamples (2000)")
    add_store(parser)
    add_json(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Analyse and write; 1 where the registered plan does not allow it."""
    from codescore.experiments import study as studies
    from codescore.experiments.analysis import looks
    from codescore.experiments.analysis.data import taken
    from codescore.experiments.analysis.intervals import How
    from codescore.experiments.analysis.page import page
    from codescore.experiments.analysis.result import analysed
    from codescore.experiments.tables import rows_of
    from codescore.metrics.registry import require

    require("codescore experiment analyse", ("scipy", "statsmodels"), "experiments")
    _checked_folder(arguments.out)
    with opened(arguments) as store, terminal.progress("analysing"):
        surfaces: set[str] = set()
        data = taken(
            (row, some)
            for row, some in rows_of(store.by_suggestion(arguments.study))
            if _meant(row, arguments, surfaces)
        )
        _pooled(surfaces, arguments)
        checked = studies.checked(store, arguments.plan)
        allowed = looks.allowed(store, checked, arguments.plan, data.sha256)
        if allowed.refused and not arguments.exploratory:
            terminal.say(f"not analysed: {allowed.refused}; --exploratory looks all the same, and says so")
            return 1
        if not data.rows:
            named = f": {data.anonymous:,} name no participant" if data.anonymous else ""
            terminal.say(f"not enough data: no suggestion of a named participant{named}")
            return 1
        design = studies.read(store).design
        how = How(draws=arguments.draws, seed=arguments.seed)
        result = analysed(data, allowed, checked, how, design.unit if design is not None else None)
        _write(arguments.out, result, page)
        looks.remember(store, data.sha256, time.time_ns() // 1_000_000)
    if arguments.json:
        terminal.print_json(result)
        return 0
    for line in _words(result):
        print(terminal.visible(line))
    print(terminal.visible(f"{arguments.out / 'report.html'}, {arguments.out / 'result.json'}"))
    return 0


def _meant(row: SuggestionRow, arguments: argparse.Namespace, surfaces: set[str]) -> bool:
    surfaces.add(row.surface or "unknown")
    return arguments.surface is None or (row.surface or "unknown") == arguments.surface


def _pooled(surfaces: set[str], arguments: argparse.Namespace) -> None:
    names = ", ".join(sorted(surfaces))
    if arguments.surface is None and len(surfaces) > 1:
        raise InputError(f"there are suggestions of {names}, which are not pooled; name one with --surface")
    if arguments.surface is not None and surfaces and arguments.surface not in surfaces:
        raise InputError(f"there is no suggestion of {arguments.surface}; there are: {names}")


def _checked_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"cannot write to {folder}: {error.strerror or error}") from None


def _write(folder: Path, result: dict[str, Any], page: Any) -> None:  # noqa: ANN401
    text = json.dumps(result, indent=2, allow_nan=False) + "\n"
    try:
        write_text(folder / "result.json", text)
        write_text(folder / "report.html", page(json.loads(text)))
    except OSError as error:
        raise InputError(f"cannot write to {folder}: {error.strerror or error}") from None


def _words(result: dict[str, Any]) -> list[str]:
    from codescore.experiments.analysis.page import said

    counts = result["counts"]
    lines = [
        f"{counts['suggestions']:,} suggestions of {counts['participants']:,} participants; {result['looks']['said']}",
        f"accepted: {said(result['acceptance'])}",
    ]
    lines += [f"still in code after {one['window_s']} s: {said(one['still_in_code'])}" for one in result["retention"]]
    lines += [f"AUROC of {one['signal']} for {one['outcome']}: {said(one)}" for one in result["auroc"] if one["count"]]
    for one in result["comparisons"]:
        p = "" if one["p_holm"] is None else f", p {one['p_holm']:.4f} after Holm's correction"
        lines.append(f"{one['second']} less {one['first']}, {one['outcome']}: {said(one['difference'])}{p}")
    return lines


def _draws(text: str) -> int:
    value = whole(text)
    if not 200 <= value <= 100_000:
        raise argparse.ArgumentTypeError(f"{text} is not from 200 to 100000")
    return value
