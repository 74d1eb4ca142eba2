"""Recorded results, read back: a study's folder, or one compact file that several were put into.

Nothing is computed here: rows are found by data set, metric and condition, and shown as they were recorded.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from codescore.foundation.errors import InputError
from codescore.foundation.files import replacing

Row = Mapping[str, Any]

SUMMARY, DETAILS = "summary.json", "details.json"

#: What a compact file keeps of a row; intervals of these measures only.
_KEPT = ("data", "lang", "metric", "condition", "n", "tasks", "pass_rate", "auroc", "auroc_within_task",
         "kendall_tau_b", "mae", "mae_at_threshold", "threshold", "mcc", "accuracy", "precision", "recall", "f1",
         "ece", "mean_score", "mean_score_passing", "positive_rate_passing", "outcome", "failed", "failures",
         "seconds", "above", "signature")  # fmt: skip
_INTERVALS = ("auroc", "auroc_within_task", "kendall_tau_b", "mae", "mae_at_threshold", "mcc")
_AUDIT = ("data", "lang", "metric", "references", "rewrites", "mutants", "auroc", "auroc_within_task", "recall",
          "false_positive_rate", "threshold", "failed", "above", "signature")  # fmt: skip


@dataclass(frozen=True, slots=True, eq=False)
class Recorded:
    """What studies found.  `metrics` are described in listing order; `data` says what was read."""

    rows: Sequence[Row]
    audit: Sequence[Row]
    curves: Sequence[Row]
    metrics: Sequence[Row]
    data: Sequence[Row]
    left_out: Sequence[Row]
    about: Sequence[Row]  # version, settings, bundle and machine of each study
    by_place: Mapping[tuple[str, str, str], Row]

    def row(self, data: str, metric: str, condition: str = "original") -> Row | None:
        """The row of a metric on a data set under a condition, if there is one."""
        return self.by_place.get((data, metric, condition))

    def sets(self) -> list[str]:
        """Names of data sets in the order recorded, parts of data sets (`... without ...`) included."""
        return list(dict.fromkeys(row["data"] for row in self.rows))

    def names(self, data: str) -> list[str]:
        """Names of the metrics of a data set, in the order recorded; poolings (`name[pooling]`) are no metrics."""
        found = dict.fromkeys(row["metric"] for row in self.rows if row["data"] == data)
        return [name for name in found if "[" not in name]

    def stands_for(self) -> dict[str, str]:
        """The data set beside a paper's task, where a study said so (`--as`)."""
        said = (pair for one in self.about for pair in one["settings"].get("stands_for", ()))
        return {task: data for data, task in said}

    def title(self, metric: str) -> str:
        """How people write a metric; with its name where another is written alike."""
        title = next((str(one["title"]) for one in self.metrics if one["name"] == metric), metric)
        alike = [one["name"] for one in self.metrics if one["title"] == title and "[" not in one["name"]]
        return title if len(alike) < 2 or alike[0] == metric else f"{title} ({metric})"

    def curve(self, data: str, metric: str) -> Row | None:
        """ROC, thresholds and reliability of a metric on a data set."""
        return next((one for one in self.curves if one["data"] == data and one["metric"] == metric), None)


def load(paths: Iterable[Path]) -> Recorded:
    """What folders and compact files hold, put together; a row that comes again takes the place of the former.

    Raises InputError where there is nothing to read, or something else than a study.
    """
    parts = [_part(path) for path in paths]
    keys = ("rows", "audit", "curves", "metrics", "data", "left_out", "about")
    merged: dict[str, list[Row]] = {key: [row for part in parts for row in part[key]] for key in keys}
    rows = {(row["data"], row["metric"], row["condition"]): row for row in merged["rows"]}
    audit = {(row["data"], row["metric"]): row for row in merged["audit"]}
    curves = {(row["data"], row["metric"]): row for row in merged["curves"]}
    metrics = {row["name"]: row for row in merged["metrics"]}
    return Recorded(
        rows=list(rows.values()),
        audit=list(audit.values()),
        curves=list(curves.values()),
        metrics=list(metrics.values()),
        data=list({row["file"]: row for row in merged["data"]}.values()),
        left_out=list({(row["data"], row["condition"]): row for row in merged["left_out"]}.values()),
        about=merged["about"],
        by_place=rows,
    )


