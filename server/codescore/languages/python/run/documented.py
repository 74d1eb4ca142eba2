"""What a docstring says of the types of parameters: in the ways of Google, NumPy and Sphinx, or in plain words.

    x (list[int], optional): ...      x : array of floats      :param str x: ...      x: a string of letters, ...

A type that stands where these ways put it is as good as an annotation; plain words are heard only where they begin the
description, and what a program does with a value may contradict them.  Pure.
Neighbours: `python.run.surveying` (asks), `python.run.shaping` (annotations).
"""

from __future__ import annotations

import ast
import re
from dataclasses import replace

from codescore.languages.called import names_in, of_name
from codescore.languages.python.run.shaping import of_annotation, or_nothing
from codescore.languages.python.run.standard import Standard
from codescore.languages.shapes import (
    AnyShape,
    BoolShape,
    FloatShape,
    GroupShape,
    IntShape,
    MappingShape,
    NullShape,
    OneOf,
    SequenceShape,
    Shape,
    TextShape,
    TupleShape,
    linked,
)
from codescore.languages.shown import filled, of_values, one_of
from codescore.languages.values import Value
from codescore.languages.wording import told

_DEEPEST, _LONGEST = 3, 120  # how deep types in words are read, and how long they are
#: A parameter with its type, as Google, Sphinx and NumPy have it; NumPy's stands in a section of its own.
_FORMAL = (
    r"^[ \t]*\*{{0,2}}{0}[ \t]?\(([^()\n]{{1,120}}(?:\([^()\n]{{0,80}}\)[^()\n]{{0,40}})?)\)[ \t]?:",
    r"^[ \t]*[:@]type[ \t]+{0}[ \t]*:[ \t]*([^\n]{{1,120}})$",
    r"^[ \t]*[:@]param(?:eter)?[ \t]{{1,8}}([^\s:][^:\n]{{0,80}}?)[ \t]{{1,8}}{0}[ \t]{{0,8}}:",
)
_SECTION = re.compile(r"^[ \t]*(?:Other )?Parameters[ \t]*\n[ \t]*-{3,}[ \t]*\n", re.MULTILINE)
_NEXT = re.compile(r"^[ \t]*\w[\w ]{0,40}\n[ \t]*-{3,}[ \t]*$", re.MULTILINE)
#: Where what a function gives, or fails with, is described.
_RESULTS = re.compile(r"^[ \t]*(?:Returns?|Yields?|Raises)[ \t]*:?[ \t]*$", re.MULTILINE)
_LISTED = r"^[ \t]*{0}[ \t]?:[ \t]*([^\n]{{1,120}})$"
#: A parameter and what is said of it, in plain words.
_DESCRIBED = (
    r"^[ \t]*(?:[-*+][ \t]+)?(?::param[ \t]+)?[`*]{{0,2}}{0}[`*]{{0,2}}[ \t]?(?::|--?|–|—)[ \t]*([^\n]{{1,120}})"
)
_OPTIONAL = re.compile(r"[,;][ \t]*(?:optional|default\b[^,]*|by default\b[^,]*|keyword-only)\b.*$|[ \t]*\(optional\)$")
_OR_NOTHING = re.compile(r"(?:,| or| \|)[ \t]*(?:`{0,2}None`{0,2}|nothing)$")
_BEGINS = r"(?:(?:an?|the|some|any|one|each|its|input|given|original|python)\s+)*"
_TEXTS, _WHOLE = ("string", "strings", "str", "strs", "text", "texts"), ("int", "ints", "integer", "integers")
_REAL, _TRUTHS = ("float", "floats", "decimal", "decimals"), ("bool", "bools", "boolean", "booleans")
_LISTS = ("list", "lists", "array", "arrays", "sequence", "sequences", "iterable", "iterables", "array_like")
_SETS, _MAPS = ("set", "sets"), ("dict", "dicts", "dictionary", "dictionaries", "mapping", "mappings")
_TUPLES = ("tuple", "tuples")
_NUMBERS = ("number", "numbers")
_ANY = "|".join((*_TEXTS, *_WHOLE, *_REAL, *_TRUTHS, *_LISTS, *_SETS, *_MAPS, *_TUPLES, *_NUMBERS))
#: What a word for a type stands before that says what of it is meant: `list index`, `string length`.
_NOUNS = (
    "index|indices|indexes|length|size|sizes|keys?|names?|positions?|counts?|width|height|numbers?|ids?|minimum|maximum|"
    "items?|elements?|entry|entries|values?|separator|type|offset"
)
_QUALIFIED = rf"(?:(?!(?:of|in|to|for|from|with|that|which|{_ANY})\b)[\w-]+\s+){{0,2}}"
_WORD = re.compile(
    rf"{_BEGINS}{_QUALIFIED}({_ANY})\b(?:[- ]?like\b)?(?!-)(?!\s+(?:{_NOUNS})\b)"
    r"(?:\s*(?:of|containing|with|(?=mapping|from|that maps))\s*(.*))?",
    re.IGNORECASE,
)
_HOW_MANY = re.compile(
    rf"{_BEGINS}(?:total |maximum |minimum |whole )?(?:number of|how many|count of)\b", re.IGNORECASE
)
_TO = re.compile(r"^(?:from |mapping |that maps )?(.{1,40}?) (?:to|->) (.{1,60})$")
_SEVERAL = re.compile(r"\s*(?:pairs|tuples|triples|rows|entries|items)\b")
_PLAIN = (IntShape, FloatShape, BoolShape)
_ROW = r"\s*-?[\w.'\"]+(?:\s*,\s*-?[\w.'\"]+)+\s*"
#: Rows that a text shows as lists, not what is looked up or what types are of (`a[i, j]`, `dict[str, int]`); as tuples.
_AS_LISTS = re.compile(rf"(?<![\w\]])\[{_ROW}\](?!\()")
_RETURNED = re.compile(r"\b(?:returns?|gives?|yields?)\b[^.;\n\[]*\[[^\]\n]*\]", re.IGNORECASE)
_AS_TUPLES = re.compile(rf"(?<!\w)\({_ROW}\)|\btuples?\b")


