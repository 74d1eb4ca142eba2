"""Where two sketches first part: what a person is shown as the reason for a low score.  Pure."""

from __future__ import annotations

from difflib import SequenceMatcher

_MAX_LINES = 2000  # beyond that aligning lines takes too long; the first unequal pair must do


def first_difference(candidate: str, reference: str) -> tuple[str, str] | None:
    """The first differing lines, ours and theirs; "" where one has no counterpart, None for equal sketches."""
    if candidate == reference:
        return None
    left, right = candidate.split("\n"), reference.split("\n")
    same = 0
    while same < min(len(left), len(right)) and left[same] == right[same]:
        same += 1
    left, right = left[same:], right[same:]
    if not left or not right or max(len(left), len(right)) > _MAX_LINES:
        return (left or [""])[0].strip(), (right or [""])[0].strip()
    for kind, a, b, c, d in SequenceMatcher(None, left, right, autojunk=False).get_opcodes():
        if kind != "equal":
            return (left[a].strip() if b > a else ""), (right[c].strip() if d > c else "")
    return None
