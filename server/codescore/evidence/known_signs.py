"""Texts of the signs, and the words, that two programs know, and of the letters that one of them counts.

What neither knows both leave to the rest: `else` is the last sign of a task for one and all others for the next.
Pure.  Neighbours: `evidence.promising` (asks), `evidence.usual` (what else inputs have in common), `evidence.agreed`
(proves it), `evidence.known_numbers` (the same of numbers in tables).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import partial
from string import ascii_lowercase, ascii_uppercase, digits

from codescore.evidence.asked_of import signs_sought
from codescore.evidence.usual import FEWEST, MOST, WEIGHT, Usual, spelt, taken
from codescore.languages.asked_texts import decodes
from codescore.languages.assumed import Assumption
from codescore.languages.execution import Entry
from codescore.languages.quantities import named_parts
from codescore.languages.shapes import SequenceShape, Shape, TextShape, TupleShape
from codescore.languages.values import Char, Text, Value

_MOST_KNOWN = 24
_BITS = "01"  # who looks for one of them in a text takes what is not it for the other
#: Where it is asked of which class a sign is.
_CLASSES = re.compile(
    r"\bis_?(?:alpha|alnum|alphanumeric|alphabetic|digit|letter|letterordigit|upper|lower)\w*\b|\bascii_\w+case\b|"
    r"\bascii_letters\b|\[\^?a-z|\\[wW]",
    re.IGNORECASE,
)


def known_signs(
    entry: Entry, own: Iterable[Value], others: Iterable[Value], sources: Iterable[str], because: str
) -> list[Usual]:
    """Texts of the signs that a reference or a candidate knows, alone or with letters and digits; the most signs first.

    What neither knows both leave to the rest: `else` is the last sign of a task for one and all others for the next.
    A reference whose `own` constants have no sign takes any text, whatever the candidate knows, unless it asks of which
    class signs are (`isalpha`, `[a-z]`).  Who knows 1 or 0 alone knows both.  Those that either of the `sources`, the
    reference's first, looks for come first: others may only be written.
    """
    known = [c.value for c in own if isinstance(c, (Text, Char))]
    texts = list(sources)
    by_class = bool(texts) and _CLASSES.search(texts[0]) is not None
    if not by_class and not any(len(one) == 1 or _listed(one) for one in known):
        return []
    if texts and decodes(texts[0]):  # any sign may be written with others
        return []
    own_signs = {one for one in known if len(one) == 1}
    known += [c.value for c in others if isinstance(c, (Text, Char))]
    single = dict.fromkeys(one for one in known if len(one) == 1)
    listed = single | dict.fromkeys(sign for one in known for sign in _listed(one))
    sought = signs_sought(texts) & {*single}
    bits = {*_BITS} if sought and sought <= {*_BITS} else set()
    found, least = [], min(1, len(single)) if by_class else FEWEST
    either = ascii_lowercase + ascii_uppercase
    sorts = (either + digits, either) if by_class else ()
    for marks in (*_together(*texts[:2]), sought, bits, listed, single, [one for one in single if one != " "]):
        if not least <= len(marks) <= _MOST_KNOWN:
            continue
        make = partial(Assumption, property="one of", because=because, weight=WEIGHT, other="\n".join(sorted(marks)))
        found += [(make(name),) for name, shape in taken(entry) if len(own_signs) > 1 and _cells(shape)]
        for more in (*sorts, ascii_lowercase + digits, ascii_lowercase, digits, ""):
            make = partial(Assumption, property="made of", because=because, weight=WEIGHT)
            signs = "".join(sorted({*marks, *more}))
            found += [(make(name, other=signs),) for name, shape in taken(entry) if signs and spelt(shape)]
    return list(dict.fromkeys(found))


def _cells(shape: Shape) -> bool:
    """Whether it is a table of texts."""
    rows = shape.element if isinstance(shape, SequenceShape) else None
    return isinstance(rows, SequenceShape) and isinstance(rows.element, TextShape)


def signs_put(source: str) -> frozenset[str]:
    """The signs that a program puts into places of a table: its own marks, mostly."""
    return frozenset(sign for _, sign in _MARKING.findall(source))


def _together(reference: str = "", candidate: str = "") -> Iterator[set[str]]:
    """The signs that one thing is compared with in a reference, with those of one that shares some in the candidate.

    What else a candidate compares, its own directions or states, are no signs of the input.
    """
    ours, others = (_compared_signs(text) for text in (reference, candidate))
    yield from (one | other for one in ours for other in others if len(one & other) >= _MET and not other <= one)


def _compared_signs(text: str) -> list[set[str]]:
    found: dict[str, set[str]] = {}
    for name, _, one, _, two, other, _, three in _COMPARED_SIGN.findall(text):
        found.setdefault(name or other or "case", set()).add(one or two or three)
    return [signs for signs in found.values() if len(signs) >= _MET]


_MET = 2  # signs that two things are compared with, from which on they may be the same
#: A sign that something is compared with: `c === "L"`, `case 'L'`, `'L' == c`.
_MARKING = re.compile(r"""\]\s*=\s*(['"])(\S)\1""")
_COMPARED_SIGN = re.compile(
    r"(?:\b([\w.]{1,60}(?:\[\w{1,40}\])?)\s*[=!]==?\s*(['\"])(\S)\2|\bcase\s+(['\"])(\S)\4|"
    r"()(['\"])(\S)\7\s*[=!]==?)"
)
#: A text that something is compared with, or looked up under: `kind == "small"`, `case "small"`, `"small": 1`.
_COMPARED = re.compile(
    r"(?:[=!]==?|\bcase|\bin\b\s*[\[({]?|\bequals(?:IgnoreCase)?\(|,)\s*(['\"])([A-Za-z][\w -]*)\1|"
    r"(['\"])([A-Za-z][\w -]*)\3\s*(?:[=!]==?|:|->|\.equals\(|\)\s*==)|(?<=[{,])\s*([A-Za-z]\w+)\s*:\s*(?=[-\d\"'(\[{])"
)


def known_words(entry: Entry, reference: str, candidate: str, because: str) -> list[Usual]:
    """Texts that are one of those that a reference, and a candidate, compare something with.

    `else` is the last word of a task for one, and all others for the next.
    """
    own, others = ({a or b or c for _, a, _, b, c in _COMPARED.findall(text)} for text in (reference, candidate))
    words = {word for word in own | others if len(word) > 1}
    if not own & words or not FEWEST <= len(words) <= _MOST_KNOWN:
        return []
    make = partial(Assumption, property="one of", because=because, weight=WEIGHT, other="\n".join(sorted(words)))
    known: list[Usual] = []
    for name, shape in taken(entry):
        known += [(make(name),)] if spelt(shape) else []
        known += [(make(name, part=part),) for part, inner, _ in named_parts(shape, None) if spelt(inner)]
        known += [(make(name, part=f"item {n + 1}", place=(n, of)),) for n, of in _places_of(shape)]
    return list(dict.fromkeys(known))


def _places_of(shape: Shape) -> Iterator[tuple[int, int]]:
    """The places of texts in rows."""
    match shape:
        case SequenceShape(element):
            yield from _places_of(element)
        case TupleShape(items):
            yield from ((n, len(items)) for n, item in enumerate(items) if isinstance(item, TextShape))


def _listed(constant: str) -> Iterable[str]:
    """The signs in a constant that lists some (`"LRFB"`)."""
    listed = 1 < len(constant) == len({*constant}) <= MOST and (constant.isupper() or not constant.isalnum())
    return constant if listed and constant.isprintable() and " " not in constant else ()


#: A sign less the first of its kind, by itself or by its number.
_LESS = re.compile(
    r"-\s*(?:ord\(\s*|\(int\)\s*)?(['\"])([aA0])\1|"
    r"(?:\bord\([^()\n]*\)|\bcharCodeAt\([^()\n]*\)|\bcodePointAt\([^()\n]*\))\s*-\s*(97|65|48)\b"
)
_KINDS = {"a": ascii_lowercase, "A": ascii_uppercase, "0": digits}
_NUMBERS = {"97": "a", "65": "A", "48": "0"}


def letter_places(entry: Entry, sources: Iterable[str], because: str) -> Iterator[Usual]:
    """Each text, and all of them, made of the kinds of signs that one of the programs counts from the first."""
    texts = [name for name, shape in taken(entry) if spelt(shape)]
    for source in sources:
        kinds = dict.fromkeys(first or _NUMBERS[number] for _, first, number in _LESS.findall(source))
        signs = "".join(sorted(_KINDS[kind] for kind in kinds))
        found = [Assumption(name, "made of", because, weight=WEIGHT, other=signs) for name in texts if signs]
        yield from ((one,) for one in found)
        if len(found) > 1:
            yield tuple(found)
