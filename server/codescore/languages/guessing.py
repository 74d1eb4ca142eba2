"""Shapes of a parameter whose type is not declared: from the way it is used, or at last its name.

One reader for all languages.  Neighbours: `languages.kinds` (what it is used for), each language's survey (asks),
`languages.shapes`.
"""

from __future__ import annotations

import re
from dataclasses import replace

from codescore.languages.called import LETTERS, names_in, of_name
from codescore.languages.deep_data import branches, lists, nested, nodes
from codescore.languages.forms import form_of, measured, reckoned
from codescore.languages.given import DROPPED, TELLING
from codescore.languages.held_patterns import matching
from codescore.languages.holders import holders, within
from codescore.languages.kinds import DEFAULTED, NUMBERS, UNREAD, WHOLE, Guess
from codescore.languages.shapes import (
    UNNAMED,
    AnyShape,
    BoolShape,
    BytesShape,
    FloatShape,
    GroupShape,
    IntShape,
    JsonShape,
    MappingShape,
    NullShape,
    OneOf,
    RecordShape,
    Samples,
    SelfShape,
    SequenceShape,
    Shape,
    StandardShape,
    TextShape,
    TupleShape,
)  # fmt: skip
from codescore.languages.shown import one_of
from codescore.languages.special import UNFINITE, with_special
from codescore.languages.standard import FUNCTIONS, PARTS
from codescore.languages.values import Text

_DEEPEST = 5
#: What a value of a standard type is not.
_UNLIKE_STANDARD = ("text", "list", "map", "set", "tuple", "bytes", "bool", "int", "float")
#: What is said of an element that may be a number and a text as well.
_VAGUE = {"ordered", "maximum", "written"}
_NO_NUMBERS = {"list", "tuple", "dict", "set", "frozenset", "bool", "str"}
_PLAIN: dict[str, Shape] = {
    "int": IntShape(), "float": FloatShape(), "complex": FloatShape(), "bool": BoolShape(), "str": TextShape(),
    "bytes": BytesShape(), "None": NullShape(), "number": OneOf((IntShape(), FloatShape())), "Any": AnyShape(),
}  # fmt: skip
SEQUENCES = {"list": "list", "sequence": "list", "iterable": "list", "collection": "list", "deque": "deque",
              "iterator": "iterator", "mutablesequence": "list"}  # fmt: skip
SETS = {"set": "set", "frozenset": "frozenset", "abstractset": "set", "mutableset": "set"}
MAP_KINDS = {"counter": "Counter", "defaultdict": "defaultdict", "ordereddict": "OrderedDict"}
_NAMING = "a name"  # a vote for keys of which nothing else is known
MAPS = ("dict", "mapping", "mutablemapping", "defaultdict", "ordereddict", "counter")


def of_word(name: str) -> Shape | None:
    """The shape of a type by its name alone."""
    lower = name.lower()
    if name in PARTS:
        return StandardShape(name)
    if lower in SEQUENCES:
        return SequenceShape(AnyShape(), SEQUENCES[lower])
    if lower == "tuple":
        return SequenceShape(AnyShape(), "tuple")
    if lower in SETS:
        return GroupShape(AnyShape(), SETS[lower])
    if lower in MAPS:
        return MappingShape(TextShape(), AnyShape(), MAP_KINDS.get(lower, "dict"))
    return _PLAIN.get(name)


def settled(shape: Shape, depth: int = 0) -> Shape:
    """With whole numbers for the elements of which nothing is known."""
    match shape:
        case AnyShape() if depth:
            return IntShape()
        case SequenceShape(element) | GroupShape(element):
            return replace(shape, element=settled(element, depth + 1))
        case TupleShape(items):
            return replace(shape, items=tuple(settled(item, depth + 1) for item in items))
        case MappingShape(key, value):
            each = tuple((name, settled(inner, depth + 1)) for name, inner in shape.each)
            return replace(shape, key=settled(key, depth + 1), value=settled(value, depth + 1), each=each)
        case OneOf(options):
            return replace(shape, options=tuple(dict.fromkeys(settled(option, depth) for option in options)))
    return shape


def _unlinked(shape: Shape) -> bool:
    """Whether it is no object, whose links end in nothing anyway."""
    parts = shape.options if isinstance(shape, OneOf) else (shape,)
    return all(isinstance(one, (BoolShape, FloatShape, IntShape, SequenceShape, TextShape)) for one in parts)


