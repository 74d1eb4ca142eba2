"""Every difference has a class, and a person says which classes decide."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from codescore.cli import main
from codescore.evidence.calls import sequence
from codescore.evidence.case import Case
from codescore.evidence.compare import DOUBLE
from codescore.evidence.contract import Evidence, Outcome
from codescore.evidence.options import Options
from codescore.evidence.policy import DECIDES, IGNORED, Policy, aspect_of, beside, large, policy_of
from codescore.evidence.sandbox import probe
from codescore.evidence.session import EvidenceSession
from codescore.foundation.errors import InputError
from codescore.languages import by_id
from codescore.languages.execution import Input
from codescore.languages.standard import DATE, made
from codescore.languages.values import Call, Float, Int, Mapping, Null, Sequence, Text, Value
from tests.evidence.answers import answers

ABLE = probe()
sandboxed = pytest.mark.skipif(not ABLE.works, reason=f"NO SANDBOX, NOTHING TESTED: {ABLE.detail}; {ABLE.remedy}")
ONE, TWO = Int(1), Int(2)


def seq(*items: Value, kind: str = "list") -> Sequence:
    return Sequence(kind, items)


def out(value: Value = ONE, stdout: str = "") -> Outcome:
    return Outcome("return", value, stdout=stdout)


@pytest.mark.parametrize(
    ("expected", "got", "aspect"),
    [
        (out(seq(ONE, TWO)), out(seq(TWO, ONE)), "order"),
        (out(seq(ONE, TWO)), out(seq(ONE, ONE)), "value"),
        (out(seq(ONE, TWO)), out(seq(ONE, TWO, kind="tuple")), "form"),
        (out(seq(ONE, TWO)), out(seq(TWO, TWO, kind="tuple")), "type"),
        (out(seq(seq(ONE))), out(seq(seq(ONE, kind="tuple"))), "form"),
        (out(Mapping("dict", ((ONE, seq(TWO)),))), out(Mapping("dict", ((ONE, seq(TWO, kind="tuple")),))), "value"),
        (out(Null(), "a  b\nc\n"), out(Null(), "a b c"), "layout"),
        (out(Null(), "ab"), out(Null(), "a b"), "stdout"),
        (out(seq(ONE), "a"), out(seq(ONE, kind="tuple"), "b"), "type"),
        (out(seq(ONE)), out(Text("1")), "type"),
        (
            replace(out(seq(seq(ONE))), arguments=(ONE,)),
            replace(out(seq(seq(ONE, kind="tuple"))), arguments=(TWO,)),
            "arguments",
        ),
        (out(Float(1000.0)), out(Float(1000.0001)), "precision"),
        (out(seq(Float(1000.0))), out(seq(Float(1000.01))), "value"),
        (out(Float(0.1 + 0.2)), out(Float(0.3)), ""),
    ],
)
def test_what_is_only_order_form_or_layout_is_called_so(expected: Outcome, got: Outcome, aspect: str) -> None:
    """Nothing else may differ: a tuple for a list with another text beside it is no matter of form."""
    assert aspect_of(expected, got, unordered=False, effects=True, near=DOUBLE) == aspect


def test_a_person_says_what_decides() -> None:
    """Classes are added to what decides, or taken away; a slip is refused."""
    assert policy_of(()) == Policy(DECIDES, IGNORED)
    assert policy_of(("effects", "form")) == Policy(DECIDES | {"effect", "form"}, IGNORED - {"form"})
    assert policy_of(("no-order",)).ignored == IGNORED | {"order"}
    for slip in ("colour", "no-value", "no-"):
        with pytest.raises(InputError, match="--count"):
            policy_of((slip,))


def test_the_command_refuses_an_unknown_class(tmp_path, capsys: pytest.CaptureFixture[str]) -> None:
    """Bad usage is told in a line, with what there is."""
    file = tmp_path / "one.py"
    file.write_text("def f(n):\n    return n\n")
    assert main(["evidence", str(file), str(file), "--count", "colour"]) == 2
    assert "value, exception, effect, order, form, precision, sharing, layout, output, time" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("numbers", "doubted"),
    [
        ((1001,), True),
        ((700, 700), True),
        ((50, 50, 50), True),
        ((999,), False),
        ((300, 300), False),
        ((0, 999), False),
    ],
)
def test_who_is_slow_on_much_work_may_be_right(numbers: tuple[int, ...], doubted: bool) -> None:
    """No answer in time decides where the numbers are small, one by one and multiplied; of calls those of each."""
    values = tuple(map(Int, numbers))
    for given in (Input(values), sequence((Call("Board", values), Call("size")))):
        case = Case(given, Outcome("return", Int(0)), "inside")
        assert beside((case, Outcome("timeout"), "timeout")) is doubted


@pytest.mark.parametrize(
    ("dates", "doubted"),
    [
        ((Text("1977-10-24 10:50"), Text("2023-02-28 19:50")), True),
        ((made(DATE, 1990, 1, 1), Sequence("list", (made(DATE, 2020, 1, 1),))), True),
        ((Text("2023-10-24"), Text("2023-10-25")), False),
        ((Text("1977-10-24"),), False),
        ((Text("1977"), Text("2023")), False),
    ],
)
def test_who_goes_through_decades_may_be_right(dates: tuple[Value, ...], doubted: bool) -> None:
    """Likewise from one date to another."""
    case = Case(Input(dates), Outcome("return", Int(0)), "inside")
    assert beside((case, Outcome("timeout"), "timeout")) is doubted


@pytest.fixture(scope="module")
def session() -> Iterator[EvidenceSession]:
    with EvidenceSession() as opened:
        yield opened


def judged(session: EvidenceSession, candidate: str, reference: str, *count: str) -> Evidence:
    python = by_id("python")
    assert python is not None
    pairs = answers("python", candidate, reference)
    return session.judge(candidate, reference, python, Options(budget=0.5, pairs=pairs, count=count))


LIST = "def f(xs: list[int]):\n    return [x + 1 for x in xs]\n"
SPOILED = "def f(xs: list[int]):\n    got = [x + 1 for x in xs]\n    xs.clear()\n    return got\n"
SPOILS = "def f(xs: list[int]):\n    got = [x + 1 for x in xs]\n    xs.append(1)\n    return got\n"
PRINTS = "def f(value: int):\n    print(value, 'and', 2)\n"
SORTED = "def f(xs: list[int]):\n    return sorted(xs)[:1]\n"
SORTS = "def f(xs: list[int]):\n    xs.sort()\n    return xs[:1]\n"
KEPT = SORTED.replace("    return", '    """The least, without changing the given list."""\n    return')
CHECKED = "def f(value: int):\n    if value < 0:\n        raise ValueError\n    return value * 3\n"


@sandboxed
@pytest.mark.sandbox
@pytest.mark.parametrize(
    ("candidate", "reference", "count", "verdict", "words"),
    [
        (LIST.replace("[x", "tuple(x").replace("xs]", "xs)"), LIST, (), "equivalent", "in form, which does not count"),
        (LIST.replace("[x", "tuple(x").replace("xs]", "xs)"), LIST, ("form",), "differs", ""),
        (LIST.replace("xs]", "xs][::-1]"), LIST, (), "differs", ""),
        (LIST.replace("xs]", "xs][::-1]"), LIST, ("no-order",), "equivalent", "in order, which does not count"),
        (PRINTS.replace("print(", "print(' ', "), PRINTS, (), "equivalent", "in layout, which does not count"),
        (PRINTS.replace("print(", "print(' ', "), PRINTS, ("layout",), "differs", ""),
        (SPOILED, SPOILS, (), "conditional", "in its arguments"),
        (SPOILED, SPOILS, ("effects",), "differs", ""),
        (SPOILED, SPOILS, ("no-effect",), "equivalent", "in effect, which does not count"),
        (SORTS, SORTED, (), "equivalent", "it changes its arguments, which the reference does not"),
        (SORTS, SORTED, ("effects",), "differs", ""),
        (SORTS, KEPT, (), "conditional", "leaves something else in its arguments"),
        (CHECKED.replace("raise ValueError", "pass"), CHECKED, ("exception",), "differs", ""),
        (CHECKED.replace("raise ValueError", "pass"), CHECKED, ("no-exception",), "equivalent", "not by the candidate"),
    ],
)
def test_what_decides_is_said(
    session: EvidenceSession, candidate: str, reference: str, count: tuple[str, ...], verdict: str, words: str
) -> None:
    """The same two programs do the same or differ, as a person has it; the signature says it."""
    found = judged(session, candidate, reference, *count)
    assert (found.verdict, words in found.reason) == (verdict, True)
    assert found.count == tuple(sorted(policy_of(count).decides))
    assert f"|count:{','.join(sorted(policy_of(count).decides))}|" in found.signature
    if verdict == "differs":
        assert found.counterexample is not None
        assert found.counterexample.kind == (count or ("order",))[0].removesuffix("s")


def test_a_large_number_in_a_text_is_one() -> None:
    """What a text says of how often (`111115BB`) makes programs slow, too; short numbers do not."""
    assert large(Input((Text("111115BB"),)))
    assert not large(Input((Text("a12b34c56"),)))
