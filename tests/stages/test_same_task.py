"""Another algorithm for the same task: names are not seen, a look-alike is not taken for one, and no fault is."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from codescore.embed import Encoder, load_bundle
from codescore.embed.manifest import TASK_FEATURES, SameTask
from codescore.embed.task_model import TaskModel, from_bytes, to_bytes
from codescore.engine import ScoreOptions, Session, another_way, compare, make_source, standing
from codescore.foundation.errors import BundleError
from codescore.languages import by_id
from codescore.score.task import VERSION, task_features, words_of
from codescore.sketch import own_names, sketch_source
from codescore.syntax import parse
from tests.stages.bundles import Change, copy_bundle, shipped_bundle

LOOP = """\
class Counter:
    def tally(self, words):
        self.seen = {}
        for word in words:
            self.add(word)
        return self.seen

    def add(self, word):
        self.seen[word] = self.seen.get(word, 0) + 1
"""
RENAMED = (
    LOOP.replace("tally", "q").replace("words", "zs").replace("word", "z").replace("seen", "kept").replace("add", "put")
    .replace("Counter", "Other")
)  # fmt: skip
DEPTH = """\
def depth(root):
    if not root:
        return 0
    return 1 + max(depth(root.left), depth(root.right))
"""
LEVELS = """\
from collections import deque

def depth(root):
    queue, level = deque(), 0
    if root:
        queue.append(root)
    while queue:
        for _ in range(len(queue)):
            node = queue.popleft()
            if node.left:
                queue.append(node.left)
            if node.right:
                queue.append(node.right)
        level += 1
    return level
"""
PRIMES = """\
def primes(n):
    sieve = [True] * n
    count = 0
    for i in range(2, n):
        if sieve[i]:
            count += 1
            for j in range(i * i, n, i):
                sieve[j] = False
    return count
"""


def features(code: str, language_id: str = "python") -> dict[int, int]:
    """The features of a whole source."""
    language = by_id(language_id)
    assert language is not None
    text = sketch_source(language, code.encode()).text
    return dict(task_features(words_of(text, language, own_names(parse(language, code.encode())))))


def test_names_that_an_author_chose_are_not_seen() -> None:
    """Class, methods, fields, parameters and variables renamed: the same features."""
    assert features(LOOP) == features(RENAMED)


def test_another_program_has_other_features() -> None:
    """Most of what two programs of unlike tasks hold is not shared."""
    one, other = features(DEPTH), features(PRIMES)
    assert len(one.keys() & other.keys()) < 0.3 * min(len(one), len(other))


ANNOTATED = """\
# class ListNode:
#     def __init__(self, val=0):
#         self.val = val
class Solution[K]:
    def first(self, heads: List[int], node: Optional[ListNode], key: K) -> Dict[str, int]:
        self.kept = node.val
        return {str(key): int(self.kept)}
