"""What a Python program's text says can be called, and with what: annotations, examples, use, names, preconditions."""

from __future__ import annotations

import pytest

from codescore.languages.forms import WORDS
from codescore.languages.guessing import LETTERS
from codescore.languages.python.run.surveying import survey
from codescore.languages.shapes import (
    AnyShape,
    BoolShape,
    FloatShape,
    GroupShape,
    IntShape,
    MappingShape,
    NullShape,
    OneOf,
    RecordShape,
    SelfShape,
    SequenceShape,
    TextShape,
    TupleShape,
)  # fmt: skip
from codescore.languages.values import Int, Sequence, Text

USUAL = 0.6  # the weight of what is only usual, at most
INTS = SequenceShape(IntShape())


def shapes(source: str) -> list[object]:
    return [parameter.shape for parameter in survey(source).entries[-1].parameters]


@pytest.mark.parametrize(
    ("annotation", "shape"),
    [
        ("int", IntShape()),
        ("float", FloatShape()),
        ("bool", BoolShape()),
        ("str", TextShape()),
        ("list[int]", INTS),
        ("List[List[int]]", SequenceShape(INTS)),
        ("Tuple[int, str]", TupleShape((IntShape(), TextShape()))),
        ("tuple[int, ...]", SequenceShape(IntShape(), "tuple")),
        ("Dict[str, int]", MappingShape(TextShape(), IntShape())),
        ("set[int]", GroupShape(IntShape())),
        ("Optional[int]", OneOf((IntShape(), NullShape()))),
        ("int | None", OneOf((IntShape(), NullShape()))),
        ("'list[str]'", SequenceShape(TextShape())),
        ("typing.Sequence[float]", SequenceShape(FloatShape())),
    ],
)
def test_annotations(annotation: str, shape: object) -> None:
    """A declared type is a shape."""
    assert shapes(f"def f(q: {annotation}): return q") == [shape]


@pytest.mark.parametrize(
    ("body", "shape"),
    [
        ("return q % 2 == 0", IntShape()),
        ("return [x for x in range(q)]", IntShape()),
        ("return q.lower()", TextShape()),
        ("return sum(q)", INTS),
        ("q.append(1)", INTS),
        ("return [x.upper() for x in q if len(q) > 1 and q.index(x)]", SequenceShape(TextShape())),
        ("for a, b in q: print(a + 1, b.upper())", SequenceShape(TupleShape((IntShape(), TextShape())))),
        ("return q['x'] + 1", MappingShape(TextShape(samples=("x",)), IntShape(), required=(Text("x"),))),
        ("return [k for k, v in q.items() if v > 2]", MappingShape(TextShape(LETTERS, min_size=1), IntShape())),
        ("return q.add(3)", GroupShape(IntShape())),
        ("return [c for c in q if c in 'aeiou']", SequenceShape(TextShape())),
        ("return sum(ord(c) for c in q)", TextShape()),
        ("return not q and True", AnyShape()),
        ("while q.next: q = q.next", RecordShape("Node", (("next", SelfShape()),), linked=True)),
        ("helper(q)\n    return 1\ndef helper(z): return z.split()\ndef last(q):\n    return helper(q)",
         TextShape(written=WORDS)),
    ],
)  # fmt: skip
def test_use(body: str, shape: object) -> None:
    """What is done with a parameter says what it is."""
    found = shapes(f"def f(q):\n    {body}\n")
    if isinstance(shape, RecordShape):
        assert isinstance(found[0], RecordShape)
    elif isinstance(shape, SequenceShape) and isinstance(shape.element, TextShape):
        assert isinstance(found[0], (SequenceShape, TextShape))
    else:
        assert found == [shape]


@pytest.mark.parametrize("name", ["s", "text", "word"])
def test_names(name: str) -> None:
    """Where nothing else is known, a name is a hint."""
    assert shapes(f"def f({name}): return {name}") == [TextShape()]


