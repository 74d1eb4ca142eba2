"""Samples → what models are asked, in both arms: two templates that differ by one sentence, filled in, nothing else.

A prompt is a `records.Prompt`, so that `codescore translate generate` sends it as any other; its task is
`ID:ARM` or `ID:ARM:safe` (of the safe source).  Pure but for reading the templates.  Neighbour: `translate.prompt`.
"""

from __future__ import annotations

import hashlib
import string
import tomllib
from collections.abc import Iterable, Iterator
from functools import cache
from importlib.resources import files

from codescore.translate.prompt import Sampling, words
from codescore.translate.records import Answer, Direction, Key, Prompt
from codescore.translate.security.model import ARMS, SOURCES, AnswerKey, Arm, Sample, SecurityData, Source


@cache
def direction() -> Direction:
    """From which language into which."""
    pair = tomllib.loads(files(__package__).joinpath("pair.toml").read_text(encoding="utf-8"))
    return Direction(pair["source"], pair["target"])


def template(arm: Arm) -> str:
    """The template of an arm."""
    return files(__package__).joinpath("templates", f"{arm}.txt").read_text(encoding="utf-8")


def text_of(sample: Sample, source: Source) -> str | None:
    """A version of a sample's source, None where it has none."""
    return sample.vulnerable if source == "vulnerable" else sample.safe


def filled(sample: Sample, arm: Arm, source: Source = "vulnerable") -> str:
    """What to ask; raises ValueError where the sample has no such version."""
    code = text_of(sample, source)
    if code is None:
        raise ValueError(f"{sample.id} has no safe version")
    here, there = words(direction().source), words(direction().target)
    places = {
        "SL": here.name, "SF": here.fence, "SC": code.strip("\n"),
        "TL": there.name, "TF": there.fence, "VERSION": there.version,
    }  # fmt: skip
    return string.Template(template(arm)).substitute(places).strip() + "\n"


def prompts(
    data: SecurityData, models: Iterable[str], arms: Iterable[Arm], source: Source, sampling: Sampling
) -> Iterator[Prompt]:
    """What to ask of each model about each sample in each arm; samples without that version are left out."""
    chosen = tuple(arms)
    for model in models:
        for sample in data.samples:
            for arm in chosen if text_of(sample, source) is not None else ():
                text = filled(sample, arm, source)
                for number in range(sampling.samples):
                    key = Key(model, str(direction()), task_of(sample.id, arm, source), number)
                    yield Prompt(key, text, _digest(text), _settings(sampling, arm, number))


def task_of(sample: str, arm: Arm, source: Source) -> str:
    """The task of a prompt."""
    return f"{sample}:{arm}" + (":safe" if source == "safe" else "")


def answers_of(answers: Iterable[Answer], data: SecurityData) -> dict[AnswerKey, str]:
    """The first answers of a run to these samples; others, and those that are errors, are left out."""
    known = {
        task_of(sample.id, arm, source): (sample.id, arm, source)
        for sample in data.samples
        for arm in ARMS
        for source in SOURCES
    }
    found: dict[AnswerKey, str] = {}
    for answer in sorted(answers, key=lambda one: one.key):
        if answer.key.task in known and not answer.error and answer.key.direction == str(direction()):
            sample, arm, source = known[answer.key.task]
            found.setdefault(AnswerKey(answer.key.model, arm, sample, source), answer.text)
    return found


def _settings(sampling: Sampling, arm: Arm, number: int) -> dict[str, object]:
    return {
        "temperature": sampling.temperature,
        "top_p": sampling.top_p,
        "max_tokens": sampling.max_tokens,
        "n": sampling.samples,
        "seed": None if sampling.seed is None else sampling.seed + number,
        "template": f"security-{arm}",
        "template_sha256": _digest(template(arm)),
    }


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
