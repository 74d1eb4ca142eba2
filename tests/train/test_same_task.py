"""From collections on disk to a part of a bundle: tasks are kept apart, and a stopped run goes on."""

from __future__ import annotations

import gzip
import shutil
from pathlib import Path

import msgspec
import numpy as np
import pytest

from codescore.embed import load_bundle
from codescore.embed.task_model import from_bytes, to_bytes
from codescore.foundation.errors import InputError
from codescore_train.cli import main
from codescore_train.corpus.gathered import Solution, read_solutions
from codescore_train.pairs.source import languages_of, stream_functions
from codescore_train.same_task import kept
from codescore_train.same_task.erasure import erased
from codescore_train.same_task.export import part_of
from codescore_train.same_task.gather import DEV, KEPT_BACK, bucket, split
from codescore_train.same_task.layouts import Program, entries, read, slug
from codescore_train.same_task.measure import Triple, approach_auroc, map_at_r
from codescore_train.same_task.model import Bag, Row, vectors_of
from codescore_train.same_task.recipe import SameTaskRecipe, load
from codescore_train.same_task.rows import Programs, programs
from codescore_train.same_task.train import _Run, train
from tests.train.conftest import Trained


def article(task: str, name: str, lang: str = "python") -> Program:
    """A program of an article, whose entry point has a name."""
    return Program(task, lang, "1", f"class Solution:\n    def {name}(self, xs):\n        return xs\n", "articles")


def task_in(low: int, high: int) -> str:
    """A task whose bucket is in a range."""
    return next(f"task-{k}" for k in range(1000) if low <= bucket(f"task-{k}") < high)


def test_a_kept_back_task_is_left_out_by_its_entry_point() -> None:
    """Its article, and a program of another collection that answers to its entry point, whatever that is called."""
    kept, ours, free = task_in(KEPT_BACK, 100), task_in(DEV, KEPT_BACK), task_in(0, DEV)
    articles = [article(kept, "keptName"), article(ours, "devName"), article(free, "freeName")]
    others = [
        Program(
            f"other-{name}", "python", "0", f"class Solution:\n    def {name}(self, n):\n        return n\n", "classes"
        )
        for name in ("keptName", "devName", "freeName", "unknownName")
    ]
    found, dropped = split([*articles, *others])
    parts = {(one.source, one.task): one.part for one in found}
    assert parts == {
        ("articles", f"articles/{ours}"): "dev",
        ("articles", f"articles/{free}"): "train",
        ("classes", f"articles/{free}"): "train",
        ("classes", "other-unknownName"): "train",
    }
    assert dropped == {"of a kept-back task": 2, "of a task to measure on": 1}


def test_a_task_that_the_articles_alone_call_otherwise_is_known_by_its_common_name() -> None:
    """`duplicate-integer`, which is kept back, is `containsDuplicate` everywhere but in its article."""
    other = Program(
        "contains-duplicate", "python", "0", "class Solution:\n    def containsDuplicate(self, xs): pass\n", "classes"
    )
    found, dropped = split([article("duplicate-integer", "hasDuplicate"), other])
    assert found == []
    assert dropped == {"of a kept-back task": 2}


def test_a_program_filed_under_another_task_is_left_out() -> None:
    """Among programs of a task to train on, one that solves a kept-back task only."""
    kept, free = task_in(KEPT_BACK, 100), task_in(0, DEV)
    body = "class Solution:\n    def {}(self, xs):\n        return xs\n"
    others = [
        Program(free, "python", f"{k}", body.format(name), "members")
        for k, name in enumerate(["freeName", "freeName", "freeName", "keptName", "helper"])
    ]
    found, dropped = split([article(kept, "keptName"), article(free, "freeName"), *others])
    assert [one.approach for one in found if one.source == "members"] == [f"members/{k}" for k in (0, 1, 2, 4)]
    assert dropped == {"of a kept-back task": 1, "filed under another task": 1}


def test_entry_points_are_read_in_both_spellings() -> None:
    """Methods of classes by any indentation, and classes that are the task themselves."""
    assert entries("class Solution:\n  def twoSum(self, a):\n    pass\n") == {"twoSum"}
    assert entries("class Solution {\n    public int[] twoSum(int[] a) {}\n}") == {"twoSum"}
    assert "LRUCache" in entries("class LRUCache2:\n    def get(self, k):\n        pass\n")


