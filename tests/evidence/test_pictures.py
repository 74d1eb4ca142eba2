"""Texts are written as their reader takes them apart, and times and dates as a docstring shows them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random

import pytest

from codescore.evidence import sandbox
from codescore.evidence.properties import keeps
from codescore.evidence.session import EvidenceSession
from codescore.languages import by_id
from codescore.languages.pictures import fits, fitted, pictures
from codescore.languages.values import Mapping, Sequence, Text, Value, walk
from tests.evidence.javascript.run import needs_node
from tests.evidence.test_corner import judged
from tests.evidence.test_use import drawn, model

_ability = sandbox.probe()

DATES = '''def sort_dates(dates):
    """Sort dates of the form 'dd/mm' by month and day."""
    pairs = []
    for d in dates:
        parts = d.split('/')
        pairs.append((int(parts[1]), int(parts[0]), d))
    pairs.sort()
    return [p[2] for p in pairs]
'''
TIMES = '''def minutes(t):
    h, m = t.split(':')
    return int(h) * 60 + int(m)


def duration(start, end):
    """Minutes from start to end ('hh:mm'); end may be on the next day."""
    diff = minutes(end) - minutes(start)
    if diff < 0:
        diff += 24 * 60
    return diff
'''
BEST = """def best(lines):
    found = {}
    for line in lines:
        name, score = line.split(':')
        score = int(score)
        if name not in found or score > found[name]:
            found[name] = score
    return found
"""
COMPARED = BEST.replace("        score = int(score)\n", "").replace(
    "return found", "return {n: int(s) for n, s in found.items()}"
)


@pytest.fixture(scope="module")
def session() -> Iterator[EvidenceSession]:
    with EvidenceSession() as one:
        yield one


def _texts(values: tuple[Value, ...]) -> list[str]:
    return [part.value for value in values for part in walk(value) if isinstance(part, Text)]


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("dates of the form 'dd/mm'", ["dd/mm"]),
        ("a time, HH:MM:SS.", ["HH:MM:SS"]),
        ("yyyy-mm-dd or 'd.m.yyyy'", ["yyyy-mm-dd", "d.m.yyyy"]),
        ("a shift, HH:MM-HH:MM, or 'h:mm - h:mm', not hh:mm-hh.mm", ["HH:MM-HH:MM", "h:mm - h:mm"]),
        ("km/h, m/s, d/m, and/or, dd:hh, mm:hh, hh/mm, yyy-mm-dd, dm/md", []),
    ],
)
def test_a_picture_is_found(words: str, found: list[str]) -> None:
    """Letters of the calendar or the clock; one digit each only between quotes, and nothing that is a unit."""
    assert list(pictures(words)) == found


@pytest.mark.parametrize(
    ("picture", "right", "wrong"),
    [
        ("dd/mm", ["01/12", "29/02"], ["1/12", "31/02", "12/13", "00/01", "01/12/", "01-12"]),
        ("yyyy-mm-dd", ["2024-02-29"], ["2023-02-29", "24-02-29"]),
        ("hh:mm", ["00:00", "23:59"], ["24:00", "8:30", "08:60"]),
        ("h:mm", ["8:30", "18:30"], ["8:3"]),
        ("hh:mm-hh:mm", ["08:30-17:00", "22:00-06:00"], ["8:30-17:00", "08:30", "08:30-25:00", "08:30-17:00-18:00"]),
    ],
)
def test_what_a_picture_shows(picture: str, right: list[str], wrong: list[str]) -> None:
    """Digits, spans and days that there are; what is not so is made so."""
    assert all(fits(picture, text) for text in right)
    assert not any(fits(picture, text) for text in wrong)
    assert all(fits(picture, fitted(picture, text, Random(seed))) for text in ("", *wrong) for seed in range(20))


@pytest.mark.parametrize("source", [TIMES, "\n\n\n".join(reversed(TIMES.rstrip().split("\n\n\n"))) + "\n"])
def test_times_are_written_as_one_docstring_of_the_file_shows(source: str) -> None:
    """Of the function that takes them, or of one beside it that takes texts of the same form."""
    texts = [_texts(given.arguments) for given in drawn(source)]
    assert sum(all(re.fullmatch(r"[012]\d:[0-5]\d", text) for text in some) for some in texts) > 150
    assert len({text for some in texts for text in some}) > 50


@pytest.mark.parametrize(
    "how",
    [
        "if int(h) > 23:\n        return None\n    return",
        "if not h.isdigit():\n        return None\n    return",
        "assert len(t) == 5\n    return",
    ],
)
def test_but_not_where_the_program_looks_at_that_itself(how: str) -> None:
    """Hours over 23 are meant where a function has an answer to them."""
    source = TIMES.replace("return", how, 1)
    assert not any(one.property == "pictured" for one in model(source).conditions.all())


def test_parts_are_as_many_as_are_looked_at() -> None:
    """`parts[0]` and `parts[1]` and nothing else: two, in every text of most inputs."""
    source = DATES.replace("dd/mm", "day and month")
    assert "dates has 2 parts between '/'" in {one.words() for one in model(source).conditions.all()}
    texts = [_texts(given.arguments) for given in drawn(source)]
    assert sum(all(text.count("/") == 1 for text in some) for some in texts) > 150


@pytest.mark.parametrize("way", ["line.split(':', 1)", "line.split(':', maxsplit=1)"])
def test_but_not_where_it_says_how_many_at_most(way: str) -> None:
    """What comes behind may have the sign in it."""
    source = BEST.replace("line.split(':')", way)
    assert not any(one.property == "parts" for one in model(source).conditions.all())


@pytest.mark.parametrize("sign", ["!=", "<"])
def test_nor_where_it_counts_them(sign: str) -> None:
    """Texts with other parts are part of the task then."""
    source = DATES.replace("pairs.append", f"if len(parts) {sign} 2:\n            continue\n        pairs.append")
    assert not any(one.property in ("parts", "pictured") for one in model(source).conditions.all())


def test_nor_where_the_first_is_a_command() -> None:
    """`push 3` has two words and `pop` has one, whatever is looked at."""
    source = """def run(commands):
    stack = []
    for c in commands:
        words = c.split()
        if words[0] == 'push':
            stack.append(int(words[1]))
        elif words[0] == 'pop':
            stack.pop()
    return stack
