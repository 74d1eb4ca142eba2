"""pass@k: the chance that at least one of k samples of a task passes, estimated without bias from n of them.

Knows counts and outcomes, no metric, no code.  Neighbours: `significance` resamples tasks, `dataset` reads lines.

Source: Chen et al. 2021, Evaluating large language models trained on code, section 2.1, as in the overview of
evaluation measures for code models: `1 - C(n-c, k) / C(n, k)`, computed as `1 - prod(1 - k/i, i = n-c+1 .. n)`, and 1
where n - c < k.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
import numpy as np

from codescore.foundation.errors import InputError
from codescore.foundation.json_lines import json_lines
from codescore.study.significance import CONFIDENCE, RESAMPLES, Interval, bootstrap, interval, statistics_of

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

#: No study draws more; beyond it a count is a slip, and the table of logarithms would not fit.
MOST = 10_000_000


@dataclass(frozen=True, slots=True)
class Counts:
    """The samples of one task: how many there are, how many passed, and where that was said (for messages)."""

    task: str
    n: int
    c: int
    where: str = ""


@dataclass(frozen=True, slots=True)
class PassAtK:
    """pass@k over tasks, with the interval from resampling tasks; all in [0, 1]."""

    k: int
    interval: Interval
    tasks: int


def pass_at_k(n: ArrayLike, c: ArrayLike, k: int) -> NDArray[np.float64]:
    """Per task, from its number of samples n and of those that passed c, both (tasks,); in [0, 1].

    1 where n - c < k: no k samples can all fail.  That says something only where n >= k, as `estimate` makes sure.
    Raises ValueError for counts that cannot be.
    """
    samples, passed = np.asarray(n, dtype=np.int64), np.asarray(c, dtype=np.int64)
    if k < 1 or (samples < 1).any() or (passed < 0).any() or (passed > samples).any() or (samples > MOST).any():
        raise ValueError(f"pass@k needs k >= 1 and 0 <= c <= n, 1 <= n <= {MOST}")
    failed = samples - passed
    most = int(samples.max(initial=0))
    # Sums of log(1 - k/i) up to each i > k; the product over n-c < i <= n is a difference of two of them.
    sums = np.zeros(most + 1)
    sums[k + 1 :] = np.cumsum(np.log1p(-k / np.arange(k + 1, most + 1, dtype=np.float64)))
    return np.where(failed < k, 1.0, -np.expm1(sums[samples] - sums[failed]) + 0.0)


def estimate(
    counts: Sequence[Counts],
    ks: Sequence[int],
    *,
    resamples: int = RESAMPLES,
    confidence: float = CONFIDENCE,
    seed: int = 0,
) -> list[PassAtK]:
    """pass@k for every k, the mean over tasks.  Raises InputError, naming the task, for counts that cannot be."""
    if not counts:
        raise InputError("there is no task to estimate pass@k of; give counts or results")
    for count in counts:
        _check(count, ks)
    n, c = np.array([count.n for count in counts]), np.array([count.c for count in counts])
    found = []
    for k in ks:
        values = pass_at_k(n, c, k)
        samples = bootstrap(statistics_of(values)[None], resamples=resamples, seed=seed)[0]
        found.append(PassAtK(k, interval(samples, float(values.mean()), confidence), len(counts)))
    return found


def _check(count: Counts, ks: Sequence[int]) -> None:
    where = f"{count.where}: " if count.where else ""
    task = f"{where}task {count.task!r}"
    if count.n < 1:
        raise InputError(f"{task} has n = {count.n} samples; n counts all samples of a task, at least 1")
    if count.c < 0:
        raise InputError(f"{task} has c = {count.c} samples that passed; c is 0 or more")
    if count.c > count.n:
        raise InputError(f"{task} has c = {count.c} samples that passed of n = {count.n}; c cannot exceed n")
    if count.n > MOST:
        raise InputError(f"{task} has n = {count.n} samples, more than the {MOST} that are counted here")
    if count.n < max(ks):
        raise InputError(
            f"{task} has n = {count.n} samples, fewer than k = {max(ks)}: pass@{max(ks)} cannot be estimated from "
            f"them; draw more, or ask for k up to {count.n}"
        )


def counted(outcomes: Iterable[tuple[str, bool]]) -> list[Counts]:
    """Counts per task, in the order in which tasks first appear."""
    totals: dict[str, list[int]] = {}
    for task, passed in outcomes:
        total = totals.setdefault(task, [0, 0])
        total[0] += 1
        total[1] += passed
    return [Counts(task, n, c) for task, (n, c) in totals.items()]


def read_counts(path: Path) -> dict[str, list[Counts]]:
    """Counts per model ('' where lines name none) of a file of JSON lines, gzipped or not.

    A line is one sample, `{"task": ..., "passed": true}`, or one task, `{"task": ..., "n": 20, "c": 3}`, each with
    `model` if there are several.  Raises InputError that names file, line and what is wrong.
    """
    outcomes: dict[str, list[tuple[str, bool]]] = {}
    given: dict[str, dict[str, Counts]] = {}
    for number, line in json_lines(path):
        where = f"{path}:{number}"
        row = _row(line, where)
        task, model = _task(row, where), str(row.get("model") or "")
        if "n" in row or "c" in row:
            tasks = given.setdefault(model, {})
            if task in tasks:
                raise InputError(f"{where}: task {task!r} was counted before, in {tasks[task].where}; count it once")
            tasks[task] = Counts(task, _count(row, "n", where), _count(row, "c", where), where)
        else:
            outcomes.setdefault(model, []).append((task, _passed(row, where)))
    if outcomes and given:
        raise InputError(f"{path} mixes samples (`passed`) and counts (`n`, `c`); give it one kind of lines")
    found = {model: list(tasks.values()) for model, tasks in given.items()}
    found.update({model: counted(rows) for model, rows in outcomes.items()})
    if not found:
        raise InputError(f"{path} is empty; give it lines of `task` and `passed`, or of `task`, `n` and `c`")
    return found


def _row(line: bytes, where: str) -> dict[str, Any]:
    try:
        row = msgspec.json.decode(line)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise InputError(f"{where}: not JSON: {error}; mend the line") from None
    if not isinstance(row, dict):
        raise InputError(f"{where}: not a JSON object; a line is such as {{'task': 'a/1', 'passed': true}}")
    return row


def _task(row: dict[str, Any], where: str) -> str:
    task = row.get("task")
    if task is None or isinstance(task, dict | list) or task == "":
        raise InputError(f"{where}: `task` is missing; name the task of every line")
    return str(task)


def _count(row: dict[str, Any], name: str, where: str) -> int:
    value = row.get(name)
    if value is None:
        raise InputError(f"{where}: `{name}` is missing; counts are `n` (samples) and `c` (passed)")
    if isinstance(value, bool) or not isinstance(value, int):
        raise InputError(f"{where}: `{name}` is {value!r}, not a whole number")
    return value


def _passed(row: dict[str, Any], where: str) -> bool:
    value = row.get("passed")
    if value is None:
        raise InputError(f"{where}: `passed` is missing; without outcomes there is no pass@k")
    if not (isinstance(value, bool) or value in (0, 1)):
        raise InputError(f"{where}: `passed` is {value!r}; it is true or false")
    return bool(value)
