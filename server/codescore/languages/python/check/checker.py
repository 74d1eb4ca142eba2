"""Python's own compiler as a checker: `compile()` of the text, never of its environment, never run.

The verdict depends on the text and on the interpreter's version alone: the text is decoded as UTF-8 whatever coding it
declares, warnings are silenced, no optimisation flag is inherited.  Small and tame sources are compiled in this
process (0.2 ms); large ones, and those whose code could grow out of all proportion, in a process of their own with
limits on memory and time, which may crash without harm.

Expected misses: whatever Python finds only when it runs (names, imports, types).  Expected false alarm: syntax newer
than the Python this runs on.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from importlib.resources import as_file, files

from codescore.languages.by_compiler import ByCompiler
from codescore.languages.protocols import CheckResult, Problem
from codescore.languages.python.check.compiling import TOO_DEEP, Fault, fault_in

NAME = f"python {sys.version_info.major}.{sys.version_info.minor}"
MAX_BYTES = 2_000_000
_SECONDS = 10
_TOO_SLOW = f"{NAME} took over {_SECONDS} s on a source: tree-sitter judged it instead"
_NO_PROCESS = f"{NAME} could not be started for large sources: tree-sitter judges them"
# Above this many characters a process of its own costs less than holding up every other thread.
_LARGE = 32_768
# Each way out of a `try` gets a copy of its `finally`, and these multiply: 1 KB of source can become 1 GB of code.
_EXITS = re.compile(rb"\b(?:return|break|continue)\b")
_FINALLY = re.compile(rb"\bfinally\b")
# The compiler's own guard against deep nesting counts on this; its default is 1,000.
_MAX_RECURSION = 5_000


class PythonChecker(ByCompiler):
    """`Checker` by the interpreter that runs this.  Thread-safe."""

    name = NAME
    where = sys.executable

    def __init__(self) -> None:
        super().__init__(NAME, MAX_BYTES)

    def judged(self, text: str, source: bytes, *, fragment: bool) -> CheckResult | None:
        try:
            fault = fault_in(text, fragment=fragment) if _is_tame(source) else _apart(source, fragment=fragment)
        except subprocess.TimeoutExpired:
            self._notices[_TOO_SLOW] = None
            return None
        except OSError:
            self._notices[_NO_PROCESS] = None
            return None
        if fault is None:
            return CheckResult(True, NAME)
        start = len(text[: fault.start].encode())
        end = start + len(text[fault.start : fault.end].encode())
        return CheckResult(False, NAME, (Problem(start, end, fault.message, NAME),))


def new_checker() -> PythonChecker:
    """A checker; it starts nothing by itself."""
    return PythonChecker()


def _is_tame(source: bytes) -> bool:
    """Whether compiling cannot take more than some tens of milliseconds and megabytes, nor overflow the stack."""
    if len(source) > _LARGE or sys.getrecursionlimit() > _MAX_RECURSION:
        return False
    copies = len(_FINALLY.findall(source))
    return copies == 0 or (copies <= 2 and len(_EXITS.findall(source)) <= 20 and len(source) <= _LARGE // 4)


def _apart(source: bytes, *, fragment: bool) -> Fault | None:
    """The fault of a source, found in a process of its own."""
    with as_file(files("codescore.languages.python.check") / "compiling.py") as program:
        done = subprocess.run(
            [sys.executable, "-I", "-S", "-X", "utf8", str(program), "fragment" if fragment else "file", str(_SECONDS)],
            input=source, capture_output=True, timeout=_SECONDS, check=False,
        )  # fmt: skip
    if done.returncode != 0:
        # It ran out of stack or memory where it could not even say so.
        return Fault(0, len(source.split(b"\n", 1)[0]), TOO_DEEP)
    reply = json.loads(done.stdout)
    return reply and Fault(*reply)
