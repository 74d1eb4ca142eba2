"""Whether two programs solve the same task, also by other algorithms: a number and what may be said of it.  Pure.

The number is the bundle's calibrated reading of the cosine of two task vectors, less how crowded their places are: on
tasks never seen, the share of pairs so near that were of one task, where as many were look-alikes of other tasks.  It
says nothing of whether a program is right.  Neighbours: `embed.task_model` holds the weights, `engine` asks.

What is seen of a program tells its task, whatever the algorithm: hashed features of its sketches' words.  A word is a
token of the sketch, with one word for all parameters, one for all variables and one for all names that the file itself
defines: no name that its author chose is seen.  What languages merely spell in their own ways, such as the brackets
around a block, is one word or none, so that programs of several languages share features.  Features are runs of words,
words at a distance, runs and statements in which one variable is told from another, the places that one variable
stands in, and pairs of words that stand anywhere in one program.  `VERSION` changes whenever a feature may change.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations, pairwise
from zlib import crc32

import numpy as np
from numpy.typing import NDArray
from rapidfuzz.distance import Indel

from codescore.embed import TaskModel
from codescore.languages import Language
from codescore.score.judge import calibrated
from codescore.score.statements import statements
from codescore.sketch import SketchText

VERSION = "3"
FAMILIES = ("runs", "skips", "marked", "lines", "uses", "together")

_RUNS = (1, 2, 3, 4)
_SKIPS = (2, 3)
_MARKED = (4, 6, 8)
_MOST_PLACES = 8  # of one variable, that are put in pairs
_MOST_TOGETHER = 60  # unlike words of one program that are put in pairs
_BRACKETS = frozenset(["(", ")", "[", "]", "{", "}", "⟨", "⟩", ",", ";", ":", "."])
_MOST_WORDS = 4_000  # of one program; the rest is not read
_PLACEHOLDER = re.compile(r"(arg|var)_[0-9]+")
_END = ";"

Words = list[list[str]]  # per statement; parameters and variables still told apart

#: Share of the words of two programs, in order, from which on they go one way.  On the tasks to measure on, all of 322
#: programs with an operator replaced are above it, and .76 to .83 of other approaches below, by language.
SAME_WAY = 0.7
LEAST_WORDS = 20  # of each program: smaller ones hold too little to tell a task by


@dataclass(frozen=True, slots=True, eq=False)
class TaskVector:
    """Where a program stands among tasks; `words` are what it is made of, in order."""

    vector: NDArray[np.float32]
    crowd: float  # how near the nearest known tasks are
    words: tuple[str, ...]
    threshold: float | None  # from which number on it may be said in its language; None: that was not measured


@dataclass(frozen=True, slots=True)
class SameTaskNumber:
    """`value` in [0, 1]; `said` whether it is enough to be shown as another way to do the same, probably."""

    value: float
    said: bool


def task_vector(
    model: TaskModel, texts: Sequence[SketchText], language: Language, own: frozenset[str]
) -> TaskVector | None:
    """The vector of a program given by its sketches' texts; None where nothing of it is known."""
    words: Words = [line for text in texts for line in words_of(text, language, own)]
    vector = model.vector(task_features(words, model.part.families))
    if vector is None:
        return None
    part = model.part
    threshold = part.thresholds.get(language.id, part.threshold) if language.id in part.languages else None
    return TaskVector(vector, model.crowd(vector), tuple(plain(words)), threshold)


def same_task(model: TaskModel, candidate: TaskVector | None, reference: TaskVector | None) -> SameTaskNumber | None:
    """How near two programs are by task; None where one of them has no vector."""
    if candidate is None or reference is None:
        return None
    cosine = float(np.clip(candidate.vector @ reference.vector, -1.0, 1.0))
    value = calibrated(cosine - (candidate.crowd + reference.crowd) / 2, model.part.calibration)
    enough = min(len(candidate.words), len(reference.words)) >= LEAST_WORDS
    if candidate.threshold is None or reference.threshold is None:
        return SameTaskNumber(value, said=False)
    said = value >= max(candidate.threshold, reference.threshold) and enough
    return SameTaskNumber(value, said and not _same_way(candidate, reference))


def _same_way(candidate: TaskVector, reference: TaskVector) -> bool:
    """Whether two programs are the same but for a part: no other algorithm, and perhaps a faulty copy."""
    return Indel.normalized_similarity(candidate.words, reference.words, score_cutoff=SAME_WAY) >= SAME_WAY


# -- what is seen of a program