def remarks(data: Row) -> list[str]:
    """What to know of a data set as it was read: what was left out of it, and whether the encoder had seen it."""
    found = [f"{n:,} skipped: {why}" for why, n in data.get("skipped", {}).items()]  # as older records have it
    found += data.get("remarks", [])
    if data["malformed"]:
        lines = ", ".join(str(line["line"]) for line in data["malformed_lines"])
        first = f"line {data['malformed_lines'][0]['line']}: {data['malformed_lines'][0]['reason']}"
        found.append(f"{data['malformed']} malformed line{'s' * (data['malformed'] != 1)} ({lines}), {first}")
    if data["duplicates"]:
        ids = ", ".join(data["duplicate_ids"])
        found.append(f"{data['duplicates']} duplicated id{'s' * (data['duplicates'] != 1)} ({ids})")
    if data.get("seen"):
        found.append("the encoder was trained on programs of this file, so that it says little of tasks not seen")
    return found


def write_compact(recorded: Recorded, path: Path) -> None:
    """All that RESULTS.md needs in one file: numbers as recorded, no ROC curves, every signature once."""
    signatures = list(dict.fromkeys(str(row["signature"]) for row in (*recorded.rows, *recorded.audit)))
    number = {signature: k for k, signature in enumerate(signatures)}
    document = {
        "signatures": signatures,
        "row_fields": [*_KEPT, "ci95"],
        "rows": [[*_short(row, _KEPT, number), _intervals(row)] for row in recorded.rows],
        "audit_fields": [*_AUDIT, "ci95"],
        "audit": [[*_short(row, _AUDIT, number), _intervals(row)] for row in recorded.audit],
        "curves": [{key: one[key] for key in ("data", "lang", "metric", "thresholds")} for one in recorded.curves
                   if one["metric"] in _with_thresholds(recorded)],
        "metrics": list(recorded.metrics),
        "data": list(recorded.data),
        "left_out": list(recorded.left_out),
        "about": list(recorded.about),
    }  # fmt: skip
    lines = []
    for key, value in document.items():
        if isinstance(value, list) and value and not isinstance(value[0], str):
            items = ",\n".join(json.dumps(item, ensure_ascii=False, separators=(",", ":")) for item in value)
            lines.append(f"{json.dumps(key)}: [\n{items}\n]")
        else:
            lines.append(f"{json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}")
    with replacing(path) as temporary:
        temporary.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


def _with_thresholds(recorded: Recorded) -> set[str]:
    """Metrics whose sweep of thresholds is worth keeping: those with a threshold in their signature."""
    return {str(row["metric"]) for row in recorded.rows if "|thr:" in str(row["signature"])}


def _short(row: Row, fields: Sequence[str], number: Mapping[str, int]) -> list[Any]:
    return [number[str(row[name])] if name == "signature" else row.get(name) for name in fields]


def _intervals(row: Row) -> dict[str, Any]:
    return {name: row["ci95"][name] for name in _INTERVALS if row["ci95"].get(name) is not None}


def _part(path: Path) -> dict[str, list[Row]]:
    if path.is_dir():
        rows, details = _json(path / SUMMARY), _json(path / DETAILS)
        about = {key: details[key] for key in ("version", "settings", "bundle", "machine", "intervals")}
        keys = ("audit", "curves", "metrics", "data", "left_out")
        return {"rows": rows, "about": [about], **{key: details[key] for key in keys}}
    document = _json(path)
    try:
        signatures = document["signatures"]
        rows = [_long(document["row_fields"], values, signatures) for values in document["rows"]]
        audit = [_long(document["audit_fields"], values, signatures) for values in document["audit"]]
        keys = ("curves", "metrics", "data", "left_out", "about")
        return {"rows": rows, "audit": audit, **{key: document[key] for key in keys}}
    except (KeyError, TypeError, IndexError):
        raise InputError(f"{path} holds no recorded study; name a folder that `codescore study` wrote") from None


def _long(fields: Sequence[str], values: Sequence[Any], signatures: Sequence[str]) -> Row:
    row = dict(zip(fields, values, strict=True))
    return row | {"signature": signatures[row["signature"]]}


def _json(path: Path) -> Any:  # noqa: ANN401  (any JSON value)
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise InputError(f"cannot read {path}: {error.strerror}; name a folder that `codescore study` wrote") from None
    except ValueError as error:
        raise InputError(f"{path} is no JSON: {error}; run `codescore study` again") from None
