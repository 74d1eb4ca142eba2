"""A training recipe: TOML checked against these structures, so that a misspelt key is an error and not a default.

Every number that decides what a bundle becomes stands in a recipe; the command line only says where things lie.
Neighbours: every stage takes its own section; `export` copies the whole recipe into the manifest.
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from codescore.embed.manifest import LATE, POOLINGS
from codescore.foundation.errors import InputError

RECIPES = Path(__file__).parent / "recipes"

Count = Annotated[int, Meta(ge=1)]
Natural = Annotated[int, Meta(ge=0)]
Share = Annotated[float, Meta(ge=0.0, le=1.0)]
Positive = Annotated[float, Meta(gt=0.0)]


class Section(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Base of all sections: immutable, unknown keys are an error."""


class TokenizerRecipe(Section, frozen=True):
    """Byte-level BPE over sketches and comments; unused with `model.base`, which brings its own tokenizer."""

    vocabulary: Annotated[int, Meta(ge=600, le=65535)] = 8192
    functions: Count = 60_000  # read per language
    placeholders: Natural = 64  # arg_0 .. and var_0 .. that are whole tokens
    depths: Natural = 16  # levels of indentation that are one token together with the line break


class PairsRecipe(Section, frozen=True):
    """What is generated per function."""

    functions: Count = 100_000  # read per language
    valid_functions: Count = 2_000
    positives: Count = 2  # different rewrites kept, if there are as many
    negatives: Count = 3
    attempts: Count = 2  # draws per wanted variant; small functions have few different ones
    max_tokens: Annotated[int, Meta(ge=8, le=4096)] = 254  # of a sketch, special tokens not counted
    comment_tokens: Natural = 48
    solution_copies: Count = 4  # of every pair of programs that solve one task, where such data are given
    lone_mutants: bool = False  # mutants also of functions without a rewrite: detection learns from them
    slips: Natural = 0  # further mutants with one slip that is no operator's: constants, variables, calls, statements
    namesakes: Natural = 0  # pairs of like-named functions of different projects, per language at most
    processes: Annotated[int, Meta(ge=1, le=64)] = 2


class ModelRecipe(Section, frozen=True):
    """The compact encoder; with `base`, a RoBERTa-type model whose own sizes count instead."""

    layers: Count = 4
    width: Count = 256
    heads: Count = 4
    feed_forward: Count = 4  # times width
    dropout: Share = 0.1
    max_tokens: Annotated[int, Meta(ge=8, le=4096)] = 256  # special tokens included
    token_width: Natural = 64  # of the vectors that late interaction compares; 0: none
    suspicion: bool = False  # late interaction also learns which operators stand in another's place
    base: str = ""  # local folder, or hub id together with `--allow-network`


class TrainRecipe(Section, frozen=True):
    """Equations 1 to 4 of the paper and the optimiser."""

    steps: Count = 8000
    warm_up: Share = 0.25  # share of the steps that contrast nothing: MLM and detection alone
    learning_rate: Positive = 1e-3
    rate_warm_up: Share = 0.03
    final_rate: Share = 0.02  # of `learning_rate`, at the end of the cosine
    weight_decay: Annotated[float, Meta(ge=0.0)] = 0.01
    clip: Positive = 1.0
    batch_tokens: Annotated[int, Meta(ge=256)] = 5000  # all sequences of a worker's part of a step
    batch_functions: Annotated[int, Meta(ge=2)] = 48  # at most, per worker and step
    temperature: Positive = 0.05
    rewrite_share: Share = 0.5  # of positives; the others are a second dropout pass
    mask_share: Share = 0.15
    mlm_share: Share = 0.5  # of a joint step's functions that also enter the MLM loss
    mlm_weight: Annotated[float, Meta(ge=0.0)] = 1.0
    poolings: tuple[str, ...] = (
        "cls-relu",
        "last-avg",
    )  # that equation 3 is applied to; () with late interaction alone
    late_weight: Annotated[float, Meta(ge=0.0)] = 1.0  # of the mismatch loss, where the model has token vectors
    recall_weight: Annotated[float, Meta(ge=0.0)] = 0.0  # of equation 3 on recall, see train.recall
    detect_weight: Annotated[float, Meta(ge=0.0)] = 1.0  # of replaced-operator detection, where the model has it
    anchor_weight: Annotated[float, Meta(ge=0.0)] = 0.0  # holds similarities of different functions to the start's
    frozen_layers: Natural = 0  # the embedding and the first so many layers stay as they are; 0: all is trained
    average: Annotated[float, Meta(ge=0.0, lt=1.0)] = 0.998  # decay of the weight average; 0: none
    seed: Natural = 1
    checkpoint_seconds: Positive = 180.0
    validate_steps: Count = 500
    validate_functions: Count = 300  # per language
    workers: Annotated[int, Meta(ge=1, le=64)] = 2  # parts of a step computed side by side; 1 with a base
    threads: Natural = 1  # per worker; 0: as torch decides


