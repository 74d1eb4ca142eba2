"""Keys that are only looked up are there, objects that are only gone into, too; two names are of two things."""

from __future__ import annotations

import pytest

from codescore.evidence.mappings import keyed, with_key
from codescore.languages import by_id
from codescore.languages.values import Int, Mapping, Null, Record, Ref, Sequence, Text, Value

PYTHON = """
def total(rows):
    out = 0
    for row in rows:
        if row["kind"] == "sale":
            out += row["amount"] - {}
    return out
"""


def assumed(language: str, source: str, name: str = "", property_: str = "keyed") -> list[str]:
    """What is assumed of a function, in words, that is of one property."""
    found = by_id(language)
    assert found is not None
    entries = found.runner().survey(source).entries
    (entry, *_) = (m for e in entries for m in (e, *e.members) if m.name == name or not name)
    return sorted(one.words() for one in entry.assumptions if one.property == property_)


@pytest.mark.parametrize(
    ("further", "words"),
    [
        ("1", ["each of rows has 'amount'", "each of rows has 'kind'"]),
        ('row["tax"]', ["each of rows has 'amount'", "each of rows has 'kind'", "each of rows has 'tax'"]),
        ('(row["tax"] if "tax" in row else 0)', ["each of rows has 'amount'", "each of rows has 'kind'"]),
        ('row.get("amount", 0)', ["each of rows has 'kind'"]),
        ('sum(row[k] for k in ("amount", "fee") if k in row)', ["each of rows has 'kind'"]),
    ],
)
def test_a_key_that_is_only_looked_up_is_in_each_row(further: str, words: list[str]) -> None:
    """Who asks whether it is there, or lists it to ask, means rows without it."""
    assert assumed("python", PYTHON.format(further)) == words


def test_who_catches_missing_keys_means_them() -> None:
    """One handler in a program is enough."""
    source = PYTHON.format("1").replace(
        "    return out", "    try:\n        return out\n    except KeyError:\n        return 0"
    )
    assert assumed("python", source) == []


GOES = "function zips(orders) {{ return orders.filter(o => o.customer.address.zip).map(o => {}); }}"


@pytest.mark.parametrize(
    ("further", "words"),
    [
        ("o.customer.name", ["each of orders has 'address'", "each of orders has 'customer'"]),
        ("o.customer ? o.customer.name : ''", ["each of orders has 'address'"]),
        ("o.customer?.name", ["each of orders has 'address'"]),
        ("o.customer.address || o", ["each of orders has 'customer'"]),
    ],
)
def test_an_object_that_is_only_gone_into_is_there(further: str, words: list[str]) -> None:
    """Its field is not null; a list's next node may be."""
    assert assumed("javascript", GOES.format(further)) == words
    assert assumed("javascript", "function last(n) { while (n.next) n = n.next; return n.next.value; }") == []


def test_what_lacks_is_found_and_filled_in() -> None:
    """In each item, deep inside, also for null; nothing that is there is changed, and nothing refers to a copy."""
    row = Mapping("dict", ((Text("a"), Int(1)),))
    full = Mapping("dict", ((Text("a"), Int(1)), (Text("b"), Int(5))))
    rows, path = Sequence("list", (full, row)), "[]\nb"
    assert not keyed(rows, path)
    assert keyed(Sequence("list", (full,)), path)
    assert keyed(Int(3), path)
    assert with_key(rows, path, lambda: rows) == Sequence("list", (full, full))
    held = Record("Node", (("zip", Text("1")), ("back", Ref(2))), 3)
    bare, whole = (Record("Object", (("to", value),), 2) for value in (Null(), held))
    assert not keyed(bare, "to")
    assert keyed(bare, "to\nzip")  # what is not there lacks nothing itself
    filled: Value = with_key(bare, "to", lambda: whole)
    assert filled == Record("Object", (("to", Record("Node", (("zip", Text("1")), ("back", Null())), 0)),), 2)


TEAMS = {
    "python": "def add(table, home, away, goals):\n    table[home] += goals\n    table[away] -= goals\n"
    "{}    return table\n",
    "javascript": "function add(table, home, away, goals) {{ count(home, goals);\n count(away, -goals);\n {} }}\n"
    "function count(name, n) {{ all.set(name + '', n * 2); }} const all = new Map();",
    "java": "class A {{ static void add(java.util.Map<String, Integer> t, String home, String away) {{\n"
    "t.merge(home, 1, Integer::sum);\n t.merge(away, -1, Integer::sum);\n {} }} }}",
}


@pytest.mark.parametrize(
    ("language", "asks"),
    [
        ("python", "    if home == away:\n        return None\n"),
        ("javascript", "if (home === away) throw Error();"),
        ("java", "if (home.equals(away)) throw new RuntimeException();"),
    ],
)
def test_two_names_of_one_sort_name_two_things(language: str, asks: str) -> None:
    """A team does not play against itself, unless the program asks that."""
    assert assumed(language, TEAMS[language].format(""), "add", "unlike") == ["away is not home"]
    assert assumed(language, TEAMS[language].format(asks), "add", "unlike") == []
    other = "def f(a, b):\n    return sorted(a.split()) == sorted(b.split())\n"
    assert assumed("python", other, property_="unlike") == []


WIDE = (
    "#include <string>\n#include <vector>\nint f(const std::vector<std::string>& map) {{ int n = map[0].size(); {} }}"
)


def test_rows_are_as_long_as_the_first_whose_length_alone_is_asked_for() -> None:
    """Also rows that are texts."""
    assert assumed("cpp", WIDE.format("return n;"), property_="rows alike") == ["map has rows of one length"]
    assert assumed("cpp", WIDE.format("return n + map[n].size();"), property_="rows alike") == []
    script = (
        "function f(grid) { for (let c = 0; c < grid[0].length; c++) { if (grid[0][c][0] > 2) return c; } return -1; }"
    )
    assert assumed("javascript", script, property_="rows alike") == ["grid has rows of one length"]
