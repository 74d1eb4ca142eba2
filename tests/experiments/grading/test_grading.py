"""People grade snippets: what they are shown, that no grade is lost, and what comes of the grades."""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from codescore.cli import main
from codescore.experiments.grading.collected import collect
from codescore.experiments.grading.desk import Desk
from codescore.experiments.grading.items import Terms, items_of, order
from codescore.experiments.grading.sheet import Grade, Sheet
from codescore.foundation.errors import EnvironmentProblem, InputError
from codescore.foundation.loopback import PageServer
from codescore.study.dataset import read_data
from codescore.study.papers.grades import verify_grades
from codescore.study.papers.human import graded as grid
from tests.experiments.grading.graded import data, rows, samples, say, sheet

SERVER = Path(__file__).parents[3] / "server"
TEXTS = {item.key: item for item in items_of(samples(), Terms())}


def key(text: str, task: str) -> str:
    return next(item.key for item in TEXTS.values() if (item.text, item.task) == (text, task))


def fill(file: Sheet, who: str, of: Callable[[Any], int | None]) -> None:
    for item in TEXTS.values():
        file.record(Grade(who, item.key, of(item), 0))


def worth(item: Any) -> int:
    """What a careful grader says: references and what is like them solve the task, the identity does not."""
    return 0 if item.text == "f = lambda x: x\n" and item.task != "t0" else 4


def test_each_text_is_graded_once_with_references_among_them() -> None:
    """Same text, same task: one item for both models; a reference that a model also gave is one item."""
    assert len(TEXTS) == 10  # eight candidates less one, four references less one
    assert TEXTS[key("f = lambda x: x\n", "t0")].samples == ("t0/good", "t0/bad")
    same = [item for item in TEXTS.values() if item.reference and item.samples]
    assert [(item.task, item.samples) for item in same] == [("t3", ("t3/good",))]
    assert sum(item.reference for item in TEXTS.values()) == 4
    assert sum(item.reference for item in items_of(samples(), Terms(references=2))) == 2


def test_everybody_has_an_order_of_their_own_that_stays() -> None:
    """By seed and name, whatever the order of the data."""
    items = list(TEXTS.values())
    ann = order(items, 1, "ann")
    assert ann == order(items[::-1], 1, "ann")
    assert len({tuple(i.key for i in order(items, s, who)) for s in (1, 2) for who in ("ann", "bob")}) == 4


def test_the_page_is_told_nothing_that_unblinds(tmp_path: Path) -> None:
    """Of an item: key, task, language and text; nothing of model, sample, reference or other people's grades."""
    held = sheet(tmp_path / "g.db")
    desk = Desk(("page", "default-src 'none'"), list(TEXTS.values()), held, Terms())
    fill(held, "bob", worth)
    status, body = desk.take("begin", b'{"grader": "ann"}') or (0, b"")
    said = json.loads(body)
    assert (status, said["grades"]) == (200, {})
    assert {tuple(sorted(item)) for item in said["items"]} == {("beside", "intent", "key", "language", "text")}
    assert [item["key"] for item in said["items"]] == [item.key for item in order(list(TEXTS.values()), 0, "ann")]
    assert not any(word in body.decode() for word in ("good", "bad", "bob", "t0/"))
    held.close()


@pytest.mark.parametrize(
    ("path", "body", "status"),
    [
        ("begin", b'{"grader": "a@b.c"}', 400),
        ("begin", b"\xff", 400),
        ("grade", b'{"grader": "ann", "key": "KEY", "grade": 5}', 400),
        ("grade", b'{"grader": "ann", "key": "KEY", "grade": 1.5}', 400),
        ("grade", b'{"grader": "ann", "key": "other", "grade": 1}', 400),
        ("grade", b"[" * 60_000, 400),
    ],
)
def test_what_is_no_grade_is_refused(path: str, body: bytes, status: int, tmp_path: Path) -> None:
    """With one line for the grader; nothing is stored."""
    held = sheet(tmp_path / "g.db")
    desk = Desk(("page", ""), list(TEXTS.values()), held, Terms())
    found, said = desk.take(path, body.replace(b"KEY", next(iter(TEXTS)).encode())) or (0, b"{}")
    assert found == status
    assert "\n" not in json.loads(said)["problem"]
    assert held.latest() == {}
    assert desk.take("elsewhere", b"{}") is None
    held.close()


def test_only_the_page_itself_can_give_grades(tmp_path: Path) -> None:
    """Another page of the browser, even with the secret, is refused; so is what is no JSON or has no bounded size."""
    held = sheet(tmp_path / "g.db")
    server = PageServer(Desk(("page", ""), list(TEXTS.values()), held, Terms()))
    given = {"grader": "ann", "key": next(iter(TEXTS)), "grade": 2}
    try:
        assert say(server.address, "grade", given, Origin="http://evil.example")[0] == 403
        assert say(server.address, "grade", given, **{"Content-Type": "text/plain"})[0] == 400
        assert say(server.address, "grade", given, **{"Content-Length": "99999999"})[0] == 400
        assert say(server.address.replace(server.secret, "x"), "grade", given)[0] == 404
        assert held.latest() == {}
        assert say(server.address, "grade", given, Origin=server.address.removesuffix(f"/{server.secret}/")) == (
            200,
            {},
        )
        assert held.of("ann") == {given["key"]: 2}
    finally:
        server.close()
        held.close()


