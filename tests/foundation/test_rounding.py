"""How numbers are written: down, never up, by one rule."""

from __future__ import annotations

import re

import pytest

from codescore.foundation.rounding import percent, shown
from codescore.reports.class_page import _SCRIPTS, _asset, _two
from codescore.score import shown as of_score


@pytest.mark.parametrize(
    ("value", "digits", "text"),
    [
        (0.999, 2, "0.99"),
        (0.497, 2, "0.49"),
        (0.29, 2, "0.29"),
        (1.0, 2, "1.00"),
        (0.68999, 4, "0.6899"),
        (0, 2, "0.00"),
    ],
)
def test_nothing_rounds_up(value: float, digits: int, text: str) -> None:
    assert shown(value, digits) == text


@pytest.mark.parametrize(
    ("share", "text"), [(0, "0 %"), (0.004, "< 1 %"), (0.29, "29 %"), (0.999, "99 %"), (1, "100 %")]
)
def test_shares(share: float, text: str) -> None:
    """What is not nothing is not 0 %, what is not all is not 100 %."""
    assert percent(share) == text


def test_there_is_one_rule() -> None:
    """Terminal and editors have the rule that the page of a class is written by, and its scripts have none."""
    assert of_score is shown
    assert _two(0.28999) == shown(0.28999)
    scripts = [_asset(name) for name in _SCRIPTS]
    assert not any("toFixed(" in script or re.search(r"Math\.(floor|trunc)\([^)]*\*", script) for script in scripts)
