"""What a run writes: result.json (everything), notes.md (to be read), reliability.svg and .png.  Computes nothing."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from codescore.embed import ProbabilityModel
from codescore.foundation.files import replacing
from codescore_train.probability import choose

#: What was asked for on HumanEval, by measure and language; of the error at most so much, of the others at least.
_BARS = {
    "within-task AUROC": {"python": 0.75, "java": 0.83},
    "pooled AUROC": {"python": 0.73, "java": 0.80},
    "ECE": {"python": 0.05, "java": 0.05},
    "length-matched": {"python": 0.66, "java": 0.70},
}
_SLOPES = (
    "Log-odds added by the first one of what is counted, or by going from the value of a copy to the other end of the "
    "scale."
)
_EDGES = (
    "References rewritten so that they mean the same, and references with one operator replaced: number and mean "
    "probability of each, out of fold."
)
_LIMITS = (
    "The features were designed while looking at the development half, so only the half that was kept back can judge "
    "them. The chances are those of these data sets, where about as many candidates fail as pass: another share of "
    "right code shifts them all (see the table above). What does not compile failed here in nearly every case."
)


def write(folder: Path, result: dict[str, Any], model: ProbabilityModel) -> None:
    """All files of a run; each complete or not there."""
    _put(folder / "result.json", (json.dumps(result, indent=1) + "\n").encode())
    _put(folder / "notes.md", notes(result, model).encode())
    svg, png = plot(result)
    _put(folder / "reliability.svg", svg)
    _put(folder / "reliability.png", png)


def notes(result: dict[str, Any], model: ProbabilityModel) -> str:
    """The page a person reads."""
    rule = (choose.__doc__ or "").split("RULE.")[1].strip()
    folds = ", ".join(f"{name} {n}" for name, n in result["taken in folds"].items())
    seeds = ", ".join(map(str, result["seeds"]))
    origin = (
        f"Bundle {result['bundle']}; {result['rows']} pairs of {', '.join(result['data'])}. Out of fold: "
        f"{choose.FOLDS} folds by task, seeds {seeds}; [95 % intervals] by bootstrap over tasks."
    )
    band = (
        f'Between {model.unsure[0]:g} and {model.unsure[1]:g} it says "cannot say": the narrowest range around one '
        "half outside of which three answers of four are right."
    )
    parts = (
        ("# Probability of being functionally correct", origin),
        ("## Rule of choice", rule, f"Taken: **{result['taken']}**. Taken in outer folds: {folds}."),
        ("## Out of fold", _measures_table(result["measures"])),
        (f"Not met: {'; '.join(missed(result['measures'])) or 'none of the bars'}.",),
        ("## What was tried", _tried_table(result["variants"], result["values"])),
        ("## One operator away", _EDGES, _rewritten_table(result["rewritten"])),
        ("## Abstention", band, _band_table(result["abstention"])),
        ("## Trained on one set, measured on another", _transfer_table(result["transfer"])),
        ("## Coefficients", _SLOPES, _coefficients(model)),
        ("## What this does not show", _LIMITS),
    )
    return "\n\n".join(paragraph.rstrip("\n") for part in parts for paragraph in part) + "\n"


def missed(measured: dict[str, Any]) -> list[str]:
    """The bars that are not reached."""
    found = []
    for measure, bars in _BARS.items():
        for name, bar in bars.items():
            got = measured[name][measure][0] if name in measured else None
            if got is not None and (got > bar if measure == "ECE" else got < bar):
                found.append(f"{name}: {measure} {got:.3f} (bar {bar:g})")
    return found


def plot(result: dict[str, Any]) -> tuple[bytes, bytes]:
    """Share that passed by probability: a point for every tenth of the candidates, out of fold."""
    from codescore.reports.plots import reliability_plot  # noqa: PLC0415  matplotlib, for this alone

    return reliability_plot(result["reliability"])


def _measures_table(measured: dict[str, Any]) -> str:
    names = list(next(iter(measured.values())))
    lines = ["| | " + " | ".join(names) + " |", "|---|" + "---|" * len(names)]
    lines += [
        f"| {part} | " + " | ".join(_shown(values[name]) for name in names) + " |" for part, values in measured.items()
    ]
    return "\n".join(lines) + "\n"


def _tried_table(variants: dict[str, Any], values: dict[str, float]) -> str:
    lines = [
        "| variant | features | value by the rule, all rows | within, pooled (by language, one seed) |",
        "|---|---|---|---|",
    ]
    for name, found in variants.items():
        each = "; ".join(f"{language} {a:.3f}, {b:.3f}" for language, (a, b) in found["by language"].items())
        lines.append(f"| {name} | {found['features']} | {values[name]:.4f} | {each} |")
    return "\n".join(lines) + "\n"


def _rewritten_table(found: dict[str, Any]) -> str:
    lines = ["| | rewritten | one operator replaced | AUROC |", "|---|---|---|---|"]
    for name, one in found.items():
        (n, right), (m, wrong) = one["rewritten"], one["one operator replaced"]
        lines.append(f"| {name} | {n}: {right:.2f} | {m}: {wrong:.2f} | {one['AUROC']:.3f} |")
    return "\n".join(lines)


def _band_table(bands: dict[str, Any]) -> str:
    lines = ["| | answered | right of these | right if all were answered |", "|---|---|---|---|"]
    for name, one in bands.items():
        lines.append(f"| {name} | {one['answered']} | {one['right of these']} | {one['right if all were answered']} |")
    return "\n".join(lines) + "\n"


def _transfer_table(transfer: list[dict[str, Any]]) -> str:
    if not transfer:
        return "One data set only: nothing to compare.\n"
    lines = [
        "| trained on | measured on | pairs | within-task AUROC | pooled AUROC | ECE | length-matched |",
        "|---|---|---|---|---|---|---|",
    ]
    for one in transfer:
        cells = " | ".join(_shown(one["measures"][name]) for name in _BARS)
        lines.append(f"| {', '.join(one['trained on'])} | {one['measured on']} | {one['pairs']} | {cells} |")
    return "\n".join(lines) + "\n"


def _coefficients(model: ProbabilityModel) -> str:
    parts = {**model.languages, "pooled": model.pooled}
    names = list(dict.fromkeys(term.feature for odds in parts.values() for term in odds.terms))
    lines = ["| feature | " + " | ".join(parts) + " |", "|---|" + "---|" * len(parts)]
    lines.append("| (a copy) | " + " | ".join(f"{odds.intercept:+.2f}" for odds in parts.values()) + " |")
    for name in names:
        cells = []
        for odds in parts.values():
            knots = next((term.knots for term in odds.terms if term.feature == name), ())
            cells.append(_slope(knots) if knots else "")
        lines.append(f"| `{name}` | " + " | ".join(cells) + " |")
    lines.append("| (does not compile) | " + " | ".join(f"p = {odds.broken:.3f}" for odds in parts.values()) + " |")
    return "\n".join(lines) + "\n"


def _slope(knots: tuple[tuple[float, float], ...]) -> str:
    low, following = knots[0], knots[1]
    copied_at_the_end = abs(following[1]) < abs(low[1])
    return f"{low[1] if copied_at_the_end else following[1] - low[1]:+.2f}"


def _shown(found: list[float | None]) -> str:
    value, low, high = found
    if value is None:
        return "–"
    return f"{value:.3f} [{low:.3f}, {high:.3f}]" if low is not None else f"{value:.3f}"


def _put(path: Path, content: bytes) -> None:
    with replacing(path) as temporary:
        temporary.write_bytes(content)
