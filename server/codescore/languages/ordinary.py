"""What is usual for a number that counts or measures, for a list and for a text, unless a program deals with the rest.

A number is positive, a list or a text is not empty.  Whoever writes `n < 0` or `if (!items.length)` means those, too:
`Dealt` says of what.  Python reads it from its tree (`python.run.bounding`), languages with braces here from the text.
Pure.  Neighbours: `languages.quantities` (what names say), each language's survey (asks).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import combinations
from typing import Protocol

from codescore.languages.assumed import Assumption
from codescore.languages.called import CLOCKS, last_word
from codescore.languages.complete import complete, gone_into
from codescore.languages.quantities import signed
from codescore.languages.ranges import ranges
from codescore.languages.shapes import FloatShape, IntShape, OneOf, SequenceShape, Shape, TextShape, TupleShape
from codescore.languages.wording import speaks_of_empty

_KNOWN, _FEW = 2048, 4  # functions, and programs, whose text is kept for the next of their functions

#: How likely it is that all inputs of a task keep to what is usual.  Measured with official contracts on one half of
#: the tasks (`tests/bench/evidence_domain.py`): a negative number is refused by .59 of them, 0 by .41, an empty list by
#: .34, an empty text by .18, and so on.
_NOT_NEGATIVE, _POSITIVE, _FILLED, _WORDED = 0.6, 0.4, 0.35, 0.2
_WHOLE = 0.6  # that what is counted up to has no fraction
_WIDE = 0.85  # that all rows are as the first, whose length is taken
_SIZE = 0.65  # that a number that nobody reads is the size of the list beside it
_TWO_THINGS = 0.6  # that two names of things of one sort are of two things
_BEGINS = CLOCKS - {"time"}  # what is called so is 0 when a program begins; how long something takes is not
#: Why a number of which nothing is said is taken not to be negative.
USUAL = "a number that counts or measures"
_DEEPEST = 3  # calls that are followed

#: A function of a program: what its parameters are called, and its body.
Written = tuple[Sequence[str], str]


class Deals(Protocol):
    """The names of parameters of which a program deals with 0, with negative ones, with empty ones."""

    zero: set[str]
    negative: set[str]
    empty: set[str]


@dataclass(slots=True)  # mutable: filled while a function is read
class Dealt:
    """What a program in a language with braces deals with."""

    zero: set[str] = field(default_factory=set)
    negative: set[str] = field(default_factory=set)
    empty: set[str] = field(default_factory=set)


def ordinary(shapes: Mapping[str, Shape], dealt: Deals, sought: frozenset[str], body: str) -> Iterator[Assumption]:
    """What is usual of parameters; what is only `sought` in others, or a difference by its name, counts nothing."""
    for name, shape in shapes.items():
        if not counts(shape):
            yield from _filled(name, shape, body) if name not in dealt.empty else ()
        elif name not in sought and name not in dealt.negative and not signed(name):
            yield Assumption(name, "at least", USUAL, weight=_NOT_NEGATIVE, bound=0)
            if name not in dealt.zero and last_word(name) not in _BEGINS:
                yield Assumption(name, "at least", USUAL, weight=_POSITIVE, bound=1)


def _filled(name: str, shape: Shape, body: str) -> Iterator[Assumption]:
    if isinstance(shape, SequenceShape):
        yield Assumption(name, "non-empty", "nothing is said of an empty one", weight=_FILLED)
        if isinstance(shape.element, (SequenceShape, TupleShape)):
            yield Assumption(name, "no empty item", "nothing is said of empty ones", weight=_WORDED)
    elif isinstance(shape, TextShape):
        words = re.search(_IN_WORDS.format(re.escape(name)), body) is not None  # blanks are nothing then, too
        yield Assumption(name, "non-empty", "nothing is said of an empty one", weight=_WORDED, bound=int(words))


#: A text is taken apart at blanks, or without those at its ends.
_IN_WORDS = r"\b{0}\.(?:l?strip|trim\w*|split)\(\)|\b{0}\.(?:trim\(\)\.)?split\(\s*[\"'/](?: |\\\\?s)"


def counts(shape: Shape) -> bool:
    """Whether it is a number, of whichever kind."""
    if isinstance(shape, OneOf):
        return all(isinstance(option, (IntShape, FloatShape)) for option in shape.options)
    return isinstance(shape, (IntShape, FloatShape))


def in_braces(
    shapes: Mapping[str, Shape],
    words: str,
    body: str,
    functions: Mapping[str, Written],
    *,
    sought: frozenset[str] | None = None,
    around: str = "",
) -> Iterator[Assumption]:
    """What is usual of the parameters of a function in a language with braces.

    `words` stand before it, `functions` are all of the program by name; `sought` where its text need not say that,
    `around` is the text of its class.
    """
    if not shapes:
        return
    plain = {name: (taken, _uncommented(one)) for name, (taken, one) in functions.items()}
    yield from unread(shapes, body)
    dealt = _dealt(tuple(shapes), body := _uncommented(body), plain, 0)
    dealt.negative |= shapes.keys() if _goes_below(around) else set()
    dealt.empty |= shapes.keys() if speaks_of_empty(words) else set()
    yield from ordinary(shapes, dealt, _sought(shapes, body) if sought is None else sought, body)
    yield from two_things(shapes, body)
    yield from ranges(shapes, body)
    yield from together(shapes, body)
    yield from _tables(shapes, body)
    texts = dict.fromkeys((*(one for _, one in plain.values()), body))  # the same for each function of a program
    yield from complete(shapes, frozenset(), gone_into("\n".join(texts)))
    for name in {*_COUNTED.findall(body)} & shapes.keys():
        if counts(shapes[name]):
            yield Assumption(name, "decimals", "it is counted up to it", weight=_WHOLE, bound=0)


@lru_cache(maxsize=_KNOWN)
def _uncommented(text: str) -> str:
    return _COMMENT.sub(" ", text)


@lru_cache(maxsize=_FEW)
def _goes_below(around: str) -> bool:
    return bool(_BELOW_ZERO.search(around))


def _tables(shapes: Mapping[str, Shape], body: str) -> Iterator[Assumption]:
    """Rows are as long as the first whose length alone is asked for."""
    for name, shape in shapes.items():
        if isinstance(shape, SequenceShape) and isinstance(shape.element, (SequenceShape, TextShape)):
            widths = re.findall(_WIDTH.format(re.escape(name)), body)
            if widths and all(place in ("0", "") for place in widths):
                yield Assumption(name, "rows alike", "they are gone through as far as the first goes", weight=_WIDE)


#: The length of a row, by its place; of the first where none stands.
_WIDTH = (
    r"(?<![\w.$]){0}(?:\s*(?:\[|\.get\(|\.at\()\s*([^\]()]*?)\s*[\])]|\.(?:front|getFirst)\(\))"
    r"\s*(?:\?\.|\.)\s*(?:size|length)\b"
)

_COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)
#: A class that compares with a number below zero, as temperatures may be; -1 is a sign for what is not there.
_BELOW_ZERO = re.compile(r"[<>]=?\s*-\s*(?:[2-9]|1[\d.])")
_COUNTED = re.compile(r"\bfor\s*\(\s*[\w:]+\s+(?:\w+)\s*=\s*\d+\s*;\s*\w+\s*<=?\s*(\w+)\s*;\s*(?:\+\+\w+|\w+\+\+)\s*\)")
_LOOPS = re.compile(r"\b(?:while|for)\s*\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)")
#: What something is looked up with, or gone through from: the first place is 0.
_PLACE = (
    r"\[[^\]\n]*{0}[^\]\n]*\]|\.(?:get|set|at|charAt|codePointAt|substring|substr|slice|subList)\(\s*{0}|"
    r"=\s*{0}\s*;\s*\w+\s*[<>]"
)
#: What is left of a division is below 0 only where the number is: `n % 10 < 0`, `((k % n) + n) % n`.
_LEFT_BELOW = re.compile(r"(?<![\w.$>])(\w+)\s*%\s*\w+\s*\)*\s*(?:<|\+\s*\w+\s*\)\s*%)")
_NOT_BELOW = r"(?:std::|Math\.)?(?:max|fmax)(?:<\w+>)?\(\s*"


def _dealt(names: Sequence[str], body: str, functions: Mapping[str, Written], depth: int) -> Dealt:
    """What a function and those that it calls ask of parameters; a loop's condition asks for no case of its own."""
    found, asked = Dealt(), _LOOPS.sub(" ", body)
    found.negative.update({*_LEFT_BELOW.findall(asked)} & {*names})
    for name in names:
        called = rf"(?<![\w.$>]){re.escape(name)}(?![\w$])"
        for sign, number in _compared(called, asked):
            if number == 0 and sign not in ("<", ">="):
                found.zero.add(name)
            if number == 1 and sign in ("<", ">="):
                found.zero.add(name)
            if number <= 0 and sign != "==":
                found.negative.add(name)
        if re.search(_PLACE.format(called), body):
            found.zero.add(name)
        if re.search(rf"\bswitch\s*\(\s*{called}\s*\)[^}}]*\bcase\s+0\b", asked):
            found.zero.add(name)
        if re.search(rf"\b(?:f?abs|absExact)\s*\(\s*{called}\s*\)|{_NOT_BELOW}{called}\s*,\s*[01]L?\s*\)", body) or (
            re.search(rf"{_NOT_BELOW}[01]L?\s*,\s*{called}\s*\)", body)
        ):
            found.negative.add(name)
            found.zero.add(name)
        if _true(called, asked):
            found.zero.add(name)
            found.empty.add(name)
        size = rf"{called}(?:\.|->|\?\.)(?:length|size)\b(?:\s*\(\s*\))?"
        empty = rf"{called}(?:\.|->|\?\.)(?:isEmpty|empty|isBlank)\s*\(|{called}\s*[!=]==?\s*([\"'`])\1"
        empty += rf"|[\"']{{2}}\.equals\s*\(\s*{called}|{called}\.equals\s*\(\s*[\"']{{2}}"
        if _true(size, asked) or any(n <= 2 for _, n in _compared(size, asked)) or re.search(empty, body):
            found.empty.add(name)
    called_here = [one for one in functions.items() if one[0] in body] if depth < _DEEPEST else []
    for other, (parameters, inner) in called_here:
        for given in re.findall(rf"(?<![\w$])(?:this\.|->)?{re.escape(other)}\s*\(([^()]*)\)", body):
            handed = dict(zip(parameters, map(str.strip, given.split(",")), strict=False))
            if inner != body and {*handed.values()} & {*names}:
                more = _dealt(tuple(handed), inner, functions, depth + 1)
                found.zero |= {handed[name] for name in more.zero & handed.keys()}
                found.negative |= {handed[name] for name in more.negative & handed.keys()}
                found.empty |= {handed[name] for name in more.empty & handed.keys()}
    return found


