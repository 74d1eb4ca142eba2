"""What a provider is: one question in, one reply out, and three ways to fail.  Knows no protocol and no run."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from codescore.foundation.errors import EnvironmentProblem
from codescore.translate.records import Key

#: Characters of an answer that are kept; a program that anybody would run is a thousandth of that.
MAX_ANSWER = 1 << 20


@dataclass(frozen=True, slots=True)
class Request:
    """One question; what is None is not sent, `parameters` are sent as they are."""

    key: Key
    prompt: str
    temperature: float | None = None
    top_p: float | None = None
    max_tokens: int | None = None
    seed: int | None = None
    parameters: Mapping[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class Reply:
    """What came back; `model` is who says to have answered, `note` what is to be known, such as that it was cut."""

    text: str
    tokens_in: int | None = None
    tokens_out: int | None = None
    model: str = ""
    note: str = ""


class Later(Exception):
    """No answer now; another try may give one.  `wait`: seconds, where the server said so."""

    def __init__(self, message: str, wait: float | None = None) -> None:
        super().__init__(message)
        self.wait = wait


class NoAnswer(Exception):
    """No answer to this question; another try would cost again and hardly help."""


class Refused(EnvironmentProblem):
    """No answer to any question: the key, the address or the model is wrong."""


class Provider(Protocol):
    """Answers questions, from several threads at once."""

    @property
    def name(self) -> str:
        """Who answers, as it is recorded with each answer: no key, no secret."""

    @property
    def paid(self) -> bool:
        """Whether an answer may cost something, so that it is worth to be remembered."""

    def ask(self, request: Request) -> Reply:
        """The reply.  Raises Later, NoAnswer or Refused, nothing else."""

    def close(self) -> None:
        """End what is under way; may be called from another thread, and twice."""


def cut(text: str, note: str = "") -> tuple[str, str]:
    """An answer of bounded length, with a note where something is missing."""
    if len(text) <= MAX_ANSWER:
        return text, note
    said = f"cut after {MAX_ANSWER:,} of {len(text):,} characters"
    return text[:MAX_ANSWER], f"{note}; {said}" if note else said
