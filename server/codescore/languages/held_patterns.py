"""Texts that a program holds as a whole against patterns: most of what is drawn for them matches one.

Neighbours: `languages.kinds` (what is held against what), `languages.pattern_lines` (what matches).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from codescore.languages.kinds import UNREAD, Guess
from codescore.languages.pattern_lines import lines_for
from codescore.languages.patterns import groups_of, in_python
from codescore.languages.shapes import OneOf, Samples, Shape
from codescore.languages.values import Text

#: Before a pattern that a text is held against, or that this is: a vote.
HELD = "held against:"
_WHOLE, _REAL = r"^-?\d+$", r"^-?\d+(?:\.\d+)?$"
_ENDS = ("$", "\\Z", "\\z")


def held(votes: Mapping[str, int], constants: Iterable[object], only: str = "") -> list[str]:
    """The votes for a text that is held against the patterns that a kind with such votes and constants is: `$`, against
    those that say where a text ends; `&`, against those of several parts that are put together anew, as the text is
    often nothing but one match."""
    known = [vote.removeprefix(HELD) for vote in votes if vote.startswith(HELD)]
    known += [pattern for pattern in constants if "text" in votes and isinstance(pattern, str)]
    if only == "$":
        known = [pattern for pattern in known if pattern.endswith(_ENDS)]
    elif only == "&":
        known = [pattern for pattern in known if groups_of(pattern) > 1]
    return [HELD + pattern for pattern in known]


def may_be_none(text: Guess, *, whole: bool) -> None:
    """What is read as a number is mostly a text of one, and what is none is expected, too."""
    text.vote(UNREAD, HELD + (_WHOLE if whole else _REAL))


def matching(votes: Iterable[str], shape: Shape) -> Shape:
    """The shape, or what matches a pattern that texts with such votes are held against (`in_question` chooses)."""
    patterns = [vote.removeprefix(HELD) for vote in votes if vote.startswith(HELD)]
    known = [Samples(tuple(map(Text, lines)), in_python(one)) for one in patterns if (lines := lines_for(one))]
    return OneOf((*known, shape)) if known else shape


def texts_held(shape: Shape | None) -> Samples | None:
    """The texts that match the first of the patterns that it is held against; None where it is held against none."""
    options = shape.options if isinstance(shape, OneOf) else ()
    return next((one for one in options if isinstance(one, Samples) and one.pattern), None)


def is_held(shape: Shape | None) -> bool:
    """Whether it is of texts that are held against a pattern."""
    return texts_held(shape) is not None
