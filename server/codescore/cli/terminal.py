"""What commands print: consoles, badges and bars, JSON, progress.

Answers go to stdout, everything else to stderr; progress only where a person watches.  Colours follow rich: only on
a terminal, never with NO_COLOR.  Text that came from user files passes through `visible` before it is shown.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TextIO, cast

from codescore.foundation.marks import MARKS

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

#: Wider than this, a table's lines are hard to follow with the eye.
MAX_WIDTH = 120

_PLAIN_WIDTH = 100
# Control characters, and those that reorder or hide text: a terminal would obey them.
_UNSEEN = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]")

_SIGNS = {
    "yes": (MARKS["right"], "+", "bold green"),
    "no": (MARKS["wrong"], "x", "bold red"),
    "conditional": (MARKS["conditional"], "~", "bold yellow"),
    "unknown": (MARKS["unknown"], "?", "dim"),
    "none": ("–", "-", "dim"),
    "warn": ("!", "!", "bold yellow"),
}
_OF_ANSWER = {"right": "yes", "wrong": "no"}


def counted(number: int, noun: str) -> str:
    """A number with its noun, `1 pair`, `1,580 pairs`; for nouns that take an s."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def stdout() -> Console:
    """The console for answers."""
    return _console(sys.stdout, stderr=False)


def stderr() -> Console:
    """The console for everything else."""
    return _console(sys.stderr, stderr=True)


def _console(stream: TextIO, *, stderr: bool) -> Console:
    from rich.console import Console

    class Plain(Console):
        """A console that leaves a reader who went away to `main`."""

        def on_broken_pipe(self) -> None:
            raise BrokenPipeError

    person = stream.isatty()
    console = Plain(
        file=stream if person else cast("TextIO", _Trimmed(stream)),
        stderr=stderr,
        highlight=False,
        markup=False,
        emoji=False,
        width=None if person or "COLUMNS" in os.environ else _PLAIN_WIDTH,
    )
    console.width = min(console.width, MAX_WIDTH)
    return console


class _Trimmed:
    """A stream that is no terminal, without the space with which tables fill their lines."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self.encoding = stream.encoding

    def write(self, text: str) -> int:
        return self._stream.write(re.sub(r" +(?=\n)", "", text))

    def flush(self) -> None:
        self._stream.flush()

    def isatty(self) -> bool:
        return False


def print_json(document: dict[str, Any]) -> None:
    """One JSON document on stdout; plain ASCII where the stream could not carry anything else."""
    unicode = (sys.stdout.encoding or "").lower().replace("-", "") == "utf8"
    sys.stdout.write(json.dumps(document, indent=2, ensure_ascii=not unicode, allow_nan=False) + "\n")


def answer(arguments: argparse.Namespace, document: dict[str, Any], line: str) -> int:
    """The JSON document where `--json` asks for it, else a line; the exit code of what is done."""
    if arguments.json:
        print_json(document)
    else:
        print(line)
    return 0


def write_bytes(data: bytes) -> None:
    """Exactly these bytes on stdout."""
    sys.stdout.flush()
    sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()


def say(line: str) -> None:
    """One line for the person, on stderr."""
    sys.stderr.write(visible(line) + "\n")


@contextmanager
def progress(what: str) -> Iterator[Callable[[str], None]]:
    """A spinner on stderr while something takes its time; what it gives changes the words beside it.

    Nothing is shown where stderr is no terminal.
    """
    if not sys.stderr.isatty():
        yield lambda _words: None
        return
    from rich.live import Live
    from rich.spinner import Spinner

    console = stderr()
    spinner = Spinner("dots" if _unicode(console) else "line", what)
    # Redirected streams would be rich's, which have no encoding; nothing is printed meanwhile anyway.
    with Live(spinner, console=console, transient=True, redirect_stdout=False, redirect_stderr=False):
        yield lambda words: spinner.update(text=words)


@contextmanager
def stages() -> Iterator[Callable[[str, int, int], None]]:
    """A progress bar on stderr, told of a stage, what is done and of how much; nothing where that is no terminal."""
    if not sys.stderr.isatty():
        yield lambda _stage, _done, _of: None
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn, TimeRemainingColumn

    parts = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*parts, console=stderr(), transient=True, redirect_stdout=False, redirect_stderr=False) as bar:
        tasks: dict[str, TaskID] = {}

        def progress(what: str, done: int, of: int) -> None:
            if what not in tasks:  # a new stage has its own speed
                for task in tasks.values():
                    bar.remove_task(task)
                tasks.clear()
                tasks[what] = bar.add_task(visible(what), total=of or None)
            bar.update(tasks[what], completed=done)

        yield progress


def visible(text: str) -> str:
    """Text with every character that a terminal would obey, rather than show, written as an escape."""
    return _UNSEEN.sub(lambda found: found[0].encode("unicode_escape").decode("ascii"), text)


def sign(console: Console, which: str) -> Text:
    """✓, ✗, ~, ?, – or ! in its colour; ASCII where the terminal cannot show it."""
    from rich.text import Text

    fine, plain, style = _SIGNS[which]
    return Text(fine if _unicode(console) else plain, style)


def badge(console: Console, answer: str) -> Text:
    """The sign of a standing's answer, see `foundation.marks`."""
    return sign(console, _OF_ANSWER.get(answer, answer))


def bar(console: Console, value: float | None, width: int = 10, digits: int | None = None) -> Text:
    """A bar of `width` cells for a value in [0, 1], with the number behind it.

    The number is rounded to `digits`, or, without them, written as a verdict's: never above what it is.
    """
    from rich.text import Text

    from codescore.score import shown

    if value is None:
        return Text("–" if _unicode(console) else "-", "dim")
    full, empty = ("█", "░") if _unicode(console) else ("#", ".")
    # Only 1 itself fills the bar: 0.99 must not look like certainty.
    cells = width if value >= 1 else min(width - 1, round(value * width))
    number = shown(value) if digits is None else f"{value:.{digits}f}"
    return Text.assemble((full * cells, "cyan"), (empty * (width - cells), "dim"), f" {number}")


def _unicode(console: Console) -> bool:
    return console.encoding.lower().startswith("utf")
