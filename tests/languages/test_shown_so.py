"""What texts look like, as an example in quotes or the comment behind a field shows it; and the two ends of a span."""

from __future__ import annotations

import pytest

from codescore.evidence.pairs import pair, with_pair
from codescore.evidence.pool import pool_of
from codescore.evidence.properties import keeps, mended
from codescore.languages import by_id
from codescore.languages.execution import Entry
from codescore.languages.pictures import fits, pictures
from codescore.languages.values import Record, Sequence, Text, Value


def entry(language: str, source: str) -> Entry:
    found = by_id(language)
    assert found is not None
    return next(one for one in found.runner().survey(source).entries if one.name == "f")


def said(language: str, source: str, property_: str = "pictured") -> list[str]:
    return [one.words() for one in entry(language, source).assumptions if one.property == property_]


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ('like "09:00-12:30"', ["hh:mm-hh:mm"]), ("`9:30`", ["h:mm"]), ("'2024-01-31'", ["yyyy-mm-dd"]),
        ('"31.12.2024 - 01.01.2025"', ["dd.mm.yyyy - dd.mm.yyyy"]), ('"2024-01-31T10:00"', ["yyyy-mm-ddThh:mm"]),
        ('"99:99"', []), ('"2024-13-01"', []), ("due:10:30", []), ('"10:30 o\'clock"', []),
    ],
)  # fmt: skip
def test_an_example_in_quotes_is_a_picture(words: str, found: list[str]) -> None:
    """Of a day and a time that there are, and only where nothing else is in the quotes."""
    assert [*pictures(words)] == found
    assert all(fits(one, words.strip("'\"`").removeprefix('like "')) for one in found)


CLOCKED = "is written hh:mm-hh:mm"
BODY = "return xs.map((x) => x.split('-').map((t) => t.split(':')));"
FIELDS = """interface Shift {
  start: string; // "HH:MM"
  end: string; // an end before the start is on the next day
  name: string;
}
function f(shifts: Shift[]): string[] { return shifts.map((one) => one.start + one.end + one.name); }
"""


@pytest.mark.parametrize(
    ("source", "words"),
    [
        (f'/** @param {{string[]}} xs like "09:00-12:30" */\nfunction f(xs) {{ {BODY} }}', [f"xs {CLOCKED}"]),
        (f'// Joins spans such as "09:00-12:30".\nfunction f(xs) {{ {BODY} }}', [f"xs {CLOCKED}"]),
        (f'// Returns spans such as "09:00-12:30".\nfunction f(xs) {{ {BODY} }}', []),
        (f'// Joins spans such as "09:00-12:30".\nfunction f(xs, y) {{ {BODY} }}', []),
    ],
)
def test_an_example_is_of_the_parameter_that_it_describes(source: str, words: list[str]) -> None:
    """Of its own description, or of the only parameter; an example of the result says nothing."""
    assert said("javascript", source) == words


def test_the_comment_behind_a_field_shows_it() -> None:
    """And how other times of the same object are written, whatever else is said there."""
    assert said("typescript", FIELDS) == [
        "each start of shifts is written HH:MM",
        "each end of shifts is written HH:MM",
    ]


JAVA = """class A {{
    /** Joins spans such as "09:00-12:30". {} */
    static int f(java.util.List<String> spans) {{ return spans.size(); }}
}}
"""


@pytest.mark.parametrize(
    ("sentence", "count"),
    [
        ("Every span starts before it ends.", 2), ("The start is before the end.", 2),
        ("An end before the start is on the next day.", 0), ("Throws where a span starts before it ends.", 0),
    ],
)  # fmt: skip
def test_spans_that_start_before_they_end(sentence: str, count: int) -> None:
    """Where a sentence says so, and not of a case."""
    assert len(said("java", JAVA.format(sentence), "pairs ordered")) == count


@pytest.mark.parametrize(
    ("text", "ends"),
    [
        ("09:00-12:30", ("09:00", "12:30")), ("2024-01-31..2024-02-01", ("2024-01-31", "2024-02-01")),
        ("09:00 - 12:30", ("09:00", "12:30")), ("9:00-12:30", ()), ("09:00-12", ()), ("12-30", ()),
    ],
)  # fmt: skip
def test_a_text_from_one_time_to_another_has_two_ends(text: str, ends: tuple[str, ...]) -> None:
    """Of one form, whose order is that of their texts; they can be put the other way round."""
    found = pair(Text(text))
    assert found == tuple(map(Text, ends))
    if found:
        turned = with_pair(Text(text), found[::-1])
        assert pair(turned) == found[::-1]
        assert with_pair(turned, found) == Text(text)


@pytest.mark.parametrize(("call", "ordered"), [("xs.sort()", False), ("xs.slice()", True)])
def test_who_sorts_ranges_is_not_given_them_in_order(call: str, ordered: bool) -> None:
    """Though ranges mostly come in order."""
    assert bool(said("javascript", f"function f(ranges) {{ const xs = ranges; return {call}; }}", "ordered")) == ordered


@pytest.mark.parametrize(
    ("fields", "words"), [("home away goals", 1), ("from to weight", 0), ("homeGoals awayGoals", 1)]
)
def test_nobody_plays_against_himself(fields: str, words: int) -> None:
    """An edge may lead from a node to itself; who is at home is not his own guest."""
    typed = "; ".join(f"{one}: string" for one in fields.split())
    found = entry("typescript", f"function f(games: {{ {typed} }}[]): number {{ return games.length; }}")
    mine = [one for one in found.assumptions if one.property == "two parties"]
    assert len(mine) == words
    if not mine:
        return
    names = fields.split()[:2]

    def game(*parties: str) -> Record:
        return Record("Object", tuple((name, Text(party)) for name, party in zip(names, parties, strict=True)))

    given: dict[str, Value] = {"games": Sequence("list", (game("a", "b"), game("a", "a")))}
    assert not keeps(mine[0], given)
    mended(mine[0], given, pool_of((), 1), lambda _: Sequence("list", ()))
    assert given["games"] == Sequence("list", (game("a", "b"),))
    assert keeps(mine[0], given)


@pytest.mark.parametrize(("name", "alike"), [("image", True), ("maze", True), ("board", True), ("xs", False)])
def test_what_is_called_a_picture_or_a_board_has_rows_of_one_length(name: str, alike: bool) -> None:
    """As a matrix has."""
    source = f"function f({name}) {{ return {name}.map((row) => row[0] + row[1]); }}"
    assert bool(said("javascript", source, "rows alike")) == alike


@pytest.mark.parametrize(
    ("comment", "words"),
    [
        ("last unit of this tier, -1 for no end", ["each upTo of tiers is at least -1"]),
        ("may be -1", []), ("from 0 on", []),
    ],
)  # fmt: skip
def test_a_comment_says_what_the_only_number_below_zero_stands_for(comment: str, words: list[str]) -> None:
    """No other is meant then."""
    source = f"struct Tier {{ long upTo; // {comment}\n long cents; }};\n"
    source += "#include <vector>\nlong f(const std::vector<Tier>& tiers) { return tiers[0].upTo; }"
    found = [one for one in entry("cpp", source).assumptions if one.property == "at least" and one.part == "upTo"]
    assert [one.words() for one in found] == words
