"""Collections of programs → one file of programs with task and part: train, dev, or left out.

The split is by task: bucket = int(sha256('codescore-r-split-v1:' + task), 16) mod 100 of the articles' tasks.  From
80 on a task is kept back by those who check this product: its programs, and all of other collections that answer to
one of its entry points, are left out.  From 60 on it is ours to measure on, and left out of training in the same way.
What is too close to an evaluation unit (`corpus.decontaminate`) is left out of training.  Neighbour: `layouts` reads.
"""

from __future__ import annotations

import gzip
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec

from codescore.foundation.files import replacing
from codescore.languages import by_id
from codescore.sketch import sketch_source
from codescore_train.corpus import decontaminate
from codescore_train.corpus.gathered import Solution
from codescore_train.corpus.minhash import shingle_sets, signatures
from codescore_train.same_task.erasure import PLAIN, erased
from codescore_train.same_task.layouts import Program, entries, read

KEPT_BACK, DEV = 80, 60  # buckets from which on
SPLIT_BY = "articles"
_NEARLY = 0.6

#: Entry points by which every other collection knows a task, where the articles have one of their own.
_ELSEWHERE = {
    "duplicate-integer": frozenset(["containsDuplicate"]),
    "foreign-dictionary": frozenset(["alienOrder"]),
    "islands-and-treasure": frozenset(["wallsAndGates"]),
}


def bucket(task: str) -> int:
    """The task's place in the split, 0 to 99."""
    return int(sha256(f"codescore-r-split-v1:neetcode/{task}".encode()).hexdigest(), 16) % 100


def gather(
    collections: Sequence[tuple[str, Path]], evaluation: Sequence[Path], out: Path, processes: int
) -> dict[str, Any]:
    """Write the file; returns counts of what was kept, and why the rest was not."""
    programs = [program for layout, folder in collections for program in read(layout, folder)]
    solutions, dropped = split(programs)
    solutions += _without_types(solutions)
    with ProcessPoolExecutor(processes) as workers:
        units = decontaminate.load(evaluation, workers)
        sketches = list(workers.map(_sketch, solutions, chunksize=100))
    tainted = _tainted(sketches, units)
    kept: list[Solution] = []
    seen: set[tuple[str, str]] = set()
    for solution, sketch in zip(solutions, sketches, strict=True):
        if not sketch or (solution.task, sketch) in seen:
            dropped["no sketch, or one of the task has it"] += 1
        elif solution.part == "train" and sketch in tainted:
            dropped["close to evaluation data"] += 1
        else:
            seen.add((solution.task, sketch))
            kept.append(solution)
    with replacing(out) as temporary, gzip.GzipFile(temporary, "wb", mtime=0) as stream:
        stream.writelines(msgspec.json.encode(one) + b"\n" for one in kept)
    return {"programs": _counted(kept), "tasks": _tasks(kept), "left out": dict(dropped)}


def split(programs: Iterable[Program]) -> tuple[list[Solution], Counter[str]]:
    """Programs with their part, one name a task over all collections; and how many were left out."""
    programs = list(programs)
    owners = _owners([one for one in programs if one.source == SPLIT_BY])
    closed = frozenset().union(*(names for task, names in owners.items() if bucket(task) >= DEV))
    groups: defaultdict[tuple[bool, str], list[Program]] = defaultdict(list)
    for one in programs:
        groups[one.source == SPLIT_BY, one.task].append(one)
    found: list[Solution] = []
    dropped: Counter[str] = Counter()
    for (by, name), group in groups.items():
        if not by and not any(entries(one.code) for one in group):
            dropped["no entry point found"] += len(group)
            continue
        tasks = {name} if by else {name} & owners.keys() | _answered(group, owners)
        highest = max(map(bucket, tasks), default=0)
        if highest >= KEPT_BACK or (highest >= DEV and not by):
            dropped["of a kept-back task" if highest >= KEPT_BACK else "of a task to measure on"] += len(group)
            continue
        task = f"{SPLIT_BY}/{min(tasks)}" if len(tasks) == 1 else name
        part = "dev" if highest >= DEV else "train"
        kept = group if by else _rightly_filed(group, frozenset().union(*(owners[task] for task in tasks)), closed)
        dropped["filed under another task"] += len(group) - len(kept)
        found += [Solution(task, one.lang, f"{one.source}/{one.approach}", one.code, one.source, part) for one in kept]
    return found, +dropped


def _rightly_filed(group: Sequence[Program], names: frozenset[str], closed: frozenset[str]) -> list[Program]:
    """The programs but those that have none of their task's entry points, and one of a task not to be trained on.

    `names` are the entry points that the articles give the task, `closed` those of tasks not to be trained on.
    """
    names |= _entries_of(group)
    return [one for one in group if names & (own := _names(one.code)) or not own & closed]


def _owners(articles: Iterable[Program]) -> dict[str, frozenset[str]]:
    """Task -> its entry points, those that other collections give it among them."""
    groups: defaultdict[str, list[Program]] = defaultdict(list)
    for one in articles:
        groups[one.task].append(one)
    return {task: _entries_of(group) | _ELSEWHERE.get(task, frozenset()) for task, group in groups.items()}


def _answered(group: Iterable[Program], owners: dict[str, frozenset[str]]) -> set[str]:
    """The tasks one of whose entry points the group has."""
    names = _entries_of(group)
    return {task for task, wanted in owners.items() if wanted & names}


def _entries_of(group: Iterable[Program]) -> frozenset[str]:
    """The names that nearly as many programs of a task have as have the commonest one.

    Helpers stand in some of them only.  Some languages write the first letter large.
    """
    count = Counter(name for one in group for name in _names(one.code))
    return frozenset(name for name, n in count.items() if n >= _NEARLY * max(count.values()))


def _names(code: str) -> set[str]:
    return {name[0].lower() + name[1:] for name in entries(code)}


def _without_types(solutions: Iterable[Solution]) -> list[Solution]:
    """The programs that are trained on once more in the language that theirs is without its types."""
    typed = [one for one in solutions if one.lang in PLAIN and one.part == "train"]
    plain = [(one, erased(one.code, one.lang)) for one in typed]
    return [msgspec.structs.replace(one, lang=PLAIN[one.lang], code=code) for one, code in plain if code is not None]


def _sketch(solution: Solution) -> str:
    language = by_id(solution.lang)
    return sketch_source(language, solution.code.encode("utf-8", "replace")).text if language is not None else ""


def _tainted(sketches: Sequence[str], units: decontaminate.EvaluationUnits) -> set[str]:
    """The sketches that equal an evaluation unit, or nearly."""
    found = {sketch for sketch in sketches if decontaminate.digest_of(sketch) in units.by_digest}
    sets = shingle_sets(list(sketches))
    return found | {sketches[i] for i in decontaminate.near_matches(sets, signatures(sets), units)}


def _counted(solutions: Iterable[Solution]) -> dict[str, int]:
    return dict(sorted(Counter(f"{one.part} {one.source} {one.lang}" for one in solutions).items()))


def _tasks(solutions: Iterable[Solution]) -> dict[str, int]:
    tasks: defaultdict[str, set[str]] = defaultdict(set)
    for one in solutions:
        tasks[one.part].add(one.task)
    return {part: len(names) for part, names in sorted(tasks.items())}
