"""Shapes of a Python parameter: from its annotation, its examples, the way it is used, or at last its name.

Neighbours: `usage` (what it is used for), `surveying` (asks), `languages.shapes`.
"""

from __future__ import annotations

import ast
import re

from codescore.languages.python.run.kinds import Kind
from codescore.languages.shapes import (
    AnyShape,
    BoolShape,
    BytesShape,
    FloatShape,
    GroupShape,
    IntShape,
    MappingShape,
    NullShape,
    OneOf,
    RecordShape,
    Samples,
    SelfShape,
    SequenceShape,
    Shape,
    TextShape,
    TupleShape,
)  # fmt: skip
from codescore.languages.shown import one_of
from codescore.languages.values import (
    Text,
)  # fmt: skip

_DEEPEST = 5
#: What people call things (a word of the name decides).
_NAMES: tuple[tuple[str, Shape], ...] = (
    ("s str string text word words sentence message msg paragraph line char letter phrase prefix suffix", TextShape()),
    ("lst arr array list nums numbers seq sequence items values data elements xs ys digits", SequenceShape(IntShape())),
    ("d dict map mapping table", MappingShape(TextShape(), IntShape())),
    ("matrix grid board rows", SequenceShape(SequenceShape(IntShape()))),
    ("flag is has should", BoolShape()),
)
_PLAIN: dict[str, Shape] = {
    "int": IntShape(), "float": FloatShape(), "complex": FloatShape(), "bool": BoolShape(), "str": TextShape(),
    "bytes": BytesShape(), "None": NullShape(), "number": OneOf((IntShape(), FloatShape())), "Any": AnyShape(),
}  # fmt: skip
_SEQUENCES = {"list": "list", "sequence": "list", "iterable": "list", "collection": "list", "deque": "deque",
              "iterator": "iterator", "mutablesequence": "list"}  # fmt: skip
_SETS = {"set": "set", "frozenset": "frozenset", "abstractset": "set", "mutableset": "set"}
_MAPS = ("dict", "mapping", "mutablemapping", "defaultdict", "ordereddict", "counter")


def of_annotation(node: ast.expr | None) -> Shape | None:
    """The shape that an annotation says, None where it says nothing that we know."""
    match node:
        case ast.Constant(None):
            return NullShape()
        case ast.Constant(str() as text):
            try:
                return of_annotation(ast.parse(text, mode="eval").body)
            except (SyntaxError, ValueError):
                return None
        case ast.BinOp(left, ast.BitOr(), right):
            return one_of([of_annotation(left), of_annotation(right)])
        case ast.Name(name) | ast.Attribute(_, name):
            return _bare(name)
        case ast.Subscript(ast.Name(name) | ast.Attribute(_, name), inside):
            arguments = inside.elts if isinstance(inside, ast.Tuple) else [inside]
            return _generic(name.lower(), arguments)
    return None


def _bare(name: str) -> Shape | None:
    lower = name.lower()
    if lower in _SEQUENCES:
        return SequenceShape(AnyShape(), _SEQUENCES[lower])
    if lower == "tuple":
        return SequenceShape(AnyShape(), "tuple")
    if lower in _SETS:
        return GroupShape(IntShape(), _SETS[lower])
    if lower in _MAPS:
        return MappingShape(TextShape(), IntShape())
    return _PLAIN.get(name)


def _generic(name: str, arguments: list[ast.expr]) -> Shape | None:
    shapes = [of_annotation(argument) or AnyShape() for argument in arguments]
    if name == "optional":
        return one_of([*shapes, NullShape()])
    if name == "union":
        return one_of(shapes)
    if name in _SEQUENCES:
        return SequenceShape(shapes[0], _SEQUENCES[name])
    if name == "tuple":
        if len(arguments) == 2 and isinstance(arguments[1], ast.Constant) and arguments[1].value is ...:
            return SequenceShape(shapes[0], "tuple")
        return TupleShape(tuple(shapes))
    if name in _SETS:
        return GroupShape(shapes[0], _SETS[name])
    if name in _MAPS:
        return MappingShape(shapes[0], shapes[-1] if len(shapes) > 1 else IntShape())
    return None


def of_name(name: str) -> Shape | None:
    """The shape that a parameter's name suggests."""
    words = re.findall(r"[A-Za-z][a-z]*", name) or [name]
    for word in (name.lower(), *(w.lower() for w in reversed(words))):
        for known, shape in _NAMES:
            if word in known.split():
                return shape
    return None


def of_kind(kind: Kind, name: str = "", around: tuple[Kind, ...] = ()) -> Shape | None:
    """The shape that use suggests; None where nothing is known."""
    kind = kind.root()
    if kind in around:
        return SelfShape() if any(k.root().fields for k in around) else None
    if len(around) >= _DEEPEST:
        return None
    shape = _tested(kind, _by_votes(kind, name, (*around, kind)), around)
    if shape is not None and kind.optional and not around:
        return OneOf((shape, NullShape()))
    return shape


