"""The rows of a sketch → its statements: the tokens of each, what they are, and where an operand begins and ends.

A sketch has a statement (or a header, or a closing bracket) per row.  Pure and total: any rows have statements.  Knows
no tree and reads no text; what operators mean, and how tightly they bind, it asks of the language.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Literal, get_args

from codescore.foundation.caches import remembered
from codescore.languages import Language
from codescore.score.blocks import Line, braced
from codescore.sketch import SketchText

TokenKind = Literal["operator", "keyword", "call", "attribute", "name", "placeholder", "literal", "punctuation"]

#: A loop, a branch, the other branch, a way out of a block, or anything else.
Sort = Literal["loop", "branch", "otherwise", "exit", "plain"]
SORTS: tuple[Sort, ...] = get_args(Sort)

OPEN = {"(": ")", "[": "]", "{": "}", "⟨": "⟩"}
CLOSE = frozenset(OPEN.values())
#: What ends an operand outside brackets, beside keywords and assignments.
STOPS = frozenset((",", ";", ":", "?", "->", "=>", ":=", "..."))

#: A level looser than that of any operator: what ends an operand of it ends every operand.
LOOSEST = 1000

_INDENT = 4
_PUNCTUATION = frozenset(("(", ")", "[", "]", "{", "}", "⟨", "⟩", ",", ":", ";", "."))
_VARIABLE = "var_0"
_PLACEHOLDER = re.compile(r"f|(?:arg|var)_[0-9]+")
_QUOTES = "\"'`"
_TYPE_WORDS = frozenset((",", ".", "?", "[", "]", "&", "extends", "super", "@"))


@dataclass(frozen=True, slots=True)
class Statement:
    """The tokens of one line; `starts` are their offsets in the sketch's text, `depth` is its indentation in steps.

    In `tokens` the brackets around arguments of types are `⟨` and `⟩`, to be mistaken for no comparison, and text
    stands in double quotes where its language does not care.  `words` are the tokens that say what runs, with one name
    for all variables: what statements are matched by; all tokens where none says anything.  `sort` is what sort of
    statement it is, `kinds` what each token is.  `silent` are the indices of the tokens that say nothing of what runs:
    types in a header that only informs, modifiers.
    """

    starts: tuple[int, ...]
    depth: int
    tokens: tuple[str, ...]
    words: tuple[str, ...]
    sort: Sort
    kinds: tuple[TokenKind, ...] = field(compare=False)  # as all below, it follows from the tokens
    silent: frozenset[int] = field(compare=False)


@remembered(256, 2_000_000)
def statements(text: SketchText, language: Language) -> tuple[Statement, ...]:
    """The statements of a sketch, in order."""
    lines = _lines(text)
    if "}" in language.layout.closers:  # other languages have nothing to add
        lines = braced(lines, language)
    return tuple([statement_of(line.tokens, line.starts, line.depth, language) for line in lines])


def statement_of(tokens: Sequence[str], starts: Sequence[int], depth: int, language: Language) -> Statement:
    """A statement from its tokens as they are in a sketch."""
    return Statement(tuple(starts), depth, *_form(tuple(tokens), language))


def _lines(text: SketchText) -> list[Line]:
    """The lines of a sketch with the offsets of their tokens."""
    lines: list[Line] = []
    at = 0
    for depth, tokens in text.rows:
        at += _INDENT * depth
        starts: list[int] = []
        for token in tokens:
            starts.append(at)
            at += len(token) + 1
        lines.append(Line(list(tokens), starts, depth))
    return lines


@remembered(2_048, 200_000)
def _form(
    raw: tuple[str, ...], language: Language
) -> tuple[tuple[str, ...], tuple[str, ...], Sort, tuple[TokenKind, ...], frozenset[int]]:
    """A statement's tokens as they are compared, and what follows from them, in the order of `Statement`."""
    marked = list(raw)
    if language.operators.type_brackets and "<" in raw:
        _mark_type_brackets(marked)
    if language.operators.quotes_alike:
        marked = [_requoted(token) if token[0] == "'" else token for token in marked]
    tokens = tuple(marked)
    kinds = tuple([_kind(tokens, i, language) for i in range(len(tokens))])
    silent = _silent(tokens, language)
    return tokens, _words(tokens, silent, language) or tokens, _sort(tokens, language), kinds, silent


def _words(tokens: tuple[str, ...], silent: frozenset[int], language: Language) -> tuple[str, ...]:
    """What a statement is matched by: what table 1 may exchange at will counts little."""
    operators = language.operators
    words: list[str] = []
    for i, token in enumerate(tokens):
        if token in _PUNCTUATION or token == operators.negation or i in silent:
            continue
        if token in operators.steps:
            words += (operators.steps[token], "1")
        elif token in operators.truth:
            words.append(operators.truth[0])
        else:
            words.append(_VARIABLE if token[:4] == "var_" else token)
    return tuple(words)


def _sort(tokens: tuple[str, ...], language: Language) -> Sort:
    control = language.control
    for word in tokens[:3]:
        if word in control.loops:
            return "loop"
        if word in control.branches:
            return "branch"
        if word in control.exits:
            return "exit"
    return "plain" if control.otherwise.isdisjoint(tokens[:3]) else "otherwise"


