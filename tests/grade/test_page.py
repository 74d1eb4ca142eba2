"""The page in a real browser: what a teacher does with it, and that nothing a student wrote is ever run.

Needs Chromium (Debian: `apt-get install chromium`) and the Python package playwright, without its own browsers.
"""

from __future__ import annotations

import csv
import io
import json
import os
import re
import shutil
import threading
from collections.abc import Callable, Iterator
from hashlib import sha256
from importlib.resources import files
from itertools import pairwise
from pathlib import Path
from typing import Any

import msgspec
import pytest

from codescore.foundation.loopback import PageServer
from codescore.grade.record import ClassRecord, Example, FunctionOutcome, Outcome, Question
from codescore.grade.run import Grader, Request
from codescore.grade.serve import Content, Deciding, Decisions
from codescore.reports.class_page import class_page
from tests.grade.classes import ANOTHER, KINDS, MUTATED, OTHER_NAME, REFERENCE, RENAMED, write
from tests.stages.bundles import shipped_bundle

playwright = pytest.importorskip("playwright.sync_api", reason="NO PLAYWRIGHT: pip install playwright")
CHROMIUM = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
pytestmark = [
    pytest.mark.bundle,
    pytest.mark.skipif(CHROMIUM is None, reason="NO CHROMIUM: apt-get install chromium, or name it in CHROMIUM"),
]

CONTRAST = (Path(__file__).parent / "contrast.js").read_text(encoding="utf-8")
UNNAMED = """() => [...document.querySelectorAll("button, input, select, textarea, svg[role], [role=region], dialog")]
    .filter((e) => !e.textContent.trim() && !e.getAttribute("aria-label") && !e.getAttribute("aria-labelledby"))
    .filter((e) => !e.labels?.length).map((e) => e.outerHTML.slice(0, 80))"""
EVIL = "</script><script>window.hacked=1</script><img src=x onerror=window.hacked=1>"
HOSTILE = f'def count_below(xs, most):\n    """{EVIL}"""\n    print("{EVIL}")\n    return "{EVIL}"\n'


class Open:
    """A page that was opened, with everything that must not happen on it."""

    def __init__(self, page: Any, path: Path) -> None:
        self.page, self.path = page, path
        self.wrong: list[str] = []
        page.on("console", lambda m: self.wrong.append(f"console {m.type}: {m.text}") if m.type != "log" else None)
        page.on("pageerror", lambda error: self.wrong.append(f"error: {error}"))
        page.on("request", self._asked)
        page.goto(path.as_uri())
        page.wait_for_selector("#rows tbody tr")

    def _asked(self, request: Any) -> None:
        if request.url.partition("#")[0] != self.path.as_uri() and not request.url.startswith(("data:", "blob:")):
            self.wrong.append(f"request: {request.url}")

    def names(self) -> list[str]:
        return [one.strip() for one in self.page.locator("#rows tbody button.name").all_inner_texts()]

    def search(self, query: str) -> list[str]:
        before = self.page.locator("#found").inner_text()
        self.page.fill("#query", query)
        self.page.evaluate("(q) => setQuery(q)", query)
        assert before is not None
        return self.names()

    def opened(self, name: str) -> str:
        self.page.get_by_role("button", name=name, exact=True).first.click()
        self.page.wait_for_selector("#compare[open] .line")
        return str(self.page.locator("#compare").inner_text())

    def saved(self, button: str) -> str:
        with self.page.expect_download() as download:
            self.page.click(button)
        return Path(download.value.path()).read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> ClassRecord:
    """A class with every kind of submission, more of them than a page of the table has."""
    shipped_bundle()
    folder = tmp_path_factory.mktemp("class")
    reference = REFERENCE + "\n\n" + OTHER_NAME
    whole = {name: code + "\n\n" + OTHER_NAME for name, code in KINDS.items()}
    files = {f"hand-in/{name}.py": code for name, code in whole.items()}
    files |= {f"hand-in/more{k:02}.py": RENAMED.replace("1", str(k)) + "\n\n" + OTHER_NAME for k in range(60)}
    files |= {
        f"hand-in/<img src=x onerror=window.hacked=1>{EVIL.replace('/', '∕')}.py": HOSTILE,
        "hand-in/gil.py": RENAMED,
    }
    files |= {"hand-in/hal.pdf": "%PDF", "solution.py": reference, "other.py": ANOTHER + "\n\n" + OTHER_NAME}
    files |= {"hand-in/ivy ivanova.py": "# by Ivy Ivanova\n" + MUTATED + "\n\n" + OTHER_NAME}
    write(folder, files)
    paths = (str(folder / "solution.py"), str(folder / "other.py"))
    request = Request(paths, (str(folder / "hand-in"),), cache=folder / "cache", jobs=1, title=f"Lab 1 {EVIL}")
    grader = Grader(request)
    try:
        return _with_counterexample(grader.grade())
    finally:
        grader.close()


