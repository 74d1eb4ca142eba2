"""`compile()` of one Python source as a pure question: text in, the fault that keeps it from compiling out.

Imports nothing but the standard library, because it is also a program of its own: `check.py` hands it, in a process
with limits on memory and time, the sources that could take this process down.  Nothing is executed, only compiled.

A fragment may come out of a function, loop or class that was not cut out with it: its lines may be indented, also
when the first one lost its indentation (`_placed`), and `return`, `yield`, `await`, `break`, `continue` and `nonlocal`
may refer to what was around it (`_inside_function`).
"""

from __future__ import annotations

import ast
import json
import re
import sys
import warnings
from collections.abc import Callable
from dataclasses import dataclass

TOO_DEEP = "nested too deeply for the compiler"
# What the compiler calls the source: no file has this name, and warnings are silenced by it.
_NAME = "<codescore unit>"
_LINE_END = re.compile(r"\r\n|\r|\n")
_INDENT = re.compile(r"[ \t\f]*")
_TOKEN = re.compile(r"\w+|\S?")
# The compiler's words for statements whose function or loop is not there.
_CUT_OUT = re.compile(
    r"outside (?:of an )?(?:async |asynchronous )?(?:function|loop)|not properly in loop|for nonlocal|nonlocal declar"
)
_DEFINITION = re.compile(r"(?:\s|#[^\r\n]*)*(?:@|(?:async\s+)?def\b|class\b)")
# What may stand at the level of a definition and yet belong to it: comments, the end of its parameters.
_INSIDE = ("#", ")", "]", "}")
_DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
_MAX_LEVELS = 20
_MAX_MESSAGE = 200
_MEMORY = 1 << 30  # bytes


@dataclass(frozen=True)
class Fault:
    """What the compiler objects to, at characters [start, end) of the text."""

    start: int
    end: int
    message: str
    indentation: bool = False


@dataclass(frozen=True)
class _Placed:
    """A text behind lines that give it a place to be indented in."""

    prefix: str
    text: str

    @property
    def source(self) -> str:
        return self.prefix + self.text

    def back(self, fault: Fault) -> Fault:
        """A fault of the placed text as one of the text itself."""
        start, end = (max(0, at - len(self.prefix)) for at in (fault.start, fault.end))
        return Fault(start, end, fault.message, fault.indentation)


def fault_in(text: str, *, fragment: bool) -> Fault | None:
    """The first thing that keeps a source from compiling, or None."""
    if text.startswith("\ufeff"):  # no part of the program; a space in its place would be an indentation
        fault = fault_in(text[1:], fragment=fragment)
        return fault and Fault(fault.start + 1, fault.end + 1, fault.message)
    fault = _fault(text)
    if fault is None or not fragment:
        return fault
    placed = _Placed("", text)
    if fault.indentation:
        found = _placed(text, fault)
        if found is None:
            return fault
        placed = found
        fault = _fault(placed.source)
    if fault is not None and _CUT_OUT.search(fault.message):
        fault = _inside_function(placed.source)
    return fault and placed.back(fault)


def _fault(text: str) -> Fault | None:
    return _fault_of(text, lambda: compile(text, _NAME, "exec", dont_inherit=True, optimize=0))


def _fault_of(text: str, action: Callable[[], object]) -> Fault | None:
    """The fault of a text that an action on it brings to light."""
    # Repeated each time: whoever replaces the filters (every test does) also drops this one.
    warnings.filterwarnings("ignore", module=re.escape(_NAME))
    try:
        action()
    except SyntaxError as error:
        return _located(text, error)
    except (RecursionError, MemoryError):
        return Fault(0, _first_line(text), TOO_DEEP)
    except (ValueError, OverflowError, SystemError) as error:
        return _at_null(text, _one_line(str(error)))
    return None


def _placed(text: str, fault: Fault) -> _Placed | None:
    """The text where it can be indented as it is; None where its indentation is wrong by itself."""
    own = _INDENT.match(_first_code_line(text))
    first = own[0] if own else ""
    pad, levels = "", [""]
    for _ in range(_MAX_LEVELS):
        if not first:
            # The first line lost its indentation in the cut: it is that of the line the compiler stumbled over.
            pad = first = _indent_at(text, fault.start)
            if not pad:
                return None
        placed = _Placed("".join(f"{level}if 1:\n" for level in sorted(levels, key=len)) + pad, text)
        found = _fault(placed.source)
        if found is None or not found.indentation:
            return placed if not pad or _is_whole(placed, pad) else None
        fault = placed.back(found)
        # Later lines may stand further left than the first: they belong to blocks around it.
        level = _indent_at(text, fault.start)
        if level in levels or len(level) >= len(first):
            return None
        levels.append(level)
    return None


def _is_whole(placed: _Placed, pad: str) -> bool:
    """Whether guessing the first line's indentation was right: a definition stands among definitions only.

    Otherwise a function whose last line is indented wrongly would pass as a function and a line after it.
    """
    if not _DEFINITION.match(placed.text):
        return True
    try:
        body: list[ast.stmt] = _parse(placed.source).body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        lines = _LINE_END.split(placed.text)[1:]
        level = [line for line in lines if line.strip() and _INDENT.match(line)[0] == pad]  # type: ignore[index]  # always matches
        return all(_DEFINITION.match(line) or line.lstrip().startswith(_INSIDE) for line in level)
    while len(body) == 1 and isinstance(body[0], ast.If):
        body = body[0].body
    return all(isinstance(statement, _DEFINITIONS) for statement in body)


