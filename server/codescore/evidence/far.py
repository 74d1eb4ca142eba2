"""Inputs with a number far from those that are usually drawn: where thousands are set apart, or units change; and lists
longer than those: up to sixteen items a sort may do otherwise, and so may whoever keeps few things.

Most programs take numbers of any size and do nothing else with large ones, and many take as long as the number is
large.  So they are tried last, where nothing else differs, and only those count on which both programs give an answer:
who takes too long, or too much room, is asked nothing.  Pure.  Neighbours: `evidence.generate` (what is usually drawn),
`evidence.session` (asks for these inputs once per candidate).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from codescore.evidence.cases import SEED, Cases
from codescore.evidence.compare import OPAQUE
from codescore.evidence.domain import DECIDES, MATTERS
from codescore.evidence.generate import draw
from codescore.evidence.pool import Pool, fresh, pool_of
from codescore.evidence.shrink import Difference
from codescore.languages.execution import NOTHING, Input
from codescore.languages.shapes import FloatShape, IntShape, OneOf, SequenceShape, Shape
from codescore.languages.values import Called, Float, Int, Opaque, Sequence, Value, walk

_FAR = (12_345, 1_234_567, 123_456_789, -1_234_567)
_WIDE = 12_345_678_901  # beyond 32 bits, of a type that holds more
_BASES = (2, 10_000)  # constants whose powers are tried
_EXACT = 2**53  # up to which whole and floating point numbers say the same
_MOST = 16  # of one parameter
_LONG, _LISTS = 18, 2  # items: few enough for who tries all subsets; how many such lists


def far_inputs(cases: Cases, constants: Iterable[Value]) -> list[Input]:
    """For each parameter that takes numbers, or a sequence of them, inputs of the task with one that is far away,
    without what may be left out; `constants` are the candidate's."""
    entry, pool = cases.entry, pool_of(cases.constants, SEED)
    if entry.members or entry.kind == "script":
        return []
    needed = sum(not one.optional for one in entry.parameters)
    found, numbers = [], sorted(_numbers((*cases.constants, *constants)))
    for place, parameter in enumerate(entry.parameters):
        for value in (*_values(parameter.shape, numbers, fresh(pool)), *_long(parameter.shape, fresh(pool))):
            once = fresh(pool)
            values = [draw(one.shape, once) for one in entry.parameters]
            values[place] = value
            found.append(Input(tuple(values[: max(needed, place + 1)])))
    domain = cases.domain
    return [one for one in dict.fromkeys(found) if domain.likelihood(one) >= DECIDES or domain.only_larger(one)]


def telling(pairs: Iterable[Difference]) -> list[Difference]:
    """What counts of both programs' answers: those that say something, and are held exactly."""
    return [
        (case, outcome, aspect)
        for case, outcome, aspect in pairs
        if (case.place == "inside" or (case.likely >= MATTERS and not case.expected.doubt))
        and case.expected.how == outcome.how == "return"
        and aspect != OPAQUE
        and outcome.doubt in ("", NOTHING)
        and case.expected.value is not None
        and all(map(_held, walk(case.expected.value)))
    ]


def _held(part: Value) -> bool:
    """Whether it is no function, whose answers may be as large, nothing too large to be told, no rounded number."""
    return not isinstance(part, (Called, Opaque)) and (not isinstance(part, (Int, Float)) or abs(part.value) <= _EXACT)


def _numbers(constants: Iterable[Value]) -> set[int]:
    """Numbers beyond the usual ones: powers of constants, where a unit may change, and a few others."""
    bases = {c.value for c in constants if isinstance(c, Int) and _BASES[0] < c.value <= _BASES[1]}
    powers = {base**power for base in bases for power in range(2, 13) if _FAR[0] < base**power < _EXACT}
    return {*sorted(powers)[: _MOST - len(_FAR)], *_FAR}


def _values(shape: Shape, numbers: list[int], pool: Pool) -> Iterator[Value]:
    match shape:
        case OneOf(options):
            for option in options:
                yield from _values(option, numbers, pool)
        case IntShape(low, high):
            numbers = [*numbers, *([_WIDE] if high is not None and high >= _WIDE else [])]
            yield from (Int(n) for n in numbers if (low is None or n >= low) and (high is None or n <= high))
        case FloatShape(low, high):
            yield from (Float(float(n)) for n in numbers if (low is None or n >= low) and (high is None or n <= high))
        case SequenceShape(element=IntShape() | FloatShape() | OneOf() as element):
            for value in _values(element, numbers, pool):
                items = (*(draw(element, pool) for _ in range(max(2, shape.min_size) - 1)), value)
                yield Sequence(shape.kind, items if shape.max_size is None or shape.max_size > 1 else (value,))


def _long(shape: Shape, pool: Pool) -> Iterator[Value]:
    match shape:
        case OneOf(options):
            for option in options:
                yield from _long(option, pool)
        case SequenceShape(element) if shape.max_size is None or shape.max_size >= _LONG:
            for _ in range(_LISTS):
                yield Sequence(shape.kind, tuple(draw(element, pool) for _ in range(_LONG)))
