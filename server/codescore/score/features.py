"""Numbers about a pair of sketches that a person can check by reading both: the input of the probability.  Pure.

They count what each is made of (`Contents`): calls and library names, operators, values, loops, branches, ways out.

Everything is computed from the sketches' texts; nothing here was trained.  The order of the fields is part of what a
trained model knows: fields are added at the end, never moved or renamed.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, fields
from operator import attrgetter

from rapidfuzz.distance import Levenshtein

from codescore.foundation.caches import remembered
from codescore.languages import Language
from codescore.score.alignment import Alignment, align
from codescore.score.character_ngrams import chrf
from codescore.score.difference import QUIET, Difference, substitutions
from codescore.score.explanation import differences_of
from codescore.score.statements import TokenKind, statements
from codescore.sketch import SketchText

# Longer texts are compared by tokens, as comparing characters takes the square of their number (0.2 s for 100,000).
_MOST_CHARACTERS = 40_000


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


def missing(ours: Counter[str], theirs: Counter[str]) -> tuple[str, ...]:
    """What the second has and the first has not, or not as often: each as often as it is missing, in its order."""
    return tuple((theirs - ours).elements())


def _sum(counts: Counter[str], words: Sequence[str] | frozenset[str]) -> int:
    return sum(counts[word] for word in words)


@dataclass(frozen=True, slots=True)
class Features:
    """Numbers in [0, 1] unless a comment says what they count.

    *Missing* is what the reference has and the candidate has not, *extra* the reverse.  Shares of nothing are 1: who
    needs no calls has all of them.
    """

    edit_similarity: float  # 1 - Levenshtein distance / longer length, in characters of the sketches
    token_similarity: float  # the same in tokens, variables renamed as the alignment pairs them
    chrf: float  # character n-gram F-score of the sketches
    length_ratio: float  # shorter / longer, in tokens
    log_length_ratio: float  # ln(candidate / reference), in tokens: above 0 where the candidate is longer
    call_recall: float  # share of the reference's calls that the candidate makes
    call_precision: float  # share of the candidate's calls that the reference makes
    calls_missing: float  # count
    calls_extra: float  # count
    name_recall: float  # as for calls, of attributes, types and other names that are not the unit's own
    name_precision: float
    operators_missing: float  # count
    operators_extra: float  # count
    literals_missing: float  # count
    literals_extra: float  # count
    loops_missing: float  # count
    loops_extra: float  # count
    branches_missing: float  # count
    branches_extra: float  # count
    exits_missing: float  # count: return, break, raise and their like
    exits_extra: float  # count
    operator_substitutions: float  # count: operators of table 2 in another's place
    statements_missing: float  # count, without a counterpart
    statements_extra: float  # count, without a counterpart
    statements_same: float  # share of both sketches' statements that answer each other and are equal
    statements_alike: float  # share that answer each other, equal or not
    diverges_at: float  # share of the reference's statements before the first difference
    differences: float  # count of differences that matter, as a person is shown them
    table_one_only: float  # 1 where the sketches differ in nothing but exchanges of table 1, or not at all
    bounded: float  # 1 where the sketches were too long to align in full


#: Names in order, as in a trained model's file.
NAMES = tuple(field.name for field in fields(Features))


#: What compares the texts as such, which takes about as long as all else; nan where it was not asked for.
TEXTUAL = frozenset(("edit_similarity", "token_similarity", "chrf"))
_VECTOR = attrgetter(*NAMES)


def features_of(candidate: SketchText, reference: SketchText, language: Language, *, textual: bool = True) -> Features:
    """The features of two sketches' texts; without `textual` those of `TEXTUAL` are nan."""
    alignment = align(candidate, reference, language)
    ours, theirs = contents(candidate, language), contents(reference, language)
    found = [one for one in differences_of(candidate, reference, language) if one.kind not in QUIET]
    alone = Counter(d.kind for d in found for _ in range(d.statements))
    tokens = _token_similarity(alignment) if textual else math.nan
    same, alike, before = _statements(alignment, found)
    short = max(len(candidate), len(reference)) <= _MOST_CHARACTERS
    return Features(
        edit_similarity=Levenshtein.normalized_similarity(candidate, reference) if short and textual else tokens,
        token_similarity=tokens,
        chrf=chrf(candidate, reference) if textual else math.nan,
        **_lengths(ours, theirs),
        call_recall=_share(ours.calls, theirs.calls),
        call_precision=_share(theirs.calls, ours.calls),
        calls_missing=float((theirs.calls - ours.calls).total()),
        calls_extra=float((ours.calls - theirs.calls).total()),
        name_recall=_share(ours.names, theirs.names),
        name_precision=_share(theirs.names, ours.names),
        operators_missing=float((theirs.operators - ours.operators).total()),
        operators_extra=float((ours.operators - theirs.operators).total()),
        literals_missing=float((theirs.literals - ours.literals).total()),
        literals_extra=float((ours.literals - theirs.literals).total()),
        loops_missing=float(max(0, theirs.loops - ours.loops)),
        loops_extra=float(max(0, ours.loops - theirs.loops)),
        branches_missing=float(max(0, theirs.branches - ours.branches)),
        branches_extra=float(max(0, ours.branches - theirs.branches)),
        exits_missing=float(max(0, theirs.exits - ours.exits)),
        exits_extra=float(max(0, ours.exits - theirs.exits)),
        operator_substitutions=float(substitutions(alignment)),
        statements_missing=float(alone["missing-statement"]),
        statements_extra=float(alone["extra-statement"]),
        statements_same=same,
        statements_alike=alike,
        diverges_at=before,
        differences=float(len(found)),
        table_one_only=float(not found),
        bounded=float(not (alignment.complete and short)),
    )


