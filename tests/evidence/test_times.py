"""Time goes on from call to call, spans begin before they end, and places in lists are not negative."""

from __future__ import annotations

import pytest

from codescore.evidence.assumptions import conditions
from codescore.evidence.domain import DECIDES, Domain, domain_of
from codescore.evidence.generate import random_input
from codescore.evidence.pool import fresh, pool_of
from codescore.evidence.times import clocks, goes_back
from codescore.languages import by_id
from codescore.languages.execution import Entry, Input, Parameter
from codescore.languages.shapes import AnyShape
from codescore.languages.values import Call, Int, Sequence, Text

CACHES = {
    "python": """class Cache:
    def __init__(self, ttl):
        self.ttl, self.held = ttl, {}
    def put(self, key, now):
        self.held[key] = now
    def has(self, key, now):
        return key in self.held and now - self.held[key] < self.ttl
""",
    "javascript": """class Cache {
  constructor(ttl) { this.ttl = ttl; this.held = new Map(); }
  put(key, now) { this.held.set(key, now); }
  has(key, now) { return this.held.has(key) && now - this.held.get(key) < this.ttl; }
}
""",
    "java": """class Cache {
    private final long ttl;
    private final java.util.Map<String, Long> held = new java.util.HashMap<>();
    Cache(long ttl) { this.ttl = ttl; }
    void put(String key, long nowMs) { held.put(key, nowMs); }
    boolean has(String key, long nowMs) { return held.containsKey(key) && nowMs - held.get(key) < ttl; }
}
""",
}
SLOTS = """def minutes(text):
    hours, mins = text.split(":")
    return int(hours) * 60 + int(mins)
def free(day_start, day_end, meetings):
    cursor, found = minutes(day_start), []
    for begin, finish in sorted((minutes(a), minutes(b)) for a, b in meetings):
        if begin > cursor:
            found.append(begin - cursor)
        cursor = max(cursor, finish)
    return found + [minutes(day_end) - cursor]
"""
COLUMNS = """def heights(moves, cols):
    found = [0] * cols
    for col in moves:
        found[col] += 1
    return found
"""


def model(language: str, source: str, name: str) -> Domain:
    found = by_id(language)
    assert found is not None
    entry = next(one for one in found.runner().survey(source).entries if one.name == name)
    return domain_of(entry, conditions(entry, None), ())


@pytest.mark.parametrize("language", [*CACHES, "java"])
def test_what_is_called_now_goes_on(language: str) -> None:
    """A sequence in which it goes back does not decide, and hardly any is made."""
    domain = model(language, CACHES[language], "Cache")
    pool = pool_of((), 3)
    likely, backwards = 0, 0
    for _ in range(100):
        given = domain.fulfilled(random_input(domain.entry, fresh(pool)), pool)
        back = goes_back(domain._times(given))
        backwards += back
        likely += domain.likelihood(given) >= DECIDES
        assert not back or domain.likelihood(given) < DECIDES
        assert not back or "time goes on from call to call" in domain.broken(given)
    assert backwards < 30
    assert likely > 50


def test_times_of_other_names_may_go_back() -> None:
    """Nobody says that a number that is put in later is larger."""
    domain = model("python", CACHES["python"].replace("now", "weight"), "Cache")
    calls = tuple(Call("has", (Text("a"), Int(number))) for number in (9, 3))
    assert not domain._times(Input((Call("Cache", (Int(1),)), *calls)))


def meetings(*pairs: tuple[str, str]) -> Sequence:
    return Sequence("list", tuple(Sequence("tuple", tuple(map(Text, pair))) for pair in pairs))


@pytest.mark.parametrize(
    ("start", "end", "taken", "likely"),
    [
        ("08:00", "18:00", [("09:00", "10:30")], True),
        ("08:00", "18:00", [("10:30", "09:00")], False),
        ("18:00", "08:00", [("09:00", "10:30")], False),
        ("08:00", "18:61", [("09:00", "10:30")], False),
    ],
)
def test_spans_of_times_begin_before_they_end(
    start: str, end: str, taken: list[tuple[str, str]], *, likely: bool
) -> None:
    """What they are called says it, also after they were made numbers."""
    given = Input((Text(start), Text(end), meetings(*taken)))
    assert (model("python", SLOTS, "free").likelihood(given) >= DECIDES) == likely


def test_who_asks_which_time_is_the_later_may_go_over_midnight() -> None:
    given = Input((Text("18:00"), Text("08:00"), meetings(("09:00", "10:30"))))
    head, colon, body = SLOTS.partition("meetings):\n")
    asks = f"{head}{colon}    if day_end < day_start:\n        return []\n{body}"
    assert model("python", asks, "free").likelihood(given) >= DECIDES


def test_what_looks_into_a_list_is_not_negative() -> None:
    """Where the list is the program's own, and the numbers are in another one."""
    domain = model("python", COLUMNS, "heights")
    given = [Input((Sequence("list", (Int(2), Int(number))), Int(5))) for number in (1, -1)]
    assert [domain.likelihood(one) >= DECIDES for one in given] == [True, False]
    one = "def f(col, found=None):\n    found = [1, 2, 3]\n    {}return found[col]\n"
    asks = [model("python", one.format(way), "f") for way in ("", "if col < 0:\n        return 0\n    ")]
    assert [each.likelihood(Input((Int(-1),))) >= DECIDES for each in asks] == [False, True]


@pytest.mark.parametrize(
    ("names", "found"),
    [
        ((("t", "value"), ("now",)), {"t", "now"}),
        ((("t", "value"), ("t",)), {"t"}),
        ((("t", "value"), ("key",)), set()),
        ((("key", "now_ms"),), {"now_ms"}),
    ],
)
def test_a_letter_is_the_time_beside_others(names: tuple[tuple[str, ...], ...], found: set[str]) -> None:
    """`add(t, value)` beside `count(now)`, or where several methods take it."""
    members = [Entry("f", "method", tuple(Parameter(name, AnyShape()) for name in some)) for some in names]
    assert clocks(members) == found
