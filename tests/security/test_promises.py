"""SECURITY.md promises what is tested: every test that it names is there."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
# A path, a test, or both; a test without a path is of the file named before it.
_NAMED = re.compile(r"`(?P<file>tests/[\w/]+\.py)?(?:::(?P<test>test_\w+))?`")


def named(text: str) -> list[tuple[str, str | None]]:
    """Files with the tests that a text names in them."""
    found: list[tuple[str, str | None]] = []
    file = ""
    for match in _NAMED.finditer(text):
        file = match["file"] or file
        if match["file"] or match["test"]:
            found.append((file, match["test"]))
    return found


def missing(places: list[tuple[str, str | None]]) -> list[tuple[str, str | None]]:
    """Those that do not exist."""

    def there(file: str, test: str | None) -> bool:
        path = ROOT / file
        return path.is_file() and (test is None or f"\ndef {test}(" in path.read_text(encoding="utf-8"))

    return [place for place in places if not there(*place)]


def test_every_test_that_is_promised_exists() -> None:
    """A guarantee names its tests, and they exist under these names."""
    text = (ROOT / "SECURITY.md").read_text(encoding="utf-8")
    places = named(text)
    assert len(places) > 30
    assert missing(places) == []


def test_every_guarantee_names_a_test() -> None:
    """No paragraph of what is guaranteed is without one."""
    text = (ROOT / "SECURITY.md").read_text(encoding="utf-8")
    guaranteed = text.partition("## What is guaranteed\n")[2].partition("\n## ")[0]
    for paragraph in filter(None, guaranteed.strip().split("\n\n")):
        assert named(paragraph), paragraph


def test_a_name_without_a_test_is_noticed() -> None:
    """The check above can fail."""
    assert missing(named("`tests/security/test_promises.py::test_that_is_not` · `tests/none.py`")) == [
        ("tests/security/test_promises.py", "test_that_is_not"),
        ("tests/none.py", None),
    ]
