"""`codescore translate serve`: runs on a page of this machine: looked at, uploaded, gone on with.

Reads arguments and serves; what is asked and answered is `codescore.translate.serve`.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from urllib.parse import urlsplit

from codescore.cli import terminal
from codescore.cli.arguments import Commands, Parser, add_command, seed
from codescore.foundation.errors import InputError
from codescore.foundation.interrupts import waited

_DETAILS = """\
DIR are run folders, or folders that hold some; a page of this machine alone lists them until Ctrl-C, however they were
made. It shows tasks, outputs, the leaderboard and reports, takes tasks and answers in, and goes on with runs: each job
is the command that one would type, in a process of its own, one at a time. What models wrote runs in the sandbox only.

Answers come from recorded ones, or from the one server of models that --endpoint names, on this machine; for any other
use `codescore translate generate`."""

_EXAMPLE = """\
  codescore translate serve runs
  codescore translate serve run other-run --port 8000
  codescore translate serve runs --endpoint http://127.0.0.1:8080/v1
  codescore translate serve runs --security security.tar.gz"""

_PORTS = 65_535
_POLL = 1.0  # seconds between two looks for Ctrl-C
_HERE = frozenset({"127.0.0.1", "::1", "localhost"})


def configure(commands: Commands[Parser]) -> None:
    """The arguments of `translate serve`."""
    parser = add_command(commands, "serve", "Look at runs and go on with them, on a page.", _DETAILS, _EXAMPLE)
    parser.add_argument("folders", metavar="DIR", nargs="+", type=Path, help="run folders, or folders that hold some")
    parser.add_argument("--port", metavar="N", type=seed, default=0, help="port of the page (default: any free one)")
    parser.add_argument("--endpoint", metavar="URL", help="a server of models on this machine that jobs may ask")
    parser.add_argument("--key-env", metavar="NAME", help="the environment's variable that holds its key")
    parser.add_argument("--security", metavar="DATA", type=Path, help="samples with weaknesses: a folder or an archive")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Serve until Ctrl-C, which is the usual end and no failure."""
    from codescore.cli.translate import stages
    from codescore.foundation.loopback import PageServer
    from codescore.reports.translation_desk import desk_page
    from codescore.translate.serve.jobs import Jobs
    from codescore.translate.serve.shelf import shelf
    from codescore.translate.serve.site import Desk
    from codescore.translate.serve.weaknesses import Weaknesses

    if arguments.port > _PORTS:
        raise InputError(f"--port {arguments.port} is no port; 1 to {_PORTS}, or 0 for any")
    served, jobs = shelf(arguments.folders), Jobs()
    weaknesses = Weaknesses(arguments.security) if arguments.security is not None else None
    if weaknesses is not None:
        terminal.say(f"{terminal.counted(len(weaknesses.data.samples), 'sample')} with a weakness")
    desk = Desk(desk_page(), served, jobs, stages=stages(), endpoint=_endpoint(arguments), weaknesses=weaknesses)
    server = PageServer(desk, arguments.port)
    try:
        terminal.say(f"{terminal.counted(len(served.runs()), 'run')} in {len(served.folders)} folder(s)")
        terminal.say(f"the page is at {server.address} until Ctrl-C; the address is a secret, do not pass it on")
        while waited(_POLL):
            pass
    except KeyboardInterrupt:
        pass
    finally:
        jobs.close()
        server.close()
    return 0


def _endpoint(arguments: argparse.Namespace) -> list[str]:
    """Options of `generate`; InputError for a server that is not on this machine."""
    if arguments.endpoint is None:
        if arguments.key_env is not None:
            raise InputError("--key-env is for an --endpoint; name one")
        return []
    try:
        host = urlsplit(arguments.endpoint).hostname
    except ValueError:
        host = None
    if host not in _HERE:
        raise InputError(
            f"--endpoint {arguments.endpoint} is not on this machine; for a server elsewhere use "
            "`codescore translate generate --allow-network`"
        )
    return [f"--endpoint={arguments.endpoint}", *([f"--key-env={arguments.key_env}"] if arguments.key_env else [])]
