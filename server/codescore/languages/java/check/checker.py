"""Java's compiler as a checker: a text goes to a warm javac, its errors that count come back as problems.

A whole file is parsed and analyzed as it is.  A fragment is wrapped first (`wraps.py`): a method in a class,
statements in a method.  Names that only the surroundings could declare are not held against the code (`excuses.py`):

* fragment: no unresolved name, import or overload counts, nor `break` outside a loop in bare statements, nor an
  `@Override` that overrides nothing.  Everything that is decided inside does: syntax, types, missing returns,
  unreachable code, and checked exceptions nobody reports (a method is complete, its `throws` clause is there; bare
  statements may throw anything).
* whole file: unresolved imports, types and supertypes do not count: they may be other files.  An unresolved variable
  or method counts, unless a supertype, a static import or an annotation (which may generate code) is unresolved too.
  A class of the JDK that nobody imported counts in a file without a package, as a single-file program is.
* both: the name of the file is unknown, so a public class may have any.

Expected misses: a misspelt local variable of a fragment (it may be a field); a fragment calling its own method with
wrong arguments (there may be an overload); types of expressions that involve an unresolved name.  Expected false
alarm: a class of the surroundings named like one of the JDK, in a fragment without imports.

Knows nothing of processes (`daemon.py`).  Nothing of the code is ever run.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from codescore.languages.by_compiler import ByDaemon
from codescore.languages.java.check.excuses import Error, counted
from codescore.languages.java.daemon import Daemon
from codescore.languages.java.wraps import Wrap, constructor_wrap, whole, wraps_for
from codescore.languages.protocols import CheckResult, Problem

# javac needs some 100 bytes of its 256 MB heap for a byte of source, and later releases more.
MAX_BYTES = 1_000_000
_MAX_PROBLEMS = 50
_TOO_DEEP: Error = {"code": "too-deep", "message": "nested too deeply for the compiler", "start": 0, "at": 0, "end": 0}
_STRAY = "unexpected `}`"
_QUALIFIED = re.compile(r"\b(?:java|javax)\.(?:[a-z]\w*\.)+(?=[A-Z])")
_TOKEN = re.compile(r"\w+|\S?")
_DETAIL = re.compile(r"(?:symbol|reason): +(.+)")


@dataclass(frozen=True, slots=True)
class _Answer:
    """What javac said of a text in one wrap; `furthest` is where its first error is (UTF-16 units of the text)."""

    wrap: Wrap
    parsed: bool
    errors: tuple[Error, ...]
    furthest: int = 0

    @property
    def rank(self) -> tuple[bool, int]:
        """Which failure to report when every wrap fails: one that parsed, else the one that got furthest."""
        return self.parsed, 0 if self.parsed else self.furthest


class JavaChecker(ByDaemon):
    """`Checker` by a warm javac; judges nothing where there is no JDK."""

    def __init__(self, daemon: Daemon | None = None) -> None:
        super().__init__("javac", MAX_BYTES, daemon or Daemon())

    def judged(self, text: str, source: bytes, *, fragment: bool) -> CheckResult | None:  # noqa: ARG002
        # javac refuses a byte order mark, which is no part of the program.
        text = " " + text[1:] if text.startswith("\ufeff") else text
        answer = self._judge(text, fragment)
        if answer is None:
            return None
        return CheckResult(not answer.errors, self.name, tuple(_problems(answer, self.name)))

    def _judge(self, text: str, fragment: bool) -> _Answer | None:
        """The first answer without an error that counts, else the one that tells most."""
        best: _Answer | None = None
        pending = list(wraps_for(text)) if fragment else [whole(text)]
        while pending:
            wrap = pending.pop(0)
            answer = self._ask(wrap, fragment)
            if answer is None or not answer.errors:
                return answer
            if best is None or answer.rank > best.rank:
                best = answer
            if answer.errors[0]["code"] == "invalid.meth.decl.ret.type.req":
                named = constructor_wrap(wrap, answer.furthest)
                pending[:0] = [named] if named else []
        return best

    def _ask(self, wrap: Wrap, fragment: bool) -> _Answer | None:
        reply = self._daemon.ask(wrap.unit)
        if reply is None or reply["stage"] == "failed":
            return None
        if reply["stage"] == "too-deep":
            return _Answer(wrap, True, (_TOO_DEEP,))
        errors: list[Error] = reply["problems"]
        parsed = reply["stage"] == "analyze"
        out = wrap.broke_out(reply) if parsed and fragment else None
        if out is not None:
            parsed, errors = False, [{"code": "out", "message": _STRAY, "start": out, "at": out, "end": out + 1}]
        elif parsed:
            errors = counted(errors, wrap, fragment=fragment)
        return _Answer(wrap, parsed, tuple(errors), wrap.inside(errors[0]["at"]) if errors else 0)


def new_checker() -> JavaChecker:
    """A checker whose process starts with the first check."""
    return JavaChecker()


def _problems(answer: _Answer, source: str) -> list[Problem]:
    """Errors as problems, in byte offsets of the text."""
    problems: dict[Problem, None] = {}
    for error in answer.errors[:_MAX_PROBLEMS]:
        start, end = _range(error, answer.wrap)
        low = len(answer.wrap.written(0, start).encode())
        high = low + len(answer.wrap.written(start, end).encode())
        problems[Problem(low, high, _message(error, answer.wrap), source)] = None
    return sorted(problems, key=lambda p: (p.start, p.end))


def _range(error: Error, wrap: Wrap) -> tuple[int, int]:
    """Where an error is (UTF-16); of a range of several lines only the line of the very place javac points at."""
    start, at, end = (wrap.inside(error[key] if error[key] >= 0 else error["at"]) for key in ("start", "at", "end"))
    covered = wrap.written(start, end)
    if start >= end:
        return start, start + len(_TOKEN.match(wrap.written(start, start + 100))[0])  # type: ignore[index]  # always matches
    if "\n" not in covered and "\r" not in covered:
        return start, end
    line = re.split(r"[\r\n]", wrap.written(at, end), maxsplit=1)[0]
    return at, at + len(line.encode("utf-16-le")) // 2


def _message(error: Error, wrap: Wrap) -> str:
    """javac's first line, the symbol it looked for or its reason, and what to do about a forgotten import."""
    message: str = error["message"]
    detail = _DETAIL.search(message)
    lines = [message.split("\n", 1)[0].rstrip(";"), *([detail[1]] if detail else [])]
    known = error.get("known")
    hint = f" (is `import {known};` missing?)" if known else ""
    return wrap.unnamed(_QUALIFIED.sub("", ": ".join(lines))) + hint
