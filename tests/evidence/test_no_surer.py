"""What is said is no surer than what is known: of sizes that no example shows, numbers that are nearly the same, the
order of keys, and what the text of a reference leaves open.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from codescore.evidence.compare import DOUBLE, keys_alike, nearness
from codescore.evidence.contract import Outcome
from codescore.evidence.left_open import left_open
from codescore.evidence.options import Options
from codescore.evidence.sandbox import probe
from codescore.evidence.session import EvidenceSession
from codescore.languages import by_id
from codescore.languages.execution import Entry
from codescore.languages.key_order import orders_keys
from codescore.languages.left_open import left_open as said_open
from codescore.languages.quoting import quoted
from codescore.languages.values import Float, Int, Mapping, Null, Sequence, Text, Value
from codescore.languages.wording import said
from tests.evidence.answers import answers
from tests.evidence.judging import judged
from tests.evidence.state_cases import COUNTDOWN

_ability = probe()
sandboxed = pytest.mark.skipif(not _ability.works, reason=f"NO SANDBOX: {_ability.detail}")

TAX = '''def tax(income: int) -> int:
    """Ten percent, above 10000 twenty percent of what is above, above 80000 forty: tax(5000) == 500."""
    due = income // 10
    if income > 10000:
        due += (income - 10000) // 10
    if income > 80000:
        due += (income - 80000) // 5
    return due
'''
NO_TOP = TAX.replace("income > 80000", "income > 80_000_000_000")
GROUPED = '''def grouped(n: int) -> str:
    """A number with commas between thousands, n >= 0: grouped(1234) == '1,234'."""
    return f"{n:,}"
'''
ONE_COMMA = """def grouped(n: int) -> str:
    return str(n) if n < 1000 else f"{n // 1000},{n % 1000:03}"
"""
JULIAN = """def julian(year: int, month: int, day: int, hour: int) -> float:
    a = (14 - month) // 12
    y, m = year + 4800 - a, month + 12 * a - 3
    return day + (153 * m + 2) // 5 + 365 * y + y // 4 - y // 100 + y // 400 - 32045 + (hour - 12) / 24
"""
PHOTON = """def energy(nanometers: float) -> float:
    return 6.62607015e-34 * 299792458 / (nanometers * 1e-9)
"""
RANKING = """def ranking(points: dict[str, int]) -> dict[str, int]:
    return dict(sorted(points.items(), key=lambda item: (-item[1], item[0])))
"""
REVERSED = """def ranking(points):
    return dict(reversed(points.items()))
"""
BY_PRICE_JAVA = """import java.util.*;
class Main {
    static Map<String, Integer> counts(List<String> words) {
        Map<String, Integer> counts = new LinkedHashMap<>();
        for (String word : words) counts.merge(word, 1, Integer::sum);
        return counts;
    }
}
"""
ANY_INDEX = '''def find(numbers: list[int], wanted: int) -> int:
    """Some index at which wanted is in numbers, or -1."""
    for index, number in enumerate(numbers):
        if number == wanted:
            return index
    return -1
'''
FROM_BEHIND = """def find(numbers: list[int], wanted: int) -> int:
    for index in reversed(range(len(numbers))):
        if numbers[index] == wanted:
            return index
    return -1
"""
GRID = """def grid(rows: int, columns: int) -> list[list[int]]:
    return [[0] * columns for _ in range(rows)]
"""
BY_CLASS = """class Steps:
    def __init__(self, n):
        self.n = n

    def __iter__(self):
        return self

    def __next__(self):
        if self.n <= 0:
            raise StopIteration
        self.n -= 1
        return self.n + 1


class Countdown:
    def __init__(self, start):
        self.start = start

    def __iter__(self):
        return Steps(self.start)

    def later(self, by):
        self.start += by
"""
BOARD = """function board(rows) {
  return Array.from({ length: rows }, () => ({ moves: [] }));
}
module.exports = { board };
"""
MERGE = '''def merge(a, b):
    """Merge two sorted lists."""
    out, i, j = [], 0, 0
    while i < len(a) and j < len(b):
        if a[i] <= b[j]:
            out.append(a[i])
            i += 1
        else:
            out.append(b[j])
            j += 1
    return out + a[i:] + b[j:]
'''
BYTES = """def fits(text: str, most: int) -> bool:
    return len(text.encode("utf-8")) <= most
