"""Verdicts on small classes: every kind, templates, several references and files, memory between runs."""

from __future__ import annotations

from multiprocessing import active_children
from pathlib import Path

import msgspec
import pytest

from codescore.engine import ScoreOptions, Session
from codescore.foundation.errors import InputError
from codescore.grade import work
from codescore.grade.class_record import clusters_of
from codescore.grade.clusters import Cover
from codescore.grade.feedback import feedback
from codescore.grade.grading import grade as grade_one
from codescore.grade.model import Part
from codescore.grade.record import Entry, Outcome
from codescore.grade.run import Grader, Request
from codescore.grade.running import told
from codescore.grade.sources import read_assignment
from tests.grade.classes import (
    ANOTHER,
    BROKEN,
    MUTATED,
    OTHER_NAME,
    REFERENCE,
    RENAMED,
    TEMPLATE,
    assignment,
    write,
)
from tests.grade.conftest import Grade, by_name

pytestmark = pytest.mark.bundle


def test_every_kind_of_submission_has_its_verdict(tmp_path: Path, grade: Grade) -> None:
    """A renamed copy is alike; a mutant and unrelated code are not; what does not compile says where."""
    reference, folder = assignment(tmp_path)
    record = grade(reference, folder)
    students = by_name(record)
    verdicts = {name: one.graded.verdict for name, one in students.items()}
    assert verdicts["ann"] == verdicts["eve"] == "alike"
    assert (verdicts["bob"], verdicts["cid"], verdicts["dan"]) == ("unlike", "broken", "unlike")
    assert students["ann"].graded.similarity == 1.0
    assert students["bob"].graded.reason == "line 4: `<` became `<=`"
    assert students["bob"].graded.group == "unlike:operator differs from `<`"
    assert students["bob"].graded.first == (4, 5)
    assert students["cid"].graded.reason.startswith("line 1: ")
    assert students["cid"].graded.problems[0].line == 1
    assert {one.verdict: one.count for one in record.counts} == {"alike": 2 + (verdicts["fay"] == "alike"), "broken": 1,
        "unlike": 3 - (verdicts["fay"] == "alike")}  # fmt: skip
    assert sum(one.count for one in record.histogram) == 6


def test_another_way_to_do_the_same_is_counted_and_ends_where_code_was_run(tmp_path: Path, grade: Grade) -> None:
    """An idea says how many of its submissions it was said of; a fault is none, and a run takes it back."""
    students = grade(*assignment(tmp_path)).students
    assert by_name(grade(*assignment(tmp_path)))["bob"].graded.same_task is None
    said = msgspec.structs.replace(students[0].graded, verdict="unlike", same_task=0.9)
    members = [msgspec.structs.replace(students[0], graded=said), *students[1:]]
    (idea,) = clusters_of(members, Cover((0,) * len(members), (0,)), [0])
    assert idea.another_way == 1 + sum(one.graded.same_task is not None for one in students[1:])
    assert told(said, Outcome("differs", 0.1, "it differs")).same_task is None
    assert told(said, Outcome("unknown", None, "it was not run")).same_task == 0.9


def test_what_looks_out_of_place_goes_first_where_it_decides(tmp_path: Path, grade: Grade) -> None:
    """As the reason, as the key of its group, and as the line that the student is told to look at."""
    start = "import hashlib\n\n\ndef digest(text):\n"
    reference = start + "    return hashlib.md5(text.encode('ascii')).hexdigest() if text else None\n"
    turned = start + "    if text != '':\n        return None\n    return hashlib.md5(text.encode()).hexdigest()\n"
    model, folder = assignment(tmp_path, {"alice": turned, "bob": turned.replace("!=", "==")})
    model.write_text(reference)
    students = by_name(grade(model, folder))
    assert students["bob"].graded.verdict == "alike"
    alice = students["alice"].graded
    assert (alice.reason, alice.group) == ("line 5: `!=` looks out of place", "unlike:`!=` looks out of place")
    assert "line 5: look again here" in feedback(alice)
    (function,) = alice.functions
    assert len(function.remarks) == function.remark_count > 1


