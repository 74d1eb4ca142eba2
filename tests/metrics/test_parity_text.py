"""Our BLEU, ChrF, ROUGE-L, METEOR and edit similarity against the libraries that define them.

Origins: sacrebleu 2.6 (BLEU, ChrF: sentence and corpus, several references), rouge-score 0.1.2 (LCS), nltk 3.10
(METEOR's alignment and formula, Porter's stemmer), rapidfuzz 3.14 (Levenshtein).  Ours may differ in the last bits of
a float, never more; what is empty is ours alone (see test_bad_pairs.py).
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from codescore.metrics import Context, Pair, make
from codescore.metrics.meteor import Meteor
from codescore.metrics.wordnet import synonyms

from . import data

MISSING = "NO PEER LIBRARY: pip install 'codescore-r[test]'"
sacrebleu = pytest.importorskip("sacrebleu", reason=MISSING)
rouge_scorer = pytest.importorskip("rouge_score.rouge_scorer", reason=MISSING)
meteor_score = pytest.importorskip("nltk.translate.meteor_score", reason=MISSING)
distance = pytest.importorskip("rapidfuzz.distance", reason=MISSING)

WORDS = [
    "if",
    "x",
    "=",
    "return",
    "(",
    ")",
    "cat",
    "cats",
    "sofa",
    "couch",
    "big",
    "large",
    "running",
    "run",
    "é",
    "日",
]
texts = st.lists(st.sampled_from(WORDS), min_size=1, max_size=25).map(" ".join)
several = st.lists(texts, min_size=1, max_size=3)


@pytest.fixture(autouse=True)
def _quiet() -> Iterator[None]:
    """sacrebleu recommends things by logging."""
    logging.disable(logging.WARNING)
    yield
    logging.disable(logging.NOTSET)


def corpus(metric: str, pairs: list[Pair], tokens: str = "whitespace") -> float:
    (made,) = make([metric], Context(tokens))
    found = made.corpus(made.statistics(pairs).sum(axis=0))
    assert found is not None
    return found


@given(texts, several)
def test_sentence_bleu_is_sacrebleus(candidate: str, references: list[str]) -> None:
    """Any candidate, any number of references."""
    theirs = sacrebleu.BLEU(tokenize="none", effective_order=True).sentence_score(candidate, references)
    ours = data.score("bleu", candidate, *references, tokens="whitespace")
    assert ours.value == pytest.approx(theirs.score / 100, abs=1e-12)
    assert ours.parts["brevity"] == pytest.approx(theirs.bp, abs=1e-12)


@given(st.lists(st.tuples(texts, texts, texts), min_size=1, max_size=8))
def test_corpus_bleu_is_sacrebleus(samples: list[tuple[str, str, str]]) -> None:
    """Sums of sufficient statistics give sacrebleu's corpus BLEU, which is not the mean of sentences."""
    candidates, first, second = map(list, zip(*samples, strict=True))
    theirs = sacrebleu.BLEU(tokenize="none").corpus_score(candidates, [first, second]).score / 100
    ours = corpus("bleu", [Pair(c, (a, b), "python") for c, a, b in samples])
    assert ours == pytest.approx(theirs, abs=1e-12)


def test_bleu_with_13a_tokens_is_sacrebleus_default() -> None:
    """The tokenisation `13a` is sacrebleu's own."""
    for pair in data.pairs("conala")[:300]:
        theirs = sacrebleu.sentence_bleu(pair.candidate, list(pair.references)).score / 100
        ours = data.score("bleu", pair.candidate, *pair.references, tokens="13a").value
        assert ours == pytest.approx(theirs, abs=1e-12)


@given(texts, several)
def test_sentence_chrf_is_sacrebleus(candidate: str, references: list[str]) -> None:
    """ASCII, Latin and wide characters; the best of several references."""
    theirs = sacrebleu.CHRF().sentence_score(candidate, references).score / 100
    assert data.score("chrf", candidate, *references, tokens="whitespace").value == pytest.approx(theirs, abs=1e-12)


@given(st.lists(st.tuples(texts, texts, texts), min_size=1, max_size=8))
def test_corpus_chrf_is_sacrebleus(samples: list[tuple[str, str, str]]) -> None:
    """Sums of sufficient statistics give sacrebleu's corpus ChrF."""
    candidates, first, second = map(list, zip(*samples, strict=True))
    theirs = sacrebleu.CHRF().corpus_score(candidates, [first, second]).score / 100
    ours = corpus("chrf", [Pair(c, (a, b), "python") for c, a, b in samples])
    assert ours == pytest.approx(theirs, abs=1e-12)


