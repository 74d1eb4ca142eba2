"""Tasks → what models are asked: templates are data (`templates/`, or a file of the user's), filled in, nothing else.

A language's own words (version, tag of a block, form) are its `prompt.toml`.  Knows no provider.  Neighbours: `store`
keeps what is made here, `generate` sends it.
"""

from __future__ import annotations

import hashlib
import json
import string
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, Literal

from codescore.foundation.errors import InputError
from codescore.languages import Language, by_id
from codescore.translate.records import TEXT, Direction, Key, Prompt, Task
from codescore.translate.store import Run

#: Bytes of a template at most.
MAX_TEMPLATE = 1 << 16
#: What a template may name: the languages, their tags of a block, the source (a program, or a description), the
#: function and its types, the version that runs it, its form, how to answer, and examples.
PLACES = ("SL", "TL", "SF", "TF", "SC", "NAME", "PARAMS", "RETURNS", "VERSION", "FORM", "ANSWER", "SHOTS")

Form = Literal["block", "json"]
# What a request says by itself.
_OWN = {"model", "messages", "stream", "stream_options", "n", "temperature", "top_p", "max_tokens", "seed"}


@dataclass(frozen=True, slots=True)
class Sampling:
    """How an answer is drawn.  `samples` are so many answers to each prompt, each asked for by itself.

    The seed of a sample is `seed` plus its number, so that samples differ and can be drawn again.  None is not sent;
    `parameters` are sent as they are.
    """

    temperature: float | None = 0.1
    top_p: float | None = 0.7
    max_tokens: int | None = 4096
    samples: int = 1
    seed: int | None = 0
    parameters: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Template:
    """A text with places; `name` is what a person calls it."""

    name: str
    text: str

    @property
    def sha256(self) -> str:
        """Digest of the text."""
        return _digest(self.text)


@dataclass(frozen=True, slots=True)
class Asking:
    """What to ask, of whom.  Without a template each direction has its own: `translate`, from a text `describe`.

    `shots` are so many solved tasks of the same run before the question, the first that are not the one asked for.
    """

    models: tuple[str, ...]
    directions: tuple[Direction, ...]
    sampling: Sampling = field(default_factory=Sampling)
    template: Template | None = None
    form: Form = "block"
    shots: int = 0


@dataclass(frozen=True, slots=True)
class Prompted:
    """What became of it: prompts that are new or changed, and the same; tasks left out, by direction and reason."""

    new: int
    same: int
    left_out: dict[str, int]


@dataclass(frozen=True, slots=True)
class Words:
    """What a model is told of a language: its name, version, tag of a block, form of code."""

    name: str
    version: str
    fence: str
    form: str


def checked_sampling(given: Sampling) -> Sampling:
    """The settings, if a server could mean something by them; raises InputError."""
    for name, value, low, high in (
        ("temperature", given.temperature, 0, 2),
        ("top_p", given.top_p, 0, 1),
        ("max_tokens", given.max_tokens, 1, 1 << 20),
        ("samples", given.samples, 1, 1_000),
    ):
        if value is not None and not low <= value <= high:
            raise InputError(f"{name} = {value} is not between {low} and {high:,}")
    for name in given.parameters:
        if name in _OWN:
            raise InputError(f"{name} is no parameter to add: it has an option of its own, or is ours to say")
    return given


def parameter(text: str) -> tuple[str, Any]:
    """A parameter and its value from `NAME=VALUE`; the value is JSON, or else a text.  Raises InputError."""
    name, equals, value = text.partition("=")
    if not equals or not name.isidentifier():
        raise InputError(f"{text!r} is no parameter; write it as reasoning_effort=low or top_k=40")
    try:
        return name, json.loads(value)
    except (ValueError, RecursionError):
        return name, value


def template(name: str) -> Template:
    """A template of ours by its name, else a file.  Raises InputError for what is none."""
    packaged = files(__package__).joinpath("templates", f"{name}.txt")
    if name.isidentifier() and packaged.is_file():
        return Template(name, packaged.read_text(encoding="utf-8"))
    path = Path(name)
    try:
        data = path.read_bytes() if path.stat().st_size <= MAX_TEMPLATE else None
    except OSError as error:
        raise InputError(f"{name} is no template of ours (translate, describe) nor a file: {error.strerror}") from None
    if data is None:
        raise InputError(f"{name} is larger than {MAX_TEMPLATE >> 10} KB; that is no template")
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        raise InputError(f"{name} is not UTF-8; save it as UTF-8") from None
    return checked(Template(path.name, text))


def checked(given: Template) -> Template:
    """The template, if it names only places that there are, and the source; raises InputError."""
    form = string.Template(given.text)
    if not form.is_valid():
        raise InputError(f"{given.name}: a $ that names no place; write $$ for the sign itself, ${{SC}} for a place")
    for name in form.get_identifiers():
        if name not in PLACES:
            close = get_close_matches(name.upper(), PLACES, n=1)
            meant = f"did you mean ${{{close[0]}}}?" if close else f"known are {', '.join(PLACES)}"
            raise InputError(f"{given.name}: there is no place ${{{name}}}; {meant}")
    if "SC" not in form.get_identifiers():
        raise InputError(f"{given.name}: it never shows the source; put ${{SC}} where it belongs")
    return given


