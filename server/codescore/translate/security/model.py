"""What passes between the steps of the security half: frozen records, no behaviour.

A *sample* is a vulnerable source of one weakness (CWE), with a safe version where there is one.  An *answer* is what a
model made of it in one *arm*: asked plainly, or asked for safe code.  Knows no file, no analyser and no page.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias, get_args

#: How a model was asked: as for any translation, or with the sentence that asks for safe code.
Arm: TypeAlias = Literal["plain", "safe"]
ARMS: tuple[Arm, ...] = get_args(Arm)

#: Which version of a sample was translated.
Source: TypeAlias = Literal["vulnerable", "safe"]
SOURCES: tuple[Source, ...] = get_args(Source)

#: What became of a weakness.  `not_built` is never safe, `not_analysable` is no answer.
Outcome: TypeAlias = Literal["survives", "gone", "not_built", "not_analysable"]
OUTCOMES: tuple[Outcome, ...] = get_args(Outcome)


@dataclass(frozen=True, slots=True)
class Sample:
    """A source with a known weakness.  `rule` is the analyser's query that the data's authors checked it with."""

    id: str  # CWE-089-1
    cwe: str  # CWE-089
    description: str
    vulnerable: str
    safe: str | None
    origin: str
    top25: bool
    rule: str


@dataclass(frozen=True, slots=True, order=True)
class AnswerKey:
    """One answer: of whom, asked how, to which version of which sample."""

    model: str
    arm: Arm
    sample: str
    source: Source = "vulnerable"

    def __str__(self) -> str:
        """For messages."""
        return f"{self.model}, {self.arm}, {self.sample}" + ("" if self.source == "vulnerable" else ", safe source")


@dataclass(frozen=True, slots=True)
class Finding:
    """What an analyser says of a place; `path` as it names it, lines from 1, `cwes` as numbers."""

    rule: str
    message: str
    severity: str
    path: str
    line: int
    end_line: int
    cwes: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class SecurityData:
    """Samples, and what was recorded of them: answers, findings in the sources, findings in the answers."""

    samples: tuple[Sample, ...]
    answers: Mapping[AnswerKey, str] = field(default_factory=dict)
    before: Mapping[tuple[str, Source], tuple[Finding, ...]] = field(default_factory=dict)
    after: Mapping[AnswerKey, tuple[Finding, ...]] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    sha256: str = ""

    @property
    def models(self) -> tuple[str, ...]:
        """Whose answers are recorded, in order of their names."""
        return tuple(sorted({key.model for key in self.answers}))

    def by_id(self, sample: str) -> Sample | None:
        """The sample of this id."""
        return next((one for one in self.samples if one.id == sample), None)


def cwe_number(text: str) -> int | None:
    """The number in `CWE-089`, None where it is none."""
    head, _, digits = text.strip().partition("-")
    return int(digits) if head.upper() == "CWE" and digits.isascii() and digits.isdigit() and len(digits) < 6 else None
