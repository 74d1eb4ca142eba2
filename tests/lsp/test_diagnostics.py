"""Text in, diagnostics out: the same in an editor that is pushed utf-8 and in one that pulls utf-16."""

from __future__ import annotations

import pytest

from tests.lsp.client import Client, edit, written
from tests.lsp.needs import bundle, jdk

HALF = "def half(n):\n    total = 0\n    for i in range(n):\n        total += i\n    return total / 2\n"
COPY = "def half(count):\n    s = 0\n    for k in range(count):\n        s += k\n    return s / 2\n"


def check(client: Client, name: str, text: str, expected: str, language: str = "python") -> str:
    """Open a text and compare what is said of it in the end."""
    uri = client.open((client.root / name).as_uri(), text, language)
    settle(client, uri, expected)
    return uri


def settle(client: Client, uri: str, expected: str) -> list[dict]:
    """Wait until what is said is as expected; what it was last is in the failure."""
    wanted = "\n".join(line.strip() for line in expected.strip().splitlines())
    last: list[str] = []

    def as_wanted(diagnostics) -> bool:
        last[:] = [written(diagnostics)]
        return last[0] == wanted

    try:
        return client.diagnostics(uri, as_wanted)
    except AssertionError as error:
        raise AssertionError(f"wanted:\n{wanted}\ngot:\n{''.join(last)}\n{error}") from None


def lay_out(client: Client, **files: str) -> None:
    for name, text in files.items():
        path = client.root / name.replace("__", "/").replace("_dot_", ".")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def test_sound_code_is_not_mentioned(client):
    """Code that compiles and has no reference is not worth a word."""
    check(client, "sound.py", "def f(a):\n    return a + 1\n", "")


def test_the_compiler_speaks_for_a_broken_function(client):
    """In the end it is the compiler's message that stands at the place of the error, once."""
    check(
        client,
        "broken.py",
        "def f(a):\n    return a +\n\ndef g(b):\n    return b\n",
        "1:14-1:14 1 does-not-compile invalid syntax (python)",
    )


def test_what_only_the_compiler_knows(client):
    """An error that is no matter of syntax is found too."""
    check(
        client,
        "only.py",
        "def f(a):\n    return a\n\ndef g(a, a):\n    pass\n",
        "3:9-3:10 1 does-not-compile duplicate argument 'a' in function definition (python)",
    )


def test_columns_are_the_editors(client):
    """Astral characters before an error count as the editor counts them."""
    column = {"vscode": 22, "neovim": 26}[client.editor]
    check(
        client,
        "astral.py",
        'def f():\n    return "🐍🐍", 1 +\n',
        f"1:{column}-1:{column} 1 does-not-compile invalid syntax (python)",
    )


def test_errors_come_and_go_with_typing(client):
    """An error that is typed is told, one that is mended is forgotten, wherever in the file they are."""
    uri = check(client, "typing.py", "def f(a):\n    return a\n" * 20, "")
    client.change(uri, edit(11, 4, 10, "retrun a;"))
    settle(client, uri, "11:11-11:12 1 does-not-compile invalid syntax (python)")
    client.change(uri, edit(0, 0, 0, "# a line\n"))
    settle(client, uri, "12:11-12:12 1 does-not-compile invalid syntax (python)")
    client.change(uri, edit(12, 4, 14, "return"))
    settle(client, uri, "")


def test_empty_and_comment_only_files(client):
    """There is nothing to say of nothing."""
    check(client, "empty.py", "", "")
    check(client, "comment.py", "# codescore\n", "")
    check(client, "crlf.py", "def f():\r\n    return 1\r\n\f\r\n", "")


@bundle
def test_a_renamed_copy_is_like_its_reference(client):
    """Names do not matter: nothing is reported."""
    lay_out(client, ref1_dot_py=HALF)
    uri = check(client, "copy1.py", "# codescore: reference=ref1.py\n\n" + COPY, "")
    lens = client.until(
        lambda: client.request("textDocument/hover", {"textDocument": {"uri": uri}, "position": pos(2, 5)}), "a hover"
    )
    assert "like its reference" in lens["contents"]["value"]


def pos(line: int, character: int) -> dict[str, int]:
    return {"line": line, "character": character}


OTHER = 'def half(path):\n    with open(path) as f:\n        return {k: v for k, v in (l.split("=") for l in f)}\n'


@bundle
def test_another_function_is_unlike_its_reference(client):
    """A function that does something else is reported on its name, with the place of the reference."""
    lay_out(client, refs__ref2_dot_py="import os\n\n" + HALF)
    uri = client.open((client.root / "other2.py").as_uri(), "# codescore: reference=refs/ref2.py#half\n" + OTHER)
    (found,) = client.diagnostics(uri, lambda d: len(d) == 1)
    assert found["code"] == "below-threshold"
    assert found["severity"] == 2
    assert found["source"] == "codescore-r"
    assert found["range"] == {"start": pos(1, 4), "end": pos(1, 8)}
    assert found["message"].startswith("half: similarity 0.")
    assert "to refs/ref2.py#half, not above 0.5" in found["message"]
    assert "; first difference: line 3: statement added: `with open(path) as f:`" in found["message"]
    related, there = found["relatedInformation"]
    assert {related["location"]["uri"], there["location"]["uri"]} == {(client.root / "refs/ref2.py").as_uri()}
    assert related["location"]["range"] == {"start": pos(2, 4), "end": pos(2, 8)}
    assert there["location"]["range"] == {"start": pos(3, 4), "end": pos(3, 13)}
    assert there["message"] == "the reference has `total = 0`"
    # The finding moves with the function, and goes when the function does what the reference does.
    client.change(uri, edit(1, 0, 0, "x = 1\n\n"))
    client.diagnostics(uri, lambda d: [x["range"]["start"] for x in d] == [pos(3, 4)])
    client.change(uri, edit(3, 0, 0, COPY, to_line=6))
    client.diagnostics(uri, lambda d: d == [])


