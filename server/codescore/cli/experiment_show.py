"""`codescore experiment show`: every event that is stored, as it is stored."""

from __future__ import annotations

import argparse

from codescore.cli import terminal
from codescore.cli.arguments import Commands, Parser, add_command, add_json
from codescore.cli.experiment_store import add_store, opened, whole


def configure(commands: Commands[Parser]) -> None:
    """The arguments of `experiment show`."""
    details = "Nothing is left out: what you see is what the file holds of you, a line an event."
    parser = add_command(commands, "show", "Show everything that is stored.", details, "  codescore experiment show")
    parser.add_argument("--suggestion", metavar="S", help="events of this suggestion only")
    parser.add_argument("--participant", metavar="P", help="events of this participant only")
    parser.add_argument("--last", metavar="N", type=whole, help="the last N events only")
    parser.add_argument("--schema", action="store_true", help="print the JSON schema of an event instead")
    add_store(parser)
    add_json(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Print them."""
    from collections import deque

    import msgspec

    from codescore.experiments.events import encode, json_schema

    if arguments.schema:
        terminal.print_json(json_schema())
        return 0
    with opened(arguments) as store:
        found = (event for _, event in store.read(suggestion=arguments.suggestion, participant=arguments.participant))
        events = deque(found, arguments.last) if arguments.last else found
        if arguments.json:
            terminal.print_json({"events": [msgspec.to_builtins(event) for event in events]})
            return 0
        for event in events:
            print(terminal.visible(encode(event).decode("utf-8")))
    return 0
