"""What an editor asks for: hover, badges, actions, commands, and the requests of our own."""

from __future__ import annotations

import pytest

from tests.lsp.client import Client, Refused, edit
from tests.lsp.needs import BUNDLE_MARKS, PYTHON

REFERENCE = "def half(n):\n    total = 0\n    for i in range(n):\n        total += i\n    return total / 2\n"
COPY = "def half(count):\n    s = 0\n    for k in range(count):\n        s += k\n    return s / 2\n"
WRONG = "def half(count):\n    s = 0\n    for k in range(count):\n        s -= k\n    return s / 2\n"

pytestmark = BUNDLE_MARKS


def pos(line: int, character: int) -> dict[str, int]:
    return {"line": line, "character": character}


def span(a: int, b: int, c: int, d: int) -> dict[str, dict[str, int]]:
    return {"start": pos(a, b), "end": pos(c, d)}


def at(uri: str, line: int, character: int) -> dict:
    return {"textDocument": {"uri": uri}, "position": pos(line, character)}


def scored(client: Client, name: str, text: str = COPY, reference: str = REFERENCE) -> str:
    """A document whose first function is compared with a reference the client sets, once it is judged."""
    uri = client.open((client.root / name).as_uri(), text)
    given = {"text": reference, "label": "given.py"}
    assert client.request("codescore/setReference", {"uri": uri, "unit": "half", "reference": given}) == {
        "unit": "half"
    }
    line = next(i for i, t in enumerate(text.splitlines()) if t.startswith("def half"))
    client.until(lambda: client.request("textDocument/hover", at(uri, line, 5)), "a verdict")
    return uri


@pytest.fixture
def badges(client: Client):
    """Switch lenses and hints on, for one test."""

    def switch(value: str) -> None:
        client.settings["badges"] = value
        client.notify("workspace/didChangeConfiguration", {"settings": None})
        client.take("workspace/configuration")  # asked and, in order, answered

    while any(m["method"] == "workspace/configuration" and not m.get("taken") for m in client.inbox):
        client.take("workspace/configuration")
    yield switch
    client.settings.pop("badges", None)


def test_hover_tells_everything(client):
    """On the name: score, similarity, threshold, cosine, reference, how it was matched, who compiled, signature."""
    uri = scored(client, "hover.py", "import os\n\n" + COPY)
    found = client.request("textDocument/hover", at(uri, 2, 6))
    text = found["contents"]["value"]
    assert found["contents"]["kind"] == "markdown"
    assert found["range"] == span(2, 4, 2, 8)
    for piece in (
        "**CodeScore-R 1: like its reference**",
        "reference: `given.py#half`, set by you",
        "similarity: 1.000, threshold 0.5",
        "before calibration: 1.0000, ",
        "matched by: same name",
        f"compiles: yes, says {PYTHON}",
    ):
        assert piece in text, text
    assert client.request("textDocument/hover", at(uri, 3, 6)) is None
    assert client.request("textDocument/hover", at(uri, 0, 1)) is None
    assert client.request("textDocument/hover", at("file:///nowhere.py", 0, 1)) is None


def test_hover_says_why(client):
    """What differs is named with its line, and shown in the words of both authors."""
    uri = scored(client, "why.py", WRONG)
    text = client.request("textDocument/hover", at(uri, 0, 5))["contents"]["value"]
    assert "- first difference: line 4: `+=` became `-=`\n" in text
    assert "````diff\n- total += i\n+ s -= k\n````" in text
    assert "similarity" in text


def test_hover_and_problem_name_what_decides(client):
    """An operator that looks out of place goes before the first difference, where the score is 0 for that alone."""
    given = client.root / "digest.py"
    given.write_text("def digest(text):\n    return sha(text.encode('ascii')).hexdigest() if text else None\n")
    text = "def digest(text):\n    if text != '':\n        return None\n    return sha(text.encode()).hexdigest()\n"
    uri = client.open((client.root / "turned.py").as_uri(), f"# codescore: reference=digest.py\n{text}")
    (problem,) = client.diagnostics(uri, lambda found: any(d["code"] == "below-threshold" for d in found))
    assert problem["message"].endswith("; what decides: line 3: `!=` looks out of place")
    hover = client.request("textDocument/hover", at(uri, 1, 5))["contents"]["value"]
    assert "- line 3: `!=` looks out of place, which decides the score\n" in hover
    client.change(uri, edit(2, 12, 14, "=="))
    client.diagnostics(uri, lambda found: not found)