def _with_counterexample(record: ClassRecord) -> ClassRecord:
    """As if the code had been run: one submission with a counterexample that holds markup."""
    tested = Outcome("differs", 0.01, "another result where xs is empty", f"count_below(['{EVIL}'], 2)", EVIL, "2",
        "value", when=("gives something else only where xs is empty", "leaves xs changed whenever xs = 1"))  # fmt: skip
    change = msgspec.structs.replace
    students = tuple(
        change(one, graded=change(one.graded, verdict="differs", tested=tested, group=f"differs:{tested.input}"))
        if one.name == "bob"
        else one
        for one in record.students
    )
    return change(record, students=students, tested=True)


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with playwright.sync_playwright() as play:
        one = play.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
        yield one
        one.close()


@pytest.fixture
def show(browser: Any, record: ClassRecord, tmp_path: Path) -> Iterator[Callable[..., Open]]:
    """Opens the page of the class; at the end nothing must have gone wrong on it."""
    shown: list[Open] = []

    def run(some: ClassRecord = record, **context: object) -> Open:
        path = tmp_path / "report.html"
        path.write_text(class_page(msgspec.to_builtins(some)).html, encoding="utf-8")
        page = browser.new_context(**context).new_page()
        shown.append(Open(page, path))
        return shown[-1]

    yield run
    for one in shown:
        assert one.page.evaluate("window.hacked") is None, "a student's text was run"
        assert one.wrong == []
        one.page.context.close()


def test_it_opens_with_everything_on_it(show: Callable[..., Open], record: ClassRecord) -> None:
    """Overview, table, map, ideas and what was left out are there, with nothing on the console and no request."""
    page = show().page
    assert page.locator("h1").inner_text() == f"Lab 1 {EVIL}"
    assert page.locator("#rows tbody tr").count() == 50
    assert page.locator("#histogram rect").count() == 20
    assert page.locator("#map circle:not(.ring)").count() == sum(one.x is not None for one in record.students)
    assert page.locator("#map .reference").count() == 2
    assert page.locator(".idea-box").count() == min(12, sum(len(one.ids) > 1 for one in record.clusters))
    assert page.locator("#left-out tbody tr").count() == 1
    assert page.locator("#overview .counts li").count() == len(record.counts)


def test_sorting_and_paging(show: Callable[..., Open]) -> None:
    """Headings sort, again the other way round; the order is told to screen readers; the rest is on a next page."""
    one = show()
    page = one.page
    first = one.names()
    page.click("#next")
    assert page.locator("#where").inner_text() == "page 2 of 2"
    assert not set(first) & set(one.names())
    page.click("#previous")
    page.click("th[data-key=similarity] button")
    assert page.locator("th[data-key=similarity]").get_attribute("aria-sort") == "ascending"
    page.click("th[data-key=similarity] button")
    assert page.locator("th[data-key=similarity]").get_attribute("aria-sort") == "descending"
    values = [float(text) for text in page.locator("#rows td:nth-child(3)").all_inner_texts() if text != "–"]
    assert values == sorted(values, reverse=True)


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("cid", ["cid"]),
        ("verdict:broken", ["cid"]),
        ("verdict:broken|differs", ["bob", "cid"]),
        ("similarity=1 -name:more", ["ann", "eve", "fay"]),
        ("missing:hello -name:img", ["gil"]),
        ('reason:"`<` became" name:ivy', ["ivy ivanova"]),
        ("compiles:no", ["cid"]),
        ("reference:other.py", ["fay"]),
        ("input:count_below", ["bob"]),
        ("nobody-at-all", []),
    ],
)
def test_the_query(show: Callable[..., Open], query: str, expected: list[str]) -> None:
    """Words, fields, numbers, not and or: what is found is what was asked."""
    assert show().search(query) == expected


