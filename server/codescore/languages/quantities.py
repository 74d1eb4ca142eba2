"""What the names of numbers say: a price is not negative, an hour is below 24; wherever in an argument the number is.

Names are those of parameters, of the fields and keys of what is in them, and those that a program gives to what it
takes apart.  Nothing is said where the program asks about it itself: it may be written for such numbers, too.  Pure.
Neighbours: each language's survey (asks), `evidence.properties` (checks inputs and mends them).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from itertools import chain

from codescore.languages.assumed import Assumption
from codescore.languages.called import names_in
from codescore.languages.described import SENTENCES
from codescore.languages.kinds import Guess
from codescore.languages.shapes import (
    AnyShape,
    FloatShape,
    GroupShape,
    IntShape,
    MappingShape,
    OneOf,
    RecordShape,
    SequenceShape,
    Shape,
    TupleShape,
)
from codescore.languages.stating import DESCRIBED
from codescore.languages.told_signs import told_signs
from codescore.languages.values import Text
from codescore.languages.weekdays import is_weekday, of_week

#: What a number that is called so can be (a part of its name), from the calendar, the clock and games.
_SPANS: tuple[tuple[str, int, int], ...] = (
    ("month", 1, 12), ("day", 1, 31), ("hour", 0, 23), ("minute", 0, 59), ("year", 1, 9999), ("percent", 0, 100),
    ("die", 1, 6), ("dice", 1, 6),
)  # fmt: skip
_OF_A_DAY = ("start", "end", "begin", "opens", "closes")
_UNITS = ("minute", "hour", "day", "month", "year")
#: A letter with a number behind it, and what letters of one number stand for where all of them are there.
_LETTER = re.compile(r"([ymdhs])_?(\d?)", re.IGNORECASE)
_LETTERS = ({"y": "year", "m": "month", "d": "day"}, {"h": "hour", "m": "minute", "s": "second"})
#: How many of a unit make a larger one.
_IN_LARGER = {"minute": (60, 1440), "hour": (24, 168), "day": (7, 30, 365), "month": (12,)}
#: What is counted, weighed, measured or paid: words of a name, in the singular.
_MEASURED = (
    "age amount area arrival attempt bill byte calorie capacity cent cost count deadline delay distance dollar "
    "duration fare fee fine gram height income kg kilometer km length limit mark mile millisecond ms night page "
    "people person piece population price qty quantity quota rating salary score seat sec second size speed stock "
    "supply tax ticket timeout ttl unit usage visit volume vote wage watt week weight width"
)
#: What holds nothing at all is hardly meant.
_HOLDING = "capacity"
#: Of these what comes in whole ones only.
_WHOLE = (
    "attempt byte capacity cent count millisecond ms night page people person piece population qty quantity "
    "quota seat stock ticket ttl unit visit vote"
)
_PAID = "amount balance bill cost deposit fare fee fine income payment price salary tax wage"
#: Who calls a number so means a difference, which may be negative.
_SIGNED = "adjustment change correction delta diff difference net offset shift"
#: What stands in a program or its words where somebody thinks of numbers below 0.
_THOUGHT_OF = re.compile(
    r"(?<!never )(?<!not )(?<!no )(?<!non-)(?<!non )\bnegative\b(?! (?:if|when|where|unless)\b)|"
    r"\bbelow (?:0|zero)\b|\bless than (?:0|zero)\b",
    re.IGNORECASE,
)
#: What is often said in percent; it is where hundreds are reckoned with, or the words say so.
_SHARES = "commission discount fee interest margin markup rate share surcharge tax tip vat"
_PER_CENT = (
    r"\b100\s*-\s*[\w.\[(]*['\"]?{0}\b|\b{0}\b['\"\])]*(?:,\s*\d+\))?\s*\)?\s*/\s*100(?:\.0*)?(?![\w.])|"
    r"\*\s*[\w.\[(]*['\"]?{0}\b['\"\])]*(?:\s*\+\s*50)?\)?\s*//?\s*100(?:\.0*)?(?![\w.])|"
    r"\b{0}\b[^\w\n]{{1,4}}\(?[^().;]{{0,20}}(?:\bper ?cent|%)"
)
#: Nobody divides by 0; a program that asks whether it is 0 may be given it, too.
_DIVIDING = "denominator divisor"
_FRACTION = re.compile(r"\(\s*(?:num(?:erator)?)\s*,\s*den(?:om(?:inator)?)?\s*\)", re.IGNORECASE)
_OF_FRACTIONS = re.compile(r"fraction|rational|denominator", re.IGNORECASE)
_ZERO = r"\b{0}\b\W{{0,3}}\s*[!=]==?\s*0\b|\bnot\s+{0}\b|!{0}\b|\bZeroDivision|\bzero\b"
_IN_BRACKETS = re.compile(r"\(([^()\n]{3,80})\)")
#: One part of a row beside another, in words.
_BELOW = re.compile(r"(?<![\w.])([A-Za-z]\w*) ?(<=|<|≤) ?([A-Za-z]\w*)\b(?!\()")
_TOLD = 0.9  # how surely all rows are as words say
_OF_EACH = re.compile(r"\b(?:each|every|all|always|must|guaranteed|assum\w+)\b", re.IGNORECASE)
_CHOOSING = re.compile(
    r"\b(?:count|keep|find|returns?|select|drop|remove|filter|whether|if|when|only|those|number of|how many|sum|first|"
    r"last)\b",
    re.IGNORECASE,
)
_TURNED = str.maketrans("<>", "><")
_FINDS_OUT = re.compile(
    r"\b(?:raise|throw|throws|assert)\b|\breturn\s+(?:true|false)\b|valid|exist|is_?date|check|legal", re.IGNORECASE
)
#: A day beside anything but the first one.
_ASKS_DAY = r"\b{0}\b\s*[<>]=?\s*(?!1\b)\w|(?<![\d.])(?!1\b)[\w)\]]+\s*[<>]=?\s*{0}\b"
_DATED = 0.75  # how surely a year, a month and a day go together
_CALLED, _CENTS = 0.6, 0.5  # how surely all that is called so keeps to it; money has no more than two decimals
_DECIMALS = 2
_DEEPEST, _LONGEST = 4, 12

#: A place among so many items that are taken apart: (0, 3) is the first of three; () where none is needed.
Place = tuple[int, ...]


def quantities(
    shapes: Mapping[str, Shape], kinds: Mapping[str, Guess], text: str, around: str = "", told: str = ""
) -> Iterator[Assumption]:
    """What the names of parameters, and of parts of them, say of numbers; `text` is the program with its words.

    `shapes` and `kinds` (where known) are those of parameters, `around` is the text of a method's class, `told` are the
    words of a function, which may name the parts of a tuple.
    """
    yield from _dates(shapes, f"{text}{around}")
    for parameter, shape in shapes.items():
        if _numeric(shape):
            make = partial(Assumption, parameter, because=f"the parameter is called {parameter!r}")
            yield from _said(make, parameter, shape, shapes, (text, around))
        named = chain(told_parts(shape, told), named_parts(shape, kinds.get(parameter)))
        found = {name: (inner, place) for name, inner, place in named}
        if _is_pair(shape) and (said := _FRACTION.search(f"{text}{around}")) and _OF_FRACTIONS.search(text):
            because = f"the text says {said[0]!r}"
            make = partial(Assumption, parameter, because=because, part="denominator", place=(1, 2))
            yield from _dividing(make, "denominator", text)
        yield from _told_order(parameter, found, told)
        numeric = [name for name, (inner, _) in found.items() if _numeric(inner) and not _asks(name, 1, None, text)]
        signs = {name: (sign, phrase) for name, sign, phrase in told_signs(told, numeric, [*shapes])}
        for name, (sign, phrase) in signs.items():
            because = f"its text says {phrase!r}"
            yield Assumption(parameter, sign, because, weight=DESCRIBED, part=name, place=found[name][1])
        for name, (inner, place) in found.items():
            if _numeric(inner):
                make = partial(Assumption, parameter, because=f"it is called {name!r}", part=name, place=place)
                by_name = _said(make, name, inner, found, (text, around))
                yield from (one for one in by_name if name not in signs or one.property != "at least" or one.bound)


def _dates(shapes: Mapping[str, Shape], text: str) -> Iterator[Assumption]:
    """Three numbers that are called a year, a month and a day are a date, unless a program may be there to find out."""
    known: dict[str, str] = {}
    for name, shape in shapes.items():
        unit = unit_of(_in_full(name, shapes)) if isinstance(shape, IntShape) else ""
        known[unit] = "" if unit in known else name
    year, month, day = (known.get(unit, "") for unit in ("year", "month", "day"))
    if year and month and day and not (_FINDS_OUT.search(text) or re.search(_ASKS_DAY.format(re.escape(day)), text)):
        because = f"{year!r}, {month!r} and {day!r} are a date"
        yield Assumption(day, "day of", because, weight=_DATED, other=f"{year}\n{month}")


def _said(
    make: partial[Assumption], name: str, shape: Shape, beside: Iterable[str], texts: tuple[str, str]
) -> Iterator[Assumption]:
    """What a name says of numbers; other names stand `beside` it; `texts` are a program's and what is around it."""
    text, _ = texts
    low, high = of_week("".join(texts)) if is_weekday(name) else span(name, beside)
    if _words(name) & {*_SHARES.split()} and re.search(_PER_CENT.format(re.escape(name)), "".join(texts)):
        low, high = 0, 100
    if low is None and names_in(name) == ["digits"] and isinstance(shape, SequenceShape):  # a number is how many
        low, high = 0, 9
    if low == 0 and _words(name) & {*_HOLDING.split()} and not _may_be_empty(name, text):
        low = 1
    if high is not None and _goes_on(name, high, beside, "".join(texts)):
        low, high = 0, None
    if low is not None and not _asks(name, low, high, text):
        yield make(property="at least", weight=_CALLED, bound=low)
        if high is not None:
            yield make(property="at most", weight=_CALLED, bound=high)
    if _words(name) & {*_DIVIDING.split()}:
        yield from _dividing(make, name, text)
    if _words(name) & {*_PAID.split()} and _fractional(shape):
        yield make(property="decimals", weight=_CENTS, bound=_DECIMALS)
    elif _words(name) & {*_WHOLE.split()} and _fractional(shape):
        yield make(property="decimals", weight=_CALLED, bound=0)


