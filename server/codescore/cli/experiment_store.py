"""What the actions of `experiment` have in common: which store, opened, and numbers with their intervals in words."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from codescore.cli.arguments import whole as within

if TYPE_CHECKING:
    from codescore.experiments.store import Store
    from codescore.experiments.summary import Share


def add_store(parser: argparse.ArgumentParser) -> None:
    """`--store`: another file than the user's own."""
    parser.add_argument("--store", metavar="FILE", type=Path, help="the store (default: this user's)")


def opened(arguments: argparse.Namespace) -> Store:
    """The store that is meant; InputError where there is none."""
    from codescore.experiments.places import store_path
    from codescore.experiments.store import Store

    return Store.open(store_path(arguments.store))


def whole(text: str) -> int:
    """A whole number from 1 to a thousand million."""
    return within(text, 1, limit=10**9)


def percent(share: Share) -> str:
    """A share with its interval, in percent; a star where the interval is too narrow."""
    if share.value is None or share.low is None or share.high is None:
        return "–"
    doubt = "*" if share.method == "suggestions" else ""
    return f"{100 * share.value:.1f} [{100 * share.low:.1f}, {100 * share.high:.1f}]{doubt}"
