"""The order in which a hash table of Java or C++ gives what is in it is nobody's promise."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from codescore.evidence.session import EvidenceSession
from codescore.languages.hash_order import in_hash_order
from tests.evidence.judging import judged


@pytest.fixture(scope="module")
def session() -> Iterator[EvidenceSession]:
    with EvidenceSession() as opened:
        yield opened


@pytest.mark.parametrize(("body", "found"), [
    ("Set<String> s = new HashSet<>(); for (String w : words) s.add(w); return new ArrayList<>(s);", "hashes"),
    ("Map<A, B> m = new HashMap<>(); for (B b : m.values()) { if (b.ok()) { out.add(b); } } return out;", "hashes"),
    ("var m = new HashMap<A, B>(); out.addAll(m.keySet()); return out;", "hashes"),
    ("unordered_map<string, vector<int>> m; for (auto& p : m) out.push_back(p.second); return out;", "hashes"),
    ("unordered_set<int> s(v.begin(), v.end()); return vector<int>(s.begin(), s.end());", "hashes"),
    ("Map<A, B> m = new LinkedHashMap<>(); for (B b : m.values()) out.add(b); return out;", ""),
    ("map<int, int> m; for (auto& p : m) out.push_back(p.second); return out;", ""),
    ("Map<A, B> m = new HashMap<>(); for (B b : m.values()) out.add(b); Collections.sort(out); return out;", ""),
    ("unordered_set<int> s; for (int x : s) out.push_back(x); sort(out.begin(), out.end()); return out;", ""),
    ("x = new HashMap<>(); for (int b : x.values()) { t = max(t, b); } for (A a : as) out.add(a); return out;", ""),
])  # fmt: skip
def test_what_is_given_in_the_order_of_a_table(body: str, found: str) -> None:
    assert in_hash_order(body, "") == found
    assert in_hash_order(body, "Gives the words in order of length.") == ""


JAVA = """
import java.util.*;
class Groups {
  static List<List<String>> groups(String[] words) {
    Map<String, List<String>> found = new HashMap<>();
    for (String word : words) {
      char[] signs = word.toCharArray();
      Arrays.sort(signs);
      found.computeIfAbsent(new String(signs), k -> new ArrayList<>()).add(word);
    }
    return new ArrayList<>(found.values());
  }
}
"""
CPP = """
#include <string>
#include <unordered_map>
#include <vector>
std::vector<std::string> words(std::vector<std::string> all) {
  std::unordered_map<std::string, int> found;
  for (auto& one : all) found[one]++;
  std::vector<std::string> out;
  for (auto& [one, many] : found) if (many > 1) out.push_back(one);
  return out;
}
"""


@pytest.mark.sandbox
def test_another_order_is_a_condition_and_other_items_are_not(session: EvidenceSession) -> None:
    other = JAVA.replace("new HashMap", "new LinkedHashMap")
    assert judged(session, "java", other, JAVA).verdict == "conditional"
    wrong = other.replace("computeIfAbsent(new String(signs)", "computeIfAbsent(word")
    assert judged(session, "java", wrong, JAVA).verdict == "differs"
    within = other.replace(").add(word)", ").add(0, word)")  # within a group words stand as they were given
    assert judged(session, "java", within, JAVA).verdict == "differs"


@pytest.mark.sandbox
def test_cpp_alike(session: EvidenceSession) -> None:
    other = CPP.replace("unordered_map", "map")
    assert judged(session, "cpp", other, CPP).verdict == "conditional"
    assert judged(session, "cpp", other.replace("many > 1", "many > 2"), CPP).verdict == "differs"
    assert judged(session, "cpp", CPP.replace("out.push_back(one)", "out.insert(out.begin(), one)"), other).verdict == (
        "differs"
    )
