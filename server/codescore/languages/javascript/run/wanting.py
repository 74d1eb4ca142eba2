"""What JavaScript's own errors say of the standard input that was missing or wrong.  Reads text only."""

from __future__ import annotations

import re

from codescore.languages.execution import Wanted

_ABSENT = re.compile(r"Cannot read properties of (?:undefined|null)")
_NUMBER = re.compile(r"Cannot convert (.*) to a BigInt", re.DOTALL)


def wanted(error: str, message: str) -> Wanted:
    """What an exception says, by its class and message: a line that is not there is `undefined`."""
    if error == "TypeError" and _ABSENT.search(message):
        return Wanted(more=True)
    number = _NUMBER.search(message) if error == "SyntaxError" else None
    return Wanted() if number is None else Wanted(instead_of=number[1].strip())