def test_functions_that_stand_by_themselves_are_entry_points() -> None:
    """A task's name in words joined by underscores is the one without; what a function calls inside is no entry."""
    for code in (
        "def two_sum(xs):\n    def inner(): pass\n",
        "pub fn two_sum(xs: Vec<i32>) -> i32 {\n    fn inner() {}\n}\n",
        "export const twoSum = (xs) => {\n  const inner = (x) => x\n}\n",
        "var twoSum = function (xs) {\n  function inner() {}\n}\n",
        "interface Kata {\n  static int twoSum(int[] xs) { return 0; }\n}\n",
    ):
        assert entries(code) == {"twoSum"}


def test_layouts_read_what_lies_on_disk(tmp_path: Path) -> None:
    """Articles by heading and fence; classes as approaches, with what they use; titles as tasks."""
    (tmp_path / "articles").mkdir()
    text = "## 1. One\n```python\na = 1\n```\n```perl\nx\n```\n## 2. Two\n```python\nb = 2\n```\n"
    text += "## Common Pitfalls\n### No Check\n```python\n# Wrong\nb = 3\n```\n"
    (tmp_path / "articles" / "a-task.md").write_text(text, encoding="utf-8")
    assert [(p.task, p.approach, p.code) for p in read("articles", tmp_path)] == [
        ("a-task", "1", "a = 1\n"),
        ("a-task", "2", "b = 2\n"),
    ]
    (tmp_path / "Python").mkdir()
    code = (
        "def help():\n    pass\nclass Solution(object):\n    x = xrange(3)\nclass Solution2(object):\n    y = help()\n"
    )
    (tmp_path / "Python" / "b-task.py").write_text(code, encoding="utf-8")
    first, second = read("classes", tmp_path)
    assert "x = range(3)" in first.code
    assert "help" not in first.code
    assert second.code.startswith("def help")
    for name in ("007.A-Name/7. A.go", "007.A-Name/7. A_test.go", "008-B/soln-2.go", "x/a.go"):
        (tmp_path / "Go" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "Go" / name).write_text(f"package {len(name)}\n", encoding="utf-8")
    assert [(p.task, p.approach) for p in read("titled", tmp_path)] == [("a-name", "7. A"), ("b", "soln-2")]
    (tmp_path / "9-c-name.js").write_text("1\n", encoding="utf-8")
    (tmp_path / "Go" / "010_D_Name.go").write_text("1\n", encoding="utf-8")
    assert [(p.task, p.lang) for p in read("numbered", tmp_path)] == [("c-name", "javascript"), ("d-name", "go")]
    (tmp_path / "Go" / "eName.md").write_text("### One\n```go\n1\n```\n### Two\n```go\n2\n```\n", encoding="utf-8")
    assert [(p.task, p.approach) for p in read("snippets", tmp_path)][:2] == [("ename", "0"), ("ename", "1")]
    for name in ("kyu_6/two_sum.py", "6-kyu/two-sum/main/Kata.java", "6-kyu/two-sum/test/KataTest.java"):
        (tmp_path / "katas" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "katas" / name).write_text("x\n", encoding="utf-8")
    (tmp_path / "katas" / "6-kyu" / "two-sum" / "two_sum.test.js").write_text("x\n", encoding="utf-8")
    found = [(p.task, p.lang, p.approach) for p in read("levels", tmp_path / "katas")]
    assert found == [("two-sum", "java", "katas"), ("two-sum", "python", "katas")]
    (tmp_path / "scripts/algorithms/T/Two Sum").mkdir(parents=True)
    (tmp_path / "scripts/algorithms/T/Two Sum/Two Sum.js").write_text("x\n", encoding="utf-8")
    assert [(p.task, p.lang) for p in read("named", tmp_path)] == [("two-sum", "javascript")]
    (tmp_path / "f-name.py").write_text("x\n", encoding="utf-8")
    assert [(p.task, p.lang) for p in read("slugs", tmp_path)] == [("f-name", "python")]
    (tmp_path / "study/two-sum").mkdir(parents=True)
    for name in ("README.md", "one.py", "other.py"):
        (tmp_path / "study/two-sum" / name).write_text("x\n", encoding="utf-8")
    found = [(p.task, p.lang, p.approach) for p in read("members", tmp_path / "study")]
    assert found == [("two-sum", "python", "one"), ("two-sum", "python", "other")]
    assert slug("Pow(x, n)") == "pow-x-n"
    with pytest.raises(InputError, match="unknown layout"):
        read("nonsense", tmp_path)