def words_of(text: SketchText, language: Language, own: frozenset[str] = frozenset()) -> Words:
    """The words of a sketch, per statement; `own` are names that the file defines and the sketch still has."""
    found: Words = []
    size = 0
    neutral = _neutral(language)
    for statement in statements(text, language):
        tokens = statement.tokens
        if tokens[0] in language.control.imports:
            continue
        modifiers = language.control.modifiers
        line = [
            ("f" if kind == "call" else "own") if token in own else neutral.get(token) or _folded(token)
            for token, kind in zip(tokens, statement.kinds, strict=True)
            if token not in modifiers
        ]
        line = _bare(line)
        if line:
            found.append(line)
            size += len(line)
        if size > _MOST_WORDS:
            break
    return found


def task_features(words: Words, families: Sequence[str] = FAMILIES) -> Counter[int]:
    """How often each feature occurs, by its 32-bit hash."""
    counts: Counter[str] = Counter()
    whole = [word for line in words for word in (*line, _END)]
    alike = [_plain(word) for word in whole]
    if "runs" in families:
        counts.update(" ".join(alike[i : i + n]) for n in _RUNS for i in range(len(alike) - n + 1))
    if "skips" in families:
        counts.update(f"_{g} {alike[i]} {alike[i + g]}" for g in _SKIPS for i in range(len(alike) - g))
    if "marked" in families:
        counts.update(_marked(line[i : i + n]) for n in _MARKED for line in words for i in range(len(line) - n + 1))
    if "lines" in families:
        told = [_marked(line) for line in words]
        counts.update("|" + line for line in told)
        counts.update("||" + " ; ".join(pair) for pair in pairwise(told))
    if "uses" in families:
        counts.update(_uses(whole, alike))
    if "together" in families:
        counts.update(_together(whole))
    return Counter({crc32(name.encode("utf-8", "replace")): count for name, count in counts.items()})


@cache
def _neutral(language: Language) -> dict[str, str]:
    """What languages write in their own ways, as one word: and, or, not."""
    operators, program = language.operators, language.program
    said = {program.both: "and", program.either: "or", operators.negation: "not"}
    return {word: neutral for word, neutral in said.items() if word}


#: Words that languages spell in their own ways.
_ALIKE = {
    "none": "null", "nil": "null", "nullptr": "null", "undefined": "null", "self": "this", "->": ".", "::": ".",
    "===": "==", "!==": "!=",
}  # fmt: skip
_ENDS = ("{", ";", ":")  # of a statement or of a header


def _bare(line: list[str]) -> list[str]:
    """A statement without what only marks where it, or its block, begins and ends."""
    words = [part for word in line for part in (("else", "if") if word == "elif" else (_ALIKE.get(word, word),))]
    while words and words[-1] in _ENDS:
        words.pop()
    while words and words[0] == "}":
        words = words[1:]
    while words and words[-1] == "}" and "{" not in words:
        words.pop()
    return words


def _folded(word: str) -> str:
    """A word as all languages spell it; text stays as it is, in double quotes."""
    if word[-1] in "\"'":
        return f'"{word[1:-1]}"' if word[0] in "\"'" else word
    return word.lower()


def plain(words: Words) -> list[str]:
    """All words in order, without telling parameters and variables apart."""
    return [_plain(word) for line in words for word in line]


def _plain(word: str) -> str:
    return word[:3] if _PLACEHOLDER.fullmatch(word) else word


def _marked(words: Sequence[str]) -> str:
    """Words with variables numbered by their first place among them."""
    seen: dict[str, str] = {}
    return "." + " ".join(
        seen.setdefault(word, f"{word[0]}{len(seen)}") if _PLACEHOLDER.fullmatch(word) else word for word in words
    )


def _together(whole: Sequence[str]) -> Iterator[str]:
    """Pairs of unlike words, wherever they stand; no variables, and no signs that are in nearly every program."""
    found = dict.fromkeys(word for word in whole if word not in _BRACKETS and not _PLACEHOLDER.fullmatch(word))
    for one, other in combinations(sorted(list(found)[:_MOST_TOGETHER]), 2):
        yield f"& {one} {other}"


def _uses(whole: Sequence[str], alike: Sequence[str]) -> Iterator[str]:
    """Pairs of places that one variable stands in: what is around it here and there."""
    places: defaultdict[str, dict[str, None]] = defaultdict(dict)
    for i, word in enumerate(whole):
        if _PLACEHOLDER.fullmatch(word):
            before = alike[i - 1] if i else _END
            after = alike[i + 1] if i + 1 < len(alike) else _END
            if len(places[word]) < _MOST_PLACES:
                places[word][f"{before} {after}"] = None
    for word, found in places.items():
        kind = word[:3]
        for one, other in combinations(sorted(found), 2):
            yield f"{kind}: {one} & {other}"