def test_lines_that_answer_each_other_are_linked(tmp_path: Path, grade: Grade) -> None:
    """Every line of a renamed copy answers a line of the reference; the mutated one is marked as changed."""
    students = by_name(grade(*assignment(tmp_path)))
    assert {link.kind for link in students["ann"].graded.links} == {"same"}
    changed = [link for link in students["bob"].graded.links if link.kind != "same"]
    assert [(one.kind, one.start, one.reference_start) for one in changed] == [("changed", 4, 5)]


def test_the_best_of_several_references_is_named(tmp_path: Path, grade: Grade) -> None:
    """Each reference is another idea; who follows the second is compared with it."""
    reference, folder = assignment(tmp_path, {"ann": RENAMED, "fay": ANOTHER.replace("items", "xs")})
    write(tmp_path, {"other.py": ANOTHER})
    students = by_name(grade([reference, tmp_path / "other.py"], folder))
    assert [one.graded.reference for one in students.values()] == [0, 1]
    assert [len(one.graded.fits) for one in students.values()] == [2, 2]
    assert {one.graded.verdict for one in students.values()} == {"alike"}


def test_what_was_handed_out_counts_for_nobody(tmp_path: Path, grade: Grade) -> None:
    """Who left the template as it was has not tried; without a template that is just another difference."""
    reference, folder = assignment(tmp_path, {"ann": RENAMED, "bob": TEMPLATE})
    write(tmp_path, {"template.py": TEMPLATE})
    with_template = by_name(grade(reference, folder, template=str(tmp_path / "template.py")))
    assert with_template["bob"].graded.verdict == "untouched"
    assert with_template["bob"].graded.reason == "as handed out: count_below"
    assert with_template["ann"].graded.verdict == "alike"
    assert by_name(grade(reference, folder))["bob"].graded.verdict == "unlike"


def test_a_task_of_several_functions(tmp_path: Path, grade: Grade) -> None:
    """A missing function is named, and each function has a row of its own."""
    write(tmp_path, {"solution.py": REFERENCE + "\n\n" + OTHER_NAME})
    folder = write(tmp_path / "class", {"ann.py": RENAMED + "\n\n" + OTHER_NAME, "bob.py": RENAMED})
    record = grade(tmp_path / "solution.py", folder)
    students = by_name(record)
    assert students["ann"].graded.verdict == "alike"
    assert (students["bob"].graded.verdict, students["bob"].graded.missing) == ("missing", ("hello", "bye"))
    assert [(row.name, row.alike, row.missing) for row in record.functions] == [
        ("count_below", 2, 0), ("hello", 1, 1), ("bye", 1, 1),
    ]  # fmt: skip


def test_functions_in_several_files_are_put_together(tmp_path: Path, grade: Grade) -> None:
    """Where no single file has everything, all files of a submission count as one; else the best file does."""
    write(tmp_path, {"solution.py": REFERENCE + "\n\n" + OTHER_NAME})
    files = {
        "ann/a.py": RENAMED,
        "ann/b.py": OTHER_NAME,
        "bob/good.py": RENAMED + "\n\n" + OTHER_NAME,
        "bob/old.py": BROKEN,
    }
    students = by_name(grade(tmp_path / "solution.py", write(tmp_path / "class", files)))
    assert (students["ann"].graded.verdict, students["ann"].graded.file) == ("alike", "a.py + b.py")
    assert students["ann"].graded.marks == ((1, "a.py"), (8, "b.py"))
    assert (students["bob"].graded.verdict, students["bob"].graded.file) == ("alike", "good.py")