"""


def test_only_what_a_file_defines_is_its_own() -> None:
    """Types in annotations and names in comments are not defined there; type parameters, methods and fields are."""
    language = by_id("python")
    assert language is not None
    assert own_names(parse(language, ANNOTATED.encode())) == {"Solution", "K", "first", "kept"}


def test_any_text_has_features() -> None:
    """Broken code, nothing, and text in quotes over lines are no error."""
    for code in ("def f(:\n  ((", "", 'x = """a\nb"""', "\x00"):
        assert isinstance(features(code), dict)


def small(hidden: int = 3, centres: int = 5, heads: int = 1, bits: int = 8) -> TaskModel:
    """A model of four features that knows some tasks."""
    draw = np.random.default_rng(1)
    part = SameTask(
        features=TASK_FEATURES, families=("runs",), rows=4, dimensions=4 * heads, hidden=hidden,
        calibration=((-1.0, 0.0), (1.0, 1.0)), threshold=0.5, false_positives=0.05, parity=1.0,
        languages=("python",), quality={}, training={}, centres=centres, crowd=min(2, centres), heads=heads, bits=bits,
    )  # fmt: skip
    shapes = [(heads, 4, hidden), (heads, hidden), (heads, hidden, 4), (heads, 4)] if hidden else []
    vectors = draw.integers(0, 255, (4, heads)).astype(np.uint8)
    if bits == 8:
        vectors = draw.integers(-127, 127, (4, 4 * heads)).astype(np.int8)
    return TaskModel(
        part, np.array([1, 5, 9, 2**32 - 1], np.uint32), np.ones(4, np.float32), np.ones((4, heads), np.float32),
        vectors, tuple(draw.normal(size=s).astype(np.float32) for s in shapes),
        np.full(centres, 0.01, np.float32), draw.integers(-99, 99, (centres, 4 * heads)).astype(np.int8),
    )  # fmt: skip


@pytest.mark.parametrize(
    ("hidden", "centres", "heads", "bits"),
    [(0, 5, 1, 8), (3, 5, 1, 8), (3, 0, 2, 8), (0, 0, 3, 2), (3, 5, 1, 2), (3, 5, 2, 2)],
)
def test_a_file_reads_back_as_it_was_written(hidden: int, centres: int, heads: int, bits: int) -> None:
    """The same vector before and after; none for features that the model does not know."""
    model = small(hidden, centres, heads, bits)
    read = from_bytes(to_bytes(model), model.part)
    assert read is not None
    one, other = model.vector({5: 2, 9: 1, 7: 3}), read.vector({5: 2, 9: 1, 7: 3})
    assert one is not None
    assert other is not None
    assert np.array_equal(one, other)
    assert model.crowd(one) == read.crowd(other)
    assert abs(float(np.linalg.norm(one)) - 1) < 1e-6
    assert read.vector({2: 1}) is None
    assert read.vector({}) is None


def test_two_bits_are_four_numbers_in_a_byte() -> None:
    """The first number stands in the lowest bits; a head's cosine counts as much as any other's."""
    model = small(hidden=0, centres=0, heads=2, bits=2)
    model.vectors[1] = (0b11_10_01_00, 0b00_00_00_11)
    vector = model.vector({5: 1})
    assert vector is not None
    one, other = np.array([-1.5, -0.5, 0.5, 1.5]), np.array([1.5, -1.5, -1.5, -1.5])
    wanted = [one / np.linalg.norm(one), other / np.linalg.norm(other)]
    assert np.allclose(vector, np.concatenate(wanted) / np.sqrt(2), atol=1e-6)


@pytest.mark.parametrize("change", ["short", "long", "order", "infinite", "huge", "none"])
def test_a_file_that_is_something_else_is_refused(change: str) -> None:
    """Of another size, features out of order, numbers that are none or so large that what is computed is none."""
    model = small()
    raw = bytearray(to_bytes(model))
    if change == "short":
        del raw[-1]
    elif change == "long":
        raw += b"\0"
    elif change == "order":
        raw[0:4] = b"\xff\xff\xff\xff"
    else:
        number = {"infinite": np.inf, "huge": -3e38, "none": np.nan}[change]
        raw[16:20] = np.float32(number).tobytes()
    assert from_bytes(bytes(raw), model.part) is None


def test_the_version_of_the_features_is_the_manifests() -> None:
    """What a part was trained on is what is computed here."""
    assert VERSION == TASK_FEATURES


def refused(folder: Path, change: Change, **files: bytes) -> str:
    """Why a changed copy of the shipped bundle is not loaded."""
    with pytest.raises(BundleError) as found:
        load_bundle(copy_bundle(folder, change, **files))
    return str(found.value)


def part_with(**changes: Any) -> Change:
    """A change of the manifest's same-task part."""

    def change(manifest: dict[str, Any]) -> None:
        manifest["same_task"].update(changes)

    return change