def test_badges_are_off_until_they_are_wanted(client, badges):
    """One switch shows lenses, hints, both or none."""
    uri = scored(client, "badges.py")
    whole = {"textDocument": {"uri": uri}, "range": span(0, 0, 99, 0)}
    assert client.request("textDocument/codeLens", {"textDocument": {"uri": uri}}) == []
    assert client.request("textDocument/inlayHint", whole) == []
    badges("both")
    lens = client.until(lambda: client.request("textDocument/codeLens", {"textDocument": {"uri": uri}}), "a lens")
    assert lens[0]["range"] == span(0, 4, 0, 8)
    assert lens[0]["command"]["title"] == "✓ 1.00 · given.py#half"
    assert lens[0]["command"]["command"] == "codescore.compare"
    (hint,) = client.request("textDocument/inlayHint", whole)
    assert hint["position"] == pos(0, 16)
    assert hint["label"] == "✓ 1.00"
    assert client.request("textDocument/inlayHint", whole | {"range": span(2, 0, 99, 0)}) == []
    badges("hints")
    assert client.until(
        lambda: client.request("textDocument/codeLens", {"textDocument": {"uri": uri}}) == [] or None, "no lens"
    )


def actions(client: Client, uri: str, where: dict, **context) -> dict[str, dict]:
    params = {"textDocument": {"uri": uri}, "range": where, "context": {"diagnostics": [], **context}}
    return {a["title"]: a for a in client.request("textDocument/codeAction", params)}


def run(client: Client, action: dict):
    command = action["command"]
    return client.request("workspace/executeCommand", {k: command[k] for k in ("command", "arguments")})


def test_a_selection_becomes_a_reference(client):
    """What is selected in one document can be compared with in another, until that is taken back."""
    other = client.open((client.root / "marked.py").as_uri(), "x = 1\n" + REFERENCE)
    found = actions(client, other, span(1, 0, 6, 0))
    assert run(client, found["CodeScore-R: use the selection as reference"]) == {"label": "marked.py:2-6"}
    uri = client.open((client.root / "scored.py").as_uri(), COPY)
    found = actions(client, uri, span(1, 0, 1, 0))
    assert run(client, found["CodeScore-R: score half against marked.py:2-6"]) == {"unit": "half"}
    text = client.until(lambda: client.request("textDocument/hover", at(uri, 0, 5)), "a verdict")["contents"]["value"]
    assert "marked.py:2-6#half" in text
    found = actions(client, uri, span(1, 0, 1, 0))
    assert run(client, found["CodeScore-R: stop comparing half with what you set"]) == {"unit": "half"}
    client.until(lambda: client.request("textDocument/hover", at(uri, 0, 5)) is None or None, "no verdict")
    found = actions(client, uri, span(1, 0, 1, 0))
    assert "CodeScore-R: stop comparing half with what you set" not in found
    assert run(client, found["CodeScore-R: use half as reference"]) == {"label": "scored.py:1-5"}


def test_compare_shows_both_sides(client):
    """The command behind lens and action returns sources and sketches of both, and the verdict."""
    uri = scored(client, "compare.py", WRONG)
    found = actions(client, uri, span(2, 0, 2, 0))
    both = run(client, found["CodeScore-R: compare half with given.py#half"])
    assert both["candidate"]["source"] == WRONG.rstrip()
    assert both["reference"]["source"] == REFERENCE.rstrip()
    assert both["candidate"]["sketch"].split("\n")[0] == "def f ( arg_0 ) :"
    assert "var_0 += var_1" in both["reference"]["sketch"]
    assert both["candidate"]["range"] == span(0, 0, 4, 16)
    assert both["reference"] | {"label": "given.py", "unit": "half", "uri": None} == both["reference"]
    assert both["verdict"]["first_difference"] == {
        "candidate": "var_0 -= var_1", "candidate_line": 4, "reference": "var_0 += var_1", "reference_line": 4,
    }  # fmt: skip
    assert both["verdict"]["differences"] == [
        {
            "kind": "operator", "text": "`+=` became `-=`",
            "candidate": "-=", "candidate_range": span(3, 10, 3, 12),
            "reference": "+=", "reference_range": span(3, 14, 3, 16),
        }
    ]  # fmt: skip
    assert both["verdict"]["difference_count"] == 1
    line = run(client, found["CodeScore-R: copy the verdict on half"])
    assert line.startswith("compare.py#half against given.py#half: score ")
    assert both["verdict"]["signature"] in line
    for _ in range(2):  # a client without a view of its own shows the person at least this
        assert client.take("window/showMessage") == {"type": 3, "message": f"CodeScore-R: {line}"}


