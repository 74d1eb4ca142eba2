"""Inputs on either side of where a program begins to do something else; lines that are read until one ends them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from codescore.evidence.boundaries import products
from codescore.evidence.following import below_zero
from codescore.evidence.pool import pool_of
from codescore.evidence.sandbox import probe
from codescore.evidence.session import EvidenceSession
from codescore.languages.execution import Input
from codescore.languages.python.run.surveying import survey
from codescore.languages.quoting import quoted, words_of
from tests.evidence.judging import judged

_ability = probe()
pytestmark = [
    pytest.mark.sandbox,
    pytest.mark.skipif(not _ability.works, reason=f"NO SANDBOX: {_ability.detail}"),
]

BILL = """def euros(cents):
    return f"{cents // 100}.{cents % 100:02d}"

total = 0
line = input()
while line != "":
    name, quantity, price = line.split(";")
    amount = int(quantity) * int(price)
    print(f"{name}: {quantity} x {price} = {amount}")
    total += amount
    line = input()
if total >= 5000:
    total -= total // 10
print("Total:", euros(total))
"""
DAY = """values = []
while True:
    line = input()
    if line == "stop":
        break
    values.append(int(line))
if values:
    print(len(values), min(values), max(values))
"""
POSTAGE = """def postage(parcels: list[int]) -> int:
    weight = 0
    for parcel in parcels:
        weight += 3 * parcel + 7
    return 900 if weight > 6100 else 500
"""
NIGHT = """def price(minute: int) -> int:
    hour = minute // 60 % 24
    return 80 if hour >= 22 or hour < 6 else 150
"""
PARKING = """class Garage:
    def __init__(self):
        self.since = {}

    def enter(self, plate, minute):
        self.since[plate] = minute

    def leave(self, plate, minute):
        stay = minute - self.since.pop(plate)
        return (stay % 1440 + 59) // 60 * 150 + stay // 1440 * 1200
