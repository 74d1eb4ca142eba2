"""Functions as arguments: who takes one is given some, plain, asynchronous, failing and counting ones."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Iterator
from unittest.mock import AsyncMock, Mock

import pytest

from codescore.evidence.assumptions import conditions
from codescore.evidence.domain import DECIDES, domain_of
from codescore.evidence.generate import boundary, draw
from codescore.evidence.options import Options
from codescore.evidence.pool import fresh, pool_of
from codescore.evidence.sandbox import probe
from codescore.evidence.session import EvidenceSession
from codescore.languages import by_id
from codescore.languages.execution import Input
from codescore.languages.given import TELLING, taking
from codescore.languages.python.run import writing
from codescore.languages.python.run.surveying import survey
from codescore.languages.shapes import SequenceShape, StandardShape
from codescore.languages.standard import ASYNC, FUNCTION, made, numbers, text
from codescore.languages.values import Record
from tests.evidence.answers import answers
from tests.evidence.harness import module

ABLE = probe()
HARNESS = module("given")
PLAIN = StandardShape(FUNCTION)


@pytest.mark.parametrize("type_", [FUNCTION, ASYNC, TELLING])
def test_a_function_does_what_is_written(type_: str, capsys: pytest.CaptureFixture[str]) -> None:
    """What a program is given answers, and fails, as the expression that stands for it in a counterexample."""
    pool = pool_of((), 5)
    drawn = {*boundary(StandardShape(type_), pool), *(draw(StandardShape(type_), fresh(pool)) for _ in range(200))}
    assert len(drawn) > (30 if type_ != TELLING else 8)
    for value in drawn:
        assert isinstance(value, Record)
        own = (HARNESS.asynchronous if type_ == ASYNC else HARNESS.function)(text(value), *numbers(value))
        shown = eval(writing.literal(value), {"Mock": Mock, "AsyncMock": AsyncMock, "asyncio": asyncio})
        for arguments in ((), (5,), (0,), ("ab",), (7, 2), (7, 2, 1), (), ()):
            found = [(_answer(function, arguments), capsys.readouterr().out) for function in (own, shown)]
            assert found[0] == found[1], (value, arguments)


def _answer(function: object, arguments: tuple[object, ...]) -> object:
    try:
        found = function(*arguments)  # type: ignore[operator]
        return asyncio.run(found) if asyncio.iscoroutine(found) else found
    except Exception as problem:  # noqa: BLE001  which one is the answer
        return type(problem)


@pytest.mark.parametrize(
    ("source", "shape"),
    [
        ("def f(g, x):\n    return g(x)", PLAIN),
        ("def f(g):\n    def inner(*a):\n        return g(*a)\n    return inner", PLAIN),
        ("def f(g, xs):\n    return list(map(g, xs))", PLAIN),
        ("def f(g, xs):\n    return sorted(xs, key=g)", PLAIN),
        ("from typing import Callable\ndef f(g: Callable[[int], int]): return g", PLAIN),
        ("def f(gs, x):\n    for g in gs:\n        x = g(x)\n    return x", SequenceShape(PLAIN)),
        ("def f(*gs):\n    return [g(1) for g in gs]", SequenceShape(PLAIN, "spread")),
        ("async def f(g, x):\n    return await g(x)", StandardShape(ASYNC)),
        ("import asyncio\nasync def f(g, x):\n    return await asyncio.wait_for(g(x), 1)", StandardShape(ASYNC)),
        ("async def f(g, x):\n    return g(x)", PLAIN),
        ("def f(g, x):\n    g(x)\n    return x", StandardShape(TELLING)),
        ("def f(g, xs):\n    for x in xs:\n        g(x)", StandardShape(TELLING)),
        ("def f(g, x):\n    g(x)\n    return g(1)", PLAIN),
        ("from typing import Callable\ndef f(g: Callable[[int], None]): pass", StandardShape(TELLING)),
    ],
)
def test_who_calls_it_takes_a_function(source: str, shape: object) -> None:
    """A parameter that is called, here or in a function inside, is one; what is awaited is asynchronous."""
    assert survey(source).entries[0].parameters[0].shape == shape


@pytest.mark.parametrize(
    ("name", "decides"), [("first above k", True), ("k by the first", False), ("fails first", False)]
)
def test_how_often_and_for_what_it_is_called_decides_nothing(name: str, decides: bool) -> None:
    """What only one that fails or counts shows is a doubt; where the reference goes on after a failure it decides."""
    plain, caught = "return f(1)", "try:\n        return f(1)\n    except ValueError:\n        return 0"
    given = Input((made(FUNCTION, name, 2),))
    for body, always in ((plain, decides), (caught, True)):
        entry = survey(f"def g(f):\n    {body}\n").entries[0]
        assert (domain_of(entry, conditions(entry, None), ()).likelihood(given) >= DECIDES) is always


def test_some_that_may_be_called_with_anything_fail() -> None:
    """Of the functions that look at all they are given some count, and some fail first."""
    pool = pool_of((), 5)
    drawn = {text(draw(StandardShape(taking(0)), fresh(pool))) for _ in range(200)}
    assert {"fails first", "count from k", "last"} <= drawn


@pytest.fixture(scope="module")
def session() -> Iterator[EvidenceSession]:
    if not ABLE.works:
        pytest.skip(f"NO SANDBOX, NOTHING TESTED: {ABLE.detail}; {ABLE.remedy}")
    with EvidenceSession() as made:
        yield made


PASSING_ON = """def again(action, times):
    for left in range(times, 0, -1):
        try:
            return action()
        except ValueError:
            if left == 1:
                raise
