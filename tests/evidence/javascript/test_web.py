"""What Node and browsers have beside the language is there, and answers as Node does; what is not there is no fault."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Iterator

import pytest

from codescore.evidence.session import EvidenceSession
from codescore.languages.values import Null, Text
from tests.evidence.javascript.run import needs_node, room, run
from tests.evidence.judging import judged

pytestmark = needs_node

# fmt: off
ASKED = [
    '[...new URLSearchParams("?a=1+2&b=%C3%A4%2B&b=&c&=x&%zz=%e4")].join("|")',
    'new URLSearchParams({ q: "a b&c\'(~*)", "ä": "€" }).toString()',
    'new URLSearchParams([["a", 1], ["b", 2]]).toString() + new URLSearchParams("a=1&a=2").getAll("a")',
    ('(() => { const p = new URLSearchParams("a=1&b=2&a=3"); p.set("a", 9); p.append("c", ""); p.delete("b"); p.sort();'
    ' return [p.toString(), p.has("c"), p.get("d"), p.size, [...p.keys()]].join(); })()'),
    'Buffer.from("häß€😀").toString("hex") + Buffer.from("häß€😀").length + Buffer.from("häß€😀").toString()',
    'Buffer.from("hä€").toString("base64") + Buffer.from("aGk_-w", "base64").toString("latin1")',
    'Buffer.from("fF0g", "hex").length + Buffer.from([72, 105]).toString() + Buffer.byteLength("€")',
    'Buffer.concat([Buffer.from("a"), Buffer.alloc(2, "b")]).toString() + Buffer.from("a").equals(Buffer.from("b"))',
    'JSON.stringify(Buffer.from("ab")) + Buffer.from("\\u00ff", "latin1").toString("base64url")',
    'btoa("hi!") + atob("aGkh") + btoa("")',
    'new TextDecoder().decode(new TextEncoder().encode("é😀")) + new TextDecoder().decode(new Uint8Array([195, 40]))',
    'require("querystring").stringify({ a: [1, 2], b: "x y" }) + JSON.stringify(require("querystring").parse("a=1&a=2"))',  # noqa: E501
]
# fmt: on


@pytest.fixture(scope="module")
def session() -> Iterator[EvidenceSession]:
    with EvidenceSession() as made:
        yield made


@pytest.mark.parametrize("asked", ASKED)
def test_the_answers_are_those_of_node(asked: str) -> None:
    """The same expression here, and in the Node that is installed."""
    node = shutil.which("node")
    assert node is not None
    real = subprocess.run(
        [node, "-e", f"process.stdout.write(JSON.stringify(String({asked})))"], capture_output=True, check=True
    )
    with room() as inside:
        ran = run(f"function f(x) {{ return String({asked}); }}", [Null()], inside=inside)
    assert ran.outcomes[0].value == Text(json.loads(real.stdout))


HOST = 'function host(address) { return address.split("/")[2] || ""; }'


@pytest.mark.parametrize(
    ("candidate", "verdict"),
    [
        ("function host(address) { return new URL(address).host; }", "environment-failure"),
        (f'const base = new URL("http://a.b");\n{HOST}', "environment-failure"),
        ('function host(address) { throw new ReferenceError("URL is not defined"); }', "differs"),
        ('function host(address) { return adress.split("/")[2]; }', "differs"),
    ],
    ids=["called", "loaded", "thrown", "misspelt"],
)
def test_what_is_not_there_is_no_fault_of_a_program(session: EvidenceSession, candidate: str, verdict: str) -> None:
    """A name that browsers have is no misspelt one, and who says so itself is not believed."""
    assert judged(session, "javascript", candidate, HOST).verdict == verdict


QUEUE = """class Queue {
  constructor() { this.all = []; }
  push(one) { this.all.push(one); }
  pop() { return this.all.shift(); }
}
"""
LAST = """function last(items) {
  const queue = new Queue();
  for (const one of items) queue.push(one);
  let found = 0;
  for (const _ of items) found = queue.pop();
  return found;
}
"""


@pytest.mark.parametrize(
    ("candidate", "reference", "verdict"),
    [
        (LAST, QUEUE + LAST, "environment-failure"),
        (QUEUE + LAST, LAST, "environment-failure"),
        (LAST.replace("queue.push(one)", "_.push(queue, one)"), QUEUE + LAST, "environment-failure"),
        (QUEUE + LAST.replace("new Queue", "new Queu"), QUEUE + LAST, "differs"),
        (LAST.replace("new Queue", "new Aray"), QUEUE + LAST, "differs"),
        (QUEUE + LAST.replace("new Queue()", "Heap"), QUEUE + LAST, "differs"),
        (LAST.replace("new Queue", "items.length < 9 ? [] : new Queue"), QUEUE + LAST, "differs"),
        (QUEUE + LAST.replace("return", "if (found > 2) throw new HeapError(found); return"), QUEUE + LAST, "differs"),
        (LAST.replace("new Queue()", '(() => { throw new ReferenceError("Queue is not defined"); })()'),
         QUEUE + LAST, "differs"),
    ],
    ids=["candidate", "reference", "library", "misspelt", "misspelt Array", "no object of it", "in few calls",
         "error that is not there", "thrown"],
)  # fmt: skip
def test_a_class_that_nothing_declares_is_expected_around(
    session: EvidenceSession, candidate: str, reference: str, verdict: str
) -> None:
    """Who makes objects of it was written for a place that has it; one spelt nearly as another is a slip."""
    found = judged(session, "javascript", candidate, reference)
    assert found.verdict == verdict
    if verdict != "differs":
        assert "is not defined" in found.reason


def test_buffers_of_a_program_are_its_own() -> None:
    """No stand-in leads out of the realm of the program."""
    source = (
        "function f(x) { const all = [Buffer, URLSearchParams, TextDecoder, atob, new URLSearchParams('a'),"
        " Buffer.from('a')]; return all"
        ".map((one) => one.constructor.constructor('return typeof process.binding')()).join(); }"
    )
    with room() as inside:
        ran = run(source, [Null()], inside=inside)
    assert ran.outcomes[0].value == Text(",".join(["undefined"] * 6))
