"""What makes a number comparable: the signature, and the result that cannot be made without one.

    BLEU|lang:python|tok:code|smooth:exp|v:0.1.0

Title first, then settings as `key:value` in a fixed order, then our version; as sacrebleu's.  Two values may be
compared where their signatures are equal.  Pure.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from codescore import __version__
from codescore.metrics.metric import Metric, Score


@dataclass(frozen=True, slots=True)
class Signature:
    """Title and settings of a metric in one language.  Made by `sign`."""

    title: str
    settings: tuple[tuple[str, str], ...]

    def __post_init__(self) -> None:
        names = [name for name, _ in self.settings]
        if not self.title or not {"lang", "v"} <= set(names) or len(set(names)) < len(names):
            raise TypeError(f"not a signature: {self.title!r} {self.settings!r}")

    def __str__(self) -> str:
        return "|".join((_plain(self.title), *(f"{name}:{_plain(value)}" for name, value in self.settings)))


@dataclass(frozen=True, slots=True)
class Result:
    """A score and what it is a score of; there is none without its signature."""

    metric: str
    score: Score
    signature: Signature

    def __post_init__(self) -> None:
        _require(self.signature)


def sign(metric: Metric, language: str, extra: Mapping[str, str] | None = None) -> Signature:
    """The signature of a metric's values in a language; `extra` for what is not the metric's (resampling, say)."""
    settings = {"lang": language, **metric.settings(language), **(extra or {}), "v": __version__}
    return Signature(metric.title, tuple(settings.items()))


def _require(signature: object) -> None:
    """Raise TypeError for anything but a signature: types alone do not stop an untyped caller."""
    if not isinstance(signature, Signature):
        raise TypeError("a result needs the signature of its metric; make it with `sign`")


def _plain(text: str) -> str:
    return " ".join(text.replace("|", "/").split())