#: What is looked up in something, or given to a function that gives nothing back.
_OF_ONE_SORT = (
    r"(\b[\w.]{{1,80}}(?:\[|\.(?:get|has|at|find|count|contains|containsKey|getOrDefault|computeIfAbsent|merge|setdefault)\())"
    r"\s*{0}\s*[\],)]|(?:^|[{{;])[ \t]{{0,80}}((?:self\.|this\.)?\w+\()\s*{0}\s*[,)][^\n]*$"
)

_BESIDE = r"\b{0}\b[^\n;&|]*(?:[!=]=|\bis\b|\.equals\()[^\n;&|]*\b{1}\b"


def two_things(shapes: Mapping[str, Shape], body: str) -> Iterator[Assumption]:
    """Two names of one sort, home and away, source and target, are of two things, unless a program compares them."""
    named = [name for name, shape in shapes.items() if isinstance(shape, (TextShape, IntShape))]
    places = {name: _sorts(name, body) for name in named}
    for one, two in combinations(named, 2):
        alike = type(shapes[one]) is type(shapes[two]) and places[one] & places[two]
        if alike and not any(re.search(_BESIDE.format(*pair), body) for pair in ((one, two), (two, one))):
            yield Assumption(two, "unlike", "both name things of one sort", weight=_TWO_THINGS, other=one)