def test_a_grade_again_replaces_and_both_are_kept(tmp_path: Path) -> None:
    """Going back and changing one's mind: the last one counts, the file tells the story."""
    held = sheet(tmp_path / "g.db")
    for grade in (1, None, 3):
        held.record(Grade("ann", "k", grade, 5, 700))
    assert held.of("ann") == {"k": 3}
    held.close()
    db = sqlite3.connect(tmp_path / "g.db")
    assert [row[0] for row in db.execute("SELECT grade FROM grades")] == [1, None, 3]
    db.close()


def test_a_grader_who_withdraws_is_nowhere_in_the_bytes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Rows, free pages and log: gone, former grades too; other graders stay, and nobody is erased twice."""
    held = sheet(tmp_path / "g.db")
    fill(held, "anna-withdraws", worth)
    fill(held, "anna-withdraws", lambda item: 1)
    fill(held, "bob", worth)
    held.close()
    words = ["experiment", "erase", "anna-withdraws", "--grades", str(tmp_path / "g.db")]
    assert b"anna-withdraws" in (tmp_path / "g.db").read_bytes()
    assert main(words) == 0
    assert "erased 20 grades" in capsys.readouterr().out
    assert not any(b"anna-withdraws" in path.read_bytes() for path in tmp_path.iterdir())
    assert main(words) == 2
    assert main([*words[:2], "--all", *words[3:]]) == 2
    with closing(Sheet.open(tmp_path / "g.db")) as left:
        assert {who: len(grades) for who, grades in left.latest().items()} == {"bob": 10}


def test_grades_of_other_data_are_not_mixed(tmp_path: Path) -> None:
    """A file of grades belongs to its data and its references; another database, or none, is refused in one line."""
    sheet(tmp_path / "g.db").close()
    held = Sheet.open(tmp_path / "g.db")
    with pytest.raises(InputError, match="other data or other references"):
        held.bind("another digest", Terms())
    held.close()
    with pytest.raises(InputError, match="no such file of grades"):
        Sheet.open(tmp_path / "none.db")
    sqlite3.connect(tmp_path / "foreign.db").execute("CREATE TABLE t (x)").connection.close()
    with pytest.raises(InputError, match="no file of grades"):
        Sheet.open(tmp_path / "foreign.db", make=True)
    (tmp_path / "text.db").write_text("ann,bob\n" * 400)
    with pytest.raises(EnvironmentProblem, match="damaged or no file of grades"):
        Sheet.open(tmp_path / "text.db", make=True)


def test_a_full_disk_is_said_to_the_grader(tmp_path: Path) -> None:
    """SQLite finds no page any more: the grade is refused with the reason, earlier ones stay."""
    held = sheet(tmp_path / "g.db")
    desk = Desk(("page", ""), list(TEXTS.values()), held, Terms())
    pages = held._db.execute("PRAGMA page_count").fetchone()[0]
    held._db.execute(f"PRAGMA max_page_count = {pages + 1}")
    given = {"grader": "a" * 64, "key": next(iter(TEXTS)), "grade": 2}
    answers = [desk.take("grade", json.dumps(given).encode()) or (0, b"") for _ in range(200)]
    assert answers[0][0] == 200
    assert answers[-1][0] == 503
    assert "the disk is full" in json.loads(answers[-1][1])["problem"]
    assert held.of("a" * 64) == {given["key"]: 2}
    held.close()


def test_grades_become_a_data_set_that_study_human_reads(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Three graders in two files, one of whom does not look: aggregated, verified, and a grid of models and tasks."""
    one, two = sheet(tmp_path / "a.db"), sheet(tmp_path / "b.db")
    fill(one, "ann", worth)
    fill(one, "bob", worth)
    fill(two, "eve", lambda item: None if item.task == "t1" else 1)
    one.close(), two.close()
    out = tmp_path / "graded.jsonl"
    words = ["experiment", "grade", str(data(tmp_path)), "--grades", str(tmp_path / "a.db")]
    assert main([*words, "--grades", str(tmp_path / "b.db"), "--out", str(out), "--json"]) == 0
    said, notes = capsys.readouterr()
    told = json.loads(said)
    assert "eve graded 3 of 3 references below 3" in notes
    assert (told["snippets"], told["graded"], told["references"], told["references_mean"]) == (8, 8, 4, 4.0)
    assert [(g["name"], g["grades"], g["cannot_tell"]) for g in told["graders"]] == [
        ("ann", 10, 0), ("bob", 10, 0), ("eve", 7, 3),
    ]  # fmt: skip
    assert told["agreement"]["pairs"][0]["kappa"] == 1
    (study,) = grid(read_data(out, strict=True).samples)
    assert (study.models, study.data) == (("good", "bad"), "small")
    assert {s.id: s.human for s in study.all} == {
        row["id"]: worth(TEXTS[key(row["candidate"], row["task"])]) for row in rows()
    }
    found = verify_grades(study.all)
    assert (found.equal, found.samples, found.graders) == (8, 8, 3)
    assert main([*words, "--out", str(out)]) == 0
    assert "2 graded: who is reliable can be told from 3 graders up" in capsys.readouterr().err


