"""Plots of one data set as SVG and PNG: ROC, reliability, score by condition, AUROC within task with intervals.

Needs matplotlib (extra `study`), drawn off screen.  Equal records give equal bytes: fixed ids, no date.  In the SVG,
lines and text take the colour of the page around them, so that a dark page needs no second file.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import ModuleType
from typing import TYPE_CHECKING, Any

from codescore.foundation.folders import cache_folder
from codescore.foundation.silence import keep_plots_in
from codescore.reports.agreement import slug
from codescore.reports.findings import ours
from codescore.reports.recorded import Recorded, Row

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

#: Told apart by people with any colour vision (Okabe and Ito 2008), on white and on black.
_COLOURS = ("#0072B2", "#E69F00", "#009E73", "#CC79A7", "#56B4E9", "#D55E00", "#8C8C8C")
_DASHES: tuple[Any, ...] = ("-", "--", "-.", ":", (0, (5, 1)), (0, (3, 1, 1, 1, 1, 1)), (0, (1, 1)))
_INK = "#1f2328"  # becomes the page's own colour in the SVG
_OTHERS = 5  # metrics beside CodeScore-R that a plot of curves can take
_LEAST = 5  # pairs behind a point of a calibration curve: fewer say nothing
_CONDITIONS = ("original", "o2s", "s2s", "token", "syntax", "semantic-100")


@dataclass(frozen=True, slots=True)
class Plot:
    """A picture of a data set, and what it shows in words for who cannot see it."""

    slug: str
    data: str
    title: str
    caption: str
    description: str
    svg: str
    png: bytes


def _matplotlib() -> ModuleType:
    """The library (extra `study`), drawing off screen and keeping its list of fonts where we keep ours."""
    keep_plots_in(cache_folder() / "plots")
    import matplotlib  # noqa: PLC0415  (of the extra `study`)

    matplotlib.use("Agg")
    return matplotlib


# A figure, what stands below it, and what it shows in words.
_Drawn = tuple["Figure", str, str]


def plots(recorded: Recorded, data: str) -> Iterator[Plot]:
    """Every plot that the records of a data set allow."""
    matplotlib = _matplotlib()
    with matplotlib.rc_context(_style()):
        for kind, title, draw in (
            ("bars", "AUROC within task", _bars),
            ("roc", "ROC", _roc),
            ("calibration", "Calibration: share that passes by score", _calibration),
            ("conditions", "Score by condition", _conditions),
        ):
            found = draw(recorded, data)
            if found is not None:
                figure, caption, description = found
                name = f"{kind}-{slug(data)}"
                yield Plot(name, data, title, caption, description, _svg(figure), _png(figure))
                _close(figure)


def reliability_plot(curves: Mapping[str, Sequence[Mapping[str, float]]]) -> tuple[bytes, bytes]:
    """SVG and PNG of how chances come true: per name points of `mean` chance, share that `passed` and their number."""
    matplotlib = _matplotlib()
    with matplotlib.rc_context(_style()):
        figure, axes = _figure(4.6, 4.6)
        axes.plot([0, 1], [0, 1], color=_INK, linewidth=0.8, linestyle=":")
        for k, (name, points) in enumerate(curves.items()):
            axes.plot([p["mean"] for p in points], [p["passed"] for p in points], label=name, marker="o", **_line(k))
        axes.set(xlim=(0, 1), ylim=(0, 1), xlabel="probability", ylabel="share that passed its tests", aspect="equal")
        axes.legend(loc="upper left")
        drawn = _svg(figure).encode(), _png(figure)
        _close(figure)
    return drawn


def chosen(recorded: Recorded, data: str) -> list[str]:
    """CodeScore-R and the others with the highest AUROC, constants left aside."""
    rows = [row for name in recorded.names(data) if (row := recorded.row(data, name))]
    usable = [row for row in rows if row["auroc"] is not None and row["kendall_tau_b"] is not None]
    best = sorted(usable, key=lambda row: -row["auroc"])
    names = [row["metric"] for row in best if row["metric"] != ours()][:_OTHERS]
    return ([ours()] if any(row["metric"] == ours() for row in usable) else []) + names


def _bars(recorded: Recorded, data: str) -> _Drawn | None:
    rows = [row for name in recorded.names(data) if (row := recorded.row(data, name))]
    found = sorted((r for r in rows if r["auroc_within_task"] is not None), key=lambda r: r["auroc_within_task"])
    if not found:
        return None
    figure, axes = _figure(6.4, 0.9 + 0.25 * len(found))
    for place, row in enumerate(found):
        value = row["auroc_within_task"]
        mine = row["metric"] == ours()
        low, high = row["ci95"].get("auroc_within_task") or (value, value)
        axes.barh(place, value, color=_COLOURS[0] if mine else _COLOURS[6], alpha=1 if mine else 0.55, height=0.7)
        axes.plot([low, high], [place, place], color=_INK, linewidth=1.1)
        axes.plot([low, high], [place, place], color=_INK, linestyle="", marker="|", markersize=5)
    axes.set_yticks(range(len(found)), [recorded.title(row["metric"]) for row in found])
    axes.axvline(0.5, color=_INK, linewidth=0.8, linestyle=":")
    axes.set_xlim(min(0.4, *(row["auroc_within_task"] - 0.05 for row in found)), 1)
    axes.set_ylim(-0.6, len(found) - 0.4)
    axes.set_xlabel("AUROC within task, with 95 % intervals; 0.5 is chance")
    listed = ", ".join(f"{recorded.title(row['metric'])} {row['auroc_within_task']:.3f}" for row in reversed(found))
    caption = "Of two candidates for one task, does the right one score higher? Lines are 95 % intervals over tasks."
    return figure, caption, f"Bars of AUROC within task on {data}, best first: {listed}."


def _roc(recorded: Recorded, data: str) -> _Drawn | None:
    curves = [(name, c["roc"]) for name in chosen(recorded, data) if (c := recorded.curve(data, name)) and c.get("roc")]
    if not curves:
        return None
    figure, axes = _figure(4.6, 4.6)
    axes.plot([0, 1], [0, 1], color=_INK, linewidth=0.8, linestyle=":")
    for k, (name, points) in enumerate(curves):
        row = recorded.row(data, name)
        label = f"{recorded.title(name)} {row['auroc']:.3f}" if row else recorded.title(name)
        axes.plot(*zip(*points, strict=True), label=label, **_line(k))
    axes.set(xlim=(0, 1), ylim=(0, 1), xlabel="share of the failing that pass the metric", aspect="equal")
    axes.set_ylabel("share of the passing that pass it")
    axes.legend(loc="lower right", title="AUROC pooled")
    caption = "CodeScore-R and those of the others that rank best."
    return figure, caption, f"ROC curves on {data} of {_and([recorded.title(name) for name, _ in curves])}."


def _calibration(recorded: Recorded, data: str) -> _Drawn | None:
    names = chosen(recorded, data)[:3]
    names += [name for name in recorded.names(data) if name == "probability" and name not in names]
    known = [(name, c.get("reliability", ())) for name in names if (c := recorded.curve(data, name))]
    curves = [(name, some) for name, points in known if (some := [p for p in points if p["n"] >= _LEAST])]
    if not curves:
        return None
    figure, axes = _figure(4.6, 4.6)
    axes.plot([0, 1], [0, 1], color=_INK, linewidth=0.8, linestyle=":")
    most = max(point["n"] for _, points in curves for point in points)
    for k, (name, points) in enumerate(curves):
        x, y = [p["mean_score"] for p in points], [p["pass_rate"] for p in points]
        row = recorded.row(data, name)
        label = f"{recorded.title(name)} {row['ece']:.3f}" if row and row["ece"] is not None else recorded.title(name)
        axes.plot(x, y, label=label, **_line(k))
        axes.scatter(x, y, s=[8 + 90 * p["n"] / most for p in points], color=_COLOURS[k], alpha=0.7, linewidths=0)
    axes.set(xlim=(0, 1), ylim=(0, 1), xlabel="score", ylabel="share that passed its tests", aspect="equal")
    axes.legend(loc="upper left", title="calibration error")
    names = [recorded.title(name) for name, _ in curves]
    caption = (
        "A score that is a probability lies on the diagonal; a dot's size is how many pairs it stands for (at least 5)."
    )
    return figure, caption, f"Share that passed by score on {data}, for {_and(names)}."


def _conditions(recorded: Recorded, data: str) -> _Drawn | None:
    names = chosen(recorded, data)
    shown = [c for c in _CONDITIONS if any(_mean(recorded.row(data, name, c)) is not None for name in names)]
    if len(shown) < 2:
        return None
    figure, axes = _figure(6.4, 3.8)
    for k, name in enumerate(names):
        found = [(x, value) for x, c in enumerate(shown) if (value := _mean(recorded.row(data, name, c))) is not None]
        axes.plot(*zip(*found, strict=True), label=recorded.title(name), marker="o", markersize=4, **_line(k))
    axes.set_xticks(range(len(shown)), [condition.replace("-", "\n") for condition in shown])
    axes.set(ylim=(0, 1.02), ylabel="mean score of what passes")
    axes.legend(loc="center left", bbox_to_anchor=(1.01, 0.5))
    caption = (
        "Of candidates that pass. Other names and another syntax keep the meaning and should keep the score; operators "
        "replaced (semantic) change the meaning and should lower it."
    )
    lines = [f"{recorded.title(name)} {', '.join(_said(recorded, data, name, c) for c in shown)}" for name in names]
    return figure, caption, f"Mean score on {data} by condition: {'; '.join(lines)}."


def _said(recorded: Recorded, data: str, name: str, condition: str) -> str:
    value = _mean(recorded.row(data, name, condition))
    return f"{condition} {'unknown' if value is None else f'{value:.2f}'}"


def _mean(row: Row | None) -> float | None:
    return row["mean_score_passing"] if row else None


def _and(names: Sequence[str]) -> str:
    return " and ".join(filter(None, [", ".join(names[:-1]), names[-1]]))


def _line(k: int) -> dict[str, Any]:
    return {"color": _COLOURS[k % 7], "linestyle": _DASHES[k % 7], "linewidth": 2.2 if k == 0 else 1.4}


def _figure(width: float, height: float) -> tuple[Figure, Axes]:
    from matplotlib import pyplot  # noqa: PLC0415

    figure, axes = pyplot.subplots(figsize=(width, height), layout="constrained")
    axes.spines[["top", "right"]].set_visible(False)
    return figure, axes


def _close(figure: Figure) -> None:
    from matplotlib import pyplot  # noqa: PLC0415

    pyplot.close(figure)


def _style() -> dict[Any, Any]:
    colours = ("text.color", "axes.labelcolor", "axes.edgecolor", "xtick.color", "ytick.color", "legend.labelcolor")
    return {
        **dict.fromkeys(colours, _INK),
        "font.family": "sans-serif",
        "font.size": 9,
        "legend.frameon": False,
        "legend.fontsize": 8,
        "legend.title_fontsize": 8,
        "axes.grid": False,
        "svg.hashsalt": "codescore",
        "svg.fonttype": "none",  # text stays text: smaller, found by search, read aloud
    }


def _svg(figure: Figure) -> str:
    text = _saved(figure, format="svg", transparent=True, metadata={"Date": None, "Creator": None}).decode("utf-8")
    text = text[text.index("<svg") :]
    text = re.sub(r"<metadata>.*?</metadata>\s*", "", text, flags=re.DOTALL)
    return text.replace(_INK, "currentColor")


def _png(figure: Figure) -> bytes:
    return _saved(figure, format="png", dpi=144, metadata={"Software": None})


def _saved(figure: Figure, **how: Any) -> bytes:  # noqa: ANN401  (matplotlib's own)
    out = io.BytesIO()
    figure.savefig(out, **how)
    return out.getvalue()
