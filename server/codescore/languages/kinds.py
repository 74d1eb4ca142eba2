"""Kinds: what is known of the type of an expression in a program, gathered while it is read.

One reader of votes for all languages without declared types.  A kind has votes (`int`, `text`, `sized`, `indexed` ...),
and the kinds of its elements, keys, values, items and fields; kinds that must be alike are made one (`unite`).
Neighbours: each language's `run/usage.py` reads programs, `languages.usage_rules` what calls say, `languages.guessing`
turns kinds into shapes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from codescore.languages.shapes import Shape

_Key = TypeVar("_Key")
#: Signs of a text that are taken; signs that are looked for in one.
_FEW, _SIGNS = 12, 40
#: Votes: for a field that is given a value where it is not there; before the picture of a text that a library reads.
DEFAULTED, PICTURED = "defaulted", "pictured:"
#: A vote: it is read as a number, and what is none is expected, too.
UNREAD = "unread"
NUMBERS = {"int", "float", "number"}
#: Uses of a sequence as a whole: its length is then not told by the places that are looked at.
WHOLE = {"iterable", "sized", "sliced", "indexed anywhere", "container", "reversible", "countable"}
_SEQUENCES = {"list", "tuple", "text", "iterable", "indexed", "sliced", "sized", "container", "reversible"}


class Guess:
    """A type variable; two that were made one share their `root`."""

    __slots__ = (
        "_one", "at", "called", "constants", "divided", "document", "element", "entries", "fields", "gaps", "items",
        "key", "lacking", "least", "length", "mapped", "members", "optional", "own", "places", "read", "sought",
        "value", "votes",
    )  # fmt: skip

    def __init__(self, *votes: str) -> None:
        self.votes: Counter[str] = Counter(votes)
        self.element: Guess | None = None
        self.key: Guess | None = None
        self.value: Guess | None = None  # what indexing gives
        self.items: list[Guess] | None = None
        self.fields: dict[str, Guess] = {}
        self.entries: dict[str, Guess] = {}  # what indexing with a literal text gives
        self.members: set[str] = set()  # methods that are called on it, where they tell more than a vote does
        self.constants: dict[object, None] = {}  # literals that it is or is compared with
        self.divided: dict[str, Guess] = {}  # by a separator: the kind of the parts of a text, all of them
        self.length: Guess | None = None
        self.document: Guess | None = None  # what a text says that is read as JSON
        self.mapped: list[Guess] = []  # lists with an item for each of its items
        self.called: dict[tuple[str, ...], None] = {}  # the names that it is taken apart into
        self.at: dict[int, Guess] | None = None  # of the parts of a text: those at places that are written there
        self.sought: tuple[Guess, str] | None = None  # where it is the place of that text in one
        self.read: Guess | None = None  # the text that it is read of, where it is a number
        self.optional = False
        self.lacking = False  # a field of something, and it is asked whether it is there
        self.gaps = False  # where it is looked up in something there may be nothing
        self.own: Shape | None = None  # it is an object of a class of the program, which is made so
        self.least = 0  # it is indexed or taken apart as if it had so many items
        self.places: set[int] = set()  # at which it is indexed
        self._one: Guess | None = None

    def root(self) -> Guess:
        found = self
        while found._one is not None:
            found = found._one
        return found

    def vote(self, *kinds: str) -> Guess:
        found = self.root()
        found.votes.update(kinds)
        return found

    def inside(self) -> Guess:
        """The kind of what iterating over it gives: the signs of a text that is known, or anything."""
        found = self.root()
        found.element = found.element or Guess()
        inner = found.element.root()
        inner.constants.update({c: None for t in found.constants if isinstance(t, str) and len(t) <= _FEW for c in t})
        return inner

    def keyed(self) -> Guess:
        """The kind of what it is indexed with."""
        found = self.root()
        if found.key is None:
            found.key = Guess()
        return found.key.root()

    def valued(self) -> Guess:
        """The kind of what indexing gives: elements of a sequence, values of a mapping."""
        found = self.root()
        if found.votes["list"] or found.votes["text"]:
            return found.inside()
        if found.value is None:
            found.value = Guess()
        return found.value.root()

    def reach(self, place: int) -> None:
        """It is indexed there, from the end where that is negative."""
        found = self.root()
        found.least = max(found.least, place + 1 if place >= 0 else -place)
        found.places.add(place)

    def placed(self, place: int) -> Guess:
        """The kind of what is at a place that is written there: of parts of a text its own, else as of any element."""
        found = self.root()
        items = found.items or []
        if -len(items) <= place < len(items):
            return items[place].root()
        if found.at is None or place < 0:
            return found.valued()
        return found.at.setdefault(place, Guess()).root()

    def gather(self) -> Guess:
        """All parts are alike, also those that are looked up by a place."""
        found = self.root()
        for part in (found.at or {}).values():
            unite(found.inside(), part)
        found.at = None
        return found

    def sized(self) -> Guess:
        """The kind of its length."""
        found = self.root()
        if found.length is None:
            found.length = Guess()
        return found.length.root()

    def said(self) -> Guess:
        """The kind of what it says, read as JSON."""
        found = self.root()
        if found.document is None:
            found.document = Guess()
        return found.document.root()

    def settle(self, seen: set[int] | None = None) -> Guess:
        """Decide, here and inside, whether it is a mapping (iterating gives keys) or a sequence (gives what indexing
        does)."""
        found = self.root()
        seen = set() if seen is None else seen
        if id(found) in seen:
            return found
        seen.add(id(found))
        divided = found.divided.values()
        for several in (found, *found.mapped):
            if several.root().votes.keys() & (WHOLE - {"sized"}):
                several.gather()
        if found.items is None:
            found.items = found.as_many()
        for inner in (
            found.key,
            found.value,
            found.element,
            found.document,
            *(found.items or ()),
            *(found.at or {}).values(),
            *found.fields.values(),
            *divided,
        ):
            if inner is not None:
                inner.settle(seen)
        for inner in found.entries.values():
            unite(found.valued(), inner) if found.value is not None or not found.is_mapping() else inner.settle(seen)
        if found.is_mapping():
            unite(found.keyed(), found.inside())
        elif found.value is not None:
            unite(found.inside(), found.value)
        return found.root()

    def as_many(self) -> list[Guess] | None:
        """Items of its own, where a list with one for each of them is taken apart: `a, b = list(p)`."""
        taken = next((items for one in self.mapped if (items := one.root().items) is not None), None)
        return None if taken is None else [unite(Guess(), self.inside()) for _ in taken]

    def is_mapping(self) -> bool:
        """Whether it is looked into by something else than a place."""
        found = self.root()
        key = found.key.root() if found.key is not None else None
        by_more = key is not None and (key.votes["text"] or key.votes["tuple"] or key.items is not None or key.fields)
        if key is not None and found.element is not None and found.element.root() is key:
            by_more = by_more or not key.votes.keys() & NUMBERS  # `for name in p: p[name]`
        return bool(found.votes["map"] or (by_more and not found.votes["text"] and not found.votes["list"]))

    def field(self, name: str) -> Guess:
        """The kind of an attribute."""
        return self.root().fields.setdefault(name, Guess()).root()

    def entry(self, name: str) -> Guess:
        """The kind of what it gives for a literal key."""
        return self.root().entries.setdefault(name, Guess()).root()

    def parts(self, count: int, names: Iterable[str] = ()) -> list[Guess]:
        """The kinds of its items where it is taken apart into so many, which may be called so."""
        found = self.root()
        found.called[tuple(names)] = None
        if found.items is None or len(found.items) != count:
            found.items = [Guess() for _ in range(count)]
        return found.items


def each_of(made: Guess, over: Guess) -> Guess:
    """What was made has an item for each one of another: the same one, where each stays what it is (`p.strip()`)."""
    over, made = over.root(), made.root()
    over.mapped.append(made)
    if over.at is not None and made.at is None and over.element is not None and made.element is not None:
        made.at = {} if over.element.root() is made.element.root() else None
    return made


@dataclass(frozen=True, slots=True)
class Copy:
    """`{ ...row, seen: 0 }`: what is made, of what, which names are written after it, and whether others come from
    elsewhere too (another copy, a name before it)."""

    made: Guess
    of: Guess
    own: frozenset[str]
    other: bool


def settle_copies(copies: list[Copy]) -> None:
    """What is read of a copy by name is that of what was copied, but for its own names; where nothing is, both are
    looked into alike.  Nothing is left to be settled."""
    while copies:
        copy = copies.pop()
        made, read = copy.made.root(), False
        for mine, theirs in ((made.fields, copy.of.field), (made.entries, copy.of.entry)):
            for name in [name for name in mine if name not in copy.own]:
                unite(theirs(name), mine[name]).vote(*[DEFAULTED] * copy.other)
                read = True
                if mine is made.entries:
                    copy.of.keyed().vote("text").constants[name] = None
        if not read:
            unite(copy.made.keyed(), copy.of.keyed())
            unite(copy.made.valued(), copy.of.valued())


def unite(a: Guess, b: Guess) -> Guess:
    """Make two kinds one."""
    a, b = a.root(), b.root()
    if a is b:
        return a
    b._one = a
    a.votes.update(b.votes)
    a.optional |= b.optional
    a.gaps |= b.gaps
    a.lacking |= b.lacking
    a.least = max(a.least, b.least)
    a.constants.update(b.constants)
    a.members |= b.members
    a.places |= b.places
    a.mapped += b.mapped
    a.sought = a.sought or b.sought
    a.read = a.read or b.read
    a.called.update(b.called)
    for mine, other, name in (
        (a.element, b.element, "element"),
        (a.key, b.key, "key"),
        (a.value, b.value, "value"),
        (a.length, b.length, "length"),
        (a.document, b.document, "document"),
    ):
        if mine is not None and other is not None:
            unite(mine, other)
        elif other is not None:
            setattr(a, name, other)
    if a.items is None:
        a.items = b.items
    elif b.items is not None and len(a.items) == len(b.items):
        for one, two in zip(a.items, b.items, strict=True):
            unite(one, two)
    a.at = b.at if a.at is None else a.at
    for mine_, others in ((a.fields, b.fields), (a.divided, b.divided), (a.entries, b.entries)):
        _merge(mine_, others)
    _merge(a.at or {}, b.at or {})
    return a.root()


def _merge(mine: dict[_Key, Guess], others: dict[_Key, Guess]) -> None:
    """What both have is made one; what others have alone comes along."""
    for name, kind in others.items():
        if name in mine:
            unite(mine[name], kind)
        else:
            mine[name] = kind


def numbers(left: Guess, right: Guess, vote: str) -> Guess:
    """Both are numbers; the result is real where one of them is."""
    real = left.root().votes["float"] or right.root().votes["float"]
    left.vote(vote)
    right.vote(vote)
    return Guess("float" if real else vote)


def among(one: Guess, several: Guess) -> None:
    """One thing is looked for in several, whatever they are; in a text of few signs each of them may be what it is."""
    if several.root().votes["text"]:
        signs = [text for text in several.root().constants if isinstance(text, str) and len(text) <= _SIGNS]
        digits = any(len({*text}) > 1 and text.isdigit() for text in signs)  # `c in "0123456789"`: of a text
        one.vote("text", *["character"] * digits).constants.update(dict.fromkeys(s for text in signs for s in text))
    else:
        for each in (several.vote("container").inside(), *(several.root().items or ())):
            unite(each, one)


def of_constant(value: object) -> tuple[str, ...]:
    """The votes of a literal."""
    match value:
        case bool():
            return ("bool",)
        case int():
            return ("int",)
        case float():
            return ("float",)
        case str():
            return ("text", "character") if len(value) == 1 else ("text",)
        case bytes():
            return ("bytes",)
    return ()


def literal(value: object, *, told: bool = True) -> Guess:
    """The kind of a literal; where it is not `told` what it is, only what it says."""
    kind = Guess(*of_constant(value) if told else ())
    kind.constants[value] = None
    return kind


def product(left: Guess, right: Guess, made: Guess) -> None:
    """`a * b`, now that it is known what is done with it: a product of numbers, or a sequence several times."""
    if made.votes.keys() & _SEQUENCES or made.element is not None:
        one, other = (right, left) if left.votes.keys() & NUMBERS or right.element is not None else (left, right)
        unite(one, made)
        other.vote("int")
    else:
        real = made.votes["float"] and not (left.votes["float"] or right.votes["float"])
        for side in (left, right) if real else ():  # `round(price * 100)`
            side.vote(*[] if side.constants else ["float"])
        numbers(left, right, "number")
        numbers(made, left, "number")
