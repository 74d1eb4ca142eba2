"""A candidate that takes blanks off texts and whose reference does not is given texts with blanks."""

from __future__ import annotations

import pytest

from codescore.evidence.case import Case
from codescore.evidence.contract import Outcome
from codescore.evidence.narrower import padded
from codescore.evidence.sandbox import probe
from codescore.evidence.session import EvidenceSession
from codescore.languages.execution import Input
from codescore.languages.values import Int, Mapping, Text
from tests.evidence.judging import judged

_ability = probe()

LOOKUP = """def lookup(table: dict[str, str], key: str) -> str:
    return table.get(key, "")
"""


def test_blanks_stand_around_values_and_not_around_names() -> None:
    table = Mapping("dict", ((Text("a"), Text("b")), (Text("c"), Int(1))))
    seed = Case(Input((table, Text("a"))), Outcome("return", Text("b")), "inside")
    made = padded(LOOKUP, LOOKUP.replace("key,", "key.strip(),"), [seed])
    wide = Mapping("dict", ((Text("a"), Text(" b ")), (Text("c"), Int(1))))
    assert [given.arguments for given in made] == [(wide, Text("a")), (table, Text(" a "))]
    assert padded(LOOKUP, LOOKUP, [seed]) == []


@pytest.mark.sandbox
@pytest.mark.skipif(not _ability.works, reason=f"NO SANDBOX: {_ability.detail}")
@pytest.mark.parametrize("change", [("key, ", "key.strip(), "), ('"")', '"").strip()')], ids=["a name", "a value"])
def test_who_alone_takes_blanks_off_differs(session: EvidenceSession, change: tuple[str, str]) -> None:
    found = judged(session, "python", LOOKUP.replace(*change), LOOKUP)
    assert found.verdict == "differs", found.reason
