"""The types of a program and of its port in another language narrow the inputs together."""

from __future__ import annotations

import pytest

from codescore.evidence.assumptions import Conditions
from codescore.evidence.domain import domain_of
from codescore.evidence.mutate import near
from codescore.evidence.pool import pool_of
from codescore.evidence.ported import both_take
from codescore.languages import by_id
from codescore.languages.execution import Entry, Input
from codescore.languages.shapes import (
    BoolShape,
    FloatShape,
    IntShape,
    MappingShape,
    SequenceShape,
    Shape,
    TextShape,
)
from codescore.languages.values import Int, Sequence


def entry(name: str, source: str) -> Entry:
    language = by_id(name)
    assert language is not None
    runner = language.runner()
    assert runner is not None
    return runner.survey(source).entries[0]


INT = IntShape(-(2**31), 2**31 - 1)


@pytest.mark.parametrize(
    ("python", "cpp", "shape"),
    [
        ("x", "vector<string> x", SequenceShape(TextShape())),
        ("x", "const vector<vector<int>>& x", SequenceShape(SequenceShape(INT))),
        ("x", "map<string, double> x", MappingShape(TextShape(), FloatShape())),
        ("x", "char x", TextShape(min_size=1, max_size=1)),
        ("x: int", "int x", INT),
        ("x: int", "unsigned x", IntShape(0, 2**32 - 1)),
        ("x: int", "bool x", BoolShape()),
        ("x: float", "int x", INT),
        ("x: list[int]", "vector<unsigned char> x", SequenceShape(IntShape(0, 255))),
        ("x: int | None", "int x", INT),
        ("x: str", "int x", TextShape()),
        ("x: int", "double x", IntShape()),
    ],
)
def test_what_both_take(python: str, cpp: str, shape: Shape) -> None:
    """A declared type stands within the port's; where nothing is declared the port's says what is meant."""
    reference = entry("python", f"def f({python}):\n    return x\n")
    port = entry("cpp", f"#include <string>\n#include <vector>\n#include <map>\nint f({cpp}) {{ return 0; }}\n")
    (parameter,) = both_take(reference, port).parameters
    assert parameter.shape == shape


def test_what_is_taken_apart_has_so_many_items() -> None:
    """Pairs are told by how they are used: in the reference whatever it declares, and in a port without types."""
    typed = "def f(edges: list[list[int]]):\n    return sum(a * b for a, b in edges)\n"
    bare = typed.replace(": list[list[int]]", "")
    (parameter,) = entry("python", typed).parameters
    assert parameter.shape == SequenceShape(SequenceShape(IntShape(), min_size=2, max_size=2))
    original = entry("cpp", "#include <vector>\nint f(std::vector<std::vector<int>> edges) { return 0; }")
    (parameter,) = both_take(original, entry("python", bare)).parameters
    assert parameter.shape == SequenceShape(SequenceShape(INT, min_size=2, max_size=2))


def test_inputs_that_were_changed_keep_their_pairs() -> None:
    """What is near an input has as many items as are taken apart."""
    source = "def f(edges: list[list[int]]):\n    return sum(a * b for a, b in edges)\n"
    model, pool = domain_of(entry("python", source), Conditions(), ()), pool_of((), 3)
    seed = Input((Sequence("list", (Sequence("list", (Int(1), Int(2))),) * 3),))
    made = [model.fulfilled(near(seed, pool), pool) for _ in range(200)]
    rows = [row for given in made for row in getattr(given.arguments[0], "items", ())]
    assert {len(getattr(row, "items", ())) for row in rows} == {2}


def test_a_port_without_types_says_nothing() -> None:
    """The reference's own types stay as they are."""
    reference = entry("cpp", "int f(int x) { return x; }")
    assert both_take(reference, entry("python", "def f(x):\n    return x.lower()\n")) == reference
