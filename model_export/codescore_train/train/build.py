"""A learner as a recipe describes it: the compact encoder, or one around an existing base."""

from __future__ import annotations

from codescore_train.recipe import ModelRecipe
from codescore_train.train.late import TokenHead
from codescore_train.train.model import CompactEncoder, Learner


def build_learner(recipe: ModelRecipe, vocabulary: int, *, allow_network: bool = False) -> Learner:
    """A fresh learner; raises InputError where a base does not fit the tokenizer or the recipe."""
    if recipe.base:
        # transformers takes a second to import, and only a base needs it
        from codescore_train.train.base import load_base  # noqa: PLC0415  only where there is a base

        base = load_base(recipe.base, vocabulary, recipe.max_tokens, allow_network=allow_network)
        return Learner(base, base.width, base.vocabulary, _head(recipe, base.width))
    return Learner(CompactEncoder(recipe, vocabulary), recipe.width, vocabulary, _head(recipe, recipe.width))


def _head(recipe: ModelRecipe, width: int) -> TokenHead | None:
    return TokenHead(width, recipe.token_width, suspicion=recipe.suspicion) if recipe.token_width else None
