"""What becomes source code and what does not: one wording for every way in."""

from __future__ import annotations

from pathlib import Path

import pytest

from codescore.cli.reading import read_source
from codescore.engine import make_source
from codescore.foundation.errors import InputError
from codescore.foundation.intake import MAX_BYTES, MAX_UNCHOSEN_BYTES, accept, is_magic
from codescore.grade.decode import decoded
from codescore.grade.model import Unreadable
from codescore.languages import all_languages
from codescore.references import Reader

LANGUAGE = all_languages()[0]
FAULTS = [
    (b"x\0y", "is binary or UTF-16 (a zero byte at offset 1); give it source text in UTF-8"),
    (b"x\n\xff", "is not UTF-8: byte 0xff in line 2, at offset 2; save it as UTF-8"),
    (b"x" * (MAX_BYTES + 1), "is larger than 4 MB; it is data, not code that somebody wrote"),
]


@pytest.mark.parametrize(("data", "says"), FAULTS)
def test_every_way_in_says_the_same(tmp_path: Path, data: bytes, says: str) -> None:
    """The terminal, the engine and references refuse the same bytes in the same words."""
    path = tmp_path / f"a{sorted(LANGUAGE.extensions)[0]}"
    path.write_bytes(data)
    with pytest.raises(InputError) as by_terminal:
        read_source(str(path))
    assert str(by_terminal.value) == f"{path} {says}"
    with pytest.raises(InputError) as by_engine:
        make_source(LANGUAGE, data, "a")
    assert str(by_engine.value) == f"a {says}"
    refused = Reader(MAX_BYTES).read(path)
    assert not isinstance(refused, bytes)
    assert f"{refused.reason}; {refused.remedy}" == f"{path.name} {says}"


def test_what_nobody_chose_may_be_less(tmp_path: Path) -> None:
    """A file that a workspace names and one that was handed in have one limit."""
    (tmp_path / "a.py").write_bytes(b"x" * (MAX_UNCHOSEN_BYTES + 1))
    refused = Reader().read(tmp_path / "a.py")
    assert not isinstance(refused, bytes)
    with pytest.raises(Unreadable) as raised:
        decoded("a.py", b"x" * (MAX_UNCHOSEN_BYTES + 1), LANGUAGE)
    assert str(raised.value) == f"it {refused.reason.partition(' ')[2]}; {refused.remedy}"


def test_bytes_stay_as_they_are() -> None:
    """Nothing but a byte order mark is taken away: line ends, tabs and odd characters count in every offset."""
    data = "\ufeffa\r\n\tb\rc\u2028d\x0c\ue000".encode()
    assert accept(data) == data[3:]
    assert accept(data[3:]) == data[3:]


@pytest.mark.parametrize(
    ("line", "magic"),
    [
        ("%matplotlib inline", True),
        ("  !ls", True),
        ("?print", True),
        ("print?", True),
        ("print??\r", True),
        ("x = 5 % 3", False),
        ("a != b", False),
        ("'what?'", False),
        ("", False),
    ],
)
def test_a_notebooks_own_commands(line: str, magic: bool) -> None:
    """Editors and the class report know them by one rule."""
    assert is_magic(line) is magic
