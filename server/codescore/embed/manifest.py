"""The manifest of a model bundle: what it is, what it was made from, and the proof that it computes what was trained.

A bundle is a folder of `model.onnx` (one self-contained file), `tokenizer.json`, `manifest.json` and, with a same-task
part, `same-task.bin`.  The structures
here are shared by serving and by `codescore_train`, which writes them.  Nothing here touches a file or a model.
"""

from __future__ import annotations

from typing import Any

import msgspec

FORMAT = 1
MODEL_FILE = "model.onnx"
TOKENIZER_FILE = "tokenizer.json"
MANIFEST_FILE = "manifest.json"
TASK_FILE = "same-task.bin"

#: The ways of tables 11 and 12 to get one vector from a sequence, as names of the model's outputs.
POOLINGS = ("cls-relu", "cls", "last-avg", "first-last-avg")
#: The way that compares token by token instead; it stands beside the poolings wherever one of them can be chosen.
LATE = "late-interaction"


class Record(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Base of every part of a manifest: immutable, unknown fields are an error."""


class Parity(Record, frozen=True):
    """How far the shipped model is from the trained one, measured on `samples` sketches over all poolings."""

    samples: int
    fp32_max_difference: float  # ONNX fp32 against PyTorch, largest absolute difference of a unit-length vector
    shipped_min_cosine: float  # shipped (e.g. int8) against ONNX fp32, smallest cosine
    shipped_mean_cosine: float
    fp32_tolerance: float
    shipped_tolerance: float  # on 1 - shipped_min_cosine
    passed: bool
    tokens_fp32_max_difference: float | None = None  # the same of token vectors, where the model gives them
    tokens_shipped_mean_cosine: float | None = None


class Pooling(Record, frozen=True):
    """One output of the model and how its cosine is read.

    `calibration` holds the knots (cosine, similarity) of a piecewise linear, monotone scale from [-1, 1] to [0, 1],
    set on held-out corpus data so that 0.5 separates rewrites from mutants.
    """

    output: str
    calibration: tuple[tuple[float, float], ...]


class LateInteraction(Record, frozen=True):
    """How token vectors are compared: similarity = recall less mismatch, replaced operators, suspicion at their prices.

    The model's `output` is (batch, sequence, forms + roles + 2): both kinds of vectors, then weight and rarity; with
    `suspicion` a last number more.
    """

    output: str
    forms: int
    roles: int
    mismatch_price: float
    operator_price: float
    most_operators: int  # that count
    vector_pooling: str  # where one vector per text is needed: to find what belongs together, to draw a map
    suspicion: bool = False  # whether the model says of every token how likely it stands in another's place
    suspicion_price: float = 0.0


#: What a probability may look at (`codescore.score.probability` computes it), and the version of its meaning.
PROBABILITY_VERSION = "1"
PROBABILITY_FEATURES = (
    "edit_similarity", "token_similarity", "chrf", "length_ratio", "log_length_ratio", "call_recall",
    "call_precision", "calls_missing", "calls_extra", "name_recall", "name_precision", "operators_missing",
    "operators_extra", "literals_missing", "literals_extra", "loops_missing", "loops_extra", "branches_missing",
    "branches_extra", "exits_missing", "exits_extra", "operator_substitutions", "statements_missing",
    "statements_extra", "statements_same", "statements_alike", "diverges_at", "differences", "table_one_only",
    "bounded", "token_recall", "kind_recall", "content_precision", "shape_recall", "parameters_unused",
    "names_unknown", "stub", "otherwise_extra", "result_type_differs", "reference_length", "recall", "mismatch",
    "paper_cosine", "cosine",
)  # fmt: skip


class Term(Record, frozen=True):
    """What one feature adds to the log-odds: knots (value, log-odds), linear between them, constant outside."""

    feature: str
    knots: tuple[tuple[float, float], ...]


class Odds(Record, frozen=True):
    """The chance of being right in one language: the log-odds are `intercept` plus what the terms add.

    Every term adds 0 to the reference itself (to a reference of usual length, where it looks at the reference), so
    that `intercept` is what a copy gets and the terms say what departing from it costs.
    """

    intercept: float
    terms: tuple[Term, ...]
    broken: float  # probability where the candidate does not compile


class ProbabilityModel(Record, frozen=True):
    """How the probability of being functionally correct is computed; see `codescore.score.probability`."""

    features: str  # version of the features it was trained on: PROBABILITY_VERSION
    languages: dict[str, Odds]
    pooled: Odds  # for every other language
    unsure: tuple[float, float]  # between these "cannot say"
    training: dict[str, Any]  # data, pairs, measures out of fold


#: Version of what `codescore.score.task` makes of a sketch, which a bundle's same-task part was trained on.
TASK_FEATURES = "3"


class SameTask(Record, frozen=True):
    """How programs are compared by task: `same-task.bin` holds `rows` features, see `codescore.embed.task_model`.

    `calibration` holds knots (nearness, number) as for a pooling; nearness is a cosine, less how crowded the places of
    both programs are.  A number above `threshold` is said to a person: on held-out tasks a share of `false_positives`
    of look-alikes exceeds it.
    """

    features: str  # version: TASK_FEATURES
    families: tuple[str, ...]
    rows: int
    dimensions: int  # of all heads together
    hidden: int  # width of the layer between of a head, 0: none
    calibration: tuple[tuple[float, float], ...]
    threshold: float
    false_positives: float
    parity: float  # smallest cosine of the shipped vectors to the trained ones
    languages: tuple[str, ...]
    quality: dict[str, Any]
    training: dict[str, Any]
    centres: int = 0  # tasks whose place is known, 0: none
    crowd: int = 0  # the nearest of them that tell how crowded a place is
    thresholds: dict[str, float] = {}  # by language, for `threshold`: look-alikes of one are nearer than another's
    golden: tuple[float, ...] = ()  # vector of a program that has every feature once, as it was exported; (): none
    heads: int = 1  # bags trained from other beginnings, whose cosines are averaged
    bits: int = 8  # of a number of a feature's vectors, 8 or 2


class Golden(Record, frozen=True):
    """What the model made of one sketch where the bundle was written: checked before it is used anywhere else."""

    sketch: str
    vectors: dict[str, tuple[float, ...]]  # by pooling
    tolerance: float  # on 1 - cosine


class Manifest(Record, frozen=True):
    """`manifest.json`: see the field comments for units."""

    format: int
    name: str
    version: str
    licence: str
    description: str
    sketch_version: str
    languages: tuple[str, ...]
    dimensions: int
    max_tokens: int  # of one window, special tokens included
    vocabulary: int
    default_pooling: str
    threshold: float  # on the calibrated similarity; the paper's 0.5
    poolings: dict[str, Pooling]
    precision: str  # "int8" or "fp32"
    sha256: dict[str, str]  # file name -> hex digest, for model and tokenizer
    parity: Parity
    quality: dict[str, Any]  # measured results, by data set
    training: dict[str, Any]  # recipe, corpus summary with licences, steps, seed, library versions
    late: LateInteraction | None = None
    correctness_threshold: float | None = None  # on the same scale as `threshold`; where passing is told apart best
    probability: ProbabilityModel | None = None
    same_task: SameTask | None = None
    golden: Golden | None = None

    @property
    def trained_on(self) -> frozenset[str]:
        """SHA-256 (hex) of the data sets with known outcome whose programs the encoder was trained on."""
        pairs = self.training.get("pairs")
        files = pairs.get("solution files") if isinstance(pairs, dict) else None
        return frozenset(map(str, files.values())) if isinstance(files, dict) else frozenset()

    @property
    def vector_poolings(self) -> tuple[str, ...]:
        """Those ways of comparing that give one vector per text, in the manifest's order."""
        return tuple(name for name in self.poolings if name != LATE)

    @property
    def vector_pooling(self) -> str:
        """The one to use where a single vector is needed."""
        late = self.late if self.default_pooling == LATE else None
        return late.vector_pooling if late is not None else self.default_pooling
