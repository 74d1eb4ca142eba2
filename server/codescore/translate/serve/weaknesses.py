"""What the page is told of the security half: its samples, and the commands that get and judge answers to them.

Neighbours: `translate.security` (the data), `site` (who asks), `jobs` (who runs the commands).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

from codescore.translate.security.data import read_security
from codescore.translate.security.model import Sample, SecurityData
from codescore.translate.wrong import CODE, TEXT, cut

PAGE = 50


class Weaknesses:
    """A folder or an archive of samples, read once when first asked for."""

    def __init__(self, path: Path) -> None:
        self.path = path.resolve()

    @cached_property
    def data(self) -> SecurityData:
        """The samples and what was recorded of them; InputError where they cannot be read."""
        return read_security(self.path)

    def samples(self, *, cwe: str, top25: str, text: str, page: int) -> dict[str, Any]:
        """A page of the samples, and what can be chosen; `top25` is `yes`, `no` or empty."""
        found = [
            one
            for one in self.data.samples
            if cwe in ("", one.cwe) and top25 in ("", "yes" if one.top25 else "no") and _holds(one, text)
        ]
        rows = [self._row(one) for one in found[page * PAGE : page * PAGE + PAGE]]
        return {"rows": rows, "found": len(found), "page": PAGE, "cwes": sorted({one.cwe for one in self.data.samples})}

    def sample(self, id_: str) -> dict[str, Any] | None:
        """A sample with its programs and the recorded answers."""
        one = self.data.by_id(id_)
        if one is None:
            return None
        said = {str(key): cut(text, CODE) for key, text in self.data.answers.items() if key.sample == id_}
        programs = {"vulnerable": one.vulnerable} | ({"safe": one.safe} if one.safe is not None else {})
        return self._row(one) | {"programs": {k: cut(v, CODE) for k, v in programs.items()}, "answers": said}

    def getting(self, run: Path, models: Sequence[str], endpoint: Sequence[str]) -> list[tuple[str, ...]]:
        """Ask models in both arms."""
        asked = (f"--model={one}" for one in models)
        return [("security", "prompt", str(self.path), *asked, f"--out={run}"), ("generate", str(run), *endpoint)]

    def judging(self, run: Path) -> list[tuple[str, ...]]:
        """Build, look for weaknesses, and report, over the recorded answers and those of the run."""
        return [("security", "replay", f"--data={self.path}", f"--out={run}", f"--run={run}")]

    def _row(self, one: Sample) -> dict[str, Any]:
        recorded = sum(key.sample == one.id for key in self.data.answers)
        known = {"id": one.id, "cwe": one.cwe, "description": cut(one.description, TEXT), "top25": one.top25}
        return known | {"rule": cut(one.rule, TEXT), "safe": one.safe is not None, "recorded": recorded}


def _holds(one: Sample, text: str) -> bool:
    return text.lower() in f"{one.id}\n{one.description}\n{one.rule}".lower()
