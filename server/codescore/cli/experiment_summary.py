"""`codescore experiment summary`: acceptance and retention with plain intervals, as a table or JSON."""

from __future__ import annotations

import argparse
from collections import Counter
from dataclasses import asdict
from typing import TYPE_CHECKING

from codescore.cli import terminal
from codescore.cli.arguments import Commands, Parser, add_command, add_json
from codescore.cli.experiment_store import add_store, opened, percent

if TYPE_CHECKING:
    from rich.table import Table

    from codescore.experiments.summary import Group

_DETAILS = """\
Acceptance: the share of suggestions with a decision of which any part was accepted. Per window: the share still in code
(relative edit distance at most 0.5), four-gram survival, accepted characters that no edit removed, and the share that
still does what was accepted (both were run); windows that nobody could look at are counted by their reason.
Intervals hold 95 % of 2,000 resamples of participants; with fewer than ten participants they take suggestions for
unrelated and are too narrow (marked *). Arms are shown beside each other, not compared."""


def configure(commands: Commands[Parser]) -> None:
    """The arguments of `experiment summary`."""
    example = "  codescore experiment summary\n  codescore experiment summary --study pilot --json"
    parser = add_command(commands, "summary", "Acceptance and what was left, in numbers.", _DETAILS, example)
    parser.add_argument("--study", metavar="NAME", help="this study only")
    add_store(parser)
    add_json(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Sum up and print."""
    from codescore.experiments.summary import Summing
    from codescore.experiments.tables import rows_of

    summing = Summing()
    with opened(arguments) as store, terminal.progress("summing up"):
        for row, looks in rows_of(store.by_suggestion(arguments.study)):
            summing.take(row, looks)
    groups = summing.groups()
    if arguments.json:
        facts = {"participants": len(summing.participants), "judged": summing.judged}
        counts = {"sources": dict(summing.sources), "models": dict(summing.models)}
        terminal.print_json({**facts, **counts, "groups": [asdict(group) for group in groups]})
        return 0
    if not groups:
        print("no suggestions yet")
        return 0
    console = terminal.stdout()
    for group in groups:
        _head(group)
        if group.windows:
            console.print(_windows(group))
            censored = sum((Counter(window.censored) for window in group.windows), Counter[str]())
            if censored:
                reasons = ", ".join(f"{reason} {count:,}" for reason, count in censored.most_common())
                print(terminal.visible(f"  censored: {reasons}"))
    if any(group.acceptance.method == "suggestions" for group in groups):
        print("* fewer than ten participants: suggestions are taken for unrelated, and the interval is too narrow")
    return 0


def _head(group: Group) -> None:
    decided = ", ".join(f"{name} {count:,}" for name, count in sorted(group.decisions.items()))
    print(terminal.visible(f"{group.name}: {terminal.counted(group.suggestions, 'suggestion')}: {decided}"))
    people = f"{group.acceptance.count:,} decided, {terminal.counted(group.acceptance.participants, 'participant')}"
    print(f"  accepted, in %: {percent(group.acceptance)} ({people})")


def _windows(group: Group) -> Table:
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for name in ("after", "seen", "censored", "in code, %", "four-grams, %", "characters kept, %", "same behaviour, %"):
        table.add_column(name, justify="right", no_wrap=True)
    for window in group.windows:
        shares = (window.still_in_code, window.four_gram, window.retained, window.same_behaviour)
        censored = f"{sum(window.censored.values()):,}"
        table.add_row(f"{window.window_s} s", f"{window.looked:,}", censored, *map(percent, shares))
    return table