def test_a_wrong_query_says_so(show: Callable[..., Open]) -> None:
    """An unknown field and a comparison with a word are told, and do not hide everything."""
    one = show()
    one.search("colour:red")
    assert "“colour” is no field" in one.page.locator("#query-problem").inner_text()
    one.search("similarity<high")
    assert "no number" in one.page.locator("#query-problem").inner_text()
    assert one.page.locator("#query").get_attribute("aria-invalid") == "true"


def test_facets_and_reasons_write_the_query(show: Callable[..., Open]) -> None:
    """A facet and a reason of the overview become words of the query, which can be changed."""
    one = show()
    one.page.select_option("#facet-verdict", "broken")
    assert one.page.input_value("#query") == "verdict:broken"
    assert one.names() == ["cid"]
    one.page.select_option("#facet-verdict", "")
    one.page.locator(".reasons button", has_text="operator differs").first.click()
    assert one.names() == ["bob", "ivy ivanova"] or one.names() == ["ivy ivanova"]


def test_functions_that_were_run_have_a_column(show: Callable[..., Open], record: ClassRecord) -> None:
    """How many did something else stands there where something was run, and not where nothing was."""
    rows = (msgspec.structs.replace(record.functions[0], differs=7), *record.functions[1:])
    table = show(msgspec.structs.replace(record, functions=rows)).page.locator("#overview table", has_text="function")
    assert "differs" in table.locator("thead").inner_text()
    assert table.locator("tbody tr").first.locator("td").nth(1).inner_text() == "7"
    table = show(msgspec.structs.replace(record, tested=False)).page.locator("#overview table", has_text="function")
    assert "differs" not in table.locator("thead").inner_text()


def test_a_reference_is_counted_as_its_facet_finds(show: Callable[..., Open], record: ClassRecord) -> None:
    """The number beside a reference is that of the rows it shows; one reference alone is no choice."""
    one = show()
    for option in one.page.locator("#facet-reference option").all()[1:]:
        label, _, count = (option.text_content() or "").rpartition(" ")
        one.page.select_option("#facet-reference", label)
        found = one.page.locator("#found").inner_text()
        assert f"({found.split(' ')[0]})" == count
    change = msgspec.structs.replace
    students = tuple(change(each, graded=change(each.graded, reference=0, fits=())) for each in record.students)
    ideas = tuple(change(each, references=()) for each in record.clusters)
    alone = show(change(record, references=record.references[:1], students=students, clusters=ideas))
    assert not alone.page.locator("#facet-reference").is_visible()


def test_what_is_unknown_is_no_zero(show: Callable[..., Open], record: ClassRecord) -> None:
    """How much was reached is left out where nobody knows it; a question tells of no programs that do not wait."""
    one = show(_asking(record))
    assert "Until you answer" not in one.page.locator("#questions-note").inner_text()
    one.search("name:bob")
    assert "reached" not in one.page.locator("#rows tbody").inner_text()
    change = msgspec.structs.replace
    seen = Outcome("differs", None, "s", "f(1)", "1", "2", inputs=3, coverage=None)
    students = tuple(
        change(one, graded=change(one.graded, verdict="conditional" if one.name == "ann" else "differs", tested=seen))
        for one in record.students
    )
    one = show(_asking(change(record, students=students)))
    assert "Until you answer, 1 submission" in one.page.locator("#questions-note").inner_text()
    one.search("name:bob")
    shown = one.page.locator("#rows tbody").inner_text()
    assert "3 inputs" in shown
    assert "reached" not in shown
    assert "3 inputs," not in shown


def test_a_comparison(show: Callable[..., Open]) -> None:
    """A submission beside its best reference: linked lines, the first difference, the reason, the keyboard."""
    one = show()
    words = one.opened("ivy ivanova")
    assert "line 5: `<` became `<=`" in words
    assert one.page.locator("#left .line.first").get_attribute("data-mark") == "first difference"
    assert one.page.locator("#left .line.changed").inner_text().split() == ["5", "~", "if", "x", "<=", "most:"]
    assert one.page.locator("#right .line.changed .text").inner_text().strip() == "if item < limit:"
    one.page.locator("#left .line.changed").hover()
    assert one.page.locator("#right .line.lit .text").inner_text().strip() == "if item < limit:"
    one.page.keyboard.press("j")
    one.page.wait_for_function("document.getElementById('compare-title').textContent.startsWith('more')")
    one.page.keyboard.press("Escape")
    assert not one.page.locator("#compare").is_visible()


