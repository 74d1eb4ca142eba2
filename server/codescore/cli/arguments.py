"""The arguments of the command line: one parser, one line per mistake.

Knows the names of the commands and what their options have in common; each command's own file adds the rest.
Imports nothing heavy: `--help` must be instant.
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Mapping
from importlib import import_module
from types import MappingProxyType
from typing import Any, NoReturn

from codescore import __version__

COMMANDS = (
    "demo", "score", "evidence", "grade", "init", "metrics", "study", "translate", "experiment", "sketch", "check",
    "rewrite", "serve", "model", "doctor", "languages",
)  # fmt: skip

POSITIONS = "Lines and columns count from 1; columns count Unicode code points; the end of a range is exclusive."

_EPILOG = """\
start here:
  codescore demo                          see it work on bundled examples
  codescore score mine.py reference.py    does my code do what the reference does?
  codescore doctor                        what is installed, and what to do about what is missing

exit codes: 0 done; 1 the answer is no, where a yes or no was asked for; 2 bad usage or bad input;
3 something is missing on this machine; 70 a bug of ours; 130 interrupted."""


class _Help(argparse.RawDescriptionHelpFormatter):
    """argparse's help, with room for the longest command: it forgets that commands stand indented."""

    def add_argument(self, action: argparse.Action) -> None:
        super().add_argument(action)
        if action.nargs == argparse.PARSER:
            self._action_max_length += 2


class Parser(argparse.ArgumentParser):
    """An argument parser that says what is wrong in one line.

    `parts` are commands of a command that also takes arguments of its own: the first word decides.
    """

    parts: Mapping[str, argparse.ArgumentParser] = MappingProxyType({})

    def __init__(self, **settings: Any) -> None:  # noqa: ANN401  (argparse's own)
        settings.setdefault("formatter_class", _Help)
        super().__init__(allow_abbrev=False, **settings)

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> tuple[Any, list[str]]:  # noqa: ANN401  (argparse's own)
        """As argparse's; a part's name as the first word hands over to it, and a command speaks for itself of what it
        does not know.
        """
        part = self.parts.get(args[0]) if args else None
        if part is not None:
            return part.parse_known_args(args[1:], namespace)
        found, unknown = super().parse_known_args(args, namespace)
        if unknown and self._subparsers is None:
            self.error(f"unrecognized arguments: {' '.join(unknown)}")
        return found, unknown

    def error(self, message: str) -> NoReturn:
        """End with exit code 2."""
        line = " ".join(message.split())
        self.exit(2, f"codescore: error: {line}; see `{self.prog} --help`\n")


Commands = argparse._SubParsersAction  # argparse has no public name for what add_subparsers returns


def build_parser() -> Parser:
    """The parser of `codescore` with all its commands."""
    parser = Parser(
        prog="codescore",
        description="Does this code do what that code does? A trained similarity for functions, in your terminal.",
        epilog=_EPILOG,
    )
    parser.add_argument("--version", action="version", version=f"codescore {__version__}")
    parser.add_argument("--debug", action="store_true", help="show a traceback when something of ours goes wrong")
    commands = parser.add_subparsers(metavar="COMMAND", dest="command", required=True)
    for name in COMMANDS:
        import_module(f"codescore.cli.{name}").configure(commands)
    return parser


def add_command(commands: Commands[Parser], name: str, summary: str, details: str, example: str) -> Parser:
    """A command with the options that all have."""
    about = f"{summary}\n\n{details}" if details else summary
    parser = commands.add_parser(name, help=summary, description=about, epilog=f"example:\n{example}")
    parser.add_argument("--debug", action="store_true", default=argparse.SUPPRESS, help=argparse.SUPPRESS)
    return parser


def add_json(parser: argparse.ArgumentParser) -> None:
    """`--json`: one document on stdout and nothing else."""
    parser.add_argument("--json", action="store_true", help="print one JSON document and nothing else")


def add_language(parser: argparse.ArgumentParser) -> None:
    """`--language`: for stdin, and for files whose name does not tell."""
    parser.add_argument("--language", metavar="L", help="language of the code, where the file's name does not tell")


def number(text: str) -> float:
    """A number as it is written; not a number, which is within no limits, for anything else."""
    try:
        return float(text)
    except ValueError:
        return math.nan


def fraction(text: str) -> float:
    """A number from 0 to 1."""
    value = number(text)
    if not 0 <= value <= 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number from 0 to 1")
    return value


def whole(text: str, least: int, most: int | None = None, *, limit: int = 10**18 - 1) -> int:
    """A whole number from `least` to `most`; without a most, to a `limit` that no message names."""
    value = int(text) if text.isascii() and text.isdigit() and len(text) <= 18 else -1
    if not least <= value <= (limit if most is None else most):
        up = "up" if most is None else f"to {most}"
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from {least} {up}")
    return value


def seed(text: str) -> int:
    """A whole number from 0 up."""
    return whole(text, 0)


def positive(text: str) -> int:
    """A whole number from 1 up."""
    seed(text)
    return whole(text, 1)


def few(text: str) -> int:
    """A whole number from 1 to 256."""
    return whole(text, 1, 256)


def name_or_file(text: str) -> str:
    """A name of ours, or a file: as it is."""
    return text


def address(text: str) -> tuple[str, int]:
    """`HOST:PORT`; an IPv6 host stands in brackets."""
    host, colon, port = text.rpartition(":")
    host = host.removeprefix("[").removesuffix("]")
    if not (colon and host and port.isascii() and port.isdigit() and int(port[:6]) <= 65535):
        raise argparse.ArgumentTypeError(f"{text!r} is not HOST:PORT, such as 127.0.0.1:2087")
    return host, int(port)
