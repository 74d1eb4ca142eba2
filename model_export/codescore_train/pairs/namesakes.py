"""Functions of one name in different projects, as positives: people who name two functions alike mean them alike.

Few of them do quite the same, so a pair says little by itself.  What it teaches is the contrast: against a program
that another person wrote, a function is nearer than the same function with an operator replaced.  Names that many
projects use (`run`, `get`) say nothing and are left out, as is what is nearly equal or hardly alike.
Neighbours: `generate` adds the items to the training part, `solutions` does the same with programs that passed tests.
"""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from rapidfuzz.distance import Indel
from tokenizers import Tokenizer

from codescore.languages import Language, by_id
from codescore.syntax import parse, units_of
from codescore_train.pairs.source import Function, stream_functions
from codescore_train.pairs.store import Item
from codescore_train.pairs.variants import item_of_programs, one_operator_mutants
from codescore_train.progress import Progress
from codescore_train.recipe import PairsRecipe

_MOST_PROJECTS = 8  # that use a name
_MOST_FUNCTIONS = 12  # of a name
_ALIKE = (0.5, 0.95)  # share of the words of two sketches that are common, in order
_FEWEST_WORDS = 16  # of a sketch; below, a name says more than the program


@dataclass(frozen=True, slots=True)
class _Named:
    """A function of the corpus, the project it is from and the words of its sketch."""

    function: Function
    project: str
    words: tuple[str, ...]


def namesake_items(
    corpus: Path, languages: Sequence[str], recipe: PairsRecipe, tokenizer: Tokenizer, seed: int
) -> tuple[list[Item], dict[str, int]]:
    """At most `recipe.namesakes` items per language, and counts of what was kept and why others were not.

    Deterministic in corpus, recipe and seed.  Raises InputError for a corpus that is missing or damaged.
    """
    items: list[Item] = []
    counts: Counter[str] = Counter()
    for name in languages:
        language = by_id(name)
        if language is None:
            continue
        pairs = [pair for group in _groups(corpus, language) for pair in _alike(group)]
        random.Random(seed).shuffle(pairs)  # noqa: S311 (a sample, not a secret)
        kept = 0
        with Progress(f"namesakes {name}", len(pairs)) as progress:
            for number, pair in enumerate(pairs):
                if kept == recipe.namesakes:
                    break
                anchor, positive = (named.function for named in pair)
                code = positive.code.encode("utf-8", "replace")
                wrong = one_operator_mutants(language, code, recipe.negatives, f"{seed}:{name}:{number}")
                item = item_of_programs(
                    languages.index(name), (anchor.sketch, positive.sketch), wrong, tokenizer, recipe.max_tokens
                )
                progress.update(number + 1)
                if item is None:
                    counts["too long, or nothing to mutate"] += 1
                    continue
                kept += 1
                items.append(item)
        counts[name] = kept
    return items, dict(counts)


def _groups(corpus: Path, language: Language) -> Iterator[list[_Named]]:
    """Functions by name, of the names that two to `_MOST_PROJECTS` projects use, in the order of the corpus."""
    names: list[str] = []
    projects: defaultdict[str, set[str]] = defaultdict(set)
    for project, function in stream_functions(corpus, language.id, "train"):
        units = units_of(parse(language, function.code.encode("utf-8", "replace")))
        names.append(units[0].name if units else "")
        projects[names[-1]].add(project)
    groups: defaultdict[str, list[_Named]] = defaultdict(list)
    for name, (project, function) in zip(names, stream_functions(corpus, language.id, "train"), strict=True):
        if name and 2 <= len(projects[name]) <= _MOST_PROJECTS and len(groups[name]) < _MOST_FUNCTIONS:
            words = tuple(function.sketch.split())
            if len(words) >= _FEWEST_WORDS:
                groups[name].append(_Named(function, project, words))
    yield from groups.values()


def _alike(group: list[_Named]) -> Iterator[tuple[_Named, _Named]]:
    """Each function with the likest one of another project, where the two are neither the same nor strangers."""
    low, high = _ALIKE
    for one in group:
        others = [other for other in group if other.project != one.project]
        scores = [Indel.normalized_similarity(one.words, other.words, score_cutoff=low) for other in others]
        if scores and low <= max(scores) <= high:
            yield one, others[scores.index(max(scores))]