def of_kind(kind: Guess, name: str = "", around: tuple[Guess, ...] = ()) -> Shape | None:
    """The shape that use suggests; None where nothing is known."""
    kind = kind.root()
    if kind in around:
        return SelfShape() if any(k.root().fields for k in around) else None
    if len(around) >= _DEEPEST:
        return None
    shape = _tested(kind, _by_votes(kind, name, (*around, kind)), around)
    if kind.votes[UNFINITE]:
        shape = with_special(shape or FloatShape())
    inside = bool(around)  # what a place in a list or mapping lacks says nothing of what comes by itself
    if shape is None and inside and kind.lacking:  # all that is known is that it may be nothing
        shape = IntShape()
    if shape is not None and (kind.optional or (kind.gaps and inside)) and (not inside or _unlinked(shape)):
        return OneOf((shape, NullShape()))
    return shape


def _tested(kind: Guess, shape: Shape | None, around: tuple[Guess, ...]) -> Shape | None:
    """With what `isinstance` asks for; what is asked for is one possibility of several."""
    asked = [vote[3:] for vote in kind.votes if vote.startswith("is ")]
    if "dict" in asked and isinstance(shape, MappingShape) and kind.value is not None and kind.value.root() is kind:
        return nested(shape, listed="list" in asked, empty=kind.optional)
    options: list[Shape | None] = []
    grown = any(item.root() is kind for item in kind.items or ())
    for name in asked:
        if name in ("list", "tuple") and grown:
            options.append(branches(kind, name, lambda item: of_kind(item, "", (*around, kind))))
        elif name in ("list", "tuple") and kind.element is not None and kind.element.root() in (*around, kind):
            options.append(lists(name))
        elif name in ("list", "tuple"):
            options.append(SequenceShape(IntShape(), name))
        else:
            options.append(StandardShape(name) if name in PARTS else of_word(name))
    if not any(options):
        return shape
    texts = tuple(Text(c) for c in kind.constants if isinstance(c, str))
    grown = grown or any(option == lists(name) for option, name in zip(options, asked, strict=True))
    one_asked = asked[1:] and isinstance(shape, SequenceShape) and shape.kind in asked
    rest = Samples(texts) if texts else None if shape in options or grown or one_asked else shape
    if grown and rest is None and not around:
        return one_of(options)
    truth = BoolShape() if kind.votes["bool"] and BoolShape() not in options else None
    return one_of([*options, rest or _unlike(asked, inside=bool(around)), truth])


def _unlike(asked: list[str], *, inside: bool) -> Shape | None:
    """What else there may be where a program asks for one type; of what is passed itself, only a number."""
    several = asked[1:] and {*asked} <= _NO_NUMBERS
    if several or asked in (["list"], ["tuple"], ["str"]) or all(one in ("function", *FUNCTIONS) for one in asked):
        return IntShape()
    return TextShape() if inside and asked in (["int"], ["float"], ["dict"]) else None


def _by_votes(kind: Guess, name: str, around: tuple[Guess, ...]) -> Shape | None:  # noqa: PLR0911  one form per case
    votes = kind.votes
    if kind.own is not None:
        return kind.own
    if amounts := measured(kind):
        return TextShape(samples=amounts)
    standard = max((vote for vote in votes if vote in PARTS), key=votes.__getitem__, default=None)
    if standard is not None and votes[standard] >= max(votes[other] for other in _UNLIKE_STANDARD):
        return StandardShape(TELLING if votes[DROPPED] >= votes[standard] else standard)
    if kind.fields and not votes["text"]:
        return _record(kind, around)
    if kind.is_mapping():
        key = _plain(of_kind(kind.key, "", around)) if kind.key is not None else None
        if kind.key is not None and key is None:
            kind.key.vote("text", _NAMING)  # and so is whatever is compared with it
        key = None if kind.key is not None and kind.key.root().votes.keys() == {"text", _NAMING} else key
        return _mapping(kind, key or TextShape(LETTERS, min_size=1), around)
    if votes["bytes"]:
        return BytesShape()
    if kind.document is not None:
        return JsonShape(settled(of_kind(kind.document, "", around) or AnyShape(), 1))
    if (votes["text"] or (votes[UNREAD] and not votes.keys() & NUMBERS)) and not votes["list"]:
        return _number(kind) if reckoned(kind) else matching(kind.votes, _texts(kind))
    if votes["set"]:
        return GroupShape(_inside(kind, around) or AnyShape())
    if votes["list"] or votes["poppable"] or votes["tuple"]:
        return _sequence(kind, name, around)
    if kind.items is not None:
        items = tuple(of_kind(item, "", around) or AnyShape() for item in kind.items)
        return TupleShape(items, "tuple" if len(around) > 1 or _tupled(name) else "list")
    if kind.element is not None or any(
        votes[word] for word in ("sized", "indexed", "iterable", "container", "sliced", "reversible", "countable")
    ):
        return _sequence_or_text(kind, name, around)
    return None if len(around) > 1 and votes.keys() <= _VAGUE else _number(kind)


