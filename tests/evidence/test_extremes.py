"""What a careful reference takes care of is tried, and a candidate that does not is the same under a condition."""

from __future__ import annotations

import pytest

from codescore.evidence.session import EvidenceSession
from tests.evidence.judging import judged

MEAN = """
class Marks {
    static int mean(int[] marks) {
        if (marks.length == 0) return 0;
        long sum = 0;
        for (int mark : marks) sum += mark;
        return (int) (sum / marks.length);
    }
}
"""
SORTED = """
import java.util.*;
class Table {
    static List<Integer> falling(List<Integer> given) {
        List<Integer> all = new ArrayList<>(given);
        all.sort((a, b) -> Integer.compare(b, a));
        return all;
    }
}
"""
ROOT = "from math import isqrt\n\ndef root(n):\n    if n < 0:\n        return -1\n    return isqrt(n)\n"
CODE = "import re\n\ndef is_code(text):\n    return re.fullmatch(r'[A-Z]{2}[0-9]+', text) is not None\n"
SHARE = """
def is_share(text):
    whole, sign, rest = text.partition("/")
    if sign == "" or any(c not in "0123456789" for c in whole + rest) or not whole or not rest:
        return False
    return int(whole) <= int(rest)
"""
BY_TRYING = """
def is_share(text):
    try:
        whole, rest = text.split("/")
        return 0 <= int(whole) <= int(rest) and "-" not in text
    except ValueError:
        return False
"""
TURNED = "function turned(text) { return Array.from(text).reverse().join(''); }\n"
HALVES = """
function halves(n) {
    let steps = 0;
    n = Math.abs(n);
    while (n >= 1) { n = Math.floor(n / 2); steps++; }
    return steps;
}
"""


@pytest.mark.parametrize(
    ("language", "reference", "candidate", "where"),
    [
        ("java", MEAN, MEAN.replace("long sum", "int sum").replace("(int) (sum / marks.length)", "sum / marks.length"),
         "numbers are as large as 32 bits hold"),
        ("java", MEAN, MEAN.replace("long sum", "double sum"), ""),
        ("java", SORTED, SORTED.replace("Integer.compare(b, a)", "b - a"), "numbers are as large as 32 bits hold"),
        ("java", SORTED, SORTED.replace("Integer.compare(b, a)", "b.compareTo(a)"), ""),
        ("python", ROOT, ROOT.replace("import isqrt", "import sqrt").replace("isqrt(n)", "int(sqrt(n))"),
         "a number is larger than floating point holds exactly"),
        ("python", CODE, CODE.replace("fullmatch", "match").replace("]+'", "]+$'"), "a text ends in a line break"),
        ("python", CODE, CODE.replace("fullmatch", "match").replace("]+'", "]+\\Z'"), ""),
        ("python", SHARE, BY_TRYING, "a number in a text has a blank or a sign before it"),
        ("python", SHARE, SHARE.replace("any(c not in", "not all(c in"), ""),
        ("javascript", TURNED, "function turned(text) { return text.split('').reverse().join(''); }\n",
         "a text has a sign like 😀, of two places"),
        ("javascript", TURNED, "function turned(text) { let t = ''; for (const c of text) t = c + t; return t; }", ""),
        ("javascript", HALVES, HALVES.replace("Math.floor(n / 2)", "(n / 2) | 0"), "a number needs more than 32 bits"),
    ],
)  # fmt: skip
@pytest.mark.sandbox
def test_what_a_reference_takes_care_of_is_tried(
    session: EvidenceSession, language: str, reference: str, candidate: str, where: str
) -> None:
    found = judged(session, language, candidate, reference)
    assert found.verdict == ("conditional" if where else "equivalent"), found.reason
    assert not where or found.reason.endswith(f"another result where {where}")


FIRST_OF_ID = """
def first_of_id(rows):
    seen = set()
    return [row for row in rows if not (row["id"] in seen or seen.add(row["id"]))]
"""