def test_layouts_whose_files_do_not_name_their_task(tmp_path: Path) -> None:
    """An address in a comment names it, or a table of numbers and titles."""
    linked = "// https://leetcode.com/problems/a-name/\nfn a() {}\n\nfn main() {\n    a();\n}\n"
    (tmp_path / "problem7.rs").write_text(linked, encoding="utf-8")
    (tmp_path / "other.rs").write_text("fn b() {}\n", encoding="utf-8")
    (one,) = read("linked", tmp_path)
    assert (one.task, one.lang) == ("a-name", "rust")
    assert "fn a" in one.code
    assert "main" not in one.code
    (tmp_path / "paginated_contents").mkdir()
    table = "| 7 | [A Name](https://leetcode.com/problems/a-name/) | [Solution](x) |\n"
    (tmp_path / "paginated_contents" / "README.md").write_text(table, encoding="utf-8")
    ways = "".join(
        f"    public static class Solution{k} {{\n        int a() {{\n            return {k};\n        }}\n    }}\n"
        for k in (1, 2)
    )
    (tmp_path / "src/main/java").mkdir(parents=True)
    for name in ("_7", "_8"):
        (tmp_path / f"src/main/java/{name}.java").write_text(f"public class {name} {{\n{ways}}}\n", encoding="utf-8")
    found = read("nested", tmp_path)
    assert [(p.task, p.approach) for p in found] == [("a-name", "nested Solution1"), ("a-name", "nested Solution2")]
    assert found[1].code.startswith("public static class Solution2 {\n    int a() {\n        return 2;")


TYPED = """\
import {A} from './a'
interface P { a: number }
type Q = number[]
export class C<T> implements P {
    private readonly x: Map<string, T> = new Map<string, T>()
    get(k?: string): T | undefined { return this.x.get(k!) as T }
}
const f = (a: number[], b = 3): number => { let c!: number; c = 1; return a[b]! + c }
"""
PLAIN = """\
import {A} from './a'
export class C {
    x = new Map()
    get(k) { return this.x.get(k) }
}
const f = (a, b = 3) => { let c; c = 1; return a[b] + c }
"""


def test_typescript_without_its_types_is_javascript() -> None:
    """Types, modifiers and marks go, all that runs stays; what cannot be read gives nothing."""
    made = erased(TYPED, "typescript")
    assert made is not None
    assert made.split() == PLAIN.split()
    assert erased("const = (", "typescript") is None


