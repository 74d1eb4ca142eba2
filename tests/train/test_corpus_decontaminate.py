"""Evaluation data never stays in a corpus: renamed, edited a little, in one of many units, in any of the data sets."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from textwrap import dedent
from typing import Any

import numpy as np
import pytest

from codescore.foundation.errors import InputError
from codescore.foundation.workers import processes
from codescore.languages import by_id
from codescore_train.corpus import dedupe_and_split, storage
from codescore_train.corpus.decontaminate import THRESHOLD, digest_of, load, near_matches
from codescore_train.corpus.minhash import jaccard, shingle_sets, signatures, take
from codescore_train.corpus.outcome import SplitSummary
from codescore_train.corpus.split import PARTS, sketch_of

DATA = Path(__file__).parents[2].parent / "shared" / "data"

SOLVE = dedent("""
    def solve(numbers, limit):
        best = None
        for position, number in enumerate(numbers):
            if number > limit:
                continue
            if best is None or number > numbers[best]:
                best = position
        if best is None:
            raise ValueError("nothing fits")
        return best, numbers[best]
    """).lstrip()
RENAMED = SOLVE.replace("numbers", "xs").replace("best", "winner").replace("solve", "find_it")
EDITED = RENAMED.replace("nothing fits", "none of them")
OTHER = dedent("""
    def other(path, mode):
        with open(path, mode) as stream:
            lines = [line.rstrip() for line in stream if line.strip()]
        lines.sort(key=len, reverse=True)
        return {line: index for index, line in enumerate(lines)}
    """).lstrip()


def corpus(folder: Path, functions: dict[str, str], language: str = "python") -> Path:
    folder.mkdir(exist_ok=True)
    with storage.gzip_lines(folder / f"{language}.jsonl.gz") as stream:
        for name, code in functions.items():
            row = {"lang": language, "project": name, "path": f"{name}/a", "name": "f", "code": code, "comment": ""}
            stream.write(storage.line(row))
    return folder


def data(path: Path, *records: dict[str, Any]) -> Path:
    with gzip.open(path, "wt", encoding="utf-8") as stream:
        for record in records:
            stream.write(json.dumps({"lang": "python", "candidate": "", "reference": "", **record}) + "\n")
    return path


def split(tmp_path: Path, functions: dict[str, str], *files: Path) -> tuple[SplitSummary, set[str]]:
    """The summary and the projects that stay."""
    out = tmp_path / "out"
    summary = dedupe_and_split(corpus(tmp_path / "c", functions), out, decontaminate=files, jobs=1)
    rows = [row for part in PARTS for row in storage.read_lines(out / f"functions.python.{part}.jsonl.gz")]
    return summary, {row["project"] for row in rows}


@pytest.mark.parametrize(
    "record",
    [
        {"candidate": SOLVE},
        {"reference": SOLVE},
        {"references": ["x = 1", SOLVE]},
        {"candidate": f"import os\n\ndef helper(x):\n    return os.sep + x\n\n{SOLVE}\nprint(solve(input(), 3))\n"},
        {"candidate": "class A:\n" + "".join(f"    {line}\n" for line in SOLVE.splitlines())},
    ],
)
def test_a_function_in_any_place_of_a_data_set_is_recognised(tmp_path: Path, record: dict[str, Any]) -> None:
    """Candidate, reference, further references, one of several functions of a file, a method: renamed or edited."""
    file = data(tmp_path / "eval.jsonl.gz", record)
    summary, kept = split(tmp_path, {"p": RENAMED, "q": EDITED, "r": OTHER}, file)
    assert kept == {"r"}
    assert summary.dropped["python"]["evaluation data"] == 2


def test_the_report_says_what_was_removed_by_which_rule_for_which_set(tmp_path: Path) -> None:
    """Counts by rule and by set, and examples that name the function and the evaluation item."""
    files = [
        data(tmp_path / "a.jsonl.gz", {"set": "first", "id": "first/1", "candidate": "x = 1", "reference": SOLVE}),
        data(tmp_path / "b.jsonl.gz", {"set": "second", "id": "second/7", "candidate": SOLVE},
             {"set": "second", "id": "second/8", "candidate": SOLVE},
             {"set": "third", "lang": "cobol", "candidate": "X"}),
    ]  # fmt: skip
    summary, kept = split(tmp_path, {"p": RENAMED, "q": EDITED, "r": OTHER, "s": RENAMED}, *files)
    assert kept == {"r"}
    assert summary.evaluation == {
        "units": 2, "programs": {"first": 2, "second": 1}, "languages_not_read": {"cobol": 1},
    }  # fmt: skip
    found = summary.contamination["python"]
    assert found["by_rule"] == {"exact sketch": 2, "near match": 1}
    assert found["by_set"] == {name: {"exact sketch": 2, "near match": 1} for name in ("first", "second")}
    exact = {"set": "second", "rule": "exact sketch", "function": "p:p/a:f", "evaluation": "second/7", "jaccard": 1.0}
    assert exact in found["examples"]
    (near,) = [e for e in found["examples"] if e["rule"] == "near match" and e["set"] == "first"]
    assert near["function"] == "q:q/a:f"
    assert THRESHOLD <= near["jaccard"] < 1


def test_a_port_in_another_language_is_looked_for_too(tmp_path: Path) -> None:
    """Units of all languages are one pool: a sketch that happens to be the same in two languages is evaluation data."""
    body = "int f ( int a , int b ) { return a * b + a * 3 - b ; }"
    with processes(1) as workers:
        units = load([data(tmp_path / "e.jsonl.gz", {"lang": "java", "candidate": f"class A {{ {body} }}"})], workers)
    java = by_id("java")
    assert java is not None
    assert digest_of(sketch_of(java, body)) in units.by_digest


def test_near_matches_are_those_that_comparing_with_everything_finds(tmp_path: Path) -> None:
    """Exact Jaccard over all pairs names the same functions and, for each, a unit that is as close."""
    lines = [f"    v{i} = a[{i}] * {i * i} + b.get({i % 3})\n" for i in range(14)]
    programs = [f"def f(a, b):\n{''.join(lines[i : i + 6])}    return v{i}\n" for i in range(8)]
    functions = [f"def f(a, b):\n{''.join(lines[i : i + k])}    return v{i}\n" for i in range(8) for k in range(4, 8)]
    python = by_id("python")
    assert python is not None
    with processes(1) as workers:
        units = load([data(tmp_path / "e.jsonl.gz", *({"candidate": p} for p in programs))], workers)
    sets = shingle_sets([sketch_of(python, code) for code in functions])
    best = [max(jaccard(sets[i], units.sets[j]) for j in range(len(units))) for i in range(len(sets))]
    found = near_matches(sets, signatures(sets), units)
    assert {i: match.similarity for i, match in found.items()} == {i: s for i, s in enumerate(best) if s >= THRESHOLD}
    assert 8 < len(found) < len(functions)
    assert all(jaccard(sets[i], units.sets[m.unit]) == m.similarity for i, m in found.items())


def test_no_data_sets_taint_nothing(tmp_path: Path) -> None:
    """Without evaluation data nothing is compared, and the summary says that it was so."""
    summary, kept = split(tmp_path, {"p": SOLVE, "r": OTHER})
    assert kept == {"p", "r"}
    assert summary.evaluation == {"units": 0, "programs": {}, "languages_not_read": {}}


@pytest.mark.parametrize(
    "content",
    [b"no gzip", gzip.compress(b"not json\n"), gzip.compress(b'{"lang": "python"}\n'), gzip.compress(b"[1]\n"),
     gzip.compress(b'{"lang": "python", "candidate": 3, "reference": ""}\n'),
     gzip.compress(b'{"lang": "python", "candidate": "x", "reference": ""}\n' * 50)[:-12]],
)  # fmt: skip
def test_a_data_set_that_is_none_stops_the_split(tmp_path: Path, content: bytes) -> None:
    """Data that cannot be read cannot be kept out of the corpus: one line, nothing written."""
    (tmp_path / "eval.jsonl.gz").write_bytes(content)
    with pytest.raises(InputError, match=r"eval\.jsonl\.gz: not a data set"):
        split(tmp_path, {"p": SOLVE}, tmp_path / "eval.jsonl.gz")
    assert not (tmp_path / "out/split.json").exists()


@pytest.mark.parametrize("name", ["humaneval-python.dev", "quixbugs-python.dev", "refactory.dev", "humaneval-java.dev"])
def test_programs_of_the_real_sets_do_not_survive(tmp_path: Path, name: str) -> None:
    """References of a real data set, put into a corpus, are all found again, also with one literal changed."""
    path = DATA / f"{name}.jsonl.gz"
    if not path.exists():
        pytest.skip(f"needs the evaluation data: {path} is missing")
    with gzip.open(path, "rt", encoding="utf-8") as stream:
        records = list(map(json.loads, stream))[:60]
    chosen = data(tmp_path / "eval.jsonl.gz", *records)
    language = records[0]["lang"]
    functions = {f"p{i}": record["reference"] for i, record in enumerate(records)}
    out = tmp_path / "out"
    summary = dedupe_and_split(corpus(tmp_path / "c", functions, language), out, decontaminate=[chosen], jobs=1)
    assert summary.kept[language] == {"train": 0, "valid": 0}
    assert summary.dropped[language]["evaluation data"] > 0


def test_an_edit_of_one_token_does_not_hide_a_long_function() -> None:
    """Any single token of a function of 120 tokens may change and the rest still gives it away."""
    words = [f"t{i}" for i in range(120)]
    edited = [" ".join([*words[:i], "changed", *words[i + 1 :]]) for i in range(0, 120, 7)]
    sets = shingle_sets([" ".join(words), *edited])
    assert all(jaccard(sets[0], sets[i]) >= THRESHOLD for i in range(1, len(sets)))
    assert len(take(sets, np.arange(3))) == 3
