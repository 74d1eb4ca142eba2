"""Tasks from files, and `codescore translate data`."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import pytest

from codescore.cli import main
from codescore.foundation.errors import InputError
from codescore.translate.data import chosen, read_tasks, to_json_lines
from codescore.translate.recorded import read_answers
from codescore.translate.records import Case, Params
from codescore.translate.store import Run
from tests.translate.tasks import data_file, row, written

THEIRS = {
    "id": 7,
    "tag": "数组，位运算",
    "difficulty": "滑动窗口",
    "url": "https://example.org",
    "entry_point": "f",
    "params": {
        "python": {"paramsType": ["int"], "returnType": "int"},
        "cpp": {"paramsType": ["int"], "returnType": "int"},
    },
    "python": "def f(a): return a",
    "cpp": "int f(int a) { return a; }",
    "cases": [{"input": "1", "output": "1"}, None, {"input": "3", "output": "3"}],
    "note": "",
}


def test_both_forms_of_a_task_are_read(tmp_path: Path) -> None:
    """Ours and CodeTransEval's; what is missing or odd is named, and a case keeps its number."""
    found = read_tasks(written(tmp_path / "t.jsonl", row(), THEIRS))
    ours, theirs = found.tasks
    assert ours.cases == (Case(1, "1,2,3\n4", "10"), Case(2, "[]\n5", "5"))
    assert ours.params["java"] == Params(("int[]", "int"), "int")
    assert (theirs.id, theirs.tags, theirs.difficulty) == ("7", ("数组", "位运算", "滑动窗口"), "")
    assert theirs.cases == (Case(1, "1", "1"), Case(3, "3", "3"))
    assert theirs.gold["cpp"] == THEIRS["cpp"]
    assert ["case 2 is missing" in remark for remark in found.remarks] == [False, True]


def test_tasks_come_back_from_what_was_exported(tmp_path: Path) -> None:
    """Out as JSON lines and in again: the same tasks, missing cases still missing."""
    found = read_tasks(written(tmp_path / "t.jsonl", row(), THEIRS))
    (tmp_path / "again.jsonl").write_text("\n".join(to_json_lines(found.tasks)), encoding="utf-8")
    assert read_tasks(tmp_path / "again.jsonl").tasks == found.tasks


def test_filters_choose_by_tag_difficulty_and_id(tmp_path: Path) -> None:
    """Every filter that is given must let a task through."""
    tasks = read_tasks(written(tmp_path / "t.jsonl", row(), THEIRS)).tasks
    assert [task.id for task in chosen(tasks, tags=["LISTS", "none"])] == ["sum"]
    assert [task.id for task in chosen(tasks, difficulties=["easy"])] == ["sum"]
    assert [task.id for task in chosen(tasks, ids=["7"], tags=["lists"])] == []
    assert len(chosen(tasks)) == 2


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        ([row(entry_point="no name")], "entry_point"),
        ([row(), row()], "came before"),
        ([row(params={"klingon": {"types": [], "returns": "int"}})], "klingon"),
        ([row(params={"python": {"types": ["int"]}})], "returns"),
        ([row(params={**row()["params"], "java": {"types": ["int"], "returns": "int"}})], "disagree"),
        ([row(cases=[{"input": ["a\nb", "1"], "output": ""}])], "line break"),
        ([{"a": 1}], "required field"),
        ([], "no task"),
    ],
)
def test_what_is_no_task_is_one_line_that_names_it(tmp_path: Path, rows: list[dict[str, Any]], said: str) -> None:
    """Each mistake is refused with the file, the line and the reason."""
    with pytest.raises(InputError, match=said) as refused:
        read_tasks(written(tmp_path / "t.jsonl", *rows))
    assert "t.jsonl" in str(refused.value)
    assert "\n" not in str(refused.value)


def test_the_command_writes_what_was_chosen(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`--export` a table in which nothing is a formula, `--out` a run, `--json` a document."""
    path = written(tmp_path / "t.jsonl", row(tags=["=1+1"]), THEIRS)
    table, folder = tmp_path / "out.csv", tmp_path / "run"
    command = ["translate", "data", str(path), "--task", "sum", "--export", str(table), "--out", str(folder), "--json"]
    assert main(command) == 0
    assert [one["task"] for one in json.loads(capsys.readouterr().out)["tasks"]] == ["sum"]
    with table.open(encoding="utf-8", newline="") as file:
        assert [(line["task"], line["tags"]) for line in csv.DictReader(file)] == [("sum", "'=1+1")]
    with Run.open(folder) as run:
        assert [task.id for task in run.tasks()] == ["sum"]
        assert len(run.cases("sum")) == 2
    assert main(["translate", "data", str(path), "--tag", "nothing"]) == 2
    assert main(["translate", "data", str(path), "--export", str(tmp_path / "x.txt")]) == 2


def test_recorded_answers_may_lack_everything_but_the_answer(tmp_path: Path) -> None:
    """What their origin found is read where it is there, as number or word; twice the same sample is refused."""
    plain = {"model": "m", "direction": "python_c++", "task": 1, "answer": "x"}
    full = plain | {"sample": 1, "extracted": "y", "entry_point": "f", "status": 4, "passed_cases": "3"}
    first, second = read_answers(written(tmp_path / "a.jsonl", plain, full))
    assert (first.key.task, first.text, first.extracted, first.status, first.passed) == ("1", "x", None, None, None)
    assert (second.extracted, second.entry, second.status, second.passed) == ("y", "f", "wrong_answer", 3)
    with pytest.raises(InputError, match="came before"):
        list(read_answers(written(tmp_path / "b.jsonl", plain, plain)))
    with pytest.raises(InputError, match="no direction"):
        list(read_answers(written(tmp_path / "c.jsonl", plain | {"direction": "up"})))


@pytest.mark.data
def test_the_published_tasks_are_read_and_their_gaps_named() -> None:
    """100 tasks in three languages, two cases missing, one difficulty that is a tag."""
    found = read_tasks(data_file("tasks.jsonl.gz"))
    assert len(found.tasks) == 100
    assert sum(len(task.cases) for task in found.tasks) == 498
    assert {len(task.gold) for task in found.tasks} == {3}
    assert len(found.remarks) == 2
