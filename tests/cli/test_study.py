"""`codescore study` as a person and a script use it."""

from __future__ import annotations

import hashlib
import json
import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Run
from tests.stages.bundles import copy_bundle

pytest.importorskip("matplotlib", reason="matplotlib (extra study) draws the plots")
pytest.importorskip("pyarrow", reason="pyarrow (extra study) writes scores.parquet")

REFERENCE = "def largest(a, b):\n    if a > b:\n        return a\n    return b\n"
CANDIDATES = (
    ("def largest(x, y):\n    if x > y:\n        return x\n    return y\n", True),
    ("def largest(x, y):\n    return x if x > y else y\n", True),
    ("def largest(x, y):\n    if x < y:\n        return x\n    return y\n", False),
)


def write_set(folder: Path, tasks: int = 3, name: str = "small") -> Path:
    rows = [
        {"id": f"t{t}/{k}", "set": name, "task": f"t{t}", "lang": "python", "candidate": code + f"# {t}\n",
         "reference": REFERENCE, "passed": passed}
        for t in range(tasks)
        for k, (code, passed) in enumerate(CANDIDATES)
    ]  # fmt: skip
    path = folder / f"{name}.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


def test_a_study_writes_its_folder(cli: Run, tmp_path: Path) -> None:
    """Records, tables, plots and a page; the terminal shows the main numbers."""
    out = tmp_path / "out"
    answer = cli(
        "study", write_set(tmp_path), "--metrics", "rouge-l,always-1", "--seeds", "1", "--jobs", "1", "--out", out,
        "--as", "java to python",
    )  # fmt: skip
    assert answer.code == 0
    assert "Ours beside it: small." in (out / "tables" / "paper-table-03.md").read_text()
    assert "small (python): 9 pairs of 3 tasks, 67% pass" in answer.out
    for name in ("summary.json", "details.json", "scores.parquet", "index.html", "tables/agreement-small.md",
                 "tables/agreement-small.csv", "tables/audit.md", "tables/paper-table-03.md", "plots/roc-small.svg",
                 "plots/roc-small.png", "plots/bars-small.svg", "plots/conditions-small.svg"):  # fmt: skip
        assert (out / name).is_file(), name
    assert not [path for path in out.rglob(".*") if path.is_file()], "nothing half-written is left"


def test_json_is_one_document_with_the_rows(cli: Run, tmp_path: Path) -> None:
    """The rows of summary.json, and which files were written."""
    out = tmp_path / "out"
    how = ("--metrics", "rouge-l", "--conditions", "original", "--jobs", "1", "--audit", "0", "--json")
    answer = cli("study", write_set(tmp_path), "--out", out, *how)
    document = answer.json
    assert document["rows"] == json.loads((out / "summary.json").read_text())
    assert all((out / name).is_file() for name in document["files"])


def test_mistakes_are_one_line(cli: Run, tmp_path: Path) -> None:
    """What, where, what to do; exit code 2."""
    data = write_set(tmp_path)
    bad = tmp_path / "bad.jsonl"
    bad.write_text(data.read_text() + "{]\n", encoding="utf-8")
    silent = tmp_path / "silent.jsonl"
    silent.write_text(data.read_text().replace('"passed"', '"works"'), encoding="utf-8")
    out = tmp_path / "out"
    for arguments, said in (
        ((tmp_path / "none.jsonl", "--out", out), "cannot read"),
        ((data, "--out", out, "--metrics", "rogue-l"), "did you mean rouge-l?"),
        ((data, "--out", out, "--conditions", "sintax"), "unknown condition 'sintax'"),
        ((data, "--out", out, "--tokens", "cod"), "did you mean code?"),
        ((data, "--out", out, "--seeds", "0"), "not a whole number from 1 up"),
        ((data,), "--out"),
        ((data, "--out", out, "--as", "python to ruby"), "is no task of the paper"),
        ((data, "--out", out, "--as", "other=python to java"), "no data set is called 'other'"),
        ((bad, "--out", out, "--strict"), f"{bad}:10:"),
        ((data, silent, "--out", out), f"{silent}: no line has `passed` (true or false) or `human` (a grade)"),
        (("human", bad, "--out", out), f"{bad}:10: JSON is malformed"),
        (("report", tmp_path, "-o", tmp_path / "x.md"), "cannot read"),
        (("report", data, "-o", tmp_path / "x.md"), "is no JSON"),
    ):
        answer = cli("study", *arguments)
        assert answer.code == 2
        assert said in answer.error
        assert ("--strict" in answer.error) == ("--strict" in arguments), "only what has the option is told of it"
    assert not out.exists()


