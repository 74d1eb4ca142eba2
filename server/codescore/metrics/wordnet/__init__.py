"""Synonyms of English words, from WordNet 3.0: data and the one question METEOR asks of it.

`synonyms.txt.gz` is built by `scripts/wordnet_synonyms.py` from the files of the Debian package `wordnet-base`;
LICENSE is WordNet's own.  A word is looked up as it is and by its base forms (WordNet's morphy: irregular forms from a
table, else one regular ending cut off), in every part of speech.  Loaded at the first question (about 0.1 s).
"""

from __future__ import annotations

import gzip
from dataclasses import dataclass, field
from functools import cache, lru_cache
from importlib.resources import files

VERSION = "WordNet 3.0"

_ADJECTIVE = (("er", ""), ("est", ""), ("er", "e"), ("est", "e"))
_ENDINGS: dict[str, tuple[tuple[str, str], ...]] = {
    "noun": (("s", ""), ("ses", "s"), ("ves", "f"), ("xes", "x"), ("zes", "z"), ("ches", "ch"), ("shes", "sh"),
             ("men", "man"), ("ies", "y")),
    "verb": (("s", ""), ("ies", "y"), ("es", "e"), ("es", ""), ("ed", "e"), ("ed", ""), ("ing", "e"), ("ing", "")),
    "adj": _ADJECTIVE,
    "adv": (),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Part:
    """One part of speech: irregular forms to base forms, and words to the lines of their synonym sets."""

    irregular: dict[str, list[str]] = field(default_factory=dict)
    words: dict[str, list[str]] = field(default_factory=dict)


@lru_cache(maxsize=65_536)
def synonyms(word: str) -> frozenset[str]:
    """The words that share a meaning with any form of a word in lower case; empty for an unknown word."""
    found: set[str] = set()
    for part, content in _loaded().items():
        for form in _forms(word, part, content):
            found.add(form)
            found.update(*(line.split(" ") for line in content.words[form]))
    return frozenset(found)


def _forms(word: str, part: str, content: _Part) -> list[str]:
    """The word and its base forms, as far as the dictionary has them."""
    bases = content.irregular.get(word)
    if bases is None:
        bases = [word[: len(word) - len(old)] + new for old, new in _ENDINGS[part] if word.endswith(old)]
    return [form for form in dict.fromkeys((word, *bases)) if form in content.words]


@cache
def _loaded() -> dict[str, _Part]:
    raw = files("codescore.metrics.wordnet").joinpath("synonyms.txt.gz").read_bytes()
    parts: dict[str, _Part] = {}
    kind, part = "", _Part()
    for line in gzip.decompress(raw).decode("utf-8").splitlines():
        if line[0] in "!=+" and line[1:] in _ENDINGS:
            kind, part = line[0], parts.setdefault(line[1:], _Part())
        elif kind == "!":
            form, *bases = line.split(" ")
            part.irregular[form] = bases
        elif kind == "=":
            part.words[line] = []
        else:
            for word in line.split(" "):
                part.words.setdefault(word.lower(), []).append(line)
    return parts
