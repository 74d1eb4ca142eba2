"""One way of writing what table 1 calls equivalent: statements that differ only by its exchanges become equal.

`a > b` and `b < a`, `a = a + b` and `a += b`, `not a == b` and `a != b`, `True` and `not False`; and permuted branches,
`if a: A else: B` and `if not a: B else: A`.  Which of two conditions comes first depends on their form alone, so that
both ways of writing end up the same.  Works on tokens alone, so the result is for comparing, not for showing; what it
does to one statement it does to its equivalents.  Which operators mirror or oppose each other is the language's data.
Pure.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import accumulate

from rapidfuzz.distance import Indel

from codescore.foundation.caches import remembered
from codescore.languages import Language
from codescore.languages.data import Operators
from codescore.score.statements import (
    CLOSE,
    LOOSEST,
    OPEN,
    STOPS,
    Statement,
    ahead,
    closing,
    ends_operand,
    left_start,
    right_end,
    statement_of,
    top_level,
    unwrapped,
    value_end,
)

# Beyond this many tokens a statement is data (a table, a long text), not an expression that someone exchanged.
_MOST_TOKENS = 400
# Deeper than anyone writes; what is nested deeper stays as it is.
_MOST_DEPTH = 60


@remembered(2_048, 200_000)
def canonical(tokens: tuple[str, ...], language: Language) -> tuple[str, ...]:
    """The statement in the one form that stands for all its equivalents of table 1."""
    operators = language.operators
    if len(tokens) > _MOST_TOKENS or not operators.level:
        return tokens
    result = list(tokens)
    _unwrap_single(result, language)
    _settle_truth(result, operators)
    _unwrap_single(result, language)
    _unwrap_whole(result, language)
    _settle_negations(result, language)
    _settle_ternaries(result, language)
    _mirror(result, language)
    _contract(result, language)
    return tuple(result)


def equivalent(a: tuple[str, ...], b: tuple[str, ...], language: Language) -> bool:
    """Whether two statements are the same but for exchanges of table 1."""
    if a == b:
        return True
    # No exchange adds or takes a name or a value, so most pairs need no closer look.
    form = _form(language)
    return frozenset(a) - form == frozenset(b) - form and canonical(a, language) == canonical(b, language)


@cache
def _form(language: Language) -> frozenset[str]:
    """What an exchange may add or take: operators, parentheses, truth, and the 1 that `++` stands for."""
    operators = language.operators
    words = (operators.family, operators.steps, operators.truth, ("(", ")", operators.negation, "1"))
    return frozenset(word for group in words for word in group)


def negated(tokens: tuple[str, ...], language: Language) -> tuple[str, ...]:
    """The canonical form of a condition's negation."""
    return canonical((language.operators.negation, "(", *tokens, ")"), language)


def blind(tokens: Sequence[str]) -> list[str]:
    """Tokens without the numbers of variables."""
    return ["var" if token[:4] == "var_" else token for token in tokens]


def _unwrap_single(tokens: list[str], language: Language) -> None:
    """`( x )` becomes `x` where the parentheses are no call's."""
    i = len(tokens) - 3
    while i >= 0:
        if tokens[i] == "(" and tokens[i + 2] == ")" and _value(tokens[i + 1]) and not _applied(tokens, i, language):
            tokens[i : i + 3] = [tokens[i + 1]]
        i -= 1


def _unwrap_whole(tokens: list[str], language: Language) -> None:
    """`return ( a + b )` becomes `return a + b`: parentheses around all that stands between two ends of operands."""
    for i in range(len(tokens) - 1, -1, -1):
        if tokens[i] != "(" or _applied(tokens, i, language):
            continue
        end = i + closing(tokens[i:])
        before, after = tokens[i - 1] if i else ";", tokens[end + 1] if end + 1 < len(tokens) else ";"
        free = (before in OPEN or ends_operand(before, language)) and (after in CLOSE or ends_operand(after, language))
        inner = tokens[i + 1 : end]
        if free and end > i + 1 and not any(ends_operand(inner[k], language) for k in top_level(inner)):
            tokens[i : end + 1] = inner


