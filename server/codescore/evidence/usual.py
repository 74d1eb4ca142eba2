"""What the inputs of exercises usually have in common, in relation to each other: places in a list, lists of n items,
rows of one length, texts of a few signs.

Which of them hold nobody says; they are tried (`evidence.learned`, on what a reference takes) and proven
(`evidence.agreed`, on where two programs agree).  Pure.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import permutations, product

from codescore.evidence.domain import Domain, of_member
from codescore.languages.asked_texts import decodes
from codescore.languages.assumed import Assumption, Property
from codescore.languages.execution import Entry, Input
from codescore.languages.held_patterns import is_held
from codescore.languages.quantities import named_parts
from codescore.languages.shapes import (
    CharShape,
    FloatShape,
    GroupShape,
    IntShape,
    MappingShape,
    OneOf,
    RecordShape,
    SequenceShape,
    Shape,
    TextShape,
    TupleShape,
)
from codescore.languages.text_forms import takes_any_space
from codescore.languages.values import Char, Text, Value
from codescore.languages.zeros import takes_plain_numbers

#: What holds together, or not at all.
Usual = tuple[Assumption, ...]

WEIGHT = 0.85  # how surely inputs keep to what a reference fails on otherwise
_WIDTHS = (2, 3)  # of rows that are taken apart by place
_SIZES = (1, 2, 3)  # that a collection has at least
_FEWEST, _MOST, _MOST_KNOWN = 2, 8, 24  # signs of which texts are made
_LETTERS, _DIGITS = "abcdefghijklmnopqrstuvwxyz", "0123456789"
_IN_ONE: tuple[Property, ...] = ("up to size", "places of", "counted in")


def usual(entry: Entry, constants: Iterable[Value], because: str) -> list[Usual]:
    """Everything that inputs of an entry may have in common, what asks less of them first."""
    shapes = {parameter.name: parameter.shape for parameter in entry.parameters}
    known = [*_alone(shapes, because), *_sizes(shapes, because), *_places(shapes, because)]
    return list(dict.fromkeys([*known, *_signs(shapes, constants, because)]))


def ordinary(entry: Entry, because: str, source: str = "") -> list[Usual]:
    """What most inputs have in common whatever the task is: no number of several is below 0, rows are of one length, a
    method that keeps something under a name is not told of one twice; texts have as many parts as the `source` takes
    them apart into, and something in each, and no line break or tab where it takes white space of every kind and
    names none; no number in a text begins with 0 where the `source` makes numbers of texts.
    """
    taken = list(_taken(entry))
    numbers = [
        Assumption(name, "at least", because, weight=WEIGHT, bound=0)
        for name, shape in taken
        if _has_numbers(shape) and not isinstance(shape, (IntShape, FloatShape))  # the sign of one may be its point
        if not re.search(_SIGN.format(re.escape(name.partition("(")[2].rstrip(")") or name)), source)
    ]
    tables = [
        Assumption(name, "rows alike", because, weight=WEIGHT) for name, shape in taken if _is_table(shape, source)
    ]
    first = [
        Assumption(of_member(member, member.parameters[0].name), "new", because, weight=WEIGHT)
        for member in entry.members[1:]
        if member.parameters and isinstance(member.parameters[0].shape, (IntShape, TextShape))
        if _puts_in_its_place(source, member.name, member.parameters[0].name)
    ]
    texts = [(name, shape) for name, shape in taken if _spelt(shape)]
    parted = [
        Assumption(name, "filled", because, weight=WEIGHT, bound=bound, other=sign)
        for (name, _), (sign, bound) in product(texts, sorted(_taken_apart(source)))
    ]
    padded = [
        Assumption(name, "plain numbers", because, weight=WEIGHT)
        for name, _ in texts
        if takes_plain_numbers(name, source)
    ]
    spaced = texts if takes_any_space(source) else []
    lines = [Assumption(name, "one line", because, weight=WEIGHT) for name, _ in spaced]
    found = [*((one,) for one in (*tables, *numbers, *first, *parted, *padded, *lines)), tuple(numbers)]
    return [one for one in dict.fromkeys(found) if one]


#: `name, section = entry.split(":")`, `const [h, m] = ...`; `parts = entry.split(":")`, whose places are looked at.
_APART = re.compile(
    # Bounded, as a table of a thousand numbers on one line would take a minute.
    r"\[?\b(\w+(?:\s{0,9},\s{0,9}\w+){0,39})\s{0,9}\]?\s{0,9}=\s{0,9}[^=;\n][^;\n]{0,300}?\bsplit\(\s*(['\"`])([^\w\s\\])\2\s*\)"
)


def _taken_apart(source: str) -> set[tuple[str, int]]:
    """The signs between which a program takes just so many parts, and how many."""
    found = set()
    for names, _, sign in _APART.findall(source):
        places = [int(place) for place in re.findall(rf"\b{names}\[(\d+)\]", source)] if "," not in names else []
        found.add((sign, max(places) + 1 if places else names.count(",") + 1))
    return {(sign, bound) for sign, bound in found if bound > 1}


_PUT = r"\[\s*{0}\s*\]\s*=(?!=)|\.(?:set|put)\(\s*{0}\s*,"
_ASKED = (
    r"\b{0}\s+(?:not\s+)?in\b|\.(?:has|contains\w*|get\w*|setdefault|pop|count|find)\(\s*{0}\b|"
    r"\[\s*{0}\s*\](?!\s*=(?!=))"
)
_NEXT = re.compile(r"\n\s*(?:(?:async\s+)?def\s|@\w|(?:[\w<>\[\],]+\s+)*\w+\([^;\n]*\)\s*(?:const\s*)?\{)")


def _puts_in_its_place(source: str, method: str, name: str) -> bool:
    """Whether a method keeps something under what it is given, whatever was there, and does not ask what was."""
    begun = re.search(rf"\b{re.escape(method)}\s*\([^)]*\b{re.escape(name)}\b[^)]*\)[^\n;]*[:{{]", source)
    body = source[begun.end() :] if begun is not None else ""
    end = _NEXT.search(body)
    body = body[: end.start()] if end is not None else body
    put, asked = (re.search(pattern.format(re.escape(name)), body) for pattern in (_PUT, _ASKED))
    return put is not None and asked is None


def oddity(domain: Domain, source: str) -> Callable[[Input], int]:
    """How much of what most inputs keep one breaks: what is plainest to a reader breaks nothing."""
    most = ordinary(domain.entry, "", source)
    return lambda given: sum(not domain.keeps(one, given) for one in most)


def _alone(shapes: dict[str, Shape], because: str) -> Iterator[Usual]:
    """Of one parameter: signs of numbers, lengths, rows.

    Not order, nor that items are distinct: who compares otherwise differs on nothing else.
    """
    for name, shape in shapes.items():
        if _counts(shape):
            yield (Assumption(name, "at least", because, weight=WEIGHT, bound=0),)
            yield (Assumption(name, "at least", because, weight=WEIGHT, bound=1),)
        if _long(shape):
            for bound in _SIZES:
                yield (Assumption(name, "size at least", because, weight=WEIGHT, bound=bound),)
            yield (Assumption(name, "even", because, weight=WEIGHT),)
        if _rows(shape):
            yield (Assumption(name, "rows alike", because, weight=WEIGHT),)
            yield (Assumption(name, "square", because, weight=WEIGHT),)
            for width in _WIDTHS:
                yield (Assumption(name, "row size", because, weight=WEIGHT, bound=width),)


def _sizes(shapes: dict[str, Shape], because: str) -> Iterator[Usual]:
    """Of two: as long as each other, as long as a number says, one number up to another."""
    long = [name for name, shape in shapes.items() if _long(shape)]
    whole = [name for name, shape in shapes.items() if isinstance(shape, IntShape)]
    for one, other in permutations(long, 2):
        yield (Assumption(one, "sized", because, weight=WEIGHT, bound=1, other=other),)
        if _rows(shapes[one]):
            yield (Assumption(one, "rows sized", because, weight=WEIGHT, bound=1, other=other),)
    for one, other in permutations(whole, 2):
        yield (Assumption(one, "up to", because, weight=WEIGHT, other=other),)
    for number in whole:
        flat = [Assumption(name, "sized", because, weight=WEIGHT, other=number) for name in long]
        rows = [Assumption(n, "rows sized", because, weight=WEIGHT, other=number) for n in long if _rows(shapes[n])]
        yield from ((one,) for one in flat)
        if len(long) > 1:
            yield tuple(flat)
            yield (*(one for one in flat if not _rows(shapes[one.parameter])), *rows)


def _places(shapes: dict[str, Shape], because: str) -> Iterator[Usual]:
    """Numbers that are places in a collection, or in one of so many things; of several parameters together."""
    for other, around in shapes.items():
        if not _long(around) and not isinstance(around, IntShape):
            continue
        counted = [name for name, shape in shapes.items() if _counts(shape) and (name != other or _long(around))]
        for property_ in _IN_ONE:
            within = [
                Assumption(name, property_, because, weight=WEIGHT, bound=int(_long(around)), other=other)
                for name in counted
            ]
            yield from ((one,) for one in within)
            if len(within) > 1:
                yield tuple(within)


def _signs(shapes: dict[str, Shape], constants: Iterable[Value], because: str) -> Iterator[Usual]:
    """Texts of the signs that a program knows, of digits, of letters."""
    texts = [name for name, shape in shapes.items() if _spelt(shape)]
    marks = dict.fromkeys(c.value for c in constants if isinstance(c, (Text, Char)) and len(c.value) == 1)
    alphabets = ["".join(marks)] if _FEWEST <= len(marks) <= _MOST else []
    for signs in (*alphabets, "01", _DIGITS, _LETTERS):
        one = tuple(Assumption(name, "made of", because, weight=WEIGHT, other=signs) for name in texts)
        yield from ((single,) for single in one)
        if len(one) > 1:
            yield one


#: A sign that is looked for in a text, or that a text is made of to look for it: `row[i] == "x"`, `".".repeat(k)`.
_SOUGHT = re.compile(
    r"(?:[=!]==?|\b(?:case|in)|\b(?:indexOf|index|find|startsWith|startswith|includes|contains|count|fill)\((?:\w+,)?)"
    r"\s*(['\"])([^\\])\1|(['\"])([^\\])\3\s*(?:[=!]==?|:|->|\.repeat\(|\*|in\b)"
)
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
    class signs are (`isalpha`, `[a-z]`).  Those that either of the `sources`, the reference's first, looks for come
    first: others may only be written.
    """
    known = [c.value for c in own if isinstance(c, (Text, Char))]
    texts = list(sources)
    by_class = bool(texts) and _CLASSES.search(texts[0]) is not None
    if not by_class and not any(len(one) == 1 or _listed(one) for one in known):
        return []
    if texts and decodes(texts[0]):  # any sign may be written with others
        return []
    known += [c.value for c in others if isinstance(c, (Text, Char))]
    single = dict.fromkeys(one for one in known if len(one) == 1)
    listed = single | dict.fromkeys(sign for one in known for sign in _listed(one))
    sought = signs_sought(texts) & {*single}
    found, least = [], min(1, len(single)) if by_class else _FEWEST
    either = _LETTERS + _LETTERS.upper()
    sorts = (either + _DIGITS, either) if by_class else ()
    for marks in (*_together(*texts[:2]), sought, listed, single, [one for one in single if one != " "]):
        for more in (*sorts, _LETTERS + _DIGITS, _LETTERS, _DIGITS, "") if least <= len(marks) <= _MOST_KNOWN else ():
            make = partial(Assumption, property="made of", because=because, weight=WEIGHT)
            signs = "".join(sorted({*marks, *more}))
            found += [(make(name, other=signs),) for name, shape in _taken(entry) if signs and _spelt(shape)]
    return list(dict.fromkeys(found))


