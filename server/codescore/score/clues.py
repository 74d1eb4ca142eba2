"""More numbers about a pair of sketches for the probability: how much of the reference is found, and signs of trouble.

Signs of trouble are what people see at once in a wrong program: a parameter that is never read, a name that nobody
defines, a stub where work is expected, another type of result.  Pure; nothing here was trained.  Neighbours:
`features` has the numbers that compare what is there, `contents` counts it.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, fields
from itertools import pairwise
from operator import attrgetter

from codescore.foundation.caches import remembered
from codescore.languages import Language
from codescore.score.alignment import Alignment, align
from codescore.score.features import contents
from codescore.score.statements import statements
from codescore.sketch import SketchText

_PARAMETER = re.compile(r"arg_[0-9]+")
_VARIABLE = re.compile(r"(?:arg|var)_[0-9]+")
_SIZE = 3  # tokens of a run
_STUB = 2  # statements, the header included
_LETTERS = re.compile(r"[^\W\d]\w*")
# A name of the surroundings that looks like a placeholder has an underscore more in the sketch: it cannot be looked up.
_NAME = re.compile(r"(?!(?:f|(?:arg|var)_[0-9]+)_+$)[^\W\d]\w*")


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
NAMES = tuple(field.name for field in fields(Clues))
_VECTOR = attrgetter(*NAMES)


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


def vector(of: Clues) -> tuple[float, ...]:
    """The numbers in the order of `NAMES`."""
    found: tuple[float, ...] = _VECTOR(of)
    return found


def in_words(
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
