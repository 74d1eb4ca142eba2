"""What the stages of `translate` have in common on the command line: the run's folder, processes, progress, words.

Neighbours: `translate_extract`, `translate_execute`, `translate_measure`, `translate_replay`.
"""

from __future__ import annotations

import argparse
from collections import Counter
from pathlib import Path

from codescore.cli.arguments import few, number

#: Seconds that a sample may take at most: nobody waits for longer.
MOST_SECONDS = 3600.0


def add_run(parser: argparse.ArgumentParser) -> None:
    """The run's folder."""
    parser.add_argument("run_folder", metavar="RUN", type=Path, help="the run's folder")


def add_execution(parser: argparse.ArgumentParser) -> None:
    """How programs are run."""
    parser.add_argument("--jobs", metavar="N", type=few, default=2, help="programs at a time (default: 2)")
    parser.add_argument(
        "--seconds", metavar="S", type=_seconds, default=60.0, help="for a sample, all its cases (default: 60)"
    )


def _seconds(text: str) -> float:
    value = number(text)
    if not 0.1 <= value <= MOST_SECONDS:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of seconds from 0.1 to {MOST_SECONDS:g}")
    return value


def counted(found: Counter[str], what: str) -> str:
    """`120 samples: name 100, arity 20`."""
    parts = ", ".join(f"{name.replace('_', ' ')} {count:,}" for name, count in found.most_common())
    total = sum(found.values())
    return f"{total:,} {what}{'' if total == 1 else 's'}{': ' if parts else ''}{parts}"
