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