def _plain(key: Shape | None) -> Shape | None:
    """A key as it stands in a mapping: what may be a function instead is none there."""
    if not isinstance(key, OneOf):
        return key
    return one_of([one for one in key.options if not (isinstance(one, StandardShape) and one.type in FUNCTIONS)])


def _texts(kind: Guess, whole: Guess | None = None) -> TextShape:
    """Texts with the words it is compared with, in the form that the whole is taken apart by."""
    samples = tuple(c for c in kind.root().constants if isinstance(c, str))[:20]
    return TextShape(samples=samples, written=form_of((whole or kind).root()))


def of_kinds(kinds: dict[str, Guess]) -> dict[str, Shape | None]:
    """The shapes that use suggests for the parameters of one function, by name; None where nothing is known.

    What is found out of one of them (the keys of a mapping are texts) holds for those before it, too.
    """
    for _ in range(2):
        shapes = {name: of_kind(kind, name) for name, kind in kinds.items()}
    return _together(kinds, shapes)


def _mapping(kind: Guess, key: Shape, around: tuple[Guess, ...]) -> MappingShape:
    """A mapping; where it is looked into by literal keys alone, and what they give is not alike, each has its own."""
    names = [c for c in (kind.key.root().constants if kind.key is not None else ()) if isinstance(c, str)]
    value = of_kind(kind.value, "", around) if kind.value is not None else None
    if kind.value is not None or not kind.entries:
        return MappingShape(key, value or AnyShape(), required=tuple(map(Text, names)))
    again = {name: back for name, entry in kind.entries.items() if (back := _back(entry.root(), kind))}
    known = {name: of_kind(entry, name, around) for name, entry in kind.entries.items() if name not in again}
    given = [shape for shape in known.values() if shape is not None]
    telling = any(shape is None and isinstance(of_name(name), TextShape) for name, shape in known.items())
    if not again and len(set(given)) <= 1 and len(given) in (0, len(known)) and not telling:
        return MappingShape(key, given[0] if given else AnyShape(), required=tuple(map(Text, names)))
    each = tuple((name, shape or of_name(name) or IntShape()) for name, shape in known.items())
    left_out = {name for name, entry in kind.entries.items() if entry.root().votes[DEFAULTED]}
    shape = MappingShape(key, AnyShape(), required=tuple(Text(n) for n in names if n not in left_out), each=each)
    return nodes(shape, again) if again else shape


def _back(entry: Guess, kind: Guess) -> str:
    """How what a mapping has under a key leads back to its like: it is one, or it has some; "" where it does not."""
    inner = entry.element.root() if entry.element is not None else None
    return "one" if entry is kind else "several" if inner is kind else ""


def _together(kinds: dict[str, Guess], shapes: dict[str, Shape | None]) -> dict[str, Shape | None]:
    """Parameters that are alike, or whose elements are: where one is a text, so is the other."""
    of = {name: kind.root().element for name, kind in kinds.items()}
    texts = {kind.root() for name, kind in kinds.items() if isinstance(shapes[name], TextShape)}
    roots = {
        element.root(): name
        for name, element in of.items()
        if element is not None and isinstance(shapes[name], TextShape)
    }
    made = {
        name: TextShape()
        if isinstance(shape, SequenceShape)
        and (kinds[name].root() in texts or ((e := of[name]) is not None and e.root() in roots))
        and not kinds[name].root().votes["list"]
        else shape
        for name, shape in shapes.items()
    }
    for name, shape in made.items():  # a text that is called a character is one
        called = of_name(name)
        if isinstance(shape, TextShape) and isinstance(called, TextShape) and called.max_size == 1:
            made[name] = called
    for name, holder in holders(kinds).items():  # what is looked for is like what it is looked for in
        shape, around = made[name], made[holder]
        if shape is None and isinstance(around, (SequenceShape, GroupShape)):
            called = of_name(name) if isinstance(around.element, AnyShape) else None
            made[name] = called if isinstance(called, TextShape) else settled(around.element, 1)
    for name, kind in kinds.items():  # of what nothing is known, and what is somewhere in another one, too
        if made[name] is None and any(kind.root() in within(other) for n, other in kinds.items() if n != name):
            made[name] = settled(AnyShape(), 1)
    return made


