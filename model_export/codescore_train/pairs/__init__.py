"""Positives (table 1) and negatives (table 2) of corpus functions, tokenised, in compact arrays on disk."""

from __future__ import annotations

from codescore_train.pairs.store import PairSet, collect, load_pairs, save_pairs

__all__ = ["PairSet", "collect", "load_pairs", "save_pairs"]
