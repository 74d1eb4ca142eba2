"""Does the candidate parse, does it compile?  Says nothing of the reference; a baseline for metrics that do.

`syntax-rate` asks the syntax tree (Run Match: Syntax, the share of candidates that parse), `compiles-only` the
language's real compiler.  An empty candidate scores 0: there is nothing that could be right.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from codescore.engine import check_file, make_source
from codescore.foundation.errors import InputError
from codescore.foundation.text import encode
from codescore.languages import by_id
from codescore.metrics.empty import CANDIDATE_EMPTY
from codescore.metrics.metric import Context, Metric, Pair, Score, Tick
from codescore.metrics.prepared import prepare


class SyntaxRate(Metric):
    """1 where the tree has no error."""

    name = "syntax-rate"
    title = "Syntax"
    summary = "1 if the candidate parses without error, else 0; the mean is the share of candidates that parse."
    source = "Run Match, Syntax"

    def settings(self, language: str) -> Mapping[str, str]:
        return {"parser": "tree-sitter"}

    def scores(self, pairs: Sequence[Pair], tick: Tick | None = None) -> list[Score]:
        return [self._score(pair) for pair in pairs]

    def _score(self, pair: Pair) -> Score:
        if not pair.candidate.strip():
            return Score(0.0, note=CANDIDATE_EMPTY)
        syntax = prepare(pair.candidate, pair.language).syntax
        if syntax is None:
            return Score(None, reason=f"no grammar is installed for {pair.language}")
        return Score(0.0 if syntax.root.has_error else 1.0)


class CompilesOnly(Metric):
    """1 where the compiler takes it."""

    name = "compiles-only"
    title = "Compiles"
    summary = "1 if the candidate compiles, else 0: what a metric is worth that only asks the compiler."
    source = "baseline; the first step of CodeScore-R, section 3.1.3"
    cost = "structure"

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._checkers: dict[str, str] = {}

    def settings(self, language: str) -> Mapping[str, str]:
        if language not in self._checkers:
            self._checkers[language] = self._asked(language)
        return {"check": self._checkers[language]}

    def scores(self, pairs: Sequence[Pair], tick: Tick | None = None) -> list[Score]:
        found = []
        for pair in pairs:
            found.append(self._score(pair))
            if tick is not None:
                tick(len(found))
        return found

    def _asked(self, language: str) -> str:
        """The checker that judges a language; known once it has judged something."""
        spoken = by_id(language)
        if spoken is None or self.context.session is None:
            return "none"
        return check_file(self.context.session, make_source(spoken, b"", "nothing")).checker

    def _score(self, pair: Pair) -> Score:
        language = by_id(pair.language)
        if language is None:
            return Score(None, reason=f"no compiler is known for {pair.language}")
        if self.context.session is None:
            return Score(None, reason="no session to compile in was given")
        if not pair.candidate.strip():
            return Score(0.0, note=CANDIDATE_EMPTY)
        try:
            source = make_source(language, encode(pair.candidate), "candidate")
        except InputError as error:
            return Score(None, reason=str(error))
        result = check_file(self.context.session, source)
        usual = self.settings(pair.language)["check"]
        note = "" if result.checker == usual else f"judged by {result.checker}"
        return Score(float(result.compiles), note=note)
