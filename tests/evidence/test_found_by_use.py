"""What people met who used it on programs of their own: each right one stays right, each wrong one is not called so."""

from __future__ import annotations

import ast

import pytest

from codescore.evidence.calls import steps_of
from codescore.evidence.options import Options
from codescore.evidence.session import EvidenceSession
from codescore.languages import by_id
from codescore.languages.python.run.none_given import asked_about
from codescore.languages.values import Float
from tests.evidence.judging import judged

BREAKER = """
class Breaker:
    def __init__(self, limit=3, pause=10):
        self.limit, self.pause = limit, pause
        self.failures, self.opened, self.trial = 0, None, False

    def state(self, now):
        if self.opened is None:
            return "closed"
        return "half-open" if now - self.opened >= self.pause else "open"

    def allow(self, now):
        state = self.state(now)
        if state == "closed":
            return True
        if state == "half-open" and not self.trial:
            self.trial = True
            return True
        return False

    def failure(self, now):
        self.failures += 1
        if self.trial or self.failures >= self.limit:
            self.opened = now
            self.trial = False
"""
PEEKABLE = """
class Peekable:
    def __init__(self, items):
        self._items, self._back = iter(items), []

    def __next__(self):
        return self._back.pop() if self._back else next(self._items)

    def peek(self, default=None):
        if not self._back:
            try:
                self._back.append(next(self._items))
            except StopIteration:
                return default
        return self._back[-1]

    def below(self, limit):
        taken = []
        while True:
            try:
                item = next(self)
            except StopIteration:
                return taken
            if item >= limit:
                self._back.append(item)
                return taken
            taken.append(item)
"""
QUEUED = """
from collections import deque

class Peekable:
    def __init__(self, items):
        self.source, self.ahead = iter(items), deque()

    def _fill(self):
        self.ahead.extend(x for x in [next(self.source, self)] if not self.ahead and x is not self)
        return bool(self.ahead)

    def __next__(self):
        if not self.ahead and not self._fill():
            raise StopIteration
        return self.ahead.popleft()

    def peek(self, default=None):
        return self.ahead[0] if self.ahead or self._fill() else default

    def below(self, limit):
        taken = []
        while (self.ahead or self._fill()) and self.ahead[0] < limit:
            taken.append(self.ahead.popleft())
        return taken
"""
BATCHER = """
class Batcher {
  constructor(wait, most = 3) {
    Object.assign(this, { wait, most });
    this.items = []; this.since = null; this.sent = [];
  }
  add(item, now) {
    this.tick(now);
    if (this.since === null) this.since = now;
    this.items.push(item);
    if (this.items.length >= this.most) this.flush();
  }
  tick(now) { if (this.since !== null && now - this.since >= this.wait) this.flush(); }
  flush() {
    if (this.items.length === 0) return;
    this.sent.push(this.items);
    this.items = [];
    this.since = null;
  }
  batches() { return this.sent.map((batch) => [...batch]); }
}
module.exports = { Batcher };
"""
OPEN = """
class Batcher {
  constructor(wait, most = 3) { Object.assign(this, { wait, most, open: null, done: [] }); }
  add(item, now) {
    this.tick(now);
    this.open ??= { at: now, items: [] };
    this.open.items.push(item);
    if (this.open.items.length >= this.most) this.flush();
  }
  tick(now) { if (this.open && now >= this.open.at + this.wait) this.flush(); }
  flush() { if (this.open) { this.done.push(this.open.items); this.open = null; } }
  batches() { return this.done.map((items) => items.slice()); }
}
module.exports = { Batcher };
"""
SETTINGS = """
from contextlib import contextmanager

class Settings:
    def __init__(self):
        self._values = {}

    def set(self, name, value):
        self._values[name] = value

    def names(self):
        return sorted(self._values)

    @contextmanager
    def override(self, name, value):
        before = dict(self._values)
        self._values[name] = value
        try:
            yield self
        finally:
            self._values = before
"""
UNCARING = SETTINGS.replace(
    "        try:\n            yield self\n        finally:\n            self._values = before\n",
    "        yield self\n        self._values = before\n",
)
EDITOR = """
class Editor:
    def __init__(self):
        self.text, self._undo = "", []

    def insert(self, piece):
        self._undo.append(self.text)
        self.text += piece

    def delete(self, count):
        self._undo.append(self.text)
        self.text = self.text[:max(0, len(self.text) - count)]

    def undo(self):
        if not self._undo:
            return False
        self.text = self._undo.pop()
        return True
"""
KEPT = "(len(self.text) - count) * (len(self.text) > count)"
VARINT = '''
def encode(numbers):
    """Signed whole numbers as bytes, seven bits in each, least first, the high bit on all but the last."""
    out = bytearray()
    for number in numbers:
        value = number * 2 if number >= 0 else -number * 2 - 1
        while value >= 0x80:
            out.append(value & 0x7F | 0x80)
            value >>= 7
        out.append(value)
    return bytes(out)


def decode(data):
    """The numbers that encode() wrote."""
    numbers, value, shift = [], 0, 0
    for byte in data:
        value |= (byte & 0x7F) << shift
        if byte & 0x80:
            shift += 7
            continue
        numbers.append(value >> 1 if value % 2 == 0 else -(value >> 1) - 1)
        value = shift = 0
    if shift:
        raise ValueError("cut off")
    return numbers
'''
BY_GROUPS = VARINT.partition("def decode")[0] + '''
def decode(data):
    numbers, groups = [], []
    for byte in data:
        groups.append(byte % 128)
        if byte < 128:
            value = sum(group << 7 * place for place, group in enumerate(groups))
            numbers.append(-((value + 1) // 2) if value % 2 else value // 2)
            groups = []
    if groups:
        raise ValueError("cut off")
    return numbers
'''  # fmt: skip
STATION = """
temperatures = []
while True:
    line = input()
    if line == "end":
        break
    temperatures.append(float(line))
if not temperatures:
    print("no data")
else:
    print(f"{sum(temperatures) / len(temperatures):.1f} {max(temperatures):.1f}")
"""
SERIES = """
/** Runs jobs one after another and gives their results. */
async function inSeries(jobs) {
  const results = [];
  for (let i = 0; i < jobs.length; i++) results.push(await jobs[i]());
  return results;
}
module.exports = { inSeries };
"""
MERGE = """
import copy

def merge(base: dict, extra: dict) -> dict:
    result = copy.deepcopy(base)
    for key, value in extra.items():
        if isinstance(value, dict) and isinstance(result.get(key), dict):
            result[key] = merge(result[key], value)
        else:
            result[key] = copy.deepcopy(value)
    return result
"""
VERSIONS = '''
def compare_versions(a, b):
    """Compare two semantic versions such as "1.2.0" or "1.2.0-rc.1"; -1, 0 or 1.

    >>> compare_versions("1.0.0-alpha", "1.0.0")
    -1
    """
    def key(version):
        core, dash, pre = version.split("+")[0].partition("-")
        numbers = tuple(int(part) for part in core.split("."))
        if not dash:
            return numbers, 1, ()
        return numbers, 0, tuple((0, int(p), "") if p.isdigit() else (1, 0, p) for p in pre.split("."))

    ka, kb = key(a), key(b)
    return (ka > kb) - (ka < kb)
'''
MONTHS = '''
from datetime import date

def add_months(day, months):
    """The same day so many months later; the last of the month where there is no such day."""
    year, month = divmod(day.year * 12 + day.month - 1 + months, 12)
    month += 1
    if month == 2:
        last = 29 if year % 4 == 0 and (year % 100 != 0 or year % 400 == 0) else 28
    else:
        last = 30 if month in (4, 6, 9, 11) else 31
    return date(year, month, min(day.day, last))
'''
RECTANGLE = """
class Rectangle:
    def __init__(self, width, height):
        self._width, self._height = width, height

    @property
    def area(self):
        return self._width * self._height

    def widen(self, by):
        self._width += by
        return self._width
"""
LIFE = '''
def step(board):
    """The next generation of the game of life on a board whose edges meet."""
    rows, columns = len(board), len(board[0])
    new = []
    for r in range(rows):
        line = []
        for c in range(columns):
            alive = 0
            for dr in (-1, 0, 1):
                for dc in (-1, 0, 1):
                    if (dr, dc) != (0, 0):
                        alive += board[(r + dr) % rows][(c + dc) % columns]
            line.append(1 if alive == 3 or (alive == 2 and board[r][c]) else 0)
        new.append(line)
    return new
'''
LIVING = """
def step(board):
    rows, columns = len(board), len(board[0])
    counts = [[0] * columns for _ in board]
    for r, row in enumerate(board):
        for c, cell in enumerate(row):
            if cell:
                for dr in (-1, 0, 1):
                    for dc in (-1, 0, 1):
                        if dr or dc:
                            counts[(r + dr) % rows][(c + dc) % columns] += 1
    return [[int(n == 3 or (n == 2 and cell == 1)) for n, cell in zip(*pair)] for pair in zip(counts, board)]
"""
FILTER = '''
def matches(expression, tags):
    """Whether a note with these tags is found by a filter such as "work and not (done or later)"."""
    tokens = expression.replace("(", " ( ").replace(")", " ) ").split()
    place = 0

    def either():
        nonlocal place
        value = both()
        while place < len(tokens) and tokens[place] == "or":
            place += 1
            right = both()
            value = value or right
        return value

    def both():
        nonlocal place
        value = one()
        while place < len(tokens) and tokens[place] == "and":
            place += 1
            right = one()
            value = value and right
        return value

    def one():
        nonlocal place
        token = tokens[place]
        place += 1
        if token == "not":
            return not one()
        if token == "(":
            value = either()
            place += 1
            return value
        return token in tags

    return either()
'''
BY_STACKS = """
RANK = {"or": 1, "and": 2, "not": 3}

def matches(expression, tags):
    values, waiting = [], []

    def apply():
        name = waiting.pop()
        if name == "not":
            values.append(not values.pop())
        else:
            right, left = values.pop(), values.pop()
            values.append((left and right) if name == "and" else (left or right))

    for token in expression.replace("(", " ( ").replace(")", " ) ").split():
        if token in ("(", "not"):
            waiting.append(token)
        elif token == ")":
            while waiting[-1] != "(":
                apply()
            waiting.pop()
        elif token in RANK:
            while waiting and waiting[-1] != "(" and RANK[waiting[-1]] >= RANK[token]:
                apply()
            waiting.append(token)
        else:
            values.append(token in tags)
    while waiting:
        apply()
    return values[0]
"""
LEAP = "def leap(year):\n    return year % 4 == 0\n"
ASKS_FIRST = f'print("Welcome")\nyear = input("year? ")\n\n{LEAP}\nprint(leap(int(year)))\n'


