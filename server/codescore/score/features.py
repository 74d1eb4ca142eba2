"""Numbers about a pair of sketches that a person can check by reading both: the input of the probability.  Pure.

`Features` count what each is made of (`statements.Contents`): calls and library names, operators, values, loops,
branches, ways out.  `Clues` say how much of the reference is found, and give signs of trouble: what people see at once
in a wrong program, as a parameter that is never read, a name that nobody defines, a stub where work is expected,
another type of result.

Everything is computed from the sketches' texts; nothing here was trained.  The order of the fields is part of what a
trained model knows: fields are added at the end, never moved or renamed.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, fields
from itertools import pairwise
from operator import attrgetter

from rapidfuzz.distance import Levenshtein

from codescore.foundation.caches import remembered
from codescore.languages import Language
from codescore.score.alignment import Alignment, align
from codescore.score.character_ngrams import chrf
from codescore.score.difference import QUIET, Difference, substitutions
from codescore.score.explanation import differences_of
from codescore.score.statements import Contents, contents, statements
from codescore.sketch import SketchText

# Longer texts are compared by tokens, as comparing characters takes the square of their number (0.2 s for 100,000).
_MOST_CHARACTERS = 40_000
_PARAMETER = re.compile(r"arg_[0-9]+")
_VARIABLE = re.compile(r"(?:arg|var)_[0-9]+")
_SIZE = 3  # tokens of a run
_STUB = 2  # statements, the header included
_LETTERS = re.compile(r"[^\W\d]\w*")
# A name of the surroundings that looks like a placeholder has an underscore more in the sketch: it cannot be looked up.
_NAME = re.compile(r"(?!(?:f|(?:arg|var)_[0-9]+)_+$)[^\W\d]\w*")


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


def vector(of: Features | Clues) -> tuple[float, ...]:
    """The numbers in the order of `NAMES`, or of `SIGNS`."""
    found: tuple[float, ...] = (_VECTOR if isinstance(of, Features) else _SIGNS)(of)
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


def missing(ours: Counter[str], theirs: Counter[str]) -> tuple[str, ...]:
    """What the second has and the first has not, or not as often: each as often as it is missing, in its order."""
    return tuple((theirs - ours).elements())


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


# -- how much is found, and signs of trouble


@dataclass(frozen=True, slots=True)
class Clues:
    """Numbers in [0, 1] unless a comment says what they count.  Shares of nothing are 1."""

    token_recall: float  # share of the reference's tokens that the candidate has, variables as the alignment pairs them
    kind_recall: float  # share of the different calls, operators and values of the reference that the candidate has
    content_precision: float  # share of the candidate's calls, operators and values that the reference has
    shape_recall: float  # share of the reference's runs of three tokens that the candidate has, variables all alike
    parameters_unused: float  # count: parameters the candidate never reads, above those the reference never reads
    names_unknown: float  # count: different names that nothing defines and the reference does not use
    stub: float  # 1 where the candidate has a statement at most and the reference more
    otherwise_extra: float  # count: other branches (`else`) above the reference's
    result_type_differs: float  # 1 where both headers say the type of the result, and it is another one
    reference_length: float  # ln(1 + tokens): how much there is to get right


#: Names in order, as in a trained model's file.
SIGNS = tuple(field.name for field in fields(Clues))
_SIGNS = attrgetter(*SIGNS)


def clues_of(
    candidate: SketchText, reference: SketchText, language: Language, known: Callable[[str], bool] = lambda _: False
) -> Clues:
    """The clues of two sketches' texts; `known` says whether the candidate's surroundings mention a name."""
    alignment = align(candidate, reference, language)
    ours, theirs = contents(candidate, language), contents(reference, language)
    have = ours.calls + ours.operators + ours.literals
    want = theirs.calls + theirs.operators + theirs.literals
    mapped = [token for tokens in alignment.mapped for token in tokens]
    wanted = [token for statement in alignment.theirs for token in statement.tokens]
    return Clues(
        token_recall=_share(Counter(mapped), Counter(wanted)),
        kind_recall=_share(Counter(set(have)), Counter(set(want))),
        content_precision=_share(want, have),
        shape_recall=_share(_runs(mapped), _runs(wanted)),
        parameters_unused=float(max(0, len(_unused(candidate)) - len(_unused(reference)))),
        names_unknown=float(len(unknown_names(candidate, reference, language, known))),
        stub=float(ours.statements <= _STUB < theirs.statements),
        otherwise_extra=float(max(0, _otherwise(candidate, language) - _otherwise(reference, language))),
        result_type_differs=float(_differs(alignment)),
        reference_length=math.log1p(theirs.tokens),
    )


def sign_in_words(
    name: str,
    value: float,
    candidate: SketchText,
    reference: SketchText,
    language: Language,
    *,
    known: Callable[[str], bool],
) -> str:
    """What a clue says of two sketches; "" where it has nothing to say."""
    if not value:
        return ""
    if name == "names_unknown":
        found = unknown_names(candidate, reference, language, known)
        return f"nothing here defines {', '.join(found[:3])}{', …' if len(found) > 3 else ''}"
    return {
        "parameters_unused": "one parameter is never read" if value == 1 else f"{int(value)} parameters are never read",
        "stub": "it is one statement, the reference has more",
        "otherwise_extra": "one `else` extra" if value == 1 else f"{int(value)} `else` extra",
        "result_type_differs": "the result has another type",
    }.get(name, "")


def unknown_names(
    candidate: SketchText, reference: SketchText, language: Language, known: Callable[[str], bool]
) -> tuple[str, ...]:
    """Names that the candidate uses and nothing defines, in order; none where the language has no list of its own.

    Defined is what the unit imports, what the language brings along, and what its surroundings mention; what the
    reference uses too is held against nobody.
    """
    if not language.builtins:  # nothing is known of such a language
        return ()
    theirs = {token for statement in statements(reference, language) for token in statement.tokens}
    return tuple(n for n in free_names(candidate, language) if n not in theirs and not known(n))


@remembered(1024, 2_000_000)
def free_names(text: SketchText, language: Language) -> tuple[str, ...]:
    """The names in a sketch that its surroundings must define, each once, in order."""
    return tuple(name for name in dict.fromkeys(_uses(text, language)) if name not in language.builtins)


def _uses(text: SketchText, language: Language) -> Iterator[str]:
    """Names that stand for something from outside the unit; an argument's name and what is imported do not."""
    rows = statements(text, language)
    imports = {row.tokens for row in rows if row.tokens[0] in language.control.imports}
    brought = {token for tokens in imports for token in tokens}
    if "*" in brought:  # whatever there is
        return
    for row in rows:
        tokens = row.tokens
        if tokens in imports:
            continue
        for i, (token, kind) in enumerate(zip(tokens, row.kinds, strict=True)):
            before, after = tokens[i - 1] if i else "", tokens[i + 1] if i + 1 < len(tokens) else ""
            free = kind in ("name", "call") and before not in (".", "class") and after != language.operators.assignment
            if free and i not in row.silent and token not in brought and _NAME.fullmatch(token):
                yield token


