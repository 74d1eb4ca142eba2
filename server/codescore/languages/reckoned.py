"""Signs that a program reckons with: `c - '0'` is the digit that a sign is, `ord(c) - ord("a")` the place of a letter.

Of a text with other signs that is nothing.  Who asks what a sign is before (`isdigit`, `c >= '0'`), or whether the text
matches a pattern, means those, too.
Read from the text of a function, in any language.  Pure.  Neighbours: `languages.text_forms` (asks).
"""

from __future__ import annotations

import re
import string
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import islice

from codescore.languages.assumed import Assumption, Property

_WEIGHT = 0.85
_COPIES, _SIGNS = 8, 16  # of a text, and signs that are reckoned with, which are looked at
#: What is taken off a sign, what it is then a place in, and what asks for such signs.
_ASKS = r"(?i:is_?(?:{0})\w*)|{1}-{2}|[<>]=?\s*(?:['\"][{1}{2}]['\"]|{3})"
_FROM: tuple[tuple[str, Property, str, str], ...] = (
    (r"(?:['\"]0['\"]|48)", "digits", "", _ASKS.format("digit|decimal|numeric", "0", "9", "48|57")),
    (r"(?:['\"]a['\"]|97)", "made of", string.ascii_lowercase, _ASKS.format("alpha|letter|lower", "a", "z", "97|122")),
    (r"(?:['\"]A['\"]|65)", "made of", string.ascii_uppercase, _ASKS.format("alpha|letter|upper", "A", "Z", "65|90")),
)
#: What holds a text against a pattern before it is reckoned with.
_HELD = re.compile(r"\.\s*(?:matches|fullmatch|test|exec)\(|\bregex_match\(")
#: A sign of a text as a number, less a first one.
_LESS = (
    r"(?:\bord\(\s*(?P<py>[^()\[]+(?:\[[^\]]*\])?)\s*\)\s*-\s*(?:ord\(\s*{0}\s*\)|{0}(?!\w))|"
    r"(?P<sign>{1})\s*-\s*{0}(?:\.charCodeAt\(\s*0?\s*\))?(?![\w']))"
)
_PLACED = r"\.(?:charAt|charCodeAt|at|codePointAt)\([^()]*(?:\([^()]*\))?[^()]*\)"
_SIGN = rf"(?<![\w.])[\w.]{{1,80}}(?:{_PLACED}|\[[^\[\]]*\])|(?<!\w)\w{{1,80}}"
#: The sign at one place, and what is looked at by itself in a text: other such signs, and the rest of it.
_ONE_PLACE = re.compile(r"[(\[]\s*(\d+)\s*[)\]]$")
_AT = r"(?:\.(?:charAt|charCodeAt|at|codePointAt|substring|substr|slice)\(|\[)\s*(\d+)"
#: Where a text is asked whether it begins with a sign, as numbers do; numbers as texts.
_BEGINS = (
    r"\b{0}\s*(?:\[\s*0\s*\]|\.(?:charAt|at)\(\s*0\s*\)|\.front\(\))\s*[!=]==?\s*['\"]-['\"]|"
    r"\b{0}\.starts_?[wW]ith\(\s*['\"]-['\"]"
)
_WHOLE = r"0|-?[1-9]\d*"
#: Numbers as texts that have a point, and where a program looks for that.
_POINTED, _POINT = r"\d{1,4}(?:\.\d{1,3})?", re.compile(r"['\"]\.['\"]")
#: Zeros in front of a text; what is no text any more; what cuts a piece out of one; a helper that does it for a caller.
_PADDING = re.compile(
    r"(?:\b(?:std::)?string\((?:[^()]|\([^()]*\)){1,80},\s*'0'\)|(?:'0'|\"0\")\s*(?:\*|\.repeat)\s*\((?:[^()]|\([^()]*\)){1,80}\))"
    r"\s*\+"
)
_PIECE = r"(?:\.(?:substr|substring|slice|padStart|rjust|zfill|trim|l?strip)\([^()]*\)|\[[^\[\]:]*:[^\[\]]*\])*"
_CUT = re.compile(r"^[ \t]*\w{1,40}\(([\w \t,]{1,80})\);", re.M)
_GIVEN = re.compile(r"\b(\w{1,40})\s{0,9}=(?!=)\s{0,9}([^;\n]{1,200})")
_ROUNDS, _MOST = 3, 40
#: The end of a text, or all of it.
_END = r"\b{0}\s*(?:\.(?:substr|substring|slice)\(\s*1\s*\)|\[\s*1\s*:\s*\])|(?:^|[?:=])\s*{0}\s*$"
_FIRST = re.compile(r"\.(?:charCodeAt|codePointAt)\(\s*0?\s*\)$")


