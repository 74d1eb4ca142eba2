"""The process that plays the scenarios, one for all tests; each test waits for its own outcome."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
REPOSITORY = HERE.parents[2]
EDITORS = REPOSITORY / ".editors"
NODE = EDITORS / "node24"
ARTEFACTS = EDITORS / "artefacts"

SCENARIOS = re.findall(r'^scenario\(\s*"(\w+)"', (HERE / "scenarios.mjs").read_text(encoding="utf-8"), re.MULTILINE)


def missing() -> str | None:
    """What keeps the scenarios from being played; None where nothing does."""
    for what in (NODE, EDITORS / "vscode" / "node_modules" / "code-server", *([] if vsix() else [Path("*.vsix")])):
        if not what.exists():
            return f"VS Code is not set up ({what.name} is missing): run scripts/editors.sh"
    return None if shutil.which(browser()) else "Chromium is not installed: run scripts/editors.sh, or set CHROMIUM"


def browser() -> str:
    """The Chromium to use."""
    return os.environ.get("CHROMIUM", "/usr/bin/chromium")


def vsix() -> Path | None:
    """The packaged extension."""
    return next(iter(sorted((REPOSITORY / "editors" / "vscode").glob("codescore-r-*.vsix"))), None)


class Stage:
    """Plays scenarios by name, in the order given."""

    def __init__(self, names: list[str]) -> None:
        self.outcomes: dict[str, dict[str, Any]] = {}
        self.errors = tempfile.TemporaryFile(mode="w+")  # noqa: SIM115  closed with the process
        command = [str(NODE), str(HERE / "run.mjs"), "--vsix", str(vsix()), "--python", sys.executable]
        self.process = subprocess.Popen(
            [*command, "--artefacts", str(ARTEFACTS), *names], stdout=subprocess.PIPE, stderr=self.errors, text=True
        )

    def outcome(self, name: str) -> dict[str, Any]:
        """How a scenario went, once it was played."""
        assert self.process.stdout is not None
        while name not in self.outcomes:
            line = self.process.stdout.readline()
            if not line:
                self.errors.seek(0)
                raise AssertionError(f"nothing was heard of {name}:\n{self.errors.read()}")
            played = json.loads(line)
            self.outcomes[played["name"]] = played
        return self.outcomes[name]

    def close(self) -> None:
        """Let it tidy up; it does so by itself after the last scenario."""
        if len(self.outcomes) == 0 or self.process.poll() is None:
            self.process.terminate()
        try:
            self.process.wait(30)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        if self.process.stdout is not None:
            self.process.stdout.close()
        self.errors.close()
