"""Tables, plots and sections as HTML.  Knows what a table and a plot are, not what stands in them."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from codescore.reports.plots import Plot
from codescore.reports.tables import Cell, Table, shown


def section(anchor: str, title: str, body: str) -> str:
    """A part of the page with its heading; the contents link to it."""
    heading = f"<h2 id='{anchor}-title'>{escape(title)}</h2>"
    return f"<section id='{anchor}' aria-labelledby='{anchor}-title'>{heading}{body}</section>"


def folded(table: Table, *, opened: bool = False) -> str:
    """A table that is opened by a click; everything is printed."""
    state = " open" if opened else ""
    return f"<details{state}><summary>{escape(table.title)}</summary>{table_html(table)}</details>"


def figure(plot: Plot) -> str:
    """A plot with its caption, and in words for who cannot see it."""
    words = escape(plot.description, quote=True)
    svg = _own_ids(plot.svg, plot.slug).replace("<svg ", f"<svg role='img' aria-label='{words}' ", 1)
    words = f"<strong>{escape(plot.title)}.</strong> {escape(plot.caption)}"
    return f"<figure class='{plot.slug.partition('-')[0]}'>{svg}<figcaption>{words}</figcaption></figure>"


def table_html(table: Table) -> str:
    """A table that scrolls by itself where it is wider than the page, and its note."""
    names = "".join(f"<th scope='col'>{escape(name)}</th>" for name in table.headers)
    over = "".join(f"<th colspan='{width}' scope='colgroup'>{escape(text)}</th>" for text, width in table.groups)
    head = f"<tr>{over}</tr><tr>{names}</tr>" if over else f"<tr>{names}</tr>"
    body = "".join(_row(row, own=row[0].text == table.own) for row in table.rows)
    note = f"<p class='note'>{escape(table.note)}</p>" if table.note else ""
    title = escape(table.title, quote=True)
    return (
        f"<div class='scroll' tabindex='0' role='region' aria-label='{title}'><table class='sortable'>"
        f"<caption>{title}</caption><thead>{head}</thead><tbody>{body}</tbody></table></div>{note}"
    )


def _row(row: Sequence[Cell], *, own: bool) -> str:
    cells = "".join(_cell(cell, k) for k, cell in enumerate(row))
    return f"<tr class='own'>{cells}</tr>" if own else f"<tr>{cells}</tr>"


def _cell(cell: Cell, column: int) -> str:
    if column == 0:
        return f"<th scope='row'>{escape(cell.text)}</th>"
    value = f" data-value='{cell.value}'" if isinstance(cell.value, int | float) else ""
    why = f" title='{escape(cell.note, quote=True)}'" if cell.note else ""
    text = f"<strong>{escape(cell.text)}</strong>" if cell.best else escape(cell.text)
    if cell.interval is not None:
        between = "–" if min(cell.interval) >= 0 else " to "
        text += f" <small>{between.join(shown(one, cell.digits) for one in cell.interval)}</small>"
    return f"<td{value}{why}>{text}</td>"


def _own_ids(svg: str, name: str) -> str:
    """Ids made the plot's own: several plots share a page, and ids must not repeat."""
    return svg.replace('id="', f'id="{name}-').replace('"#', f'"#{name}-').replace("url(#", f"url(#{name}-")
