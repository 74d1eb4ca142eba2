"""Texts that a program goes through by their quotes and brackets are closed."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from codescore.evidence.sandbox import probe
from codescore.evidence.session import EvidenceSession
from codescore.evidence.written import rewritten, well_written
from codescore.languages import by_id
from codescore.languages.assumed import Assumption
from codescore.languages.closed import closed
from codescore.languages.shapes import TextShape
from tests.evidence.judging import judged

_ability = probe()

QUOTED = """def cells(line):
    parts, current, quoted = [], "", False
    for sign in line:
        if sign == '"':
            quoted = not quoted
        elif sign == "," and not quoted:
            parts.append(current)
            current = ""
        else:
            current += sign
    return parts + [current]
"""
BY_PIECES = """def cells(line):
    pieces, found = line.split('"'), [""]
    for number, piece in enumerate(pieces):
        first, *rest = [piece] if number % 2 and number < len(pieces) - 1 else piece.split(",")
        found[-1] += first
        found += rest
    return found
"""
UNQUOTED = """def cells(line):
    return line.replace('"', "").split(",")
"""
NESTED = """function parts(text) {
  let depth = 0, at = 0;
  const found = [];
  for (let i = 0; i < text.length; i++) {
    if (text[i] === "(") depth++;
    else if (text[i] === ")") depth--;
    else if (text[i] === "," && depth === 0) { found.push(text.slice(at, i)); at = i + 1; }
  }
  found.push(text.slice(at));
  return found;
}
"""
JAVA = """static List<String> cells(String line) {
    boolean quoted = false;
    for (char c : line.toCharArray()) {
        if (c == '\\'') quoted = !quoted;
        else if (c == ' ' && !quoted) end();
    }
}"""
CPP = """int deepest(const std::string& text) {
    int depth = 0, most = 0;
    for (char c : text) {
        if (c == '[') most = std::max(most, ++depth);
        if (c == ']') --depth;
    }
    return most;
}"""


@pytest.fixture(scope="module")
def session() -> Iterator[EvidenceSession]:
    with EvidenceSession() as found:
        yield found


@pytest.mark.parametrize(
    ("body", "name", "signs"),
    [
        (QUOTED, "line", '"'),
        (NESTED, "text", "()"),
        (JAVA, "line", "'"),
        (CPP, "text", "[]"),
        (NESTED.replace("depth++", "throw 1"), "text", None),
        (QUOTED + "    # an unclosed quote ends with the line\n", "line", None),
        (QUOTED.replace("parts + [current]", "True"), "line", None),
        (CPP.replace("--depth", "depth = 0"), "text", None),
        (UNQUOTED, "line", None),
        (QUOTED.replace("line", "lines", 1), "lines", None),
    ],
)
def test_signs_that_are_gone_by_are_closed(body: str, name: str, signs: str | None) -> None:
    """Quotes that turn a flag, brackets that raise and lower a depth; not where a program is there to find out."""
    assert [one.other for one in closed([name], "", body)] == ([signs] if signs else [])


@pytest.mark.parametrize(
    ("text", "signs", "mended"),
    [
        ('a "b" c', '"', None),
        ('a "b c', '"', 'a "b c"'),
        (")(a", "()", "(a)"),
        ("[(]", "() []", "[()]"),
        ("((x", "()", "((x))"),
        ('("', '" ()', '("")'),
    ],
)
def test_what_is_open_is_closed(text: str, signs: str, mended: str | None) -> None:
    """What closes nothing goes, and what is open is closed at the end."""
    about = Assumption("text", "closed", "it goes by them", other=signs)
    assert well_written(about, text) == (mended is None)
    found = rewritten(about, text, Random(1))
    assert found == (mended or text)
    assert well_written(about, found)


@pytest.mark.parametrize(
    ("language", "reference", "candidate", "verdict"),
    [
        ("python", QUOTED, BY_PIECES, "conditional"),
        ("python", QUOTED, UNQUOTED, "differs"),
        (
            "javascript",
            NESTED,
            NESTED.replace("  found.push(text.slice(at))", "  if (!depth) found.push(text.slice(at))"),
            "conditional",
        ),
        ("javascript", NESTED, NESTED.replace("depth === 0", "depth <= 1"), "differs"),
    ],
)
@pytest.mark.sandbox
@pytest.mark.skipif(not _ability.works, reason=f"NO SANDBOX: {_ability.detail}")
def test_what_is_done_with_open_ones_is_a_condition(
    session: EvidenceSession, language: str, reference: str, candidate: str, verdict: str
) -> None:
    """A right program that does something else where a quote is not closed is not accused."""
    evidence = judged(session, language, candidate, reference)
    assert evidence.verdict == verdict, evidence.reason
    if verdict == "conditional":
        assert "closed" in evidence.reason


@pytest.mark.parametrize(
    ("bare", "within"),
    [
        (".replace('(', '').replace(')', '')", "()"),
        (".strip('[]')", "[]"),
        (".replace('(', '')", ""),
        (".replace('(', '*').replace(')', '')", ""),
    ],
)
def test_brackets_that_are_taken_off_stand_around_a_text(bare: str, within: str) -> None:
    """Before it is taken apart; one sign that is taken off, or that becomes another, says nothing."""
    source = f"def total(text):\n    return sum(int(one) for one in text{bare}.split(', '))\n"
    (entry,) = by_id("python").runner().survey(source).entries
    shape = entry.parameters[0].shape
    assert isinstance(shape, TextShape)
    assert shape.written is not None
    assert shape.written.within == within
    told = [one for one in entry.assumptions if one.property == "around"]
    assert [one.other for one in told] == [within] * bool(within)
    for one in told:
        made = rewritten(one, f"1{within}, 2", Random(1))
        assert made == f"{within[0]}1, 2{within[1]}"
        assert well_written(one, made)
        assert not well_written(one, "1, 2")
