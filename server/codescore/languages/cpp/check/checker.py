"""C++'s compiler as a checker: a text goes to g++, its errors that count come back as problems.

A text is compiled as it is.  Where names are unknown, the headers of the standard library are guessed, with their names
made short, as people show code without them, and so are the nodes of lists and trees that it only uses (`cpp.nodes`); a
text that compiles then does, and the checker's name says so.  A fragment is also tried as a member of a class and as
statements of a function.  What cannot be known is not held against code: where a header of somebody's own is missing,
and where a fragment uses a name that only its surroundings could declare, tree-sitter judges.

Knows nothing of processes (`compiler.py`).  Nothing of the code is ever run.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

import tree_sitter
import tree_sitter_cpp

from codescore.languages.by_compiler import ByCompiler
from codescore.languages.cpp.check.compiler import ALL, NAMES, Compiler, Error
from codescore.languages.cpp.nodes import nodes_for
from codescore.languages.fragments import stays_inside
from codescore.languages.protocols import CheckResult, Problem

MAX_BYTES = 1_000_000
_EVERYTHING = re.compile(r"^[ \t]*#[ \t]*include[ \t]*<bits/stdc\+\+\.h>", re.MULTILINE)
_UNKNOWN = re.compile(
    r"was not declared|has not been declared|does not name a type|is not a member of|has no member named|"
    r"no matching function|incomplete type|not a template|is not a class|not found|unknown type|undeclared|"
    r"implicit declaration"
)
_MISSING = re.compile(r"No such file or directory")
_AROUND = (("struct __codescore__ {\n", "\n};"), ("auto __codescore__() {\n", "\n}"))


class CppChecker(ByCompiler):
    """`Checker` by g++; judges nothing where there is none, or no wall to run it behind.

    Of another dialect it is the checker too: with that one's grammar, and what a fragment of it can stand in.
    """

    def __init__(
        self,
        compiler: Compiler | None = None,
        grammar: tree_sitter.Language | None = None,
        around: tuple[tuple[str, str], ...] = _AROUND,
    ) -> None:
        self._compiler = compiler or Compiler()
        super().__init__(self._compiler.dialect.program, MAX_BYTES)
        self._grammar = grammar or tree_sitter.Language(tree_sitter_cpp.language())
        self._around = around

    @property
    def name(self) -> str:
        """`g++ 12`; without the release before the first answer."""
        return f"{self._compiler.dialect.program} {self._compiler.release}".rstrip()

    @property
    def where(self) -> str | None:
        """The compiler; None before the first answer."""
        return self._compiler.path

    def judged(self, text: str, source: bytes, *, fragment: bool) -> CheckResult | None:
        found = self._errors(text, (ALL,) if _EVERYTHING.search(text) else ())
        if not found:
            return None if found is None else CheckResult(True, self.name)
        if _any(_UNKNOWN, found) or fragment:
            guessed = self._guessed(text, fragment=fragment)
            if guessed is not None:
                return guessed
        if _any(_MISSING, found) or (fragment and _any(_UNKNOWN, found)):
            return None
        return CheckResult(False, self.name, tuple(dict.fromkeys(_problem(one, source, self.name) for one in found)))

    def told(self) -> Iterable[str]:
        return self._compiler.notices

    def close(self) -> None:
        self._compiler.close()

    def _errors(self, text: str, headers: tuple[str, ...]) -> list[Error] | None:
        """The errors that count; None where the compiler cannot answer."""
        return self._compiler.errors(text, headers)

    def _guessed(self, text: str, *, fragment: bool) -> CheckResult | None:
        """That a text compiles behind all headers, perhaps inside of something; None where it does not."""
        nodes = nodes_for(text) if NAMES in self._compiler.dialect.headers else ""
        name = f"{self.name}, guessed includes{' and nodes' if nodes else ''}"
        headers = tuple(name for name in (ALL, NAMES) if name in self._compiler.dialect.headers)
        around = [one for one in self._around if fragment and stays_inside(self._grammar, one[0], text, one[1])]
        for before, after in (("", ""), *around):
            if self._errors(f"{nodes}{before}{text}{after}", headers) == []:
                return CheckResult(True, name)
        return None


def new_checker() -> CppChecker:
    """A checker whose compiler is looked for with the first check."""
    return CppChecker()


def _any(words: re.Pattern[str], errors: list[Error]) -> bool:
    return any(words.search(error.message) for error in errors)


def _problem(error: Error, source: bytes, name: str) -> Problem:
    """An error in byte offsets of the text; one that has no place in it stands at its beginning."""
    lines = source.split(b"\n")
    if not 0 <= error.line < len(lines):
        return Problem(0, min(1, len(source)), error.message, name)
    start = sum(len(line) + 1 for line in lines[: error.line])
    most = start + len(lines[error.line])
    return Problem(min(start + error.start, most), min(start + error.end, most), error.message, name)
