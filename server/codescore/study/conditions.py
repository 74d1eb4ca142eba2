"""The conditions that a metric is studied under: the papers' perturbations of candidates (sections 5.2 to 5.4).

    original   candidate and references as they are
    o2s        the candidate sketched, the references as they are (tables 4, 5)
    s2s        both sketched
    token      the candidate's own names replaced by others
    syntax     the candidate rewritten by the rules of table 1, then both sketched (table 6)
    semantic   of the passing candidates 25, 50, 75 or 100 % mutated by table 2, their label then 0; both sketched
               (tables 7 to 10)

The last three are drawn: once per seed, their measures averaged.  A candidate that no rule applies to stays as it is,
with its label, and is counted.  As in the paper (section 5.2, end), text metrics see sketches under `syntax` and
`semantic`; metrics that sketch or compile for themselves are given the code and never a sketch, so that o2s and s2s
change nothing for them.  Deterministic; knows no metric and no file.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from codescore import rewrite
from codescore.foundation.errors import InputError
from codescore.foundation.text import encode
from codescore.languages import by_id
from codescore.metrics.prepared import prepare
from codescore.study.dataset import Sample

Condition = Literal["original", "o2s", "s2s", "token", "syntax", "semantic"]

CONDITIONS: tuple[Condition, ...] = ("original", "o2s", "s2s", "token", "syntax", "semantic")
#: Those that are drawn by seed.
DRAWN: tuple[Condition, ...] = ("token", "syntax", "semantic")
#: Shares of the passing candidates that are mutated, in percent (tables 7 to 10).
SHARES = (25, 50, 75, 100)

# Enough for any candidate that a person wrote: each edit is held against all others, so that none overlap.
_MOST_EDITS = 200


@dataclass(frozen=True, slots=True)
class Texts:
    """What is compared: a candidate with its references."""

    candidate: str
    references: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Change:
    """A sample under a condition: what metrics of text see, and what those see that sketch for themselves.

    `changed` says whether the condition did anything to it.
    """

    text: Texts
    code: Texts
    changed: bool


def conditions_of(names: str) -> tuple[Condition, ...]:
    """The conditions of a comma-separated list, in the paper's order.  Raises InputError for an unknown one."""
    wanted = {name.strip() for name in names.split(",") if name.strip()}
    unknown = sorted(wanted - set(CONDITIONS))
    if unknown or not wanted:
        what = f"unknown condition {unknown[0]!r}" if unknown else "no condition was named"
        raise InputError(f"{what}; known are {', '.join(CONDITIONS)}")
    return tuple(condition for condition in CONDITIONS if condition in wanted)


def perturbed(sample: Sample, condition: Condition, number: int, seed: int) -> Change:
    """A sample under a condition, in its draw `number` (from 0); of `semantic`, only what passes is mutated."""
    plain = Texts(sample.candidate, sample.references)
    if condition == "original":
        return Change(plain, plain, False)
    if condition in ("o2s", "s2s"):
        text = _sketched(plain, sample.language, both=condition == "s2s")
        return Change(text, plain, text != plain)
    code = None
    if sample.passed or condition != "semantic":
        code = rewritten(sample.language, sample.candidate, condition, drawing(seed, condition, number, sample.id))
    changed = plain if code is None else Texts(code, sample.references)
    text = changed if condition == "token" else _sketched(changed, sample.language, both=True)
    return Change(text, changed, code is not None)


def rewritten(language_id: str, code: str, condition: Condition, seed: int, edits: int | None = None) -> str | None:
    """A variant of code by table 1 (`syntax`), table 2 (`semantic`) or renaming (`token`); None without a site."""
    language = by_id(language_id)
    if language is None:
        return None
    source = encode(code)
    if condition == "token":
        made = rewrite.rename(language, source, seed=seed)
    elif condition == "syntax":
        made = rewrite.transform(language, source, seed=seed, max_edits=edits or _MOST_EDITS)
    else:
        made = rewrite.mutate(language, source, seed=seed, max_edits=edits)
    return None if made is None else made.code.decode("utf-8", "replace")


def mutated(samples: Sequence[Sample], share: int, number: int, seed: int) -> frozenset[int]:
    """Indices of the passing samples that are mutated at a share in percent; a larger share holds a smaller one."""
    passing = [k for k, sample in enumerate(samples) if sample.passed]
    order = sorted(passing, key=lambda k: drawing(seed, "share", number, samples[k].id))
    return frozenset(order[: round(len(order) * share / 100)])


def drawing(seed: int, *what: object) -> int:
    """A seed of its own for one drawing, the same on every machine."""
    text = "\x1f".join(str(part) for part in (seed, *what))
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=6).digest(), "big")


def _sketched(texts: Texts, language: str, *, both: bool) -> Texts:
    """The sketch of the candidate, or of both; a text that has none (no grammar, no code) stays as it is."""
    references = texts.references
    if both:
        references = tuple(prepare(text, language).sketch or text for text in references)
    return Texts(prepare(texts.candidate, language).sketch or texts.candidate, references)
