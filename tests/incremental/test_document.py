"""Following edits gives what parsing from scratch gives: text, tree, units and sketches (invariant 7)."""

from __future__ import annotations

import random
import re

import pytest

from codescore.foundation.text import Edit, Position, Text, line_at
from codescore.languages import Language, by_id
from codescore.sketch import sketch_units
from codescore.syntax import Document, parse, units_of
from codescore.syntax.parse import parse_bytes

PYTHON = '''import os


class Shape:
    """A shape."""

    def __init__(self, width, *, name=None):
        self.width = width
        self.name = name or f"shape-{width!r:>{width}}"

    @property
    def area(self):
        def scale(k):
            return k * self.width
        return [scale(i) for i in range(3) if i]  # näive 🐍


async def total(items, start=0):
    result = start
    for index, item in enumerate(items):
        if index % 2 == 0 and item is not None:
            result += item
        else:
            result -= 1
    return {"result": result, "text": """x
y"""}
'''

JAVA = """package a.b;
import java.util.*;

/** Doc. */
public class Shape<T> {
    private int width = 1;

    public Shape(int width) { this.width = width; }

    @Override
    public int area(int... factors) {
        int sum = 0; // näive 🐍
        outer:
        for (int i = 0; i < factors.length; i++) {
            if (factors[i] > 2 && i % 2 == 0) { sum += factors[i]; } else continue outer;
        }
        Runnable r = new Runnable() { public void run() { System.out.println(width + "text"); } };
        return sum;
    }

    static <K> List<K> list(K a) { return a == null ? new ArrayList<>() : List.of(a); }
}
"""

PIECES = {
    "python": ["\n", "\r\n", "\f", " ", "    ", "\t", "x", "def g(a):\n    return a\n", "(", ")", ":", '"', "'''", "#",
               "=", "class C:\n    def m(self): pass\n", "é", "🐍", "\u2028", "return", "lambda q: q", "\\", "if x:\n",
               "\r", ";", "async ", "@dec\n", "\x00", "    def k(self):\n        return 1\n\n"],
    "java": ["\n", "\r\n", "\f", " ", "\t", "x", "int g(int a) { return a; }\n", "(", ")", "{", "}", '"', "'", "//",
             "/*", "*/", "=", "class C { void m() { } }\n", "é", "🐍", "\u2028", "return 1;", "a -> a", "\\",
             "if (x) ", "\r", ";", "@A ", "\x00", "Foo() { }\n"],
}  # fmt: skip


def random_edit(rng: random.Random, data: bytes, pieces: list[str], clipboard: list[bytes]) -> Edit:
    """One edit as people make them, at a character boundary."""
    text = data.decode()
    start = rng.randrange(len(text) + 1)
    kind = rng.random()
    length = 0 if kind < 0.45 else min(len(text) - start, int(rng.expovariate(1 / 12)))
    new = ""
    if kind < 0.75:
        new = "".join(rng.choice(pieces) for _ in range(rng.randint(1, 2)))
    elif kind < 0.85 and clipboard:
        new = rng.choice(clipboard).decode()
    removed = text[start : start + length].encode()
    if removed:
        clipboard.append(removed)
        del clipboard[:-5]
    at = len(text[:start].encode())
    return Edit(at, at + len(removed), new.encode())


def assert_same(document: Document, language: Language) -> None:
    quick = document.snapshot()
    assert quick.units == units_of(quick.syntax), "units that were followed are the units of the tree as it is"
    snapshot = document.settle()
    data = snapshot.text.data
    assert list(snapshot.text.starts) == list(Text.of(data).starts)
    scratch_tree = parse_bytes(language, data)
    assert str(document._tree.root_node) == str(scratch_tree.root_node)
    scratch = parse(language, data)
    units = units_of(scratch)
    assert snapshot.units == units
    ours = [s.text for s in sketch_units(snapshot.syntax, snapshot.units)]
    assert ours == [s.text for s in sketch_units(scratch, units)]


