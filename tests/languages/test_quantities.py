"""What the names of numbers, and of the parts of a text, say of what they can be, in four languages."""

from __future__ import annotations

import pytest

from codescore.evidence.assumptions import conditions
from codescore.evidence.domain import DECIDES, domain_of
from codescore.evidence.pool import pool_of
from codescore.evidence.properties import keeps, mended
from codescore.languages import by_id
from codescore.languages.assumed import Assumption
from codescore.languages.execution import Input
from codescore.languages.quantities import quantities, span
from codescore.languages.shapes import (
    FloatShape,
    IntShape,
    MappingShape,
    OneOf,
    SequenceShape,
    Shape,
    TextShape,
    TupleShape,
)
from codescore.languages.values import Float, Int, Mapping, Sequence, Text, Value

JAVA = (
    "record Line(String name, int qty) {} class A { static int f(java.util.List<Line> some) { return some.size(); } }"
)
CPP = "#include <vector>\nstruct Line { int qty; int delta; };\nint f(std::vector<Line> lines) { return lines[0].qty; }"


def assumed(language: str, source: str) -> list[str]:
    """What is assumed of numbers and texts of a program's function `f`, in words, as far as names say it."""
    found = by_id(language)
    assert found is not None
    entry = next(one for one in found.runner().survey(source).entries if one.name == "f")
    return [one.words() for one in entry.assumptions if "called" in one.because or "taken apart as" in one.because]


def python(body: str, parameters: str) -> list[str]:
    return assumed("python", f"def f({parameters}):\n    {body}\n")


@pytest.mark.parametrize(
    ("body", "parameters", "words"),
    [
        ("return hour * 60 + minute", "hour, minute",
         ["hour is at least 0", "hour is at most 23", "minute is at least 0", "minute is at most 59"]),
        ("return minute // 60 + minute % 60", "minute", ["minute is at least 0"]),
        ("return hour * 60 + minute % 60", "hour, minute",
         ["hour is at least 0", "hour is at most 23", "minute is at least 0", "minute is at most 59"]),
        ("return sum(q * p for name, q, p in rows)", "rows", []),
        ("return [n for n, qty, gap in rows if qty > gap + 2]", "rows", ["each qty of rows is at least 0"]),
        ("return [r['name'] for r in rows if r['days'] > 14]", "rows", ["each days of rows is at least 0"]),
        ("return sum(p.price * 2 for p in rows if p.title)", "rows", ["each price of rows is at least 0"]),
        ("return [p for p in prices if p > 9.5]", "prices",
         ["prices is at least 0", "prices has no more than 2 decimals"]),
        ("return net * (100 - discount) / 100", "net, discount",
         ["discount is at least 0", "discount is at most 100"]),
        ("return [r['vat'] / 100 for r in rows]", "rows",
         ["each vat of rows is at least 0", "each vat of rows is at most 100"]),
        ("return net - (net * discount + 50) // 100", "net, discount",
         ["discount is at least 0", "discount is at most 100"]),
        ("'''Each has a \"discount\" (whole\n    percent).'''\n    return discount + 1", "discount",
         ["discount is at least 0", "discount is at most 100"]),
        ("return rate * 2", "rate", []),
        ("return price - price_change", "price, price_change", ["price is at least 0"]),
        ("return 0 if age < 0 else age", "age", []),
        ("return max(0, age)", "age", []),
        ("# the age may be negative\n    return age + 1", "age", ["age is at least 0"]),
        ("'''A negative age counts.'''\n    return age + 1", "age", []),
        ("return 1 if month > 12 else month", "month", []),
    ],
    ids=["clock", "counted", "of an hour",
         "silent", "items", "entries", "fields", "paid", "of a hundred", "percent", "rounded", "in words",
         "rate", "change", "asked", "cut", "comment", "told", "end"],
)  # fmt: skip
def test_names_say_what_numbers_can_be(body: str, parameters: str, words: list[str]) -> None:
    """Those of parameters, entries, fields, and items that are taken apart; not where the program asks itself."""
    assert python(body, parameters) == words