def _is_pair(shape: Shape) -> bool:
    match shape:
        case TupleShape((_, _)) | SequenceShape(_, _, 2, 2):
            return True
    return False


def _dividing(make: partial[Assumption], name: str, text: str) -> Iterator[Assumption]:
    """What divides is not 0, unless the program asks for it."""
    if not _asks_for_zero(name, text):
        yield make(property="nonzero", weight=_CALLED)


def _asks_for_zero(name: str, text: str) -> bool:
    return re.search(_ZERO.format(re.escape(name)), text) is not None


def _may_be_empty(name: str, text: str) -> bool:
    """Whether a program thinks of what holds nothing."""
    return _asks_for_zero(name, text) or _asks(name, 1, None, text)


def span(name: str, beside: Iterable[str] = ()) -> tuple[int | None, int | None]:
    """The least and the largest number that is called so, None where there is none; other names stand `beside` it."""
    name = _in_full(name, beside)
    words = _words(name)
    if signed(name):
        return None, None
    for part, low, high in _SPANS:
        if _spans(part, name):
            return (0, None) if _lasts(part, name, beside) else (low, high)
    return (0, None) if words & {*_MEASURED.split()} else (None, None)


def _in_full(name: str, beside: Iterable[str]) -> str:
    """What a letter stands for beside those that go with it: of `y1`, `m1`, `d1` the first is a year."""
    found = _LETTER.fullmatch(name)
    if found is None:
        return name
    there = {other[:1].lower() for other in beside if (one := _LETTER.fullmatch(other)) and one[2] == found[2]}
    whole = next((units for units in _LETTERS if units.keys() <= there), {})
    return whole.get(found[1].lower(), name)


