"""Submissions of several files, and references in a folder of several: what one imports from another is there."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from codescore.evidence import sandbox
from codescore.foundation.errors import EnvironmentProblem
from codescore.grade.feedback import feedback, in_a_line
from codescore.grade.handed_in import beside, files_of
from codescore.grade.model import Part
from codescore.grade.record import Outcome
from codescore.grade.running import told
from codescore.languages import by_id
from codescore.languages.execution import NO_LIBRARIES
from tests.grade.classes import write
from tests.grade.conftest import Grade, by_name

pytestmark = pytest.mark.bundle

MONEY = """class Money:
    def __init__(self, cents: int):
        self.cents = cents
    def plus(self, other: "Money") -> "Money":
        return Money(self.cents + other.cents)
"""
ACCOUNT = """from money import Money

class Account:
    def __init__(self):
        self.balance = Money(0)
    def deposit(self, amount: Money) -> int:
        self.balance = self.balance.plus(amount)
        return self.balance.cents
    def count(self, amounts: list[int]) -> int:
        for one in amounts:
            self.deposit(Money(one))
        return self.balance.cents
"""
BY_LIST = """import money

class Account:
    def __init__(self):
        self.all = []
    def deposit(self, amount: money.Money) -> int:
        self.all.append(amount)
        return sum(one.cents for one in self.all)
    def count(self, amounts: list[int]) -> int:
        self.all += map(money.Money, amounts)
        return sum(one.cents for one in self.all)
"""


@pytest.fixture
def wall() -> None:
    """Skips, loudly, where nothing may be run."""
    try:
        sandbox.require()
    except EnvironmentProblem as error:
        pytest.skip(f"NO SANDBOX: {error}")


@pytest.mark.usefixtures("wall")
def test_files_that_were_handed_in_together_are_run_together(tmp_path: Path, grade: Grade) -> None:
    """Each has files of its own; what lies beside the reference is the reference's alone."""
    write(tmp_path / "theirs", {"account.py": ACCOUNT, "money.py": MONEY})
    lossy = MONEY.replace("self.cents + other.cents", "max(self.cents, other.cents)")
    write(tmp_path / "class" / "ann", {"account.py": BY_LIST, "money.py": MONEY})
    write(tmp_path / "class" / "bob", {"account.py": ACCOUNT, "money.py": lossy})
    write(tmp_path / "class" / "cid", {"bank.py": ACCOUNT.replace("from money", "from wallet"), "wallet.py": MONEY})
    write(tmp_path / "class" / "dan", {"account.py": BY_LIST})  # and no money
    students = by_name(grade(tmp_path / "theirs" / "account.py", tmp_path / "class", evidence=True, class_folders=True))
    verdicts = {name: one.graded.verdict for name, one in students.items()}
    assert verdicts.pop("dan") not in ("behaves", "differs")
    assert verdicts == {"ann": "behaves", "bob": "differs", "cid": "behaves"}, {
        name: one.graded.reason for name, one in students.items()
    }


def test_a_single_file_and_names_of_elsewhere_are_no_files_beside_it() -> None:
    assert files_of([Part("a.py", b"x = 1")]) == ()
    parts = [Part("ann/a.py", b"x = 1"), Part("ann/../../b.py", b"y"), Part("ann/.hidden.py", b"z")]
    assert [name for name, _ in files_of(parts)] == ["a.py", "b.py"]


def test_the_folder_of_a_submission_is_gone_when_it_was_run() -> None:
    python = by_id("python")
    assert python is not None
    with beside(NO_LIBRARIES, python, "import money\n", (("a.py", "import money\n"), ("money.py", MONEY))) as given:
        (module,) = given.modules
        assert module.read_text("utf-8") == MONEY
    assert not module.parent.exists()
    with beside(NO_LIBRARIES, python, "import money\n", ()) as given:
        assert given == NO_LIBRARIES


@pytest.mark.usefixtures("wall")
def test_the_file_that_has_the_function_counts_and_not_its_helper(tmp_path: Path, grade: Grade) -> None:
    """However alike the helper is to what was asked for."""
    body = "    for i in range(len(seq)):\n        if x <= seq[i]:\n            return i\n    return len(seq)\n"
    search = f"def search(x, seq):\n{body}"
    helped = f"from util import helper\n{search.replace('x <= seq[i]', 'helper(x, seq[i])')}"
    write(tmp_path / "theirs", {"solution.py": search})
    write(tmp_path / "class" / "ann", {"main.py": helped, "util.py": "def helper(a, b):\n    return a <= b\n"})
    wrong = helped.replace("len(seq)\n", "-1\n")
    write(tmp_path / "class" / "bob", {"z.py": wrong, "util.py": "def helper(a, b):\n    return a <= b\n"})
    students = by_name(
        grade(tmp_path / "theirs" / "solution.py", tmp_path / "class", evidence=True, class_folders=True)
    )
    assert {name: (one.graded.verdict, one.graded.file) for name, one in students.items()} == {
        "ann": ("behaves", "main.py"),
        "bob": ("differs", "z.py"),
    }


def test_what_is_no_function_is_no_counterpart_of_one(tmp_path: Path, grade: Grade) -> None:
    """Of code that does not compile nobody says what is missing."""
    write(tmp_path, {"solution.py": "def search(x, seq):\n    return x in seq\n"})
    write(tmp_path / "class", {"hi.py": 'print("hi")\n', "broken.py": "def search(x, seq:\n    return x in seq\n"})
    students = by_name(grade(tmp_path / "solution.py", tmp_path / "class"))
    assert students["hi"].graded.verdict == "missing"
    assert students["hi"].graded.missing == ("search",)
    assert students["broken"].graded.verdict == "broken"
    assert "missing" not in feedback(students["broken"].graded)


def test_feedback_says_that_not_every_test_counts(tmp_path: Path, grade: Grade) -> None:
    write(tmp_path, {"solution.py": "def search(x, seq):\n    return x in seq\n"})
    write(tmp_path / "class", {"ann.py": "def search(x, seq):\n    return x in seq\n"})
    graded = by_name(grade(tmp_path / "solution.py", tmp_path / "class"))["ann"].graded
    aside = told(graded, Outcome("same", None, "the same", inputs=40, aside=2))
    assert "in every test that counts" in feedback(aside)
    assert aside.reason == "2 inputs on which it differs were decided not to count"
    assert "that was run" in feedback(told(graded, Outcome("same", None, "the same", inputs=40)))


def test_feedback_says_what_a_program_does_in_words(tmp_path: Path, grade: Grade) -> None:
    """A person gets an answer, and no error."""
    write(tmp_path, {"solution.py": "def search(x, seq):\n    return x in seq\n"})
    write(tmp_path / "class", {"ann.py": "def search(x, seq):\n    return x in seq\n"})
    graded = by_name(grade(tmp_path / "solution.py", tmp_path / "class"))["ann"].graded
    raises = Outcome("differs", None, "", input="search(0, [])", expected="False", got="raises IndexError")
    assert "but it raises IndexError" in in_a_line(feedback(told(graded, raises)))
    assert "but got True" in in_a_line(feedback(told(graded, msgspec.structs.replace(raises, got="True"))))
