"""A small set to grade, and a page that is served of it."""

from __future__ import annotations

import http.client
import json
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from codescore.experiments.grading.items import Terms, digest, items_of
from codescore.experiments.grading.sheet import Sheet
from codescore.study.dataset import Sample

TASKS = {f"t{k}": f"add {k} to <b>x</b>" for k in range(4)}


def rows() -> list[dict[str, Any]]:
    """Two models and four tasks; for t0 both models say the same, for t3 one says what the reference says."""
    found = []
    for task, intent in TASKS.items():
        k = int(task[1])
        reference = f"def f(x):\n    return x + {k}\n"
        said = {"good": "f = lambda x: x\n" if k == 0 else f"f = lambda x: x + {k}\n", "bad": "f = lambda x: x\n"}
        if k == 3:
            said["good"] = reference
        for model, candidate in said.items():
            found.append(
                {"id": f"{task}/{model}", "set": "small", "task": task, "lang": "python", "candidate": candidate}
                | {"reference": reference, "model": model, "intent": intent, "passed": None, "human": None}
            )
    return found


def data(folder: Path) -> Path:
    """The set as a file."""
    path = folder / "small.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows()), encoding="utf-8")
    return path


def samples() -> list[Sample]:
    """The set as samples."""
    return [
        Sample(row["id"], "small", row["task"], "python", row["candidate"], (row["reference"],), None, None,
               row["model"], "", row["intent"])
        for row in rows()
    ]  # fmt: skip


def sheet(path: Path, terms: Terms | None = None) -> Sheet:
    """A file of grades of the set."""
    wanted = terms or Terms()
    made = Sheet.open(path, make=True)
    made.bind(digest(items_of(samples(), wanted)), wanted)
    return made


def say(address: str, path: str, what: object, **headers: str) -> tuple[int, dict[str, Any]]:
    """Send JSON to a page; status and answer."""
    parts = urlsplit(address)
    connection = http.client.HTTPConnection(parts.netloc, timeout=20)
    connection.request("POST", parts.path + path, json.dumps(what), {"Content-Type": "application/json", **headers})
    answer = connection.getresponse()
    text = answer.read()
    return answer.status, json.loads(text) if answer.getheader("Content-Type") == "application/json" else {}