def _settle_ternaries(tokens: list[str], language: Language) -> None:
    """Of `a if c else b` and `b if not c else a` the one whose condition comes first."""
    parts = language.operators.ternary
    for i in range(len(tokens) - 2, 0, -1) if parts else ():
        if i >= len(tokens) or tokens[i] != parts[1]:  # turning one may have made the rest shorter
            continue
        middle = next((k for k, token in ahead(tokens, i) if ends_operand(token or ";", language)), len(tokens))
        if middle >= len(tokens) - 1 or tokens[middle] != parts[3]:
            continue
        start, end = left_start(tokens, i, LOOSEST, language), right_end(tokens, middle, LOOSEST, language)
        pieces = dict(zip(parts[::2], (tokens[start:i], tokens[i + 1 : middle], tokens[middle + 1 : end]), strict=True))
        turned = turned_condition(pieces["condition"], language)
        if turned is not None and all(pieces.values()) and tokens[end : end + 1] != [parts[1]]:
            pieces = {"condition": list(turned), "yes": pieces["no"], "no": pieces["yes"]}
            tokens[start:end] = [*pieces[parts[0]], parts[1], *pieces[parts[2]], parts[3], *pieces[parts[4]]]


def turned_condition(condition: Sequence[str], language: Language) -> tuple[str, ...] | None:
    """The negation of a condition if that is the one to stand for both; which one it is depends on form alone."""
    plain = tuple(unwrapped(condition))
    now, other = canonical(plain, language), negated(plain, language)
    return None if (len(now), blind(now)) <= (len(other), blind(other)) else other


def _value(token: str) -> bool:
    return token not in OPEN and token not in CLOSE and token not in STOPS


def _applied(tokens: list[str], index: int, language: Language) -> bool:
    """Whether the parenthesis at `index` belongs to what stands before it."""
    if index == 0:
        return False
    before = tokens[index - 1]
    if before in CLOSE:
        return True
    return _is_word(before) and before not in language.keywords and before not in language.operators.level


def _is_word(token: str) -> bool:
    return token[0].isalnum() or token[0] in "_$\"'"


def _settle_truth(tokens: list[str], operators: Operators) -> None:
    """`not False` becomes `True`, `not True` becomes `False`."""
    yes, no = operators.truth
    swap = {yes: no, no: yes}
    for i in range(len(tokens) - 2, -1, -1):
        if tokens[i] == operators.negation and tokens[i + 1] in swap:
            tokens[i : i + 2] = [swap[tokens[i + 1]]]


def _settle_negations(tokens: list[str], language: Language) -> None:
    """`not a == b` and `not ( a == b )` become `a != b`; two negations of one thing are none."""
    operators = language.operators
    for i in range(len(tokens) - 2, -1, -1):
        if tokens[i] != operators.negation:
            continue
        end = right_end(tokens, i, operators.level[operators.negation], language)
        inner = unwrapped(tokens[i + 1 : end])
        if not inner:
            continue
        if inner[0] == operators.negation and right_end(inner, 0, operators.level[inner[0]], language) == len(inner):
            tokens[i:end] = unwrapped(inner[1:])
            continue
        at = _only_comparison(inner, language)
        if at is not None:
            inner[at] = operators.opposite[inner[at]]
            tokens[i:end] = inner


def _only_comparison(tokens: list[str], language: Language) -> int | None:
    """Where the one comparison stands that an expression consists of, if it does."""
    operators = language.operators
    found = [i for i in top_level(tokens) if tokens[i] in operators.opposite]
    if len(found) != 1:
        return None
    level = operators.level[tokens[found[0]]]
    spans = left_start(tokens, found[0], level, language), right_end(tokens, found[0], level, language)
    return found[0] if spans == (0, len(tokens)) else None


