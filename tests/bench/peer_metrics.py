"""Times PyPI's `codebleu` and `code-bert-score`, in an environment of their own; run by `bench_metrics.py`.

    python tests/bench/peer_metrics.py PAIRS.json codebleu|code-bert-score

PAIRS.json is a list of [language, candidate, reference].  Prints one JSON document: seconds of scoring all of them,
what was called, and versions.  Loading modules and models is not counted.  Uses nothing of this project.

An environment for it (codebleu pins tree-sitter below 0.23; grammars that fit it have to be asked for):

    python -m venv peers
    peers/bin/pip install torch==2.13.0
    peers/bin/pip install codebleu==0.7.0 tree-sitter-python==0.21.0 tree-sitter-java==0.21.0 code-bert-score==0.4.1
"""

from __future__ import annotations

import json
import logging
import os
import sys
import tempfile
import time
import warnings
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from typing import Any

Row = tuple[str, str, str]
#: The size of the encoder in the shipped bundle: layers, width, vocabulary.
LAYERS, WIDTH, VOCABULARY = 4, 256, 8192


def main() -> None:
    """Time one peer."""
    warnings.simplefilter("ignore")
    logging.disable(logging.CRITICAL)
    rows = [tuple(row) for row in json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))]
    found = {"codebleu": codebleu, "code-bert-score": code_bert_score}[sys.argv[2]](rows)
    sys.__stdout__.write(json.dumps({"peer": sys.argv[2], "pairs": len(rows), **found}) + "\n")


def codebleu(rows: list[Row]) -> dict[str, Any]:
    """`calc_codebleu` with a list of one pair at a time: what gives a value per pair."""
    from codebleu import calc_codebleu

    def work(chosen: list[Row]) -> None:
        for language, candidate, reference in chosen:
            calc_codebleu([reference], [candidate], language)

    work(rows[:1] + rows[-1:])
    return {"call": "calc_codebleu per pair", "seconds": timed(lambda: work(rows)), "version": version("codebleu")}


def code_bert_score(rows: list[Row]) -> dict[str, Any]:
    """`score` of all pairs in one call, in its own batches of 64, on one thread."""
    import torch
    from code_bert_score import score

    torch.set_num_threads(1)
    with tempfile.TemporaryDirectory(prefix="peer-encoder-") as folder:
        os.environ["HF_HUB_OFFLINE"] = "1"
        random_encoder(Path(folder), [text for _, *texts in rows for text in texts])

        def work(chosen: list[Row]) -> None:
            _, candidates, references = map(list, zip(*chosen, strict=True))
            score(candidates, references, model_type=folder, num_layers=LAYERS, device="cpu")

        work(rows[:2])
        seconds = timed(lambda: work(rows))
    call = f"score of all pairs, RoBERTa of {LAYERS} layers x {WIDTH}, {VOCABULARY:,} entries, random weights, fp32"
    return {"call": call, "seconds": seconds, "version": version("code-bert-score"), "torch": version("torch")}


def random_encoder(folder: Path, texts: list[str]) -> None:
    """A RoBERTa of the bundle's size with random weights, and a tokenizer trained on the very texts."""
    from tokenizers import ByteLevelBPETokenizer
    from transformers import PreTrainedTokenizerFast, RobertaConfig, RobertaModel

    special = ["<s>", "<pad>", "</s>", "<unk>", "<mask>"]
    bpe = ByteLevelBPETokenizer()
    bpe.train_from_iterator(texts, vocab_size=VOCABULARY, special_tokens=special, show_progress=False)
    names = dict(zip(("bos_token", "pad_token", "eos_token", "unk_token", "mask_token"), special, strict=True))
    tokenizer = PreTrainedTokenizerFast(
        tokenizer_object=bpe._tokenizer, cls_token="<s>", sep_token="</s>", model_max_length=512, **names
    )
    tokenizer.save_pretrained(folder)
    settings = RobertaConfig(
        vocab_size=VOCABULARY, hidden_size=WIDTH, num_hidden_layers=LAYERS, num_attention_heads=4,
        intermediate_size=4 * WIDTH, max_position_embeddings=514,
    )  # fmt: skip
    RobertaModel(settings).save_pretrained(folder)


def timed(work: Callable[[], None]) -> float:
    """Seconds of CPU time: one thread works."""
    started = time.process_time()
    work()
    return time.process_time() - started


if __name__ == "__main__":
    main()
