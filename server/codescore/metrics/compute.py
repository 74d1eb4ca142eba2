"""One call for all metrics: candidates and references in, a column of signed results per metric out.

Pairs are taken in chunks, so that a text is parsed once for all metrics that look at it and memory stays bounded.  A
metric that fails on a pair costs that pair only: the result has no value and says `failed:` and why.  Reads no files;
neighbours: `registry` makes the metrics, `cli/metrics.py` reads what is compared.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from codescore.engine import Session
from codescore.foundation.errors import CodescoreError, InputError
from codescore.languages import by_name
from codescore.metrics.metric import Context, Metric, Pair, Score
from codescore.metrics.registry import make, metric_class, names
from codescore.metrics.signature import Result, sign

#: Names for many metrics: every one that runs no program, and those that need nothing but text and a tree.
ALL = "all"
CHEAP = "cheap"
FAILED = "failed: "

_CHUNK_PAIRS = 256
_CHUNK_CHARACTERS = 250_000  # fewer than `prepared` remembers

#: Called with the scores computed so far and in all.
Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Column:
    """A metric's results, one per pair; its corpus value per language, where asked for; the seconds it took."""

    metric: str
    title: str
    results: tuple[Result, ...]
    corpus: tuple[Result, ...]
    seconds: float

    @property
    def failed(self) -> int:
        """How many pairs have no value, for whatever reason."""
        return sum(result.score.value is None for result in self.results)


def compute(
    candidates: str | Sequence[str],
    references: str | Sequence[str] | Sequence[Sequence[str]],
    *,
    language: str,
    metrics: str | Sequence[str] = ALL,
    tokens: str = "code",
    session: Session | None = None,
    progress: Progress | None = None,
    corpus: bool = False,
) -> list[Column]:
    """Compute metrics of texts.

    One candidate is compared with one reference or a sequence of them; a sequence of candidates with a sequence of
    the same length, each of whose members is a reference or a sequence of references.  Without a `session` one with
    the default bundle is used, if a metric needs it, and closed.  With `corpus` there are corpus values, too, which
    for BLEU and its like are not the mean.  Raises InputError where the shapes do not fit or a name is unknown,
    EnvironmentProblem where a library is missing.
    """
    return compute_pairs(
        pairs_of(candidates, references, language),
        metrics=metrics,
        tokens=tokens,
        session=session,
        progress=progress,
        corpus=corpus,
    )


def compute_pairs(
    pairs: Sequence[Pair],
    *,
    metrics: str | Sequence[str] = ALL,
    tokens: str = "code",
    session: Session | None = None,
    progress: Progress | None = None,
    corpus: bool = False,
) -> list[Column]:
    """As `compute`, of pairs that a data set holds: each with its own references and language."""
    own = Session() if session is None else None
    try:
        made = make(chosen(metrics), Context(tokens, session or own))
        return _columns(made, pairs, progress, corpus=corpus)
    finally:
        if own is not None:
            own.close()


def chosen(metrics: str | Sequence[str]) -> tuple[str, ...]:
    """Names from a comma-separated list or a sequence, which may hold `all` or `cheap`.  Raises InputError for none."""
    given = metrics.split(",") if isinstance(metrics, str) else list(metrics)
    wanted = tuple(name.strip() for name in given if name.strip())
    if not wanted:
        raise InputError("no metric was named; name some, or `all`")
    return tuple(dict.fromkeys(name for given in wanted for name in _meant(given)))


def _meant(name: str) -> tuple[str, ...]:
    if name == CHEAP:
        return tuple(known for known in names() if metric_class(known).cost == "cheap")
    if name == ALL:
        return tuple(known for known in names() if metric_class(known).cost != "execution")
    return (name,)


def pairs_of(
    candidates: str | Sequence[str], references: str | Sequence[str] | Sequence[Sequence[str]], language: str
) -> list[Pair]:
    """Pairs from texts, as `compute` takes them."""
    if isinstance(candidates, str):
        several = (references,) if isinstance(references, str) else tuple(references)
        return [_pair(candidates, several, language, 0)]
    if isinstance(references, str) or len(references) != len(candidates):
        count = 1 if isinstance(references, str) else len(references)
        raise InputError(f"{len(candidates)} candidates but {count} references; give each candidate its own")
    return [
        _pair(candidate, (given,) if isinstance(given, str) else tuple(given), language, index)
        for index, (candidate, given) in enumerate(zip(candidates, references, strict=True))
    ]


