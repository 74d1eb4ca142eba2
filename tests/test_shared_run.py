"""Several processes divide the suite between them: nothing runs twice, nothing is left out."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

FILES = ("foundation/test_intake.py", "metrics/test_signature.py", "metrics/test_registry.py")


def passed(shared: Path, *more: str) -> int:
    """How many tests a process ran."""
    files = [str(Path(__file__).parent / name) for name in FILES]
    command = [sys.executable, "-m", "pytest", "-q", "--share", str(shared), *more, *files]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=Path(__file__).parents[1])
    assert done.returncode == 0, done.stdout + done.stderr
    found = re.search(r"(\d+) passed", done.stdout)
    return int(found[1]) if found else 0


def test_what_one_process_took_no_other_one_runs(tmp_path: Path) -> None:
    """A file that is taken is left alone, all others are run; a second process finds nothing left to do."""
    whole, part = tmp_path / "whole", tmp_path / "part"
    for folder in (whole, part):
        folder.mkdir()
    every = passed(whole)
    assert every > 3
    assert passed(whole, "--backwards") == 0
    (part / FILES[0].replace("/", "+")).touch()
    some = passed(part, "--backwards")
    assert 0 < some < every
    assert len(list(part.iterdir())) == len(FILES)


def kept(*more: str) -> set[str]:
    """The tests of a file of tables that are run."""
    file = "tests/evidence/test_named_arguments.py"
    command = [sys.executable, "-m", "pytest", "--collect-only", "-q", *more, file]
    done = subprocess.run(command, capture_output=True, text=True, check=True, cwd=Path(__file__).parents[1])
    return {line.rpartition("::")[2] for line in done.stdout.splitlines() if line.startswith(file)}


def test_all_rows_of_a_table_come_round() -> None:
    """Each time the first row is kept, and whatever runs no program; in four weeks all of them."""
    every = kept()
    turns = [kept("--turn", str(week)) for week in range(2900, 2904)]
    table = {name for name in every if "[" in name}
    assert set.union(*turns) == every
    assert all(one < every for one in turns)
    first = set.intersection(*turns)
    assert len(first & table) == 1
    assert first - table == every - table
