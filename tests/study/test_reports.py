"""Recorded results to tables, sentences and pages: shown as recorded, beside what the paper printed."""

from __future__ import annotations

import ast
import csv
import io
import re
from pathlib import Path
from typing import Any

import pytest

from codescore.reports.agreement import agreement, audit, overview
from codescore.reports.findings import findings
from codescore.reports.page import page
from codescore.reports.papers.published import paper
from codescore.reports.papers.tables import all_tables, paper_table
from codescore.reports.recorded import Recorded, load
from codescore.reports.results import results
from codescore.reports.tables import Cell, Table, comma_separated, mark_best, markdown, number, shown

ROOT = Path(__file__).parents[2]
PAPER = ROOT.parent / "shared" / "papers" / "000_f622c144b64efb9d.txt"
RECORD = ROOT / "tests" / "bench" / "results" / "study.json"
RESULTS = ROOT / "server" / "codescore" / "study" / "RESULTS.md"

MEASURES = ("auroc", "auroc_within_task", "kendall_tau_b", "mae", "mae_at_threshold", "mcc", "accuracy", "precision",
            "recall", "f1", "ece", "mean_score", "mean_score_passing", "positive_rate_passing")  # fmt: skip


def row(
    metric: str, value: float | None, *, data: str = "humaneval-python", condition: str = "original", **more: Any
) -> dict[str, Any]:
    """A row all of whose measures are one number."""
    interval = None if value is None else [value - 0.05, value + 0.05]
    return {
        "data": data, "lang": "python", "metric": metric, "condition": condition, "n": 100, "tasks": 10,
        "pass_rate": 0.5, "threshold": 0.5, "outcome": "passed", "failed": 0, "failures": {}, "seconds": 0.1,
        "signature": f"{metric}|v:1",
        "reasons": {}, "above": {}, **dict.fromkeys(MEASURES, value),
        "ci95": dict.fromkeys(MEASURES, interval), **more,
    }  # fmt: skip


def recorded(*rows: dict[str, Any], **more: Any) -> Recorded:
    names = dict.fromkeys(r["metric"] for r in rows)
    about = {"version": "1", "settings": {"seed": 0, "seeds": 5, "limit": 0, "audited": 9,
             "tokens": "code"}, "bundle": "b", "machine": {"interpreter": "3"},
             "intervals": "95 %"}  # fmt: skip
    given: dict[str, Any] = {
        "rows": rows, "audit": [], "curves": [], "data": [], "left_out": [], "about": [about],
        "metrics": [{"name": n, "title": n.upper(), "summary": "s", "source": "p", "cost": "cheap"} for n in names],
        "by_place": {(r["data"], r["metric"], r["condition"]): r for r in rows},
    }  # fmt: skip
    return Recorded(**(given | more))


def cell(table: Table, label: str, *heading: str) -> Cell:
    """The cell in the row of this label under a heading (and the heading over it)."""
    over = [text for text, width in table.groups for _ in range(width)] or [""] * len(table.headers)
    wanted = ("", *heading)[-2:]
    [column] = [k for k, pair in enumerate(zip(over, table.headers, strict=True)) if pair == wanted]
    [found] = [r for r in table.rows if r[0].text == label]
    return found[column]


def test_the_paper_s_numbers_stand_beside_ours() -> None:
    """Table 3: BLEU on Python as printed and as recorded; CodeScore-R by its yes or no, as in the paper."""
    table = paper_table(recorded(row("bleu", 0.4), row("code-score-r", 0.3, mae_at_threshold=0.2)), 3)
    assert cell(table, "BLEU", "python generation", "original, paper").text == "0.498"
    assert cell(table, "BLEU", "python generation", "original, ours").text == "0.400"
    assert cell(table, "CodeScore-R", "python generation", "original, ours").text == "0.200"
    assert cell(table, "ChrF", "python generation", "original, ours").text == "–"
    assert cell(table, "CodeScore-R", "java to python", "original, paper").text == "0.125"


