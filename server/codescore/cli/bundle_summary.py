"""What a person wants to know of a bundle, in that order and in words; the whole manifest is in `--json`."""

from __future__ import annotations

from typing import Any

from codescore.embed import Bundle
from codescore.embed.manifest import LATE, LateInteraction, Manifest, ProbabilityModel

_FACTS = ("description", "licence", "languages", "precision", "dimensions", "max_tokens")
_AUDIT = "self-audit"
_MEASURES = ("auroc-within-task", "auroc", "mcc")


def summary(bundle: Bundle) -> dict[str, Any]:
    """Facts by label, as nested JSON values."""
    manifest = bundle.manifest
    return {
        **{key: getattr(manifest, key) for key in _FACTS},
        "size": f"{sum((bundle.path / name).stat().st_size for name in manifest.sha256) / 1e6:.1f} MB",
        "ways to compare": f"{', '.join(manifest.poolings)}; default {manifest.default_pooling}",
        **({LATE: _late(manifest.late)} if manifest.late is not None else {}),
        "score": f"1 above a similarity of {manifest.threshold:g}, set between rewrites of a program and its mutants",
        "correctness": _correctness(manifest),
        "probability": _probability(manifest.probability),
        "training": _training(manifest.training),
        "parity": _parity(manifest),
        "quality": _quality(manifest),
        "the whole manifest": f"codescore model info {bundle.path} --json",
    }


def _late(late: LateInteraction) -> str:
    suspicion = f" - {late.suspicion_price:g} x suspicion" if late.suspicion else ""
    return (
        f"recall of the reference's tokens - {late.mismatch_price:g} x mismatch - {late.operator_price:g} x exchanged "
        f"operators (at most {late.most_operators} count){suspicion}; {late.forms} + {late.roles} numbers a token; "
        f"{late.vector_pooling} where one vector is needed"
    )


def _correctness(manifest: Manifest) -> str:
    if manifest.correctness_threshold is None:
        return "no threshold recorded; the similarity is not set to tell passing from failing"
    return (
        f"a similarity of {manifest.correctness_threshold:g} tells best whether another program passes its tests; "
        "that is another question than the score's"
    )


def _probability(model: ProbabilityModel | None) -> str:
    if model is None:
        return "none in this bundle"
    low, high = model.unsure
    return f"of passing, for {', '.join(model.languages)}; between {low:g} and {high:g} it cannot say"


def _training(training: dict[str, Any]) -> dict[str, Any]:
    """Steps, time, and per language how many functions came from where."""
    corpus = training.get("corpus", {})
    summary, split = corpus.get("summary", {}), corpus.get("split", {})
    licences = {
        language: ", ".join(f"{name} {count:,}" for name, count in counts.items())
        for language, counts in summary.get("licences", {}).items()
    }
    return {
        "steps": training.get("steps"),
        "minutes": round(training.get("seconds", 0) / 60),
        "sampled per language": training.get("recipe", {}).get("pairs", {}).get("functions"),
        "functions to sample from": {k: v.get("train") for k, v in split.get("kept", {}).items()},
        "left out": split.get("dropped", {}),
        "licences": licences,
    }


def _parity(manifest: Manifest) -> str:
    parity = manifest.parity
    return (
        f"{'passes' if parity.passed else 'FAILS'} on {parity.samples} sketches: full precision differs by "
        f"{parity.fp32_max_difference:.1e}, shipped vectors have a cosine of at least {parity.shipped_min_cosine:.4f}"
    )


def _quality(manifest: Manifest) -> dict[str, Any]:
    """Of the default way to compare: the self-audit, then each data set with its intervals."""
    name, found = manifest.default_pooling, manifest.quality
    quality: dict[str, Any] = {}
    for language, numbers in found.get(_AUDIT, {}).get(name, {}).items():
        quality[f"rewrites against mutants, {language}"] = (
            f"AUROC {numbers['auroc']}; {_share(numbers['rewrites-pass'])} of {numbers['rewrites']} rewrites and "
            f"{_share(numbers['mutants-pass'])} of {numbers['mutants']} mutants score 1"
        )
    for data, result in found.items():
        measures = result.get("measures", {}).get(name) if isinstance(result, dict) else None
        if measures:
            said = "; ".join(f"{key} {_interval(measures[key])}" for key in _MEASURES if key in measures)
            quality[f"passing, {data}"] = f"{result['pairs']} pairs, {result['tasks']} tasks: {said}"
    return quality


def _share(value: float | None) -> str:
    return "–" if value is None else f"{value:.1%}"


def _interval(values: list[float | None]) -> str:
    value, low, high = (None if v is None else f"{v:.3f}" for v in values)
    return f"{value} [{low}, {high}]"