@pytest.mark.parametrize(
    ("code", "verdict", "reason"),
    [
        ("", "missing", "no code: empty, or comments only"),
        ("# nothing yet\n", "missing", "no code: empty, or comments only"),
        ("\ufeff" + RENAMED, "alike", ""),
        (RENAMED.replace("    ", "\t"), "alike", ""),
        (RENAMED.replace("\n", "\r\n"), "alike", ""),
        ("print 'python 2'\n" + RENAMED, "broken", "line 1: "),
        ("x = " + "(" * 3000 + ")" * 3000, "broken", ""),
        ("class A:\n  def count_below(self, xs, most):\n    return 0\n", "unlike", ""),
        ("a" * 50_000, "missing", "missing: count_below"),
        ("def count_below(xs, most):\n" + "".join(f"    v{k} = {k}\n" for k in range(4000)), "unlike", ""),
        ("<script>alert(1)</script>", "broken", "line 1: "),
    ],
)
def test_odd_code_has_a_verdict(tmp_path: Path, grade: Grade, code: str, verdict: str, reason: str) -> None:
    """Whatever a student writes, the run finishes and says what it is."""
    record = grade(*assignment(tmp_path, {"ann": code}))
    (one,) = record.students
    assert one.graded.verdict == verdict
    assert one.graded.reason.startswith(reason)


def test_one_person_twice_is_told(tmp_path: Path, grade: Grade) -> None:
    """Two submissions of one person are both graded, and each names the other."""
    write(tmp_path, {"solution.py": REFERENCE})
    info = "filename,full_name,id\na.py,Ann,7\nb.py,Ann,7\nc.py,Bob,8\n"
    files = {"info.csv": info, "a.py": RENAMED, "b.py": MUTATED, "c.py": RENAMED}
    record = grade(tmp_path / "solution.py", write(tmp_path / "class", files))
    ann = [one for one in record.students if one.name == "Ann"]
    assert [one.graded.verdict for one in ann] == ["alike", "unlike"]
    assert [one.others for one in ann] == [(ann[1].id,), (ann[0].id,)]
    assert [one.others for one in record.students if one.name == "Bob"] == [()]
    # Equal texts of one person are no pair to look at.
    assert not [pair for pair in record.duplicates if set(pair.ids) == {one.id for one in ann}]


def test_a_broken_reference_is_the_teachers_error(tmp_path: Path, grade: Grade) -> None:
    """A reference that does not compile is said with its line; beside a sound one it is only marked."""
    reference, folder = assignment(tmp_path, {"ann": RENAMED})
    write(tmp_path, {"bad.py": BROKEN, "empty.py": "# later\n"})
    with pytest.raises(InputError, match=r"the reference bad\.py:1 does not compile"):
        grade(tmp_path / "bad.py", folder)
    with pytest.raises(InputError, match="needs code"):
        grade(tmp_path / "empty.py", folder)
    record = grade([tmp_path / "bad.py", reference], folder)
    assert [one.compiles for one in record.references] == [False, True]
    assert record.students[0].graded.reference == 1


@pytest.mark.parametrize(
    ("files", "words"),
    [
        ({}, "no such file"),
        ({"r.txt": "hi"}, "does not tell its language"),
        ({"r.py": b"\0"}, "binary"),
        ({"r.py": REFERENCE, "r.java": "class A { int f() { return 1; } }"}, "another language"),
    ],
)
def test_references_that_cannot_be_used(tmp_path: Path, grade: Grade, files: dict, words: str) -> None:
    """What is wrong with a reference is one line that names it."""
    write(tmp_path, files)
    names = [tmp_path / name for name in files] or [tmp_path / "gone.py"]
    with pytest.raises(InputError, match=words):
        grade(names, write(tmp_path / "class", {"ann.py": RENAMED}))


def test_only_what_changed_is_graded_again(tmp_path: Path) -> None:
    """A second run takes everything from memory or disk, a changed file and a changed reference do not."""
    reference, folder = assignment(tmp_path)

    def run(**options: object) -> list[tuple[int, int]]:
        told: list[tuple[int, int]] = []
        request = Request((str(reference),), (str(folder),), cache=tmp_path / "cache", jobs=1, **options)
        grader = Grader(request)
        grader.grade(lambda what, done, of: told.append((done, of)) if what == "grading" else None)
        grader.close()
        return told

    assert run() == [(k, 6) for k in range(7)]
    assert run() == [(6, 6)]
    (folder / "bob.py").write_text(RENAMED.replace("most", "top"))
    assert run() == [(5, 6), (6, 6)]
    assert run(threshold=0.9) == [(k, 6) for k in range(7)]
    assert run(remember=False) == [(k, 6) for k in range(7)]
    reference.write_text(REFERENCE + "\n# changed\n")
    assert run()[0] == (0, 6)


