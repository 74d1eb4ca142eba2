"""The tables of a translation report, from the analysis as recorded.  Picks out and formats; computes nothing.

Neighbours: `translation_page` places them, `tables` and `markup` write them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from html import escape
from typing import Any

from codescore.reports.tables import Cell, Table, count, mark_best, number, shown, word
from codescore.reports.translation_figures import STATUSES, said

Record = Mapping[str, Any]

_COSTS = {"dollars": "US $", "seconds": "s an answer"}


def arrow(direction: str) -> str:
    """A direction for people: `java_python` is `java → python`."""
    return direction.replace("_", " → ")


def leaderboard(analysis: Record) -> Table:
    """Systems over all directions, best first: what passes, where, the means of the metrics, what answers cost."""
    directions, metrics = analysis["directions"], [one["metric"] for one in analysis["correlations"]]
    costs = [
        name for name in _COSTS if any((one["spent"] or {}).get(name) is not None for one in analysis["standings"])
    ]
    rows = [
        [
            word(one["system"]),
            rate(one["rate"]),
            rate(one["case_rate"], interval=False),
            *(rate(one["by_direction"].get(d), interval=False) for d in directions),
            *(number(one["metrics"].get(m)) for m in metrics),
            *(_cost(one["spent"], name) for name in costs),
            count(one["rate"]["samples"]),
        ]
        for one in analysis["standings"]
    ]
    for column in range(1, 3 + len(directions) + len(metrics)) if len(rows) > 1 else ():
        rows = mark_best(rows, column, least=False, among=range(len(rows)))
    groups = [("", 3), ("pass@1 by direction", len(directions)), ("mean of", len(metrics)), ("", len(costs) + 1)]
    return Table(
        "leaderboard",
        "Leaderboard",
        (
            "model",
            "pass@1",
            "cases passed",
            *map(arrow, directions),
            *metrics,
            *(_COSTS[one] for one in costs),
            "samples",
        ),
        tuple(map(tuple, rows)),
        note="The best of each column is bold; headings sort. Cases passed: of all cases of all samples. Metrics are "
        "means over samples against the gold program, and are no sign by themselves that code works.",
        groups=tuple(one for one in groups if one[1]),
        own="",
    )


def _cost(spent: Record | None, name: str) -> Cell:
    """What answers cost; where some have no known price the sum is a lower bound, and says so."""
    if spent is None or spent[name] is None:
        return number(None, why="not recorded")
    found = number(spent[name], 2)
    at_least = name == "dollars" and spent["unpriced"]
    return replace(found, text=f"≥ {found.text}", note=f"{spent['unpriced']:,} without a price") if at_least else found


def cells(analysis: Record) -> Table:
    """Every system in every direction: pass@k, cases, strict accuracy."""
    ks = sorted({k for one in analysis["cells"] for k in one["pass_at"]}, key=int)
    rows = [
        (
            word(f"{one['system']}, {arrow(one['direction'])}"),
            *(rate(one["pass_at"].get(k)) for k in ks),
            rate(one["case_rate"]),
            rate(one["strict"]),
            count(one["strict"]["tasks"]),
            count(one["strict"]["samples"]),
        )
        for one in analysis["cells"]
    ]
    headers = (
        "model and direction",
        *(f"pass@{k}" for k in ks),
        "cases passed",
        "samples that pass",
        "tasks",
        "samples",
    )
    note = "Samples that pass: strict accuracy, the share that pass every case; with one sample a task it is pass@1."
    return Table("cells", "Numbers: every model in every direction", headers, tuple(rows), note, own="")


def statuses(analysis: Record) -> Table:
    """How many samples of each system in each direction have each status."""
    rows = [
        (
            word(f"{one['system']}, {arrow(one['direction'])}"),
            *(Cell(f"{one['statuses'].get(s, 0):,}", one["statuses"].get(s, 0)) for s in STATUSES),
        )
        for one in analysis["cells"]
    ]
    return Table("statuses", "Numbers: every outcome", ("model and direction", *STATUSES.values()), tuple(rows), own="")


def correlations(analysis: Record) -> Table:
    """Every metric against passing, over samples and over cells."""
    samples = ("auroc_within_task", "auroc", "pearson", "spearman", "kendall")
    points = ("cells_pearson", "cells_spearman", "cells_kendall")
    rows = [
        [word(one["metric"]), *(_coefficient(one[name]) for name in (*samples, *points)), count(one["samples"])]
        for one in analysis["correlations"]
    ]
    for column in range(1, 9) if len(rows) > 1 else ():
        rows = mark_best(rows, column, least=False, among=range(len(rows)))
    headers = (
        "metric", "AUROC within task", "AUROC", "Pearson", "Spearman", "Kendall τ-b", "Pearson", "Spearman",
        "Kendall τ-b", "samples",
    )  # fmt: skip
    return Table(
        "correlations",
        "Which metric predicts passing",
        headers,
        tuple(map(tuple, rows)),
        note="AUROC: the chance that a translation that passes has a higher value than one that does not, 0.5 being "
        "chance; within task: of two translations for one task. Small numbers are 95 % intervals over tasks; the "
        "models and directions are taken as given. Those of means are as wide as their resamples spread on "
        "Fisher's scale.",
        groups=(
            ("", 1),
            ("samples: value against passing", 5),
            ("models in a direction: mean against pass@1", 3),
            ("", 1),
        ),
        own="",
    )


def correlated(one: Record) -> str:
    """Below a scatter: the coefficients of its points, in a sentence."""
    names = (("Pearson", "cells_pearson"), ("Spearman", "cells_spearman"), ("Kendall τ-b", "cells_kendall"))
    listed = ", ".join(f"{title} {_said(one[name])}" for title, name in names)
    return f"{one['metric']}, {len(one['points'])} models in a direction: {listed}."


def matrix(analysis: Record, system: str) -> str:
    """Source by target as a table with shades, for one system or all ("")."""
    squares = {(one["source"], one["target"]): one["rate"] for one in analysis["squares"] if one["system"] == system}
    sources = list(dict.fromkeys(source for source, _ in sorted(squares)))
    targets = list(dict.fromkeys(target for _, target in sorted(squares, key=lambda one: one[1])))
    head = "".join(f"<th scope='col'>into {escape(target)}</th>" for target in targets)
    rows = "".join(
        f"<tr><th scope='row'>from {escape(source)}</th>"
        + "".join(_square(squares.get((source, target))) for target in targets)
        + "</tr>"
        for source in sources
    )
    about = escape(system or "all models")
    return (
        f"<div class='scroll'><table class='matrix'><caption>pass rate of {about} by source and target</caption>"
        f"<thead><tr><td></td>{head}</tr></thead><tbody>{rows}</tbody></table></div>"
    )


def _square(rate_: Record | None) -> str:
    if rate_ is None or rate_["value"] is None:
        return "<td class='none'>–</td>"
    between = "" if rate_["low"] is None else f"<small>{shown(rate_['low'], 2)}–{shown(rate_['high'], 2)}</small>"
    shade, words = min(9, int(rate_["value"] * 10)), escape(said(rate_), quote=True)
    return f"<td class='h{shade}' title='{words}'>{shown(rate_['value'], 2)}{between}</td>"


def kinds(analysis: Record) -> Table:
    """Shares by the typing of source and target."""
    rows = [
        (
            word(f"{one['source']} to {one['target']}"),
            rate(one["rate"]),
            Cell(", ".join(map(arrow, one["directions"])), ""),
            count(one["rate"]["samples"]),
        )
        for one in analysis["kinds"]
    ]
    return Table("kinds", "By typing", ("typing", "pass rate", "directions", "samples"), tuple(rows), own="")


def by_difficulty(analysis: Record) -> Table:
    """Difficulty by system."""
    return _grouped("difficulty", "By difficulty", analysis["by_difficulty"], analysis["systems"])


def by_tag(analysis: Record) -> Table:
    """Tags; a task may have several."""
    return _grouped("tag", "By tag: a task may have several", analysis["by_tag"], ())


def _grouped(kind: str, title: str, groups: Sequence[Record], systems: Sequence[str]) -> Table:
    rows = [
        (
            word(one["name"]),
            count(one["tasks"]),
            rate(one["rate"]),
            *(rate(one["by_system"].get(system)) for system in systems),
            word(_commonest(one["statuses"])),
        )
        for one in groups
    ]
    headers = (kind, "tasks", "all" if systems else "pass rate", *systems, "most frequent failure")
    return Table(kind, title, headers, tuple(rows), "Without an interval: fewer than 5 tasks.", own="")


def overall_pairs(analysis: Record) -> Table:
    """Pairs of systems over all directions."""
    return _pairs("Pairs of models, all directions", [one for one in analysis["compared"] if one["scope"] == "all"])


def pairs_by_direction(analysis: Record) -> Table:
    """Pairs of systems in each direction."""
    some = [one for one in analysis["compared"] if one["scope"] != "all"]
    return _pairs("Pairs of models, direction by direction", some, scoped=True)


def _pairs(title: str, some: Sequence[Record], *, scoped: bool = False) -> Table:
    rows = [
        (
            word(
                f"{arrow(one['scope'])}: {one['first']} – {one['second']}"
                if scoped
                else f"{one['first']} – {one['second']}"
            ),
            number(one["first_rate"], 2, why=one["why"]),
            number(one["second_rate"], 2, why=one["why"]),
            number(one["difference"], 2, _between(one), one["why"]),
            number(one["p"], 4),
            number(one["p_holm"], 4),
            word(_verdict(one)),
            count(one["tasks"]),
        )
        for one in some
    ]
    headers = ("models", "first", "second", "difference", "p", "p (Holm)", "differ?", "tasks")
    return Table("pairs", title, headers, tuple(rows), own="")


def sentence(one: Record) -> str:
    """A comparison in a sentence."""
    if one["p_holm"] is None:
        return f"{one['first']} against {one['second']}: {one['why']}."
    first, second, difference = (shown(one[name], 2) for name in ("first_rate", "second_rate", "difference"))
    between = f"95 % interval {shown(one['low'], 2)} to {shown(one['high'], 2)}, p {shown(one['p_holm'], 4)}"
    concludes = "they differ" if one["differs"] else "not enough evidence that they differ"
    gap = f"{first} against {second}, difference {difference} ({between}, over {one['tasks']} tasks)"
    return f"From {one['first']}, against {one['second']}: {gap}: {concludes}."


def about(one: Record) -> str:
    """A run in a line."""
    stages = ", ".join(f"{name} {n:,}" for name, n in one["stages"].items())
    data = f"; tasks sha256 {one['tasks_sha256'][:16]}…" if one["tasks_sha256"] else ""
    return f"{one['name']}: {stages}{data}"


def rate(found: Record | None, *, interval: bool = True) -> Cell:
    """A share in a cell."""
    if found is None:
        return number(None, why="not run")
    between = None if found["low"] is None or not interval else (found["low"], found["high"])
    return number(found["value"], 2, between, found["why"])


def _coefficient(one: Record) -> Cell:
    return number(one["value"], 3, _between(one), one["why"])


def _said(one: Record) -> str:
    if one["value"] is None:
        return f"– ({one['why']})"
    between = _between(one)
    return shown(one["value"], 2) + (f" [{shown(between[0], 2)}, {shown(between[1], 2)}]" if between else "")


def _between(one: Record) -> tuple[float, float] | None:
    return None if one["low"] is None or one["high"] is None else (one["low"], one["high"])


def _commonest(counts: Mapping[str, int]) -> str:
    failures = {status: n for status, n in counts.items() if status != "all_passed" and n}
    return STATUSES[max(failures, key=lambda one: failures[one])] if failures else "none"


def _verdict(one: Record) -> str:
    return "too few tasks" if one["differs"] is None else "yes" if one["differs"] else "not shown"
