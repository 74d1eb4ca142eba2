"""Signs that are reckoned with are digits or letters, unless the program asks what they are."""

from __future__ import annotations

import pytest

from codescore.languages import by_id
from codescore.languages.reckoned import reckoned

SMALL, LARGE = "abcdefghijklmnopqrstuvwxyz", "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


@pytest.mark.parametrize(
    ("body", "found"),
    [
        ("sum += w * (s.charAt(i) - '0');", ["digits "]),
        ("n = ord(s[i]) - 48", ["digits "]),
        ("for (char c : s.toCharArray()) n += c - 'a';", [f"made of {SMALL}"]),
        ("for c in s:\n    n += ord(c) - ord('a')", [f"made of {SMALL}"]),
        ("for (const c of s) n += c.charCodeAt(0) - 97;", [f"made of {SMALL}"]),
        ("counts[s[i] - 'a']++;", [f"made of {SMALL}"]),
        ("x = (s.charCodeAt(i) - 65 + 3) % 26", [f"made of {LARGE}"]),
        ("char ch = s.charAt(i); k = ch - 'A';", [f"made of {LARGE}"]),
        ("for (char c : s) if (isdigit(c)) n += c - '0';", []),
        ("for c in s:\n    if 'a' <= c <= 'z':\n        n += ord(c) - ord('a')", []),
        ("for (char c : s) if (c >= 'A') n += c - 'A';", []),
        ("n = len(s) - 48", []),
        ("if (!s.matches(\"[0-9]+\")) return 0; sum += s.charAt(i) - '0';", []),
        ("r = s.charAt(0) - 'A';", [f"made of {LARGE}"]),
        ("r = s.charAt(0) - 'A'; c = Integer.parseInt(s.substring(1));", []),
        ("x = s[0] - 'a'; y = s[1] - '1';", []),
        ("for (char c : t) n += c - '0';", []),
        ("x = s[0] == '-' ? s.substr(1) : s; n += x[i] - '0';", [r"whole match 0|-?[1-9]\d*"]),
        ("x = s[1:] if s.startswith('-') else s\nn += ord(x[i]) - 48", [r"whole match 0|-?[1-9]\d*"]),
        ("const x = s; n += x[i] - '0';", ["digits "]),
        ("x = t.substr(1); n += x[i] - '0';", []),
        ("split(s, w, f);\nx = std::string(n - w.size(), '0') + w + f;\nd = x[i] - '0';", ["digits "]),
        ("split(s, w, f);\nx = std::string(n - w.size(), '0') + w + g;\nd = x[i] - '0';", []),
        ("split(t, w, f);\nx = w + f;\nd = x[i] - '0';", []),
        ("x = '0' * (n - len(s)) + s\nd = ord(x[i]) - ord('0')", ["digits "]),
        ("x = to_string(s.size());\nd = x[i] - '0';", []),
    ],
)
def test_what_is_taken_off_a_sign_says_what_it_is(body: str, found: list[str]) -> None:
    """In Python, Java, JavaScript and C++."""
    assert [f"{one.property} {one.other}" for one in reckoned(["s"], body)] == found


def test_what_is_put_together_may_have_a_point() -> None:
    """Where the program looks for one, perhaps in a helper."""
    body, helper = "split(s, w, f);\nx = w + f;\nd = x[i] - '0';", "k = s.find('.');"
    assert [one.other for one in reckoned(["s"], body, helper + body)] == [r"\d{1,4}(?:\.\d{1,3})?"]


def test_a_survey_asks() -> None:
    """Of a method in Java."""
    language = by_id("java")
    assert language is not None
    source = "class A { static int f(String s) { int n = 0; for (char c : s.toCharArray()) n += c - '0'; return n; } }"
    entries = language.runner().survey(source).entries
    entry = next(one for one in entries if one.name == "f")
    assert [one.words() for one in entry.assumptions if one.property == "digits"] == ["s is made of digits"]
