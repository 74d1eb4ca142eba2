"""What Python's own errors say of the standard input that was missing or wrong.  Reads text only."""

from __future__ import annotations

import re

from codescore.languages.execution import Wanted

_NUMBER = re.compile(
    r"invalid literal for int\(\) with base \d+: b?(?P<text>'.*'|\".*\")"
    r"|could not convert string to float: (?P<other>.*)"
)
_FEW = re.compile(r"not enough values to unpack \(expected (?:at least )?(\d+), got (\d+)\)")
_MANY = re.compile(r"too many values to unpack \(expected (\d+)\)")


def wanted(error: str, message: str) -> Wanted:
    """What an exception says, by its class and message."""
    if error in ("EOFError", "StopIteration"):
        return Wanted(more=True)
    number = _NUMBER.search(message)
    if number:
        text = (number["text"] or number["other"] or "").strip("'\"").replace("\\n", "")
        return Wanted(instead_of=text.strip()) if text.strip() else Wanted(more=not text)
    few = _FEW.search(message)
    if few:
        return Wanted(more=few[2] == "0", words=min(64, int(few[1])))
    many = _MANY.search(message)
    return Wanted(words=min(64, int(many[1]))) if many else Wanted()