@pytest.mark.bundle
@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"features": "0"}, "features of version"),
        ({"rows": 0}, "out of bounds"),
        ({"dimensions": 10**9}, "out of bounds"),
        ({"heads": 0}, "out of bounds"),
        ({"heads": 5}, "out of bounds"),
        ({"heads": 10**9}, "out of bounds"),
        ({"bits": 3}, "out of bounds"),
        ({"bits": 8}, "does not hold what the manifest says"),
        ({"calibration": [[0.0, 0.5]]}, "rising scale"),
        ({"parity": 0.5}, "parity"),
        ({"centres": 3, "crowd": 4}, "centres of the same-task part"),
        ({"centres": -1}, "centres of the same-task part"),
        ({"rows": 3}, "does not hold what the manifest says"),
        ({"golden": [1.0]}, "golden vector of the same-task part"),
        ({"golden": [0.0] * 511 + [-1.0]}, "computes something else than its manifest says"),
    ],
)
def test_a_hostile_part_is_refused(tmp_path: Path, changes: dict[str, Any], words: str) -> None:
    """Every field that sizes or scales depend on is checked before it is used."""
    assert words in refused(tmp_path / "b", part_with(**changes))


@pytest.mark.bundle
def test_a_file_whose_hash_differs_is_refused(tmp_path: Path) -> None:
    """One byte changed in the part is enough."""
    folder = copy_bundle(tmp_path / "b")
    raw = bytearray((folder / "same-task.bin").read_bytes())
    raw[-1] ^= 1
    (folder / "same-task.bin").write_bytes(raw)
    with pytest.raises(BundleError, match="SHA-256"):
        load_bundle(folder)


@pytest.mark.bundle
def test_a_model_that_computes_something_else_here_is_refused(tmp_path: Path) -> None:
    """A golden vector that is not met stops the model before it judges anything."""

    def change(manifest: dict[str, Any]) -> None:
        vectors = manifest["golden"]["vectors"]
        name = next(iter(vectors))
        vectors[name] = [-x for x in vectors[name]]

    bundle = load_bundle(copy_bundle(tmp_path / "b", change))
    with pytest.raises(BundleError, match="computes something else here"):
        Encoder(bundle, threads=1)


@pytest.fixture(scope="module")
def session() -> Session:
    """One session with the shipped bundle."""
    return Session(bundle=shipped_bundle().path, disk_cache=False, threads=1)


def number(session: Session, candidate: str, reference: str) -> float:
    """The number of two files."""
    language = by_id("python")
    assert language is not None
    sides = [make_source(language, code.encode(), name) for code, name in ((candidate, "a"), (reference, "b"))]
    found = compare(session, sides[0], [sides[1]], ScoreOptions()).same_task
    assert found is not None
    return found.value


@pytest.mark.bundle
def test_another_algorithm_is_nearer_than_another_task(session: Session) -> None:
    """The depth of a tree by levels is near its depth by recursion, a sieve is not."""
    near, far = number(session, LEVELS, DEPTH), number(session, PRIMES, DEPTH)
    assert 0.0 <= far < near <= 1.0
    assert number(session, DEPTH, DEPTH) >= near


@pytest.mark.bundle
def test_the_number_does_not_depend_on_names(session: Session) -> None:
    """A file renamed throughout has the same number."""
    assert number(session, LOOP, DEPTH) == number(session, RENAMED, DEPTH)


@pytest.mark.bundle
def test_a_fault_is_no_other_way(session: Session) -> None:
    """The same program with one operator replaced is of the same task, and is not called another way to do it."""
    language = by_id("python")
    assert language is not None
    mutant = make_source(language, LEVELS.replace("level += 1", "level -= 1").encode(), "a")
    verdict = compare(session, mutant, [make_source(language, LEVELS.encode(), "b")], ScoreOptions())
    (unit,) = (one for one in verdict.units if one.unit.name == "depth")
    assert unit.score == 0
    assert unit.same_task is not None
    assert another_way(unit, standing(unit, None)) is None


@pytest.mark.bundle
def test_the_parts_numbers_are_measured_with_intervals() -> None:
    """The manifest says what the part is worth, by language, on tasks that it was not trained on."""
    manifest = json.loads((shipped_bundle().path / "manifest.json").read_bytes())
    for lang in manifest["same_task"]["languages"]:
        value, low, high = manifest["same_task"]["quality"]["another approach"][lang]
        assert 0.7 < low <= value <= high