"""
COUNTER = """def counter(start=0):
    value = start
    def following():
        nonlocal value
        value += 1
        return value
    def reset():
        nonlocal value
        value = start
    return following, reset
"""
MEMO = """def memoize(f):
    cache = {}
    def inner(*args):
        if args not in cache:
            cache[args] = f(*args)
        return cache[args]
    return inner
"""
UNKEPT = "def memoize(f):\n    def inner(*args):\n        return f(*args)\n    return inner\n"
RETRY = """def retry(f, times):
    for left in reversed(range(times)):
        try:
            return f()
        except ValueError:
            if not left:
                raise
"""
ANY = "def some(f, items):\n    return any(f(x) for x in items)\n"
GATHER = """import asyncio
async def all_of(f, items):
    return await asyncio.gather(*(f(item) for item in items))
"""


@pytest.mark.sandbox
@pytest.mark.parametrize(
    ("reference", "candidate", "verdict"),
    [
        (MEMO, MEMO.replace("args not in cache", "cache.get(args) is None"), "conditional"),  # what is kept may be None
        (MEMO, MEMO.replace("cache[args]", "cache[args[:1]]").replace("args not", "args[:1] not"), "differs"),
        (MEMO, UNKEPT, "conditional"),
        (RETRY, RETRY.replace("range(times)", "range(times - 1)"), "differs"),
        (PASSING_ON, PASSING_ON.replace("if left == 1:\n                raise", "pass"), "conditional"),
        (COUNTER, COUNTER.replace("        value = start\n", "        value = 0\n"), "differs"),
        (COUNTER, COUNTER.replace("value", "now"), "equivalent"),
        (ANY, "def some(f, items):\n    return all(f(x) for x in items)\n", "differs"),
        (GATHER, "async def all_of(f, items):\n    return [await f(item) for item in items]\n", "equivalent"),
        (GATHER, "async def all_of(f, items):\n    return [await f(item) for item in set(items)]\n", "differs"),
    ],
)
def test_programs_that_take_functions_are_run(
    reference: str, candidate: str, verdict: str, session: EvidenceSession
) -> None:
    """How often a function is called, and what it raises, shows; by itself how often decides nothing."""
    found = session.judge(
        candidate, reference, by_id("python"), Options(budget=2.0, pairs=answers("python", candidate, reference))
    )
    assert found.verdict == verdict, found.reason


@pytest.mark.sandbox
def test_what_functions_give_is_shown(session: EvidenceSession) -> None:
    """Where functions that come back differ, both sides of the counterexample say what they gave."""
    adder = "def adder(k):\n    def add(x):\n        return x + k\n    return add\n"
    wrong = adder.replace("x + k", "x - k")
    options = Options(budget=0.5, pairs=answers("python", wrong, adder))
    found = session.judge(wrong, adder, by_id("python"), options).counterexample
    assert found is not None
    assert "<function: " in found.expected
    assert found.expected != found.got


@pytest.mark.sandbox
@pytest.mark.skipif(shutil.which("node") is None, reason="NOT TESTED: node is not here")
def test_a_port_is_not_blamed_for_values_that_its_language_is_not_given(session: EvidenceSession) -> None:
    """What the harness of the other language cannot make of a value is no input of both."""
    twice = "def twice(f, x):\n    return f(f(x))\n"
    options = Options(budget=0.5, spoken=by_id("javascript"))
    found = session.judge("const twice = (f, x) => f(f(x));", twice, by_id("python"), options)
    assert found.verdict == "untested", found.reason


EMITTER = """class Emitter:
    def __init__(self):
        self.handlers = {}

    def on(self, event, handler):
        self.handlers.setdefault(event, []).append(handler)

    def emit(self, event, *args):
        for handler in self.handlers.get(event, []):
            handler(*args)
