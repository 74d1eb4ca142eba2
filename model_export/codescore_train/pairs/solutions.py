"""Different programs that solve the same task, as positives: what no rewriting of one program gives.

Reads data sets of JSON lines in which candidates with an outcome stand beside a reference.  The reference is the
anchor, a candidate that passed its positive.  The negatives are one-operator mutants of that candidate, and the
failing candidate that is most like it, which has a person's own mistake: right but different is near, almost the same
but wrong is not.  Neighbours: `generate` adds them to the training part.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from pathlib import Path

from rapidfuzz.distance import Indel
from tokenizers import Tokenizer

from codescore.languages import by_id
from codescore.study.dataset import Sample, read_data
from codescore_train.pairs.store import Item
from codescore_train.pairs.variants import item_of_programs, one_operator_mutants, single_sketch
from codescore_train.recipe import PairsRecipe

_SAME_PROGRAM = 0.85  # share of the words of two sketches, in order, from which one is taken for the other with a fault

_Task = tuple[str, str]  # language, reference


def solution_items(
    files: Sequence[Path], languages: Sequence[str], recipe: PairsRecipe, tokenizer: Tokenizer, seed: int
) -> tuple[list[Item], dict[str, int]]:
    """One item per pair of right programs of one unit each, and counts of what was kept and why others were not.

    Raises InputError for a file that is no data set.
    """
    items: list[Item] = []
    counts: Counter[str] = Counter()
    for path in files:
        samples = [sample for sample in read_data(path).samples if sample.language in languages]
        faulty = _faulty(samples)
        for number, sample in enumerate(samples):
            language = by_id(sample.language)
            if not sample.passed or language is None:
                continue
            codes = sample.references[0], sample.candidate
            anchor, right = (single_sketch(language, code.encode()) for code in codes)
            if anchor is None or right is None or anchor == right:
                counts["several units, or the same sketch"] += 1
                continue
            wrong = one_operator_mutants(
                language, sample.candidate.encode(), recipe.negatives, f"{seed}:{path.name}:{number}"
            )
            own = _own_mistake(right, faulty[sample.language, sample.references[0]])
            if own is not None:
                counts["with a person's mistake"] += 1
                wrong.append(own)
            place = languages.index(sample.language)
            item = item_of_programs(place, (anchor, right), wrong, tokenizer, recipe.max_tokens)
            if item is None:
                counts["too long, or nothing to mutate"] += 1
                continue
            counts[sample.language] += 1
            items.append(item)
    return items, dict(counts)


def _faulty(samples: Sequence[Sample]) -> defaultdict[_Task, list[str]]:
    """Sketches of the failing candidates of one unit, by what they are compared with."""
    found: defaultdict[_Task, list[str]] = defaultdict(list)
    for sample in samples:
        language = by_id(sample.language)
        if sample.passed is False and language is not None:
            text = single_sketch(language, sample.candidate.encode())
            if text is not None:
                found[sample.language, sample.references[0]].append(text)
    return found


def _own_mistake(right: str, faulty: Sequence[str]) -> str | None:
    """The failing sketch that is most like a right one, where there is one that may be the same program."""
    words = right.split()
    alike = [(Indel.normalized_similarity(words, text.split()), text) for text in faulty if text != right]
    best = max(alike, default=(0.0, ""))
    return best[1] if best[0] >= _SAME_PROGRAM else None
