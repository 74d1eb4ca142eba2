"""Powers that a program writes as such are constants of it."""

from __future__ import annotations

import pytest

from codescore.languages import by_id
from codescore.languages.powers import powers, quarters
from codescore.languages.values import Int


@pytest.mark.parametrize(
    ("program", "expected"),
    [
        ("if (n < Math.pow(10, 3)) m = pow(2.0, 5);", [1000, 32]),
        ("limit = 10 ** 6 + 10**6", [1_000_000]),
        ("long top = 1L << 40, low = 1 << 3;", [2**40, 8]),
        ("x << 3, Math.pow(n, 2), 10 ** k, pow(x, 2), a10 ** 2, 2.5 ** 2", []),
        ("10 ** 40", []),
    ],
)
def test_powers(program: str, expected: list[int]) -> None:
    """Of numbers alone, and as far as 64 bits hold them."""
    assert [power.value for power in powers(program)] == expected


@pytest.mark.parametrize(
    ("language", "source"),
    [
        ("python", 'def f(n):\n    """Below 10 ** 5."""\n    return n < 10 ** 3\n'),
        ("javascript", "function f(n) { return n < 10 ** 3; }\n"),
        ("java", "class A { static boolean f(int n) { return n < Math.pow(10, 3); } }\n"),
        ("cpp", "#include <cmath>\nbool f(int n) { return n < std::pow(10, 3); }\n"),
    ],
)
def test_every_language_knows_them(language: str, source: str) -> None:
    """They are drawn like other constants."""
    runner = by_id(language).runner()
    assert runner is not None
    constants = runner.survey(source).constants
    assert Int(1000) in constants
    assert Int(100_000) not in constants


@pytest.mark.parametrize(
    ("language", "source"),
    [
        ("python", "def at(values, percent):\n    return sorted(values)[percent * len(values) // 100]\n"),
        (
            "javascript",
            "function at(v, percentile) { return v[Math.floor(percentile * v.length / 100)]; }",
        ),
        ("java", "int at(int[] values, int percent) { return values[percent * values.length / 100]; }"),
        ("cpp", "int at(int percent) { return percent / 100.0 * 8; }"),
    ],
)
def test_percent_has_quarters(language: str, source: str) -> None:
    """Where an exact rank takes the next value, no percentage that chance draws had shown it."""
    runner = by_id(language).runner()
    assert runner is not None
    assert {Int(25), Int(50), Int(75)} <= {*runner.survey(source).constants}
    assert quarters(source.replace("percent", "part")) == ()
    assert quarters(source.replace("100", "7")) == ()
