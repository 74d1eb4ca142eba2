"""Texts that stand for dates and times: what the library reads, and what names and parts say."""

from __future__ import annotations

from random import Random

import pytest

from codescore.evidence.properties import keeps
from codescore.evidence.written import near_each_other
from codescore.languages import by_id
from codescore.languages.assumed import Assumption
from codescore.languages.moments import near
from codescore.languages.pictures import fits, fitted, of_format
from codescore.languages.values import Int, Sequence, Text, Value


def pictured(language: str, source: str) -> list[str]:
    """How texts of `f` are taken to be written."""
    found = by_id(language)
    assert found is not None
    entry = next(one for one in found.runner().survey(source).entries if one.name == "f")
    return [one.words() for one in entry.assumptions if one.property == "pictured"]


@pytest.mark.parametrize(
    ("given", "picture"),
    [
        ("%Y-%m-%d", "yyyy-mm-dd"), ("%d.%m.%Y", "dd.mm.yyyy"), ("%H:%M:%S", "hh:mm:ss"),
        ("%F %T", "yyyy-mm-dd hh:mm:ss"), ("dd/MM/uuuu", "dd/mm/yyyy"), ("yyyy-MM-dd'T'HH:mm", "yyyy-mm-ddThh:mm"),
        ("%d %b %Y", ""), ("%A", ""), ("", ""),
    ],
)  # fmt: skip
def test_formats_of_libraries_are_pictures(given: str, picture: str) -> None:
    """Those of numbers alone; the name of a month is none."""
    assert of_format(given) == picture


@pytest.mark.parametrize("picture", ["yyyy-mm-dd hh:mm", "yyyy-mm-ddThh:mm", "dd.mm.yyyy", "hh:mm:ss"])
@pytest.mark.parametrize("text", ["", "x", "2024-02-31 25:61", "17", "9999999-1"])
def test_any_text_becomes_a_date_that_there_is(picture: str, text: str) -> None:
    """A date and a time each by itself, with the numbers of the text as far as they go."""
    for seed in range(20):
        made = fitted(picture, text, Random(seed))
        assert fits(picture, made), made
        assert not fits(picture, made + "x")
    assert not fits("yyyy-mm-dd hh:mm", "2024-02-30 10:00")
    assert not fits("yyyy-mm-dd hh:mm", "2024-02-20")


ISO = "a is written yyyy-mm-dd"
BUSY = '''def f(busy):
    """The minutes of all, where busy is a list of pairs of "HH:MM"."""
    return [int(h) * 60 + int(m) for a, b in busy for h, m in [a.split(":"), b.split(":")]]
'''
CAUGHT = """
from datetime import date
def f(a):
    try:
        return date.fromisoformat(a)
    except ValueError:
        return None
"""
TIMES = "/** @param {{start: string, room: string}[]} rows times 'HH:MM' */\n"
GERMAN = 'static final DateTimeFormatter F = DateTimeFormatter.ofPattern("dd.MM.yyyy"); '


def java(body: str, parameters: str = "String a", before: str = "") -> str:
    return (
        f"import java.time.*; import java.time.format.*; import java.util.*;\n"
        f"class A {{ {before} static Object f({parameters}) {{ {body} }} }}"
    )


