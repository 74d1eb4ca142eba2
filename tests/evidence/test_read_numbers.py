"""Numbers that a program reads from texts: what is none where that is caught, fractions, parts that are stripped."""

from __future__ import annotations

import pytest

from codescore.evidence.session import EvidenceSession
from codescore.evidence.spoken import in_words
from codescore.languages import by_id
from tests.evidence.judging import judged

TO_INT = """
def to_int(text, default=0):
    try:
        return int(text)
    except ValueError:
        return default
"""
AGE = """
def parse_age(form):
    try:
        age = int(form["age"])
    except ValueError:
        return None, "no number"
    return (age, None) if 0 <= age <= 150 else (None, "out of range")
"""
KNOWN = """
import re

def to_int(text, default=0):
    return int(text) if re.fullmatch(r"\\s*[+-]?\\d+\\s*", text) else default
"""
REPORT = """
def report(text):
    rows = [[part.strip() for part in line.split(",")] for line in text.splitlines() if line.strip()]
    return "\\n".join(f"{name}: {int(count) * float(price):.2f}" for name, count, price in rows)
"""
SPLIT = """
def report(text):
    found = []
    for line in text.splitlines():
        if line.strip():
            name, count, price = line.split(",")
            found.append("%s: %.2f" % (name.strip(), int(count) * float(price)))
    return "\\n".join(found)
"""
DEPTH = """
def depth(tree):
    if not isinstance(tree, tuple):
        return 0
    left, right = tree
    return 1 + max(depth(left), depth(right))
"""
BY_STACK = """
def depth(tree):
    best, waiting = 0, [(tree, 0)]
    while waiting:
        node, level = waiting.pop()
        if isinstance(node, tuple):
            waiting += [(one, level + 1) for one in node]
        best = max(best, level)
    return best
"""

JS_INT = """
function toInt(text, fallback = 0) {
  const n = parseInt(text, 10);
  return Number.isNaN(n) ? fallback : n;
}
"""
JS_TOTAL = """
function total(values) {
  let sum = 0;
  for (const value of values) sum += parseFloat(value) || 0;
  return sum;
}
"""
JS_FORM = """
function validate(form) {
  const errors = [];
  const age = Number(form.age);
  if (Number.isNaN(age)) errors.push("age is no number");
  else if (age < 0 || age > 150) errors.push("age is out of range");
  return errors;
}
"""
PARTS = (
    "text of parts (text of 3 parts (text, perhaps with blanks around it, whole number, whole number or number) "
    "between ',', perhaps with blanks around it) between '\\n'"
)


@pytest.mark.parametrize(
    ("source", "shown"),
    [
        (TO_INT, "one of the values it knows or text of a whole number or text"),
        ("def f(n):\n    try:\n        n = int(n)\n    except ValueError:\n        n = 1\n    return n + 2\n",
         "one of the values it knows or text of a whole number or text"),
        ("def f(n):\n    try:\n        return int(n)\n    except KeyError:\n        return 1\n", "whole number"),
        ("def f(x):\n    try:\n        return int(x / 2)\n    except ValueError:\n        return 1\n", "whole number"),
        (REPORT, PARTS),
        ("def f(text):\n    a, b = text.split('/')\n    return float(a), int(b)\n",
         "text of 2 parts (whole number from 0 or number from 0, whole number from 0) between '/'"),
        (JS_INT, "one of the values it knows or text of a whole number or text"),
        (JS_TOTAL, "list of one of the values it knows or text of a whole number or number or text"),
        ("function f(n) { return isNaN(n) ? 0 : n + 1; }", "whole number or number"),
        ("function f(text) { return parseInt(text, 10) + 1; }", "whole number"),
    ],
    ids=[
        "caught", "named again", "not caught", "of a number", "stripped", "fractions", "asked", "or 0", "only asked",
        "not asked",
    ],
)  # fmt: skip
def test_what_is_read_as_a_number(source: str, shown: str) -> None:
    """A text that may be none only where that is caught or asked; parts keep what is done with them behind `strip`."""
    language = by_id("javascript" if "function" in source else "python")
    assert in_words(language.runner().survey(source).entries[0].parameters[0].shape) == shown


@pytest.mark.sandbox
@pytest.mark.parametrize(
    ("reference", "was", "now"),
    [
        (TO_INT, "return default", "return 0"),
        (AGE, '"no number"', '"out of range"'),
        (AGE, "<= 150", "< 150"),
        (REPORT, "int(count) * float(price)", "int(int(count) * float(price))"),
        (SPLIT, "name.strip()", "name"),
        (DEPTH, "depth(right))", "depth(left))"),
        (JS_INT, "? fallback", "? 0"),
        (JS_TOTAL, " || 0", ""),
        (JS_FORM, "age is no number", "age is out of range"),
    ],
    ids=["default", "message", "limit", "fraction", "blanks", "right branch", "fallback", "or 0", "no number"],
)  # fmt: skip
def test_slips_there_are_seen(session: EvidenceSession, reference: str, was: str, now: str) -> None:
    """Each was open, or the same, while such programs were given numbers, or whole prices, alone."""
    assert was in reference
    known = REPORT if reference is SPLIT else reference
    language = "javascript" if "function" in reference else "python"
    assert judged(session, language, reference.replace(was, now), known).verdict == "differs"


@pytest.mark.sandbox
@pytest.mark.parametrize(
    ("candidate", "reference"),
    [(KNOWN, TO_INT), (SPLIT, REPORT), (BY_STACK, DEPTH)],
    ids=["by a pattern", "one by one", "by a stack"],
)
def test_other_ways_of_writing_stay_the_same(session: EvidenceSession, candidate: str, reference: str) -> None:
    """Texts that are no numbers, blanks and deep trees are all alike."""
    assert judged(session, "python", candidate, reference).verdict == "equivalent"
