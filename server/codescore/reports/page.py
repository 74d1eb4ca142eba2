"""The page of a study: one HTML file with tables and plots inside, readable without a network or JavaScript.

Light or dark as the reader's system is, made for print, for screen readers and for the keyboard.  With JavaScript the
tables can be sorted.  Knows tables, plots and findings, computes nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from importlib.resources import files

from codescore.reports.agreement import agreement, audit, overview, slug
from codescore.reports.findings import Finding, findings
from codescore.reports.markup import figure, folded, section, table_html
from codescore.reports.papers.tables import all_tables
from codescore.reports.plots import Plot
from codescore.reports.recorded import Recorded, Row, remarks

_VERDICTS = {
    "loses": ("loses", "▼"),
    "behind": ("behind", "▽"),
    "level": ("level", "="),
    "ahead": ("ahead", "△"),
    "wins": ("wins", "▲"),
    "unknown": ("unknown", "–"),
}


def page(recorded: Recorded, plots: Sequence[Plot]) -> str:
    """The whole page."""
    sets = recorded.sets()
    main = [_standing(recorded), _overview(recorded)]
    main += [_data_set(recorded, data, [plot for plot in plots if plot.data == data]) for data in sets]
    main += [_audit(recorded), _paper(recorded), _method(recorded)]
    links = [("standing", "Where CodeScore-R stands"), ("overview", "All data sets")]
    links += [(f"data-{slug(data)}", data) for data in sets]
    links += ([("audit", "Audit")] if recorded.audit else []) + [("paper", "The paper's tables"), ("method", "Method")]
    return shell(
        "How well do code metrics know what works?",
        f"<nav aria-label='Contents'><ul>{''.join(_link(*one) for one in links)}</ul></nav>",
        _lead(recorded),
        "\n".join(main),
    )


def shell(title: str, nav: str, lead: str, main: str, eyebrow: str = "codescore study") -> str:
    """A page around its parts, with the style and the script inside; `eyebrow`: the command that made it."""
    folder = files("codescore.reports")
    style = folder.joinpath("page.css").read_text(encoding="utf-8")
    script = folder.joinpath("page.js").read_text(encoding="utf-8")
    return (
        "<!doctype html>\n<html lang='en'>\n<head>\n<meta charset='utf-8'>\n"
        "<meta name='viewport' content='width=device-width, initial-scale=1'>\n"
        "<meta name='color-scheme' content='light dark'>\n"
        f"<title>{escape(title)}</title>\n<style>\n{style}</style>\n</head>\n<body>\n"
        "<a class='skip' href='#main'>Skip to the results</a>\n"
        f"<header><p class='eyebrow'>{escape(eyebrow)}</p><h1>{escape(title)}</h1>{lead}</header>\n"
        f"<div class='columns'>{nav}\n<main id='main'>\n{main}\n</main></div>\n"
        f"<script>\n{script}</script>\n</body>\n</html>\n"
    )


def _lead(recorded: Recorded) -> str:
    most = {row["data"]: max(int(r["n"]) for r in recorded.rows if r["data"] == row["data"]) for row in recorded.rows}
    pairs = sum(n for data, n in most.items() if " without " not in data)
    metrics = len({row["metric"] for row in recorded.rows if "[" not in row["metric"]})
    bundles = ", ".join(dict.fromkeys(str(one["bundle"]) for one in recorded.about))
    return (
        f"<p class='lead'>{metrics} metrics on {pairs:,} pairs of candidate and reference from {len(recorded.data)} "
        f"data set{'s' if len(recorded.data) > 1 else ''}, against what tests or people said. Bundle "
        f"<code>{escape(bundles)}</code>.</p>"
    )


def _standing(recorded: Recorded) -> str:
    found = findings(recorded)
    if not found:
        return section("standing", "Where CodeScore-R stands", "<p>CodeScore-R is not among these metrics.</p>")
    counts = {name: sum(one.verdict == key for one in found) for key, (name, _) in _VERDICTS.items()}
    summary = ", ".join(f"{name} {n}" for name, n in counts.items() if n)
    order = list(_VERDICTS)
    items = "".join(_finding(one) for one in sorted(found, key=lambda one: order.index(one.verdict)))
    text = (
        f"<p>Against the best other metric of each data set that runs no program: {summary}. <em>Wins</em> and "
        "<em>loses</em> mean that the 95 % interval of the difference, paired over tasks, leaves out 0. What runs "
        "programs is named beside it.</p>"
        f"<ul class='findings'>{items}</ul>"
    )
    return section("standing", "Where CodeScore-R stands", text)


def _finding(one: Finding) -> str:
    name, sign = _VERDICTS[one.verdict]
    badge = f"<span class='badge {name}'><span aria-hidden='true'>{sign}</span> {name}</span>"
    return f"<li>{badge} <span>{escape(one.sentence)}</span></li>"


def _overview(recorded: Recorded) -> str:
    tables = [
        overview(recorded, measure)
        for measure in ("auroc_within_task", "auroc", "kendall_tau_b", "mae_at_threshold", "mcc")
    ]
    shown_tables = [table for table in tables if len(table.headers) > 1]
    return section(
        "overview", "All data sets", "".join(folded(table, opened=k == 0) for k, table in enumerate(shown_tables))
    )


def _data_set(recorded: Recorded, data: str, plots: Sequence[Plot]) -> str:
    left = [one for one in recorded.left_out if one["data"] == data]
    notes = "".join(
        f"<p class='note'>Left out, {escape(one['condition'])}: {escape(one['reason'])}.</p>" for one in left
    )
    figures = f"<div class='figures'>{''.join(figure(plot) for plot in plots)}</div>" if plots else ""
    return section(f"data-{slug(data)}", data, table_html(agreement(recorded, data)) + notes + figures)


def _audit(recorded: Recorded) -> str:
    table = audit(recorded)
    return section("audit", "Minimal-mutation audit", table_html(table)) if table else ""


def _paper(recorded: Recorded) -> str:
    text = "<p>Tables 3 to 15 of the CodeScore-R paper: the printed numbers beside ours.</p>"
    return section("paper", "The paper's tables", text + "".join(folded(table) for table in all_tables(recorded)))


def _method(recorded: Recorded) -> str:
    failed = [row for row in recorded.rows if row["failed"] and row["condition"] == "original"]
    reasons = [
        f"<li>{escape(recorded.title(row['metric']))} on {escape(row['data'])}: {row['failed']:,} pairs without a value"
        f"{escape(_reasons(row.get('failures', {})))}</li>"
        for row in failed
    ]
    data = "".join(
        f"<li><code>{escape(str(one['file']))}</code>: {one['pairs']:,} pairs"
        f"{escape(_remarks(one))}, sha256 <code>{escape(str(one['sha256'])[:16])}…</code></li>"
        for one in recorded.data
    )
    signatures = dict.fromkeys(str(row["signature"]) for row in recorded.rows)
    listed = "".join(f"<li><code>{escape(signature)}</code></li>" for signature in signatures)
    failures = f"<ul>{''.join(reasons)}</ul>" if reasons else "<p>No metric failed on any pair.</p>"
    return section(
        "method",
        "Method",
        f"<ul>{''.join(_about(one) for one in recorded.about)}</ul><h3>Data</h3><ul>{data}</ul>"
        f"<h3>Failed</h3>{failures}<details><summary>Signatures: two numbers compare where these agree</summary>"
        f"<ul class='plain'>{listed}</ul></details>",
    )


def _about(one: Row) -> str:
    """How a study was made."""
    made = f"codescore {one['version']}, Python {one['machine']['interpreter']}; {one['intervals']}"
    settings = f"seed {one['settings']['seed']}, {one['settings']['seeds']} draws of each perturbation"
    return f"<li>{escape(made)}; {escape(settings)}</li>"


def _reasons(failures: Row) -> str:
    return f": {'; '.join(failures)}" if failures else ""


def _remarks(one: Row) -> str:
    found = "; ".join(remarks(one))
    return f" ({found})" if found else ""


def _link(anchor: str, text: str) -> str:
    return f"<li><a href='#{anchor}'>{escape(text)}</a></li>"