def test_examples_are_inputs() -> None:
    """Doctests, arrows and calls elsewhere in the file are inputs, whatever stands behind them."""
    source = '''def f(xs, k=1):
    """Example: f([1, 2], 3) ==> 5

    >>> f([4])
    4
    """
    return xs
print(f([7], 8), f(unknown))
'''
    found = [example.arguments for example in survey(source).entries[0].examples]
    one, two = Sequence("list", (Int(1), Int(2))), Sequence("list", (Int(4),))
    assert (one, Int(3)) in found
    assert (two,) in found
    assert (Sequence("list", (Int(7),)), Int(8)) in found
    assert len(found) == 3


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ('def f(n):\n    """n is a positive integer."""\n    return n', ("n", "positive", True)),
        ('def f(xs):\n    """Given a non-empty list."""\n    return xs[0]', ("xs", "non-empty", True)),
        ("def f(sorted_list): return sorted_list", ("sorted_list", "ordered", True)),
        (
            (
                "def f(x, seq):\n    for i in range(len(seq)):\n"
                "        if x <= seq[i]:\n            return i\n    return len(seq)"
            ),
            ("seq", "ordered", False),
        ),
        ("def f(n):\n    if n == 1:\n        return 1\n    return n * f(n - 1)", ("n", "positive", False)),
        ("def f(n):\n    return [i for i in range(n)]", ("n", "non-negative", False)),
        (
            "def f(n):\n    k = 0\n    while n > 0:\n        n, k = n // 2, k + 1\n    return k",
            ("n", "non-negative", False),
        ),
    ],
)
def test_preconditions(source: str, expected: tuple[str, str, bool]) -> None:
    """What is said, named or taken for granted is an assumption; only words and names are certain."""
    found = {(a.parameter, a.property, a.certain) for a in survey(source).entries[0].assumptions}
    assert expected in found


@pytest.mark.parametrize(
    "source",
    [
        "def below(l, t):\n    for e in l:\n        if e >= t:\n            return False\n    return True",
        'def f(l):\n    """Return a list of sorted, unique elements of l."""\n    return sorted(set(l))',
        "def f(n):\n    if n < 0:\n        return -1\n    return list(range(n))",
        "def f(size_of: int):\n    return size_of > 0",
        "def f(at: int):\n    if at > 100:\n        return 'far'\n    return 'near' if at > 0 else 'here'",
    ],
)
def test_no_precondition_where_none_is_meant(source: str) -> None:
    """An answer about all elements, words about the result, and a look at the sign are no preconditions."""
    assert [a for a in survey(source).entries[0].assumptions if a.weight > USUAL] == []


def test_an_assume_comment_is_read() -> None:
    """A teacher's line in the reference is a precondition."""
    entry = survey("# codescore: assume = xs is sorted\ndef f(xs): return xs").entries[0]
    assert entry.assumes == ("xs is sorted",)


def test_scripts_and_classes() -> None:
    """A program that reads its input runs as a whole; methods of a class that needs no arguments can be called."""
    assert survey("n = int(input())\nprint(n + 1)\n").entries[-1].kind == "script"
    method = survey("class A:\n    def f(self, n: int): return n\n").entries[0]
    assert (method.kind, method.owner, [p.name for p in method.parameters]) == ("method", "A", ["n"])


def test_a_module_of_classes_is_no_program() -> None:
    """What a module makes for its classes does not turn it into a program that runs as a whole; reading input does."""
    source = 'T = TypeVar("T")\nclass Stack(Generic[T]):\n    def push(self, x: int): self.items = x\n'
    assert {entry.kind for entry in survey(source).entries} == {"class", "method"}
    assert survey(f"{source}print(input())\n").entries[-1].kind == "script"


@pytest.mark.parametrize("source", ["def f(:", "", "x = 1\n", "\0", "(" * 5000])
def test_a_program_with_nothing_to_call_has_a_problem(source: str) -> None:
    """Broken and empty programs are told, not raised."""
    assert survey(source).problem


def test_constants_are_collected() -> None:
    """Literals of the code count, docstrings do not."""
    constants = survey('"""words"""\ndef f(x):\n    return x == 4711 or "abc"\n').constants
    assert Int(4711) in constants
    assert Text("abc") in constants
    assert Text("words") not in constants


def test_why_nothing_can_be_called_is_told() -> None:
    """An exception is not run by itself, and the words say so; a syntax error names a line, not a file."""
    full = "class Full(Exception):\n  def __init__(self, w):\n    self.w = w\n\n  def area(self):\n    return 1\n"
    assert "no class with methods of its own" in survey(full).problem
    assert survey("def f(:\n").problem == "it does not parse: invalid syntax (line 1)"


