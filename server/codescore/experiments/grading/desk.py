"""What the page asks and is told: a grader's items in their order, and each grade as it is given.

Nothing that is said tells a reference from a candidate or one model from another.  Knows no HTTP; neighbour:
`foundation.loopback` serves this.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from codescore.experiments.events import Pseudonym
from codescore.experiments.grading.items import Item, Terms, order
from codescore.experiments.grading.sheet import Grade, Sheet
from codescore.foundation import shapes
from codescore.foundation.errors import CodescoreError
from codescore.foundation.loopback import HTML

_MOST_MS = 1 << 53


class _Begin(msgspec.Struct, forbid_unknown_fields=True):
    grader: Pseudonym


class _Given(msgspec.Struct, forbid_unknown_fields=True):
    grader: Pseudonym
    key: str
    grade: Annotated[int, Meta(ge=0, le=4)] | None
    took_ms: Annotated[int, Meta(ge=0, le=_MOST_MS)] | None = None


class Desk:
    """Answers the page; a site of `PageServer`."""

    def __init__(self, page: tuple[str, str], items: Sequence[Item], sheet: Sheet, terms: Terms) -> None:
        html, self.policy = page
        self._html = html.encode()
        self._items = {item.key: item for item in items}
        self._sheet = sheet
        self._terms = terms

    def at(self, path: str) -> tuple[str, bytes] | None:
        """The page; nothing else can be read."""
        return (HTML, self._html) if path == "" else None

    def take(self, path: str, body: bytes) -> tuple[int, bytes] | None:
        """`begin` and `grade`; refusals and a full disk are one line for the grader."""
        try:
            if path == "begin":
                return _said(200, self._begin(shapes.from_json(body, _Begin)))
            if path == "grade":
                return self._grade(shapes.from_json(body, _Given))
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
            return _said(400, {"problem": f"that is no name or grade: {error}"})
        except CodescoreError as problem:
            return _said(503, {"problem": str(problem)})
        return None

    def _begin(self, asked: _Begin) -> Mapping[str, Any]:
        mine = order(tuple(self._items.values()), self._terms.seed, asked.grader)
        grades = {key: grade for key, grade in self._sheet.of(asked.grader).items() if key in self._items}
        return {"grader": asked.grader, "items": [_shown(item) for item in mine], "grades": grades}

    def _grade(self, given: _Given) -> tuple[int, bytes]:
        if given.key not in self._items:
            return _said(400, {"problem": "there is no such snippet; load the page again"})
        now = time.time_ns() // 1_000_000
        self._sheet.record(Grade(given.grader, given.key, given.grade, now, given.took_ms))
        return _said(200, {})


def _shown(item: Item) -> dict[str, str]:
    """All that a grader may know of an item."""
    known = {"key": item.key, "intent": item.intent, "language": item.language}
    return known | {"text": item.text, "beside": item.beside}


def _said(status: int, what: Mapping[str, Any]) -> tuple[int, bytes]:
    return status, msgspec.json.encode(what)
