"""What people give to programs by custom, and no program says: times of a day in whole minutes, no two people of one
name in a list of people, and signs in texts beside what the words of a program show beside them.

Nothing is said where a program speaks of seconds, or of what stands there more than once.  Pure.  Neighbours:
`languages.text_forms` (asks), `evidence.properties` (what these properties mean).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from codescore.languages.assumed import Assumption, Property
from codescore.languages.called import names_in
from codescore.languages.commands import asked_words, is_amount, written
from codescore.languages.described import descriptions
from codescore.languages.known_formats import finds_out, first_called, known_formats
from codescore.languages.quoting import code_of, forms, places, such, words_of
from codescore.languages.shapes import (
    FloatShape,
    IntShape,
    MappingShape,
    OneOf,
    RecordShape,
    SequenceShape,
    Shape,
    StandardShape,
    TextShape,
    TupleShape,
    anywhere,
)
from codescore.languages.standard import DATETIME, TIME
from codescore.languages.values import Text

#: How surely times have no seconds; things that are told apart by a name are all different; signs stand as shown.
_MINUTES, _APART, _SHOWN = 0.5, 0.5, 0.5
_OUTLINE, _SIMPLE = 0.5, 0.85  # that a polygon does not touch itself: by custom, and where words say so
_LISTED = 0.6  # that texts are in one of the forms that words list
_SUCH = 0.7  # that they are like those that words show for all
#: Seconds that are only reckoned into minutes, or hours.
_RECKONED = re.compile(r"\b\w*[sS]econds?(?:\(\))?\s*\)*\s*/{1,2}\s*\(?\s*(?:60|3600)\b")
_SECONDS = re.compile(
    r"(?<![a-z])sec(?:s|onds?)?(?![a-z])|Seconds?(?![a-z])|SECONDS?\b|(?<![a-z])nanos?|Nanos?|:ss\b|%S"
)
#: What speaks of one thing that is there more than once, or collects what is.
_TWICE = re.compile(
    r"duplicat|repeat|unique|distinct|more than once|twice|(?:same|equal) \w+s?\b|several times|count|occur|frequen|"
    r"Counter|groupingBy|groupby|group_by|merge\(|getOrDefault|setdefault|defaultdict|(?<!\.)\b[sS]et\(|\bset<|HashSet|TreeSet|"
    r"\+=\s*1\b|\]\s*\+=|\?\?|\bhas\(|get\([^()]*,\s*(?:0|\[\])\)",
)
_UNIQUE = re.compile(r"[\"'`]?\b(\w+)[\"'`]? (?:is|are) (?:the key\b|always unique\b|unique\b)")
#: By what things are told apart, and what people call a list of what is told apart.
KEYS = frozenset(("id", "name", "code", "key", "isbn", "sku", "email", "username", "login", "iban", "plate", "uuid"))
_TOLD_APART = frozenset((
    "people", "persons", "members", "users", "students", "teams", "players", "participants", "guests", "customers",
    "employees", "friends", "candidates", "ids", "keys", "codes", "columns", "headers", "fields", "cities", "stations",
    "nodes", "vertices",
))  # fmt: skip

#: Words before "sorted" in the name of a function that takes what is in order, or looks for something in it.
_OF_SORTED = frozenset(("from", "intersect", "intersection", "median", "merge", "of", "search"))
_LOOKING = frozenset(("binary", "contains", "find", "index", "locate", "search"))
_LISTS = frozenset(("array", "arrays", "arr", "list", "lists", "nums", "numbers", "sequence"))
_IN_ORDER = 0.8

_POLYGONS = frozenset(("polygon", "poly", "vertices", "corners", "outline"))
_SAID_SIMPLE = re.compile(r"(?i)\bsimple,? (?:\w+ )?polygon|\bnot (?:cross|intersect|touch)\w* itself|self-intersect")
_CORNERS, _TWO = 3, 2


#: What says that numbers are 0 and 1: `1 lives, 0 does not`, `0 is free and 1 is a wall`.
_IS = r"(?:is |are |means? |for |stands for |marks |= ?)?(?:an? |the )?[a-z]+(?: not)?(?: [a-z]+)?"
_COUNTED = "".join(rf"(?<!\b{word} )" for word in ("most", "least", "than", "of", "to", "from", "has", "have", "with"))
_BITS = re.compile(
    rf"{_COUNTED}\b(?:1 {_IS}(?:,|;| and|, and) 0|0 {_IS}(?:,|;| and|, and) 1) {_IS}|"
    r"\b(?:each|every) 1 (?:in (?:a|the) (?:row|grid|matrix|list) )?(?:is|stands|represents|marks|means)\b"
)


#: What says that a text has no letters of the other case, and what brings it into one: `an English noun in lower case`.
_CASED = re.compile(
    r"\b(?:word|noun|verb|name|text|letter|string|sentence)s? (?:is |are )?(?:all )?(?:in |of )?"
    r"(lower|upper)[- ]?case\b",
    re.IGNORECASE,
)
_CHANGES_CASE = re.compile(r"(?i)(?:lower|upper)(?:_?case)?\(|casefold|swapcase|is_?(?:lower|upper)|IGNORECASE|/i\b")
_RESULT = re.compile(r"\b(?:returns?|outputs?|result|gives?|converts?|turns?|makes?|changes?)\b")


def _cased(texts: list[str], program: str, words: str) -> Iterator[Assumption]:
    """Texts that are all in one case, as words say before they speak of the result."""
    prose = " ".join(words.split())
    result = _RESULT.search(prose.lower())
    said = _CASED.search(prose[: result.start()] if result is not None else prose)
    if said is not None and not _CHANGES_CASE.search(program):
        case: Property = "lower case" if said[1].lower() == "lower" else "upper case"
        yield from (Assumption(text, case, f"its text says {said[0]!r}", weight=_SUCH) for text in texts)


def _of_numbers(shape: Shape) -> bool:
    """Whether it is a list of whole numbers, or of such lists."""
    inner = shape.element if isinstance(shape, SequenceShape) else None
    inner = inner.element if isinstance(inner, SequenceShape) else inner
    return isinstance(inner, (IntShape, FloatShape)) or (isinstance(inner, OneOf) and any(map(_number, inner.options)))


def _number(shape: Shape) -> bool:
    return isinstance(shape, (IntShape, FloatShape))


def customary(shapes: Mapping[str, Shape], program: str, source: str) -> Iterator[Assumption]:
    """What is usual of parameters by custom; `program` is the text with its words, `source` all that stands around."""
    yield from known_formats(shapes, program, source)
    yield from search_trees(shapes, program)
    yield from instructions(shapes, source)
    seconds = _SECONDS.search(_RECKONED.sub("", program))
    twice = _TWICE.search(program)
    shown, listed = places(source), forms(source)
    texts = [name for name, shape in shapes.items() if isinstance(shape, TextShape)]
    if len(shapes) == 1 and not texts:  # or the items of the only list
        texts = [n for n, s in shapes.items() if isinstance(s, SequenceShape) and isinstance(s.element, TextShape)]
    if listed and len(texts) in (1, len(shapes)):  # of two that are compared it says how both are written
        for text in texts:
            yield Assumption(text, "listed", "its words list how", weight=_LISTED, other=listed)
    tables = [name for name, shape in shapes.items() if _of_numbers(shape)]
    if len(tables) == 1 and (said := _BITS.search(words_of(source))):
        because = f"its text says {said[0]!r}"
        yield Assumption(tables[0], "at least", because, weight=_SUCH, bound=0)
        yield Assumption(tables[0], "at most", because, weight=_SUCH, bound=1)
    if (pattern := such(source)) and len(texts) in (1, len(shapes)):
        for text in texts:
            yield Assumption(text, "whole match", "its text says 'such as'", weight=_SUCH, other=pattern)
    yield from _cased(texts if len(texts) in (1, len(shapes)) else [], program, words_of(source))
    sorted_ = _takes_sorted(names_in(first_called(program)))
    for name, shape in shapes.items():
        if (
            sorted_
            and isinstance(shape, SequenceShape)
            and isinstance(shape.element, (IntShape, FloatShape, TextShape))
        ):
            yield Assumption(name, "ordered", "the function is called so", weight=_IN_ORDER)
        if shown and isinstance(shape.element if isinstance(shape, SequenceShape) else shape, TextShape):
            yield Assumption(name, "placed", "its words show texts with these", weight=_SHOWN, other=shown)
        if not seconds and _clocked(shape):
            yield Assumption(name, "whole minutes", "it never speaks of seconds", weight=_MINUTES)
        if _outlined(name, shape):
            weight = _SIMPLE if _SAID_SIMPLE.search(source) else _OUTLINE
            because = "its text says so" if weight == _SIMPLE else f"it is called {name!r}"
            yield Assumption(name, "outline", because, weight=weight)
            yield Assumption(name, "size at least", because, weight=weight, bound=_CORNERS)
        told = _told_key(shape, descriptions(words_of(source), name, [*shapes]))
        if told:
            yield Assumption(name, "told apart", f"its text says that {told!r} is", weight=_SUCH, other=told)
        key = "" if twice or told else _key(name, shape)
        if key:
            because = f"they are told apart by {key!r}" if key != name else f"it is called {name!r}"
            property_: Property = "told apart" if key != name else "distinct"
            yield Assumption(name, property_, because, weight=_APART, other=key if key != name else "")


def _takes_sorted(words: list[str]) -> bool:
    """Whether a function takes lists in order by its name (`merge_sorted_lists`, `sortedArrayToTree`); one that is
    called `sorted_list` gives one."""
    if "sorted" not in words:
        return False
    at = words.index("sorted")
    behind = words[at + 1 :]
    before = words[at - 1] if at else ""
    looked = words[0] in _LOOKING and before == "in"
    taken = before in _OF_SORTED or looked or (not at and behind[1:2] == ["to"])
    return taken and (not behind or behind[0] in _LISTS)


def _outlined(name: str, shape: Shape) -> bool:
    """Whether they are the corners of a polygon: points of two numbers in a list that is called so."""
    if not isinstance(shape, SequenceShape) or not {*names_in(name)} & _POLYGONS:
        return False
    element = shape.element
    parts: tuple[Shape, ...] = ()
    if isinstance(element, TupleShape):
        parts = element.items
    elif isinstance(element, RecordShape):
        parts = tuple(inner for _, inner in element.fields)
    elif isinstance(element, SequenceShape) and element.min_size == element.max_size == _TWO:
        parts = (element.element,) * _TWO
    return len(parts) == _TWO and all(isinstance(one, (IntShape, FloatShape)) for one in parts)


def _clocked(shape: Shape) -> bool:
    """Whether there are times of a day in it."""
    return anywhere(shape, lambda one: isinstance(one, StandardShape) and one.type in (TIME, DATETIME))


def _key(name: str, shape: Shape) -> str:
    """The field that the objects in a list are told apart by; of texts the name of their list; "" where nothing is."""
    if not isinstance(shape, SequenceShape):
        return ""
    if isinstance(shape.element, TextShape):
        return name if names_in(name)[-1] in _TOLD_APART else ""
    return next((field for field in _fields(shape.element) if field.lower() in KEYS), "")


def _fields(element: Shape) -> list[str]:
    """What the fields of an object, or the keys of a mapping that has some of its own, are called."""
    if isinstance(element, RecordShape):
        return [field for field, _ in element.fields]
    if isinstance(element, MappingShape):
        return [one.value for one in element.required if isinstance(one, Text)] + [one for one, _ in element.each]
    return []


def _told_key(shape: Shape, words: Iterable[str]) -> str:
    """The field of which the description of a list says that it is the key, or unique."""
    fields = _fields(shape.element) if isinstance(shape, SequenceShape) else []
    said = (found[1] for part in words for found in _UNIQUE.finditer(" ".join(part.split())))
    return next((one for one in said if one in fields), "")


_WEIGHT = 0.6  # how surely a tree is a search tree where the program is called so
#: It makes one of another tree, or asks whether it is one.
_MAKES = frozenset(("to", "is", "recover", "fix", "check", "largest"))


def search_trees(shapes: Mapping[str, Shape], program: str) -> Iterator[Assumption]:
    """Which parameters are trees of a function that is called after search trees, or that are called so themselves.

    What is left of a node is below it, what is right of it above. Nothing is said where a program may be there to find
    that out.
    """
    trees = [name for name, shape in shapes.items() if _branches(shape)]
    if not trees or finds_out(program):
        return
    called = names_in(first_called(program))
    function = _says_so(called) and _MAKES.isdisjoint(called)
    for name in trees:
        if function or _says_so(names_in(name)):
            because = "the function is called so" if function else f"{name!r} is called so"
            yield Assumption(name, "search tree", because, weight=_WEIGHT)


def _says_so(words: list[str]) -> bool:
    return re.search(r"\bbst\b|\bsearch tree\b", " ".join(words)) is not None


def _branches(shape: Shape) -> bool:
    """Whether it is a node with two branches and something that can be compared."""
    if isinstance(shape, OneOf):
        return any(map(_branches, shape.options))
    if not isinstance(shape, RecordShape):
        return False
    held = dict(shape.fields)
    compared = [one for one in held.values() if _ordered(one)]
    return {"left", "right"} <= held.keys() and len(compared) == 1


def _ordered(shape: Shape) -> bool:
    if isinstance(shape, OneOf):
        return all(map(_ordered, shape.options))
    return isinstance(shape, (IntShape, FloatShape, TextShape))


_TOLD = 0.7  # how surely there are no other lines
_LEAST = 3  # commands that words list
_NUMBERS = ("0", "1", "2", "3", "5", "10", "-1")
_NAMES = ("a", "b", "x")
#: What words say behind a command up to the next one: a few names.
_BEHIND = (
    r"(?<![\w'\"]){0}((?:[ \t]+(?:<\w+>|\[?[A-Za-z]\w{{0,9}}\]?)){{0,3}})[ \t]*"
    r"(?=[,.;:()'\"`]|\n|$|[ \t]{{2}}|[ \t]and\b)"
)
_MAKES_NUMBERS = re.compile(r"\b(?:int|float|parseInt|parseFloat|Number|valueOf|sto[ild]\w*)\s*\(")


def instructions(shapes: Mapping[str, Shape], source: str) -> Iterator[Assumption]:
    """The lines of the only list of texts, whose words list the commands asked for: `PUSH n, ADD, JUMP line, HALT`.

    What stands behind a command is a number where the program makes numbers of it, or the name is one of a number; else
    a short word that the program knows.
    """
    lists = [
        n for n, shape in shapes.items() if isinstance(shape, SequenceShape) and isinstance(shape.element, TextShape)
    ]
    code, words = code_of(source), " ".join(words_of(source).split(" "))
    if len(lists) != 1 or "split" not in code:
        return
    plain = re.sub(r"'([\w-]+)'", r'"\1"', code).replace("===", "==").replace("!==", "!=")
    known = list(dict.fromkeys(word for _, word, _, _ in asked_words(plain)))
    found = {word: one for word in known if (one := re.search(_BEHIND.format(re.escape(word)), words)) is not None}
    if len(found) < _LEAST or len(found) < len(known):
        return
    lines = [line for word, one in found.items() for line in _lines(word, one[1].split(), code)]
    yield Assumption(lists[0], "one of", "its words list them", weight=_TOLD, other="\n".join(dict.fromkeys(lines)))


def _of_texts(shape: Shape) -> bool:
    return isinstance(shape, SequenceShape) and isinstance(shape.element, TextShape)


def _lines(word: str, behind: list[str], code: str) -> list[str]:
    """Lines of one command with what its words show behind it."""
    made = _MAKES_NUMBERS.search(code) is not None
    return written(word, tuple(made or is_amount(name.strip("[]")) for name in behind), _NUMBERS, _NAMES)
