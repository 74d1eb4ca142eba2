"""What hostile C++ programs try behind the wall, as native code, and what becomes of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from codescore.evidence.channel import Job, Ran, Room
from codescore.evidence.sandbox import probe
from codescore.languages import by_id
from codescore.languages.execution import Input
from codescore.languages.values import Bool, Int, Text
from tests.security.hostile import cpp_escapes as escapes

ABLE = probe()
pytestmark = [
    pytest.mark.sandbox,
    pytest.mark.skipif(not ABLE.works, reason=f"NO SANDBOX, NOTHING TESTED: {ABLE.detail}; {ABLE.remedy}"),
]
HONEST = """
std::string f(int) {
    std::string left;
    for (auto& one : std::filesystem::directory_iterator("/tmp")) left += one.path().filename();
    return left;
}
"""
SOURCE, NUMBERS = escapes.program()


@pytest.fixture(scope="module")
def run() -> Iterator[Callable[..., Ran]]:
    """Runs a program in the one room of all these tests."""
    runner = by_id("cpp").runner()
    room = Room(runner.harness(), runner.prepared)

    def of(source: str, *numbers: int) -> Ran:
        inputs = [Input((Int(number),)) for number in numbers]
        return room.run(Job(source, escapes.ENTRY, inputs, coverage=False, seconds=0.3))

    yield of
    room.close()


@pytest.fixture(scope="module")
def reached(run: Callable[..., Ran]) -> dict[str, object]:
    """What came of each attempt to reach something, all in one job."""
    ran = run(SOURCE, *(NUMBERS[name] for name in escapes.REACHES))
    assert (ran.how, ran.detail) == ("done", "")
    return dict(zip(escapes.REACHES, ran.outcomes, strict=True))


@pytest.mark.parametrize("name", escapes.REACHES)
def test_nothing_of_the_machine_is_reached(reached: dict[str, object], name: str) -> None:
    """Files, processes, memory of others, network, the harness's own pipes: every attempt is answered with no."""
    outcome = reached[name]
    assert (outcome.how, outcome.value) == ("return", Bool(value=False)), outcome


@pytest.mark.parametrize("name", escapes.ENDS)
def test_an_attack_on_itself_ends_only_itself(run: Callable[..., Ran], name: str) -> None:
    """A program that loops, floods, eats memory, dies or lies is ended, and the next one finds nothing of it."""
    ran = run(SOURCE, NUMBERS[name])
    died = [outcome.how for outcome in ran.outcomes] == ["crash"]  # its call's process, and no other
    assert ("crash" if died else ran.how) in escapes.ENDS[name][1], ran
    assert [outcome.value for outcome in ran.outcomes if outcome.how == "return"] in ([], [Bool(value=False)])
    after = run(HONEST, 1)
    assert (after.how, after.outcomes[0].value) == ("done", Text("program.so"))


@pytest.mark.parametrize("name", escapes.COMPILED)
def test_an_attack_on_the_compiler_gives_no_answer(run: Callable[..., Ran], name: str) -> None:
    """Whatever a text does before its function is called, there is no result, and it is said how it ended."""
    source, ends = escapes.COMPILED[name]
    ran = run(source, 1)
    assert ran.how in ends, ran
    assert not [outcome for outcome in ran.outcomes if outcome.how == "return"]
    assert "root:" not in ran.detail


def test_a_program_finds_nothing_of_the_one_before(run: Callable[..., Ran]) -> None:
    """What a program wrote into memory and files is not there for the next: its process and its job's are gone."""
    secret = "int f(int n) { static char kept[1 << 16]; memset(kept, 'K', sizeof kept); return n; }"
    assert run(secret, 7).outcomes[0].value == Int(7)
    search = """
    int f(int) {
        std::vector<char> block(1 << 20);
        return std::search_n(block.begin(), block.end(), 64, 'K') != block.end();
    }
    """
    assert run(search, 1).outcomes[0].value == Int(0)
