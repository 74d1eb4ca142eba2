"""What an exception of a program says: its text, and whether the program raised it itself."""

from __future__ import annotations

import builtins
import opcode
import re
from types import CodeType

from .identity import scrubbed

FILE = "program.py"  # what a program is compiled as
STAND_IN = "stand-in"  # the doubt of a call that failed on what an object lacks whose class was made up
UNPACKED = "taken apart"  # the doubt of a call that failed on what has not as many items as it takes out
_WORD = re.compile(r"\w+")
_MESSAGE = 300  # characters
_RAISES = opcode.opmap["RAISE_VARARGS"]


def deliberate(problem: BaseException) -> bool:
    """Whether a statement of the program, `raise` or `assert`, began this, or lets pass what came of a call."""
    at = problem.__traceback__
    while at is not None:
        code = at.tb_frame.f_code
        if code.co_filename == FILE and (code.co_code[at.tb_lasti] == _RAISES or (at.tb_next and _passes_on(code))):
            return True
        at = at.tb_next
    return False


def _passes_on(code: CodeType) -> bool:
    """Whether a bare `raise` is in it: the trace of what it lets pass does not say so."""
    return any(pair == (_RAISES, 0) for pair in zip(code.co_code[::2], code.co_code[1::2], strict=True))


def lacks(problem: BaseException, classes: set[type]) -> bool:
    """Whether an object of one of these classes was asked for what it lacks: an attribute, an operator, a method."""
    if type(problem) is AttributeError:
        return type(problem.obj) in classes
    words = set(_WORD.findall(message(problem))) if type(problem) is TypeError and classes else set()
    return any(class_.__name__ in words for class_ in classes)


def at_fault(problem: BaseException) -> bool:
    """Whether code outside of functions failed that neither tries the program out (a test, a call) nor lacks a file."""
    inside = problem.__traceback__ and problem.__traceback__.tb_next  # below whoever loads the program
    own = inside is not None and inside.tb_next is None and inside.tb_frame.f_code.co_name == "<module>"
    return own and not isinstance(problem, (AssertionError, EOFError, OSError, SystemExit))


def unpacking(problem: BaseException) -> bool:
    """Whether a value has not the form that is written down for it (`for a, b in pairs`), as in a type elsewhere."""
    return isinstance(problem, ValueError) and "values to unpack" in message(problem)


def message(problem: BaseException) -> str:
    """Its text, or nothing where that fails."""
    try:
        return scrubbed(builtins.str(problem))[:_MESSAGE]
    except BaseException:  # noqa: BLE001  its own text can fail
        return ""