def test_a_counterexample_is_shown_as_text(show: Callable[..., Open]) -> None:
    """The input, what was expected and what came, also where they look like markup; each condition once."""
    words = show().opened("bob")
    assert f"count_below(['{EVIL}'], 2)" in words
    assert words.count("xs is empty") == 1
    assert "It leaves xs changed whenever xs = 1." in words


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_each_of_several_functions_has_a_row(show: Callable[..., Open], record: ClassRecord, scheme: str) -> None:
    """Verdict with its sign and words, inputs, what differs; nothing where there is one function, and readable."""
    change = msgspec.structs.replace
    units = (
        FunctionOutcome("count_below", "below", "differs", 1201, f"below([]): expected 0, got {EVIL}"),
        FunctionOutcome("longest", "longest", "same", 80, ""),
        FunctionOutcome("mean", "mean", "conditional", 40, "another result only where xs is empty"),
        FunctionOutcome("median", "median", "insufficient", 3, "only 3 inputs"),
        FunctionOutcome("mode", "", "unknown", 0, "the candidate has no counterpart of mode()"),
    )
    students = tuple(
        change(one, graded=change(one.graded, tested=change(one.graded.tested, units=units)))
        if one.name == "bob" and one.graded.tested is not None
        else one
        for one in record.students
    )
    one = show(change(record, students=students), color_scheme=scheme)
    one.opened("bob")
    rows = one.page.locator("#compare table.units tbody tr").all()
    cells = [[" ".join(each.split()) for each in row.locator("th, td").all_inner_texts()] for row in rows]
    assert cells == [
        ["below", "✗ behaves differently", "1,201", f"below([]): expected 0, got {EVIL}"],
        ["longest", "✓ behaves like the reference", "80", "–"],
        ["mean", "~ the same under a condition", "40", "another result only where xs is empty"],
        ["median", "? not enough evidence", "3", "only 3 inputs"],
        ["mode", "? could not be judged", "0", "the candidate has no counterpart of mode()"],
    ]
    assert one.page.evaluate(CONTRAST) == []
    assert show().page.locator("table.units").count() == 0


def test_numbers_are_written_as_everywhere(show: Callable[..., Open], record: ClassRecord) -> None:
    """Rounded down by the rule that terminal and editors have, on the page, in a comparison and in the gradebook."""
    change = msgspec.structs.replace
    odd = {"similarity": 0.28999999999, "probability": 0.00999, "same_task": 0.999, "verdict": "unlike"}
    students = tuple(
        change(one, graded=change(one.graded, **odd, tested=None)) if one.name == "bob" else one
        for one in record.students
    )
    one = show(change(record, students=students))
    one.search("name:bob")
    row = one.page.locator("#rows tbody tr").inner_text()
    assert "0.28" in row
    assert "< 1 %" in row
    assert "same task 0.99:" in row
    (line,) = csv.DictReader(io.StringIO(one.saved("#save-csv").removeprefix("\ufeff")))
    assert (line["similarity"], line["chance"]) == ("0.2899", "0.0099")
    assert "similarity 0.28, chance < 1 %" in one.opened("bob")


def test_hostile_code_and_names_are_text(show: Callable[..., Open], record: ClassRecord) -> None:
    """Markup in a name, in code and in strings is shown and never becomes part of the page."""
    one = show()
    evil = next(s for s in record.students if s.name.startswith("<img"))
    one.search(f"id:{evil.id}")
    words = one.opened(one.names()[0])
    assert EVIL in words
    assert one.page.locator("main img, dialog img").count() == 0


def test_names_are_hidden_with_one_click(show: Callable[..., Open], record: ClassRecord) -> None:
    """Hidden names are nowhere to be read: table, comparison, code, ideas, list of what was left out, exports."""
    one = show()
    one.page.click("#hide")
    assert one.page.locator("#hide").get_attribute("aria-pressed") == "true"
    assert all(re.fullmatch(r"Submission \d+", name) for name in one.names())
    ivy = next(s for s in record.students if s.name.startswith("ivy"))
    one.search(f"id:{ivy.id}")
    assert "Ivanova" not in one.opened(ivy.pseudonym)
    one.page.click("#close")
    assert "ivanova" not in one.page.locator("body").inner_text().lower()
    assert "hal.pdf" not in one.page.locator("body").inner_text()
    assert "ivanova" not in one.saved("#save-csv").lower()
    assert one.search("ivanova") == []
    one.page.click("#hide")
    assert one.search("ivanova") == ["ivy ivanova"]


