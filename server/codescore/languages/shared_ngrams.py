"""The n-grams that all code of a language shares, as data: what CrystalBLEU leaves out.

Read from the optional `shared_ngrams.json` of a language's folder, which `codescore-train crystal` writes and which
says from what corpus it was counted.  Neighbours: `metrics.crystal_bleu` uses it.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from functools import cache

from codescore.languages.registry import Language

FILE = "shared_ngrams.json"


@dataclass(frozen=True, slots=True, eq=False)
class SharedNgrams:
    """The most frequent n-grams of the orders 1 to 4 together, most frequent first.

    `tokens` names the tokenisation they were counted in; `corpus` says of what, with its hash; `digest` is the file's.
    """

    ngrams: tuple[tuple[str, ...], ...]
    tokens: str
    corpus: str
    functions: int
    digest: str


@cache
def shared_ngrams(language: Language) -> SharedNgrams | None:
    """The list of a language, None where it has none."""
    path = language.file(FILE)
    if path is None:
        return None
    raw = path.read_bytes()
    data = json.loads(raw)
    return SharedNgrams(
        tuple(tuple(gram) for gram, _ in data["ngrams"]),
        data["tokens"],
        data["corpus"],
        data["functions"],
        hashlib.sha256(raw).hexdigest()[:12],
    )