def test_a_damaged_memory_is_made_anew(tmp_path: Path, grade: Grade) -> None:
    """What the cache holds is never trusted to be whole."""
    reference, folder = assignment(tmp_path, {"ann": RENAMED})
    (tmp_path / "cache" / "graded").mkdir(parents=True)
    (tmp_path / "cache" / "grades-1.sqlite3").write_bytes(b"SQLite format 3\0" + b"x" * 5000)
    assert grade(reference, folder).students[0].graded.verdict == "alike"


def test_every_text_is_encoded_once(tmp_path: Path) -> None:
    """N submissions against R references cost N + R runs of the model, and equal ones one."""
    _, folder = assignment(tmp_path, {f"s{k}": RENAMED.replace("1", str(k)) for k in range(2, 9)})
    write(folder, {"again.py": RENAMED.replace("1", "2")})
    write(tmp_path, {"other.py": ANOTHER, "third.py": OTHER_NAME})
    paths = tuple(str(tmp_path / name) for name in ("solution.py", "other.py", "third.py"))
    grader = Grader(Request(paths, (str(folder),), cache=tmp_path / "cache", jobs=1, remember=False))
    runs: list[int] = []
    model = grader.session._loaded  # the encoder is the only thing that runs the model
    assert model is not None
    encoder = grader.session._model.encoder
    original = encoder._run
    encoder._run = lambda ids: runs.append(len(ids)) or original(ids)  # type: ignore[method-assign]
    grader.grade()
    grader.close()
    assert sum(runs) == 7  # seven different submissions; the references were encoded when the grader was made


def test_processes_say_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Graded in processes or in this one, the record is the same."""
    kinds = {f"s{k:02}": RENAMED.replace("1", str(k)) for k in range(12)} | {"bad": BROKEN}
    reference, folder = assignment(tmp_path, kinds)
    records = []
    for few, jobs in ((1000, 1), (1, 2)):
        monkeypatch.setattr(work, "FEW", few)
        grader = Grader(Request((str(reference),), (str(folder),), cache=tmp_path, jobs=jobs, remember=False))
        records.append(grader.grade())
        grader.close()
    assert records[0].students == records[1].students


def test_a_process_that_dies_takes_nobody_along(tmp_path: Path) -> None:
    """What was with a process that was killed is graded again, one by one; nothing is lost, nothing comes twice."""
    write(tmp_path, {"solution.py": REFERENCE})
    task = read_assignment([str(tmp_path / "solution.py")], None, None)
    tasks = [(f"k{k}".encode(), (Part("a.py", RENAMED.replace("1", str(k)).encode()),)) for k in range(work.FEW)]
    setting = work.Setting(None, tmp_path, task.language.id, task.parts, None, ScoreOptions())
    session = Session(disk_cache=False)
    found: list[bytes] = []
    for key, packed in work.graded(session, task, setting, tasks, jobs=2):
        if not found:
            active_children()[0].kill()
        found.append(key)
        assert msgspec.msgpack.decode(packed, type=Entry).graded.verdict in ("alike", "unlike")
    session.close()
    assert sorted(found) == sorted(key for key, _ in tasks)


def test_the_graders_own_failure_is_a_verdict(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """One submission that the grader cannot take is listed as such and does not end the run."""
    write(tmp_path, {"solution.py": REFERENCE})
    task = read_assignment([str(tmp_path / "solution.py")], None, None)
    session = Session(disk_cache=False)
    monkeypatch.setattr("codescore.grade.grading.ranked", lambda *_arguments: 1 / 0)
    entry = grade_one(session, [Part("a.py", RENAMED.encode())], task, ScoreOptions())
    session.close()
    assert entry.graded.verdict == "unknown"
    assert entry.graded.reason == "the grader failed on it: ZeroDivisionError: division by zero"
