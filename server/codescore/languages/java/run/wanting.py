"""What Java's own exceptions say of the standard input that was missing or wrong.  Reads text only."""

from __future__ import annotations

import re

from codescore.languages.execution import Wanted

_NUMBER = re.compile(r'For input string: "(.*)"', re.DOTALL)
_NOTHING = ("NoSuchElementException", "NullPointerException", "EOFException")


def wanted(error: str, message: str) -> Wanted:
    """What an exception says, by its class and message."""
    if error in _NOTHING or (error == "NumberFormatException" and "null" in message):
        return Wanted(more=True)
    number = _NUMBER.search(message)
    if number is None:
        return Wanted()
    return Wanted(instead_of=number[1].strip()) if number[1].strip() else Wanted(more=True)
