"""What one call leaves for the next: shown in every language, and told with the call that is to blame."""

from __future__ import annotations

import pytest

from codescore.evidence.earlier import in_words
from codescore.evidence.session import EvidenceSession
from codescore.languages.values import REMEMBERING, Int, Record, Text
from codescore.languages.values import Sequence as Items
from tests.evidence.judging import judged

JS = "function total(xs, n) {\n  let sum = 0;\n  for (const x of xs) sum += x;\n  return sum + n;\n}\n"
JS_KEPT = "let sum = 0;\nfunction total(xs, n) {\n  for (const x of xs) sum += x;\n  return sum + n;\n}\n"
JS_CACHE = (
    "const known = new Map();\nfunction total(xs, n) {\n  const key = JSON.stringify([xs, n]);\n"
    "  if (!known.has(key)) known.set(key, xs.reduce((a, b) => a + b, 0) + n);\n  return known.get(key);\n}\n"
)
JAVA = """import java.util.*;
class Shop {
    static int total(int[] xs, int n) {
        int sum = n;
        for (int x : xs) sum += x;
        return sum;
    }
}
"""
JAVA_KEPT = """import java.util.*;
class Shop {
    private static final Map<Integer, Integer> KNOWN = new HashMap<>();
    static int total(int[] xs, int n) {
        if (!KNOWN.containsKey(n)) KNOWN.put(n, n + Arrays.stream(xs).sum());
        return KNOWN.get(n);
    }
}
"""
CPP = "#include <vector>\nint total(std::vector<int> xs, int n) {\n  for (int x : xs) n += x;\n  return n;\n}\n"
CPP_KEPT = CPP.replace("  for", "  static int calls = 0;\n  if (++calls > 1) n += 1;\n  for")
PYTHON = "def total(xs, n):\n    return sum(xs) + n\n"
PYTHON_KEPT = (
    "known = {}\ndef total(xs, n):\n    if n not in known:\n        known[n] = sum(xs) + n\n    return known[n]\n"
)
PYTHON_THIRD = (
    "calls = 0\ndef total(xs, n):\n    global calls\n    calls += 1\n    return sum(xs) + n if calls < 4 else 0\n"
)
PYTHON_LEAVES = PYTHON_THIRD.replace(
    "return sum(xs) + n if calls < 4 else 0", "return sum(xs) + n if calls < 2 else exit()"
)
JS_TEXT = "function isColour(text) {\n  return /^#[0-9a-f]{6}$/i.test(text);\n}\n"
JS_PLACE = "const COLOUR = /^#[0-9a-f]{6}$/gi;\nfunction isColour(text) {\n  return COLOUR.test(text);\n}\n"
PYTHON_COUNTS = "calls = 0\ndef total(xs, n):\n    global calls\n    calls += 1\n    return sum(xs) + n + calls\n"


@pytest.mark.parametrize(
    ("language", "reference", "candidate", "verdict"),
    [
        ("javascript", JS, JS_KEPT, "differs"),
        ("javascript", JS, JS_CACHE, "equivalent"),
        ("javascript", JS_KEPT, JS_KEPT.replace("sum + n", "n + sum"), "equivalent"),
        pytest.param("java", JAVA, JAVA_KEPT, "differs", marks=pytest.mark.jdk),
        ("cpp", CPP, CPP_KEPT, "differs"),
        ("python", PYTHON, PYTHON_KEPT, "differs"),
        ("python", PYTHON_COUNTS, PYTHON_COUNTS.replace("sum(xs) + n", "n + sum(xs)"), "equivalent"),
        ("python", PYTHON, PYTHON_THIRD, "differs"),
        ("python", PYTHON, PYTHON_LEAVES, "differs"),
        ("python", PYTHON_COUNTS, PYTHON.replace("+ n", "+ n + 1"), "conditional"),
        ("javascript", JS_TEXT, JS_PLACE, "differs"),
    ],
)
@pytest.mark.sandbox
def test_what_a_call_leaves_behind_is_shown(
    session: EvidenceSession, language: str, reference: str, candidate: str, verdict: str
) -> None:
    """A cache by all that is given is none of it, and neither is what the reference keeps as well."""
    evidence = judged(session, language, candidate, reference)
    assert evidence.verdict == verdict, evidence.reason
    if verdict == "differs":
        assert "remembers its calls" in evidence.reason
        assert evidence.counterexample is not None
        assert any(how in evidence.counterexample.got for how in ("and then", "when called again", "other calls"))
    if verdict == "conditional":
        assert "which the reference remembers" in evidence.reason