@pytest.mark.parametrize(
    ("language", "reference", "candidate"),
    [
        pytest.param("python", PEEKABLE, QUEUED, id="a default of None is no item of others"),
        pytest.param("javascript", BATCHER, OPEN, id="a field that is null at first is no time"),
        pytest.param("python", VARINT, BY_GROUPS, id="what encode gives is bytes, and so is what decode takes"),
        pytest.param("python", STATION, STATION.replace("not temperatures", "len(temperatures) == 0"), id="floats"),
        pytest.param("python", SETTINGS, SETTINGS.replace("dict(self._values)", "{**self._values}"), id="cleans up"),
        pytest.param("python", EDITOR, EDITOR.replace("max(0, len(self.text) - count)", KEPT), id="editor"),
        pytest.param("javascript", SERIES, SERIES.replace("results.push(", "results[i] = ("), id="jobs"),
        pytest.param("python", MONTHS, MONTHS.replace("min(day.day, last)", "sorted((last, day.day))[0]"), id="months"),
        pytest.param("python", FILTER, BY_STACKS, id="an expression of words"),
        pytest.param("python", LEAP, ASKS_FIRST, id="asks before its functions are there"),
    ],
)
@pytest.mark.sandbox
def test_right_ones_stay_right(session: EvidenceSession, language: str, reference: str, candidate: str) -> None:
    assert candidate != reference
    found = judged(session, language, candidate, reference)
    assert found.verdict == "equivalent", found.reason


