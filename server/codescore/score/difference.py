"""Where two sketches first part: what a person is shown as the reason for a low score.  Pure."""

from __future__ import annotations

from dataclasses import dataclass
from difflib import SequenceMatcher

_MAX_LINES = 2000  # beyond that aligning lines takes too long; the first unequal pair must do


@dataclass(frozen=True, slots=True)
class Difference:
    """A line of each sketch and its index; "" and None where a line has no counterpart."""

    candidate: str
    reference: str
    candidate_line: int | None
    reference_line: int | None


def first_difference(candidate: str, reference: str) -> Difference | None:
    """The first differing lines of two sketches, None for equal ones."""
    if candidate == reference:
        return None
    left, right = candidate.split("\n"), reference.split("\n")
    same = 0
    while same < min(len(left), len(right)) and left[same] == right[same]:
        same += 1
    a, b = same, same
    if max(len(left), len(right)) - same <= _MAX_LINES:
        codes = SequenceMatcher(None, left[same:], right[same:], autojunk=False).get_opcodes()
        _, low, high, other_low, other_high = next(code for code in codes if code[0] != "equal")
        a = same + low if high > low else len(left)
        b = same + other_low if other_high > other_low else len(right)
    return Difference(
        left[a].strip() if a < len(left) else "",
        right[b].strip() if b < len(right) else "",
        a if a < len(left) else None,
        b if b < len(right) else None,
    )
