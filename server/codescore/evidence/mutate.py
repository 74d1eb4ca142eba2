"""Inputs near an input: one or a few small changes to its values, and the steps that make it smaller.

Works on `Value` trees alone; a change keeps the type of what it changes, so that an example of a rich format (`"7/10"`)
stays nearly one.  Neighbours: `evidence.generate` (draws from nothing), `evidence.shrink` (uses `smaller`).
"""

from __future__ import annotations

import math
import re
import string
from collections.abc import Iterable, Iterator
from collections.abc import Sequence as SequenceOf
from dataclasses import replace
from random import Random
from typing import Any

from codescore.evidence.calls import changed_calls, smaller_calls
from codescore.evidence.json_texts import begins_as_json, changed_json
from codescore.evidence.pool import Pool, draw_sign
from codescore.evidence.rising import ascending
from codescore.evidence.standard import changed_standard, smaller_standard
from codescore.evidence.texts import changed_tokens
from codescore.languages.execution import CALLS, Input
from codescore.languages.standard import is_standard
from codescore.languages.values import (
    Bool,
    Call,
    Char,
    Float,
    Group,
    Int,
    Mapping,
    Null,
    Record,
    Sequence,
    Text,
    Value,
    walk,
)  # fmt: skip

#: A program that knows so many signs may read a small language: share of changes to its texts that are to a token.
_SMALL_LANGUAGE, _TOKENS = 3, 0.4
#: Numbers that are words, or stand between signs; share of changes to what is read that are to one of those.
_NUMBERS, _NUMBERED = re.compile(r"(?<![\w.])-?\d{1,18}(?![\w.])"), 0.6
_CODE = 5  # no code is so short
_KINDS = (string.digits, string.ascii_lowercase, string.ascii_uppercase)
_MEETING = 0.4  # of changes to an input with several texts: each text becomes another one of it
_NOTHING = 0.04  # share of changes to a text that leave nothing of it
_AS_JSON = 0.5  # how often a text that begins so is changed as what it says


def near(given: Input, pool: Pool) -> Input:
    """One to three small changes to an input."""
    if not given.arguments:
        return Input((), _stdin(given.stdin, pool)) if given.stdin else given
    arguments = list(given.arguments)
    if pool.several and pool.chance.random() < _MEETING:
        texts = dict.fromkeys(part.value for one in arguments for part in walk(one) if isinstance(part, Text))
        pool = replace(pool, names=tuple(texts) if len(texts) > 1 else ())
    for _ in range(pool.chance.choice((1, 1, 2, 3))):
        place = pool.chance.randrange(len(arguments))
        arguments[place] = change(arguments[place], pool)
    return Input(tuple(arguments), given.stdin)


def recast(given: Input, pool: Pool) -> Input:
    """One to three signs of its texts changed to others of their kind: digits to digits, capitals to capitals."""
    texts = [place for place, one in enumerate(given.arguments) if isinstance(one, Text) and one.value]
    if not texts:
        return near(given, pool)
    arguments = list(given.arguments)
    for _ in range(pool.chance.choice((1, 1, 2, 3))):
        place = pool.chance.choice(texts)
        text = "".join(part.value for part in arguments[place : place + 1] if isinstance(part, Text))
        at = pool.chance.randrange(len(text))
        kind = next((signs for signs in _KINDS if text[at] in signs), text[at])
        arguments[place] = Text(text[:at] + pool.chance.choice(kind) + text[at + 1 :])
    return Input(tuple(arguments), given.stdin)


def codes_in(constants: Iterable[Value]) -> list[Value]:
    """Texts of several digits, also with another sign at the end."""
    return [one for one in constants if isinstance(one, Text) and len(one.value) > _CODE and one.value[:-1].isdigit()]


def coded(given: Input, codes: SequenceOf[Value], pool: Pool) -> Input:
    """The input with codes in the place of its texts."""
    return Input(tuple(pool.chance.choice(codes) if isinstance(one, Text) else one for one in given.arguments))


