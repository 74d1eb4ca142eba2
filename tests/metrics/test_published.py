"""The per-sample values that the authors of "Out of the BLEU" published, reproduced to all their digits.

Origin: JetBrains-Research/codegen-metrics, data/to-grade/*-all-grades.json, stored as `published` in
../shared/data/{conala,hearthstone}.dev.jsonl.gz.  How they were computed is in that repository's
02-compute-metrics.ipynb; what it took to get their numbers:

| metric  | theirs                                                             | ours                       | differ |
|---------|--------------------------------------------------------------------|----------------------------|--------|
| ChrF    | sacrebleu sentence_chrf, all references, raw text                  | chrf, tokens=conala (raw)  | 0      |
| BLEU    | sacrebleu sentence_bleu (exp, effective order) on tranX tokens     | bleu, tokens=conala        | 0      |
| ROUGE-L | rouge_score's LCS on tranX tokens, best reference                  | rouge-l, tokens=conala     | 0      |
| METEOR  | nltk single_meteor_score on tranX tokens, best reference           | meteor, tokens=conala      | 0      |

Two remarks.  The paper's appendix says METEOR 1.5 by way of sacrerouge; the published values are NLTK's METEOR (the
2007 formula, alpha 0.9, beta 3, gamma 0.5, WordNet synonyms), which these 2,492 equal values prove.  The tokenisation
is that of tranX and of CoNaLa's baseline (`conala` here); with 13a, 1,631 of 2,360 BLEU values differ.
CodeBLEU and RUBY of the same authors are their own implementations: see test_code_bleu.py and test_ruby.py.
"""

from __future__ import annotations

import pytest

from codescore.metrics import Context, compute_pairs, make

from . import data

pytestmark = pytest.mark.data

PUBLISHED = {"chrf": "chrf", "bleu": "bleu", "rouge-l": "rougel", "meteor": "meteor"}


@pytest.mark.parametrize("name", ["conala", "hearthstone"])
@pytest.mark.parametrize("metric", PUBLISHED)
def test_published_values_are_reproduced_exactly(name: str, metric: str) -> None:
    """Every sample's value, rounded to the three digits that were published, is the published one."""
    (column,) = compute_pairs(data.pairs(name), metrics=metric, tokens="conala")
    wrong = [
        (row["id"], result.score.value, row["published"][PUBLISHED[metric]])
        for row, result in zip(data.rows(name), column.results, strict=True)
        if round(result.score.value or 0.0, 3) != row["published"][PUBLISHED[metric]]
    ]
    assert wrong == []


#: Corpus scores of table 2 of the paper (CoNaLa), on a scale of 100, for models in the data set's words.
TABLE_2 = {
    "rouge-l": {
        "baseline": 36.51,
        "tranx-annot": 49.22,
        "best-tranx": 51.47,
        "best-tranx-rerank": 52.83,
        "codex": 56.52,
    },
    "meteor": {
        "baseline": 28.43,
        "tranx-annot": 44.03,
        "best-tranx": 46.55,
        "best-tranx-rerank": 48.32,
        "codex": 50.66,
    },
    "chrf": {"baseline": 17.51, "tranx-annot": 28.30, "best-tranx": 31.14, "best-tranx-rerank": 32.67, "codex": 42.84},
}


@pytest.mark.parametrize("metric", TABLE_2)
def test_corpus_values_are_those_of_the_papers_table(metric: str) -> None:
    """Means per model on CoNaLa agree with table 2 of the paper (its numbers: mean over bootstrap samples).

    ChrF there is the mean of snippets, not sacrebleu's corpus ChrF, which is why `corpus` is not asked here.
    """
    pairs, rows = data.pairs("conala"), data.rows("conala")
    (column,) = compute_pairs(pairs, metrics=metric, tokens="conala")
    for model, published in TABLE_2[metric].items():
        values = [
            100 * (result.score.value or 0.0)
            for row, result in zip(rows, column.results, strict=True)
            if row["model"] == model
        ]
        assert len(values) == 472
        assert sum(values) / len(values) == pytest.approx(published, abs=0.5), model


def test_another_tokenisation_is_another_number_and_another_signature() -> None:
    """BLEU with 13a tokens differs from the published values on most samples: the signature tells them apart."""
    pytest.importorskip("sacrebleu", reason="NO STUDY EXTRA: pip install 'codescore-r[study]'")
    made = [make(["bleu"], Context(tokens))[0] for tokens in ("conala", "13a")]
    ours, theirs = (metric.scores(data.pairs("conala")) for metric in made)
    differ = sum(round(a.value or 0, 3) != round(b.value or 0, 3) for a, b in zip(ours, theirs, strict=True))
    assert differ == 1631
    assert made[0].settings("python") != made[1].settings("python")
