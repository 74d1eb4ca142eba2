"""What a reference asks for is tried: signs, nothing, brackets, sections, what a call leaves behind, `with`."""

from __future__ import annotations

import pytest

from codescore.evidence.mutate import near
from codescore.evidence.pool import fresh, pool_of
from codescore.evidence.session import EvidenceSession
from codescore.languages.execution import Input
from codescore.languages.python.run.surveying import survey
from codescore.languages.shapes import SequenceShape
from codescore.languages.values import Int, Text
from codescore.languages.wording import speaks_of_empty
from tests.evidence.judging import judged

FIRST = "def first(text: str, n: int):\n    return text.split()[:max(n, 0)]\n"
PAGES = '''
def pages(items: list, size: int) -> int:
    """How many pages the items take; an empty list has one."""
    if size < 1:
        raise ValueError("size")
    return max(1, -(-len(items) // size))
'''
MERGE = """
def merge(base, more):
    result = dict(base)
    for key, value in more.items():
        if value is None:
            result.pop(key, None)
        elif isinstance(value, dict) and isinstance(result.get(key), dict):
            result[key] = merge(result[key], value)
        else:
            result[key] = value
    return result
"""
MERGED = """
def merge(base, more):
    kept = {key: value for key, value in base.items() if key not in more}
    for key, value in more.items():
        both = isinstance(value, dict) and isinstance(base.get(key), dict)
        if value is not None:
            kept[key] = merge(base[key], value) if both else value
    return kept
"""
COLUMNS = '''
def columns(table):
    """The columns of a rectangular table."""
    return [[row[n] for row in table] for n in range(len(table[0]))] if table else []
'''
SUMS = """
_known = {}

def ways(amount, coins):
    def count(rest, at):
        if rest == 0:
            return 1
        if rest < 0 or at == len(coins):
            return 0
        if (rest, at) not in known:
            known[rest, at] = count(rest - coins[at], at) + count(rest, at + 1)
        return known[rest, at]
    known = {}
    if min(coins, default=1) < 1:
        raise ValueError("coins")
    return count(amount, 0)
"""
SECTIONS = """
def read(text: str) -> dict:
    found, section = {}, ""
    for line in text.splitlines():
        line = line.strip()
        if not line or line[0] in ";#":
            continue
        if line.startswith("[") and line.endswith("]"):
            section = line[1:-1].strip()
            found.setdefault(section, {})
        else:
            key, _, value = line.partition("=")
            found.setdefault(section, {})[key.strip().lower()] = value.strip()
    return found
"""
ACCOUNTS = """
class _Saving:
    def __init__(self, accounts):
        self.accounts = accounts

    def __enter__(self):
        self.saved = dict(self.accounts._balances)

    def __exit__(self, kind, error, trace):
        if kind is not None:
            self.accounts._balances = self.saved
        return False

class Accounts:
    def __init__(self):
        self._balances = {}

    def pay(self, name: str, amount: int):
        self._balances[name] = self._balances.get(name, 0) + amount
        if self._balances[name] > 9:
            raise ValueError("too much")

    def balance(self, name: str):
        return self._balances.get(name, 0)

    def saving(self):
        return _Saving(self)
"""
GENERATED = """
from contextlib import contextmanager

class Accounts:
    def __init__(self):
        self._held = {}

    def pay(self, name: str, amount: int):
        self._held[name] = self.balance(name) + amount
        if self.balance(name) > 9:
            raise ValueError("too much")

    def balance(self, name: str):
        return self._held.get(name, 0)

    @contextmanager
    def saving(self):
        before = dict(self._held)
        try:
            yield
        except Exception:
            self._held = before
            raise
"""
STOCK = """
class OutOfStock(Exception):
    def __init__(self, item, wanted, there):
        super().__init__(f"{item}: {wanted} of {there}")
        self.item = item
        self.wanted = wanted
        self.there = there

class Stock:
    def __init__(self):
        self._held = {}

    def add(self, item: str, count: int):
        self._held[item] = self._held.get(item, 0) + abs(count)

    def take(self, item: str, count: int):
        if count > self._held.get(item, 0):
            raise OutOfStock(item, count, self._held.get(item, 0))
        self._held[item] -= count
        return self._held[item]
"""
CALCULATOR = """
def evaluate(text: str) -> int:
    at = 0

    def factor():
        nonlocal at
        if at == len(text):
            raise ValueError("end")
        sign, at = text[at], at + 1
        if sign.isdigit():
            return int(sign)
        if sign == "-":
            return -factor()
        if sign == "(":
            value = total()
            if at == len(text) or text[at] != ")":
                raise ValueError("missing )")
            at += 1
            return value
        raise ValueError(sign)

    def total():
        nonlocal at
        value = factor()
        while at < len(text) and text[at] in "+-":
            sign, at = text[at], at + 1
            value = value + factor() if sign == "+" else value - factor()
        return value

    value = total()
    if at < len(text):
        raise ValueError("more")
    return value
"""
WORKDAYS = """
from datetime import date, timedelta

def later(start: date, days: int, holidays: list[date] = ()) -> date:
    step, left, day = timedelta(days=1 if days >= 0 else -1), abs(days), start
    while left > 0:
        day += step
        if day.weekday() < 5 and day not in set(holidays):
            left -= 1
    return day
"""