def test_actions_know_their_kind(client):
    """Comparing is a quick fix of our own finding; everything else waits in the source menu."""
    uri = scored(client, "kinds.py")
    assert {a["kind"] for a in actions(client, uri, span(0, 0, 0, 0)).values()} == {"source.codescore"}
    ours = {"range": span(0, 4, 0, 8), "message": "m", "source": "codescore-r", "code": "below-threshold"}
    found = actions(client, uri, span(0, 4, 0, 4), diagnostics=[ours], only=["quickfix"])
    assert [a["diagnostics"][0]["code"] for a in found.values()] == ["below-threshold"]
    assert actions(client, uri, span(0, 0, 0, 0), only=["refactor"]) == {}
    assert actions(client, uri, span(0, 0, 0, 0), only=["source"]) != {}


def test_score_ranks_references(client):
    """codescore/score answers verdicts, best first, in the words of the contract."""
    params = {"language": "python", "candidate": COPY, "references": ["def f(x):\n    return x\n", REFERENCE]}
    best, other = client.request("codescore/score", params)
    assert best["reference_index"] == 1
    assert other["reference_index"] == 0
    assert best["score"] == 1
    assert best["similarity"] == pytest.approx(1.0)
    assert best["compiles"] is True
    assert best["problems"] == []
    assert best["threshold"] == 0.5
    assert {"pooling", "signature", "units"} <= best.keys()
    (unit,) = best["units"]
    assert unit["name"] == unit["reference_name"] == "half"
    assert unit["candidate_range"] == span(0, 0, 4, 16)
    strict = client.request("codescore/score", params | {"options": {"threshold": 1.0}})
    assert {v["score"] for v in strict} == {0}


def test_score_of_broken_code(client):
    """Code that does not compile scores 0, with the compiler's problems at their places."""
    params = {"language": "python", "candidate": "def f(a):\n    return '🐍' +\n", "references": ["def f(a): return a"]}
    (found,) = client.request("codescore/score", params)
    assert (found["score"], found["compiles"]) == (0, False)
    column = {"vscode": 17, "neovim": 19}[client.editor]
    assert found["problems"][0]["range"]["start"] == pos(1, column)
    assert found["problems"][0]["line"] == 2


@pytest.mark.parametrize(
    ("params", "why"),
    [
        ({"language": "cobol", "candidate": "", "references": ["x"]}, "no language 'cobol'"),
        ({"language": "python", "candidate": "x = 1", "references": []}, "nothing to compare with"),
        ({"language": "python", "candidate": "", "references": ["x"]}, "nothing to score"),
        ({"language": "python", "candidate": "a\0b", "references": ["x"]}, "binary"),
        ({"language": "python", "candidate": 3, "references": ["x"]}, "Expected `str`"),
        ({"language": "python", "candidate": "x"}, "references"),
        ({"language": "python", "candidate": "x", "references": ["y"], "options": {"threshold": 7}}, "outside 0..1"),
        ({"language": "python", "candidate": "x", "references": ["y"], "options": {"pooling": "no"}}, "no pooling"),
        ({"language": "python", "candidate": "x", "references": ["y"], "extra": 1}, "unknown field"),
        (None, "Expected"),
        ([1], "Expected"),
    ],
)
def test_score_refuses_in_one_line(client, params, why):
    """What cannot be scored is refused with the reason; the server goes on."""
    with pytest.raises(Refused, match=why):
        client.request("codescore/score", params)


