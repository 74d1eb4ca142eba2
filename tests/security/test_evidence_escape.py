"""What a program that is run for evidence cannot do: every way out that we could think of, tried."""

from __future__ import annotations

import pytest

from codescore.evidence.sandbox import probe
from tests.security import attacks
from tests.security.hostile import python_escapes as escapes

ABLE = probe()
pytestmark = [
    pytest.mark.sandbox,
    pytest.mark.skipif(not ABLE.works, reason=f"NO SANDBOX, NOTHING TESTED: {ABLE.detail}; {ABLE.remedy}"),
]

REFUSED = {"PermissionError", "OSError", "FileNotFoundError", "ValueError", "BlockingIOError", "NotADirectoryError"}
HONEST = ["return", "", ["seq", "list", [["text", "honest"], ["seq", "list", []]]]]


@pytest.fixture(scope="module")
def outcomes() -> dict[str, list]:
    programs = {name: attacks.function(body) for name, body in escapes.ATTACKS.items()}
    programs["system calls"] = attacks.function(attacks.system_calls())
    programs |= {name: attacks.function(body) for name, (body, _) in escapes.FATAL.items()}
    return attacks.run_all(programs)


@pytest.mark.parametrize("name", sorted(escapes.ATTACKS))
def test_an_attack_reaches_nothing(outcomes: dict[str, list], name: str) -> None:
    """An attack is refused by an exception, or sees nothing worth seeing."""
    how, error, value, _ = outcomes[name]
    if name == "list the root":
        names = {item[1] for item in value[2]}
        assert names <= {"usr", "bin", "sbin", "lib", "lib64", "lib32", "dev", "tmp", "harness", "etc"}
    elif how == "return":
        assert value in (["null"], ["bool", False], ["seq", "list", []]), value
    else:
        assert how == "raise"
        assert error in REFUSED


@pytest.mark.parametrize("name", sorted(escapes.FATAL))
def test_an_attack_on_itself_ends_only_itself(outcomes: dict[str, list], name: str) -> None:
    """A program that loops, floods, eats memory or dies is ended, and that is said."""
    assert outcomes[name][0] in escapes.FATAL[name][1]


def test_system_calls_are_refused(outcomes: dict[str, list]) -> None:
    """What the filter does not list fails with an error of permission, also when it is called past Python."""
    assert outcomes["system calls"][:3] == ["return", "", ["seq", "list", []]]


def test_the_next_program_is_not_touched(outcomes: dict[str, list]) -> None:
    """After each attack the next program runs in the same sandbox, and finds nothing left behind."""
    assert {name: found[3] for name, found in outcomes.items() if found[3] != HONEST} == {}
