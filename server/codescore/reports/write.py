"""Everything that a study's folder shows, written from what it records: tables, plots, the page."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from codescore.foundation.files import replacing, write_text
from codescore.reports.agreement import agreement, audit, overview
from codescore.reports.page import page
from codescore.reports.papers.tables import all_tables
from codescore.reports.plots import plots
from codescore.reports.recorded import Recorded, load
from codescore.reports.tables import Table, comma_separated, markdown

OVERVIEWS = ("auroc_within_task", "auroc", "kendall_tau_b", "mae_at_threshold", "mcc")


def write_report(folder: Path) -> list[str]:
    """Write tables (Markdown, CSV), plots (SVG, PNG) and index.html into a study's folder.

    Returns the names of all that the folder shows, records included.  Raises InputError where nothing is recorded.
    """
    recorded = load([folder])
    written = ["summary.json", "details.json", "scores.parquet"]
    tables = list(report_tables(recorded))
    for table in tables:
        write_text(folder / "tables" / f"{table.slug}.md", markdown(table))
        write_text(folder / "tables" / f"{table.slug}.csv", comma_separated(table))
        written += [f"tables/{table.slug}.md", f"tables/{table.slug}.csv"]
    pictures = [plot for data in recorded.sets() for plot in plots(recorded, data)]
    for plot in pictures:
        write_text(folder / "plots" / f"{plot.slug}.svg", f'<?xml version="1.0" encoding="utf-8"?>\n{plot.svg}')
        with replacing(folder / "plots" / f"{plot.slug}.png") as temporary:
            temporary.write_bytes(plot.png)
        written += [f"plots/{plot.slug}.svg", f"plots/{plot.slug}.png"]
    write_text(folder / "index.html", page(recorded, pictures))
    return [*written, "index.html"]


def report_tables(recorded: Recorded) -> Iterator[Table]:
    """Every table: overviews, one per data set, the audit's, the paper's."""
    for measure in OVERVIEWS:
        if len((table := overview(recorded, measure)).headers) > 1:
            yield table
    for data in recorded.sets():
        yield agreement(recorded, data)
    if (audited := audit(recorded)) is not None:
        yield audited
    yield from all_tables(recorded)
