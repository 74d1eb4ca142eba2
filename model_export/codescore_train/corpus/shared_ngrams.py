"""The n-grams that the code of a corpus shares most: the list that CrystalBLEU leaves out.

A sample of the corpus's functions, drawn with a fixed seed, is cut into tokens as metrics cut code; the most frequent
n-grams of the orders 1 to 4 together are the list, ties in order of the n-grams.  The file says of what it was made.
Neighbours: `commands/crystal.py` runs it, `codescore.languages.shared_ngrams` reads the file.
"""

from __future__ import annotations

import gzip
import json
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

from codescore.foundation.errors import InputError
from codescore.foundation.files import sha256
from codescore.languages import Language
from codescore.metrics.ngrams import ORDERS, Ngram, count
from codescore.metrics.prepared import Prepared
from codescore.metrics.tokens import CODE

#: Beyond so many different n-grams the rare ones are forgotten; those that lead the list are never among them.
_MANY = 4_000_000
_SEED = 1


def build(corpus: Path, language: Language, *, k: int, functions: int) -> dict[str, Any]:
    """The list of the `k` most frequent n-grams of at most so many functions of a corpus file (JSON lines, gzip).

    Raises InputError for a file that cannot be read or holds no code.
    """
    sample, total = _sample(corpus, functions)
    counted: Counter[Ngram] = Counter()
    for line in sample:
        tokens = Prepared(json.loads(line)["code"], language.id).tokens(CODE)
        for order in range(1, ORDERS + 1):
            counted.update(count(tokens, order))
        if len(counted) > _MANY:
            counted = Counter({gram: n for gram, n in counted.items() if n > 2})
    if not counted:
        raise InputError(f"{corpus} holds no code to count")
    ranked = sorted(counted.items(), key=lambda item: (-item[1], item[0]))[:k]
    return {
        "corpus": f"{corpus.name}, sha256 {sha256(corpus)}",
        "functions": len(sample),
        "of": total,
        "seed": _SEED,
        "tokens": CODE,
        "orders": ORDERS,
        "k": k,
        "ngrams": [[list(gram), n] for gram, n in ranked],
    }


def write(found: dict[str, Any], path: Path) -> None:
    """One n-gram a line, so that a difference can be read."""
    head = {key: value for key, value in found.items() if key != "ngrams"}
    lines = ",\n  ".join(json.dumps(entry, ensure_ascii=False) for entry in found["ngrams"])
    opening = json.dumps(head, indent=1, ensure_ascii=False).removesuffix("\n}")
    path.write_text(f'{opening},\n "ngrams": [\n  {lines}\n ]\n}}\n', encoding="utf-8")


def _sample(corpus: Path, functions: int) -> tuple[list[bytes], int]:
    """Lines drawn with equal chance (reservoir), and how many there are."""
    rng = Random(_SEED)  # noqa: S311 (a sample, no secret)
    sample: list[bytes] = []
    total = 0
    try:
        with gzip.open(corpus) as lines:
            for line in lines:
                total += 1
                if len(sample) < functions:
                    sample.append(line)
                elif (place := rng.randrange(total)) < functions:
                    sample[place] = line
    except (OSError, EOFError) as error:
        raise InputError(f"cannot read corpus {corpus}: {error}") from None
    return sample, total
