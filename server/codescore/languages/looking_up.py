"""What names something else in the same input, because a program looks it up there: `days.get(job)` for the jobs of
another mapping, `units[unit.parent]` for objects in a list.

Nothing is said where it asks whether that is there.  Pure.  Neighbours: `languages.text_forms` (asks),
`evidence.among` (what it means).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import islice

from codescore.languages.assumed import Assumption
from codescore.languages.kinds import Guess
from codescore.languages.quoting import code_of
from codescore.languages.shapes import (
    FloatShape,
    GroupShape,
    IntShape,
    MappingShape,
    RecordShape,
    SequenceShape,
    Shape,
    TextShape,
    TupleShape,
)

_LOOKED_UP = 0.6  # how surely what is looked up is there
_SAID, _UNDIRECTED = 0.85, re.compile(r"\bundirected\b", re.IGNORECASE)  # graphs
_GOES_THROUGH = re.compile(r"\bfor\s+[\w, ()]+\s+in\s+")  # what follows asks for nothing
_BESIDE, _TWO = 0.5, 2  # how surely pairs of names are of those in a list beside them
_ASKS = r"\bin\s+(?:self\.)?{0}\b|\b{0}\.(?:containsKey|has|count|contains|find|getOrDefault)\(|\b{0}\.get\([^()]*,"
_LOOKS = r"\b{0}\s*(?:\[|\.\s*(?:get|at)\()"
#: A list, or what was made for each of its items, in which a field of them is looked up.
_PLACED = r"\b(\w+)\s*(?:\[|\.\s*(?:get|at)\()\s*[\w.]*(?:\[\w+\])?\.{0}(?:\(\))?\s*[\])]"

#: A mapping of the program's own: what it is looked into by is a key, and no place.
_KEPT_BY_KEY = (
    r"\b{0}\s*(?::[^=\n]{{0,80}})?=\s*(?:\{{|(?:\w+\.)?(?:dict|defaultdict|Counter|OrderedDict)\(|"
    r"new (?:Map|\w*HashMap|TreeMap)\b|Object\.create\()|\b(?:\w*[mM]ap)<[^;=\n]{{0,80}}>\s*&?{0}\b"
)
_CALLED, _PLACE = r"\b(\w+)\s*=\s*[\w.\[\]]*\.{0}\b(?!\s*[(.])", r"\b(\w+)\s*(?:\[|\.\s*(?:get|at)\()\s*{0}\s*[\])]"
#: A field that may be -1, or is asked whether it is.
_TOP = r"\b{0}\b[^\n]*(?<![\w.])-1\b|\b{0}(?:\(\))?\s*(?:>=?\s*0|[!=]=\s*-1|<\s*0)"
#: What the items of a list are called one after the other; its size; tables that are made of that; the end of a chain.
_EACH = (
    r"\bfor\s+\w+\s*,\s*(\w+)\s+in\s+enumerate\(\s*{0}\s*\)|\bfor\b[^\n;]{{0,80}}?\b(\w{{1,40}})\s{{0,9}}(?:in|of|:)\s{{0,9}}{0}\b\s*[:)]|"
    r"\b{0}\.forEach\(\(?\s*(\w+)|\b(\w+)\s*=\s*{0}(?:\[\w+\]|\.(?:get|at)\(\w+\))"
)
_SIZE = r"\b(\w+)\s*=\s*(?:len\(\s*{0}\s*\)|{0}\.(?:length|size)\b)"
_TABLE = r"\b(\w+)\s*(?:=|\()\s*[^\n;=]{{0,80}}?\b(?:{0})\b"
_MOST = 12
_END = r"(?<![\w.]){0}\s*(?:[!=]==?\s*-\s*1\b|>=?\s*0|<\s*0|>\s*-\s*1)"


def asked_for(kind: Guess, *, looked_up: bool, field: bool = False) -> None:
    """Note that a program asks whether this is there: where it is looked up in something, that is what may have gaps,
    and what is compared with it, or put there, need not be nothing itself."""
    kind = kind.root()
    kind.lacking |= field
    kind.gaps, kind.optional = kind.gaps or looked_up, kind.optional or not looked_up


def looking_up(shapes: Mapping[str, Shape], source: str) -> Iterator[Assumption]:
    """Which names in parameters are keys of another one, and which fields are places in their own list; `source` is the
    function with all around it and its comments."""
    code = code_of(source)
    yield from _between(shapes)
    yield from _graphs(shapes, source, code)
    for name, shape in shapes.items():
        match shape:
            case MappingShape(TextShape()) if not shape.required and _looked_up(name, code):
                for other, some in shapes.items():
                    if other != name and _names(some):
                        because = f"they are looked up in {name}"
                        yield Assumption(other, "named in", because, weight=_LOOKED_UP, other=name)
            case SequenceShape(RecordShape(_, fields)):
                for field, inner in fields:
                    if isinstance(inner, IntShape) and _placed(field, code):
                        because, least = f"{field} is looked up", -bool(re.search(_TOP.format(field), source))
                        yield Assumption(name, "own places", because, weight=_LOOKED_UP, bound=least, other=field)
            case SequenceShape(IntShape()) if _parents(name, code):
                yield Assumption(name, "own places", "its items are looked up", weight=_LOOKED_UP, bound=-1)


def _between(shapes: Mapping[str, Shape]) -> Iterator[Assumption]:
    """Pairs of names beside the only list of names: edges between nodes, which task comes before which."""
    lists = [name for name, shape in shapes.items() if _all_names(shape)]
    pairs = [name for name, shape in shapes.items() if isinstance(shape, SequenceShape) and _linked(shape.element)]
    if len(lists) == len(pairs) == 1:
        because = f"they are pairs beside {lists[0]}"
        yield Assumption(pairs[0], "named in", because, weight=_BESIDE, other=lists[0])
        yield Assumption(lists[0], "distinct", f"{pairs[0]} are between them", weight=_BESIDE)


def _graphs(shapes: Mapping[str, Shape], source: str, code: str) -> Iterator[Assumption]:
    """Mappings from nodes to their neighbours, which are looked up there; undirected ones where words say so."""
    for name, shape in shapes.items():
        if isinstance(shape, MappingShape) and not shape.required and _neighbours(shape.key, shape.value):
            if _UNDIRECTED.search(source):
                yield Assumption(name, "both ways", "its text says 'undirected'", weight=_SAID)
            elif _looked_up(name, _GOES_THROUGH.sub("for ", code)):
                yield Assumption(name, "own keys", f"they are looked up in {name}", weight=_LOOKED_UP)


def _neighbours(node: Shape, shape: Shape) -> bool:
    """Whether it holds things like a node, alone, with a number each, or as the keys of a mapping."""
    match shape:
        case SequenceShape(element) | GroupShape(element):
            first = element.items[0] if isinstance(element, TupleShape) and element.items else element
            return isinstance(node, (TextShape, IntShape)) and type(first) is type(node)
        case MappingShape(key):
            return isinstance(node, (TextShape, IntShape)) and type(key) is type(node) and not shape.required
    return False


def _all_names(shape: Shape) -> bool:
    return isinstance(shape, (SequenceShape, GroupShape)) and shape.element == TextShape()


def _linked(shape: Shape) -> bool:
    """Whether it is two names, perhaps with a number: what is from one to the other."""
    match shape:
        case TupleShape(items):
            texts = sum(isinstance(one, TextShape) for one in items)
            return texts == _TWO and all(isinstance(one, (TextShape, IntShape, FloatShape)) for one in items)
        case SequenceShape(TextShape(), _, least, most):
            return least == most == _TWO
    return False


def _placed(field: str, code: str) -> bool:
    """Whether a field is a place of something, by itself or under the name that it is given."""
    names = (re.escape(name) for name in re.findall(_CALLED.format(field), code))
    looked = [_PLACED.format(field), *(_PLACE.format(name) for name in names)]
    bases = {found[1] for pattern in looked for found in _first(pattern, code)}
    return any(not re.search(_KEPT_BY_KEY.format(re.escape(base)), code) for base in bases)


def _parents(name: str, code: str) -> bool:
    """Whether the numbers of a list are places in it, or in what is made of its size, unless they are -1."""
    own = re.escape(name)
    items = [own + r"(?:\[\w+\]|\.(?:get|at)\(\w+\))"]
    items += [one for found in _first(_EACH.format(own), code) for one in found.groups() if one]
    sizes = "|".join([rf"{own}\b", *(found[1] for found in _first(_SIZE.format(own), code))])
    tables = "|".join([own, *(found[1] for found in _first(_TABLE.format(sizes), code))])
    looks = rf"\b(?:{tables})\s*(?:\[|\.(?:get|at)\()\s*"
    # One name may be looked up and another compared with -1: `while up[at] != -1: at = up[at]`.
    looked = any(re.search(rf"{looks}{one}\s*[\])]", code) for one in items)
    return looked and any(re.search(_END.format(one), code) for one in items)


def _first(pattern: str, code: str) -> list[re.Match[str]]:
    """The first few matches: a function has no more that matter, and looking for each in it takes its time."""
    return [*islice(re.finditer(pattern, code), _MOST)]


def _looked_up(name: str, code: str) -> bool:
    called = re.escape(name)
    return bool(re.search(_LOOKS.format(called), code)) and not re.search(_ASKS.format(called), code)


def _names(shape: Shape) -> bool:
    """Whether it holds names: a list of texts, or a mapping from texts to such lists or texts."""
    if isinstance(shape, MappingShape):
        return isinstance(shape.key, TextShape) and (isinstance(shape.value, TextShape) or _names(shape.value))
    return isinstance(shape, SequenceShape) and isinstance(shape.element, TextShape)