def reckoned(names: Iterable[str], body: str, around: str = "") -> Iterator[Assumption]:
    """What texts are made of whose signs are reckoned with; `around` is the whole program, with its helpers."""
    for first, property_, other, asks in _FROM:
        if re.search(asks, body) or _HELD.search(body):
            continue
        signs = {
            _FIRST.sub("", found["py"] or found["sign"]) for found in re.finditer(_LESS.format(first, _SIGN), body)
        }
        for name in names:
            pieces = _put_together(name, body) if signs else ()
            known = (name, *_copies(name, body), *pieces) if signs else ()
            if not any(_of(one, sign, body) for one in known for sign in sorted(signs)[:_SIGNS]):
                continue
            told: tuple[Property, str] = (property_, other)
            if property_ == "digits" and re.search(_BEGINS.format(re.escape(name)), body):
                told = "whole match", _WHOLE
            elif property_ == "digits" and pieces and _POINT.search(around or body):
                told = "whole match", _POINTED
            yield Assumption(name, told[0], "its signs are reckoned with", weight=_WEIGHT, other=told[1])


def asks_for_signs(body: str) -> bool:
    """Whether a function asks what signs are, or whether a text matches a pattern."""
    return _HELD.search(body) is not None or any(re.search(asks, body) for *_, asks in _FROM)


@lru_cache(maxsize=64)
def _copies(name: str, body: str) -> tuple[str, ...]:
    """What is the text, or its end: `x = a[0] == '-' ? a.substr(1) : a`."""
    end = re.compile(_END.format(re.escape(name)))
    given = _GIVEN.finditer(body)
    return tuple(dict.fromkeys(islice((found[1] for found in given if end.search(found[2])), _COPIES)))


@lru_cache(maxsize=64)
def _put_together(name: str, body: str) -> tuple[str, ...]:
    """Texts that are put together from pieces of one, some of which a helper cuts out: `split(a, whole, fraction)`."""
    given = [(found[1], _PADDING.sub("", found[2])) for found in islice(_GIVEN.finditer(body), _MOST)]
    cuts = [[part.strip() for part in found[1].split(",")] for found in islice(_CUT.finditer(body), _MOST)]
    known = {name}
    for _ in range(_ROUNDS):
        piece = re.compile(rf"\s*(?:{'|'.join(map(re.escape, sorted(known)))}){_PIECE}\s*")
        known |= {one for one, parts in given if all(map(piece.fullmatch, parts.split("+")))}
        known |= {one for first, *others in cuts if first in known for one in others if one.isidentifier()}
    return tuple(sorted(known - {name}))


def _of(name: str, sign: str, body: str) -> bool:
    """Whether a sign is one of a text: taken from its place, or gone through."""
    called = re.escape(name)
    if re.match(rf"{called}\s*(?:\.|\[)", sign):
        place = _ONE_PLACE.search(sign)
        others = {*re.findall(rf"\b{called}\s*{_AT}", body)} - {place[1]} if place else ()
        return not others
    each = rf"\b{re.escape(sign)}\b\s*(?::|of|in)\s*(?:list\(|reversed\(|sorted\()?{called}\b"
    held = rf"\b{re.escape(sign)}\s*=\s*{called}\s*(?:\.(?:charAt|at|charCodeAt)\(|\[)"
    return bool(re.fullmatch(r"\w+", sign) and re.search(rf"{each}|{held}", body))
