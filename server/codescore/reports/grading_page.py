"""The page on which people grade snippets: blind, one at a time, by keyboard.  Holds no snippet: they come when asked.

What models and people wrote is put on the page as text alone.  Neighbours: `policy` (what a browser may do),
`codescore.experiments.grading` (what is asked and answered).
"""

from __future__ import annotations

from html import escape
from importlib.resources import files

from codescore.reports.policy import filled, served_policy

#: What the grades mean, worst first: Out of the BLEU, section 4.4, in our words.
SCALE = (
    "not helpful at all: it has nothing to do with the task",
    "slightly helpful: it holds something of use, but writing it anew is easier",
    "somewhat helpful: much must be changed for its size, and it is still useful",
    "helpful: small changes solve the task",
    "very helpful: it solves the task",
)


def grading_page() -> tuple[str, str]:
    """The page, and its content security policy.  It names no data: the name of a file may tell who wrote the code."""
    folder = files("codescore.reports").joinpath("grading_assets")
    html, style, script = (folder.joinpath(name).read_text(encoding="utf-8") for name in _ASSETS)
    policy = served_policy(style, [script], served=True)
    grades = "".join(
        f"<li><button type='button' data-grade='{grade}'><kbd>{grade}</kbd> <span>{escape(words)}</span></button></li>"
        for grade, words in enumerate(SCALE)
    )
    parts = {"policy": policy, "style": style, "script": script, "grades": grades}
    return filled(html, parts), policy


_ASSETS = ("page.html", "page.css", "page.js")
