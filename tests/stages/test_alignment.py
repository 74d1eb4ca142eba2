"""Two sketches side by side: what answers what, what differs, and what table 1 makes the same."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from codescore.languages import Language, by_id
from codescore.rewrite import mutate, transform
from codescore.score import align, differences, first_statements, operator_substitutions
from codescore.score.difference import Span
from codescore.score.statements import statements
from codescore.sketch import SketchText, map_unit, sketch_source, sketch_unit
from codescore.syntax import parse, units_of
from tests.stages.sources import JAVA, PYTHON, spelled

LANGUAGES = {name: by_id(name) for name in ("python", "java")}
ANY_LANGUAGE = st.sampled_from([language for language in LANGUAGES.values() if language is not None])
# Pieces of sketches in any order, whole and broken.
WORDS = """
if while for return else elif def f arg_0 arg_1 var_0 var_1 var_12 x
= == != < > <= += + - not ! in and or ( ) [ ] { } ⟨ ⟩ : ; ,
. ? -> 0 1 True False true 'a' "b" ' " \"\"\" max sorted List ++ is import é 𝒳 \\
"""
TOKENS = st.one_of(
    st.sampled_from([*WORDS.split(), "is not", "not in", "\u2028", '"a b"', '"""a\n  b"""']),
    st.text(min_size=1, max_size=8),
)
ROWS = st.tuples(st.integers(0, 3), st.lists(TOKENS, min_size=1, max_size=14).map(tuple))
SKETCHES = st.lists(ROWS, max_size=8).map(SketchText)


def language_of(name: str) -> Language:
    found = LANGUAGES[name]
    assert found is not None
    return found


def sketch(name: str, source: str) -> SketchText:
    return sketch_source(language_of(name), source.encode()).text


def found_in(name: str, candidate: str, reference: str) -> list[tuple[str, str | None, str | None]]:
    """Kind, candidate's and reference's words of every difference of two sources."""
    a, b = sketch(name, candidate), sketch(name, reference)

    def words(text: str, span: Span | None) -> str | None:
        return None if span is None else text[span.start : span.end]

    return [(d.kind, words(a, d.candidate), words(b, d.reference)) for d in differences(align(a, b, language_of(name)))]


ONE, TWO = ("    b = 1", "    print(b)"), ("    b = 2",)


def py(*lines: str) -> str:
    return "def g(a, b, items):\n" + "".join(f"    {line}\n" for line in lines)


@pytest.mark.parametrize(
    ("candidate", "reference", "expected"),
    [
        (py("return a <= b"), py("return a < b"), [("operator", "<=", "<")]),
        (py("a += b", "return a"), py("a -= b", "return a"), [("operator", "+=", "-=")]),
        (py("return a and b"), py("return a or b"), [("operator", "and", "or")]),
        (py("return a is b"), py("return a is not b"), [("operator", "is", "is not")]),
        (py("return items"), py("return sorted(items)"), [("call", None, "sorted")]),
        (py("return max(items)"), py("return min(items)"), [("call", "max", "min")]),
        (py("items.append(a)"), py("items.extend(a)"), [("call", "append", "extend")]),
        (py("return a + 1"), py("return a + 2"), [("literal", "1", "2")]),
        (py("return True"), py("return False"), [("literal", "True", "False")]),
        (py("return a"), py("return b"), [("name", "arg_0", "arg_1")]),
        (py("for x in items:", "    continue"), py("for x in items:", "    break"),
         [("extra-statement", "continue", None), ("missing-statement", None, "break")]),
        (py("return a - b"), py("return b - a"), [("order", "arg_0 - arg_1", "arg_1 - arg_0")]),
        (py("print(a)", "print(b)", "return 1"), py("print(a)", "return 1"),
         [("extra-statement", "print ( arg_1 )", None)]),
        (py("print(a)", "del items", "if a:", "    del b"), py("del items", "if a:", "    del b", "print(a)"),
         [("order", "print ( arg_0 )", "print ( arg_0 )")]),
        (py("for x in items:", "    a += x", "    return a"), py("for x in items:", "    a += x", "return a"),
         [("nesting", "return arg_0", "return arg_0")]),
        (py("return a").replace("a, b", "a: int, b: str"), py("return a"),
         [("annotation", "int", None), ("annotation", "str", None)]),
        ("import re\n" + py("return a"), py("return a"), [("import", "import re", None)]),
    ],
)  # fmt: skip
def test_one_change_is_one_difference(candidate: str, reference: str, expected: list[tuple]) -> None:
    """What was changed is found, named for what it is, and nothing else with it."""
    assert found_in("python", candidate, reference) == expected


@pytest.mark.parametrize(
    ("a", "b"),
    [
        (py("if a > b:", "    return a"), py("if b < a:", "    return a")),
        (py("return a == b"), py("return b == a")),
        (py("a += b"), py("a = a + b")),
        (py("a *= b + 1"), py("a = a * (b + 1)")),
        (py("return True"), py("return not False")),
        (py("if not a == b:", "    return 1"), py("if a != b:", "    return 1")),
        (py("if a:", *ONE, "else:", *TWO), py("if not a:", *TWO, "else:", *ONE)),
        (py("if a is None:", *ONE, "else:", *TWO), py("if a is not None:", *TWO, "else:", *ONE)),
        (py("if a and b:", *ONE, "else:", *TWO), py("if not (a and b):", *TWO, "else:", *ONE)),
        (py("return a if b else items"), py("return items if not b else a")),
        (py("x = [a if b == 1 else 2 for b in items]"), py("x = [2 if b != 1 else a for b in items]")),
        (py("if (a < b):", *ONE), py("if a < b:", *ONE)),
        (py("return 'a'"), py('return "a"')),
        (py("return (a)"), py("return a")),
    ],
)  # fmt: skip
def test_what_table_one_exchanges_is_no_difference(a: str, b: str) -> None:
    """Mirrored comparisons, compound assignments, negated branches and truth are the same, in both directions."""
    for candidate, reference in ((a, b), (b, a)):
        assert sketch("python", candidate) != sketch("python", reference)
        assert found_in("python", candidate, reference) == []
        assert (
            operator_substitutions(sketch("python", candidate), sketch("python", reference), language_of("python")) == 0
        )


@pytest.mark.parametrize(
    ("a", "b"),
    [
        (py("return a > b"), py("return a < b")),
        (py("a = a - b + 1"), py("a -= b - 1")),
        (py("a = a - (b + items)"), py("a -= b", "a -= items")),
        (py("return a < b < items"), py("return items < b < a")),
        (py("if a:", *ONE, "else:", *TWO), py("if not a:", *ONE, "else:", *TWO)),
        (py("a = b + a"), py("a += b")),
        (py("return a if b else items"), py("return a if not b else items")),
        (py("return f((a, b))"), py("return f(a, b)")),
    ],
)
def test_what_only_looks_like_an_exchange_is_a_difference(a: str, b: str) -> None:
    """Only half of an exchange changes what the code does."""
    assert found_in("python", a, b)


def test_java_has_its_own_operators() -> None:
    """The same in a language with other words: negation, steps, brackets around types."""
    head = "class A { int f(List<Integer> xs, int a, int b) {"

    def found(candidate: str, reference: str) -> list[tuple[str, str | None, str | None]]:
        return found_in("java", head + candidate + "} }", head + reference + "} }")

    assert found("if (a > b) { return 1; } return 2;", "if (b < a) { return 1; } return 2;") == []
    assert (
        found("if (!(a == b)) { return 1; } else { return 2; }", "if (a == b) { return 2; } else { return 1; }") == []
    )
    assert found("a++; return a;", "a += 1; return a;") == []
    assert found("return true ? 1 : 0;", "return !false ? 1 : 0;") == []
    assert found("return a > b ? a : b;", "return !(a > b) ? b : a;") == []
    assert found("if (a > 1) a += b; return a;", "if (a > 1) a = a + b; return a;") == []
    assert found("return a && b;", "return a || b;") == [("operator", "&&", "||")]
    assert found("List<String> x = null; return 1;", "List<Integer> x = null; return 1;") == [
        ("name", "String", "Integer")
    ]
    assert found("return a < b;", "return a > b;") == [("operator", "<", ">")]


@pytest.mark.parametrize(
    ("short", "long"),
    [
        ("if (a > b) return 1; return 2;", "if (a > b) { return 1; } return 2;"),
        ("if (a > b) return 1; else return 2;", "if (a > b) { return 1; } else { return 2; }"),
        ("for (int x : xs) if (x > a) { b++; } return b;", "for (int x : xs) { if (x > a) { b++; } } return b;"),
        ("while (a > 0) for (int x : xs) a -= x; return 1;", "while (a > 0) { for (int x : xs) { a -= x; }} return 1;"),
        ("if (a > 1) b++; else if (a > 0) b--; else { b = 1; } return b;",
         "if (a > 1) { b++; } else if (a > 0) { b--; } else { b = 1; } return b;"),
        ("if (a > 1) { b++; } else b--; return b;", "if (a > 1) { b++; } else { b--; } return b;"),
    ],
)  # fmt: skip
def test_braces_around_one_statement_are_no_difference(short: str, long: str) -> None:
    """A body is the same with and without braces, and what differs inside it still is found."""
    head = "class A { int f(int[] xs, int a, int b) {"
    assert found_in("java", f"{head}{short}}} }}", f"{head}{long}}} }}") == []
    other = long.replace(">", ">=")
    kinds = {kind for kind, _, _ in found_in("java", f"{head}{short}}} }}", f"{head}{other}}} }}")}
    assert kinds == {"operator"}


def test_variables_are_known_by_their_places() -> None:
    """A variable more at the top shifts all numbers; the rest still is the same."""
    reference = py("total = 0", "for x in items:", "    total += x", "return total")
    candidate = py("spare = None", "total = 0", "for x in items:", "    total += x", "return total")
    assert found_in("python", candidate, reference) == [("extra-statement", "var_0 = None", None)]


def test_a_swapped_variable_is_seen() -> None:
    """The pairing of variables follows the majority, so that one wrong use stands out."""
    reference = py("low = 0", "high = 9", "while low < high:", "    low += 1", "print(high)", "return low")
    candidate = reference.replace("return low", "return high")
    assert found_in("python", candidate, reference) == [("name", "var_1", "var_0")]


@pytest.mark.parametrize("name", sorted(LANGUAGES))
def test_mutants_have_a_replaced_operator_and_rewrites_have_none(name: str) -> None:
    """One mutated operator always counts; what table 1 rewrites never does."""
    language = language_of(name)
    mutants = rewrites = 0
    for source in {"python": PYTHON, "java": JAVA}[name]:
        original = sketch(name, source)
        for seed in range(12):
            mutant = mutate(language, source.encode(), seed=seed, max_edits=1)
            rewrite = transform(language, source.encode(), seed=seed)
            if mutant is not None:
                mutants += 1
                assert operator_substitutions(sketch(name, mutant.code.decode()), original, language) >= 1
            if rewrite is not None:
                rewrites += 1
                assert operator_substitutions(sketch(name, rewrite.code.decode()), original, language) == 0
    assert mutants > 20
    assert rewrites > 20


def test_equal_sketches_have_no_difference() -> None:
    """Nothing is reported, nothing is counted, and there is no first statement."""
    text = sketch("python", py("return a < b"))
    alignment = align(text, text, language_of("python"))
    assert (differences(alignment), alignment.equal, first_statements(alignment, ())) == ((), True, None)
    assert operator_substitutions(text, text, language_of("python")) == 0


def test_the_first_statements_show_both_sides() -> None:
    """Where other statements stand in a place both are shown; where only the form differs, that."""
    a, b = sketch("python", py("x = [1]", "return x")), sketch("python", py("while a > b:", "    a -= 1", "return a"))
    alignment = align(a, b, language_of("python"))
    first = first_statements(alignment, differences(alignment))
    assert first is not None
    ours, theirs = first
    assert ours is not None
    assert theirs is not None
    assert (a[ours.start : ours.end], b[theirs.start : theirs.end]) == ("var_0 = [ 1 ]", "while arg_0 > arg_1 :")
    a, b = sketch("python", py("a += b")), sketch("python", py("a = a + b"))
    alignment = align(a, b, language_of("python"))
    assert differences(alignment) == ()
    first = first_statements(alignment, ())
    assert first is not None
    assert first[0] == Span(a.index("arg_0 +="), len(a))


def test_text_over_several_lines_is_one_token() -> None:
    """A line end inside quotes ends no statement, and what follows keeps its place."""
    candidate, reference = py('x = """one\n\n  two"""', "return a < b"), py('x = """one\n\n  two"""', "return a > b")
    assert found_in("python", candidate, reference) == [("operator", "<", ">")]


def test_very_long_sketches_are_compared_as_far_as_is_cheap() -> None:
    """Thousands of lines with nothing in common are not compared pair by pair, and the alignment says so."""
    python = language_of("python")
    a = SketchText([(0, ("def", "f", "(", ")", ":")), *((1, (f"a{i}", "=", str(i))) for i in range(5000))])
    b = SketchText([(0, ("def", "f", "(", ")", ":")), *((1, ("return", f"b{i}")) for i in range(5000))])
    assert not align(a, b, python).complete
    assert align(a, SketchText([*a.rows, (1, ("return", "1"))]), python).complete
    huge = SketchText([(0, ("x",) * 600_000)])
    assert not align(huge, spelled("x"), python).complete
    assert differences(align(huge, spelled("x"), python)) == ()


@settings(deadline=None, max_examples=300)
@given(SKETCHES, SKETCHES, ANY_LANGUAGE)
def test_any_rows_can_be_aligned(a: SketchText, b: SketchText, language: Language) -> None:
    """Total: every statement is in exactly one row, differences lie inside the texts, equal texts have none."""
    alignment = align(a, b, language)
    assert sorted(r.candidate for r in alignment.rows if r.candidate is not None) == list(range(len(alignment.ours)))
    assert sorted(r.reference for r in alignment.rows if r.reference is not None) == list(range(len(alignment.theirs)))
    for difference in differences(alignment):
        assert difference.candidate is not None or difference.reference is not None
        for text, span in ((a, difference.candidate), (b, difference.reference)):
            assert span is None or (0 <= span.start < span.end <= len(text))
    assert operator_substitutions(a, b, language) >= 0
    assert differences(align(a, a, language)) == ()


@pytest.mark.parametrize("name", sorted(LANGUAGES))
def test_tokens_stand_where_they_are_said_to(name: str) -> None:
    """The offsets of a statement's tokens are those that the source map has places for."""
    language = language_of(name)
    for source in {"python": PYTHON, "java": JAVA}[name]:
        syntax = parse(language, source.encode())
        for unit in units_of(syntax):
            text, traced = sketch_unit(syntax, unit).text, map_unit(syntax, unit)
            found = statements(text, language)
            assert tuple(start for one in found for start in one.starts) == traced.starts
            raw = [token for _, tokens in text.rows for token in tokens]
            assert [text[start : start + len(token)] for start, token in zip(traced.starts, raw, strict=True)] == raw


@pytest.mark.parametrize(
    ("written", "token"),
    [('f"{d["a b"]} c"', 'f"{arg_0["a b"]} c"'), ("a is  not b", "is not"), ("a not\\\n in b", "not in")],
)
def test_the_tokens_of_a_sketch_are_those_of_its_tree(written: str, token: str) -> None:
    """Quotes inside quotes end no token, and an operator of two words is one, however it was written."""
    (_, header), (_, tokens) = sketch("python", f"def g(d, a, b):\n    return {written}\n").rows
    assert header[0] == "def"
    assert token in tokens


@settings(deadline=None, max_examples=300)
@given(SKETCHES, SKETCHES, ANY_LANGUAGE)
def test_equality_has_no_direction(a: SketchText, b: SketchText, language: Language) -> None:
    """Two texts are the same in one direction if they are in the other."""
    assert align(a, b, language).equal == align(b, a, language).equal
