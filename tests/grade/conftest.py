"""What the tests of grading share: nobody's own folders, and a grader that is closed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from codescore.grade.record import ClassRecord, Student
from codescore.grade.run import Grader, Request
from tests.stages.bundles import shipped_bundle

Grade = Callable[..., ClassRecord]


@pytest.fixture(autouse=True)
def _own_folders(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    home = tmp_path_factory.mktemp("home")
    monkeypatch.setenv("HOME", str(home))
    for kind in ("CACHE", "CONFIG", "DATA"):
        monkeypatch.setenv(f"XDG_{kind}_HOME", str(home / kind.lower()))


@pytest.fixture
def grade(tmp_path: Path) -> Iterator[Grade]:
    """`grade(reference, submissions…, **request)`: the record of a class."""
    shipped_bundle()
    graders: list[Grader] = []

    def run(reference: Path | list[Path], *submissions: Path, **options: object) -> ClassRecord:
        references = reference if isinstance(reference, list) else [reference]
        options = {"cache": tmp_path / "cache", "jobs": 1, **options}
        grader = Grader(Request(tuple(map(str, references)), tuple(map(str, submissions)), **options))
        graders.append(grader)
        return grader.grade()

    yield run
    for grader in graders:
        grader.close()


def by_name(record: ClassRecord) -> dict[str, Student]:
    """The students of a class by their names, which must differ."""
    found = {one.name: one for one in record.students}
    assert len(found) == len(record.students)
    return found
