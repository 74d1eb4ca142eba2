"""What the words around a function say of its parameters: preconditions in a sentence, or in a parameter's name.

One reader for all languages, as people write comments alike in all of them.  Neighbours: `languages.execution`
(`Assumption`), each language's survey.
"""

from __future__ import annotations

import re
import string
from collections.abc import Iterator, Sequence
from dataclasses import replace

from codescore.languages.execution import Assumption, Property
from codescore.languages.shapes import AnyShape, SequenceShape, Shape, TextShape, TupleShape

_DISTINCT = (
    r"\b(?:guaranteed to|contains?|have|has|with|all|only)(?: only| have)? (?:unique|distinct) "
    r"(?:elements|integers|numbers|values|items)\b|\bno duplicates\b"
)
_WORDS: tuple[tuple[str, Property], ...] = (
    (r"\bnon[- ]?empty\b|\bat least one (?:element|item|number)", "non-empty"),
    (r"\bnon[- ]?negative\b|\bnatural numbers?\b|\bwhole numbers?\b", "non-negative"),
    (r"\bpositive (?:\w+ )?(?:integers?|numbers?|int)\b|\bgreater than (?:0|zero)\b", "positive"),
    (_DISTINCT, "distinct"),
    (
        r"\b(?:is|are|be|being|already|given|a|an|the|in) (?:a )?(?:sorted|ascending|increasing|non-decreasing)\b",
        "ordered",
    ),
)
_RESULT = re.compile(r"\b(?:return|returns|output|result|sort(?:s)? |should be|must be in|obtain|check|whether|if )")
_NAMED: tuple[tuple[str, Property], ...] = (
    (r"(^|_)(sorted|ordered)(_|$)", "ordered"),
    (r"(^|_)(unique|distinct)(_|$)", "distinct"),
)


_OF_TEXTS = re.compile(
    r"\b(?:of|each|any|two|the|all) (?:\w+ ){0,2}?(?:strings|words|texts|names|characters)\b|\bstring (?:list|tuple)"
)
_OF_LISTS = re.compile(r"\b(?:sub-?lists?|lists? of (?:\w+ )?lists|nested lists?|2d|two[- ]dimensional|matrix)\b")
_OF_TUPLES = re.compile(r"\b(?:lists? of (?:\w+ )?tuples|tuples? lists?|tuples)\b")
_TUPLE, _LIST = re.compile(r"\btuples?\b"), re.compile(r"\b(?:lists?|arrays?|sequences?|lst|arr|nums)\d?\b")


def told(shape: Shape, words: str, name: str = "") -> Shape:
    """A shape with what the words say of its elements, as far as nothing else did; the sort of list that they name."""
    prose = " ".join(re.sub(r">>>.*", " ", words).lower().split())
    tuples, lists = bool(_OF_TUPLES.search(prose)), bool(_OF_LISTS.search(prose))
    leaf: Shape = TextShape(string.ascii_lowercase, min_size=1) if _OF_TEXTS.search(prose) else AnyShape()
    match shape:
        case SequenceShape(AnyShape(), "list") if tuples:
            return replace(shape, element=TupleShape((leaf, leaf)))
        case SequenceShape(AnyShape(), "list") if lists:
            return replace(shape, element=SequenceShape(leaf, min_size=1))
        case SequenceShape(SequenceShape(AnyShape()), "list") if isinstance(leaf, TextShape) and not (tuples or lists):
            return replace(shape, element=leaf)
        case SequenceShape(SequenceShape() as inner, "list") if _OF_TUPLES.search(prose) and not _OF_LISTS.search(
            prose
        ):
            shape = replace(shape, element=replace(inner, kind="tuple"))
        case SequenceShape(kind="list") if _TUPLE.search(prose) and not _LIST.search(f"{prose} {name}"):
            shape = replace(shape, kind="tuple")
    return _leaves(shape, leaf)


def _leaves(shape: Shape, leaf: Shape) -> Shape:
    match shape:
        case SequenceShape(AnyShape()):
            return replace(shape, element=leaf)
        case SequenceShape(element):
            return replace(shape, element=_leaves(element, leaf))
    return shape


def said(words: str, names: Sequence[str]) -> Iterator[Assumption]:
    """Sentences that say a property, unless they speak of the result."""
    prose = re.sub(r">>>.*", " ", words)
    for sentence in re.split(r"(?<=[.!?:])\s+|\n\s*\n|\n\s*-", prose):
        lower = " ".join(sentence.lower().split())
        for pattern, property_ in _WORDS:
            found = re.search(pattern, lower)
            if found is None or (property_ == "ordered" and _RESULT.search(lower)):
                continue
            for name in names:
                yield Assumption(name, property_, f"its text says {found[0].strip()!r}", certain=len(names) == 1)


#: What a number that is called so can be (a part of its name), from the calendar and the clock.
_SPANS: tuple[tuple[str, int, int | None], ...] = (
    ("month", 1, 12), ("day", 1, 31), ("hour", 0, 23), ("minute", 0, 59), ("year", 1, 9999), ("percent", 0, 100),
)  # fmt: skip
_ENDS = (
    ("l", "r"), ("lo", "hi"), ("low", "high"), ("left", "right"), ("start", "end"), ("first", "last"), ("min", "max"),
    ("lower", "upper"), ("begin", "end"), ("start", "stop"), ("from", "to"),
)  # fmt: skip
_CALLED = 0.6


def named(names: Sequence[str]) -> Iterator[Assumption]:
    """Properties that a parameter is named after."""
    for name in names:
        because = f"the parameter is called {name!r}"
        for part, low, high in _SPANS:
            if part in name.lower():
                yield Assumption(name, "at least", because, weight=_CALLED, bound=low)
                if high is not None:
                    yield Assumption(name, "at most", because, weight=_CALLED, bound=high)
        for low_name, high_name in _ENDS:
            other = re.sub(rf"(^|_){low_name}(?=_|\d|$)", rf"\g<1>{high_name}", name)
            if other != name and other in names:
                yield Assumption(
                    name, "up to", f"the parameters are called {name!r} and {other!r}", weight=_CALLED, other=other
                )
        if re.search(r"(^|_)(grid|matrix|board|mat)", name.lower()):
            yield Assumption(name, "rows alike", because, weight=_CALLED)
        if re.search(r"interval|(^|_)range", name.lower()):
            yield Assumption(name, "ordered", because, weight=_CALLED)
        if re.fullmatch(r"word\d?", name.lower()):
            yield Assumption(name, "letters", because, weight=_CALLED)
        for pattern, property_ in _NAMED:
            if re.search(pattern, name.lower()):
                yield Assumption(name, property_, f"the parameter is called {name!r}", certain=True)
