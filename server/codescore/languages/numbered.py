"""Numbers that stand for something, as words list them, `weekday (0 = Monday ... 6 = Sunday)`, and spans behind the
plural of a name, `years 1 to 9999`.

Who is given them gets no others.  Not what is said of the result, or makes a case.  Pure.  Neighbours:
`languages.wording` (asks).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from codescore.languages.assumed import Assumption
from codescore.languages.clauses import denied, given_back
from codescore.languages.described import CASE

_SAID = 0.9  # how surely a list of what numbers stand for has all of them
_IS = r" ?(?:=|==|:|is|are|for|means|stands for|->) ?"
_ON = r" ?[,;]? ?(?:\.\.\.?|…|to|through|until|up to|-|–|and so on(?: to| until)?)? ?[,;]? ?"
_FROM = re.compile(rf"(-?\d{{1,3}}){_IS}[A-Za-z]+\b{_ON}(\d{{1,3}}){_IS}[A-Za-z]+")
_TURNED = re.compile(rf"[A-Za-z]+{_IS}(-?\d{{1,3}}){_ON}[A-Za-z]+{_IS}(\d{{1,3}})\b")
_MORE = re.compile(rf"{_ON}(?:and )?(?:(\d{{1,3}}){_IS}[A-Za-z]+|[A-Za-z]+{_IS}(\d{{1,3}})\b)")
_SPAN = r"\b{0}s? (?:from )?(-?\d{{1,9}}) ?(?:to|\.\.\.?|…|–) ?(-?\d{{1,9}})\b(?!\.?\w|%)"
_LONG_NAME = 3  # letters of a name that has a plural
_FEW, _LISTED = 2, 30  # numbers at least, and how many are read


def numbered(words: str, names: Sequence[str]) -> Iterator[Assumption]:
    """Which numbers a parameter is one of: a list of what they stand for is behind its name, in brackets or not, or a
    span of them behind that of several."""
    prose = " ".join(re.sub(r">>>[^\n]*", " ", words).split())
    yield from _spans(prose, names)
    for name in names:
        for called in re.finditer(rf"\b{re.escape(name)}\b[`'\"]? ?(?:is )?[(:,–-]? ?", prose):
            found = _FROM.match(prose, called.end()) or _TURNED.match(prose, called.end())
            if found is None or given_back(prose.lower(), called) or denied(prose.lower(), called):
                continue
            numbers, end = [int(found[1]), int(found[2])], found.end()
            while (more := _MORE.match(prose, end)) is not None and len(numbers) < _LISTED:
                numbers.append(int(more[1] or more[2]))
                end = more.end()
            if numbers == sorted(set(numbers)) and len(numbers) >= _FEW:
                because = f"its text says {prose[found.start() : end]!r}"
                yield Assumption(name, "at least", because, weight=_SAID, bound=numbers[0])
                yield Assumption(name, "at most", because, weight=_SAID, bound=numbers[-1])


def _spans(prose: str, names: Sequence[str]) -> Iterator[Assumption]:
    for name in (one for one in names if len(one) >= _LONG_NAME):
        for found in re.finditer(_SPAN.format(re.escape(name)), prose, re.IGNORECASE):
            known = len(names) == 1 and " to " not in found[0]  # `1..12` is read as a comparison is
            if (
                not known
                and int(found[1]) < int(found[2])
                and not (
                    CASE.search(prose[: found.start()])
                    or given_back(prose.lower(), found)
                    or denied(prose.lower(), found)
                )
            ):
                because = f"its text says {found[0]!r}"
                yield Assumption(name, "at least", because, weight=_SAID, bound=int(found[1]))
                yield Assumption(name, "at most", because, weight=_SAID, bound=int(found[2]))