@pytest.mark.parametrize(
    ("language", "source", "words"),
    [
        ("javascript", "function f(rows) { return rows.filter(r => r.qty > 3).map(r => r.title); }",
         ["each qty of rows is at least 0"]),
        ("java", JAVA, ["each qty of some is at least 0"]),
        ("cpp", CPP, ["each qty of lines is at least 0"]),
        ("javascript", "function f(t) { const [h, m] = t.split(':').map(Number); return h * 60 + m; }",
         ["t is written h:mm"]),
    ],
    ids=["javascript", "java", "cpp", "clock"],
)  # fmt: skip
def test_in_other_languages_too(language: str, source: str, words: list[str]) -> None:
    """One reader for all languages, over declared types and over use."""
    assert assumed(language, source) == words


@pytest.mark.parametrize(
    ("body", "parameters", "words"),
    [
        ("h, m = t.split(':')\n    return int(h) * 60 + int(m)", "t", ["t is written h:mm"]),
        ("h, m = map(int, t.split(':'))\n    return h * 60 + m", "t", ["t is written h:mm"]),
        ("p = t.split(':')\n    return int(p[0]) * 60 + int(p[1])", "t", ["t is written h:mm"]),
        ("p = t.split(':')\n    return int(p[0]) * 10 + int(p[1])", "t", []),
        ("y, m, d = t.split('-')\n    return int(y) + int(m) + int(d)", "t", ["t is written yyyy-mm-dd"]),
        ("return [int(r['at'].split(':')[0]) * 60 + int(r['at'].split(':')[1]) for r in rows]", "rows",
         ["each at of rows is written h:mm", "rows is in order of at"]),
        ("h, m = t.split(':')\n    return int(h) > 23 or int(m) > 59", "t", []),
    ],
    ids=["names", "mapped", "reckoned", "ten", "date", "entry", "checked"],
)  # fmt: skip
def test_texts_are_written_by_the_clock_and_the_calendar(body: str, parameters: str, words: list[str]) -> None:
    """What their parts are called says it, or that 60 is reckoned with them; not where they are checked."""
    assert python(body, parameters) == words


def test_a_time_that_something_takes_has_no_end() -> None:
    """Minutes alone may be more than 59; beside hours they are not, and a minute never is."""
    assert span("minutes") == (0, None)
    assert span("minutes", ["hours", "minutes"]) == (0, 59)
    assert span("start_minute") == (0, 59)
    assert span("speed_delta") == (None, None)


def row(name: str, qty: int, price: float) -> Value:
    return Sequence("tuple", (Text(name), Int(qty), Float(price)))


def test_inputs_are_made_to_keep_to_it_and_others_do_not_decide() -> None:
    """A part is mended where it is, and nothing else of the input; fields in mappings alike."""
    language = by_id("python")
    assert language is not None
    source = (
        "def f(rows):\n    total = 0.5\n    for name, qty, price in rows:\n        total += qty * price - len(name)\n"
        "    return round(total + float(price > 9.5), 2)\n"
        "def g(goods):\n    return [r['name'].upper() for r in goods if r['stock'] > 5]"
    )
    first, second = language.runner().survey(source).entries
    model = domain_of(first, conditions(first, None), ())
    given = Input((Sequence("list", (row("a", -3, 1.25), row("-4", 2, 1.255))),))
    assert model.likelihood(given) < DECIDES
    assert any("each qty of rows is at least 0" in words for words in model.broken(given))
    mended = model.mended(given, pool_of((), 1), all_=True)
    assert mended == Input((Sequence("list", (row("a", 3, 1.25), row("-4", 2, round(1.255, 2)))),))
    assert model.likelihood(mended) >= DECIDES
    model = domain_of(second, conditions(second, None), ())
    pairs = ((Text("name"), Text("a")), (Text("stock"), Int(-2)))
    given = Input((Sequence("list", (Mapping("dict", pairs),)),))
    assert model.likelihood(given) < DECIDES <= model.likelihood(model.mended(given, pool_of((), 1), all_=True))


