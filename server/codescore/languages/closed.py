"""Texts whose quotes and brackets are closed, from how a program goes through them: a flag that turns at a quote, a
depth that rises at one bracket and falls at the other.

Nothing is said where the program may be written to find out about it: it raises, answers yes or no, or its words speak
of what is not closed, and do not promise that it is.  Pure.  Neighbours: `languages.text_forms` (asks),
`evidence.written` (checks texts).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from codescore.languages.assumed import Assumption
from codescore.languages.described import CASE
from codescore.languages.forms import PAIRS

_WEIGHT, _SAID = 0.6, 0.9  # how surely texts are closed; where words say it
_ABOUT = re.compile(
    r"\b(?:raise|throw|throws|assert)\b|\breturn (?:true|false)\b|\bun(?:closed|terminated|balanced|matched|finished)|"
    r"\b(?:is_?|in)?(?:valid|balanced|well[- ]?formed)|\bmissing\b",
    re.IGNORECASE,
)
_PROMISED = re.compile(
    r"\b(?:brackets?|parenthes[ie]s|braces|quotes)(?:\s\w+)?\s+(?:are|is)\s+(?:always\s|all\s)?"
    r"(?:balanced|closed|matched|well[- ]?formed)\b",
    re.IGNORECASE,
)
_QUOTE = r"(?:\"\\?{0}\"|'\\?{0}')"
#: A variable that becomes the other of two, or one that is named after quotes and is set.
_TURNED = re.compile(
    r"\b(?P<flag>[\w.]+)\s*=\s*(?:!|not\s+)\s*\(?(?P=flag)\b|\b\w*(?:quot|in_?str|inside)\w*\s*=(?!=)|"
    r"\b(?P<bits>[\w.]+)\s*\^=",
    re.IGNORECASE,
)
_RISES = re.compile(r"\b(\w+)\s*\+=\s*1\b|\b(\w+)\s*\+\+|\+\+\s*(\w+)|\b(\w+)\s*=\s*\w+\s*\+\s*1\b")
_FALLS = r"\b{0}\s*-=\s*1\b|\b{0}\s*--|--\s*{0}\b|\b{0}\s*=\s*{0}\s*-\s*1\b"


def closed(names: Iterable[str], words: str, body: str) -> Iterator[Assumption]:
    """Which texts, by name, have all quotes and brackets closed that `body` goes by."""
    around = f"{words}\n{body}"
    promise = next((one for one in _PROMISED.finditer(around) if not CASE.search(around[: one.start()])), None)
    if _ABOUT.search(around.replace(promise[0], "") if promise else around):
        return
    signs = [*_quotes(body), *_nested(body)]
    for name in names if signs else ():
        if _gone_through(name, body):
            because = f"its text says {promise[0]!r}" if promise else f"it goes by {' and '.join(signs)}"
            yield Assumption(name, "closed", because, weight=_SAID if promise else _WEIGHT, other=" ".join(signs))


def _quotes(body: str) -> list[str]:
    turned = _TURNED.search(body) is not None
    return [sign for sign in "\"'`" if turned and re.search(_QUOTE.format(sign), body)]


def _nested(body: str) -> list[str]:
    """The pairs of brackets that a depth is counted by."""
    counted = {name for found in _RISES.findall(body) for name in found if name}
    if not any(re.search(_FALLS.format(re.escape(name)), body) for name in counted):
        return []
    return [two for two in PAIRS if all(re.search(_QUOTE.format(re.escape(sign)), body) for sign in two)]


def _gone_through(name: str, body: str) -> bool:
    """Whether a program looks at the signs of a text, or at the lines or texts in a list, one after the other."""
    called = re.escape(name)
    each = rf"(?:\b(?:in|of)\s+(?:\w+\()?|:\s*){called}\b"
    single = rf"\b{called}\s*(?:\[|\.(?:charAt|at|split|toCharArray|chars)\b)"
    return re.search(f"{each}|{single}", body) is not None