@pytest.mark.parametrize(
    ("language", "reference", "candidate", "verdict"),
    [
        pytest.param(
            "python", BREAKER, BREAKER.replace("            self.trial = False\n", ""), "differs", id="a second round"
        ),
        pytest.param("python", SETTINGS, UNCARING, "differs", id="no clean-up where something fails"),
        pytest.param(
            "python", EDITOR, EDITOR.replace("max(0, len(self.text) - count)", "-count"), "conditional", id="delete(0)"
        ),
        pytest.param(
            "python", STATION, STATION.replace("max(temp", "max(0, *temp"), "differs", id="the highest below zero"
        ),
        pytest.param(
            "javascript",
            SERIES,
            SERIES.replace("results.push(", "try { results.push(").replace(
                "]());", "]()); } catch { results.push(0); }"
            ),
            "conditional",
            id="an error is swallowed",
        ),
        pytest.param(
            "python",
            MERGE,
            MERGE.replace("        else:\n", "        elif value is not None:\n"),
            "conditional",
            id="None is left out",
        ),
        pytest.param("python", VERSIONS, VERSIONS.replace('.split("+")[0]', ""), "differs", id="build metadata"),
        pytest.param(
            "python", MONTHS, MONTHS.replace(" and (year % 100 != 0 or year % 400 == 0)", ""), "differs", id="centuries"
        ),
        pytest.param("python", RECTANGLE, RECTANGLE.replace("    @property\n", ""), "conditional", id="no property"),
        pytest.param("python", RECTANGLE.replace("    @property\n", ""), RECTANGLE, "conditional", id="a property"),
        pytest.param("python", LIFE, LIVING, "conditional", id="cells that are neither set nor not"),
        pytest.param(
            "python", FILTER, FILTER.replace("return not one()", "return not both()"), "differs", id="not a and b"
        ),
        pytest.param(
            "python",
            FILTER,
            FILTER.replace("right = both()\n            value = value or right", "value = value or both()"),
            "differs",
            id="the rest is not read",
        ),
        pytest.param("python", LIFE, LIFE.replace("alive == 3", "alive >= 3"), "differs", id="too many are born"),
    ],
)
@pytest.mark.sandbox
def test_wrong_ones_are_not_called_the_same(
    session: EvidenceSession, language: str, reference: str, candidate: str, verdict: str
) -> None:
    assert candidate != reference
    found = judged(session, language, candidate, reference)
    assert found.verdict == verdict, found.reason