def shape_of(place: ast.arg, used: Shape | None, given: list[Value], words: str, standard: Standard) -> Shape:
    """Annotation, else examples, else use with what the words leave no doubt about, else the name."""
    declared = of_annotation(place.annotation, standard)
    shown = of_values(given) if given else None
    if declared is not None and not linked(used):
        return or_nothing(filled(declared, shown or used), place.annotation)
    if used is not None and NullShape() in (declared, *getattr(declared, "options", ())):
        used = one_of((used, NullShape()))
    if shown is not None:
        return filled(shown, used)
    if (documented := _documented(used, words, place.arg, standard)) is not None:
        return documented
    called = " ".join(names_in(place.arg))
    guessed = told(used or of_name(place.arg) or AnyShape(), words, called)
    shown_as = _RESULTS.split(_RETURNED.sub(" ", words), 1)[0]
    return _in_brackets(guessed) if _AS_LISTS.search(shown_as) and not _AS_TUPLES.search(shown_as) else guessed


def _in_brackets(shape: Shape) -> Shape:
    """A list of rows, which a text shows as lists: `[1, 3] and [3, 5] overlap`."""
    match shape:
        case SequenceShape(TupleShape() as row):
            return replace(shape, element=replace(row, kind="list"))
    return shape


def _documented(used: Shape | None, words: str, name: str, standard: Standard) -> Shape | None:
    """The shape of a parameter by its docstring, filled with what use tells; None where the docstring says nothing."""
    if name not in words or linked(used):
        return None
    called = re.escape(name)
    for pattern in _FORMAL:
        if (found := re.search(pattern.format(called), words, re.MULTILINE)) is not None:
            shape = _typed(found[1], standard)
            return None if shape is None else filled(shape, used)
    for section in _SECTION.finditer(words):
        end = _NEXT.search(words, section.end())
        listed = words[section.end() : end.start() if end is not None else len(words)]
        if (found := re.search(_LISTED.format(called), listed, re.MULTILINE)) is not None:
            shape = _typed(found[1], standard)
            return None if shape is None else filled(shape, used)
    found = re.search(_DESCRIBED.format(called), _RESULTS.split(words, 1)[0], re.MULTILINE)
    shape = _worded(found[1], standard, 0) if found is not None else None
    return filled(shape, used) if shape is not None and _may_be(shape, used) else None


