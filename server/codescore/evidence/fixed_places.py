"""Collections of which a program looks at places that it names, and at nothing else: `t[0] <= target[0]`.

They may have so many items and no more: who goes through all of them differs where there are others.  Pure.
Neighbours: `evidence.usual` (asks), `languages.guessing` (the same by use, where no type is declared).
"""

from __future__ import annotations

import re

_MOST, _LEAST = 6, 2
#: Where something is only named, a parameter or the variable of a loop; and where it is asked how many rows it has.
_NAMED = (
    r"(?:[\]>&*]|\b(?!(?:in|of|return|not|and|or|if)\b)\w+)\s+[&*]?{0}(?=\s*[,):=])|"
    r"\b(?:for|const|let|var|auto)\s+&?{0}(?=\s+(?:in|of)\b)"
)
_HEADS = re.compile(r"\bdef\s+\w+\([^()]*\)|(?!\b(?:if|for|while|switch|catch)\b)\b\w+\s*\([^()]*\)\s*\{")
_COUNTED = r"\blen\(\s*{0}\s*\)|\b{0}\.(?:length\b|size\(\))"
#: A row of something: `for (int[] t : trips)`, `for (auto& t : trips)`, `for t in trips:`, `for (const t of trips)`.
_ROW = r"\bfor\b[^;:\n]{{0,40}}?\b(\w{{1,40}})\s{{0,3}}(?::|in|of)\s{{0,3}}{0}\s{{0,3}}[:)]"


def places_of(name: str, source: str) -> int:
    """How many items what is called so has, where only places of it are looked at by number; 0 where that is not so."""
    return _fixed(name, source, r"\b{0}\s*(?:\[\s*(\d)\s*\]|\.(?:at|get)\(\s*(\d)\s*\))", _NAMED)


def places_of_rows(name: str, source: str) -> int:
    """The same of each of the rows of what is called so."""
    rows = [places_of(row, source) for row in re.findall(_ROW.format(re.escape(name)), source)]
    within = _fixed(
        name, source, r"\b{0}\s*\[[^\]\n]{{1,60}}\]\s{{0,3}}\[\s{{0,3}}(\d)\s{{0,3}}\]", f"{_NAMED}|{_COUNTED}"
    )
    return max(rows) if rows and min(rows) == max(rows) else within if not rows else 0


def _fixed(name: str, source: str, place: str, aside: str) -> int:
    """One more than the last place, where all that is done with a name is to look at places, each of them."""
    called = re.escape(name)
    found = [int("".join(filter(None, one.groups()))) for one in re.finditer(place.format(called), source)]
    rest = re.sub(aside.format(called), "", re.sub(place.format(called), "", _HEADS.sub("", source)))
    fixed = _LEAST <= len({*found}) == max(found, default=0) + 1 <= _MOST
    return max(found) + 1 if fixed and not re.search(rf"\b{called}\b", rest) else 0
