"""A run folder: what is kept, what is left to do, and what befalls it."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
import textwrap
from dataclasses import replace
from pathlib import Path

import pytest

from codescore.foundation.errors import EnvironmentProblem, InputError
from codescore.translate.answer_cache import AnswerCache
from codescore.translate.records import Answer, Case, Execution, Extraction, Key, Measure, Params, Prompt, Task
from codescore.translate.store import FILE, Run

KEY = Key("m", "java_python", "1", 0)
TASK = Task(
    "1", ("lists",), "easy", "", "f", {"python": Params(("List[int]",), "int")}, {"python": "def f(a): return 1"},
    (Case(1, "1,2", "1"), Case(3, "3", "1")),
)  # fmt: skip


def filled(folder: Path) -> Run:
    """A run in which one sample went through every stage."""
    run = Run.create(folder)
    run.put_tasks([TASK])
    run.put_prompt(Prompt(KEY, "translate", "p1", {"temperature": 0.1}))
    run.put_generate(Answer(KEY, "code", cost=0.5, prompt_sha256="p1"))
    run.put_extract(Extraction(KEY, "def f(): pass", "f", "named", ("a note",)), how="x1")
    run.put_execute(Execution(KEY, "wrong_answer", 1, 2, failing=3, expected="1", got="2"), how="e1")
    run.put_measure(Measure(KEY, "bleu", 0.5), how="b1")
    return run


def read_all(folder: Path) -> None:
    """Open a run and read what is damaged below."""
    with Run.open(folder) as run:
        list(run.answers())
        run.cases("1")


def left(run: Run) -> tuple[int, ...]:
    """How many samples each stage has left to do."""
    todo = (run.todo_generate(), run.todo_extract("x1"), run.todo_execute("e1"), run.todo_measure("bleu", "b1"))
    return tuple(len(list(keys)) for keys in todo)


def test_what_is_kept_comes_back_as_it_was(tmp_path: Path) -> None:
    """Every record, the cases apart from their task, after closing and opening."""
    filled(tmp_path / "run").close()
    with Run.open(tmp_path / "run") as run:
        assert list(run.tasks()) == [replace(TASK, cases=())]
        assert run.cases("1") == TASK.cases
        assert run.prompt(KEY) == Prompt(KEY, "translate", "p1", {"temperature": 0.1})
        assert run.answer(KEY) == Answer(KEY, "code", cost=0.5, prompt_sha256="p1")
        assert run.extraction(KEY) == Extraction(KEY, "def f(): pass", "f", "named", ("a note",))
        assert run.execution(KEY) == Execution(KEY, "wrong_answer", 1, 2, failing=3, expected="1", got="2")
        assert list(run.measures(metric="bleu")) == [Measure(KEY, "bleu", 0.5)]
        assert list(run.answers(model="another")) == []


def test_a_stage_does_what_is_left_and_nothing_twice(tmp_path: Path) -> None:
    """A new answer makes all after it anew, a new setting its own stage; one metric says nothing of others."""
    with filled(tmp_path / "run") as run:
        assert left(run) == (0, 0, 0, 0)
        assert list(run.todo_execute("e2")) == [KEY]
        assert list(run.todo_measure("chrf", "c1")) == [KEY]
        run.put_generate(Answer(KEY, "other code", prompt_sha256="p1"))
        assert left(run) == (0, 1, 0, 0)
        run.put_extract(Extraction(KEY, "def f(): return 2", "f"), how="x1")
        assert left(run) == (0, 0, 1, 1)
        run.put_extract(Extraction(KEY, "def f(): return 2", "f", "said differently"), how="x1")
        assert left(run) == (0, 0, 1, 1)
        run.put_prompt(Prompt(KEY, "translate well", "p2"))
        assert left(run)[0] == 1


def test_a_failure_of_ours_or_of_the_network_is_tried_again_and_goes_no_further(tmp_path: Path) -> None:
    """An answer with an error is no answer; a program that this machine could not run has no outcome."""
    with filled(tmp_path / "run") as run:
        run.put_execute(Execution(KEY, "environment_failure", 0, 2, error="no compiler"), how="e1")
        assert list(run.todo_execute("e1")) == [KEY]
        run.put_generate(Answer(KEY, "", error="rate limit", prompt_sha256="p1"))
        assert list(run.todo_generate()) == [KEY]
        assert list(run.todo_extract("x1")) == []


def test_readers_read_while_one_writes_and_a_second_writer_is_told(tmp_path: Path) -> None:
    """The second writer gets one line; a reader sees what was put."""
    with filled(tmp_path / "run") as run, Run.open(tmp_path / "run") as reader:
        run.put_measure(Measure(KEY, "chrf", None, "no tree"))
        assert [one.metric for one in reader.measures()] == ["bleu", "chrf"]
        with pytest.raises(EnvironmentProblem, match="another process"):
            Run.open(tmp_path / "run", write=True)
        with pytest.raises(TypeError):
            reader.put_meta({"a": "b"})
    Run.open(tmp_path / "run", write=True).close()


def test_a_killed_writer_loses_nothing_that_was_put(tmp_path: Path) -> None:
    """SIGKILL in the middle: every row whose `put` returned is there, and the folder is free for the next writer."""
    program = """
        import sys
        from pathlib import Path
        from codescore.translate.records import Answer, Key
        from codescore.translate.store import Run
        run = Run.at(Path(sys.argv[1]))
        for number in range(10**6):
            run.put_generate(Answer(Key("m", "java_python", str(number)), "x" * 100))
            print(number, flush=True)
    """
    folder = tmp_path / "run"
    for _ in range(2):
        command = [sys.executable, "-c", textwrap.dedent(program), str(folder)]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as writer:
            assert writer.stdout is not None
            said = [writer.stdout.readline() for _ in range(30)]
            os.kill(writer.pid, signal.SIGKILL)
            said += writer.stdout.readlines()
        complete = [line for line in said if line.endswith("\n")]
        with Run.open(folder) as run:
            assert {answer.key.task for answer in run.answers()} >= {line.strip() for line in complete}
            assert run.count("generate") >= 30


@pytest.mark.parametrize("damage", ["noise", "newer", "other", "row", "cases"])
def test_a_damaged_or_foreign_file_is_one_line(tmp_path: Path, damage: str) -> None:
    """Noise, a newer layout, another program's file, a row and cases that are no record: an error of ours."""
    folder = tmp_path / "run"
    filled(folder).close()
    path = folder / FILE
    if damage == "noise":
        for extra in folder.glob("run.sqlite-*"):
            extra.unlink()
        path.write_bytes(os.urandom(1 << 16))
    else:
        statement = {
            "newer": "PRAGMA user_version = 99",
            "other": "PRAGMA application_id = 1",
            "row": "UPDATE answers SET body = x'7b7d'",
            "cases": "UPDATE tasks SET cases = x'00'",
        }[damage]
        db = sqlite3.connect(path)
        db.execute(statement)
        db.commit()
        db.close()
    with pytest.raises((InputError, EnvironmentProblem)) as said:
        read_all(folder)
    assert "\n" not in str(said.value)
    assert str(folder) in str(said.value)