def vector(of: Features) -> tuple[float, ...]:
    """The numbers in the order of `NAMES`."""
    found: tuple[float, ...] = _VECTOR(of)
    return found


def in_words(name: str, value: float, candidate: SketchText, reference: SketchText, language: Language) -> str:
    """What a feature's value says of two sketches: `one call missing: sorted`; "" where it has nothing to say."""
    listed = _LISTED.get(name)
    if listed is not None:
        what, is_missing = listed
        ours, theirs = contents(candidate, language), contents(reference, language)
        a, b = getattr(ours, f"{what}s"), getattr(theirs, f"{what}s")
        return _listing(what, missing(a, b) if is_missing else missing(b, a), "missing" if is_missing else "extra")
    said = _SAID.get(name)
    if said is None or not value:
        return ""
    one, many = said
    return one if value == 1 else many.format(_number(int(value)))


_LISTED = {
    f"{what}s_{side}": (what, side == "missing")
    for what in ("call", "operator", "literal")
    for side in ("missing", "extra")
}
_SAID = {
    f"{many}_{side}": (f"one {one} {side}", f"{{}} {plural} {side}")
    for many, one, plural in (
        ("loops", "loop", "loops"),
        ("branches", "branch", "branches"),
        ("exits", "way out", "ways out"),
        ("statements", "statement", "statements"),
    )
    for side in ("missing", "extra")
} | {"operator_substitutions": ("one operator in another's place", "{} operators in others' places")}
_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_MOST_LISTED = 3


def _listing(what: str, which: Sequence[str], side: str) -> str:
    if not which:
        return ""
    noun = {"literal": "value"}.get(what, what) + ("" if len(which) == 1 else "s")
    kinds = list(dict.fromkeys(which))
    shown = ", ".join(kinds[:_MOST_LISTED])
    return f"{_number(len(which))} {noun} {side}: {shown}{', …' if len(kinds) > _MOST_LISTED else ''}"


def _number(count: int) -> str:
    return _NUMBERS[count] if count < len(_NUMBERS) else str(count)


def _lengths(ours: Contents, theirs: Contents) -> dict[str, float]:
    a, b = max(1, ours.tokens), max(1, theirs.tokens)
    return {"length_ratio": min(a, b) / max(a, b), "log_length_ratio": math.log(a) - math.log(b)}


def _share(having: Counter[str], wanted: Counter[str]) -> float:
    total = wanted.total()
    return (having & wanted).total() / total if total else 1.0


def _token_similarity(alignment: Alignment) -> float:
    ours = [token for tokens in alignment.mapped for token in tokens]
    theirs = [token for statement in alignment.theirs for token in statement.tokens]
    return Levenshtein.normalized_similarity(ours, theirs)


def _statements(alignment: Alignment, found: Sequence[Difference]) -> tuple[float, float, float]:
    """Shares: of all statements those that are equal and those that have a counterpart; of the reference's those
    before the first difference.
    """
    total = len(alignment.ours) + len(alignment.theirs)
    if not total:
        return 1.0, 1.0, 1.0
    ours = {d.candidate_at.start for d in found if d.candidate_at is not None}
    theirs = {d.reference_at.start for d in found if d.reference_at is not None}
    equal = paired = before = 0
    parted = False
    for row in alignment.rows:
        a = None if row.candidate is None else alignment.ours[row.candidate].starts[0]
        b = None if row.reference is None else alignment.theirs[row.reference].starts[0]
        differs = a in ours or b in theirs
        parted = parted or differs
        before += not parted and b is not None
        equal += not differs and a is not None and b is not None
        paired += a is not None and b is not None
    return 2 * equal / total, 2 * paired / total, before / len(alignment.theirs) if alignment.theirs else 1.0
