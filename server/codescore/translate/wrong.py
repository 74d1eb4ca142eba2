"""The translations that did not pass, each with the first case that it failed and what was measured of it.

Reads runs; what a model or a data file said is cut to what a page can show, and says so.  Neighbours: `outcomes`,
`reports.translation_page`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from codescore.translate.outcomes import Collected, Outcome
from codescore.translate.records import Direction
from codescore.translate.store import Run

#: How many are shown, and how much of each: characters of code and of any other text.
MOST, CODE, TEXT = 3_000, 6_000, 600


@dataclass(frozen=True, slots=True)
class Wrong:
    """`samples` to show, `programs` by task and language, and how many more there are."""

    samples: tuple[dict[str, Any], ...]
    programs: dict[str, dict[str, str]]
    left_out: int


def wrong(collected: Collected, runs: Sequence[Run]) -> Wrong:
    """What did not pass, in the order of tasks; runs in the order in which they were collected."""
    failed = [one for one in collected.outcomes if not one.passed]
    places = {task: k for k, task in enumerate(collected.tasks)}
    failed.sort(key=lambda one: (places.get(one.key.task, len(places)), one.key.direction, one.system))
    shown = failed[:MOST]
    programs = {
        id_: {language: cut(code, CODE) for language, code in collected.tasks[id_].gold.items()}
        for id_ in dict.fromkeys(one.key.task for one in shown)
        if id_ in collected.tasks
    }
    inputs = _Inputs({name.name: run for name, run in zip(collected.runs, runs, strict=True)})
    return Wrong(tuple(_row(one, inputs) for one in shown), programs, len(failed) - len(shown))


def cut(text: str, most: int) -> str:
    """The beginning of a text, and how much more there is."""
    return text if len(text) <= most else f"{text[:most]}\n… {len(text) - most:,} more characters"


class _Inputs:
    """Codes and inputs out of the runs, the cases of a task read once."""

    def __init__(self, runs: dict[str, Run]) -> None:
        self.runs = runs
        self.cases = lru_cache(maxsize=4)(self._cases)

    def _cases(self, run: str, task: str) -> dict[int, str]:
        return {case.number: cut(case.input, TEXT) for case in self.runs[run].cases(task)}


def _row(one: Outcome, inputs: _Inputs) -> dict[str, Any]:
    run, key, found = inputs.runs[one.run], one.key, one.execution
    code = run.extraction(key)
    direction = Direction.parse(key.direction)
    return {
        "run": one.run,
        "system": one.system,
        "direction": key.direction,
        "source": direction.source,
        "target": direction.target,
        "task": key.task,
        "sample": key.sample,
        "status": found.status,
        "passed": found.passed,
        "total": found.total,
        "failing": found.failing,
        "input": inputs.cases(one.run, key.task).get(found.failing, "") if found.failing is not None else "",
        "expected": cut(found.expected, TEXT),
        "got": cut(found.got, TEXT),
        "error": cut(found.error, TEXT),
        "line": found.line,
        "entry": code.entry if code is not None else None,
        "notes": list(code.notes) if code is not None else [],
        "code": cut(code.code, CODE) if code is not None else "",
        "metrics": dict(one.metrics),
    }