@pytest.mark.parametrize(
    ("method", "params", "why"),
    [
        ("codescore/setReference", {"uri": "file:///no.py", "reference": {"text": "x"}}, "not open"),
        ("codescore/setReference", {"uri": "U", "unit": "nope", "reference": {"text": "x"}}, "no unit 'nope'"),
        ("codescore/setReference", {"uri": "U", "position": {"line": 0, "character": 0}, "reference": {"text": "x"}},
         "no unit at that position"),
        ("codescore/setReference", {"uri": "U", "reference": {}}, "text, a uri or a path"),
        ("codescore/setReference", {"uri": "U", "reference": []}, "no reference was given"),
        ("codescore/setReference", {"uri": "U", "reference": {"path": "relative.py"}}, "must be absolute"),
        ("codescore/setReference", {"uri": "U", "reference": {"uri": "untitled:2"}}, "send its text"),
        ("codescore/setReference", {"uri": "U", "reference": {"text": "x", "language": "cobol"}}, "no language"),
        ("codescore/clearReference", {"uri": "file:///no.py"}, "not open"),
        ("workspace/executeCommand", {"command": "codescore.compare", "arguments": [{"uri": "U"}]}, "no verdict"),
        ("workspace/executeCommand", {"command": "codescore.compare", "arguments": []}, "Expected"),
        ("workspace/executeCommand", {"command": "codescore.nope", "arguments": []}, "not defined"),
        ("workspace/executeCommand", {"command": "codescore.useAsReference",
                                      "arguments": [{"uri": "U", "range": span(0, 0, 0, 0)}]}, "selection is empty"),
    ],
)  # fmt: skip
def test_other_requests_refuse_in_one_line(client, method, params, why):
    """A request that makes no sense is refused with what is wrong with it."""
    uri = (client.root / "refuse.py").as_uri()
    if uri not in client.versions:
        client.open(uri, "x = 1\n\n\ndef f():\n    return x\n")

    def named(value):
        if isinstance(value, dict):
            return {k: named(v) for k, v in value.items()}
        if isinstance(value, list):
            return [named(v) for v in value]
        return uri if value == "U" else value

    with pytest.raises(Refused, match=why):
        client.request(method, named(params))


def test_several_set_references(client):
    """Of several references the best counts and is named; they may be files, with a unit picked."""
    (client.root / "lib.py").write_text("def a(x):\n    return x\n\n" + REFERENCE.replace("half", "z"))
    uri = client.open((client.root / "several.py").as_uri(), COPY)
    references = [
        {"text": "def q(x):\n    return {}\n", "label": "far.py"},
        {"path": str(client.root / "lib.py"), "name": "z"},
    ]
    client.request("codescore/setReference", {"uri": uri, "position": pos(1, 1), "reference": references})
    text = client.until(lambda: client.request("textDocument/hover", at(uri, 0, 5)), "a verdict")["contents"]["value"]
    assert "`lib.py#z`" in text
    assert "similarity: 1.000" in text
    assert client.request("codescore/clearReference", {"uri": uri}) == {"unit": None}
    client.until(lambda: client.request("textDocument/hover", at(uri, 0, 5)) is None or None, "no verdict")


def test_status_tells_how_things_are(client):
    """The status names the bundle and where it runs, what is cached, and how much memory is used."""
    client.ready()
    status = client.request("codescore/status", None)
    assert status["health"] in ("ok", "warning")
    assert status["quiescent"] is True
    assert "codescore-r-base" in status["bundle"]
    assert status["provider"]
    assert status["memory"] > 10
    assert set(status["cache"]) == {"memory", "disk", "hits", "misses"}


def test_the_model_loads_with_progress(client):
    """While the model loads the client is shown that it does, from begin to end."""
    client.ready()
    kinds = [m["params"]["value"]["kind"] for m in client.inbox if m["method"] == "$/progress"]
    assert kinds == ["begin", "end"]


def test_a_file_too_long_for_the_model_says_so(client):
    """A function longer than the model's input is scored in windows, and the hover says so."""
    body = "".join(f"    s += count * {i}\n" for i in range(2000))
    text = f"def half(count):\n    s = 0\n{body}    return s\n"
    uri = scored(client, "long.py", text, text)
    assert "windows" in client.request("textDocument/hover", at(uri, 0, 5))["contents"]["value"]
