"""Contents: each level records what it says and nothing of the next one."""

from __future__ import annotations

import pytest

from codescore.experiments.contents import LEVELS, content, level_of, reduced
from codescore.experiments.events import Rejected, Shown, decode, encode
from codescore.foundation.errors import InputError
from codescore.languages import all_languages

KEY = bytes(32)
LANGUAGE = next(language.id for language in all_languages() if "py" in language.id)
CODE = "def secret_name(value):\n    return value + 41\n"


@pytest.mark.parametrize(
    ("level", "has"),
    [("lengths", ""), ("hashes", "hash"), ("sketches", "hash sketch"), ("source", "hash sketch text")],
)  # fmt: skip
def test_a_level_records_what_it_says(level: str, has: str) -> None:
    """Lengths always; hash, sketch and text one level after the other."""
    found = content(CODE, level_of(level), KEY, LANGUAGE)
    assert (found.chars, found.lines) == (len(CODE), 3)
    assert {name for name in ("hash", "sketch", "text") if getattr(found, name) is not None} == set(has.split())
    stored = encode(Shown(id="e", suggestion="s", at_ms=1, offered=found))
    assert (b"secret_name" in stored) is (level == "source")
    assert (b"41" in stored.replace(b'"chars":41', b"")) is (level in ("sketches", "source"))


def test_a_higher_level_is_reduced_to_a_lower_one() -> None:
    """What was recorded in full can be kept in part, as if it had been recorded so."""
    full = content(CODE, "source", KEY, LANGUAGE)
    for level in LEVELS:
        assert reduced(full, level) == content(CODE, level, KEY, LANGUAGE)


def test_hashes_depend_on_the_key() -> None:
    """Equal texts have equal hashes under one key; another key gives others."""
    assert content("x", "hashes", KEY) == content("x", "hashes", KEY)
    assert content("x", "hashes", KEY).hash != content("x", "hashes", b"k" * 32).hash
    assert content("x", "hashes", KEY).hash != content("y", "hashes", KEY).hash


@pytest.mark.parametrize(
    "text", ["", "\0", "\ud800 lone", "x" * 400_000, "((((" * 5_000, "\x01" * (1 << 15), "a=1\n" * (1 << 13)]
)
def test_any_text_has_contents(text: str) -> None:
    """Binary, broken and huge texts are recorded as far as possible and can be stored."""
    found = content(text, "source", KEY, LANGUAGE)
    event = Shown(id="e", suggestion="s", at_ms=1, offered=found, replaced=found)
    assert found.chars == len(text)
    assert decode(encode(event)) == event


def test_an_unknown_level_is_refused() -> None:
    """The levels are named."""
    with pytest.raises(InputError, match="lengths, hashes, sketches, source"):
        level_of("everything")


def test_an_event_without_content_needs_no_level() -> None:
    """Content is optional everywhere."""
    assert decode(encode(Rejected(id="e", suggestion="s", at_ms=1)))
