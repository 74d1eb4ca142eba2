"""Which of a Python program's types are standard ones (`languages.standard`), and what tells that a value is of one.

A name is followed to where it was imported from, and never means a standard type where the program has a class of that
name.  What is used as nothing but a standard type can be used (`day.weekday()`) is one; its library says what that is.
Neighbours: `usage` and `arithmetic` (ask for expressions), `shaping` (for annotations), `writing` (writes them).
"""

from __future__ import annotations

import ast
import datetime as dt
import uuid
from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from pathlib import PurePath

from codescore.languages.called import names_count
from codescore.languages.kinds import NUMBERS, PICTURED, Guess, unite
from codescore.languages.owned import OwnClass, own_class, reachable
from codescore.languages.pictures import EXACT, of_format
from codescore.languages.python.run.kinds import Named
from codescore.languages.standard import DATE, DATETIME, DECIMAL, DURATION, FRACTION, PATH, TIME, UUID

_TYPES = {
    "datetime.date": DATE, "datetime.datetime": DATETIME, "datetime.time": TIME, "datetime.timedelta": DURATION,
    "decimal.Decimal": DECIMAL, "fractions.Fraction": FRACTION, "uuid.UUID": UUID, "pathlib.Path": PATH,
    "pathlib.PurePath": PATH, "pathlib.PurePosixPath": PATH, "pathlib.PosixPath": PATH,
}  # fmt: skip
#: Types whose name alone says which they are, where nothing of that name is defined or imported.
_BARE = {full.rpartition(".")[2]: full for full in _TYPES if full != "datetime.time"}
_DECLARED = 100  # votes of a declared type: use does not outvote it


@dataclass(frozen=True, slots=True)
class _Use:
    """A type, the module that it is in, and the sets of members (of which all are used) that tell it.

    `hints` tell it only where the program imports the module.
    """

    type: str
    has: frozenset[str]
    module: str
    tells: tuple[str, ...]
    hints: tuple[str, ...] = ()


def _use(type_: str, class_: type, tells: tuple[str, ...], hints: str) -> _Use:
    module = next(full for full, one in _TYPES.items() if one == type_).rpartition(".")[0]
    return _Use(type_, frozenset(dir(class_)), module, tells, tuple(hints.split()))


_CALENDAR = ("weekday", "isoweekday", "isocalendar", "toordinal", "timetuple", "strftime", "year month", "month day")
#: In this order: what fits a date and a moment is a date.
_USES = (
    _use(DATE, dt.date, _CALENDAR, "year month day isoformat replace ctime"),
    _use(DATETIME, dt.datetime, (*_CALENDAR, "timestamp", "hour minute", "astimezone"), "year month day hour minute"),
    _use(DURATION, dt.timedelta, ("total_seconds", "days seconds"), "days seconds microseconds"),
    _use(DECIMAL, Decimal, ("quantize", "as_tuple", "to_integral_value", "is_signed"), "normalize is_nan scaleb"),
    _use(FRACTION, Fraction, ("limit_denominator", "numerator denominator"), "numerator denominator"),
    _use(PATH, PurePath, ("with_name", "with_suffix", "with_stem", "as_posix", "relative_to", "is_relative_to"),
         "suffix stem parts suffixes parents is_absolute joinpath"),
    _use(UUID, uuid.UUID, ("time_low", "bytes_le"), "hex version urn"),
)  # fmt: skip
#: What methods of standard types give; `self` is a value of the same type.
_GIVES = {
    "weekday": "int", "isoweekday": "int", "toordinal": "int", "isoformat": "text", "strftime": "text",
    "total_seconds": "float", "timestamp": "float", "date": DATE, "time": TIME, "quantize": "self",
    "to_integral_value": "self", "with_name": "self", "with_suffix": "self", "with_stem": "self", "joinpath": "self",
    "relative_to": "self", "as_posix": "text", "limit_denominator": "self", "astimezone": "self",
}  # fmt: skip
_MAKERS = {"today", "now", "utcnow", "fromisoformat", "strptime", "fromtimestamp", "fromordinal", "combine",
           "from_float", "fromisocalendar", "cwd", "home"}  # fmt: skip
_ISO = {DATE: "yyyy-mm-dd", TIME: "hh:mm", DATETIME: "yyyy-mm-ddThh:mm"}
_CLOCK = {"hours", "minutes", "seconds", "milliseconds", "microseconds"}
#: A duration in parts of a day.
CLOCK = "of the clock"


