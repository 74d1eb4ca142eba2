"""Evaluation data sets: JSON lines of pairs with an outcome or a human grade, gzipped or not.

A line is `{id, task, lang, candidate, reference, passed, ...}`; what cannot be used is counted and named, never
silently dropped.  Knows no metric; neighbours: `conditions` perturbs samples, `run` scores them.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import msgspec

from codescore.foundation import shapes
from codescore.foundation.errors import InputError
from codescore.foundation.files import sha256
from codescore.foundation.json_lines import json_lines
from codescore.languages import by_id, by_name


@dataclass(frozen=True, slots=True)
class Sample:
    """A candidate, what it is compared with, and how it turned out.

    `passed` is the outcome of its tests, `human` a grade from 0 to 4; each None where nobody knows.  `data` is the
    name of the data set it belongs to, `intent` the task in natural language where it is given.  `graders` has the
    grade of each person behind `human`, `published` the values of metrics that came with the data; mostly empty.
    """

    id: str
    data: str
    task: str
    language: str
    candidate: str
    references: tuple[str, ...]
    passed: bool | None
    human: float | None
    model: str | None
    source: str
    intent: str
    graders: Mapping[str, float] = field(default_factory=dict)
    published: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Malformed:
    """A line that is no sample: its number, from 1, and why."""

    line: int
    reason: str


@dataclass(frozen=True, slots=True)
class DataSet:
    """A file as read: its samples in order, and what was left out.

    `without_grammar` counts pairs in languages that are not installed, by language: text metrics measure them, too.
    `duplicates` are the ids that came more than once (the first one counts); `sha256` is of the file as it is.
    """

    path: Path
    sha256: str
    samples: tuple[Sample, ...]
    malformed: tuple[Malformed, ...]
    duplicates: tuple[str, ...]
    without_grammar: dict[str, int]

    def remarks(self) -> list[str]:
        """What is measured in part only: pairs in languages without a grammar, a sentence for each."""
        return [
            f"no grammar is installed for {language}: of its {count:,} pair{'s' * (count != 1)} metrics of text are "
            "measured, on words and signs; those that need a tree, a compiler or a sketch give no value"
            for language, count in self.without_grammar.items()
        ]


class _Row(msgspec.Struct):
    """One line, as the data sets' README has it; fields that are not named here are ignored."""

    id: str
    task: str | int
    lang: str
    candidate: str
    reference: str | None = None
    references: list[str] | None = None
    set: str | None = None
    passed: bool | None = None
    human: float | None = None
    model: str | None = None
    source: str | None = None
    intent: str | None = None
    human_raw: dict[str, float] | None = None
    published: dict[str, float] | None = None


def read_data(path: Path, *, strict: bool = False, option: str = "") -> DataSet:
    """A data set.  Lines that are no pair and duplicated ids are skipped.

    With `strict` a malformed line or a duplicated id raises InputError that names the line; `option` is what a person
    may leave out so that it is skipped, if there is such an option.  Raises InputError where the file cannot be read or
    holds no usable pair.
    """
    samples: dict[str, Sample] = {}
    malformed: list[Malformed] = []
    duplicates: Counter[str] = Counter()
    for number, line in json_lines(path):
        found = _sample(line, path)
        if isinstance(found, str):
            if strict:
                otherwise = f"skip such lines by leaving out {option}" if option else "take it out"
                raise InputError(f"{path}:{number}: {found}; mend the line, or {otherwise}")
            malformed.append(Malformed(number, found))
        elif found.id in samples:
            if strict:
                raise InputError(f"{path}:{number}: id {found.id!r} came before; give every pair an id of its own")
            duplicates[found.id] += 1
        else:
            samples[found.id] = found
    if not samples:
        raise InputError(f"{path} holds no usable pair{_why(malformed)}")
    foreign = Counter(one.language for one in samples.values() if by_id(one.language) is None)
    return DataSet(path, sha256(path), tuple(samples.values()), tuple(malformed), tuple(duplicates), dict(foreign))


def spread(samples: Sequence[Sample], limit: int) -> list[Sample]:
    """At most `limit` samples (0: all), taken from every task in turn; always the same ones, in their order."""
    if not limit or limit >= len(samples):
        return list(samples)
    by_task: dict[str, list[int]] = {}
    for index in sorted(range(len(samples)), key=lambda k: _digest(samples[k].id)):
        by_task.setdefault(samples[index].task, []).append(index)
    rounds = sorted(
        (place, _digest(task), index) for task, indices in by_task.items() for place, index in enumerate(indices)
    )
    return [samples[index] for index in sorted(index for _, _, index in rounds[:limit])]


def _sample(line: bytes, path: Path) -> Sample | str:
    """The sample of a line, or why it is none."""
    try:
        row = shapes.from_json(line, _Row)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        return _no_number(line) or " ".join(str(error).split())
    references = tuple(row.references or ()) or ((row.reference,) if row.reference is not None else ())
    if not references:
        return "it has neither `reference` nor `references`"
    known = by_name(row.lang)
    return Sample(
        id=row.id,
        data=row.set or path.name.split(".")[0],
        task=str(row.task),
        language=known.id if known is not None else row.lang,
        candidate=row.candidate,
        references=references,
        passed=row.passed,
        human=row.human,
        model=row.model,
        source=row.source or "",
        intent=row.intent or "",
        graders=row.human_raw or {},
        published=row.published or {},
    )


def _no_number(line: bytes) -> str:
    """Which field of a line is NaN or an infinity, which JSON has no word for; empty where none is."""
    try:
        found = next(_no_numbers(json.loads(line, parse_constant=_NoNumber)), None)
    except (ValueError, RecursionError):
        return ""
    return f"{found[0]} is {found[1].name}, which is no number in JSON" if found is not None else ""


@dataclass(frozen=True, slots=True)
class _NoNumber:
    """NaN, Infinity or -Infinity, as it is written."""

    name: str


def _no_numbers(row: object, field: str = "") -> Iterator[tuple[str, _NoNumber]]:
    """The fields that are no number, those inside of another by their path (`published.bleu`)."""
    if isinstance(row, _NoNumber):
        yield f"`{field}`" if field else "the line", row
    elif isinstance(row, dict):
        for name, value in row.items():
            yield from _no_numbers(value, f"{field}.{name}" if field else name)
    elif isinstance(row, list):
        for value in row:
            yield from _no_numbers(value, field)


def _why(malformed: list[Malformed]) -> str:
    """What was wrong with its lines, for the message that there is nothing else."""
    if not malformed:
        return "; it is empty"
    first = malformed[0]
    if len(malformed) == 1:
        return f" (1 malformed line, line {first.line}: {first.reason}); mend it"
    return f" ({len(malformed)} malformed lines, the first is line {first.line}: {first.reason}); mend them"


def _digest(text: str) -> bytes:
    return hashlib.blake2b(text.encode(), digest_size=8).digest()