@pytest.mark.parametrize(
    ("language", "source", "words"),
    [
        ("python", "from datetime import datetime\ndef f(a):\n    return datetime.strptime(a, '%d/%m/%Y').day",
         ["a is written dd/mm/yyyy"]),
        ("python", "from datetime import date\ndef f(rows):\n    return [date.fromisoformat(d).year for _, d in rows]",
         ["each d of rows is written yyyy-mm-dd"]),
        ("python", "from datetime import date\ndef f(a, free):\n    return date.fromisoformat(a).isoformat() in free",
         [ISO, "free is written yyyy-mm-dd"]),
        ("python", CAUGHT, []),
        ("python", BUSY, ["busy is written HH:MM"]),
        ("javascript", "function f(a) { return new Date(a).getTime() - a.length; }", [ISO]),
        ("javascript", "function f(rows) { return rows.map((r) => r.date.trim().slice(0, 7)); }",
         ["each date of rows is written yyyy-mm-dd"]),
        ("javascript", "function f(month) { const [y, m] = month.split('-').map(Number); return y * 12 + m; }",
         ["month is written yyyy-mm"]),
        ("javascript", "function f(rows) { return rows.map((r) => r.date.trim()); }", []),
        ("javascript", TIMES + "function f(rows) { return rows; }", ["each start of rows is written HH:MM"]),
        ("javascript", TIMES + "function f(rows) { return rows[0].start[0] > 23; }", []),
        ("cpp", '#include <string>\n/// Hours of a time "hh:mm".\nint f(const std::string& time) { return time[0]; }',
         ["time is written hh:mm"]),
        ("java", java("return LocalDate.parse(a).getYear();"), [ISO]),
        ("java", java("return LocalDate.parse(a, F).getYear();", before=GERMAN), ["a is written dd.mm.yyyy"]),
        ("java", java("return a.stream().map(LocalDate::parse).distinct().count();", "List<String> a"), [ISO]),
        ("java", java("return b.contains(LocalDate.parse(a)) || b.size() > 3;", "String a, List<LocalDate> b"), [ISO]),
        ("java", java("LocalDate d = LocalDate.parse(a); return b.contains(d.toString());", "String a, List<String> b"),
         [ISO, "b is written yyyy-mm-dd"]),
        ("java", java("try { return LocalDate.parse(a); } catch (Exception e) { return 0; }"), []),
        ("cpp", "#include <string>\nint f(const std::string& date) { return std::stoi(date.substr(0, 4)); }",
         ["date is written yyyy-mm-dd"]),
    ],
)  # fmt: skip
def test_what_is_read_as_a_date_is_written_so(language: str, source: str, words: list[str]) -> None:
    """The library says it, or a name and the parts that are looked at, or the words before; not what may check it."""
    assert pictured(language, source) == words


def test_dates_in_texts_are_before_each_other() -> None:
    """`from` and `to` in texts; other texts are not compared."""
    ordered = Assumption("first", "up to", "", other="last")
    assert keeps(ordered, {"first": Text("2024-01-31"), "last": Text("2024-02-01")})
    assert not keeps(ordered, {"first": Text("2024-02-02"), "last": Text("2024-02-01")})
    assert keeps(ordered, {"first": Text("b"), "last": Text("a")})
    assert not keeps(ordered, {"first": Int(3), "last": Int(2)})


@pytest.mark.parametrize("picture", ["yyyy-mm-dd", "yyyy-mm-dd hh:mm", "yyyy-mm-ddThh:mm:ss", "dd.mm.yyyy", "hh:mm"])
def test_a_moment_is_near_another_one(picture: str) -> None:
    """It is written likewise, later mostly, and of a time of day on the same day."""
    text = fitted(picture, "", Random(3))
    made = [moment for seed in range(60) if (moment := near(picture, text, Random(seed)))]
    assert len(made) > 30
    assert all(fits(picture, moment) for moment in made)
    assert len({*made}) > 5
    assert near("hh:mm-hh:mm", "08:00-09:00", Random(1)) == near(picture, "soon", Random(1)) == ""


def test_days_in_a_list_are_near_the_day_beside_it() -> None:
    """Holidays, and the day from which is counted: far ones would say nothing."""
    assumed = [Assumption(name, "pictured", "it is read so", other="yyyy-mm-dd") for name in ("start", "off")]
    near = 0
    for number in range(40):
        named: dict[str, Value] = {"start": Text("2024-06-07"), "off": Sequence("list", (Text("1990-01-01"),) * 2)}
        near_each_other(assumed, named, Random(number))
        assert named["start"] == Text("2024-06-07")
        off = named["off"]
        assert isinstance(off, Sequence)
        near += sum(isinstance(day, Text) and day.value > "2020" for day in off.items)
    assert 40 <= near < 80