class Standard:
    """What a program's names mean."""

    def __init__(self, tree: ast.Module) -> None:
        self._names: dict[str, str] = {}
        self._modules: set[str] = set()
        self._own = {node.name for node in ast.walk(tree) if isinstance(node, ast.ClassDef)}
        self.classes: dict[str, OwnClass] = {}  # the program's own whose objects can be made
        for node in ast.walk(tree):
            if isinstance(node, ast.Import):
                self._names |= {one.asname or one.name: one.name for one in node.names}
                self._modules |= {one.name for one in node.names}
            elif isinstance(node, ast.ImportFrom) and node.module:
                self._names |= {one.asname or one.name: f"{node.module}.{one.name}" for one in node.names}
                self._modules.add(node.module)

    def type_of(self, node: ast.expr | None) -> str | None:
        """The standard type that an expression names, None where it names none."""
        match node:
            case ast.Name(name) if name in self._own:
                return None
            case ast.Name(name):
                return _TYPES.get(self._names.get(name) or _BARE.get(name, ""))
            case ast.Attribute(ast.Name(module), name):
                return _TYPES.get(f"{self._names.get(module, module)}.{name}")
        return None

    def declare(self, kind: Guess, node: ast.expr | None) -> None:
        """What an annotation says of a parameter, or of the elements of a list."""
        found = self.type_of(node)
        if found is not None:
            kind.root().votes[found] += _DECLARED
        elif isinstance(node, ast.Subscript) and self.type_of(node.slice) is not None:
            self.declare(kind.inside(), node.slice)

    def called(self, node: ast.Call, arguments: list[Guess], named: Named) -> Guess | None:
        """What a call of a standard type, or of what makes one, gives; None for other calls."""
        made = self.type_of(node.func)
        if made is not None:
            clock = made == DURATION and (any(k.arg in _CLOCK for k in node.keywords) or len(node.args) > 1)
            numbers = [*arguments, *(part for name, part in named.items() if name not in (None, "tzinfo"))]
            for part in numbers if made in (DATE, TIME, DATETIME, DURATION) else ():
                part.vote("int")
            if made == DECIMAL and arguments and not arguments[0].root().votes.keys() & {*NUMBERS, DECIMAL}:
                counted = isinstance(node.args[0], ast.Name) and names_count(node.args[0].id)
                arguments[0].vote(*(["int"] if counted else ["text", PICTURED + EXACT]))
            return Guess(made, CLOCK) if clock else Guess(made)
        if isinstance(node.func, ast.Attribute) and node.func.attr in _MAKERS:
            made = self.type_of(node.func.value)
            if made is not None and node.func.attr in ("fromisoformat", "strptime"):
                for part in arguments:
                    part.vote("text")
                formats = arguments[1].root().constants if len(arguments) > 1 else ()
                pictures = [_ISO.get(made, ""), *(of_format(one) for one in formats if isinstance(one, str))]
                arguments[0].vote(*(f"{PICTURED}{one}" for one in pictures[-1:] if one))
            return Guess(made) if made is not None else None
        return None

    def settle(self, kinds: Iterable[Guess]) -> None:
        """Say of everything that is used as a standard type which one it is."""
        for kind in list(reachable(kinds)):
            found = None if of(kind) else self.by_use(kind)
            if found is not None:
                kind.vote(found)
            elif not of(kind):
                kind.own = own_class(kind, self.classes)

    def by_use(self, kind: Guess) -> str | None:
        """The type whose members all are that are asked of something, and which some of them tell; None for none."""
        kind = kind.root()
        asked = kind.fields.keys() | kind.members
        if not asked or kind.votes["text"] or kind.votes["list"] or kind.votes["map"] or kind.element is not None:
            return None
        fitting = [use for use in _USES if asked <= use.has]
        known = [use for use in fitting if use.module in self._modules]
        told = [use for use in known if any(hint in asked for hint in use.hints)]
        told += [use for use in (*known, *fitting) if any(set(tell.split()) <= asked for tell in use.tells)]
        return told[0].type if told else None


def of(kind: Guess) -> str | None:
    """The standard type that something is said to be; None where that is not said."""
    return next(
        (vote for vote, count in kind.root().votes.most_common() if vote.startswith("standard.") and count), None
    )


def answered(receiver: Guess, node: ast.Call, name: str) -> Guess | None:
    """What a method gives that standard types have, None for others; who is asked keeps what it was asked."""
    receiver.root().members.add(name)
    if name == "replace" and not node.args and node.keywords:  # of parts, and not of text
        return receiver
    given = _GIVES.get(name)
    if given is None or given == "self":
        return None if given is None else receiver
    match name, node.args:
        case "isoformat", []:
            picture = _ISO.get(of(receiver) or DATE, "")  # what is not known yet is a date, as mostly
        case "strftime", [ast.Constant(str(written))]:
            picture = of_format(written)
        case _:
            picture = ""
    return Guess(given, *([PICTURED + picture] if picture else []))


def summed(arguments: list[Guess], name: str) -> Guess | None:
    """`sum(spans, timedelta())`: what is summed is as what it begins with; None for a sum of others."""
    begun = name == "sum" and len(arguments) > 1 and of(arguments[1])
    return unite(arguments[0].inside(), arguments[1]) if begun else None
