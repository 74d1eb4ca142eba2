"""A tokenizer's rules are read before they run: what makes much of little, or can take for ever, is refused."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from codescore.embed import load_bundle
from codescore.embed.tokenizer_scan import unsound
from codescore.foundation.errors import BundleError
from tests.stages.bundles import copy_bundle, shipped_bundle


def replace(old: str, new: str, kind: str = "String") -> dict[str, Any]:
    return {"type": "Replace", "pattern": {kind: old}, "content": new}


def sequence(*rules: dict[str, Any]) -> dict[str, Any]:
    return {"type": "Sequence", "normalizers": list(rules)}


def before(*rules: dict[str, Any]) -> dict[str, Any]:
    return {"type": "Sequence", "pretokenizers": list(rules)}


BYTES = {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": True, "use_regex": False}
NESTED = sequence(*(replace(chr(97 + k), chr(98 + k) * 12) for k in range(8)))


def template(*pieces: dict[str, Any], ids: int = 1) -> dict[str, Any]:
    return {
        "type": "TemplateProcessing",
        "single": list(pieces),
        "special_tokens": {"<s>": {"id": "<s>", "ids": [0] * ids, "tokens": ["<s>"] * ids}},
    }


TEXT, START = {"Sequence": {"id": "A", "type_id": 0}}, {"SpecialToken": {"id": "<s>", "type_id": 0}}


@pytest.mark.parametrize(
    ("part", "rule", "reason"),
    [
        ("normalizer", NESTED, "more than 64 bytes of one"),
        ("normalizer", sequence(sequence(sequence(NESTED))), "more than 64 bytes of one"),
        ("normalizer", replace("a", "b" * 100), "more than 64 bytes of one"),
        ("normalizer", replace("a", "b" * 300), "more than 256 bytes into a text"),
        ("normalizer", replace("", "b" * 100, "Regex"), "more than 64 bytes of one"),
        ("normalizer", {"type": "Prepend", "prepend": "x" * 300}, "more than 256 bytes into a text"),
        ("normalizer", {"type": "Precompiled", "precompiled_charsmap": ""}, "'Precompiled'"),
        ("normalizer", sequence(*[{"type": "Strip"}] * 100), "more than 64 steps"),
        ("normalizer", 3, "a step that is none"),
        ("normalizer", replace("(a+)+b", "x", "Regex"), "repetitions nest"),
        ("pre_tokenizer", before(*[BYTES] * 20), "more than 64 bytes of one"),
        ("pre_tokenizer", {"type": "Split", "pattern": {"Regex": "(?:x*y*)*z"}}, "repetitions nest"),
        ("pre_tokenizer", {"type": "Split", "pattern": {"Regex": "((a{2,}b)c)+"}}, "repetitions nest"),
        ("post_processor", template(*[TEXT] * 9), "several texts of one"),
        ("post_processor", template(START, TEXT, ids=1_000_000), "several texts of one"),
        ("post_processor", {"type": "Unheard"}, "'Unheard'"),
    ],
)
def test_rules_that_run_away_are_refused(part: str, rule: object, reason: str) -> None:
    """One line says which rule it is."""
    found = unsound(json.dumps({"version": "1.0", part: rule, "model": {"type": "BPE"}}).encode())
    assert found is not None
    assert reason in found
    assert "\n" not in found


@pytest.mark.parametrize(
    ("part", "rule"),
    [
        ("normalizer", None),
        ("normalizer", sequence({"type": "NFKC"}, {"type": "Lowercase"})),
        ("normalizer", sequence({"type": "Prepend", "prepend": "\u2581"}, replace(" ", "\u2581"))),
        ("pre_tokenizer", {"type": "Metaspace", "replacement": "\u2581"}),
        ("pre_tokenizer", BYTES | {"use_regex": True}),
        (
            "pre_tokenizer",
            {"type": "Split", "pattern": {"Regex": r"'(?i:[sdmt]|ll)|[^\r\n\p{L}]?+\p{L}+|\s+(?!\S)|\(+"}},
        ),
        ("pre_tokenizer", {"type": "Split", "pattern": {"Regex": r"(?:a+|b)?[(*+)]+(?: {4}){0,16}"}}),
        ("post_processor", {"type": "RobertaProcessing", "sep": ["</s>", 2], "cls": ["<s>", 0]}),
        ("post_processor", template(START, TEXT, START)),
    ],
)
def test_ordinary_rules_are_accepted(part: str, rule: object) -> None:
    """What published tokenizers hold passes: RoBERTa's, BERT's, Llama's."""
    assert unsound(json.dumps({"version": "1.0", part: rule, "model": {"type": "BPE"}}).encode()) is None


@pytest.mark.bundle
def test_a_bundle_with_such_a_tokenizer_does_not_load(tmp_path: Path) -> None:
    """A fitting hash does not help, and nothing is run to find out."""
    good = json.loads(shipped_bundle().tokenizer)
    path = copy_bundle(tmp_path, tokenizer=json.dumps(good | {"normalizer": NESTED}).encode())
    with pytest.raises(BundleError, match=r"tokenizer\.json may make more than 64 bytes of one"):
        load_bundle(path)
