"""Byte-level BPE over sketches and comments; one `tokenizer.json` that holds everything serving needs."""

from __future__ import annotations

from codescore_train.tokenizer.build import SPECIALS, build_tokenizer, train_tokenizer
from codescore_train.tokenizer.special import SpecialIds, load_tokenizer, special_ids, tokenizer_of_base

__all__ = [
    "SPECIALS",
    "SpecialIds",
    "build_tokenizer",
    "load_tokenizer",
    "special_ids",
    "tokenizer_of_base",
    "train_tokenizer",
]
