"""What a harness says of calls, read as data: whatever cannot be read is no result.

Everything here may have been written by a hostile program.  Pure.  Neighbours: `evidence.channel` (asks).
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from typing import Any, cast

from codescore.evidence.contract import How, Outcome
from codescore.foundation.caches import slots
from codescore.languages.values import Null, Value, decode

_SHORT = 1_000  # characters of a record up to which it is kept to be used again
_read: Callable[[str], list[Outcome]] = slots(8192)
_OUTCOMES: tuple[How, ...] = ("return", "raise", "exit", "crash", "assumption", "input")


def number(data: object) -> int:
    """A number of a branch, or of branches; 0 of anything else."""
    return data if isinstance(data, int) and 0 <= data < 1 << 20 else 0


def lines_of(data: object) -> tuple[int, ...]:
    """The lines of branches; nothing of anything else."""
    known = isinstance(data, list) and all(isinstance(one, int) and abs(one) < 1 << 20 for one in data)
    return tuple(cast("list[int]", data)) if known else ()


def text(data: object) -> str:
    """A text; the empty one of anything else."""
    return data if isinstance(data, str) else ""


def _value(data: object) -> Value:
    return decode(data) if data is not None else Null()


def whole(data: dict[str, Any], wanted: int) -> Outcome:
    """One result; of a sequence that was begun with a record for each of its calls, no more and no fewer.

    A call that raised and is the last of which there is a record ended the sequence: those after it raise the same.
    """
    outcome, listed = _outcome(data), data.get("steps") or []
    if outcome.how == "crash" or (not listed and (outcome.how != "return" or not wanted)):
        return outcome
    told = tuple(_step(step) for step in listed if isinstance(step, dict)) if isinstance(listed, list) else ()
    if told and told[-1].how == "raise":
        told += (wanted - len(told)) * told[-1:]
    if outcome.how != "return" or len(told) != wanted or any(step.how not in ("return", "raise") for step in told):
        return Outcome("crash", message="malformed result")
    return replace(outcome, steps=told)


def _step(data: dict[str, Any]) -> Outcome:
    """The record of one call of a sequence; many say the same and are read once."""
    written = repr(data)
    if len(written) > _SHORT:
        return _outcome(data)
    known = _read(written)
    if not known:
        known.append(_outcome(data))
    return known[0]


def _outcome(data: dict[str, Any]) -> Outcome:
    """One result as data; what is malformed is a crash of the program that sent it."""
    how = data.get("outcome")
    if how not in _OUTCOMES:
        return Outcome("crash", message="malformed result")
    try:
        value = _value(data.get("value"))
        left, reached = data.get("arguments"), data.get("covered")
        arguments = tuple(map(decode, left)) if left else ()
        held = tuple(map(decode, data.get("held") or ()))
        covered = frozenset(map(number, reached)) if reached else frozenset()
        seconds = float(data.get("seconds") or 0.0)
    except Exception:  # noqa: BLE001  hostile text: whatever cannot be read is no result
        return Outcome("crash", message="malformed result")
    error, message = text(data.get("error"))[:200], text(data.get("message"))[:500]
    stdout, doubt = text(data.get("stdout")), text(data.get("doubt"))[:40]
    seconds = seconds if 0 <= seconds < math.inf else 0.0
    deliberate = how == "raise" and data.get("deliberate") is True
    shares = data.get("shares") is True
    return Outcome(
        how, value, error, message, arguments, stdout, seconds, covered, doubt, deliberate, shares=shares, held=held
    )
