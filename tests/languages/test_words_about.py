"""An example that stands elsewhere than before its function, at the head of a file, is one of that function."""

from __future__ import annotations

import pytest

from codescore.languages.examples_in_words import words_about
from codescore.languages.registry import by_id

_HEAD = '// Scores words of a board.\n// Example: score("cab", 2) -> 10\n\n'
_ONE = "int worth(char c) { return c - 'a' + 1; }\n"
_PROGRAMS = {
    "cpp": _HEAD + "#include <string>\n" + _ONE
    + "int score(std::string word, int times) { int sum = 0; for (char c : word) sum += worth(c);"
    " return sum * times; }\n",
    "java": "class Board {\n" + _HEAD + "static " + _ONE
    + "static int score(String word, int times) { int sum = 0; for (char c : word.toCharArray()) sum += worth(c);"
    " return sum * times; }\n}\n",
    "javascript": _HEAD + "function worth(c) { return c.charCodeAt(0) - 96; }\n"
    "function score(word, times) { let sum = 0; for (const c of word) sum += worth(c); return sum * times; }\n",
}  # fmt: skip


@pytest.mark.parametrize("language", sorted(_PROGRAMS))
def test_an_example_at_the_head_is_of_the_function_that_it_calls(language: str) -> None:
    found = by_id(language)
    runner = found.runner() if found is not None else None
    assert runner is not None
    entries = {entry.name: entry for entry in runner.survey(_PROGRAMS[language]).entries}
    assert [len(one.arguments) for one in entries["score"].examples] == [2]
    assert not entries["worth"].examples


def test_only_comments_that_call_it_are_about_it() -> None:
    source = "// one(1)\n// and more\n\nint a;\n/* two(2), other.one(3) */\n// no one here\n"
    assert words_about(source, "one").split() == ["one(1)", "and", "more"]
