"""What an exception of a program says: its text, and whether the program raised it itself."""

from __future__ import annotations

import builtins
import opcode

from .identity import scrubbed

FILE = "program.py"  # what a program is compiled as
_MESSAGE = 300  # characters
_RAISES = opcode.opmap["RAISE_VARARGS"]


def deliberate(problem: BaseException) -> bool:
    """Whether a statement of the program, `raise` or `assert`, began this: nothing that it called did."""
    at = problem.__traceback__
    while at is not None and at.tb_next is not None:
        at = at.tb_next
    if at is None or at.tb_frame.f_code.co_filename != FILE:
        return False
    return at.tb_frame.f_code.co_code[at.tb_lasti] == _RAISES


def message(problem: BaseException) -> str:
    """Its text, or nothing where that fails."""
    try:
        return scrubbed(builtins.str(problem))[:_MESSAGE]
    except BaseException:  # noqa: BLE001  its own text can fail
        return ""
