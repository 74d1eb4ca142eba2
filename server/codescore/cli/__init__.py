"""The command line `codescore`: arguments in, one answer and one exit code out.

`main` is the only guard: it turns every failure into one line on stderr and its exit code (`errors.py`), so that no
command has to.  Each command is one file with `configure` (its arguments, cheap to import) and `run`, which imports
what it needs only then: `codescore --help` loads no grammar and no model.  Neighbours: `arguments` (argparse),
`reading` (files), `terminal` (output).
"""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from codescore.foundation.errors import CodescoreError, Interrupted

if TYPE_CHECKING:
    from codescore.foundation.interrupts import Interrupts

__all__ = ["main"]

# Codes that the contract leaves to convention: 128 + the signal that ended us, and BSD's "internal software error".
INTERRUPTED = 130
BROKEN_PIPE = 141
INTERNAL = 70


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; returns the exit code and never raises (unless debugging is on)."""
    from codescore.cli import streams
    from codescore.foundation import interrupts

    given = list(sys.argv[1:] if argv is None else argv)
    try:
        streams.make_usable()
        with interrupts.noted() as ctrl_c:
            return _guarded(given, ctrl_c)
    except KeyboardInterrupt:  # in the moment before or after
        return _interrupted()
    finally:
        if argv is None:
            interrupts.no_more()


def _guarded(given: list[str], ctrl_c: Interrupts) -> int:
    """Run a command; every failure becomes one line and its exit code."""
    debug = "--debug" in given or os.environ.get("CODESCORE_DEBUG", "0") not in ("", "0")
    try:
        from codescore.cli.arguments import build_parser

        arguments = build_parser().parse_args(given)
        code: int = arguments.run(arguments)
        sys.stdout.flush()
    except SystemExit as ended:  # argparse: help and version (0), bad usage (2)
        return _ended(ended)
    except (KeyboardInterrupt, Interrupted):
        return _interrupted()
    except BrokenPipeError:
        _forget_stdout()
        return BROKEN_PIPE
    except Exception as error:
        if ctrl_c.pressed:  # that is what became of it
            return _interrupted()
        if debug:
            raise
        return _failed(error)
    return code


def _ended(ended: SystemExit) -> int:
    """The exit code of what argparse ended, once its words are out."""
    try:
        sys.stdout.flush()
    except OSError as error:
        return _failed(error)
    return ended.code if isinstance(ended.code, int) else 2


def _interrupted() -> int:
    _say("codescore: interrupted")
    _forget_stdout()
    return INTERRUPTED


def _failed(error: Exception) -> int:
    """One line for a failure, and its exit code."""
    if isinstance(error, CodescoreError):
        _say(f"codescore: error: {error}")
        return error.exit_code
    if isinstance(error, OSError) and error.errno == errno.EBADF and error.filename is None:
        _say("codescore: error: stdout is closed, so the answer cannot be given; send it to a file, or to /dev/null")
        _forget_stdout()
        return 3
    if isinstance(error, OSError):
        _say(f"codescore: error: {_one_line(error.strerror or error)}{_where(error)}")
        _forget_stdout()
        return 3
    if isinstance(error, ImportError):
        from codescore.foundation.packages import remedy

        _say(f"codescore: error: {_one_line(error)}; install it with: {remedy(error.name or '')}")
        return 3
    if isinstance(error, RecursionError):
        _say("codescore: error: the code is nested too deeply for this command; split its deepest expressions")
        return 2
    name = type(error).__name__
    _say(f"codescore: error: internal error, {name}: {_one_line(error)}; this is a bug, --debug shows where")
    return INTERNAL


def _where(error: OSError) -> str:
    return f": {error.filename}" if error.filename else " (while writing the output)"


def _one_line(message: object) -> str:
    return " ".join(str(message).split())[:500]


def _say(line: str) -> None:
    try:
        sys.stderr.write(line.encode("utf-8", "replace").decode("utf-8") + "\n")
        sys.stderr.flush()
    except (OSError, ValueError):
        pass  # nobody is left to tell


def _forget_stdout() -> None:
    """Nobody reads any more: let the interpreter's last flush go nowhere instead of complaining."""
    try:
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, sys.stdout.fileno())
        os.close(null)
    except (OSError, ValueError):
        pass
