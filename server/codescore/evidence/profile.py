"""What all examples of an entry have in common: invariants that inputs of the task probably keep.

A docstring rarely says that both texts are equally long, that no number is negative, or that words are separated by
one space, but its examples show it.  An input that breaks such an invariant is tried all the same, and a difference on
it is told; it does not decide.  (Likely invariants from observed values: Ernst et al., Daikon.)  Pure; neighbours:
`evidence.cases`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass

from codescore.evidence.asked_of import signs_sought
from codescore.evidence.named_numbers import reckoned
from codescore.evidence.properties import has
from codescore.languages.execution import Input
from codescore.languages.values import (
    Char,
    Float,
    Group,
    Int,
    Mapping,
    Sequence,
    Text,
    Value,
    rebuilt,
    walk,
)  # fmt: skip

Check = Callable[[tuple[Value, ...]], bool]
_MAGNITUDE = 10  # numbers up to so many times the largest shown are like those shown
_LEAST_LARGE = 1000
_TELLING = 3  # examples that must all be without something before that says anything
_MANY, _BOTH = 8, 2  # so many numbers that are one of two are always one of the two
_LONGER = 4  # sequences and texts, likewise
_LEAST_LONG = 16
#: Invariants of the sign, told with every verdict: few inputs break them, and a fault may show on these alone.
SIGNS = ("is positive", "is not negative")
#: Invariants that one example may keep by chance, or because people write tidy ones.
COINCIDENCES = ("is ordered", "is distinct", "is an ordered pair", "is square")
#: That of a number and a length.
WITHIN = ": no more than its length"
#: Invariants of the size. Examples are small because people write them: what is larger may well be meant.
SIZES = ("is about as large as in its examples", "is about as long as in its examples")
#: Of white space, where a program takes any for one.
SPACED = "has single spaces, as in its examples"
#: What says less than the other invariants.
LIGHT = (*SIGNS, *SIZES, SPACED)
_SIGNS_SHOWN, _SINGLE_SPACES = "has only characters shown", "has single spaces"
_TYPES_SHOWN = "is of a type shown"
#: A mark in a pattern: `\\.`
_ESCAPED = re.compile(r"\\([^\w\s\"'`\\/])")
#: A program that takes capital letters for small ones, or the other way round; and one that parts at any white space.
FOLDS = re.compile(
    r"\b(?:lower|upper|casefold|swapcase|to(?:Locale)?(?:Lower|Upper)Case|to(?:lower|upper)|equalsIgnoreCase)\b"
)
_ANY_SPACE = re.compile(r"\.split\(\s*\)|\\s\s*[+*]")
_TAKEN_APART = re.compile(r"\b(?:r?split|r?partition|replace(?:All)?)\(\s*(?:['\"]([^\w\s\\])['\"]|/([^\w\s\\])/g)")
#: Of what is empty a program may speak, whatever its examples are.
FILLED = "has no empty text"


@dataclass(frozen=True, slots=True)
class Profile:
    """Invariants with their names."""

    checks: tuple[tuple[str, Check], ...] = ()
    examples: int = 0

    def broken(self, given: Input) -> tuple[str, ...]:
        """The names of the invariants that an input breaks."""
        return tuple(name for name, check in self.checks if not check(given.arguments))

    def as_shown(self, given: Input, names: tuple[str, ...]) -> Input:
        """The input with the numbers of each parameter above 0, or not below it, where all its examples are so."""
        signs = {f"{name} {sign}" for name in names for sign in SIGNS}
        broken = {said for said, check in self.checks if said in signs and not check(given.arguments)}
        if not broken:
            return given
        least = [
            next((n for n, sign in ((1, SIGNS[0]), (0, SIGNS[1])) if f"{name} {sign}" in broken), None)
            for name in names
        ]
        known = zip(given.arguments, least, strict=False)
        return Input(tuple(value if low is None else _raised(value, low) for value, low in known), given.stdin)

    def without(self, shown: str) -> Profile:
        """The same, without one thing that all examples have in common."""
        return self._but_for({shown})

    def _but_for(self, left_out: Collection[str]) -> Profile:
        return Profile(tuple(check for check in self.checks if check[0] not in left_out), self.examples)

    def signed(self, parameters: Collection[str]) -> Profile:
        """The same, where these parameters may be below 0, whatever their examples are."""
        left_out = [f"{name} {sign}" for name in parameters for sign in SIGNS]
        kept = (check for check in self.checks if check[0] not in left_out)
        about = tuple(f"{name} and " for name in parameters)
        checks = tuple(one for one in kept if not (one[0].endswith(WITHIN) and one[0].startswith(about)))
        return Profile(checks, self.examples)

    def declared(self, parameters: Collection[str]) -> Profile:
        """The same, where the types of these parameters say more of what there is than examples show."""
        return self._but_for({f"{name} {shown}" for name in parameters for shown in (_TYPES_SHOWN, _SIGNS_SHOWN)})

    def handled(self, program: str) -> Profile:
        """The same, without what examples show by chance of what the program takes care of itself: that all letters are
        small where it makes them so, that there are single spaces where it takes any for one, that a mark is nowhere at
        which it takes texts apart, that it looks for or puts something else in its place."""
        folds, spaces = FOLDS.search(program), _ANY_SPACE.search(program)
        marks = {found[1] or found[2] for found in _TAKEN_APART.finditer(program)}
        marks |= {*_ESCAPED.findall(program)} | {
            sign for sign in signs_sought([program]) if not sign.isalnum() and not sign.isspace()
        }
        checks: list[tuple[str, Check]] = []
        for name, check in self.checks:
            if spaces and name.endswith(f" {_SINGLE_SPACES}"):
                checks.append((f"{name.removesuffix(_SINGLE_SPACES)}{SPACED}", check))
            elif name.endswith(f" {_SIGNS_SHOWN}"):
                shown = _in_either_case(check) if folds else check
                checks.append((name, _but_for(shown, marks) if marks else shown))
            else:
                checks.append((name, check))
        return Profile(tuple(checks), self.examples)

    def emptied(self, parameters: Collection[str]) -> Profile:
        """The same, where these parameters may be empty texts, whatever their examples are."""
        return self._but_for({f"{name} {FILLED}" for name in parameters})


def profile_of(examples: tuple[Input, ...], names: tuple[str, ...], constants: tuple[Value, ...] = ()) -> Profile:
    """The invariants that all examples keep and at least one of them could have broken.

    `constants` are the program's: where every word shown is one of them, they are the words that it knows, and a
    number that it reckons with, or the next one, is not too large.
    """
    rows = [example.arguments for example in examples if example.arguments]
    if not rows:
        return Profile()
    width = min(len(row) for row in rows)
    checks = []
    known = {c.value for c in constants if isinstance(c, Text) and len(c.value) > 1}
    meant = {number + step for number in reckoned(constants) for step in (0, 1, -1)}
    for place in range(width):
        column = [row[place] for row in rows]
        name = names[place] if place < len(names) else f"argument {place + 1}"
        alike = [value for row in rows for value in row if {type(value)} == {type(v) for v in column}]
        checks += [(f"{name} {said}", _at(place, check)) for said, check in _single(column, alike, known, meant)]
    for one in range(width):
        for two in range(width):
            if one != two:
                checks += _pairs(rows, one, two, names)
    return Profile(tuple(checks), len(rows))


def _in_either_case(check: Check) -> Check:
    """Whether it holds, were all letters small ones, or all capital ones."""
    return lambda row: (
        check(row) or any(check(tuple(_cased(value, how) for value in row)) for how in (str.lower, str.upper))
    )


def _but_for(check: Check, marks: Collection[str]) -> Check:
    """Whether it holds, were these marks not there."""

    def bare(text: str) -> str:
        return "".join(sign for sign in text if sign not in marks)

    return lambda row: check(row) or check(tuple(_cased(value, bare) for value in row))


def _cased(value: Value, how: Callable[[str], str]) -> Value:
    match value:
        case Text(text):
            return Text(how(text))
        case Char(sign):
            return Char(how(sign))
    return rebuilt(value, lambda inner: _cased(inner, how))


def _at(place: int, check: Callable[[Value], bool]) -> Check:
    return lambda row: place >= len(row) or check(row[place])


def _single(
    column: list[Value], alike: list[Value], known: set[str], meant: set[int]
) -> Iterator[tuple[str, Callable[[Value], bool]]]:
    """Invariants of one parameter; `alike` are the values of parameters of its type, `known` the program's words,
    `meant` numbers of any size that it knows."""
    kinds = {type(value) for value in column}
    types = {form for value in column for form in (_type(value), _type(value).partition(" of ")[0])}
    yield _TYPES_SHOWN, lambda value: _type(value) in types
    numbers = [n for value in column for n in _numbers(value)]
    if numbers:
        yield from _number_checks(numbers, meant)
    texts = [t for value in column for t in _texts(value)]
    if texts:
        yield from _text_checks(texts, _few([t for value in alike for t in _texts(value)]))
        words = [word for text in texts for word in text.split()]
        if len(set(words)) > 1 and known.issuperset(words):
            yield "has only words known", lambda value: all(known.issuperset(t.split()) for t in _texts(value))
    many = len(column) >= _TELLING  # a couple of examples are rarely the empty ones
    if many and kinds <= {Sequence, Text, Group, Mapping} and all(has(value, "non-empty") for value in column):
        yield "is not empty", lambda value: has(value, "non-empty")
    longest = max((_length(value) for value in column), default=0)
    most = max(_LEAST_LONG, _LONGER * longest)
    if kinds & {Sequence, Text, Group, Mapping}:
        yield SIZES[1], lambda value: _length(value) <= most
    if kinds == {Sequence}:
        yield from _sequence_checks([value for value in column if isinstance(value, Sequence)])


def _type(value: Value) -> str:
    """The type of a value as deep as its first level, an integer counting as a number with the floats."""
    match value:
        case Sequence(kind, items):
            return f"{kind} of {'/'.join(sorted({type(item).__name__ for item in items}))}" if items else kind
        case Mapping(kind, pairs):
            return f"{kind} of {'/'.join(sorted({type(key).__name__ for key, _ in pairs}))}" if pairs else kind
    return type(value).__name__


def _length(value: Value) -> int:
    match value:
        case Text(v):
            return len(v)
        case Sequence(_, items) | Group(_, items):
            return len(items)
        case Mapping(_, pairs):
            return len(pairs)
    return 0


def _numbers(value: Value) -> list[float]:
    return [v.value for v in walk(value) if isinstance(v, (Int, Float))]


def _raised(value: Value, least: int) -> Value:
    """A value whose numbers below `least` have the other sign, or are `least` where that is more."""
    match value:
        case Int(number) if number < least:
            return Int(max(least, -number))
        case Float(number) if number < least:
            return Float(max(float(least), -number))
    return rebuilt(value, lambda inner: _raised(inner, least))


def _texts(value: Value) -> list[str]:
    return [v.value for v in walk(value) if isinstance(v, (Text, Char))]


def _number_checks(numbers: list[float], meant: set[int]) -> Iterator[tuple[str, Callable[[Value], bool]]]:
    least, most = min(numbers), max(abs(n) for n in numbers)
    if least > 0:
        yield SIGNS[0], lambda value: all(n > 0 for n in _numbers(value))
    elif least == 0:
        yield SIGNS[1], lambda value: all(n >= 0 for n in _numbers(value))
    if len(numbers) >= _MANY and len(set(numbers)) == _BOTH:  # one or the other, such as 0 and 1
        shown = set(numbers)
        yield "has only numbers shown", lambda value: shown.issuperset(_numbers(value))
    large = max(_LEAST_LARGE, _MAGNITUDE * most)
    yield SIZES[0], lambda value: all(abs(n) <= large or abs(n) in meant for n in _numbers(value))


def _class(sign: str) -> str:
    """The class of a character: letters and digits by kind, everything else by itself."""
    if sign.isalpha():
        return "a" if sign.islower() else "A"
    return "0" if sign.isdigit() else sign


def _pattern(text: str) -> str:
    """A text as classes of characters, runs as one: `7/10` is `0/0`."""
    return re.sub(r"(.)\1+", r"\1", "".join(_class(sign) for sign in text))


def _text_checks(texts: list[str], few: dict[str, str]) -> Iterator[tuple[str, Callable[[Value], bool]]]:
    classes = {_class(sign) for text in texts for sign in text}
    if classes & set("aA"):
        classes |= {"a"} if classes & set("a") else set()
    yield (
        _SIGNS_SHOWN,
        lambda value: (
            all(s in few.get(_class(s), s) for t in _texts(value) for s in t)
            and all({_class(s) for s in t} <= classes for t in _texts(value))
        ),
    )
    patterns = {_pattern(text) for text in texts}
    if len(patterns) == 1 and len(texts) > 1 and re.search(r"[^aA0\s]", next(iter(patterns))):
        yield "is written like the examples", lambda value: {_pattern(t) for t in _texts(value)} <= patterns
    if any(" " in text for text in texts) and not any("  " in text or text != text.strip() for text in texts):
        yield _SINGLE_SPACES, lambda value: not any("  " in t or t != t.strip() for t in _texts(value))
    words = [word for text in texts for word in text.split(" ") if word]
    if len(words) > len(texts) and all(len(word) == 1 for word in words):
        yield "has words of one letter", lambda value: all(len(w) <= 1 for t in _texts(value) for w in t.split(" "))
    if all(texts):
        yield FILLED, lambda value: all(_texts(value))
    for opening, closing in ("()", "[]", "{}", "<>"):
        if all(_balanced(t, opening, closing) for t in texts) and any(opening in t for t in texts):
            yield f"has balanced {opening}{closing}", _balance(opening, closing)


def _few(texts: list[str]) -> dict[str, str]:
    """Classes of which so few characters are used so often that these are probably all: `0` and `1`."""
    used = "".join(texts)
    of = {sign: [s for s in used if _class(s) == sign] for sign in ("a", "A", "0")}
    return {sign: "".join(sorted(set(same))) for sign, same in of.items() if len(same) >= 6 and len(set(same)) <= 2}


def _balance(opening: str, closing: str) -> Callable[[Value], bool]:
    return lambda value: all(_balanced(t, opening, closing) for t in _texts(value))


def _balanced(text: str, opening: str, closing: str) -> bool:
    depth = 0
    for sign in text:
        depth += (sign == opening) - (sign == closing)
        if depth < 0:
            return False
    return depth == 0


def _sequence_checks(column: list[Sequence]) -> Iterator[tuple[str, Callable[[Value], bool]]]:
    telling = [value for value in column if len(value.items) > 2]
    if len(telling) > 1 and all(has(value, "ordered") for value in column):
        yield "is ordered", lambda value: has(value, "ordered")
    if len(telling) > 1 and all(has(value, "distinct") for value in column):
        yield "is distinct", lambda value: has(value, "distinct")
    if all(len(value.items) == 2 for value in column) and all(has(value, "ordered") for value in column):
        yield "is an ordered pair", lambda value: has(value, "ordered")
    inner = [value for value in column if value.items and all(isinstance(item, Sequence) for item in value.items)]
    if inner and len(inner) == len(column):
        if all(len({_length(item) for item in value.items}) == 1 for value in inner):
            yield "has rows of one length", lambda value: len({_length(i) for i in _items(value)}) <= 1
        if all(len(value.items) == _length(value.items[0]) for value in inner):
            yield "is square", lambda value: all(len(_items(value)) == _length(i) for i in _items(value))


def _items(value: Value) -> tuple[Value, ...]:
    return value.items if isinstance(value, Sequence) else ()


def _pairs(rows: list[tuple[Value, ...]], one: int, two: int, names: tuple[str, ...]) -> Iterator[tuple[str, Check]]:
    """Invariants between two parameters."""
    left, right = [row[one] for row in rows], [row[two] for row in rows]
    label = " and ".join(names[p] if p < len(names) else f"argument {p + 1}" for p in (one, two))
    collections = (Sequence, Text)
    if one < two and all(isinstance(v, collections) for v in (*left, *right)):
        lengths = [(_length(a), _length(b)) for a, b in zip(left, right, strict=True)]
        if all(a == b for a, b in lengths) and max(a for a, _ in lengths) > 1 and (len(rows) > 1 or lengths[0][0] > 2):
            yield (
                f"{label} are equally long",
                lambda row: len(row) <= max(one, two) or _length(row[one]) == _length(row[two]),
            )
    within = _within(one, two)
    counted = all(isinstance(a, Int) and isinstance(b, collections) for a, b in zip(left, right, strict=True))
    other = isinstance(right[0], Sequence) or len({*map(_length, right)}) > 1  # texts of one length: their form has it
    if counted and other and all(within(row) for row in rows):
        yield f"{label}{WITHIN}", within


def _within(one: int, two: int) -> Check:
    def check(row: tuple[Value, ...]) -> bool:
        if len(row) <= max(one, two):
            return True
        number = row[one]
        return not isinstance(number, Int) or 0 <= number.value <= _length(row[two])

    return check
