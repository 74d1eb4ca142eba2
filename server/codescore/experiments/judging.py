"""Does what is left of a suggestion still do what was accepted?  The engine's similarity, and evidence where it is on.

Where both stand inside a function, the function as it was right after the acceptance is compared with the function as
it is now: a fragment by itself can hardly be run.  Knows no store.  Neighbours: `engine`, `evidence`, `retention`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

import msgspec

from codescore.engine import ScoreOptions, Session, compare, decide, make_source, pairs_to_run
from codescore.evidence.contract import Evidence
from codescore.evidence.options import Options
from codescore.evidence.session import EvidenceSession
from codescore.experiments.contents import content
from codescore.experiments.events import Behaviour, Event, Judgement, Level, Retention
from codescore.experiments.retention import composed, four_gram, relative_edit_distance, still_in_code
from codescore.foundation.errors import CodescoreError, EnvironmentProblem, InputError
from codescore.foundation.text import encode
from codescore.languages import Language, by_name

# Reasons are these words and no others: a message of the engine or of a program that ran may quote code.
OFF = "execution is not turned on"
NO_SANDBOX = "there is no sandbox"
NOT_RUNNABLE = "programs in this language are not run"
_NO_MODEL = "no model is loaded"
_NO_SCORE = "the engine gave no score"
_UNKNOWN = "the language is not known"
_NOT_COMPARABLE = "these cannot be compared"
_ANSWERS: dict[str, Behaviour] = {"right": "same", "wrong": "differs"}


@dataclass(frozen=True, slots=True)
class Similar:
    """The engine's similarity of two texts, or why there is none."""

    value: float | None = None
    reason: str | None = None
    signature: str | None = None
    score: int | None = None
    probability: float | None = None
    compiles: bool | None = None


@dataclass(frozen=True, slots=True)
class Behaves:
    """Whether two programs do the same, or why nobody can say."""

    value: Behaviour | None = None
    reason: str | None = None
    signature: str | None = None


@dataclass(frozen=True, slots=True)
class Texts:
    """What was accepted and what is left; `unit_then` and `unit_now` are the function around them, if there is one."""

    accepted: str
    left: str
    language: str | None = None
    unit_then: str | None = None
    unit_now: str | None = None

    @property
    def compared(self) -> tuple[str, str]:
        """(now, then) as the judge sees them."""
        if self.unit_then is not None and self.unit_now is not None:
            return self.unit_now, self.unit_then
        return self.left, self.accepted


class Judge:
    """Judges with what it is given: without a session no similarity, without an evidence session nothing is run."""

    def __init__(self, session: Session | None, evidence: EvidenceSession | None = None, budget: float = 2.0) -> None:
        self._session = session
        self._evidence = evidence
        self._options = Options(budget=budget)

    def similar(self, now: str, then: str, language: str | None) -> Similar:
        """How close `now` is in function to `then`, 0 to 1; 0 where it does not compile."""
        if self._session is None:
            return Similar(reason=_NO_MODEL)
        if (nothing := _nothing(now, then)) is not None:
            return Similar(reason=nothing)
        if (known := _known(language)) is None:
            return Similar(reason=_UNKNOWN)
        try:
            sources = [make_source(known, encode(text), label) for text, label in ((now, "what is left"), (then, "it"))]
            verdict = compare(self._session, sources[0], sources[1:], ScoreOptions())
        except CodescoreError as problem:
            return Similar(reason=_NO_MODEL if isinstance(problem, EnvironmentProblem) else _NOT_COMPARABLE)
        if self._session.error is not None or verdict.similarity is None:
            return Similar(reason=_NO_MODEL if self._session.error is not None else _NO_SCORE)
        value = verdict.similarity if verdict.compiles else 0.0
        return Similar(value, None, verdict.signature, verdict.score, verdict.probability, verdict.compiles)

    def behaves(self, now: str, then: str, language: str | None) -> Behaves:
        """Whether `now` does what `then` did, by running both in the sandbox."""
        if self._evidence is None:
            return Behaves(reason=OFF)
        if (nothing := _nothing(now, then)) is not None:
            return Behaves(reason=nothing)
        if (known := _known(language)) is None:
            return Behaves(reason=_UNKNOWN)
        try:
            pairs = pairs_to_run(self._session, known, now, then) if self._session is not None else None
            found = self._evidence.judge(now, then, known, replace(self._options, pairs=pairs))
        except CodescoreError as problem:
            return Behaves(reason=NO_SANDBOX if isinstance(problem, EnvironmentProblem) else NOT_RUNNABLE)
        return behaviour_of(found)

    def verdict(self, offered: str, replaced: str, language: str | None) -> Judgement | str:
        """What is said of a suggestion against the code that it replaces, or why nothing is."""
        similar = self.similar(offered, replaced, language)
        if similar.value is None:
            return similar.reason or _NO_SCORE
        behaves = self.behaves(offered, replaced, language)
        return Judgement(
            against="replaced",
            score=similar.score,
            similarity=similar.value,
            probability=similar.probability,
            compiles=similar.compiles,
            behaviour=behaves.value,
            behaviour_reason=behaves.reason,
            signature=" ".join(filter(None, (similar.signature, behaves.signature))) or None,
        )


def measured(texts: Texts, events: Iterable[Event], level: Level, key: bytes, judge: Judge | None = None) -> Retention:
    """Everything that is known of what is left: `events` are the suggestion's own, `level` and `key` the store's."""
    distance = relative_edit_distance(texts.accepted, texts.left)
    try:
        retained = composed(events).retained
    except InputError:  # the edits do not fit the region: nothing can be said by composing them
        retained = None
    found = Retention(
        accepted_chars=len(texts.accepted),
        left=content(texts.left, level, key, texts.language),
        edit_distance=distance,
        still_in_code=still_in_code(distance),
        four_gram=four_gram(texts.accepted, texts.left),
        retained_chars=retained,
    )
    if judge is None:
        return found
    similar = judge.similar(*texts.compared, texts.language)
    behaves = judge.behaves(*texts.compared, texts.language)
    return msgspec.structs.replace(
        found,
        similarity=similar.value,
        similarity_reason=similar.reason,
        behaviour=behaves.value,
        behaviour_reason=behaves.reason,
        signature=" ".join(filter(None, (similar.signature, behaves.signature))) or None,
        compared="unit" if texts.unit_then is not None and texts.unit_now is not None else "text",
    )


def behaviour_of(found: Evidence) -> Behaves:
    """What running two programs showed, as it is recorded."""
    answer = _ANSWERS.get(decide(None, found).answer)
    return Behaves(answer, None if answer is not None else found.verdict, found.signature)


def _known(language: str | None) -> Language | None:
    return (by_name(language)) if language else None


def _nothing(now: str, then: str) -> str | None:
    if not then.strip():
        return "nothing was accepted"
    return None if now.strip() else "nothing is left"