def test_a_page_that_was_made_without_names_holds_none(tmp_path: Path) -> None:
    """With `anonymous` no name, path or metadata is in the file at all."""
    folder = write(tmp_path / "c", {"Zoe Zabriskie_123456_assignsubmission_file_/zoework.py": RENAMED})
    write(tmp_path, {"r.py": REFERENCE})
    shipped_bundle()
    grader = Grader(Request((str(tmp_path / "r.py"),), (str(folder),), cache=tmp_path, jobs=1, anonymous=True))
    page = class_page(msgspec.to_builtins(grader.grade()), served=True)
    grader.close()
    import gzip

    everything = page.html + "".join(gzip.decompress(block).decode() for block in page.blocks)
    assert not re.search("zabriskie|zoework|123456", everything, re.IGNORECASE)


def test_feedback_can_be_written_and_exported(show: Callable[..., Open]) -> None:
    """A comment on an idea goes to all who have it; a note replaces one student's own; three formats hold both."""
    one = show()
    one.search("verdict:alike name:ann|eve|more01")
    one.page.locator(".idea-box summary").first.click()
    one.page.locator(".idea-box textarea").first.fill("Well done: a clear loop.")
    one.opened("ann")
    one.page.fill("#own-note", "=1+1 is not run")
    one.page.click("#close")
    rows = list(csv.DictReader(io.StringIO(one.saved("#save-csv").removeprefix("\ufeff"))))
    assert [row["name"] for row in rows] == ["ann", "eve", "more01"]
    assert rows[0]["feedback"].startswith("'=1+1 is not run")
    assert all(row["feedback"].endswith("a clear loop.") for row in rows if row["idea"] == rows[0]["idea"])
    assert [entry["name"] for entry in json.loads(one.saved("#save-json"))] == ["ann", "eve", "more01"]
    assert one.saved("#save-md").startswith("# ann\n\n=1+1 is not run\n")


def test_numbers_are_cut_on_the_page_and_in_what_it_saves(show: Callable[..., Open], record: ClassRecord) -> None:
    """Neither rounds up: the gradebook of the page begins with what the page shows."""
    change = msgspec.structs.replace
    students = tuple(change(each, graded=change(each.graded, similarity=0.68999)) for each in record.students)
    one = show(change(record, students=students))
    one.search("name:ann")
    assert "0.68" in one.page.locator("#rows tbody").inner_text()
    (row,) = csv.DictReader(io.StringIO(one.saved("#save-csv").removeprefix("\ufeff")))
    assert row["similarity"] == "0.6899"


def test_the_map_by_keyboard(show: Callable[..., Open]) -> None:
    """One stop for Tab; arrows go from point to point and say where they are; Enter compares."""
    page = show().page
    page.focus("#map svg")
    page.keyboard.press("ArrowRight")
    assert "similarity" in page.locator("#map-tip").inner_text()
    page.keyboard.press("Enter")
    page.wait_for_selector("#compare[open] .line")


def test_what_was_asked_is_in_the_address(show: Callable[..., Open]) -> None:
    """A search survives a reload."""
    one = show()
    one.search("verdict:broken")
    one.page.reload()
    one.page.wait_for_selector("#rows tbody tr")
    assert one.names() == ["cid"]


def test_everything_has_a_name_and_a_label(show: Callable[..., Open]) -> None:
    """Buttons, fields, regions and pictures can be told apart without seeing them; ids are unique."""
    page = show().page
    unnamed = page.evaluate(UNNAMED)
    assert unnamed == []
    ids = page.evaluate("[...document.querySelectorAll('[id]')].map(e => e.id)")
    assert len(ids) == len(set(ids))
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "Skip to the submissions"
    headings = page.evaluate("[...document.querySelectorAll('h1,h2,h3')].map(e => Number(e.tagName[1]))")
    assert headings[0] == 1
    assert all(b - a <= 1 for a, b in pairwise(headings))


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_contrast(show: Callable[..., Open], scheme: str) -> None:
    """Text stands out from what is behind it by 4.5 to 1 at least (WCAG 2.2, AA), light and dark."""
    page = show(color_scheme=scheme).page
    assert page.evaluate(CONTRAST) == []
    page.locator("#rows button.name").first.click()
    page.wait_for_selector("#left .line")
    assert page.evaluate(CONTRAST) == []


