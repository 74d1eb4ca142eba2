"""CrystalBLEU: BLEU without the shared n-grams, as the authors' package computes it."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from codescore.foundation.errors import InputError
from codescore.languages import all_languages, by_id
from codescore.languages.shared_ngrams import shared_ngrams
from codescore.metrics.crystal_bleu import CrystalBleu
from codescore.metrics.metric import Context, Pair
from codescore.metrics.ngrams import bleu
from codescore_train.cli import main as train
from codescore_train.corpus.shared_ngrams import build

# PyPI crystalbleu 0.1: corpus_bleu([[reference]], [candidate], smoothing_function=SmoothingFunction(epsilon=0.0001)
# .method1, ignoring=<our list>) on the `code` tokens of pair number n of codebleu-0.7.0.json.  The values hold for
# lists with these hashes; a list that is counted anew needs them recorded anew.
DIGESTS = {"python": "fb301ca840b4", "java": "5bb758153639"}
PUBLISHED = {
    "python": [
        (0, 0.8705614393764027),
        (13, 0.9233903238783081),
        (26, 0.9733945347716245),
        (39, 0.9283613674680005),
        (52, 0.4167962358463457),
        (65, 0.9668449901142561),
        (78, 0.05951163425174525),
        (91, 0.012712018252149704),
        (104, 0),
        (117, 0.09774240710118318),
    ],
    "java": [
        (0, 0.7466703978306386),
        (13, 0.9572072370086335),
        (26, 0.9725941814088669),
        (39, 0.9601068124240512),
        (52, 0.3560929251391783),
        (65, 0.8930249412802331),
        (78, 0.07282704262459125),
        (91, 0),
        (104, 0.0003077505898892548),
        (117, 0),
    ],
}
PAIRS = json.loads(Path(__file__).with_name("codebleu-0.7.0.json").read_text(encoding="utf-8"))["pairs"]


def score(candidate, reference, language="python", tokens="code"):
    (found,) = CrystalBleu(Context(tokens=tokens)).scores([Pair(candidate, (reference,), language)])
    return found


@pytest.mark.parametrize("language", PUBLISHED)
def test_values_are_those_of_the_authors_package(language):
    """With the same n-grams left out, the value is the package's to the last digit."""
    assert shared_ngrams(by_id(language)).digest == DIGESTS[language]
    pairs = [p for p in PAIRS if p["language"] == language]
    for number, value in PUBLISHED[language]:
        found = score(pairs[number]["candidate"], pairs[number]["reference"], language)
        assert found.value == pytest.approx(value, abs=1e-12), number


@pytest.mark.parametrize("language", [language.id for language in all_languages() if shared_ngrams(language)])
def test_shipped_lists_say_what_they_were_counted_from(language):
    """Each list has 500 n-grams of all four orders, most frequent first, and names corpus, hash and size."""
    found = shared_ngrams(by_id(language))
    assert len(set(found.ngrams)) == 500
    assert {len(gram) for gram in found.ngrams} == {1, 2, 3, 4}
    assert "sha256" in found.corpus
    assert found.functions >= 10_000


def test_shared_ngrams_do_not_count():
    """Two texts that share nothing but what all code shares score 0, whatever BLEU says."""
    found = score("if self.left:\n    return self.left", "if self.right:\n    return self.right")
    assert found.value == 0


def test_a_reference_of_shared_ngrams_alone_has_no_value():
    """Nothing is left to compare: undefined, with the reason."""
    found = score("x = compute(1)", "self")
    assert found.value is None
    assert "not shared" in found.reason


@pytest.mark.parametrize(("candidate", "reference", "value"), [("", "", 1.0), ("", "x", 0.0), ("x", "", 0.0)])
def test_empty_sides(candidate, reference, value):
    """Both empty is 1, one empty is 0."""
    assert score(candidate, reference).value == value


def test_other_tokens_and_languages_are_said_not_guessed():
    """The lists hold for the tokens they were counted in, and for their language."""
    assert "13a" in score("x", "x", tokens="13a").reason
    assert "cobol" in score("x", "x", language="cobol").reason


def test_the_signature_has_the_list():
    """Another list is another metric: its hash is in the settings."""
    assert CrystalBleu(Context()).settings("python")["shared"] == DIGESTS["python"]


def test_bleu_by_hand():
    """Two of three unigrams, one of two bigrams; no longer match counts epsilon; the candidate is one token short."""
    value = bleu([2, 1, 0, 0], [3, 2, 1, 1], 3, 4, epsilon=0.1)
    assert value == pytest.approx(2.718281828459045 ** (1 - 4 / 3) * (2 / 3 * 1 / 2 * 0.1 * 0.1) ** 0.25)


def corpus_file(folder, *codes):
    path = folder / "functions.jsonl.gz"
    path.write_bytes(gzip.compress("".join(json.dumps({"code": code}) + "\n" for code in codes).encode()))
    return path


def test_the_list_counts_ngrams_not_tokens(tmp_path):
    """Orders 1 to 4 are ranked together, ties in order."""
    corpus = corpus_file(tmp_path, "f(x)", "f(y)", "f(x)")
    found = build(corpus, by_id("python"), k=6, functions=10)
    assert [(tuple(gram), n) for gram, n in found["ngrams"]] == [
        (("(",), 3), ((")",), 3), (("f",), 3), (("f", "("), 3), (("(", "x"), 2), (("(", "x", ")"), 2)
    ]  # fmt: skip
    assert (found["functions"], found["of"]) == (3, 3)


def test_the_command_writes_what_the_metric_reads(tmp_path, capsys):
    """`codescore-train crystal` writes a list and says of what; a missing corpus is one line."""
    corpus = corpus_file(tmp_path, "f(x)")
    options = ["--language", "python", "--k", "3", "--out", str(tmp_path / "list.json")]
    assert train(["crystal", *options, "--corpus-file", str(corpus)]) == 0
    assert len(json.loads((tmp_path / "list.json").read_text())["ngrams"]) == 3
    assert "1 of 1 functions" in capsys.readouterr().err
    assert train(["crystal", *options, "--corpus-file", str(tmp_path / "none.gz")]) == InputError.exit_code
    assert "cannot read corpus" in capsys.readouterr().err
