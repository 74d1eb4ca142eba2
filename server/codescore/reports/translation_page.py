"""The page of translation runs: one HTML file that needs no network, from `translate`'s analysis.  Computes nothing.

What models wrote is data: it stands in a packed block, and a script puts it on the page as text alone; a policy in the
page lets only its own scripts and styles run.  Figures and tables are there without scripts.  Neighbours:
`translation_figures`, `translation_tables`, `class_page` (the same for a class).
"""

from __future__ import annotations

import base64
import gzip
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from html import escape
from importlib.resources import files
from typing import Any

from codescore.reports import translation_tables as tables
from codescore.reports.markup import section, table_html
from codescore.reports.policy import filled, served_policy
from codescore.reports.tables import Table
from codescore.reports.translation_figures import COLOURS, STATUSES, bars, scatter, shape, stacked

Record = Mapping[str, Any]

_STYLES = ("page.css", "translation_assets/page.css")
_SCRIPTS = ("elements.js", "page.js", "translation_assets/parts.js", "translation_assets/page.js")
#: The metrics of which the page shows the first that was measured.
_FIRST = ("code-bleu-compatible", "code-bleu")


@dataclass(frozen=True, slots=True)
class Page:
    """A page and its content security policy."""

    html: str
    policy: str


def translation_page(analysis: Record, wrong: Record, title: str, *, home: str = "") -> Page:
    """The report of an analysis; `wrong` are samples to look at; `home`: where the served pages begin, if served."""
    style, script = sources()
    policy = served_policy(style, [script], served=bool(home))
    parts = [
        ("standings", "Leaderboard", _standings(analysis)),
        ("rq1", "How well does each model translate?", _models(analysis)),
        ("rq2", "What goes wrong?", _failures(analysis)),
        ("rq3", "Which metric predicts passing?", _metrics(analysis)),
        ("rq4", "Which languages are hard?", _languages(analysis)),
        ("groups", "By difficulty and tag", _groups(analysis)),
        ("compared", "Models compared", _compared(analysis)),
        ("wrong", "Wrong translations", _wrong(wrong)),
        ("method", "Method", _method(analysis)),
    ]
    there = [one for one in parts if one[2]] if analysis["samples"] else [parts[-1]]
    links = "".join(f"<li><a href='#{anchor}'>{escape(text)}</a></li>" for anchor, text, _ in there)
    back = f"<li><a href='{escape(home, quote=True)}'>← all runs</a></li>" if home else ""
    page = {
        "policy": policy,
        "title": escape(title),
        "lead": _lead(analysis),
        "notices": "".join(f"<p class='notice'>{escape(one)}</p>" for one in analysis["notices"]),
        "links": f"<ul>{back}{links}</ul>",
        "main": "\n".join(section(*one) for one in there),
        "style": style,
        "script": script,
        "wrong": _packed(wrong),
    }
    return Page(filled(asset("translation_assets/page.html"), page), policy)


@cache
def asset(name: str) -> str:
    """A file of this package."""
    return files("codescore.reports").joinpath(name).read_text(encoding="utf-8")


def sources() -> tuple[str, str]:
    """Style and script."""
    return "\n".join(map(asset, _STYLES)), "\n".join(map(asset, _SCRIPTS))


def _packed(wrong: Record) -> str:
    data = json.dumps(wrong, ensure_ascii=False).encode("utf-8", "replace")
    return base64.b64encode(gzip.compress(data, mtime=0)).decode()


def _lead(analysis: Record) -> str:
    if not analysis["samples"]:
        return "No sample was run yet: there is nothing to report."
    counts = (
        f"{analysis['samples']:,} translations of {analysis['tasks']:,} tasks by {len(analysis['systems'])} "
        f"model{'' if len(analysis['systems']) == 1 else 's'} in {len(analysis['directions'])} "
        f"direction{'' if len(analysis['directions']) == 1 else 's'}"
    )
    return f"{counts}. Each was run on the cases of its task; it passed if it passed all of them."


def _standings(analysis: Record) -> str:
    return table_html(tables.leaderboard(analysis))


def _models(analysis: Record) -> str:
    colours = {name: k for k, name in enumerate(analysis["systems"])}
    panels = []
    for direction in analysis["directions"]:
        rows = [
            (cell["system"], colours[cell["system"]], cell["pass_at"]["1"])
            for cell in analysis["cells"]
            if cell["direction"] == direction
        ]
        panels.append(_figure(tables.arrow(direction), bars(f"pass@1, {tables.arrow(direction)}", rows)))
    text = (
        "<p>pass@1: the share of tasks whose translation passes every case. Lines are 95 % intervals, from resampling "
        "tasks: they say how much would change with other tasks of the kind.</p>"
    )
    return text + f"<div class='panels'>{''.join(panels)}</div>" + _folded(tables.cells(analysis))


def _failures(analysis: Record) -> str:
    rows = [(tables.arrow(one["name"]), one["statuses"]) for one in analysis["by_direction"]]
    legend = "".join(
        f"<li><span class='key t-{status}' aria-hidden='true'></span>{word}</li>" for status, word in STATUSES.items()
    )
    each = "".join(
        _figure(
            system,
            stacked(
                f"Outcomes of {system}",
                [(tables.arrow(c["direction"]), c["statuses"]) for c in analysis["cells"] if c["system"] == system],
            ),
        )
        for system in analysis["systems"]
    )
    several = len(analysis["systems"]) > 1
    models = f"<details><summary>Model by model</summary><div class='wide'>{each}</div></details>" if several else ""
    return (
        f"<p>What became of all translations in each direction.</p><ul class='legend'>{legend}</ul>"
        f"<figure class='stack'>{stacked('Outcomes', rows)}</figure>{models}{_folded(tables.statuses(analysis))}"
    )


