"""Where something is in memory never enters a comparison, and what is `async` is run to its end."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from codescore.evidence.contract import Evidence
from codescore.evidence.options import Options
from codescore.evidence.sandbox import probe
from codescore.evidence.session import EvidenceSession
from codescore.languages import by_id
from tests.evidence.answers import answers

ABLE = probe()
pytestmark = [
    pytest.mark.sandbox,
    pytest.mark.skipif(not ABLE.works, reason=f"NO SANDBOX, NOTHING TESTED: {ABLE.detail}; {ABLE.remedy}"),
]


@pytest.fixture(scope="module")
def session() -> Iterator[EvidenceSession]:
    with EvidenceSession() as opened:
        yield opened


def judged(session: EvidenceSession, candidate: str, reference: str, language: str = "python") -> Evidence:
    found = by_id(language)
    assert found is not None
    return session.judge(
        candidate, reference, found, Options(budget=0.5, pairs=answers(language, candidate, reference))
    )


#: The same program with other memory: what is compared must not tell.
ELSEWHERE = (
    "\nclass Unused:\n    filler = [object() for _ in range(37)]\n\n\nanother = {n: str(n) for n in range(100)}\n"
)


@pytest.mark.parametrize(
    ("program", "verdict"),
    [
        ("class S:\n    pass\ndef f(n: int):\n    print(n, S())\n", "equivalent"),
        ("class S:\n    pass\ndef f(n: int):\n    return f'{n} {S()!r}'\n", "equivalent"),
        ("class S:\n    pass\ndef f(n: int):\n    return {str(S()): n}\n", "equivalent"),
        ("def f(n: int):\n    return repr(lambda: n)\n", "equivalent"),
        (
            "class S:\n    pass\ndef f(n: int):\n    if n == 3:\n        raise ValueError(S())\n    return n\n",
            "equivalent",
        ),
        ("def f(n: int):\n    return ValueError(n, 'x')\n", "equivalent"),
        ("def f(n: int):\n    return [n, repr(x for x in 'ab')]\n", "equivalent"),
        ("def f(n: int):\n    return [str(object()) + 'x' * 9] * 30000\n", "equivalent"),
        ("S = object()\ndef f(n: int):\n    return S\n", "untested"),
        ("S = object()\ndef f(n: int):\n    return {S, n}\n", "untested"),
        ("import io\ndef f(n: int):\n    return io.StringIO(str(n))\n", "untested"),
        ("def f(n: int):\n    return id([n])\n", "untested"),
        ("def f(n: int):\n    return [n, hash(object())]\n", "untested"),
        (
            """
class S:
    def __init__(self, n):
        self.n = n

def f(n: int):
    return [s.n for s in {S(m) for m in range(50)}]
""",
            "untested",
        ),
        ("def f(words: list[str]):\n    return set(words)\n", "equivalent"),
        ("def f(words: list[str]):\n    return list(set(words))\n", "equivalent"),
        ("def f(n: int):\n    return hash(str(n))\n", "untested"),
        ("async def f(n: int):\n    return n * 2\n", "equivalent"),
        ("import asyncio\ndef f(n: int):\n    return asyncio.run(asyncio.sleep(100, n))\n", "equivalent"),
    ],
)
def test_a_program_is_no_other_than_itself(session: EvidenceSession, program: str, verdict: str) -> None:
    """Beside a copy of itself that lies elsewhere in memory no program differs; what is nothing but its place decides
    nothing."""
    assert judged(session, program + ELSEWHERE, program).verdict == verdict


@pytest.mark.parametrize(
    ("candidate", "reference"),
    [
        ("def f(n: int):\n    return hex(n)\n", "def f(n: int):\n    return hex(n + 1)\n"),
        ("def f(n: int):\n    return ValueError(n)\n", "def f(n: int):\n    return ValueError(-n)\n"),
        ("def f(n: int):\n    return 'at 0x%x' % n\n", "def f(n: int):\n    return 'at 0x%x' % -n\n"),
    ],
)
def test_content_still_counts(session: EvidenceSession, candidate: str, reference: str) -> None:
    """What a program writes itself is no address, and an exception is what it was made with."""
    assert judged(session, candidate, reference).verdict == "differs"


ASYNC = """
import asyncio
async def once(x):
    await asyncio.sleep(60)
    return x
async def twice(x: int):
    one, two = await asyncio.gather(once(x), once(x))
    return one + two
"""


@pytest.mark.parametrize(
    ("candidate", "reference", "verdict"),
    [
        (ASYNC, ASYNC, "equivalent"),
        (ASYNC, "async def twice(x: int):\n    return 2 * x\n", "equivalent"),
        (ASYNC.replace("one + two", "one - two"), ASYNC, "differs"),
        ("def twice(x):\n    return x * 2\n", "async def twice(x: int):\n    return x * 2\n", "differs"),
        ("async def f(n):\n    for m in range(n % 5):\n        yield m\n",
         "async def f(n: int):\n    m = 0\n    while m < n % 5:\n        yield m\n        m += 1\n", "equivalent"),
        ("async def f(n):\n    for m in range(n % 4):\n        yield m\n",
         "async def f(n: int):\n    m = 0\n    while m < n % 5:\n        yield m\n        m += 1\n", "differs"),
        ("import asyncio\nasync def f(n):\n    await asyncio.Event().wait()\n    return n\n",
         "async def f(n: int):\n    return n\n", "differs"),
    ],
)  # fmt: skip
def test_what_is_asynchronous_is_run(session: EvidenceSession, candidate: str, reference: str, verdict: str) -> None:
    """Coroutines are what they give in the end, generators what they yield; sleeping takes no time, waiting for nothing
    is a difference."""
    found = judged(session, candidate, reference)
    assert found.verdict == verdict
    if found.counterexample is not None and "gather" in candidate:
        assert "asyncio.run(twice(" in found.counterexample.test


@pytest.mark.parametrize(
    ("body", "verdict"),
    [
        ('static String f(int n) { return n + " " + new P() + new int[0]; }', "equivalent"),
        ("static Object f(int n) { return new Object(); }", "untested"),
        ("static void f(int n) { System.out.println(new P()); }", "equivalent"),
        ('static String f(int n) { return n + " " + (Runnable) () -> {}; }', "equivalent"),
        ("static int f(int n) { return new P().hashCode(); }", "untested"),
        ('static String f(int n) { return n + "@" + Integer.toHexString(n); }', "equivalent"),
    ],
)
def test_java_tells_no_identities(session: EvidenceSession, body: str, verdict: str) -> None:
    """What `Object.toString` writes after the `@` does not count, nor does a hash that is an identity."""
    java = "class C {\n    static class P { }\n    %s\n}\n"
    more = "static Object filler = new Object(); static int spent = filler.hashCode(); "
    assert judged(session, java % (more + body), java % body, "java").verdict == verdict
