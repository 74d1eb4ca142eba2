"""MinHash over sketches: equal to the library's, deterministic, and every pair that stays is below the threshold."""

from __future__ import annotations

import random
import subprocess
import sys
from itertools import combinations

import numpy as np
import pytest
from datasketch import MinHash
from hypothesis import given, settings
from hypothesis import strategies as st

from codescore_train.corpus import minhash
from codescore_train.corpus.minhash import SHINGLE, band_keys, jaccard, join, shingle_sets, signatures, take
from codescore_train.corpus.near import near_duplicates

TOKENS = st.lists(st.sampled_from("abcdefgh"), max_size=30).map(" ".join)


def shingles(sketch: str) -> set[tuple[str, ...]]:
    """The plain definition."""
    words = sketch.split()
    if not words:
        return set()
    words += [""] * (SHINGLE - len(words))
    return {tuple(words[i : i + SHINGLE]) for i in range(len(words) - SHINGLE + 1)}


def programs(seed: int, count: int) -> list[str]:
    """Sketches in families: a random one, and copies of it with some tokens changed."""
    draw = random.Random(seed)
    found: list[list[str]] = []
    for _ in range(count):
        words = list(draw.choice(found)) if found and draw.random() < 0.7 else []
        words = words or [f"t{draw.randrange(300)}" for _ in range(draw.randint(20, 150))]
        for _ in range(draw.randrange(6)):
            words[draw.randrange(len(words))] = f"t{draw.randrange(300)}"
        found.append(words)
    return [" ".join(words) for words in found]


@settings(max_examples=200, deadline=None)
@given(st.lists(TOKENS, max_size=8))
def test_shingle_sets_are_the_token_n_grams_of_each_sketch(sketches: list[str]) -> None:
    """Sizes and similarities equal those of the plain sets, also for empty and short sketches, however they lie."""
    sets = shingle_sets(sketches)
    assert sets.sizes.tolist() == [len(shingles(sketch)) for sketch in sketches]
    for (i, one), (j, other) in combinations(enumerate(sketches), 2):
        first, second = shingles(one), shingles(other)
        assert jaccard(sets[i], sets[j]) == (len(first & second) / len(first | second) if first and second else 0.0)


@settings(max_examples=50, deadline=None)
@given(st.lists(TOKENS, max_size=8), st.integers(0, 8))
def test_joining_and_taking_change_no_set(sketches: list[str], cut: int) -> None:
    """Sets made in parts are those made at once, and any selection keeps them whole."""
    whole = shingle_sets(sketches)
    parts = join([shingle_sets(sketches[:cut]), shingle_sets(sketches[cut:])])
    assert parts.values.tolist() == whole.values.tolist()
    assert parts.offsets.tolist() == whole.offsets.tolist()
    order = np.arange(len(whole))[::-2]
    assert [s.tolist() for s in map(take(whole, order).__getitem__, range(len(order)))] == [
        whole[int(i)].tolist() for i in order
    ]


def test_signatures_are_those_of_the_library() -> None:
    """The batched computation equals datasketch's MinHash on the same hashes, also over block borders."""
    sets = shingle_sets([*programs(1, 40), "", "a"])
    found = signatures(sets)
    for i in range(len(sets)):
        oracle = MinHash(num_perm=minhash.PERMUTATIONS, seed=minhash.SEED, scheme="affine32", hashfunc=int)
        oracle.update_batch(sets[i].tolist())
        assert found[i].tolist() == oracle.hashvalues.tolist()


def test_blocks_do_not_show(monkeypatch: pytest.MonkeyPatch) -> None:
    """Signatures are the same whether sets are permuted together or a few at a time."""
    sets = shingle_sets([*programs(2, 60), "", *programs(3, 5)])
    whole = signatures(sets)
    monkeypatch.setattr(minhash, "_BLOCK", 70)
    assert np.array_equal(signatures(sets), whole)


def test_signatures_do_not_depend_on_the_process() -> None:
    """Another interpreter with another hash seed finds the same values."""
    code = "from codescore_train.corpus.minhash import signatures, shingle_sets\n"
    code += "print(signatures(shingle_sets(['a b c d e f g']))[0].tolist())"
    runs = {
        subprocess.run([sys.executable, "-c", code], env={"PYTHONHASHSEED": seed, "PYTHONPATH": ":".join(sys.path)},
                       capture_output=True, text=True, check=True).stdout
        for seed in ("1", "2")
    }  # fmt: skip
    assert runs == {f"{signatures(shingle_sets(['a b c d e f g']))[0].tolist()}\n"}


def test_the_estimate_is_near_the_exact_similarity() -> None:
    """The share of equal signature places is within six standard errors of the Jaccard similarity."""
    sets = shingle_sets(programs(4, 80))
    found = signatures(sets)
    for i, j in combinations(range(len(sets)), 2):
        exact = jaccard(sets[i], sets[j])
        error = (exact * (1 - exact) / minhash.PERMUTATIONS) ** 0.5
        assert abs(float(np.mean(found[i] == found[j])) - exact) <= 6 * error + 1e-9


def test_bands_use_their_own_columns() -> None:
    """Two signatures that agree in one band only share that key and no other."""
    one = np.arange(minhash.PERMUTATIONS, dtype=np.uint32)
    other = one + np.uint32(1_000)
    other[8:12] = one[8:12]
    keys = list(band_keys(np.stack([one, other]), 4))
    assert len(keys) == minhash.PERMUTATIONS // 4
    assert [bool(key[0] == key[1]) for key in keys] == [band == 2 for band in range(len(keys))]


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("threshold", [0.6, 0.8, 0.95])
def test_what_stays_is_dissimilar_and_what_goes_has_a_twin_that_stays(seed: int, threshold: float) -> None:
    """Compared with all pairs: nothing that stays is similar to another, nothing goes without reason."""
    sets = shingle_sets(programs(seed + 10, 300))
    twins = near_duplicates(sets, signatures(sets), threshold)
    kept = np.flatnonzero(twins < 0).tolist()
    # LSH is made for .8: below it a pair may be missed (at .6 one in three), at and above it none is here.
    if threshold >= 0.8:
        assert all(jaccard(sets[i], sets[j]) < threshold for i, j in combinations(kept, 2))
    for i in np.flatnonzero(twins >= 0).tolist():
        assert twins[i] in kept
        assert twins[i] < i
        assert jaccard(sets[i], sets[int(twins[i])]) >= threshold
    assert 50 < len(kept) < 300


def test_nothing_has_no_duplicates() -> None:
    """No sets at all, and sets without a shingle, are fine."""
    for sketches in ([], ["", ""]):
        sets = shingle_sets(sketches)
        assert near_duplicates(sets, signatures(sets)).tolist() == [-1] * len(sketches)