@pytest.mark.parametrize(("language_id", "source"), [("python", PYTHON), ("java", JAVA)])
@pytest.mark.parametrize("seed", range(10))
def test_ten_thousand_random_edits_equal_parsing_from_scratch(language_id: str, source: str, seed: int) -> None:
    """Inserting, deleting, pasting and undoing anything anywhere never lets the mirror drift."""
    language = by_id(language_id)
    assert language is not None
    rng = random.Random(f"{language_id}:{seed}")
    document = Document(language, Text.of(source))
    undo: list[Edit] = []
    clipboard: list[bytes] = []
    for step in range(500):  # 2 languages x 10 seeds x 500
        before = document.text.data
        if undo and rng.random() < 0.3:
            edit = undo.pop()
        else:
            edit = random_edit(rng, before, PIECES[language_id], clipboard)
            undo.append(Edit(edit.start, edit.start + len(edit.new), before[edit.start : edit.end]))
        document.edit(edit)
        assert document.text.data == before[: edit.start] + edit.new + before[edit.end :]
        if rng.random() < 0.7:
            assert_same(document, language)
        if len(document.text.data) > 4000 or step % 120 == 119:
            document.reset(Text.of(source))
            undo.clear()
    assert_same(document, language)


def test_units_of_other_functions_are_the_same_objects_after_an_edit() -> None:
    """Editing one function shifts the units after it and leaves the digest of every other unit alone."""
    language = by_id("python")
    assert language is not None
    document = Document(language, Text.of(PYTHON))
    before = {u.qualified: u for u in document.snapshot().units}
    at = PYTHON.encode().index(b"result = start")
    document.edit(Edit(at, at, b"extra = 1\n    "))
    after = {u.qualified: u for u in document.snapshot().units}
    assert before.keys() == after.keys()
    changed = {name for name in before if before[name].digest != after[name].digest}
    assert changed == {"total"}
    assert before["Shape.area"] is after["Shape.area"]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "utf-32"])
def test_positions_and_offsets_are_inverse(encoding: str) -> None:
    """Every character boundary survives the way to a position and back, in every encoding."""
    text = Text.of("aé🐍\r\n\fb\u2028c\r\rd\n")
    boundaries = [len(text.data.decode()[:i].encode()) for i in range(len(text.data.decode()) + 1)]
    for offset in boundaries:
        position = text.position(offset, encoding)  # type: ignore[arg-type]
        found = text.offset(position, encoding)  # type: ignore[arg-type]
        # Between \r and \n there is no position: the end of the line is the nearest.
        assert found == offset or text.data[found : offset + 1] == b"\r\n"


def test_positions_outside_the_text_are_clamped() -> None:
    """Lines and columns past the end mean the end, as the protocol says."""
    text = Text.of("ab\ncd")
    assert text.offset(Position(0, 99), "utf-16") == 2
    assert text.offset(Position(99, 0), "utf-16") == 5
    assert text.offset(Position(-1, 5), "utf-16") == 0
    assert Text.of("🐍").offset(Position(0, 1), "utf-16") == 0


def test_only_protocol_line_endings_count() -> None:
    """Form feeds and Unicode separators do not end a line; \\r, \\n and \\r\\n do."""
    raw = "a\fb\u2028c\vd\re\r\nf\n".encode()
    assert len(Text.of(raw).starts) == 1 + len(re.findall(rb"\r\n|\r|\n", raw))


@pytest.mark.parametrize("ending", ["\n", "\r\n", "\r"])
def test_a_line_is_found_around_any_of_its_bytes(ending: str) -> None:
    """Whatever ends the lines, and wherever in it one points, a line is that line."""
    data = f"a = 1{ending}  bé = 2{ending}".encode()
    start = data.index(b"b")
    assert {line_at(data, offset) for offset in range(start, start + 6)} == {"bé = 2"}
    assert line_at(data, 0) == "a = 1"