"""
    assert not any(one.property == "parts" for one in model(source).conditions.all())


def test_words_come_again_in_lines() -> None:
    """Lines of name and score have one name twice; numbers of one digit and of two stand beside each other."""
    again = 0
    for given in drawn(BEST):
        names = [text.partition(":")[0] for text in _texts(given.arguments)]
        again += len({*names}) < len(names)
    assert again > 60


@pytest.mark.skipif(not _ability.works, reason=f"NO SANDBOX: {_ability.detail}")
@pytest.mark.parametrize(
    ("candidate", "reference", "verdict"),
    [
        ("def sort_dates(dates):\n    return sorted(dates, key=lambda d: (d[3:], d[:2]))\n", DATES, "equivalent"),
        ("def minutes(t):\n    return int(t[:2]) * 60 + int(t[3:])\n", TIMES.partition("\n\n\n")[0] + "\n", "differs"),
        (TIMES.replace("h, m = t.split(':')", "h, m = t[:2], t[3:]"), TIMES, "equivalent"),
        (TIMES.replace("24 * 60", "1400"), TIMES, "differs"),
        (COMPARED, BEST, "differs"),
    ],
)  # fmt: skip
def test_programs_that_rely_on_it(session: EvidenceSession, candidate: str, reference: str, verdict: str) -> None:
    """Two digits are relied on where a docstring shows them; scores compared as texts are found out."""
    assert judged(session, candidate, reference).verdict == verdict


EXACT = """from decimal import Decimal


def total(lines):
    out = Decimal("0.00")
    for line in lines:
        out += line["qty"] * Decimal(line["price"])
    return str(out)
