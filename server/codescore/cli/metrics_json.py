"""Columns of metrics as JSON documents.  Fields are added, never renamed."""

from __future__ import annotations

import dataclasses
import statistics
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from codescore.cli.metrics_inputs import Inputs
    from codescore.metrics import Column, Result

_FAILURES = 100  # listed by id; all are counted


def files_json(labels: Sequence[str], columns: Sequence[Column]) -> dict[str, Any]:
    """One candidate against references: a value, or a reason, per metric."""
    return {
        "candidate": labels[0],
        "references": list(labels[1:]),
        "metrics": [{**_result(column, column.results[0], labels), "seconds": _seconds(column)} for column in columns],
        "failed": sum(column.failed for column in columns),
    }


def data_json(inputs: Inputs, columns: Sequence[Column], *, pairs: bool) -> dict[str, Any]:
    """Data sets: per metric and language the mean over pairs, the corpus value, and what failed."""
    return {
        "data": [
            {
                "file": str(data.path),
                "sha256": data.sha256,
                "samples": len(data.samples),
                "without_grammar": data.without_grammar,
                "malformed": [dataclasses.asdict(line) for line in data.malformed],
                "duplicates": list(data.duplicates),
            }
            for data in inputs.data
        ],
        "metrics": [row for column in columns for row in _rows(inputs, column, pairs=pairs)],
        "failed": sum(column.failed for column in columns),
    }


def list_json() -> dict[str, Any]:
    """Every metric and tokenisation, explained."""
    from codescore.metrics import metric_class, names
    from codescore.metrics.tokens import TOKENISATIONS

    return {
        "metrics": [
            {
                "metric": name,
                "title": found.title,
                "summary": found.summary,
                "source": found.source,
                "cost": found.cost,
                "languages": sorted(found.languages) if found.languages is not None else None,
                "requires": list(found.requires),
            }
            for name, found in ((name, metric_class(name)) for name in names())
        ],
        "tokenisations": [{"tokens": t.name, "summary": t.summary, "source": t.source} for t in TOKENISATIONS.values()],
    }


def _result(column: Column, result: Result, labels: Sequence[str]) -> dict[str, Any]:
    score = result.score
    return {
        "metric": column.metric,
        "title": column.title,
        "value": score.value,
        "parts": dict(score.parts),
        "note": score.note,
        "reason": score.reason,
        "reference": labels[1 + score.reference] if score.reference is not None else None,
        "signature": str(result.signature),
    }


def _rows(inputs: Inputs, column: Column, *, pairs: bool) -> list[dict[str, Any]]:
    """One row per language."""
    rows = []
    for corpus in column.corpus:
        language = dict(corpus.signature.settings)["lang"]
        results = [
            (id_, result)
            for id_, pair, result in zip(inputs.ids, inputs.pairs, column.results, strict=True)
            if pair.language == language
        ]
        known = [result.score.value for _, result in results if result.score.value is not None]
        failures = [{"id": id_, "reason": r.score.reason} for id_, r in results if r.score.value is None]
        row: dict[str, Any] = {
            "metric": column.metric,
            "title": column.title,
            "lang": language,
            "n": len(results),
            "failed": len(failures),
            "mean": statistics.fmean(known) if known else None,
            "corpus": corpus.score.value,
            "reason": "" if known else (failures[0]["reason"] if failures else "no pair"),
            "failures": failures[:_FAILURES],
            "signature": str(corpus.signature),
            "seconds": _seconds(column),
        }
        if pairs:
            row["values"] = {id_: result.score.value for id_, result in results}
        rows.append(row)
    return rows


def _seconds(column: Column) -> float:
    return round(column.seconds, 4)
