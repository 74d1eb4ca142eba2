"""Submissions run beside the reference: verdicts, inputs, memory, what a class says, a machine without a sandbox."""

from __future__ import annotations

from pathlib import Path

import pytest

from codescore.cli import main
from codescore.evidence import sandbox
from codescore.foundation.errors import EnvironmentProblem
from codescore.grade.run import Grader, Request
from tests.grade.classes import ANOTHER, KINDS, REFERENCE, RENAMED, TEMPLATE, assignment, write
from tests.grade.conftest import Grade, by_name

pytestmark = pytest.mark.bundle
LONGEST = "\n\ndef longest(words):\n    return max((len(word) for word in words), default=0)\n"


@pytest.fixture
def wall() -> None:
    """Skips, loudly, where nothing may be run."""
    try:
        sandbox.require()
    except EnvironmentProblem as error:
        pytest.skip(f"NO SANDBOX: {error}")


@pytest.mark.usefixtures("wall")
def test_what_was_run_counts_more_than_what_was_estimated(tmp_path: Path, grade: Grade) -> None:
    """Another idea that does the same behaves; a mutant differs on an input that is shown; the rest stays as it was."""
    students = by_name(grade(*assignment(tmp_path), evidence=True))
    verdicts = {name: one.graded.verdict for name, one in students.items()}
    assert verdicts == {"ann": "behaves", "bob": "differs", "cid": "broken", "dan": "differs", "eve": "behaves",
        "fay": "behaves"}  # fmt: skip
    bob = students["bob"].graded
    assert bob.tested is not None
    assert bob.tested.input is not None
    assert bob.tested.input.startswith("count_below(")
    assert bob.group == f"differs:{bob.tested.input}"
    assert f"expected {bob.tested.expected}, got {bob.tested.got}" in bob.reason
    assert bob.tested.input in students["bob"].feedback
    assert bob.first == (4, 5)
    # What was seen needs no estimate beside it: that would read as a doubt.
    assert bob.probability is None
    assert students["fay"].graded.probability is None
    assert bob.tested is not None
    assert bob.tested.probability is not None
    assert bob.tested.probability < 0.5
    assert students["cid"].graded.tested is None
    # A program that never ends does not say how much of it was reached.
    dan = students["dan"].graded.tested
    assert dan is not None
    assert (dan.got, dan.coverage) == ("no answer in time", None)
    assert bob.tested.coverage == 1.0


@pytest.mark.usefixtures("wall")
def test_what_was_run_counts_function_by_function(tmp_path: Path, grade: Grade) -> None:
    """Who was seen to do something else is not like the reference, however alike; who does the same is."""
    record = grade(*assignment(tmp_path), evidence=True)
    (row,) = record.functions
    assert (row.alike, row.differs, row.unlike, row.broken) == (3, 2, 0, 1)
    assert grade(*assignment(tmp_path), evidence=False).functions[0].differs == 0


@pytest.mark.usefixtures("wall")
def test_each_of_several_functions_has_its_evidence(tmp_path: Path, grade: Grade) -> None:
    """Of two functions one does the same and one does not; of a single one there is nothing more to say."""
    both = {name: code + LONGEST for name, code in {"ann": RENAMED, "bob": KINDS["bob"]}.items()}
    reference, folder = assignment(tmp_path, both)
    reference.write_text(REFERENCE + LONGEST)
    bob = by_name(grade([reference], folder, evidence=True))["bob"].graded.tested
    assert bob is not None
    told = {one.name: one for one in bob.units}
    assert {name: one.verdict for name, one in told.items()} == {"count_below": "differs", "longest": "same"}
    assert bob.input is not None
    assert told["count_below"].differs.startswith(bob.input)
    assert told["longest"].differs == ""
    assert all(one.inputs > 0 and one.own for one in bob.units)
    alone = by_name(grade(*assignment(tmp_path / "alone"), evidence=True))["bob"].graded.tested
    assert alone is not None
    assert alone.units == ()


@pytest.mark.usefixtures("wall")
def test_one_of_several_references_is_enough(tmp_path: Path, grade: Grade) -> None:
    """Who differs from one reference and does as another does behaves."""
    strict = RENAMED.replace("n = 0\n", "n = 0\n    if not xs:\n        return -1\n")
    reference, folder = assignment(tmp_path, {"ann": RENAMED, "bob": strict.replace("-1", "0 - 1")})
    write(tmp_path, {"strict.py": strict})
    assert {s.graded.verdict for s in grade([reference, tmp_path / "strict.py"], folder, evidence=True).students} == {
        "behaves"
    }
    # Of an empty list the only reference left says nothing, so that a difference there is one under a condition.
    bob = by_name(grade(reference, folder, evidence=True))["bob"].graded
    assert bob.verdict == "conditional"
    # The page shows such an input, too.
    assert bob.tested is not None
    assert (bob.tested.input, bob.tested.expected, bob.tested.got) == ("count_below([], 0)", "0", "-1")


