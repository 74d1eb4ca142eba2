"""Translations with their outcomes as pairs of a data set (`study.dataset` reads it).  Pure but for reading the run."""

from __future__ import annotations

import json
from collections.abc import Iterator, Set

from codescore.translate.records import Direction
from codescore.translate.store import Run


def lines(run: Run, *, directions: Set[str] = frozenset(), models: Set[str] = frozenset()) -> Iterator[str]:
    """A line for each sample with an outcome of its own, of these directions and models; of all where none is named."""
    golds = {task.id: task.gold for task in run.tasks()}
    for one in run.executions():
        key = one.key
        if (directions and key.direction not in directions) or (models and key.model not in models):
            continue
        target = Direction.parse(key.direction).target
        extraction, reference = run.extraction(key), golds.get(key.task, {}).get(target)
        if one.status == "environment_failure" or extraction is None or not reference:
            continue
        row = {
            "id": f"{key.model}/{key.direction}/{key.task}/{key.sample}",
            "set": f"translation-{key.direction}",
            "task": key.task,
            "lang": target,
            "candidate": extraction.code,
            "reference": reference,
            "passed": one.status == "all_passed",
            "model": key.model,
            "source": key.direction,
        }
        yield json.dumps(row, ensure_ascii=False)
