"""What there is to say about a study of graded models, in sentences made from its numbers alone.

No sentence holds a number that was not computed or transcribed; where ours and the printed ones differ the reason is
looked for in the data and named, or it is said that none was found.  Neighbours: `checks`, `report`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from codescore.study.papers.checks import DEVIATIONS, FEWEST_RUNS, Checked, printed_pairs, surplus
from codescore.study.papers.tables import HUMAN, OWN_PROGRAMS, TITLES, printed

if TYPE_CHECKING:
    from codescore.study.columns import Agreement
    from codescore.study.papers.human import Judged, Study, Told
    from codescore.study.papers.tables import Printed

#: The largest share of pairs in which a metric may contradict people and still be called reliable (section 5.3).
RELIABLE = 0.05

#: From this share of equal snippets on two metrics are taken for the same.
SAME = 0.98


@dataclass(frozen=True, slots=True)
class ReportRow:
    """A metric in the report: where its values come from, and the paper's row of the same metric, if any."""

    judged: Judged
    from_data: bool
    paper_row: str | None
    agreements: tuple[Agreement, ...] = ()  # with the values of the data, the tokenisation in use first

    @property
    def label(self) -> str:
        return f"{self.judged.title} ({'values of the data' if self.from_data else 'ours'})"


def setting(study: Study, paper: Printed | None) -> Iterator[str]:
    """What was done, and whether the paper did it to as many models."""
    yield (
        f"{len(study.models)} models and {study.made} synthetic ones made of them, {study.equal} of which give what "
        f"another gives: {study.all_models} models, {study.pairs:,} pairs. For {study.lacking} synthetic models the "
        "other models had fewer better (or worse) rated snippets than were to be replaced."
    )
    if paper:
        told, counted = paper.models_in_text, printed_pairs(paper)
        verdict = "as here" if counted == study.pairs else "not as here"
        yield (
            f"The paper's text speaks of {told} models, which would be {told * (told - 1) // 2:,} pairs; its table "
            f"{paper.tables['significance']} counts {counted:,} pairs, {verdict}."
        )


def oddities(paper: Printed) -> Iterator[str]:
    """What in the printed tables contradicts itself."""
    table = paper.tables["significance"]
    others = [other for other in printed().values() if other is not paper]
    for row, excess in surplus(paper).items():
        bins = paper.edges.names
        more = f"{abs(excess)} pairs {'more' if excess > 0 else 'fewer'}"
        said = f"Table {table}, {TITLES[row]}: the printed cells add up to {more} than those of other rows"
        where = [f"{bins[i]} NS" for i, (_, ns) in enumerate(paper.significance[row]) if ns == excess]
        twins = [
            f"the significant pairs of {other.title} in {other.edges.names[i]}, table {other.tables['significance']}"
            for other in others
            for i, (count, _) in enumerate(other.significance[row])
            if count == excess
        ]
        source = f"; it is the number in its cell {where[0]}" if where else ""
        twin = f", and that of {twins[0]}, from where it seems to have slipped" if where and twins else ""
        yield f"{said}{source}{twin}."


def scores(rows: Sequence[ReportRow], cells: Sequence[Checked], paper: Printed) -> Iterator[str]:
    """Which scores of the data's own values are those that the paper printed."""
    known = {row.judged.name: row for row in rows if row.from_data}
    compared = [c for c in cells if c.kind == "scores" and c.fit and (c.row in known or c.row == HUMAN)]
    wrong = [c for c in compared if c.fit == "no"]
    if not compared:
        return
    yield (
        f"Table {paper.tables['scores']}: {len(compared) - len(wrong)} of {len(compared)} scores of the data's own "
        "values are the printed ones, to their rounding."
    )
    for name in dict.fromkeys(c.row for c in wrong):
        off = [c for c in wrong if c.row == name]
        pairs = ", ".join(f"{c.column} {c.ours:.2f} | {c.paper:.2f}" for c in off)
        title = "people's grades" if name == HUMAN else known[name].judged.title
        yield f"The data hold other values than were printed of {title} (ours | paper): {pairs}."