"""


@pytest.mark.sandbox
@pytest.mark.parametrize(
    ("right", "wrong"), [("handler(*args)", "handler()"), ("[]):", "[])[:1]:"), ("[]):", "[])[::-1]:")]
)
def test_what_functions_are_called_for_shows(session: EvidenceSession, right: str, wrong: str) -> None:
    """Handlers that are called with something else, left out, or called in another order."""
    faulty = EMITTER.replace(right, wrong)
    options = Options(budget=1.0, pairs=answers("python", faulty, EMITTER))
    assert session.judge(faulty, EMITTER, by_id("python"), options).verdict == "differs"


GATHER = """\
import asyncio

async def each(tasks):
    return await asyncio.gather(*(task() for task in tasks))
"""
IN_TIME = """\
import asyncio

async def each(tasks):
    found = []

    async def run(task):
        found.append(await task())

    await asyncio.gather(*(run(task) for task in tasks))
    return found
"""
RETRY = """\
def retry(call, attempts=3, errors=(Exception,)):
    for number in range(attempts):
        try:
            return call()
        except errors:
            if number == attempts - 1:
                raise
"""
PATIENT = """\
class GaveUp(Exception):
    pass

def retry(call, attempts, sleep):
    for number in range(attempts):
        try:
            return call()
        except (ConnectionError, TimeoutError):
            if number == attempts - 1:
                raise GaveUp(number)
            sleep(number)
"""
ONCE_TOO_OFTEN = """\
class GaveUp(Exception):
    pass

def retry(call, attempts, sleep):
    for number in range(attempts):
        try:
            return call()
        except (ConnectionError, TimeoutError):
            sleep(number)
    if attempts > 0:
        raise GaveUp(number)
"""
BUS = """\
class Bus:
    def __init__(self):
        self.handlers = {}

    def subscribe(self, event, handler):
        self.handlers.setdefault(event, []).append(handler)

        def unsubscribe():
            self.handlers[event].remove(handler)

        return unsubscribe

    def publish(self, event, value):
        return [handler(value) for handler in self.handlers.get(event, [])]
"""


@pytest.mark.sandbox
@pytest.mark.parametrize(
    ("candidate", "reference", "verdicts"),
    [
        (IN_TIME, GATHER, ("differs",)),
        (GATHER.replace("(task() for task in tasks)", "[task() for task in tasks]"), GATHER, ("equivalent",)),
        (RETRY.replace("range(attempts)", "range(0, attempts)"), RETRY, ("equivalent",)),
        (RETRY.replace("attempts - 1", "attempts"), RETRY, ("conditional", "differs")),
        (PATIENT.replace("range(attempts)", "range(0, attempts)"), PATIENT, ("equivalent",)),
        (ONCE_TOO_OFTEN, PATIENT, ("conditional",)),
        (BUS.replace("remove(handler)", "clear()"), BUS, ("differs",)),
        (BUS.replace("[event].remove(handler)", "[event].pop()"), BUS, ("differs",)),
        (BUS.replace("get(event, [])", "get(event, ())"), BUS, ("equivalent",)),
    ],
    ids=[
        "in time",
        "in order",
        "retried",
        "not raised again",
        "errors by name",
        "too patient",
        "all lost",
        "another one lost",
        "the same",
    ],
)
def test_functions_that_answer_late_that_fail_and_that_are_given_back(
    session: EvidenceSession, candidate: str, reference: str, verdicts: tuple[str, ...]
) -> None:
    options = Options(budget=1.0, pairs=answers("python", candidate, reference))
    assert session.judge(candidate, reference, by_id("python"), options).verdict in verdicts


@pytest.mark.sandbox
def test_calls_of_functions_that_calls_gave_are_written(session: EvidenceSession) -> None:
    faulty = BUS.replace("remove(handler)", "clear()")
    options = Options(budget=1.0, pairs=answers("python", faulty, BUS))
    example = session.judge(faulty, BUS, by_id("python"), options).counterexample
    assert example is not None
    assert "call1 = a.subscribe(" in example.input
    assert "; call1();" in example.input
    space: dict[str, object] = {}
    exec(BUS + example.test, space)
    space["test_bus"]()  # type: ignore[operator]
