"""What a text leaves open of a result: its order, which of several right answers it is, how much of it; and what it
promises of what is given, in sentences that may be too hard to read.  Pure.

Neighbours: each language's survey (asks), `evidence.left_open` (whether a difference is one that is left open),
`evidence.promising` (what is concluded where a promise was not read).
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from codescore.languages.described import RESULT, SENTENCES

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


#: From one to another: `numbered 0 .. size-1`, `in one base (2 to 36)`, `squares ('a1' .. 'h8')`.
_RANGE = (
    r"(?<![\w.])\d+ ?(?:\.\.\.?|…) ?-?\w+|\((?:from )?\d+ (?:to|through) \w+\)|"
    # `numbered from 1` says where they begin, which is seen in what the program does with them; not where they end
    r"\bnumbered (?:(?!from)\d+\b|from (?:(?![01]\b)\d+\b|[01] (?:to|through|up to|and)\b|[01] ?(?:\.\.|…)))|"
    r"(?P<q>['\"`])\w+(?P=q) ?(?:\.\.\.?|…|to|through|[-–]) ?(?P=q)\w+(?P=q)"
)
#: What is promised of what is given as a whole: `exactly one such pair exists`, `left < right`, `No circle wins money`.
_PROMISED = re.compile(
    r"\A\W*no (?!one\b|longer\b|more\b|exceptions?\b|errors?\b|output\b|changes?\b|results?\b|effects?\b)\w+ \w+|"
    r"\bexactly (?:one|once|twice|two|three)\b|\bat most one \w+ (?:has|have|is|are|can)\b|"
    r"\bthere (?:is|are) always\b|\bthere always (?:is|are)\b|"
    r"\balways exists?\b|\beach (?:of \w+ )?once\b|\b(?:is|are) guaranteed\b|\bguarantees?\b|\b(?:may|can) assume\b|"
    r"\bassumed?\b|\ball (?:\w+ ){0,2}(?:have|has|of) the same (?:length|size|width|number)\b|"
    r"\b(?:each|all|is|are|always) (?:is |are )?(?:different|distinct|unique)\b|"
    r"\bwithout (?:leading|trailing|repeated|duplicated?|gaps?|holes?)\b(?: \w+)?|"
    r"\b(?:an?|each|every|is|are) (?:complete|well-formed|finished)\b|"
    r"\bnever (?:negative|empty|zero|more|less|fewer|above|below|longer|larger)\b|"
    rf"{_RANGE}|"
    r"\bno two\b|\bnever (?:overlap|touch|intersect|cross)|"
    r"(?:\A|[,:;(`]|\b(?:always|where|with|that|and|ha(?:s|ve)|assumes?))\W*\b[a-z]\w+ (?:[<≤]|<=) [a-z]\w+\b"
)
_TASK = re.compile(
    r"\W*(?:@?returns?|finds?|counts?|computes?|calculates?|checks?|tells?|says?|gives?|removes?|prints?|writes?|gets?|"
    r"determines?|makes?|builds?|creates?|converts?|splits?|sorts?|raises?|throws?|@throws)\b"
)
_OF_RESULT = re.compile(
    r"\W*(?:the |all |every |each )?(?!given\b|inputs?\b)[a-z]+(?: \w+){0,2}? (?:that|which|of|in|from)\b"
)
_SHAPED = re.compile(r"once|twice|different|distinct|unique|without")
_LONGEST = 200  # signs of a sentence that is quoted


def left_open(words: str, code: str = "") -> tuple[str, ...]:
    """What the text of a function says that leaves open the order of its result, and which answer it is; "" if nothing.

    `in any order`, `if there are several, any of them`.  And what its `code` returns with commas, in a language in
    which these give the last of several values: `return (low, high)` is `high`, `push((low, high))` puts in that.  The
    fourth is what it promises of what is given, a sentence in a line.
    """
    prose = " ".join(re.sub(r">>>.*", " ", words).lower().split())
    commas = _COMMAS.search(code)
    promised = "\n".join(_promised(words))
    return _said(_ORDER, prose), _said(_ANSWER, prose), commas[1] if commas else "", promised


def _promised(words: str) -> Iterator[str]:
    for number, sentence in enumerate(SENTENCES.split(re.sub(r">>>.*", " ", words))):
        line = " ".join(sentence.split())
        found = None if "codescore:" in line else _PROMISED.search(line.lower())  # a condition that is asked of inputs
        if number == 0 and found is not None and _says_what_is_given_back(line.lower(), found):
            continue
        if found is None or RESULT.search(line[: found.start()].lower()) or _is_done(line.lower(), found):
            continue
        if re.search(_RANGE, found[0]) or not _TASK.match(line.lower()):
            yield line[:_LONGEST].strip("*/# ").rstrip(".;")


def _says_what_is_given_back(line: str, found: re.Match[str]) -> bool:
    """Whether a text begins with what a function gives, without a verb: `Numbers that are in both, each once`."""
    plain = re.sub(r"\b(?:that|which)\b[^,]*,", "", line[: found.end()])
    stated = re.search(r"\b(?:is|are|has|have)\b", plain)
    return bool(_OF_RESULT.match(line) and _SHAPED.search(found[0]) and not stated)


def _is_done(line: str, found: re.Match[str]) -> bool:
    """Whether it tells what a program does with each: `those who wait are tried in order, each once`."""
    return found[0].endswith(" once") and re.search(r"\b(?:is|are|be) \w+ed\b", line[: found.start()]) is not None


def _said(pattern: re.Pattern[str], prose: str) -> str:
    for found in pattern.finditer(prose):
        if not _GIVEN.search(re.split(r"[.!?:] ", prose[: found.start()])[-1]):
            return found[0]
    return ""
