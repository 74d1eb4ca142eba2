"""Texts that a program takes apart, mappings whose parts name each other: inputs are made as the program reads them."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from codescore.evidence.generate import random_input
from codescore.evidence.options import Options
from codescore.evidence.pool import learn, pool_of
from codescore.evidence.sandbox import probe
from codescore.evidence.session import EvidenceSession
from codescore.evidence.spoken import in_words
from codescore.languages import by_id
from codescore.languages.execution import Entry, Parameter
from codescore.languages.forms import WORDS
from codescore.languages.python.run.surveying import survey
from codescore.languages.shapes import IntShape, MappingShape, OneOf, Samples, SequenceShape, TextShape, Written
from codescore.languages.values import Mapping, Record, Sequence, Text, walk

PYTHON = by_id("python")
ABLE = probe()
sandboxed = pytest.mark.skipif(not ABLE.works, reason=f"NO SANDBOX, NOTHING TESTED: {ABLE.detail}; {ABLE.remedy}")

CLOCK = """def minutes(text):
    hours, mins = text.split(":")
    return int(hours) * 60 + int(mins)
"""
ADDRESS = """def valid(text):
    parts = text.split(".")
    if len(parts) != 4:
        return False
    return all(p.isdigit() and int(p) <= 255 and (len(p) == 1 or p[0] != "0") for p in parts)
"""
SETTINGS = """def read(text):
    found = {}
    for item in text.split(";"):
        if item:
            key, value = item.split("=", 1)
            found[key.strip()] = value.strip()
    return found
"""
POLISH = """def value(expression):
    stack = []
    for token in expression.split():
        if token in "+-*":
            b, a = stack.pop(), stack.pop()
            stack.append(a + b if token == "+" else a - b if token == "-" else a * b)
        else:
            stack.append(int(token))
    return stack[0]
"""
VERSION = """def bump(version, part):
    major, minor, patch = map(int, version.split("."))
    if part == "minor":
        return f"{major}.{minor + 1}.0"
    return f"{major}.{minor}.{patch + 1}"
"""
MERGED = """def merged(base, extra):
    out = dict(base)
    for key, value in extra.items():
        if isinstance(value, dict) and isinstance(out.get(key), dict):
            out[key] = merged(out[key], value)
        else:
            out[key] = value
    return out
"""
ORDER = """def order(tasks):
    left = {name: set(needed) for name, needed in tasks.items()}
    done = []
    while left:
        free = sorted(name for name, needed in left.items() if not needed - set(done))
        if not free:
            raise ValueError("a circle")
        done.append(free[0])
        del left[free[0]]
    return done