def signs_sought(sources: Iterable[str]) -> frozenset[str]:
    """The signs that programs look for in a text, or make one of to look for it."""
    return frozenset(a or b for text in sources for _, a, _, b in _SOUGHT.findall(text))


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


def _taken(entry: Entry) -> Iterator[tuple[str, Shape]]:
    """What an entry takes, or of a class what its members take, by name."""
    for member in entry.members:
        yield from ((of_member(member, one.name), one.shape) for one in member.parameters)
    yield from ((one.name, one.shape) for one in entry.parameters if not entry.members)


_MET = 2  # signs that two things are compared with, from which on they may be the same
#: A sign that something is compared with: `c === "L"`, `case 'L'`, `'L' == c`.
_MARKING = re.compile(r"""\]\s*=\s*(['"])(\S)\1""")
_COMPARED_SIGN = re.compile(
    r"(?:\b([\w.]+(?:\[\w+\])?)\s*[=!]==?\s*(['\"])(\S)\2|\bcase\s+(['\"])(\S)\4|"
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
    if not own & words or not _FEWEST <= len(words) <= _MOST_KNOWN:
        return []
    make = partial(Assumption, property="one of", because=because, weight=WEIGHT, other="\n".join(sorted(words)))
    known: list[Usual] = []
    for taken, shape in _taken(entry):
        known += [(make(taken),)] if _spelt(shape) else []
        known += [(make(taken, part=name),) for name, inner, _ in named_parts(shape, None) if _spelt(inner)]
        known += [(make(taken, part=f"item {n + 1}", place=(n, of)),) for n, of in _places_of(shape)]
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
    listed = 1 < len(constant) == len({*constant}) <= _MOST and (constant.isupper() or not constant.isalnum())
    return constant if listed and constant.isprintable() and " " not in constant else ()


def _inner(shape: Shape) -> Iterator[Shape]:
    """What is in it, itself where it holds nothing."""
    match shape:
        case SequenceShape(element):
            yield from _inner(element)
        case TupleShape(items) | OneOf(items):
            for item in items:
                yield from _inner(item)
        case _:
            yield shape


def _counts(shape: Shape) -> bool:
    """Whether it is a whole number, or all that it holds are some."""
    return all(isinstance(one, IntShape) for one in _inner(shape))


def _spelt(shape: Shape) -> bool:
    """Whether it is a text, of which no part is held against a pattern."""
    return all(isinstance(one, CharShape) or (isinstance(one, TextShape) and _free(one)) for one in _inner(shape))


def _free(shape: TextShape) -> bool:
    parts = shape.written.parts if shape.written is not None else ()
    return not any(is_held(one) or (isinstance(one, TextShape) and not _free(one)) for one in parts)


def _long(shape: Shape) -> bool:
    return isinstance(shape, (SequenceShape, TextShape)) and not isinstance(
        getattr(shape, "element", None), RecordShape
    )


def _has_numbers(shape: Shape) -> bool:
    """Whether it is a number, or one is in it."""
    match shape:
        case IntShape() | FloatShape():
            return True
        case SequenceShape(inner) | GroupShape(inner):
            return _has_numbers(inner)
        case MappingShape(key, value, each=each):
            return any(map(_has_numbers, (key, value, *(one for _, one in each))))
        case TupleShape(items) | OneOf(items):
            return any(map(_has_numbers, items))
        case RecordShape(_, fields):
            return any(_has_numbers(one) for _, one in fields)
    return False


#: What asks for the sign of a number.
_SIGN = r"\b{0}\b[^\w\n]*[<>]=?\s*-?[01]\b|(?<![\w.])0\s*[<>]=?\s*{0}\b|\babs\([^()\n]*\b{0}\b"
#: What looks into the rows of a grid of signs: `plan[r][c]`, `len(grid[0])`, `grid[0].length`, `grid.get(r).charAt(c)`.
_GRID = re.compile(r"\b\w+\[[^\]\n]+\]\s*\[|\blen\(\w+\[0\]\)|\[0\]\.(?:length|size)\b|\.charAt\(|\.at\([^()]*\)\s*\[")


def _is_table(shape: Shape, source: str) -> bool:
    signs = isinstance(shape, SequenceShape) and isinstance(shape.element, TextShape)
    return _rows(shape) or (signs and _GRID.search(source) is not None)


def _rows(shape: Shape) -> bool:
    return isinstance(shape, SequenceShape) and isinstance(shape.element, SequenceShape)
