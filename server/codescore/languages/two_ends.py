"""Names of the two ends of a span: what is called `start` is not above what is called `end`.

They are those of parameters, of the two of a pair, of fields, of columns.  Pure.  Neighbours: `languages.wording` and
`languages.listed` (what words say), each language's survey (asks).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from codescore.languages.assumed import Assumption, Property
from codescore.languages.called import last_word
from codescore.languages.described import CASE, meant
from codescore.languages.kinds import Guess
from codescore.languages.shapes import GroupShape, RecordShape, SequenceShape, Shape

_ENDING, _LASTING = 0.75, 0.5  # of two ends: in order; and not the same
ENDS = (
    ("l", "r"), ("lo", "hi"), ("low", "high"), ("left", "right"), ("start", "end"), ("first", "last"), ("min", "max"),
    ("lower", "upper"), ("begin", "end"), ("start", "stop"), ("from", "to"), ("begin", "finish"), ("start", "finish"),
    ("from", "until"), ("since", "until"), ("open", "close"), ("opens", "closes"), ("arrival", "departure"),
)  # fmt: skip
#: Who deals with whom.
_PARTIES = (
    ("home", "away"), ("host", "guest"), ("winner", "loser"), ("sender", "receiver"), ("sender", "recipient"),
    ("buyer", "seller"), ("payer", "payee"), ("giver", "taker"), ("debtor", "creditor"), ("lender", "borrower"),
)  # fmt: skip
_APART = 0.6  # how surely these are not the same
_SAID = 0.7  # that they are not the same, where a text says that one is before the other
_BEFORE = re.compile(
    r"\b(?:start|begin|open)\w*\b(?: \w+){0,2}? (?:before|earlier than) (?:(?:the|it|they|its|their|each) ){0,2}"
    r"(?:end|finish|clos|stop)\w*\b"
)
#: Each of several, in the ways of several languages; and what is called as the first or the second of a pair is.
_EACH = r"\bfor\b[^\n;]*?\b(\w+)\s*(?::|\bof\b|\bin\b)\s*{0}\b"
_AT = r"\b(\w+)\s*=\s*(?:{of})(?:{place})(?![\w\[.(])"
_FIRST, _SECOND = r"\[0\]|\.first\b|\.get\(0\)", r"\[1\]|\.second\b|\.get\(1\)"
_NO_SPANS = (("from", "to"), ("first", "last"), ("left", "right"), ("l", "r"))


def ends(parameter: str, one: str, two: str, property_: Property = "pairs ordered") -> Iterator[Assumption]:
    """What the names that a program gives to the two of each pair of a parameter say: `start` is below `end`.

    `ordered` where the parameter is such a pair itself.
    """
    if (one.lower(), two.lower()) in ENDS:
        because = f"the two of a pair are called {one!r} and {two!r}"
        yield Assumption(parameter, property_, because, weight=_ENDING)
        yield Assumption(parameter, property_, because, weight=_LASTING, bound=1)


def in_words(words: str, names: Sequence[str]) -> Iterator[Assumption]:
    """What a text says of the two: `each span starts before it ends`."""
    prose = " ".join(words.split()).lower()
    for sentence in re.split(r"(?<=[.!?;])\s+", prose):
        found = _BEFORE.search(sentence)
        if found is None or CASE.search(sentence[: found.start()]):
            continue
        because = f"its text says {found[0]!r}"
        said = re.findall(r"\w+", found[0])
        called = sorted((name for name in names if name.lower() in said), key=lambda name: said.index(name.lower()))
        match called:
            case [low, high]:  # the two ends are parameters themselves
                yield Assumption(low, "up to", because, weight=_ENDING, bound=1, other=high)
                continue
        for name in meant(sentence, found.span(), names):
            yield Assumption(name, "pairs ordered", because, weight=_ENDING)
            yield Assumption(name, "pairs ordered", because, weight=_SAID, bound=1)


def _parties(shapes: Mapping[str, Shape]) -> Iterator[Assumption]:
    """Nobody plays against himself, or pays himself: two fields of the objects in a list that are called so differ."""
    for name, shape in shapes.items():
        held = shape.element if isinstance(shape, SequenceShape) else None
        fields = [field for field, _ in held.fields] if isinstance(held, RecordShape) else []
        known = {re.split(r"[A-Z_]", field)[0]: field for field in reversed(fields)}
        for one, two in _PARTIES:
            if one in known and two in known:
                both = f"{known[one]}\n{known[two]}"
                because = f"two fields are called {known[one]!r} and {known[two]!r}"
                yield Assumption(name, "two parties", because, weight=_APART, other=both)


def bounds(fields: Sequence[str]) -> tuple[str, ...]:
    """The two fields of an object that are called as the ends of a span are, the lower one first; nothing without.

    An edge leads from one place to any other, and a name has a first part and a last.
    """
    known = {field.lower().strip("_"): field for field in fields}
    spans = [two for two in ENDS if two not in _NO_SPANS]
    return next(((known[low], known[high]) for low, high in spans if low in known and high in known), ())


def spanning(shapes: Mapping[str, Shape]) -> Iterator[Assumption]:
    """What the fields of the objects in a list are called: `start` is below `end`, `home` is not `away`.

    `shapes` are those of parameters.
    """
    yield from _parties(shapes)
    for name, shape in shapes.items():
        held = shape.element if isinstance(shape, (SequenceShape, GroupShape)) else None
        two = bounds([field for field, _ in held.fields]) if isinstance(held, RecordShape) else ()
        if two:
            low, high = (field.lower().strip("_") for field in two)
            yield from ends(name, low, high)


def by_place(names: Iterable[str], program: str) -> Iterator[Assumption]:
    """What a program calls the two of a pair that it takes by their places: `from = added[0], to = added[1]`."""
    for name in names:
        own = re.escape(name)
        each = [re.escape(one) for one in re.findall(_EACH.format(own), program)]
        of_each = "|".join((rf"{own}\[\w+\]", rf"{own}\.get\(\w+\)", *each))
        both: tuple[tuple[Property, str], ...] = (("ordered", own), ("pairs ordered", of_each))
        for property_, of in both:
            first = re.findall(_AT.format(of=of, place=_FIRST), program)
            second = re.findall(_AT.format(of=of, place=_SECOND), program)
            for one, two in zip(first, second, strict=False):
                yield from ends(name, last_word(one), last_word(two), property_)


def called(kinds: Mapping[str, Guess]) -> Iterator[Assumption]:
    """What parameters say whose pairs are taken apart into two names, wherever in a program."""
    for name, kind in kinds.items():
        made = [one.root().element for one in kind.root().mapped]  # from each: `(minutes(a), minutes(b)) for a, b in p`
        pairs: list[tuple[Property, Guess | None]] = [("ordered", kind), ("pairs ordered", kind.root().element)]
        held = kind.root().value  # of a mapping: a list of pairs for each key
        pairs += [("pairs ordered", one) for one in (*made, held.root().element if held is not None else None)]
        for property_, pair in pairs:
            for names in pair.root().called if pair is not None else ():
                if len(names) == 2:
                    yield from ends(name, *names, property_)