@pytest.mark.sandbox
def test_what_fails_inside_of_a_with_is_said_and_can_be_run(session: EvidenceSession) -> None:
    """The example is that of a person: the reference passes its test, and the candidate fails it."""
    shown = judged(session, "python", UNCARING, SETTINGS).counterexample
    assert shown is not None
    assert "with suppress(ValueError), a.override(" in shown.input
    body = "\n".join(line for line in shown.test.splitlines() if not line.startswith("from candidate"))
    exec(compile(f"{SETTINGS}\n{body}\ntest_settings()", "test", "exec"), {})
    with pytest.raises(AssertionError):
        exec(compile(f"{UNCARING}\n{body}\ntest_settings()", "test", "exec"), {})


@pytest.mark.parametrize("language", ["python", pytest.param("java", marks=pytest.mark.jdk), "javascript"])
@pytest.mark.sandbox
def test_where_no_object_is_made_nothing_is_said_of_its_methods(session: EvidenceSession, language: str) -> None:
    """The reference makes one: what its methods give is not what was seen."""
    python = "class P:\n    def __init__(self, x):\n        {}\n    def twice(self):\n        return self.x * 2\n"
    java = "class P {{ int x; P(int x) {{ {} }} int twice() {{ return x * 2; }} }}\n"
    js = "class P {{ constructor(x) {{ {} }}\n  twice() {{ return this.x * 2; }} }}\nmodule.exports = {{ P }};\n"
    programs = {
        "python": (python, "self.x = x", "raise TypeError('no')"),
        "java": (java, "this.x = x;", "throw new RuntimeException();"),
        "javascript": (js, "this.x = x + 0;", "throw new TypeError('no');"),
    }
    text, right, wrong = programs[language]
    found = judged(session, language, text.format(wrong), text.format(right))
    assert found.verdict == "differs"
    shown = found.counterexample
    assert shown is not None
    assert shown.expected == "an object"
    assert "twice" not in f"{shown.input} {shown.test}"


