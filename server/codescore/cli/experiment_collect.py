"""`codescore experiment collect`: a lab's collector: serve, invite, status, withdraw, export, pin.

Reads arguments and words answers; what is done is `codescore.experiments.collector`.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from codescore.cli import terminal
from codescore.cli.arguments import Commands, Parser, add_command, add_json
from codescore.foundation.errors import InputError
from codescore.foundation.files import replacing

if TYPE_CHECKING:
    from codescore.experiments.collector.database import Database

_VARIABLE = "CODESCORE_COLLECTOR_DATABASE"
_PORT = 8765

_DETAILS = f"""\
Participants send their events with `codescore experiment send`; each has a token of their own, in an invitation. The
database is an SQLite file for a class (sqlite:///events.db) or a PostgreSQL (postgresql://USER@HOST/NAME) for a large
study; give it with --database or, so that no password is seen in the list of processes, in {_VARIABLE}.
Needs: pip install 'codescore-r[experiments]'."""

_EXAMPLE = """\
  codescore experiment collect serve --database sqlite:///events.db --host 0.0.0.0 --cert c.pem --key k.pem
  codescore experiment collect invite P01 P02 --database sqlite:///events.db --url https://lab.example:8765 \\
      --cert c.pem --out invitations
  codescore experiment collect export --database sqlite:///events.db --out events.jsonl"""


def configure(commands: Commands[Parser]) -> None:
    """The arguments of `experiment collect` and its actions."""
    parser = add_command(commands, "collect", "Collect the events of a study's participants.", _DETAILS, _EXAMPLE)
    actions = parser.add_subparsers(metavar="ACTION", dest="action", required=True)
    serve = _action(actions, "serve", "Take events until told to end (Ctrl-C).", _serve)
    serve.add_argument("--host", default="127.0.0.1", help="the interface to listen on (default: this machine only)")
    serve.add_argument("--port", type=_port, default=_PORT, help=f"default: {_PORT}; 0 is any free one")
    serve.add_argument("--cert", type=Path, metavar="FILE", help="certificate chain, PEM")
    serve.add_argument("--key", type=Path, metavar="FILE", help="its key, PEM, without a password")
    serve.add_argument("--behind-proxy", metavar="ADDRESS", help="the one address that may connect; it speaks TLS")
    invite = _action(actions, "invite", "Make an invitation, with a token, for each participant.", _invite)
    invite.add_argument(
        "labels", metavar="LABEL", nargs="+", help="what you call a participant; it is not sent to them"
    )
    invite.add_argument("--url", required=True, help="the collector's address as participants reach it")
    invite.add_argument("--cert", type=Path, metavar="FILE", action="append", default=[], help="certificates to expect")
    invite.add_argument("--study", metavar="NAME", help="only events of this study are sent")
    invite.add_argument("--out", type=Path, metavar="FOLDER", required=True, help="where the invitations go")
    status = _action(actions, "status", "Who has sent how much, and when last.", _status)
    add_json(status)
    withdraw = _action(actions, "withdraw", "Erase everything of a participant; nothing more is taken.", _withdraw)
    withdraw.add_argument("participant", metavar="PARTICIPANT", help="a label or a pseudonym")
    export = _action(actions, "export", "Write all events, one a line, for `codescore experiment import`.", _export)
    export.add_argument("--out", type=Path, metavar="FILE", help="default: standard output")
    pin = _action(actions, "pin", "Print the pin of a certificate, as invitations hold it.", _pin, database=False)
    pin.add_argument("certificate", type=Path, metavar="FILE", help="certificate, PEM")


def _action(actions: Commands[Parser], name: str, summary: str, run: Any, *, database: bool = True) -> Parser:  # noqa: ANN401  (argparse's own)
    parser = add_command(actions, name, summary, "", f"  codescore experiment collect {name} --help")
    if database:
        parser.add_argument("--database", metavar="URL", help=f"its address (default: ${_VARIABLE})")
    parser.set_defaults(run=run)
    return parser


def _port(text: str) -> int:
    if not (text.isascii() and text.isdigit() and int(text[:6]) <= 65_535):
        raise argparse.ArgumentTypeError(f"{text!r} is not a port, 0 to 65535")
    return int(text)


@contextmanager
def _opened(arguments: argparse.Namespace) -> Iterator[Database]:
    url = arguments.database or os.environ.get(_VARIABLE)
    if not url:
        raise InputError(f"no database: give --database sqlite:///FILE or postgresql://…, or set {_VARIABLE}")
    from codescore.experiments.collector.database import Database

    database = Database(url)
    try:
        yield database
    finally:
        database.close()


def _serve(arguments: argparse.Namespace) -> int:
    if (arguments.cert is None) != (arguments.key is None):
        raise InputError("--cert and --key belong together")
    certificate = (arguments.cert, arguments.key) if arguments.cert is not None else None
    if certificate is not None and arguments.behind_proxy is not None:
        raise InputError("--behind-proxy is for a proxy that speaks TLS itself; leave --cert and --key out, or it")
    with _opened(arguments) as database:
        from codescore.experiments.collector.serve import Listening, serve

        def announce(url: str) -> None:
            print(f"codescore: collecting on {url} into {database.name}", file=sys.stderr, flush=True)

        serve(database, Listening(arguments.host, arguments.port, certificate, arguments.behind_proxy), announce)
    return 0


def _invite(arguments: argparse.Namespace) -> int:
    from codescore.experiments.collector import invitation

    pins = tuple(invitation.pin_in(path) for path in arguments.cert)
    paths = {label: arguments.out / f"{label}.json" for label in arguments.labels}
    for label, path in paths.items():
        if not label.replace("-", "").replace("_", "").replace(".", "").isalnum() or not label.isascii():
            raise InputError(f"{label!r} is no label: letters, digits, '.', '_' and '-'")
        if path.exists():
            raise InputError(f"{path} exists; an invitation is never overwritten")
    sample = invitation.Invitation(arguments.url, "", study=arguments.study, pins=pins)
    invitation.address(sample)
    with _opened(arguments) as database:
        for label, path in paths.items():
            token = database.invite(label)
            invitation.write(path, invitation.Invitation(arguments.url, token, study=arguments.study, pins=pins))
            print(path)
    return 0


def _status(arguments: argparse.Namespace) -> int:
    with _opened(arguments) as database:
        listed, name = database.status(), database.name
    if arguments.json:
        terminal.print_json({"database": name, "participants": listed})
        return 0
    console = terminal.stdout()
    for one in listed:
        who = terminal.visible(one["label"] or "(withdrawn)")
        console.print(f"{who}  {terminal.counted(one['events'], 'event')}  {one['last'] or 'nothing yet'}")
    console.print(terminal.counted(len(listed), "participant"), style="bold")
    return 0


def _withdraw(arguments: argparse.Namespace) -> int:
    with _opened(arguments) as database:
        number = database.labelled(arguments.participant)
        if number is None:
            raise InputError(f"there is no participant {arguments.participant!r}; `collect status` lists them")
        erased = database.erase(number)
    print(f"erased {erased.events:,} events; {erased.left} are left; the token takes nothing more")
    return 0 if erased.left == 0 else 1


def _export(arguments: argparse.Namespace) -> int:
    with _opened(arguments) as database:
        if arguments.out is None:
            for document in database.documents():
                print(document)
            return 0
        count = 0
        with replacing(arguments.out) as path, path.open("w", encoding="utf-8", newline="\n") as file:
            for document in database.documents():
                file.write(document + "\n")
                count += 1
    print(f"{arguments.out}: {count:,} events", file=sys.stderr)
    return 0


def _pin(arguments: argparse.Namespace) -> int:
    from codescore.experiments.collector.invitation import pin_in

    print(pin_in(arguments.certificate))
    return 0
