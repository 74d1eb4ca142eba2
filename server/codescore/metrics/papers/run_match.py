"""Run Match, as its paper defines it: values drawn by name, reference and candidate run, changed values compared.

Ten draws for the reference's free variables; a draw on which the reference raises is drawn again; pass is at least four
comparable draws that are all equal, fail one that differs, untested (no value) anything else.  What is compared is what
the language's `matching.py` makes of a snippet.  Unlike the paper's, programs run in a sandbox, and the values by name
come from the standard library's own files.  `evidence` stands beside it, on generated inputs.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from random import Random

from codescore.evidence.channel import Job
from codescore.evidence.compare import same
from codescore.evidence.contract import Outcome
from codescore.evidence.trial import run_all
from codescore.languages import Language
from codescore.languages.execution import Input
from codescore.languages.values import Called, Opaque, Value
from codescore.languages.values import Mapping as Record
from codescore.metrics.empty import best
from codescore.metrics.evidence import Executing
from codescore.metrics.metric import Pair, Score

DRAWS, LEAST = 10, 4
_TRIES = 5  # times as many values are drawn as are wanted
_SECONDS = 0.5


class RunMatch(Executing):
    """1 where both agree on drawn test data, 0 where they differ, nothing where it cannot be said."""

    name = "run-match"
    title = "Run Match"
    summary = "1 if both leave the same values for test data drawn by variable name (4 of 10 draws comparable), else 0."
    source = "Obara et al., Run Match"

    def settings(self, language: str) -> Mapping[str, str]:
        data = f"stdlib-{sys.version_info.major}.{sys.version_info.minor}"
        return {"draws": str(DRAWS), "least": str(LEAST), "data": data}

    def lacking(self, language: Language | None, name: str) -> str | None:
        return f"Run Match is not defined for {name}" if language is None or language.matcher() is None else None

    def compared(self, pair: Pair, language: Language) -> Score:
        return best([self._one(pair.candidate, text, language) for text in pair.references])

    def _one(self, candidate: str, reference: str, language: Language) -> Score:
        matcher = language.matcher()
        assert matcher is not None  # the caller looked
        theirs = matcher.snippet(reference)
        ours = matcher.snippet(candidate, theirs.names) if theirs is not None else None
        if theirs is None or ours is None:
            return Score(None, reason=f"untested: the {'candidate' if theirs else 'reference'} cannot be run as it is")
        values = matcher.collected()
        unknown = [name for name in theirs.names if name not in values]
        if unknown:
            return Score(None, reason=f"untested: no value was collected for {', '.join(unknown[:3])}")
        chance = Random(reference)  # noqa: S311  repeatable
        drawn = [Input(tuple(chance.choice(values[name]) for name in theirs.names)) for _ in range(DRAWS * _TRIES)]
        job = Job(theirs.source, theirs.entry, (), coverage=False, missing=True, seconds=_SECONDS)
        expected, _ = run_all(self._session.rooms.room(language, "reference"), job, drawn)
        usable = [(given, o) for given, o in zip(drawn, expected, strict=False) if o.how == "return"][:DRAWS]
        job = Job(ours.source, ours.entry, (), coverage=False, missing=True, seconds=_SECONDS)
        got, _ = run_all(self._session.rooms.room(language, "candidate"), job, [given for given, _ in usable])
        return _verdict([(e, o) for (_, e), o in zip(usable, got, strict=False)], len(usable))


def _verdict(pairs: list[tuple[Outcome, Outcome]], drawn: int) -> Score:
    equal = sum(_equal(expected, got) for expected, got in pairs)
    parts = {"comparable": float(drawn), "equal": float(equal)}
    if equal < drawn:
        return Score(0.0, parts, note="fail")
    if drawn < LEAST:
        return Score(None, reason=f"untested: {drawn} of {DRAWS} draws can be compared, {LEAST} are needed")
    return Score(1.0, parts, note="pass")


def _equal(expected: Outcome, got: Outcome) -> bool:
    if got.how != "return" or expected.value is None or got.value is None:
        return False
    return same(_data(expected.value), _data(got.value))


def _data(value: Value) -> Value:
    """Of the names a snippet leaves, those that hold data: functions and modules are not compared."""
    if isinstance(value, Record):
        return Record(value.kind, tuple(pair for pair in value.items if not isinstance(pair[1], (Called, Opaque))))
    return value
