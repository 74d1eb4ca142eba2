"""What a program did, in a few words.

Pure.  Neighbours: `evidence.verdicts` and `evidence.whereabouts` (ask), `evidence.earlier` (what other calls left).
"""

from __future__ import annotations

from dataclasses import replace

from codescore.evidence.calls import steps_of
from codescore.evidence.case import Case
from codescore.evidence.compare import SHARED
from codescore.evidence.contract import Outcome
from codescore.evidence.earlier import in_words
from codescore.evidence.effects import OUTPUTS
from codescore.languages.execution import Runner
from codescore.languages.values import Called, Record, Value, nothing

_SHOWN = 200  # characters of a value in a message


def say(outcome: Outcome, aspect: str, runner: Runner) -> str:
    """What a program did, in a few words."""
    if outcome.how == "raise":
        before = f"prints {outcome.stdout.rstrip()!r}, then " if aspect == "stdout" else ""
        left = f", {_left(outcome, runner)}" if aspect == "arguments" else ""
        return f"{before}raises {outcome.error}" + (f": {outcome.message}" if outcome.message else "") + left
    if outcome.how == "timeout":
        return "no answer in time"
    if outcome.how in ("crash", "memory", "output"):
        return {"crash": "the process died", "memory": "out of memory", "output": "too much output"}[outcome.how]
    if aspect == "stdout" or (outcome.stdout and nothing(outcome.value)):
        return f"prints {outcome.stdout.rstrip()!r}"
    if aspect in ("arguments", OUTPUTS):
        return _left(outcome, runner)
    if outcome.how == "exit":
        return "ends the program" + (f" with exit code {outcome.error}" if aspect == "exit" else "")
    if outcome.how == "input":
        return "cannot be called with this"
    whole = stands_for(outcome.value) or in_words(outcome.value, runner.literal)
    return f"{whole}, where one stands in several places" if aspect == SHARED and outcome.shares else whole


#: What the harnesses say in place of what a call of a sequence gave, where later calls are made on it.
_STANDS_FOR = {"another": "another object", "self": "the object itself", "function": "a function"}


def stands_for(value: Value | None) -> str:
    """What a mark in place of a value means, in words; "" where it is a value."""
    return _STANDS_FOR.get(value.type, "") if isinstance(value, Record) and not value.fields else ""


def where_they_part(expected: Outcome, got: Outcome) -> tuple[Outcome, Outcome]:
    """Two outcomes of which each gave a function, with those of the functions' answers alone that are not the same."""
    match expected.value, got.value:
        case Called(ones), Called(others):
            pairs = [(one, other) for one, other in zip(ones, others, strict=False) if one != other and one is not None]
            if pairs:
                wanted, given = (Called(tuple(side)) for side in zip(*pairs, strict=True))
                return replace(expected, value=wanted), replace(got, value=given)
    return expected, got


def of_both(case: Case, outcome: Outcome, aspect: str, runner: Runner) -> list[str]:
    """What both programs did with an input, where they part; a call that makes an object gives nothing else."""
    pair = where_they_part(case.expected, outcome)
    alone = len(steps_of(case.given)) == 1
    made = [alone and one.how == "return" and not one.stdout for one in pair]
    return ["an object" if new else cut(say(one, aspect, runner)) for new, one in zip(made, pair, strict=True)]


def _left(outcome: Outcome, runner: Runner) -> str:
    return "leaves " + ", ".join(runner.literal(argument) for argument in outcome.arguments)


def cut(text: str) -> str:
    """A text that a message has room for."""
    return text if len(text) <= _SHOWN else f"{text[: _SHOWN - 1]}…"


_DOES = ("raises ", "prints ", "leaves ", "ends ")


def does(said: str) -> str:
    """What a program does, by what is said to come of a call: `gives 3`, `raises ValueError`, `gives no answer`."""
    return said if said.startswith(_DOES) else f"gives {said}"
