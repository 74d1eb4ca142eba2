"""Following any edits ends where opening the text anew begins: the same diagnostics, in both editors."""

from __future__ import annotations

import random

import pytest

from tests.lsp.client import Client, edit
from tests.lsp.needs import JDK_MARKS

PIECES = {
    "python": ["a", " ", "\n", "\r\n", "    ", "(", ")", "é", "🐍", "'", '"""', "#", ":", "=", "\f", "return", "\u2028",
               "\\", "def g(x):\n    return x\n", "class C:\n    def m(self): pass\n", "if x:\n"],
    "java": ["a", " ", "\n", "\r\n", "{", "}", "(", ")", "é", "🐍", '"', "'", "/*", "*/", "//", ";", "return 1;",
             "\u2028", "int g() { return 1; }\n", "class C { void m() { } }\n", "@A "],
}  # fmt: skip
START = {
    "python": "import os\n\n\ndef first(a, b=1):\n    return [a for _ in range(b)]\n\n\nclass Shape:\n"
    "    def area(self):\n        return self.w * self.h\n\n    def name(self):\n        return f'{self.w!r}'\n",
    "java": "package a;\n\nclass Shape {\n  int w = 1;\n  int area(int f) {\n    return w * f;\n  }\n"
    '  String name() { return "é" + w; }\n}\n',
}
# What only a compiler knows: once it is told, the compiler has seen the text.
LAST = {"python": "\n\ndef last(z, z):\n    pass\n", "java": "\nclass Last { int f() { return true; } }\n"}


def columns(client: Client, text: str) -> int:
    return len(text.encode("utf-16-le")) // 2 if client.editor == "vscode" else len(text.encode())


def random_change(client: Client, rng: random.Random, text: str, pieces: list[str]) -> tuple[dict, str]:
    """An edit within or across lines, as the editor sends it, and the text after it."""
    low = rng.randrange(len(text) + 1)
    high = min(len(text), low + rng.choice([0, 0, 0, 1, 2, 9]))
    low -= text[low - 1 : low + 1] == "\r\n"
    high = max(low, high - (text[high - 1 : high + 1] == "\r\n"))
    new = "".join(rng.choices(pieces, k=rng.choice([0, 1, 1, 2])))

    def place(index: int) -> tuple[int, int]:
        before = text[:index].replace("\r\n", "\n")
        lines = before.replace("\r", "\n").split("\n")
        return len(lines) - 1, columns(client, lines[-1])

    (a, b), (c, d) = place(low), place(high)
    return edit(a, b, d, new, to_line=c), text[:low] + new + text[high:]


def told(diagnostics: list[dict]) -> list[tuple]:
    return [(str(d["range"]), d["code"], d["message"]) for d in diagnostics]


def seen(client: Client, uri: str) -> list[tuple] | None:
    """What is said of a document now; None as long as nothing was said."""
    if "diagnosticProvider" in client.capability:
        return told(client.request("textDocument/diagnostic", {"textDocument": {"uri": uri}})["items"])
    client.request("codescore/status", None)  # whatever was published before this answer is there
    published = client._published(uri, lambda _: True)
    return told(published["params"]["diagnostics"]) if published else None


def only_last(found: list[tuple] | None) -> bool:
    """Whether the compiler's word on `LAST` is all there is."""
    messages = [message for _, _, message in found or ()]
    return len(messages) == 1 and ("duplicate argument" in messages[0] or "incompatible types" in messages[0])


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("language", ["python", pytest.param("java", marks=JDK_MARKS)])
def test_following_edits_is_opening_anew(client, language, seed):
    """After a hundred random edits the diagnostics are those of the same text in a new document."""
    rng = random.Random(f"{language} {seed}")
    ending = {"python": ".py", "java": ".java"}[language]
    text = START[language]
    uri = client.open((client.root / f"followed{seed}{ending}").as_uri(), text, language)
    for _ in range(100):
        changes = []
        for _ in range(rng.choice([1, 1, 1, 3])):
            change, text = random_change(client, rng, text, PIECES[language])
            changes.append(change)
        client.change(uri, *changes)
    # Anything the edits left open would swallow what only a compiler knows.
    text = START[language] + LAST[language] if rng.random() < 0.5 else text
    client.change(uri, {"text": text})
    fresh = client.open((client.root / f"fresh{seed}{ending}").as_uri(), text, language)
    client.until(lambda: (ours := seen(client, uri)) is not None and ours == seen(client, fresh), "equal diagnostics")
    # The pause after typing is over when the compiler's word on one more function is there.
    client.change(uri, {"text": START[language] + LAST[language]})
    client.change(fresh, {"text": START[language] + LAST[language]})
    for one in (uri, fresh):
        client.until(lambda u=one: only_last(seen(client, u)), "the compiler's word")
    assert seen(client, uri) == seen(client, fresh)
    client.shut(uri)
    client.shut(fresh)
