"""A real browser for the pages of translation runs, which watches for what must not happen on them.

Needs Chromium (Debian: `apt-get install chromium`) and the Python package playwright, without its own browsers.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

CHROMIUM = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
NEEDED = pytest.mark.skipif(CHROMIUM is None, reason="NO CHROMIUM: apt-get install chromium, or name it in CHROMIUM")
CONTRAST = (Path(__file__).parents[1] / "grade" / "contrast.js").read_text(encoding="utf-8")
UNNAMED = """() => [...document.querySelectorAll("button, input, select, textarea, svg[role], [role=region], dialog")]
    .filter((e) => !e.textContent.trim() && !e.getAttribute("aria-label") && !e.getAttribute("aria-labelledby"))
    .filter((e) => !e.labels?.length).map((e) => e.outerHTML.slice(0, 80))"""
#: Ends scripts, texts and attributes, and would run.
EVIL = "</script><script>window.hacked=1</script><img src=x onerror=window.hacked=1>'\"⟦script⟧"


@contextmanager
def chromium() -> Iterator[Any]:
    """One browser."""
    playwright = pytest.importorskip("playwright.sync_api", reason="NO PLAYWRIGHT: pip install playwright")
    with playwright.sync_playwright() as play:
        one = play.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
        try:
            yield one
        finally:
            one.close()


@contextmanager
def watched(browser: Any, address: str, **context: Any) -> Iterator[Any]:
    """A page; at the end no stranger's script ran, nothing was said on the console, nothing foreign was asked for."""
    wrong: list[str] = []
    page = browser.new_context(**context).new_page()
    page.on("console", lambda said: wrong.append(f"{said.type}: {said.text}") if said.type != "log" else None)
    page.on("pageerror", lambda error: wrong.append(f"error: {error}"))
    home = address.rpartition("/")[0]

    def asked(request: Any) -> None:
        if not request.url.startswith((home, "data:", "blob:")):
            wrong.append(f"request: {request.url}")

    page.on("request", asked)
    page.goto(address)
    try:
        yield page
        assert page.evaluate("window.hacked") is None, "a stranger's text was run"
        assert wrong == []
    finally:
        page.context.close()
