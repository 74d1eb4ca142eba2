"""Texts that a program holds as a whole against patterns: most of what is drawn for them matches one.

Neighbours: `languages.kinds` (what is held against what), `languages.pattern_lines` (what matches).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from codescore.languages.pattern_lines import lines_for
from codescore.languages.patterns import groups_of, in_python
from codescore.languages.shapes import OneOf, Samples, Shape
from codescore.languages.values import Text

if TYPE_CHECKING:
    from codescore.languages.kinds import Guess

#: Before a pattern that a text is held against, or that this is: a vote.
HELD = "held against:"
_ENDS = ("$", "\\Z", "\\z")


def hold(one: Guess, other: Guess, only: str = "") -> None:
    """A text is held against the patterns that another kind is: `$`, those that say where a text ends; `&`, those of
    several parts that are put together anew, as the text is often nothing but one match."""
    of = other.root()
    known = [vote.removeprefix(HELD) for vote in of.votes if vote.startswith(HELD)]
    known += [pattern for pattern in of.constants if of.votes["text"] and isinstance(pattern, str)]
    if only == "$":
        known = [pattern for pattern in known if pattern.endswith(_ENDS)]
    elif only == "&":
        known = [pattern for pattern in known if groups_of(pattern) > 1]
    one.root().vote(*(HELD + pattern for pattern in known))


def matching(kind: Guess, shape: Shape) -> Shape:
    """The shape, or what matches a pattern that texts of this kind are held against (`texts.in_question` chooses)."""
    patterns = [vote.removeprefix(HELD) for vote in kind.votes if vote.startswith(HELD)]
    known = [Samples(tuple(map(Text, lines)), in_python(one)) for one in patterns if (lines := lines_for(one))]
    return OneOf((*known, shape)) if known else shape


def is_held(shape: Shape | None) -> bool:
    """Whether it is of texts that are held against a pattern."""
    return isinstance(shape, OneOf) and any(isinstance(one, Samples) and one.pattern for one in shape.options)
