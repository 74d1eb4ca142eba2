"""CodeScore-R as a metric: the similarity of a file by the engine, 0 where the candidate does not compile.

The very verdict of `codescore score`; the paper's yes or no is the part `score`, and whether the value exceeds the
threshold of the signature.  A candidate without code is 0, a reference that does not compile gives no value.
`probability` is the chance that the candidate is right, where the bundle has a model of that.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial

from codescore import program
from codescore.embed.manifest import TASK_FEATURES
from codescore.engine import FileVerdict, ScoreOptions, Session, Source, compare
from codescore.foundation.errors import InputError
from codescore.languages import by_id
from codescore.metrics.empty import empty_score
from codescore.metrics.metric import Metric, Pair, Score, Tick
from codescore.metrics.prepared import Prepared, prepare
from codescore.metrics.syntax_rate import CompilesOnly
from codescore.score import for_language, resolve, untrained
from codescore.sketch import VERSION
from codescore.syntax import units_of

_AT_ONCE = 64  # pairs whose sketches go to the model together, so that all its threads have work


class CodeScoreR(Metric):
    """The engine's verdict on whole files."""

    name = "code-score-r"
    title = "CodeScore-R"
    summary = "Trained similarity of the function of the code, 0 if it does not compile; the part `score` is 0 or 1."
    source = "Yang et al., CodeScore-R, section 3"
    cost = "model"
    options = ScoreOptions()

    def settings(self, language: str) -> Mapping[str, str]:
        session = self.context.session
        manifest = session.manifest if session else None
        settings = for_language(resolve(None, None, manifest), manifest, language)
        return {
            "pool": settings.pooling,
            "thr": f"{settings.threshold:g}",
            "sketch": VERSION,
            **({"program": program.VERSION} if settings.late is not None else {}),
            **({"untrained": untrained.VERSION} if settings.untrained else {}),
            "bundle": (session.bundle_label if session else None) or "none",
            "check": CompilesOnly(self.context).settings(language)["check"],
        }

    def scores(self, pairs: Sequence[Pair], tick: Tick | None = None) -> list[Score]:
        found: list[Score] = []
        for start in range(0, len(pairs), _AT_ONCE):
            chunk = pairs[start : start + _AT_ONCE]
            if self.context.session is not None:
                self.context.session.vectors(list(dict.fromkeys(_sketches(self.context.session, chunk))))
            for pair in chunk:
                found.append(self._score(pair))
                if tick is not None:
                    tick(len(found))
        return found

    def value(self, verdict: FileVerdict) -> Score:
        """What of a verdict is the metric's value."""
        if verdict.similarity is None or (verdict.score is None and verdict.calibrated):
            return Score(None, reason=_reason(verdict))
        parts = {"similarity": verdict.similarity, "compiles": float(verdict.compiles)}
        if verdict.score is not None:
            parts = {"score": float(verdict.score), **parts}
        notes = verdict.notes if verdict.compiles else ("does not compile", *verdict.notes)
        return Score(verdict.similarity if verdict.compiles else 0.0, parts, note="; ".join(notes))

    def _score(self, pair: Pair) -> Score:
        session = self.context.session
        if session is None:
            return Score(None, reason="no session with a bundle was given")
        if by_id(pair.language) is None:
            return Score(None, reason=f"no grammar is installed for {pair.language}")
        candidate, *references = _sources(pair)
        empty = empty_score(candidate.units, [reference.units for reference in references])
        if empty is not None:
            return empty
        full = [index for index, reference in enumerate(references) if reference.units]
        try:
            verdict = compare(session, candidate, [references[index] for index in full], self.options)
        except InputError as error:
            return Score(None, reason=str(error))
        if session.error is not None:
            return Score(None, reason=session.error)
        score = self.value(verdict)
        index = next(i for i, reference in enumerate(references) if reference is verdict.reference)
        return Score(score.value, score.parts, score.note, score.reason, index)


class Probability(CodeScoreR):
    """The chance that the candidate is right, as the verdict has it."""

    name = "probability"
    title = "CodeScore-R-P"
    summary = "Calibrated probability that the candidate does what the reference does, from all that the engine knows."
    source = "CodeScore-R verdicts, calibrated on labelled pairs"

    def value(self, verdict: FileVerdict) -> Score:
        if verdict.estimate is None:
            model = self.context.session.manifest if self.context.session else None
            if model is None or model.probability is None:
                return Score(None, reason="the bundle in use gives no probability")
            return Score(None, reason=_reason(verdict))
        return Score(verdict.estimate.value, {"unsure": float(verdict.estimate.unsure)})


class SameTask(CodeScoreR):
    """Whether both do the same task, be it by another algorithm, as the verdict has it; names are not seen."""

    name = "same-task"
    title = "CodeScore-R-T"
    summary = "Whether both solve the same task, be it by other algorithms, be it wrongly; names are never seen."
    source = "Contrast over right programs of one task; see the bundle's model card"

    def settings(self, language: str) -> Mapping[str, str]:
        whole = super().settings(language)
        return {"features": TASK_FEATURES, "sketch": whole["sketch"], "bundle": whole["bundle"]}

    def value(self, verdict: FileVerdict) -> Score:
        if verdict.same_task is None:
            model = self.context.session.manifest if self.context.session else None
            if model is None or model.same_task is None:
                return Score(None, reason="the bundle in use does not compare tasks")
            return Score(None, reason="nothing of a program that is known from its training")
        return Score(verdict.same_task.value, {"said": float(verdict.same_task.said)})


def _reason(verdict: FileVerdict) -> str:
    """Why a verdict has no score, in one line."""
    return verdict.notes[0] if verdict.notes else "the engine gave no score"


def _sources(pair: Pair) -> list[Source]:
    """Candidate and references as sources, each parsed once however many pairs it is in."""
    texts = [prepare(text, pair.language) for text in (pair.candidate, *pair.references)]
    return [text.keep(("source", _label(i)), partial(_source, label=_label(i))) for i, text in enumerate(texts)]


def _source(text: Prepared, label: str) -> Source:
    assert text.syntax is not None  # the caller saw a grammar
    return Source(label, text.syntax, units_of(text.syntax))


def _label(number: int) -> str:
    return "the reference" if number else "the candidate"


def _sketches(session: Session, pairs: Sequence[Pair]) -> Iterator[str]:
    """The sketch texts that comparing these pairs will ask the model for."""
    for pair in pairs:
        if by_id(pair.language) is None:
            continue
        for source in _sources(pair):
            yield from (session.cached_sketch(source, unit).text for unit in source.units if not unit.nested)
