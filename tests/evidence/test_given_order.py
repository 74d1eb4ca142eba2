"""The order in which a hash table of Java or C++ gives what is in it is nobody's promise, nor that of a search."""

from __future__ import annotations

import pytest

from codescore.evidence.session import EvidenceSession
from codescore.languages.given_order import given_order
from tests.evidence.judging import judged


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
    ("m = new HashMap<>(); List<E> l = new ArrayList<>(m.entrySet()); l.sort(c); for (E e : l) out.add(e);", ""),
    ("m = new HashMap<>(); char[] k = w.toCharArray(); Arrays.sort(k); out.addAll(m.values()); return out;", "hashes"),
    ("m = new HashMap<>(); Arrays.sort(given); for (A a : m.keySet()) out.add(a); return out;", "hashes"),
    ("unordered_map<int, int> m; vector<P> v(m.begin(), m.end()); sort(v.begin(), v.end()); f(v, out);", ""),
    ("x = new HashMap<>(); for (int b : x.values()) { t = max(t, b); } for (A a : as) out.add(a); return out;", ""),
    # what is put at places of its own, in a list beside, in one of several; what is made anew as something else
    ("Set<A> s = new HashSet<>(); for (A a : s) { int k = at(a); out.add(k, a); } return out;", ""),
    ("unordered_set<int> s; for (int x : s) { out.push_back(x); swap(out[0], out.back()); } return out;", ""),
    ("s = new HashSet<>(); out = new ArrayList<>(s); if (x) { t = out[i]; out[i] = out[j]; } return out;", ""),
    ("s = new HashSet<>(); for (A a : as) out.add(a); for (A a : s) { log.add(a); } return out;", ""),
    ("s = new HashSet<>(); List<A> log = new ArrayList<>(s); for (A a : as) out.add(a); return out;", ""),
    ("m = new HashMap<>(); for (A a : m.keySet()) all.get(m.get(a)).add(a); return all;", ""),
    ("s = new HashSet<>(); s = new LinkedHashSet<>(as); return new ArrayList<>(s);", ""),
    ("s = new HashSet<>(); A[] out = s.toArray(new A[0]); Arrays.parallelSort(out); return out;", ""),
    ("unordered_set<int> s; for (int x : s) out.push_back(x); stable_sort(out.begin(), out.end()); return out;", ""),
    ("m = new HashMap<>(); for (A a : m.keySet()) { part.add(a); } out.addAll(part); return out;", "hashes"),
    ("m = new HashMap<>(); m.forEach((a, b) -> out.add(b)); return out;", "hashes"),
])  # fmt: skip
def test_what_is_given_in_the_order_of_a_table(body: str, found: str) -> None:
    assert given_order(body, "", body) == found
    spoken = ("in order of length", "short ones before long ones", "like a dictionary", "from aaa up to bbb")
    assert {given_order(body, f"Gives the words {one}.", body) for one in spoken} == {""}
    assert given_order(body, "Gives those that add up to a number.", body) == found


def test_another_function_may_put_it_in_order() -> None:
    """Not one that puts the signs of a key in order."""
    body = "Set<A> s = new HashSet<>(); for (A a : s) out.add(key(a)); return made(out);"
    keys = "String key(A a) { char[] c = a.signs(); Arrays.sort(c); return new String(c); }"
    assert given_order(body, "", keys) == "hashes"
    assert given_order(body, "", f"{keys} List<A> made(List<A> all) {{ Collections.sort(all); return all; }}") == ""
    assert given_order(body, "", "void other(List<A> all) { Collections.sort(all); }") == "hashes"


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


SEARCH = {
    "java": """
import java.util.*;
class Subsets {
  static List<List<Integer>> subsets(int[] all) {
    List<List<Integer>> found = new ArrayList<>();
    go(all, 0, new ArrayList<>(), found);
    return found;
  }
  static void go(int[] all, int from, List<Integer> some, List<List<Integer>> found) {
    found.add(new ArrayList<>(some));
    for (int k = from; k < all.length; k++) {
      some.add(all[k]);
      go(all, k + 1, some, found);
      some.remove(some.size() - 1);
    }
  }
}
""",
    "javascript": """
function subsets(all) {
  const found = [];
  const go = (from, some) => {
    found.push([...some]);
    for (let k = from; k < all.length; k++) {
      some.push(all[k]);
      go(k + 1, some);
      some.pop();
    }
  };
  go(0, []);
  return found;
}
""",
    "cpp": """
#include <vector>
void go(const std::vector<int>& all, size_t from, std::vector<int>& some, std::vector<std::vector<int>>& found) {
  found.push_back(some);
  for (size_t k = from; k < all.size(); k++) {
    some.push_back(all[k]);
    go(all, k + 1, some, found);
    some.pop_back();
  }
}
std::vector<std::vector<int>> subsets(std::vector<int> all) {
  std::vector<std::vector<int>> found;
  std::vector<int> some;
  go(all, 0, some, found);
  return found;
}
""",
}
BITS = {
    "java": """
import java.util.*;
class Subsets {
  static List<List<Integer>> subsets(int[] all) {
    List<List<Integer>> found = new ArrayList<>();
    for (int bits = 0; bits < 1 << all.length; bits++) {
      List<Integer> some = new ArrayList<>();
      for (int k = 0; k < all.length; k++) if ((bits >> k & 1) == 1) some.add(all[k]);
      found.add(some);
    }
    return found;
  }
}
""",
    "javascript": """
function subsets(all) {
  const found = [];
  for (let bits = 0; bits < 1 << all.length; bits++) found.push(all.filter((_, k) => bits >> k & 1));
  return found;
}
""",
    "cpp": """
#include <vector>
std::vector<std::vector<int>> subsets(std::vector<int> all) {
  std::vector<std::vector<int>> found;
  for (int bits = 0; bits < 1 << all.size(); bits++) {
    std::vector<int> some;
    for (size_t k = 0; k < all.size(); k++) if (bits >> k & 1) some.push_back(all[k]);
    found.push_back(some);
  }
  return found;
}
""",
}


@pytest.mark.sandbox
@pytest.mark.parametrize("language", ["java", "javascript", "cpp"])
def test_the_order_of_a_search_is_a_condition(session: EvidenceSession, language: str) -> None:
    """Who finds the same in another order may be right; who finds less, or something twice, is not."""
    assert judged(session, language, BITS[language], SEARCH[language]).verdict == "conditional"
    less = BITS[language].replace("bits = 0;", "bits = 1;")
    assert judged(session, language, less, SEARCH[language]).verdict == "differs"
    if language == "javascript":  # the order of its bits is its own
        assert judged(session, language, SEARCH[language], BITS[language]).verdict == "differs"


def test_a_tree_has_an_order() -> None:
    body = "found = []; go(root, []); return found;"
    go = (
        "function go(n, some) { some.push(n.v); if (!n.left) found.push([...some]); "
        "go(n.left, some); go(n.right, some); some.pop(); }"
    )
    assert given_order(body, "", go) == ""
    assert given_order(body, "", go.replace("n.left", "n + 1").replace("n.right", "n + 2")) == "tries"
    moved = "if (a) [found[i], found[j]] = [found[j], found[i]];"
    assert given_order(body + moved, "", go.replace("n.left", "n + 1").replace("n.right", "n + 2")) == ""
    assert given_order(f"{body} found.sort();", "", go.replace("n.left", "n + 1").replace("n.right", "n + 2")) == ""
