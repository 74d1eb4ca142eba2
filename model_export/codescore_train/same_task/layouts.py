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
_OF_ARTICLE = re.compile(r"^## (\d+)\. [^\n]+$|^## (Common Pitfalls)|^```(\w+)\n(.*?)^```", re.M | re.S)
_NUMBERED = re.compile(r"\d+(?:\. ?|[-_])(.+)")
_LEVEL = re.compile(r"kyu|^beta$")
_NO_SOLUTION = re.compile(r"(?:^|/)(?:tests?|preloaded)/|[._][Tt]ests?\.|__init__")
_TOP = re.compile(r"^(?=class |def )", re.M)
_TOP_NAME = re.compile(r"(class|def) (\w+)")
_METHOD = re.compile(
    r"^(?: {2}| {4}|\t)def ([A-Za-z]\w*)\(self|^ {2,4}(?:public|static) (?!class)[^=;(]*?(\w+)\(", re.M
)
_MARKED_METHOD = re.compile(  # of a class whose public part is marked once: a type, a name, a body
    r"^(?: {2,4}|\t)(?!return|else|new|throw|delete|using|private|protected|public)[A-Za-z_][\w:<>,&* ]*[ &*>](\w+)"
    r"\([^;{}]*\)\s*(?:const\s*)?\{",
    re.M,
)
_FUNCTION = re.compile(  # that stands by itself: `def f(`, `pub fn f(`, `var f = function(`, `const f = (a) =>`
    r"^(?:export |default |async |pub )*(?:(?:def|function|func|fn|fun)\s+(\w+)"
    r"|(?:const|let|var) (\w+)\s*=\s*(?:async\s*)?(?:function\b|\w+\s*=>|\([^;{}]*\)\s*=>))",
    re.M,
)
_ADDRESS = re.compile(r"leetcode\.com/problems/([\w-]+)")
_EXAMPLES = re.compile(r"^fn main\(\) \{.*?^\}\n?", re.M | re.S)
_LISTED = re.compile(r"^\| *(\d+) *\| *\[[^\]\n]*\]\(https://leetcode\.com/problems/([\w-]+)", re.M)
_INNER = re.compile(r"^(?= {4}public static class (Solution\w*))( {4}public[^{\n]*\{.*?^ {4}\}\n)", re.M | re.S)
_PUBLIC_PART = re.compile(r"^\s*public:", re.M)
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
    """Names by which a program's tests call it: methods, functions, and classes that are no mere `Solution`.

    `two_sum` is `twoSum`: languages write one name in their own ways.
    """
    methods = {_camel(name) for pair in (*_METHOD.findall(code), *_FUNCTION.findall(code)) for name in pair if name}
    if _PUBLIC_PART.search(code):
        methods |= set(_MARKED_METHOD.findall(code))
    classes = {re.sub(r"\d+$", "", name) for name in _CLASS.findall(code)}
    return frozenset((methods | classes) - _COMMON)


def _camel(name: str) -> str:
    """A name in words joined by underscores as one without."""
    return re.sub(r"(?<=[a-z0-9])_([a-z0-9])", lambda found: found[1].upper(), name)


def slug(title: str) -> str:
    """A task's title as collections write it in file names."""
    return "-".join(re.findall(r"[a-z0-9]+", title.lower().replace("'", "")))


def _articles(folder: Path) -> Iterator[Program]:
    """Markdown articles (neetcode-gh/leetcode): a heading an approach, below it a program in every language.

    Common pitfalls are fragments of faulty programs: what stands below that heading belongs to no approach.
    """
    for path in sorted((folder / "articles").glob("*.md")):
        approach = ""
        for number, pitfalls, lang, code in _OF_ARTICLE.findall(_text(path)):
            approach = "" if pitfalls else number or approach
            if by_id(lang) is not None and approach:
                yield Program(path.stem, lang, approach, code, "articles")


def _classes(folder: Path) -> Iterator[Program]:
    """A file a task (kamyu104/LeetCode-Solutions): classes `Solution`, `Solution2`, ... are its approaches."""
    for path in sorted([*(folder / "Python").glob("*.py"), *(folder / "C++").glob("*.cpp")]):
        language = by_path(path)
        blocks = [block for block in _TOP.split(_text(path)) if _TOP_NAME.match(block)]
        tops = [(*_TOP_NAME.findall(block)[0], re.sub(r"\bxrange\b", "range", block)) for block in blocks]
        for number, code in enumerate(_approaches(tops)):
            if language is not None:
                yield Program(path.stem, language.id, str(number), code, "classes")


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
    """A folder a task, named by number and title; every file in it is an approach.

    Among them are walkccc/LeetCode (`852. Peak Index`), zhangyaqi1989/LeetCode-Solutions and halfrost/LeetCode-Go.
    """
    for path in sorted(folder.glob("*/*/*.*")):
        language, named = by_path(path), _NUMBERED.match(path.parent.name)
        if language is not None and named and not path.stem.endswith("_test"):
            yield Program(slug(named[1]), language.id, path.stem, _text(path), "titled")


