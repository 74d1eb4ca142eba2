"""Makes a sequence of calls on objects of one class, and says of each what came of it.

The newest object is the one that calls are made on; a call that gives another one hands it on.  Every call gets one
record, also where it raises; either all that is asked for can be made or none of it is (`Unusable`).
"""

from __future__ import annotations

import ast
import contextlib
import sys
from collections import Counter, deque
from collections.abc import Callable
from typing import Any

from .errors import deliberate, message
from .identity import scrubbed
from .plain import Builder, Unusable, applied, describe, manages
from .probing import Probes

_SELF, _ANOTHER = ["record", "self", [], 0], ["record", "another", [], 0]
_FUNCTION = ["record", "function", [], 0]
_WITH = ["record", "with", [], 0]
_COLLECTIONS = (list, dict, set, deque)


class Sequence:
    """The objects of one sequence; another object of the class that a call gives is the one for the next calls."""

    def __init__(self, class_: Callable[..., Any], name: str, probes: Probes) -> None:
        self._class = class_
        self._name = name
        self._probes = probes
        self._objects: list[Any] = []
        self._functions: list[Any] = []  # that calls gave, where later calls are made of them
        self._last: list[Any] = [None]  # what the last call was given, then what it gave
        self._around: Any = None  # what the last call gave for `with`: the next one is made inside
        self._at = 0
        self._entered: Counter[int] = Counter()  # how often each object stands in a `with`

    def records(self, given: list[Any], builder: Builder) -> list[dict[str, Any]]:
        """One record for each call; raises what making the first object raises."""
        steps = [_step(call, builder) for call in given[2]]
        if not steps or steps[0][0] != self._name:
            raise Unusable("a sequence begins by making an object")
        return [self._record(name, arguments) for name, arguments in steps]

    def _record(self, name: str, arguments: list[Any]) -> dict[str, Any]:
        record: dict[str, Any] = {"outcome": "return", "value": ["null"], "error": "", "message": ""}
        begun = _place()
        try:
            record["value"] = self._inside(name, arguments)
        except Exception as problem:
            if not self._objects:
                raise
            record |= {"outcome": "raise", "error": type(problem).__name__, "message": message(problem)}
            record["deliberate"] = deliberate(problem)
        record["arguments"] = [self._left(argument) for argument in arguments]
        record["held"] = [self._holds(argument) for argument in arguments if self._own(argument)]
        record["stdout"] = scrubbed(_printed(begun))
        return record

    def _inside(self, name: str, arguments: list[Any]) -> list[Any]:
        """Make one call, inside of what the call before gave for `with`; what it gives, nothing where that keeps an
        error to itself."""
        around, self._around = self._around, None
        if around is None:
            return self._made(name, arguments)
        record = ["null"]
        if name == "!":
            with contextlib.suppress(ValueError), around:
                raise ValueError("failed")
            return record
        with around:
            record = self._made(name, arguments)
        return record  # noqa: RET504  what it is inside of may keep an error to itself

    def _made(self, name: str, arguments: list[Any]) -> list[Any]:
        """Make one call; what it gives."""
        if name in ("", "!"):  # back to another object; or the call before gave nothing for `with`
            self._at = (self._at - (not name)) % len(self._objects)
            return ["null"]
        if name == "~":
            emptied(self._last[arguments[0]], arguments[2:])
            return ["null"]
        self._last = [*arguments, None]
        if name == self._name:
            self._newest(applied(self._class, arguments))
            return ["null"]
        answer = self._called(*arguments) if name == "()" else self._member(name, arguments)
        self._last[-1] = answer
        if answer is self._objects[self._at]:
            return _SELF
        if self._own(answer):
            self._newest(answer)
            return _ANOTHER
        if manages(answer):
            self._around = answer
            return _WITH
        if not self._probes and callable(answer) and not isinstance(answer, type):
            self._functions.append(answer)
            return _FUNCTION
        return describe(answer, self._probes)

    def _member(self, name: str, arguments: list[Any]) -> Any:  # noqa: ANN401
        on = self._objects[self._at]
        if name == "__exit__":
            return self._left_by(on, arguments)
        answer = _answer(on, name, arguments, freely=not isinstance(self._class, type))
        self._entered[id(on)] += name == "__enter__"
        return answer

    def _left_by(self, on: Any, arguments: list[Any]) -> Any:  # noqa: ANN401  any object at all
        """Leave a block that was entered, because something failed in it if the first argument is anything; then it
        says whether the object keeps that to itself."""
        if not self._entered[id(on)]:
            return None
        self._entered[id(on)] -= 1
        failure = ValueError("failed") if arguments[:1] != [None] else None
        kept = type(on).__exit__(on, failure and ValueError, failure, None)
        return bool(kept) if failure is not None else None

    def _called(self, number: int) -> Any:  # noqa: ANN401
        """What one of the functions gives that calls before gave; nothing where there is none."""
        return self._functions[number % len(self._functions)]() if self._functions else None

    def _newest(self, made: Any) -> None:  # noqa: ANN401  any object at all
        self._objects.append(made)
        self._at = len(self._objects) - 1

    def _own(self, value: Any) -> bool:  # noqa: ANN401
        return isinstance(self._class, type) and isinstance(value, self._class)

    def _left(self, argument: Any) -> list[Any]:  # noqa: ANN401
        """An argument after the call; another object shows what it holds when it is asked."""
        hidden = self._own(argument) or (not self._probes and callable(argument))
        return ["null"] if hidden else describe(argument, self._probes)

    def _holds(self, other: Any) -> list[Any]:  # noqa: ANN401  any object at all
        """What another object of the class shows of itself: its public attributes and properties."""
        names = {*getattr(other, "__dict__", ())}
        names |= {name for name in dir(type(other)) if isinstance(getattr(type(other), name, None), property)}
        fields = []
        for name in sorted(name for name in names if not name.startswith("_")):
            with contextlib.suppress(Exception):
                fields.append([name, describe(getattr(other, name), self._probes)])
        return ["record", "held", fields, 0]