def _tested(kind: Kind, shape: Shape | None, around: tuple[Kind, ...]) -> Shape | None:
    """With what `isinstance` asks for; what is asked for is one possibility of several."""
    asked = [vote[3:] for vote in kind.votes if vote.startswith("is ")]
    options: list[Shape | None] = []
    for name in asked:
        if name in ("list", "tuple") and kind.element is not None and kind.element.root() in (*around, kind):
            options.append(SequenceShape(SequenceShape(IntShape())))
        elif name in ("list", "tuple"):
            options.append(SequenceShape(IntShape(), name))
        else:
            options.append(_bare(name))
    if not any(options):
        return shape
    texts = tuple(Text(c) for c in kind.constants if isinstance(c, str))
    rest = Samples(texts) if texts else None if shape in options else shape
    return one_of([*options, rest or (IntShape() if asked in (["list"], ["tuple"], ["str"]) else None)])


def _by_votes(kind: Kind, name: str, around: tuple[Kind, ...]) -> Shape | None:  # noqa: PLR0911  one form per case
    votes = kind.votes
    if kind.fields and not votes["text"]:
        return _record(kind, around)
    if kind.is_mapping():
        key = of_kind(kind.key, "", around) if kind.key is not None else None
        value = of_kind(kind.value, "", around) if kind.value is not None else None
        return MappingShape(key or TextShape(), value or IntShape())
    if votes["bytes"]:
        return BytesShape()
    if votes["text"] and not votes["list"]:
        return _texts(kind)
    if votes["set"]:
        return GroupShape(_inside(kind, around) or IntShape())
    if votes["list"] or votes["poppable"] or votes["tuple"]:
        return _sequence(kind, around)
    if kind.items is not None:
        return TupleShape(tuple(of_kind(item, "", around) or IntShape() for item in kind.items))
    if kind.element is not None or any(
        votes[word] for word in ("sized", "indexed", "iterable", "container", "sliced", "reversible", "countable")
    ):
        return _sequence_or_text(kind, name, around)
    return _number(kind)


def _texts(kind: Kind) -> TextShape:
    return TextShape(samples=tuple(c for c in kind.root().constants if isinstance(c, str))[:20])


def together(kinds: dict[str, Kind], shapes: dict[str, Shape | None]) -> dict[str, Shape | None]:
    """Parameters whose elements are alike are alike: where one is a text, so is the other."""
    of = {name: kind.root().element for name, kind in kinds.items()}
    roots = {
        element.root(): name
        for name, element in of.items()
        if element is not None and isinstance(shapes[name], TextShape)
    }
    return {
        name: TextShape()
        if isinstance(shape, SequenceShape)
        and (e := of[name]) is not None
        and e.root() in roots
        and not kinds[name].root().votes["list"]
        else shape
        for name, shape in shapes.items()
    }


def _number(kind: Kind) -> Shape | None:
    votes = kind.votes
    if votes["float"]:
        return OneOf((FloatShape(), IntShape()))
    if votes["int"] or votes["number"]:
        return IntShape()
    if votes["bool"]:
        return BoolShape()
    return IntShape() if votes["ordered"] or votes["numeric"] else None


def _inside(kind: Kind, around: tuple[Kind, ...]) -> Shape | None:
    return of_kind(kind.element, "", around) if kind.element is not None else None


def _sequence(kind: Kind, around: tuple[Kind, ...]) -> Shape:
    if kind.items is not None and kind.votes["tuple"] and not kind.votes["list"]:
        return TupleShape(tuple(of_kind(item, "", around) or IntShape() for item in kind.items))
    return SequenceShape(
        _inside(kind, around) or IntShape(), "tuple" if kind.votes["tuple"] > kind.votes["list"] else "list"
    )


def _sequence_or_text(kind: Kind, name: str, around: tuple[Kind, ...]) -> Shape:
    inside = _inside(kind, around)
    element = kind.element.root() if kind.element is not None else Kind()
    if isinstance(inside, TextShape) and element.votes["character"]:
        return _texts(element)
    guess = of_name(name)
    if inside is None and guess is not None and isinstance(guess, (TextShape, SequenceShape)):
        return guess
    if isinstance(inside, TextShape) and isinstance(guess, TextShape):
        return guess
    listed = SequenceShape(inside or IntShape())
    if re.search(r"seq|iter|coll|tup", name.lower()) and not around[1:]:  # what is called a sequence need not be a list
        return OneOf((listed, SequenceShape(inside or IntShape(), "tuple")))
    return listed


def _record(kind: Kind, around: tuple[Kind, ...]) -> Shape:
    fields = {}
    for name, field in kind.fields.items():
        fields[name] = of_kind(field, name, around) or IntShape()
    return RecordShape("Node", tuple(sorted(fields.items())), linked=True)
