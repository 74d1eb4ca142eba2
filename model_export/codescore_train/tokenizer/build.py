"""Train the tokenizer: byte-level BPE, line break + indentation as one token, placeholders as whole tokens.

Special tokens are vocabulary entries only, not patterns that are looked for in text: a string literal that spells
`<mask>` in someone's code stays a string literal.  The post-processor puts `<s>` and `</s>` around a text.
Knows nothing of models; neighbours: `pairs` uses the tokenizer, `export` ships it.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from tokenizers import Regex, Tokenizer, decoders, models, pre_tokenizers, processors, trainers

from codescore.foundation.files import replacing
from codescore_train.recipe import TokenizerRecipe

#: Ids 0 to 5, in RoBERTa's order where it has them; `<nl-sep>` stands between a comment and its code.
SPECIALS = ("<s>", "<pad>", "</s>", "<unk>", "<mask>", "<nl-sep>")

_INDENT = 4  # spaces per level in a sketch


def build_tokenizer(texts: Iterable[str], recipe: TokenizerRecipe) -> Tokenizer:
    """A tokenizer trained on texts; deterministic in the texts and their order."""
    whole = _whole_tokens(recipe)
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence(
        [
            pre_tokenizers.Split(Regex(_pattern(recipe)), behavior="isolated"),
            pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False),
        ]
    )
    trainer = trainers.BpeTrainer(
        vocab_size=recipe.vocabulary - len(whole),
        special_tokens=list(SPECIALS),
        initial_alphabet=sorted(pre_tokenizers.ByteLevel.alphabet()),
        show_progress=False,
    )
    tokenizer.train_from_iterator(texts, trainer)
    return Tokenizer.from_str(json.dumps(_completed(json.loads(tokenizer.to_str()), whole)))


def train_tokenizer(texts: Iterable[str], recipe: TokenizerRecipe, path: Path) -> Tokenizer:
    """`build_tokenizer`, written to `path`."""
    tokenizer = build_tokenizer(texts, recipe)
    with replacing(path) as temporary:
        temporary.write_text(tokenizer.to_str(pretty=True), encoding="utf-8")
    return tokenizer


def _pattern(recipe: TokenizerRecipe) -> str:
    """What never runs together: line breaks with their indentation, words, digits by three, runs of signs."""
    line = rf"\n(?: {{{_INDENT}}}){{0,{recipe.depths}}}"
    return "|".join((line, r" ?[^\W\d]\w*", r" ?\d{1,3}", r" ?[^\s\w]+", r" ?\w+", r"\s"))


def _whole_tokens(recipe: TokenizerRecipe) -> list[str]:
    """Tokens that must exist whatever the texts are, in byte-level spelling, with and without a space before."""
    byte_level = pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False)
    names = ["f", *(f"{kind}_{i}" for kind in ("arg", "var") for i in range(recipe.placeholders))]
    lines = ["\n" + " " * (_INDENT * depth) for depth in range(recipe.depths + 1)]
    texts = [*lines, *(space + name for name in names for space in ("", " "))]
    return [byte_level.pre_tokenize_str(text)[0][0] for text in texts]


def _completed(data: dict[str, Any], whole: list[str]) -> dict[str, Any]:
    """The serialised tokenizer with `whole` in its vocabulary, special tokens unlisted, post-processor set.

    `ignore_merges` makes the model take a pre-token that is in the vocabulary as it is, without any merges.
    """
    vocabulary: dict[str, int] = data["model"]["vocab"]
    for token in whole:
        vocabulary.setdefault(token, len(vocabulary))
    data["model"]["ignore_merges"] = True
    data["added_tokens"] = []
    start, end = ("<s>", vocabulary["<s>"]), ("</s>", vocabulary["</s>"])
    processor = processors.TemplateProcessing(
        single="<s> $A </s>", pair="<s> $A </s> $B </s>", special_tokens=[start, end]
    )
    shell = Tokenizer(models.BPE())
    shell.post_processor = processor
    shell.decoder = decoders.ByteLevel()
    written = json.loads(shell.to_str())
    data["post_processor"], data["decoder"] = written["post_processor"], written["decoder"]
    return data


def texts_of(pairs: Iterable[tuple[str, str]]) -> Iterator[str]:
    """Sketches and comments of (sketch, comment), one after the other."""
    for sketch, comment in pairs:
        yield sketch
        if comment:
            yield comment
