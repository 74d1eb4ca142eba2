"""Similarities as people read them, in every terminal and editor alike.  Pure."""

from __future__ import annotations

import math


def shown(value: float) -> str:
    """A similarity in two decimals, rounded down: 0.999 is not 1.00, and 0.497 is not above 0.5."""
    return f"{math.floor(value * 100 + 1e-9) / 100:.2f}"