@pytest.mark.data
@pytest.mark.parametrize("name", ["humaneval-python", "humaneval-java"])
def test_real_functions_agree_with_sacrebleu(name: str) -> None:
    """BLEU and ChrF of raw HumanEval samples, sentence and corpus."""
    pairs = data.pairs(name)[::20]
    sides = [pair.candidate for pair in pairs], [[pair.references[0] for pair in pairs]]
    chrf, bleu = sacrebleu.CHRF(), sacrebleu.BLEU(tokenize="none")
    assert corpus("chrf", pairs) == pytest.approx(chrf.corpus_score(*sides).score / 100, abs=1e-12)
    assert corpus("bleu", pairs) == pytest.approx(bleu.corpus_score(*sides).score / 100, abs=1e-12)
    for pair in pairs[:20]:
        theirs = chrf.sentence_score(pair.candidate, list(pair.references)).score / 100
        assert data.score("chrf", pair.candidate, *pair.references, tokens="regex").value == pytest.approx(theirs)


@given(texts, texts)
def test_rouge_l_is_rouge_scores(candidate: str, reference: str) -> None:
    """Precision, recall and F1 of the longest common subsequence."""
    theirs = rouge_scorer._score_lcs(reference.split(), candidate.split())
    ours = data.score("rouge-l", candidate, reference, tokens="whitespace")
    assert ours.value == pytest.approx(theirs.fmeasure, abs=1e-12)
    assert ours.parts == pytest.approx({"precision": theirs.precision, "recall": theirs.recall}, abs=1e-12)


def test_the_papers_rouge_l_example() -> None:
    """Out of the BLEU, appendix A.2 (Lin 2004): .75 for the better and .5 for the reordered candidate."""
    reference = "police killed the gunman"
    values = [
        data.score("rouge-l", candidate, reference, tokens="whitespace").value
        for candidate in ("police kill the gunman", "the gunman kill police")
    ]
    assert values == [0.75, 0.5]


@given(texts, texts)
def test_edit_similarity_is_rapidfuzzs(candidate: str, reference: str) -> None:
    """1 - Levenshtein distance / longer length, on raw characters."""
    theirs = distance.Levenshtein.normalized_similarity(candidate, reference)
    assert data.score("edit-similarity", candidate, reference, tokens="whitespace").value == pytest.approx(theirs)


class _WordNet:
    """Our synonym data in the shape that nltk asks for."""

    def synsets(self, word: str) -> list[Any]:
        return [_Synset(sorted(synonyms(word)))] if synonyms(word) else []


class _Synset:
    def __init__(self, words: list[str]) -> None:
        self._words = words

    def lemmas(self) -> list[Any]:
        return [_Lemma(word) for word in self._words]


class _Lemma:
    def __init__(self, word: str) -> None:
        self._word = word

    def name(self) -> str:
        return self._word


@given(texts, texts)
@settings(max_examples=300, deadline=None)  # the first example imports NLTK
def test_meteor_is_nltks(candidate: str, reference: str) -> None:
    """Alignment in three stages, fragments and formula, with the same synonyms on both sides."""
    theirs = meteor_score.single_meteor_score(reference.split(), candidate.split(), wordnet=_WordNet())
    assert data.score("meteor", candidate, reference, tokens="whitespace").value == pytest.approx(theirs, abs=1e-12)


def test_nltks_own_meteor_example() -> None:
    """The doctest of nltk.translate.meteor_score.single_meteor_score: 0.6944, with real WordNet."""
    candidate = "It is a guide to action which ensures that the military always obeys the commands of the party"
    reference = "It is a guide to action that ensures that the military will forever heed Party commands"
    assert data.score("meteor", candidate, reference, tokens="whitespace").value == pytest.approx(0.6944, abs=5e-5)


def test_synonyms_are_wordnets() -> None:
    """By meaning, by irregular and by regular base forms; what the dictionary does not have has none.

    Expected sets: WordNet 3.0's own, as `wn` prints them (couch: sofa, lounge; feet: foot; ran: run; sure: certain).
    """
    assert {"sofa", "lounge"} <= synonyms("couch")
    assert {"foot", "feet"} & synonyms("feet") == {"foot"}
    assert "run" in synonyms("ran")
    assert "run" in synonyms("running")
    assert "certain" in synonyms("sure")
    assert "certain" in synonyms("surest")
    assert synonyms("strncpy") == frozenset()
    assert synonyms("=") == frozenset()


def test_the_variant_of_meteor_is_in_its_signature() -> None:
    """Which of the many METEORs, which stages, which data."""
    told = Meteor(Context("regex")).settings("python")
    assert told["variant"] == "nltk"
    assert told["stages"] == "exact,porter,synonym"
    assert told["data"] == "WordNet 3.0"
