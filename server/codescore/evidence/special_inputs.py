"""Inputs that chance hardly draws, in the order in which they are added: each may lead to the next.

Neighbours: `evidence.session` (asks, before inputs grow by what they reach).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import islice, product
from random import Random

from codescore.evidence.accepted_rows import grow_rows
from codescore.evidence.asked_of import signs_sought
from codescore.evidence.boundaries import at_boundaries
from codescore.evidence.calendars import with_dates
from codescore.evidence.calls import sequence, steps_of
from codescore.evidence.case import texts_at
from codescore.evidence.cases import SEED, Cases, extend
from codescore.evidence.channel import Room
from codescore.evidence.fed_back import feed_back
from codescore.evidence.kinds_of_answers import of_each_kind
from codescore.evidence.mutants import spread
from codescore.evidence.narrower import TAKES_OFF
from codescore.evidence.nearly import nearly_alike
from codescore.evidence.worded import known_words
from codescore.languages.execution import FAILS, Entry, Input
from codescore.languages.forms import PAIRS
from codescore.languages.ordinary import USUAL
from codescore.languages.shapes import TextShape
from codescore.languages.values import Call, Char, Float, Int, Record, Sequence, Text, Value


def add_special(cases: Cases, room: Room) -> None:
    """Add texts that a reference knows or looks for, or that grow, what it gives itself, what stands at its boundaries,
    and runs as long as its numbers say."""
    for add in (
        known_words,
        grow_rows,
        of_few_signs,
        with_nesting,
        with_dates,
        with_blanks,
        with_signs_inside,
        with_endings,
        with_check_signs,
        feed_back,
        at_boundaries,
        of_each_kind,
        with_runs,
        nearly_alike,
        with_failures,
        all_below,
    ):
        add(cases, room)


_WITH = "with"  # what harnesses call such an object
_MOST_FAILING = 24


def with_failures(cases: Cases, room: Room) -> None:
    """Add sequences in which something fails inside of a `with`: who cleans up in a `finally` does so there, too.

    What gives something for `with` is entered for the call behind it; in these there is none, and an error leaves it.
    """
    if not cases.problem:
        extend(cases, room, [(given, False) for given in islice(dict.fromkeys(_failing(cases)), _MOST_FAILING)])


def _failing(cases: Cases) -> Iterator[Input]:
    for case in sorted(cases.inside(), key=lambda case: len(steps_of(case.given))):
        steps = steps_of(case.given)
        for number, outcome in enumerate(case.expected.steps[: len(steps)], 1):
            match outcome.value:
                case Record(type_) if type_ == _WITH and number < len(steps):
                    yield sequence((*steps[:number], Call(FAILS), *steps[number:]))


_AROUND = (" {0}", "{0} ", "  {0} ")
_STRIPPED = 3


def with_blanks(cases: Cases, room: Room) -> None:
    """Add blanks around texts that a reference answers, where it takes blanks off and none has any yet.

    Where texts follow a form of their own hardly one with blanks is drawn that is answered, and nobody sees who does
    not take them off.
    """
    if cases.problem or cases.left <= 0 or not TAKES_OFF.search(cases.source):
        return
    extend(cases, room, [(given, False) for given in _blank_around([case.given for case in cases.inside()])])


def _blank_around(answered: list[Input]) -> Iterator[Input]:
    for place, taken in texts_at(answered):
        known = [one for one in taken if one[1].strip()]
        if any(text != text.strip() for _, text in known):
            continue
        for given, text in known[:_STRIPPED]:
            for around in _AROUND:
                yield given.put(place, Text(around.format(text)))


_MOST_SIGNS = 5  # signs, from which on most texts of a few have another two side by side
_TEXTS, _LONGEST = 24, 7
_OTHER = "a"  # what stands for all others


def of_few_signs(cases: Cases, room: Room) -> None:
    """Add short texts of hardly more than the signs that a reference looks for, where texts are not written in parts.

    `"a",` is one for a program that parts fields and takes quotes. It goes from sign to sign through states, and one
    state comes behind another only where two such signs stand side by side; most texts have one, or none.
    """
    known = {one.value for one in cases.constants if isinstance(one, (Text, Char)) and len(one.value) == 1}
    signs = sorted(known & signs_sought([cases.source]))
    if cases.problem or cases.left <= 0 or not 0 < len(signs) <= _MOST_SIGNS:
        return
    seeds = [case.given for case in cases.inside()]
    extend(cases, room, [(cases.domain.fulfilled(one, cases.pool), False) for one in _short_texts(cases, seeds, signs)])


def _short_texts(cases: Cases, seeds: list[Input], signs: list[str]) -> Iterator[Input]:
    chance = Random(SEED)  # noqa: S311  repeatable
    for place, parameter in enumerate(cases.entry.parameters):
        fitting = [seed for seed in seeds if place < len(seed.arguments) and isinstance(seed.arguments[place], Text)]
        if not fitting or not isinstance(parameter.shape, TextShape) or parameter.shape.written is not None:
            continue
        for _ in range(_TEXTS):
            text = "".join(chance.choices([*signs, _OTHER], k=chance.randrange(1, _LONGEST + 1)))
            yield chance.choice(fitting).put(place, Text(text))


#: What asks how a text ends: a method of that name, one of its last signs.
_ENDS = re.compile(r"\bends_?[wW]ith\s*\(|\[\s*-\s*\d|\blength(?:\(\))?\s*-\s*\d|\bback\s*\(|\$/|\blen\(\w+\)\s*-\s*\d")
_SHORT, _FEWEST, _MOST_ENDINGS = 2, 3, 160  # signs of a text that is an ending, how many there are, and inputs
_STEM = "b"


def with_endings(cases: Cases, room: Room) -> None:
    """Add a word for each two of the short texts that a program knows, one after the other: `buy`, `bay`, `bchs`.

    Who asks what a word ends in, and what stands before that, has a rule for each pair of such texts, of which chance
    makes few.
    """
    short = {one.value for one in cases.constants if isinstance(one, (Text, Char)) and _is_ending(one.value)}
    signs = short | {sign for one in cases.constants if isinstance(one, Text) for sign in _listed(one.value)}
    if cases.problem or cases.left <= 0 or len(short) < _FEWEST or _ENDS.search(cases.source) is None:
        return
    for place, taken in texts_at([case.given for case in cases.inside()]):
        if not taken:  # it is no text
            continue
        given = taken[0][0]
        made = [given.put(place, Text(f"{_STEM}{one}{two}")) for one, two in product(sorted(signs), repeat=2)]
        extend(cases, room, [(one, False) for one in spread(made, _MOST_ENDINGS, lambda _: "")])
        return


def _is_ending(text: str) -> bool:
    return 0 < len(text) <= _SHORT and text.isalpha()


def _listed(text: str) -> str:
    """The signs of a text that lists some: `aeiou`."""
    return text if text.isalpha() and len({*text}) == len(text) > _SHORT and not {*"aeiou"} - {*text.lower()} else ""


_CODE = re.compile(r"\d{5,}[^\d\s]")
_REMAINDER = re.compile(r"%\s*(?:\d|[A-Za-z_])|\bmod\b|\.floorMod\(|\bdivmod\(")
_EACH, _CODES = 24, 2  # texts of each sort; lengths and signs


def with_check_signs(cases: Cases, room: Room) -> None:
    """Add codes whose last sign checks the others, where that may be another sign than a digit (`080442957X`).

    One in eleven such texts is right, so that a dozen of them hardly shows what is asked of the right ones: two dozen
    that end in the sign do, as many in which it stands elsewhere, and as many with the other case of it.
    """
    codes = [one.value for one in cases.constants if isinstance(one, Text) and _CODE.fullmatch(one.value)]
    kinds = dict.fromkeys((len(code), code[-1]) for code in codes)
    if cases.problem or cases.left <= 0 or not kinds or _REMAINDER.search(cases.source) is None:
        return
    for place, taken in texts_at([case.given for case in cases.inside()]):
        if not taken:  # it is no text
            continue
        given, chance = taken[0][0], Random(_EACH)  # noqa: S311  repeatable
        texts = [text for size, sign in [*kinds][:_CODES] for text in _codes(size, sign, chance)]
        extend(cases, room, [(given.put(place, Text(text)), False) for text in texts])
        return


def _codes(size: int, sign: str, chance: Random) -> Iterator[str]:
    """Texts of digits with the sign at the end, somewhere else, and written otherwise."""
    other = sign.swapcase()
    for _ in range(_EACH):
        digits = "".join(chance.choices("0123456789", k=size - 1))
        yield digits + sign
        at = chance.randrange(size - 1)
        yield digits[:at] + sign + digits[at:]
        if other != sign:
            yield digits + other


#: Of an outer pair `a` `A`, one inside of it, `b` `B`, and a third, `c` `C`.
_FORMS = ("abBA", "abAB", "abcCBA", "abcBCA", "aAbB", "aabBAA", "abB", "aBA", "aB", "abBAcC", "AabB", "bBB")
_SEEDS = 2


def with_nesting(cases: Cases, room: Room) -> None:
    """Add texts in which brackets of the kinds that a reference knows stand in one another, or cross: `([])`, `([)]`.

    Who counts each kind by itself takes `([)]` for closed, and of signs drawn one by one hardly any text says
    otherwise.
    """
    if cases.problem or cases.left <= 0:
        return
    known = {sign for one in cases.constants if isinstance(one, (Text, Char)) for sign in one.value}
    pairs = [pair for pair in PAIRS if {*pair} <= known]
    if len(pairs) < 2:
        return
    texts = [_text(form, pairs) for form in _FORMS]
    extend(cases, room, [(given, False) for given in dict.fromkeys(_made(cases, texts, {*"".join(pairs)}))])


def _text(form: str, pairs: list[str]) -> str:
    return "".join(pairs["abc".index(sign.lower()) % len(pairs)][sign.isupper()] for sign in form)


def _made(cases: Cases, texts: list[str], signs: set[str]) -> Iterator[Input]:
    answered = [case.given for case in cases.inside()]
    read = [given for given in answered if signs & {*given.stdin}]
    for given in sorted(read, key=lambda one: len(one.stdin))[:_SEEDS]:
        lines = given.stdin.split("\n")
        place = next(n for n, line in enumerate(lines) if signs & {*line})
        for text in texts:
            yield replace(given, stdin="\n".join((*lines[:place], text, *lines[place + 1 :])))
    for place, taken in texts_at(answered):
        for given, _ in taken[:_SEEDS]:
            yield from (given.put(place, Text(text)) for text in texts)


#: A class of letters, perhaps with others, that is looked for several times in a row, or one of them at a time.
_LETTERS = re.compile(
    r"\[\^?[^\]\n]{0,20}[aA]-[zZ][^\]\n]{0,20}\][+*]|\\[wW]\+|\bis_?alpha\w*\s*\(|\bis_?al(?:pha_?)?num\w*\s*\(|"
    r"\bisLetter\w*\(|\\p\{L\w*\}|\[\[:al(?:pha|num):\]\]"
)
_INSIDE = re.compile(r"(?<=[A-Za-z])(?=[A-Za-z])")
_BETWEEN = ("-", "'", "_", "3", ".")
_PARTED = 3


def with_signs_inside(cases: Cases, room: Room) -> None:
    """Add words with a sign between two of their letters, one kind of sign at a time, where letters are told apart.

    Who finds words by `[a-z]+` takes `well-known` for two, who splits at blanks for one; most texts that are drawn have
    other signs only beside words.
    """
    if cases.problem or cases.left <= 0 or _LETTERS.search(cases.source) is None:
        return
    made = _signs_inside([case.given for case in cases.inside()])
    extend(cases, room, [(given, False) for given in islice(made, _PARTED * len(_BETWEEN) * 2)])


def _signs_inside(answered: list[Input]) -> Iterator[Input]:
    read = [one for one in answered if _INSIDE.search(one.stdin)]
    for given in sorted(read, key=lambda one: -len(one.stdin))[:_PARTED]:
        yield from (replace(given, stdin=_with(given.stdin, sign)) for sign in _BETWEEN)
    for place, taken in texts_at(answered):
        known = [one for one in taken if _INSIDE.search(one[1])]
        for given, text in sorted(known, key=lambda one: -len(one[1]))[:_PARTED]:
            yield from (given.put(place, Text(_with(text, sign))) for sign in _BETWEEN)


def _with(text: str, sign: str) -> str:
    """The text with the sign in the first place between two letters, and in the last."""
    places = [found.start() for found in _INSIDE.finditer(text)]
    for place in sorted({places[0], places[-1]}, reverse=True):
        text = text[:place] + sign + text[place:]
    return text


_MOST_BELOW = 12


def all_below(cases: Cases, room: Room) -> None:
    """Add sequences in which every number that an object is given is below 0, where that is only unusual.

    A largest value that begins with 0 shows in these alone: numbers below 0 beside others hardly ever are the largest.
    They stand outside of the task like all that is unusual.
    """
    if cases.problem or not cases.entry.members:
        return
    places = {member.name: found for member in cases.entry.members[1:] if (found := _unusual(member))}
    made = [*dict.fromkeys(_all_turned(cases, places))] if places else []
    extend(cases, room, [(given, False) for given in made[:: max(1, len(made) // _MOST_BELOW)][:_MOST_BELOW]])


def _unusual(member: Entry) -> set[int]:
    """The places of parameters of which it is merely usual that they are not below 0."""
    names = {one.parameter for one in member.assumptions if one.because == USUAL and not one.part}
    return {place for place, one in enumerate(member.parameters) if one.name in names}


def _all_turned(cases: Cases, places: Mapping[str, set[int]]) -> Iterator[Input]:
    for case in sorted(cases.inside(), key=lambda case: len(steps_of(case.given))):
        steps = steps_of(case.given)
        turned = tuple(_turned(call, places.get(call.name, set())) for call in steps)
        if turned != steps:
            yield sequence(turned)


def _turned(call: Call, places: set[int]) -> Call:
    given = (_below(one) if place in places else one for place, one in enumerate(call.arguments))
    return replace(call, arguments=tuple(given))


def _below(value: Value) -> Value:
    match value:
        case Int(number) if number > 0:
            return Int(-number)
        case Float(amount) if amount > 0:
            return Float(-amount)
    return value


_LEAST, _MOST = 3, 40  # the numbers that may be of things in a row
_NUMBERS, _SEEDS_OF_RUNS, _INPUTS = 3, 3, 40
_SHORT_RUN = 12  # items of what a run is put in
_KINDS = frozenset(("list", "array"))


def with_runs(cases: Cases, room: Room) -> None:
    """Add texts and lists in which one item comes as many times in a row as a number that the reference knows says.

    Who codes runs, or cuts after nine, treats nine alike ones as no other number of them, and chance draws no such run:
    one of nine, one more, one less and twice as many, with something else before and behind.
    """
    known = sorted({one.value for one in cases.constants if isinstance(one, Int) and _LEAST <= one.value <= _MOST})
    if cases.problem or cases.left <= 0 or not known:
        return
    answered = [case.given for case in cases.inside()]
    made = islice(_runs(answered, known[:_NUMBERS], Random(SEED)), _INPUTS)  # noqa: S311  repeatable
    extend(cases, room, [(cases.domain.fulfilled(given, cases.pool), False) for given in made])


def _runs(answered: list[Input], known: list[int], chance: Random) -> Iterator[Input]:
    for place in range(max((len(given.arguments) for given in answered), default=0)):
        fitting = [
            one for one in answered if place < len(one.arguments) and 1 < _size(one.arguments[place]) <= _SHORT_RUN
        ]
        for seed in fitting[:: max(1, len(fitting) // _SEEDS_OF_RUNS)][:_SEEDS_OF_RUNS]:
            for number in known:
                for size in (number, number - 1, number + 1, 2 * number):
                    yield seed.put(place, _with_run(seed.arguments[place], size, chance))


def _size(value: Value) -> int:
    match value:
        case Text(text):
            return len(text)
        case Sequence(kind, items) if kind in _KINDS and len({*items}) > 1:
            return len(items)
    return 0


def _with_run(value: Value, size: int, chance: Random) -> Value:
    """The same with so many of one of its items in the place of it."""
    place = chance.randrange(_size(value))
    match value:
        case Text(text):
            return Text(text[:place] + text[place] * size + text[place + 1 :])
        case Sequence(_, items):
            return replace(value, items=(*items[:place], *[items[place]] * size, *items[place + 1 :]))
    return value