@pytest.mark.parametrize(
    ("reference", "right", "wrong"),
    [
        (FIRST, ("[:max(n, 0)]", "[:n] if n > 0 else []"), ("max(n, 0)", "n")),
        (PAGES, ("max(1, -(-len(items) // size))", "(len(items) + size - 1) // size or 1"), ("max(1, ", "(")),
        (MERGE, (MERGE, MERGED), ("result.pop(key, None)", "result[key] = None")),
        (COLUMNS, ("[[row[n] for row in table] for n in range(len(table[0]))]", "[list(c) for c in zip(*table)]"),
         ("table[0]", "table[-1][:-1]")),
        (SUMS, ("known[rest, at] = ", "known[rest, at] = 0 + "), ("    known = {}\n", "    known = _known\n")),
        (SECTIONS, ("found.setdefault(section, {})\n", "found[section] = found.get(section, {})\n"),
         ("found.setdefault(section, {})\n", "found[section] = {}\n")),
        (ACCOUNTS, (ACCOUNTS, GENERATED), ("self.accounts._balances = self.saved", "pass")),
        (STOCK, ("self._held[item] -= count", "self._held[item] += -count"), ("count > ", "count >= ")),
        (CALCULATOR, ('in "+-"', 'in ("+", "-")'), ("return -factor()", "return factor()")),
        (WORKDAYS, ("day not in set(holidays)", "all(day != one for one in holidays)"), ("not in set", "in set")),
    ],
    ids=["clamped", "empty", "merged", "rectangular", "left behind", "sections", "with", "errors",
         "brackets", "holidays"],
)  # fmt: skip
def test_what_is_asked_for_is_tried(
    session: EvidenceSession, reference: str, right: tuple[str, str], wrong: tuple[str, str]
) -> None:
    assert right[0] in reference
    assert wrong[0] in reference
    found = judged(session, "python", reference.replace(*right), reference)
    assert found.verdict == "equivalent", found.reason
    found = judged(session, "python", reference.replace(*wrong), reference)
    assert found.verdict == "differs", found.reason


def test_what_a_call_leaves_behind_is_told(session: EvidenceSession) -> None:
    found = judged(session, "python", SUMS.replace("    known = {}\n", "    known = _known\n"), SUMS)
    assert found.counterexample is not None
    assert "which alone gives" in found.counterexample.got


def test_calls_inside_of_with_are_written_so(session: EvidenceSession) -> None:
    found = judged(session, "python", ACCOUNTS.replace("self.accounts._balances = self.saved", "pass"), ACCOUNTS)
    assert found.counterexample is not None
    assert "with a.saving(): a.pay(" in found.counterexample.input


def test_an_error_that_with_keeps_to_itself_is_told(session: EvidenceSession) -> None:
    """The candidate refuses in the same words outside of it."""
    found = judged(session, "python", ACCOUNTS.replace("return False", "return True"), ACCOUNTS)
    assert found.verdict == "differs"
    assert found.counterexample is not None
    assert "raises" in found.counterexample.expected
    assert "raises" not in found.counterexample.got


def test_an_empty_default_does_not_say_that_lists_are_empty() -> None:
    (entry,) = survey(WORKDAYS).entries
    shape = entry.parameters[2].shape
    assert isinstance(shape, SequenceShape)
    assert shape.max_size is None


@pytest.mark.parametrize(
    ("words", "speaks"),
    [
        ("an empty list has one page", True),
        ("If the list is empty, return 0.", True),
        ("returns None for empty texts", True),
        ("Returns an empty list if there is none.", False),
        ("a non-empty list", False),
        ("the list must not be empty", False),
    ],
)
def test_an_empty_thing_that_is_given_back_says_nothing_of_inputs(words: str, speaks: bool) -> None:
    assert speaks_of_empty(words) == speaks


def test_texts_of_a_small_language_are_changed_by_its_signs() -> None:
    pool = fresh(pool_of(tuple(map(Text, "()+-")), 1))
    texts = {
        one.value for _ in range(300) for one in near(Input((Text("1+2"),)), pool).arguments if isinstance(one, Text)
    }
    assert any(text.count("(") == text.count(")") == 1 for text in texts)
    assert any(text.startswith("-") for text in texts)


def test_numbers_are_units_apart() -> None:
    pool = pool_of(tuple(map(Int, (60_000, 60, 24, 7))), 1)
    assert 60_000 * 60 * 24 * 7 in pool.units
    assert not pool_of(tuple(map(Int, (3, 5, 9))), 1).units


RETRY = """
import functools

def retry(times, errors=(ValueError,), told=None):
    def decorate(call):
        @functools.wraps(call)
        def wrapper(*args):
            for attempt in range(times):
                try:
                    return call(*args)
                except errors as error:
                    if told is not None:
                        told(attempt, str(error))
            raise RuntimeError(f"{times} attempts")
        return wrapper
    return decorate
"""


@pytest.mark.parametrize(
    ("change", "wanted"),
    [
        (("for attempt in range(times):", "for attempt in list(range(0, times)):"), "equivalent"),
        (("range(times)", "range(times + 1)"), "conditional"),  # it answers what the reference refuses
        (("told(attempt,", "told(attempt + 1,"), "differs"),
        (("def decorate(call):", "left = iter(range(times))\n    def decorate(call):"), "insufficient"),
    ],
)
def test_functions_that_give_decorators_are_called_to_their_end(
    session: EvidenceSession, change: tuple[str, str], wanted: str
) -> None:
    assert change[0] in RETRY
    assert judged(session, "python", RETRY.replace(*change), RETRY).verdict == wanted


def test_a_decorator_that_remembers_between_calls_is_told(session: EvidenceSession) -> None:
    once = RETRY.replace("    def decorate", "    left = iter(range(times))\n    def decorate").replace(
        "in range(times):", "in left:"
    )
    found = judged(session, "python", once, RETRY)
    assert found.verdict == "differs"
    assert found.counterexample is not None
    assert found.counterexample.input.startswith("retry(")
    assert ")(" in found.counterexample.input