def test_nothing_is_wider_than_a_telephone(show: Callable[..., Open]) -> None:
    """On a narrow screen only tables and code scroll sideways, never the page."""
    one = show(viewport={"width": 360, "height": 740})
    assert one.page.evaluate("document.documentElement.scrollWidth") <= 360
    one.opened("bob")
    assert (
        one.page.evaluate(
            "document.querySelector('.dialog-body').scrollWidth - document.querySelector('.dialog-body').clientWidth"
        )
        <= 0
    )


def test_print_holds_every_row(show: Callable[..., Open], record: ClassRecord, tmp_path: Path) -> None:
    """Printed are all rows, not one page of the table; buttons and search are not."""
    one = show()
    one.page.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert one.page.locator("#rows tbody tr").count() == len(record.students)
    one.page.emulate_media(media="print")
    assert not one.page.locator(".controls").is_visible()
    assert len(one.page.pdf(format="A4")) > 10_000
    one.page.evaluate("dispatchEvent(new Event('afterprint'))")
    assert one.page.locator("#rows tbody tr").count() == 50


def test_without_scripts_the_overview_is_there(
    show: Callable[..., Open], browser: Any, record: ClassRecord, tmp_path: Path
) -> None:
    """A mail program that runs no scripts shows verdicts, reasons and what was left out."""
    path = tmp_path / "plain.html"
    path.write_text(class_page(msgspec.to_builtins(record)).html, encoding="utf-8")
    page = browser.new_context(java_script_enabled=False).new_page()
    page.goto(path.as_uri())
    assert page.locator("#overview .counts li").first.is_visible()
    assert "Scripts are off" in page.locator("header").inner_text()
    assert not page.locator("#query").is_visible()
    page.context.close()


@pytest.mark.parametrize("count", [0, 1])
def test_a_class_of_nobody_or_one(browser: Any, record: ClassRecord, tmp_path: Path, count: int) -> None:
    """While a class is awaited its page is there, without a map and without an error."""
    some = record.students[:count]
    few = msgspec.structs.replace(record, students=some, clusters=(), groups=(), counts=(), duplicates=(), left=())
    path = tmp_path / "few.html"
    path.write_text(class_page(msgspec.to_builtins(few)).html, encoding="utf-8")
    page = browser.new_context().new_page()
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("console", lambda message: wrong.append(message.text))
    page.goto(path.as_uri())
    page.wait_for_selector("html.alive")
    assert page.locator("#rows tbody tr").count() == count
    assert page.locator("#found").inner_text() == f"{count} submission{'s' if count != 1 else ''}"
    assert not page.locator("#map-section").is_visible()
    assert wrong == []
    page.context.close()


def test_a_served_page_fetches_its_details_and_nothing_else(browser: Any, record: ClassRecord) -> None:
    """Where it is served the details come from beside it, and a change of the class is shown by itself."""
    content = {}
    for title in ("before", "after"):
        plain = msgspec.to_builtins(msgspec.structs.replace(record, title=title))
        made = class_page(plain, served=True, live=True)
        content[title] = Content(made.html.encode(), made.blocks, made.key, made.policy)
    server = PageServer(content["before"])
    try:
        page = browser.new_context().new_page()
        asked: list[str] = []
        wrong: list[str] = []
        page.on("request", lambda request: asked.append(request.url))
        page.on("console", lambda message: wrong.append(message.text))
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.goto(server.address)
        page.get_by_role("button", name="cid", exact=True).click()
        page.wait_for_selector("#compare[open] .line")
        assert page.locator("#left .line").count() > 1
        page.click("#close")
        server.content = content["after"]
        page.wait_for_selector("h1:has-text('after')")
        assert wrong == []
        assert not [url for url in asked if not url.startswith((server.address, "data:"))]
        assert server.address + "details/0" in asked
        page.context.close()
    finally:
        server.close()


