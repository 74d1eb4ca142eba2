"""Different programs that solve the same task, as positives: what no rewriting of one program gives.

Reads data sets of JSON lines in which a candidate that passed stands beside a reference (`passed` true).  The
reference is the anchor, the candidate its positive, one-operator mutants of the candidate the negatives: right but
different is near, almost the same but wrong is not.  Neighbours: `generate` adds them to the training part.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from tokenizers import Tokenizer

from codescore.languages import Language, by_id
from codescore.rewrite import mutate
from codescore.sketch import sketch_units
from codescore.study.dataset import read_data
from codescore.syntax import parse, units_of
from codescore_train.pairs.store import Item
from codescore_train.recipe import PairsRecipe


def solution_items(
    files: Sequence[Path], languages: Sequence[str], recipe: PairsRecipe, tokenizer: Tokenizer, seed: int
) -> tuple[list[Item], dict[str, int]]:
    """One item per pair of right programs of one unit each, and counts of what was kept and why others were not.

    Raises InputError for a file that is no data set.
    """
    items: list[Item] = []
    counts: Counter[str] = Counter()
    for path in files:
        for number, sample in enumerate(read_data(path).samples):
            language = by_id(sample.language)
            if not sample.passed or language is None or sample.language not in languages:
                continue
            texts = [_single(language, code.encode()) for code in (sample.references[0], sample.candidate)]
            if None in texts or texts[0] == texts[1]:
                counts["several units, or the same sketch"] += 1
                continue
            mutants = _mutants(language, sample.candidate.encode(), recipe.negatives, f"{seed}:{path.name}:{number}")
            ids = [e.ids for e in tokenizer.encode_batch([*texts, *mutants], add_special_tokens=False)]
            if not mutants or max(map(len, ids)) > recipe.max_tokens:
                counts["too long, or nothing to mutate"] += 1
                continue
            counts[sample.language] += 1
            items.append(Item(languages.index(sample.language), ids[0], (), (ids[1],), tuple(ids[2:])))
    return items, dict(counts)


def _single(language: Language, source: bytes) -> str | None:
    """The sketch of a source's only outermost unit; None where there are several or none."""
    syntax = parse(language, source)
    outermost = tuple(unit for unit in units_of(syntax) if not unit.nested)
    return sketch_units(syntax, outermost)[0].text if len(outermost) == 1 else None


def _mutants(language: Language, source: bytes, count: int, key: str) -> list[str]:
    """Sketches of different one-operator mutants."""
    original, found = _single(language, source), dict[str, None]()
    for draw in range(2 * count):
        seed = int.from_bytes(hashlib.blake2b(f"{key}:{draw}".encode(), digest_size=6).digest(), "big")
        made = mutate(language, source, seed=seed, max_edits=1)
        text = _single(language, made.code) if made is not None else None
        if text is not None and text != original and len(found) < count:
            found[text] = None
    return list(found)
