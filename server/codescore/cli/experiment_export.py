"""`codescore experiment export`: everything as files: events, one table of suggestions, one of snapshots."""

from __future__ import annotations

import argparse
from pathlib import Path

from codescore.cli import terminal
from codescore.cli.arguments import Commands, Parser, add_command, add_json
from codescore.cli.experiment_store import add_store, opened

_DETAILS = """\
FOLDER gets events.jsonl (every event; `experiment import events` reads it), suggestions and snapshots as tables,
columns.json (what each column means) and schema.json (of an event). Parquet needs pyarrow: pip install
'codescore-r[experiments]'.
--salvage reads a damaged store as far as it goes, event by event, and writes events.jsonl only; the damaged file is
left as it is. Import that file into a new store."""

_EXAMPLE = """\
  codescore experiment export out
  codescore experiment export out --format csv
  codescore experiment export rescued --salvage --store damaged.db"""


def configure(commands: Commands[Parser]) -> None:
    """The arguments of `experiment export`."""
    parser = add_command(commands, "export", "Write everything to files.", _DETAILS, _EXAMPLE)
    parser.add_argument("folder", metavar="FOLDER", type=Path, help="where the files go")
    parser.add_argument("--format", choices=("parquet", "csv", "json"), default="parquet", help="of the tables")
    parser.add_argument("--study", metavar="NAME", help="this study's events only")
    parser.add_argument("--salvage", action="store_true", help="read what can be read of a damaged store")
    add_store(parser)
    add_json(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Write, and say how much."""
    from codescore.experiments import exporting
    from codescore.metrics.registry import require

    folder: Path = arguments.folder
    if arguments.salvage:
        return _salvaged(arguments)
    if arguments.format == "parquet":
        require("--format parquet", ("pyarrow",), "experiments")
    with opened(arguments) as store, terminal.progress("writing"):
        counts = exporting.export(store, folder, arguments.format, arguments.study)
    if arguments.json:
        terminal.print_json({"folder": str(folder), "lines": counts})
        return 0
    for name, count in counts.items():
        print(terminal.visible(f"{folder / name}: {terminal.counted(count, 'line')}"))
    return 0


def _salvaged(arguments: argparse.Namespace) -> int:
    from codescore.experiments import exporting
    from codescore.experiments.places import store_path

    path = arguments.folder / "events.jsonl"
    read, lost = exporting.salvage(store_path(arguments.store), path)
    if arguments.json:
        terminal.print_json({"file": str(path), "read": read, "lost": lost})
    else:
        print(terminal.visible(f"{path}: {terminal.counted(read, 'event')} read, {lost:,} numbers without one"))
        print(terminal.visible(f"now: codescore experiment init --store NEW && "
                               f"codescore experiment import events {path} --store NEW"))  # fmt: skip
    return 0
