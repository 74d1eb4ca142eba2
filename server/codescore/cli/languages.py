"""`codescore languages`: what each language can and cannot, from the languages' own folders."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING

from codescore.cli import terminal
from codescore.cli.arguments import Commands, Parser, add_command, add_json
from codescore.foundation.errors import BundleError
from codescore.foundation.packages import remedy

if TYPE_CHECKING:
    from codescore.languages.capabilities import Capabilities

_DETAILS = """\
Every language here has sketch, score, renaming and the metrics of text and trees. The model was trained on some only:
for the others similarity is shown and decides nothing. Any other language has the metrics of text."""
HEADINGS = ("language", "files", "compiles, says", "trained", "tables 1, 2", "evidence", "data flow", "CrystalBLEU")


def configure(commands: Commands[Parser]) -> None:
    """The arguments of `languages`."""
    example = "  codescore languages\n  codescore languages --json"
    parser = add_command(commands, "languages", "What each language can and cannot.", _DETAILS, example)
    parser.add_argument("--markdown", action="store_true", help="print the table as Markdown")
    add_json(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Print the table, or a document."""
    from codescore.languages.capabilities import capabilities

    known, trained = capabilities(), _trained()
    if arguments.json:
        terminal.print_json({"languages": [{**asdict(one), "trained": one.id in trained} for one in known]})
    elif arguments.markdown:
        print(markdown(known, trained))
    else:
        _print(known, trained)
    return 0


def markdown(known: Sequence[Capabilities], trained: frozenset[str]) -> str:
    """The table for a page."""
    lines = [HEADINGS, ("---",) * len(HEADINGS), *(_row(one, trained) for one in known)]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)


def _row(one: Capabilities, trained: frozenset[str]) -> tuple[str, ...]:
    parts = (one.id in trained, one.rewrites, one.evidence, one.data_flow, one.shared_ngrams)
    return (one.name, " ".join(one.endings), one.check, *("yes" if part else "no" for part in parts))


def _print(known: Sequence[Capabilities], trained: frozenset[str]) -> None:
    from rich.table import Table

    console = terminal.stdout()
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    for heading in HEADINGS:
        table.add_column(heading, overflow="fold")
    for one in known:
        table.add_row(*_row(one, trained))
    console.print(table)
    for one in known:
        if not one.installed:
            said = f"{one.name}: its grammar is not installed; {remedy(one.module, 'languages')}"
            console.print(said, style="yellow", markup=False)


def _trained() -> frozenset[str]:
    """The languages that the model in use was trained on; none where there is none."""
    from codescore.embed import default_bundle_path, load_bundle, selected_bundle_path

    try:
        return frozenset(load_bundle(selected_bundle_path() or default_bundle_path()).manifest.languages)
    except BundleError:
        return frozenset()