"""
EXACT_JAVA = """import java.math.BigDecimal;
class M { static String twice(String price) { return new BigDecimal(price).add(new BigDecimal(price)).toString(); } }
"""


@pytest.mark.parametrize(
    ("language", "source", "words"),
    [
        ("python", EXACT, "each price of lines is written 0.00"),
        ("java", EXACT_JAVA, "price is written 0.00"),
        ("python", "from decimal import Decimal\ndef f(n):\n    return Decimal(n + 1)\n", ""),
    ],
)
def test_what_is_read_exactly_is_a_text_with_two_decimals(language: str, source: str, words: str) -> None:
    """`Decimal` and `BigDecimal` of what nothing else says; not of what is reckoned with."""
    found = by_id(language)
    assert found is not None
    entry = found.runner().survey(source).entries[-1]
    entry = entry.members[-1] if entry.members else entry
    assert [one.words() for one in entry.assumptions if one.property == "pictured"] == [words] * bool(words)


def test_exact_numbers_are_drawn() -> None:
    """With two decimals or none, from the digits that were there."""
    assert [fits("0.00", text) for text in ("1.50", "12", "0.05", "1.5", "-1.00", "01.00", "x")] == [
        True, True, True, False, False, False, False,
    ]  # fmt: skip
    years = [int(fitted("yyyy-mm-dd", "", Random(seed))[:4]) for seed in range(200)]
    assert sum(2019 <= year <= 2026 for year in years) > 140  # near each other
    assert len({*years}) > 9
    made = {fitted("0.00", "a7b123", Random(seed)) for seed in range(20)}
    assert made == {"7.23", "7"}


SHIFTS = '''class Shifts:
    """Who works when. Times are 'HH:MM', such as '08:30'."""
    def __init__(self):
        self.known = []
    def add(self, name, day, start, end):
        if any(d == day and s < end and start < e for _, d, s, e in self.known):
            return False
        self.known.append((name, day, start, end))
        return True
    def at(self, day, time):
        return [n for n, d, s, e in self.known if d == day and s <= time < e]
'''
IN_MINUTES = """def minutes(text):
    hours, rest = text.split(":")
    return 60 * int(hours) + int(rest)
class Shifts:
    def __init__(self):
        self.days = {}
    def add(self, name, day, start, end):
        some = self.days.setdefault(day, [])
        begin, until = minutes(start), minutes(end)
        for _, s, e in some:
            if s < until and begin < e:
                return False
        some.append((name, begin, until))
        return True
    def at(self, day, time):
        now = minutes(time)
        return [n for n, s, e in self.days.get(day, []) if s <= now < e]
"""


@pytest.mark.sandbox
def test_what_is_only_compared_is_a_time_where_the_class_says_how_it_is_written(session: EvidenceSession) -> None:
    """Numbers would do as well; a day is none, and a shift that ends before it begins is hardly meant."""
    found = judged(session, IN_MINUTES, SHIFTS)
    assert found.verdict in ("equivalent", "conditional"), found.reason
    wrong = IN_MINUTES.replace("s < until and", "s <= until and")
    assert judged(session, wrong, SHIFTS).verdict == "differs"


OPENING = """/**
 * hours maps a day to [opening, closing], both "HH:MM".
 *
 *   isOpen({mon: ["09:00", "17:30"]}, "mon", "12:00")  // true
 */
function isOpen(hours, day, now) {
  const [from, to] = hours[day].map(minutes);
  return from <= minutes(now) && minutes(now) < to;
}
function minutes(time) {
  const [h, m] = time.split(":").map(Number);
  return h * 60 + m;
}
"""


@needs_node[0]
def test_what_a_mapping_holds_is_written_as_its_words_show() -> None:
    """Not its keys, which are said before."""
    runner = by_id("javascript").runner()
    entry = next(one for one in runner.survey(OPENING).entries if one.name == "isOpen")
    times = [one for one in entry.assumptions if one.property == "pictured" and one.parameter == "hours"][:1]
    assert [one.other for one in times] == ["HH:MM"]
    (one,) = times
    known = Mapping("dict", ((Text("mon"), Sequence("list", (Text("9"), Text("18:00")))),))
    assert not keeps(one, {"hours": known})
    assert keeps(one, {"hours": Mapping("dict", ((Text("mon"), Sequence("list", (Text("09:00"), Text("18:00")))),))})
