"""What sentences say of sizes: `two lists of the same length`, `each row has three numbers`, `k is at most 9`.

Not what is said of the result, or makes the case of a branch.  Pure.
Neighbours: `languages.wording` (asks), `languages.chains` (reads what is written with signs).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import combinations, permutations

from codescore.languages.assumed import Assumption, Property
from codescore.languages.clauses import promised, sentences
from codescore.languages.described import meant
from codescore.languages.stating import A_NUMBER, ITEMS, KIND, LISTS, assumed_by, number

_ADJECTIVE = rf"(?:{KIND}|non-?empty|given|input|supplied|provided|byte|second|first)"
_ROW = (
    r"(?:sub-?(?:list|array|tuple)|(?:inner|nested) (?:list|array|tuple)|row|tuple|pair|list|interval|edge|point|query)"
)
_NO_AIM = (
    r"(?!(?:to|into|until|not|never|by|from|if|for|or|may|might|can|could)\b)"  # `pads two lists to the same length`
)
#: `two lists of the same length`, `both strings are equally long`, `a and b have the same number of elements`.
_ALIKE = re.compile(
    rf"\b(?:(?:two|both) (?:\w+ ){{0,2}}?{LISTS}|(\w+),? and (\w+))(?: {_NO_AIM}\w+){{0,3}}?,? "
    r"(?:(?:of|have|has|with|having|are of|are|is) )?(?:the |an )?(?:(?:same|equal|identical) "
    rf"(?:length|size|number of {ITEMS})|equally long|equal[- ]length|same[- ]length|as long as each other)\b"
)
_ALIKE_LISTS = re.compile(rf"\b(?:equal|same)[- ](?:length|size|sized) {LISTS}\b")
_EACH = re.compile(
    rf"\b(?:each|every|all|any) (?:of the )?{_ROW}s?(?: (?:of|in) (?:the )?(?:\w+ ){{0,2}}?\w+)? "
    rf"(?:has|have|having|contains?|consists? of|holds?|with|is made of) (?:exactly |just |only )?({A_NUMBER}|\w+) "
    rf"(?:{KIND} )?{ITEMS}\b"
)
_ROWS_OF = re.compile(
    rf"\b(?:lists?|arrays?) of (?:(?:\w+ )?(?:lists|arrays|tuples|sublists) (?:of|with) (?:length |size )?({A_NUMBER})"
    rf"(?: {ITEMS})?|({A_NUMBER})-tuples|(pair|triple|triplet)s)\b"
)
#: `six strings of seven characters`, `8 rows of 8 cells`.
_GRID = re.compile(
    rf"\b({A_NUMBER}) (?:\w+ )?(?:strings|texts|rows|lines|lists|arrays) (?:of|with) (?:exactly )?({A_NUMBER}) "
    rf"{ITEMS}\b"
)
_ROW_SIZES = {"pair": 2, "triple": 3, "triplet": 3}
#: `a list of four numbers`, `an array of size n`, `a string with exactly 8 characters`, `a list of numbers (of length
#: at least two)`.
_OF = re.compile(
    rf"(?:\ban? |[-:–] |^)(?:{_ADJECTIVE} ){{0,2}}?(?:list|array|vector|tuple|string|sequence) (?:\w{{1,20}} )?"
    rf"(?:(?:of|with|has|having|containing) (?:exactly |(at least ))?({A_NUMBER}) (?:{KIND} )?{ITEMS}|"
    rf"(?:of (?:{KIND} )?{ITEMS},? \(?)?(?:of|with|has) (?:the )?(?:length|size) (at least )?({A_NUMBER}|\w+))\b"
    r"(?! or| to|[-+*/(])"
)
_DIGITS = re.compile(r"\ban? (\d|two|three|four|five|six|seven|eight|nine)[- ]digit (?:\w+ )?(?:number|integer)\b")
_EVEN = re.compile(
    rf"\ban (?:even|odd)[- ]length {LISTS}\b|\b(?:an?|the|its) (?:{_ADJECTIVE} )?"
    r"(?:list|array|vector|tuple|string|sequence) "
    rf"(?:of|with|has|having) (?:(?:an )?(?:even|odd) (?:length|size)|an (?:even|odd) number of {ITEMS})\b"
)
_SQUARE = re.compile(r"\b([a-z]\w*) ?(?:x|×|\*|by) ?\1\b(?:,? (?:\w+ ){0,2}?(?:matrix|grid|board|table|array))")
_TABLE = re.compile(
    r"\b(?:m ?(?:x|×|\*|by) ?n|n ?(?:x|×|\*|by) ?m)\b(?:,? (?:\w+ ){0,2}?(?:matrix|grid|board|table|array))"
)
_DISTINCT = re.compile(
    r"(?:^|[-:–] |\b(?:given|takes?|from|in|of|is|with|receives?|search(?:es)?) )(?:an? |the )?"
    rf"(?:\w+ )?{LISTS} of (?:{KIND} )?"
    rf"(?:unique|distinct) (?:{KIND} )?{ITEMS}\b"
)
_PERMUTED = re.compile(
    rf"\b(?:is |given |:)?an? permutation of (?:the )?(?:{ITEMS} )?(?:from )?([01]) ?"
    r"(?:to|through|,? ?\.\.\.?,?|…|-) ?(\w+)(?: ?- ?1)?\b"
)

_SHAPED: tuple[tuple[re.Pattern[str], Property], ...] = (
    (_EVEN, "even"), (_SQUARE, "square"), (_TABLE, "rows alike"), (_DISTINCT, "distinct"),
)  # fmt: skip


def sizes(words: str, names: Sequence[str]) -> Iterator[Assumption]:
    """How many items parameters, their rows, or two of them beside each other have, as sentences say it."""
    for plain in sentences(words):
        for found in (*promised(_ALIKE, plain, names), *promised(_ALIKE_LISTS, plain, names)):
            yield from _alike(plain, found, names)
        for found in promised(_EACH, plain, names):
            yield from _rows(plain, found, found[1], names)
        for found in promised(_ROWS_OF, plain, names):
            yield from _rows(plain, found, found[1] or found[2] or str(_ROW_SIZES[found[3]]), names)
        for found in promised(_GRID, plain, names):
            yield from _grid(plain, found, names)
        for found in promised(_OF, plain, names):
            yield from _whole(plain, found, names)
        yield from _shaped(plain, names)


def _alike(plain: str, found: re.Match[str], names: Sequence[str]) -> Iterator[Assumption]:
    """The two that it names; else those that are called alike, `xs1` and `xs2`; else the first two."""
    groups = found.groups()
    said = [name for name in names if name.lower() in groups]
    if any(groups) and len(said) < 2:
        return  # it is said of others: `keys and values`
    said = said or [name for name in names if re.search(rf"\b{re.escape(name.lower())}\b", plain)]
    alike = [pair for pair in combinations(names, 2) if pair[0].strip("0123456789_") == pair[1].strip("0123456789_")]
    pair = said[:2] if len(said) > 1 else alike[0] if alike else names[:2]
    if len(pair) == 2:
        yield assumed_by(found, pair[0], "as long as", other=pair[1])


def _rows(plain: str, found: re.Match[str], size: str, names: Sequence[str]) -> Iterator[Assumption]:
    for name in meant(plain, found.span(), names):
        if (count := number(size)) is not None:
            yield assumed_by(found, name, "row size", bound=count)
        elif (other := _called(size, names)) and other != name:
            yield assumed_by(found, name, "rows sized", other=other)


def _grid(plain: str, found: re.Match[str], names: Sequence[str]) -> Iterator[Assumption]:
    for name in meant(plain, found.span(), names):
        high = number(found[1]) or 1
        yield assumed_by(found, name, "size at least", bound=high)
        yield assumed_by(found, name, "size at most", bound=high)
        yield assumed_by(found, name, "row size", bound=number(found[2]) or 1)


def _whole(plain: str, found: re.Match[str], names: Sequence[str]) -> Iterator[Assumption]:
    """The only one that there is, or the one that the sentence names."""
    size = found[2] or found[4]
    other = _called(size, names)
    of = [name for name in meant(plain, found.span(), [one for one in names if one != other]) if name != other]
    if not of or (len(of) > 1 and other is None):
        return
    if (count := number(size)) is not None:
        yield assumed_by(found, of[0], "size at least", bound=count)
        if not (found[1] or found[3]):
            yield assumed_by(found, of[0], "size at most", bound=count)
    elif other is not None:
        yield assumed_by(found, of[0], "sized", other=other)


def _shaped(plain: str, names: Sequence[str]) -> Iterator[Assumption]:
    """Tables as wide as they are high, with rows of one length; even sizes; nothing twice; all numbers up to a size."""
    for pattern, property_ in _SHAPED:
        for found in promised(pattern, plain, names):
            for name in meant(plain, found.span(), names):
                odd = property_ == "even" and re.search(r"\bodd\b", found[0]) is not None
                yield assumed_by(found, name, property_, bound=int(odd))
    for found in promised(_DIGITS, plain, names) if len(names) == 1 else ():
        size = number(found[1]) or 1
        yield assumed_by(found, names[0], "at least", bound=10 ** (size - 1))
        yield assumed_by(found, names[0], "at most", bound=10**size - 1)
    for found in promised(_PERMUTED, plain, names):
        for name in meant(plain, found.span(), [name for name in names if name.lower() != found[2]]):
            yield assumed_by(found, name, "distinct")
            span: Property = "counted in" if found[1] == "1" else "places of"
            yield assumed_by(found, name, span, bound=1, other=name)


def _called(word: str, names: Sequence[str]) -> str | None:
    return next((name for name in names if name.lower() == word), None)


_BE = r"(?:(?:is|are|be) (?:always )?(?:guaranteed to be )?)"
_IN_SIGNS = (
    (r"(?:at most|not? (?:more|greater|larger|bigger) than|(?:less|smaller) than or equal to)", "<="),
    (r"(?:at least|not? (?:less|smaller|fewer) than|(?:greater|larger) than or equal to)", ">="),
    (r"(?:less|smaller) than", "<"),
    (r"(?:greater|larger|more) than", ">"),
)  # fmt: skip
_SIZE_OF = re.compile(
    rf"\b(?:the )?(?:length|size|number of {ITEMS}) (?:of|in) (?:the )?(?:(?:given |input )?{LISTS} )?"
    r"[`'\"]?([a-z_]\w*)\b[`'\"]?",
    re.IGNORECASE,
)

_SIZE_OF_LIST = rf"\b(?:the )?(?:length|size|number of {ITEMS}) (?:of|in) (?:the )?(?:given |input )?{LISTS}\b(?! of)"
_BESIDE = 2  # parameters, of which one is a list


def in_signs(prose: str, names: Sequence[str]) -> str:
    """A text with its comparisons in signs: `k is at most the length of xs` as `k <= len(xs)`."""
    written = _SIZE_OF.sub(lambda found: f"len({found[1]})" if found[1] in names else found[0], prose)
    written = re.sub(r"\bdoes not exceed\b", "is at most", written)
    if len(names) == _BESIDE:  # `k is less than the length of the list`, which is the other one
        for name, other in permutations(names):
            subject = rf"(?<![\w.])({re.escape(name)}\b(?:(?!\b{re.escape(other)}\b)[^.;,\n]){{1,40}}?)"
            size = f"len({other})".replace("\\", r"\\")
            written = re.sub(rf"{subject}{_SIZE_OF_LIST}", rf"\g<1>{size}", written)
    for name in (re.escape(name) for name in names):
        subject = rf"(?<![\w.])(len\({name}\)|{name})[`'\"]? (?:must |should |will )?{_BE}"
        for said, sign in _IN_SIGNS:
            written = re.sub(rf"{subject}{said} (?=-?\d|[`'\"]?[\w(]+)[`'\"]?", rf"\1 {sign} ", written)
        written = re.sub(rf"{subject}between (-?\d{{1,9}}) and (?=len\()", r"\2 <= \1 <= ", written)
    return written
