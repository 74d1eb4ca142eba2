"""What the commands that resample have in common: their options, and the metrics they make."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from codescore.cli.arguments import number, seed, whole
from codescore.cli.bundles import bundle_path

if TYPE_CHECKING:
    from codescore.metrics import Metric
    from codescore.study.significance import Resampling

#: More draws than this change no digit that is shown.
_MOST = 1_000_000


def count(text: str) -> int:
    """A whole number from 1 to a million."""
    return whole(text, 1, _MOST)


def confidence(text: str) -> float:
    """A percentage between 50 and 100, as a share."""
    value = number(text)
    if not 50 < value < 100:
        raise argparse.ArgumentTypeError(f"{text!r} is not a percentage between 50 and 100, such as 95")
    return value / 100


def add_resampling(parser: argparse.ArgumentParser, *, rounds: bool) -> None:
    """`--resamples`, `--confidence`, `--seed` and, where it is used, `--rounds`."""
    parser.add_argument(
        "--resamples", metavar="N", type=count, default=1000, help="bootstrap resamples (default: 1000)"
    )
    if rounds:
        parser.add_argument(
            "--rounds", metavar="N", type=count, default=10_000, help="rounds of approximate randomisation (10000)"
        )
    parser.add_argument(
        "--confidence", metavar="PERCENT", type=confidence, default=0.95, help="of intervals (default: 95)"
    )
    parser.add_argument("--seed", metavar="N", type=seed, default=0, help="equal seeds, equal numbers (default: 0)")


def resampling(arguments: argparse.Namespace) -> Resampling:
    """The options as settings."""
    from codescore.study.significance import Resampling

    rounds = getattr(arguments, "rounds", 0)
    return Resampling(arguments.resamples, rounds, arguments.confidence, arguments.seed)


@contextmanager
def ready_metrics(wanted: Sequence[str], tokens: str, bundle: str | None) -> Iterator[list[Metric]]:
    """Metrics by name, with the session that some need; it is closed at the end.

    Raises InputError for an unknown name, EnvironmentProblem where a library or a bundle is missing.
    """
    from codescore.engine import Session
    from codescore.metrics import Context, make

    session = Session(bundle=bundle_path(bundle) if bundle else None, disk_cache=False)
    try:
        yield make(wanted, Context(tokens=tokens, session=session))
    finally:
        session.close()