def unread(shapes: Mapping[str, Shape], body: str) -> Iterator[Assumption]:
    """A number called like a size, of which a function makes nothing: how many items what stands beside it has."""
    before = ""
    lists = [name for name, shape in shapes.items() if isinstance(shape, (SequenceShape, TextShape))]
    for name, shape in shapes.items():
        of = before if before in lists else lists[0] if len(lists) == 1 else ""
        if of and isinstance(shape, IntShape) and _A_SIZE.fullmatch(name) and not _stands(name, body):
            yield Assumption(of, "sized", f"{name} is not read", weight=_SIZE, other=name)
        before = name


def _stands(name: str, body: str) -> bool:
    """Whether a name is read before a loop, or a statement of the function itself, makes something else of it."""
    found = re.search(rf"(?<![\w.]){re.escape(name)}\b", body)
    if found is None:
        return False
    line = body[body.rfind("\n", 0, found.start()) + 1 :].partition("\n")[0]
    anew = re.match(rf"(?:\s*for {re.escape(name)} in |{re.escape(name)} = )(.*)", line)
    return anew is None or re.search(rf"(?<![\w.]){re.escape(name)}\b", anew[1]) is not None


#: What the size of a list is called that is given beside it.
_A_SIZE = re.compile(
    r"[nm]\d?|sz|(?:\w+_)?(?:size|len|length|count|cnt)\d?|(?:num|n)_\w+|\w+(?:Size|Len|Length|Count)", re.IGNORECASE
)


