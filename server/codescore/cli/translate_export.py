"""`codescore translate export`: translations with their outcomes as a data set that `codescore study` reads."""

from __future__ import annotations

import argparse
from pathlib import Path

from codescore.cli import terminal
from codescore.cli.arguments import Commands, Parser, add_command, add_json
from codescore.cli.translation_stages import add_run
from codescore.foundation.errors import InputError
from codescore.foundation.files import write_text

_DETAILS = """\
A line is a pair with an outcome: id, set, task, lang, candidate (the extracted code), reference (the right program),
passed, model, source (the direction). `codescore study FILE` measures metrics on it. --direction and --model choose."""

_EXAMPLE = """\
  codescore translate export RUN --to translations.jsonl
  codescore translate export RUN --direction python_java --to migration.jsonl"""


def configure(commands: Commands[Parser]) -> None:
    """The arguments of `translate export`."""
    parser = add_command(commands, "export", "Write translations as a data set.", _DETAILS, _EXAMPLE)
    add_run(parser)
    parser.add_argument("--to", metavar="FILE", type=Path, required=True, help="the data set (.jsonl)")
    parser.add_argument("--direction", metavar="D", action="append", default=[], help="only this; repeatable")
    parser.add_argument("--model", metavar="M", action="append", default=[], help="only this; repeatable")
    add_json(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Write what has an outcome."""
    from codescore.translate.export import lines
    from codescore.translate.records import Direction
    from codescore.translate.store import Run

    directions = {str(Direction.parse(text)) for text in arguments.direction}
    with Run.open(arguments.run_folder) as found:
        written = list(lines(found, directions=directions, models=set(arguments.model)))
    if not written:
        raise InputError(f"{arguments.run_folder}: no translation that is chosen has an outcome; run `execute` first")
    write_text(arguments.to, "".join(f"{line}\n" for line in written))
    if arguments.json:
        terminal.print_json({"written": len(written), "file": str(arguments.to)})
    else:
        print(f"{terminal.counted(len(written), 'pair')} in {terminal.visible(str(arguments.to))}")
    return 0