def unit_of(name: str) -> str:
    """The unit of a calendar or a clock that something is called after, "" where it is none."""
    return next((unit for unit in _UNITS if _spans(unit, name)), "") if name else ""


def _spans(unit: str, name: str) -> bool:
    """Whether a number is called after a unit (`startmonth`), and is not what is paid for one (`hourly`, `dayRate`)."""
    words = names_in(name)
    if unit == "day" and is_weekday(name):
        return False
    if unit == "day" and words[-1] in _OF_A_DAY and words[0] == "day":  # `day_start`: when a day begins
        return False
    paid = _words(words[-1]) & {*_PAID.split(), "cent", "rate"}
    near = (word for word in words if word.startswith(unit) or word.removesuffix("s").endswith(unit))
    return not paid and any(not word.endswith("ly") for word in near)


def signed(name: str) -> bool:
    """Whether what is called so is a difference, which may be negative."""
    return bool(_words(name) & {*_SIGNED.split()})


def _words(name: str) -> set[str]:
    """The words of a name, without the ending of many: `quantities` is `quantity`."""
    found = names_in(name)
    return {
        f"{word[:-3]}y" if word.endswith("ies") else word[:-1] if word.endswith("s") and len(word) > 2 else word
        for word in found
    } | {word for word in found if word.endswith("s")}


