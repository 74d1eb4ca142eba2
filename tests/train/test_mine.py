"""Mining by behaviour: a corpus in, pairs out; what equal outcomes are, and that a killed run goes on."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from codescore.evidence.contract import Outcome
from codescore.evidence.sandbox import probe
from codescore.foundation.errors import InputError
from codescore.languages.execution import Input
from codescore.languages.shapes import AnyShape, IntShape, OneOf, RecordShape, Samples, SequenceShape, Shape, TextShape
from codescore.languages.values import Float, Group, Int, Null, Opaque, Sequence, Text, Value
from codescore_train.cli import main
from codescore_train.mining.digests import digest, packed, unpacked
from codescore_train.mining.journal import Journal
from codescore_train.mining.kinds import bucket_of, plain, shared_inputs

ABLE = probe()
needs_sandbox = pytest.mark.skipif(not ABLE.works, reason=f"NO SANDBOX, NOTHING TESTED: {ABLE.detail}; {ABLE.remedy}")
SEARCH = (
    "def {}(xs: list[int], x: int) -> int:\n    low, high = 0, len(xs)\n    while low < high:\n"
    "        middle = low + (high - low) // {}\n        if xs[middle] >= x:\n            high = middle\n"
    "        else:\n            low = middle + 1\n    return low\n"
)
PROGRAMS = {
    "total": "def total(xs: list[int]) -> int:\n    s = 0\n    for x in xs:\n        s += x\n    return s\n",
    "recursive": (
        "def recursive(values: list[int]) -> int:\n    if not values:\n        return 0\n"
        "    return values[0] + recursive(values[1:])\n"
    ),
    "evens": (
        "def evens(xs: list[int]) -> int:\n    s = 0\n    for x in xs:\n        if x % 2 == 0:\n            s += x\n"
        "    return s\n"
    ),
    "largest": (
        "def largest(xs: list[int]) -> int:\n    best = 0\n    for x in xs:\n        if x > best:\n"
        "            best = x\n    return best\n"
    ),
    "constant": "def constant(xs: list[int]) -> int:\n    n = len(xs)\n    n = n - n\n    return n\n",
    "hashed": "def hashed(xs: list[int]) -> list[str]:\n    found = {f'a{x}' for x in xs}\n    return list(found)\n",
    "lost": "def lost(xs: list[int]) -> int:\n    n = not_there(xs)\n    n += 1\n    return n\n",
    "halves": SEARCH.format("halves", 2),
    "thirds": SEARCH.format("thirds", 3),
    "top": "def top(values):\n    found = sorted(v for v in values if v > 0)\n    return found[-1] if found else 0\n",
}


def corpus(folder: Path, programs: dict[str, str]) -> Path:
    """A folder as the command `corpus` writes it."""
    folder.mkdir()
    with gzip.open(folder / "python.jsonl.gz", "wt") as file:
        for name, code in programs.items():
            row = {"lang": "python", "project": "p", "path": f"{name}.py", "licence": "MIT", "code": code}
            file.write(json.dumps(row | {"version": "1", "name": name, "comment": ""}) + "\n")
    return folder


def rows(out: Path) -> list[dict[str, Any]]:
    """The pairs that were written."""
    return [json.loads(line) for line in (out / "pairs.jsonl").read_text().splitlines()]


def names(row: dict[str, Any]) -> set[str]:
    """The functions of a pair by the files that they came from."""
    return {row[side]["path"].removesuffix(".py") for side in ("a", "b")}


@pytest.fixture(scope="module")
def mined(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """A small corpus, and the folder that it was mined into."""
    folder = tmp_path_factory.mktemp("mining")
    found = corpus(folder / "corpus", PROGRAMS)
    assert main(["mine", "--corpus", str(found), "--out", str(folder / "out")]) == 0
    return found, folder / "out"


@pytest.mark.sandbox
@needs_sandbox
def test_another_text_that_does_the_same_is_a_positive(mined: tuple[Path, Path]) -> None:
    """A loop and a recursion, a scan and a sort; also where the text of one does not tell what it takes."""
    positives = [row for row in rows(mined[1]) if row["kind"] == "positive"]
    assert sorted(sorted(names(row)) for row in positives) == [["largest", "top"], ["recursive", "total"]]
    assert {(row["equal"], row["evidence"], row["a"]["licence"]) for row in positives} == {(1.0, "equivalent", "MIT")}


@pytest.mark.sandbox
@needs_sandbox
def test_a_look_alike_is_a_hard_negative_with_the_share_of_equal_outputs(mined: tuple[Path, Path]) -> None:
    """The sum of even numbers looks like the sum, and equals it where all numbers are even."""
    negatives = {frozenset(names(row)): row for row in rows(mined[1]) if row["kind"] == "negative"}
    found = negatives[frozenset({"evens", "total"})]
    assert 0 < found["equal"] < 1
    assert found["inputs"] >= 16
    assert {row["evidence"] for row in negatives.values()} == {"differs"}
    assert frozenset({"total", "recursive"}) not in negatives


@pytest.mark.sandbox
@needs_sandbox
def test_what_parts_only_on_input_that_neither_is_for_is_no_negative(mined: tuple[Path, Path]) -> None:
    """Two searches in a sorted list find other places in one that is not sorted; evidence knows that they may."""
    (row,) = [row for row in rows(mined[1]) if "rule" not in row and names(row) == {"halves", "thirds"}]
    assert row["equal"] < 1
    assert (row["kind"], row["why"]) == ("dropped", "evidence does not tell them apart")


@pytest.mark.sandbox
@needs_sandbox
def test_a_mutant_that_no_input_tells_apart_is_dropped(mined: tuple[Path, Path]) -> None:
    """`v >= 0` changes nothing where 0 is the answer for nothing; other mutants are negatives with their share."""
    made = [row for row in rows(mined[1]) if "rule" in row]
    dropped = {row["b"]["code"] for row in made if row["kind"] == "dropped"}
    assert PROGRAMS["top"].replace("v > 0", "v >= 0") in dropped
    shares = {row["b"]["code"]: row["equal"] for row in made if row["kind"] == "mutant"}
    assert shares[PROGRAMS["total"].replace("+=", "-=")] < 1


@pytest.mark.sandbox
@needs_sandbox
def test_what_says_nothing_is_left_out_with_its_reason(mined: tuple[Path, Path]) -> None:
    """A constant, what hangs on the hash seed, and what lacks a name that its module gave it."""
    summary = json.loads((mined[1] / "summary.json").read_text())
    assert summary["uninformative"] == {"gives always the same": 1}
    assert summary["refused"] == {"does not repeat itself": 1, "takes no input: NameError": 1}
    assert (summary["read"], summary["run"], summary["informative"]) == (10, 8, 7)


@pytest.mark.sandbox
@needs_sandbox
@pytest.mark.parametrize("lines", [4, 14])
def test_a_killed_run_goes_on_and_gives_the_same(mined: tuple[Path, Path], tmp_path: Path, lines: int) -> None:
    """A journal that ends in the middle of a line is what a kill leaves; nothing is lost and nothing twice."""
    found, whole = mined
    written = (whole / "journal.jsonl").read_bytes().splitlines(keepends=True)
    tmp_path.joinpath("journal.jsonl").write_bytes(b"".join(written[:lines]) + written[lines][:9])
    assert main(["mine", "--corpus", str(found), "--out", str(tmp_path)]) == 0
    assert (tmp_path / "pairs.jsonl").read_bytes() == (whole / "pairs.jsonl").read_bytes()
    steps = [tuple(json.loads(line)[:2]) for line in (tmp_path / "journal.jsonl").read_bytes().splitlines()[1:]]
    assert len(steps) == len(set(steps)) == len(written) - 1


@pytest.mark.sandbox
@needs_sandbox
def test_json_is_one_document_and_a_finished_run_runs_nothing(
    mined: tuple[Path, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    """The same command again reads the journal alone."""
    found, out = mined
    before = (out / "journal.jsonl").read_bytes()
    assert main(["mine", "--corpus", str(found), "--out", str(out), "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == json.loads((out / "summary.json").read_text())
    assert (out / "journal.jsonl").read_bytes() == before


@pytest.mark.sandbox
@needs_sandbox
def test_nothing_alike_is_exit_code_1(tmp_path: Path) -> None:
    """No pair of the same behaviour is an answer, not an error."""
    few = corpus(tmp_path / "corpus", {name: PROGRAMS[name] for name in ("total", "largest")})
    assert main(["mine", "--corpus", str(few), "--out", str(tmp_path / "out")]) == 1


def test_bad_input_is_one_line_and_exit_code_2(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """An empty folder, an unknown language, a damaged corpus, too few inputs."""
    empty, whole = tmp_path / "empty", corpus(tmp_path / "whole", PROGRAMS)
    empty.mkdir()
    damaged = corpus(tmp_path / "damaged", PROGRAMS)
    damaged.joinpath("python.jsonl.gz").write_bytes(b"no gzip")
    out = ["--out", str(tmp_path / "out")]
    for wrong in (
        ["--corpus", str(empty)],
        ["--corpus", str(whole), "--language", "klingon"],
        ["--corpus", str(damaged)],
        ["--corpus", str(whole), "--inputs", "3"],
        ["--corpus", str(whole), "--different", "0"],
    ):
        assert main(["mine", *wrong, *out]) == 2
        assert len(capsys.readouterr().err.splitlines()) == 1


def test_a_journal_of_something_else_is_refused(tmp_path: Path) -> None:
    """Other settings would mix outcomes on different inputs; a second run at the same time would double them."""
    path = tmp_path / "journal.jsonl"
    with Journal(path, {"inputs": 64}) as journal:
        journal.add("run", "a", 1)
        with pytest.raises(InputError, match="in use"), Journal(path, {"inputs": 64}):
            pass
    with Journal(path, {"inputs": 64}) as journal:
        assert journal.known("run") == {"a": 1}
    with pytest.raises(InputError, match="other settings"), Journal(path, {"inputs": 32}):
        pass


@pytest.mark.parametrize(
    ("shape", "expected"),
    [
        (IntShape(0, 9), "lang(int)"),
        (SequenceShape(TextShape("ab"), min_size=1), "lang(list<text>)"),
        (Samples((Text("a"), Null())), "lang(text)"),
        (OneOf((TextShape(), IntShape(1))), "lang(int | text)"),
        (AnyShape(), "lang(any)"),
        (RecordShape("Node", ()), None),
        (SequenceShape(RecordShape("Node", ())), None),
    ],
)
def test_kinds_leave_out_what_one_function_alone_says(shape: Shape, expected: str | None) -> None:
    """Bounds, alphabets and words go; an object of a function's own has no kind."""
    found = plain(shape)
    assert (bucket_of("lang", [found]) if found else None) == expected


