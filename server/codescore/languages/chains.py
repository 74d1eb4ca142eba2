"""Comparisons in words, as tasks write what their inputs are: `1 <= k <= n`, `n == nums.length`, `0 <= x[i] < 2^31`.

A name that is no parameter may stand for the length of one (`n` above), or for what is in each row of one whose rows
are said to have so many items (`pairs[i].length == 2`, `1 <= ai, bi <= n`).  Pure.
Neighbours: `languages.wording` (asks, and leaves out what makes the case of a branch).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import chain as chain_of
from itertools import combinations, pairwise, permutations, product
from typing import Literal

from codescore.languages.assumed import Assumption, Property
from codescore.languages.two_ends import ENDS

_FACTOR = r"-?\d{1,18}(?:\.\d{1,9})?(?: ?(?:\^|\*\*) ?\d{1,2})?"
_NUMBER = rf"{_FACTOR}(?: ?[*·×] ?{_FACTOR})?"
_NAME = r"len\(\w+\)|[^\W\d]\w*(?:\[[^\[\]\n]{1,12}\]|\.(?:length|size)(?:\(\))?)*"
_TERM = rf"(?:{_NUMBER}|{_NAME})(?: ?[-+] ?\d{{1,9}}\b(?!\.\d| ?[*^]))?"
_PLAIN = rf"(?:{_NAME})(?: ?[-+] ?\d{{1,9}}\b)?"
_UP, _DOWN = r"\s*(?:<=|==|<|≤)\s*", r"\s*(?:>=|==|>|≥)\s*"
_SIGN = r"<=|>=|==|<|>|≤|≥"
_LIST = rf"{_PLAIN}(?:, ?{_PLAIN}){{1,8}}"
#: A comparison of two terms or more, `1 <= a, b <= 9` of all between a number and the next sign; not the beginning of a
#: larger term, `2^(n - 1)`.
CHAIN = re.compile(
    rf"(?<![\w.)\]^*/-])(?:{_NUMBER}{_UP}{_LIST}(?={_UP})(?:{_UP}{_TERM})+|{_TERM}(?:{_UP}{_TERM})+|"
    rf"{_TERM}(?:{_DOWN}{_TERM})+)(?![\w(^*/]|\.\d| ?[*^/] ?[\w(]| ?[-+] ?[\w(])"
)
_SHORT = 3  # signs that a short form of a name has at least
_LONGEST = 8  # terms in a comparison that is read
_CELL = re.compile(r"\w*[^\W\d_]_?[ij]")  # `ai`, `start_i`: what is in the row of this number

_Kind = Literal["number", "fraction", "name", "items", "size", "row size", "cell"]


@dataclass(frozen=True, slots=True)
class _Term:
    """A part of a comparison: a number; a parameter, what is in it or in its rows, or how many; and so much more."""

    kind: _Kind
    name: str = ""
    shift: int = 0


@dataclass(slots=True)
class _Chain:
    """Terms between signs, several where commas are between them, the smallest first; `because`: as it is written."""

    terms: list[list[_Term]]
    signs: list[str]
    because: str


@dataclass(slots=True)
class _Named:
    """What names in comparisons mean: those of parameters, of the parts of the rows in the only one, and the others."""

    names: Sequence[str]
    row: tuple[str, ...] = ()
    sizes: dict[str, _Term] = field(default_factory=dict)
    rows: dict[str, int] = field(default_factory=dict)  # parameters whose rows are said to have so many items


def said_by(chains: Sequence[str], names: Sequence[str], row: tuple[str, ...]) -> Iterator[Assumption]:
    """What comparisons say of parameters with these names; `row` are the names of the parts of each of their rows."""
    read = [chain for chain in map(_read, chains) if len(chain.terms) <= _LONGEST and not _has_fraction(chain)]
    yield from dict.fromkeys(_said_by(read, _Named(names, row)))


def _has_fraction(chain: _Chain) -> bool:
    """Whether a number in it is no whole one: bounds are."""
    return any(term.kind == "fraction" for terms in chain.terms for term in terms)


def _said_by(read: list[_Chain], known: _Named) -> Iterator[Assumption]:
    for chain in read:
        _define(chain, known)
    for chain in read:
        chain.terms = [[_meant(term, known) for term in terms] for terms in chain.terms]
        _cells(chain, known)
        yield from _numbers(chain, known)
        for (ones, others), sign in zip(pairwise(chain.terms), chain.signs, strict=True):
            for one, other in product(ones, others):
                yield from (
                    _equal(one, other, chain, known) if sign == "==" else _below(one, other, sign, chain, known)
                )


def _read(text: str) -> _Chain:
    pieces = re.split(rf"\s*({_SIGN})\s*", text)
    terms = [[_term(one) for one in re.split(r", ?", part)] for part in pieces[::2]]
    signs = [sign.replace("≤", "<=").replace("≥", ">=") for sign in pieces[1::2]]
    if any(sign in (">", ">=") for sign in signs):
        terms, signs = terms[::-1], [sign.replace(">", "<") for sign in signs[::-1]]
    return _Chain(terms, signs, f"its text says {text!r}")


def _term(text: str) -> _Term:
    found = re.fullmatch(rf"({_NUMBER}|{_NAME})(?: ?([-+]) ?(\d+))?", text)
    if found is None:
        return _Term("name")
    body, shift = found[1], int(f"{found[2]}{found[3]}") if found[2] else 0
    if re.fullmatch(_NUMBER, body):
        value = Fraction(1)
        for factor in re.split(r" ?[*·×] ?", re.sub(r"\*\*", "^", body)):
            base, _, power = factor.partition("^")
            value *= Fraction(base.strip()) ** int(power or 1)
        return _Term("number", shift=int(value) + shift) if value.denominator == 1 else _Term("fraction")
    name = body.removeprefix("len(").partition("[")[0].partition(".")[0].rstrip(")")
    places = re.findall(r"\[([^\]]*)\]", body)
    if len({*places}) < len(places) or any(place.isdigit() for place in places):
        return _Term("name")  # only some of what is in it
    if body.startswith("len(") or re.search(r"\.(?:length|size)(?:\(\))?$", body):
        return _Term("row size" if "[" in body else "size", name, shift)
    return _Term("items" if "[" in body else "name", name, shift)


def _define(chain: _Chain, known: _Named) -> None:
    """Note what names that are no parameters stand for, and whose rows have so many items."""
    equal: list[_Term] = []
    for terms, sign in zip(chain.terms, ["", *chain.signs], strict=True):
        equal = [*(equal if sign == "==" else ()), *terms]
        for one, other in permutations(equal, 2):
            if other.name not in known.names or other.kind not in ("size", "row size"):
                continue
            if one.kind == "name" and one.name not in known.names:
                known.sizes.setdefault(one.name, replace(other, shift=other.shift - one.shift))
            if one.kind == "number" and other.kind == "row size" and one.shift > other.shift:
                known.rows[other.name] = one.shift - other.shift


def _meant(term: _Term, known: _Named) -> _Term:
    """What a name stands for that is no parameter: the size of one, or the only one in short (`num` of `number`)."""
    if not term.name or term.name in known.names or term.name in known.row:
        return term
    size = known.sizes.get(term.name) if term.kind == "name" else None
    if size is not None:
        return replace(size, shift=size.shift + term.shift)
    only = known.names[0] if len(known.names) == 1 else ""
    return replace(term, name=only) if len(term.name) >= _SHORT and only.startswith(term.name) else term


def _cells(chain: _Chain, known: _Named) -> None:
    """Names of all that is in the rows are what is in the tables, `1 <= ai, bi <= n` where rows have two items."""
    unknown = (t.name for terms in chain.terms for t in terms if t.kind == "name" and t.name not in known.names)
    cells = [name for name in dict.fromkeys(unknown) if _CELL.fullmatch(name)]
    if cells and len(cells) == sum(known.rows.values()):
        tables = dict(zip(cells, chain_of(*([name] * size for name, size in known.rows.items())), strict=True))
        chain.terms = [
            [_Term("cell", tables[t.name], t.shift) if t.name in tables else t for t in terms] for terms in chain.terms
        ]


def _numbers(chain: _Chain, known: _Named) -> Iterator[Assumption]:
    """What the numbers in a comparison say of all that stands behind and before them."""
    for (at, ones), (to, others) in combinations(enumerate(chain.terms), 2):
        between = chain.signs[at:to]
        strict, equal, near = int("<" in between), {*between} == {"=="}, to == at + 1
        for one, other in product(ones, others):
            number, term = (one, other) if one.kind == "number" else (other, one)
            if number.kind != "number" or term.kind == "number" or (term.kind == "cell" and not near):
                continue
            if equal and term.kind not in ("size", "row size"):
                continue  # nobody says that all numbers are one
            if equal or number is one:
                yield from _bound(term, "at least", number.shift + strict, chain, known)
            if equal or number is other:
                yield from _bound(term, "at most", number.shift - strict, chain, known)
            if equal and term.kind == "row size" and term.name in known.names and number.shift > term.shift:
                yield _sure(term.name, "row size", chain, bound=number.shift - term.shift)


def _bound(term: _Term, property_: Property, number: int, chain: _Chain, known: _Named) -> Iterator[Assumption]:
    """A bound of a parameter, of its elements, or of its length; or of a part of the rows in the only one there is."""
    bound, names = number - term.shift, known.names
    if term.kind == "row size":
        if property_ == "at least" and bound > 0 and term.name in names:
            yield _sure(term.name, "no empty item", chain)
    elif term.name in names:
        sized: Property = "size at least" if property_ == "at least" else "size at most"
        yield _sure(term.name, sized if term.kind == "size" else property_, chain, bound=bound)
    elif len(names) == 1 and term.name in known.row:
        place = (known.row.index(term.name), len(known.row))
        yield _sure(names[0], property_, chain, bound=bound, part=term.name, place=place)


def _below(one: _Term, other: _Term, sign: str, chain: _Chain, known: _Named) -> Iterator[Assumption]:
    """One term that is no larger than the next."""
    top = other.shift - one.shift - int(sign == "<")
    if one.kind == other.kind == "cell":
        yield _sure(one.name, "pairs ordered", chain, bound=int(sign == "<"))
    elif one.kind == other.kind == "name" and not {one.name, other.name} & {*known.names}:
        if (one.name.lower(), other.name.lower()) in ENDS and len(known.names) == 1:
            yield _sure(known.names[0], "pairs ordered", chain, bound=int(sign == "<"))
    elif one.name not in known.names or other.name not in known.names:
        return
    elif one.kind == other.kind == "items":
        if one.name == other.name:
            yield _sure(one.name, "ordered", chain, bound=int(sign == "<"))
    elif other.kind in ("size", "name"):
        yield from _up_to(one, other, top, chain)


def _up_to(one: _Term, other: _Term, top: int, chain: _Chain) -> Iterator[Assumption]:
    """A number, or all in a list, up to a length or a parameter and `top` more."""
    sized = other.kind == "size"
    if one.kind == "name" and top in (-1, 0) and sized:
        yield _sure(one.name, "place" if top else "within", chain, other=other.name)
    elif one.kind == "name" and not sized:
        yield _sure(one.name, "up to", chain, other=other.name)
    elif one.kind in ("items", "cell") and top in (-1, 0):
        numbers = (term.shift for terms in chain.terms for term in terms if term.kind == "number")
        least = max((number for number in numbers if number in (0, 1)), default=-1)
        span: Property = "places of" if top else "counted in" if least == 1 else "up to size"
        if sized or (least, top) in ((0, -1), (1, 0)):
            yield _sure(one.name, span, chain, other=other.name, bound=int(sized))
        else:
            yield _sure(one.name, "numbers up to", chain, other=other.name)


def _equal(one: _Term, other: _Term, chain: _Chain, known: _Named) -> Iterator[Assumption]:
    """Two lengths that are one, or a length that a parameter says."""
    if one.shift != other.shift or not {one.name, other.name} <= {*known.names}:
        return
    for a, b in ((one, other), (other, one)):
        if (a.kind, b.kind) == ("size", "name"):
            yield _sure(a.name, "sized", chain, other=b.name)
        elif (a.kind, b.kind) == ("row size", "name"):
            yield _sure(a.name, "rows sized", chain, other=b.name)
        elif (a.kind, b.kind) == ("row size", "size"):
            square = a.name == b.name
            yield (
                _sure(a.name, "square", chain) if square else _sure(a.name, "rows sized", chain, bound=1, other=b.name)
            )
    if one.kind == other.kind == "size" and one.name != other.name:
        yield _sure(one.name, "as long as", chain, other=other.name)
    if one.kind == other.kind == "row size":
        yield from (_sure(name, "rows alike", chain) for name in dict.fromkeys((one.name, other.name)))


def _sure(name: str, property_: Property, chain: _Chain, **rest: object) -> Assumption:
    return Assumption(name, property_, chain.because, certain=True, weight=1.0, **rest)  # type: ignore[arg-type]
