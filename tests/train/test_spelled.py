"""Sketches read back from a text, as a pair store spells them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from codescore.languages import by_id
from codescore.sketch import sketch_source
from codescore_train.train.spelled import read_sketch
from tests.stages.sources import JAVA, PYTHON

TEXT = "def g(a, b):\n    x = 'it is  not so'\n    if a is not b and x not in a:\n        return f'{a} and {b}'\n"


@pytest.mark.parametrize(("name", "source"), [("python", s) for s in (*PYTHON, TEXT)] + [("java", s) for s in JAVA])
def test_a_sketch_that_was_spelled_is_read_back(name: str, source: str) -> None:
    """Tokens and indentation are those of the sketch, also where text in quotes holds spaces."""
    language = by_id(name)
    assert language is not None
    sketch = sketch_source(language, source.encode()).text
    assert read_sketch(str(sketch), language).rows == sketch.rows


@given(st.text(max_size=80))
def test_any_text_is_read(text: str) -> None:
    """Total: nothing but white space is lost."""
    language = by_id("python")
    assert language is not None
    found = read_sketch(text, language)
    assert "".join("".join(tokens) for _, tokens in found.rows).replace(" ", "").replace("\n", "") == text.replace(
        " ", ""
    ).replace("\n", "")
