"""What words say of things without a name: `a number from 1 to 3999`, `cells are 0 or 1`, `a list of (start, end)`.

Pure.  Neighbours: `languages.wording` (asks), `languages.described` (what is said of a parameter by its name).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from codescore.languages.assumed import Assumption
from codescore.languages.described import CASE, RESULT, descriptions, meant
from codescore.languages.or_else import within
from codescore.languages.two_ends import ends

_ROWS = 0.75  # that what it calls a list of pairs is one
_SAID = 0.9  # how surely what is said of some number is said of the one that a function takes
_A_NUMBER = re.compile(
    r"\ban? (?:\w+ )?(?:number|integer|int|value|digit) (?:\w+ )?(?:from|between) (-?\d{1,9}) (?:to|and) "
    r"(-?\d{1,9})\b(?!\.\d)"
)
#: So many numbers as there are parameters: `three numbers 0 to 255`.
_ALL_NUMBERS = re.compile(
    r"\b(two|three|four|five|six) (?:\w+ )?(?:numbers|integers|ints|values|digits),? (?:each )?(?:from |between )?"
    r"(-?\d{1,9}) (?:to|and) (-?\d{1,9})\b(?!\.\d)"
)
_COUNTS = ("two", "three", "four", "five", "six")
#: What stands before a number that a function gives, or that makes a case.
_GOTTEN = re.compile(r"\b(?:returns?|gives?|yields?|outputs?|prints?|generates?|as|to|is|if|when|unless|into) $", re.I)
_ONE = r"\d{1,3}(?: ?\([^()]{1,30}\))?"
_EACH_TOLD = r"\d{1,3} ?\([^()]{1,30}\)"  # `0 (bare), 1 (moss), 2 (chimney)`
_NUMBERS = (
    rf"((?:{_ONE} ?, ?)*{_ONE},? (?:or|and) \d{{1,3}}\b(?!\.\d| ?%| \w+s\b)|"
    rf"{_EACH_TOLD}(?:(?:,| and|, and| or|, or) {_EACH_TOLD})+)"
)
_THING = r"(?:cell|entry|element|item|number|value|bit|digit|pixel|flag|tile|square)"
_TABLE = r"(?:matrix|grid|board|table|array|list|image|maze|map|bitmap)"
_LISTED = re.compile(
    rf"\b(?:(?:{_THING}s|entries) are|(?:each|every) {_THING} (?:is|holds)|{_TABLE} (?:holds|contains|has|of)) "
    rf"(?:either |all |only )?{_NUMBERS}",
    re.IGNORECASE,
)
_BINARY = re.compile(
    rf"\bbinary {_TABLE}\b|\b{_TABLE} (?:of|with|contains|contains only|holds) (?:only )?"
    r"(?:0s|zeros|zeroes|ones|1s) and (?:0s|zeros|zeroes|ones|1s)\b",
    re.IGNORECASE,
)
#: What the description of a parameter begins with: `one of 0, 1 and 2`, `0 (one), 1 (two)`, `whole years, 0 to 120`.
_FEW = re.compile(rf"\W*(?:one of |either )?{_NUMBERS}")
_REACHING = re.compile(r"\W*(?:[a-z]+(?: [a-z]+){0,3}, )?(-?\d{1,9}) ?(?:to|\.\.\.?|…|–) ?(-?\d{1,9})\b(?!\.?\w|%)")
_PARITY = re.compile(r"\W*an? (odd|even) (?:\w+ )?(?:number|integer|int)\b")
#: `grid[i][j] is 0 or 1`, `grid[i][j] -> 0 | 1`.
_ITEM = re.compile(
    r"\b(\w+)(?:\[\w+\])+[`'\"]? ?(?:is|->|∈|in) (?:either )?\{? ?"
    r"(\d{1,3}(?:(?: ?[,|] ?| or | and )+\d{1,3})+)\b(?!\.\d)"
)
#: `nobody weighs more than the limit`, `no number is larger than limit`.
_NONE_ABOVE = re.compile(
    r"\b(?:no|nobody|none|nothing|never)\b[^.;,]{0,40}? (?:more|larger|greater|bigger|heavier|longer|higher|taller) "
    r"than (?:the )?[`'\"]?(\w+)",
    re.IGNORECASE,
)
_ODD = (
    r"\b{0}\b[`'\"]? (?:(?:is|must be|has to be|should be|being) )?(?:always )?(?:an )?(odd|even)\b(?! ?(?::|->|then))|"
    r"\b(odd|even) `?{0}\b"
)
_ASKED = re.compile(
    r"\b(?:returns?|checks?|tests?|for|next|sum|count|make|makes|result|first|last|true|false)\b", re.IGNORECASE
)
_SPANS = r"(?:pairs?|tuples?|intervals?|spans?|ranges?|lists?|meetings?|slots?)"
_TWO = r"[(\[{] ?([a-z]\w*) ?, ?([a-z]\w*) ?[)\]}]"
_PAIRS = re.compile(rf"{_TWO} {_SPANS}\b|\b{_SPANS}(?: of)? {_TWO}")


def listed(words: str, names: Sequence[str]) -> Iterator[Assumption]:
    """What is said of the only number that there is, of what is in a list or a table, of the two of each pair.

    Not what is said of the result, or makes a case.
    """
    prose = " ".join(re.sub(r">>>.*", " ", words).split())
    for found in _A_NUMBER.finditer(prose) if len(names) == 1 else ():
        if not _GOTTEN.search(prose[: found.start()]):
            yield from _within(names, found[0], int(found[1]), int(found[2]))
    for found in _ALL_NUMBERS.finditer(prose):
        if _COUNTS.index(found[1]) + 2 == len(names) and not _GOTTEN.search(prose[: found.start()]):
            yield from _within(names, found[0], int(found[2]), int(found[3]))
    for found in _LISTED.finditer(prose):
        numbers = [int(one) for one in re.findall(r"\d+", re.sub(r"\([^()]*\)", "", found[1]))]
        first = found[0].partition(" ")[0].lower()  # `grid has 0 (bare), 1 (moss)`
        several = _of(prose, found, names)
        called = [name for name in several if name.lower() == first]
        yield from _within(called or several, found[0], min(numbers), max(numbers))
    for found in _ITEM.finditer(prose):
        numbers = [int(one) for one in re.findall(r"\d+", found[2])]
        yield from _within([name for name in names if name == found[1]], found[0], min(numbers), max(numbers))
    for found in _BINARY.finditer(prose):
        yield from _within(_of(prose, found, names), found[0], 0, 1)
    for found in _PAIRS.finditer(prose):
        for name in _of(prose, found, names):
            yield from ends(name, found[1] or found[3], found[2] or found[4])
            yield Assumption(name, "row size", f"its text says {found[0]!r}", weight=_ROWS, bound=2)
    yield from _begun(words, names)
    yield from _none_above(prose, names)
    yield from _odd_or_even(prose, names)


def _begun(words: str, names: Sequence[str]) -> Iterator[Assumption]:
    """What the descriptions of parameters begin with: the few numbers that there are, a span of them, an odd one."""
    without = re.sub(r">>>[^\n]*", " ", words)
    for name in names:
        for part in descriptions(without, name, names):
            text = " ".join(part.split())
            if (few := _FEW.match(text)) is not None:
                numbers = [int(one) for one in re.findall(r"\d+", re.sub(r"\([^()]*\)", "", few[1]))]
                yield from _within([name], few[0], min(numbers), max(numbers))
            elif (span := _REACHING.match(text)) is not None:
                yield from within(name, span, text, weight=_SAID)
            if (parity := _PARITY.match(text)) is not None:
                because = f"its text says {parity[0]!r}"
                yield Assumption(name, "parity", because, weight=_SAID, bound=int(parity[1] == "odd"))


def _none_above(prose: str, names: Sequence[str]) -> Iterator[Assumption]:
    """No number in what is given beside it is above a parameter; not where that makes a case."""
    for found in _NONE_ABOVE.finditer(prose):
        if found[1] in names and not CASE.search(prose[: found.start()]) and not RESULT.search(found[0]):
            for name in names:
                if name != found[1]:
                    because = f"its text says {found[0]!r}"
                    yield Assumption(name, "numbers up to", because, weight=_SAID, other=found[1])


def _odd_or_even(prose: str, names: Sequence[str]) -> Iterator[Assumption]:
    """A parameter that is said to be an odd or an even number; not where that makes a case, or is asked."""
    for name in (one for one in names if one in prose):
        for found in re.finditer(_ODD.format(re.escape(name)), prose):
            sentence = re.split(r"[.;] ", prose[: found.start()].lower())[-1]
            if not CASE.search(prose[: found.start()]) and not _ASKED.search(f"{sentence}{found[0]}"):
                bound = int("odd" in (found[1], found[2]))
                yield Assumption(name, "parity", f"its text says {found[0]!r}", weight=_SAID, bound=bound)


def _of(prose: str, found: re.Match[str], names: Sequence[str]) -> Sequence[str]:
    """The parameters that this is said of; none where it is said of the result."""
    sentence = re.split(r"[.;] ", prose[: found.start()].lower())[-1]
    said_of_it = not RESULT.search(sentence.rpartition(": ")[2])
    return meant(f"{sentence}_", (len(sentence), len(sentence) + 1), names) if said_of_it else ()


def _within(names: Sequence[str], words: str, low: int, high: int) -> Iterator[Assumption]:
    for name in names:
        yield Assumption(name, "at least", f"its text says {words!r}", weight=_SAID, bound=low)
        yield Assumption(name, "at most", f"its text says {words!r}", weight=_SAID, bound=high)
