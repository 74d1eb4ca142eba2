"""The page of an analysis: one HTML file made from `result.json` alone.  Computes nothing.  Neighbour: `reports`."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Any

from codescore.experiments.analysis.methods import methods
from codescore.reports.markup import folded, section, table_html
from codescore.reports.page import shell
from codescore.reports.tables import Cell, Table, shown, word

Json = dict[str, Any]

_MEASURES = {"still_in_code": "still in code", "retained_share": "characters kept", "same_behaviour": "same behaviour"}


def page(result: Json) -> str:
    """The whole page."""
    parts = [
        ("first", "What was found", _first(result)),
        ("retention", "What was left", _retention(result)),
        ("survival", "How long it stays", _survival(result)),
        ("knew", "Did the score know?", _knew(result)),
        ("deciles", "By tenths of the score", _deciles(result)),
        ("calibration", "Calibration", _calibration(result)),
        ("arms", "Arms", _arms(result)),
        ("regression", "Several things at once", _regression(result)),
        ("preference", "Preferred models", _preference(result)),
        ("methods", "Methods, ready to paste", f"<p>{escape(methods(result))}</p>{_record(result)}"),
    ]
    nav = "".join(f"<li><a href='#{anchor}'>{escape(title)}</a></li>" for anchor, title, _ in parts)
    main = "\n".join(section(anchor, title, body) for anchor, title, body in parts)
    lead = f"<p class='lead'>{escape(result['plan']['said'])}. {escape(result['looks']['said'])}.</p>"
    navigation = f"<nav aria-label='Contents'><ul>{nav}</ul></nav>"
    return shell("Which suggestions do people keep?", navigation, lead, main, "codescore experiment analyse")


def said(found: Json, digits: int = 3) -> str:
    """An estimate in words: the value with its interval, or why there is none."""
    if found["value"] is None:
        return found["why"] or "no data"
    value = shown(found["value"], digits)
    if found["low"] is None:
        return f"{value}, no interval: {found['why']}"
    return f"{value} [{shown(found['low'], digits)}, {shown(found['high'], digits)}]"


def _cell(found: Json | None, digits: int = 3) -> Cell:
    if found is None or found["value"] is None:
        return Cell("–", None, note=(found or {}).get("why") or "no data")
    interval = (found["low"], found["high"]) if found["low"] is not None else None
    doubt = "" if interval else " *"
    return Cell(shown(found["value"], digits) + doubt, found["value"], note=found["why"], interval=interval)


def _table(slug: str, title: str, headers: tuple[str, ...], rows: Sequence[tuple[Cell, ...]], note: str = "") -> Table:
    starred = any(cell.text.endswith(" *") for row in rows for cell in row)
    doubt = "* Not enough data for an interval; the reason stands behind the number." if starred else ""
    return Table(slug, title, headers, tuple(rows), note=" ".join(filter(None, [note, doubt])))


def _first(result: Json) -> str:
    counts = result["counts"]
    left_out = counts["anonymous_left_out"]
    lines = [
        (
            f"{counts['suggestions']:,} suggestions of {counts['participants']:,} participants; "
            f"{counts['decided']:,} with a decision, {counts['accepted']:,} accepted."
        ),
        f"Accepted: {said(result['acceptance'])}.",
        f"{left_out:,} suggestions name no participant and are left out." if left_out else "",
        f"{counts['censored_looks']:,} looks at what was left were censored." if counts["censored_looks"] else "",
    ]
    return "".join(f"<p>{escape(line)}</p>" for line in lines if line)


def _retention(result: Json) -> str:
    rows = [
        (
            word(f"{one['window_s']} s"),
            *(_cell(one[name]) for name in _MEASURES),
            word(f"{one['still_in_code']['count']:,}"),
        )
        for one in result["retention"]
    ]
    if not rows:
        return "<p>No data: nothing was measured after an acceptance.</p>"
    return table_html(_table("retention", "Of accepted suggestions", ("after", *_MEASURES.values(), "looked at"), rows))


def _survival(result: Json) -> str:
    found = ""
    for measure, curves in result["survival"].items():
        rows = [
            (
                word(name),
                word(f"{step['window_s']} s"),
                word(f"{step['at_risk']:,}"),
                word(f"{step['gone']:,}"),
                _cell(step["stays"]),
            )
            for name, steps in curves.items()
            for step in steps
        ]
        if rows:
            headers = ("group", "until", "at risk", "gone", "stays")
            note = "Gone is noticed at the first window that finds it so; pointwise intervals."
            title = f"Kaplan-Meier: {_MEASURES[measure]}"
            found += folded(_table(f"survival-{measure}", title, headers, rows, note), opened=not found) + _drawn(
                curves, title
            )
    return found or "<p>No data.</p>"


def _drawn(curves: Json, title: str) -> str:
    """The curves as a picture: a step at each window, windows equally far apart."""
    windows = sorted({step["window_s"] for steps in curves.values() for step in steps})
    colours = ("var(--accent)", "var(--bad)", "var(--good)", "var(--soft)")
    width, height, left = 90 * len(windows) + 60, 200, 40
    lines = ""
    for k, (name, steps) in enumerate(curves.items()):
        path = f"M{left},10"
        for step in steps:
            x, value = left + 90 * (windows.index(step["window_s"]) + 1), step["stays"]["value"]
            if value is None:
                continue
            fresh = 10 + height * (1 - value)
            path += f"H{x}V{fresh:.1f}"
        lines += f"<path d='{path}' fill='none' stroke='{colours[k % 4]}' stroke-width='2'/>"
        lines += (
            f"<text x='{width + 10}' y='{20 + 16 * k}' fill='{colours[k % 4]}' font-size='12'>{escape(name)}</text>"
        )
    small = "font-size='11' fill='currentColor'"
    ticks = "".join(
        f"<text {small} x='{left + 90 * (k + 1)}' y='{height + 28}' text-anchor='middle'>{w} s</text>"
        for k, w in enumerate(windows)
    )
    sides = "".join(
        f"<text {small} x='{left - 6}' y='{14 + height * (1 - at):.0f}' text-anchor='end'>{at:g}</text>"
        for at in (0, 0.5, 1)
    )
    label = escape(f"{title}; the numbers stand in the table", quote=True)
    box = f"0 0 {width + 140} {height + 36}"
    frame = f"<path d='M{left},10V{10 + height}H{width}' fill='none' stroke='currentColor' stroke-width='1'/>"
    return f"<figure><svg role='img' aria-label='{label}' viewBox='{box}'>{frame}{lines}{ticks}{sides}</svg></figure>"


def _knew(result: Json) -> str:
    rows = [
        (
            word(one["signal"]),
            word(one["outcome"]),
            _cell(one),
            word(f"{one['count']:,}"),
            word(f"{one['participants']:,}"),
        )
        for one in result["auroc"]
    ]
    note = (
        "Kept and functionally kept: of accepted suggestions only, at the longest window. 0.5 is chance; below it, the "
        "signal points the other way."
    )
    headers = ("signal", "outcome", "AUROC", "suggestions", "participants")
    return table_html(_table("auroc", "Area under the ROC curve", headers, rows, note))


def _deciles(result: Json) -> str:
    found = ""
    for signal, bins in result["deciles"].items():
        names = [name for name in (bins[0] if bins else {}) if name not in ("low", "high", "mean")]
        rows = [
            (word(f"{shown(one['low'], 2)} to {shown(one['high'], 2)}"), *(_cell(one[name], 2) for name in names))
            for one in bins
        ]
        if rows:
            headers = (signal, *(_spoken(name) for name in names))
            found += folded(_table(f"deciles-{signal}", f"By tenths of {signal}", headers, rows), opened=not found)
    return found or "<p>No data: no suggestion has a score.</p>"


def _spoken(name: str) -> str:
    measure, _, window = name.rpartition("_")
    return f"{_MEASURES[measure]}, {window} s" if measure in _MEASURES else name


def _calibration(result: Json) -> str:
    rows = [
        (word(name), _cell(one["gap"]), _cell(one["brier"]), word(f"{one['gap']['count']:,}"))
        for name, one in result["calibration"].items()
    ]
    note = (
        "The probability claims that the code is right. Functionally kept is the nearest of these outcomes to that "
        "claim; none is the same. Outcome less probability: above 0, the probability was too low."
    )
    headers = ("outcome", "outcome less probability", "Brier score", "suggestions")
    bins = "".join(
        folded(_table(f"calibration-{at}", f"By tenths: {name}", ("probability, mean", "outcome"),
                      [(word(shown(b["mean"])), _cell(b["rate"])) for b in one["bins"]]))
        for at, (name, one) in enumerate(result["calibration"].items()) if one["bins"]
    )  # fmt: skip
    return table_html(_table("calibration", "Probability against outcome", headers, rows, note)) + bins


def _arms(result: Json) -> str:
    if not result["comparisons"]:
        return "<p>No data: there are not two arms.</p>"
    rows = [
        (
            word(f"{one['second']} less {one['first']}"), word(one["outcome"]),
            *(word("–" if rate is None else shown(rate)) for rate in one["rates"]), _cell(one["difference"]),
            *(word("–" if one[p] is None else _p(one[p])) for p in ("p", "p_holm")), word(_verdict(one)),
        )
        for one in result["comparisons"]
    ]  # fmt: skip
    note = (
        f"Of all suggestions with a decision. A difference counts where Holm's p is below "
        f"{result['looks']['threshold']:g}. Drawn by {result['comparisons'][0]['unit']}."
    )
    headers = ("arms", "outcome", "first", "second", "difference", "p", "p (Holm)", "differs?")
    return table_html(_table("arms", "Arms compared", headers, rows, note))


def _p(value: float) -> str:
    return f"{value:.4f}" if value >= 0.0001 else "< 0.0001"


def _verdict(one: Json) -> str:
    return {True: "yes", False: "not shown", None: "not enough data"}[one["significant"]]


def _regression(result: Json) -> str:
    found = ""
    for at, fit in enumerate(result["regression"]):
        if fit["why"]:
            found += f"<p>{escape(fit['method'])}: {escape(fit['why'])}.</p>"
            continue
        rows = [
            (word(term["name"]), Cell(shown(term["odds"], 2), term["odds"], interval=(term["low"], term["high"])),
             word(_p(term["p"])))
            for term in fit["terms"]
        ]  # fmt: skip
        note = f"{fit['count']:,} suggestions of {fit['participants']:,} participants. p is not corrected: exploratory."
        title = f"Odds of acceptance: {fit['method']}"
        found += folded(_table(f"regression-{at}", title, ("term", "odds ratio", "p"), rows, note), opened=True)
    return found


def _preference(result: Json) -> str:
    found = result["preference"]
    if found["why"]:
        return f"<p>{escape(found['why'])}.</p>"
    rows = [
        (word(one["name"]), _cell(one["elo"], 0), word(f"{one['wins']:,}"), word(f"{one['comparisons']:,}"))
        for one in found["strengths"]
    ]
    headers = ("model", "Elo points", "taken", "comparisons")
    return table_html(_table("preference", f"Bradley-Terry on {found['pairs']:,} pairs", headers, rows))


def _record(result: Json) -> str:
    return f"<p class='note'><code>{escape(result['signature'])}</code></p>"
