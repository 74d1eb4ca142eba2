"""One test for every language: its `examples/` are annotated sources whose comments carry the expectation.

A comment line `#   ^ arg_0` speaks of the code right above its caret (a caret may stand anywhere inside a name),
`# <- var_1` of the code above its own first column; several may follow one line of code.  Expectations:

* `f`, `arg_N`, `var_N`: what the identifier becomes in the sketch of its outermost unit;
* `keep`: the identifier stays as it is;
* `unit KIND QUALIFIED.NAME`: a unit with this kind and name has its name here.

Beside every example lies its golden output, `NAME.sketches`: all units and their sketches.  It may change only
together with the sketch `VERSION`.  `CODESCORE_ACCEPT=1 pytest tests/languages` rewrites it, and records new sketches
in `golden_sketches.json`; a recorded one changes there only when VERSION is another.
"""

from __future__ import annotations

import json
import os
import re
from pathlib import Path

import pytest

from codescore.languages import Language, all_languages
from codescore.sketch import VERSION, placeholders, resolve, sketch_units
from codescore.syntax import Syntax, Unit, parse, unit_node, units_of
from tests.architecture.rules import RECORD, golden_sketches

ROOT = Path(__file__).parents[2]
LANGUAGES = ROOT / "server" / "codescore" / "languages"
EXAMPLES = [
    pytest.param(language, path, id=f"{language.id}/{path.name}")
    for language in all_languages()
    for path in sorted((LANGUAGES / language.id / "examples").iterdir())
    if path.suffix in language.extensions
]


def expectations(language: Language, text: str) -> list[tuple[int, int, int, str]]:
    """(assertion line, target line, column, expectation) of every annotation."""
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
        found.append((number + 1, target, column, match[4].strip()))
    return found


def identifier_start(source: bytes, lines: list[bytes], line: int, column: int) -> int | None:
    """Start byte of the name that a caret points into (examples are ASCII where carets point)."""
    offset = sum(len(x) + 1 for x in lines[:line]) + column
    if not re.match(rb"[\w$]", source[offset : offset + 1]):
        return None
    while offset and re.match(rb"[\w$]", source[offset - 1 : offset]):
        offset -= 1
    return offset


def actual_of(syntax: Syntax, units: tuple[Unit, ...], offset: int | None, expectation: str) -> str:
    """What really stands at `offset`, in the words of an expectation."""
    if offset is None:
        return "no name at the caret"
    if expectation.startswith("unit "):
        return next((f"unit {u.kind} {u.qualified}" for u in units if u.name_start == offset), "no unit")
    outermost = next((u for u in units if not u.nested and u.start <= offset < u.end), None)
    return labels_of(syntax, outermost).get(offset, "keep") if outermost else "outside of every unit"


def labels_of(syntax: Syntax, unit: Unit) -> dict[int, str]:
    node = unit_node(syntax, unit)
    resolution = resolve(syntax.language, node, syntax.parsed, is_method=unit.kind in ("method", "constructor"))
    found = placeholders(syntax.language, node, syntax.parsed, resolution)
    return {start - syntax.prefix: label for start, label in found.items()}


@pytest.mark.parametrize(("language", "path"), EXAMPLES)
def test_every_annotation_of_an_example_holds(language: Language, path: Path) -> None:
    """Units and names are what the example's comments say."""
    source = path.read_bytes()
    syntax = parse(language, source)
    units = units_of(syntax)
    lines = source.split(b"\n")
    annotations = expectations(language, source.decode())
    assert annotations, "an example without annotations tests nothing"
    wrong = []
    for number, line, column, expectation in annotations:
        offset = identifier_start(source, lines, line, column)
        actual = actual_of(syntax, units, offset, expectation)
        if actual != expectation:
            wrong.append(f"{path.name}:{number}: expected {expectation}, got {actual}")
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize(("language", "path"), EXAMPLES)
def test_units_and_sketches_of_an_example_are_the_golden_ones(language: Language, path: Path) -> None:
    """The golden sketches change only with the sketch version."""
    syntax = parse(language, path.read_bytes())
    units = units_of(syntax)
    parts = [f"sketch version {VERSION}"]
    for unit, sketch in zip(units, sketch_units(syntax, units), strict=True):
        parts.append(f"=== {unit.kind} {unit.qualified}{' (nested)' if unit.nested else ''}\n{sketch.text}")
    text = "\n".join(parts) + "\n"
    golden = path.with_name(path.name + ".sketches")
    if os.environ.get("CODESCORE_ACCEPT"):
        golden.write_text(text, encoding="utf-8")
        record()
    expected = golden.read_text(encoding="utf-8")
    assert expected.split("\n", 1)[0] == f"sketch version {VERSION}", "accept new golden output"
    assert text == expected


def record() -> None:
    """Add what is new to the record of golden sketches; begin it anew under another VERSION."""
    path = ROOT / RECORD
    recorded = json.loads(path.read_text(encoding="utf-8")) if path.is_file() else {"version": VERSION, "sketches": {}}
    if recorded["version"] != VERSION:
        recorded = {"version": VERSION, "sketches": {}}
    recorded["sketches"] = dict(sorted((golden_sketches(ROOT) | recorded["sketches"]).items()))
    path.write_text(json.dumps(recorded, indent=1) + "\n", encoding="utf-8")


def test_every_language_has_examples() -> None:
    """A language folder without examples is not finished."""
    covered = {str(p.values[0].id) for p in EXAMPLES}  # type: ignore[union-attr]
    assert covered == {language.id for language in all_languages()}
