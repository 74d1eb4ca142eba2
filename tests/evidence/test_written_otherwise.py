"""A candidate that alone takes blanks off texts, or alone makes nothing of capital letters, is given such texts."""

from __future__ import annotations

import pytest

from codescore.evidence.case import Case
from codescore.evidence.contract import Outcome
from codescore.evidence.narrower import written_otherwise
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
    made = written_otherwise(LOOKUP, LOOKUP.replace("key,", "key.strip(),"), [seed])
    wide = Mapping("dict", ((Text("a"), Text(" b ")), (Text("c"), Int(1))))
    assert [given.arguments for given in made] == [(wide, Text("a")), (table, Text(" a "))]
    assert written_otherwise(LOOKUP, LOOKUP, [seed]) == []


@pytest.mark.sandbox
@pytest.mark.skipif(not _ability.works, reason=f"NO SANDBOX: {_ability.detail}")
@pytest.mark.parametrize("change", [("key, ", "key.strip(), "), ('"")', '"").strip()')], ids=["a name", "a value"])
def test_who_alone_takes_blanks_off_differs(session: EvidenceSession, change: tuple[str, str]) -> None:
    found = judged(session, "python", LOOKUP.replace(*change), LOOKUP)
    assert found.verdict == "differs", found.reason


UNITS = '''def seconds(text):
    """Turn a text such as "2m 4s" into seconds; units are in upper or lower case.

    >>> seconds("1m 30s")
    90
    """
    total, number = 0, ""
    for ch in text.lower():
        if ch.isdigit():
            number += ch
        elif ch in "ms" and number:
            total += int(number) * (60 if ch == "m" else 1)
            number = ""
        elif not ch.isspace():
            raise ValueError(text)
    return total
'''


@pytest.mark.sandbox
@pytest.mark.skipif(not _ability.works, reason=f"NO SANDBOX: {_ability.detail}")
def test_who_alone_makes_nothing_of_case_differs(session: EvidenceSession) -> None:
    """Its one example has small letters alone; the reference takes capital ones all the same."""
    found = judged(session, "python", UNITS.replace("text.lower()", "text"), UNITS)
    assert found.verdict == "conditional"
    assert "that the reference answers" in found.reason
    upper = UNITS.replace("text.lower()", "text.upper()").replace('"ms"', '"MS"').replace('"m"', '"M"')
    assert judged(session, "python", upper, UNITS).verdict == "equivalent"