def counts(rows: Sequence[ReportRow], cells: Sequence[Checked], paper: Printed) -> Iterator[str]:
    """Which counts of the data's own values are the printed ones, and what the others may come from."""
    known = {row.judged.name: row for row in rows if row.from_data}
    compared = [c for c in cells if c.kind != "scores" and c.fit and c.row in known]
    if not known:
        return
    if not compared:
        yield f"With fewer than {FEWEST_RUNS} runs there is no telling which printed counts lie within the noise."
        return
    judged = len(rows[0].judged.runs)
    by_fit = {fit: [c for c in compared if c.fit == fit] for fit in ("yes", "medians", "no")}
    yield (
        f"Tables {paper.tables['significance']} and {paper.tables['mismatch']}: {len(by_fit['yes'])} of "
        f"{len(compared)} printed numbers lie within the noise of {judged} runs (mean ± "
        f"{DEVIATIONS:g} standard deviations, and one pair or the rounding)."
    )
    if by_fit["medians"]:
        yield (
            f"{len(by_fit['medians'])} more do so if a pair is put in a bin by the medians of its resamples instead of "
            "the values of the whole data, as the authors' program does."
        )
    reasons = _Reasons(cells, {row.judged.name: row for row in rows}, paper)
    for name in dict.fromkeys(c.row for c in by_fit["no"]):
        off = [c for c in by_fit["no"] if c.row == name]
        pairs = ", ".join(f"{c.column} {_number(c.ours)} | {_number(c.paper)}" for c in off)
        yield f"Outside are, of {known[name].judged.title} (ours | paper): {pairs}; {reasons.of(name, off)}."


@dataclass(frozen=True, slots=True)
class _Reasons:
    """Where a printed number that is not ours may come from: facts about the data and the tables."""

    cells: Sequence[Checked]
    rows: Mapping[str, ReportRow]
    paper: Printed

    def of(self, name: str, off: Sequence[Checked]) -> str:
        """The first reason that holds for cells of a metric, or that there is none."""
        other_values = {c.row for c in self.cells if c.kind == "scores" and c.fit == "no"}
        paper_row = self.rows[name].paper_row
        if name in other_values:
            return "its values in the data are not those that were printed (see above)"
        if paper_row in surplus(self.paper) and all(c.kind == "significance" for c in off):
            return "the printed row does not add up (see below)"
        if contradiction := _self_contradiction(off, paper_row, self.paper):
            return contradiction
        if HUMAN in other_values and all("mismatch" in c.column for c in off):
            return "people's grades in the data are not those of the printed tables (see above)"
        return "no reason was found"


def ours(study: Study, rows: Sequence[ReportRow], paper: Printed) -> Iterator[str]:
    """How far our metrics are from the printed ones, and which of it is tokenisation."""
    for row in rows:
        if row.from_data or row.paper_row is None:
            continue
        theirs = dict(zip(paper.models, paper.scores[row.paper_row], strict=True))
        pairs = zip(study.models, row.judged.scores, strict=True)
        gaps = [score.value - theirs[model].value for model, score in pairs if model in theirs]
        said = f"{row.label}: scores lie {min(gaps):+.2f} to {max(gaps):+.2f} points from the printed ones"
        for place, found in enumerate(row.agreements):
            said += "; with" if place == 0 else ", with"
            said += (
                f" tokens {found.tokens} {found.equal:.1%} of {found.compared:,} snippets have the value of the data"
            )
            said += f" (mean difference {100 * found.difference:+.2f} points)"
        yield f"{said}{_cause(row)}."


def _cause(row: ReportRow) -> str:
    """What makes a metric of ours differ from the data's values, if that can be told."""
    if not row.agreements or row.agreements[0].equal >= SAME:
        return ""
    if row.agreements[-1].equal >= SAME:
        return "; the tokenisation makes the difference"
    own = " (the authors used a program of their own)" if row.paper_row in OWN_PROGRAMS else ""
    return f"; it is not the tokenisation that makes the difference{own}"


