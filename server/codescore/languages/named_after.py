"""What a parameter is named after: `start` and `end`, `sorted_list`, `grid`, `word`.

Whoever chose the name meant it, but for who sorts what he is given.  Pure.  Neighbours: `languages.wording` (what words
say), each language's survey (asks).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from codescore.languages.assumed import Assumption, Property
from codescore.languages.called import names_in
from codescore.languages.two_ends import ENDS

_NAMED: tuple[tuple[str, Property], ...] = (
    (r"(^|_)(sorted|ordered)(_|$)", "ordered"),
    (r"(^|_)(unique|distinct)(_|$)", "distinct"),
)
_CALLED = 0.6
_A_SIGN = 0.85  # how surely what is called a character is one


def _are_ends(name: str, other: str) -> bool:
    """Whether two names are the same but for the ends of a span: `day_start` and `day_end`, `minValue`, `lo2`."""
    words, others = names_in(name), names_in(other)
    apart = [pair for pair in zip(words, others, strict=False) if pair[0] != pair[1]]
    alike = len(words) == len(others) and re.findall(r"\d+", name) == re.findall(r"\d+", other)
    return alike and len(apart) == 1 and apart[0] in ENDS


#: One is compared with the other: a time that is later than another may be one of the next day.
_BESIDE = r"\b{0}\b[\w.() ]{{0,20}} ?[<>]=? ?[\w.]{{0,20}}\b{1}\b|\b{0}\.compareTo\([^()]*\b{1}\b"


def named(names: Sequence[str], program: str) -> Iterator[Assumption]:
    """Properties that a parameter is named after; who sorts what he is given is not given it in order."""
    sorts = re.search(r"\bsort(?:ed)?\b", program) is not None
    for name in names:
        because = f"the parameter is called {name!r}"
        for other in names:
            if _are_ends(name, other):
                both = f"the parameters are called {name!r} and {other!r}"
                beside = any(re.search(_BESIDE.format(*pair), program) for pair in ((name, other), (other, name)))
                yield Assumption(name, "up to", both, weight=_CALLED, bound=int(not beside), other=other)
        if re.search(r"(^|_)(grid|matrix|board|mat|maze|image|img|pixels|bitmap)", name.lower()):
            yield Assumption(name, "rows alike", because, weight=_CALLED)
        if re.search(r"interval|(^|_)range", name.lower()):
            yield from () if sorts else (Assumption(name, "ordered", because, weight=_CALLED),)
            yield Assumption(name, "pairs ordered", because, weight=_CALLED)
        if re.fullmatch(r"word\d?", name.lower()):
            yield Assumption(name, "letters", because, weight=_CALLED)
        if re.fullmatch(r"ch|char|character|letter", name.lower()):
            yield Assumption(name, "size at most", because, weight=_A_SIGN, bound=1)
            yield Assumption(name, "non-empty", because, weight=_A_SIGN)
        for pattern, property_ in _NAMED:
            if re.search(pattern, name.lower()):
                yield Assumption(name, property_, f"the parameter is called {name!r}", certain=True)
