"""Exact match: is the candidate, to the letter or up to layout, a reference?

Run Match computes EM after formatting with black, which is `exact-match-formatted`; to the letter, up to white space
and up to comments and layout stand beside it.  No text is formatted that cannot become equal: the language says what
its formatter never changes.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from importlib.util import find_spec

from codescore.foundation.packages import remedy
from codescore.languages import Formatter, by_id
from codescore.metrics import tokens
from codescore.metrics.empty import BOTH_EMPTY, CANDIDATE_EMPTY
from codescore.metrics.metric import Metric, Pair, Score, Tick
from codescore.metrics.prepared import prepare


class _Equal(Metric):
    """1 where some reference has the same form as the candidate, else 0."""

    form = ""  # in the signature: what is compared

    def settings(self, language: str) -> Mapping[str, str]:
        return {"form": self.form}

    def scores(self, pairs: Sequence[Pair], tick: Tick | None = None) -> list[Score]:
        return [self._score(pair) for pair in pairs]

    @abstractmethod
    def normal(self, text: str, language: str) -> str:
        """What of a text is compared."""

    def _score(self, pair: Pair) -> Score:
        ours = self.normal(pair.candidate, pair.language)
        for index, reference in enumerate(pair.references):
            if self.normal(reference, pair.language) == ours:
                return Score(1.0, note="" if ours else BOTH_EMPTY, reference=index)
        return Score(0.0, note="" if ours else CANDIDATE_EMPTY)


class ExactMatch(_Equal):
    """Equal texts; line ends and white space around the whole do not count."""

    name = "exact-match"
    title = "EM"
    summary = "1 if the candidate is a reference to the letter (white space around it aside), else 0."
    source = "Run Match, EM"
    form = "raw"

    def normal(self, text: str, language: str) -> str:
        return "\n".join(text.strip().splitlines())


class ExactMatchWhitespace(_Equal):
    """Equal up to how much white space there is."""

    name = "exact-match-whitespace"
    title = "EM-space"
    summary = "1 if the candidate is a reference once every run of white space is one space, else 0."
    source = "Run Match, EM"
    form = "one-space"

    def normal(self, text: str, language: str) -> str:
        return " ".join(text.split())


class ExactMatchTokens(_Equal):
    """Equal tokens."""

    name = "exact-match-tokens"
    title = "EM-tokens"
    summary = "1 if the candidate's tokens are a reference's, else 0: with code tokens comments and layout are nothing."
    source = "CodeXGLUE, exact match of token sequences"

    def settings(self, language: str) -> Mapping[str, str]:
        return {"tok": tokens.used(self.context.tokens, language)}

    def normal(self, text: str, language: str) -> str:
        return "\n".join(prepare(text, language).tokens(self.context.tokens))


class ExactMatchFormatted(Metric):
    """Equal once a formatter has laid out both; only for languages that have one."""

    name = "exact-match-formatted"
    title = "EM-formatted"
    summary = "1 if the candidate is a reference once both are laid out by the language's formatter, else 0."
    source = "Run Match, EM after formatting"

    def settings(self, language: str) -> Mapping[str, str]:
        formatter = _formatter(language)
        return {"form": formatter.version() if not isinstance(formatter, str) else "none"}

    def scores(self, pairs: Sequence[Pair], tick: Tick | None = None) -> list[Score]:
        return [self._score(pair) for pair in pairs]

    def _score(self, pair: Pair) -> Score:
        formatter = _formatter(pair.language)
        if isinstance(formatter, str):
            return Score(None, reason=formatter)
        if not pair.candidate.strip():
            index = next((i for i, text in enumerate(pair.references) if not text.strip()), None)
            return Score(0.0, note=CANDIDATE_EMPTY) if index is None else Score(1.0, note=BOTH_EMPTY, reference=index)
        same = [i for i, text in enumerate(pair.references) if _alike(formatter, pair, text)]
        ours = _formatted(formatter, pair.candidate, pair.language) if same else None
        for index in same:
            reference = pair.references[index]
            if reference == pair.candidate or (
                ours is not None and ours == _formatted(formatter, reference, pair.language)
            ):
                return Score(1.0, reference=index)
        return Score(0.0, note="candidate cannot be formatted" if same and ours is None else "")


def _formatter(language: str) -> Formatter | str:
    """The formatter of a language, or why there is none."""
    found = by_id(language)
    formatter = found.formatter() if found else None
    if formatter is None:
        return f"no formatter is known for {found.name if found else language}"
    if find_spec(formatter.REQUIRES) is None:
        return f"{formatter.REQUIRES} is not installed; {remedy(formatter.REQUIRES, 'study')}"
    return formatter


def _alike(formatter: Formatter, pair: Pair, reference: str) -> bool:
    """Whether formatting could make the two equal."""

    def core(text: str) -> str | None:
        return prepare(text, pair.language).keep("unformatted", lambda _: formatter.unformatted(text))

    return None in (core(pair.candidate), core(reference)) or core(pair.candidate) == core(reference)


def _formatted(formatter: Formatter, text: str, language: str) -> str | None:
    return prepare(text, language).keep("formatted", lambda _: formatter.formatted(text))