def _metrics(analysis: Record) -> str:
    found = analysis["correlations"]
    if not found:
        return "<p>No metric was measured: <code>codescore translate measure</code> measures.</p>"
    names = [one["metric"] for one in found]
    first = next((name for name in _FIRST if name in names), names[0])
    options = "".join(
        f"<option value='{k}'{' selected' if name == first else ''}>{escape(name)}</option>"
        for k, name in enumerate(names)
    )
    figures = "".join(
        _figure(
            tables.correlated(one),
            scatter(one["metric"], one["points"], analysis["systems"], analysis["directions"]),
            data=k,
            hidden=one["metric"] != first,
        )
        for k, one in enumerate(found)
        if one["points"]
    )
    return (
        "<p>A metric that predicts passing gives a translation that passes a higher value than one that does not. The "
        "table asks that of samples, and of models in a direction (the points of the figure): a metric may order "
        "models and say little about a translation, or the other way round.</p>"
        f"{table_html(tables.correlations(analysis))}"
        f"<p class='pick needs-script'><label>Metric <select id='metric'>{options}</select></label></p>"
        f"<div id='scatter' class='scatter'>{figures}{_marks(analysis)}</div>"
    )


def _marks(analysis: Record) -> str:
    """What colours and shapes mean."""
    colours = "".join(
        f"<li><span class='key s{k % COLOURS}' aria-hidden='true'></span>{escape(name)}</li>"
        for k, name in enumerate(analysis["systems"])
    )
    shapes = "".join(
        f"<li><svg class='mark' viewBox='-7 -7 14 14' aria-hidden='true'><path d='{shape(k)}'/></svg>"
        f"{escape(tables.arrow(name))}</li>"
        for k, name in enumerate(analysis["directions"])
    )
    return f"<div class='marks'><ul class='legend'>{colours}</ul><ul class='legend'>{shapes}</ul></div>"


def _languages(analysis: Record) -> str:
    names = ["", *analysis["systems"]]
    options = "".join(f"<option value='{k}'>{escape(name or 'all models')}</option>" for k, name in enumerate(names))
    squares = "".join(
        f"<div data-system='{k}'{' hidden' if k else ''}>{tables.matrix(analysis, name)}</div>"
        for k, name in enumerate(names)
    )
    pick = f"<p class='pick needs-script'><label>Of <select id='matrix-of'>{options}</select></label></p>"
    kinds = table_html(tables.kinds(analysis)) if analysis["kinds"] else ""
    said = "".join(f"<p>{escape(tables.sentence(one))}</p>" for one in analysis["kinds_compared"])
    return (
        f"<p>The share that passes, from the language of the row into that of the column.</p>{pick}"
        f"<div id='matrix'>{squares}</div><h3>Static and dynamic typing</h3>{said}{kinds}"
    )


def _groups(analysis: Record) -> str:
    parts = [table_html(tables.by_difficulty(analysis))]
    return "".join(parts) + (_folded(tables.by_tag(analysis)) if analysis["by_tag"] else "")


def _compared(analysis: Record) -> str:
    if not analysis["compared"]:
        return ""
    return (
        "<p>Each pair on the tasks and directions that both have. Two models differ where p, by paired randomisation "
        "over tasks and corrected for the number of pairs (Holm), is below 0.05; otherwise there is not enough "
        f"evidence that they do.</p>{table_html(tables.overall_pairs(analysis))}"
        f"{_folded(tables.pairs_by_direction(analysis)) if len(analysis['directions']) > 1 else ''}"
    )


def _wrong(wrong: Record) -> str:
    if not wrong["samples"]:
        return "<p>Everything that was run passed.</p>"
    left = (
        f" The first {len(wrong['samples']):,}; {wrong['left_out']:,} more are in the run." if wrong["left_out"] else ""
    )
    return (
        "<p>Each with the first case that it failed: input, what was expected, what it gave, and the line where it "
        f"broke where that is known. Metrics stand beside the outcome.{left}</p>"
        "<noscript><p class='notice'>Scripts are off: this list needs them.</p></noscript>"
        "<div id='wrong-controls' class='controls needs-script'></div>"
        "<p id='wrong-found' class='note' role='status'></p>"
        "<div id='wrong-list'></div><p id='wrong-pager' class='pager needs-script'></p>"
    )


def _method(analysis: Record) -> str:
    runs = "".join(f"<li>{escape(tables.about(one))}</li>" for one in analysis["runs"])
    return (
        f"<ul>{runs}</ul><p>A sample is one answer of one model to one task in one direction. Intervals hold 95 % of "
        f"{analysis['resamples']:,} resamples of the tasks, samples of a task together; below 5 tasks there is none. "
        "Metrics compare the extracted code with the gold program of the target language. Two numbers compare where "
        f"these agree: <code>{escape(analysis['signature'])}</code>.</p>"
    )


def _figure(caption: str, svg: str, *, data: int | None = None, hidden: bool = False) -> str:
    mark = f" data-metric='{data}'" if data is not None else ""
    return f"<figure{mark}{' hidden' if hidden else ''}>{svg}<figcaption>{escape(caption)}</figcaption></figure>"


def _folded(table: Table) -> str:
    return f"<details><summary>{escape(table.title)}</summary>{table_html(table)}</details>"


def titled(names: Sequence[str]) -> str:
    """What a report of these runs is called."""
    return f"Translation: {', '.join(names[:3])}{' …' if len(names) > 3 else ''}"
