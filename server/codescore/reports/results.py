"""RESULTS.md: every metric on every data set beside the paper's numbers, and where CodeScore-R loses.

Written from recorded rows alone; nothing is said that does not follow from them.
"""

from __future__ import annotations

from collections.abc import Iterator

from codescore.reports.agreement import agreement, audit, overview
from codescore.reports.findings import findings
from codescore.reports.papers.tables import all_tables
from codescore.reports.recorded import Recorded, Row
from codescore.reports.tables import Table, markdown, word

_OVERVIEWS = ("auroc_within_task", "auroc", "kendall_tau_b", "mae_at_threshold", "mcc")

_HEAD = """\
# Results

Every metric of the library against what the tests (or people) said, on every data set, and the numbers that the
CodeScore-R paper printed beside ours. This page is written by `codescore study report` from recorded results; numbers
and sentences follow from the records, nothing is added by hand.
"""

_HOW = """\
## How to read this

* **Within task** is the fair question: of two candidates for the same task, does the right one score higher? Pooled
  AUROC also rewards knowing which tasks are easy. 0.5 is chance.
* **MAE at one threshold** can hide a metric that separates nothing: with 70 % passing, always saying 1 has MAE 0.30.
  Compare with the constants in every table.
* Intervals are bootstrapped over *tasks*, 1,000 resamples; candidates for one task are not independent.
* `o2s`, `s2s`: the candidate sketched, both sketched. `syntax`: table 1, mean of the draws. `semantic-N`: table 2 on
  N % of what passes, whose label becomes 0, mean of the draws. As in the paper, text metrics see sketches under
  `syntax` and `semantic`. Metrics of a model sketch for themselves: `o2s` and `s2s` change nothing for them.
* These data sets are for development: a bundle's scale and calibration may have been chosen on them.
"""

_SEEN = """\
* **The encoder was trained on programs of {}.** What CodeScore-R and every metric of its
  vectors reach there says little of tasks that the encoder has not seen.
"""

_BEYOND_DOUBT = """\
Against the best other metric of each data set that runs no program; beyond doubt means that the 95 % interval of the
difference, paired over the same resamples of tasks, leaves out 0. What runs programs is named beside it.
"""


def results(recorded: Recorded) -> str:
    """The page as Markdown."""
    seen = [f"`{one['file']}`" for one in recorded.data if one.get("seen")]
    how = _HOW + (_SEEN.format(" and ".join(seen)) if seen else "")
    parts = [_HEAD, _made(recorded), how, _found(recorded), *_overviews(recorded)]
    parts += ["## Each data set\n", *(markdown(agreement(recorded, data)) for data in recorded.sets())]
    if (table := audit(recorded)) is not None:
        parts += ["## Minimal-mutation audit\n", markdown(table)]
    parts += ["## The CodeScore-R paper's tables\n", *(markdown(table) for table in all_tables(recorded))]
    parts += [_data(recorded), _metrics(recorded), _failed(recorded), _signatures(recorded)]
    return "\n".join(part for part in parts if part)


def _made(recorded: Recorded) -> str:
    """How each study was made, once where several were made alike."""
    lines = dict.fromkeys(_one_made(one) for one in recorded.about)
    return "\n".join([*(f"* {line}" for line in lines), ""])


def _one_made(one: Row) -> str:
    settings = one["settings"]
    limit = (
        f"at most {settings['limit']:,} pairs a data set, spread over its tasks" if settings["limit"] else "all pairs"
    )
    return (
        f"Bundle `{one['bundle']}`, codescore {one['version']}; {limit}; seed {settings['seed']}, "
        f"{settings['seeds']} draws of each perturbation, {settings['audited']} references audited a data set; "
        f"tokens: {settings['tokens']}."
    )


def _found(recorded: Recorded) -> str:
    found = findings(recorded)
    lines = ["## Where CodeScore-R stands\n", _BEYOND_DOUBT]
    for verdict, title in (
        ("loses", "It loses"),
        ("behind", "It is behind, not beyond doubt"),
        ("level", "It is level"),
        ("ahead", "It is ahead, not beyond doubt"),
        ("wins", "It wins"),
        ("unknown", "Nothing can be said"),
    ):
        some = [finding for finding in found if finding.verdict == verdict]
        if some:
            lines += [f"**{title}** ({len(some)} of {len(found)}):\n", *(f"* {one.sentence}" for one in some), ""]
    return "\n".join(lines) if found else "\n".join([*lines, "No record of CodeScore-R is among these results.\n"])


def _overviews(recorded: Recorded) -> Iterator[str]:
    yield "## All data sets\n"
    for measure in _OVERVIEWS:
        table = overview(recorded, measure)
        if len(table.headers) > 1:
            yield markdown(table)


def _data(recorded: Recorded) -> str:
    rows = tuple(
        (
            word(str(one["file"])),
            word(f"{one['pairs']:,}"),
            word(", ".join(f"{n:,} {why}" for why, n in one.get("skipped", {}).items()) or "–"),
            word(str(one["malformed"] or "–")),
            word(str(one["duplicates"] or "–")),
            word(f"`{str(one['sha256'])[:16]}`"),
        )
        for one in recorded.data
    )
    headers = ("file", "pairs", "skipped", "malformed lines", "duplicated ids", "sha256")
    left = [f"* {one['data']}, {one['condition']}: {one['reason']}." for one in recorded.left_out]
    text = markdown(Table("data", "Data", headers, rows), 2)
    return "\n".join([text, *(["Left out:\n", *left, ""] if left else [])])


def _metrics(recorded: Recorded) -> str:
    rows = tuple(
        (word(str(m["title"])), word(f"`{m['name']}`"), word(str(m["summary"])), word(str(m["source"])))
        for m in recorded.metrics
        if "[" not in str(m["name"])
    )
    return markdown(Table("metrics", "Metrics", ("metric", "name", "what it is", "source"), rows), 2)


def _failed(recorded: Recorded) -> str:
    """Pairs without a value, and why; a metric that fails is named, never a silent 0."""
    found: dict[tuple[str, str], list[str]] = {}
    for row in recorded.rows:
        if row["condition"] == "original" and "[" not in row["metric"]:
            for reason, count in (row["failures"] or {}).items():
                found.setdefault((row["metric"], reason), []).append(f"{row['data']} {count:,}")
    lines = [f"* {recorded.title(metric)}: {reason} ({', '.join(some)})." for (metric, reason), some in found.items()]
    head = "Pairs without a value; they are in no measure of that metric.\n"
    return "\n".join(["## Failed\n", *([head, *lines] if lines else ["No metric failed on any pair."]), ""])


def _signatures(recorded: Recorded) -> str:
    found = dict.fromkeys(str(row["signature"]) for row in recorded.rows)
    return "\n".join(
        ["## Signatures\n", "Two numbers compare where their signatures agree.\n", *(f"    {s}" for s in found), ""]
    )
