"""Methods that set anew all that their object holds."""

from __future__ import annotations

import shutil

import pytest

from codescore.languages import by_id
from codescore.languages.set_anew import sets_anew


@pytest.mark.parametrize(
    ("body", "helper", "anew"),
    [
        ("{ f = 0; return help(); }", "{ return ++f; }", True),
        ("{ this->f = a.size(); return f; }", "", True),
        ("{ if (!a) return 0; this.f = new int[a]; return help(f); }", "{ f[0] = 1; }", True),
        ("{ f.clear(); help(); return f; }", "{ f.add(1); }", True),
        ("{ return f[0] + f.length; }", "{ for (int one : f) go(one); return f[1] == f[2]; }", True),
        ("{ if (a) { f = 0; } return f; }", "", False),
        ("{ if (a) f = 0; return f; }", "", False),
        ("{ help(); f = 0; return f; }", "{ f++; }", False),
        ("{ f = f + 1; return f; }", "", False),
        ("{ f = help(); return f; }", "{ return f; }", False),
        ("{ return help(); }", "{ f[1] = 2; }", False),
        ("{ return help(); }", "{ return ++f[1]; }", False),
        ("{ return help(); }", "{ f.put(1, 2); }", False),
        ("{ return f; }", "", False),
    ],
)
def test_what_is_set_anew(body: str, helper: str, anew: bool) -> None:
    """Before it is looked at, at whatever turn; or it is a constant."""
    assert sets_anew(["f"], body, [helper], ["help", "main"]) is anew


@pytest.mark.jdk
@pytest.mark.skipif(shutil.which("java") is None, reason="NO JDK: Java was not compiled")
@pytest.mark.parametrize(
    ("body", "keeps"),
    [("found = new ArrayList<>(); fill(n); return found;", False), ("fill(n); return found;", True)],
)
def test_a_java_class_that_sets_anew_what_it_holds_keeps_nothing(body: str, keeps: bool) -> None:
    """Its method is run by itself then."""
    text = (
        "class Solution { private List<Integer> found = new ArrayList<>(); "
        f"public List<Integer> all(int n) {{ {body} }} private void fill(int n) {{ found.add(n); }} }}"
    )
    java = by_id("java")
    assert java is not None
    whole = next(entry for entry in java.runner().survey(text).entries if entry.kind == "class")
    assert whole.keeps is keeps
