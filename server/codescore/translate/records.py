"""What passes between the stages of a translation run: plain frozen records, and the text form of a direction.

A sample is one answer of one model to one task in one direction; its `Key` is the same in every stage.  Knows no file
and no stage.  Neighbours: `store` keeps these, every stage makes one kind of them from another.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias, get_args

from codescore.foundation.errors import InputError
from codescore.languages import by_id, by_name

#: The source of a direction whose input is a description, not a program.
TEXT = "text"

#: The settings of a prompt that are sent with it; `parameters` are a table of more of them.
SENT = ("temperature", "top_p", "max_tokens", "seed", "parameters")

#: What became of a program that was run, exactly one of these.  `environment_failure` is ours and never the model's.
Status: TypeAlias = Literal[
    "all_passed",
    "compilation_failed",
    "timeout_error",
    "runtime_error",
    "wrong_answer",
    "other_error",
    "environment_failure",
]
STATUSES: tuple[Status, ...] = get_args(Status)


@dataclass(frozen=True, slots=True)
class Params:
    """Types of a function's arguments and of what it returns, each in the language's own spelling."""

    types: tuple[str, ...]
    returns: str


@dataclass(frozen=True, slots=True)
class Case:
    """One call and what it must give, both as text; `number` counts from 1 and may have gaps."""

    number: int
    input: str
    output: str


@dataclass(frozen=True, slots=True)
class Task:
    """A function to translate: its types and right program by language id, and the cases that decide.

    `difficulty` is `easy`, `medium`, `hard` or empty.  `unordered`: an answer may list its elements in any order.
    """

    id: str
    tags: tuple[str, ...]
    difficulty: str
    url: str
    entry_point: str
    params: Mapping[str, Params]
    gold: Mapping[str, str]
    cases: tuple[Case, ...] = ()
    unordered: bool = False
    description: str = ""


@dataclass(frozen=True, slots=True, order=True)
class Direction:
    """From which language, or `text`, into which: ids of languages."""

    source: str
    target: str

    def __str__(self) -> str:
        """As data files have it, from the names that people use: `java_python`, `c++_java`, `text_python`."""
        return f"{_word(self.source)}_{_word(self.target)}"

    @classmethod
    def parse(cls, text: str) -> Direction:
        """A direction from its text; raises InputError for what is none."""
        wanted = text.strip().lower()
        for place in (k for k, sign in enumerate(wanted) if sign == "_"):
            source, target = _language(wanted[:place], TEXT), _language(wanted[place + 1 :])
            if source and target and source != target:
                return cls(source, target)
        raise InputError(
            f"{text!r} is no direction; write two different languages, as in java_python or c++_java, or text_python"
        )


def _language(name: str, other: str = "") -> str:
    """The id of a language by what people call it; empty where there is none."""
    found = by_name(name)
    if found is not None:
        return found.id
    return name if name and name == other else ""


def _word(language: str) -> str:
    found = by_id(language)
    return found.name.lower() if found is not None else language


@dataclass(frozen=True, slots=True, order=True)
class Key:
    """One sample: `direction` is its text, `sample` counts from 0."""

    model: str
    direction: str
    task: str
    sample: int = 0

    def __str__(self) -> str:
        """For messages."""
        return f"{self.model}, {self.direction}, task {self.task}, sample {self.sample}"


@dataclass(frozen=True, slots=True)
class Prompt:
    """What a model is asked, and all settings; `sha256` is of the text.

    Settings that are sent with it are `SENT`; the others say how the text came about.
    """

    key: Key
    text: str
    sha256: str
    settings: Mapping[str, Any] = field(default_factory=dict)

    @property
    def sent(self) -> dict[str, Any]:
        """The settings that are sent; None for what the server decides."""
        return {name: self.settings.get(name) for name in SENT}

    @property
    def asked(self) -> str:
        """Digest of all that is sent and decides the answer."""
        return hashlib.sha256(json.dumps([self.sha256, self.sent], sort_keys=True).encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class Answer:
    """What a model said.  With an `error` it said nothing that counts; `cost` is in US dollars, None: unknown.

    `note` says what is to be known of a text that does count, such as that it was cut.
    """

    key: Key
    text: str
    provider: str = ""
    cost: float | None = None
    seconds: float | None = None
    tokens_in: int | None = None
    tokens_out: int | None = None
    error: str = ""
    prompt_sha256: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class Extraction:
    """The code of an answer and the name of the function to call (None: there is none to call).

    `how` says how that function was found, `notes` what was left out or is ambiguous.  `owner` is the class that was
    around it, "" where there was none.
    """

    key: Key
    code: str
    entry: str | None
    how: str = ""
    notes: tuple[str, ...] = ()
    owner: str = ""


@dataclass(frozen=True, slots=True)
class Execution:
    """What running it showed.

    `failing` is the number of the first case that failed, with what was `expected` and what was `got`.  `error` is the
    message in one line, `line` where in the extracted code (from 1), `log` the end of what was written and said.
    """

    key: Key
    status: Status
    passed: int
    total: int
    failing: int | None = None
    expected: str = ""
    got: str = ""
    error: str = ""
    line: int | None = None
    log: str = ""
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class Measure:
    """A metric's value for one sample; None where it has none, and `note` says why."""

    key: Key
    metric: str
    value: float | None
    note: str = ""