@pytest.mark.sandbox
def test_things_in_a_list_may_hold_more_than_a_program_looks_at(session: EvidenceSession) -> None:
    """The last thing of an identity is another one than the first, though all that is looked at is the same."""
    last = """
def first_of_id(rows):
    kept = {}
    for row in rows:
        kept[row["id"]] = row
    return list(kept.values())
"""
    assert judged(session, "python", last, FIRST_OF_ID).verdict == "differs"  # mappings have other keys as it is
    first = last.replace('kept[row["id"]] = row', 'kept.setdefault(row["id"], row)')
    assert judged(session, "python", first, FIRST_OF_ID).verdict == "equivalent"
    kept = "function firstOfId(rows) { const seen = new Set(); const r = []; for (const row of rows) { %s } return r; }"
    kept = kept % "if (!seen.has(row.id)) { seen.add(row.id); r.push(row); }"
    last = "function firstOfId(rows) { return [...new Map(rows.map((row) => [row.id, row])).values()]; }"
    found = judged(session, "javascript", last, kept)
    assert found.verdict == "conditional"
    assert "fields that neither looks at" in found.reason


CHANGES = """
def changes(old, new):
    added = sorted(key for key in new if key not in old)
    changed = sorted(key for key in new if key in old and old[key] != new[key])
    return added, changed
"""


@pytest.mark.sandbox
def test_nothing_may_stand_under_a_key(session: EvidenceSession) -> None:
    """Who takes nothing for a key that is missing is the same only where no key has nothing."""
    missing = """
def changes(old, new):
    added, changed = [], []
    for key in sorted(new):
        before = old.get(key)
        if before is None:
            added.append(key)
        elif before != new[key]:
            changed.append(key)
    return added, changed
"""
    found = judged(session, "python", missing, CHANGES)
    assert found.verdict == "conditional"
    assert found.reason.endswith("another result where what stands under a key is nothing")
    asked = missing.replace("before = old.get(key)", "before = old.get(key, added)")
    asked = asked.replace("before is None", "before is added")
    assert judged(session, "python", asked, CHANGES).verdict == "equivalent"


REPEATED = """
/** The first word that comes again. @param {string[]} words @returns {string|null} */
function repeated(words) {
  const seen = new Set();
  for (const word of words) {
    if (seen.has(word)) return word;
    seen.add(word);
  }
  return null;
}
module.exports = { repeated };
"""
BY_KEYS = REPEATED.replace("new Set()", "{}").replace("seen.has(word)", "seen[word]")
BY_KEYS = BY_KEYS.replace("seen.add(word)", "seen[word] = true")


@pytest.mark.sandbox
def test_every_object_has_a_constructor(session: EvidenceSession) -> None:
    found = judged(session, "javascript", BY_KEYS, REPEATED)
    assert found.verdict == "conditional", found.reason
    assert "every object has" in found.reason
    bare = judged(session, "javascript", BY_KEYS.replace("= {}", "= Object.create(null)"), REPEATED)
    assert bare.verdict == "equivalent", bare.reason


MEMOIZE = """
def memoize(function):
    known = {}

    def inner(x):
        if x not in known:
            known[x] = function(x)
        return known[x]

    return inner
"""
STOCK = """
class Settings:
    def __init__(self):
        self.values = {}

    def set(self, name, value):
        self.values[name] = value

    def get(self, name):
        if name in self.values:
            return self.values[name]
        raise KeyError(name)
"""
ONCE = """
function once(fn) {
  let called = false, result;
  return (...args) => {
    if (!called) { result = fn(...args); called = true; }
    return result;
  };
}
module.exports = { once };
"""
BY_VALUE = STOCK.replace("if name in self.values:", "value = self.values.get(name)\n        if value is not None:")


@pytest.mark.parametrize(
    ("language", "reference", "candidate", "verdict"),
    [
        ("python", MEMOIZE, MEMOIZE.replace("x not in known", "known.get(x) is None"), "conditional"),
        ("python", MEMOIZE, MEMOIZE.replace("x not in known", "known.get(x, known) is known"), "equivalent"),
        ("python", STOCK, BY_VALUE, "conditional"),
        ("python", STOCK.replace("value)", "value: int)"), BY_VALUE, "equivalent"),
        ("javascript", ONCE, ONCE.replace("!called", "result === undefined"), "conditional"),
        ("javascript", ONCE, ONCE.replace("!called", "called === false"), "equivalent"),
    ],
    ids=["kept by a function", "asked with another sign", "stored", "declared", "once", "once, asked otherwise"],
)
@pytest.mark.sandbox
def test_what_is_only_kept_may_be_nothing(
    session: EvidenceSession, language: str, reference: str, candidate: str, verdict: str
) -> None:
    """Who asks a kept value whether there is one does otherwise where it is nothing; a declared type has no nothing."""
    found = judged(session, language, candidate, reference)
    assert found.verdict == verdict, found.reason
    assert verdict == "equivalent" or "a value that is only kept is nothing" in found.reason
