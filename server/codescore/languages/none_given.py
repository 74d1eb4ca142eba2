"""Whether a parameter may be nothing (`None`, `null`) where nobody declares it: only if its function takes notice.

What is kept in one place is of one kind, and so `None`, which an attribute is at first that is asked about, or which
another parameter has for a default, seems to be one of the values that are put there.  Pure.
Neighbours: the surveys of Python and JavaScript (which names a function asks about), `languages.guessing` (shapes).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from codescore.languages.shapes import NullShape, OneOf, RecordShape, SelfShape, Shape


def without_nothing(used: Mapping[str, Shape | None], taken: Collection[str]) -> dict[str, Shape | None]:
    """The shapes that use suggests by name, the `taken` ones without nothing; what is linked to its like may end
    anywhere."""
    return {name: _there(shape) if name in taken else shape for name, shape in used.items()}


def _there(shape: Shape | None) -> Shape | None:
    match shape:
        case OneOf(options) if NullShape() in options:
            left = tuple(one for one in options if not isinstance(one, NullShape))
            linked = any(isinstance(one, (RecordShape, SelfShape)) for one in left)
            return shape if linked or not left else OneOf(left) if left[1:] else left[0]
    return shape