def guarded(metric: Metric, pairs: Sequence[Pair]) -> list[Score]:
    """A metric's scores; where it fails, or gives no number in [0, 1], a score without a value that says so."""
    try:
        scores = metric.scores(pairs)
    except CodescoreError:
        raise
    except Exception as error:  # noqa: BLE001 (one pair must not end the work on thousands)
        if len(pairs) > 1:
            return [score for pair in pairs for score in guarded(metric, [pair])]
        words = " ".join(f"{type(error).__name__}: {error}".split())
        return [Score(None, reason=f"{FAILED}{words[:200]}")]
    return [_sound(score) for score in scores]


def _pair(candidate: str, references: tuple[object, ...], language: str, index: int) -> Pair:
    if not references or not all(isinstance(text, str) for text in (candidate, *references)):
        raise InputError(f"candidate {index + 1} has no reference, or one that is not a text")
    known = by_name(language)
    return Pair(candidate, tuple(str(text) for text in references), known.id if known is not None else language)


def _sound(score: Score) -> Score:
    value = score.value
    if value is None:
        return score if score.reason else Score(None, reason="no value")
    if not math.isfinite(value) or not -1e-9 <= value <= 1 + 1e-9:
        return Score(None, reason=f"{FAILED}it gave {value}, which is no number from 0 to 1")
    inside = min(1.0, max(0.0, value))
    return score if inside == value else Score(inside, score.parts, score.note, score.reason, score.reference)


def _columns(
    metrics: Sequence[Metric], pairs: Sequence[Pair], progress: Progress | None, *, corpus: bool
) -> list[Column]:
    found: dict[str, list[Score]] = {metric.name: [] for metric in metrics}
    sums: dict[str, dict[str, list[float]]] = {metric.name: {} for metric in metrics}
    seconds = dict.fromkeys(found, 0.0)
    done = 0
    for chunk in _chunks(pairs):
        for metric in metrics:
            started = time.perf_counter()
            scores = guarded(metric, chunk)
            found[metric.name] += scores
            if corpus:
                _add(sums[metric.name], metric, chunk, scores)
            seconds[metric.name] += time.perf_counter() - started
            done += len(chunk)
            if progress is not None:
                progress(done, len(metrics) * len(pairs))
    wanted = sums if corpus else {}
    return [
        _column(metric, pairs, found[metric.name], wanted.get(metric.name), seconds[metric.name]) for metric in metrics
    ]


def _column(
    metric: Metric, pairs: Sequence[Pair], scores: list[Score], sums: dict[str, list[float]] | None, seconds: float
) -> Column:
    signatures = {language: sign(metric, language) for language in dict.fromkeys(pair.language for pair in pairs)}
    results = tuple(
        Result(metric.name, score, signatures[pair.language]) for pair, score in zip(pairs, scores, strict=True)
    )
    values = {} if sums is None else {language: _corpus(metric, sums.get(language)) for language in signatures}
    corpus = tuple(Result(metric.name, score, signatures[language]) for language, score in values.items())
    return Column(metric.name, metric.title, results, corpus, seconds)


def _add(sums: dict[str, list[float]], metric: Metric, pairs: Sequence[Pair], scores: Sequence[Score]) -> None:
    """Add a chunk's sufficient statistics, by language; of pairs that have a value only."""
    for language in dict.fromkeys(pair.language for pair in pairs):
        known = [
            (pair, score.value)
            for pair, score in zip(pairs, scores, strict=True)
            if pair.language == language and score.value is not None
        ]
        if not known:
            continue
        if type(metric).statistics is Metric.statistics:  # the mean: known already
            rows = [[sum(value for _, value in known), float(len(known))]]
        else:
            rows = metric.statistics([pair for pair, _ in known]).tolist()
        total = sums.setdefault(language, [0.0] * len(rows[0]))
        for index, column in enumerate(zip(*rows, strict=True)):
            total[index] += math.fsum(column)


def _corpus(metric: Metric, sums: list[float] | None) -> Score:
    import numpy as np  # noqa: PLC0415 (not for `--help`)

    value = metric.corpus(np.asarray(sums, dtype=np.float64)) if sums is not None else None
    return Score(None, reason="no pair has a value") if value is None else _sound(Score(value))


def _chunks(pairs: Sequence[Pair]) -> Iterator[Sequence[Pair]]:
    start, size = 0, 0
    for index, pair in enumerate(pairs):
        weight = len(pair.candidate) + sum(map(len, pair.references))
        if index > start and (index - start >= _CHUNK_PAIRS or size + weight > _CHUNK_CHARACTERS):
            yield pairs[start:index]
            start, size = index, 0
        size += weight
    if start < len(pairs):
        yield pairs[start:]