def _mirror(tokens: list[str], language: Language) -> None:
    """Every comparison that has a mirror image stands in one direction, `<`, or with its operands in order."""
    # What is exchanged may hold comparisons that move with it, so one is settled at a time.
    for _ in range(sum(token in language.operators.mirror for token in tokens) ** 2):
        if not _mirror_one(tokens, language):
            return


def _mirror_one(tokens: list[str], language: Language) -> bool:
    """Exchange the operands of the first comparison that stands the wrong way round; whether there was one."""
    operators = language.operators
    for i in range(1, len(tokens) - 1):
        operator = tokens[i]
        other = operators.mirror.get(operator)
        if other is None:
            continue
        level = operators.level[operator]
        start, end = left_start(tokens, i, level, language), right_end(tokens, i, level, language)
        if start == i or end == i + 1 or _chained(tokens, start - 1, end, operators, level):
            continue
        left, right = unwrapped(tokens[start:i]), unwrapped(tokens[i + 1 : end])
        if other < operator or (other == operator and _order(right) < _order(left)):
            left, right, operator = right, left, other
        exchanged = [*left, operator, *right]
        if exchanged != tokens[start:end]:
            tokens[start:end] = exchanged
            return True
    return False


def _order(tokens: Sequence[str]) -> tuple[list[str], Sequence[str]]:
    """What operands are sorted by: their form first, as the numbers of variables differ between equivalents."""
    return blind(tokens), tokens


def _chained(tokens: list[str], before: int, after: int, operators: Operators, level: int) -> bool:
    """Whether an operator that binds alike stands on either side: `a < b < c` is no pair of operands."""
    around = (tokens[before] if before >= 0 else "", tokens[after] if after < len(tokens) else "")
    return any(operators.level.get(token) == level for token in around)


def _contract(tokens: list[str], language: Language) -> None:
    """`a = a + b` becomes `a += b`, and so does `a ++` become `a += 1`."""
    operators = language.operators
    _settle_steps(tokens, operators)
    for i in range(len(tokens) - 1, 0, -1):
        token = tokens[i]
        if token != operators.assignment and token not in operators.stems:
            continue
        start, end = _target_start(tokens, i), value_end(tokens, i)
        if token in operators.stems:
            tokens[i + 1 : end] = unwrapped(tokens[i + 1 : end])
            continue
        target = tokens[start:i]
        at = i + 1 + len(target)
        if not target or tokens[i + 1 : at] != target or at + 1 >= end:
            continue
        compound = tokens[at] + operators.assignment
        if compound in operators.stems and _binds_tighter(tokens[at + 1 : end], operators.level[tokens[at]], language):
            tokens[i:end] = [compound, *unwrapped(tokens[at + 1 : end])]


def _settle_steps(tokens: list[str], operators: Operators) -> None:
    for i in range(len(tokens) - 1, 0, -1):
        if tokens[i] in operators.steps:
            start, end = _target_start(tokens, i), value_end(tokens, i)
            if end == i + 1 and start < i:
                tokens[i : i + 1] = [operators.steps[tokens[i]], "1"]
    if tokens and tokens[0] in operators.steps:
        end = value_end(tokens, 0)
        tokens[:end] = [*tokens[1:end], operators.steps[tokens[0]], "1"]


def _target_start(tokens: list[str], index: int) -> int:
    """Where the target of an assignment begins: a name, members and elements of it, whatever stands before."""
    i = index
    while i > 0:
        if tokens[i - 1] == "]":
            depth = 0
            while i > 0:
                i -= 1
                depth += (tokens[i] == "]") - (tokens[i] == "[")
                if not depth:
                    break
            continue
        if not _is_word(tokens[i - 1]):
            return index
        i -= 1
        if not i or tokens[i - 1] != ".":
            return i
        i -= 1
    return index