def _may_be(told: Shape, used: Shape | None) -> bool:
    """Whether what plain words call a value can be what a program uses it as."""
    match used:
        case None | AnyShape():
            return True
        case SequenceShape() | TupleShape():
            return not isinstance(told, (*_PLAIN, OneOf))
        case TextShape():
            return isinstance(told, TextShape)
        case IntShape() | FloatShape() | BoolShape():
            return isinstance(told, (*_PLAIN, OneOf))
        case OneOf():
            return True
    return type(told) is type(used)


def _typed(text: str, standard: Standard) -> Shape | None:
    """A type as it is written where a type belongs: as an annotation, or in words."""
    text = _OPTIONAL.sub("", text.strip()).replace("`", "").strip().rstrip(".")
    nothing = _OR_NOTHING.search(text) is not None
    text = re.sub(r":class:|~", "", _OR_NOTHING.sub("", text))
    shape = _annotated(text, standard) or _worded(text, standard, 0, alone=True)
    return one_of((shape, NullShape())) if shape is not None and nothing else shape


def _annotated(text: str, standard: Standard) -> Shape | None:
    try:
        return of_annotation(ast.parse(text.strip(), mode="eval").body, standard)
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        return None


def _worded(text: str, standard: Standard, depth: int, *, alone: bool = False) -> Shape | None:
    """A type in words: `a list of lists of ints`, `dict of str to int`; `alone`: these words are the type."""
    text = text.strip()[:_LONGEST]
    if text.startswith("("):
        inner, _, rest = text[1:].partition(")")
        if inner.strip().lower() in ("optional", "required"):
            return _worded(rest, standard, depth + 1) if depth <= _DEEPEST else None
        if depth > _DEEPEST:
            return None
        tupled = f"tuple[{inner}]" if "," in inner else inner
        shape = _annotated(tupled, standard) or _worded(inner, standard, depth + 1)
        return SequenceShape(shape, "list") if shape is not None and _SEVERAL.match(rest) else shape
    if _HOW_MANY.match(text):
        return IntShape()
    found = _WORD.match(text)
    if found is None or depth > _DEEPEST or (alone and depth == 0 and found.start(1) > _LONGEST // 4):
        return None
    word, inner = found[1].lower(), (found[2] or "").strip()
    shape = _plain(word) or _holding(word, inner, standard, depth)
    return SequenceShape(shape, "list") if depth == 0 and word in ("strings", "texts", "strs") else shape


def _plain(word: str) -> Shape | None:
    for words, shape in ((_TEXTS, TextShape()), (_WHOLE, IntShape()), (_TRUTHS, BoolShape())):
        if word in words:
            return shape
    if word in (*_REAL, *_NUMBERS):
        return OneOf((FloatShape(), IntShape()))
    return None


def _holding(word: str, inner: str, standard: Standard, depth: int) -> Shape:
    """A collection of what the words behind `of` say."""
    if word in _MAPS:
        two = _TO.match(inner)
        sides = (two[1], two[2]) if two is not None else ("", "")
        key, value = (_worded(side, standard, depth + 1) or AnyShape() for side in sides)
        return MappingShape(TextShape() if isinstance(key, AnyShape) else key, value)
    element = _worded(inner, standard, depth + 1) or AnyShape()
    if word in _TUPLES and inner.startswith("("):
        return element
    if word in _SETS:
        return GroupShape(element, "set")
    return SequenceShape(element, "tuple" if word in _TUPLES else "list")
