"""Powers that a program writes as such: `Math.pow(10, 3)` and `10 ** 3` are constants like 1000.  Pure."""

from __future__ import annotations

import re

from codescore.languages.values import Int

_POWER = re.compile(
    r"\bpow\(\s*(?P<base>\d{1,4})(?:\.0)?\s*,\s*(?P<times>\d{1,2})(?:\.0)?\s*\)"
    r"|(?<![\w.])(?P<below>\d{1,4})\s*\*\*\s*(?P<above>\d{1,2})\b|(?<![\w.])1[lL]{0,2}\s*<<\s*(?P<bits>\d{1,2})\b"
)
_MOST = 2**62


def powers(program: str) -> tuple[Int, ...]:
    """The powers of whole numbers that stand in a program, in order, none twice, as far as 64 bits hold them."""
    found = []
    for power in _POWER.finditer(program):
        base = int(power["base"] or power["below"] or 2)
        times = int(power["times"] or power["above"] or power["bits"] or 0)
        found.append(base**times)
    return tuple(Int(number) for number in dict.fromkeys(found) if number <= _MOST)
