"""`codescore-train all`: tokenizer, pairs, train, export, one after the other."""

from __future__ import annotations

import argparse

from codescore_train.commands import export, pairs, tokenizer, train


def run(options: argparse.Namespace) -> int:
    """All stages after the corpus."""
    for stage in (tokenizer, pairs, train, export):
        stage.run(options)
    return 0
