"""What declared types say of inputs: null, listed values, fields that need not be there; objects that come twice."""

# ruff: noqa: E501  the programs under test are data, each readable as one piece
from __future__ import annotations

from collections.abc import Iterator

import pytest

from codescore.evidence.declared import as_declared, listed, without_absent
from codescore.evidence.generate import boundary, draw
from codescore.evidence.options import Options
from codescore.evidence.pool import fresh, pool_of
from codescore.evidence.session import EvidenceSession
from codescore.languages import by_id
from codescore.languages.anchored import anchored, refers_back, spelled_out
from codescore.languages.execution import Entry, Input, Parameter
from codescore.languages.shapes import IntShape, NullShape, OneOf, RecordShape, Samples, SequenceShape, TextShape
from codescore.languages.values import Int, Null, Record, Ref, Sequence, Text
from tests.evidence.answers import answers
from tests.evidence.javascript.run import needs_node
from tests.evidence.judging import judged

LINE = RecordShape("Line", (("name", TextShape()), ("count", IntShape())), optional=("count",))


def _line(anchor: int = 0, **fields: object) -> Record:
    return Record("Line", tuple(fields.items()), anchor)  # type: ignore[arg-type]


def test_null_is_a_value_of_a_type_only_where_it_says_so() -> None:
    """Also in fields and items; a field that need not be there may be missing, any other may not."""
    assert listed(Null(), OneOf((IntShape(), NullShape())))
    assert not listed(Null(), IntShape())
    assert not listed(Text(""), Samples((Text("name"), Text("age"))))
    assert listed(_line(name=Text("a")), LINE)
    assert not listed(_line(name=Null(), count=Int(1)), LINE)
    assert not listed(_line(count=Int(1)), LINE)
    assert not listed(Sequence("list", (_line(name=Text("a"), count=Null()),)), SequenceShape(LINE))


def test_an_absent_field_is_left_out() -> None:
    """Null that shrinking puts into a field which need not be there means that it is not there."""
    entry = Entry("f", "function", (Parameter("lines", SequenceShape(LINE), "Line[]"),))
    given = Input((Sequence("list", (_line(name=Text("a"), count=Null()),)),))
    assert not as_declared(entry, given)
    less = without_absent(entry, given)
    assert less.arguments == (Sequence("list", (_line(name=Text("a")),)),)
    assert as_declared(entry, less)


def test_drawn_objects_have_optional_fields_now_and_then() -> None:
    """With and without: both are drawn often."""
    pool = pool_of((), 5)
    drawn = [draw(LINE, fresh(pool)) for _ in range(60)]
    there = sum(isinstance(one, Record) and len(one.fields) == 2 for one in drawn)
    assert 10 < there < 50


def test_options_are_tried_one_by_one_at_their_edges() -> None:
    """None of them, then each with 0 or an empty text: who takes these for none is told apart."""
    tried = [dict(one.fields) for one in boundary(LINE, pool_of((), 5)) if isinstance(one, Record)]
    assert "count" not in tried[0]
    assert tried[1]["count"] == Int(0)


def test_a_plain_object_that_comes_again_is_written_again() -> None:
    """Where a language copies it anyway; an anchor is shown only where something refers to it."""
    once = _line(1, name=Text("a"))
    assert spelled_out((once, Ref(1))) == (_line(name=Text("a")), _line(name=Text("a")))
    assert anchored((once, Ref(1))) == (once, Ref(1))
    assert anchored((once,)) == (_line(name=Text("a")),)
    node = Record("Node", (("value", Int(1)), ("next", Null())), 1)
    assert spelled_out((node, Ref(1))) == (node, Ref(1))


def test_what_refers_to_an_object_comes_after_it() -> None:
    """An input in which items changed places is none where a reference stands before its object."""
    ring = Record("Node", (("value", Int(1)), ("next", Ref(1))), 1)
    assert refers_back((ring, Ref(1)))
    assert not refers_back((Sequence("list", (Ref(1), _line(1, name=Text("a")))),))


SPANS = {
    "cpp": "int f(std::vector<std::pair<int, int>> xs) { int n = 0; for (const auto& [start, end] : xs) { n += end - start; } return n; }",
    "javascript": "function f(xs) { let n = 0; for (const [start, end] of xs) { n += end - start; } return n; }",
    "python": "def f(xs):\n    return sum(end - start for start, end in xs)\n",
}


@pytest.mark.parametrize(("language", "source"), SPANS.items())
def test_names_of_two_ends_say_which_is_below(language: str, source: str) -> None:
    """In every language that takes pairs apart by name."""
    (entry,) = by_id(language).runner().survey(source).entries
    assert ("xs", "pairs ordered") in {(one.parameter, one.property) for one in entry.assumptions}


@pytest.fixture(scope="module")
def session() -> Iterator[EvidenceSession]:
    with EvidenceSession() as opened:
        yield opened


DESTRUCTURED = """function pad(text, { width = 8, fill = ' ' } = {}) {
  let out = text;
  while (out.length < width) { out += fill[0] ?? '-'; }
  return out;
}"""
READ = """function pad(text, options = {}) {
  const width = options.width ?? 8, fill = options.fill ?? ' ';
  let out = text;
  for (let left = width - text.length; left > 0; left--) { out += fill.length > 0 ? fill[0] : '-'; }
  return out;
}"""
TYPED = """interface Options { width?: number; fill?: string }
function pad(text: string, { width = 8, fill = ' ' }: Options = {}): string {
  return width > text.length && width < 40 ? text + fill + width : text;
}"""
TYPED_READ = """function pad(text: string, options?: { width?: number; fill?: string }): string {
  const { width, fill } = options ?? {};
  const wide = width ?? 8;
  return wide > text.length && wide < 40 ? text + (fill ?? ' ') + wide : text;
}"""


@pytest.mark.sandbox
@needs_node[1]
@pytest.mark.parametrize(
    ("language", "reference", "candidate", "verdict"),
    [
        ("javascript", DESTRUCTURED, READ, "equivalent"),
        ("javascript", READ, DESTRUCTURED, "equivalent"),
        ("javascript", DESTRUCTURED, READ.replace("options.fill ??", "options.fill ||"), "differs"),
        ("typescript", TYPED, TYPED_READ, "equivalent"),  # they part on null, which no option is
        ("typescript", TYPED, TYPED_READ.replace("fill ??", "fill ||"), "differs"),
    ],
)
def test_options_are_absent_and_not_null(
    language: str, reference: str, candidate: str, verdict: str, session: EvidenceSession
) -> None:
    """Every usual way to give an option its default is the same; who mistakes an empty text for none is told."""
    options = Options(budget=1.0, pairs=answers(language, candidate, reference))
    found = session.judge(candidate, reference, by_id(language), options)
    assert found.verdict == verdict, found.reason


def test_two_ends_that_are_said_to_be_apart_are_not_equal(session: EvidenceSession) -> None:
    """`start < end`: 74 and 74.0 are not apart, whatever a language calls their types."""
    clashing = """
export interface Slot { start: number; end: number; }
/** The places of the slots that overlap an earlier one; start < end. */
export function clashing(slots: Slot[]): number[] {
  const found: number[] = [];
  slots.forEach((s, i) => { if (slots.slice(0, i).some((t) => s.start < t.end && t.start < s.end)) found.push(i); });
  return found;
}
"""
    inner = clashing.replace(
        "s.start < t.end && t.start < s.end", "Math.max(s.start, t.start) < Math.min(s.end, t.end)"
    )
    assert judged(session, "typescript", inner, clashing).verdict == "equivalent"