@pytest.mark.parametrize(("number", "condition"), [(3, "original"), (5, "o2s"), (9, "semantic-50")])
def test_a_data_set_stands_beside_the_task_that_a_study_names(number: int, condition: str) -> None:
    """`--as "python to java"`: the columns of translation have ours beside them, in each of their tables."""
    settings = {"stands_for": [["moved", "python to java"]]}
    found = recorded(row("bleu", 0.4, data="moved", condition=condition), about=[{"settings": settings}])
    assert cell(paper_table(found, number), "BLEU", "python to java", f"{condition}, ours").text == "0.400"
    assert "moved" in paper_table(found, number).note


def test_each_table_takes_the_measure_and_condition_it_is_about() -> None:
    """Semantic shares, poolings, means of what passes, thresholds."""
    curve = {"data": "humaneval-python", "metric": "code-score-r", "thresholds": [{"threshold": 0.7, "mae": 0.123}]}
    rows = [
        row("bleu", 0.1, condition="semantic-50", mae=0.77),
        row("bleu", 0.1, condition="syntax", mean_score_passing=0.66),
        row("code-score-r", 0.1, condition="syntax", positive_rate_passing=0.88),
        row("code-score-r[cls-relu]", 0.1, mae_at_threshold=0.22, f1=0.33),
        row("bleu", 0.1, data="other"),
    ]
    found = recorded(*rows, curves=[curve])
    assert cell(paper_table(found, 8), "BLEU", "python generation", "semantic-50, ours").text == "0.770"
    assert cell(paper_table(found, 13), "BLEU", "python generation", "syntax, ours").text == "0.660"
    assert cell(paper_table(found, 13), "CodeScore-R", "python generation", "syntax, ours").text == "0.880"
    assert cell(paper_table(found, 11), "CLS+ReLU", "python generation", "mae, ours").text == "0.220"
    assert cell(paper_table(found, 11), "CLS+ReLU", "python generation", "f1, ours").text == "0.330"
    assert cell(paper_table(found, 15), "0.7", "python generation", "original, ours").text == "0.123"
    assert cell(paper_table(found, 3), "BLEU", "other", "original").text == "0.100"


def test_every_table_of_the_paper_is_there() -> None:
    """3 to 15, with and without results of ours."""
    assert [t.slug for t in all_tables(recorded())] == [f"paper-table-{n:02}" for n in range(3, 16)]
    for table in all_tables(recorded(row("bleu", 0.4), row("code-score-r", 0.5))):
        assert all(len(r) == len(table.headers) for r in table.rows)
        assert sum(width for _, width in table.groups) == len(table.headers)


@pytest.mark.data
@pytest.mark.skipif(not PAPER.exists(), reason=f"the paper's text is not at {PAPER}")
def test_published_numbers_are_the_paper_s() -> None:
    """Each row's numbers stand in the paper's text behind the metric's name, in the table of that number."""
    text = PAPER.read_text(encoding="utf-8")
    for table in paper().tables:
        start = text.index(f"Table {table.number}. ")
        body = text[start : start + 2600]
        for label, values in table.rows.items():
            printed = list(values)
            if table.number in (4, 5) and label == "CodeScore-R":
                printed = printed[::2]  # one number for O2S and S2S
            numbers = r"\s+".join(re.escape(f"{value:.3f}").rstrip("0") + "0*" for value in printed)
            assert re.search(rf"(?<![\w+-]){re.escape(label)}\s+{numbers}", body), (table.number, label)