def test_it_is_said_in_words() -> None:
    """The call before it, or the same one again; also where it fails then."""
    one, two = Int(1), Int(2)
    after = Record("after", (("given", Items("tuple", (one,))), ("now", two), ("fresh", one)))
    failed = Record("ended", (("how", Text("raises KeyError")),))
    many = Record("after many", (("calls", Int(8)), ("now", two)))

    def said(again: Record | Int) -> str:
        value = Record(REMEMBERING, (("first", one), ("again", again)))
        return in_words(value, lambda each: str(each.value) if isinstance(each, Int) else "?")

    assert said(after) == "1, and then 2 for (1), which alone gives 1"
    assert said(two) == "1, and when called again 2"
    assert said(many) == "1, and after 8 other calls 2"
    assert said(failed) == "1, and when called again raises KeyError"
    assert in_words(None, str) == "nothing"


ACCOUNT = """class Account:
    def __init__(self, balance=0):
        self.balance = balance

    def deposit(self, amount):
        self.balance += amount

    def transfer(self, other, amount):
        if amount > self.balance:
            return False
        self.balance -= amount
        other.deposit(amount)
        return True
"""
ALWAYS = ACCOUNT.replace(
    "            return False\n        self",
    "            other.deposit(amount)\n            return False\n        self",
)
OTHERWISE = ACCOUNT.replace("other.deposit(amount)", "other.balance = other.balance + amount")


@pytest.mark.parametrize(("candidate", "verdict"), [(ALWAYS, "conditional"), (OTHERWISE, "equivalent")])
@pytest.mark.sandbox
def test_what_is_left_in_another_object_is_looked_at(session: EvidenceSession, candidate: str, verdict: str) -> None:
    """Who pays the other account although the transfer is refused answers as the reference does."""
    evidence = judged(session, "python", candidate, ACCOUNT)
    assert evidence.verdict == verdict, evidence.reason


WITHHOLDS = """class Item:
    def __init__(self, pieces):
        self.pieces = pieces


def bill(items):
    total = sum(10 * item.pieces for item in items)
    return total * 9 // 10 if sum(item.pieces for item in items) >= 5 else total
"""


@pytest.mark.sandbox
def test_who_cannot_be_given_most_inputs_is_not_the_same(session: EvidenceSession) -> None:
    """A constructor that refuses what would show the difference: nobody gains by saying less."""
    reference = WITHHOLDS.replace("def bill(items):", "def bill(items: list[Item]):")
    refuses = reference.replace("self.pieces = pieces", "self.pieces = (0, 1, 2, 3, 4).index(pieces)").replace(
        "return total * 9 // 10 if sum(item.pieces for item in items) >= 5 else total", "return total"
    )
    evidence = judged(session, "python", refuses, reference)
    assert evidence.verdict != "equivalent", evidence.reason


SHARED = {
    "python": "def divisors(n):\n    return [d for d in range(1, n + 1) if n % d == 0]\n",
    "javascript": (
        "function divisors(n) {\n  const found = [];\n  for (let d = 1; d <= n; d++) if (n % d === 0) found.push(d);\n"
        "  return found;\n}\n"
    ),
    "java": (
        "import java.util.*;\nclass Numbers {\n  static List<Integer> divisors(int n) {\n"
        "    List<Integer> found = new ArrayList<>();\n    for (int d = 1; d <= n; d++) if (n % d == 0) found.add(d);\n"
        "    return found;\n  }\n}\n"
    ),
}
KEPT = {
    "python": "import functools\n\n@functools.lru_cache(maxsize=None)\n" + SHARED["python"],
    "javascript": "const known = new Map();\n"
    + SHARED["javascript"].replace("const found = []", "if (known.has(n)) return known.get(n);\n  const found = []")
    .replace("return found;", "known.set(n, found);\n  return found;"),
    "java": SHARED["java"].replace(
        "    List<Integer> found",
        "    if (KNOWN.containsKey(n)) return KNOWN.get(n);\n    List<Integer> found",
    ).replace("    return found;", "    KNOWN.put(n, found);\n    return found;")
    .replace("class Numbers {", "class Numbers {\n  static final Map<Integer, List<Integer>> KNOWN = new HashMap<>();"),
}  # fmt: skip


@pytest.mark.parametrize("language", ["python", "javascript", pytest.param("java", marks=pytest.mark.jdk)])
@pytest.mark.sandbox
def test_a_list_that_a_cache_keeps_and_gives_away_shows(session: EvidenceSession, language: str) -> None:
    """Its caller empties it; where the reference gives its own away, one that does not is the same."""
    found = judged(session, language, KEPT[language], SHARED[language])
    assert found.verdict == "conditional", found.reason
    assert "its caller empties what it gave" in found.reason
    assert found.outside is not None
    assert "when called again after that was emptied" in found.outside.got
    assert judged(session, language, SHARED[language], KEPT[language]).verdict in ("equivalent", "insufficient")


@pytest.mark.sandbox
def test_a_cache_that_gives_copies_is_the_same(session: EvidenceSession) -> None:
    copies = KEPT["python"].replace("def divisors", "def _kept") + "\ndef divisors(n):\n    return list(_kept(n))\n"
    assert judged(session, "python", copies, SHARED["python"]).verdict == "equivalent"
