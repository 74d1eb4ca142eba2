"""The figures of a translation report as SVG: bars with intervals, stacked shares, points of a metric against passing.

Records in, markup out; computes nothing but places.  Colours are classes of the page's style, so that one figure serves
a light page, a dark one and paper; everything shown is in words as well, for who cannot see it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

from codescore.reports.tables import shown

Record = Mapping[str, Any]

#: What became of a sample: the word on the page, in the order of a stacked bar.
STATUSES = {
    "all_passed": "passed",
    "wrong_answer": "wrong answer",
    "runtime_error": "runtime error",
    "compilation_failed": "does not compile",
    "timeout_error": "too slow",
    "other_error": "ended otherwise",
}
#: Systems told apart by colour; further ones repeat it, with their name beside everything.
COLOURS = 10
_LABEL, _BAR, _HIGH = 150, 250, 22  # of a row: pixels for its name, for the bar, and its height
_SHAPES = 8


def bars(title: str, rows: Sequence[tuple[str, int, Record]]) -> str:
    """Horizontal bars of shares from 0 to 1 with whiskers: (name, colour, rate)."""
    height = _HIGH * len(rows) + 24
    parts = [_grid(len(rows))]
    for k, (name, colour, rate) in enumerate(rows):
        y = _HIGH * k + 4
        parts.append(_text(_LABEL - 6, y + 12, _short(name), "name end"))
        if rate["value"] is None:
            parts.append(_text(_LABEL + 4, y + 12, "nothing was run", "soft"))
            continue
        parts.append(f"<rect class='s{colour % COLOURS}' x='{_LABEL}' y='{y}' {_size(_BAR * rate['value'], 15)}>")
        parts.append(f"<title>{escape(name)}: {said(rate)}</title></rect>")
        parts.append(_whisker(rate, y + 7.5))
        parts.append(_text(_LABEL + _BAR + 8, y + 12, shown(rate["value"], 2), "value"))
    words = f"{title}: " + ", ".join(f"{name} {said(rate)}" for name, _, rate in rows)
    return _svg(_LABEL + _BAR + 44, height, words, parts)


def stacked(title: str, rows: Sequence[tuple[str, Mapping[str, int]]]) -> str:
    """Horizontal bars of how many samples have each status, each bar as long as the others."""
    wide = 560
    parts = []
    for k, (name, counts) in enumerate(rows):
        y, x, total = 30 * k + 4, float(_LABEL), sum(counts.values())
        parts.append(_text(_LABEL - 8, y + 15, _short(name), "name end"))
        for status, word in STATUSES.items():
            width = wide * counts.get(status, 0) / total if total else 0.0
            if not width:
                continue
            says = f"{name}: {counts[status]:,} of {total:,} {word}"
            parts.append(f"<rect class='t-{status}' x='{x:.1f}' y='{y}' {_size(max(0.5, width - 1), 22)}>")
            parts.append(f"<title>{escape(says)}</title></rect>")
            if width > 34:
                parts.append(_text(x + width / 2, y + 15, f"{100 * counts[status] / total:.0f} %", "inside"))
            x += width
    words = f"{title}: " + "; ".join(f"{name} {_counted(counts)}" for name, counts in rows)
    return _svg(_LABEL + wide + 8, 30 * len(rows) + 6, words, parts)


def scatter(metric: str, points: Sequence[Record], systems: Sequence[str], directions: Sequence[str]) -> str:
    """Means of a metric against pass@1, a point for each system in each direction; colour and shape say which."""
    left, top, wide, high = 54, 10, 480, 320
    values = [point["metric"] for point in points]
    low, most = _range(values)
    parts = [f"<rect class='frame' x='{left}' y='{top}' {_size(wide, high)}/>"]
    for k in range(6):
        y, x = top + high * (1 - k / 5), left + wide * k / 5
        parts.append(f"<line class='grid' x1='{left}' x2='{left + wide}' y1='{y:.1f}' y2='{y:.1f}'/>")
        parts.append(_text(left - 8, y + 4, shown(k / 5, 1), "tick end"))
        parts.append(_text(x, top + high + 18, shown(low + (most - low) * k / 5, 2), "tick middle"))
    parts.append(_text(left + wide / 2, top + high + 40, f"mean {metric}", "axis middle"))
    turned = f"<text class='axis middle' transform='translate(14 {top + high / 2}) rotate(-90)'>pass@1</text>"
    parts.append(turned)
    for point in points:
        x = left + wide * (point["metric"] - low) / (most - low)
        y = top + high * (1 - point["passed"])
        colour, form = systems.index(point["system"]) % COLOURS, directions.index(point["direction"])
        value = f"{metric} {shown(point['metric'])}, pass@1 {shown(point['passed'], 2)}"
        about = f"{point['system']}, {point['direction']}: {value}"
        parts.append(f"<path class='point s{colour}' transform='translate({x:.1f} {y:.1f})' d='{shape(form)}'>")
        parts.append(f"<title>{escape(about)}</title></path>")
    words = f"{len(points)} points: mean {metric} from {shown(min(values))} to {shown(max(values))} against pass@1"
    return _svg(left + wide + 14, top + high + 50, words, parts)


def shape(number: int) -> str:
    """The path of a mark, one of eight, about the origin."""
    return (
        "M-5 0a5 5 0 1 0 10 0a5 5 0 1 0-10 0z",
        "M-4.6-4.6h9.2v9.2h-9.2z",
        "M0-6.2L5.6 4H-5.6z",
        "M0-6.4L6.4 0 0 6.4-6.4 0z",
        "M0 6.2L5.6-4H-5.6z",
        "M-1.9-6h3.8v4.1H6v3.8H1.9V6h-3.8V1.9H-6v-3.8h4.1z",
        "M0-6.4L1.9-1.9 6.4 0 1.9 1.9 0 6.4-1.9 1.9-6.4 0-1.9-1.9z",
        "M-6-2.6h12v5.2H-6z",
    )[number % _SHAPES]


def said(rate: Record) -> str:
    """A rate in words: its value, its interval, and of how many."""
    if rate["value"] is None:
        return str(rate["why"] or "nothing was run")
    between = "" if rate["low"] is None else f" ({shown(rate['low'], 2)} to {shown(rate['high'], 2)})"
    return f"{shown(rate['value'], 2)}{between}, {rate['samples']:,} samples"


def _grid(rows: int) -> str:
    lines = []
    for k in range(5):
        x = _LABEL + _BAR * k / 4
        lines.append(f"<line class='grid' x1='{x}' x2='{x}' y1='0' y2='{_HIGH * rows + 2}'/>")
        lines.append(_text(x, _HIGH * rows + 18, ("0", ".25", ".5", ".75", "1")[k], "tick middle"))
    return "".join(lines)


def _whisker(rate: Record, y: float) -> str:
    if rate["low"] is None:
        return ""
    low, high = (_LABEL + _BAR * rate[name] for name in ("low", "high"))
    ends = f"M{low:.1f} {y - 4}v8M{low:.1f} {y}H{high:.1f}M{high:.1f} {y - 4}v8"
    return f"<path class='whisker' d='{ends}'/>"


def _range(values: Sequence[float]) -> tuple[float, float]:
    """An axis that holds all values, with room at both ends."""
    low, high = min(values), max(values)
    room = max(0.02, (high - low) * 0.08)
    return low - room, high + room


def _counted(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{counts[status]:,} {word}" for status, word in STATUSES.items() if counts.get(status))


def _short(name: str) -> str:
    return name if len(name) <= 24 else f"{name[:23]}…"


def _size(width: float, height: float) -> str:
    return f"width='{width:.1f}' height='{height}'"


def _text(x: float, y: float, text: str, kind: str) -> str:
    return f"<text class='{kind}' x='{x:.1f}' y='{y:.1f}'>{escape(text)}</text>"


def _svg(width: float, height: float, words: str, parts: Sequence[str]) -> str:
    label = escape(words, quote=True)
    return f"<svg role='img' aria-label='{label}' viewBox='0 0 {width:.0f} {height:.0f}'>{''.join(parts)}</svg>"