@pytest.mark.usefixtures("wall")
def test_what_was_handed_out_is_not_run(tmp_path: Path, grade: Grade) -> None:
    """Nobody is told that an empty template behaves differently."""
    reference, folder = assignment(tmp_path, {"ann": RENAMED, "bob": TEMPLATE})
    write(tmp_path, {"template.py": TEMPLATE})
    students = by_name(grade(reference, folder, evidence=True, template=str(tmp_path / "template.py")))
    assert [one.graded.verdict for one in students.values()] == ["behaves", "untouched"]


@pytest.mark.usefixtures("wall")
def test_what_most_of_a_class_does_is_asked(tmp_path: Path, grade: Grade) -> None:
    """Where nearly all who else agree with the reference do something else, nobody is wrong before it is answered."""
    write(tmp_path, {"solution.py": RENAMED.replace("n = 0\n", "n = 0\n    if not xs:\n        return -1\n")})
    names = ("a", "bb", "ccc", "dddd", "eeeee", "ff", "ggg", "hhhh")
    kinds = {name: RENAMED.replace("xs", name) for name in names} | {"zed": ANOTHER}
    _, folder = assignment(tmp_path / "class", kinds)
    asked = grade(tmp_path / "solution.py", folder, evidence=True)
    assert {one.graded.verdict for one in asked.students} == {"conditional"}
    (question,) = asked.questions
    assert question.text == "9 of 9 programs give something else where xs is empty. Does it matter?"
    again = grade(tmp_path / "solution.py", folder, evidence=True)
    assert again.questions == asked.questions
    trusted = grade(tmp_path / "solution.py", folder, evidence=True, ask_class=False)
    assert {one.graded.verdict for one in trusted.students} == {"differs"}
    assert trusted.questions == ()


@pytest.mark.usefixtures("wall")
def test_hostile_programs_change_nothing_but_their_own_verdict(tmp_path: Path, grade: Grade) -> None:
    """Loops, exits, writing and looking around: each is its own submission's trouble; all others are graded."""
    kinds = {
        "ann": RENAMED,
        "loop": RENAMED.replace("return n", "while True:\n        pass"),
        "exit": RENAMED.replace("n = 0\n", "n = 0\n    import os; os._exit(0)\n"),
        "write": RENAMED.replace("n = 0\n", f"n = 0\n    open({str(tmp_path / 'hacked')!r}, 'w').write('x')\n"),
        "net": "import socket\nsocket.create_connection(('127.0.0.1', 9))\n" + RENAMED,
    }
    students = by_name(grade(*assignment(tmp_path, kinds), evidence=True))
    assert students["ann"].graded.verdict == "behaves"
    assert {students[name].graded.verdict for name in ("loop", "exit", "write", "net")} == {"differs"}
    assert not (tmp_path / "hacked").exists()


@pytest.mark.usefixtures("wall")
def test_what_came_of_a_run_is_remembered(tmp_path: Path) -> None:
    """The same class again runs nothing; another budget does; processes say the same as this one."""
    reference, folder = assignment(tmp_path, {f"s{k}": RENAMED.replace("1", str(k)) for k in range(8)})

    def run(**options: object) -> tuple[list[tuple[int, int]], list[str]]:
        told: list[tuple[int, int]] = []
        request = Request((str(reference),), (str(folder),), cache=tmp_path / "c", evidence=True, **options)
        grader = Grader(request)
        record = grader.grade(lambda what, done, of: told.append((done, of)) if what == "running" else None)
        grader.close()
        return told, [one.graded.verdict for one in record.students]

    first = run(jobs=2)
    assert first[0] == [(k, 8) for k in range(9)]
    assert first[1] == ["differs", "behaves", *["differs"] * 6]
    assert run(jobs=1) == ([(8, 8)], first[1])
    assert run(jobs=1, budget=1.0)[0] == [(k, 8) for k in range(9)]


def test_without_a_sandbox_nothing_is_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A machine that has none says so before anything is graded, with exit code 3 and the remedy."""
    reference, folder = assignment(tmp_path, KINDS)
    monkeypatch.setattr(sandbox, "probe", lambda: sandbox.Ability(works=False, detail="no bwrap", remedy="Install it."))
    code = main(["grade", "-r", str(reference), str(folder), "-o", str(tmp_path / "r.html"), "--evidence"])
    told = capsys.readouterr().err
    assert code == 3
    assert told.count("\n") == 1
    assert "no bwrap. Install it." in told
    assert not (tmp_path / "r.html").exists()
