"""Where two programs part only on signs or words that neither of them knows, that is said, and no more."""

from __future__ import annotations

import pytest

from codescore.evidence.known_signs import known_signs, known_words
from codescore.evidence.sandbox import probe
from codescore.evidence.session import EvidenceSession
from codescore.languages.execution import Entry, Parameter
from codescore.languages.shapes import IntShape, RecordShape, SequenceShape, TextShape, TupleShape
from codescore.languages.values import Char, Int, Text
from tests.evidence.judging import judged

ABLE = probe()
needs_sandbox = pytest.mark.skipif(not ABLE.works, reason=f"NO SANDBOX, NOTHING TESTED: {ABLE.detail}; {ABLE.remedy}")
REFERENCE = """
def taken(rows):
    total = 0
    for row in rows:
        for seat in row:
            if seat != ".":
                total += 1
    return total
"""
RIGHT = """
def taken(rows):
    return sum(row.count("X") for row in rows)
"""
WRONG = """
def taken(rows):
    return sum(row.count("X") + row.count(".") for row in rows)
"""
TURNS = "function turns(moves) {{ let d = 0; for (const m of moves) {{ {} }} return d % 4; }}"
JAVASCRIPT = (
    TURNS.format("if (m === 'L') d += 3; else d += 1;"),
    TURNS.format("if (m === 'L') d += 3; if (m === 'R') d += 1;"),
)


@pytest.fixture(scope="module")
def session():
    with EvidenceSession() as made:
        yield made


def test_the_signs_are_those_that_either_knows() -> None:
    """Also with letters and digits, the most first; not where hardly any is known, and only of texts."""
    entry = Entry("f", "function", (Parameter("rows", SequenceShape(TextShape())), Parameter("n", IntShape())))
    found = known_signs(entry, (Char("."), Int(3)), (Text("X"), Text("done")), (), "")
    assert [one.parameter for (one,) in found] == ["rows"] * 4
    assert [one.other for (one,) in found][-1] == ".X"
    assert all({".", "X"} <= {*one.other} and "#" not in one.other for (one,) in found)
    assert known_signs(entry, (Char("."), Int(3)), (), (), "") == []
    assert known_signs(entry, (Int(3),), (Char("."), Char("X")), (), "") == []
    sources = ("if (row.indexOf('x', 3) < 0) return 'A' + r;", 'block = ".".repeat(k)')
    found = known_signs(entry, (Char("x"), Char("A")), (Char("."), Char("-")), sources, "")
    assert [one.other for (one,) in found][3] == ".x"
    listed = known_signs(entry, (Text("LRFB"),), (), (), "")
    assert [one.other for (one,) in listed][-1] == "BFLR"


def test_what_else_a_candidate_compares_is_no_sign_of_the_input() -> None:
    """Its own directions are not, `case` or not; the signs that meet are one thing's."""
    entry = Entry("f", "function", (Parameter("moves", TextShape()),))
    constants = tuple(map(Char, "LRBNSE"))
    reference = "if (c === 'L') d--; else if (c === 'R') d++; else step(c === 'F' ? 1 : -1);"
    candidate = "switch (c) { case 'L': case 'R': case 'B': } if (way === 'N' || way === 'S' || way === 'E') go();"
    found = known_signs(entry, tuple(map(Char, "LRF")), constants, (reference, candidate), "")
    assert [one.other for (one,) in found][3] == "BFLR"
    apart = candidate.replace("case 'L': case 'R': case 'B':", "")
    found = known_signs(entry, tuple(map(Char, "LRF")), constants, (reference, apart), "")
    assert "BFLR" not in [one.other for (one,) in found]


@needs_sandbox
def test_other_signs_are_left_open(session: EvidenceSession) -> None:
    """One takes all that is not free for taken, the other knows what is: the same where nothing else is there."""
    found = judged(session, "python", RIGHT, REFERENCE)
    assert found.verdict == "conditional"
    assert "unless rows is made of '.X'" in found.reason
    assert judged(session, "python", WRONG, REFERENCE).verdict == "differs"


@needs_sandbox
def test_in_javascript_alike(session: EvidenceSession) -> None:
    """Who leaves alone what it does not know does the same on what both know; who turns otherwise differs."""
    reference, right = JAVASCRIPT
    found = judged(session, "javascript", right, reference)
    assert found.verdict == "conditional"
    assert "unless moves is made of 'LR'" in found.reason
    assert judged(session, "javascript", right.replace("=== 'R'", "=== 'R' && d"), reference).verdict == "differs"


ORDERS = """
def price(orders):
    total = 0
    for order in orders:
        total += (5 if order["size"] == "small" else 8) * order["count"]
    return total
"""
TABLE = """
PRICES = {"small": 5, "large": 8}
def price(orders):
    return sum(PRICES[one["size"]] * one["count"] for one in orders)
"""


