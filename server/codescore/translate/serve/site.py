"""What a browser asks of translation runs, and what it may have done: the endpoints of the page, in JSON.

`functiondata`, `models`, `predict` (what models said), `results` (what came of it) and `task_status` read; `funcgen`
and `funceval` put a prediction or an evaluation in line; `securitydata`, `secgen` and `seceval` are the same for the
security half; `upload/` takes tasks and answers.  The names are CodeTransEval's.  Knows no HTTP; neighbour:
`foundation.loopback` serves it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any
from urllib.parse import unquote

import msgspec
from msgspec import Meta

from codescore.foundation import shapes
from codescore.foundation.errors import CodescoreError, InputError
from codescore.foundation.loopback import HTML
from codescore.translate.records import Direction, Key
from codescore.translate.serve import uploads
from codescore.translate.serve.jobs import Jobs
from codescore.translate.serve.shelf import Shelf
from codescore.translate.serve.views import Views
from codescore.translate.serve.weaknesses import Weaknesses

Text = Annotated[str, Meta(max_length=300)]
Number = Annotated[int, Meta(ge=0, le=1_000_000)]

_EVALUATION = ("extract", "execute", "measure")


class _Tasks(msgspec.Struct, forbid_unknown_fields=True):
    run: Text
    tag: Text = ""
    difficulty: Text = ""
    text: Text = ""
    page: Number = 0


class _Samples(msgspec.Struct, forbid_unknown_fields=True):
    run: Text
    model: Text = ""
    direction: Text = ""
    task: Text = ""
    status: Text = ""
    page: Number = 0


class _Sample(msgspec.Struct, forbid_unknown_fields=True):
    run: Text
    model: Text
    direction: Text
    task: Text
    sample: Number


class _Of(msgspec.Struct, forbid_unknown_fields=True):
    """A run, and a task or a job of it; jobs may be asked of all runs."""

    run: Text = ""
    id: Text = ""


class _Runs(msgspec.Struct, forbid_unknown_fields=True):
    runs: Annotated[list[Text], Meta(max_length=20)]


class _Predict(msgspec.Struct, forbid_unknown_fields=True):
    """Ask a provider: `replay` with the name of answers that lie in the run, or `endpoint`."""

    run: Text
    provider: Text
    answers: Text = ""
    models: Annotated[list[Text], Meta(max_length=20)] = []
    directions: Annotated[list[Text], Meta(max_length=50)] = []
    samples: Annotated[int, Meta(ge=1, le=100)] = 1


class _Weaknesses(msgspec.Struct, forbid_unknown_fields=True):
    cwe: Text = ""
    top25: Text = ""
    text: Text = ""
    page: Number = 0


class _Secure(msgspec.Struct, forbid_unknown_fields=True):
    """A run that security answers go into, and for getting some the models."""

    run: Text
    models: Annotated[list[Text], Meta(max_length=20)] = []


class _Evaluate(msgspec.Struct, forbid_unknown_fields=True):
    run: Text
    stages: Annotated[list[Text], Meta(max_length=3)] = msgspec.field(default_factory=lambda: list(_EVALUATION))


class Desk:
    """Answers the page; a site of `PageServer`."""

    def __init__(
        self,
        page: tuple[str, str],
        shelf: Shelf,
        jobs: Jobs,
        *,
        stages: Sequence[str],
        endpoint: Sequence[str] = (),
        weaknesses: Weaknesses | None = None,
    ) -> None:
        """`page` is HTML and its policy, `stages` are the commands that there are, `endpoint` the options of `generate`
        that name the one server of models that may be asked, `weaknesses` the data of the security half.
        """
        html, self.policy = page
        self._html = html.encode()
        self.shelf, self.jobs, self.views = shelf, jobs, Views(shelf)
        self._stages, self._endpoint, self._weaknesses = frozenset(stages), tuple(endpoint), weaknesses
        self._answers: Mapping[str, tuple[type[Any], Callable[[Any], Any]]] = {
            "runs": (dict, lambda _: self._runs()),
            "functiondata": (_Tasks, self._tasks),
            "task": (_Of, self._task),
            "models": (_Of, self._models),
            "predict": (_Samples, self._samples),
            "sample": (_Sample, self._sample),
            "results": (_Runs, lambda asked: self.views.analysis(asked.runs)),
            "task_status": (_Of, self._jobs),
            "log": (_Of, lambda asked: {"log": self.jobs.log(self.shelf.folder(asked.run), asked.id)}),
            "stop": (_Of, lambda asked: msgspec.to_builtins(self.jobs.stop(asked.id))),
            "funcgen": (_Predict, self._predict),
            "funceval": (_Evaluate, self._evaluate),
            "securitydata": (_Weaknesses, self._security_data),
            "weakness": (_Of, self._weakness),
            "secgen": (_Secure, self._security_predict),
            "seceval": (_Secure, self._security_evaluate),
        }

    def at(self, path: str) -> tuple[str, bytes] | None:
        """The page, reports of runs (`report/a+b`) and their tasks as files (`export/run/csv/difficulty/tag`)."""
        if path == "":
            return HTML, self._html
        kind, _, rest = path.partition("/")
        try:
            if kind == "report" and rest:
                return HTML, self.views.report([unquote(one) for one in rest.split("+")])
            if kind == "export" and rest.count("/") == 3:
                name, form, difficulty, tag = map(unquote, rest.split("/"))
                if form in ("csv", "jsonl"):
                    return "text/plain", self.views.export(name, form, tag=tag, difficulty=difficulty)
        except CodescoreError as problem:
            return "text/plain; charset=utf-8", f"{problem}\n".encode()
        return None

    def take(self, path: str, body: bytes) -> tuple[int, bytes] | None:
        """Status and JSON; what cannot be done is `problem`, one line for a person."""
        if path not in self._answers:
            return None
        kind, answer = self._answers[path]
        try:
            return _said(200, answer(shapes.from_json(body, kind)))
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
            return _said(400, {"problem": f"this cannot be asked: {error}"})
        except CodescoreError as problem:
            return _said(400 if isinstance(problem, InputError) else 503, {"problem": str(problem)})

    def room(self, path: str) -> int:
        """Files are taken at `upload/tasks/NAME` and `upload/answers/RUN/NAME`."""
        return uploads.MOST if path.startswith(("upload/tasks/", "upload/answers/")) else 0

    def receive(self, path: str, length: int, read: Callable[[int], bytes]) -> tuple[int, bytes]:
        """A file, checked and put in its place, or nothing and why."""
        parts = [unquote(part) for part in path.split("/")[1:]]
        try:
            if len(parts) == 2 and parts[0] == "tasks":
                return _said(200, {"run": parts[1], "said": uploads.new_run(self.shelf, parts[1], length, read)})
            if len(parts) == 3 and parts[0] == "answers":
                found = uploads.new_answers(self.shelf.folder(parts[1]), parts[2], length, read)
                return _said(200, msgspec.to_builtins(found))
        except CodescoreError as problem:
            return _said(400 if isinstance(problem, InputError) else 503, {"problem": str(problem)})
        return _said(404, {"problem": "no file is taken here"})

    def _runs(self) -> dict[str, Any]:
        able = {"predict": self._has("prompt", "generate"), "evaluate": self._has(*_EVALUATION)}
        able |= {"endpoint": bool(self._endpoint), "upload": self.shelf.room is not None}
        return {"runs": self.views.runs(), "able": able | {"security": self._weaknesses is not None}}

    def _tasks(self, asked: _Tasks) -> dict[str, Any]:
        filters = {"tag": asked.tag, "difficulty": asked.difficulty, "text": asked.text}
        return self.views.tasks(asked.run, **filters, page=asked.page)

    def _task(self, asked: _Of) -> dict[str, Any]:
        found = self.views.task(asked.run, asked.id)
        if found is None:
            raise InputError(f"the run has no task {asked.id!r}")
        return found

    def _models(self, asked: _Of) -> dict[str, Any]:
        held = uploads.held(self.shelf.folder(asked.run))
        return self.views.models(asked.run) | {"answers": msgspec.to_builtins(held)}

    def _samples(self, asked: _Samples) -> dict[str, Any]:
        only = {name: value for name in ("model", "direction", "task") if (value := getattr(asked, name))}
        return self.views.samples(asked.run, only, asked.status, asked.page)

    def _sample(self, asked: _Sample) -> dict[str, Any]:
        return self.views.sample(asked.run, Key(asked.model, asked.direction, asked.task, asked.sample))

    def _jobs(self, asked: _Of) -> dict[str, Any]:
        """Jobs of a run, or of all; progress is what is in the run."""
        runs = self.shelf.runs()
        names = [asked.run] if asked.run else list(runs)
        found = [job for name in names if name in runs for job in self.jobs.listed(name, runs[name])]
        progress = {one["name"]: one["stages"] for one in self.views.runs() if one["name"] in names}
        return {"jobs": msgspec.to_builtins(sorted(found, key=lambda job: -job.made)), "progress": progress}

    def _predict(self, asked: _Predict) -> dict[str, Any]:
        self._need("prompt", "generate")
        folder = self.shelf.folder(asked.run)
        models, directions, samples = asked.models, asked.directions, asked.samples
        if asked.provider == "replay":
            held = next((one for one in uploads.held(folder) if one.name == asked.answers), None)
            if held is None:
                raise InputError("say which answers of this run are to be replayed")
            source: Sequence[str] = [f"--replay={uploads.path_of(folder, held.name)}"]
            models, samples = models or list(held.models), held.samples
            directions = directions or list(held.directions)
        elif asked.provider == "endpoint" and self._endpoint:
            source = self._endpoint
        else:
            raise InputError("no server of models may be asked here: start `translate serve` with --endpoint URL")
        if not models or not directions:
            raise InputError("name a model and a direction")
        each = [str(Direction.parse(one)) for one in directions]
        options = [*(f"--model={one}" for one in models), *(f"--direction={one}" for one in each)]
        commands = [("prompt", str(folder), *options, f"--samples={samples}"), ("generate", str(folder), *source)]
        return self._submitted(asked.run, folder, "prediction", commands)

    def _evaluate(self, asked: _Evaluate) -> dict[str, Any]:
        stages = [one for one in _EVALUATION if one in asked.stages]
        if not stages:
            raise InputError(f"say what is to be done: {', '.join(_EVALUATION)}")
        self._need(*stages)
        folder = self.shelf.folder(asked.run)
        commands = [(stage, str(folder)) for stage in stages]
        return self._submitted(asked.run, folder, "evaluation", commands)

    def _submitted(self, run: str, folder: Path, kind: str, commands: Sequence[Sequence[str]]) -> dict[str, Any]:
        found: dict[str, Any] = msgspec.to_builtins(self.jobs.submit(run, folder, kind, commands))
        return found

    def _security_data(self, asked: _Weaknesses) -> dict[str, Any]:
        return self._secure().samples(cwe=asked.cwe, top25=asked.top25, text=asked.text, page=asked.page)

    def _weakness(self, asked: _Of) -> dict[str, Any]:
        found = self._secure().sample(asked.id)
        if found is None:
            raise InputError(f"there is no sample {asked.id!r}")
        return found

    def _security_predict(self, asked: _Secure) -> dict[str, Any]:
        weaknesses, folder = self._secure(), self.shelf.folder(asked.run)
        self._need("generate")
        if not self._endpoint:
            raise InputError("no server of models may be asked here: start `translate serve` with --endpoint URL")
        if not asked.models:
            raise InputError("name a model")
        commands = weaknesses.getting(folder, asked.models, self._endpoint)
        return self._submitted(asked.run, folder, "security prediction", commands)

    def _security_evaluate(self, asked: _Secure) -> dict[str, Any]:
        weaknesses, folder = self._secure(), self.shelf.folder(asked.run)
        return self._submitted(asked.run, folder, "security evaluation", weaknesses.judging(folder))

    def _secure(self) -> Weaknesses:
        self._need("security")
        if self._weaknesses is None:
            raise InputError("not available: start `translate serve` with --security DATA, samples with weaknesses")
        return self._weaknesses

    def _has(self, *stages: str) -> bool:
        return self._stages.issuperset(stages)

    def _need(self, *stages: str) -> None:
        missing = [one for one in stages if one not in self._stages]
        if missing:
            raise InputError(f"not available: this codescore has no `translate {missing[0]}`")


def _said(status: int, what: object) -> tuple[int, bytes]:
    return status, msgspec.json.encode(what)
