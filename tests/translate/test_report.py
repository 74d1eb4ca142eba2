"""The report: what the command writes, and the page in a real browser with hostile texts in everything."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from codescore.cli import main
from codescore.translate.store import Run
from tests.translate.browser import CONTRAST, EVIL, NEEDED, UNNAMED, chromium, watched
from tests.translate.synthetic import fill


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run in which every text of a model, and a model's name, is hostile."""
    models = [("able", 0.8), (f"weak {EVIL}", 0.4)]
    return fill(tmp_path_factory.mktemp("runs") / "run", models=models, count=8, text=EVIL)


@pytest.fixture(scope="module")
def report(run: Path) -> Path:
    """Its page."""
    assert main(["translate", "report", str(run), "--resamples", "50"]) == 0
    return run / "report.html"


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with chromium() as one:
        yield one


def test_the_command_writes_page_json_and_table(run: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """One JSON document on stdout, a line for each model and direction in the table, the page beside."""
    page, table = tmp_path / "page.html", tmp_path / "cells.csv"
    options = ["-o", str(page), "--csv", str(table), "--json", "--resamples", "50"]
    assert main(["translate", "report", str(run), *options]) == 0
    document = json.loads(capsys.readouterr().out)
    rows = list(csv.DictReader(table.read_text(encoding="utf-8").splitlines()))
    assert len(rows) == len(document["cells"]) == 12
    assert [float(row["pass@1"]) for row in rows] == [one["pass_at"]["1"]["value"] for one in document["cells"]]
    assert document["out"] == str(page)
    assert page.read_text(encoding="utf-8").startswith("<!doctype html>")


def test_what_is_no_run_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """No run, a page that is none, and a damaged file are one line each with a code of their own."""
    assert main(["translate", "report", str(tmp_path)]) == 2
    Run.create(tmp_path / "run").close()
    assert main(["translate", "report", str(tmp_path / "run"), "-o", str(tmp_path / "solution.py")]) == 2
    (tmp_path / "run" / "run.sqlite").write_bytes(b"not a database, but long enough to be read as one" * 40)
    assert main(["translate", "report", str(tmp_path / "run")]) == 3
    lines = capsys.readouterr().err.splitlines()
    assert len([line for line in lines if line.startswith("codescore: error:")]) == 3


def test_a_run_without_outcomes_has_a_page(tmp_path: Path) -> None:
    """The page says that there is nothing to report, and claims nothing."""
    Run.create(tmp_path / "run").close()
    assert main(["translate", "report", str(tmp_path / "run")]) == 0
    text = (tmp_path / "run" / "report.html").read_text(encoding="utf-8")
    assert "No sample was run yet" in text
    assert "<h2 id='rq1-title'>" not in text


@NEEDED
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_reader_finds_everything(browser: Any, report: Path, scheme: str) -> None:
    """Figures, tables, one metric and one matrix at a time; all named, in contrast, and hostile texts are texts."""
    with watched(browser, report.as_uri(), color_scheme=scheme) as page:
        assert page.locator("#rq1 .panels figure").count() == 6
        assert page.locator("#scatter figure:not([hidden]) path.point").count() == 12
        page.select_option("#metric", label="metric-b")
        assert page.locator("#scatter figure:not([hidden]) figcaption").inner_text().startswith("metric-b")
        page.select_option("#matrix-of", label="able")
        assert page.locator("#matrix > div:not([hidden]) caption").inner_text().startswith("pass rate of able")
        page.wait_for_selector("#wrong-list details")
        page.locator("#wrong-list summary").first.click()
        page.locator("#wrong-list .facts").wait_for()
        assert page.evaluate(UNNAMED) == []
        assert page.evaluate(CONTRAST) == []
        assert "window.hacked" in page.locator("#standings").inner_text()


@NEEDED
def test_wrong_translations_can_be_looked_through(browser: Any, report: Path) -> None:
    """Filters narrow the list; an opened one shows its case, the line, and three programs."""
    with watched(browser, report.as_uri()) as page:
        page.wait_for_selector("#wrong-list details")
        total = int(page.locator("#wrong-found").inner_text().split()[0])
        page.get_by_label("outcome", exact=True).select_option("wrong_answer")
        page.get_by_label("model", exact=True).select_option("able")
        found = int(page.locator("#wrong-found").inner_text().split()[0])
        assert 0 < found < total
        first = page.locator("#wrong-list details").first
        assert "wrong answer" in first.locator("summary").inner_text()
        first.locator("summary").click()
        first.locator(".facts").wait_for()
        text = first.inner_text()
        assert "case 1" in text
        assert "1, 2, 3" in text
        assert EVIL in text
        assert first.locator(".code").count() == 3
        page.get_by_label("outcome", exact=True).select_option("runtime_error")
        other = page.locator("#wrong-list details").first
        other.locator("summary").click()
        other.locator(".facts").wait_for()
        assert other.locator(".code .at").get_attribute("data-line") == "4"


@NEEDED
def test_the_leaderboard_sorts_and_works_without_scripts(browser: Any, report: Path) -> None:
    """A heading sorts; without scripts figures and tables are there and nothing that cannot work is shown."""
    with watched(browser, report.as_uri()) as page:
        page.locator("#standings th button", has_text="pass@1").first.click()
        page.locator("#standings th button", has_text="pass@1").first.click()
        values = page.locator("#standings tbody tr td:nth-child(2)").evaluate_all(
            "all => all.map(e => e.dataset.value)"
        )
        assert [float(one) for one in values] == sorted(map(float, values))
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(report.as_uri())
    assert page.locator("#rq2 figure.stack rect").count() > 6
    assert not page.locator("#metric").is_visible()
    context.close()
