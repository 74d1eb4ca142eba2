"""What C++'s own exceptions say of the standard input that was missing or wrong.  Reads text only."""

from __future__ import annotations

from codescore.languages.execution import Wanted


def wanted(error: str, message: str) -> Wanted:
    """What an exception says, by its class and message: streams raise none, conversions name themselves alone."""
    return Wanted(more=True) if error == "invalid_argument" and message.startswith("sto") else Wanted()