@bundle
def test_the_reference_may_be_edited(client):
    """What is typed in the reference counts, saved or not; so does what is written to disk."""
    lay_out(client, ref3_dot_py=HALF)
    uri = check(client, "copy3.py", "# codescore: reference=ref3.py\n\n" + COPY, "")
    reference = client.open((client.root / "ref3.py").as_uri(), HALF)
    client.change(reference, {"text": OTHER})
    client.diagnostics(uri, lambda d: [x["code"] for x in d] == ["below-threshold"])
    client.shut(reference)
    settle(client, uri, "")
    lay_out(client, ref3_dot_py=OTHER)
    change = {"uri": (client.root / "ref3.py").as_uri(), "type": 2}
    client.notify("workspace/didChangeWatchedFiles", {"changes": [change]})
    client.diagnostics(uri, lambda d: [x["code"] for x in d] == ["below-threshold"])


def test_a_missing_reference_is_told_where_it_is_asked_for(client):
    """A directive that leads nowhere is marked, and works as soon as the file is there."""
    text = "x = 1\n# codescore: reference=later.py\ndef f(a):\n    return a\n"
    uri = check(
        client,
        "waits.py",
        text,
        "1:0-1:31 2 reference-not-found later.py cannot be found (No such file or directory); "
        f"create it or correct the path; tried {client.root / 'later.py'}",
    )
    lay_out(client, later_dot_py="def f(b):\n    return b\n")
    created = {"uri": (client.root / "later.py").as_uri(), "type": 1}
    client.notify("workspace/didChangeWatchedFiles", {"changes": [created]})
    settle(client, uri, "")


def test_references_that_are_none(client):
    """Another language, a name that is not there, a file without code: each is named as what it is."""
    lay_out(client, R_dot_java="class R { int f() { return 1; } }", names_dot_py="def a(): pass\n", none_dot_py="# -\n")
    head = "x = 1\n# codescore: reference="
    tail = "\ndef f(a):\n    return a\n"
    check(
        client,
        "java_ref.py",
        f"{head}R.java{tail}",
        "1:0-1:29 2 reference-not-found R.java is Java, this is Python; name a reference in the same language, or "
        "turn `evidence` on: only running compares two",
    )
    check(
        client,
        "none_ref.py",
        f"{head}none.py{tail}",
        "1:0-1:30 2 reference-not-found none.py holds no code; name a file with the reference in it",
    )
    check(
        client,
        "name_ref.py",
        f"{head}names.py#b{tail}",
        "1:0-1:33 2 reference-not-found names.py has no b; name one of: a",
    )
    check(
        client,
        "odd_ref.py",
        "x = 1\n# codescore: refrence=a.py\ny = 2\n",
        "1:0-1:26 2 reference-not-found this directive is not understood; write codescore: reference=PATH#name",
    )


def test_a_reference_that_does_not_compile(client):
    """It is a problem of the reference, and named as such where it is used."""
    lay_out(client, bad_ref_dot_py="def f(a, a):\n    return a\n")
    uri = client.open(
        (client.root / "good.py").as_uri(), "# codescore: reference=bad_ref.py\n\ndef f(a):\n    return a\n"
    )
    (found,) = client.diagnostics(uri, lambda d: len(d) == 1)
    assert found["code"] == "reference-not-found"
    assert found["message"].startswith("reference does not compile: bad_ref.py:1: duplicate argument")


@jdk
def test_java_is_compiled_as_a_file(client):
    """What javac knows of a complete file is told: types, and names that are not there."""
    check(
        client,
        "A.java",
        'class A {\n  int f(int a) { String s = "x"; return s; }\n  int g() { return 1; }\n}\n',
        "1:40-1:41 1 does-not-compile incompatible types: String cannot be converted to int (javac)",
        "java",
    )


def test_an_unsaved_buffer_is_checked_too(client):
    """A document without a file is a document."""
    uri = client.open("untitled:Untitled-1", "def f(:\n    pass\n")
    client.diagnostics(uri, lambda d: [x["code"] for x in d] == ["does-not-compile"])


def test_closing_takes_the_diagnostics_away(client):
    """A pushed list is emptied when the document closes; a pull finds nothing."""
    uri = client.open((client.root / "closed.py").as_uri(), "def f(:\n    pass\n")
    client.diagnostics(uri, lambda d: len(d) == 1)
    client.shut(uri)
    client.diagnostics(uri, lambda d: d == [])


def test_an_unchanged_report_is_not_sent_again(client):
    """A pull that names the state it knows is told that nothing changed."""
    if client.editor != "vscode":
        pytest.skip("this editor does not pull")
    uri = check(client, "again.py", "def f(:\n    pass\n", "0:6-0:7 1 does-not-compile invalid syntax (python)")
    first = client.request("textDocument/diagnostic", {"textDocument": {"uri": uri}})
    again = {"textDocument": {"uri": uri}, "previousResultId": first["resultId"]}
    assert client.request("textDocument/diagnostic", again) == {"kind": "unchanged", "resultId": first["resultId"]}
    client.change(uri, edit(0, 6, 6, ")"))
    client.diagnostics(uri, lambda d: d == [])
    assert client.request("textDocument/diagnostic", again)["kind"] == "full"
