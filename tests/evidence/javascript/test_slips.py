"""What JavaScript makes of a slip, where another language has an error: the last of several values, and NaN."""

from __future__ import annotations

import pytest

from codescore.evidence.session import EvidenceSession
from codescore.languages.left_open import left_open
from tests.evidence.javascript.run import needs_node
from tests.evidence.judging import judged

pytestmark = needs_node
ENDS = """function ends(items) {
  const low = Math.min(...items), high = Math.max(...items);
  return (low, high);
}
"""
BOTH = """function ends(items) {
  const sorted = [...items].sort((a, b) => a - b);
  return [sorted[0], sorted[sorted.length - 1]];
}
"""
PLACES = """function places(rows, sought) {
  const found = [];
  rows.forEach((row, i) => row.forEach((one, j) => { if (one === sought) { found.push((i, j)); } }));
  return found;
}
"""
PAIRS = """function places(rows, sought) {
  return rows.flatMap((row, i) => row.flatMap((one, j) => (one === sought ? [[i, j]] : [])));
}
"""
PRICE = """function price(text) {
  const value = Number(text.replace(",", "."));
  return value > 100 ? "much" : value > 10 ? "some" : "little";
}
"""


@pytest.fixture(scope="module")
def session():
    with EvidenceSession() as made:
        yield made


@pytest.mark.parametrize(("reference", "all_"), [(ENDS, BOTH), (PLACES, PAIRS)])
def test_who_gives_all_of_what_stands_before_commas_is_not_accused(
    session: EvidenceSession, reference: str, all_: str
) -> None:
    """`return (low, high)` is `high`: nobody knows whether it is meant, and who gives another `high` is wrong."""
    found = judged(session, "javascript", all_, reference)
    assert found.verdict in ("insufficient", "conditional"), found.reason
    assert "and the reference only the last" in found.reason
    assert judged(session, "javascript", reference, reference).verdict == "equivalent"
    for right, wrong in (("sorted.length - 1", "sorted.length - 2"), ("[[i, j]]", "[[i, j + 1]]")):
        if right in all_:
            assert judged(session, "javascript", all_.replace(right, wrong), reference).verdict == "differs"


@pytest.mark.parametrize(
    ("code", "commas"),
    [
        ("return (a, b);", "(a, b)"),
        ("if (x) { return (a, b[0], 'c') }", "(a, b[0], 'c')"),
        ("t.push((i, j))", "(i, j)"),
        ("return f(a, b);", ""),
        ("return (next(), a);", ""),
        ("return (a, b) => a + b;", ""),
        ("t.sort((a, b) => a - b)", ""),
        ("return [a, b];", ""),
        ("for (i = 0, j = 1; ; ) {}", ""),
    ],
)
def test_what_is_thrown_away(code: str, commas: str) -> None:
    """Only plain values: a call before a comma does something; what a function takes is no value."""
    assert left_open("", code)[2] == commas


def test_texts_that_are_no_numbers_accuse_nobody(session: EvidenceSession) -> None:
    """They become NaN, which is neither more nor less than anything; numbers tell the wrong ones."""
    other = PRICE.replace('value > 100 ? "much" : value > 10 ? "some" : "little"', "VALUE")
    other = other.replace("VALUE", 'value <= 10 ? "little" : value <= 100 ? "some" : "much"')
    found = judged(session, "javascript", other, PRICE)
    assert found.verdict in ("equivalent", "conditional"), found.reason
    assert judged(session, "javascript", other.replace("<= 100", "< 100"), PRICE).verdict == "differs"
    asked = PRICE.replace("  return", '  if (Number.isNaN(value)) return "?";\n  return')
    assert judged(session, "javascript", other, asked).verdict == "differs"


OPEN = """function minutes(clock) {
  const [h, m] = clock.split(":").map(Number);
  return h * 60 + m;
}
function isOpen(from, to, now) {
  const at = minutes(now);
  return minutes(from) <= at && at < minutes(to);
}
"""
OTHER_WAY = OPEN.replace("minutes(from) <= at && at < minutes(to)", "!(at < minutes(from) || at >= minutes(to))")


def test_what_is_no_number_is_before_nothing(session: EvidenceSession) -> None:
    """A time without minutes is NaN, of which every comparison is false: it tells nothing of two programs."""
    found = judged(session, "javascript", OTHER_WAY, OPEN)
    assert found.verdict in ("equivalent", "conditional"), found.reason
    wrong = OTHER_WAY.replace("at >= minutes(to)", "at > minutes(to)")
    assert judged(session, "javascript", wrong, OPEN).verdict == "differs"


@pytest.mark.parametrize(
    ("code", "value"),
    [
        ("1 < NaN", "false"),
        ("NaN > 2n", "false"),
        ("3n < 4 && '10' < '9'", "true"),
        ("[1, NaN, 2].filter((x) => x >= n)", ""),
    ],
)
def test_what_is_seen_of_a_comparison_changes_nothing(session: EvidenceSession, code: str, value: str) -> None:
    """Numbers, big ones, texts and NaN are compared as they are."""
    source = "function f(n) { return n + String(VALUE); }\n"
    other = f'"{value}"' if value else "[1, 2].filter((x) => !(x < n))"
    assert (
        judged(session, "javascript", source.replace("VALUE", other), source.replace("VALUE", code)).verdict
        == "equivalent"
    )
