"""Texts of cases: whatever a task's file writes around a list, all languages are given the same."""

from __future__ import annotations

from typing import Any

import pytest

from codescore.evidence.compare import same
from codescore.languages import by_id
from codescore.languages.translating import Kind, template_of
from codescore.translate import values

INT, TEXT = Kind("int"), Kind("text")
INTS, TEXTS, TABLE = Kind("list", INT), Kind("list", TEXT), Kind("list", Kind("list", INT))


@pytest.mark.parametrize(
    ("text", "kind", "value", "tokens"),
    [
        ("00", INT, 0, "0"),
        ("-5768788913", INT, -5768788913, "-5768788913"),
        ("1e3", Kind("float"), 1000.0, "1000.0"),
        ("True", Kind("bool"), True, "1"),
        ("a b", TEXT, "a b", "t612062"),
        ('""', TEXT, "", "t"),
        ('"a\\"\\n"', TEXT, 'a"\n', "t61220a"),
        ("$", Kind("char"), "$", "t24"),
        ("7, 12,", INTS, [7, 12], "2 7 12"),
        ("[7,12]", INTS, [7, 12], "2 7 12"),
        ("", INTS, [], "0 "),
        ("[]", TABLE, [], "0"),
        ("[4,9],[3]", TABLE, [[4, 9], [3]], "2 2 4 9 1 3"),
        ("[[4,9],[3]]", TABLE, [[4, 9], [3]], "2 2 4 9 1 3"),
        ('"a","b c"', TEXTS, ["a", "b c"], "2 t61 t622063"),
        ('["[x","y]"]', TEXTS, ["[x", "y]"], "2 t5b78 t795d"),
        ("red,blue", TEXTS, ["red", "blue"], "2 t726564 t626c7565"),
        ("1,2,3", Kind("chain"), [1, 2, 3], "3 1 2 3"),
        ("1,null,3,null", Kind("tree"), [1, None, 3], "3 1 null 3"),
        ("0,", Kind("tree"), [0], "1 0"),
    ],
)
def test_a_text_is_read_by_its_type(text: str, kind: Kind, value: Any, tokens: str) -> None:
    """Numbers, texts with quotes, lists with and without their brackets, nodes of chains and trees."""
    assert values.read(text, kind) == value
    assert values.tokens(value, kind) == tokens


@pytest.mark.parametrize(
    ("text", "kind"),
    [("x", INT), ("1.5", INT), ("ab", Kind("char")), ("1,x", INTS), ("1,2", TABLE), ("maybe", Kind("bool")),
     ("[1.5]", Kind("chain")), ("1,null", Kind("chain")), ("[" * 5000, INTS)],
)  # fmt: skip
def test_what_is_no_such_value_is_said(text: str, kind: Kind) -> None:
    """A text that is not of its type is an error that shows it, and nothing else."""
    with pytest.raises(values.Unreadable) as said:
        values.read(text, kind)
    assert "\n" not in str(said.value)


@pytest.mark.parametrize(
    ("kind", "expected", "got", "equal"),
    [
        (INT, 2, 2.0, True),
        (Kind("float"), 0.3, 0.30000000000000004, True),
        (Kind("float"), 3, 3.1, False),
        (Kind("bool"), True, 1, True),
        (INTS, [1, 2], [2, 1], False),
        (INTS, [1, 2], {"of": "tuple", "items": [1, 2]}, False),
        (INTS, [1], {"of": "Anything", "items": None}, False),
        (Kind("char"), "a", "a", True),
        (TEXT, "1", 1, False),
        (Kind("chain"), [], None, True),
        (Kind("tree"), [1, None, 2], [1, None, 2, None, None], True),
    ],
)
def test_what_a_program_got_is_compared_by_content(kind: Kind, expected: Any, got: Any, *, equal: bool) -> None:
    """Numbers by value, lists in order, missing nodes at the end aside; what cannot be looked into is not equal."""
    assert same(values.value(expected, kind), values.value(got, kind)) is equal


def test_order_does_not_count_where_the_task_says_so() -> None:
    """A list in any order equals its elements."""
    assert same(values.value([1, 2, 2], INTS), values.value([2, 1, 2], INTS), unordered=True)
    assert not same(values.value([1, 2, 2], INTS), values.value([2, 1, 1], INTS), unordered=True)


@pytest.mark.parametrize(
    ("language", "type_", "kind"),
    [
        ("python", "List[List[int]]", "list list int"),
        ("python", "Optional[TreeNode]", "tree"),
        ("java", "List<Long>", "list int"),
        ("java", "String[][]", "list list text"),
        ("cpp", "const vector<long long>&", "list int"),
        ("cpp", "ListNode*", "chain"),
        ("cpp", "void", "nothing"),
        ("java", "Map<String, Integer>", "None"),
    ],
)
def test_types_mean_the_same_in_every_language(language: str, type_: str, kind: str) -> None:
    """A type as its language writes it is what a case is read by; one without a converter is None."""
    found = by_id(language)
    assert found is not None
    template = template_of(found)
    assert template is not None
    assert str(template.kind(type_)) == kind
