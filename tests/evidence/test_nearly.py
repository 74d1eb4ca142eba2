"""Inputs that chance hardly makes: as long as a reference asks for, two arguments nearly alike, differences below 0."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from codescore.evidence.boundaries import _lengths
from codescore.evidence.nearly import _beside
from codescore.evidence.sandbox import probe
from codescore.evidence.session import EvidenceSession
from codescore.languages.execution import Input
from codescore.languages.values import Call, Int, Record, Sequence, Text
from tests.evidence.judging import judged

_ability = probe()
pytestmark = [
    pytest.mark.sandbox,
    pytest.mark.skipif(not _ability.works, reason=f"NO SANDBOX: {_ability.detail}"),
]

STRENGTH = """def strength(password):
    points = 0
    if len(password) >= 8:
        points += 1
    if any(c.isdigit() for c in password):
        points += 1
    if any(not c.isalnum() for c in password):
        points += 1
    return points
"""
COMPARE = """def compare(a: str, b: str) -> int:
    xs = [int(p) for p in a.split(".")]
    ys = [int(p) for p in b.split(".")]
    while len(xs) < len(ys):
        xs.append(0)
    while len(ys) < len(xs):
        ys.append(0)
    return (xs > ys) - (xs < ys)
"""
PADDED = """from itertools import zip_longest
def compare(a, b):
    for x, y in zip_longest(map(int, a.split(".")), map(int, b.split(".")), fillvalue=0):
        if x != y:
            return 1 if x > y else -1
    return 0
"""
UNPADDED = """def compare(a, b):
    xs = [int(p) for p in a.split(".")]
    ys = [int(p) for p in b.split(".")]
    return (xs > ys) - (xs < ys)
"""
CAESAR = """def caesar(text, shift):
    out = []
    for c in text:
        if "a" <= c <= "z":
            out.append(chr((ord(c) - 97 + shift) % 26 + 97))
        else:
            out.append(c)
    return "".join(out)
"""
ORDINAL = """def ordinal(n):
    if 10 <= n % 100 <= 20:
        return f"{n}th"
    return f"{n}" + {1: "st", 2: "nd", 3: "rd"}.get(n % 10, "th")
"""
TEENS = """def ordinal(n):
    if n in (11, 12, 13):
        return f"{n}th"
    return str(n) + {1: "st", 2: "nd", 3: "rd"}.get(n % 10, "th")
"""
FEE = """function fee(items) {
  if (items.length >= 12) return 0;
  return items.length > 3 ? 5 : 9;
}
"""


def test_rows_keep_to_their_length() -> None:
    """A pair is no list that may as well have one item or ten, nor is an object, a function or a sequence of calls."""
    pair = Sequence("tuple", (Int(7), Int(70)))
    given = Record("function number", (("name", Text("ascending")), ("k", Int(1))))
    calls = Sequence("calls", (Call("Box", (Text("abc"),)), Call("put", (Int(1),))))
    inputs = [Input((Sequence("list", (pair,)), Text("ab"))), Input((pair, pair)), Input((given, given, calls))]
    assert [[length for length, _ in _lengths(one)] for one in inputs] == [[1, 2], [], [3]]
    assert [list(_beside(one)) for one in inputs] == [[], [], []]


@pytest.fixture(scope="module")
def session() -> Iterator[EvidenceSession]:
    with EvidenceSession() as session:
        yield session


@pytest.mark.parametrize(
    ("language", "candidate", "reference", "verdict"),
    [
        ("python", STRENGTH.replace(">= 8", "> 8"), STRENGTH, "differs"),
        ("python", STRENGTH.replace(">= 8", "> 7"), STRENGTH, "equivalent"),
        ("javascript", FEE.replace(">= 12", "> 12"), FEE, "differs"),
        ("python", TEENS, ORDINAL, "differs"),
        ("python", TEENS.replace("n in (11, 12, 13)", "n // 10 % 10 == 1"), ORDINAL, "equivalent"),
        ("python", UNPADDED, COMPARE, "differs"),
        ("python", PADDED, COMPARE, "equivalent"),
        ("python", CAESAR.replace("+ shift)", "+ abs(shift))"), CAESAR, "differs"),
    ],
)
def test_the_one_input_that_tells_is_tried(
    language: str, candidate: str, reference: str, verdict: str, session: EvidenceSession
) -> None:
    """A text of just eight signs, `1.2` beside `1.2.0`, a shift to the left, the 111th."""
    found = judged(session, language, candidate, reference)
    assert found.verdict == verdict, found.reason


ANY_TWO = """
function same(a, b) {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const names = Object.keys(a);
  return names.length === Object.keys(b).length && names.every((name) => name in b && same(a[name], b[name]));
}
"""


def test_an_empty_list_is_no_empty_mapping(session: EvidenceSession) -> None:
    candidate = ANY_TWO.replace("  if (Array.isArray(a) !== Array.isArray(b)) return false;\n", "")
    found = judged(session, "javascript", candidate, ANY_TWO)
    assert found.verdict == "differs", found.reason


GROUPS = """def groups(words):
    found = {}
    for word in words:
        found.setdefault("".join(sorted(word)), []).append(word)
    return list(found.values())
