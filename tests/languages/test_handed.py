"""What a function hands on as it was given it is what is said of it where it arrives."""

from __future__ import annotations

import pytest

from codescore.languages.assumed import Assumption
from codescore.languages.registry import by_id

_DOCUMENTED = '''def level(events, minute):
    """Level at a minute; events is a list of (minute, cm) pairs with strictly increasing
    minutes, at least two of them."""
    return max(cm for at, cm in events if at <= minute)
'''


def _assumed(source: str, name: str, language: str = "python") -> list[Assumption]:
    runner = by_id(language).runner()
    assert runner is not None
    survey = runner.survey(source)
    return [one for entry in survey.entries if entry.name == name for one in entry.assumptions]


def _handed(source: str, name: str, language: str = "python") -> set[str]:
    return {one.words().partition(" ")[2] for one in _assumed(source, name, language) if "is given it" in one.because}


def test_what_is_said_of_it_holds_before() -> None:
    """Also by way of a third function, but no longer for sure."""
    source = _DOCUMENTED + (
        "def first(table, n):\n    return level(table, n) + 1\n"
        "def second(rows):\n    return [first(rows, n) for n in range(9)]\n"
    )
    for name in ("first", "second"):
        assert {"has at least 2 items", "is strictly ascending"} <= _handed(source, name)
        assert all(not one.certain for one in _assumed(source, name) if "is given it" in one.because)


@pytest.mark.parametrize(
    "body",
    [
        "    if not table:\n        return 0\n    return level(table, n)\n",
        "    table = sorted(table)\n    return level(table, n)\n",
        "    table.append((n, 0))\n    return level(table, n)\n",
        "    return level(table + [(n, 0)], n)\n",
    ],
)
def test_who_asks_or_changes_knows_better(body: str) -> None:
    assert not _handed(f"{_DOCUMENTED}def first(table, n):\n{body}", "first")


@pytest.mark.parametrize(
    ("language", "source"),
    [
        ("javascript", "{0}function a(parts) {{ return parts[0]; }}\nfunction b(list) {{ return a(list) + 1; }}\n"),
        ("java", "class A {{\n{0}static int a(int[] parts) {{ return parts[0]; }}\n{1}}}\n"),
        ("cpp", "#include <vector>\n{0}int a(std::vector<int> parts) {{ return parts[0]; }}\n{2}"),
    ],
)
def test_in_languages_with_braces(language: str, source: str) -> None:
    java = "static int b(int[] list) { return a(list) + 1; }\n"
    cpp = "int b(std::vector<int> list) { return a(list) + 1; }\n"
    whole = source.format("/** The numbers in parts are sorted. */\n", java, cpp)
    assert "is ordered" in _handed(whole, "b", language)


def test_functions_that_take_just_the_same_take_texts_of_the_same_signs() -> None:
    """`less(a, b)` compares what `add(a, b)` reckons with; what takes something else is left alone."""
    source = (
        "def add(a, b):\n    return sum(ord(x) - ord('0') for x in a) + sum(ord(x) - ord('0') for x in b)\n"
        "def less(a, b):\n    return a.lstrip('0') < b.lstrip('0')\n"
        "def count(a):\n    return len(a.strip())\n"
    )
    told = [(one.parameter, one.property) for one in _assumed(source, "less") if "takes the same" in one.because]
    assert told == [("a", "digits"), ("b", "digits")]
    assert not [one for one in _assumed(source, "count") if one.property == "digits"]


_TRIES = {
    "java": """class Trie {{
    private static class Node {{ final Node[] next = new Node[26]; boolean end; }}
    private final Node root = new Node();
    private Node find(String prefix) {{
        Node node = root;
        for (char c : prefix.toCharArray()) {{
            if (node == null) return null;
            node = node.next[c - 'a'];
        }}
        return node;
    }}
    public boolean holds(String word) {{
        {0}
        Node node = find(word);
        return node != null && node.end;
    }}
    public int count(String word) {{ return holds(word) ? 1 : 0; }}
    public String said(String word) {{ return "[" + word + "]"; }}
}}
""",
    "cpp": """#include <string>
struct Node {{ Node* next[26] = {{}}; bool end = false; }};
Node root;
Node* find(const std::string& prefix) {{
    Node* node = &root;
    for (size_t i = 0; i < prefix.size() && node; i++) node = node->next[prefix[i] - 'a'];
    return node;
}}
bool holds(const std::string& word) {{
    {0}
    Node* node = find(word);
    return node && node->end;
}}
int count(const std::string& word) {{ return holds(word) ? 1 : 0; }}
std::string said(const std::string& word) {{ return "[" + word + "]"; }}
""",
    "python": """class Trie:
    def __init__(self):
        self.root = [None] * 26 + [False]

    def _find(self, prefix):
        node = self.root
        for c in prefix:
            node = node and node[ord(c) - 97]
        return node

    def holds(self, word):
        {0}
        node = self._find(word)
        return node is not None and node[26]

    def count(self, word):
        return 1 if self.holds(word) else 0

    def said(self, word):
        return f"[{{word}}]"
""",
    "javascript": """class Trie {{
  constructor() {{ this.root = {{ next: new Array(26).fill(null), end: false }}; }}
  find(prefix) {{
    let node = this.root;
    for (const c of prefix) node = node && node.next[c.charCodeAt(0) - 97];
    return node;
  }}
  holds(word) {{
    {0}
    const node = this.find(word);
    return node !== null && node.end;
  }}
  count(word) {{ return this.holds(word) ? 1 : 0; }}
  said(word) {{ return `[${{word}}]`; }}
}}
""",
}


def _signs(source: str, name: str, language: str) -> set[str]:
    """What the signs are of what is handed on by a function, or by a method of a class that is called as a whole."""
    runner = by_id(language).runner()
    assert runner is not None
    entries = (member for one in runner.survey(source).entries for member in (one, *one.members))
    return {
        one.words()
        for entry in entries if entry.name == name
        for one in entry.assumptions if one.property in ("digits", "made of")
    }  # fmt: skip


@pytest.mark.parametrize("language", _TRIES)
def test_letters_that_another_one_reckons_with(language: str) -> None:
    """Also by way of a third one, and where what that says is asked for; not of what is handed to nobody."""
    asks = {
        "java": "if (word == null || word.isEmpty()) return false;",
        "python": "if not word:\n            return False",
    }
    source = _TRIES[language].format(asks.get(language, "if (word.length() == 0) return false;"))
    for name in ("holds", "count"):
        assert _signs(source, name, language) == {"word is made of 'a-z'"}
    assert not _signs(source, "said", language)


@pytest.mark.parametrize(
    ("language", "asks"),
    [
        ("java", 'if (!word.matches("[a-z]+")) return false;'),
        ("java", "if (word.isBlank()) return false;"),
        ("java", "word = word.toLowerCase();"),
        ("java", "for (char c : word.toCharArray()) if (c < 'a') return false;"),
        ("cpp", "if (odd(word)) return false;"),
        ("python", "if not word.isalpha():\n            return False"),
        ("javascript", "word = word.toLowerCase();"),
    ],
)
def test_who_asks_what_signs_there_are_takes_others(language: str, asks: str) -> None:
    assert not _signs(_TRIES[language].format(asks), "holds", language)