def test_findings_say_plainly_where_it_loses() -> None:
    """By the recorded difference: beyond doubt where its interval leaves out 0, else not."""
    cases = (
        ([-0.2, -0.3, -0.1], 0.5, "loses", "loses by 0.200 [−0.300, −0.100]"),
        ([-0.1, -0.3, 0.1], 0.6, "behind", "is behind by 0.100 [−0.300, 0.100], not beyond doubt"),
        ([0.1, -0.1, 0.3], 0.8, "ahead", "is ahead by 0.100 [−0.100, 0.300], not beyond doubt"),
        ([0.2, 0.1, 0.3], 0.9, "wins", "wins by 0.200 [0.100, 0.300]"),
    )
    for lies, mine, verdict, said in cases:
        above = {"code-score-r": {"auroc_within_task": lies}}
        found = recorded(row("code-score-r", mine), row("bleu", 0.7, above=above), row("chrf", 0.2))
        [finding] = findings(found)
        assert finding.verdict == verdict
        assert said in finding.sentence
        assert "the best other is BLEU 0.700" in finding.sentence


def test_the_probability_is_judged_beside_the_similarity() -> None:
    """Both are the product's, neither is the other's rival; without a value it is left out."""
    above = {
        "code-score-r": {"auroc_within_task": [-0.2, -0.3, -0.1]},
        "probability": {"auroc_within_task": [0.1, 0.05, 0.2]},
    }
    rows = [row("code-score-r", 0.5), row("probability", 0.8), row("bleu", 0.7, above=above)]
    assert [finding.verdict for finding in findings(recorded(*rows))] == ["loses", "wins"]
    assert len(findings(recorded(rows[0], row("probability", None), rows[2]))) == 1


def test_what_runs_programs_is_no_rival() -> None:
    """Evidence is named with its value; beside metrics of texts it decides nothing about them."""
    above = {"code-score-r": {"auroc_within_task": [0.2, 0.1, 0.3]}}
    rows = [row("code-score-r", 0.9), row("bleu", 0.7, above=above), row("evidence", 0.99), row("run-match", 0.95)]
    [finding] = findings(recorded(*rows))
    assert finding.verdict == "wins"
    assert "the best other that runs no program is BLEU 0.700 [0.650, 0.750]; by running programs" in finding.sentence
    assert "by running programs: EVIDENCE 0.990, RUN-MATCH 0.950), place 1 of 2." in finding.sentence
    assert "of each data set that runs no program: wins 1." in page(recorded(*rows), [])
    rates = {"references": 20, "false_positive_rate": 0.1}
    audited = recorded(*rows, audit=[one | rates for one in (rows[0], rows[1], row("evidence", 0.9))])
    assert "by running programs: EVIDENCE 0.900 (the same)), place 1 of 2" in findings(audited)[-1].sentence
    alone = findings(recorded(rows[0], rows[2]))
    assert [one.verdict for one in alone] == ["unknown"]
    assert "no other metric that runs no program has a value here" in alone[0].sentence


def test_values_that_read_the_same_are_level() -> None:
    """Neither ahead nor behind; who shares a value with whom is said."""
    above = {"code-score-r": {"auroc_within_task": [-0.0002, -0.1, 0.1]}}
    rows = [row("code-score-r", 0.7), row("bleu", 0.7002, above=above), row("chrf", 0.2)]
    [finding] = findings(recorded(*rows))
    assert finding.verdict == "level"
    assert "CODE-SCORE-R is level with a difference of 0.000 [−0.100, 0.100] (" in finding.sentence
    assert finding.sentence.endswith("the best other is BLEU 0.700 [0.650, 0.750]), place 1 of 3, shared with 1 other.")
    assert "<span class='badge level'>" in page(recorded(*rows), [])
    assert "**It is level** (1 of 1)" in results(recorded(*rows))
    three = [row("code-score-r", 0.5), *(row(name, 0.7) for name in ("bleu", "chrf", "ruby"))]
    assert "the best others are BLEU, CHRF and 1 more, 0.700 each" in findings(recorded(*three))[0].sentence
    assert "the best others are BLEU and CHRF, 0.700 each" in findings(recorded(*three[:3]))[0].sentence


def test_few_tasks_leave_doubt() -> None:
    """Two tasks have two resamples that differ: their interval proves nothing."""
    above = {"code-score-r": {"auroc_within_task": [0.2, 0.1, 0.3]}}
    [finding] = findings(recorded(row("code-score-r", 0.9, tasks=2), row("bleu", 0.7, tasks=2, above=above)))
    assert finding.verdict == "ahead"
    assert "judged by 2 tasks only" in finding.sentence