def test_features_are_made_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was kept of the same programs is read again as it was; of others it is made anew."""
    good = Solution("t", "python", "a", "def f(xs):\n    return sum(xs)\n", "s", "train")
    empty, path = msgspec.structs.replace(good, code=""), tmp_path / "features.npz"
    first = kept.programs([empty, good], ("runs",), 1, path)
    with monkeypatch.context() as patch:
        patch.setattr(kept, "make", lambda *_: pytest.fail("made again"))
        again = kept.programs([empty, good], ("runs",), 1, path)
    assert again.solutions == first.solutions
    assert again.texts == first.texts
    for one, other in zip(again.counts, first.counts, strict=True):
        assert all(np.array_equal(a, b) for a, b in zip(one, other, strict=True))
    assert len(kept.programs([good], ("runs", "skips"), 1, path).counts[0][0]) > len(first.counts[0][0])
    path.write_bytes(b"no archive")
    assert kept.programs([good], ("runs",), 1, path).texts == first.texts


BODIES = (
    "total = 0\n    for x in xs:\n        total += x * {k}\n    return total",
    "out = []\n    for x in xs:\n        out.append(x + {k})\n    return sum(out)",
    "return max(x % {k} for x in xs) if xs else {k}",
    "seen = set()\n    while len(seen) < {k}:\n        seen.add(len(seen))\n    return seen",
)


@pytest.fixture(scope="module")
def found() -> Programs:
    """Programs of a dozen tasks, told apart by a number, four ways each."""
    made = [
        Solution(
            f"articles/t{k}", "python", f"articles/{n}", f"def f(xs):\n    {body.format(k=k)}\n", "articles", "train"
        )
        for k in range(20, 32)
        for n, body in enumerate(BODIES)
    ]
    return programs(made, ("runs", "marked"), 1)


RECIPE = SameTaskRecipe(
    families=("runs", "marked"),
    rows=500,
    least_tasks=1,
    dimensions=16,
    hidden=8,
    steps=150,
    tasks=12,
    programs=4,
    drop=0.1,
    learning_rate=0.02,
    threads=1,
)


def test_training_brings_programs_of_a_task_together(found: Programs, tmp_path: Path) -> None:
    """After it a program is nearer to its own task than before, and the shipped part computes the same vectors."""
    trained = train(RECIPE, found, tmp_path / "run")
    vectors = vectors_of(trained.bags, found.counts, trained.hashes, trained.weights)
    tasks = [one.task for one in found.solutions]
    value = map_at_r(vectors @ vectors.T, tasks, tasks, range(len(tasks)))
    assert value is not None
    assert value > 0.8
    model = part_of(RECIPE, trained, found, {})
    assert model.part.parity > 0.98
    assert all(b[1] >= a[1] for a, b in zip(model.part.calibration, model.part.calibration[1:], strict=False))


def test_a_settled_table_is_shipped_as_it_was_trained(found: Programs, tmp_path: Path) -> None:
    """Heads of two bits: rounded before the last steps, nothing of the vectors is lost in the file, nor by stopping."""
    recipe = msgspec.structs.replace(RECIPE, heads=2, bits=2, settle=10, steps=40)
    trained = train(recipe, found, tmp_path / "run")
    model = part_of(recipe, trained, found, {})
    assert model.vectors.shape == (len(trained.hashes), 2 * 16 // 4)
    assert model.part.dimensions == 32
    assert model.part.parity > 0.9999
    read = from_bytes(to_bytes(model), model.part)
    assert read is not None
    train(recipe, found, tmp_path / "half", stop_at=35)
    rest = train(recipe, found, tmp_path / "half")
    assert np.allclose(rest.centres, trained.centres, atol=1e-5)


def test_batches_are_of_one_language_and_programs_of_a_task_go_other_ways() -> None:
    """Where the recipe says so, all of a batch is of one language; the second program is another approach."""
    made = [
        Solution(f"t{k}", lang, approach, f"{k}", "articles", "train")
        for k in range(70)
        for lang in ("python", "java")
        for approach in ("a", "a", "b")
    ] + [Solution("t0", "go", "a", "", "articles", "train")] * 2
    rows: list[Row] = [(np.array([0]), np.ones(1, np.float32))] * len(made)
    recipe = msgspec.structs.replace(RECIPE, one_language=1.0, tasks=20, programs=2)
    run = _Run(recipe, made, rows, Bag(1, 2, 0), 1)
    for _ in range(8):
        batch = [run._programs(members) for members in run._tasks()]
        assert len({made[i].task for picked in batch for i in picked}) == len(batch) == 20
        assert len({made[i].lang for picked in batch for i in picked}) == 1
        assert all(made[one].approach != made[other].approach for one, other in batch)


def test_a_stopped_run_goes_on_as_if_it_had_not(found: Programs, tmp_path: Path) -> None:
    """Half the steps and the other half give what all steps give; another recipe is refused."""
    whole = train(RECIPE, found, tmp_path / "whole")
    train(RECIPE, found, tmp_path / "half", stop_at=75)
    rest = train(RECIPE, found, tmp_path / "half")
    assert rest.step == whole.step
    for name, value in whole.bags[0].state_dict().items():
        assert np.allclose(value.numpy(), rest.bags[0].state_dict()[name].numpy(), atol=1e-6)
    with pytest.raises(InputError, match="another recipe"):
        train(SameTaskRecipe(families=("runs",), steps=3, rows=100, least_tasks=1), found, tmp_path / "half")


def test_measures_on_known_similarities() -> None:
    """Perfect similarities give 1, turned round they give 0; retrieval counts as Musgrave et al. do."""
    solutions = [Solution(f"t{k // 2}", "python", f"a{k % 2}", "", "s", "dev") for k in range(4)]
    triples = [Triple(0, 1, 2), Triple(2, 3, 0)]
    assert approach_auroc(triples, lambda i, j: float(i // 2 == j // 2), solutions) == [1.0, 1.0, 1.0]
    assert approach_auroc(triples, lambda i, j: float(i // 2 != j // 2), solutions) == [0.0, 0.0, 0.0]
    scores = np.array([[0, 1, 0.5], [1, 0, 0.5], [0, 1, 0]], np.float32)
    assert map_at_r(scores, ["a", "a", "b"], ["a", "a", "b"], range(3)) == 1.0


def test_a_recipe_with_a_misspelt_key_is_an_error() -> None:
    """Keys of the shipped recipe can be changed, others not."""
    assert load("same-task", {"steps": "3"}).steps == 3
    with pytest.raises(InputError, match="stepz"):
        load("same-task", {"stepz": "3"})


def test_all_steps_run_from_the_command_line(trained: Trained, tmp_path: Path) -> None:
    """Articles on disk become a part that a bundle is served with; a kept-back task is nowhere, and it is counted."""
    articles = tmp_path / "collection" / "articles"
    articles.mkdir(parents=True)
    for k in range(20, 50):
        bodies = [body.format(k=k) for body in BODIES]
        text = "".join(
            f"## {n}. Way\n```python\nclass Solution:\n  def task{k}(self, xs):\n    {body}\n```\n"
            for n, body in enumerate(bodies, 1)
        )
        text += (
            f"```java\nclass Solution {{\n  public int task{k}(int n) {{ return n * {k}; }}\n}}\n```\n"  # one way only
        )
        (articles / f"task-{k}.md").write_text(text, encoding="utf-8")
    work, bundle = tmp_path / "work", tmp_path / "bundle"
    shutil.copytree(trained.bundle, bundle)
    small = ["steps=4", "rows=300", "least_tasks=1", "dimensions=8", "hidden=4", "tasks=6"]
    shared = ["--work", str(work), "--processes", "1", *(part for one in small for part in ("--set", one))]
    assert main(["same-task", "gather", *shared, "--collection", f"articles={articles.parent}"]) == 0
    gathered = {one.task for one in read_solutions(work / "solutions.jsonl.gz")}
    kept_back = {f"task-{k}" for k in range(20, 50) if bucket(f"task-{k}") >= KEPT_BACK}
    assert kept_back
    assert len(gathered) == 30 - len(kept_back)
    assert not gathered & {f"articles/{task}" for task in kept_back}
    assert main(["same-task", "train", *shared]) == 0
    assert main(["same-task", "baselines", *shared]) == 0
    assert main(["same-task", "record", *shared, "--bundle", str(bundle), "--version", "9.9.8"]) == 0
    path = bundle / "manifest.json"
    path.write_text(path.read_text(encoding="utf-8").replace('"features": "3"', '"features": "2"'), encoding="utf-8")
    assert main(["same-task", "record", *shared, "--bundle", str(bundle), "--version", "9.9.9"]) == 0
    manifest = load_bundle(bundle).manifest
    assert manifest.version == "9.9.9"
    assert manifest.same_task is not None
    assert manifest.same_task.languages == ("python",)
    assert main(["card", str(bundle)]) == 0
    assert "same task" in (bundle / "MODEL_CARD.md").read_text(encoding="utf-8").lower()


_SUM = """function total(values, limit) {
    let sum = 0;
    for (const value of values) {
        if (value > limit) { sum += value; } else { sum -= %d; }
    }
    return sum;
}
"""


def test_functions_of_gathered_programs_are_a_corpus(tmp_path: Path) -> None:
    """The training part's functions of the languages that are named, split by task, without equal sketches."""
    solutions = [Solution(f"task{k}", "javascript", "1", _SUM % k, "titled", "train") for k in range(40)]
    solutions += [Solution("twin", "javascript", "1", _SUM % 3, "titled", "train")]
    solutions += [Solution("kept", "javascript", "1", _SUM % 77, "articles", "dev")]
    solutions += [Solution("other", "python", "1", "def f(a):\n    b = a\n    return b\n", "titled", "train")]
    (tmp_path / "solutions.jsonl.gz").write_bytes(
        gzip.compress(b"".join(msgspec.json.encode(one) + b"\n" for one in solutions))
    )
    corpus = tmp_path / "corpus"
    command = ["same-task", "functions", "--work", str(tmp_path), "--corpus", str(corpus)]
    assert main([*command, "--language", "javascript", "--processes", "1"]) == 0
    split = corpus / "split"
    assert languages_of(split) == ("javascript",)
    parts = {part: list(stream_functions(split, "javascript", part)) for part in ("train", "valid")}
    tasks = {part: {project for project, _ in rows} for part, rows in parts.items()}
    assert tasks["train"]
    assert not tasks["train"] & tasks["valid"]
    assert "kept" not in tasks["train"] | tasks["valid"]
    sketches = [function.sketch for rows in parts.values() for _, function in rows]
    assert len(sketches) == len(set(sketches))
    assert all("sum" not in sketch for sketch in sketches)


def test_a_corpus_of_programs_needs_languages(tmp_path: Path) -> None:
    """Without a language, or with one that there is not, one line says so."""
    command = ["same-task", "functions", "--work", str(tmp_path)]
    assert main([*command, "--corpus", str(tmp_path / "corpus")]) == 2
    assert main([*command, "--corpus", str(tmp_path / "corpus"), "--language", "klingon"]) == 2
    assert not (tmp_path / "corpus").exists()