class ExportRecipe(Section, frozen=True):
    """What the bundle says of itself, and how far it may be from the trained model."""

    name: str = "codescore-r-base"
    version: str = "0.1.0"
    licence: str = "Apache-2.0"
    description: str = ""
    precision: str = "int8"
    default_pooling: str = ""  # of the bundle; "" leaves it to the self-audit on held-out functions
    forms: Count = 64  # numbers of a token's form, with late interaction
    mismatch_price: Annotated[float, Meta(ge=0.0, le=10.0)] = 0.1  # see codescore.embed.manifest.LateInteraction
    operator_price: Annotated[float, Meta(ge=0.0, le=10.0)] = 0.03
    most_operators: Natural = 2
    suspicion_price: Annotated[float, Meta(ge=0.0, le=10.0)] = 0.2  # where the model has it
    operator_decides: bool = False  # 0.5 no lower than what one operator's price leaves of a recall of 1
    mutants_passing: Share = 0.05  # of held-out mutants, where more do: above 0.5 with late interaction
    samples: Count = 200  # sketches that parity is measured on
    fp32_tolerance: Positive = 1e-4
    shipped_tolerance: Positive = 0.02


class Recipe(Section, frozen=True):
    """A whole recipe; what it leaves out has the defaults above."""

    tokenizer: TokenizerRecipe = TokenizerRecipe()
    pairs: PairsRecipe = PairsRecipe()
    model: ModelRecipe = ModelRecipe()
    train: TrainRecipe = TrainRecipe()
    export: ExportRecipe = ExportRecipe()


def load_recipe(name: str) -> Recipe:
    """The recipe in a TOML file, or the shipped one of that name (`base`, `tiny`).  Raises InputError."""
    path = Path(name)
    if not path.is_file() and (RECIPES / f"{name}.toml").is_file():
        path = RECIPES / f"{name}.toml"
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        known = ", ".join(sorted(p.stem for p in RECIPES.glob("*.toml")))
        raise InputError(f"cannot read recipe {name}: {error.strerror}; shipped recipes: {known}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise InputError(f"recipe {path} is not TOML: {error}") from None
    return parse_recipe(data, str(path))


def parse_recipe(data: dict[str, Any], where: str) -> Recipe:
    """A recipe from its parsed TOML; `where` names it in messages.  Raises InputError."""
    try:
        recipe = msgspec.convert(data, Recipe)
    except msgspec.ValidationError as error:
        raise InputError(f"recipe {where}: {error}") from None
    unknown = set(recipe.train.poolings) - set(POOLINGS)
    late = recipe.model.token_width > 0 and recipe.train.late_weight > 0
    if unknown or not (recipe.train.poolings or late):
        raise InputError(f"recipe {where}: train.poolings must name some of {', '.join(POOLINGS)}")
    detects = recipe.model.suspicion and recipe.model.token_width and recipe.train.detect_weight
    if recipe.train.warm_up and not recipe.train.mlm_weight and not detects:
        raise InputError(f"recipe {where}: with train.mlm_weight = 0 the warm-up learns nothing; set train.warm_up = 0")
    if recipe.model.width % (2 * recipe.model.heads):
        raise InputError(f"recipe {where}: model.width must be a multiple of 2 x model.heads")
    if recipe.pairs.max_tokens > recipe.model.max_tokens - 2:
        raise InputError(f"recipe {where}: pairs.max_tokens plus two special tokens must fit into model.max_tokens")
    if recipe.export.default_pooling not in ("", LATE, *POOLINGS):
        raise InputError(f"recipe {where}: export.default_pooling must be one of {', '.join((LATE, *POOLINGS))}")
    if recipe.export.precision not in ("int8", "fp32"):
        raise InputError(f"recipe {where}: export.precision must be int8 or fp32")
    return recipe