@pytest.mark.parametrize(
    ("body", "found"),
    [
        ("return [board[i][i] for i in range(3)]", {("size at most", 3), ("square", 3)}),
        ("for i in range(9):\n        for j in range(9): print(board[i][j])", {("size at most", 9), ("square", 9)}),
        ("if len(board) == 3: return [board[i][i] for i in range(3)]", {("size at most", 3), ("square", 0)}),
        ("return [board[3 * i + j] for i in range(3) for j in range(0, 3)]", {("size at most", 9)}),
        ("return sum(board[i] for i in range(7))", {("size at most", 7)}),
        ("return [board[i] for i in range(len(board))]", set()),
        ("for i in range(3): print(board[i])\n    for i in range(9): print(board[i])", {("size at most", 9)}),
        ("for i in range(3): print(board[i])\n    for i in other(): print(board[i + 9])", {("size at most", 3)}),
    ],
)
def test_what_is_counted_out_by_a_written_number_is_that_long(body: str, found: set[tuple[str, int]]) -> None:
    """A board of three by three, the days of a week; not where the number is a length. Of several it is the largest."""
    entry = survey(f"def f(board):\n    {body}\n").entries[0]
    known = {(one.property, one.bound) for one in entry.assumptions if one.weight == USUAL}
    assert {one for one in known if one[0] in ("size at most", "square")} == found
    least = {size for property_, size in known if property_ == "size at least"}
    assert least == (set() if "len" in body else {size for property_, size in found if property_ == "size at most"})


def test_a_call_that_lacks_an_argument_is_read() -> None:
    (entry,) = survey("import re\n\ndef f(text):\n    return re.split(',') + re.split(',', text)\n").entries
    assert entry.name == "f"


def test_what_a_mapping_may_lack_makes_nothing_else_nullable() -> None:
    """`holder[tool] is None` says that nobody has the tool, not that a person may be nobody."""
    source = (
        "class Shed:\n    def __init__(self, tools):\n        self.holder = {t: None for t in tools}\n"
        "    def lend(self, person, tool):\n        if self.holder[tool] is None:\n"
        "            self.holder[tool] = person\n"
        "        return self.holder[tool] == person\n"
    )
    (entry,) = [one for one in survey(source).entries if one.members]
    person = next(p for member in entry.members if member.name == "lend" for p in member.parameters)
    assert not isinstance(person.shape, OneOf)


@pytest.mark.parametrize(
    ("words", "kind"),
    [("Rows such as [1, 3] and [3, 5].", "list"), ("Rows such as (1, 3).", "tuple"), ("Rows.", "tuple"),
     ("A dict[str, int] of rows[0, 1].", "tuple"), ("Returns the pair [low, high].", "tuple")],
)  # fmt: skip
def test_rows_are_lists_where_the_words_show_them_so(words: str, kind: str) -> None:
    (rows,) = survey(f'def f(rows):\n    """{words}"""\n    return sum(a * b for a, b in rows)').entries[0].parameters
    assert rows.shape.element.kind == kind


def test_what_documents_a_function_may_stand_below_its_imports() -> None:
    program = '''
def trips(grid, capacity):
    import math
    """How often to go.

    >>> trips([[0, 1], [1, 1]], 2)
    2

    1 <= capacity <= 10
    """
    return sum(math.ceil(sum(row) / capacity) for row in grid)
'''
    above = program.replace("    import math\n", "").replace('10\n    """', '10\n    """\n    import math')
    [entry], [same] = survey(program).entries, survey(above).entries
    assert entry.examples
    assert "capacity is at most 10" in {one.words() for one in entry.assumptions}
    assert entry == same


def test_what_loops_count_is_told_apart_by_where_they_stand() -> None:
    program = """
def is_valid(grid):
    for i in range(9):
        if not ok(grid[i]) or not ok([grid[r][i] for r in range(9)]):
            return False
    for r in range(0, 9, 3):
        for c in range(0, 9, 3):
            if not ok([grid[r + i][c + j] for i in range(3) for j in range(3)]):
                return False
    for i in other():
        grid[i + 5]
    return True
"""
    [entry] = survey(program).entries
    known = {one.words() for one in entry.assumptions}
    assert {"grid is square", "grid has at least 9 items", "grid has at most 9 items"} <= known
