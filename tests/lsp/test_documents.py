"""The mirror follows every change as the client meant it, and never lies about a document it lost track of."""

from __future__ import annotations

import random

import pytest

from codescore.foundation.text import Edit
from codescore.lsp.messages import Change, Item, Point, Span
from codescore.lsp.state import Documents, difference
from codescore.syntax import parse, units_of

URI = "file:///w/a.py"
PIECES = ["a", "\n", "\r\n", "\r", "é", "🐍", "def f(x):\n    return x\n", "(", "\u2028", "\f", "\x00", "    ", "'''"]


def documents(text: str, encoding: str = "utf-16", **limits) -> Documents:
    held = Documents()
    held.encoding = encoding
    for name, value in limits.items():
        setattr(held, name, value)
    assert held.open(Item(uri=URI, language_id="python", version=1, text=text)) is not None
    return held


def change(line: int, start: int, to: int, end: int, text: str) -> Change:
    return Change(text, Span(Point(line, start), Point(to, end)))


def lines_of(text: str) -> list[str]:
    """The lines of the protocol, with their ends, by the definition."""
    lines, start, i = [], 0, 0
    while i < len(text):
        width = 2 if text[i : i + 2] == "\r\n" else 1 if text[i] in "\r\n" else 0
        i += width or 1
        if width:
            lines.append(text[start:i])
            start = i
    return [*lines, text[start:]]


def width(text: str, encoding: str) -> int:
    size = {"utf-8": 1, "utf-16": 2, "utf-32": 4}[encoding]
    return len(text.encode({"utf-8": "utf-8", "utf-16": "utf-16-le", "utf-32": "utf-32-le"}[encoding])) // size


def place(text: str, index: int, encoding: str) -> Point:
    """The position of a character by counting, line by line."""
    for number, line in enumerate(lines_of(text)):
        body = line.rstrip("\r\n") if line.endswith(("\n", "\r")) else line
        if index <= len(body) or (number == len(lines_of(text)) - 1):
            return Point(number, width(body[:index], encoding))
        if index < len(line):  # between \r and \n: no position of the protocol is there
            return Point(number, width(body, encoding))
        index -= len(line)
    raise AssertionError


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "utf-32"])
@pytest.mark.parametrize("seed", range(8))
def test_random_changes_are_followed(encoding, seed):
    """Whatever is typed, pasted and deleted, in batches small and large, the mirror holds the client's text."""
    rng = random.Random(seed)
    text = "def f(a):\n    return 'näive 🐍'\n"
    held = documents(text, encoding)
    for version in range(2, 60):
        batch = []
        for _ in range(rng.choice([1, 1, 1, 2, 3, 40])):
            low, high = sorted(rng.choices(range(len(text) + 1), k=2))
            # A client cannot address the middle of \r\n.
            low -= text[low - 1 : low + 1] == "\r\n"
            high -= text[high - 1 : high + 1] == "\r\n"
            high = min(high, low + 8)
            high -= text[high - 1 : high + 1] == "\r\n"
            new = "".join(rng.choices(PIECES, k=rng.randrange(3)))
            if rng.random() < 0.05:
                batch.append(Change(new))
                text = new
                continue
            start, end = place(text, low, encoding), place(text, max(low, high), encoding)
            batch.append(Change(new, Span(start, end)))
            text = text[:low] + new + text[max(low, high) :]
        document = held.change(URI, version, batch)
        assert document.text.data.decode() == text
        settled = document.settle()
        assert settled.text.data.decode() == text
        assert settled.units == units_of(parse(document.language, text.encode()))


def test_positions_out_of_range_are_clamped():
    """Past the end of a line is its end, past the text its end, before it its start; reversed ranges are turned."""
    held = documents("ab\ncd\n")
    held.change(URI, 2, [change(0, 99, 0, 2_000_000_000, "X")])
    assert held.get(URI).text.data == b"abX\ncd\n"
    held.change(URI, 3, [change(77, 0, 99, 1, "Y")])
    assert held.get(URI).text.data == b"abX\ncd\nY"
    held.change(URI, 4, [change(1, 2, 0, 1, "Z")])
    assert held.get(URI).text.data == b"aZ\nY"
    held.change(URI, 5, [Change("W", Span(Point(-3, -7), Point(0, 1e300)))])
    assert held.get(URI).text.data == b"W\nY"


