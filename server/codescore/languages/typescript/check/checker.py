"""TypeScript's compiler as a checker: a text goes to a warm `tsc`, which checks it as one file and emits nothing.

What no engine would run decides: syntax, and rules of the language itself (a name declared twice, `return` outside of
a function).  A type error is told, and does not decide: the JavaScript that a file means runs all the same, and one
file alone does not show what its modules and its project's settings say.  `CODESCORE_TYPE_ERRORS=decide` lets it.
Types are optional: what is not typed is taken as anything.  A name that surroundings could declare is not held against
a fragment.

The compiler is the user's own: `CODESCORE_TSC`, else `tsc` on the PATH.  One that a workspace brings is never loaded,
also where `npm run` or a relative path puts it on the PATH: it is a program that came with the code.  Knows nothing of
processes (`languages.daemon`).
"""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from typing import Any

import tree_sitter
import tree_sitter_typescript

from codescore.languages.by_compiler import ByDaemon
from codescore.languages.daemon import Daemon, Tool
from codescore.languages.fragments import stays_inside
from codescore.languages.javascript.check.node import FOREIGN, node_commands
from codescore.languages.protocols import CheckResult, Problem

MAX_BYTES = 1_000_000
DECIDE = "CODESCORE_TYPE_ERRORS"
NO_COMPILER = (
    "no tsc found: TypeScript is judged by tree-sitter only; npm install -g typescript@6, or set CODESCORE_TSC to its "
    "tsc or its folder"
)
NOT_THERE = (
    "CODESCORE_TSC names no TypeScript compiler: {}; TypeScript is judged by tree-sitter only; set it to a tsc or its "
    "folder, or unset it"
)
_NO_NODE = "no Node found (node), which tsc needs: TypeScript is judged by tree-sitter only; install Node 18 or later"
_OPTIONS = ("--no-warnings", "--max-old-space-size=1024", "--stack-size=1800")
_SECONDS = 60.0  # the first answer reads the compiler and its library
_DEEP = "nested too deeply for the compiler"
#: Rules of the language that tsc tells with the types: below 2000, and a name that is declared twice.
_RULES = 2000
_TWICE = frozenset((2451,))
#: What one file alone cannot show: its modules, what surrounds it at run time, how elements are made.
_ELSEWHERE = frozenset({
    2306, 2307, 2503, 2580, 2581, 2582, 2583, 2584, 2591, 2592, 2593, 2686, 2688, 2792, 2868, 2874, 2875, 2882, 6053,
    6231, 7016, 7026, 17004,
})  # fmt: skip
#: What a fragment's surroundings could say: a name, a member.
_AROUND_IT = frozenset((2304, 2339, 2551, 2552, 2683, 18004))
#: What keeps tsc from telling errors; no engine knows it.
_SILENCING = re.compile(r"@ts-(?=nocheck|ignore|expect-error)")
_AROUND = (
    ("class __codescore__ extends Object {\n", "\n}"),
    ("({\n", "\n})"),
    ("async function* __codescore__() { for (;;) {\n", "\n} }"),
)
_GRAMMARS = {"ts": tree_sitter_typescript.language_typescript, "tsx": tree_sitter_typescript.language_tsx}


