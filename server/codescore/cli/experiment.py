"""`codescore experiment`: suggestion events: record, import, collect, analyse.  Each action is a file of its own."""

from __future__ import annotations

from codescore.cli import experiment_collect, experiment_send
from codescore.cli.arguments import Commands, Parser, add_command


def configure(commands: Commands[Parser]) -> None:
    """The arguments of `experiment` and its actions."""
    parser = add_command(
        commands, "experiment", "Which suggestions are kept.", "", "  codescore experiment send --help"
    )
    actions = parser.add_subparsers(metavar="ACTION", dest="action", required=True)
    experiment_collect.configure(actions)
    experiment_send.configure(actions)
