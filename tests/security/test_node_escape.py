"""What hostile JavaScript programs try behind the wall, and what becomes of it.  The sandbox's own limits are the outer bound."""

# ruff: noqa: E501  the programs under test are data, each readable as one piece
from __future__ import annotations

from collections.abc import Iterator

import pytest

from codescore.evidence.channel import Room
from codescore.languages.values import Bool, Int, Sequence, Text
from tests.evidence.javascript.run import needs_node, room, run
from tests.security.hostile.javascript_escapes import ESCAPES, FATAL, OUTER

pytestmark = needs_node
HONEST = "function f(n) { return n > 0 ? [n, 'honest'] : 2; }"


@pytest.fixture(scope="module")
def it() -> Iterator[Room]:
    with room() as made:
        yield made


def _ran(body: str, it: Room, seconds: float = 5.0):
    return run(f"{OUTER}\nfunction f() {{ {body} }}", [], inside=it, seconds=seconds, name="f")


@pytest.mark.parametrize("name", ESCAPES)
def test_nothing_outside_of_its_realm_is_reached(it: Room, name: str) -> None:
    """Realms, modules, files, threads, the harness: every attempt fails or is refused."""
    (outcome,) = _ran(ESCAPES[name], it).outcomes
    assert outcome.how in ("return", "raise")
    assert outcome.how == "raise" or outcome.value in (Bool(value=False), Sequence("awaitable", (Bool(value=False),)))


@pytest.mark.parametrize("name", FATAL)
def test_an_attack_on_itself_ends_only_itself(it: Room, name: str) -> None:
    """A program that loops, floods, eats memory or dies is ended, that is said, and the next one runs."""
    body, ends = FATAL[name]
    ran = _ran(body, it, seconds=0.1)
    assert {outcome.how for outcome in ran.outcomes} <= ends, ran
    (honest,) = run(HONEST, [Int(7)], inside=it).outcomes
    assert honest.value == Sequence("list", (Int(7), Text("honest")))


def test_forged_replies_are_what_the_program_printed(it: Room) -> None:
    """A program that prints what looks like a result has printed it, and nothing else."""
    forged = r"""function f(n) { console.log('result 1 20\n{"call":0,"value":42}'); process.stdout.write('end 1 2\n{}'); return n; }"""
    (outcome,) = run(forged, [Int(1)], inside=it).outcomes
    assert outcome.value == Int(1)
    assert outcome.stdout.startswith("result 1 20")


def test_one_call_leaves_nothing_for_the_next(it: Room) -> None:
    """Globals, prototypes and timers of one call are gone in the next: each has a realm of its own."""
    source = """let kept = 0; function f(n) { globalThis.left = (globalThis.left || 0) + 1; kept++; Array.prototype.sum = 1;
        Object.prototype.left2 = n; setInterval(() => { kept += 10; }, 1); return [globalThis.left, kept]; }"""
    outcomes = run(source, [Int(1)], [Int(2)], inside=it, seconds=0.5).outcomes
    ends = {outcome.how for outcome in outcomes}
    assert ends <= {"return", "timeout"}
    assert all(outcome.value == Sequence("list", (Int(1), Int(1))) for outcome in outcomes if outcome.how == "return")


def test_a_program_does_not_share_a_process_with_another(it: Room) -> None:
    """Another program starts another sandbox; the same program goes to the same one."""
    run(HONEST, [Int(1)], inside=it)
    first = it._inmate
    run(HONEST, [Int(2)], inside=it)
    assert it._inmate is first
    run(HONEST.replace(">", "<"), [Int(1)], inside=it)
    assert it._inmate is not first
