"""Values of standard types: dates and the like are known, made, changed, shrunk, written, and compared by value."""

from __future__ import annotations

import datetime as dt
import decimal
import fractions
from collections.abc import Iterator

import pytest

from codescore.evidence.compare import same
from codescore.evidence.contract import Evidence
from codescore.evidence.generate import boundary, draw
from codescore.evidence.mutate import change, smaller
from codescore.evidence.options import Options
from codescore.evidence.pool import fresh, pool_of
from codescore.evidence.rising import ascending
from codescore.evidence.sandbox import probe
from codescore.evidence.session import EvidenceSession
from codescore.languages import by_id
from codescore.languages.execution import Entry, Input
from codescore.languages.python.run import writing
from codescore.languages.python.run.surveying import survey
from codescore.languages.shapes import IntShape, MappingShape, OneOf, SequenceShape, Shape, StandardShape
from codescore.languages.standard import (
    DATE,
    DATETIME,
    DECIMAL,
    DURATION,
    FRACTION,
    FUNCTIONS,
    PARTS,
    PATH,
    TIME,
    UUID,
    made,
    numbers,
    text,
)
from codescore.languages.values import Float, Int, Mapping, Record, Text, Value
from tests.evidence.answers import answers
from tests.evidence.harness import module

ABLE = probe()
#: The harness's own module, which nothing but a harness imports.
HARNESS = module("standard")
taken_apart, put_together = HARNESS.taken_apart, HARNESS.put_together
sandboxed = [
    pytest.mark.sandbox,
    pytest.mark.skipif(not ABLE.works, reason=f"NO SANDBOX, NOTHING TESTED: {ABLE.detail}; {ABLE.remedy}"),
]


def real(value: Value) -> object:
    """The Python object that the harness makes of a value."""
    assert isinstance(value, Record)
    return put_together(value.type, [*numbers(value), *([text(value)] if text(value) else [])])


@pytest.mark.parametrize("type_", [type_ for type_ in PARTS if type_ not in FUNCTIONS])
def test_what_is_drawn_exists(type_: str) -> None:
    """Drawn, at the edge, changed or made smaller, each value is one that Python can make, and comes back as it was."""
    pool = pool_of((), 5)
    drawn = [draw(StandardShape(type_), fresh(pool)) for _ in range(60)]
    drawn += [draw(StandardShape(type_), pool) for _ in range(60)]
    drawn += boundary(StandardShape(type_), pool)
    drawn += [change(value, pool) for value in drawn]
    drawn += [less for value in drawn for less in smaller(value)]
    assert len(set(drawn)) > 20
    for value in set(drawn):
        assert isinstance(value, Record)
        assert value.type == type_
        name, parts = taken_apart(real(value)) or ("", [])
        if type_ in (DECIMAL, PATH):  # `a//b` and `.` are written otherwise
            assert name == type_
        else:
            assert made(name, *(part for _, part in parts)) == value


def test_days_that_matter_are_tried() -> None:
    """The last of February, also in a leap year, of December and of a month of 31 days; near days in one input."""
    days = {numbers(value)[1:] for value in boundary(StandardShape(DATE), pool_of((), 1)) if isinstance(value, Record)}
    assert {(2, 28), (2, 29), (12, 31), (1, 31), (1, 1)} <= days
    pool = pool_of((), 1)
    inputs = []
    for _ in range(100):
        once = fresh(pool)
        inputs.append([real(draw(StandardShape(DATE), once)) for _ in range(2)])
    near = [abs((a - b).days) for a, b in inputs]  # type: ignore[operator]
    assert sum(days <= 31 for days in near) > 15
    assert any(a == b for a, b in inputs)
    assert any(days > 365 for days in near)


def test_shrinking_ends_at_something_simple() -> None:
    """A moment becomes midnight of the first day of its year, a span nothing, a number 0, a path one name."""

    def least(value: Value) -> Value:
        while (less := next(smaller(value), None)) is not None:
            value = less
        return value

    assert least(made(DATETIME, 2024, 5, 17, 13, 45, 12, 7000)) == made(DATETIME, 2024, 1, 1)
    assert least(made(DURATION, -90061)) == made(DURATION, 0)
    assert least(made(DECIMAL, "-12.345")) == made(DECIMAL, "0")
    assert least(made(FRACTION, -7, 3)) == made(FRACTION, 0, 1)
    assert least(made(PATH, "a/b/c.txt")) == made(PATH, "a")
    assert made(DATE, 2024, 2, 31) not in set(smaller(made(DATE, 2024, 3, 31)))