@pytest.mark.sandbox
def test_a_method_that_is_not_there_is_named(session: EvidenceSession) -> None:
    found = judged(session, "python", RECTANGLE.partition("    def widen")[0], RECTANGLE)
    assert found.verdict == "untested"
    assert "no counterpart of Rectangle.widen" in found.reason


def test_a_name_that_is_asked_about_may_be_none() -> None:
    """By itself, compared with None, given another name, handed to a function; not what is kept, or reckoned with."""
    source = """
def f(a, b, c, d, e, g, h):
    if a: pass
    x = b
    known(c)
    self.kept = d
    self.tick(e)
    return g + 1 if h is None else 0
"""
    assert asked_about(ast.parse(source)) & set("abcdegh") == set("abch")


@pytest.mark.sandbox
def test_what_is_shown_keeps_what_is_assumed_of_a_pair(session: EvidenceSession) -> None:
    """The parameter is the pair itself: its first is not above its second in the example."""
    reference = """def overlap(a: tuple[int, int], b: tuple[int, int]) -> int:
    \"\"\"How long the two spans (start, end) overlap.\"\"\"
    return max(0, min(a[1], b[1]) - max(a[0], b[0]))
"""
    found = judged(session, "python", reference.replace("max(0, min(a[1], b[1]) - max(a[0], b[0]))", MISSED), reference)
    assert found.verdict == "differs"
    assert found.counterexample is not None
    given = ast.parse(found.counterexample.input, mode="eval").body
    assert isinstance(given, ast.Call)
    for low, high in map(ast.literal_eval, given.args):
        assert low <= high
    assert any(one.startswith("a is ordered: ") for one in found.assumptions)


MISSED = "min(a[1], b[1]) - max(a[0], b[0])"


@pytest.mark.sandbox
@pytest.mark.parametrize(
    ("language", "candidate", "reference", "said"),
    [
        (
            "python",
            "def clamp(x, bounds):\n    return max(bounds[0], min(x, bounds[1]))\n",
            "def clamp(x, low, high):\n    return max(low, min(x, high))\n",
            "it takes 2 arguments, the reference 3",
        ),
        (
            "javascript",
            "function add(a, b, c) { return a + b + c }\nmodule.exports = { add }\n",
            "function add(a, b) { return a + b }\nmodule.exports = { add }\n",
            "it takes 3 arguments, the reference 2",
        ),
        ("python", "def add(a, b, c=0):\n    return a - b - c\n", "def add(a, b):\n    return a + b + 1\n", ""),
    ],
)
def test_who_is_called_otherwise_is_told_so(
    session: EvidenceSession, language: str, candidate: str, reference: str, said: str
) -> None:
    found = judged(session, language, candidate, reference)
    assert found.verdict == "differs"
    assert found.reason.partition("; ")[2] == said


READINGS = """
class Readings:
    def __init__(self):
        self.values = []

    def add(self, value: float) -> None:
        self.values.append(value)

    def largest(self) -> float:
        return max(self.values, default=0)
"""


@pytest.mark.sandbox
def test_what_is_a_number_that_measures_by_a_guess_is_below_0_throughout(
    session: EvidenceSession,
) -> None:
    """A largest number that begins with 0 shows in no other sequences; these are outside of what is surely meant."""
    python = by_id("python")
    assert python is not None
    survey = python.runner().survey(READINGS)
    (entry,) = (one for one in survey.entries if one.members)
    found = session.cases(READINGS, survey, entry, python, Options())
    given = {
        case.place: values
        for case in found.cases
        if len(values := [call.arguments[0] for call in steps_of(case.given) if call.name == "add"]) > 2
        and all(isinstance(one, Float) and one.value < 0 for one in values)
    }
    assert given.keys() == {"outside"}
    wrong = READINGS.replace("max(self.values, default=0)", "max([0, *self.values])")
    said = judged(session, "python", wrong, READINGS)
    assert (said.verdict, "unless value is at least 0" in said.reason) == ("conditional", True)
