"""The grading page in a real browser: keyboard, back, a stop in between, several people, and hostile snippets.

Needs Chromium (Debian: `apt-get install chromium`) and the Python package playwright, without its own browsers.
"""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from codescore.experiments.grading.desk import Desk
from codescore.experiments.grading.items import Terms, items_of, order
from codescore.foundation.loopback import PageServer
from codescore.reports.grading_page import grading_page
from tests.experiments.grading.graded import samples, sheet

playwright = pytest.importorskip("playwright.sync_api", reason="NO PLAYWRIGHT: pip install playwright")
CHROMIUM = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
pytestmark = pytest.mark.skipif(
    CHROMIUM is None, reason="NO CHROMIUM: apt-get install chromium, or name it in CHROMIUM"
)

CONTRAST = (Path(__file__).parents[2] / "grade" / "contrast.js").read_text(encoding="utf-8")
EVIL = "</script><script>window.hacked=1</script><img src=x onerror=window.hacked=1>"
REFUSED = re.compile("status of 50[13]")  # what a browser says of a grade that was not stored
ITEMS = tuple(replace(i, text=f"{i.text}# {EVIL}\n", intent=f"{i.intent} {EVIL}") for i in items_of(samples(), Terms()))


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with playwright.sync_playwright() as play:
        one = play.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
        yield one
        one.close()


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[tuple[PageServer, Any]]:
    held = sheet(tmp_path / "g.db")
    server = PageServer(Desk(grading_page(), ITEMS, held, Terms()))
    yield server, held
    server.close()
    held.close()


@pytest.fixture
def opened(browser: Any, desk: tuple[PageServer, Any]) -> Iterator[Any]:
    """Opens the page as a grader; at the end nothing was run that a snippet holds, and nothing else was asked for."""
    wrong: list[str] = []
    contexts: list[Any] = []
    pages: list[Any] = []
    server, _ = desk

    def run(name: str, **settings: Any) -> Any:
        contexts.append(browser.new_context(**settings))
        page = contexts[-1].new_page()
        pages.append(page)
        page.on("console", lambda m: wrong.append(m.text) if not REFUSED.search(m.text) else None)
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("request", lambda r: None if r.url.startswith((server.address, "data:")) else wrong.append(r.url))
        page.goto(server.address)
        page.fill("#name", name)
        page.press("#name", "Enter")
        page.wait_for_selector("#grading:not([hidden]), #done:not([hidden])")
        return page

    yield run
    for page in pages:
        assert page.is_closed() or page.evaluate("window.hacked") is None, "a snippet was run"
    for context in contexts:
        context.close()
    assert wrong == []


def place(page: Any, want: int) -> None:
    page.wait_for_function("(n) => document.getElementById('where').textContent.startsWith(`${n} of `)", arg=want)


def test_grading_by_keyboard(opened: Any, desk: tuple[PageServer, Any]) -> None:
    """Keys grade and go on, in the grader's order; back and another grade replace; x says that one cannot tell."""
    page, held = opened("ann"), desk[1]
    mine = order(ITEMS, 0, "ann")
    assert page.inner_text("#code") == mine[0].text
    assert page.inner_text("#intent") == mine[0].intent
    assert page.inner_text("#where") == "1 of 10, 10 without a grade"
    for number, pressed in enumerate(("4", "0", "x"), 2):
        page.keyboard.press(pressed)
        place(page, number)
    page.keyboard.press("Backspace")
    page.keyboard.press("ArrowLeft")
    place(page, 2)
    assert page.locator("[data-grade='0']").get_attribute("aria-pressed") == "true"
    page.keyboard.press("3")
    place(page, 4)
    page.keyboard.press("7")
    page.keyboard.press("Control+2")
    assert held.of("ann") == {mine[0].key: 4, mine[1].key: 3, mine[2].key: None}


def test_stopping_and_going_on(opened: Any, desk: tuple[PageServer, Any]) -> None:
    """A page that was closed goes on under the same name; somebody else has an order and grades of their own."""
    page, held = opened("ann"), desk[1]
    page.keyboard.press("2")
    place(page, 2)
    page.close()
    again = opened("ann")
    place(again, 2)
    assert again.inner_text("#code") == order(ITEMS, 0, "ann")[1].text
    other = opened("bob")
    place(other, 1)
    assert other.inner_text("#code") == order(ITEMS, 0, "bob")[0].text
    for number in range(2, 11):
        again.click("[data-grade='1']")
        if number < 10:
            place(again, number + 1)
    again.wait_for_selector("#done:not([hidden])")
    again.keyboard.press("ArrowLeft")
    place(again, 10)
    assert sorted(map(str, held.of("ann").values())) == ["1"] * 9 + ["2"]


def test_a_grade_that_is_not_stored_is_said(opened: Any, desk: tuple[PageServer, Any]) -> None:
    """A full disk: the page stays where it is and says why; the same key works once there is space."""
    page, held = opened("ann"), desk[1]
    held._db.execute("CREATE TEMP TRIGGER full BEFORE INSERT ON grades BEGIN SELECT RAISE(ABORT, 'no page'); END")
    page.keyboard.press("4")
    page.wait_for_selector("#problem:not([hidden])")
    assert "Nothing was stored" in page.inner_text("#problem")
    place(page, 1)
    held._db.execute("DROP TRIGGER full")
    page.keyboard.press("4")
    place(page, 2)
    assert not page.is_visible("#problem")
    desk[0].content = object.__new__(Gone)
    page.keyboard.press("1")
    page.wait_for_selector("#problem:not([hidden])")
    place(page, 2)


class Gone:
    """A site at which nothing is taken."""

    policy = "default-src 'none'"

    def at(self, path: str) -> None:
        return None


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_it_can_be_read(opened: Any, scheme: str) -> None:
    """Contrast is enough in light and dark, every control has a name, and nothing runs out of a narrow window."""
    page = opened("ann", color_scheme=scheme, viewport={"width": 360, "height": 700})
    assert page.evaluate(CONTRAST) == []
    assert page.evaluate("document.documentElement.scrollWidth <= 360")
    assert page.get_by_role("button", name="4 very helpful: it solves the task").count() == 1
    assert page.get_by_role("progressbar", name="Progress").count() == 1
