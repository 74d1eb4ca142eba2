"""Before accepting: what a suggestion would score; which of several texts is best; files that are not open."""

from __future__ import annotations

import pytest

from tests.lsp.client import Refused
from tests.lsp.needs import BUNDLE_MARKS

REFERENCE = "def half(n):\n    total = 0\n    for i in range(n):\n        total += i\n    return total / 2\n"
COPY = "def half(count):\n    s = 0\n    for k in range(count):\n        s += k\n    return s / 2\n"
OTHER = "import re\n\n\ndef words(text):\n    return re.findall('[a-z]+', text.lower())\n"

pytestmark = BUNDLE_MARKS


def span(a: int, b: int, c: int, d: int) -> dict:
    return {"start": {"line": a, "character": b}, "end": {"line": c, "character": d}}


def test_a_suggestion_is_judged_where_it_would_stand(client):
    """Each text is judged as part of the function it lands in, against what that was and against its reference."""
    uri = client.open((client.root / "suggest.py").as_uri(), "# é\n" + COPY)
    given = {"text": REFERENCE, "label": "given.py"}
    client.request("codescore/setReference", {"uri": uri, "unit": "half", "reference": given})
    params = {"uri": uri, "range": span(4, 8, 4, 14), "texts": ["s -= k", "s = s + k", "s +="]}
    found = client.request("codescore/suggestion", params)
    assert found[0]["index"] == 1
    by_text = {f["index"]: f for f in found}
    assert by_text[1]["replaced"]["score"] == by_text[1]["reference"]["score"] == 1
    assert by_text[0]["reference"]["score"] == 0
    assert by_text[0]["reference"]["differences"][0]["text"] == "`+=` became `-=`"
    assert by_text[0]["reference"]["reference"] == "given.py"
    assert by_text[2]["replaced"]["compiles"] is False
    assert by_text[0]["source"] == COPY.replace("+=", "-=").rstrip()
    assert by_text[0]["range"] == span(1, 0, 5, 16)
    assert {f["unit"] for f in found} == {"half"}
    hover = {"textDocument": {"uri": uri}, "position": {"line": 1, "character": 5}}
    shown = client.until(lambda: client.request("textDocument/hover", hover), "a verdict")["contents"]["value"]
    assert "CodeScore-R 1" in shown  # the document itself is as it was


def test_a_suggestion_that_is_in_the_text_already(client):
    """A client that had to accept a suggestion to see it sends the text as it was, and gets the same verdict."""
    before, after = "# é\n" + COPY, "# é\n" + COPY.replace("+=", "-=")
    uri = client.open((client.root / "taken.py").as_uri(), after)
    params = {"uri": uri, "range": span(4, 10, 4, 11), "texts": ["-"], "text": before}
    (found,) = client.request("codescore/suggestion", params)
    assert found["replaced"]["score"] == 0
    assert found["replaced"]["differences"][0]["text"] == "`+=` became `-=`"


def test_a_suggestion_with_nothing_to_compare_with(client):
    """A new function has neither a former self nor a reference; text outside of all functions lands in none."""
    uri = client.open((client.root / "new.py").as_uri(), OTHER + "\n")
    params = {"uri": uri, "range": span(5, 0, 5, 0), "texts": [COPY, "LIMIT = 3\n"]}
    found = {f["index"]: f for f in client.request("codescore/suggestion", params)}
    assert (found[0]["unit"], found[0]["replaced"], found[0]["reference"]) == ("half", None, None)
    assert found[1]["unit"] is None


def test_suggestions_refuse_in_one_line(client):
    """What cannot be judged is refused with the reason."""
    with pytest.raises(Refused, match="not open"):
        client.request("codescore/suggestion", {"uri": "file:///no.py", "range": span(0, 0, 0, 0), "texts": ["x"]})
    uri = client.open((client.root / "few.py").as_uri(), COPY)
    with pytest.raises(Refused, match="at most 32"):
        client.request("codescore/suggestion", {"uri": uri, "range": span(0, 0, 0, 0), "texts": ["x"] * 33})


def test_candidates_are_ranked(client):
    """codescore/rank answers a verdict for each candidate, best first, against the reference that fits it best."""
    params = {"language": "python", "candidates": [OTHER, COPY.replace("+=", "-="), COPY], "references": [REFERENCE]}
    found = client.request("codescore/rank", params)
    assert found[0]["candidate_index"] == 2
    assert found[0]["score"] == 1
    assert {f["score"] for f in found[1:]} == {0}
    two = client.request("codescore/rank", params | {"references": [REFERENCE, OTHER]})
    assert {(f["candidate_index"], f["reference_index"]) for f in two} >= {(2, 0), (0, 1)}
    with pytest.raises(Refused, match="no candidate"):
        client.request("codescore/rank", params | {"candidates": []})


def test_units_of_a_file_that_is_not_open(client):
    """A file of the workspace is judged as if it were open; one outside, or of no language of ours, is refused."""
    (client.root / "ref.py").write_text(REFERENCE)
    file = client.root / "closed.py"
    file.write_text(
        "# codescore: reference=ref.py\n" + COPY + "\n\n# codescore: reference=gone.py\ndef lone():\n    pass\n"
    )
    found = client.request("codescore/units", {"uri": file.as_uri()})
    half, lone = found["units"]
    assert (half["name"], half["verdict"]["badge"], half["verdict"]["reference"]) == ("half", "✓ 1.00", "ref.py#half")
    assert half["verdict"]["reference_uri"] == (client.root / "ref.py").as_uri()
    assert half["name_range"] == span(1, 4, 1, 8)
    assert (lone["name"], lone["verdict"], found["version"]) == ("lone", None, None)
    assert any("gone.py" in one for one in found["missing"])
    for uri, why in (
        ((client.root / "x.txt").as_uri(), "no file of the workspace"),
        ((client.root.parent / "out.py").as_uri(), "no file of the workspace"),
        ((client.root / "none.py").as_uri(), "cannot be read"),
        ("untitled:1", "no file of the workspace"),
    ):
        with pytest.raises(Refused, match=why):
            client.request("codescore/units", {"uri": uri})


def test_a_link_out_of_the_workspace_is_not_followed(client):
    """A file that is a link to somewhere else is not read."""
    outside = client.root.parent / "secret.py"
    outside.write_text(COPY)
    (client.root / "link.py").symlink_to(outside)
    with pytest.raises(Refused, match="leads outside"):
        client.request("codescore/units", {"uri": (client.root / "link.py").as_uri()})


def test_comparing_without_a_message(client):
    """codescore/compare and codescore/verdict answer like the commands and show the person nothing by themselves."""
    uri = client.open((client.root / "silent.py").as_uri(), COPY.replace("+=", "-="))
    client.request("codescore/setReference", {"uri": uri, "unit": "half", "reference": {"text": REFERENCE}})
    hover = {"textDocument": {"uri": uri}, "position": {"line": 0, "character": 5}}
    client.until(lambda: client.request("textDocument/hover", hover), "a verdict")
    both = client.request("codescore/compare", {"uri": uri, "unit": "half"})
    assert both["reference"]["source"] == REFERENCE.rstrip()
    assert both["verdict"]["score"] == 0
    line = client.request("codescore/verdict", {"uri": uri, "unit": "half"})
    assert line.startswith("silent.py#half against the text you set#half: score 0")
