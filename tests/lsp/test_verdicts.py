"""Verdicts as data: `codescore/units`, and `codescore/verdicts` for clients that draw badges themselves."""

from __future__ import annotations

import pytest

from tests.lsp.client import NEOVIM, Refused, edit
from tests.lsp.needs import BUNDLE_MARKS

REFERENCE = "def half(n):\n    total = 0\n    for i in range(n):\n        total += i\n    return total / 2\n"
COPY = "def half(count):\n    s = 0\n    for k in range(count):\n        s += k\n    return s / 2\n"

FOLLOWING = NEOVIM | {"experimental": {"codescore": {"verdicts": True}}}

pytestmark = BUNDLE_MARKS


def has_units(version):
    return lambda params: params["version"] == version and "units" in params


def test_verdicts_follow_edits_and_say_when_nothing_changed(launch):
    """After each judgement the client hears of it: with the judged units, or without where they are as before."""
    client = launch(capabilities=FOLLOWING)
    client.start()
    uri = client.open((client.root / "a.py").as_uri(), COPY + "\n\ndef alone():\n    return 1\n")
    client.request(
        "codescore/setReference", {"uri": uri, "unit": "half", "reference": {"text": REFERENCE, "label": "r.py"}}
    )
    told = client.take("codescore/verdicts", lambda p: p.get("units"))
    (unit,) = told["units"]
    assert (unit["name"], unit["kind"], unit["nested"]) == ("half", "function", False)
    assert unit["name_range"] == {"start": {"line": 0, "character": 4}, "end": {"line": 0, "character": 8}}
    assert unit["range"]["end"] == {"line": 4, "character": 16}
    verdict = unit["verdict"]
    assert (verdict["score"], verdict["badge"], verdict["current"], verdict["compiles"]) == (1, "✓ 1.00", True, True)
    assert (verdict["reference"], verdict["reason"]) == ("r.py#half", None)

    client.change(uri, edit(3, 10, 11, "-"))  # += becomes -=
    verdict = client.take("codescore/verdicts", has_units(2))["units"][0]["verdict"]
    assert verdict["score"] == 0
    assert verdict["badge"].startswith("✗ 0.")
    assert verdict["reason"] == "line 4: `+=` became `-=`"

    client.change(uri, edit(7, 0, 0, "", 7))
    client.change(uri, edit(8, 11, 12, "2"))  # elsewhere
    assert "units" not in client.take("codescore/verdicts", lambda p: p["version"] == 4)

    every = client.request("codescore/units", {"uri": uri})
    assert [(u["name"], u["verdict"] is None) for u in every["units"]] == [("half", False), ("alone", True)]
    assert every["version"] == 4

    client.request("codescore/clearReference", {"uri": uri, "unit": "half"})
    assert client.take("codescore/verdicts", lambda p: p.get("units") == [])
    client.close()


def test_only_clients_that_ask_are_told(client):
    """An editor that did not ask gets no such message (`close` fails on one), but may ask for the units."""
    uri = client.open((client.root / "quiet.py").as_uri(), COPY)
    assert client.request("codescore/units", {"uri": uri})["units"][0]["name"] == "half"
    with pytest.raises(Refused, match="is not open here"):
        client.request("codescore/units", {"uri": "file:///nowhere.py"})


def test_a_client_that_moves_marks_itself_gets_what_changed(launch):
    """An edit of one function sends that one with its index, wherever it now stands; a new function sends all."""
    client = launch(capabilities=NEOVIM | {"experimental": {"codescore": {"verdicts": "changes"}}})
    client.start()
    (client.root / "r.py").write_text(REFERENCE + "\n\ndef one(a):\n    return a + 1\n")
    text = "# codescore: reference=r.py\n" + COPY + "\n\ndef one(a):\n    return a + 1\n"
    uri = client.open((client.root / "a.py").as_uri(), text)
    told = client.take("codescore/verdicts", lambda p: p.get("units"))
    assert [(u["index"], u["name"]) for u in told["units"]] == [(0, "half"), (1, "one")]

    client.change(uri, edit(9, 13, 14, "-"), edit(0, 0, 0, "\n\n"))
    (changed,) = client.take("codescore/verdicts", lambda p: p["version"] == 2)["changed"]
    assert (changed["index"], changed["name"]) == (1, "one")
    assert changed["verdict"]["similarity"] < 1
    assert changed["name_range"]["start"] == {"line": 10, "character": 4}

    client.change(uri, edit(0, 0, 0, "\n"))
    moved = client.take("codescore/verdicts", lambda p: p["version"] == 3)
    (changed,) = moved["changed"]  # its reason names another line now
    assert changed["verdict"]["reason"].startswith("line 13: ")

    client.change(uri, edit(11, 4, 7, "two"))
    assert [u["name"] for u in client.take("codescore/verdicts", lambda p: p["version"] == 4)["units"]] == [
        "half",
        "two",
    ]
    client.close()


def test_an_overload_without_a_counterpart_borrows_no_verdict(launch):
    """Two functions of one name against a reference with one: the second has no verdict, also not the first one's."""
    client = launch(capabilities=FOLLOWING)
    client.start()
    uri = client.open((client.root / "a.py").as_uri(), COPY + "\n\ndef half(a, b):\n    return a - b\n")
    client.request("codescore/setReference", {"uri": uri, "reference": {"text": REFERENCE, "label": "r.py"}})
    told = client.take("codescore/verdicts", lambda p: p.get("file"))
    assert [(unit["name"], unit["verdict"]["score"]) for unit in told["units"]] == [("half", 1)]
    client.close()


def test_what_is_missing_is_not_compared_as_well(launch):
    """A line of code beside a missing function has no badge, lens or hover that calls it like that function."""
    client = launch(capabilities=FOLLOWING, settings={"badges": "both"})
    client.start()
    reference = {"text": REFERENCE + "\n\ndef twice(n):\n    return n * 2\n", "label": "r.py"}
    code = COPY.partition("\n")[2].replace("    return s / 2\n", "").replace("    ", "", 2)
    uri = client.open((client.root / "a.py").as_uri(), code)
    client.request("codescore/setReference", {"uri": uri, "reference": reference})
    told = client.take("codescore/verdicts", lambda p: p.get("file"))
    assert sorted(unit["name"] for unit in told["missing_units"]) == ["half", "twice"]
    assert told["units"] == []
    where = {"textDocument": {"uri": uri}}
    assert client.request("textDocument/codeLens", where) == []
    assert client.request("textDocument/hover", {**where, "position": {"line": 0, "character": 0}}) is None
    found = client.diagnostics(uri, lambda items: any(item["code"] == "missing-function" for item in items))
    assert [one["message"] for one in found] == ["this file lacks twice, half of r.py"]
    client.close()