"""


@pytest.fixture(scope="module")
def session() -> Iterator[EvidenceSession]:
    with EvidenceSession() as found:
        yield found


@pytest.mark.parametrize(
    ("reference", "candidate", "verdict", "why"),
    [
        (TAX, NO_TOP, "differs", ""),  # somebody wrote what is above 80000
        (GROUPED, ONE_COMMA, "conditional", "as large as in its examples"),
        (JULIAN, JULIAN.replace("hour - 12", "hour"), "conditional", "less than a millionth"),
        (JULIAN, JULIAN.replace("hour - 12", "hour * 99"), "differs", ""),
        (PHOTON, PHOTON.replace(" * 1e-9)", ")"), "differs", ""),
        (PHOTON, PHOTON.replace("/ (nanometers * 1e-9)", "/ nanometers * 1e9"), "equivalent", ""),
        (RANKING, "def ranking(points):\n    return dict(points)\n", "conditional", "order of keys"),
        (RANKING.split("return", maxsplit=1)[0] + "return dict(points)\n", REVERSED, "equivalent", ""),
        (ANY_INDEX, FROM_BEHIND, "conditional", "some index at which"),
        (ANY_INDEX, FROM_BEHIND.replace("-1", "len(numbers)"), "differs", ""),
        (ANY_INDEX.replace("Some index", "The first index"), FROM_BEHIND, "differs", ""),
        (
            GRID,
            GRID.replace("[[0] * columns for _ in range(rows)]", "[[0] * columns] * rows"),
            "conditional",
            "one and the same",
        ),
        (GRID.replace("[[0] * columns for _ in range(rows)]", "[[0] * columns] * rows"), GRID, "equivalent", ""),
        (COUNTDOWN, BY_CLASS, "equivalent", ""),
        (COUNTDOWN, BY_CLASS.replace("<= 0", "<= 1"), "differs", ""),
        (MERGE, "def merge(a, b):\n    return sorted(a + b)\n", "equivalent", ""),
        (BYTES, BYTES.replace('.encode("utf-8")', ""), "differs", ""),
    ],
)
@pytest.mark.sandbox
@sandboxed
def test_a_verdict_is_no_surer(
    session: EvidenceSession, reference: str, candidate: str, verdict: str, why: str
) -> None:
    """What one example, a millionth, the order of keys or a text leaves in doubt is a condition."""
    evidence = judged(session, "python", candidate, reference)
    assert evidence.verdict == verdict, evidence.reason
    assert why in evidence.reason


@pytest.mark.sandbox
@sandboxed
def test_keys_of_a_linked_map_are_in_order(session: EvidenceSession) -> None:
    """Java's linked map is made for the order of its keys."""
    candidate = BY_PRICE_JAVA.replace("new LinkedHashMap", "new TreeMap")
    evidence = judged(session, "java", candidate, BY_PRICE_JAVA)
    assert evidence.verdict == "conditional", evidence.reason
    assert "order of keys" in evidence.reason


@pytest.mark.sandbox
@sandboxed
def test_one_object_in_several_places_is_told(session: EvidenceSession) -> None:
    """`fill` puts one object everywhere; what is written so is shown so."""
    candidate = BOARD.replace("Array.from({ length: rows }, () => ({ moves: [] }))", "Array(rows).fill({ moves: [] })")
    evidence = judged(session, "javascript", candidate, BOARD)
    assert evidence.verdict == "conditional", evidence.reason
    assert evidence.outside is not None
    assert evidence.outside.kind == "sharing"
    assert "several places" in evidence.outside.got
    assert "several places" not in evidence.outside.expected


@pytest.mark.sandbox
@sandboxed
def test_a_person_may_say_that_precision_decides(session: EvidenceSession) -> None:
    """`--count precision` makes another program of one whose numbers differ by less than a millionth."""
    candidate = JULIAN.replace("hour - 12", "hour")
    options = Options(budget=2.0, pairs=answers("python", candidate, JULIAN), count=("precision",))
    evidence = session.judge(candidate, JULIAN, by_id("python"), options)
    assert evidence.verdict == "differs", evidence.reason


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("The words, in any order.", ("in any order", "")),
        ("A longest palindrome; if there are several, any of them.", ("", "any of them")),
        ("No cycles, and any such order will do.", ("any such order", "any such order")),
        ("Given numbers in any order, the largest.", ("", "")),
        ("Whether text contains any of them.", ("", "")),
        ("Return the sum.", ("", "")),
    ],
)
def test_what_a_text_leaves_open_is_read(words: str, expected: tuple[str, str]) -> None:
    """Of the result, not of what is given."""
    assert said_open(words)[:2] == expected


@pytest.mark.parametrize(
    ("opened", "one", "two", "open_"),
    [
        (("in any order", ""), Sequence("list", (Int(1), Int(2))), Sequence("list", (Int(2), Int(1))), True),
        (("in any order", ""), Sequence("list", (Int(1), Int(2))), Sequence("list", (Int(2), Int(2))), False),
        (("", "any of them"), Text("aba"), Text("bab"), True),
        (("", "any of them"), Text("aba"), Text("b"), False),
        (("", "any of them"), Int(2), Int(0), True),
        (("", "any of them"), Int(2), Int(-1), False),
        (("", "any of them"), Int(2), Null(), False),
        (("", ""), Int(2), Int(0), False),
    ],
)
def test_an_answer_may_be_as_good(opened: tuple[str, str], one: Value, two: Value, open_: bool) -> None:
    """One of the same size may be; one that says that there is none is not."""
    entry = Entry("f", "function", left_open=(*opened, ""))
    assert bool(left_open(entry, Outcome("return", one), Outcome("return", two))) == open_


def test_tiny_numbers_are_near_relatively() -> None:
    """Only where none is of a usual size, 0 aside."""
    assert nearness([Float(3e-19), Float(0.0)], single=False) == (DOUBLE[0], 0.0)
    assert nearness([Float(3e-19), Float(2.0)], single=False) == DOUBLE
    assert nearness([Float(0.0)], single=False) == DOUBLE