def test_what_nobody_graded_has_no_grade(tmp_path: Path) -> None:
    """Named, and left empty rather than guessed; who could not tell gave none; nobody at all is refused."""
    held = sheet(tmp_path / "g.db")
    items = list(TEXTS.values())
    with pytest.raises(InputError, match="holds no grade yet"):
        collect(samples(), items, [held])
    fill(held, "ann", lambda item: None if item.task == "t2" else worth(item))
    found = collect(samples(), items, [held])
    assert found.without == ("t2/good", "t2/bad")
    assert "2 of 8 snippets have no grade yet" in " ".join(found.notices())
    other = sheet(tmp_path / "h.db")
    fill(other, "ann", worth)
    with pytest.raises(InputError, match="ann graded in"):
        collect(samples(), items, [held, other])
    held.close(), other.close()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--grades", "g.db", "--port", "70000"], "is no port"),
        (["--grades", "g.db", "--grades", "h.db"], "into one file"),
        (["--grades", "g.db", "--json"], "--out"),
        (["--grades", "g.db", "--out", "small.jsonl"], "is the data that are graded"),
        (["--grades", "g.db", "--out", "out.jsonl"], "no such file of grades"),
    ],
)
def test_bad_arguments_are_one_line(
    words: list[str], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """And make no file."""
    data(tmp_path)
    monkeypatch.chdir(tmp_path)
    assert main(["experiment", "grade", "small.jsonl", *words]) == 2
    error = capsys.readouterr().err
    assert said in error
    assert error.count("\n") == 1
    assert sorted(path.name for path in tmp_path.iterdir()) == ["small.jsonl"]


def test_a_task_without_words_shows_its_reference_or_is_refused(tmp_path: Path) -> None:
    """Nobody grades without knowing what was asked; where references stand beside, none is mixed in."""
    bare = [type(s)(**{**{n: getattr(s, n) for n in s.__slots__}, "intent": " "}) for s in samples()]
    with pytest.raises(InputError, match="t0/good has no `intent`"):
        items_of(bare, Terms())
    items = items_of(bare, Terms(beside=True))
    assert len(items) == 7
    assert not any(item.reference for item in items)
    assert items[0].beside == "def f(x):\n    return x + 0\n"


@pytest.mark.skipif(os.name != "posix", reason="NO SIGNALS: needs SIGKILL")
def test_a_killed_page_goes_on_where_it_was(tmp_path: Path) -> None:
    """kill -9 right after a grade was answered: the same command and the same name find it, in the same order."""
    words = ["experiment", "grade", str(data(tmp_path)), "--grades", str(tmp_path / "g.db"), "--seed", "4"]
    process, address = served(words)
    begun = say(address, "begin", {"grader": "ann"})[1]
    first = begun["items"][0]["key"]
    assert say(address, "grade", {"grader": "ann", "key": first, "grade": 3, "took_ms": 5})[0] == 200
    process.send_signal(signal.SIGKILL)
    ended(process)
    process, address = served([*words[:-2]])
    again = say(address, "begin", {"grader": "ann"})[1]
    assert (again["grades"], again["items"]) == ({first: 3}, begun["items"])
    assert say(address, "begin", {"grader": "bob"})[1]["grades"] == {}
    process.send_signal(signal.SIGINT)
    assert "ann: 1 of 10 graded" in ended(process)
    assert process.returncode == 0


def served(words: list[str]) -> tuple[subprocess.Popen[str], str]:
    process = subprocess.Popen(
        [sys.executable, "-m", "codescore", *words],
        env=os.environ | {"PYTHONPATH": str(SERVER)},
        stderr=subprocess.PIPE,
        text=True,
        # Whoever starts the tests in the background has them, and what they start, ignore Ctrl-C.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # noqa: PLW1509  (no other thread runs here)
    )
    assert process.stderr is not None
    for line in process.stderr:
        if line.startswith("the page is at"):
            return process, line.split()[4]
    raise AssertionError("it ended before it served")


def ended(process: subprocess.Popen[str]) -> str:
    assert process.stderr is not None
    said = process.stderr.read()
    process.stderr.close()
    process.wait(timeout=60)
    return said
