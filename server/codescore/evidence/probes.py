"""What a function that a program *gives* is called with: a few argument lists, the same for reference and candidate.

Nobody knows what such a function takes, so lists of every length up to three are tried, of numbers (among them the
reference's own constants), texts and lists; those that the reference's function refuses decide nothing.  Pure.
Neighbours: `evidence.cases` (draws them once per reference), `languages.values.Called` (what comes of them).
"""

from __future__ import annotations

from codescore.evidence.pool import Pool
from codescore.languages.execution import Input
from codescore.languages.values import Bool, Float, Int, Null, Sequence, Text, Value

_CONSTANTS = 4
_NUMBERS = (Int(0), Int(1), Int(2), Int(-3), Int(7), Int(10), Float(0.5))
#: Asked once more, in the end: a function may remember that it was called.
_AGAIN: tuple[tuple[Value, ...], ...] = ((), (Int(2),), (Int(2),), (Int(7),), ())
_TEXTS = (Text(""), Text("a"), Text("ab c"))


def _list(*numbers: int) -> Value:
    return Sequence("list", tuple(Int(number) for number in numbers))


def probes(pool: Pool) -> tuple[Input, ...]:
    """The argument lists for one reference, shortest first."""
    constants: tuple[Value, ...] = tuple(Int(number) for number in pool.whole[:_CONSTANTS])
    constants += tuple(Text(text) for text in pool.texts[:_CONSTANTS])
    one = (*_NUMBERS, *_TEXTS, _list(), _list(3, 1, 2), Bool(value=True), Null(), *constants)
    two: tuple[tuple[Value, Value], ...] = (
        (Int(2), Int(3)), (Int(5), Int(-1)), (Int(0), Int(0)), (Text("ab"), Text("c")), (Text("a"), Int(2)),
        (_list(1, 2), _list(3)), (Int(2), _list(1, 2)),
    )  # fmt: skip
    three: tuple[tuple[Value, Value, Value], ...] = (
        (Int(1), Int(2), Int(3)), (Int(4), Int(0), Int(-2)), (Text("abc"), Text("a"), Text("x")),
    )  # fmt: skip
    lists: tuple[tuple[Value, ...], ...] = ((), *((value,) for value in dict.fromkeys(one)), *two, *three, *_AGAIN)
    return tuple(Input(arguments) for arguments in lists)