def test_shared_inputs_are_the_same_every_time_and_never_twice() -> None:
    """They depend on kinds and constants alone."""
    shapes: tuple[Shape, ...] = (IntShape(), SequenceShape(IntShape()))
    first = shared_inputs(shapes, (Int(77),), 64)
    assert first == shared_inputs(shapes, (Int(77),), 64)
    assert len(set(first)) == len(first) == 64
    assert first != shared_inputs(shapes, (Int(4),), 64)


@pytest.mark.parametrize(
    ("one", "two", "equal"),
    [
        (Int(1), Float(1.0), True),
        (Float(0.1 + 0.2), Float(0.3), True),
        (Int(1), Int(2), False),
        (Sequence("optional", (Int(3),)), Int(3), True),
        (Group("set", (Int(1), Int(2))), Group("set", (Int(2), Int(1))), True),
        (Sequence("list", (Int(1),)), Sequence("tuple", (Int(1),)), False),
        (Text("1"), Int(1), False),
    ],
)
def test_equal_values_have_one_digest(one: Value, two: Value, *, equal: bool) -> None:
    """As comparison has it: numbers by value, sets without order, a list is no tuple."""
    given = Input((Int(0),))
    digests = [digest(given, Outcome("return", value, arguments=(Int(0),))) for value in (one, two)]
    assert (digests[0] == digests[1]) is equal


def test_what_says_nothing_has_no_digest_and_effects_have_one() -> None:
    """A refusal and a value that cannot be looked into decide nothing; what is left in an argument does."""
    given = Input((Sequence("list", (Int(2), Int(1))),))
    left = (Sequence("list", (Int(1), Int(2))),)
    refused = Outcome("raise", error="ValueError")
    assert (digest(given, refused), packed(given, refused)) == ("", None)
    assert digest(given, Outcome("return", Opaque("module"))) == ""
    sorts, does_nothing = (Outcome("return", Null(), arguments=a) for a in (left, given.arguments))
    assert digest(given, sorts) != digest(given, does_nothing)
    assert unpacked(given, packed(given, sorts)) == sorts
    assert unpacked(given, packed(given, does_nothing)) == does_nothing
