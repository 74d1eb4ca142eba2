"""What a page is told of runs: tasks, samples, what became of them, and the analysis, made anew when a run changed.

Everything is read from the runs as they are now, whoever wrote them, and is bounded: a page of rows, the beginning of
a text.  Neighbours: `site` (who asks), `analysis`, `wrong` (how texts are cut).
"""

from __future__ import annotations

import difflib
import threading
from collections.abc import Iterable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec

from codescore.foundation.caches import Recent
from codescore.foundation.errors import CodescoreError
from codescore.languages import by_id
from codescore.reports.translation_page import titled, translation_page
from codescore.translate.analysis import Analysis, analysed
from codescore.translate.data import chosen, to_csv, to_json_lines
from codescore.translate.outcomes import collect
from codescore.translate.records import Direction, Execution, Key, Task
from codescore.translate.serve.shelf import Shelf
from codescore.translate.store import FILE, Run
from codescore.translate.wrong import CODE, TEXT, cut, wrong

PAGE = 50  # rows of a table
_LOG = 20_000  # characters of a raw answer and of a log
_STAGES = ("prompt", "generate", "extract", "execute", "measure")
_KEPT = 8  # analyses


class Views:
    """Reads for a page.  Methods may be called from several threads."""

    def __init__(self, shelf: Shelf) -> None:
        self.shelf = shelf
        self._analyses: Recent[tuple[Any, ...], tuple[Analysis, bytes]] = Recent(_KEPT)
        self._turn = threading.Lock()

    def runs(self) -> list[dict[str, Any]]:
        """Every run with how far its stages have come; one that cannot be read says why."""
        return [self._run(name) for name in self.shelf.runs()]

    def _run(self, name: str) -> dict[str, Any]:
        try:
            with self.shelf.open(name) as run:
                stages = {stage: run.count(stage) for stage in _STAGES}
                return {"name": name, "tasks": sum(1 for _ in run.tasks()), "stages": stages, "problem": ""}
        except CodescoreError as error:
            return {"name": name, "tasks": 0, "stages": {}, "problem": str(error)}

    def tasks(self, name: str, *, tag: str, difficulty: str, text: str, page: int) -> dict[str, Any]:
        """A page of a run's tasks, and what can be chosen."""
        with self.shelf.open(name) as run:
            every = list(run.tasks())
        found = [task for task in _chosen(every, tag, difficulty) if _holds(task, text)]
        rows = [_task_row(task) for task in found[page * PAGE : page * PAGE + PAGE]]
        tags = sorted({tag for task in every for tag in task.tags})
        difficulties = sorted({task.difficulty for task in every if task.difficulty})
        return {"rows": rows, "found": len(found), "page": PAGE, "tags": tags, "difficulties": difficulties}

    def task(self, name: str, id_: str) -> dict[str, Any] | None:
        """A task with its programs and the beginnings of its cases."""
        with self.shelf.open(name) as run:
            task = run.task(id_)
            if task is None:
                return None
            cases = run.cases(id_)
        shown = [{"number": c.number, "input": cut(c.input, TEXT), "output": cut(c.output, TEXT)} for c in cases]
        gold = {_name(language): cut(code, CODE) for language, code in task.gold.items()}
        return _task_row(task) | {"gold": gold, "cases": shown, "description": cut(task.description, _LOG)}

    def export(self, name: str, kind: str, *, tag: str, difficulty: str) -> bytes:
        """The chosen tasks as JSON lines with their cases, or as a table without them."""
        with self.shelf.open(name) as run:
            found = _chosen(run.tasks(), tag, difficulty)
            if kind == "csv":
                return to_csv(found).encode()
            whole = (replace(task, cases=run.cases(task.id)) for task in found)
            return "".join(f"{line}\n" for line in to_json_lines(whole)).encode("utf-8", "replace")

    def samples(self, name: str, only: Mapping[str, str], status: str, page: int) -> dict[str, Any]:
        """A page of a run's samples, by model, direction, task and status; those without an outcome as well."""
        with self.shelf.open(name) as run:
            outcomes = {one.key: one for one in run.executions(**only)}
            keys = list(dict.fromkeys([*(one.key for one in run.answers(**only)), *outcomes]))
        found = [key for key in keys if status in ("", _status(outcomes.get(key)))]
        rows = [_sample_row(key, outcomes.get(key)) for key in found[page * PAGE : page * PAGE + PAGE]]
        return {"rows": rows, "found": len(found), "page": PAGE}

    def sample(self, name: str, key: Key) -> dict[str, Any]:
        """Everything that is known of a sample: prompt, raw answer, code, outcome, log, metrics, gold program."""
        columns = {"model": key.model, "direction": key.direction, "task": key.task, "sample": key.sample}
        with self.shelf.open(name) as run:
            prompt, answer, code, outcome = run.prompt(key), run.answer(key), run.extraction(key), run.execution(key)
            metrics = {one.metric: one.value if one.value is not None else one.note for one in run.measures(**columns)}
            task, cases = run.task(key.task), run.cases(key.task)
        direction = Direction.parse(key.direction)
        gold = task.gold if task is not None else {}
        failing = next((c.input for c in cases if outcome is not None and c.number == outcome.failing), "")
        return _sample_row(key, outcome) | {
            "prompt": cut(prompt.text, _LOG) if prompt is not None else "",
            "settings": dict(prompt.settings) if prompt is not None else {},
            "raw": cut(answer.text, _LOG) if answer is not None else "",
            "provider": answer.provider if answer is not None else "",
            "answer_error": answer.error if answer is not None else "",
            "code": cut(code.code, _LOG) if code is not None else "",
            "entry": code.entry if code is not None else None,
            "notes": list(code.notes) if code is not None else [],
            "source": cut(gold.get(direction.source, ""), _LOG),
            "gold": cut(gold.get(direction.target, ""), _LOG),
            "input": cut(failing, TEXT),
            "difference": _difference(outcome),
            "log": cut(outcome.log, _LOG) if outcome is not None else "",
            "metrics": metrics,
        }

    def models(self, name: str) -> dict[str, list[str]]:
        """The models and directions that a run knows."""
        with self.shelf.open(name) as run:
            keys = [one.key for one in run.prompts()] or [one.key for one in run.answers()]
        return {
            "models": list(dict.fromkeys(key.model for key in keys)),
            "directions": list(dict.fromkeys(key.direction for key in keys)),
        }

    def analysis(self, names: Sequence[str]) -> dict[str, Any]:
        """The analysis of runs, as `translate report --json` has it."""
        return self._analysed(names)[0].document()

    def report(self, names: Sequence[str]) -> bytes:
        """The page of runs, as `translate report` writes it."""
        return self._analysed(names)[1]

    def _analysed(self, names: Sequence[str]) -> tuple[Analysis, bytes]:
        folders = [self.shelf.folder(name) for name in names]
        key = tuple((name, *_stamp(folder)) for name, folder in zip(names, folders, strict=True))
        with self._turn:  # one at a time: it takes a core for seconds
            found = self._analyses.get(key)
            if found is None:
                with ExitStack() as stack:
                    runs = [stack.enter_context(Run.open(folder)) for folder in folders]
                    collected = collect(list(zip(names, runs, strict=True)))
                    analysis = analysed(collected)
                    shown = msgspec.to_builtins(wrong(collected, runs))
                page = translation_page(analysis.document(), shown, titled(names), home="../")
                found = analysis, page.html.encode()
                self._analyses.put(key, found)
        return found