def test_text_that_is_none_is_kept_all_the_same(tmp_path: Path) -> None:
    """Half characters, which some answers have, become question marks instead of an error."""
    with Run.create(tmp_path / "run") as run:
        run.put_generate(Answer(KEY, "a\ud800b\0c"))
        found = run.answer(KEY)
        assert found is not None
        assert found.text == "a?b\0c"
        assert list(run.todo_extract()) == [KEY]


def test_answers_that_were_paid_for_are_shared_between_runs(tmp_path: Path) -> None:
    """A second owner of the file sees what the first one kept."""
    first, second = AnswerCache(tmp_path / "cache.sqlite"), AnswerCache(tmp_path / "cache.sqlite")
    first.put("abc", b"answer")
    assert second.get("abc") == b"answer"
    assert second.get("def") is None
    first.close()
    second.close()


def test_other_settings_ask_again(tmp_path: Path) -> None:
    """An answer is to a text and the settings that are sent with it; the number of samples is not."""
    with Run.create(tmp_path) as run:
        prompt = Prompt(KEY, "translate", "p1", {"temperature": 0.1, "n": 1})
        run.put_prompt(prompt)
        run.put_generate(Answer(KEY, "done", prompt_sha256=prompt.sha256))
        run.put_prompt(replace(prompt, settings={"temperature": 0.1, "n": 5}))
        assert list(run.todo_generate()) == []
        run.put_prompt(replace(prompt, settings={"temperature": 0.9, "n": 5}))
        assert list(run.todo_generate()) == [KEY]
