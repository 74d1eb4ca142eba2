"""Inputs that a reference takes care of by how it is written, and that hardly anybody draws.

Who adds up `int` in a `long`, compares with `Integer.compare`, asks for `isqrt` or `fullmatch`, or goes through a text
by code points means the inputs that need it; a candidate that does without answers otherwise on them alone.  So it is
with things in a list: who gives them back gives all that they hold, and not only what a program looks at.  They are
tried last, where nothing else differs, and what differs there makes a verdict conditional: no text says that such an
input comes.  Pure.  Neighbours: `evidence.far` (numbers that are only large), `evidence.last` (asks).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from itertools import count, cycle

from codescore.evidence.calls import sequence, steps_of
from codescore.evidence.case import Case
from codescore.evidence.cases import Cases
from codescore.evidence.compare import OPAQUE
from codescore.evidence.domain import MATTERS
from codescore.evidence.reach import interesting
from codescore.evidence.shrink import Difference, weight
from codescore.languages.execution import Input
from codescore.languages.fields_named import reckoned_with
from codescore.languages.shapes import UNNAMED
from codescore.languages.standard import is_function, nothing_first
from codescore.languages.values import Call, Int, Mapping, Null, Record, Sequence, Text, Value, rebuilt

_FEW = 6  # inputs that others are made from
_WORD, _DOUBLE = 2**31, 2**53  # what a signed word of 32 bits does not hold, and floating point not exactly
_SQUARE = 10**8
_LONG = 40  # items: more than libraries sort by insertion, which leaves equal ones in order
_MORE = "more"  # what a field is called that no program knows

#: Turns an input into others; of what is in it, every number or every text.
Make = Callable[[Input], Iterator[Input]]


def _numbers(*patterns: tuple[int, ...]) -> Make:
    """All numbers of one argument, or of all, as a pattern says, again and again."""

    def make(given: Input) -> Iterator[Input]:
        for pattern in patterns:
            yield _each(given, range(len(given.arguments)), pattern)
            for place in range(len(given.arguments) if len(given.arguments) > 1 else 0):
                yield _each(given, range(place, place + 1), pattern)

    return make


def _each(given: Input, places: range, pattern: tuple[int, ...]) -> Input:
    numbers = cycle(pattern)

    def change(value: Value) -> Value:
        return Int(next(numbers)) if isinstance(value, Int) else rebuilt(value, change)

    arguments = given.arguments
    return replace(given, arguments=tuple(change(a) if n in places else a for n, a in enumerate(arguments)))


def _texts(*ways: Callable[[str], str]) -> Make:
    """All texts of one argument, written in one of these ways."""

    def make(given: Input) -> Iterator[Input]:
        for write in ways:
            for place, value in enumerate(given.arguments):
                yield given.put(place, _written(value, write))

    return make


def _written(value: Value, write: Callable[[str], str]) -> Value:
    match value:
        case Text(text):
            return Text(write(text))
        case Mapping(_, items):  # what something is looked up by stays as it is
            return replace(value, items=tuple((key, _written(held, write)) for key, held in items))
    return rebuilt(value, partial(_written, write=write))


def _more_fields(given: Input) -> Iterator[Input]:
    """All things in lists with one field more, in each another number."""
    numbers = count(1)

    def change(value: Value, *, listed: bool = False) -> Value:
        value = rebuilt(value, partial(change, listed=isinstance(value, Sequence)))
        match value:
            case Record(type, fields) if listed and type == UNNAMED and fields:
                return replace(value, fields=(*fields, (_MORE, Int(next(numbers)))))
            case Mapping(_, items) if listed and items and all(isinstance(key, Text) for key, _ in items):
                return replace(value, items=(*items, (Text(_MORE), Int(next(numbers)))))
        return value

    yield replace(given, arguments=tuple(map(change, given.arguments)))


def _nothing_held(given: Input) -> Iterator[Input]:
    """What stands under the first key of an argument that is a mapping, or under all, is nothing; not where each key
    has a kind of value, as an object's fields have: what holds mappings beside other things is none of these."""
    for place, value in enumerate(given.arguments):
        match value:
            case Mapping("dict", items) if items and (
                len({type(held) for _, held in items}) == 1 or any(isinstance(held, Mapping) for _, held in items)
            ):
                for most in (1, len(items)):
                    changed = ((key, Null() if n < most else held) for n, (key, held) in enumerate(items))
                    yield given.put(place, replace(value, items=tuple(changed)))


def _nothing_kept(given: Input) -> Iterator[Input]:
    """A number that methods are called with is nothing, the first time or each time; and so is what a function gives
    first that the program is given."""
    steps = steps_of(given)
    places = {(step.name, n): None for step in steps for n, one in enumerate(step.arguments) if isinstance(one, Int)}
    for name, place in places:
        calls = [number for number, step in enumerate(steps) if step.name == name and place < len(step.arguments)]
        for chosen in (calls[:1], calls):
            yield sequence(tuple(_without(s, place) if n in chosen else s for n, s in enumerate(steps)))

    def change(value: Value) -> Value:
        return nothing_first(value) if is_function(value) else rebuilt(value, change)

    again = sequence((*steps[:2], *steps[1:])) if steps else given  # what came first is asked for again
    yield replace(given, arguments=tuple(map(change, again.arguments)))