@pytest.mark.parametrize(
    ("name", "low", "high"),
    [
        ("startMonth", 1, 12), ("startmonth", 1, 12), ("hours", 0, None), ("percentage", 0, 100),
        ("hourlyCents", 0, None), ("dayRate", None, None), ("monthly", None, None), ("daily_fee", 0, None),
        ("dice", 1, 6), ("die", 1, 6),
    ],
)  # fmt: skip
def test_what_is_paid_for_an_hour_is_no_hour(name: str, low: int | None, high: int | None) -> None:
    """`hourlyCents` may be more than 23."""
    assert span(name) == (low, high)


@pytest.mark.parametrize(("name", "whole"), [("capacity", True), ("ttlMs", True), ("weight", False), ("ratio", False)])
def test_what_comes_in_whole_ones_has_no_fraction(name: str, whole: bool) -> None:
    """Where its type is that of any number."""
    found = quantities({name: OneOf((IntShape(), FloatShape()))}, {}, "")
    assert (f"{name} is a whole number" in [one.words() for one in found]) == whole


@pytest.mark.parametrize(("name", "spans"), [
    ("day_start", (None, None)), ("dayEnd", (None, None)), ("start_day", (1, 31)), ("day", (1, 31)),
])  # fmt: skip
def test_when_a_day_begins_is_no_day(name: str, spans: tuple[int | None, int | None]) -> None:
    """What a name is of comes last."""
    assert span(name) == spans


def test_letters_that_go_with_each_other_are_a_date_or_a_time() -> None:
    names = ("y1", "m1", "d1", "y2", "m2", "d2")
    assert [span(name, names) for name in names[:3]] == [(1, 9999), (1, 12), (1, 31)]
    assert [span(name, ("h", "m", "s")) for name in ("h", "m")] == [(0, 23), (0, 59)]
    assert span("m", ("m", "n")) == (None, None), "a number of rows"
    assert span("d1", ("y2", "m2", "d1")) == (None, None)


def test_an_amount_is_not_negative_unless_it_is_asked() -> None:
    shapes = {"amount": IntShape()}
    assert [(one.property, one.bound) for one in quantities(shapes, {}, "total += amount")] == [("at least", 0)]
    assert not [*quantities(shapes, {}, "if amount <= 0: raise ValueError")]


def test_a_result_that_may_be_negative_says_nothing_of_what_is_given() -> None:
    shapes = {"year": IntShape(), "month": IntShape()}
    said = [one.property for one in quantities(shapes, {}, "# Days since then, negative if it is earlier.\n")]
    assert said == ["at least", "at most"] * 2
    assert not [*quantities(shapes, {}, "# A negative year is before Christ.\n")]


FRACTION = "Reduces a fraction (numerator, denominator)."


@pytest.mark.parametrize(
    ("name", "shape", "text", "found"),
    [
        ("divisor", IntShape(), "return total % divisor", ["divisor is not 0"]),
        ("divisor", IntShape(), "if divisor == 0: return None", []),
        ("f", TupleShape((IntShape(), IntShape())), FRACTION, ["each denominator of f is not 0"]),
        ("f", TupleShape((IntShape(), IntShape())), f"{FRACTION} if not denominator: return 0", []),
        ("f", SequenceShape(IntShape()), FRACTION, []),
    ],
)
def test_nobody_divides_by_0(name: str, shape: Shape, text: str, found: list[str]) -> None:
    """A divisor, and the second of a fraction; unless the program asks for it."""
    assert [one.words() for one in quantities({name: shape}, {}, text)] == found


@pytest.mark.parametrize(("text", "least"), [("return len(kept) < capacity", 1), ("if capacity == 0: return None", 0)])
def test_what_holds_nothing_is_hardly_meant(text: str, least: int) -> None:
    """A capacity is at least 1, unless the program asks for 0."""
    found = [one.bound for one in quantities({"capacity": IntShape()}, {}, text) if one.property == "at least"]
    assert found in ([least], [])
    assert (found == [1]) == (least == 1)


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("Earliest start of each task, given (duration, needs) per task.", ["each duration of tasks is at least 0"]),
        ("Tasks as (duration, needs, name).", []),
        ("Tasks; duration and needs.", []),
    ],
)
def test_words_name_the_parts_of_a_tuple(words: str, found: list[str]) -> None:
    """Where it is the only one and has as many parts."""
    shape = MappingShape(TextShape(), TupleShape((IntShape(), SequenceShape(TextShape()))))
    assert [one.words() for one in quantities({"tasks": shape}, {}, words, told=words)] == found


