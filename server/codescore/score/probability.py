"""The probability of being functionally correct, without running anything: a sum that a person can follow.  Pure.

Log-odds = what a copy of the reference gets + what every feature in which the candidate departs from it adds, a curve
per feature read from the bundle's manifest.  Where the candidate does not compile there is one number for that.
Trained by `codescore_train`; knows no model, unit or file.  Neighbour: `features` makes the numbers.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from codescore.foundation.rounding import shown
from codescore.score import features
from codescore.score.judge import Judgement, calibrated
from codescore.sketch import SketchText

if TYPE_CHECKING:
    from codescore.embed import Odds, ProbabilityModel
    from codescore.languages import Language

#: What a trained model may look at: both kinds of numbers, and what the encoder says.
FEATURES = (*features.NAMES, *features.SIGNS, "recall", "mismatch", "paper_cosine", "cosine")

_LEAST = 0.05  # log-odds that are worth a word
_MOST_WORDS = 3
_FORM = "only the form differs, as far as can be seen"
_MUCH = 1.5  # times as long
#: What a number without words of its own is said with: what makes it low.
_SPOKEN = {
    "token_recall": ("calls_missing", "operators_missing", "literals_missing", "statements_missing"),
    "kind_recall": ("calls_missing", "operators_missing", "literals_missing"),
    "recall": ("calls_missing", "literals_missing", "operators_missing", "statements_missing"),
    "paper_cosine": ("calls_missing", "literals_missing", "operators_missing", "statements_missing"),
    "shape_recall": ("loops_missing", "branches_missing", "statements_missing"),
    "content_precision": ("calls_extra", "operators_extra", "literals_extra"),
    "mismatch": ("operator_substitutions", "operators_missing"),
}


@dataclass(frozen=True, slots=True)
class Broken:
    """The value where a candidate does not compile, should that turn out."""

    value: float
    unsure: bool


@dataclass(frozen=True, slots=True)
class Probability:
    """`value` in (0, 1), or [0, 1] where the candidate does not compile; `unsure` says that it settles nothing.

    `contributions` are (feature, log-odds), those that lower it most first; with `intercept` they sum to the log-odds
    of `value`.  None of either where the candidate does not compile.  `why` are the same reasons in words.
    """

    value: float
    unsure: bool
    broken: Broken
    intercept: float | None = None
    contributions: tuple[tuple[str, float], ...] = ()
    why: tuple[str, ...] = ()

    def to_json(self) -> dict[str, object]:
        """What it is made of, as every interface shows it: log-odds by feature, and the reasons."""
        return {
            "unsure": self.unsure,
            "why": list(self.why),
            "intercept": self.intercept,
            "contributions": dict(self.contributions),
        }

    def in_words(self) -> str:
        """E.g. ``0.41, cannot say``."""
        return f"{shown(self.value)}{', cannot say' if self.unsure else ''}"

    def reasons(self) -> str:
        """E.g. ``why 0.41: `<` became `<=`; one call missing: sorted``; "" without any."""
        return f"why {shown(self.value)}: {'; '.join(self.why)}" if self.why else ""

    def breaks(self, why: str = "it does not compile") -> Probability:
        """What is left of it once the candidate turns out not to compile, or to lack something."""
        return Probability(self.broken.value, self.broken.unsure, self.broken, why=(why,))


@dataclass(frozen=True, slots=True)
class Evidence:
    """All that is known of two sketches without running them; `known` as for `clues_of`."""

    candidate: SketchText
    reference: SketchText
    language: Language
    known: Callable[[str], bool]
    numbers: Mapping[str, float]  # by name of FEATURES, those there are


def evidence(
    candidate: SketchText,
    reference: SketchText,
    language: Language,
    judgement: Judgement,
    known: Callable[[str], bool],
    *,
    wanted: Collection[str] = FEATURES,
) -> Evidence:
    """The numbers of a pair: of its sketches and of what the encoder said of them.

    What takes long and is not among the `wanted` is left out.
    """
    textual = not features.TEXTUAL.isdisjoint(wanted)
    found = features.features_of(candidate, reference, language, textual=textual)
    signs = features.clues_of(candidate, reference, language, known)
    numbers = dict(zip(features.NAMES, features.vector(found), strict=True))
    if not textual:
        numbers = {name: value for name, value in numbers.items() if name not in features.TEXTUAL}
    numbers.update(zip(features.SIGNS, features.vector(signs), strict=True))
    if judgement.cosine is not None:
        numbers["cosine"] = judgement.cosine
    if judgement.parts is not None:
        numbers.update(recall=judgement.parts.recall, mismatch=judgement.parts.mismatch)
        if judgement.parts.paper_cosine is not None:
            numbers["paper_cosine"] = judgement.parts.paper_cosine
    return Evidence(candidate, reference, language, known, numbers)


def probability_of(numbers: Mapping[str, float], model: ProbabilityModel, language: str) -> Probability | None:
    """The probability of a candidate that compiles; None where a number that the model looks at is not there."""
    odds = odds_of(model, language)
    if any(term.feature not in numbers for term in odds.terms):
        return None
    added = [(term.feature, calibrated(numbers[term.feature], term.knots)) for term in odds.terms]
    value = _logistic(odds.intercept + sum(x for _, x in added))
    contributions = tuple(sorted(added, key=lambda one: one[1]))
    return Probability(value, _unsure(value, model), _broken(odds, model), odds.intercept, contributions)


def broken(model: ProbabilityModel, language: str, why: str = "it does not compile") -> Probability:
    """The probability of a candidate that does not compile, or lacks a part."""
    found = _broken(odds_of(model, language), model)
    return Probability(found.value, found.unsure, found, why=(why,))


def _broken(odds: Odds, model: ProbabilityModel) -> Broken:
    return Broken(odds.broken, _unsure(odds.broken, model))


def odds_of(model: ProbabilityModel, language: str) -> Odds:
    """The curves of a language; the pooled ones where it has none of its own."""
    return model.languages.get(language, model.pooled)


def explained(found: Probability, of: Evidence, first: tuple[str, ...] = ()) -> Probability:
    """With reasons in words, those that weigh most first; `first` are better words for the operators."""
    if of.numbers["table_one_only"]:
        return replace(found, why=() if of.candidate == of.reference else (_FORM,))
    words: dict[str, None] = {}
    for name, log_odds in found.contributions:
        if log_odds > -_LEAST:
            break
        for said in filter(None, _words(name, of, first)):
            words.setdefault(said)
            break
    return replace(found, why=tuple(words)[:_MOST_WORDS])


def _words(name: str, of: Evidence, first: tuple[str, ...]) -> list[str]:
    if name == "length_ratio":
        longer = of.numbers["log_length_ratio"]
        much = f"much {'longer' if longer > 0 else 'shorter'} than the reference"
        return [much] if abs(longer) > math.log(_MUCH) else []
    if name in features.SIGNS:
        own = features.sign_in_words(name, of.numbers[name], of.candidate, of.reference, of.language, known=of.known)
        if own:
            return [own]
    found: list[str] = []
    for spoken in _SPOKEN.get(name, (name,)):
        if spoken in ("operator_substitutions", "operators_missing", "operators_extra") and first:
            found += first
        elif spoken in features.NAMES:
            found.append(features.in_words(spoken, of.numbers[spoken], of.candidate, of.reference, of.language))
    return found


def _unsure(value: float, model: ProbabilityModel) -> bool:
    low, high = model.unsure
    return low <= value <= high


def _logistic(log_odds: float) -> float:
    return 1 / (1 + math.exp(-log_odds)) if log_odds >= 0 else 1 - 1 / (1 + math.exp(log_odds))
