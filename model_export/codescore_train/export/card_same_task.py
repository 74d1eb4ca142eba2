"""The model card's section on another algorithm for the same task, from the manifest.  Neighbour: `card`."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median

import numpy as np

from codescore.embed.manifest import Manifest, SameTask
from codescore.embed.task_model import shapes


def same_task(manifest: Manifest) -> str:
    """The section; empty for a bundle without such a part."""
    part = manifest.same_task
    if part is None:
        return ""
    across = sorted(value for pair, value in part.quality["MAP@R"].items() if " in " in pair)
    return "\n\n".join(
        [
            "## Another algorithm for the same task",
            _what(part),
            _how(part),
            "\n".join([*_HEAD, *(_row(part, lang) for lang in part.languages)]),
            *([_across(across)] if across else []),
        ]
    )


_HEAD = (
    "| language | programs | another approach | MAP@R | approaches above | look-alikes above |",
    "|---|---:|---:|---:|---:|---:|",
)


def _what(part: SameTask) -> str:
    return (
        f"A bag of {part.rows:,} features of sketches: runs of words, statements, places of variables, pairs of words. "
        f"A feature has {_numbers(part)}; {_megabytes(part):.1f} MB in all. "
        "It is trained by contrast over right programs of one task. "
        f"{_crowd(part)}It sees no name that a "
        "program defines, knows nothing of right or wrong, and changes no score. Its number is the chance that a pair "
        "so near is of one task, where other approaches and look-alikes are equally many."
    )


def _numbers(part: SameTask) -> str:
    """How much is stored for a feature."""
    heads = f" in {part.heads} heads, whose cosines are averaged" if part.heads > 1 else ""
    return f"{part.dimensions} numbers of {part.bits} bits{heads}"


def _megabytes(part: SameTask) -> float:
    """The size of its file; `codescore model bench` measures that and the time of a program here."""
    return sum(np.dtype(kind).itemsize * float(np.prod(shape)) for kind, shape in shapes(part)) / 1e6


def _crowd(part: SameTask) -> str:
    if not part.crowd:
        return ""
    return (
        "Two programs are near by the cosine of their vectors, less how crowded their places are: the mean cosine to "
        f"the nearest {part.crowd} of {part.centres:,} known tasks. "
    )


def _how(part: SameTask) -> str:
    return (
        f"Measured on {part.quality['tasks']} tasks that nothing was trained on; recipe and scale were chosen on them. "
        "A look-alike is, of one program each of 60 other tasks, the one most like it by token trigrams. AUROC of "
        "another approach against it, 95 % interval over tasks; retrieval among all programs of these tasks (MAP@R); "
        "and how many reach a language's threshold that was set on the other half of the tasks, for "
        f"{part.false_positives:.0%} of look-alikes. Of those above it fewer are said to be another way: programs that "
        "are the same but for a part are not."
    )


def _across(values: Sequence[float]) -> str:
    return (
        f"Across languages, over {len(values)} ordered pairs of them, MAP@R is {values[0]:.3f} to {values[-1]:.3f}, "
        f"median {median(values):.3f}."
    )


def _row(part: SameTask, lang: str) -> str:
    value, low, high = part.quality["another approach"][lang]
    said = part.quality["out of fold"][lang]
    return (
        f"| {lang} | {part.quality['programs'][lang]} | {value:.3f} ({low:.3f} to {high:.3f}) | "
        f"{part.quality['MAP@R'][lang]:.3f} | {said['another approach said']:.3f} | {said['look-alike said']:.3f} |"
    )