def missing(task: Task, direction: Direction) -> str:
    """What a task lacks for a direction, empty where it lacks nothing."""
    if direction.target not in task.params:
        return f"no types in {words(direction.target).name}"
    if direction.source == TEXT:
        return "" if task.description.strip() else "no description"
    return "" if task.gold.get(direction.source, "").strip() else f"no program in {words(direction.source).name}"


def prompts(tasks: Sequence[Task], asking: Asking) -> Iterator[Prompt]:
    """What to ask, by model, direction, task and sample; tasks that lack something (`missing`) are left out."""
    for direction in asking.directions:
        able = [task for task in tasks if not missing(task, direction)]
        chosen = asking.template or template("describe" if direction.source == TEXT else "translate")
        for task in able:
            shown = _examples(able, task, direction, asking)
            text = _filled(chosen.text, task, direction, asking, shown)
            for model in asking.models:
                for sample in range(asking.sampling.samples):
                    key = Key(model, str(direction), task.id, sample)
                    yield Prompt(key, text, _digest(text), _settings(asking, chosen, shown, sample))


def record(run: Run, asking: Asking) -> Prompted:
    """Put into a run what to ask; what is there and the same stays as it is, with its answer."""
    tasks = list(run.tasks())
    new = same = 0
    for prompt in prompts(tasks, asking):
        if run.prompt(prompt.key) == prompt:
            same += 1
            continue
        run.put_prompt(prompt)
        new += 1
    lacking = Counter(f"{one}: {why}" for one in asking.directions for task in tasks if (why := missing(task, one)))
    return Prompted(new, same, dict(lacking))


def _settings(asking: Asking, chosen: Template, shown: Sequence[Task], sample: int) -> dict[str, object]:
    """All that decides the answer besides model and text; without what is not sent."""
    sampling = asking.sampling
    seed = None if sampling.seed is None else sampling.seed + sample
    return {
        "temperature": sampling.temperature,
        "top_p": sampling.top_p,
        "max_tokens": sampling.max_tokens,
        "n": sampling.samples,
        "seed": seed,
        **({"parameters": dict(sampling.parameters)} if sampling.parameters else {}),
        "template": chosen.name,
        "template_sha256": chosen.sha256,
        "answer": asking.form,
        "shots": [task.id for task in shown],
    }


def _examples(able: Sequence[Task], asked: Task, direction: Direction, asking: Asking) -> list[Task]:
    solved = (task for task in able if task.id != asked.id and task.gold.get(direction.target, "").strip())
    return [task for task, _ in zip(solved, range(asking.shots), strict=False)]


def _filled(text: str, task: Task, direction: Direction, asking: Asking, shown: Sequence[Task]) -> str:
    places = _places(task, direction, asking.form)
    places["SHOTS"] = "".join(_shot(example, direction, asking.form) for example in shown)
    return string.Template(text).substitute(places).strip() + "\n"


def _places(task: Task, direction: Direction, form: Form) -> dict[str, str]:
    target = words(direction.target)
    source = None if direction.source == TEXT else words(direction.source)
    types = task.params[direction.target]
    places = {
        "SL": "description" if source is None else source.name,
        "SF": "" if source is None else source.fence,
        "SC": (task.description if source is None else task.gold[direction.source]).strip("\n"),
        "TL": target.name,
        "TF": target.fence,
        "NAME": task.entry_point,
        "PARAMS": ", ".join(types.types) or "none",
        "RETURNS": types.returns or "none",
        "VERSION": target.version,
        "FORM": target.form,
    }
    places["ANSWER"] = string.Template(_part(f"answer-{form}").strip()).substitute(places)
    return places


def _shot(task: Task, direction: Direction, form: Form) -> str:
    """A solved task as an example."""
    places = _places(task, direction, form)
    code = task.gold[direction.target].strip("\n")
    given = "Description" if direction.source == TEXT else f"{places['SL']} code"
    return string.Template(_part("shot")).substitute(places, GIVEN=given, SHOWN=_answered(code, places["TF"], form))


def _answered(code: str, fence: str, form: Form) -> str:
    if form == "json":
        return json.dumps({"code": code}, ensure_ascii=False)
    return f"```{fence}\n{code}\n```"


@cache
def _part(name: str) -> str:
    return files(__package__).joinpath("templates", f"{name}.txt").read_text(encoding="utf-8")


@cache
def words(id_: str) -> Words:
    """What a model is told of a language; of one without a `prompt.toml` only its name is known."""
    language: Language | None = by_id(id_)
    if language is None:
        raise InputError(f"{id_!r} is no language that is installed; `codescore languages` lists them")
    told = tomllib.loads(language.text("prompt.toml") or "")
    return Words(
        language.name,
        told.get("version", language.name),
        told.get("fence", language.id),
        told.get("form", "a function"),
    )


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