"""


def entry(source: str) -> Entry:
    return survey(source).entries[0]


def shape(source: str) -> object:
    return entry(source).parameters[0].shape


def written(source: str) -> Written | None:
    found = shape(source)
    assert isinstance(found, TextShape)
    return found.written


def test_a_text_is_written_as_it_is_taken_apart() -> None:
    """Separator, number of parts, what each part is; parts of parts; blanks where they are taken off."""
    assert written(CLOCK) == Written(":", (IntShape(0), IntShape(0)), (2,))
    assert written(ADDRESS) == Written(".", (IntShape(0),), (4,))
    item = written(SETTINGS)
    assert item is not None
    assert item.separator == ";"
    (part,) = item.parts
    assert isinstance(part, TextShape)
    assert part.written is not None
    assert (part.written.separator, part.written.sizes) == ("=", (2,))
    assert all(isinstance(one, TextShape) and one.written and one.written.blanks for one in part.written.parts)


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("return [int(x) for x in q.split(',')]", Written(",", (IntShape(),))),
        ("return sum(map(float, q.split()))", Written(" ", (OneOf((IntShape(), IntShape())),))),
        ("return [line.split(',')[1] for line in q.splitlines()]", "lines"),
        ("return int(q.strip())", Written("", (IntShape(),), (1,), blanks=True)),
        ("return q.lower().split()", WORDS),
        ("return sum(int(c) for c in q if c.isdigit())", None),
    ],
)
def test_forms(body: str, expected: Written | str | None) -> None:
    """Words have blanks between them, and a digit in a text makes no number of it."""
    found = written(f"def f(q):\n    {body}\n")
    if expected == "lines":
        assert found is not None
        assert found.separator == "\n"
    elif expected is None or "float" not in body:
        assert found == expected
    else:
        assert found is not None
        assert found.separator == " "
        assert "number" in in_words(found.parts[0])


def test_the_parts_are_what_they_are_compared_with_and_mapped_to() -> None:
    """Signs that a part is looked for in; a number of parts that only a list with an item for each of them says."""
    polish = written(POLISH)
    assert polish is not None
    assert polish.parts == (OneOf((IntShape(), IntShape(), Samples((Text("+"), Text("-"), Text("*"))))),)
    listed = "def f(q):\n    a = [int(x) for x in q.split('.')]\n    return a[0] + a[2]\n"
    for source, sizes in ((VERSION, (3,)), (listed, (3, 3, 4))):
        version = written(source)
        assert version is not None
        assert version.sizes == sizes


def test_what_is_cut_before_it_is_read_as_a_number_is_none() -> None:
    """`int(part[:-1])`: the part has something behind the number."""
    assert written("def f(q):\n    return [int(part[:-1]) for part in q.split()]\n") == WORDS


def test_words_whose_letters_are_gone_through_are_words() -> None:
    """What is called words is no list of lists of texts, though sorting and joining a word would take that, too."""
    source = "def f(words):\n    return [''.join(sorted(w)) for w in words]\n"
    found = shape(source)
    assert isinstance(found, SequenceShape)
    assert isinstance(found.element, TextShape)


def test_it_is_said_in_words() -> None:
    """`--explain` shows the form."""
    assert in_words(shape(ADDRESS)) == "text of 4 parts (whole number from 0) between '.'"  # type: ignore[arg-type]
    read = "def f(q):\n    return q.strip() == 'a'\n"
    assert in_words(shape(read)) == "text, perhaps with blanks around it"  # type: ignore[arg-type]


def test_javascript_alike() -> None:
    """One reader of votes for all languages without declared types."""
    source = 'function f(q) { const [h, m] = q.trim().split(":"); return Number(h) * 60 + Number(m); }'
    found = by_id("javascript").runner().survey(source).entries[0].parameters[0].shape
    assert isinstance(found, TextShape)
    assert found.written == Written(":", (IntShape(0), IntShape(0)), (2,), blanks=True)


def test_most_texts_have_the_form() -> None:
    """And some have not: another number of parts, or nothing of it."""
    pool = pool_of((), 1)
    drawn = [random_input(entry(ADDRESS), pool).arguments[0] for _ in range(200)]
    fours = [t for t in drawn if isinstance(t, Text) and t.value.count(".") == 3]
    assert 120 < len(fours) < 195


def test_mappings_share_keys_and_their_values_name_them() -> None:
    """What a program looks up in two mappings is often in both; names that a mapping holds are often its keys."""
    pool = pool_of((), 1)
    shared = closed = 0
    for _ in range(200):
        one, two = random_input(entry(MERGED), pool).arguments
        assert isinstance(one, Mapping)
        assert isinstance(two, Mapping)
        shared += bool({key for key, _ in one.items} & {key for key, _ in two.items})
        (graph,) = random_input(entry(ORDER), pool).arguments
        assert isinstance(graph, Mapping)
        keys = {key for key, _ in graph.items}
        values = [value.items for _, value in graph.items if isinstance(value, Sequence)]
        closed += bool(keys) and any(values) and all(keys.issuperset(items) for items in values)
    assert shared > 40
    assert closed > 20


def test_mappings_that_are_gone_down_into_hold_mappings() -> None:
    """A program that calls itself with a mapping's values is given mappings of mappings, and numbers."""
    found = shape(MERGED)
    assert isinstance(found, MappingShape)
    assert isinstance(found.value, OneOf)
    assert isinstance(found.value.options[1], MappingShape)


