"""How similarities, probabilities and shares are written: one rule for all interfaces, so that none rounds up.

Neighbours: terminal and editors write numbers with this, pages get them written (`reports.class_page`).
"""

from __future__ import annotations

import math

_ALMOST = 1e-9  # 0.29 * 100 is a little below 29


def shown(value: float, digits: int = 2) -> str:
    """A similarity or a probability as people read it, rounded down: 0.999 is not 1.00, and 0.497 is not above 0.5."""
    scale = 10**digits
    return f"{math.floor(value * scale + _ALMOST) / scale:.{digits}f}"


def percent(share: float) -> str:
    """A share in percent, rounded down; what is not nothing is not 0 %."""
    return "< 1 %" if 0 < share < 0.01 else f"{math.floor(share * 100 + _ALMOST)} %"