def _stamp(folder: Path) -> tuple[int, ...]:
    """Changes whenever the run does."""
    files = [folder / name for name in (FILE, f"{FILE}-wal")]
    return tuple(path.stat().st_mtime_ns if path.exists() else 0 for path in files)


def _chosen(tasks: Iterable[Task], tag: str, difficulty: str) -> list[Task]:
    return chosen(tasks, tags=[tag] if tag else [], difficulties=[difficulty] if difficulty else [])


def _holds(task: Task, text: str) -> bool:
    words = f"{task.id}\n{task.entry_point}\n{task.url}\n{' '.join(task.tags)}\n{task.description}".lower()
    return text.lower() in words


def _task_row(task: Task) -> dict[str, Any]:
    return {
        "task": task.id,
        "difficulty": task.difficulty,
        "tags": list(task.tags),
        "entry_point": task.entry_point,
        "languages": sorted(_name(one) for one in task.gold),
        "url": task.url[:TEXT],
        "unordered": task.unordered,
    }


def _name(language: str) -> str:
    """As people call it."""
    found = by_id(language)
    return found.name if found is not None else language


def _status(outcome: Execution | None) -> str:
    return "not_run" if outcome is None else outcome.status


def _sample_row(key: Key, outcome: Execution | None) -> dict[str, Any]:
    found = {"model": key.model, "direction": key.direction, "task": key.task, "sample": key.sample}
    found |= {"status": _status(outcome)}
    if outcome is None:
        return found
    texts = {name: cut(getattr(outcome, name), TEXT) for name in ("expected", "got", "error")}
    numbers = {name: getattr(outcome, name) for name in ("passed", "total", "failing", "line", "seconds")}
    return found | texts | numbers


def _difference(outcome: Execution | None) -> str:
    """How what came out differs from what was expected, line by line; empty where nothing came out wrong."""
    if outcome is None or outcome.status != "wrong_answer":
        return ""
    expected, got = (cut(text, _LOG).splitlines() for text in (outcome.expected, outcome.got))
    return "\n".join(difflib.unified_diff(expected, got, "expected", "got", lineterm=""))