def test_a_part_without_outcomes_is_left_out(cli: Run, tmp_path: Path) -> None:
    """Of a file that has outcomes elsewhere: which part, how many pairs and why."""
    data = write_set(tmp_path)
    others = data.read_text().replace('"passed"', '"works"').replace('"small"', '"other"')
    data.write_text(data.read_text() + others.replace('"id": "t', '"id": "u'), encoding="utf-8")
    how = ("--metrics", "rouge-l", "--conditions", "original", "--jobs", "1", "--audit", "0")
    answer = cli("study", data, *how, "--out", tmp_path / "out")
    assert answer.code == 0
    assert "small (python): 9 pairs of 3 tasks" in answer.out
    assert "left out: other, all: 9 pairs have neither an outcome nor a grade" in answer.err


def test_where_all_passed_there_is_no_correlation(cli: Run, tmp_path: Path) -> None:
    """A dash with the reason in the terminal and on the page, null in the record; never 0."""
    data, out = write_set(tmp_path), tmp_path / "out"
    data.write_text(data.read_text().replace("false", "true"), encoding="utf-8")
    how = ("--metrics", "rouge-l", "--conditions", "original", "--jobs", "1", "--audit", "0", "--out", out)
    answer = cli("study", data, *how)
    assert answer.code == 0
    why = "every pair passed: there is nothing to tell apart"
    assert f"MCC: {why}" in answer.out
    [row] = json.loads((out / "summary.json").read_text())
    assert (row["mcc"], row["ci95"]["mcc"], row["reasons"]["mcc"]) == (None, None, why)
    table = (out / "tables" / "agreement-small.md").read_text()
    headings, values = (
        [cell.strip() for cell in line.split("|")]
        for line in table.splitlines()
        if line.startswith(("| metric", "| ROUGE"))
    )
    assert values[headings.index("MCC")] == "–"


def test_a_malformed_line_is_reported_not_fatal(cli: Run, tmp_path: Path) -> None:
    """Counted in details.json, on the page, and in the terminal."""
    data = write_set(tmp_path)
    data.write_text(data.read_text() + "{]\n", encoding="utf-8")
    out = tmp_path / "out"
    answer = cli(
        "study", data, "--metrics", "rouge-l", "--conditions", "original", "--jobs", "1", "--audit", "0", "--out", out
    )
    assert answer.code == 0
    details = json.loads((out / "details.json").read_text())
    assert details["data"][0]["malformed"] == 1
    assert details["data"][0]["malformed_lines"][0]["line"] == 10
    assert "1 malformed line (10)" in (out / "index.html").read_text()
    assert f"{data.name}: 1 malformed line (10), line 10: JSON is malformed" in answer.err


@pytest.mark.bundle
def test_what_the_encoder_was_trained_on_is_said(cli: Run, tmp_path: Path) -> None:
    """A data set whose very file the bundle names among what it read: in the terminal, the record and both pages."""
    data, out = write_set(tmp_path), tmp_path / "out"
    bundle = tmp_path / "bundle"
    digest = hashlib.sha256(data.read_bytes()).hexdigest()
    copy_bundle(bundle, lambda m: m["training"]["pairs"].update({"solution files": {data.name: digest}}))
    common = ("--metrics", "rouge-l", "--conditions", "original", "--jobs", "1", "--audit", "0", "--out", out)
    answer = cli("study", data, "--bundle", bundle, *common)
    assert f"{data.name}: the encoder was trained on programs of this file" in answer.err
    assert json.loads((out / "details.json").read_text())["data"][0]["seen"] is True
    assert "the encoder was trained on programs of this file" in (out / "index.html").read_text()
    cli("study", "report", out, "-o", tmp_path / "results.md")
    assert f"**The encoder was trained on programs of `{data.name}`.**" in (tmp_path / "results.md").read_text()
    data.write_text(data.read_text().replace("largest", "biggest"))
    answer = cli("study", data, "--bundle", bundle, *common)
    assert "trained on" not in answer.err


