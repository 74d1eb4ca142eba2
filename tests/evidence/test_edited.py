"""A candidate that is its reference but for a few lines: evidence is asked for where the two differ."""

from __future__ import annotations

import pytest

from codescore.evidence.case import Case
from codescore.evidence.contract import Outcome
from codescore.evidence.doubts import worth_a_doubt
from codescore.evidence.edited import Edit, edit_of
from codescore.evidence.policy import Policy
from codescore.evidence.sandbox import probe
from codescore.evidence.session import EvidenceSession
from codescore.languages import by_id
from codescore.languages.execution import Input
from codescore.languages.values import Int, Text
from tests.evidence.judging import judged

_ability = probe()
_sandbox = [
    pytest.mark.sandbox,
    pytest.mark.skipif(not _ability.works, reason=f"NO SANDBOX: {_ability.detail}"),
]

FEE = """def fee(kind: str, weight: int, zone: int, express: bool) -> int:
    # What a parcel costs, in cents.
    price = 390
    if kind == "letter":
        price = 85
    elif kind == "book":
        price = 255
    if weight > 500:
        price += 120
    if weight > 2000:
        price += 310
    if zone > 1:
        price += 45 * zone
    if express:
        price = price * 2
    return price
"""


def _edit(before: str, after: str, reference: str = FEE) -> Edit | None:
    language = by_id("python")
    assert language is not None
    assert before in reference
    return edit_of(language, (reference.replace(before, after), reference), ((), ()))


def test_an_edit_is_told_by_its_lines() -> None:
    found = _edit("price += 310", "price += 300")
    assert found is not None
    assert found.surely
    assert (found.ours, found.theirs) == ({11: 11}, {11})


def test_a_line_that_is_added_stands_beside_one_of_the_reference() -> None:
    found = _edit("    return price\n", "    price = min(price, 9900)\n    return price\n")
    assert found is not None
    assert (found.ours, found.theirs) == ({16: 16}, frozenset())


def test_comments_and_white_space_are_no_edit() -> None:
    assert _edit("# What a parcel costs, in cents.", "# The price\n\n    # of a parcel.") is None
    assert _edit("price * 2", "price  *  2") is None
    told = FEE.replace("    price = 390\n", '    """The price of a parcel."""\n    price = 390\n')
    assert _edit("The price", "What it costs", told) is None


def test_lines_behind_a_comment_of_several_lines_keep_their_numbers() -> None:
    language = by_id("javascript")
    reference = (
        "/**\n * Doubles.\n * @param {number} n\n */\nfunction twice(n) {\n  const two = 2;\n  return two * n;\n}\n"
    )
    assert language is not None
    found = edit_of(language, (reference.replace("= 2", "= 3"), reference), ((), ()))
    assert found is not None
    assert found.theirs == {6}


def test_what_the_normal_form_sets_aside_asks_for_nothing() -> None:
    found = _edit("price = price * 2", "price *= 2")
    assert found is not None
    assert (found.ours, found.theirs) == ({}, frozenset())


def test_another_program_is_no_edit() -> None:
    language = by_id("python")
    assert language is not None
    other = "def fee(kind, weight, zone, express):\n    return {'letter': 85}.get(kind, 390) + weight // 500\n"
    assert edit_of(language, (other, FEE), ((), ())) is None


@pytest.mark.parametrize(("everywhere", "doubts"), [(True, 1), (False, 0)])
def test_what_odd_inputs_show_of_an_edit_is_in_doubt(everywhere: bool, doubts: int) -> None:
    """Who edits a program keeps what it does with those, too."""
    case = Case(Input((Text("odd"),)), Outcome("return", Int(1)), "outside", likely=0.01)
    pair = (case, Outcome("return", Int(2)), "value")
    assert len(worth_a_doubt([pair], Policy(everywhere=everywhere))) == doubts


def test_a_docstring_that_both_were_given_is_no_code() -> None:
    told = f'    """{"The last item of a list, whatever it is. " * 9}"""\n'
    short = f"def last(items: list[int]) -> int:\n{told}    return items[-1]\n"
    found = _edit("items[-1]", "items[len(items) - 1]", short)
    assert found is None or not found.surely


def test_short_programs_may_be_alike_by_chance() -> None:
    short = "def last(items: list[int]) -> int:\n    return items[-1]\n"
    found = _edit("items[-1]", "items[len(items) - 1]", short)
    assert found is None or not found.surely


#: Two families of one size hardly ever stand in a text that is made for the rest.
FAMILIES = """def families(text: str) -> list[list[str]]:
    \'\'\'Words of a text that have the same letters, large families first, then by their first word.

    Only families of two different words or more; case does not matter.
    \'\'\'
    found: dict[str, list[str]] = {}
    for word in text.split():
        family = found.setdefault("".join(sorted(word.lower())), [])
        if word not in family:
            family.append(word)
    several = [family for family in found.values() if len(family) > 1]
    several.sort(key=lambda family: (-len(family), family[0]))
    return several
"""


class TestRun:
    pytestmark = _sandbox

    def test_a_copy_that_nothing_shows_is_no_doubt(self, session: EvidenceSession) -> None:
        reference = (
            "def newest(entries: list[int], limit: int) -> list[int]:\n"
            "    chosen = []\n"
            "    for entry in sorted(entries, reverse=True):\n"
            "        if len(chosen) >= limit:\n"
            "            break\n"
            "        chosen.append(entry)\n"
            "    return chosen\n"
        )
        candidate = reference.replace("    chosen = []\n", "    entries = list(entries)\n    chosen = []\n")
        found = judged(session, "python", candidate, reference)
        assert found.verdict == "equivalent", found.reason

    def test_an_order_that_nothing_shows_is_not_called_the_same(self, session: EvidenceSession) -> None:
        candidate = FAMILIES.replace("(-len(family), family[0])", "-len(family)")
        found = judged(session, "python", candidate, FAMILIES)
        assert found.verdict in ("insufficient", "differs"), found.reason

    def test_a_candidate_that_is_a_mutant_which_nothing_shows_is_not_called_the_same(
        self, session: EvidenceSession
    ) -> None:
        """`>` for `>=` where nothing that is drawn is equal: nobody can tell."""
        reference = (
            "def widest(rooms: list[tuple[str, int]], least: int) -> str | None:\n"
            "    best = None\n"
            "    for name, width in rooms:\n"
            "        if width * 1000 + len(name) >= least * 1000 + 777:\n"
            "            if best is None or width > best[1]:\n"
            "                best = (name, width)\n"
            "    return best[0] if best else None\n"
        )
        found = judged(session, "python", reference.replace(">= least", "> least"), reference)
        assert found.verdict == "insufficient"
        assert "none of them shows whether the change in line 4 matters" in found.reason

    def test_who_answers_what_the_reference_refuses_shows_what_an_edit_does(self, session: EvidenceSession) -> None:
        reference = (
            "def share(part: int, whole: int) -> float:\n    if part > whole:\n        raise ValueError('too much')\n"
            "    return round(part / max(whole, 1), 2)\n"
        )
        candidate = reference.replace("    if part > whole:\n        raise ValueError('too much')\n", "")
        found = judged(session, "python", candidate, reference)
        assert found.verdict == "conditional"
        assert "hardly any" not in found.reason

    def test_a_tidied_line_is_still_the_same(self, session: EvidenceSession) -> None:
        found = judged(session, "python", FEE.replace("price = price * 2", "price *= 2"), FEE)
        assert found.verdict == "equivalent", found.reason