@pytest.mark.parametrize(
    "source",
    [
        "kind == 'small' or 'large' != kind", 'case "small": x(); case "large": y();',
        'a.equals("small") || "large".equals(a)',
        "{'small': 1, 'large': 2}[kind]", "{small: 1, large: 2}[kind]", "kind in ('small', 'large')",
        'case "small" -> 1; case "large" -> 2;',
    ],
)  # fmt: skip
def test_the_words_are_those_that_something_is_compared_with(source: str) -> None:
    """Equalities, cases, keys and lists; not what is only given back.  Of texts, fields and items of rows."""
    parameters = (
        Parameter("kind", TextShape()),
        Parameter("n", IntShape()),
        Parameter("orders", SequenceShape(RecordShape("Order", (("size", TextShape()), ("count", IntShape()))))),
        Parameter("rows", SequenceShape(TupleShape((IntShape(), TextShape())))),
    )
    found = known_words(Entry("f", "function", parameters), source, 'return "done"', "")
    assert [one.words() for (one,) in found] == [
        "kind is one of 'large', 'small'",
        "each size of orders is one of 'large', 'small'",
        "each item 2 of rows is one of 'large', 'small'",
    ]
    assert known_words(Entry("f", "function", parameters), "return 'small' + 'large'", "", "") == []
    assert known_words(Entry("f", "function", parameters), "return kind", source, "") == []


@needs_sandbox
def test_other_words_are_left_open(session: EvidenceSession) -> None:
    """A table knows both sizes, a condition one of them: the same where nothing else is ordered."""
    found = judged(session, "python", TABLE, ORDERS)
    assert found.verdict == "conditional"
    assert "unless each size of orders is one of 'large', 'small'" in found.reason
    assert judged(session, "python", TABLE.replace("8", "7"), ORDERS).verdict == "differs"
    known = ORDERS.replace("else 8", 'else 8 if order["size"] == "large" else 9')
    assert judged(session, "python", TABLE.replace('"large"', '"big"'), known).verdict == "differs"


GATE = """
class Gate:
    def __init__(self):
        self.paid = 0
    def enter(self, kind, hours):
        self.paid += (5 if kind == "car" else 2) * hours
        return self.paid
    def empty(self):
        paid, self.paid = self.paid, 0
        return paid
"""


@needs_sandbox
def test_in_calls_on_objects_alike(session: EvidenceSession) -> None:
    """What one of its methods is given; the inputs that differ must agree once they have known words."""
    right = GATE.replace('5 if kind == "car" else 2', '2 if kind == "bike" else 5')
    found = judged(session, "python", right, GATE)
    assert found.verdict == "conditional"
    assert "unless enter(kind) is one of 'bike', 'car'" in found.reason
    assert judged(session, "python", right.replace("else 5", "else 6"), GATE).verdict == "differs"
    kept = right.replace("paid, self.paid = self.paid, 0", "paid = self.paid")
    assert judged(session, "python", kept, GATE).verdict == "differs"


LETTERS = """
def is_isogram(string):
    letters = [sign.lower() for sign in string if sign.isalpha()]
    return len(set(letters)) == len(letters)
"""


@pytest.mark.sandbox
@needs_sandbox
@pytest.mark.parametrize(
    ("kept", "wanted"),
    [('phrase.replace("-", "").replace(" ", "").lower()', "conditional"), ('phrase.replace("-", "")', "differs")],
)
def test_a_class_of_signs_is_known_and_others_are_left_open(kept: str, wanted: str) -> None:
    """Who drops all but letters and who drops the blank and the hyphen part on digits, of which neither speaks."""
    candidate = f"def is_isogram(phrase):\n    kept = {kept}\n    return len(kept) == len(set(kept))\n"
    with EvidenceSession() as session:
        assert judged(session, "python", candidate, LETTERS).verdict == wanted


SPLIT = "def longest(text):\n    return max(text{}.split(), key=len, default='')\n"
OTHER_SPLIT = "def longest(text):\n    return max([one for one in text{}.split(' ') if one], key=len, default='')\n"


@needs_sandbox
@pytest.mark.parametrize(("candidate", "reference", "wanted"), [
    (OTHER_SPLIT.format(""), SPLIT.format(""), ("conditional", "text has no line break or tab")),
    (SPLIT.format(".replace('  ', '')"), SPLIT.format(""), ("differs", "")),
    (OTHER_SPLIT.format(""), SPLIT.format(".replace('\\n', '  ')"), ("differs", "")),  # it thinks of lines
])  # fmt: skip
def test_line_breaks_that_nobody_names_are_left_open(
    session: EvidenceSession, candidate: str, reference: str, wanted: tuple[str, str]
) -> None:
    found = judged(session, "python", candidate, reference)
    assert (found.verdict, found.reason.partition("unless ")[2]) == wanted


ONES = "def ones(bits: str) -> int:\n    return sum(1 for bit in bits if bit == '1')\n"


@needs_sandbox
@pytest.mark.sandbox
@pytest.mark.parametrize(
    ("candidate", "verdict"),
    [
        ("def ones(bits):\n    return sum(int(bit) for bit in bits)\n", "conditional"),
        ("def ones(bits):\n    return len(bits) - bits.count('0')\n", "conditional"),
        ("def ones(bits):\n    return sum(int(bit) for bit in bits[1:])\n", "differs"),
        ("def ones(bits):\n    return len(bits) - bits.count('1')\n", "differs"),
    ],
)
def test_who_looks_for_a_one_takes_the_rest_for_noughts(session: EvidenceSession, candidate: str, verdict: str) -> None:
    found = judged(session, "python", candidate, ONES)
    assert found.verdict == verdict, found.reason
    assert ("bits is made of '01'" in found.reason) == (verdict == "conditional")