def test_keys_are_in_order_at_any_depth() -> None:
    """In lists and in the values of mappings."""
    one, two = (Mapping("dict", tuple((Text(k), Int(0)) for k in keys)) for keys in ("ab", "ba"))
    assert keys_alike(Sequence("list", (one,)), Sequence("list", (one,)))
    assert not keys_alike(Sequence("list", (one,)), Sequence("list", (two,)))
    assert not keys_alike(Mapping("dict", ((Text("x"), one),)), Mapping("dict", ((Text("x"), two),)))


@pytest.mark.parametrize(
    ("source", "orders"),
    [
        ("return OrderedDict(found)", True),
        ("return {k: n for k, n in sorted(found.items())}", True),
        ("return Object.fromEntries(Object.entries(found).sort(byPrice));", True),
        ("Map<String, Integer> counts = new LinkedHashMap<>();", True),
        ("return dict(Counter(sorted(words)))", False),
        ("Map<String, Integer> counts = new HashMap<>();", False),
    ],
)
def test_who_takes_care_of_keys(source: str, orders: bool) -> None:
    """Who makes a mapping of what it sorted, or takes one that is made for that."""
    assert orders_keys(source) == orders


@pytest.mark.parametrize(
    ("words", "names", "properties"),
    [
        ("Easter in a year from 1900 to 2099.", ["year"], {"at least", "at most"}),
        ("Merge two sorted lists.", ["a", "b"], {"ordered"}),
        ("What is in both of two sorted lists without repetitions.", ["a", "b"], {"ordered", "distinct"}),
        ("The rank of each score. All scores are different.", ["scores"], {"distinct"}),
        ("Check whether all scores are different.", ["scores"], set()),
        ("Return a list without duplicates.", ["items"], set()),
    ],
)
def test_plain_words_are_read(words: str, names: list[str], properties: set[str]) -> None:
    """A span at the end of a sentence; two sorted lists; what is all different."""
    assert {one.property for one in said(words, names)} == properties


def test_texts_beyond_ascii_are_tried_where_they_are_meant() -> None:
    """A program that encodes, normalizes or speaks of accents is given some; others are not."""
    assert "é" in quoted(BYTES)
    assert "é" in quoted("# Accents are removed.\ndef f(text): ...")
    assert "é" not in quoted(GROUPED)


HANDS = """
def kind(hand):
    cards = hand.split()
    values = sorted(("23456789TJQKA".index(card[0]) for card in cards), reverse=True)
    counts = sorted((values.count(v) for v in set(values)), reverse=True)
    if counts == [4, 1]:
        return "four of a kind"
    if counts == [3, 2]:
        return "full house"
    if counts == [2, 2, 1]:
        return "two pairs"
    if len(counts) == 5 and values[0] - values[4] == 4:
        return "straight"
    return "other"
"""
BY_TABLE = """
KINDS = {"41": "four of a kind", "32": "full house", "221": "two pairs"}
KINDS.update({"311": "other", "2111": "other", "11111": "other"})
def kind(hand):
    faces = ["23456789TJQKA".index(card[0]) for card in hand.split()]
    found = KINDS["".join(map(str, sorted((faces.count(f) for f in set(faces)), reverse=True)))]
    return "straight" if len(set(faces)) == 5 and max(faces) - min(faces) == 4 else found
"""


@sandboxed
def test_who_fails_everywhere_is_not_accused_where_the_reference_is_not_reached(session: EvidenceSession) -> None:
    """Hands of five cards were never tried: that another program takes no others says nothing against it.

    Who has a result that is another one is told so all the same.
    """
    found = judged(session, "python", BY_TABLE, HANDS)
    assert (found.verdict, found.counterexample) == ("insufficient", None), found.reason
    assert found.reason.startswith("it fails on all ")
    assert judged(session, "python", HANDS.replace('"other"', '"none"'), HANDS).verdict == "differs"


SHOWN = '''
def initial(name):
    """The first letter of a name.

    >>> initial("Hello world")
    'H'
    >>> initial("Ada King")
    'A'
    """
    {}return name[0]
'''


@pytest.mark.sandbox
def test_who_deals_with_an_empty_text_is_asked_for_one(session: EvidenceSession) -> None:
    """Whatever its examples are: all of them are filled, as people write them."""
    reference = SHOWN.format("if not name:\n        return None\n    ")
    assert judged(session, "python", SHOWN.format(""), reference).verdict == "differs"


@pytest.mark.sandbox
def test_of_a_candidate_counts_what_is_compared_not_all_of_its_file(session: EvidenceSession) -> None:
    reference = """
def sign(number: int) -> int:
    if number > 0:
        return 1
    return -1 if number < 0 else 0


def middle(a: int, b: int, c: int) -> int:
    if a > b:
        a, b = b, a
    return min(max(a, c), b)
"""
    found = judged(session, "python", reference.replace("number", "value"), reference)
    assert [unit.coverage.candidate for unit in found.units] == [1.0, 1.0]
    assert found.verdict == "equivalent"