def test_a_position_inside_a_surrogate_pair_is_at_its_character():
    """A column in the middle of an astral character means the place before it."""
    held = documents("🐍x")
    held.change(URI, 2, [change(0, 1, 0, 1, "a")])
    assert held.get(URI).text.data.decode() == "a🐍x"


def test_old_versions_are_ignored():
    """A change that is not newer than the text is not applied."""
    held = documents("a = 1\n")
    assert held.change(URI, 3, [change(0, 0, 0, 1, "b")]) is not None
    assert held.change(URI, 3, [change(0, 0, 0, 1, "c")]) is None
    assert held.change(URI, 2, [Change("d")]) is None
    assert held.change(URI, None, [change(0, 4, 0, 5, "2")]) is not None  # old clients send none
    assert held.get(URI).text.data == b"b = 2\n"


def test_a_lost_document_is_left_alone_until_it_is_whole_again():
    """After a change that was not understood only a whole text is believed."""
    held = documents("a = 1\n")
    held.lose_step(URI, "test")
    assert held.change(URI, 2, [change(0, 0, 0, 1, "b")]) is None
    assert held.get(URI).text.data == b"a = 1\n"
    document = held.change(URI, 3, [change(0, 0, 0, 0, "x"), Change("new\n"), change(0, 0, 0, 1, "N")])
    assert document.in_step
    assert document.text.data == b"New\n"


def test_snapshots_do_not_change():
    """What a worker was given stays as it was, tree and all, whatever is typed meanwhile."""
    held = documents("def f():\n    return 1\n\ndef g():\n    return 2\n")
    before = held.get(URI).snapshot()
    places = [(c.start_byte, c.end_byte) for c in before.syntax.root.children]
    held.change(URI, 2, [change(0, 0, 0, 0, "x = 12345678\n")])
    assert [(c.start_byte, c.end_byte) for c in before.syntax.root.children] == places
    assert [u.start for u in before.units] == [0, 23]


def test_large_texts_are_mirrored_but_not_parsed():
    """Beyond the limit a text is followed without a tree, and parsed once it is small enough."""
    held = documents("x = 1\n", max_bytes=20)
    document = held.change(URI, 2, [change(1, 0, 1, 0, "y = 2\n" * 5)])
    assert document.snapshot() is None
    assert document.text.data == b"x = 1\n" + b"y = 2\n" * 5
    document = held.change(URI, 3, [change(1, 0, 6, 0, "z = 3\n")])
    assert document.snapshot().text.data == b"x = 1\nz = 3\n"
    held.limit(5)
    assert held.get(URI).snapshot() is None
    held.limit(1000)
    assert held.get(URI).snapshot() is not None


def test_other_languages_are_not_ours():
    """A document of an unknown language is not taken in, and a known one that becomes unknown is let go."""
    held = documents("x = 1\n")
    assert held.open(Item(uri="file:///w/a.txt", language_id="plaintext", version=1, text="")) is None
    assert held.open(Item(uri=URI, language_id="plaintext", version=2, text="x")) is not None  # by its name
    assert held.open(Item(uri="untitled:1", language_id="fortran", version=1, text="")) is None
    assert held.open(Item(uri="untitled:2", language_id="java", version=1, text="")) is not None


@pytest.mark.parametrize("seed", range(4))
def test_difference_is_one_edit_between_texts(seed):
    """The edit found between two texts makes the one of the other and cuts no character."""
    rng = random.Random(seed)
    for _ in range(500):
        old, new = ("".join(rng.choices("aé🐍b\n", k=rng.randrange(9))).encode() for _ in range(2))
        found = difference(old, new)
        assert old[: found.start] + found.new + old[found.end :] == new
        for piece in (found.new, old[: found.start], old[found.start : found.end]):
            piece.decode()
    assert difference(b"same", b"same") == Edit(4, 4, b"")
