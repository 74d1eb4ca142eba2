"""Who asks whether a value is nothing means that 0 is something: `value or default` is another program."""

from __future__ import annotations

import pytest

from codescore.evidence.asked_of import told_from_nothing
from codescore.evidence.sandbox import probe
from codescore.evidence.session import EvidenceSession
from tests.evidence.judging import judged

_ability = probe()

SETTING = """def setting(config: dict, key: str, default=None):
    value = config.get(key)
    if value is None:
        return default
    return value
"""
FIRST_FREE = """def first_free(used: list[int], start: int | None = None) -> int:
    number = 1 if start is None else start
    while number in used:
        number += 1
    return number
"""
FULL_PRICE = """function fullPrice(item, quantity) {
  const price = item.discountPrice !== undefined ? item.discountPrice : item.price;
  return price * quantity;
}
module.exports = { fullPrice };
"""


@pytest.mark.parametrize(
    ("name", "source", "told"),
    [
        ("config", SETTING, True),
        ("start", FIRST_FREE, True),
        ("used", FIRST_FREE, False),
        ("item", FULL_PRICE, True),
        ("quantity", FULL_PRICE, False),
        ("new", "for key, value in new.items():\n    if value is not None:\n        old[key] = value\n", True),
        ("size", "const most = size ?? 10;", True),
        ("root", "def depth(root):\n    return 0 if not root else 1 + depth(root.left)\n", False),
    ],
)
def test_what_is_asked_whether_it_is_nothing(name: str, source: str, told: bool) -> None:
    assert told_from_nothing(name, source) is told


@pytest.mark.sandbox
@pytest.mark.skipif(not _ability.works, reason=f"NO SANDBOX: {_ability.detail}")
@pytest.mark.parametrize(
    ("language", "reference", "candidate", "verdict"),
    [
        (
            "python",
            SETTING,
            "def setting(config, key, default=None):\n    return config.get(key) or default\n",
            "differs",
        ),
        (
            "python",
            SETTING,
            "def setting(config, key, default=None):\n    return default if config.get(key) is None else config[key]\n",
            "equivalent",
        ),
        ("python", FIRST_FREE, FIRST_FREE.replace("1 if start is None else start", "start or 1"), "differs"),
        (
            "javascript",
            FULL_PRICE,
            FULL_PRICE.replace(
                "item.discountPrice !== undefined ? item.discountPrice : item.price", "item.discountPrice || item.price"
            ),
            "differs",
        ),
    ],
    ids=["a value of a table", "asked otherwise", "a parameter", "a field"],
)
def test_a_zero_is_something(
    session: EvidenceSession, language: str, reference: str, candidate: str, verdict: str
) -> None:
    found = judged(session, language, candidate, reference)
    assert found.verdict == verdict, found.reason
