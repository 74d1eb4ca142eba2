"""Pairs: variants differ from their original, are the same for the same seed, and survive an interruption."""

from __future__ import annotations

import gzip
import json
import shutil
from pathlib import Path

import msgspec
import numpy as np
import pytest

from codescore.foundation.errors import InputError
from codescore_train.cli import main
from codescore_train.corpus.gathered import Solution
from codescore_train.pairs.generate import SHARDS, generate, pairs_path
from codescore_train.pairs.namesakes import namesake_items
from codescore_train.pairs.programs import program_items
from codescore_train.pairs.solutions import solution_items
from codescore_train.pairs.source import Function, read_functions
from codescore_train.pairs.store import Item, collect, join, load_pairs, save_pairs
from codescore_train.pairs.variants import variants_of
from codescore_train.recipe import PairsRecipe, load_recipe
from codescore_train.tokenizer.special import load_tokenizer
from tests.train.conftest import Trained, functions

_PYTHON = """def count(values, limit):
    total = 0
    for value in values:
        if value > limit:
            total += value
        else:
            total -= 1
    return total
"""


def function(source: str) -> Function:
    """The corpus function in a Python source."""
    row = functions("python", source.encode())[0]
    return Function(row["lang"], row["code"], row["sketch"], row["comment"])


def test_rewrites_and_mutants_differ_from_the_original_and_from_each_other() -> None:
    """No sketch occurs twice among a function and its variants."""
    made = variants_of(function(_PYTHON), PairsRecipe(positives=3, negatives=4, attempts=4), 0.5, seed=1)
    sketches = [function(_PYTHON).sketch, *made.rewrites, *made.mutants]
    assert made.rewrites
    assert made.mutants
    assert len(set(sketches)) == len(sketches)


def test_variants_depend_on_the_seed_alone() -> None:
    """The same seed gives the same variants; some other seed gives others."""
    recipe = PairsRecipe(positives=2, negatives=2)
    first = variants_of(function(_PYTHON), recipe, 0.5, seed=1)
    assert variants_of(function(_PYTHON), recipe, 0.5, seed=1) == first
    assert any(variants_of(function(_PYTHON), recipe, 0.5, seed=s).mutants != first.mutants for s in range(2, 8))


def test_slips_join_the_mutants() -> None:
    """As many copies with a slip as the recipe wants come behind the mutants, and are counted by kind."""
    without = variants_of(function(_PYTHON), PairsRecipe(positives=2, negatives=2), 0.5, seed=1)
    made = variants_of(function(_PYTHON), PairsRecipe(positives=2, negatives=2, slips=3), 0.5, seed=1)
    assert made.mutants[: len(without.mutants)] == without.mutants
    assert len(made.mutants) == len(without.mutants) + 3
    assert sum(n for rule, n in made.counts.items() if rule.startswith("slip: ")) == 3
    assert len({*made.mutants, *made.rewrites, function(_PYTHON).sketch}) == len(made.mutants) + len(made.rewrites) + 1


def test_slips_are_for_training_alone(trained: Trained, tmp_path: Path) -> None:
    """The validation part, which the self-audit is made of, has mutants of operators alone."""
    recipe = load_recipe("tiny")
    shutil.copy(trained.work / "tokenizer.json", tmp_path)
    few = msgspec.structs.replace(recipe.pairs, functions=40, valid_functions=40, namesakes=0, slips=2)
    counts = generate(msgspec.structs.replace(recipe, pairs=few), trained.corpus, tmp_path)
    slips = {
        part: sum(n for rule, n in found["rules"].items() if rule.startswith("slip: "))
        for part, found in counts.items()
    }
    assert slips["train"] > 0
    assert slips["valid"] == 0


def _gathered(folder: Path, solutions: list[Solution]) -> Path:
    path = folder / "solutions.jsonl.gz"
    path.write_bytes(gzip.compress(b"".join(msgspec.json.encode(one) + b"\n" for one in solutions)))
    return path


_OTHERS = (
    "def count(values, limit):\n    return sum(v if v > limit else -1 for v in values)\n",
    "def count(values, limit):\n    up = [v for v in values if v>limit]\n    return sum(up) - len(values) + len(up)\n",
)


