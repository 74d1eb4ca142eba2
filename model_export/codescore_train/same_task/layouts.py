"""Collections of right programs as they lie on disk: which program solves which task, by which approach.

Each layout reads a checkout of one public collection and yields its programs; nothing is run, nothing is fetched.
A task is named as the collection names it; `gather` finds out which names mean one task.  Knows no split, no model.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from codescore.foundation.errors import InputError
from codescore.languages import by_id, by_path

_FENCED = re.compile(r"^## (\d+)\. [^\n]+$|^```(\w+)\n(.*?)^```", re.M | re.S)
_TOP = re.compile(r"^(?=class |def )", re.M)
_TOP_NAME = re.compile(r"(class|def) (\w+)")
_METHOD = re.compile(r"^(?: {2}| {4}|\t)def ([A-Za-z]\w*)\(self|^ {2,4}public (?!class)[^=;(]*?(\w+)\(", re.M)
_CLASS = re.compile(r"^(?:public )?class (\w+)", re.M)
_COMMON = frozenset(("Solution", "ListNode", "TreeNode", "Node", "Main", "Pair", "Trie", "UnionFind", "main"))


@dataclass(frozen=True, slots=True)
class Program:
    """A right program; programs of one task and language with unlike `approach` are unlike approaches."""

    task: str
    lang: str
    approach: str
    code: str
    source: str


def read(layout: str, folder: Path) -> list[Program]:
    """The programs of a checkout.  Raises InputError for an unknown layout or a folder that holds none of it."""
    reader = LAYOUTS.get(layout)
    if reader is None:
        raise InputError(f"unknown layout {layout!r}; known are {', '.join(LAYOUTS)}")
    found = list(reader(folder))
    if not found:
        raise InputError(f"{folder} holds no programs in layout {layout!r}")
    return found


def entries(code: str) -> frozenset[str]:
    """Names by which a program's tests call it: methods of its classes, and classes that are no mere `Solution`."""
    methods = {name for pair in _METHOD.findall(code) for name in pair if name}
    classes = {re.sub(r"\d+$", "", name) for name in _CLASS.findall(code)}
    return frozenset((methods | classes) - _COMMON)


def slug(title: str) -> str:
    """A task's title as collections write it in file names."""
    return "-".join(re.findall(r"[a-z0-9]+", title.lower().replace("'", "")))


def _articles(folder: Path) -> Iterator[Program]:
    """Markdown articles (neetcode-gh/leetcode): a heading an approach, below it a program in every language."""
    for path in sorted((folder / "articles").glob("*.md")):
        approach = ""
        for number, lang, code in _FENCED.findall(_text(path)):
            approach = number or approach
            if by_id(lang) is not None and approach:
                yield Program(path.stem, lang, approach, code, "articles")


def _classes(folder: Path) -> Iterator[Program]:
    """A file a task (kamyu104/LeetCode-Solutions): classes `Solution`, `Solution2`, ... are its approaches."""
    for path in sorted((folder / "Python").glob("*.py")):
        blocks = [block for block in _TOP.split(_text(path)) if _TOP_NAME.match(block)]
        tops = [(*_TOP_NAME.findall(block)[0], re.sub(r"\bxrange\b", "range", block)) for block in blocks]
        for number, code in enumerate(_approaches(tops)):
            yield Program(path.stem, "python", str(number), code, "classes")


def _approaches(tops: list[tuple[str, str, str]]) -> Iterator[str]:
    """Each class that is an approach, behind the other definitions that it names."""
    count = Counter(re.sub(r"\d+$", "", name) for kind, name, _ in tops if kind == "class")
    classes = [(name, block) for kind, name, block in tops if kind == "class"]
    several = [one for one in classes if one[0].startswith("Solution") or count[re.sub(r"\d+$", "", one[0])] > 1]
    chosen = several or classes[-1:]
    names = {name for name, _ in chosen}
    for _, block in chosen:
        helpers = [other for _, name, other in tops if name not in names and re.search(rf"\b{name}\b", block)]
        yield "".join([*helpers, block])


def _titled(folder: Path) -> Iterator[Program]:
    """A folder a task, named by number and title (walkccc/LeetCode): `1.py`, `1-2.py`, ... are its approaches."""
    for path in sorted((folder / "solutions").glob("*/*.*")):
        language = by_path(path)
        if language is not None:
            approach = path.stem.partition("-")[2] or "1"
            task = slug(path.parent.name.partition(". ")[2])
            yield Program(task, language.id, approach, _text(path), "titled")


def _packages(folder: Path) -> Iterator[Program]:
    """A Java package a task (javadev/LeetCode-in-Java): `s0001_two_sum/Solution.java`."""
    for path in sorted((folder / "src" / "main" / "java").glob("g*/s*_*/*.java")):
        yield Program(slug(path.parent.name.partition("_")[2]), "java", path.stem, _text(path), "packages")


def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8", errors="replace")


#: Layout -> its reader.
LAYOUTS: dict[str, Callable[[Path], Iterator[Program]]] = {
    "articles": _articles,
    "classes": _classes,
    "titled": _titled,
    "packages": _packages,
}
