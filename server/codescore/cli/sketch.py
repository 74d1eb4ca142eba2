"""`codescore sketch`: the canonical text of each unit, which every comparison is made on."""

from __future__ import annotations

import argparse
from typing import Any

from codescore.cli import terminal
from codescore.cli.arguments import POSITIONS, Commands, Parser, add_command, add_json, add_language
from codescore.cli.positions import line_of, range_json

_DETAILS = f"""\
A sketch is a function's token text with the names that its author chose replaced: the function is f, its
parameters arg_0, arg_1, ..., its variables var_0, var_1, ...  Renaming changes no sketch.
{POSITIONS}"""


def configure(commands: Commands[Parser]) -> None:
    """The arguments of `sketch`."""
    example = "  codescore sketch merge.py\n  cat merge.py | codescore sketch - --language python --json"
    parser = add_command(commands, "sketch", "Show each function as the model sees it.", _DETAILS, example)
    parser.add_argument("file", metavar="FILE", help="source file, or - for stdin")
    add_language(parser)
    add_json(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Read, parse, sketch, print."""
    document = _document(arguments.file, arguments.language)
    if arguments.json:
        terminal.print_json(document)
    else:
        _print(document)
    return 0


def _document(path: str, language: str | None) -> dict[str, Any]:
    from codescore.cli.reading import read_parsed
    from codescore.foundation.text import Text
    from codescore.sketch import VERSION, sketch_units

    source = read_parsed(path, language)
    text = Text.of(source.read.data)
    prefix = source.syntax.prefix
    units = [
        {
            "name": unit.qualified,
            "kind": unit.kind,
            "nested": unit.nested,
            "range": range_json(text, unit.start, unit.end),
            "sketch": sketch.text,
            "lines": [line_of(text, start - prefix) for start in sketch.lines],
            "names": dict(sketch.names),
        }
        for unit, sketch in zip(source.units, sketch_units(source.syntax, source.units), strict=True)
    ]
    return {"file": source.read.label, "language": source.read.language.id, "sketch_version": VERSION, "units": units}


def _print(document: dict[str, Any]) -> None:
    from rich.text import Text

    console = terminal.stdout()
    for number, unit in enumerate(document["units"]):
        place = unit["range"]
        names = ", ".join(f"{placeholder} = {name}" for placeholder, name in unit["names"].items())
        title = f"{unit['name']}, lines {place['start']['line']} to {place['end']['line']}"
        if number:
            console.print()
        console.print(Text(terminal.visible(title), "bold"), soft_wrap=True)
        if names:
            console.print(Text(terminal.visible(names), "dim"), soft_wrap=True)
        console.print(Text(terminal.visible(unit["sketch"])), soft_wrap=True)
