"""Numbers that a program means and does not write: the power of `10 ** 3`, and quarters where it reckons in percent.

Pure.
"""

from __future__ import annotations

import re

from codescore.languages.values import Int

_POWER = re.compile(
    r"\bpow\(\s*(?P<base>\d{1,4})(?:\.0)?\s*,\s*(?P<times>\d{1,2})(?:\.0)?\s*\)"
    r"|(?<![\w.])(?P<below>\d{1,4})\s*\*\*\s*(?P<above>\d{1,2})\b|(?<![\w.])1[lL]{0,2}\s*<<\s*(?P<bits>\d{1,2})\b"
)
_MOST = 2**62
_PERCENT, _HUNDRED = re.compile(r"percent|quantile", re.IGNORECASE), re.compile(r"(?<![\w.])100(?:\.0+)?\b")
_QUARTERS = (25, 50, 75)


def powers(program: str) -> tuple[Int, ...]:
    """The powers of whole numbers that stand in a program, in order, as far as 64 bits hold them, and its `quarters`;
    none twice."""
    found = []
    for power in _POWER.finditer(program):
        base = int(power["base"] or power["below"] or 2)
        times = int(power["times"] or power["above"] or power["bits"] or 0)
        found.append(base**times)
    found += [one.value for one in quarters(program)]
    return tuple(Int(number) for number in dict.fromkeys(found) if number <= _MOST)


def quarters(program: str) -> tuple[Int, ...]:
    """25, 50 and 75 where it reckons in percent: of a few things these are whole numbers of them."""
    return tuple(map(Int, _QUARTERS)) if _PERCENT.search(program) and _HUNDRED.search(program) else ()
