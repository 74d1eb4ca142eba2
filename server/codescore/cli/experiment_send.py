"""`codescore experiment send`: send recorded events to the collector that an invitation names, or withdraw there.

The one command that sends anything, only where it is told to.  Reads arguments and words answers; what is done is
`codescore.experiments.collector.outbox`.
"""

from __future__ import annotations

import argparse
import sys
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

from codescore.cli import terminal
from codescore.cli.arguments import Commands, Parser, add_command, add_json

if TYPE_CHECKING:
    from codescore.experiments.collector.client import Unreachable
    from codescore.experiments.collector.outbox import Sent

_SECONDS = 300.0

_DETAILS = """\
INVITATION is the file that the lab gave you: it names the collector, its certificate and your token. What the collector
has confirmed is remembered, so that this may be run at any time, and after weeks without a network. The certificate is
looked at before anything is sent; where it is another one, nothing is sent."""

_EXAMPLE = """\
  codescore experiment send invitation.json
  codescore experiment send invitation.json --watch
  codescore experiment send invitation.json --withdraw"""


def configure(commands: Commands[Parser]) -> None:
    """The arguments of `experiment send`."""
    parser = add_command(commands, "send", "Send recorded events to a lab's collector.", _DETAILS, _EXAMPLE)
    parser.add_argument("invitation", metavar="INVITATION", type=Path, help="the file that the lab gave you")
    parser.add_argument("--store", type=Path, metavar="FILE", help="the store (default: where the editors record)")
    parser.add_argument("--watch", action="store_true", help=f"go on, every {_SECONDS:g} s, until Ctrl-C")
    parser.add_argument("--dry-run", action="store_true", help="say how much would be sent, and to whom; send nothing")
    parser.add_argument("--withdraw", action="store_true", help="have everything of yours erased there instead")
    add_json(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Send, or withdraw, and say what was done."""
    from codescore.experiments.collector import invitation, outbox
    from codescore.experiments.collector.client import Connection
    from codescore.experiments.places import store_path
    from codescore.experiments.store import Store

    invited = invitation.read(arguments.invitation)
    if arguments.withdraw:
        with closing(Connection(invited)) as connection:
            erased = connection.withdraw()
        _say(arguments, {"erased": erased, "left": 0}, f"the collector erased {terminal.counted(erased, 'event')}")
        return 0
    with Store.open(store_path(arguments.store)) as store, closing(Connection(invited)) as connection:
        if arguments.dry_run:
            number = outbox.waiting(store, invited)
            _say(arguments, {"waiting": number}, f"{terminal.counted(number, 'event')} would go to {invited.url}")
            return 0
        if arguments.watch:
            outbox.keep_sending(store, invited, connection, _told, every=_SECONDS)
        sent = outbox.send(store, invited, connection, lambda _: None)
    record = {"batches": sent.batches, "new": sent.new, "known": sent.known}
    _say(arguments, record, f"sent {terminal.counted(sent.new + sent.known, 'event')}; the collector has them")
    return 0


def _told(news: Sent | Unreachable) -> None:
    line = str(news) if isinstance(news, Exception) else f"sent {news.new + news.known:,} events"
    print(f"codescore: {line}", file=sys.stderr, flush=True)


def _say(arguments: argparse.Namespace, record: dict[str, int], line: str) -> None:
    terminal.answer(arguments, record, line)
