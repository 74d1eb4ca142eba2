"""The one call: shapes of input, chunks, languages, corpus values, and metrics that fail."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from codescore.foundation.errors import BundleError, InputError
from codescore.metrics import Column, Context, Metric, Pair, Score, compute, compute_pairs, guarded, pairs_of
from codescore.metrics import compute as compute_function
from codescore.metrics.compute import chosen
from codescore.metrics.metric import Tick
from codescore.metrics.registry import METRICS

A, B = "a = 1\n", "a = 2\n"


def values(column: Column) -> list[float | None]:
    return [result.score.value for result in column.results]


def test_one_candidate_and_one_reference() -> None:
    """Two texts give one value."""
    (column,) = compute(A, A, language="python", metrics="exact-match")
    assert values(column) == [1.0]


def test_one_candidate_and_several_references() -> None:
    """The best counts, and is named by its place."""
    (column,) = compute(A, [B, A], language="python", metrics="exact-match")
    assert values(column) == [1.0]
    assert column.results[0].score.reference == 1


def test_many_candidates_each_with_one_or_several_references() -> None:
    """A reference each, or a sequence of them each."""
    (column,) = compute([A, A, B], [A, [B, B], [A, B]], language="python", metrics="exact-match")
    assert values(column) == [1.0, 0.0, 1.0]


@pytest.mark.parametrize(
    ("candidates", "references", "said"),
    [
        ([A, B], [A], "2 candidates but 1 references"),
        ([A, B], A, "2 candidates but 1 references"),
        (A, [], "candidate 1 has no reference"),
        ([A], [[]], "candidate 1 has no reference"),
        ([A, B], [A, [3]], "candidate 2 has no reference, or one that is not a text"),
    ],
)
def test_shapes_that_do_not_fit_are_refused(candidates: object, references: object, said: str) -> None:
    """One line says what was given."""
    with pytest.raises(InputError, match=said):
        pairs_of(candidates, references, "python")  # type: ignore[arg-type]


def test_languages_in_one_data_set_have_signatures_and_corpus_values_of_their_own() -> None:
    """A mean over two languages would have no signature."""
    pairs = [Pair(A, (A,), "python"), Pair("int a = 1;", ("int a = 2;",), "java"), Pair(A, (B,), "python")]
    (column,) = compute_pairs(pairs, metrics="exact-match", corpus=True)
    assert [dict(r.signature.settings)["lang"] for r in column.results] == ["python", "java", "python"]
    assert [(dict(c.signature.settings)["lang"], c.score.value) for c in column.corpus] == [
        ("python", 0.5),
        ("java", 0.0),
    ]


def test_chunks_change_nothing() -> None:
    """A data set larger than a chunk has the values of its pairs, and the corpus value of all of them."""
    texts = [f"x_{i} = {i} + y\nreturn x_{i}" for i in range(600)]
    pairs = [Pair(text, (texts[0],), "python") for text in texts]
    (whole,) = compute_pairs(pairs, metrics="bleu", corpus=True)
    alone = [compute_pairs([pair], metrics="bleu")[0].results[0].score.value for pair in pairs[::97]]
    assert values(whole)[::97] == alone
    from codescore.metrics import make

    (bleu,) = make(["bleu"], Context())
    assert whole.corpus[0].score.value == pytest.approx(bleu.corpus(bleu.statistics(pairs).sum(axis=0)))


def test_progress_counts_every_score() -> None:
    """The last call says that all is done."""
    seen: list[tuple[int, int]] = []
    compute([A] * 300, [B] * 300, language="python", metrics="bleu,chrf", progress=lambda *at: seen.append(at))
    assert seen[-1] == (600, 600)
    assert seen == sorted(seen)


def test_lists_of_metrics() -> None:
    """`all` (that run no program), `cheap`, names with commas, each once; nothing at all is refused."""
    assert set(chosen("cheap")) < set(chosen("all")) == set(METRICS) - {"evidence", "run-match"}
    assert chosen(" bleu, chrf,bleu ,") == ("bleu", "chrf")
    assert "code-score-r" not in chosen("cheap")
    with pytest.raises(InputError, match="no metric was named"):
        chosen(" , ")


class Faulty(Metric):
    """Fails on some pairs in all the ways a metric can."""

    name = "faulty"
    title = "Faulty"
    summary = "Fails."
    source = "this test"

    def settings(self, language: str) -> Mapping[str, str]:
        return {}

    def scores(self, pairs: Sequence[Pair], tick: Tick | None = None) -> list[Score]:
        return [self._score(pair.candidate) for pair in pairs]

    def _score(self, text: str) -> Score:
        if text == "raise":
            raise ZeroDivisionError("two\nlines")
        if text == "recurse":
            return self._score(text)
        return {"nan": Score(float("nan")), "big": Score(1.5), "none": Score(None), "hair": Score(1 + 1e-12)}.get(
            text, Score(0.5)
        )


def test_a_failing_metric_costs_only_the_pair_it_fails_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """Recorded as failed with its reason, counted, left out of the corpus value; never a silent 0."""
    monkeypatch.setitem(METRICS, "faulty", f"{__name__.removeprefix('codescore.')}:Faulty")
    monkeypatch.setattr("codescore.metrics.registry.import_module", lambda _: __import__(__name__, fromlist=["x"]))
    texts = ["fine", "raise", "nan", "fine", "recurse", "big", "none", "hair"]
    (column,) = compute_function(texts, [A] * len(texts), language="python", metrics="faulty", corpus=True)
    assert values(column) == [0.5, None, None, 0.5, None, None, None, 1.0]
    assert column.failed == 5
    assert column.corpus[0].score.value == pytest.approx(2 / 3)
    reasons = [result.score.reason for result in column.results]
    assert reasons[1] == "failed: ZeroDivisionError: two lines"
    assert reasons[2].startswith("failed: it gave nan")
    assert reasons[4].startswith("failed: RecursionError")
    assert reasons[5] == "failed: it gave 1.5, which is no number from 0 to 1"
    assert all(bool(reason) == (value is None) for reason, value in zip(reasons, values(column), strict=True))


def test_a_corpus_of_failures_has_no_value(monkeypatch: pytest.MonkeyPatch) -> None:
    """Null with a reason, not 0."""
    monkeypatch.setitem(METRICS, "faulty", "here:Faulty")
    monkeypatch.setattr("codescore.metrics.registry.import_module", lambda _: __import__(__name__, fromlist=["x"]))
    (column,) = compute_function(["raise"], [A], language="python", metrics="faulty", corpus=True)
    assert column.corpus[0].score.value is None
    assert column.corpus[0].score.reason


def test_what_is_wrong_with_the_environment_is_not_a_pairs_fault() -> None:
    """A broken bundle ends the work with its own message."""

    class NoBundle(Faulty):
        def scores(self, pairs: Sequence[Pair], tick: Tick | None = None) -> list[Score]:
            raise BundleError("the bundle is broken")

    with pytest.raises(BundleError):
        guarded(NoBundle(Context()), [Pair(A, (A,), "python")])
