"""Where an operand begins and ends in a row of tokens: brackets, and how tightly operators bind.  Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from codescore.languages import Language

OPEN = {"(": ")", "[": "]", "{": "}", "⟨": "⟩"}
CLOSE = frozenset(OPEN.values())
#: What ends an operand outside brackets, beside keywords and assignments.
STOPS = frozenset((",", ";", ":", "?", "->", "=>", ":=", "..."))

#: A level looser than that of any operator: what ends an operand of it ends every operand.
LOOSEST = 1000


def unwrapped(tokens: Sequence[str]) -> list[str]:
    """An expression without the parentheses around the whole of it."""
    result = list(tokens)
    while len(result) > 2 and result[0] == "(" and result[-1] == ")" and closing(result) == len(result) - 1:
        result = result[1:-1]
    return result


def value_end(tokens: list[str], index: int) -> int:
    """Where the value of an assignment ends."""
    return next(i for i, token in ahead(tokens, index) if token in ("", ";"))


def top_level(tokens: list[str]) -> list[int]:
    """Indices of the tokens outside all brackets."""
    result, depth = [], 0
    for i, token in enumerate(tokens):
        if token in CLOSE:
            depth -= 1
        elif token in OPEN:
            depth += 1
        elif depth == 0:
            result.append(i)
    return result


def closing(tokens: list[str]) -> int:
    """Where the bracket that the tokens begin with is closed."""
    depth = 0
    for i, token in enumerate(tokens):
        if token in OPEN:
            depth += 1
        elif token in CLOSE:
            depth -= 1
            if depth == 0:
                return i
    return -1


def ends_operand(token: str, language: Language) -> bool:
    """Whether no operand reaches over this token: a separator, an assignment, a keyword that is no value."""
    operators = language.operators
    if token in STOPS or operators.family.get(token) == "assignment":
        return True
    if token not in language.keywords:
        return False
    return not (token in operators.level or token in operators.truth or token in operators.constants) and (
        token not in operators.operands
    )


def right_end(tokens: list[str], index: int, level: int, language: Language) -> int:
    """Where the right operand of an operator of this level ends."""
    return next(
        i
        for i, token in ahead(tokens, index)
        # What follows at once is the operand's own prefix, however loosely it binds.
        if not token or ends_operand(token, language) or (i > index + 1 and _looser(token, level, language))
    )


def left_start(tokens: list[str], index: int, level: int, language: Language) -> int:
    """Where the left operand of an operator of this level starts."""
    return next(
        i + 1
        for i, token in _behind(tokens, index)
        if not token or ends_operand(token, language) or _looser(token, level, language)
    )


def _looser(token: str, level: int, language: Language) -> bool:
    return language.operators.level.get(token, -1) >= level


def ahead(tokens: list[str], index: int) -> Iterator[tuple[int, str]]:
    """Tokens behind `index` and outside brackets, until what is around them closes; then "" for the end."""
    depth = 0
    for i in range(index + 1, len(tokens)):
        token = tokens[i]
        depth += (token in OPEN) - (token in CLOSE)
        if depth < 0:
            yield i, ""
            return
        if depth == 0 and token not in CLOSE:
            yield i, token
    yield len(tokens), ""


def _behind(tokens: list[str], index: int) -> Iterator[tuple[int, str]]:
    """As `ahead`, towards the start; the end is the place before the first token."""
    depth = 0
    for i in range(index - 1, -1, -1):
        token = tokens[i]
        depth += (token in CLOSE) - (token in OPEN)
        if depth < 0:
            yield i, ""
            return
        if depth == 0 and token not in OPEN:
            yield i, token
    yield -1, ""
