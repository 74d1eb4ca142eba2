"""Bases of the Hugging Face kind, made on the spot: random weights, their own tokenizer, saved as a hub has them."""

from __future__ import annotations

from pathlib import Path

import torch
from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors, trainers
from transformers import BertConfig, BertModel, RobertaConfig, RobertaModel

_SPECIALS = ["<s>", "<pad>", "</s>", "<unk>", "<mask>"]
TINY = {"hidden_size": 32, "num_hidden_layers": 2, "num_attention_heads": 2, "intermediate_size": 64}


def roberta(folder: Path, vocabulary: int = 400, **sizes: int) -> Path:
    """A RobertaModel of 258 - 1 - 1 = 256 positions with a byte-level tokenizer, as UniXcoder and CodeBERT are."""
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    alphabet = pre_tokenizers.ByteLevel.alphabet()
    trainer = trainers.BpeTrainer(
        vocab_size=400, special_tokens=_SPECIALS, initial_alphabet=alphabet, show_progress=False
    )
    tokenizer.train_from_iterator(["def f ( arg_0 ) :\n    return arg_0 + 1"] * 5, trainer)
    tokenizer.post_processor = processors.TemplateProcessing(
        single="<s> $A </s>", special_tokens=[("<s>", 0), ("</s>", 2)]
    )
    tokenizer.save(str(folder / "tokenizer.json"))
    torch.manual_seed(0)
    config = RobertaConfig(
        vocab_size=max(vocabulary, tokenizer.get_vocab_size()), max_position_embeddings=258, pad_token_id=1,
        type_vocab_size=1, **(TINY | sizes),
    )  # fmt: skip
    RobertaModel(config, add_pooling_layer=False).save_pretrained(folder)
    return folder


def bert(folder: Path, vocabulary: int = 400, **sizes: int) -> Path:
    """A BertModel with a WordPiece tokenizer, as MiniLM has them."""
    tokenizer = Tokenizer(models.WordPiece(unk_token="[UNK]"))
    tokenizer.normalizer = normalizers.BertNormalizer(lowercase=True)
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    specials = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
    trainer = trainers.WordPieceTrainer(vocab_size=400, special_tokens=specials, show_progress=False)
    tokenizer.train_from_iterator([bytes(range(32, 127)).decode(), "def f ( arg_0 ) : return arg_0 + 1"] * 5, trainer)
    tokenizer.post_processor = processors.TemplateProcessing(
        single="[CLS] $A [SEP]", special_tokens=[("[CLS]", 2), ("[SEP]", 3)]
    )
    tokenizer.enable_padding(length=128)  # as MiniLM's file has it: a trap for whoever loads it
    tokenizer.save(str(folder / "tokenizer.json"))
    torch.manual_seed(0)
    config = BertConfig(
        vocab_size=max(vocabulary, tokenizer.get_vocab_size()), max_position_embeddings=256, **(TINY | sizes)
    )
    BertModel(config, add_pooling_layer=False).save_pretrained(folder)
    return folder
