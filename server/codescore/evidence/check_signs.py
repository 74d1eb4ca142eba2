"""Codes whose last sign checks the others, where that may be another sign than a digit (`080442957X`).

One in eleven such texts is right, so that a dozen of them hardly shows what is asked of the right ones: two dozen that
end in the sign do, as many in which it stands elsewhere, and as many with the other case of it.  Neighbours:
`evidence.special_inputs` (asks), `languages.sized_digits` (how long such texts are, and the sign).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random

from codescore.evidence.case import texts_at
from codescore.evidence.cases import Cases, extend
from codescore.evidence.channel import Room
from codescore.languages.values import Text

_CODE = re.compile(r"\d{5,}[^\d\s]")
_REMAINDER = re.compile(r"%\s*(?:\d|[A-Za-z_])|\bmod\b|\.floorMod\(|\bdivmod\(")
_EACH, _CODES = 24, 2  # texts of each sort; lengths and signs


def with_check_signs(cases: Cases, room: Room) -> None:
    """Add inputs with such codes, in the first text of an input that the reference takes."""
    codes = [one.value for one in cases.constants if isinstance(one, Text) and _CODE.fullmatch(one.value)]
    kinds = dict.fromkeys((len(code), code[-1]) for code in codes)
    if cases.problem or cases.left <= 0 or not kinds or _REMAINDER.search(cases.source) is None:
        return
    for place, taken in texts_at([case.given for case in cases.inside()]):
        if not taken:  # it is no text
            continue
        given, chance = taken[0][0], Random(_EACH)  # noqa: S311  repeatable
        texts = [text for size, sign in [*kinds][:_CODES] for text in _codes(size, sign, chance)]
        extend(cases, room, [(given.put(place, Text(text)), False) for text in texts])
        return


def _codes(size: int, sign: str, chance: Random) -> Iterator[str]:
    """Texts of digits with the sign at the end, somewhere else, and written otherwise."""
    other = sign.swapcase()
    for _ in range(_EACH):
        digits = "".join(chance.choices("0123456789", k=size - 1))
        yield digits + sign
        at = chance.randrange(size - 1)
        yield digits[:at] + sign + digits[at:]
        if other != sign:
            yield digits + other
