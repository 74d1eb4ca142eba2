"""What a text leaves open of a result: its order, which of several right answers it is, how much of it.  Pure.

Neighbours: each language's survey (asks), `evidence.left_open` (whether a difference is one that is left open).
"""

from __future__ import annotations

import re

_ORDER = re.compile(
    r"\bin (?:any|whatever|an? arbitrary|no (?:particular|specific|certain)) order\b|"
    r"\border (?:of [\w ]{1,30} )?(?:does not|doesn't|need not|is not|isn't) (?:matter|important|relevant|specified)\b|"
    r"\bany (?:such |valid )?order(?:ing)?\b"
)
_ANSWER = re.compile(
    r"\bany (?:one )?of (?:them|these|those)\b|\bany (?:one )?such \w+|\b(?:any|some) (?:index|position|place|one) "
    r"(?:at which|where|will do)\b|\bany (?:valid|correct|right) \w+|\bany (?:\w+ ){1,3}will do\b|"
    r"\ban? arbitrary (?:one|of)\b"
)
#: Plain values with commas between them: names, numbers, texts, what is looked up; no call, which does something.
_COMMAS = re.compile(r"(?:\breturn\s*|\()(\((?:[^()=\n;,]+,)+[^()=\n;,]+\))\s*(?=[;})\n]|$)")
#: What is said of what a function is given, or makes a case, is not said of its result.
_GIVEN = re.compile(r"\b(?:given|inputs?|arguments?|parameters?|takes?|if any|contains?|whether)\b[^,;]*$")


def left_open(words: str, code: str = "") -> tuple[str, str, str]:
    """What the text of a function says that leaves open the order of its result, and which answer it is; "" if nothing.

    `in any order`, `if there are several, any of them`.  And what its `code` returns with commas, in a language in
    which these give the last of several values: `return (low, high)` is `high`, `push((low, high))` puts in that.
    """
    prose = " ".join(re.sub(r">>>.*", " ", words).lower().split())
    commas = _COMMAS.search(code)
    return _said(_ORDER, prose), _said(_ANSWER, prose), commas[1] if commas else ""


def _said(pattern: re.Pattern[str], prose: str) -> str:
    for found in pattern.finditer(prose):
        if not _GIVEN.search(re.split(r"[.!?:] ", prose[: found.start()])[-1]):
            return found[0]
    return ""