def _inside_function(text: str) -> Fault | None:
    """The fault of statements that were cut out of a loop in a function with the variables they call nonlocal."""
    try:
        tree = _parse(text)
        names = {name for node in ast.walk(tree) if isinstance(node, ast.Nonlocal) for name in node.names}
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return _fault_of(text, lambda: _parse(text))
    faults = []
    for keyword in ("def", "async def"):
        shell = _parse(f"def _({', '.join(sorted(names))}):\n {keyword} _():\n  while 1: pass")
        loop = shell.body[0].body[0].body[0]  # type: ignore[attr-defined]  # its shape is known
        loop.body = tree.body or loop.body
        fault = _fault_of(text, lambda: compile(shell, _NAME, "exec", dont_inherit=True, optimize=0))  # noqa: B023  called at once
        if fault is None:
            return None
        faults.append(fault)
    return faults["async" in faults[0].message or "await" in faults[0].message]


def _parse(text: str) -> ast.Module:
    tree = compile(text, _NAME, "exec", flags=ast.PyCF_ONLY_AST, dont_inherit=True)
    assert isinstance(tree, ast.Module)
    return tree


def _located(text: str, error: SyntaxError) -> Fault:
    """Where a SyntaxError is: lines count from 1, columns from 1, in characters of the line it quotes.

    Without a quoted line the error comes from a later pass, which counts bytes.  In an f-string the quoted line is
    the expression in parentheses (Python 3.11).
    """
    message = _one_line(error.msg)
    start, line = _line(text, error.lineno or 1)
    if error.lineno is None:
        return _at_null(text, message)
    if message.startswith("f-string"):
        at, width = _in_f_string(text, start, error)
        return Fault(at, at + width, message)
    if isinstance(error, IndentationError):
        indentation = not isinstance(error, TabError)
        at = start + len(_INDENT.match(line)[0])  # type: ignore[index]  # always matches
        return Fault(at, at + len(_TOKEN.match(text, at)[0]), message, indentation)  # type: ignore[index]  # always matches
    columns = [_column(line, offset, in_bytes=error.text is None) for offset in (error.offset, error.end_offset)]
    at = start + columns[0]
    end = start + columns[1] if error.end_lineno == error.lineno else at
    if end <= at:
        end = at + len(_TOKEN.match(text, at)[0])  # type: ignore[index]  # always matches
    return Fault(at, min(end, start + len(line)), message)


def _at_null(text: str, message: str) -> Fault:
    """A fault without a place: that of the null byte which is behind most of them."""
    at = max(0, text.find("\0"))
    return Fault(at, min(at + 1, len(text)), message)


def _in_f_string(text: str, start: int, error: SyntaxError) -> tuple[int, int]:
    """Where the expression is that an error in an f-string quotes, and its length; else the line's first token."""
    quoted = (error.text or "").strip()
    inner = quoted[1:-1] if quoted.startswith("(") and quoted.endswith(")") else ""
    at = text.find("{" + inner, start) if inner else -1
    if at >= 0:
        return at + 1, len(inner)
    at = start + len(_INDENT.match(text, start)[0])  # type: ignore[index]  # always matches
    return at, len(_line(text, error.lineno or 1)[1]) - (at - start)


def _column(line: str, offset: int | None, *, in_bytes: bool) -> int:
    column = max(0, (offset or 1) - 1)
    if in_bytes and not line.isascii():
        return len(line.encode()[:column].decode(errors="ignore"))
    return min(column, len(line))


def _line(text: str, number: int) -> tuple[int, str]:
    """Offset and content of a line, counted from 1; the last one for a number past the end."""
    start = 0
    for _ in range(number - 1):
        end = _LINE_END.search(text, start)
        if end is None:
            break
        start = end.end()
    end = _LINE_END.search(text, start)
    return start, text[start : end.start() if end else len(text)]


def _first_line(text: str) -> int:
    return len(_line(text, 1)[1])


def _first_code_line(text: str) -> str:
    return next((line for line in _LINE_END.split(text) if line.strip() and not line.lstrip().startswith("#")), "")


def _indent_at(text: str, at: int) -> str:
    """The indentation of the line around a position."""
    start = max(text.rfind("\n", 0, at), text.rfind("\r", 0, at)) + 1
    found = _INDENT.match(text, start)
    return found[0] if found else ""


def _one_line(message: str) -> str:
    message = " ".join(message.split())
    return message if len(message) <= _MAX_MESSAGE else message[: _MAX_MESSAGE - 1] + "…"


def _limit(seconds: int) -> None:
    try:
        import resource  # noqa: PLC0415 - Unix only; elsewhere the caller's clock is the limit
    except ImportError:
        return
    resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))


def main() -> None:
    """Judge standard input (UTF-8); `fragment` or `file`, and seconds of processor time, as arguments."""
    _limit(int(sys.argv[2]))
    fault = fault_in(sys.stdin.buffer.read().decode(), fragment=sys.argv[1] == "fragment")
    json.dump([fault.start, fault.end, fault.message] if fault else None, sys.stdout)


if __name__ == "__main__":
    main()