def test_gathered_programs_of_one_task_are_positives_of_each_other(trained: Trained, tmp_path: Path) -> None:
    """Each program of the training part is the anchor of the next of its task; no other task and no other part."""
    texts = (_PYTHON, *_OTHERS)
    solutions = [Solution("sum", "python", str(k), code, "articles", "train") for k, code in enumerate(texts)]
    solutions += [Solution("alone", "python", "1", _PYTHON, "articles", "train")]
    solutions += [Solution("kept", "python", str(k), code, "articles", "dev") for k, code in enumerate(texts)]
    tokenizer = load_tokenizer(trained.work / "tokenizer.json")
    path = _gathered(tmp_path, solutions)
    items, counts = program_items(path, ("python",), PairsRecipe(negatives=2, slips=2, processes=1), tokenizer, 1)
    assert counts == {"python": 3, "alone, or the same sketch": 1}
    sketches = {function(code).sketch for code in texts}
    read = [tokenizer.decode(list(i.anchor), skip_special_tokens=False) for i in items]
    assert {*read} == sketches
    assert {tokenizer.decode(list(i.rewrites[0]), skip_special_tokens=False) for i in items} == sketches
    assert all(i.mutants and i.rewrites[0] not in i.mutants for i in items)


def test_a_file_that_was_not_gathered_is_one_line(trained: Trained, tmp_path: Path) -> None:
    """Another file as programs is bad input, and says what to run."""
    path = tmp_path / "solutions.jsonl.gz"
    path.write_bytes(b"no gzip")
    with pytest.raises(InputError, match="run `same-task gather`"):
        program_items(path, ("python",), PairsRecipe(), load_tokenizer(trained.work / "tokenizer.json"), 1)


def test_a_share_of_one_gives_single_edits_only() -> None:
    """The audit's mutants have one operator replaced: one line of the sketch differs."""
    original = function(_PYTHON).sketch.splitlines()
    for seed in range(5):
        for mutant in variants_of(function(_PYTHON), PairsRecipe(negatives=4), 1.0, seed=seed).mutants:
            lines = mutant.splitlines()
            assert sum(a != b for a, b in zip(original, lines, strict=True)) == 1


def test_a_function_without_operators_has_no_variants() -> None:
    """It serves masked language modelling only."""
    made = variants_of(function("def hello(name):\n    return greet(name)\n"), PairsRecipe(), 0.5, seed=1)
    assert made.rewrites == made.mutants == ()


def test_stored_pairs_come_back_and_join(tmp_path: Path) -> None:
    """Anchor, comment, rewrites and mutants of each function are found again after joining and loading."""
    items = [
        Item(0, [1, 2, 3], [9], ([4, 5],), ([6], [7, 8])),
        Item(1, [10], [], (), ([11],)),
        Item(1, [12, 13], [14], ([15],), ([16],)),
    ]
    whole = join([collect(items[:2], ("a", "b")), collect(items[2:], ("a", "b"))])
    save_pairs(whole, tmp_path / "p.npz")
    found = load_pairs(tmp_path / "p.npz")
    for i, item in enumerate(items):
        assert list(found.anchor(i)) == list(item.anchor)
        assert list(found.comment(i)) == list(item.comment)
        assert [list(found.rewrite(i, k)) for k in range(found.rewrites[i])] == [list(s) for s in item.rewrites]
        assert [list(found.mutant(i, k)) for k in range(found.mutants[i])] == [list(s) for s in item.mutants]
    assert list(found.contrastive()) == [0, 2]
    assert list(found.language) == [0, 1, 1]


def test_damaged_or_missing_pairs_are_bad_input(tmp_path: Path) -> None:
    """One line that says what to run."""
    with pytest.raises(InputError, match="codescore-train pairs"):
        load_pairs(tmp_path / "none.npz")
    (tmp_path / "cut.npz").write_bytes(b"PK\x03\x04 cut short")
    with pytest.raises(InputError, match="damaged"):
        load_pairs(tmp_path / "cut.npz")


def test_a_sample_is_the_same_every_time_and_in_corpus_order(corpus: Path) -> None:
    """Sampling is by seed; asking for more than there is gives all."""
    everything = read_functions(corpus, "python", "train", 10**6, 1)
    some = read_functions(corpus, "python", "train", 20, 1)
    assert some == read_functions(corpus, "python", "train", 20, 1)
    assert len(some) == 20
    places = [everything.index(f) for f in some]
    assert places == sorted(places)
    assert some != read_functions(corpus, "python", "train", 20, 2)


