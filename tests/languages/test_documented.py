"""Types in docstrings: as Google, NumPy and Sphinx write them, and plain words that begin a description."""

from __future__ import annotations

import pytest

from codescore.languages.python.run.surveying import survey
from codescore.languages.shapes import (
    AnyShape,
    BoolShape,
    FloatShape,
    GroupShape,
    IntShape,
    MappingShape,
    NullShape,
    OneOf,
    Samples,
    SequenceShape,
    Shape,
    TextShape,
    TupleShape,
)
from codescore.languages.values import Int, Text

WHOLE, TEXT, REAL = IntShape(), TextShape(), OneOf((FloatShape(), IntShape()))


def shape(docs: str, body: str = "return [x]") -> Shape:
    """The shape of `x` in a function with these words."""
    inner = "\n    ".join(docs.splitlines())
    return survey(f'def f(x):\n    """Do.\n\n    {inner}\n    """\n    {body}\n').entries[0].parameters[0].shape


@pytest.mark.parametrize(
    ("docs", "expected"),
    [
        ("Args:\n    x (str): The thing.", TEXT),
        ("Args:\n    x (list[int], optional): Those.", SequenceShape(WHOLE)),
        ("Args:\n    x (str or None): It.", OneOf((TEXT, NullShape()))),
        ("Args:\n    x (Dict[str, int]): It.", MappingShape(TEXT, WHOLE)),
        ("Args:\n    x (list of tuples of (int, str)): It.", SequenceShape(TupleShape((WHOLE, TEXT)))),
        ("Parameters\n----------\nx : array-like of float\n    It.", SequenceShape(REAL)),
        ("Parameters\n----------\nx : {int}\n    It.", WHOLE),
        (":param str x: the thing", TEXT),
        (":param x: those\n:type x: list[bool]", SequenceShape(BoolShape())),
        ("Args:\n    x: A string of letters, possibly empty.", TEXT),
        ("Args:\n    x: list of lists of ints", SequenceShape(SequenceShape(WHOLE))),
        ("- x: the number of parts", WHOLE),
        ("x: six strings of seven letters", SequenceShape(TEXT)),
        ("x: (int, str) pairs, in any order", SequenceShape(TupleShape((WHOLE, TEXT)))),
        ("x -- a dictionary mapping strings to lists of ints", MappingShape(TEXT, SequenceShape(WHOLE))),
        ("Args:\n    x: a set of integers", GroupShape(WHOLE, "set")),
    ],
)
def test_a_docstring_says_what_a_parameter_is(docs: str, expected: Shape) -> None:
    assert shape(docs.replace("{int}", "int")) == expected


@pytest.mark.parametrize(
    "docs",
    [
        "Args:\n    x: The name of the string to find.",
        "Return x : str\nand more.",
        "Args:\n    xs (str): It.",
        "Args:\n    x: list index of it",
        "Args:\n    x: string width",
        ":param x: (optional) how many",
        "Parameters\n----------\ny : int\n\nReturns\n-------\nx : str\n    It.",
        "Args:\n    x (optional): It.",
    ],
)
def test_other_words_say_nothing(docs: str) -> None:
    assert not isinstance(shape(docs), (TextShape, AnyShape))


def test_brackets_around_a_type_are_no_tuple() -> None:
    """`(list) the items` is one, and so is `(int, str)`."""
    assert shape(":param x: (list of str) the items") == SequenceShape(TEXT)
    assert shape(":param x: (optional) a string") == TEXT
    assert shape(":param x: (int, str) of it") == TupleShape((WHOLE, TEXT))


def test_what_is_done_with_it_contradicts_plain_words() -> None:
    """Who looks keys up has no list, and what is gone through is no number; a type in its place is believed."""
    assert isinstance(shape("Args:\n    x: a list of things", "return x.items()"), MappingShape)
    assert isinstance(shape("Args:\n    x: an integer", "return [y + 1 for y in x]"), SequenceShape)
    assert isinstance(shape("Args:\n    x: a string", "return [y for y in x]"), TextShape)
    assert isinstance(shape("Args:\n    x: list of what", "return x % 7 + x // 2"), IntShape)


@pytest.mark.parametrize(
    ("body", "expected"),
    [("{thing:02x}", WHOLE), ("{thing:>{3}d}", WHOLE), ("{thing:.2f}", WHOLE), ("{thing:>5}", AnyShape())],
)
def test_the_form_in_which_a_value_is_written(body: str, expected: Shape) -> None:
    assert survey(f"def f(thing):\n    return f'{body}'\n").entries[0].parameters[0].shape == expected


def test_what_stands_behind_a_star_is_each_of_the_rest() -> None:
    """`show(*parts)`: none of the three is a list."""
    source = "def show(red, green):\n    return red + green * 2\ndef f(x):\n    return show(*[y * 2 for y in x])\n"
    assert [one.shape for one in survey(source).entries[0].parameters] == [WHOLE, WHOLE]


def test_what_is_cut_out_and_read_as_a_number_is_a_text() -> None:
    source = "def f(x):\n    return [int(x[n : n + 2], 16) for n in range(0, len(x), 2)]\n"
    assert isinstance(survey(source).entries[0].parameters[0].shape, TextShape)


def test_what_is_declared_as_one_of_a_few_values_is_one_of_them() -> None:
    """`Literal` says all that there are, and leaves nothing else to be tried."""
    source = "from typing import Literal\ndef f(x: Literal['low', 'high'], n: Literal[-1, 1] = 1):\n    return x\n"
    first, second = (one.shape for one in survey(source).entries[0].parameters)
    assert first == Samples((Text("low"), Text("high")))
    assert second == Samples((Int(-1), Int(1)))


@pytest.mark.parametrize(
    ("words", "low", "high"),
    [
        ("Grade for points, 0 <= points <= 10.", 0, 10),
        ("The grade for the points (0 <= points <= 10).", 0, 10),
        ("Name of a day, 0 (Monday) to 6.", 0, 6),
        ("The numeral of a number, 1..3999.", 1, 3999),
    ],
)
def test_a_span_in_a_sentence_is_sure(words: str, low: int, high: int) -> None:
    """What stands in signs counts, whatever words are before it; not where another thing is spoken of."""
    said = survey(f'def f(points: int):\n    """{words}"""\n    return points\n').entries[0].assumptions
    known = {(one.property, one.bound): one.weight for one in said}
    assert min(known["at least", low], known["at most", high]) >= (1.0 if "points" in words else 0.8)
    other = survey(f'def f(points: int):\n    """For more, if {words}"""\n    return points\n').entries[0].assumptions
    assert words.startswith(("Name", "The numeral")) or not any(one.certain for one in other)