def _sorts(name: str, body: str) -> set[str]:
    return {a or b for a, b in re.findall(_OF_ONE_SORT.format(re.escape(name)), body, re.MULTILINE)}


_TURNED = {"<": ">", ">": "<", "<=": ">=", ">=": "<="}


def _compared(called: str, text: str) -> Iterator[tuple[str, float]]:
    """The numbers that something is compared with, each with the sign; `==` is also that they are not equal."""
    number = r"(-?\d+(?:\.\d+)?)[LlFfDd]?(?![\w.])"
    for sign, said in re.findall(rf"{called}\s*([<>]=?|[!=]==?)\s*{number}", text):
        yield ("==" if sign[0] in "!=" else sign), float(said)
    for said, sign in re.findall(rf"(?<![\w.]){number}\s*([<>]=?|[!=]==?)\s*{called}", text):
        yield ("==" if sign[0] in "!=" else _TURNED[sign]), float(said)


def _true(called: str, text: str) -> bool:
    """Whether it is asked as a truth: `!n`, `if (n)`, `n ? … : …`, `n && …`."""
    alone = r"(?!\s*(?:[<>=!+\-*/%.\[(]|\?\.))"
    asked = rf"!\s*{called}{alone}|\bif\s*\(\s*{called}\s*[)&|]|(?:&&|\|\|)\s*{called}\s*(?=[);&|])"
    return bool(re.search(rf"{asked}|(?:[(,:]|[^=!<>]=|&&|\|\||\breturn)\s*{called}\s*(?:\?(?![.?])|&&|\|\|)", text))


def _sought(shapes: Mapping[str, Shape], body: str) -> frozenset[str]:
    """Numbers that are only compared with what others hold: with an element, or whether they are equal."""
    return frozenset(name for name, shape in shapes.items() if counts(shape) and _only_sought(name, body))


def _only_sought(name: str, body: str) -> bool:
    called = rf"(?<![\w.$]){re.escape(name)}(?![\w$])"
    uses = len(re.findall(called, body))
    held = r"[\w.\])]*[\])]"  # `a[i]`, `list.get(i)`
    beside = rf"[!=]==?\s*{called}|{called}\s*[!=]==?\s*(?![\d\s-])|"
    beside += rf"{held}\s*[<>]=?\s*{called}|{called}\s*[<>]=?\s*\w+[\[(.]"
    looked = rf"\b(?:contains|equals|indexOf|includes|has|count|find|containsKey)\s*\((?:[^()]*,)?\s*{called}\s*\)"
    return uses > 0 and len(re.findall(rf"{beside}|{looked}", body)) == uses


_AS_LONG = 0.7  # how surely they are as long as each other
_LOOP = re.compile(
    r"\bfor\s*\(\s*(?:[\w:]+\s+)+(?P<i>\w+)\s*=\s*0\s*;\s*(?P=i)\s*<\s*(?P<of>\w+)\s*\.\s*(?:length|size)\b(?:\s*\(\s*\))?\s*;"
)
_LOOKED_INTO = r"\b(\w+)\s*(?:\[\s*{0}\s*\]|\.\s*(?:get|at|elementAt)\s*\(\s*{0}\s*\))"
_LENGTH = r"\b{0}\s*\.\s*(?:length|size|isEmpty|empty)\b"


def together(shapes: Mapping[str, Shape], body: str) -> Iterator[Assumption]:
    """Which lists of a function are as long as another, as one loop looks into both and ends where the other does.

    `for (int i = 0; i < amounts.length; i++) … from[i] … to[i]`: who gives such lists gives them as long as each other,
    unless the program asks how long they are. Read from the text of a function in any language with such loops.
    """
    lists = {name for name, shape in shapes.items() if isinstance(shape, SequenceShape)}
    found: dict[str, str] = {}
    for loop in _LOOP.finditer(body):
        for name in re.findall(_LOOKED_INTO.format(re.escape(loop["i"])), body[loop.end() :]):
            if name != loop["of"] and {name, loop["of"]} <= lists and not re.search(_LENGTH.format(name), body):
                found.setdefault(name, loop["of"])
    for name, of in found.items():
        yield Assumption(name, "as long as", "they are gone through together", weight=_AS_LONG, other=of)
