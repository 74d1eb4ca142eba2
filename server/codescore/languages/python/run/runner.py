"""Python programs run for evidence: where the harness and its interpreter are, and what a program's text says of
itself.

Runs outside the sandbox and only reads text; see `codescore.languages.execution` for the contract.  Neighbours:
`surveying` (what can be called with what), `writing` (values and tests as Python writes them), `harness/` (what runs
inside).
"""

from __future__ import annotations

import atexit
import compileall
import shutil
import subprocess
import sys
import tempfile
from functools import cache
from pathlib import Path
from typing import Any

from codescore.foundation.errors import EnvironmentProblem
from codescore.languages.execution import Entry, Harness, Proof
from codescore.languages.python.run.surveying import survey
from codescore.languages.python.run.writing import call_text, literal, test_text
from codescore.languages.values import Int

__all__ = ["call_text", "harness", "literal", "prepared", "survey", "test_text"]

_INSIDE = "/harness"
_PACKAGE = "codescore_harness"
#: As with -I nothing is imported from where it starts; but -I would not read the seed of hashes.
_START = f"import sys; sys.path[0] = {_INSIDE!r}; from {_PACKAGE} import serve; serve.main()"
_HASHES = "PYTHONHASHSEED"  # the order of a set of texts
_OLDEST = (3, 10)
_PACE = 0.006  # seconds: `serve._pace` on the machine where limits were set


@cache
def harness() -> Harness:
    """How the fork server starts; raises EnvironmentProblem where no interpreter can be seen by an ordinary user."""
    interpreter, mounts = _interpreter()
    return Harness(
        command=(interpreter, "-s", "-S", "-B", "-c", _START),
        read_only=(*mounts, (f"{_INSIDE}/{_PACKAGE}", str(_folder()))),
        environment=((_HASHES, "0"),),
        second=((_HASHES, "1"),),
        forks=True,
        memory=1 << 30,
        processes=64,
        pace_seconds=_PACE,
        proof=Proof("def proof():\n    return 4711\n", Entry("proof", "function"), Int(4711)),
    )


def prepared(job: dict[str, Any]) -> dict[str, Any]:
    """The job as it is: the harness reads the source."""
    return job


def open_to_all(path: Path) -> bool:
    """Whether a user that owns nothing may read this."""
    folders_open = all(parent.stat().st_mode & 0o001 for parent in path.parents)
    return folders_open and bool(path.stat().st_mode & 0o004)


def _interpreter() -> tuple[str, tuple[tuple[str, str], ...]]:
    """The interpreter that runs this process if it can be shown, else the system's; and the mounts that it needs."""
    own = Path(getattr(sys, "_base_executable", sys.executable)).resolve()
    home = Path(sys.base_prefix).resolve()
    if own.is_file() and open_to_all(own):
        mounts = () if home.is_relative_to("/usr") else ((str(home), str(home)),)
        return str(own), mounts
    version = f"python{sys.version_info.major}.{sys.version_info.minor}"
    for name in (version, "python3"):
        found = shutil.which(name, path="/usr/bin:/usr/local/bin")
        if found and _version(found) >= _OLDEST:
            return found, ()
    raise EnvironmentProblem(
        f"Python programs cannot be run in the sandbox: an ordinary user may not read {own}, and there is no "
        "python3 in /usr/bin; install python3, or run as the user that owns this installation"
    )


def _version(interpreter: str) -> tuple[int, ...]:
    command = [interpreter, "-I", "-S", "-c", "import sys; print(*sys.version_info[:2])"]
    run = subprocess.run(command, capture_output=True, text=True, check=False, timeout=20)
    return tuple(int(part) for part in run.stdout.split()) if run.returncode == 0 else (0,)


def _folder() -> Path:
    """The harness's folder, or a copy that an ordinary user may read; compiled, as each sandbox reads it anew."""
    folder = Path(__file__).resolve().parent / "harness"
    if open_to_all(folder):
        compileall.compile_dir(folder, quiet=2)  # where it may not be written it is compiled at each start
        return folder
    copied = Path(tempfile.mkdtemp(prefix="codescore-harness-"))
    atexit.register(shutil.rmtree, copied, ignore_errors=True)
    copied.chmod(0o755)
    for source in folder.glob("*.py"):
        target = copied / source.name
        target.write_bytes(source.read_bytes())
        target.chmod(0o644)
    compileall.compile_dir(copied, quiet=2)
    return copied
