"""What is graded: every text that stands for a task, once, references among them and not marked; in which order.

As in Out of the BLEU (section 4.4), graders see the task and one snippet, and do not know whether a model or a person
wrote it.  A text that several models gave for one task is graded once, and its grade counts for each of them.  Knows no
file and no page.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from hashlib import blake2b

from codescore.foundation.errors import InputError
from codescore.study.dataset import Sample


@dataclass(frozen=True, slots=True)
class Terms:
    """How a set is graded: `references` mixed in at most (None: all), `beside`: the reference is shown as the task."""

    seed: int = 0
    references: int | None = None
    beside: bool = False


@dataclass(frozen=True, slots=True)
class Item:
    """One text to grade.  `samples` are the ids it stands for; `reference`: it is a reference, whoever else wrote it.

    `beside` is the reference that says what was asked for, where the task has no words.
    """

    key: str
    task: str
    intent: str
    language: str
    text: str
    samples: tuple[str, ...] = ()
    reference: bool = False
    beside: str = ""


def items_of(samples: Sequence[Sample], terms: Terms) -> tuple[Item, ...]:
    """The items of data sets, in an order that the seed does not change.

    Raises InputError for an id that two samples have, and for a task without words unless references stand beside.
    """
    found: dict[str, Item] = {}
    ids: set[str] = set()
    for sample in samples:
        if sample.id in ids:
            raise InputError(f"{sample.id} stands twice in the data; give every pair an id of its own")
        ids.add(sample.id)
        if not terms.beside and not sample.intent.strip():
            raise InputError(
                f"{sample.id} has no `intent`: graders would not know what was asked; add it, or show the reference as "
                "the task with --show-reference"
            )
        item = _item(sample, sample.candidate, terms)
        known = found.get(item.key, item)
        found[item.key] = replace(known, samples=(*known.samples, sample.id))
    for item in _references(samples, terms):
        known = found.get(item.key, item)
        found[item.key] = replace(known, reference=True)
    return tuple(found.values())


def digest(items: Sequence[Item]) -> str:
    """Changes with what is graded: texts, tasks, ids, and which are references."""
    parts = [repr((i.key, i.intent, i.beside, i.samples, i.reference)) for i in items]
    return blake2b("\0".join(sorted(parts)).encode("utf-8", "replace"), digest_size=16).hexdigest()


def order(items: Sequence[Item], seed: int, grader: str) -> list[Item]:
    """The grader's own order: the same at every start, and another one for everybody else."""
    shuffled = sorted(items, key=lambda item: item.key)
    # A text as seed is hashed by Python with SHA-512, the same everywhere; the order is no secret.
    random.Random(f"{seed}\0{grader}").shuffle(shuffled)  # noqa: S311
    return shuffled


def _references(samples: Sequence[Sample], terms: Terms) -> list[Item]:
    """Items of references, of every task in turn, as many as are wanted; none where they stand beside anyway."""
    if terms.beside:
        return []
    every = {item.key: item for one in samples for text in one.references for item in [_item(one, text, terms)]}
    items = sorted(every.values(), key=lambda item: item.key)
    if terms.references is None or terms.references >= len(items):
        return items
    return random.Random(f"{terms.seed}\0references").sample(items, terms.references)  # noqa: S311


def _item(sample: Sample, text: str, terms: Terms) -> Item:
    key = blake2b("\0".join((sample.data, sample.task, text)).encode("utf-8", "replace"), digest_size=12).hexdigest()
    beside = sample.references[0] if terms.beside else ""
    return Item(key, sample.task, sample.intent.strip(), sample.language, text, beside=beside)
