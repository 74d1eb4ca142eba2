"""Measures → tables, a page and one JSON document.  Pure; what a table and a page are is `reports`' business."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from html import escape
from importlib.resources import files
from typing import Any

from codescore.reports.markup import section, table_html
from codescore.reports.page import shell
from codescore.reports.tables import Cell, Table, count, number, word
from codescore.study.significance import Interval
from codescore.translate.security.analysers import RECORDED, Analysis
from codescore.translate.security.measures import Arms, Survival, Weakness, arms_compared, survivals, weaknesses
from codescore.translate.security.model import ARMS, OUTCOMES, Arm, Outcome, Source
from codescore.translate.security.outcome import Judged, matching

_NONE = (0, 0, 0)
_WORDS: dict[Outcome, str] = {
    "survives": "survives",
    "gone": "gone",
    "not_built": "not built",
    "not_analysable": "not analysable",
}


@dataclass(frozen=True, slots=True)
class Assessed:
    """Everything that one analyser showed."""

    analysis: Analysis
    judged: tuple[Judged, ...]

    @property
    def groups(self) -> list[tuple[str, Source]]:
        """Models and sources, in order."""
        return sorted({(one.key.model, one.key.source) for one in self.judged})


@dataclass(frozen=True, slots=True)
class Published:
    """What was reported of a model: per weakness the samples, and survivors in the plain and the safe arm."""

    model: str
    weaknesses: dict[str, tuple[int, int, int]]

    def of(self, rows: Sequence[Weakness], model: str) -> bool:
        """Whether it was reported of these samples."""
        return model == self.model and {row.cwe: row.samples for row in rows} == {
            cwe: numbers[0] for cwe, numbers in self.weaknesses.items()
        }


@cache
def published() -> Published:
    """The study's own table."""
    data = tomllib.loads(files(__package__).joinpath("published.toml").read_text(encoding="utf-8"))
    return Published(data["model"], {cwe: (row[0], row[1], row[2]) for cwe, row in data["weaknesses"].items()})


def overview(assessed: Iterable[Assessed]) -> Table:
    """An arm a row: what became of its samples, and how much survives."""
    rows = [
        (
            word(one.analysis.analyser), word(arm.model), word(_arm_of(arm.arm, arm.source)), count(arm.samples),
            *(Cell(str(arm.outcomes[name]), arm.outcomes[name]) for name in OUTCOMES),
            _share(arm.survival), _number(arm.built), _share(arm.of_built),
        )
        for one in assessed
        for arm in survivals(one.judged)
    ]  # fmt: skip
    headers = ("analyser", "model", "arm", "samples", *_WORDS.values(), "survival", "built", "of built")
    note = (
        "Survival is survivors / samples; of built: of the answers that were built and of which the analyser can "
        "speak, with intervals of 95 % from resampling samples. What is not built is not safe: a weakness may be seen "
        "in it, its absence may not. Of what is not analysable the analyser can say nothing."
    )
    return Table("security-survival", "Weaknesses that survive translation", headers, tuple(rows), note)


def by_weakness(one: Assessed, model: str, source: Source) -> Table:
    """A weakness a row, with the published numbers beside the recorded ones where they are of the same samples."""
    found = weaknesses(one.judged, model, source)
    told = published() if one.analysis.analyser == RECORDED and published().of(found, model) else None
    arms = [arm for arm in ARMS if any(arm in row.arms for row in found)]
    rows = [_weakness(row, arms, told) for row in found]
    total: list[Cell] = [word("total"), count(sum(row.samples for row in found)), word("")]
    for arm in arms:
        total += [_number(sum(row.arms.get(arm, _NONE)[k] for row in found)) for k in range(3)]
    if told is not None:
        total += [_number(sum(row[k] for row in told.weaknesses.values())) for k in (1, 2)]
    headers = ["weakness", "samples", "Top 25"]
    headers += [what for _ in arms for what in ("survive", "not built", "silent")]
    headers += ["plain", "safe"] if told is not None else []
    groups = [("", 3), *((str(arm), 3) for arm in arms), *([("published", 2)] if told is not None else [])]
    note = "Silent: not analysable. The rest is built, and free of the weakness. " + _disagreement(found, told)
    title = f"Weakness by weakness: {model}, {source} sources, {one.analysis.analyser}"
    slug = re.sub(r"[^a-z0-9]+", "-", f"security-{one.analysis.analyser}-{model}-{source}".lower())
    return Table(slug, title, tuple(headers), (*rows, tuple(total)), note.strip(), tuple(groups))