@pytest.mark.parametrize(("words", "found"), [
    ("Each is (x1, y1, x2, y2) with x1 < x2 and y1 <= y2.",
     ["spots has no item whose x1 is not below its x2", "spots has no item whose y1 is above its y2"]),
    ("Each is (x1, y1, x2, y2). If x1 < x2 it opens to the right.", []),
    ("Each is (x1, y1, x2, y2), and a < b.", []),
    ("Each is (x, y, z), with x < y.", []),
    ("Count the spots (x1, y1, x2, y2) with x1 < x2.", []),
    ("Each is (x1, y1, x2, y2). Keep those with x1 < x2.", []),
    ("Spots (x1, y1, x2, y2) where x1 < x2.", []),
])  # fmt: skip
def test_words_say_which_part_of_a_row_is_below_which(words: str, found: list[str]) -> None:
    """Of parts that they name; a tuple of so many items, taken apart or looked up by places."""
    for row in (TupleShape((IntShape(),) * 4), SequenceShape(IntShape(), "tuple", 4, 4)):
        told = [one for one in quantities({"spots": SequenceShape(row)}, {}, words, told=words) if one.place]
        assert [one.words() for one in told if one.property == "pairs ordered"] == found


def test_rows_are_put_in_the_order_that_words_tell() -> None:
    assumed = Assumption("spots", "pairs ordered", "", bound=1, other="x1\nx2", place=(0, 2))
    named: dict[str, Value] = {"spots": Sequence("list", (Sequence("tuple", tuple(map(Int, (5, 1, 5, 0)))),))}
    assert not keeps(assumed, named)
    mended(assumed, named, pool_of((), 1), lambda name: named[name])
    assert named["spots"] == Sequence("list", (Sequence("tuple", tuple(map(Int, (5, 1, 6, 0)))),))


def test_a_year_a_month_and_a_day_are_a_date() -> None:
    """Unless a program may be there to find out; of letters, too, and put right where they are none."""
    shapes = {"year": IntShape(), "month": IntShape(), "day": IntShape()}
    found = [one for one in quantities(shapes, {}, "return day + 31 * month") if one.property == "day of"]
    assert [one.words() for one in found] == ["day is a day of year and month"]
    letters = {"y": IntShape(), "m": IntShape(), "d": IntShape()}
    assert [one.other for one in quantities(letters, {}, "") if one.property == "day of"] == ["y\nm"]
    asking = ("day <= most", "if day > 28 { f(); }", "return false;", "last >= day")
    for text in ("raise ValueError", "def is_valid_date(year, month, day)", "throw new Error()", *asking):
        assert not [one for one in quantities(shapes, {}, text) if one.property == "day of"]
    assert not [one for one in quantities({**shapes, "other_day": IntShape()}, {}, "") if one.property == "day of"]
    for date, right in (((2023, 2, 29), False), ((2024, 2, 29), True), ((2023, 4, 31), False), ((2023, 13, 99), True)):
        named: dict[str, Value] = dict(zip(shapes, map(Int, date), strict=True))
        assert keeps(found[0], named) is right
        mended(found[0], named, pool_of((), 1), lambda name, known=named: known[name])  # type: ignore[misc]
        assert keeps(found[0], named)


def test_digits_in_a_list_are_digits_and_a_number_says_how_many() -> None:
    found = quantities({"digits": SequenceShape(IntShape())}, {}, "")
    assert [(one.property, one.bound) for one in found] == [("at least", 0), ("at most", 9)]
    assert not [*quantities({"digits": IntShape()}, {}, "round(x, digits)")]
    assert not [*quantities({"two_digits": SequenceShape(IntShape())}, {}, "")]
