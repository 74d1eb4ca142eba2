"""What lies in a corner of the input makes a verdict conditional, unless something shows that it is meant."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from codescore.evidence import sandbox
from codescore.evidence.contract import Evidence
from codescore.evidence.idle import written_for
from codescore.evidence.options import Options
from codescore.evidence.properties import length
from codescore.evidence.session import EvidenceSession
from codescore.languages import by_id
from codescore.languages.python.run.surveying import survey

_ability = sandbox.probe()
pytestmark = pytest.mark.skipif(not _ability.works, reason=f"NO SANDBOX: {_ability.detail}")

SWAP = "def swap(xs):\n    return xs[-1:] + xs[1:-1] + xs[:1]\n"
IN_PLACE = "def swap(xs):\n    xs = list(xs)\n    if xs:\n        xs[0], xs[-1] = xs[-1], xs[0]\n    return xs\n"


@pytest.fixture(scope="module")
def session() -> Iterator[EvidenceSession]:
    with EvidenceSession() as one:
        yield one


def judged(session: EvidenceSession, candidate: str, reference: str) -> Evidence:
    return session.judge(candidate, reference, by_id("python"))


def test_a_list_of_one_item_is_a_corner(session):
    """A reference that doubles a single item is not a duty: the condition is told, and an input."""
    found = judged(session, IN_PLACE, SWAP)
    assert found.verdict == "conditional"
    assert "another result where xs has at most one item" in found.reason
    assert found.outside is not None
    assert found.counterexample is None
    assert any(one.doubted and not one.decides for one in found.differing)


def test_an_example_or_a_branch_is_a_source(session):
    """The same difference decides where the reference shows such an input, or has a branch for it."""
    shown = SWAP.replace(":\n", ':\n    """>>> swap([7])\n    [7, 7]\n    """\n', 1)
    assert judged(session, IN_PLACE, shown).verdict == "differs"
    branch = SWAP.replace("    return", "    if len(xs) < 2:\n        return xs + xs\n    return")
    assert judged(session, IN_PLACE, branch).verdict == "differs"
    # The branch is the single item's own, though the empty list goes there, too, and both agree on it.
    assert judged(session, branch.replace("xs + xs", "xs + xs[1:]"), branch).verdict == "differs"


def test_what_is_long_is_no_corner(session):
    """Who looks at so many items only does something else, however few of the lists that were tried are longer."""
    reference = "def total(xs: list[int]) -> int:\n    return sum(xs)\n"
    for most in (11, 12, 30):
        assert judged(session, reference.replace("sum(xs)", f"sum(xs[:{most}])"), reference).verdict == "differs"


def test_a_few_inputs_without_a_condition_in_common_decide(session):
    """A wrong program that is caught on two inputs only is wrong."""
    reference = "def woodall(n):\n    return n in (1, 7, 23, 63)\n"
    assert judged(session, reference.replace("7, 23", "9, 23"), reference).verdict == "differs"


def test_an_empty_list_is_tried_where_the_reference_deals_with_it(session):
    """`xs[0]` elsewhere does not keep the empty list out."""
    reference = "def first(xs):\n    return xs[0] if len(xs) else 0\n"
    found = judged(session, reference.replace("xs[0] if len(xs) else 0", "xs[0]"), reference)
    assert found.verdict == "differs"
    assert found.counterexample is not None
    assert found.counterexample.input == "first([])"


def test_other_white_space_stands_beside_a_blank(session):
    """Who takes out all white space does something else than who takes out blanks."""
    reference = 'def bare(text):\n    return text.replace(" ", "")\n'
    found = judged(session, 'def bare(text):\n    return "".join(text.split())\n', reference)
    assert found.verdict in ("differs", "conditional")


ANAGRAMS = """def groups(words):
    found = {}
    for word in words:
        found.setdefault("".join(sorted(word.lower())), []).append(word)
    return sorted(sorted(group) for group in found.values() if len(group) > 1)
"""


def test_what_a_call_is_there_for_is_no_corner(session):
    """Few words have a capital; that `lower` is called says that they are meant."""
    found = judged(session, ANAGRAMS.replace("word.lower()", "word"), ANAGRAMS)
    assert found.verdict == "differs", found.reason


@pytest.mark.parametrize(("taken", "meant"), [("xs.pop(0)", True), ("xs[0]", False)])
def test_what_an_argument_is_there_for_is_no_corner(session, taken, meant):
    """Which of several is taken shows where there are several, and the 0 was written for that."""
    reference = f"def first(xs):\n    return {taken}\n"
    found = survey(reference)
    cases = session.cases(reference, found, found.entries[0], by_id("python"), Options())
    others = session.rooms.of_mutants(by_id("python"), reference)
    assert written_for(cases, lambda given: (length(given.arguments[0]) or 0) > 1, others) == meant


HOURS = """def f(seconds):
    minutes, rest = divmod(seconds, 60)
    hours = minutes // 60
    return (str(hours) + "h" if hours > 0 else "") + str(minutes % 60) + "m" + str(rest)
"""


def test_a_number_that_the_reference_reckons_with_is_no_corner(session: EvidenceSession) -> None:
    """3,600 is 60 times 60: where hours begin is no place of which the reference says nothing."""
    found = judged(session, HOURS.replace("hours > 0", "seconds > 3600"), HOURS)
    assert found.verdict == "differs", found.reason