def _weakness(row: Weakness, arms: Sequence[Arm], told: Published | None) -> tuple[Cell, ...]:
    cells = [word(row.cwe), count(row.samples), word("yes" if row.top25 else "")]
    for arm in arms:
        cells += [_number(value) for value in row.arms.get(arm, _NONE)]
    if told is not None:
        cells += [_number(value) for value in told.weaknesses[row.cwe][1:]]
    return tuple(cells)


def _disagreement(found: Sequence[Weakness], told: Published | None) -> str:
    """Where the recorded results are not what was published."""
    if told is None:
        return ""
    parts = [
        f"{row.cwe} {arm}: {row.arms[arm][0]} recorded, {told.weaknesses[row.cwe][k]} published"
        for row in found
        for k, arm in enumerate(ARMS, 1)
        if arm in row.arms and row.arms[arm][0] != told.weaknesses[row.cwe][k]
    ]
    return f"The recorded results differ from the published table: {'; '.join(parts)}." if parts else ""


def comparison(assessed: Iterable[Assessed]) -> Table:
    """The arms against each other, by McNemar's exact test."""
    pairs = [
        (one.analysis.analyser, arms)
        for one in assessed
        for model, source in one.groups
        if (arms := arms_compared(one.judged, model, source)) is not None
    ]
    headers = ("analyser", "model", "sources", "only plain", "only safe", "p", "samples", "only plain", "only safe",
               "p", "in the safe arm only")  # fmt: skip
    note = (
        "Samples that survive in one arm only; p is of McNemar's exact test, two-sided. The study counts all samples; "
        "built in both arms are those where both answers were built and could be looked at. A weakness has not "
        "appeared with the safe prompt where its plain answers are not known to be free of it."
    )
    rows = tuple(_compared(analyser, arms) for analyser, arms in pairs)
    groups = (("", 3), ("all samples", 3), ("built in both arms", 4), ("", 1))
    return Table("security-arms", "Asking for safe code", headers, rows, note, groups)


def _compared(analyser: str, arms: Arms) -> tuple[Cell, ...]:
    appear = [cwe if decided else f"{cwe} (plain answers undecided)" for cwe, decided in arms.appear]
    return (
        word(analyser), word(arms.model), word(arms.source), _number(arms.only_plain), _number(arms.only_safe),
        number(arms.p), _number(arms.built), _number(arms.only_plain_built), _number(arms.only_safe_built),
        number(arms.p_built), word(", ".join(appear)),
    )  # fmt: skip


def _number(value: int) -> Cell:
    """A whole number, 0 included."""
    return Cell(str(value), value)


def reasons(assessed: Iterable[Assessed]) -> Table:
    """Why answers count as they do."""
    rows = []
    for one in assessed:
        places = [
            (j.key.model, _arm_of(j.key.arm, j.key.source), _WORDS[j.outcome], j.why) for j in one.judged if j.why
        ]
        rows += [
            (*(word(text) for text in (one.analysis.analyser, *place)), _number(number))
            for place, number in sorted(Counter(places).items())
        ]
    return Table(
        "security-reasons",
        "Why answers are not decided",
        ("analyser", "model", "arm", "outcome", "why", "samples"),
        tuple(rows),
    )


def _arm_of(arm: Arm, source: Source) -> str:
    return arm if source == "vulnerable" else f"{arm}, safe sources"


def sources_seen(assessed: Iterable[Assessed], samples: Sequence[Any]) -> Table:
    """How often each analyser sees the weakness in its own source, and in the safe version."""
    rows = []
    for one in assessed:
        for source in ("vulnerable", "safe"):
            looked = [sample for sample in samples if (sample.id, source) in one.analysis.before]
            seen = [s for s in looked if matching(one.analysis.before[s.id, source], s.cwe)]
            odd = [s for s in looked if (s in seen) == (source == "safe")]
            rows.append(
                (
                    word(one.analysis.analyser), word(source), count(len(looked)), Cell(str(len(seen)), len(seen)),
                    word(", ".join(s.id for s in odd)),
                )
            )  # fmt: skip
    headers = ("analyser", "source", "samples", "weakness seen", "missed (vulnerable) or seen (safe)")
    return Table("security-sources", "What the analysers see in the sources", headers, tuple(rows))


