"""`codescore-train tokenizer`: write `tokenizer.json` into the work folder."""

from __future__ import annotations

import argparse

from codescore.foundation.files import replacing
from codescore_train.commands.options import recipe_of, say
from codescore_train.pairs.source import languages_of, read_functions
from codescore_train.tokenizer import tokenizer_of_base, train_tokenizer
from codescore_train.tokenizer.build import texts_of


def run(options: argparse.Namespace) -> int:
    """Train it on the corpus, or take the base's own."""
    recipe, path = recipe_of(options), options.work / "tokenizer.json"
    if recipe.model.base:
        made = tokenizer_of_base(recipe.model.base, allow_network=options.allow_network)
        with replacing(path) as temporary:
            temporary.write_text(made.to_str(), encoding="utf-8")
    else:
        texts: list[tuple[str, str]] = []
        for language in languages_of(options.corpus):
            found = read_functions(options.corpus, language, "train", recipe.tokenizer.functions, recipe.train.seed)
            texts += [(function.sketch, function.comment) for function in found]
        made = train_tokenizer(texts_of(texts), recipe.tokenizer, path)
    say(f"{path}: {made.get_vocab_size()} tokens")
    return 0