def _packages(folder: Path) -> Iterator[Program]:
    """A Java package a task (javadev/LeetCode-in-Java): `s0001_two_sum/Solution.java`."""
    for path in sorted((folder / "src" / "main" / "java").glob("g*/s*_*/*.java")):
        yield Program(slug(path.parent.name.partition("_")[2]), "java", path.stem, _text(path), "packages")


def _numbered(folder: Path) -> Iterator[Program]:
    """A file a task, named by number and title, alone or in a folder a language (neetcode-gh/leetcode).

    Among them are JoshCrozier/leetcode-javascript, everthis/leetcode-js and qiyuangong/leetcode.
    """
    for path in sorted([*folder.glob("*.*"), *folder.glob("*/*.*")]):
        language, named = by_path(path), _NUMBERED.match(path.stem)
        if language is not None and named:
            yield Program(slug(named[1]), language.id, "1", _text(path), "numbered")


def _snippets(folder: Path) -> Iterator[Program]:
    """A folder a language, a Markdown file a task (AlgoMaster-io/leetcode-solutions): each program is an approach."""
    for path in sorted(folder.glob("*/*.md")):
        found = [(lang, code) for _, lang, code in _FENCED.findall(_text(path)) if by_id(lang) is not None]
        for number, (lang, code) in enumerate(found):
            yield Program(slug(path.stem), lang, str(number), code, "snippets")


def _slugs(folder: Path) -> Iterator[Program]:
    """A file a task at the top, named by its title in words joined by hyphens (theabbie/leetcode)."""
    for path in sorted(folder.glob("*.*")):
        language = by_path(path)
        if language is not None and not _NUMBERED.match(path.stem):
            yield Program(path.stem, language.id, "slugs", _text(path), "slugs")


def _linked(folder: Path) -> Iterator[Program]:
    """Files anywhere that name their task in a comment by its address (fredyw/leetcode); examples in `main` are cut."""
    for path in sorted(folder.rglob("*.*")):
        language = by_path(path)
        code = _text(path) if language is not None else ""
        found = _ADDRESS.search(code)
        if language is not None and found:
            yield Program(found[1], language.id, "linked", _EXAMPLES.sub("", code), "linked")


def _nested(folder: Path) -> Iterator[Program]:
    """Java classes named by number (fishercoder1534/Leetcode): the classes in each are its approaches.

    The tables of contents say which title a number has.
    """
    tables = "".join(_text(path) for path in sorted((folder / "paginated_contents").rglob("*.md")))
    titles = dict(_LISTED.findall(tables))
    for path in sorted((folder / "src" / "main" / "java").rglob("_*.java")):
        for name, body in _INNER.findall(_text(path)):
            if path.stem[1:] in titles:
                code = re.sub(r"^ {4}", "", body, flags=re.M)
                yield Program(titles[path.stem[1:]], "java", f"nested {name}", code, "nested")


def _named(folder: Path) -> Iterator[Program]:
    """A folder a task, named by its title (AnasImloul/Leetcode-Solutions): in it a program in every language."""
    for path in sorted((folder / "scripts" / "algorithms").glob("*/*/*.*")):
        language = by_path(path)
        if language is not None:
            yield Program(slug(path.parent.name), language.id, "named", _text(path), "named")


def _members(folder: Path) -> Iterator[Program]:
    """A folder a task, in it a file an author (DaleStudy/leetcode-study)."""
    for path in sorted(folder.glob("*/*.*")):
        language = by_path(path)
        if language is not None:
            yield Program(path.parent.name, language.id, path.stem, _text(path), "members")


def _levels(folder: Path) -> Iterator[Program]:
    """Exercises by level: what stands below a level's folder (`kyu_6`, `6-kyu`) is a task, a file or a folder.

    Among them are the-zebulan/CodeWars, ParanoidUser/codewars-handbook, UlrichBerntien/Codewars-Katas,
    jdold07/codewars-solutions and lndgalante/codewars-katas.
    """
    for path in sorted(folder.rglob("*.*")):
        language, parts = by_path(path), path.relative_to(folder).parts
        level = next((i for i, part in enumerate(parts[:-1]) if _LEVEL.search(part)), None)
        if language is None or level is None or _NO_SOLUTION.search("/".join(parts[level + 1 :])):
            continue
        title = parts[level + 1] if level + 2 < len(parts) else path.stem
        yield Program(slug(title), language.id, folder.name, _text(path), "levels")


def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8", errors="replace")


#: Layout -> its reader.
LAYOUTS: dict[str, Callable[[Path], Iterator[Program]]] = {
    "articles": _articles,
    "classes": _classes,
    "titled": _titled,
    "packages": _packages,
    "numbered": _numbered,
    "snippets": _snippets,
    "named": _named,
    "members": _members,
    "levels": _levels,
    "slugs": _slugs,
    "linked": _linked,
    "nested": _nested,
}