def _binds_tighter(tokens: list[str], level: int, language: Language) -> bool:
    """Whether an expression stays in one piece behind an operator of this level."""
    return all(
        language.operators.level.get(tokens[i], -1) < level and not ends_operand(tokens[i], language)
        for i in top_level(tokens)
    )


# -- branches


@dataclass(frozen=True, slots=True)
class _Branches:
    """Indices of a header, of the line of its `else`, and of the end of what belongs to that."""

    header: int
    otherwise: int
    end: int


def ordered(statements: Sequence[Statement], language: Language) -> tuple[Statement, ...]:
    """The statements with every pair of branches in the order that stands for both."""
    return tuple(_ordered(list(statements), language, 0))


def _ordered(statements: list[Statement], language: Language, nesting: int) -> list[Statement]:
    if nesting > _MOST_DEPTH:
        return statements
    result: list[Statement] = []
    i = 0
    while i < len(statements):
        found = _branches(statements, i, language)
        if found is None:
            result.append(statements[i])
            i += 1
            continue
        header, otherwise = statements[i], statements[found.otherwise]
        first = _ordered(statements[i + 1 : found.otherwise], language, nesting + 1)
        second = _ordered(statements[found.otherwise + 1 : found.end], language, nesting + 1)
        turned = _turned(header, language)
        if turned is not None:
            header, first, second = turned, second, first
        result += [header, *first, otherwise, *second]
        i = found.end
    return result


def _branches(statements: Sequence[Statement], index: int, language: Language) -> _Branches | None:
    """The branches that begin at `index`: a header, deeper statements, a plain `else`, deeper statements."""
    header, control = statements[index], language.control
    if not (control.branches & set(header.tokens)) or _condition(header, language) is None:
        return None
    otherwise = _shallow(statements, index + 1, header.depth)
    if otherwise >= len(statements) or otherwise == index + 1 or statements[otherwise].depth != header.depth:
        return None
    words = set(statements[otherwise].tokens) & language.keywords
    if not words or not words <= control.otherwise or words & control.branches:
        return None
    end = _shallow(statements, otherwise + 1, header.depth)
    return _Branches(index, otherwise, end) if end > otherwise + 1 else None


def _shallow(statements: Sequence[Statement], index: int, depth: int) -> int:
    """The first statement from `index` on that is no deeper than `depth`."""
    while index < len(statements) and statements[index].depth > depth:
        index += 1
    return index


def _condition(header: Statement, language: Language) -> tuple[int, int] | None:
    """Where the condition of a header stands: between its keyword, the last one, and what opens its body."""
    tokens = header.tokens
    at = [i for i, token in enumerate(tokens[:3]) if token in language.control.branches]
    if not at or tokens[-1] not in (":", "{") or at[-1] + 1 >= len(tokens) - 1:
        return None
    return at[-1] + 1, len(tokens) - 1


def _turned(header: Statement, language: Language) -> Statement | None:
    """The header with its condition negated, None where it stands the right way round."""
    place = _condition(header, language)
    if place is None:
        return None
    low, high = place
    written = header.tokens[low:high]
    other = turned_condition(written, language)
    if other is None:
        return None
    wrapped = unwrapped(written) != list(written)
    new = ("(", *other, ")") if wrapped else other
    tokens = (*header.tokens[:low], *new, *header.tokens[high:])
    starts = (*header.starts[:low], *_starts(written, header.starts[low:high], new), *header.starts[high:])
    return statement_of(tokens, starts, header.depth, language)


def _starts(old: Sequence[str], starts: Sequence[int], new: Sequence[str]) -> list[int]:
    """Where the tokens of a rewritten condition stood; those that did not stand with the ones before them."""
    result = [starts[0]] * len(new)
    for code in Indel.opcodes(old, new):
        if code.tag == "equal":
            result[code.dest_start : code.dest_end] = starts[code.src_start : code.src_end]
    return list(accumulate(result, max))