def _stdin(text: str, pool: Pool) -> str:
    """One token changed, mostly: a text with another layout is seldom what a program reads."""
    places = list(re.finditer(r"\S+", text))
    if not places or pool.chance.random() < 0.1:
        return _text(text, pool.chance, pool)
    whole = {place.span() for place in places}
    numbers = [one for one in _NUMBERS.finditer(text) if one.span() not in whole]
    if numbers and pool.chance.random() < _NUMBERED:
        places = numbers
    place = pool.chance.choice(places)
    word = place[0]
    number = re.fullmatch(r"-?\d{1,18}", word)
    changed = change(Int(int(word)), pool) if number else Text(_text(word, pool.chance, pool))
    written = str(changed.value) if isinstance(changed, (Int, Text)) else word
    return text[: place.start()] + written + text[place.end() :]


def change(value: Value, pool: Pool) -> Value:  # noqa: C901, PLR0911, PLR0912  one form per kind
    """One small change somewhere in a value."""
    chance = pool.chance
    match value:
        case Bool(v):
            return Bool(not v)
        case Int(v):
            steps = (v + 1, v - 1, v + chance.randint(-10, 10), v * 2, v // 2, -v, 0, chance.choice(pool.whole or (1,)))
            return Int(
                chance.choice(steps[:6] if v and abs(v) < 10**12 else steps[:3]) if chance.random() < 0.8 else steps[7]
            )
        case Float(v) if not math.isfinite(v):
            return Float(chance.choice((0.0, 1.5, -v)))
        case Float(v):
            return Float(
                chance.choice((v + 1, v - 1, v * 2, -v, round(v), round(v, 1), v + 0.5, round(v * chance.random(), 2)))
            )
        case Text() if pool.names:
            return Text(chance.choice(pool.names))
        case Text(v) if begins_as_json(v) and chance.random() < _AS_JSON:
            return Text(changed_json(v, lambda one: change(one, pool)))
        case Text(v):
            return Text("" if chance.random() < _NOTHING else _text(v, chance, pool))
        case Char():
            return Char(draw_sign(pool, "", "abcxyzABC019 ,.()"))
        case Sequence(kind, items) if kind == CALLS and items:
            return Sequence(kind, changed_calls(items, pool, change))
        case Call(_, _, _, then) if then and chance.random() < 0.5:
            place = chance.randrange(len(then))
            altered = [one for one in (change(then[place], pool),) if isinstance(one, Call)]
            return replace(value, then=(*then[:place], *altered, *then[place + 1 :]))
        case Call(_, arguments) if arguments:
            place = chance.randrange(len(arguments))
            inside = tuple(change(a, pool) if number == place else a for number, a in enumerate(arguments))
            return replace(value, arguments=inside)
        case Sequence(kind, items):
            return Sequence(kind, tuple(_items(list(items), pool, kind)))
        case Group(kind, items):
            return Group(kind, tuple(dict.fromkeys(_items(list(items), pool, kind))))
        case Mapping(kind, pairs) if pairs:
            place = chance.randrange(len(pairs))
            key, item = pairs[place]
            kept = [pair for number, pair in enumerate(pairs) if number != place]
            action = chance.random()
            if action < 0.3:
                return Mapping(kind, tuple(kept))
            pair = (key, change(item, pool)) if action < 0.7 else (change(key, pool), item)
            return Mapping(kind, tuple(dict([*kept, pair]).items()))
        case Record() if is_standard(value):
            return changed_standard(value, pool)
        case Record(type_, fields, anchor) if fields:
            place = chance.randrange(len(fields))
            changed = [(n, change(v, pool) if number == place else v) for number, (n, v) in enumerate(fields)]
            return Record(type_, tuple(changed), anchor)
    return value


def _items(items: list[Value], pool: Pool, kind: str) -> list[Value]:
    chance = pool.chance
    if not items:
        return items
    place, other = chance.randrange(len(items)), chance.randrange(len(items))
    fixed = kind == "tuple" and len(items) <= 4  # a pair stays a pair
    action = chance.random()
    if action < 0.4 or fixed:
        items[place] = change(items[place], pool)
    elif action < 0.5:
        del items[place]
    elif action < 0.62:
        items.insert(other, items[place])
    elif action < 0.72:
        items.insert(other, change(items[place], pool))
    elif action < 0.8:
        items[place], items[other] = items[other], items[place]
    elif action < 0.85:
        items = items[: place + 1]
    elif action < 0.9:
        items = ascending(items)
    elif action < 0.95:
        items = items[::-1]
    else:
        items[place] = items[other]
    return items


def _text(text: str, chance: Random, pool: Pool) -> str:
    if not text:
        return chance.choice(("a", " ", "0", *(t for t in pool.texts if t)))
    if len(pool.marks) >= _SMALL_LANGUAGE and chance.random() < _TOKENS:
        return changed_tokens(text, pool)
    place, other = chance.randrange(len(text)), chance.randrange(len(text))
    signs = text if chance.random() < 0.7 else "".join(pool.texts) or "abcABC012 "
    sign = chance.choice(signs)
    if text[place].isdigit() and chance.random() < 0.6:
        sign = chance.choice("0123456789")
    elif text[place].isalpha() and chance.random() < 0.4:
        sign = text[place].swapcase() if chance.random() < 0.5 else chance.choice("abcdefghijklmnopqrstuvwxyz")
    words = text.split(" ")
    actions = (
        text[:place] + sign + text[place + 1 :],
        text[:place] + text[place + 1 :],
        text[:place] + sign + text[place:],
        text[: min(place, other)] + text[max(place, other) :],
        text[: place + 1],
        text[::-1],
        text + text[place:],
        " ".join(chance.sample(words, len(words))),
    )
    return chance.choice(actions[:7] if len(words) == 1 else actions)


def smaller(value: Value) -> Iterator[Value]:  # noqa: C901, PLR0912  one form per kind
    """Simpler values than this one, the boldest first."""
    match value:
        case Int(v) if v:
            yield from (
                Int(n)
                for n in dict.fromkeys((0, 1, v // 2 if v > 0 else -(-v // 2), abs(v), v - (1 if v > 0 else -1)))
                if n != v
            )
        case Float(v) if not math.isfinite(v):
            yield Float(0.0)
        case Float(v) if v:
            yield from (Float(n) for n in (0.0, 1.0, float(round(v)) if abs(v) < 1e15 else v, round(v, 1)) if n != v)
        case Text(v) if v:
            yield from (Text(t) for t in _shorter(v))
            yield from (
                Text(v[:n] + "a" + v[n + 1 :]) for n, sign in enumerate(v[:12]) if sign.isalpha() and sign != "a"
            )
        case Bool(True):
            yield Bool(False)
        case Sequence(kind, items) if kind == CALLS and items:
            yield from smaller_calls(items, smaller)
        case Call(_, arguments, _, then):
            yield from (replace(value, then=(*then[:n], *then[n + 1 :])) for n in range(len(then)))
            for n, call in enumerate(then):
                some = (one for one in smaller(call) if isinstance(one, Call))
                yield from (replace(value, then=(*then[:n], one, *then[n + 1 :])) for one in some)
            for number, item in enumerate(arguments):
                for less in smaller(item):
                    yield replace(value, arguments=(*arguments[:number], less, *arguments[number + 1 :]))
        case Sequence(kind, items) if items:
            yield from (Sequence(kind, tuple(kept)) for kept in _shorter(items))
            for number, item in enumerate(items[:20]):
                yield from (Sequence(kind, (*items[:number], less, *items[number + 1 :])) for less in smaller(item))
        case Group(kind, items) if items:
            yield from (Group(kind, tuple(kept)) for kept in _shorter(items))
        case Mapping(kind, pairs) if pairs:
            yield from (Mapping(kind, tuple(kept)) for kept in _shorter(pairs))
            for number, (key, item) in enumerate(pairs[:12]):
                yield from (
                    Mapping(kind, (*pairs[:number], (key, less), *pairs[number + 1 :])) for less in smaller(item)
                )
        case Record() if is_standard(value):
            yield from smaller_standard(value)
        case Record(type_, fields, anchor):
            for number, (name, item) in enumerate(fields):
                if not isinstance(item, Null):
                    yield Record(type_, (*fields[:number], (name, Null()), *fields[number + 1 :]), anchor)
                for less in smaller(item):
                    yield Record(type_, (*fields[:number], (name, less), *fields[number + 1 :]), anchor)


def _shorter(whole: Any) -> Iterator[Any]:  # noqa: ANN401  a text or a tuple
    half = len(whole) // 2
    if half > 1:
        yield whole[:half]
        yield whole[half:]
    if len(whole) == 1:
        yield whole[:0]
    elif len(whole) <= 30:
        for number in range(len(whole)):
            yield whole[:number] + whole[number + 1 :]
