"""The model card of a bundle, in plain words, from its manifest and what was recorded there; nothing is measured here.

What a manifest does not say is named as not recorded.  Neighbours: `bundle` writes manifests, `verify` fills their
quality, `commands.card` writes the file.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from codescore.embed.manifest import LATE, LateInteraction, Manifest
from codescore_train.export.card_same_task import same_task

CARD_FILE = "MODEL_CARD.md"
_AUDIT, _EIGHT_BITS = "self-audit", "eight-bits"
_BASELINES = ("edit-distance", "edit-distance-if-compiles", "compiles-only", "always-1")
_KINDS = {"token": "names changed", "syntax": "rewritten (table 1)", "semantic": "mutated (table 2)"}
_NONE = "not recorded"


def model_card(manifest: Manifest) -> str:
    """The whole card as Markdown."""
    parts = [
        _head(manifest),
        _scores(manifest),
        _sources(manifest.training),
        _making(manifest),
        _audit(manifest),
        _passing(manifest),
        _perturbed(manifest),
        _chances(manifest),
        same_task(manifest),
        _shipped(manifest),
        _limits(manifest),
    ]
    return "\n\n".join(part for part in parts if part) + "\n"


def _head(m: Manifest) -> str:
    return (
        f"# {m.name} {m.version}\n\n{m.description}\n\n"
        f"Licence: {m.licence}. Languages: {', '.join(m.languages)}. One ONNX file, {m.precision}, vectors of "
        f"{m.dimensions} numbers, windows of {m.max_tokens} tokens, vocabulary of {m.vocabulary:,}.\n\n"
        "It reads *sketches*: code without layout, comments and the names that a function defines itself. Written by "
        "`codescore-train card` from `manifest.json`, which has every number below and more."
    )


def _scores(m: Manifest) -> str:
    score = (
        f"* **Score** 1 above a similarity of {m.threshold:g}: set between rewrites of one program and its mutants. "
        "A 1 says *the same program, rewritten*; a 0 does not say *wrong*."
    )
    lines = [f"* **Similarity** 0 to 1: by {m.default_pooling}, on a scale set with held-out corpus functions.", score]
    if m.late is not None:
        late = (
            f"* **{LATE}**: recall of the reference's tokens, less {m.late.mismatch_price:g} × the trained mismatch, "
            f"less {m.late.operator_price:g} for each exchanged operator (at most {m.late.most_operators} count)"
            f"{_suspicion(m.late)}. The operators mirror the mutations that the score is audited on: a named part of "
            "the similarity, no proof of meaning."
        )
        lines.insert(1, late)
    lines.append(f"* **Correctness** is another question: {_correctness(m)}.")
    return "\n".join(["## What its numbers mean", "", *lines])


def _suspicion(late: LateInteraction) -> str:
    if not late.suspicion:
        return ""
    return (
        f", less {late.suspicion_price:g} × the suspicion: the highest chance, by what was learnt from mutants, that a "
        "token which the reference does not explain was put in another's place"
    )


def _correctness(m: Manifest) -> str:
    if m.correctness_threshold is None:
        return f"a threshold for it is {_NONE}"
    found = m.quality.get("correctness", {})
    by = f" (mean MCC {found['mean-mcc']}, at 0.5 {found['mean-mcc-at-0.5']})" if "mean-mcc" in found else ""
    return f"whether a different program passes its tests is told best at {m.correctness_threshold:g}{by}"


def _sources(training: dict[str, Any]) -> str:
    corpus = training.get("corpus", {})
    summary, split = corpus.get("summary"), corpus.get("split")
    lines = ["## What it was trained on", ""]
    if summary is None:
        return "\n".join([*lines, f"Sources and licences: {_NONE}."])
    lines.append(
        f"{summary.get('sources_used', _NONE)} published source archives, permissive licences only; left out: "
        f"{_counts(summary.get('sources_skipped', {}))}. Functions by language and licence:"
    )
    lines += ["", *(f"* {language}: {_counts(by)}" for language, by in summary.get("licences", {}).items())]
    if split is not None:
        lines += ["", *_split(split)]
    sampled = training.get("recipe", {}).get("pairs", {}).get("functions")
    lines.append(f"\nOf each language {sampled:,} functions were sampled for training." if sampled else "")
    lines += _different(training)
    return "\n".join(lines).rstrip()


def _different(training: dict[str, Any]) -> list[str]:
    """Where programs for one purpose came from that are no rewrites of each other; nothing where there are none."""
    pairs, lines = training.get("pairs", {}), []
    languages = set(pairs.get("functions", {}))
    for name, said in (
        ("namesakes", "pairs of functions of one name in different projects of the corpus"),
        ("solutions", "pairs of programs that passed the tests of one task"),
    ):
        found = {language: n for language, n in pairs.get(name, {}).items() if language in languages}
        files = f", from {', '.join(pairs.get('solution files', {}))}" if name == "solutions" else ""
        if any(found.values()):
            lines.append(f"* {said}{files}: {_counts(found)}")
    said = training.get("corpus", {}).get("attribution", {}).get("text")  # of a summary `attribution.json`
    head = "\nDifferent programs for one purpose, as positives of each other, with mutants and faults of the second:\n"
    return [head, *lines, *([f"\n{said}"] if said else [])] if lines else []


def _split(split: dict[str, Any]) -> list[str]:
    rows = [
        [language, f"{read:,}", _counts(split["dropped"].get(language, {})), f"{kept['train']:,}", f"{kept['valid']:,}"]
        for language, read in split["read"].items()
        if (kept := split["kept"].get(language))
    ]
    lines = _table(["language", "extracted", "left out", "to train on", "held out (other projects)"], rows)
    evaluation = split.get("evaluation", {})
    if "programs" in evaluation:
        absent = evaluation.get("languages_not_read")
        said = (
            f"*Evaluation data* above are functions too like one of {evaluation['units']:,} units of the evaluation "
            f"sets ({_counts(evaluation['programs'])}); not compared: {_counts(absent) if absent else 'none'}."
        )
        lines += ["", said]
    return lines


def _making(m: Manifest) -> str:
    recipe = m.training.get("recipe", {})
    model, train = recipe.get("model", {}), recipe.get("train", {})
    start = f"From the weights of `{model['base']}`" if model.get("base") else "A compact transformer from scratch"
    late = " and a mismatch loss on token vectors" if m.late is not None and train.get("late_weight") else ""
    if m.late is not None and m.late.suspicion:
        late += ", with replaced-operator detection (ELECTRA's task on the mutations of table 2)"
    first = "masked language modelling, then " if train.get("mlm_weight", 1.0) else "detection alone, then "
    first = first if train.get("warm_up", 1.0) else ""
    frozen = train.get("frozen_layers", 0)
    kept = f" The embedding and the first {frozen} layer(s) were kept as they were." if frozen else ""
    libraries = ", ".join(f"{name} {number}" for name, number in m.training.get("libraries", {}).items())
    return (
        f"## How\n\n{start}: {first}ConCE (equation 4 of the CodeScore-R paper) "
        f"on {', '.join(train.get('poolings', [])) or 'no vector'}{late}. Positives are rewrites (table 1) and second "
        f"dropout passes, negatives mutants (table 2). {m.training.get('steps', _NONE)} steps in "
        f"{round(m.training.get('seconds', 0) / 60)} minutes, one seed.{kept}{_earlier(m.training)} Libraries: "
        f"{libraries or _NONE}; every setting is in the manifest."
    )


def _earlier(training: dict[str, Any]) -> str:
    """The run that this one went on from, where a summary called `start` says so: {from, steps, note}."""
    start = training.get("corpus", {}).get("start")
    blend = training.get("blend")
    mixed = f" What ships is a blend: {blend['share-of-start']:.0%} of the start, the rest of the end." if blend else ""
    if start is None:
        return mixed
    note = f" {start['note']}" if "note" in start else ""
    return f" It went on from {start.get('from', _NONE)}, which had {start.get('steps', _NONE)} steps.{note}{mixed}"


def _audit(m: Manifest) -> str:
    rows = [
        [
            f"**{name}**" if name == m.default_pooling else name,
            language,
            f"{n['auroc']:.4f}",
            f"{_share(n['rewrites-pass'])} of {n['rewrites']}",
            f"{_share(n['mutants-pass'])} of {n['mutants']}",
        ]
        for name, by_language in m.quality.get(_AUDIT, {}).items()
        for language, n in by_language.items()
    ]
    head = ["way to compare", "language", "AUROC", "rewrites that score 1", "mutants that score 1"]
    text = "Rewrites against one-operator mutants of the same function, held-out projects:"
    return "\n".join(["## Robustness: the self-audit", "", text, "", *(_table(head, rows) if rows else [_NONE])])


def _passing(m: Manifest) -> str:
    lines = ["## Does it follow the tests?", ""]
    for data, result in _sets(m).items():
        names = [m.default_pooling, *(n for n in result["measures"] if n not in (m.default_pooling, *_BASELINES))]
        rows = [
            [f"**{name}**" if name == m.default_pooling else name]
            + [_interval(result["measures"][name].get(key)) for key in ("auroc-within-task", "auroc", "mcc", "mae")]
            for name in (*names, *_BASELINES)
            if name in result["measures"]
        ]
        passed = f"{result['passed']:.0%} of them pass" if "passed" in result else ""
        lines += [f"{data}: {result['pairs']} pairs, {result['tasks']} tasks, {passed}; 95 % intervals over tasks.", ""]
        lines += [*_table(["", "AUROC within task", "AUROC pooled", "MCC at 0.5", "MAE"], rows), ""]
    return "\n".join(lines if len(lines) > 2 else [*lines, _NONE]).rstrip()


def _perturbed(m: Manifest) -> str:
    rows = []
    for data, result in _sets(m).items():
        for kind, words in _KINDS.items():
            found = result.get("perturbation", {}).get(kind, {})
            before = found.get("same-candidates-original", {})
            if found.get("n") and before.get("n"):
                pair = [f"{x[key][m.default_pooling]:.3f}" for key in ("score", "similarity") for x in (before, found)]
                rows.append([data, words, str(found["n"]), *(f"{pair[k]} → {pair[k + 1]}" for k in (0, 2))])
    if not rows:
        return ""
    head = ["data", "candidates", "n", "mean score", "mean similarity"]
    text = f"Passing candidates against the true reference, before → after, by {m.default_pooling}:"
    return "\n".join(["## Under perturbation", "", text, "", *_table(head, rows)])


def _chances(m: Manifest) -> str:
    lines = ["## Probability of being correct", ""]
    if m.probability is None:
        return "\n".join([*lines, "This bundle gives none."])
    low, high = m.probability.unsure
    lines.append(
        f"A small model over what is already known of a pair, for {', '.join(m.probability.languages)} and pooled for "
        f"others; between {low:g} and {high:g} it says that it cannot tell. Recorded with it:"
    )
    return "\n".join([*lines, "", *_bullets(m.probability.training)])


def _shipped(m: Manifest) -> str:
    p = m.parity
    parity = (
        f"Against the trained weights on {p.samples} held-out sketches: ONNX in full precision differs by at most "
        f"{p.fp32_max_difference:.1e}, the shipped file's vectors have a cosine of at least {p.shipped_min_cosine:.4f} "
        f"(mean {p.shipped_mean_cosine:.5f})."
    )
    lines = ["## Eight bits", "", parity]
    found = m.quality.get(_EIGHT_BITS)
    if found is None:
        return "\n".join([*lines, "", f"Verdicts that flip: {_NONE}."])
    way = found["ways"][found["default-pooling"]]
    times = {word: f"{median} ms (p95 {slow})" for word, (median, slow) in found["milliseconds-128-tokens"].items()}
    lines.append("")
    lines.append(
        f"{way['flipped-pairs']} of {found['pairs']} verdicts differ from full precision ({found['flips']:.2%}), the "
        f"similarity by {way['similarity-difference']['mean']} on average and "
        f"{way['similarity-difference']['max']} at most. 128 tokens take {times.get('one-thread', _NONE)} on one "
        f"thread, {times.get('two-threads', _NONE)} on two."
    )
    return "\n".join(lines)


def _limits(m: Manifest) -> str:
    passing = {
        data: result.get("perturbation", {}).get("original", {}).get("score", {}).get(m.default_pooling)
        for data, result in _sets(m).items()
    }
    said = ", ".join(f"{score:.1%} on {data}" for data, score in passing.items() if score is not None) or _NONE
    lines = [
        f"* Tell a different right program from a wrong one by its score. Candidates that pass and score 1: {said}.",
        f"* Languages other than {', '.join(m.languages)}: it was trained on none.",
        "* See what tests see: it runs nothing. A high similarity can hide a wrong constant or another order of calls.",
        f"* Read more than {m.max_tokens} tokens at once: longer functions are cut into windows at line ends.",
        "* Judge people. It is one signal beside tests and reading, trained with one seed.",
    ]
    return "\n".join(["## What it cannot do", "", *lines])


def _sets(m: Manifest) -> dict[str, dict[str, Any]]:
    """The data sets that were evaluated."""
    return {k: v for k, v in m.quality.items() if isinstance(v, dict) and m.default_pooling in v.get("measures", {})}


def _counts(by: dict[str, int]) -> str:
    return ", ".join(f"{name} {count:,}" for name, count in by.items()) or "none"


def _share(value: float | None) -> str:
    return _NONE if value is None else f"{value:.1%}"


def _interval(values: Sequence[float | None] | None) -> str:
    if not values or values[0] is None:
        return _NONE
    low, high = (None if v is None else f"{v:.3f}" for v in values[1:])
    return f"{values[0]:.3f} [{low}, {high}]" if low and high else f"{values[0]:.3f}"


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    return [f"| {' | '.join(head)} |", f"|{'---|' * len(head)}", *(f"| {' | '.join(row)} |" for row in rows)]


def _bullets(found: dict[str, Any], depth: int = 0) -> list[str]:
    """Nested values as a list; lists of values on one line."""
    lines: list[str] = []
    for key, value in found.items():
        pad = "  " * depth
        if isinstance(value, dict):
            lines += [f"{pad}* {key}:", *_bullets(value, depth + 1)]
        elif isinstance(value, list | tuple) and len(value) == 3 and all(isinstance(v, int | float) for v in value):
            lines.append(f"{pad}* {key}: {_interval(value)}")
        elif not isinstance(value, list | tuple) or len(value) <= 8:
            said = ", ".join(map(str, value)) if isinstance(value, list | tuple) else value
            lines.append(f"{pad}* {key}: {said}")
    return lines