"""


def test_items_of_the_same_signs_that_are_no_anagrams(session: EvidenceSession) -> None:
    """Who tells words apart by their signs and their length puts `aab` beside `abb`."""
    by_signs = GROUPS.replace('"".join(sorted(word))', "(len(word), frozenset(word))")
    assert judged(session, "python", by_signs, GROUPS).verdict == "differs"
    counted = GROUPS.replace('"".join(sorted(word))', "tuple(sorted(word, reverse=True))")
    assert judged(session, "python", counted, GROUPS).verdict == "equivalent"
    rows = GROUPS.replace("word)), []", "word)), []").replace('"".join(sorted(word))', "tuple(sorted(word))")
    typed = "from collections.abc import *\n\n" + rows.replace("(words)", "(words: list[list[int]])")
    by_set = typed.replace("tuple(sorted(word))", "(len(word), frozenset(word))")
    assert judged(session, "python", by_set, typed).verdict == "differs"


STACK = """
import java.util.*;
class MinStack {
    private final Deque<Integer> items = new ArrayDeque<>(), least = new ArrayDeque<>();
    void push(int x) { items.push(x); if (least.isEmpty() || x <= least.peek()) least.push(x); }
    int pop() { int x = items.pop(); if (x == least.peek()) least.pop(); return x; }
    int min() { return least.peek(); }
}
"""


def test_equal_numbers_are_large_as_well(session: EvidenceSession) -> None:
    """Java keeps one object of each small number: who compares objects is right until they are large."""
    assert judged(session, "java", STACK.replace("int x = items", "Integer x = items"), STACK).verdict == "differs"


def test_two_arguments_of_the_same_items_that_are_not_as_often_there(session: EvidenceSession) -> None:
    """Equal as sets and as long, and not equal as what they hold."""
    same = "def same(a: list[int], b: list[int]) -> bool:\n    return sorted(a) == sorted(b)\n"
    as_sets = same.replace("sorted(a) == sorted(b)", "len(a) == len(b) and set(a) == set(b)")
    assert judged(session, "python", as_sets, same).verdict == "conditional"  # of equal neighbours no text speaks


def test_a_text_several_times_in_another(session: EvidenceSession) -> None:
    """Each occurrence is marked in the reference, whatever its letters; the later ones only as they are written."""
    marked = (
        "import re\n\ndef marked(text: str, term: str) -> str:\n    if not term:\n        return text\n"
        "    return re.sub(re.escape(term), lambda m: f'<{m[0]}>', text, flags=re.IGNORECASE)\n"
    )
    later = """def marked(text: str, term: str) -> str:
    at = text.lower().find(term.lower())
    if not term or at < 0:
        return text
    end = at + len(term)
    return text[:at] + "<" + text[at:end] + ">" + text[end:].replace(term, "<" + term + ">")
"""
    assert judged(session, "python", later, marked).verdict == "differs"


MERGED = """def merged(base: dict, other: dict) -> dict:
    result = dict(base)
    for key, value in other.items():
        if isinstance(value, dict) and isinstance(result.get(key), dict):
            result[key] = merged(result[key], value)
        else:
            result[key] = value
    return result
"""


def test_two_mappings_that_part_where_they_are_deepest(session: EvidenceSession) -> None:
    """Who puts together two levels of them loses what is on the third."""
    two_levels = MERGED.replace("merged(result[key], value)", "{**result[key], **value}")
    found = judged(session, "python", two_levels, MERGED)
    assert found.verdict == "differs"
    assert found.tally.different > 1