def _without(step: Call, place: int) -> Call:
    return replace(step, arguments=(*step.arguments[:place], Null(), *step.arguments[place + 1 :]))


def _long_with_ties(given: Input) -> Iterator[Input]:
    """Lists that are longer than what a library sorts by insertion, of which many are alike in one respect: fields or
    places of rows that are the same, texts of one length, numbers that are alike but for their sign."""
    for place, value in enumerate(given.arguments):
        if isinstance(value, Sequence) and value.items:
            sample = value.items[0]
            for items in _ties(sample, [item for item in value.items if type(item) is type(sample)]):
                yield given.put(place, replace(value, items=tuple(items)))


def _ties(sample: Value, known: list[Value]) -> Iterator[list[Value]]:
    match sample:
        case Int():
            yield [Int(number // 2 * (-1) ** number) for number in range(2, _LONG + 2)]
        case Text():
            yield [Text(chr(ord("a") + number % 26) * (1 + number // 26)) for number in range(_LONG)]
        case Record(_, fields):
            for name, _ in fields:
                yield [
                    replace(sample, fields=tuple((f, v if f == name else _numbered(v, n)) for f, v in fields))
                    for n in range(_LONG)
                ]
        case Sequence(_, items):
            for place in range(len(items)):
                yield [
                    replace(sample, items=tuple(v if at == place else _numbered(v, n) for at, v in enumerate(items)))
                    for n in range(_LONG)
                ]
        case _:
            yield [known[number % len(known)] for number in range(_LONG)]


def _numbered(value: Value, number: int) -> Value:
    """A value of the same kind, another one for each number, in no order."""
    number = number * 17 % _LONG
    match value:
        case Int():
            return Int(number)
        case Text():
            return Text(chr(ord("a") + number % 26) + "a" * (number // 26))
    return value


def _a_number(written: str) -> Callable[[str], str]:
    """The last number in a text written otherwise, as readers of numbers take it: ` 1`, `+1`."""
    return lambda text: re.sub(r"(\d+)(?!.*\d)", written, text, count=1, flags=re.DOTALL)


@dataclass(frozen=True, slots=True)
class _Care:
    """What a reference is written with (one of `ours`), more often than a candidate, or a candidate (`theirs`) more
    often than it, which inputs that means, and how it is said that they are not as usual.

    `free`: in places of which no type is declared and with which nothing is reckoned; what uses show of these is then
    no reason against an input.
    """

    said: str
    make: Make
    ours: tuple[re.Pattern[str], ...] = ()
    theirs: tuple[re.Pattern[str], ...] = ()
    free: bool = False

    def taken(self, reference: str, candidate: str) -> bool:
        def more(some: tuple[re.Pattern[str], ...], one: str, other: str) -> bool:
            return not some or any(len(way.findall(one)) > len(way.findall(other)) for way in some)

        return more(self.ours, reference, candidate) and more(self.theirs, candidate, reference)


#: How numbers are kept from overflow, way by way: kept in more bits, made wider before they are reckoned with, compared
#: without a difference, of any size, held against the limits.
_WIDE = tuple(
    map(
        re.compile,
        (
            r"\b(?:long|double|u?int(?:_fast|_least)?64_t)\b",
            r"\((?:long|double)(?: long)?\)|\bstatic_cast<\s*(?:long|double|u?int64_t)|\b[01](?:L|LL)\b",
            r"\b(?:Integer|Long|Double)\.compare\b|\bcomparing\w*\(|\bmidpoint\(",
            r"\bBig(?:Integer|Decimal)\b|\b\w+Exact\(",
            r"\b(?:Integer|Long|Double)\.M(?:AX|IN)_VALUE\b|\bnumeric_limits\b|\bINT_M(?:AX|IN)\b",
        ),
    )
)
_LARGEST = (
    (_WORD - 1,),
    (-_WORD,),
    (_WORD - 1, -_WORD),
    (-_WORD, _WORD - 1),
    (_WORD - 1, 1),
    (1 - _WORD, _WORD - 1),
    (_WORD - 1, 0, -_WORD),
)
_ASKED_FOR_NOTHING = (
    re.compile(r"\?\?|\|\||\bor\b"),
    re.compile(r"\bis (?:not )?None\b|[!=]==? ?(?:null|undefined)\b"),
)
_CARES = (
    _Care(
        "numbers are as large as 32 bits hold",
        _numbers(*_LARGEST),
        ours=_WIDE,
    ),
    _Care(
        "many are equal in a long list",
        _long_with_ties,
        theirs=(re.compile(r"(?<![\w.])(?:sort|partial_sort|nth_element|sort_heap)\("),),
    ),
    _Care(
        "a number needs more than 32 bits",
        _numbers((98_765_432_109,), (2**32 + 1,), (-(2**33) - 7,)),
        theirs=(re.compile(r"\|\s*0\b|~~|(?<!>)>>>?(?![>=])\s*\w|<<\s*\d"),),
    ),
    _Care(
        "a number is larger than floating point holds exactly",
        _numbers((_SQUARE**2 - 1,), ((_SQUARE + 1) ** 2,), (_DOUBLE + 1,), (10**18 + 9,)),
        ours=(re.compile(r"\bisqrt\(|\bFraction\(|\bDecimal\(|\bBigInt\(|\b\d+n\b|\bBig(?:Integer|Decimal)\b"),),
    ),
    _Care(
        "a number in a text has a blank or a sign before it",
        _texts(_a_number(r" \1"), _a_number(r"+\1"), _a_number(r"\1 ")),
        ours=(re.compile(r"0123456789|\bis_?[dD]igit\b|\bisdecimal\b|\[0-9\]|\\d"),),
        theirs=(re.compile(r"\bexcept\b|\bparseInt\(|\bNumber\(|\bNumberFormatException\b|\bstoi\("),),
    ),
    _Care(
        "a text has blanks around it",
        _texts(" {} ".format, "{} ".format),
        theirs=(re.compile(r"\.(?:trim|strip)\("),),
    ),
    _Care(
        "a text ends in a line break",
        _texts(lambda text: text + "\n"),
        ours=(re.compile(r"\bfullmatch\(|\\[zZ]\b|\.matches\("),),
    ),
    _Care(
        "a text has a sign like \N{GRINNING FACE}, of two places",
        _texts(lambda text: text[: len(text) // 2] + "\N{GRINNING FACE}" + text[len(text) // 2 :]),
        ours=(
            re.compile(r"\bcodePoint\w*\(|\bArray\.from\(|/[a-z]*u[a-z]*[),;.]|\bSegmenter\b|\boffsetByCodePoints\("),
        ),
    ),
    _Care(
        "a text is the name of what every object has",
        _texts(lambda _: "constructor"),
        ours=(re.compile(r"\bnew (?:Map|Set)\b|\bcreate\(null\)|\bhasOwn"),),
        theirs=(re.compile(r"=\s*\{\}|\(\{\}|,\s*\{\}\)"),),
    ),
    _Care(
        "what stands under a key is nothing",
        _nothing_held,
        theirs=(re.compile(r"\.get\(|\bsetdefault\("), *_ASKED_FOR_NOTHING),
    ),
    _Care("a value that is only kept is nothing", _nothing_kept, theirs=_ASKED_FOR_NOTHING, free=True),
    _Care("the things in a list have fields that neither looks at", _more_fields),
)


def extremes(cases: Cases, candidate: str, attempt: Callable[[list[Input]], list[Difference]]) -> Iterator[Difference]:
    """What differs on such inputs, one for each care; `candidate` is its text, `attempt` runs both programs."""
    if cases.entry.kind == "script":
        return
    for care in _CARES:
        if care.taken(cases.source, candidate) and (inputs := _inputs(cases, care)):
            yield from _telling(attempt(inputs), care.said)


def _inputs(cases: Cases, care: _Care) -> list[Input]:
    """Made from the inputs that show most, of each answer the longest."""
    usable = interesting([case for case in cases.cases if case.place == "inside"])
    by_answer: dict[str, Case] = {}
    for case in sorted(usable, key=lambda case: len(str(case.given.arguments))):
        by_answer[str((case.expected.value, *(one.value for one in case.expected.steps)))] = case
    taken = list(by_answer.values())[-_FEW:] + list(by_answer.values())[:_FEW]
    found = dict.fromkeys(one for case in taken for one in care.make(case.given) if one != case.given)
    domain = cases.domain
    if care.free:
        return [one for one in found if all(map(partial(_only_kept, cases), steps_of(one)))]
    return [one for one in found if domain.likelihood(one) >= MATTERS or domain.only_larger(one)]


def _only_kept(cases: Cases, step: Call) -> bool:
    """Whether no type is declared of what is nothing in a call, and the reference does not reckon with it."""
    taken = next((one.parameters for one in cases.entry.members if one.name == step.name), ())
    nothing = (one for one, value in zip(taken, step.arguments, strict=False) if isinstance(value, Null))
    return not any(one.declared or reckoned_with(one.name, cases.source) for one in nothing)


def _telling(pairs: Iterable[Difference], said: str) -> list[Difference]:
    """The smallest that counts: the reference answers, and the candidate does so otherwise, or fails."""
    found = [
        (replace(case, place="inside", likely=0.0, unmeant=said), outcome, aspect)
        for case, outcome, aspect in pairs
        if aspect not in ("", OPAQUE)
        and case.place != "rejected"
        and not case.expected.doubt
        and case.expected.how == "return"
        and outcome.how in ("return", "raise")
    ]
    return sorted(found, key=lambda pair: weight(pair[0].given))[:1]