def ties(rows: Sequence[ReportRow]) -> Iterator[str]:
    """What the treatment of ties does."""
    changed = []
    for row in rows:
        here, nobody = row.judged.runs[0], row.judged.nobody
        fewer = sum(here.significant) - sum(nobody.significant)
        if fewer or here.total != nobody.total:
            changed.append(f"{row.label} {fewer} fewer, {_percent(here.total)} → {_percent(nobody.total)}")
    yield (
        "A resample in which two models score the same counts for the one listed first, as in the authors' program. "
        + (
            f"Counted for neither there would be significant pairs, and total mismatch: {'; '.join(changed)}."
            if changed
            else "Counted for neither nothing would change."
        )
    )


def originals(study: Study, rows: Sequence[ReportRow], paper: Printed | None) -> Iterator[str]:
    """Which of the models themselves metrics and people cannot tell apart (section 5.1)."""
    runs = len(rows[0].judged.runs) if rows else 0
    yield f"People {_not_told(study.human_told, runs)}."
    for row in rows:
        said = f"{row.label} {_not_told(row.judged.told, runs)}"
        expected = paper.not_told.get(row.paper_row or "") if paper and row.from_data else None
        if expected is None:
            yield f"{said}."
        else:
            ours = {pair for pair, told in row.judged.told.items() if told <= runs / 2}
            theirs = "the same" if ours == expected else _pairs(expected) or "that it tells all apart"
            yield f"{said}; the paper says {theirs}."


def reliability(rows: Sequence[ReportRow]) -> Iterator[str]:
    """From which difference on each metric agrees with people (section 5.3)."""
    for row in rows:
        run = row.judged.runs[0]
        rates = [None if cell.rate is None else cell.rate for cell in run.cells]
        safe = len(rates)
        while safe and (rates[safe - 1] or 0.0) <= RELIABLE:
            safe -= 1
        seen = [_percent(rate) for rate in rates]
        table = ", ".join(f"{name} {rate}" for name, rate in zip(run.bins, seen, strict=True))
        where = f"from {run.bins[safe]} on" if safe < len(rates) else "in no bin"
        missed = f"; where it sees no difference people see one in {_percent(run.ns.rate)} of {run.ns.pairs} pairs"
        yield f"{row.label}: contradicts people in at most {RELIABLE:.0%} of pairs {where} ({table}){missed}."


def _self_contradiction(off: Sequence[Checked], paper_row: str | None, paper: Printed) -> str:
    """Whether the two printed tables count different numbers of significant pairs in the bins that are off."""
    if paper_row is None:
        return ""
    found = []
    for place, name in enumerate(paper.edges.names):
        one, other = paper.significance[paper_row][place][0], paper.mismatch[paper_row][place].pairs
        if one != other and any(cell.column.startswith(name) for cell in off):
            found.append(
                f"{one} in table {paper.tables['significance']} but {other} in table {paper.tables['mismatch']}"
            )
    return f"the paper has {' and '.join(found)} for the same pairs" if found else ""


def _not_told(told: Told, runs: int) -> str:
    shaky = {pair for pair, count in told.items() if 0 < count < runs}
    never = [pair for pair, count in told.items() if not count]
    parts = []
    if never:
        parts.append(f"cannot tell apart {_pairs(never)}")
    parts += [f"tells {' and '.join(pair)} apart in {told[pair]} of {runs} runs" for pair in told if pair in shaky]
    return "; ".join(parts) if parts else "can tell all models apart"


def _pairs(pairs: Iterator[tuple[str, str]] | Sequence[tuple[str, str]] | frozenset[tuple[str, str]]) -> str:
    return ", ".join(f"{first} and {second}" for first, second in sorted(pairs))


def _percent(rate: float | None) -> str:
    return "–" if rate is None else f"{rate:.1%}"


def _number(value: float | None) -> str:
    return "–" if value is None else f"{value:g}" if float(value).is_integer() else f"{value:.1f}"
