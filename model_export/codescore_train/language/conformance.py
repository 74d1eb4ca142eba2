"""Whether a language does what its `examples/` say: annotated sources whose comments carry the expectation.

A comment line `#   ^ arg_0` speaks of the code right above its caret (a caret may stand anywhere inside a name),
`# <- var_1` of the code above its own first column; several may follow one line of code.  Expectations:

* `f`, `arg_N`, `var_N`: what the identifier becomes in the sketch of its outermost unit;
* `keep`: the identifier stays as it is;
* `unit KIND QUALIFIED.NAME`: a unit with this kind and name has its name here.

Beside every example lies its golden output, `NAME.sketches`: all units and their sketches.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from codescore.languages import Language
from codescore.sketch import VERSION, placeholders, resolve, sketch_units
from codescore.syntax import Syntax, Unit, parse, unit_node, units_of

GOLDEN = ".sketches"


@dataclass(frozen=True, slots=True)
class Expectation:
    """An annotation: its line (from 1), the line (from 0) and the column that it speaks of, its words."""

    number: int
    line: int
    column: int
    words: str


def examples_of(language: Language) -> list[Path]:
    """The sources of its own folder, which is on disk."""
    folder = Path(str(language.folders[0])) / "examples"
    return sorted(path for path in folder.glob("*") if path.suffix in language.extensions)


def expectations(language: Language, text: str) -> list[Expectation]:
    """Every annotation of an example."""
    comment = "|".join(re.escape(c) for c in language.line_comments)
    pattern = re.compile(rf"^(\s*)(?:{comment})(\s*)(\^|<-) (.+)$")
    found = []
    target = 0
    for number, line in enumerate(text.split("\n")):
        match = pattern.match(line)
        if match is None:
            target = number
            continue
        column = len(match[1]) if match[3] == "<-" else line.index("^")
        found.append(Expectation(number + 1, target, column, match[4].strip()))
    return found


def disagreements(language: Language, path: Path) -> list[str]:
    """What in an example is not as its annotations say, a line each; an example without annotations tests nothing."""
    source = path.read_bytes()
    syntax = parse(language, source)
    units = units_of(syntax)
    lines = source.split(b"\n")
    annotations = expectations(language, source.decode())
    if not annotations:
        return [f"{path.name}: no annotation: it tests nothing"]
    wrong = []
    for one in annotations:
        actual = actual_of(syntax, units, _name_start(syntax, lines, one.line, one.column), one.words)
        if actual != one.words:
            wrong.append(f"{path.name}:{one.number}: expected {one.words}, got {actual}")
    return wrong


def golden(language: Language, path: Path) -> str:
    """All units of an example with their sketches."""
    syntax = parse(language, path.read_bytes())
    units = units_of(syntax)
    parts = [f"sketch version {VERSION}"]
    for unit, sketch in zip(units, sketch_units(syntax, units), strict=True):
        parts.append(f"=== {unit.kind} {unit.qualified}{' (nested)' if unit.nested else ''}\n{sketch.text}")
    return "\n".join(parts) + "\n"


def golden_path(path: Path) -> Path:
    """Where an example's golden output lies."""
    return path.with_name(path.name + GOLDEN)


def accept(language: Language, path: Path) -> bool:
    """Write an example's golden output; one without annotations gets those that now hold.  Whether it got them."""
    text = path.read_text(encoding="utf-8")
    bare = not expectations(language, text)
    if bare:
        path.write_text(annotated(language, text.encode()), encoding="utf-8")
    golden_path(path).write_text(golden(language, path), encoding="utf-8")
    return bare


def actual_of(syntax: Syntax, units: tuple[Unit, ...], offset: int | None, words: str) -> str:
    """What really stands at `offset`, in the words of an expectation."""
    if offset is None:
        return "no name at the caret"
    if words.startswith("unit "):
        return next((f"unit {u.kind} {u.qualified}" for u in units if u.name_start == offset), "no unit")
    outermost = next((u for u in units if not u.nested and u.start <= offset < u.end), None)
    return labels_of(syntax, outermost).get(offset, "keep") if outermost else "outside of every unit"


def labels_of(syntax: Syntax, unit: Unit) -> dict[int, str]:
    """What the names of a unit become in its sketch, by their first bytes in the source."""
    node = unit_node(syntax, unit)
    resolution = resolve(syntax.language, node, syntax.parsed, is_method=unit.kind in ("method", "constructor"))
    found = placeholders(syntax.language, node, syntax.parsed, resolution)
    return {start - syntax.prefix: label for start, label in found.items()}


def annotated(language: Language, source: bytes) -> str:
    """A source with an annotation for each unit, and for each name where it stands first in a unit."""
    syntax = parse(language, source)
    found: dict[int, str] = {}
    for unit in units_of(syntax):
        if unit.nested:
            continue
        found |= {start: label for start, label in labels_of(syntax, unit).items() if label not in found.values()}
    found |= {unit.name_start: f"unit {unit.kind} {unit.qualified}" for unit in units_of(syntax)}
    return "\n".join(_with_comments(source, found, language.line_comments[0]))


def _with_comments(source: bytes, found: dict[int, str], comment: str) -> Iterator[str]:
    """The lines of a source, each followed by comments about what begins on it, where a comment has room before it."""
    start = 0
    for raw in source.split(b"\n"):
        yield raw.decode()
        for offset in sorted(found):
            column = len(source[start:offset].decode()) if start <= offset < start + len(raw) else -1
            if column >= len(comment):
                yield f"{comment}{' ' * (column - len(comment))}^ {found[offset]}"
            elif column == 0:
                yield f"{comment} <- {found[offset]}"
        start += len(raw) + 1


def _name_start(syntax: Syntax, lines: list[bytes], line: int, column: int) -> int | None:
    """Start byte of the name that a caret points into (examples are ASCII where carets point)."""
    source = syntax.source
    offset = sum(len(x) + 1 for x in lines[:line]) + column
    if not re.match(rb"[\w$]", source[offset : offset + 1]):
        return None
    at = offset + syntax.prefix
    leaf = syntax.root.named_descendant_for_byte_range(at, at)  # `$` belongs to a name in one language, in another not
    assert leaf is not None
    while offset + syntax.prefix > leaf.start_byte and re.match(rb"[\w$]", source[offset - 1 : offset]):
        offset -= 1
    return offset