def sought(kinds: dict[str, Guess]) -> frozenset[str]:
    """Parameters that are like the elements of another one: they do not count or measure."""
    return frozenset(holders(kinds))


def _number(kind: Guess) -> Shape | None:
    votes = kind.votes
    if votes["float"]:
        return OneOf((FloatShape(), IntShape()))
    if votes["int"] or votes["number"]:
        return IntShape()
    if votes["bool"]:
        return BoolShape()
    return IntShape() if votes["ordered"] or votes["numeric"] or votes["written"] else None


def _inside(kind: Guess, around: tuple[Guess, ...]) -> Shape | None:
    return of_kind(kind.element, "", around) if kind.element is not None else None


def _sequence(kind: Guess, name: str, around: tuple[Guess, ...]) -> Shape:
    if kind.items is not None and kind.votes["tuple"] and not kind.votes["list"]:
        return TupleShape(tuple(of_kind(item, "", around) or AnyShape() for item in kind.items))
    tupled = kind.votes["tuple"] > kind.votes["list"] or (kind.votes["tuple"] and _tupled(name))
    return _long(kind, SequenceShape(_inside(kind, around) or AnyShape(), "tuple" if tupled else "list"))


def _long(kind: Guess, shape: SequenceShape) -> SequenceShape:
    """As long as it is taken to be: at least so far as it is indexed, and no longer where nothing else is done."""
    if not kind.least:
        return shape
    most = None if kind.votes.keys() & WHOLE or kind.votes["list"] or kind.least < 2 else kind.least
    return replace(shape, min_size=kind.least, max_size=most)


def _tupled(name: str) -> bool:
    """Whether a name says that it is a tuple."""
    words = names_in(name)
    return bool({"tup", "tuple", "tuplex"} & set(words)) and not {"list", "lst", "tuples"} & set(words)


def _sequence_or_text(kind: Guess, name: str, around: tuple[Guess, ...]) -> Shape:
    inside = _inside(kind, around)
    element = kind.element.root() if kind.element is not None else Guess()
    guess = of_name(name) if name else None
    words = element.votes.keys() and element.votes.keys() <= {"sized", "container"} and not element.items
    if (words and element.element is None) or (words and isinstance(guess, TextShape)):
        return SequenceShape(TextShape(LETTERS, min_size=1))
    longer = any(isinstance(known, str) and known[1:] for known in element.constants)  # `token == "and"`: no letter
    if isinstance(inside, TextShape) and element.votes["character"] and not element.votes["sliced"] and not longer:
        row = len(around) > 1 and kind.least > 1  # of a board: as long as it is looked into
        return replace(_texts(element, kind), min_size=kind.least if row else 0)
    letters = isinstance(inside, SequenceShape) and isinstance(inside.element, TextShape)
    if letters and isinstance(guess, SequenceShape) and isinstance(guess.element, TextShape):
        return guess  # words whose letters are gone through
    told = element.element or element.items or element.fields
    vague = inside is None or (element.votes.keys() <= _VAGUE and not told)
    paired = isinstance(guess, SequenceShape) and isinstance(guess.element, TupleShape)
    if paired and element.votes["ordered"]:  # `t < edge`: no pair, whatever it is called
        guess = None
    if vague and isinstance(guess, SequenceShape) and not (inside and isinstance(guess.element, AnyShape)):
        return _several(_long(kind, guess), name, around)
    if inside is None and isinstance(guess, TextShape):
        return guess
    if isinstance(inside, TextShape) and isinstance(guess, TextShape):
        return guess
    row = len(around) > 1 and kind.least > 1 and kind.votes.keys() <= {"indexed", "ordered"}  # a pair in a list
    listed = _long(kind, SequenceShape(inside or AnyShape(), "tuple" if row or _tupled(name) else "list"))
    return _several(listed, name, around)


def _several(shape: SequenceShape, name: str, around: tuple[Guess, ...]) -> Shape:
    """What is called a sequence need not be a list."""
    if re.search(r"seq|iter|coll", name.lower()) and not around[1:]:
        return OneOf((shape, replace(shape, kind="tuple")))
    return shape


def _record(kind: Guess, around: tuple[Guess, ...]) -> Shape:
    fields = {}
    for name, field in kind.fields.items():
        called = of_name(name)  # of what is only passed on the name tells whether it is a text
        fields[name] = of_kind(field, name, around) or (called if isinstance(called, TextShape) else IntShape())
    optional = tuple(sorted(name for name, field in kind.fields.items() if field.root().votes[DEFAULTED]))
    return RecordShape(UNNAMED, tuple(sorted(fields.items())), linked=True, optional=optional)