def test_a_corpus_that_is_none_is_bad_input(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """An empty folder and a damaged file end with exit code 2 and one line."""
    (tmp_path / "tokenizer.json").write_text("{}")
    arguments = ["tokenizer", "--recipe", "tiny", "--corpus", str(tmp_path), "--work", str(tmp_path / "w")]
    assert main(arguments) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1
    (tmp_path / "functions.python.train.jsonl.gz").write_bytes(b"not gzip")
    assert main(arguments) == 2
    assert "functions.python.train" in capsys.readouterr().err


def test_generated_pairs_never_hold_a_variant_equal_to_its_anchor(trained: Trained) -> None:
    """Checked on token ids, over both languages."""
    pairs = load_pairs(pairs_path(trained.work, "train"))
    checked = 0
    for i in range(len(pairs)):
        for k in range(pairs.rewrites[i]):
            assert not np.array_equal(pairs.rewrite(i, k), pairs.anchor(i))
            checked += 1
        for k in range(pairs.mutants[i]):
            assert not np.array_equal(pairs.mutant(i, k), pairs.anchor(i))
            checked += 1
    assert checked > 50
    assert set(pairs.language[pairs.contrastive()]) == {0, 1}


def test_an_interrupted_generation_goes_on_and_gives_the_same(trained: Trained, tmp_path: Path) -> None:
    """Shards that are there are kept, missing ones made again, and the result is the same file."""
    before = pairs_path(trained.work, "train").read_bytes()
    shards = sorted((trained.work / SHARDS).glob("train.python.*.npz"))
    kept = sorted((trained.work / SHARDS).glob("train.java.*.npz"))[0]
    stamp = kept.stat().st_mtime_ns
    shards[0].unlink()
    pairs_path(trained.work, "train").unlink()
    arguments = ["pairs", "--recipe", "tiny", "--corpus", str(trained.corpus), "--work", str(trained.work)]
    assert main(arguments) == 0
    assert pairs_path(trained.work, "train").read_bytes() == before
    assert kept.stat().st_mtime_ns == stamp


def test_the_counts_say_which_rules_made_the_pairs(trained: Trained) -> None:
    """pairs.json names rules of both tables and the sizes."""
    counts = json.loads((trained.work / "pairs.json").read_text())["train"]
    assert counts["rules"]["relational"] > 0
    assert counts["rules"]["condition-exchange"] > 0
    assert counts["functions"]["python"] > 50


def test_programs_for_one_task_are_positives_and_their_mutants_are_not(trained: Trained, tmp_path: Path) -> None:
    """A passing candidate of one unit joins its reference; failing, equal and several-unit ones do not."""
    loop = "def total(xs):\n    s = 0\n    for x in xs:\n        if x > 0:\n            s += x\n    return s\n"
    short = "def total(values):\n    return sum(v for v in values if v >= 1)\n"
    rows = [
        {"candidate": short, "passed": True},
        {"candidate": short, "passed": False},
        {"candidate": loop.replace("xs", "ys"), "passed": True},
        {"candidate": short + "\n\ndef other():\n    return 1 + 1\n", "passed": True},
    ]
    path = tmp_path / "tasks.jsonl"
    lines = [{"id": str(k), "task": "t", "lang": "python", "reference": loop, **row} for k, row in enumerate(rows)]
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    tokenizer = load_tokenizer(trained.work / "tokenizer.json")
    items, counts = solution_items([path], ("java", "python"), PairsRecipe(), tokenizer, 1)
    assert counts == {"python": 1, "several units, or the same sketch": 2}
    (item,) = items
    anchor, rewrite = (
        tokenizer.decode(list(ids), skip_special_tokens=False) for ids in (item.anchor, item.rewrites[0])
    )
    assert "for var_1 in arg_0" in anchor
    assert "sum (" in rewrite
    mutants = [tokenizer.decode(list(ids), skip_special_tokens=False) for ids in item.mutants]
    assert mutants
    assert all("sum (" in text and text != rewrite for text in mutants)


def test_a_faulty_twin_of_a_positive_is_a_negative(trained: Trained, tmp_path: Path) -> None:
    """The failing candidate that is nearly the passing one joins its mutants; a failing stranger does not."""
    loop = "def total(xs):\n    s = 0\n    for x in xs:\n        if x > 0:\n            s += x\n    return s\n"
    short = "def total(values):\n    return sum(v for v in values if v >= 1)\n"
    twin = "def total(values):\n    return sum(v for v in values if v >= 7)\n"
    stranger = "def total(values):\n    return 0\n"
    path = tmp_path / "tasks.jsonl"
    lines = [
        {"id": str(k), "task": "t", "lang": "python", "reference": loop, "candidate": code, "passed": passed}
        for k, (code, passed) in enumerate([(short, True), (stranger, False), (twin, False)])
    ]
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    tokenizer = load_tokenizer(trained.work / "tokenizer.json")
    (item,), counts = solution_items([path], ("python",), PairsRecipe(), tokenizer, 1)
    texts = [tokenizer.decode(list(ids), skip_special_tokens=False) for ids in item.mutants]
    assert counts == {"python": 1, "with a person's mistake": 1}
    assert [text for text in texts if ">= 7" in text]
    assert not [text for text in texts if "return 0" in text]


_CLAMP = "def clamp(value, low, high):\n    if value < low:\n        return low\n    return min(value, high)\n"
_OTHER_CLAMP = "def clamp(x, a, b):\n    if x < a:\n        return a\n    if x > b:\n        return b\n    return x\n"


def _corpus(folder: Path, functions_of: dict[str, list[str]]) -> Path:
    """A corpus folder of Python functions by project."""
    folder.mkdir()
    rows = [
        {**row, "project": project}
        for project, sources in functions_of.items()
        for source in sources
        for row in functions("python", source.encode())
    ]
    with gzip.open(folder / "functions.python.train.jsonl.gz", "wt", encoding="utf-8") as stream:
        stream.writelines(json.dumps(row) + "\n" for row in rows)
    return folder


def test_functions_of_one_name_in_two_projects_are_positives(trained: Trained, tmp_path: Path) -> None:
    """Two projects' `clamp` are paired both ways, with mutants of the positive; one project's own two are not."""
    unlike = "def clamp(text):\n    with open(text) as file:\n        return [line for line in file if line] + [text]\n"
    tokenizer = load_tokenizer(trained.work / "tokenizer.json")
    recipe = PairsRecipe(namesakes=10)
    corpus = _corpus(tmp_path / "c", {"one": [_CLAMP], "two": [_OTHER_CLAMP, unlike]})
    items, counts = namesake_items(corpus, ("python",), recipe, tokenizer, 1)
    assert counts == {"python": 2}
    for item in items:
        sketches = {tokenizer.decode(list(ids), skip_special_tokens=False) for ids in (item.anchor, *item.rewrites)}
        assert len(sketches) == 2
        assert all(tokenizer.decode(list(ids), skip_special_tokens=False) not in sketches for ids in item.mutants)
        assert item.mutants
    alone = _corpus(tmp_path / "d", {"one": [_CLAMP, _OTHER_CLAMP]})
    assert namesake_items(alone, ("python",), recipe, tokenizer, 1) == ([], {"python": 0})


def test_a_name_that_every_project_uses_pairs_nothing(trained: Trained, tmp_path: Path) -> None:
    """From nine projects on a name says nothing of what a function does."""
    sources = {f"p{k}": [_CLAMP if k % 2 else _OTHER_CLAMP] for k in range(9)}
    tokenizer = load_tokenizer(trained.work / "tokenizer.json")
    corpus = _corpus(tmp_path / "c", sources)
    assert namesake_items(corpus, ("python",), PairsRecipe(namesakes=10), tokenizer, 1)[0] == []


def test_namesakes_are_no_more_than_asked_for_and_always_the_same(trained: Trained, tmp_path: Path) -> None:
    """`pairs.namesakes` bounds them per language; the seed decides which."""
    corpus = _corpus(tmp_path / "c", {"one": [_CLAMP], "two": [_OTHER_CLAMP]})
    tokenizer = load_tokenizer(trained.work / "tokenizer.json")
    one, again = (namesake_items(corpus, ("python",), PairsRecipe(namesakes=1), tokenizer, 5) for _ in range(2))
    assert one == again
    assert one[1] == {"python": 1}
