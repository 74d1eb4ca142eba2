"""What a program's sketch holds that tells its task, whatever the algorithm: hashed features of its words.

A word is a token of the sketch, with one word for all parameters, one for all variables and one for all names that the
file itself defines: no name that its author chose is seen.  Features are runs of words, words at a distance, runs and
statements in which one variable is told from another, and the places that one variable stands in.  Pure and total;
`VERSION` changes whenever a feature may change.  Neighbours: `task` weighs them with a bundle's model.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations, pairwise
from zlib import crc32

from codescore.languages import Language
from codescore.score.statements import statements, token_kinds

VERSION = "1"
FAMILIES = ("runs", "skips", "marked", "lines", "uses")

_RUNS = (1, 2, 3, 4)
_SKIPS = (2, 3)
_MARKED = (4, 6, 8)
_MOST_PLACES = 8  # of one variable, that are put in pairs
_MOST_WORDS = 4_000  # of one program; the rest is not read
_PLACEHOLDER = re.compile(r"(arg|var)_[0-9]+")
_END = ";"

Words = list[list[str]]  # per statement; parameters and variables still told apart


def words_of(text: str, language: Language, own: frozenset[str] = frozenset()) -> Words:
    """The words of a sketch, per statement; `own` are names that the file defines and the sketch still has."""
    found: Words = []
    size = 0
    neutral = _neutral(language)
    for statement in statements(text, language):
        tokens = statement.tokens
        if tokens[0] in language.control.imports:
            continue
        modifiers = language.control.modifiers
        kinds = token_kinds(tokens, language)
        line = [
            ("f" if kind == "call" else "own") if token in own else neutral.get(token) or _folded(token)
            for token, kind in zip(tokens, kinds, strict=True)
            if token not in modifiers
        ]
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
    return Counter({crc32(name.encode("utf-8", "replace")): count for name, count in counts.items()})


@cache
def _neutral(language: Language) -> dict[str, str]:
    """What languages write in their own ways, as one word: and, or, not."""
    operators, program = language.operators, language.program
    said = {program.both: "and", program.either: "or", operators.negation: "not"}
    return {word: neutral for word, neutral in said.items() if word}


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