def test_lists_of_them_have_an_order() -> None:
    """Dates ascend by day, decimals by value; values of two types have none."""
    dates = [made(DATE, 2024, 2, 1), made(DATE, 2023, 12, 31)]
    assert ascending(list(dates)) == dates[::-1]
    decimals: list[Value] = [made(DECIMAL, "10"), made(DECIMAL, "9.5"), made(DECIMAL, "-1")]
    assert ascending(list(decimals)) == decimals[::-1]
    mixed: list[Value] = [made(DECIMAL, "10"), dates[0]]
    assert ascending(list(mixed)) == mixed


@pytest.mark.parametrize(
    ("one", "two", "equal"),
    [
        (made(DATE, 2024, 2, 1), made(DATE, 2024, 2, 1), True),
        (made(DATE, 2024, 2, 1), made(DATE, 2024, 1, 2), False),
        (made(DATE, 2024, 2, 1), made(DATETIME, 2024, 2, 1), False),
        (made(DECIMAL, "1.5"), made(DECIMAL, "1.50"), True),
        (made(DECIMAL, "123456.78"), made(DECIMAL, "123456.79"), False),
        (made(DECIMAL, "0.3333333333333333333333333333"), made(DECIMAL, "0.3333333333333333333333333334"), True),
        (made(DECIMAL, "NaN"), made(DECIMAL, "nan"), True),
        (made(DECIMAL, "Infinity"), made(DECIMAL, "1E+999999999999"), False),
        (made(DECIMAL, "2"), Int(2), True),
        (made(DECIMAL, "0.5"), Float(0.5), True),
        (made(DECIMAL, "0.5"), made(FRACTION, 1, 2), True),
        (made(DECIMAL, "0.5"), Text("0.5"), False),
        (made(FRACTION, 1, 3), made(FRACTION, 2, 6), True),
        (made(FRACTION, 1, 3), made(FRACTION, 1, 2), False),
        (made(FRACTION, 1, 3), Float(1 / 3), True),
    ],
)
def test_equal_by_value(one: Value, two: Value, equal: bool) -> None:
    """Numbers by what they are worth (a cent of a large sum counts), everything else by its parts."""
    assert same(one, two) is equal


@pytest.mark.parametrize(
    "claim", [made(DECIMAL, "x" * 50), made(DECIMAL, ""), made(FRACTION, 1, 0), Record(FRACTION, ()), Record(DATE, ())]
)
def test_a_malformed_claim_is_no_number(claim: Value) -> None:
    """What says that it is a number and is none equals no number, and raises nothing."""
    assert not same(made(DECIMAL, "1"), claim)
    assert not same(Int(0), claim)


def shapes(source: str) -> list[Shape]:
    return [parameter.shape for parameter in survey(source).entries[-1].parameters]


@pytest.mark.parametrize(
    ("source", "shape"),
    [
        ("import datetime\ndef f(d: datetime.date): return d", StandardShape(DATE)),
        ("import datetime as t\ndef f(d: t.datetime): return d", StandardShape(DATETIME)),
        ("from datetime import time as T\ndef f(d: T): return d", StandardShape(TIME)),
        ("def f(d: timedelta): return d", StandardShape(DURATION)),
        ("def f(d: 'Decimal'): return d", StandardShape(DECIMAL)),
        ("from datetime import date\ndef f(d: date | None): return d", StandardShape(DATE)),
        ("from fractions import Fraction\ndef f(d: list[Fraction]): return d", SequenceShape(StandardShape(FRACTION))),
        ("from pathlib import Path\ndef f(d: Path): return d", StandardShape(PATH)),
        ("import uuid\ndef f(d: uuid.UUID): return d", StandardShape(UUID)),
        ("from collections import Counter\ndef f(d: Counter[int]): return d",
         MappingShape(IntShape(), IntShape(), "Counter")),
    ],
)  # fmt: skip
def test_declared_types(source: str, shape: Shape) -> None:
    """An annotation says it, whatever its module is called here."""
    (found,) = shapes(source)
    assert (found.options[0] if isinstance(found, OneOf) else found) == shape


