"""Draws the pictures of `server/codescore/grade/GRADING.md` anew, from a class that is made up here.

    PYTHONPATH=server:. python tests/grade/picture.py

Grades with evidence where there is a sandbox, opens the page in Chromium and takes what a teacher sees.
"""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path
from typing import Any

import msgspec
from playwright.sync_api import Page, sync_playwright

from codescore.grade.run import Grader, Request
from codescore.languages import by_id
from codescore.reports.class_page import class_page
from codescore.rewrite import transform
from tests.grade.classes import write

TARGET = Path(__file__).parents[2] / "server" / "docs"
REFERENCE = '''\
def merge(left: list[int], right: list[int]) -> list[int]:
    """Merge two sorted lists into one sorted list.

    >>> merge([1, 4], [2, 3, 9])
    [1, 2, 3, 4, 9]
    """
    result = []
    i = j = 0
    while i < len(left) and j < len(right):
        if left[i] <= right[j]:
            result.append(left[i])
            i += 1
        else:
            result.append(right[j])
            j += 1
    return result + left[i:] + right[j:]
'''
BY_SORTING = "def merge(left, right):\n    return sorted(left + right)\n"
BODY = REFERENCE.partition('    """\n    result')[2]
HEAD = "def merge(left, right):\n    result"
IDEAS = {
    "loop": HEAD + BODY,
    "loop, rest forgotten": HEAD + BODY.replace(" + left[i:] + right[j:]", " + left[i:]"),
    "loop, one too far": HEAD + BODY.replace("i < len(left) and", "i <= len(left) and"),
    "loop, falling": HEAD + BODY.replace("<= right[j]", ">= right[j]"),
    "sorting": BY_SORTING,
    "sorting in place": "def merge(left, right):\n    both = left + right\n    both.sort()\n    return both\n",
    "sorting, nothing returned": "def merge(left, right):\n    both = left + right\n    return both.sort()\n",
    "taking off": """\
def merge(left, right):
    left, right, out = list(left), list(right), []
    while left and right:
        if left[0] < right[0]:
            out.append(left.pop(0))
        else:
            out.append(right.pop(0))
    return out + left + right
""",
    "recursion": """\
def merge(left, right):
    if not left:
        return right
    if not right:
        return left
    if left[0] <= right[0]:
        return [left[0]] + merge(left[1:], right)
    return [right[0]] + merge(left, right[1:])
""",
    "recursion, no end": """\
def merge(left, right):
    if not left:
        return right
    if left[0] <= right[0]:
        return [left[0]] + merge(left[1:], right)
    return [right[0]] + merge(left, right[1:])
""",
    "library": "import heapq\n\n\ndef merge(left, right):\n    return list(heapq.merge(left, right))\n",
    "no colon": "def merge(left, right)\n    return sorted(left + right)\n",
    "not begun": "def merge(left, right):\n    # your code here\n    pass\n",
}
SHARES = (14, 5, 3, 3, 9, 5, 4, 7, 6, 3, 3, 2, 2)
FIRST = (
    "Ada",
    "Ben",
    "Cleo",
    "Dora",
    "Emil",
    "Finn",
    "Gita",
    "Hugo",
    "Ines",
    "Jan",
    "Kaya",
    "Leo",
    "Mara",
    "Nils",
    "Olga",
)
LAST = (
    "Adler",
    "Bauer",
    "Conti",
    "Dietz",
    "Ebert",
    "Falk",
    "Gruber",
    "Haas",
    "Iversen",
    "Jung",
    "Keller",
    "Lang",
    "Moser",
)


def main() -> None:
    """Grade, open, take the pictures."""
    folder = Path(tempfile.mkdtemp())
    try:
        request = Request(
            (str(folder / "solution.py"), str(folder / "by_sorting.py")),
            (str(folder / "merge-two-lists"),),
            template=str(folder / "handed_out.py"),
            cache=folder / "cache",
            evidence=True,
            assume="left == sorted(left) and right == sorted(right)",
            title="Merge two sorted lists",
        )
        build(folder)
        grader = Grader(request)
        record = grader.grade()
        grader.close()
        (folder / "page.html").write_text(class_page(msgspec.to_builtins(record)).html, encoding="utf-8")
        take(folder / "page.html")
    finally:
        shutil.rmtree(folder)


def build(folder: Path) -> None:
    """The class: every idea written by several people, each in words and an order of their own."""
    language = by_id("python")
    assert language is not None
    files: dict[str, str | bytes] = {}
    number = 0
    for text, share in zip(IDEAS.values(), SHARES, strict=True):
        for seed in range(share):
            made = transform(language, text.encode(), seed=seed) if seed else None
            name = (
                f"{FIRST[number % len(FIRST)]} {LAST[number * 5 % len(LAST)]}_{10_000 + number}_assignsubmission_file_"
            )
            files[f"merge-two-lists/{name}/merge.py"] = made.code if made is not None else text
            number += 1
    files["merge-two-lists/Xaver Yilmaz_10999_assignsubmission_file_/report.pdf"] = b"%PDF"
    write(folder, files)
    write(folder, {"solution.py": REFERENCE, "by_sorting.py": BY_SORTING, "handed_out.py": IDEAS["not begun"]})


def take(path: Path) -> None:
    """Overview with table, map, and a comparison."""
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox", "--disable-gpu"])
        page = browser.new_page(viewport={"width": 1180, "height": 960}, color_scheme="light")
        page.goto(path.as_uri())
        page.wait_for_selector("#rows tbody tr")
        shot(page, "grading.png")
        page.evaluate("document.getElementById('map-section').scrollIntoView({ behavior: 'instant' })")
        page.check("[name=shape][value=idea]")
        shot(page, "grading-map.png")
        page.evaluate("setQuery('verdict:differs')")
        page.locator("#rows tbody button.name").first.click()
        page.wait_for_selector("#left .line")
        shot(page, "grading-compare.png")
        browser.close()


def shot(page: Any | Page, name: str) -> None:
    page.wait_for_timeout(300)
    page.screenshot(path=TARGET / name)
    print(f"{name}: {(TARGET / name).stat().st_size / 1000:.0f} kB")


if __name__ == "__main__":
    main()
