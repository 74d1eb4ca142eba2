"""A run measured from its checkpoint, without exporting it: what experiments are compared by.

The self-audit on held-out functions, and AUROC of passing on data sets, for every pooling and for late interaction with
the recipe's prices.  In full precision and without compiling: differences between recipes, not the product's quality,
which `evaluate` measures.  Neighbours: `commands.trial` writes the result, `commands.table` sets results side by side.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from tokenizers import Tokenizer

from codescore.embed.manifest import LATE
from codescore.engine import Session, make_source, match_units
from codescore.languages import Language, by_id
from codescore.score import Components, exchanged_operators, late_parts, late_similarity
from codescore.sketch import SketchText
from codescore.study.measures import auroc
from codescore_train.export.bundle import late_of
from codescore_train.pairs.generate import pairs_path
from codescore_train.pairs.store import Tokens, load_pairs
from codescore_train.progress import Progress
from codescore_train.tokenizer.special import load_tokenizer
from codescore_train.train import audit
from codescore_train.train.embedder import torch_embedder
from codescore_train.train.late_audit import compare_tokens, mismatch_auroc, torch_tokens
from codescore_train.train.recall import token_rarity
from codescore_train.verify.dataset import Sample, read_samples
from codescore_train.work import Work

_CPU = torch.device("cpu")


@dataclass(frozen=True, slots=True)
class _Pair:
    """Sketches of a sample's first matched units and their tokens."""

    sample: Sample
    language: Language
    texts: tuple[SketchText, SketchText]
    tokens: tuple[Tokens, Tokens]


def measure_run(work: Work, data: Sequence[Path], functions: int, limit: int) -> dict[str, Any]:
    """Measures of a work folder's run: `functions` per language in the self-audit, `limit` samples per data set."""
    chosen = audit.choose(work.valid, functions)
    cosines = audit.measure(torch_embedder(work.learner, work.special, _CPU), work.valid, chosen)
    late = late_of(work)
    alone: dict[str, dict[str, float]] = {}
    if late is not None:
        embed = torch_tokens(work.learner, work.special, _CPU)
        compared = compare_tokens(embed, work.valid, chosen, load_tokenizer(work.tokenizer))
        cosines[LATE] = compared.similarities(late)
        alone["mismatch"] = mismatch_auroc(compared, work.valid.languages)
    result: dict[str, Any] = {
        "steps": work.state.step,
        "seconds": round(work.state.seconds),
        "self-audit": {
            name: {language: round(v, 4) for language, v in by_language.items()}
            for name, by_language in (
                {n: audit.summary(c, work.valid.languages) for n, c in cosines.items()} | alone
            ).items()
        },
    }
    for path in data:
        result[path.name.split(".")[0]] = _passing(work, _pairs(path, limit, load_tokenizer(work.tokenizer), work))
    return result


def _pairs(path: Path, limit: int, tokenizer: Tokenizer, work: Work) -> list[_Pair]:
    session = Session(disk_cache=False)
    found = []
    longest = work.recipe.model.max_tokens - 2
    try:
        for sample in read_samples(path, limit):
            language = by_id(sample.language)
            assert language is not None  # read_samples leaves the others out
            ours, theirs = (make_source(language, c, "code") for c in (sample.candidate, sample.reference))
            matched = match_units(session, ours, theirs)
            if matched:
                texts = (
                    session.sketch(ours, matched[0].unit).text,
                    session.sketch(theirs, matched[0].reference_unit).text,
                )
                ids = [
                    np.asarray(e.ids[:longest], np.uint16)
                    for e in tokenizer.encode_batch(list(texts), add_special_tokens=False)
                ]
                found.append(_Pair(sample, language, texts, (ids[0], ids[1])))
    finally:
        session.close()
    return found


def _passing(work: Work, pairs: Sequence[_Pair]) -> dict[str, dict[str, float]]:
    """AUROC of passing, pooled and the mean within tasks, by way of comparing."""
    sequences = [tokens for pair in pairs for tokens in pair.tokens]
    vectors = torch_embedder(work.learner, work.special, _CPU)(sequences)
    scores = {name: np.einsum("nd,nd->n", v[0::2], v[1::2]).astype(float) for name, v in vectors.items()}
    late = late_of(work)
    if late is not None:
        rarity = token_rarity(load_pairs(pairs_path(work.folder, "train")), work.special.size).numpy()
        each = torch_tokens(work.learner, work.special, _CPU, rarity)(sequences)
        parts = []
        with Progress("token by token", len(pairs)) as progress:
            for k, pair in enumerate(pairs):
                parts.append(_parts(pair, late_parts(each[2 * k], each[2 * k + 1], int)))
                progress.update(k + 1)
        scores[LATE] = np.asarray([late_similarity(p, late) for p in parts])
        scores["recall"] = np.asarray([p.recall for p in parts])
        scores["mismatch"] = np.asarray([-p.mismatch for p in parts])
        if late.suspicion:
            scores["suspicion"] = np.asarray([-p.suspicion for p in parts])
    passed = np.asarray([pair.sample.passed for pair in pairs])
    tasks = np.asarray([pair.sample.task for pair in pairs])
    return {
        name: {"pooled": round(auroc(s, passed), 4), "within-task": round(_within(s, passed, tasks), 4)}
        for name, s in scores.items()
    }


def _parts(pair: _Pair, parts: Components) -> Components:
    return replace(parts, operators=exchanged_operators(*pair.texts, pair.language))


def _within(scores: NDArray[np.float64], passed: NDArray[np.bool_], tasks: NDArray[np.str_]) -> float:
    values = [auroc(scores[tasks == task], passed[tasks == task]) for task in np.unique(tasks)]
    return float(np.nanmean(values))