@pytest.mark.parametrize(
    ("source", "types"),
    [
        ("def f(day): return day.weekday() < 5", [DATE]),
        ("def f(a): return a.year, a.month", [DATE]),
        ("def f(a): return a.strftime('%H:%M'), a.hour", [DATETIME]),
        ("def f(start, end): return (end - start).total_seconds()", [DATETIME, DATETIME]),
        ("import datetime\ndef f(start, end): return (end - start).days", [DATE, DATE]),
        ("from datetime import timedelta\ndef f(day): return day + timedelta(days=1)", [DATE]),
        ("from datetime import timedelta\ndef f(t, n): return t - timedelta(hours=n)", [DATETIME, "int"]),
        ("import datetime\ndef f(day):\n    return day > datetime.date(2020, 1, 1)", [DATE]),
        ("from datetime import timedelta\ndef f(spans): return sum(spans, timedelta())", [DURATION]),
        ("def f(days):\n    return [d for d in days if d.isoweekday() > 5]", [DATE]),
        ("from decimal import Decimal\ndef f(x): return x.quantize(Decimal('0.01'))", [DECIMAL]),
        ("from pathlib import PurePath\ndef f(p): return p.suffix", [PATH]),
        ("def f(d): return d.replace(day=1).isoweekday()", [DATE]),
    ],
)
def test_types_by_use(source: str, types: list[str]) -> None:
    """What only a standard type has, or what is added to, compared with or taken from a value of one, tells it."""
    found = [shape.element if isinstance(shape, SequenceShape) else shape for shape in shapes(source)]
    assert found == [IntShape() if type_ == "int" else StandardShape(type_) for type_ in types]


@pytest.mark.parametrize(
    "source",
    [
        "def f(node): return node.parent, node.name",
        "def f(movie): return movie.year > 2000",
        "def f(a): return a.year, a.month, a.title",
        "def f(a):\n    a.rest()\n    return a.weekday()",
        "def f(s): return s.replace('a', 'b')",
        "class date:\n    def __init__(self, x): self.x = x\ndef f(d: date): return d.x",
        "def f(a, b): return a - b",
        "def f(p): return p.name, p.suffix",
    ],
)
def test_other_things_are_left_alone(source: str) -> None:
    """Objects that have more, or other things of the same name, numbers and texts are what they were."""
    assert not any(isinstance(shape, StandardShape) for shape in shapes(source))


F = Entry("f", "function")


@pytest.mark.parametrize(
    ("value", "written"),
    [
        (made(DATE, 2024, 2, 29), "date(2024, 2, 29)"),
        (made(DATETIME, 2024, 2, 29), "datetime(2024, 2, 29, 0, 0)"),
        (made(DATETIME, 2024, 2, 29, 13, 5, 0, 7000), "datetime(2024, 2, 29, 13, 5, 0, 7)"),
        (made(TIME, 9, 30), "time(9, 30)"),
        (made(DURATION, 90000), "timedelta(days=1, hours=1)"),
        (made(DURATION, -61), "timedelta(minutes=-1, seconds=-1)"),
        (made(DURATION, -1, 999_000_000), "timedelta(microseconds=-1000)"),
        (made(DURATION, 0), "timedelta()"),
        (made(DECIMAL, "1.50"), "Decimal('1.50')"),
        (made(FRACTION, -1, 2), "Fraction(-1, 2)"),
        (made(PATH, "a/b"), "PurePosixPath('a/b')"),
        (made(UUID, "00000000-0000-0000-0000-000000000001"), "UUID('00000000-0000-0000-0000-000000000001')"),
        (Mapping("Counter", ((Text("a"), Int(1)),)), "Counter({'a': 1})"),
        (Mapping("defaultdict", ((Text("a"), Int(1)),)), "defaultdict(int, {'a': 1})"),
    ],
)
def test_a_test_can_be_pasted(value: Value, written: str) -> None:
    """A value is written as its constructor, and the test imports what that needs: it runs as it is."""
    given = Input((value,))
    assert writing.call_text(F, given) == f"f({written})"
    test = writing.test_text(F, given, value, "")
    names: dict[str, object] = {"f": lambda one: one}
    exec(test, names)
    names["test_f"]()  # type: ignore[operator]
    if isinstance(value, Record):
        assert names["f"](eval(written, names)) == real(value)  # type: ignore[operator]


class Day(dt.date):
    """A date that lies."""

    @property
    def year(self) -> int:  # type: ignore[override]
        raise AssertionError("asked")

    def __eq__(self, other: object) -> bool:
        raise AssertionError("asked")

    __hash__ = dt.date.__hash__

    def __reduce__(self) -> str:
        raise AssertionError("asked")


