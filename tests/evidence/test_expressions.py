"""Expressions and fields in quotes: which texts are such, that those made are, and who differs on others only."""

from __future__ import annotations

from random import Random

import pytest

from codescore.evidence.session import EvidenceSession
from codescore.evidence.written import an_expression, in_fields, is_expression, with_fields
from codescore.languages.expressions import expressions
from tests.evidence.judging import judged

CALCULATOR = '''def value(text):
    """The value of an arithmetic expression of whole numbers."""
    total, sign, number = 0, 1, 0
    for c in text:
        if c.isdigit():
            number = number * 10 + int(c)
        elif c == "+":
            total, sign, number = total + sign * number, 1, 0
        elif c == "-":
            total, sign, number = total + sign * number, -1, 0
    return total + sign * number
'''
BY_PARTS = """def value(text):
    return sum(int(part) for part in text.replace("-", "+-").split("+"))
"""
ONE_SIGN = CALCULATOR.replace("number, -1, 0", "number, 1, 0")
FIELDS = '''def fields(line):
    """Split a CSV line; a field may be in double quotes, with quotes in it doubled."""
    found, field, quoted, k = [], "", False, 0
    while k < len(line):
        c = line[k]
        if quoted and c == '"' and line[k + 1 : k + 2] == '"':
            field, k = field + c, k + 1
        elif c == '"':
            quoted = not quoted
        elif c == "," and not quoted:
            found.append(field)
            field = ""
        else:
            field += c
        k += 1
    return [*found, field]
'''
BY_CSV = 'import csv\n\ndef fields(line):\n    return next(csv.reader([line])) if line else [""]\n'
UNDOUBLED = FIELDS.replace("field, k = field + c, k + 1", "k += 1")


@pytest.mark.parametrize(
    ("text", "signs", "well_formed"),
    [
        ("2*(3+4)", "+*(", True),
        ("2*(3+4)", "+*", False),
        ("2 + 3", "+ ", True),
        ("2 + 3", "+", False),
        ("2 3", "+ ", False),
        ("2.5-1", "-.", True),
        ("2.5-1", "-", False),
        ("", "+", False),
        ("+2", "+", False),
        ("((7))", "+(", True),
        ("(7", "+(", False),
        ("1^2", "^-", True),
        ("6M", "+", False),
    ],
)
def test_which_texts_are_expressions(text: str, signs: str, *, well_formed: bool) -> None:
    """Numbers between operators that are known, brackets and blanks only where these are."""
    assert is_expression(text, signs) == well_formed


@pytest.mark.parametrize("signs", ["+-", "+-*/(", "+* ", "+-*/( .", "^%"])
def test_what_is_made_is_an_expression(signs: str) -> None:
    """Of the numbers of the text that it is made for first; all operators come."""
    chance = Random(3)
    made = [an_expression("a17b", signs, chance) for _ in range(200)]
    assert all(is_expression(one, signs) and "17" in one for one in made)
    assert all(any(sign in one for one in made) for sign in signs if sign != ".")


@pytest.mark.parametrize(
    ("text", "whole"),
    [('a,"b,c",', True), ('"a""b"', True), ('""', True), ('a"b', False), ('"a"b', False), ('"a', False), ("", True)],
)
def test_quotes_stand_around_whole_fields(text: str, *, whole: bool) -> None:
    """Inside of a field in quotes they are doubled."""
    assert in_fields(text, '",') == whole
    assert all(in_fields(with_fields(text, '",', Random(n)), '",') for n in range(50))


def test_fields_with_quotes_and_separators_are_made() -> None:
    """Each of the forms comes."""
    made = [with_fields("x,y", '",', Random(n)) for n in range(100)]
    assert any('""' in one for one in made)
    assert any(len(one.replace('"', "").split(",")) > 2 for one in made)
    assert any('"' not in one for one in made)


@pytest.mark.parametrize(
    ("words", "body", "found"),
    [
        ("", CALCULATOR, [("expression", "+-")]),
        ("", FIELDS, [("fields", '",')]),
        ("", CALCULATOR.replace("arithmetic expression", "postfix expression"), []),
        ("", CALCULATOR.replace("An ", "").replace("expression", "thing").replace("arithmetic", "odd"), []),
        ("", CALCULATOR.replace("    return", "    if not text:\n        raise ValueError\n    return"), []),
        ("Evaluates an expression.", "if (c == '*') x(); if (c == '(') y(); if (c == '+') z(); s.trim();",
         [("expression", "+*( ")]),
        ("Evaluates an expression.", "if (c == '*') x(); if (c == '+') z(); if (Character.isLetter(c)) w();", []),
    ],
)  # fmt: skip
def test_who_reads_expressions_and_fields_is_given_such(words: str, body: str, found: list[tuple[str, str]]) -> None:
    """From the words and the signs that a program looks for; not where it is there to find out."""
    assert [(one.property, one.other) for one in expressions(["text"], words, body)] == found


@pytest.mark.parametrize(
    ("reference", "candidate", "verdicts"),
    [
        (CALCULATOR, BY_PARTS, {"equivalent", "conditional"}),
        (CALCULATOR, ONE_SIGN, {"differs"}),
        (FIELDS, BY_CSV, {"equivalent", "conditional"}),
        (FIELDS, UNDOUBLED, {"differs"}),
    ],
)
@pytest.mark.sandbox
def test_what_is_done_with_others_accuses_nobody(
    session: EvidenceSession, reference: str, candidate: str, verdicts: set[str]
) -> None:
    """A right program that does something else with `6M` or `"a"b`; a wrong one is shown on what is well-formed."""
    evidence = judged(session, "python", candidate, reference)
    assert evidence.verdict in verdicts, evidence.reason