def _asking(record: ClassRecord) -> ClassRecord:
    """The class with a question about two of its submissions, of which one gives markup."""
    ids = tuple(one.id for one in record.students if one.name in ("ann", "bob"))
    example = Example("count_below([], 2)", "0", EVIL)
    text = "2 of 60 programs give something else where items is empty. Does it matter?"
    asked = Question("ab12cd34", "count_below", "value", "items is empty", text, 60, ids, example)
    return msgspec.structs.replace(record, questions=(asked,), answers="solution.py.answers.json")


def test_a_question_on_a_page_that_is_not_served(show: Callable[..., Open], record: ClassRecord) -> None:
    """It shows example and submissions as text, has no buttons that nobody hears, and says how to answer."""
    opened = show(_asking(record))
    section = opened.page.locator("#questions-section")
    assert "2 of 60 programs give something else where items is empty. Does it matter?" in section.inner_text()
    assert EVIL in section.inner_text()
    assert "solution.py.answers.json" in section.inner_text()
    assert section.get_by_role("button").count() == 1
    section.get_by_role("button", name="Show these 2 submissions").click()
    assert sorted(opened.names()) == ["ann", "bob"]


def test_a_question_is_answered_on_a_served_page(browser: Any, record: ClassRecord) -> None:
    """A click sends the question's number and the answer; why it could not be taken in is shown, else all is new."""
    made = class_page(msgspec.to_builtins(_asking(record)), served=True)
    decisions, taken, ended = Decisions(), [], threading.Event()
    server = PageServer(Deciding(made.html.encode(), made.blocks, made.key, made.policy, decisions))

    def take(said: bytes) -> str:
        taken.append(json.loads(said))
        return "the disk is full" if len(taken) == 1 else ""

    def pump() -> None:
        while not ended.is_set():
            decisions.serve(0.05, take)

    thread = threading.Thread(target=pump)
    thread.start()
    try:
        page = browser.new_context().new_page()
        page.goto(server.address)
        page.wait_for_selector("#rows tbody tr")
        page.get_by_role("button", name="No, it does not count").click()
        page.wait_for_selector("#questions-problem:has-text('the disk is full')")
        with page.expect_navigation():
            page.get_by_role("button", name="Yes, it matters").click()
        page.wait_for_selector("#rows tbody tr")
        page.fill("#must", "count_below([1], 1)")
        with page.expect_navigation():
            page.get_by_role("button", name="Run it").click()
        answer = {"is": "answer", "question": "ab12cd34"}
        must = {"is": "must", "input": "count_below([1], 1)"}
        assert taken == [answer | {"matters": False}, answer | {"matters": True}, must]
        assert page.evaluate("window.hacked") is None
        page.context.close()
    finally:
        ended.set()
        thread.join()
        server.close()


def test_the_policy_lets_only_our_scripts_run(browser: Any, record: ClassRecord, tmp_path: Path) -> None:
    """A script that got into the page by whatever mistake is not run, and nothing is fetched."""
    html = class_page(msgspec.to_builtins(record)).html
    html = html.replace(
        '<main id="main">', '<main id="main"><script>window.hacked=1</script><img src=https://example.org/x.png>'
    )
    path = tmp_path / "changed.html"
    path.write_text(html, encoding="utf-8")
    page = browser.new_context().new_page()
    asked: list[str] = []
    blocked: list[str] = []
    page.on("requestfinished", lambda request: asked.append(request.url))
    page.on("console", lambda message: blocked.append(message.text))
    page.goto(path.as_uri())
    page.wait_for_selector("#rows tbody tr")
    assert page.evaluate("window.hacked") is None
    assert not [url for url in asked if url.startswith("http")]
    assert any("Content Security Policy" in text for text in blocked)
    page.context.close()


def test_the_plot_library_is_the_published_one() -> None:
    """D3 7.9.2 as its authors publish it (npm package d3, dist/d3.min.js), with its licence."""
    folder = files("codescore.reports") / "class_assets"
    assert sha256((folder / "d3.min.js").read_bytes()).hexdigest() == D3
    assert "Mike Bostock" in (folder / "d3.LICENSE").read_text(encoding="utf-8")


D3 = "912111098ea99503a6f4967361d2bbdc9dbf58cf9c678c8e27e5b02d1a07f0c1"