def test_what_comes_from_a_standard_type_is_read_as_one() -> None:
    """A subclass is asked nothing: its parts are read by the type that it comes from."""
    assert taken_apart(Day(2024, 2, 29)) == (DATE, [("year", 2024), ("month", 2), ("day", 29)])
    assert taken_apart(decimal.Decimal("1.50")) == (DECIMAL, [("digits", "1.50")])
    assert taken_apart(fractions.Fraction(2, 4)) == (FRACTION, [("numerator", 1), ("denominator", 2)])
    assert taken_apart(dt.timedelta(days=-1, microseconds=1)) == (
        DURATION, [("second", -86_400), ("nanosecond", 1000)],
    )  # fmt: skip
    zone = dt.timezone(dt.timedelta(hours=2))
    name, parts = taken_apart(dt.datetime(2024, 1, 2, 3, tzinfo=zone)) or ("", [])
    assert (name, parts[-1]) == (DATETIME, ("zone", zone))
    assert taken_apart("2024-01-01") is None


@pytest.fixture(scope="module")
def session() -> Iterator[EvidenceSession]:
    with EvidenceSession() as opened:
        yield opened


def judged(session: EvidenceSession, candidate: str, reference: str) -> Evidence:
    language = by_id("python")
    assert language is not None
    pairs = answers("python", candidate, reference)
    return session.judge(candidate, reference, language, Options(budget=1.0, pairs=pairs))


AGE = """import datetime
def age(born: datetime.date, today: datetime.date) -> int:
    years = today.year - born.year
    return years - ((today.month, today.day) < (born.month, born.day))
"""
MONTH_END = """from datetime import date, timedelta
def month_end(day):
    while (day + timedelta(days=1)).month == day.month:
        day += timedelta(days=1)
    return day
"""
OWN = """import datetime
def tomorrow(day: datetime.date):
    class Day(datetime.date):
        def __eq__(self, other): return True
        __hash__ = datetime.date.__hash__
    return Day(day.year, day.month, day.day) + datetime.timedelta({})
"""
BOX = "def fits(box, room):\n    return box.width <= room.width and box.height <= room.height\n"


BY_YEAR = """def age(born, today):
    return today.year - born.year - (today < born.replace(year=today.year))
"""
BY_NUMBER = """from datetime import timedelta
def age(born, today):
    before = today.month * 50 + today.day < born.month * 50 + born.day
    return today.year - born.year - (today - born > timedelta(-10**6) and before)
"""
BY_CALENDAR = """import calendar
def month_end(day):
    return day.replace(day=calendar.monthrange(day.year, day.month)[1])
"""
BY_HAND = "def month_end(day):\n    return day.replace(day=30 if day.month != 2 else 28)\n"
TWINS = [
    (AGE, BY_YEAR, "differs", ", 2, 29)"),
    (AGE, BY_NUMBER, "equivalent", ""),
    (MONTH_END, BY_CALENDAR, "equivalent", ""),
    (MONTH_END, BY_HAND, "differs", "date("),
    (OWN.format(1), OWN.format(2), "differs", "date("),
    (OWN.format(1), OWN.format(1), "equivalent", ""),
]
#: What a candidate does with a box, of which the reference uses only width and height.
LACKING = [
    ("return box.smaller(room)", "insufficient"),
    ("return box <= room", "insufficient"),
    ("return box.width <= room.width and (box.height <= room.height or box.tall() <= 1)", "conditional"),
    ("return box.width < room.width and box.height <= room.height", "differs"),
    ("raise AttributeError('smaller')", "differs"),
]


class TestRun:
    """For real, in the sandbox."""

    pytestmark = sandboxed

    @pytest.mark.parametrize(("reference", "candidate", "verdict", "shown"), TWINS)
    def test_twins(self, session: EvidenceSession, reference: str, candidate: str, verdict: str, shown: str) -> None:
        """A right twin does the same and a wrong one differs on dates that a person can read; who lies is not asked."""
        found = judged(session, candidate, reference)
        assert found.verdict == verdict, found.reason
        assert found.counterexample is None or shown in found.counterexample.input

    def test_a_date_is_no_number_that_is_called_a_day(self, session: EvidenceSession) -> None:
        """`today` is not taken to be from 1 to 31."""
        found = judged(session, AGE, AGE)
        assert not any("31" in one.words for one in found.model), found.model

    @pytest.mark.parametrize(("body", "verdict"), LACKING)
    def test_what_a_stand_in_lacks_accuses_nobody(self, session: EvidenceSession, body: str, verdict: str) -> None:
        """An object of an unknown class has only what the reference uses; who asks it for more may be right."""
        found = judged(session, f"def fits(box, room):\n    {body}\n", BOX)
        assert found.verdict == verdict, found.reason