def _lasts(unit: str, name: str, beside: Iterable[str]) -> bool:
    """Whether a number of units is a time that something takes: `minutes` alone, not beside `hours`."""
    if unit not in _UNITS or f"{unit}s" not in name.lower():
        return False
    return not any(one in other.lower() for other in beside for one in _UNITS[_UNITS.index(unit) + 1 :])


def _goes_on(name: str, high: int, beside: Iterable[str], text: str) -> bool:
    """Whether a unit is counted on and on: a program asks whether what is made of it is above all that there are of it,
    or takes larger ones from it, of which none stands beside."""
    compared = re.findall(rf"\b{re.escape(name)}\b[^\n;:&|]*?[<>]=?\s*(\d+)\b(?![\w.])", text)
    if any(int(number) > high + 1 for number in compared):
        return True
    unit = next((one for one in _UNITS if one in name.lower()), "")
    numbers = "|".join(map(str, _IN_LARGER.get(unit, ())))
    larger = _UNITS[_UNITS.index(unit) + 1 :] if unit else ()
    if not numbers or any(one in other.lower() for other in beside for one in larger):
        return False
    return bool(re.search(rf"(?:/|%|divmod\([^()]*,)\s*(?:{numbers})\b", text))


def _asks(name: str, low: int, high: int | None, text: str) -> bool:
    """Whether a program compares what is called so with an end of what it can be, or cuts it off there."""
    if low >= 0 and _THOUGHT_OF.search(text):
        return True
    called = rf"\b{re.escape(name)}\b"
    found = [(sign, int(n)) for sign, n in re.findall(rf"{called}[^\w\s=]*\s*([<>]=?)\s*(-?\d+)\b", text)]
    before = re.findall(rf"(?<![\w.])(-?\d+)\s*([<>]=?)\s*[\w.\[\"'(]*?{called}", text)
    found += [(sign.translate(_TURNED), int(n)) for n, sign in before]
    ends = {low - 1, low} | ({high, high + 1} if high is not None else set())
    if any(n in ends or (n == low + 1 and sign in ("<", ">=")) for sign, n in found):
        return True
    return bool(re.search(rf"\b(?:abs|max)\s*\([^()\n]*{called}|{called}[^\n,<>=]{{0,20}}=\s*-\s*\d", text))


