"""Semgrep behind the wall, with our rules: files in, its SARIF report out; no network, no account, no metrics.

Semgrep is the user's: an environment of its own with the package `semgrep` (LGPL-2.1, 380 MB), found on PATH or named.
It reads hostile text, so it sees the system's files, its own, the rules and the sources alone; therefore its Python
must be the system's.  Knows no sample.  Neighbour: `findings` reads what it reports.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import as_file, files
from pathlib import Path
from typing import TYPE_CHECKING

from codescore.foundation.errors import EnvironmentProblem
from codescore.foundation.wall import confined, readable
from codescore.translate.security.findings import read_sarif

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

#: The version that the rules were written with.
VERSION = "1.182.0"
_INSTALL = (
    f"install it apart: `/usr/bin/python3 -m venv /opt/semgrep && /opt/semgrep/bin/pip install semgrep=={VERSION}`, "
    "then name it with --semgrep /opt/semgrep/bin/semgrep or put that folder on PATH"
)
_MEMORY = 8 << 30  # of addresses, a process
_SECONDS = 900
_INSIDE, _RULES, _SOURCES = "/codescore/semgrep", "/codescore/rules", "/codescore/src"
_CWES = re.compile(r"^\s*metadata: \{cwe: \[([^\]]*)\]\}", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Semgrep:
    """An installed Semgrep: the root of its environment and its certificates, which it wants to see even offline."""

    root: Path
    certificates: Path

    def scan(self, sources: Mapping[str, str], *, seconds: int = _SECONDS) -> bytes:
        """The SARIF report on these files, by their path.  Raises EnvironmentProblem where it does not answer."""
        with tempfile.TemporaryDirectory(prefix="codescore-semgrep-") as name:
            folder, rules = Path(name, "src"), Path(name, "rules")
            with as_file(_rules()) as ours:
                shutil.copytree(ours, rules)
            for path, text in sources.items():
                file = folder / path
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_text(text, encoding="utf-8", errors="replace")
            readable(Path(name))
            done = self._run(folder, rules, seconds)
        if done.returncode != 0:
            said = " ".join((done.stderr[-300:] or done.stdout[-300:]).decode("utf-8", "replace").split())
            raise EnvironmentProblem(f"Semgrep ends with {done.returncode}: {said or 'no word'}; {_INSTALL}")
        read_sarif(done.stdout, "Semgrep's report")
        return done.stdout

    def _run(self, folder: Path, rules: Path, seconds: int) -> subprocess.CompletedProcess[bytes]:
        inside = f"{_INSIDE}/{self.certificates.relative_to(self.root)}"
        command = confined(
            [
                "/usr/bin/env", f"SSL_CERT_FILE={inside}", "HOME=/tmp", f"PATH={_INSIDE}/bin:/usr/bin:/bin",
                f"{_INSIDE}/bin/python3", f"{_INSIDE}/bin/pysemgrep", "scan", "--metrics=off",
                "--disable-version-check", "--quiet", "--sarif",
                "--no-git-ignore", "--no-rewrite-rule-ids", "--jobs", "1", "--disable-nosem",
                "--config", _RULES, _SOURCES,
            ],
            memory=_MEMORY, seconds=seconds, proc_and_dev=True,
            read_only=[(_INSIDE, str(self.root)), (_RULES, str(rules)), (_SOURCES, str(folder))],
        )  # fmt: skip
        try:
            return subprocess.run(
                command, stdin=subprocess.DEVNULL, capture_output=True, timeout=2 * seconds, check=False
            )
        except subprocess.TimeoutExpired:
            raise EnvironmentProblem(f"Semgrep took over {2 * seconds} s; analyse fewer answers") from None


def find(given: str | None = None) -> Semgrep:
    """The Semgrep of this machine, or the named one.  Raises EnvironmentProblem, with the remedy."""
    path = shutil.which(given or "semgrep")
    if path is None:
        raise EnvironmentProblem(f"there is no {given or 'semgrep'}; {_INSTALL}")
    root = Path(path).resolve().parents[1]
    python = root / "bin" / "python3"
    certificates = next(iter(sorted(root.glob("lib/python3*/site-packages/certifi/cacert.pem"))), None)
    if certificates is None or not (root / "bin" / "pysemgrep").is_file() or not python.is_file():
        raise EnvironmentProblem(f"{path} is not in an environment of its own; {_INSTALL}")
    if not python.resolve().is_relative_to("/usr"):
        raise EnvironmentProblem(f"{path} runs on a Python outside /usr, which the wall does not show; {_INSTALL}")
    return Semgrep(root, certificates)


def rules_for(language: str) -> frozenset[int]:
    """The weaknesses that our rules for a language are about."""
    path = _rules().joinpath(f"{language}.yaml")
    text = path.read_text(encoding="utf-8") if path.is_file() else ""
    return frozenset(int(one.strip().removeprefix("CWE-")) for found in _CWES.findall(text) for one in found.split(","))


def _rules() -> Traversable:
    """The folder of our rules."""
    return files(__package__).joinpath("rules")
