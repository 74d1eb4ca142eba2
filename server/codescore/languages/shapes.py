"""Shapes: which values a parameter takes, said once for all languages, so that one generator serves them all.

A language's `run/` infers shapes from what only it can read (annotations, declared types, examples, how a
parameter is used); `evidence.generate` turns shapes into values.  A shape is a guess with room for surprise: the
generator also tries boundary values and constants of both programs, within the shape.  Neighbours: `languages.values`,
`languages.execution`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import TypeAlias

from codescore.languages.values import Value

#: Where the lines of an input come any number of times: until there are no more.
TO_THE_END = "\0"
#: The kinds of a sequence and of a mapping that stand for several arguments.
SPREAD, KEYWORDS = "spread", "keywords"


@dataclass(frozen=True, slots=True)
class AnyShape:
    """Nothing is known: whole numbers, texts, lists of whole numbers, in turn."""


@dataclass(frozen=True, slots=True)
class NullShape:
    """Only the null value."""


@dataclass(frozen=True, slots=True)
class BoolShape:
    """True or false."""


@dataclass(frozen=True, slots=True)
class IntShape:
    """Whole numbers from `low` to `high`, both included; None is no limit (small numbers are tried most)."""

    low: int | None = None
    high: int | None = None


@dataclass(frozen=True, slots=True)
class FloatShape:
    """Floating point numbers from `low` to `high`; special values (NaN, infinities) only where `special`.

    `single` keeps them to what 32 bits can say.
    """

    low: float | None = None
    high: float | None = None
    special: bool = False
    single: bool = False


@dataclass(frozen=True, slots=True)
class TextShape:
    """Strings; `alphabet` holds the characters that matter, `samples` whole strings or words worth mixing in."""

    alphabet: str = ""
    samples: tuple[str, ...] = ()
    min_size: int = 0
    max_size: int | None = None
    written: Written | None = None  # the form that its reader takes it apart by


@dataclass(frozen=True, slots=True)
class Written:
    """Text that stands for values: `parts`, over and over, with `separator` between them; `sizes` are numbers of parts
    that are asked for, none where any will do.  `blanks`: white space around it is taken off.
    """

    separator: str
    parts: tuple[Shape, ...]
    sizes: tuple[int, ...] = ()
    blanks: bool = False
    fixed: bool = field(default=False, compare=False)  # its reader takes it to have so many parts and says no more
    within: str = ""  # the two brackets around all of it, which its reader takes off


@dataclass(frozen=True, slots=True)
class CharShape:
    """One character (a `Char` value)."""

    alphabet: str = ""


@dataclass(frozen=True, slots=True)
class BytesShape:
    """Strings of bytes."""


@dataclass(frozen=True, slots=True)
class SequenceShape:
    """Sequences of one kind of element (`kind` as in `values.Sequence`); `max_size` None means about a dozen at
    most."""

    element: Shape
    kind: str = "list"
    min_size: int = 0
    max_size: int | None = None
    ordered: bool = False  # elements ascend
    distinct: bool = False


@dataclass(frozen=True, slots=True)
class TupleShape:
    """Sequences of fixed length with a shape for each place."""

    items: tuple[Shape, ...]
    kind: str = "tuple"


@dataclass(frozen=True, slots=True)
class GroupShape:
    """Sets."""

    element: Shape
    kind: str = "set"


@dataclass(frozen=True, slots=True)
class MappingShape:
    """Mappings."""

    key: Shape
    value: Shape
    kind: str = "dict"
    required: tuple[Value, ...] = ()  # keys that are looked up by name: each mapping has them, and few others
    each: tuple[tuple[str, Shape], ...] = ()  # keys with values of their own, those that are not required now and then


#: What objects are called whose class nobody tells.
UNNAMED = "Node"


@dataclass(frozen=True, slots=True)
class RecordShape:
    """Objects with these fields; `("next", SelfShape())` makes lists, trees and graphs of them.

    `linked`: whether objects may refer to ones made before (shared, cyclic), not only to new ones; `optional`: the
    fields that an object need not have, which is not the same as null there.
    """

    type: str
    fields: tuple[tuple[str, Shape], ...]
    linked: bool = False
    optional: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class StandardShape:
    """Values of one of the types in `languages.standard`, e.g. dates."""

    type: str


@dataclass(frozen=True, slots=True)
class SelfShape:
    """Inside a `RecordShape`: another object of the innermost record around, or null."""


def linked(shape: Shape | None) -> bool:
    """Whether objects of this shape, or those inside it, lead to others of their kind: lists, trees and graphs."""
    match shape:
        case RecordShape(_, fields):
            return any(isinstance(inner, SelfShape) or _leads_back(inner) for _, inner in fields)
        case SequenceShape(element):
            return linked(element)
        case OneOf(options):
            return any(map(linked, options))
    return False


def linked_apart(shape: Shape, *, compared: bool) -> bool:
    """Whether objects of this shape that lead to others are in one place each: no two are `compared`, or each has a
    left and a right one, as trees have.
    """
    records = [one for one in (shape, *getattr(shape, "options", ())) if isinstance(one, RecordShape)]
    led = [dict(one.fields).keys() for one in records if one.fields[1:] or linked(one)]
    return any(not compared or {"left", "right"} <= names for names in led)


def _leads_back(shape: Shape) -> bool:
    match shape:
        case SequenceShape(element):
            return _leads_back(element)
        case OneOf(options):
            return any(map(_leads_back, options))
    return isinstance(shape, SelfShape) or linked(shape)


@dataclass(frozen=True, slots=True)
class OneOf:
    """Any of these shapes."""

    options: tuple[Shape, ...]


@dataclass(frozen=True, slots=True)
class Samples:
    """Exactly these values, e.g. the constants of an enumeration or the words that a program compares with.

    `pattern`: as well any text that this regular expression matches as a whole; those are some of them.
    """

    values: tuple[Value, ...]
    pattern: str = ""


@dataclass(frozen=True, slots=True)
class CallShape:
    """What a call of this name takes, the last `optional` parameters also left out.

    It is an object that a class makes, a step of a sequence, or (`NAME=`) an argument that is given by its name.
    `filling` are calls that may follow on an object, before it is given; `names` are what the parameters are called.
    """

    name: str
    parameters: tuple[Shape, ...] = ()
    optional: int = 0
    filling: tuple[CallShape, ...] = ()
    names: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class CallsShape:
    """Sequences of calls on objects of one class: `make` makes one, `methods` can be called on it, `tells` are those of
    them that show something of its state."""

    make: CallShape
    methods: tuple[CallShape, ...]
    tells: tuple[CallShape, ...] = ()


@dataclass(frozen=True, slots=True)
class UpTo:
    """Inside a `RowShape`: a whole number from `low` to `more` above the token that is called `name`."""

    low: int
    name: str
    more: int = 0


@dataclass(frozen=True, slots=True)
class LinesShape:
    """Text that a whole program reads from its standard input: rows of tokens (a `Text` value comes out).

    A later row may be repeated as often as an earlier token says, or be as long as it says.  `tried`: what a program
    takes had a say in it; `loose`: it goes on behind lines of another form, which it finds by their errors.
    """

    rows: tuple[RowShape | BlockShape, ...]
    tried: bool = False
    loose: bool = False


@dataclass(frozen=True, slots=True)
class JsonShape:
    """Text that is JSON of such a value."""

    inner: Shape


@dataclass(frozen=True, slots=True)
class TakenShape:
    """Text for standard input of which only this is known: a program took `texts`.

    `widths`: how many words each of their lines has, at least and at most.  Where that differs a number before the line
    says it, mostly.
    """

    texts: tuple[str, ...]
    widths: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class RowShape:
    """One line of input, or several: `tokens` stand on it, separated by spaces.

    `names` are the names of the tokens; the last token is repeated until there are `count` of them, where `count` is
    the
    name of an earlier token or a number (None: as `tokens` says); the whole line comes `times` times, likewise.
    """

    tokens: tuple[Shape, ...]
    names: tuple[str, ...] = ()
    count: str | int | None = None
    times: str | int | None = None
    separator: str = " "
    wide: str | None = None  # the token whose number is the length of each text
    distinct: bool = False  # no two tokens of a line are alike
    ascending: bool = False  # tokens of a line are in order
    more: int = 0  # so many lines more than `times` says
    until: str | None = None  # the line comes any number of times, and then this one, or (`TO_THE_END`) nothing more
    tree: bool = False  # the lines are the edges of a tree: each joins a new place to one that was there
    once: str = ""  # signs of which all these lines together have each one time: where a way begins and ends
    some: bool = False  # the last token comes any number of times, also none: a name and its marks

    def named(self) -> list[tuple[str, Shape]]:
        """Each token with its name, "" where it has none."""
        names = (*self.names, *([""] * (len(self.tokens) - len(self.names))))
        return list(zip(names, self.tokens, strict=False))


@dataclass(frozen=True, slots=True)
class BlockShape:
    """Several lines that come together, `times` and `more` times: the test cases of a contest.

    `until`: any number of times, and then this line, which the first of them could be.
    """

    rows: tuple[RowShape | BlockShape, ...]
    times: str | int
    more: int = 0
    until: str | None = None


Shape: TypeAlias = (
    AnyShape
    | NullShape
    | BoolShape
    | IntShape
    | FloatShape
    | TextShape
    | CharShape
    | BytesShape
    | SequenceShape
    | TupleShape
    | GroupShape
    | MappingShape
    | RecordShape
    | StandardShape
    | SelfShape
    | OneOf
    | Samples
    | LinesShape
    | CallShape
    | CallsShape
    | JsonShape
    | TakenShape
    | UpTo
)


def anywhere(shape: Shape, fits: Callable[[Shape], bool]) -> bool:
    """Whether a shape, or any inside of it, is so."""
    inside: Iterable[Shape] = ()
    match shape:
        case SequenceShape(element) | GroupShape(element):
            inside = (element,)
        case TupleShape(items) | OneOf(items):
            inside = items
        case MappingShape(key, value):
            inside = (key, value, *(one for _, one in shape.each))
        case RecordShape(_, fields):
            inside = (one for _, one in fields)
    return fits(shape) or any(anywhere(one, fits) for one in inside)


def of_several_kinds(shape: Shape) -> bool:
    """Whether a type has several kinds of values, of which one that is shown says little: `'percent' | 'fixed'`, what
    may be left out."""

    def several(one: Shape) -> bool:
        match one:
            case Samples(values):
                return len(values) > 1
            case OneOf(options):
                return not all(isinstance(option, (IntShape, FloatShape)) for option in options)
            case RecordShape():
                return bool(one.optional)
        return False

    return anywhere(shape, several)