def _kind(tokens: tuple[str, ...], index: int, language: Language) -> TokenKind:
    token, operators = tokens[index], language.operators
    if token in operators.family or token in operators.steps or token == operators.negation:
        return "operator"
    if token in operators.truth or token in operators.constants or token[0].isdigit() or token[-1] in _QUOTES:
        return "literal"
    if (token[0] == "." and token[1:2].isdigit()) or (token[0] == "/" and len(token) > 1):
        return "literal"  # a number, or a regular expression
    if _PLACEHOLDER.fullmatch(token):
        return "placeholder"
    if token in language.keywords and not _is_member(tokens, index):
        return "keyword"
    if not (token[0].isalpha() or token[0] in "_$@"):
        return "punctuation"
    if tokens[index + 1 : index + 2] in (("(",), ("⟨",)) and _calls(tokens, index + 1):
        return "call"
    return "attribute" if _is_member(tokens, index) else "name"


def _silent(tokens: tuple[str, ...], language: Language) -> frozenset[int]:
    control = language.control
    annotated = not control.annotated.isdisjoint(tokens)
    if not annotated and control.modifiers.isdisjoint(tokens):
        return frozenset()
    found = {i for i, word in enumerate(tokens) if word in control.modifiers}
    if annotated:
        found.update(_annotations(tokens))
    return frozenset(found)


def _annotations(tokens: tuple[str, ...]) -> Iterator[int]:
    """Indices of `: type` behind parameters and of `-> type` behind them all."""
    depth = 0
    inside = False
    for i, word in enumerate(tokens):
        depth += word in ("(", "[", "{")
        if inside and depth == 1 and word in (",", "=", ")"):
            inside = False
        inside = inside or (word == ":" and depth == 1)
        if inside:
            yield i
        depth -= word in (")", "]", "}")
        if word == "->" and depth == 0:
            yield from range(i, len(tokens) - 1)
            return


def _is_member(tokens: tuple[str, ...], index: int) -> bool:
    return index > 0 and tokens[index - 1] == "."


def _calls(tokens: tuple[str, ...], index: int) -> bool:
    """Whether what begins at `index` is a call's arguments, perhaps behind arguments of a type."""
    while index < len(tokens) and tokens[index] != "(":
        if tokens[index] == "⟩":
            return tokens[index + 1 : index + 2] == ("(",)
        index += 1
    return index < len(tokens)


def _mark_type_brackets(tokens: list[str]) -> None:
    """Tell the brackets of types from comparisons: between the former stand only types, which keep their names."""
    opened: list[int] = []
    for i, word in enumerate(tokens):
        if word == "<":
            opened.append(i)
        elif opened and word in (">", ">>", ">>>") and len(opened) >= len(word):
            for _ in word:
                tokens[opened.pop()] = "⟨"
            tokens[i] = "⟩" * len(word)
        elif opened and word not in _TYPE_WORDS and (_PLACEHOLDER.fullmatch(word) or not word[0].isalpha()):
            opened.clear()


def _requoted(text: str) -> str:
    """Text in double quotes instead of single ones, where that is nothing but another way of writing it."""
    inner = text[1:-1]
    return text if len(text) < 2 or text[-1] != "'" or any(c in inner for c in "'\"\\") else f'"{inner}"'


# -- contents


@dataclass(frozen=True, slots=True)
class Contents:
    """How often each thing occurs.  `calls` hold what is called, `names` other attributes, types and library names.

    Types that only inform, modifiers and imports are left out: they say nothing of what runs.
    """

    calls: Counter[str]
    names: Counter[str]
    operators: Counter[str]
    literals: Counter[str]
    loops: int
    branches: int
    exits: int
    tokens: int
    statements: int


_KIND: dict[TokenKind, str] = {"call": "calls", "attribute": "names", "name": "names", "operator": "operators",
                               "literal": "literals"}  # fmt: skip


@remembered(256, 2_000_000)
def contents(text: SketchText, language: Language) -> Contents:
    """The contents of a sketch."""
    counts: dict[str, Counter[str]] = {name: Counter() for name in ("calls", "names", "operators", "literals")}
    control = language.control
    steering = Counter[str]()
    size = lines = 0
    for statement in statements(text, language):
        tokens = statement.tokens
        if tokens[0] in control.imports:
            continue
        lines += any(token[0].isalnum() or token[0] in "_$@\"'" for token in tokens)
        size += len(tokens) - len(statement.silent)
        for i, (token, kind) in enumerate(zip(tokens, statement.kinds, strict=True)):
            where = _KIND.get(kind)
            if where is not None and i not in statement.silent:
                counts[where][token] += 1
            elif kind in ("keyword", "punctuation"):
                steering[token] += 1
    loops, branches, exits = (_sum(steering, words) for words in (control.loops, control.branches, control.exits))
    return Contents(**counts, loops=loops, branches=branches, exits=exits, tokens=size, statements=lines)


def _sum(counts: Counter[str], words: Sequence[str] | frozenset[str]) -> int:
    return sum(counts[word] for word in words)


# -- operands


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
