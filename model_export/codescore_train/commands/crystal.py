"""`codescore-train crystal`: write the n-grams that a corpus shares most, for CrystalBLEU."""

from __future__ import annotations

import argparse
from pathlib import Path

from codescore.foundation.errors import InputError
from codescore.languages import all_languages, by_id
from codescore_train.commands.options import say
from codescore_train.corpus.shared_ngrams import build, write


def run(options: argparse.Namespace) -> int:
    """Count a sample of the corpus; the file is what a language's folder holds."""
    language = by_id(options.language)
    if language is None:
        known = ", ".join(one.id for one in all_languages())
        raise InputError(f"unknown language {options.language!r}; known are {known}")
    found = build(Path(options.corpus_file), language, k=options.k, functions=options.functions)
    write(found, Path(options.out))
    say(f"{options.out}: {len(found['ngrams'])} n-grams of {found['functions']} of {found['of']} functions")
    return 0
