"""Parts of a text that are looked up by their place (`parts[0]`, `parts[1]`) are each what they are read as."""

from __future__ import annotations

import pytest

from codescore.evidence.session import EvidenceSession
from codescore.languages import by_id
from codescore.languages.shapes import IntShape, SequenceShape, TextShape, Written
from tests.evidence.judging import judged

TOTALS = """
def totals(lines):
    found = {}
    for line in lines:
        parts = line.split(",")
        name = parts[0].strip().lower()
        found[name] = found.get(name, 0) + int(parts[1])
    return found
"""
IN_JAVASCRIPT = """
function totals(lines) {
  const found = {};
  for (const line of lines) {
    const parts = line.split(",");
    const name = parts[0].trim().toLowerCase();
    found[name] = (found[name] || 0) + parseInt(parts[1], 10);
  }
  return found;
}
"""
STACK = """
def run(commands):
    stack = []
    for command in commands:
        words = command.split()
        if words[0] == "push":
            stack.append(int(words[1]))
        elif words[0] == "pop" and stack:
            stack.pop()
        elif words[0] == "double" and stack:
            stack[-1] *= 2
    return stack
"""


def written(language: str, source: str) -> Written:
    """How the only parameter of the first function is written, or its items."""
    found = by_id(language)
    assert found is not None
    runner = found.runner()
    assert runner is not None
    shape = runner.survey(source).entries[0].parameters[0].shape
    inner = shape.element if isinstance(shape, SequenceShape) else shape
    assert isinstance(inner, TextShape)
    assert inner.written is not None
    return inner.written


@pytest.mark.parametrize(("language", "source"), [("python", TOTALS), ("javascript", IN_JAVASCRIPT)])
def test_a_name_is_none_of_the_numbers_beside_it(language: str, source: str) -> None:
    name, number = written(language, source).parts[:2]
    assert isinstance(name, TextShape)
    assert isinstance(number, IntShape)


def test_parts_that_are_stripped_first_have_their_places_too() -> None:
    stripped = '[p.strip() for p in line.split(",")]'
    source = f"def f(line):\n    parts = {stripped}\n    return parts[0].title(), int(parts[1])\n"
    assert [type(part) for part in written("python", source).parts[:2]] == [TextShape, IntShape]


def test_a_command_stands_first_and_what_it_takes_behind_it() -> None:
    command, number = written("python", STACK).parts[:2]
    assert isinstance(command, TextShape)
    assert set(command.samples) == {"push", "pop", "double"}
    assert isinstance(number, IntShape)


@pytest.mark.parametrize(
    "body",
    [
        "    a, *rest = line.split()\n    return a, int(rest[0])\n",
        "    words = line.split()\n    return [int(word) for word in words], words[0]\n",
        "    words = line.split()\n    return sum(int(words[n]) for n in range(3)), words[0]\n",
    ],
    ids=["the rest of them", "all of them, too", "at any place, too"],
)
def test_where_all_parts_are_used_alike_they_are(body: str) -> None:
    """What holds for all of them is not taken for what holds at a place."""
    assert len(set(written("python", f"def f(line):\n{body}").parts)) == 1


@pytest.mark.sandbox
@pytest.mark.parametrize(
    ("language", "reference", "right", "wrong"),
    [
        ("python", TOTALS, ("parts[0].strip().lower()", "parts[0].lower().strip()"), (".lower()", "")),
        ("javascript", IN_JAVASCRIPT, (".trim().toLowerCase()", ".toLowerCase().trim()"), (".toLowerCase()", "")),
        ("python", STACK, ("stack[-1] *= 2", "stack.append(stack.pop() * 2)"), ("*= 2", "+= 2")),
    ],
)
def test_who_treats_a_part_otherwise_is_found(
    session: EvidenceSession, language: str, reference: str, right: tuple[str, str], wrong: tuple[str, str]
) -> None:
    assert judged(session, language, reference.replace(*right), reference).verdict in ("equivalent", "conditional")
    assert judged(session, language, reference.replace(*wrong), reference).verdict == "differs"