def test_trees_are_small_and_large() -> None:
    """Most full trees of random numbers are in no order: what is right of them shows in small ones."""
    pool = pool_of((), 1)
    source = (
        "def f(t, low=None):\n    if t is None: return True\n    if low is not None and t.key <= low: return False\n"
        "    return f(t.left, low) and f(t.right, t.key)\n"
    )
    nodes = []
    for _ in range(200):
        top = random_input(entry(source), pool).arguments[0]
        nodes.append(sum(isinstance(one, Record) for one in walk(top)))
    assert sum(2 <= count <= 5 for count in nodes) > 25
    assert sum(count > 8 for count in nodes) > 20


@pytest.fixture(scope="module")
def session() -> Iterator[EvidenceSession]:
    with EvidenceSession() as opened:
        yield opened


@sandboxed
@pytest.mark.parametrize(
    ("reference", "old", "new"),
    [
        (CLOCK, "+ int(mins)", "+ int(mins) % 30"),
        (ADDRESS, "<= 255", "< 255"),
        (ADDRESS, "len(p) == 1 or", "len(p) <= 2 or"),
        (SETTINGS, "value.strip()", "value"),
        (POLISH, "b, a = ", "a, b = "),
        (VERSION, "{minor + 1}.0", "{minor + 1}.{patch}"),
        (MERGED, "merged(out[key], value)", "value"),
    ],
)
def test_what_only_a_text_of_the_form_shows(session: EvidenceSession, reference: str, old: str, new: str) -> None:
    """Each of these was "the same", or nothing at all, while texts and mappings were drawn without a form."""
    wrong = reference.replace(old, new)
    assert wrong != reference
    assert session.judge(wrong, reference, PYTHON, Options()).verdict == "differs"


@sandboxed
def test_a_graph_given_as_a_mapping_is_accepted(session: EvidenceSession) -> None:
    """Enough inputs without a circle are found to call a program the same."""
    other = ORDER.replace("free[0]", "min(free)")
    assert session.judge(other, ORDER, PYTHON, Options()).verdict == "equivalent"


def test_where_no_form_is_known_texts_have_the_marks_that_a_program_knows() -> None:
    """Numbers or words with them between or behind, all texts of an input alike: `3,x` and `5,y`."""
    assert pool_of((Text("\\,"), Text("h"), Text("word")), 1).marks == (",", "h")
    pool = pool_of((Text(","),), 1)
    lines = Entry("f", "function", (Parameter("lines", SequenceShape(TextShape(), min_size=2)),))
    fields = 0
    for _ in range(6000):
        (drawn,) = random_input(lines, pool).arguments
        assert isinstance(drawn, Sequence)
        fields += all(re.fullmatch(r"(?:[a-zA-Z]+,\d+,?)+", one.value) for one in drawn.items if isinstance(one, Text))
    assert fields >= 40


def test_texts_that_were_taken_are_taken_up() -> None:
    """What a program answered comes again with other numbers and words."""
    pool = pool_of((Text(":"),), 1)
    learn(pool, [Text("ab:12"), Text("no mark"), Sequence("list", (Text("3:x"),))])
    assert pool.taken == ["ab:12", "3:x"]
    one = Entry("f", "function", (Parameter("q", TextShape()),))
    drawn = {random_input(one, pool).arguments[0] for _ in range(300)}
    assert sum(isinstance(t, Text) and bool(re.fullmatch(r"[a-zA-Z]+:\d+", t.value)) for t in drawn) >= 3


def test_what_is_looked_up_is_like_the_parts_of_a_key() -> None:
    """A node is what the edges of a graph are made of, though nothing else is done with it."""
    body = ["d = {v: 9 for u, v in edges}", "d[s] = 0", "return [edges[e] + 1 for e in edges], d"]
    assert shape("def f(s, edges):\n    " + "\n    ".join(body) + "\n") == IntShape()
