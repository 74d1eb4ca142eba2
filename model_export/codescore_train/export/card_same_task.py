"""The model card's section on another algorithm for the same task, from the manifest.  Neighbour: `card`."""

from __future__ import annotations

from codescore.embed.manifest import Manifest, SameTask


def same_task(manifest: Manifest) -> str:
    """The section; empty for a bundle without such a part."""
    part = manifest.same_task
    if part is None:
        return ""
    across = ", ".join(f"{pair} {value:.3f}" for pair, value in part.quality["MAP@R"].items() if " in " in pair)
    return "\n\n".join(
        [
            "## Another algorithm for the same task",
            _what(part),
            _how(part),
            "\n".join([*_HEAD, *(_row(part, lang) for lang in part.languages)]),
            *([f"Across languages, MAP@R: {across}."] if across else []),
        ]
    )


_HEAD = (
    "| language | programs | another approach | MAP@R | approaches above | look-alikes above |",
    "|---|---:|---:|---:|---:|---:|",
)


def _what(part: SameTask) -> str:
    return (
        f"A bag of {part.rows:,} features of sketches (runs of words, statements, places of variables), "
        f"{part.dimensions} numbers each, trained by contrast over right programs of one task. It sees no name that a "
        "program defines, knows nothing of right or wrong, and changes no score. Its number is the chance that a pair "
        "so near is of one task, where other approaches and look-alikes are equally many."
    )


def _how(part: SameTask) -> str:
    return (
        f"Measured on {part.quality['tasks']} tasks that nothing was trained on; recipe and scale were chosen on them. "
        "A look-alike is, of one program each of 60 other tasks, the one most like it by token trigrams. AUROC of "
        "another approach against it, 95 % interval over tasks; retrieval among all programs of these tasks (MAP@R); "
        "and how many reach a threshold that was set on the other half of the tasks, for "
        f"{part.false_positives:.0%} of look-alikes. Of those above it fewer are said to be another way: programs that "
        "are the same but for a part are not."
    )


def _row(part: SameTask, lang: str) -> str:
    value, low, high = part.quality["another approach"][lang]
    said = part.quality["out of fold"][lang]
    return (
        f"| {lang} | {part.quality['programs'][lang]} | {value:.3f} ({low:.3f} to {high:.3f}) | "
        f"{part.quality['MAP@R'][lang]:.3f} | {said['another approach said']:.3f} | {said['look-alike said']:.3f} |"
    )
