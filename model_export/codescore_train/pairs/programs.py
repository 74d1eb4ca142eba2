"""Right programs of one task, gathered from collections, as positives of each other.

Reads the file that `same-task gather` writes; only its training part counts.  The programs of a task and language
stand in a ring, and each is the anchor of the next, which has the negatives: mutants with one operator replaced
(table 2) and with one slip.  Neighbours: `solutions` does the same for data sets with outcomes, `generate` adds both.
"""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from tokenizers import Tokenizer

from codescore.languages import by_id
from codescore_train.corpus.gathered import read_solutions
from codescore_train.pairs.store import Item
from codescore_train.pairs.variants import item_of_programs, one_operator_mutants, single_sketch, slip_mutants
from codescore_train.progress import Progress
from codescore_train.recipe import PairsRecipe

_Made = tuple[str, list[str]]  # a program's sketch and those of its mutants


def program_items(
    path: Path, languages: Sequence[str], recipe: PairsRecipe, tokenizer: Tokenizer, seed: int
) -> tuple[list[Item], dict[str, int]]:
    """One item per program that has another one of its task and language, and counts.  Raises InputError."""
    chosen = [one for one in read_solutions(path) if one.part == "train" and one.lang in languages]
    made: list[_Made | None] = []
    with ProcessPoolExecutor(recipe.processes) as workers, Progress("programs", len(chosen)) as progress:
        jobs = [(one.lang, one.code, recipe, f"{seed}:{number}") for number, one in enumerate(chosen)]
        for found in workers.map(_made, jobs, chunksize=50):
            made.append(found)
            progress.update(len(made))
    groups: defaultdict[tuple[str, str], list[_Made]] = defaultdict(list)
    counts: Counter[str] = Counter()
    for one, program in zip(chosen, made, strict=True):
        if program is None:
            counts["several units, or none"] += 1
        else:
            groups[one.task, one.lang].append(program)
    items: list[Item] = []
    for (task, lang), group in sorted(groups.items()):
        random.Random(f"{seed}:{task}").shuffle(group)  # noqa: S311 (an order, not a secret)
        for (anchor, _), (right, wrong) in zip(group, [*group[1:], group[0]], strict=True):
            if anchor == right:
                counts["alone, or the same sketch"] += 1
                continue
            item = item_of_programs(languages.index(lang), (anchor, right), wrong, tokenizer, recipe.max_tokens)
            if item is None:
                counts["too long, or nothing to mutate"] += 1
                continue
            counts[lang] += 1
            items.append(item)
    return items, dict(counts)


def _made(job: tuple[str, str, PairsRecipe, str]) -> _Made | None:
    """In a worker: the sketch of a program of one unit, and its mutants'; None where it has several or none."""
    lang, code, recipe, key = job
    language = by_id(lang)
    source = code.encode("utf-8", "replace")
    text = single_sketch(language, source) if language is not None else None
    if language is None or text is None:
        return None
    wrong = one_operator_mutants(language, source, recipe.negatives, key)
    return text, wrong + slip_mutants(language, source, recipe.slips, key)
