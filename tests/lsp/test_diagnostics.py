"""Text in, diagnostics out: the same in an editor that is pushed utf-8 and in one that pulls utf-16."""

from __future__ import annotations

import pytest

from tests.lsp.client import Client, edit, written


def check(client: Client, name: str, text: str, expected: str, language: str = "python") -> None:
    """Open a text and compare what is said of it in the end."""
    uri = client.open((client.root / name).as_uri(), text, language)
    settle(client, uri, expected)
    client.shut(uri)


def settle(client: Client, uri: str, expected: str) -> None:
    """Wait until what is said is as expected; what it was last is in the failure."""
    wanted = "\n".join(line.strip() for line in expected.strip().splitlines())
    last: list[str] = []

    def as_wanted(diagnostics) -> bool:
        last[:] = [written(diagnostics)]
        return last[0] == wanted

    try:
        client.diagnostics(uri, as_wanted)
    except AssertionError:
        assert (last or ["nothing was said"])[0] == wanted


def test_sound_code_is_not_mentioned(client):
    """Code that compiles and has no reference is not worth a word."""
    check(client, "sound.py", "def f(a):\n    return a + 1\n", "")


def test_the_compiler_speaks_for_a_broken_function(client):
    """In the end it is the compiler's message that stands at the place of the error, once."""
    check(
        client,
        "broken.py",
        "def f(a):\n    return a +\n\ndef g(b):\n    return b\n",
        "1:14-1:14 1 does-not-compile invalid syntax (python 3.11)",
    )


def test_what_only_the_compiler_knows(client):
    """An error that is no matter of syntax is found too."""
    check(
        client,
        "only.py",
        "def f(a):\n    return a\n\ndef g(a, a):\n    pass\n",
        "3:9-3:10 1 does-not-compile duplicate argument 'a' in function definition (python 3.11)",
    )


def test_columns_are_the_editors(client):
    """Astral characters before an error count as the editor counts them."""
    column = {"vscode": 22, "neovim": 26}[client.editor]
    check(
        client,
        "astral.py",
        'def f():\n    return "🐍🐍", 1 +\n',
        f"1:{column}-1:{column} 1 does-not-compile invalid syntax (python 3.11)",
    )
