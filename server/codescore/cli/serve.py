"""`codescore serve`: the language server, over stdio, listening, or connecting to a client that listens."""

from __future__ import annotations

import argparse

from codescore.cli import terminal
from codescore.cli.arguments import Commands, Parser, add_command, address
from codescore.foundation.errors import EnvironmentProblem

_DETAILS = """\
Editors start this command and talk to it. The language server protocol has no password: whoever reaches a TCP
port can use the server, so --tcp should name a loopback address."""

_LOOPBACK = ("localhost", "::1")


def configure(commands: Commands[Parser]) -> None:
    """The arguments of `serve`."""
    example = "  codescore serve\n  codescore serve --tcp 127.0.0.1:2087"
    parser = add_command(commands, "serve", "Run the language server.", _DETAILS, example)
    way = parser.add_mutually_exclusive_group()
    way.add_argument("--stdio", action="store_true", help="talk over stdin and stdout (the default)")
    way.add_argument("--tcp", type=address, metavar="HOST:PORT", help="listen here")
    way.add_argument("--connect", type=address, metavar="HOST:PORT", help="connect to a client that listens there")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Serve until the client leaves."""
    from codescore.lsp import server

    place = arguments.tcp or arguments.connect
    if place is None:
        return server.serve_stdio() or 0
    host, port = place
    if arguments.tcp and not (host in _LOOPBACK or host.startswith("127.")):
        terminal.say(f"codescore: warning: {host} may be reachable from other machines, and anyone there can use it")
    verb, serve = ("listen on", server.serve_tcp) if arguments.tcp else ("connect to", server.connect)
    try:
        return serve(host, port) or 0
    except (OSError, OverflowError) as error:
        raise EnvironmentProblem(
            f"cannot {verb} {host}:{port}: {getattr(error, 'strerror', None) or error}; "
            "is the address right and the port free?"
        ) from None
