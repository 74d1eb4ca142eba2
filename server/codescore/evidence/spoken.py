"""The model of the input in words: what each parameter is, and what is assumed of it and why.  Pure.

Neighbours: `evidence.domain` (the model), `evidence.contract` (`Said`, what is printed).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from codescore.evidence.assumptions import shaped
from codescore.evidence.contract import Said
from codescore.evidence.domain import Domain
from codescore.languages import functions, given
from codescore.languages.assumed import Assumption
from codescore.languages.commands import by_example
from codescore.languages.execution import Entry, Parameter
from codescore.languages.shapes import (
    TO_THE_END,
    AnyShape,
    BlockShape,
    BoolShape,
    BytesShape,
    CallShape,
    CharShape,
    FloatShape,
    GroupShape,
    IntShape,
    JsonShape,
    LinesShape,
    MappingShape,
    NullShape,
    OneOf,
    RecordShape,
    RowShape,
    Samples,
    SelfShape,
    SequenceShape,
    Shape,
    StandardShape,
    TakenShape,
    TextShape,
    TupleShape,
    UpTo,
    Written,
)  # fmt: skip

_PLAIN: dict[type, str] = {
    AnyShape: "any", NullShape: "null", BoolShape: "true or false", BytesShape: "bytes", CharShape: "character",
    SelfShape: "another of them", Samples: "one of the values it knows",
}  # fmt: skip


def explained(domain: Domain) -> tuple[Said, ...]:
    """Every line of the model: first what each parameter is, then what is assumed, the heaviest first."""
    named = bool(domain.members)
    shapes = [said for one in domain.members or (domain,) for said in _parameters(one, named=named)]
    return (*shapes, *(Said("", said, why, weight) for said, why, weight in domain.explained()))


def _parameters(domain: Domain, *, named: bool) -> Iterator[Said]:
    """What each parameter is; `named`: with the name of what takes it.

    Where it is declared that is said first, and what it is beyond its type by itself, with where that comes from.
    """
    entry = domain.entry
    before = f"{entry.name}: " if named else ""
    for one in entry.parameters:
        name, words = f"{before}{one.name}", in_words(one.shape)
        typed = in_words(one.plain) if one.plain is not None else words
        if one.declared:
            yield Said(name, typed, f"declared as {one.declared}")
        if not one.declared or typed != words:
            yield Said(name, words, _source(one, domain))


def _held(shape: Shape, kind: str) -> str:
    """What a mapping holds; of what may be a mapping of its kind again no more than that."""
    match shape:
        case OneOf(options) if any(isinstance(one, MappingShape) and one.kind == kind for one in options):
            others = [one for one in options if not isinstance(one, MappingShape)]
            return " or ".join(dict.fromkeys((*map(in_words, others), f"another such {kind}")))
    return in_words(shape)


def _source(parameter: Parameter, domain: Domain) -> str:
    """Where it comes from what a parameter is, its declared type aside."""
    if isinstance(parameter.shape, TakenShape):
        return "found by trying"
    if isinstance(parameter.shape, LinesShape) and parameter.shape.tried:
        return "how it is used, and what it takes"
    use = "its examples" if domain.entry.examples else "how it is used"
    if not parameter.declared or parameter.plain is None:
        return use
    known, because = replace(parameter, shape=parameter.plain), list[str]()
    for one in sorted(domain.conditions.all(), key=lambda one: -one.weight):
        narrower = _narrowed(known, one)
        if in_words(narrower.shape) != in_words(known.shape) and _narrowed(parameter, one) == parameter:
            known, because = narrower, [*because, one.because]
    told = because if in_words(known.shape) == in_words(parameter.shape) else [use, *because]
    return "; ".join(dict.fromkeys(told))


def _narrowed(parameter: Parameter, assumption: Assumption) -> Parameter:
    return shaped(Entry("", "function", (parameter,)), (assumption,)).parameters[0]


def in_words(shape: Shape) -> str:  # noqa: C901, PLR0911, PLR0912  one form per shape
    """A shape as a person would say it: `list of pairs (any, number)`."""
    match shape:
        case IntShape(low, high):
            return _span("whole number", low, high)
        case FloatShape(low, high):
            return _span("number", low, high)
        case TextShape(written=Written() as form):
            return _form(form)
        case TextShape(alphabet, _, least, most):
            sort = "text" if not alphabet or len(alphabet) > 20 else f"text of {alphabet!r}"
            return "word" if alphabet.isalpha() and len(alphabet) > 20 and least else _sized(sort, least, most)
        case SequenceShape(element, kind, least, most):
            return _sized(f"{'ordered ' * shape.ordered}{kind} of {in_words(element)}", least, most)
        case TupleShape(items, kind):
            inside = ", ".join(in_words(item) for item in items)
            return f"pair ({inside})" if len(items) == 2 and kind == "tuple" else f"{kind} ({inside})"
        case GroupShape(element, kind):
            return f"{kind} of {in_words(element)}"
        case MappingShape(_, _, kind, _, (_, *_) as each):
            return f"{kind} with " + ", ".join(f"{name!r}: {in_words(inner)}" for name, inner in each)
        case MappingShape(key, value, kind):
            return f"{kind} from {in_words(key)} to {_held(value, kind)}"
        case RecordShape(type_, fields):
            return f"{type_} with " + ", ".join(f"{name}: {in_words(inner)}" for name, inner in fields)
        case StandardShape(type_):
            return functions.in_words(type_) if type_ in functions.NAMES else given.in_words(type_)
        case OneOf(options):
            return by_example(options) or " or ".join(dict.fromkeys(in_words(option) for option in options))
        case UpTo(low, name, more):
            return f"{low} … {name}{f' {more:+d}' if more else ''}"
        case CallShape(name):
            return name if not name.endswith("=") else in_words(shape.parameters[0])
        case LinesShape(rows):
            return "; ".join(_row(row) for row in rows)
        case JsonShape(inner):
            return f"JSON of {in_words(inner)}"
        case TakenShape(texts):
            return f"text such as {min(texts, key=len)!r}"
    return _PLAIN.get(type(shape), "any")


def _form(written: Written) -> str:
    """A text with a form: `text of 4 parts (whole number from 0) between '.'`."""
    parts = ", ".join(in_words(part) for part in written.parts)
    blanks = ", perhaps with blanks around it" if written.blanks else ""
    if not written.separator:
        return f"{parts}{blanks}" if written.parts[0] == TextShape(min_size=1) else f"text of a {parts}{blanks}"
    count = f"{written.sizes[0]} parts" if len(set(written.sizes)) == 1 else "parts"
    return f"text of {count} ({parts}) between {written.separator!r}{blanks}"


def _row(row: RowShape | BlockShape) -> str:
    if isinstance(row, BlockShape):
        often = f"{row.times} times" if row.until is None else f"until {row.until!r}, any number of times"
        return f"{often} ({'; '.join(_row(one) for one in row.rows)})"
    tokens = " ".join(f"{name}: {in_words(t)}" if name else in_words(t) for name, t in row.named())
    count = " (any number of the last)" if row.some else "" if row.count is None else f" ({row.count} of them)"
    count += f" (as long as {row.wide} says)" if row.wide is not None else ""
    if row.until == TO_THE_END:
        return f"any number of lines: {tokens}{count}"
    if row.until is not None:
        return f"lines: {tokens}{count}, until {row.until!r}"
    return f"a line: {tokens}{count}" if row.times is None else f"{row.times} lines: {tokens}{count}"


def _span(word: str, low: float | None, high: float | None) -> str:
    if low is None and high is None:
        return word
    return f"{word} from {low}" if high is None else f"{word} up to {high}" if low is None else f"{low} … {high}"


def _sized(word: str, least: int, most: int | None) -> str:
    if most is not None:
        return f"{word}, {least} long" if least == most else f"{word}, {least} … {most} long"
    return f"{word}, at least {least} long" if least > 1 else word