def named_parts(shape: Shape, kind: Guess | None, depth: int = 0) -> Iterator[tuple[str, Shape, Place]]:
    """The parts of a value that have a name, each with its place where nothing else finds it."""
    known = kind.root() if kind is not None else None
    if depth > _DEEPEST:
        return
    match shape:
        case SequenceShape(element) | GroupShape(element):
            yield from named_parts(element, known and (known.element or known.value), depth + 1)
        case OneOf(options):
            for option in options:
                yield from named_parts(option, known, depth + 1)
        case TupleShape(items):
            called = [names for names in (known.called if known else ()) if len(names) == len(items)]
            inner = known.items if known and known.items and len(known.items) == len(items) else [None] * len(items)
            for number, (item, guess) in enumerate(zip(items, inner, strict=True)):
                yield from ((names[number], item, (number, len(items))) for names in called if names[number])
                yield from named_parts(item, guess, depth + 1)
        case RecordShape(_, fields):
            for name, field in fields:
                yield name, field, ()
                yield from named_parts(field, known.fields.get(name) if known else None, depth + 1)
        case MappingShape(_, value):
            keys = {one.value: value for one in shape.required if isinstance(one, Text)}
            for name, item in (keys | dict(shape.each)).items():
                yield name, item, ()
                yield from named_parts(item, known.entries.get(name) if known else None, depth + 1)
            yield from named_parts(value, known and known.value, depth + 1)


def told_parts(shape: Shape, words: str) -> Iterator[tuple[str, Shape, Place]]:
    """The parts of the only tuple in a shape by what words call them: `(duration, prerequisites)`."""
    found = [*_tuples(shape)]
    for said in _IN_BRACKETS.findall(words) if len(found) == 1 else ():
        names = ["_".join(part.split()) for part in said.split(",")]
        if len(names) == len(found[0].items) > 1 and all(name.isidentifier() for name in names):
            yield from (
                (n, item, (at, len(names))) for at, (n, item) in enumerate(zip(names, found[0].items, strict=True))
            )


def _told_order(parameter: str, parts: Mapping[str, tuple[Shape, Place]], words: str) -> Iterator[Assumption]:
    """Which parts of each row are below which, as words say of the names that they give them: `each has x1 < x2`.

    Not where a sentence says which rows are looked for.
    """
    for sentence in SENTENCES.split(words) if len(parts) > 1 else ():
        if not _OF_EACH.search(sentence) or _CHOOSING.search(sentence):
            continue
        for low, sign, high in dict.fromkeys(_BELOW.findall(sentence)):
            one, two = (parts.get(name, (None, ()))[1] for name in (low, high))
            if one and two and one[1] == two[1]:
                because, at = f"its text says '{low} {sign} {high}'", (one[0], two[0])
                order = partial(Assumption, parameter, "pairs ordered", because, weight=_TOLD, place=at)
                yield order(bound=int(sign == "<"), other=f"{low}\n{high}")


def _tuples(shape: Shape, depth: int = 0) -> Iterator[TupleShape]:
    inner: Iterable[Shape] = ()
    match shape:
        case TupleShape(items):
            yield shape
            inner = items
        case SequenceShape(element, "tuple", int() as size) if size == shape.max_size and size <= _LONGEST:
            yield TupleShape((element,) * size)
        case SequenceShape(element) | GroupShape(element):
            inner = (element,)
        case MappingShape(key, value):
            inner = (key, value)
        case OneOf(options):
            inner = options
    for one in inner if depth < _DEEPEST else ():
        yield from _tuples(one, depth + 1)


def _numeric(shape: Shape) -> bool:
    """Whether it is a number or holds numbers only, as far as anything is known of it."""
    match shape:
        case IntShape() | FloatShape() | AnyShape():
            return True
        case OneOf(options):
            return all(map(_numeric, options))
        case MappingShape(_, element) if shape.each or shape.required:
            return False
        case SequenceShape(element) | GroupShape(element) | MappingShape(_, element):
            return _numeric(element)
    return False


def _fractional(shape: Shape) -> bool:
    """Whether some of the numbers in it may have a fraction."""
    match shape:
        case FloatShape():
            return True
        case OneOf(options):
            return any(map(_fractional, options))
        case SequenceShape(element) | GroupShape(element) | MappingShape(_, element):
            return _fractional(element)
    return False
