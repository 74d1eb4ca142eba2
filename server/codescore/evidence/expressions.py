"""Texts that are well-formed expressions, or lines of fields in quotes: whether one is, and some that are.

`signs` are the operators that an expression may have, and `(`, a blank and `.` where it may have these.  Pure.
Neighbours: `evidence.written` (asks), `languages.expressions` (which texts are such).
"""

from __future__ import annotations

import re
from random import Random

from codescore.languages.word_expressions import Grammar

_NUMBER = r"\d+(?:\.\d+)?"
_DEEPEST = 3
_BRACKETS, _BLANK, _ENDS, _IN_QUOTES = 0.35, 0.3, 0.45, 0.4  # shares of what is made
_LARGEST, _SMALL = 120, 12
_NAMES, _BEFORE = ("a", "b", "c", "d"), 0.3  # operands; share of them with a word before
_WORDS = ("a", "b c", "x", "12", "", "Tom", "3.5")


def is_expression(text: str, signs: str) -> bool:
    """Whether numbers stand between operators, and brackets around such, and nothing else."""
    operators = "".join(re.escape(one) for one in signs if one not in "( .")
    plain = re.sub(r"\s+", "", text) if " " in signs and not re.search(r"[\d.]\s+[\d.]", text) else text
    plain = re.sub(_NUMBER if "." in signs else r"\d+", "0", plain)
    if "." in plain:
        return False
    while "(" in signs and (less := re.sub(rf"\(0(?:[{operators}]0)*\)", "0", plain)) != plain:
        plain = less
    return re.fullmatch(rf"0(?:[{operators}]0)*", plain) is not None


def an_expression(text: str, signs: str, chance: Random) -> str:
    """One of the numbers in a text, and of others."""
    numbers = re.findall(r"\d+", text)[:_DEEPEST]
    operators = [one for one in signs if one not in "( ."]
    blank = " " if " " in signs and chance.random() < _BLANK else ""

    def number() -> str:
        if numbers:
            return str(numbers.pop(0))
        whole = str(chance.randrange(_LARGEST if chance.random() < _BRACKETS else _SMALL))
        return f"{whole}.{chance.randrange(10)}" if "." in signs and chance.random() < _BLANK else whole

    def made(depth: int) -> str:
        said: str = operand(depth)
        while chance.random() > _ENDS:
            said += f"{blank}{chance.choice(operators)}{blank}{operand(depth)}"
        return said

    def operand(depth: int) -> str:
        inside = "(" in signs and depth < _DEEPEST and chance.random() < _BRACKETS
        return f"({made(depth + 1)})" if inside else number()

    return made(0)


def of_words(text: str, grammar: Grammar, chance: Random) -> str:
    """An expression of words, of those in a text that are none of the grammar's, and of others."""
    names = [*grammar.operands(text)[:_DEEPEST], *_NAMES][: chance.randint(2, 4)]

    def made(depth: int) -> str:
        said = operand(depth)
        while chance.random() > _ENDS:
            said += f" {chance.choice(grammar.between)} {operand(depth)}"
        return said

    def operand(depth: int) -> str:
        before = f"{chance.choice(grammar.before)} " if grammar.before and chance.random() < _BEFORE else ""
        inside = grammar.groups and depth < _DEEPEST and chance.random() < _BRACKETS
        return before + (f"({made(depth + 1)})" if inside else chance.choice(names))

    return made(0)


def in_fields(text: str, signs: str) -> bool:
    """Whether each field has no quote, or begins and ends with one and has only doubled ones between."""
    quote, separator = re.escape(signs[0]), re.escape(signs[1])
    field = rf"(?:{quote}(?:[^{quote}]|{quote}{quote})*{quote}|[^{quote}{separator}]*)"
    return re.fullmatch(rf"{field}(?:{separator}{field})*", text) is not None


def with_fields(text: str, signs: str, chance: Random) -> str:
    """The fields of a text without their quotes, some of them in quotes, with quotes and separators inside."""
    quote, separator = signs[0], signs[1]
    found = [one.replace(quote, "") for one in text.split(separator)]
    for place, one in enumerate(found):
        if chance.random() < _IN_QUOTES:
            inside = chance.choice(
                (one, f"{one}{separator}{chance.choice(_WORDS)}", f"{one}{quote}{quote}", f"{quote}{quote}{one}")
            )
            found[place] = f"{quote}{inside}{quote}"
    return separator.join(found)
