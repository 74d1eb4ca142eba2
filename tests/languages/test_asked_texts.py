"""Texts that a program decodes are among those that its inputs are drawn from."""

from __future__ import annotations

import pytest

from codescore.languages import by_id
from codescore.languages.asked_texts import asked_texts
from codescore.languages.values import Text


@pytest.mark.parametrize(("language", "source"), [
    ("python", "from urllib.parse import unquote\ndef f(text):\n    return unquote(text)\n"),
    ("javascript", "function f(text) { return decodeURIComponent(text); }"),
    ("java", 'class A { static String f(String text) { return URLDecoder.decode(text, "UTF-8"); } }'),
])  # fmt: skip
def test_what_is_decoded_is_drawn(language: str, source: str) -> None:
    found = by_id(language)
    assert found is not None
    assert {Text("%2B"), Text("%20")} <= {*found.runner().survey(source).constants}


def test_who_decodes_nothing_is_given_nothing() -> None:
    assert asked_texts("const quote = encodeURIComponent(text);") == ()
