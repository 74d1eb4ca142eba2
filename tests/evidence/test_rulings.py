"""A verdict is made again from what was recorded, when a person decides what counts; nothing is run for that."""

from __future__ import annotations

from dataclasses import replace

import msgspec
import pytest

from codescore.evidence.contract import Coverage, Differing, Mutants, Tally, WithoutDifferences
from codescore.evidence.features import Literal, packed
from codescore.evidence.rulings import Compared, Ruling, Scope, evidence_of
from codescore.evidence.separating import Separation
from codescore.languages.execution import Input
from codescore.languages.values import Int

ZERO = Separation("value", (Literal("zero", "k"),), ("k",), always=True, held=30, of=30)
HERE = Scope("f", "value", ZERO)


def differing(number: int, kind: str = "value", *, decides: bool = True, doubted: bool = False) -> Differing:
    given = packed(Input((Int(number),)))
    return Differing(f"f({number})", "1", "2", kind, given, decides=decides, doubted=doubted, shared=True)


def program(*some: Differing, settled: str = "equivalent") -> Compared:
    """A program that does the same on 50 inputs and differs on these."""
    tally = Tally(equal=50, different=sum(one.decides for one in some))
    verdict = "differs" if tally.different else "conditional" if some else "equivalent"
    return Compared(
        verdict, "as it was", "f", ("g", "f"), 50 + tally.different, tally, Coverage(1.0, 1.0), Mutants(), (),
        (ZERO,), some, WithoutDifferences(settled, "the same on all 50 inputs"),
    )  # type: ignore[arg-type]  # fmt: skip


@pytest.mark.parametrize(
    ("some", "rulings", "verdict", "words"),
    [
        ((differing(0),), [], "differs", "as it was"),
        ((differing(0),), [Ruling(HERE, "open")], "conditional", "gives something else whenever k = 0"),
        ((differing(0),), [Ruling(HERE, "open"), Ruling(HERE, "aside")], "equivalent", "the same on all 50 inputs"),
        ((differing(0),), [Ruling(HERE, "open"), Ruling(HERE, "decides")], "differs", "e.g. f(0)"),
        ((differing(0),), [Ruling(HERE, "aside"), Ruling(HERE, "decides")], "differs", "e.g. f(0)"),
        ((differing(0), differing(7)), [Ruling(HERE, "aside")], "differs", "on 1 of 51 inputs"),
        ((differing(0), differing(7)), [Ruling(HERE, "open")], "differs", "e.g. f(7)"),
        ((differing(7),), [Ruling(Scope("f", input="f(7)"), "aside")], "equivalent", ""),
        ((differing(7),), [Ruling(Scope("h", input="f(7)"), "aside")], "differs", ""),
        ((differing(0, "order"),), [Ruling(HERE, "aside")], "differs", ""),
        ((differing(0, "order"),), [Ruling(Scope("f", "order"), "aside")], "equivalent", ""),
        ((differing(0, decides=False, doubted=True),), [Ruling(HERE, "decides")], "differs", "e.g. f(0)"),
        ((differing(0, decides=False, doubted=True),), [Ruling(HERE, "aside")], "equivalent", ""),
        # What is probably none of the task stays so, whatever is asked of the class.
        ((differing(0, decides=False),), [Ruling(HERE, "open")], "conditional", "as it was"),
    ],
)  # fmt: skip
def test_what_counts_decides(some: tuple[Differing, ...], rulings: list[Ruling], verdict: str, words: str) -> None:
    """The last ruling that covers a difference holds; what differs elsewhere still differs."""
    found = evidence_of((program(*some),), rulings)
    assert found.verdict == verdict
    assert words in found.reason


def test_what_was_found_of_another_program_is_not_said_of_this_one() -> None:
    """A question asked for one student covers another's difference; where else that one differs it does not know."""
    theirs = replace(ZERO, held=21, of=40, always=False)
    found = evidence_of((program(differing(0)),), [Ruling(Scope("f", "value", theirs), "open")])
    assert found.verdict == "conditional"
    assert found.reason.endswith("it gives something else where k = 0")


def test_what_is_left_must_be_enough_evidence() -> None:
    """Where the differences are put aside and the rest is thin, nothing is called the same."""
    found = evidence_of((program(differing(0), settled="insufficient"),), [Ruling(HERE, "aside")])
    assert found.verdict == "insufficient"
    found = evidence_of((program(differing(0), settled="insufficient"),), [Ruling(HERE, "open")])
    assert found.verdict == "insufficient"


def test_the_weakest_function_still_decides() -> None:
    """An answer about one function says nothing of another."""
    other = replace(program(differing(3)), unit="h", pair=("h", "h"))
    assert evidence_of((program(differing(0)), other), [Ruling(HERE, "aside")]).verdict == "differs"
    assert evidence_of((program(differing(0)), program()), [Ruling(HERE, "aside")]).verdict == "equivalent"


def test_what_was_compared_is_plain_data() -> None:
    """It comes back from bytes as it was, so that it can be remembered."""
    one = program(differing(0), differing(7, "order", decides=False))
    assert msgspec.msgpack.decode(msgspec.msgpack.encode(one), type=Compared) == one
