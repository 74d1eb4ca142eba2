"""Data sets as files: what is read, what is skipped and named, what is fatal."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from codescore.foundation.errors import InputError
from codescore.study.dataset import read_data, spread


def line(id_: str, task: str = "t", **more: Any) -> str:
    """A well-formed line."""
    given = {"id": id_, "task": task, "lang": "python", "candidate": "x = 1", "reference": "x = 1", "passed": True}
    return json.dumps(given | more)


def write(folder: Path, *lines: str, name: str = "set.jsonl") -> Path:
    path = folder / name
    data = "\n".join(lines).encode() + b"\n"
    path.write_bytes(gzip.compress(data) if name.endswith(".gz") else data)
    return path


@pytest.mark.parametrize("name", ["set.jsonl", "set.dev.jsonl.gz"])
def test_plain_and_gzipped_files_read_alike(tmp_path: Path, name: str) -> None:
    """A sample has the fields of its line; the set is named by the file where the line names none."""
    path = write(tmp_path, line("a", human=3, intent="do it", references=["x = 1", "x = 2"]), "", line("b"), name=name)
    data = read_data(path)
    first, second = data.samples
    assert (first.id, first.data, first.language, first.references) == ("a", "set", "python", ("x = 1", "x = 2"))
    assert (first.passed, first.human, first.intent) == (True, 3.0, "do it")
    assert second.references == ("x = 1",)


def test_a_malformed_line_is_skipped_and_named(tmp_path: Path) -> None:
    """Its number counts blank lines, too; the reason says what is missing."""
    path = write(tmp_path, line("a"), "", "{not json", json.dumps({"id": "c"}), line("d", passed="yes"), line("e"))
    data = read_data(path)
    assert [sample.id for sample in data.samples] == ["a", "e"]
    assert [bad.line for bad in data.malformed] == [3, 4, 5]
    assert "task" in data.malformed[1].reason
    assert "passed" in data.malformed[2].reason


def test_strict_ends_at_the_first_malformed_line(tmp_path: Path) -> None:
    """With file and line number."""
    path = write(tmp_path, line("a"), "[]")
    with pytest.raises(InputError, match=r"set\.jsonl:2: .*; mend the line, or take it out$"):
        read_data(path, strict=True)
    with pytest.raises(InputError, match=r"set\.jsonl:2: .*; mend the line, or skip .* by leaving out --strict$"):
        read_data(path, strict=True, option="--strict")


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({"human": float("nan")}, "`human` is NaN, which is no number in JSON"),
        (
            {"published": {"bleu": 1, "chrf": float("-inf")}},
            "`published.chrf` is -Infinity, which is no number in JSON",
        ),
        ({"references": ["x", float("inf")]}, "`references` is Infinity, which is no number in JSON"),
    ],
)
def test_what_is_no_number_is_named(tmp_path: Path, more: dict[str, Any], said: str) -> None:
    """By its field, not by the place of a character."""
    data = read_data(write(tmp_path, line("a"), line("b", **more), "NaN"))
    assert [bad.reason for bad in data.malformed] == [said, "the line is NaN, which is no number in JSON"]


def test_duplicated_ids_are_named_and_the_first_counts(tmp_path: Path) -> None:
    """With --strict they are an error."""
    path = write(tmp_path, line("a"), line("a", candidate="y"), line("b"))
    data = read_data(path)
    assert data.duplicates == ("a",)
    assert [sample.candidate for sample in data.samples] == ["x = 1", "x = 1"]
    with pytest.raises(InputError, match=r":2: id 'a' came before"):
        read_data(path, strict=True)


def test_languages_that_are_not_installed_are_counted_and_kept(tmp_path: Path) -> None:
    """They are measured as text, and it is said what cannot be measured."""
    data = read_data(write(tmp_path, line("a"), line("b", lang="cobol"), line("c", lang="cobol")))
    assert data.without_grammar == {"cobol": 2}
    assert len(data.samples) == 3
    (said,) = data.remarks()
    assert said.startswith("no grammar is installed for cobol: of its 2 pairs metrics of text are measured")


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "holds no usable pair; it is empty"),
        (b"{}\n", r"holds no usable pair \(1 malformed line, line 1: .*\); mend it$"),
        (b"{}\n[]\n", r"holds no usable pair \(2 malformed lines, the first is line 1: .*\); mend them$"),
        (b"\xff\xfe\n", "malformed"),
    ],
)
def test_a_file_without_a_usable_pair_is_bad_input(tmp_path: Path, content: bytes, said: str) -> None:
    """The message says what was wrong with its lines."""
    path = tmp_path / "set.jsonl"
    path.write_bytes(content)
    with pytest.raises(InputError, match=said):
        read_data(path)


def test_a_missing_or_cut_off_file_is_bad_input(tmp_path: Path) -> None:
    """The message names the file and how far it could be read."""
    with pytest.raises(InputError, match=r"cannot read .*none\.jsonl: No such file"):
        read_data(tmp_path / "none.jsonl")
    whole = gzip.compress(b"".join(line(str(k), task=str(k) * 50).encode() + b"\n" for k in range(3000)))
    cut = tmp_path / "cut.jsonl.gz"
    cut.write_bytes(whole[: len(whole) // 2])
    with pytest.raises(InputError, match=r"cannot read .*cut\.jsonl\.gz after line \d+"):
        read_data(cut)


def test_a_limit_is_spread_over_the_tasks(tmp_path: Path) -> None:
    """Every task gives one before any gives two, the same ones each time, in the file's order."""
    path = write(tmp_path, *(line(f"{task}/{k}", task) for task in "abc" for k in range(5)))
    samples = read_data(path).samples
    few = spread(samples, 4)
    assert sorted(s.task for s in few)[:3] in (["a", "a", "b"], ["a", "b", "b"], ["a", "b", "c"])
    assert {s.task for s in few} == {"a", "b", "c"}
    assert few == spread(samples, 4)
    assert [samples.index(s) for s in few] == sorted(samples.index(s) for s in few)
    assert spread(samples, 0) == list(samples) == spread(samples, 99)