def test_the_page_of_results_puts_losses_first() -> None:
    """And names what failed."""
    above = {"code-score-r": {"auroc_within_task": [-0.2, -0.3, -0.1]}}
    text = results(
        recorded(
            row("code-score-r", 0.5),
            row("bleu", 0.7, above=above),
            row("odd", None, failed=100, n=0, failures={"too odd": 100}),
        )
    )
    assert "**It loses** (1 of 1)" in text
    assert "* ODD: too odd (humaneval-python 100)." in text
    assert "    bleu|v:1" in text


def test_the_best_of_a_column_is_bold_and_constants_never() -> None:
    """Least is best for errors; ties as shown are all best."""
    rows = [row("bleu", 0.7), row("chrf", 0.7001), row("always-1", 0.9, kendall_tau_b=None)]
    table = agreement(recorded(*rows), "humaneval-python")
    assert [r[1].best for r in table.rows] == [True, True, False]
    across = overview(recorded(*rows, row("bleu", 0.2, data="other")), "mae_at_threshold")
    assert cell(across, "BLEU", "other").best
    cells = [[number(0.3)], [number(0.1)], [number(None)]]
    assert [r[0].best for r in mark_best(cells, 0, least=True, among=range(3))] == [False, True, False]


def test_what_has_no_value_says_why() -> None:
    """A dash, never a 0; the reason is on the cell."""
    table = agreement(
        recorded(row("bleu", 0.5, auroc=None, reasons={"auroc": "every pair passed"})), "humaneval-python"
    )
    found = cell(table, "BLEU", "AUROC pooled")
    assert (found.text, found.value, found.note) == ("–", None, "every pair passed")


def test_the_audit_s_table_has_three_columns_a_set() -> None:
    """AUROC, and how many rewrites and mutants pass."""
    one = row("bleu", 0.1, recall=1.0, false_positive_rate=0.97)
    table = audit(recorded(one, audit=[one]))
    assert table is not None
    assert [c.text for c in table.rows[0]] == ["BLEU", "0.100", "1.00", "0.97"]
    assert audit(recorded(one)) is None


def test_tables_as_markdown_and_csv() -> None:
    """The interval behind its number; in CSV in columns of its own, with all digits."""
    table = Table(
        "t", "A | B", ("metric", "x"), ((Cell("a|b", "a|b"), number(0.12345, interval=(-0.1, 0.25))),), "note"
    )
    text = markdown(table)
    assert "| a\\|b | 0.123 [−0.100, 0.250] |" in text
    assert text.endswith("note\n")
    parsed = list(csv.reader(io.StringIO(comma_separated(table))))
    assert parsed == [["metric", "x", "x low", "x high"], ["a|b", "0.12345", "-0.1", "0.25"]]


def test_numbers_are_shown_as_people_write_them() -> None:
    """A real minus sign, and none before a zero."""
    assert [shown(v) for v in (0.5, -0.25, -0.0001, 1.0)] == ["0.500", "−0.250", "0.000", "1.000"]


def test_reports_compute_nothing() -> None:
    """They import neither metrics nor study nor numbers' libraries: only the ground floor and what draws."""
    for path in (ROOT / "server" / "codescore" / "reports").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            names += [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            for name in names:
                assert not re.match(r"(numpy|scipy|pyarrow)\b", name), (path.name, name)
                if name.startswith("codescore."):
                    assert name.split(".")[1] in ("foundation", "reports"), (path.name, name)


@pytest.mark.skipif(not RECORD.exists(), reason="no study is recorded")
def test_the_committed_page_follows_from_the_committed_record() -> None:
    """RESULTS.md is generated: `codescore study report tests/bench/results/study.json -o server/.../RESULTS.md`."""
    assert RESULTS.read_text(encoding="utf-8") == results(load([RECORD]))
