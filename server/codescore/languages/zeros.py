"""Whether a zero before a number in a text matters to a program: `007`.

Read from its text, in any language; a guess.  Pure.  Neighbours: `evidence.usual` (asks: who differs on such numbers
only is left open), `evidence.written` (which they are).
"""

from __future__ import annotations

import re

#: What makes a number of a text.
_PARSES = re.compile(
    r"\b(?:parse(?:Int|Long|Double|Float)|valueOf|int\(|float\(|Number\b|BigInteger|sto[ilfd]{1,3}|ato[ilf]{1,2})"
)
#: What thinks of zeros before a number; what goes through the signs of a text, or writes its number as a text again.
_ZEROS = re.compile(
    r"zero|\bpad|leading|zfill|['\"]0['\"]|\bstr\(\s*int\(|String\((?:Number|parseInt)\(", re.IGNORECASE
)
_SIGN_BY_SIGN = (
    r"\b(?:in|of|:)\s*(?:enumerate\(|reversed\(|list\(|\[\.\.\.)?\s*{0}\b\s*[\]):]|"
    r"\b{0}(?:\[|\.(?:charAt|charCodeAt|at|toCharArray|split\(\s*['\"]['\"]))"
)


def takes_plain_numbers(name: str, source: str) -> bool:
    """Whether a program makes numbers of texts, and nothing in it says that a zero before one matters to it."""
    called = re.escape(name.partition("(")[2].rstrip(")") or name)
    by_sign = re.search(_SIGN_BY_SIGN.format(called), source)
    return bool(_PARSES.search(source)) and not _ZEROS.search(source) and by_sign is None