def tables(assessed: Sequence[Assessed], samples: Sequence[Any]) -> list[Table]:
    """All tables, in the order in which they are read."""
    single = [by_weakness(one, model, source) for one in assessed for model, source in one.groups]
    return [overview(assessed), comparison(assessed), reasons(assessed), *single, sources_seen(assessed, samples)]


def sections(shown: Iterable[Table]) -> str:
    """The tables as parts of a page."""
    return "\n".join(section(table.slug, table.title, table_html(table)) for table in shown)


def page(shown: Sequence[Table], notes: Iterable[str]) -> str:
    """A page of its own."""
    links = "".join(f"<li><a href='#{table.slug}'>{escape(table.title)}</a></li>" for table in shown)
    lead = "".join(f"<p>{escape(note)}</p>" for note in notes)
    nav = f"<nav aria-label='Contents'><ul>{links}</ul></nav>"
    return shell("Do vulnerabilities survive translation?", nav, lead, sections(shown), "codescore translate security")


def document(assessed: Sequence[Assessed], notes: Sequence[str], settings: dict[str, Any]) -> dict[str, Any]:
    """Everything as one JSON document."""
    return {
        "rows": [_arm(one.analysis, arm) for one in assessed for arm in survivals(one.judged)],
        "arms": [
            {"analyser": one.analysis.analyser} | _arms(arms)
            for one in assessed
            for model, source in one.groups
            if (arms := arms_compared(one.judged, model, source)) is not None
        ],
        "weaknesses": [
            {"analyser": one.analysis.analyser, "model": model, "source": source} | _row(row)
            for one in assessed
            for model, source in one.groups
            for row in weaknesses(one.judged, model, source)
        ],
        "published": {cwe: list(row) for cwe, row in published().weaknesses.items()},
        "samples": [_sample(one.analysis, judged) for one in assessed for judged in one.judged],
        "notes": list(notes),
        "settings": settings,
    }


def _arm(analysis: Analysis, arm: Survival) -> dict[str, Any]:
    found: dict[str, Any] = {"analyser": analysis.analyser, "model": arm.model, "source": arm.source, "arm": arm.arm}
    found |= {"samples": arm.samples} | {str(name): value for name, value in arm.outcomes.items()}
    found |= {"survival": _interval(arm.survival), "built": arm.built, "survival_of_built": _interval(arm.of_built)}
    return found | {"in_the_same_function": arm.same_function}


def _arms(arms: Arms) -> dict[str, Any]:
    return {
        "model": arms.model, "source": arms.source, "only_plain": arms.only_plain, "only_safe": arms.only_safe,
        "p": arms.p, "built_in_both": arms.built, "only_plain_built": arms.only_plain_built,
        "only_safe_built": arms.only_safe_built, "p_built": arms.p_built,
        "safe_arm_only": [{"cwe": cwe, "plain_answers_free_of_it": decided} for cwe, decided in arms.appear],
    }  # fmt: skip


def _row(row: Weakness) -> dict[str, Any]:
    names = ("survives", "not_built", "not_analysable")
    arms = {arm: dict(zip(names, numbers, strict=True)) for arm, numbers in row.arms.items()}
    return {"cwe": row.cwe, "top25": row.top25, "samples": row.samples, "arms": arms}


def _sample(analysis: Analysis, one: Judged) -> dict[str, Any]:
    return {
        "analyser": analysis.analyser, "model": one.key.model, "arm": one.key.arm, "source": one.key.source,
        "sample": one.key.sample, "cwe": one.cwe, "outcome": one.outcome, "why": one.why, "function_before": one.before,
        "function_after": one.after, "line": one.line, "built": one.built, "same_function": one.same_function,
    }  # fmt: skip


def _interval(value: Interval | None) -> dict[str, float] | None:
    return None if value is None else {"low": value.low, "value": value.value, "high": value.high}


def _share(value: Interval | None) -> Cell:
    return (
        number(None, why="no sample is decided") if value is None else number(value.value, 2, (value.low, value.high))
    )