class TypeScriptChecker(ByDaemon):
    """`Checker` by a warm tsc, of a kind of file (`ts`, `tsx`); judges nothing where there is none."""

    def __init__(self, kind: str = "ts", daemon: Daemon | None = None) -> None:
        super().__init__("tsc", MAX_BYTES, daemon or Daemon(tool(), node_commands, seconds=_SECONDS))
        self._kind = kind
        self._grammar = tree_sitter.Language(_GRAMMARS[kind]())
        self._module: Path | None = None
        self._version = ""
        self._deciding = os.environ.get(DECIDE) == "decide"

    @property
    def name(self) -> str:
        """`tsc 6.0`; without the release before the first answer."""
        return f"tsc {self._version}".rstrip() + (", types decide" if self._deciding else "")

    @property
    def where(self) -> str | None:
        """The compiler's module; None before the first answer."""
        return str(self._module) if self._version else None

    def judged(self, text: str, source: bytes, *, fragment: bool) -> CheckResult | None:  # noqa: ARG002
        found = self._errors(text)
        if found is not None and _SILENCING.search(text):
            hidden = self._errors(_SILENCING.sub("@ts_", text)) or ()
            found += [error for error in hidden if _is_rule(error) and error not in found]
        if found is None:
            return None
        if fragment:
            if any(map(_is_rule, found)) and self._stands_inside(text):
                return CheckResult(True, self.name)
            found = [error for error in found if error["code"] not in _AROUND_IT]
        decide = [error for error in found if _is_rule(error) or self._deciding]
        told = () if decide else tuple(self._problem(error, text) for error in found)
        return CheckResult(not decide, self.name, tuple(self._problem(error, text) for error in decide), told)

    def _stands_inside(self, text: str) -> bool:
        """Whether a fragment has no error as a member of a class or of an object, or as statements of a loop."""
        text = _SILENCING.sub("@ts_", text)
        around = (one for one in _AROUND if stays_inside(self._grammar, one[0], text, one[1]))
        asked = (self._errors(f"{before}{text}{after}") for before, after in around)
        return any(found is not None and not any(map(_is_rule, found)) for found in asked)

    def _errors(self, text: str) -> list[dict[str, Any]] | None:
        """What tsc holds against a text, but for what stands elsewhere; None where it cannot answer."""
        self._module = self._module or compiler()
        if self._module is None:
            named = os.environ.get("CODESCORE_TSC")
            self._notices[NOT_THERE.format(named) if named else NO_COMPILER] = None
            return None
        reply = self._daemon.ask(f"{self._module}\n{self._kind}\n{text}")
        if reply is None:
            return None
        if "deep" in reply:
            return [{"code": 0, "message": _DEEP, "start": 0, "end": 0, "syntax": True}]
        self._version = ".".join(str(reply["version"]).split(".")[:2])
        return [error for error in reply["errors"] if error["code"] not in _ELSEWHERE]

    def _problem(self, error: dict[str, Any], text: str) -> Problem:
        """An error in byte offsets of the text."""
        units = text.encode("utf-16-le")
        start, end = (len(units[: 2 * error[at]].decode("utf-16-le", "replace").encode()) for at in ("start", "end"))
        return Problem(start, end, error["message"], self.name)


def new_checker() -> TypeScriptChecker:
    """A checker whose process starts with the first check."""
    return TypeScriptChecker()


def tool() -> Tool:
    """Node and the program that it runs."""
    program = files("codescore.languages.typescript").joinpath("check/types.js")
    return Tool("tsc", "TypeScript", program, _OPTIONS, FOREIGN, _NO_NODE)


def compiler() -> Path | None:
    """The compiler's module: of CODESCORE_TSC (its program or its folder), else of `tsc` on the PATH."""
    return next((module for given in _candidates() if (module := _module_of(Path(given))) is not None), None)


def _candidates() -> Iterator[str]:
    named = os.environ.get("CODESCORE_TSC")
    if named:
        yield named
        return
    folders = (folder for folder in os.get_exec_path() if not _is_projects(Path(folder)))
    on_path = shutil.which("tsc", path=os.pathsep.join(folders))
    if on_path:
        yield on_path


def _is_projects(folder: Path) -> bool:
    """Whether a folder of the PATH is one of whatever project one stands in."""
    return not folder.is_absolute() or folder.parts[-2:] == ("node_modules", ".bin")


def _module_of(given: Path) -> Path | None:
    """`lib/typescript.js` of the package that a program or a folder belongs to."""
    real = given.resolve()
    folders = (real, real.parent.parent) if real.is_dir() else (real.parent.parent,)
    return next((found for folder in folders if (found := folder / "lib" / "typescript.js").is_file()), None)


def _is_rule(error: dict[str, Any]) -> bool:
    """Whether no engine would run a text with this error."""
    return error["syntax"] or error["code"] < _RULES or error["code"] in _TWICE
