"""Which signs a program looks for in texts, and which it only writes: `split(",")`, `c == '#'`, but not `append("|")`.

Read from the text of a program, in any language; a guess.  Pure.  Neighbours: `languages.input_rows` (which lines a
program takes) and `evidence.promising` (which signs its input has none of) ask.
"""

from __future__ import annotations

import re

#: A call that is given a sign to look for, or a comparison with it.
_LOOKS = (
    r"\b(?:r?split\w*|r?partition|r?index\w*|lastIndexOf|contains|includes|starts_?with|ends_?with|equals|full_?match\w*|"
    r"matches|match\w*|search|sub|compile|r?find\w*|replace\w*|translate|getline|StringTokenizer|useDelimiter|test|exec|"
    r"count|l?r?strip|regex)\s*\([^()\n]{{0,80}}[\"'/][^\"'\n]{{0,80}}{0}|"
    r"(?:[!=]==?|\bcase|\bin)\s*[\"'][^\"'\n]{{0,40}}{0}|{0}[\"']\s*(?:[!=]==?|:|->|in\b|not\s+in\b)"
)


def looks_for(sign: str, program: str) -> bool:
    """Whether a program asks where a sign is, compares something with it or takes texts apart there."""
    return re.search(_LOOKS.format(re.escape(sign)), program, re.IGNORECASE) is not None
