"""Evidence on the command line: beside a score that it never changes, and refused where there is no sandbox."""

from __future__ import annotations

import json
import sys
import zlib
from pathlib import Path

import pytest

from codescore.cli import main
from codescore.evidence import sandbox
from codescore.evidence.sandbox import Ability, probe
from codescore.foundation import wall
from codescore.score import shown

ABLE = probe()
sandboxed = pytest.mark.skipif(not ABLE.works, reason=f"NO SANDBOX, NOTHING TESTED: {ABLE.detail}; {ABLE.remedy}")
REFERENCE = "def below(xs: list[int], t: int):\n    return [x for x in xs if x < t]\n"


@pytest.fixture
def files(tmp_path: Path) -> tuple[str, str]:
    ours, theirs = tmp_path / "mine.py", tmp_path / "reference.py"
    ours.write_text(REFERENCE.replace("<", "<="))
    theirs.write_text(REFERENCE)
    return str(ours), str(theirs)


def document(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict:
    assert main([*arguments, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


@sandboxed
@pytest.mark.sandbox
@pytest.mark.bundle
def test_a_score_is_not_touched(files: tuple[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    """`score --evidence` adds fields; every field that was there is as it was."""
    plain = document(capsys, "score", *files)
    more = document(capsys, "score", *files, "--evidence", "--budget", "1")
    assert {key: more[key] for key in plain} == plain
    assert set(more) - set(plain) == {"evidence", "verdict", "decision", "answer", "decided_by"}
    assert more["evidence"]["verdict"] == "differs"
    assert more["verdict"]["answer"] == "different"
    assert more["evidence"]["counterexample"]["input"] == "below([0], 0)"


@sandboxed
@pytest.mark.sandbox
@pytest.mark.bundle
def test_one_number_and_one_mark_for_one_verdict(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What was run has one probability, rounded in one way; where the two differ none is told; nobody who ran both is
    told to do so."""
    ours, theirs = tmp_path / "mine.py", tmp_path / "reference.py"
    theirs.write_text("n = int(input())\nprint(sum(range(n + 1)))\n")
    ours.write_text("n = int(input())\nprint(n * (n + 1) // 2 if n > 0 else 0)\n")
    files = str(ours), str(theirs)
    more = document(capsys, "score", *files, "--evidence", "--budget", "1")
    assert more["evidence"]["verdict"] == "equivalent"
    assert more["evidence"]["probability"] == more["verdict"]["probability"]
    assert main(["score", *files, "--evidence", "--budget", "1"]) == 0
    said = capsys.readouterr().out
    assert said.count("probability of being right") == 1
    assert f"probability of being right: {shown(more['verdict']['probability'])}" in said
    assert "run both" not in said
    assert not any("run both" in note for note in [*more["notes"], *more["units"][0]["notes"]])
    assert main(["score", *files]) == 0
    assert "run both" in capsys.readouterr().out
    ours.write_text("n = int(input())\nprint(sum(range(n)))\n")
    assert main(["score", *files, "--evidence", "--budget", "1"]) == 0
    assert "probability" not in capsys.readouterr().out
    theirs.write_text("def f(n: int):\n    return n + 1\n")
    ours.write_text("def f(n: int):\n    if n == 3:\n        raise ValueError(n)\n    return n + 1\n")
    assert main(["score", *files, "--evidence", "--budget", "1"]) == 0
    marks = {
        line[0] for line in capsys.readouterr().out.splitlines() if line[:2] in ("~ ", "! ", "– ", "? ", "✓ ", "✗ ")
    }
    assert marks == {"~"}


SEVERAL = """\
def total(xs):
    out = 0
    for x in xs:
        out += x
    return out


def least(xs):
    return min(xs)


class Account:
    def __init__(self, start):
        self.held = start

    def put(self, n):
        self.held += n

    def balance(self):
        return self.held
"""


@sandboxed
@pytest.mark.sandbox
@pytest.mark.parametrize(
    ("asked", "verdict", "run"),
    [(["", ""], "differs", ["total", "least", "Account.put", "Account.balance"]),
     (["", "#sum_of"], "equivalent", ["total"]), (["#least", ""], "differs", ["least"]),
     (["#total", "#least"], "differs", ["total"]), (["#Account", ""], "equivalent", ["Account.put", "Account.balance"]),
     (["", "", "--unit", "sum_of", "--unit", "Account"], "equivalent", ["total", "Account.put", "Account.balance"])],
)  # fmt: skip
def test_only_what_is_asked_for_is_run(
    asked: list[str], verdict: str, run: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """`FILE#NAME` and `--unit` say which functions or classes are run; the verdict is on them, with their numbers."""
    ours, theirs = tmp_path / "mine.py", tmp_path / "reference.py"
    ours.write_text(SEVERAL)
    theirs.write_text(SEVERAL.replace("total", "sum_of").replace("min(xs)", "max(xs)"))
    found = document(capsys, "evidence", f"{ours}{asked[0]}", f"{theirs}{asked[1]}", *asked[2:])
    assert found["verdict"] == verdict
    assert [unit["unit"] for unit in found["units"]] == run
    assert all(unit["mutants"]["exposed"] for unit in found["units"])
    assert found["candidate"].endswith("mine.py") == (not asked[0] and run != ["total"])


@pytest.mark.parametrize(
    ("asked", "said"),
    [(["#nope", ""], "mine.py has no function or class 'nope'"), (["", "#nope"], "it has below"),
     (["#below", "", "--unit", "below"], "not both")],
)  # fmt: skip
def test_what_is_not_there_cannot_be_asked_for(
    asked: list[str], said: str, files: tuple[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    """A name that a file does not have is bad input, and what it has is said."""
    assert main(["evidence", f"{files[0]}{asked[0]}", f"{files[1]}{asked[1]}", *asked[2:]]) == 2
    assert said in capsys.readouterr().err


@sandboxed
@pytest.mark.sandbox
def test_a_file_whose_name_has_a_number_sign_is_that_file(
    files: tuple[str, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Only where there is no such file a # begins a name."""
    same = tmp_path / "mine#1.py"
    same.write_text(REFERENCE)
    assert document(capsys, "evidence", str(same), f"{files[1]}#below")["verdict"] == "equivalent"


@sandboxed
@pytest.mark.sandbox
def test_a_precondition_can_be_given(files: tuple[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    """With a condition that excludes the difference the two are equivalent."""
    found = document(capsys, "evidence", *files, "--assume", "t not in xs")
    assert found["verdict"] == "equivalent"
    assert found["assumptions"] == ["given: t not in xs"]


@sandboxed
@pytest.mark.sandbox
def test_code_that_was_not_run_is_named(files: tuple[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    """Functions are run; that a script's own statements differ is said beside the verdict on them."""
    for path, value in zip(files, (1, 2), strict=True):
        Path(path).write_text(f"{REFERENCE}\n\nprint(below([1], {value}))\n")
    found = document(capsys, "evidence", *files)
    assert found["verdict"] == "equivalent"
    said = "code outside of functions is not compared, and differs: line 5 of "
    assert [one for one in found["assumptions"] if one.startswith(said)]


@pytest.mark.parametrize("command", ["evidence", "score"])
def test_without_a_sandbox_nothing_is_run(
    files: tuple[str, str], command: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Where there is no sandbox the exit code is 3, with the reason and the remedy, and no process is started."""
    monkeypatch.setattr(sandbox, "probe", lambda: Ability(works=False, detail="no bwrap here", remedy="Install it."))
    monkeypatch.setattr(sandbox, "start", lambda harness: pytest.fail("something was started"))
    extra = ["--evidence"] if command == "score" else []
    assert main([command, *files, *extra]) == 3
    line = capsys.readouterr().err
    assert "no bwrap here. Install it." in line


def test_missing_tools_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """The probe says which program is missing and what to install."""
    monkeypatch.setattr(wall.shutil, "which", lambda name, path: None)
    ability = sandbox.probe()
    assert not ability.works
    assert "missing" in ability.detail
    assert "bubblewrap" in ability.remedy


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["evidence", "-", "-", "--language", "python"], "stdin"),
        (["evidence", "a.py", "b.py", "--budget", "0"], "not a number of seconds"),
        (["evidence", "nowhere.py", "nowhere.py"], "cannot read nowhere.py"),
    ],
)
def test_bad_usage(arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Bad usage is one line and exit code 2."""
    assert main(arguments) == 2
    assert said in capsys.readouterr().err


TWO = (
    "def below(xs: list[int], t: int):\n    return [x for x in xs if x < t]\n\n\ndef twice(n: int):\n    return 2 * n\n"
)


@sandboxed
@pytest.mark.sandbox
def test_a_condition_concerns_functions_that_have_its_parameters(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """In a file of two functions what is assumed of one says nothing of the other; several conditions all hold."""
    ours, theirs = tmp_path / "mine.py", tmp_path / "reference.py"
    ours.write_text(TWO.replace("<", "<="))
    theirs.write_text(TWO)
    files = str(ours), str(theirs)
    assert document(capsys, "evidence", *files, "--assume", "t not in xs")["verdict"] == "equivalent"
    both = document(capsys, "evidence", *files, "--assume", "t not in xs", "--assume", "len(xs) > 0")
    assert both["verdict"] == "equivalent"
    ours.write_text(TWO.replace("2 * n", "3 * n"))
    assert document(capsys, "evidence", *files, "--assume", "t not in xs")["verdict"] == "differs"


@sandboxed
@pytest.mark.sandbox
def test_a_condition_on_what_a_program_reads_is_not_passed_over(
    files: tuple[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    """No condition is asked of standard input: the verdict says so and does not pretend that inputs fulfil it."""
    for path, product in zip(files, ("a * b", "b * abs(a)"), strict=True):
        Path(path).write_text(f"a, b = map(int, input().split())\nprint({product})\n")
    assert document(capsys, "evidence", *files)["verdict"] != "untested"
    for condition in ("a >= 0", "len(stdin) > 9", "1 == 2"):
        found = document(capsys, "evidence", *files, "--assume", condition)
        assert (found["verdict"], found["assumptions"]) == ("untested", [])
        assert found["reason"] == "what is assumed of it cannot be asked of what a program reads"


@sandboxed
@pytest.mark.sandbox
def test_a_slip_in_a_condition_is_no_verdict(files: tuple[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    """What names no parameter, or is no condition, is refused with the place; one that never holds is named."""
    assert main(["evidence", *files, "--assume", "zz is sorted"]) == 2
    assert "'zz is sorted' names no parameter of the reference; it has xs, t" in capsys.readouterr().err
    assert main(["evidence", *files, "--assume", "t is is"]) == 2
    assert "'t is is' is no condition in Python: look at column" in capsys.readouterr().err
    assert main(["evidence", *files, "--assume", "xs is wombat"]) == 2
    said = "'xs is wombat' cannot be asked of below: name 'wombat' is not defined"
    assert said in capsys.readouterr().err
    found = document(capsys, "evidence", *files, "--assume", "t != t")
    assert found["verdict"] == "untested"
    assert "fulfils what was assumed (t != t)" in found["reason"]


@sandboxed
@pytest.mark.sandbox
def test_what_only_the_reference_refuses_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A check that was dropped makes the verdict conditional, and the reason says it."""
    ours, theirs = tmp_path / "mine.py", tmp_path / "reference.py"
    theirs.write_text("def root(n: int):\n    if n < 0:\n        raise ValueError(n)\n    return n * n\n")
    ours.write_text("def root(n: int):\n    return n * n\n")
    found = document(capsys, "evidence", str(ours), str(theirs))
    assert found["verdict"] == "conditional"
    kept = found["tally"]["rejected"] - found["tally"]["rejected_equal"]
    assert kept > 0
    assert f"it answers {kept} that the reference refuses, e.g. root(-1)" in found["reason"]


@sandboxed
@pytest.mark.sandbox
def test_without_a_test_the_reason_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Nothing on standard output looks like success: why there is no test stands on the other stream."""
    same = tmp_path / "same.py"
    same.write_text(REFERENCE)
    assert main(["evidence", str(same), str(same), "--test"]) == 0
    said = capsys.readouterr()
    assert said.out == ""
    assert "no test: the same on all" in said.err


@sandboxed
@pytest.mark.sandbox
@pytest.mark.parametrize("broken", ["reference.py", "mine.py"])
def test_a_reference_that_does_not_compile_is_bad_input(
    broken: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """What it does is unknown; that a candidate does not compile is an answer."""
    for name in ("mine.py", "reference.py"):
        (tmp_path / name).write_text(REFERENCE.replace("return", "return =") if name == broken else REFERENCE)
    code = main(["evidence", str(tmp_path / "mine.py"), str(tmp_path / "reference.py")])
    said = capsys.readouterr()
    if broken == "mine.py":
        assert code == 0
        assert "does not parse" in said.out
    else:
        assert (code, said.out) == (2, "")
        assert "reference.py:2: invalid syntax; correct it or name another reference" in said.err


@sandboxed
@pytest.mark.sandbox
def test_a_test_calls_the_candidates_name(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever copies the test beside their own file has one that runs, whatever the reference calls it."""
    ours, theirs = tmp_path / "mine.py", tmp_path / "reference.py"
    theirs.write_text("def total(numbers: list[int]) -> int:\n    return sum(n for n in numbers if n % 2 == 0)\n")
    ours.write_text("def even_sum(xs):\n    return sum(x for x in xs if x % 2 == 1)\n")
    assert main(["evidence", str(ours), str(theirs), "--test"]) == 0
    test = capsys.readouterr().out
    assert "even_sum(" in test
    assert "total(" not in test
    space: dict[str, object] = {}
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "mine", raising=False)
    exec(test, space)
    with pytest.raises(AssertionError):
        space["test_even_sum"]()  # type: ignore[operator]  # a function


@sandboxed
@pytest.mark.sandbox
def test_calls_elsewhere_are_examples(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A difference behind a word that nobody guesses is found where a test of the workspace calls it with that word."""
    ours, theirs, tests = tmp_path / "mine.py", tmp_path / "reference.py", tmp_path / "tests"
    secret = zlib.crc32(b"marzipan")
    theirs.write_text(f"import zlib\n\n\ndef rate(word: str):\n    return zlib.crc32(word.encode()) == {secret}\n")
    ours.write_text("def rate(word: str):\n    return False\n")
    assert document(capsys, "evidence", str(ours), str(theirs))["verdict"] == "equivalent"
    tests.mkdir()
    (tests / "test_rate.py").write_text("def test_rate():\n    assert rate('marzipan')\n")
    (tests / "broken.py").write_text("def (:\n")
    found = document(capsys, "evidence", str(ours), str(theirs), "--examples", str(tests))
    assert found["verdict"] == "differs"
    assert found["counterexample"]["input"] == "rate('marzipan')"
    assert main(["evidence", str(ours), str(theirs), "--examples", str(tmp_path / "none")]) == 2
    assert "none" in capsys.readouterr().err


ORDERED = '''def search(x, seq):
    for i, one in enumerate(seq):
        if x <= one:
            return i
    return len(seq)

def top(scores: list, k: int) -> list:
    """The k best, 1 <= k <= len(scores)."""
    return sorted(scores, reverse=True)[:k]
'''


@sandboxed
@pytest.mark.sandbox
def test_what_is_assumed_of_each_function_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Not only of the one that decides for the file; in JSON with each of them."""
    ours, theirs = tmp_path / "mine.py", tmp_path / "reference.py"
    theirs.write_text(ORDERED)
    ours.write_text(ORDERED.replace("x <= one", "not x > one"))
    found = document(capsys, "evidence", str(ours), str(theirs))
    told = {unit["unit"]: " ".join(unit["assumptions"]) for unit in found["units"]}
    assert "seq is ordered" in told["search"]
    assert "k is from 0 to len(scores)" in told["top"]
    assert main(["evidence", str(ours), str(theirs)]) == 0
    shown = " ".join(capsys.readouterr().out.split())
    assert "assumed: " in shown
    assert "assumed of " in shown
    assert "k is from 0 to len(scores)" in shown
    assert "seq is ordered" in shown


def test_a_condition_without_a_word_is_refused(files: tuple[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    """It was left out without a sign."""
    assert main(["evidence", *files, "--assume", " "]) == 2
    assert "--assume is given nothing" in capsys.readouterr().err


@sandboxed
@pytest.mark.sandbox
def test_who_is_told_of_a_difference_is_told_what_to_do(
    files: tuple[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    """One right program in five differs where nobody asks, and only a person knows; who said it is not asked again."""
    assert main(["evidence", *files]) == 0
    assert "Then say what is: --assume" in capsys.readouterr().out
    assert main(["evidence", *files, "--assume", "t >= 0"]) == 0
    told = capsys.readouterr().out
    assert "does something else" in told
    assert "Then say what is" not in told