def _step(call: list[Any], builder: Builder) -> tuple[str, list[Any]]:
    if call[0] != "call":
        raise Unusable(call[0])
    return call[1], [builder.build(argument) for argument in call[2]]


def _answer(on: Any, name: str, arguments: list[Any], *, freely: bool) -> Any:  # noqa: ANN401  any object at all
    """What a call gives; `freely`: no class made the object, so that its functions are its own."""
    if name.endswith("="):
        return setattr(on, name[:-1], *arguments)
    if name.startswith("["):
        place = ast.literal_eval(name)
        return applied(on[place[0]] if place else on, arguments)
    if name == "__iter__":
        each = iter(on)
        return each if each is on else (one for one in each)  # what it gives counts, not the class that gives it
    found = getattr(type(on), name, None)
    if name.startswith("__") and callable(found):
        return applied(found, [on, *arguments])
    member = getattr(on, name)
    return applied(member, arguments) if callable(found) or (freely and callable(member)) else member


def emptied(value: Any, path: list[Any]) -> None:  # noqa: ANN401  any object at all
    """Empty a collection, or one that is inside of it at these keys."""
    with contextlib.suppress(Exception):
        for key in path:
            value = value[key]
        if isinstance(value, _COLLECTIONS):
            value.clear()


def emptied_all(answer: Any, _: Probes) -> None:  # noqa: ANN401  any object at all
    """Empty what a call gave, and what is inside of it."""
    if isinstance(answer, _COLLECTIONS):
        for value in (*(answer.values() if isinstance(answer, dict) else answer), answer):
            emptied(value, [])


def _place() -> int:
    """How much was printed so far."""
    with contextlib.suppress(Exception):
        sys.stdout.flush()
        return sys.stdout.buffer.tell()
    return 0


def _printed(since: int) -> str:
    """What was printed from there on."""
    with contextlib.suppress(Exception):
        sys.stdout.flush()
        output: Any = sys.stdout.buffer
        return str(output.getvalue()[since:].decode("utf-8", "replace"))
    return ""
