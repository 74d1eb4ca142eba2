"""Real classes: students' programs of Refactory, and programmers' of ConDefects, against what tests said of them."""

from __future__ import annotations

import gzip
import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from codescore.evidence import sandbox
from codescore.foundation.errors import EnvironmentProblem
from codescore.grade.record import ClassRecord
from tests.grade.classes import write
from tests.grade.conftest import Grade

DATA = Path(__file__).parents[3] / "shared" / "data"
pytestmark = [pytest.mark.bundle, pytest.mark.data, pytest.mark.timeout(600)]


def rows(name: str, task: str | None = None) -> Iterator[dict[str, Any]]:
    """The lines of a data set, of one task."""
    path = DATA / f"{name}.dev.jsonl.gz"
    if not path.is_file():
        pytest.skip(f"NO DATA: {path} is missing")
    with gzip.open(path, "rt", encoding="utf-8") as file:
        for line in file:
            row = json.loads(line)
            if task is None or row["task"] == task:
                yield row


def classroom(folder: Path, some: list[dict[str, Any]], ending: str = ".py") -> tuple[Path, Path]:
    """A class of programs, named by whether they passed."""
    files = {
        f"class/{'right' if row['passed'] else 'wrong'}{k:04}{ending}": row["candidate"] for k, row in enumerate(some)
    }
    write(folder, files | {f"reference{ending}": some[0]["reference"]})
    return folder / f"reference{ending}", folder / "class"


def verdicts(record: ClassRecord) -> Counter[tuple[str, str]]:
    return Counter((one.name[:5], one.graded.verdict) for one in record.students)


def test_students_of_refactory(tmp_path: Path, grade: Grade) -> None:
    """All are graded; ideas are fewer than programs by far; the reference is on the map; chance beats luck."""
    some = list(rows("refactory", "refactory/question_3"))[::3]
    record = grade(*classroom(tmp_path, some))
    assert len(record.students) == len(some)
    assert record.left == ()
    assert {one.graded.verdict for one in record.students} <= {"alike", "unlike", "broken", "missing"}
    assert len([one for one in record.clusters if len(one.ids) >= 3]) >= 4
    assert len(record.clusters) < len(some) / 3
    assert record.references[0].x is not None
    pairs = [
        (right.graded.probability > wrong.graded.probability)
        + 0.5 * (right.graded.probability == wrong.graded.probability)
        for right in record.students
        if right.name.startswith("right")
        for wrong in record.students
        if wrong.name.startswith("wrong")
    ]
    assert sum(pairs) / len(pairs) > 0.55


def test_refactory_run(tmp_path: Path, grade: Grade) -> None:
    """Run in the sandbox, nearly every verdict agrees with the tests of the task; inputs group what is wrong."""
    try:
        sandbox.require()
    except EnvironmentProblem as error:
        pytest.skip(f"NO SANDBOX: {error}")
    some = list(rows("refactory", "refactory/question_3"))[::9]
    record = grade(*classroom(tmp_path, some), evidence=True, jobs=2)
    found = verdicts(record)
    right = sum(n for (name, _), n in found.items() if name == "right")
    wrong = sum(n for (name, _), n in found.items() if name == "wrong")
    assert found["wrong", "differs"] >= 0.95 * wrong
    assert found["right", "behaves"] >= 0.8 * right
    assert record.tested
    differing = [group for group in record.groups if group.verdict == "differs"]
    assert differing[0].title.startswith("remove_extras(")
    assert all(one.graded.tested is not None for one in record.students)


@pytest.mark.jdk
def test_programs_of_condefects_in_java(tmp_path: Path, grade: Grade) -> None:
    """Whole programs in Java, classes of one name: compiled, compared, and put on a map."""
    every = list(rows("condefects-java"))
    task = Counter(row["task"] for row in every).most_common(1)[0][0]
    some = [row for row in every if row["task"] == task]
    record = grade(*classroom(tmp_path, some, ".java"))
    assert len(record.students) == len(some)
    assert {one.graded.verdict for one in record.students} <= {"alike", "unlike", "missing", "broken"}
    assert sum(one.graded.verdict == "broken" for one in record.students) < len(some) / 4
    assert all(one.graded.links for one in record.students if one.graded.verdict == "alike")


def test_programs_of_condefects_in_python(tmp_path: Path, grade: Grade) -> None:
    """Scripts without a function are compared as wholes."""
    every = list(rows("condefects-python"))
    task = Counter(row["task"] for row in every).most_common(1)[0][0]
    record = grade(*classroom(tmp_path, [row for row in every if row["task"] == task]))
    assert {one.graded.verdict for one in record.students} <= {"alike", "unlike", "missing", "broken"}