def _share(having: Counter[str] | Counter[tuple[str, ...]], wanted: Counter[str] | Counter[tuple[str, ...]]) -> float:
    total = wanted.total()
    return (having & wanted).total() / total if total else 1.0  # type: ignore[operator]


def _runs(tokens: Sequence[str]) -> Counter[tuple[str, ...]]:
    alike = ["_" if _VARIABLE.fullmatch(token) else token for token in tokens]
    return Counter(zip(*(alike[k:] for k in range(_SIZE)), strict=False))


def _unused(text: str) -> set[str]:
    """Parameters of the header that nothing below it names."""
    header, _, body = text.partition("\n")
    return set(_PARAMETER.findall(header)) - set(_PARAMETER.findall(body)) if body else set()


def _otherwise(text: SketchText, language: Language) -> int:
    words = language.control.otherwise - language.control.branches
    return sum(token in words for statement in statements(text, language) for token in statement.tokens)


def _differs(alignment: Alignment) -> bool:
    """Whether both headers name a type of the result and these are not alike."""
    if not alignment.ours or not alignment.theirs:
        return False
    ours = _result(alignment.ours[0].tokens, alignment.language)
    theirs = _result(alignment.theirs[0].tokens, alignment.language)
    if not ours or not theirs:
        return False
    return len(ours) != len(theirs) or not all(_alike(a, b) for a, b in zip(ours, theirs, strict=True))


def _result(tokens: tuple[str, ...], language: Language) -> list[str]:
    """The words of a result's type: what stands before the function's name, keywords that say no type left aside."""
    name = next((i for i, pair in enumerate(pairwise(tokens)) if pair == ("f", "(")), 0)
    left_out = language.control.modifiers | language.control.annotated
    return [token for token in tokens[:name] if token not in left_out and _LETTERS.fullmatch(token)]


def _alike(one: str, other: str) -> bool:
    """`ArrayList` and `List`, `int` and `Integer`: what can stand for each other in most places."""
    a, b = one.lower(), other.lower()
    return a.endswith(b) or b.endswith(a) or (len(min(a, b, key=len)) > 2 and (a.startswith(b) or b.startswith(a)))