def test_the_extra_is_named_where_it_is_missing(cli: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One line, exit code 3."""
    import codescore.metrics.registry as registry

    known = registry.find_spec
    monkeypatch.setattr(registry, "find_spec", lambda name: None if name == "pyarrow" else known(name))
    answer = cli("study", write_set(tmp_path), "--out", tmp_path / "out")
    assert answer.code == 3
    assert "pip install 'codescore-r[study]'" in answer.error


def test_parts_have_their_own_arguments(cli: Run) -> None:
    """`study report` is a command of its own; the rest is data."""
    for part in ("compare", "human", "report"):
        answer = cli("study", part, "--help")
        assert answer.code == 0
        assert f"codescore study {part}" in answer.out
    assert "study compare" in cli("study", "--help").out


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX signals")
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGKILL])
def test_nothing_outlives_a_study_that_is_stopped(
    program: Callable[..., subprocess.Popen[bytes]], tmp_path: Path, how: signal.Signals
) -> None:
    """Ctrl-C: exit code 130, no traceback, what was scored is kept.  Killed: the workers end by themselves."""
    data = write_set(tmp_path, tasks=1500)
    out = tmp_path / "out"
    arguments = ("study", data, "--metrics", "meteor,chrf,code-bleu", "--jobs", "2", "--out", out)
    running = program(*arguments, start_new_session=True)
    store = out / "scores.sqlite3"
    deadline = time.monotonic() + 120
    nothing = threading.Event()  # neither a file that grows nor a group that dies can be waited for
    while not (store.exists() and store.stat().st_size > 60_000) and time.monotonic() < deadline:
        assert running.poll() is None, running.communicate()
        nothing.wait(0.05)
    if how == signal.SIGINT:
        os.killpg(running.pid, how)  # as a terminal does
    else:
        os.kill(running.pid, how)
    out_text, err = running.communicate(timeout=60)
    assert out_text == b""
    assert not (out / "summary.json").exists()
    if how == signal.SIGINT:
        assert running.returncode == 130, err
        assert b"Traceback" not in err
        assert b"the same command goes on from there" in err
    while _group_lives(running.pid) and time.monotonic() < deadline:
        nothing.wait(0.05)
    assert not _group_lives(running.pid), "a process outlived the command"


def _group_lives(group: int) -> bool:
    """Whether a process of the group is left."""
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    return True


class _Page(HTMLParser):
    """What a page refers to, its ids, and its structure."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.ids: list[str] = []
        self.links: list[str] = []
        self.outside: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        for name, value in attrs:
            if name == "id":
                self.ids.append(value or "")
            if name == "href" and (value or "").startswith("#"):
                self.links.append((value or "")[1:])
            if name in ("src", "href", "srcset", "action") and re.match(r"(https?:)?//", value or ""):
                self.outside.append(value or "")


def test_the_page_stands_by_itself(cli: Run, tmp_path: Path) -> None:
    """No request to anywhere; every link has its target once; what is read aloud is there."""
    out = tmp_path / "out"
    sets = [write_set(tmp_path, name=name) for name in ("first", "second")]
    cli("study", *sets, "--metrics", "rouge-l,edit-similarity,always-1", "--seeds", "1", "--jobs", "1", "--out", out)
    text = (out / "index.html").read_text(encoding="utf-8")
    page = _Page()
    page.feed(text)
    assert page.outside == []
    assert "@import" not in text
    assert "url(http" not in text
    assert len(page.ids) == len(set(page.ids))
    assert set(page.links) <= set(page.ids)
    assert page.tags.count("caption") == page.tags.count("table") > 5
    assert page.tags.count("h1") == 1
    assert all("role='img'" in svg and "aria-label=" in svg for svg in re.findall(r"<svg [^>]*>", text))
    assert "prefers-color-scheme: dark" in text
    assert "currentColor" in text


def test_reports_of_equal_records_are_equal_bytes(cli: Run, tmp_path: Path) -> None:
    """Plots, too: fixed ids, no dates."""
    out = tmp_path / "out"
    cli("study", write_set(tmp_path), "--metrics", "rouge-l,always-1", "--seeds", "1", "--jobs", "1", "--out", out)
    shown = [path for path in out.rglob("*") if path.suffix in (".html", ".svg", ".png", ".md", ".csv")]
    before = {path: path.read_bytes() for path in shown}
    assert cli("study", "report", out).code == 0
    assert {path: path.read_bytes() for path in shown} == before


def test_recorded_results_become_pages(cli: Run, tmp_path: Path) -> None:
    """A compact record gives the same RESULTS.md as the folders that it was made of."""
    folders: list[Any] = []
    for name in ("first", "second"):
        folders.append(tmp_path / f"out-{name}")
        data = write_set(tmp_path, name=name)
        cli("study", data, "--metrics", "rouge-l,always-1", "--seeds", "1", "--jobs", "1", "--out", folders[-1])
    record, one, two = tmp_path / "record.json", tmp_path / "one.md", tmp_path / "two.md"
    assert cli("study", "report", *folders, "-o", record).code == 0
    assert cli("study", "report", *folders, "-o", one).code == 0
    assert cli("study", "report", record, "-o", two).code == 0
    assert one.read_text() == two.read_text()
    assert "first" in one.read_text()
    assert "second" in one.read_text()
    assert cli("study", "report", record, "-o", tmp_path / "x.pdf").code == 2


def test_all_metrics_are_those_that_run_no_program(cli: Run, tmp_path: Path) -> None:
    """A study runs the programs of a data set only where a metric that does so is named."""
    how = ("--metrics", "all", "--conditions", "original", "--jobs", "1", "--audit", "0", "--limit", "2", "--json")
    rows = cli("study", write_set(tmp_path), *how, "--out", tmp_path / "out").json["rows"]
    shown = {row["metric"] for row in rows}
    assert "ruby" in shown
    assert shown.isdisjoint({"evidence", "run-match"})