"""
SLUG = """function makeSlug(title, maxLength) {
  let slug = "";
  for (const word of title.toLowerCase().split(" ")) {
    const longer = slug === "" ? word : slug + "-" + word;
    if (longer.length > maxLength) break;
    slug = longer;
  }
  return slug;
}
"""
PAGES = '''def _number(text):
    if not (text.isascii() and text.isdigit()):
        raise ValueError(f"not a page number: {text!r}")
    return int(text)


def pages(spec, last):
    """'1-3, 7, 10-' -> sorted page numbers of a document with `last` pages."""
    found = set()
    for part in spec.split(","):
        first, dash, second = (piece.strip() for piece in part.strip().partition("-"))
        low = _number(first) if first else 1
        high = (_number(second) if second else last) if dash else low
        if low < 1 or high > last or low > high:
            raise ValueError(f"out of bounds: {part}")
        found.update(range(low, high + 1))
    return sorted(found)
'''
FILLED = '''import re


def fill(template: str, values: dict[str, str]) -> str:
    """Put values in for "{name}"; "{name:8}" pads to the right."""

    def one(found):
        value = values[found[1]]
        return value if found[2] is None else value.ljust(int(found[2]))

    return re.sub(r"\\{(\\w+)(?::(\\d+))?\\}", one, template)
'''


@pytest.fixture(scope="module")
def session() -> Iterator[EvidenceSession]:
    with EvidenceSession() as opened:
        yield opened


@pytest.mark.parametrize(
    ("language", "reference", "right", "wrong"),
    [
        ("python", BILL, ("total // 10", "int(total / 10)"), ("total >= 5000", "total > 5000")),
        ("python", POSTAGE, ("3 * parcel + 7", "7 + parcel * 3"), ("weight > 6100", "weight >= 6100")),
        ("javascript", SLUG, ('slug === ""', "!slug"), ("> maxLength", ">= maxLength")),
        ("python", DAY, ("min(values)", "sorted(values)[0]"), ("max(values)", "max(values[1:] or values)")),
        (
            "python",
            PARKING,
            ("+ 59) // 60", "+ 59) // 5 // 12"),
            ("(stay % 1440 + 59) // 60", "(stay % 1440 // 60 + 1)"),
        ),
        (
            "python",
            NIGHT,
            ("hour >= 22 or hour < 6", "not 6 <= hour < 22"),
            ("hour >= 22", "minute % 1440 > 1320"),
        ),
        ("python", PAGES, ("_number", "_whole"), ("high > last", "high >= last")),
        ("python", FILLED, ("found[2] is None", "not found[2]"), ("value.ljust", "value.rjust")),
    ],
    ids=["lines", "sum", "length", "stop", "steps", "product", "quoted", "template"],
)
def test_where_a_program_changes_its_way(
    session: EvidenceSession, language: str, reference: str, right: tuple[str, str], wrong: tuple[str, str]
) -> None:
    """A limit of what several numbers make together is met exactly; forms that are shown in quotes are tried."""
    assert right[0] in reference
    assert wrong[0] in reference
    found = judged(session, language, reference.replace(*right), reference)
    assert found.verdict == "equivalent", found.reason
    assert judged(session, language, reference.replace(*wrong), reference).verdict == "differs"


def test_products_of_the_numbers_of_a_program_are_tried() -> None:
    """Few, none of them large: what is asked of `minutes // 60` begins at 22 times 60."""
    assert products({22, 60, 1}) == {1320}
    assert products({2, 3, 5000}) == {6, 10_000}
    assert len(products({*range(2, 90)})) <= 40


def test_numbers_below_zero_are_tried_where_custom_alone_forbids_them(session: EvidenceSession) -> None:
    """Who starts a maximum at 0 is told so: whether there may be such numbers nobody says."""
    wrong = DAY.replace("max(values)", "max([0, *values])")
    found = judged(session, "python", wrong, DAY)
    assert found.verdict == "conditional"
    assert "no number of a list is negative" in found.reason
    (entry,) = survey(DAY).entries
    assert [one.stdin for one in below_zero(entry, [Input((), "3\n0\nstop\n")])] == ["-3\n0\nstop\n"]


def test_what_stands_in_quotes_around_a_program_is_found_in_any_language() -> None:
    assert quoted(PAGES) == ("1-3, 7, 10-",)
    assert quoted('// like "1.10.2" or `2.0-rc3`, not `name`\nint f(String s) { return s.equals("a b"); }') == (
        "1.10.2", "2.0-rc3",
    )  # fmt: skip
    assert quoted("def f(s):\n    return s == 'a-b'  # it's what isn't quoted\n") == ()
    assert (
        quoted("def f(s):\n    # 数のマスに.を入れる\n    return s.replace('.', '1')\n") == ()
    )  # prose without blanks
    assert words_of("#include <bits/stdc++.h>\n#define N 3\nclass A {\n  #count = 0;\n} # seen") == " seen"
    assert pool_of((), 1).quoted == ()


def test_what_is_just_below_a_power_of_a_number_is_tried(session: EvidenceSession) -> None:
    """1,048,575 bytes are 1.0 MB for who rounds first, and 1024.0 KB for who does not."""
    size = """def size(n: int) -> str:
    value, unit = float(n), 0
    while round(value, 1) >= 1024 and unit < 3:
        value, unit = value / 1024, unit + 1
    return f"{value:.1f} {'B KB MB GB'.split()[unit]}"
"""
    found = judged(session, "python", size.replace("round(value, 1)", "value"), size)
    assert found.verdict == "differs"


FREIGHT = """def freight(lines):
    weight = sum(line["count"] * line["grams"] for line in lines)
    return 690 if weight > 7500 else 390
"""


@pytest.mark.parametrize("sign", [">=", "<"])
def test_a_sum_of_products_comes_up_to_its_bound(session: EvidenceSession, sign: str) -> None:
    found = judged(session, "python", FREIGHT.replace(">", sign), FREIGHT)
    assert found.verdict == "differs", found.reason
