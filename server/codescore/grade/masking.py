"""Records without anything that tells who somebody is: names, ids, paths, and their words wherever they stand.

Words of a name are masked where they stand alone, in code and comments too; short ones in small letters stay, as they
are words of programs (`max`, `len`).  The page hides names by the same rule.  Pure.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

import msgspec

from codescore.foundation import shapes
from codescore.grade.record import Graded, Left, Student

MASK = "▒▒▒"
_LEAST = 3  # letters of a word that tells anything
_SHORT = 4  # up to so many small letters it is a word of programs
_PLAIN = frozenset({"src", "main", "solution", "submission", "student", "homework", "test"})
_FIXED = frozenset({"verdict", "kind", "signature", "matched_by", "source", "file"})


def nameless(student: Student) -> Student:
    """A student by pseudonym alone."""
    words = _words(
        student.name, student.person_id, student.label, *student.files, *(v for _, v in student.details.items())
    )
    plain = _masked(msgspec.to_builtins(student.graded), words)
    graded = msgspec.structs.replace(shapes.convert(plain, Graded), file="", marks=())
    return msgspec.structs.replace(
        student, name=student.pseudonym, person_id="", label=student.pseudonym, details={}, files=(), aside=(),
        others=(), graded=graded,
    )  # fmt: skip


def nameless_left(number: int, left: Left) -> Left:
    """Something that was not graded, by its number."""
    words = _words(left.label, left.name)
    return Left(f"number {number}", "", str(_masked(left.reason, words)))


def _words(*texts: str) -> re.Pattern[str] | None:
    found = {word for text in texts for word in (text, *re.split(r"[\W_]+", text)) if _tells(word)}
    if not found:
        return None
    listed = "|".join(re.escape(word) for word in sorted(found, key=len, reverse=True))
    return re.compile(rf"(?<![^\W_])(?:{listed})(?![^\W_])", re.IGNORECASE)


def _tells(word: str) -> bool:
    return len(word) >= _LEAST and word.casefold() not in _PLAIN and not (word.isdigit() and len(word) < _SHORT)


def _masked(value: Any, words: re.Pattern[str] | None, key: str = "") -> Any:  # noqa: ANN401  (any plain data)
    if words is None or key in _FIXED:
        return value
    if isinstance(value, str):
        return words.sub(_hidden, value)
    if isinstance(value, dict):
        return {name: _masked(one, words, name) for name, one in value.items()}
    if isinstance(value, list | tuple):
        return _listed(value, words)
    return value


def _listed(values: Iterable[Any], words: re.Pattern[str]) -> list[Any]:
    return [_masked(one, words) for one in values]


def _hidden(found: re.Match[str]) -> str:
    word = found[0]
    return word if word.islower() and len(word) <= _SHORT else MASK
