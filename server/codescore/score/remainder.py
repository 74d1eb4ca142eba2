"""What is left of two programs once what means the same is set aside.  Pure.

Rows of both normal forms are matched in order, variables paired by the places they take in matched rows; what then
still differs is the remainder: rows that differ, rows that one side lacks, rows in another place where that matters,
types that change values.  Neighbours: `alignment` pairs rows, `decision` weighs what is left.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise

from rapidfuzz.distance import Indel

from codescore.languages import Language
from codescore.program import Program, StatementRow, Term, order, words_of
from codescore.score.alignment import matched, one_to_one

_PAIRWISE = frozenset(("&", "|", "^"))


@dataclass(frozen=True, slots=True)
class Left:
    """Rows that do not answer each other fully, by index; None where one side has nothing of the kind.

    `moved` rows are equal but stand in another place; `type_` and `other_type` are names that are declared with other
    types, instead of rows.
    """

    candidate: int | None
    reference: int | None
    distance: int
    moved: bool = False
    type_: str | None = None
    other_type: str | None = None


@dataclass(frozen=True, slots=True)
class Remainder:
    """`left` is what differs; `apart` its size and `size` that of both programs, in words.

    `mapped` are the candidate's rows with the reference's names of variables, `against` the reference's.
    """

    ours: tuple[StatementRow, ...]
    theirs: tuple[StatementRow, ...]
    mapped: tuple[Term, ...]
    against: tuple[Term, ...]
    left: tuple[Left, ...]
    apart: int
    size: int

    @property
    def shared(self) -> float:
        """The share of both programs that is the same."""
        return 1.0 - min(1.0, self.apart / self.size) if self.size else 1.0


def remainder(ours: Program, theirs: Program, language: Language) -> Remainder:
    """What is left of two programs, in the form in which that is less."""
    plain = _remainder(ours.plain, theirs.plain, (ours, theirs), language)
    if not plain.left:
        return plain
    other = _remainder(ours.oriented, theirs.oriented, (ours, theirs), language)
    return other if other.apart < plain.apart else plain


def _remainder(
    ours: tuple[StatementRow, ...],
    theirs: tuple[StatementRow, ...],
    programs: tuple[Program, Program],
    language: Language,
) -> Remainder:
    pairs, _ = matched(ours, theirs)
    variables = _variables(ours, theirs, pairs)
    found = _held(ours, theirs, pairs, variables, (programs, language))
    if not found.left or not any(one.candidate is not None and not one.moved for one in found.left):
        return found
    # Once it is known which variable is which, rows that only they tell apart find each other.
    named = [replace(row, words=_named(row, variables)) for row in ours]
    again, _ = matched(named, [replace(row, words=_named(row, {})) for row in theirs])
    if again == pairs:
        return found
    variables = _variables(ours, theirs, again)
    other = _held(ours, theirs, again, variables, (programs, language))
    return other if other.apart < found.apart else found


def _named(row: StatementRow, variables: Mapping[str, str]) -> tuple[str, ...]:
    """The words of a row with the names that the reference has for its variables."""
    return tuple([variables.get(word, word) for word in words_of(row.term)]) or (row.term.kind,)


def _held(
    ours: tuple[StatementRow, ...],
    theirs: tuple[StatementRow, ...],
    pairs: Sequence[tuple[int, int]],
    variables: dict[str, str],
    of: tuple[tuple[Program, Program], Language],
) -> Remainder:
    """What is left where these rows answer each other and these variables are the same."""
    programs, language = of
    mapped = tuple(_mapped(row.term, variables, language) for row in ours)
    against = tuple(_mapped(row.term, {}, language) for row in theirs)
    pairs = _uncrossed(pairs, mapped, against, language)
    found: list[Left] = []
    equal: list[tuple[int, int]] = []
    for i, j in pairs:
        if _same(mapped[i], against[j]):
            equal.append((i, j))
        else:
            found.append(Left(i, j, max(1, int(Indel.distance(words_of(mapped[i]), words_of(against[j]))))))
    alone = sorted(set(range(len(ours))) - {i for i, _ in pairs})
    missing = sorted(set(range(len(theirs))) - {j for _, j in pairs})
    places: dict[Term, list[int]] = {}
    for j in missing:
        places.setdefault(against[j], []).append(j)
    for i in list(alone):
        waiting = places.get(mapped[i])
        if waiting:
            j = waiting.pop(0)
            alone.remove(i)
            missing.remove(j)
            if ours[i].depth != theirs[j].depth or not _free(i, j, pairs, mapped, language):
                found.append(Left(i, j, 1, moved=True))
    found += [Left(i, None, ours[i].size) for i in alone]
    found += [Left(None, j, theirs[j].size) for j in missing]
    found += [Left(i, j, 1, moved=True) for i, j in _misplaced(ours, theirs, pairs, equal)]
    found += _types(programs, variables, {t.value for row in ours for t in row.term.walk() if t.kind == "name"})
    size = sum(row.size for row in (*ours, *theirs))
    return Remainder(ours, theirs, mapped, against, tuple(found), sum(one.distance for one in found), size)


def _types(programs: tuple[Program, Program], variables: Mapping[str, str], used: set[str]) -> list[Left]:
    """Names that are declared with types that hold other values, of those that are used."""
    ours, theirs = programs[0].types, programs[1].types
    found = []
    for name, type_ in ours.items():
        partner = variables.get(name, name)
        other = theirs.get(partner)
        if name in used and other is not None and other.value != type_.value:
            found.append(Left(None, None, 1, type_=name, other_type=partner))
    return found


def _mapped(term: Term, variables: dict[str, str], language: Language) -> Term:
    """A term with other names for its variables, operands whose order does not matter in order of these."""
    if term.kind == "name":
        return term.of("name", variables[term.value]) if term.value in variables else term
    if not term.children:
        return term
    children = tuple([_mapped(c, variables, language) for c in term.children])
    free = (
        term.kind == "product"
        or (term.kind == "sum" and term.value == "numbers")
        or (term.kind in ("and", "or") and term.value == "any order")
        or (
            term.kind == "binary"
            and (language.operators.mirror.get(term.value) == term.value or term.value in _PAIRWISE)
        )
    )
    if free:
        children = tuple(sorted(children, key=order))
    elif term.kind == "call" and term.value == "any order":
        children = (children[0], *sorted(children[1:], key=order))
    return term.having(children)


def _same(a: Term, b: Term) -> bool:
    """Whether two rows are equal, be it only one side that shows some sum to be of numbers."""
    if a == b:
        return True
    known = any(t.kind == "sum" and t.value for term in (a, b) for t in term.walk())
    return known and _unordered(a) == _unordered(b)


def _unordered(term: Term) -> Term:
    """A term with the operands of all sums in order of their form."""
    if not term.children:
        return term
    children = tuple([_unordered(c) for c in term.children])
    return term.of("sum", "", *sorted(children, key=order)) if term.kind == "sum" else term.having(children)


@lru_cache(maxsize=4096)
def _blind(words: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(["var" if word[:4] == "var_" else word for word in words])


def _variables(
    ours: Sequence[StatementRow], theirs: Sequence[StatementRow], pairs: Sequence[tuple[int, int]]
) -> dict[str, str]:
    """For variables of the candidate their names in the reference, where these are others; one to one."""
    votes: Counter[tuple[str, str]] = Counter()
    for i, j in pairs:
        a, b = words_of(ours[i].term), words_of(theirs[j].term)
        blind_a, blind_b = _blind(a), _blind(b)
        if blind_a == blind_b:
            votes.update((x, y) for x, y in zip(a, b, strict=True) if x[:4] == y[:4] == "var_")
            continue
        for code in Indel.opcodes(blind_a, blind_b):
            if code.tag == "equal":
                both = zip(a[code.src_start : code.src_end], b[code.dest_start : code.dest_end], strict=True)
                votes.update((x, y) for x, y in both if x[:4] == y[:4] == "var_")
    found = one_to_one(votes)
    for row in ours:
        for t in row.term.walk():
            if t.kind == "name" and t.value[:4] == "var_" and t.value not in found:
                found[t.value] = f"{t.value}'"
    return {x: y for x, y in found.items() if x != y}


def _uncrossed(
    pairs: Sequence[tuple[int, int]], mapped: Sequence[Term], against: Sequence[Term], language: Language
) -> Sequence[tuple[int, int]]:
    """The pairs, where two neighbours of one form stand in the other order on the other side as they really answer.

    `a = 0; b = 0` and `b = 0; a = 0` look alike row by row until it is known which variable is which.
    """
    found = list(pairs)
    for k, ((i, j), second) in enumerate(pairwise(pairs)):
        one, other = mapped[i], against[j]
        if second != (i + 1, j + 1) or one == other or (one, mapped[i + 1]) != (against[j + 1], other):
            continue
        if _apart(one, mapped[i + 1], language):
            found[k : k + 2] = [(i, j + 1), (i + 1, j)]
    return found


def _apart(one: Term, other: Term, language: Language) -> bool:
    """Whether two rows may stand in either order."""
    (reads, writes, acts), (others, given, does) = _touched(one, language), _touched(other, language)
    return not (writes & (others | given) or given & reads or (acts and does))


def _free(i: int, j: int, pairs: Sequence[tuple[int, int]], mapped: Sequence[Term], language: Language) -> bool:
    """Whether a statement may stand in the other place: it has nothing to do with those between."""
    return all((a < i) == (b < j) or _apart(mapped[i], mapped[a], language) for a, b in pairs)


def _touched(term: Term, language: Language) -> tuple[set[str], set[str], bool]:
    """Names that a row reads, names that it writes, and whether it does more than that."""
    names = {t.value for t in term.walk() if t.kind == "name"}
    if term.kind != "assign":
        return names, names, True
    target = term.children[0]
    written = {t.value for t in target.walk() if t.kind == "name"}
    pure = language.program.pure
    acts = any(t.kind == "call" and t.children[0].value not in pure for t in term.walk())
    return names, written, acts or any(t.kind in ("index", "attribute") for t in target.walk())


def _misplaced(
    ours: Sequence[StatementRow],
    theirs: Sequence[StatementRow],
    pairs: Sequence[tuple[int, int]],
    equal: Sequence[tuple[int, int]],
) -> list[tuple[int, int]]:
    """Equal rows whose surroundings do not answer each other: in a loop here, behind it there."""
    partner = dict(pairs)
    back = {j for _, j in pairs}
    around, other = _parents(ours), _parents(theirs)
    result = []
    for i, j in equal:
        a, b = around[i], other[j]
        if ours[i].sort != "otherwise" and (None if a is None else partner.get(a)) != b and (a in partner or b in back):
            result.append((i, j))
    return result


def _parents(rows: Sequence[StatementRow]) -> list[int | None]:
    result: list[int | None] = []
    around: list[int] = []
    for i, row in enumerate(rows):
        while around and rows[around[-1]].depth >= row.depth:
            around.pop()
        result.append(around[-1] if around else None)
        around.append(i)
    return result
