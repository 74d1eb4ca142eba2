"""The three streams of a process as a command needs them, whatever the caller left of them.

A closed stream is replaced by the null device, so that no file or pipe of ours takes its number and no child finds it
missing.  Reading finds nothing; messages go nowhere; writing an answer fails, and `main` says so.  A terminal that
cannot show a character gets its escape.  Knows nothing of commands.
"""

from __future__ import annotations

import io
import os
import sys

STDIN, STDOUT, STDERR = 0, 1, 2
# The null device is opened for stdout the wrong way round: an answer that nobody can get is a failure, not a success.
_HOW = {STDIN: os.O_RDONLY, STDOUT: os.O_RDONLY, STDERR: os.O_WRONLY}


def make_usable() -> None:
    """Put something in the place of each closed stream, and let no character be an error."""
    for number, how in _HOW.items():
        _occupy(number, how)
    if sys.stdin is None:
        sys.stdin = open(STDIN, encoding="utf-8", closefd=False)  # noqa: SIM115  for as long as we run
    if sys.stdout is None:
        sys.stdout = _writer(STDOUT)
    if sys.stderr is None:
        sys.stderr = _writer(STDERR)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def _occupy(number: int, how: int) -> None:
    """Open the null device under this number, if nothing is."""
    try:
        os.fstat(number)
    except OSError:
        opened = os.open(os.devnull, how)
        if opened != number:
            os.dup2(opened, number)
            os.close(opened)
        os.set_inheritable(number, True)


def _writer(number: int) -> io.TextIOWrapper:
    # In text mode `open` asks where the stream stands, which the null device answers.
    return open(number, "w", encoding="utf-8", closefd=False)
