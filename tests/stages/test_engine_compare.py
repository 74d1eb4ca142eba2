"""A candidate file against references: unit verdicts, the file's verdict, the best reference named."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import indent
from typing import Any

import pytest

from codescore.check import Checkers
from codescore.engine import (
    FileVerdict,
    Pair,
    ScoreOptions,
    Session,
    Source,
    compare,
    make_source,
    rank,
    ranked,
    score_pairs,
    standing_of_file,
)
from codescore.engine.serialize import file_json
from codescore.foundation.errors import InputError
from codescore.languages import Language, by_id
from tests.stages.bundles import shipped_bundle

pytestmark = pytest.mark.bundle
OPTIONS = ScoreOptions()

GCD = "def gcd(a, b):\n    while b:\n        a, b = b, a % b\n    return a\n"
RENAMED = "def greatest(x, y):\n    # Euclid\n    while y:\n        x, y = y, x % y\n    return x\n"
ADDED = "def total(xs):\n    s = 0\n    for x in xs:\n        s += x\n    return s\n"
OTHER = "def read(path, sep=','):\n    with open(path) as file:\n        return [l.split(sep) for l in file]\n"


@pytest.fixture(scope="module")
def session() -> Iterator[Session]:
    made = Session(bundle=shipped_bundle().path, disk_cache=False)
    yield made
    made.close()


def language(id_: str) -> Language:
    found = by_id(id_)
    assert found is not None
    return found


def python(text: str, label: str = "candidate.py") -> Source:
    return make_source(language("python"), text.encode(), label)


def verdict(session: Session, candidate: str, *references: str, options: ScoreOptions = OPTIONS) -> FileVerdict:
    made = [python(text, f"reference{i}.py") for i, text in enumerate(references)]
    return compare(session, python(candidate), made, options)


def test_a_renamed_copy_scores_1_with_similarity_1(session: Session) -> None:
    """Equal sketches are equal vectors; nothing differs."""
    found = verdict(session, RENAMED, GCD)
    assert (found.score, found.similarity, found.compiles) == (1, 1.0, True)
    (unit,) = found.units
    assert (unit.score, unit.cosine, unit.first_difference, unit.notes) == (1, 1.0, None, ())


def test_another_function_scores_less_and_says_where_it_differs(session: Session) -> None:
    """The first differing sketch lines, and where these begin in the two units."""
    found = verdict(session, "\n\n" + OTHER, GCD)
    (unit,) = found.units
    assert found.similarity is not None
    assert found.similarity < 1.0
    assert unit.first_difference is not None
    assert unit.first_difference_at is not None
    assert unit.first_difference_at == (0, 0)
    later = verdict(session, "x = 1\n" + GCD.replace("a % b", "a - b"), GCD).units[0]
    assert later.first_difference == ("arg_0 , arg_1 = arg_1 , arg_0 - arg_1", "arg_0 , arg_1 = arg_1 , arg_0 % arg_1")
    assert later.first_difference_at == (GCD.index("a, b = b"), GCD.index("a, b = b"))


def test_what_does_not_compile_scores_0(session: Session) -> None:
    """Unit and file, although the similarity is high."""
    found = verdict(session, GCD.replace("return a", "1 = a"), GCD)
    assert (found.score, found.compiles) == (0, False)
    assert (found.units[0].score, found.units[0].compiles) == (0, False)
    assert found.units[0].similarity is not None
    assert found.problems


def test_an_error_that_only_the_whole_file_shows_counts_for_its_unit(session: Session) -> None:
    """A unit in which the file's compilation fails does not compile; its neighbour is safe."""
    future = "def f():\n    return 1\n\ndef g():\n    from __future__ import division\n    return 2\n"
    found = verdict(session, future, future.replace("    from __future__ import division\n", ""))
    assert not found.compiles
    assert found.score == 0
    by_name = {u.unit.name: u for u in found.units}
    assert by_name["f"].compiles
    assert not by_name["g"].compiles


def test_a_reference_that_does_not_compile_is_the_references_problem(session: Session) -> None:
    """No score, a similarity all the same, and a note that names file, line and unit; the candidate compiles."""
    found = verdict(session, GCD, "\n\n" + GCD.replace("return a", "return = a"))
    assert (found.score, found.compiles, found.problems) == (None, True, ())
    (unit,) = found.units
    assert (unit.score, unit.compiles, unit.problems) == (None, True, ())
    assert unit.similarity is not None
    assert any(note.startswith("reference does not compile: reference0.py:") for note in found.notes)


def test_a_sound_reference_is_preferred_to_a_broken_one(session: Session) -> None:
    """A broken reference never wins, however similar its text."""
    broken = GCD.replace("return a", "return = a")
    found = verdict(session, GCD, broken, OTHER)
    assert found.reference.label == "reference1.py"
    assert found.score is not None


def test_what_is_wrong_with_a_reference_outside_its_functions_is_noted(session: Session) -> None:
    """The file gets no score, its function is compared with all the same."""
    found = verdict(session, GCD, "1 = 2\n" + GCD)
    assert (found.score, found.reference_compiles) == (None, False)
    assert found.units[0].score == 1
    assert found.notes[0].startswith("reference does not compile: reference0.py:1: ")


def test_a_file_that_compiles_vouches_for_its_units(session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    """One compilation a file, not one a unit; a broken file's units are compiled by themselves."""
    asked: list[bool] = []
    real = Checkers.check

    def counted(checkers: Checkers, language: Language, data: bytes, *, fragment: bool, **more: Any) -> Any:
        asked.append(fragment)
        return real(checkers, language, data, fragment=fragment, **more)

    monkeypatch.setattr(Checkers, "check", counted)
    many = "".join(f"def f{i}(a):\n    return a + {i}\n" for i in range(5))
    assert verdict(session, many, many.replace("a", "b")).score == 1
    assert asked == [False, False]
    verdict(session, many + "1 = 2\n", many)
    assert sorted(asked[2:]) == [False, *[True] * 5]


def test_the_best_reference_wins_and_is_named(session: Session) -> None:
    """Whatever its place; among equals the first."""
    assert verdict(session, GCD, OTHER, RENAMED, OTHER).reference.label == "reference1.py"
    assert verdict(session, GCD, RENAMED, RENAMED).reference.label == "reference0.py"


def test_all_references_are_ranked(session: Session) -> None:
    """Best first, each with its own verdict."""
    mutant = GCD.replace("a % b", "a + b")
    found = ranked(session, python(GCD), [python(t, t[:9]) for t in (OTHER, RENAMED, mutant)], OPTIONS)
    assert found[0].similarity == 1.0
    assert [v.similarity for v in found] == sorted((v.similarity for v in found if v.similarity), reverse=True)
    assert len(found) == 3


def test_the_files_similarity_is_its_weakest_units(session: Session) -> None:
    """One wrong function makes a file that does something else."""
    found = verdict(session, GCD + OTHER, GCD + OTHER.replace("split(sep)", "strip()").replace("open", "len"))
    assert found.similarity == min(u.similarity or 0 for u in found.units) < 1.0


def test_a_function_that_is_missing_makes_the_file_score_0(session: Session) -> None:
    """And is named; a mere helper of another one may be missing."""
    found = verdict(session, GCD, GCD + OTHER)
    assert (found.score, found.similarity, found.missing) == (0, 0.0, ("read",))
    helped = "def gcd(a, b):\n    while b:\n        a, b = step(a, b)\n    return a\ndef step(a, b): return b, a % b\n"
    assert verdict(session, GCD, helped).missing == ()


def test_code_that_answers_nothing_has_no_counterpart(session: Session) -> None:
    """A function is either missing or compared, never both: beside a missing one, code outside of functions is none."""
    found = verdict(session, "s = 0\nfor x in xs:\n    s += x\n", ADDED + GCD)
    assert sorted(found.missing) == ["gcd", "total"]
    (alone,) = found.units
    assert (alone.reference_unit, alone.score, alone.similarity, alone.reasons) == (None, None, None, ())
    assert found.matching.pairs == ()
    assert {theirs for ours, theirs in found.matching.to_run() if ours is None} == {"gcd", "total"}


PRICES = "def price(x):\n    return x * 2\n\n\ndef total(xs):\n    return sum(price(x) for x in xs)\n"


def test_a_helper_of_the_same_name_counts_where_it_can_be_called(session: Session) -> None:
    """Who calls it goes by its name; one that is missing, or that nobody calls and nobody else can, is excused."""
    changed = verdict(session, PRICES.replace("x * 2", "x - 2"), PRICES)
    assert [unit.score for unit in changed.units] == [0, 1]
    assert (changed.score, changed.similarity) == (0, changed.units[0].similarity)
    assert verdict(session, PRICES, PRICES).score == 1
    unused = PRICES.replace("x * 2", "x - 2").replace("price(x) for", "x * 2 for")
    assert verdict(session, unused, PRICES).similarity == verdict(session, unused, PRICES).units[0].similarity
    private = [text.replace("price", "_price") for text in (unused, PRICES)]
    assert verdict(session, *private).similarity == verdict(session, *private).units[1].similarity
    inlined = unused[unused.index("def total") :]
    assert verdict(session, inlined, PRICES).missing == ()


@pytest.mark.parametrize(
    ("ours", "theirs", "line"),
    [
        (f"{GCD}\nprint(gcd(4, 6) + 1)\n", f"{GCD}\nprint(gcd(4, 6))\n", 6),
        (f"LIMIT = 5\n{GCD}", f"LIMIT = 7\n{GCD}", 1),
        (f"class A:\n    n = 1\n{indent(GCD, '    ')}", f"class A:\n    n = 2\n{indent(GCD, '    ')}", 2),
        (GCD, f"class A:\n    n = 1\n\n\n{GCD}m = 2\n", 2),
        (GCD, f"import os\n{GCD}", None),
        (GCD, f'"""Prose."""\n# and more\n{GCD}\nif __name__ == "__main__":\n    print(gcd(4, 6))\n', None),
        (f"LIMIT=7 # seven\n{GCD}print(1)\n", f"LIMIT = 7\n\n{GCD}", None),
        ("print(1)\n", "print(2)\n", None),
    ],
)
def test_code_outside_of_functions_that_differs_is_noted(
    session: Session, ours: str, theirs: str, line: int | None
) -> None:
    """No verdict is about it.  Imports, prose, what only a main program runs and what is added are not noted."""
    said = [note for note in verdict(session, ours, theirs).notes if "outside of functions" in note]
    wanted = f"code outside of functions is not compared, and differs: line {line} of reference0.py"
    assert said == ([] if line is None else [wanted])


def test_fields_of_java_classes_are_outside_of_functions(session: Session) -> None:
    """A constant's value is no part of a method; the names of classes and packages do not matter."""

    def made(name: str, value: int, package: str = "") -> Source:
        method = "static int f(int a) { return a % M; }"
        text = f"{package}class {name} {{ static final int M = {value}; {method} }}"
        return make_source(language("java"), text.encode(), name)

    notes = compare(session, made("A", 7), [made("B", 8)], OPTIONS).notes
    assert notes == ("code outside of functions is not compared, and differs: line 1 of B",)
    assert compare(session, made("A", 7, "package p; "), [made("B", 7)], OPTIONS).notes == ()
    declared = make_source(language("java"), b"class C { int n; String[] l; int f(int a) { return a; } }", "C")
    bare = make_source(language("java"), b"class D { int f(int a) { return a; } }", "D")
    assert compare(session, bare, [declared], OPTIONS).notes == ()


def test_additional_functions_do_no_harm(session: Session) -> None:
    """They have a verdict without a reference, and do not count."""
    found = verdict(session, GCD + OTHER, RENAMED.replace("greatest", "gcd"))
    assert (found.score, found.similarity) == (1, 1.0)
    lonely = next(u for u in found.units if u.unit.name == "read")
    assert (lonely.score, lonely.similarity, lonely.reference, lonely.matched_by) == (None, None, None, None)
    assert lonely.compiles


def test_nested_units_have_verdicts_where_names_agree_and_do_not_count_apart(session: Session) -> None:
    """The outer function's verdict covers them."""
    text = (
        "def outer(a):\n    def inner(b):\n        return a + b\n    def {}(c):\n        return c\n    return inner\n"
    )
    found = verdict(session, text.format("left"), text.format("right"))
    assert [u.unit.qualified for u in found.units] == ["outer", "outer.inner"]
    assert found.missing == ()


def test_threshold_and_pooling_are_taken_from_the_options(session: Session) -> None:
    """And stand in verdict and signature."""
    strict = ScoreOptions(threshold=1.0, pooling="cls")
    found = verdict(session, RENAMED, GCD, options=strict)
    assert (found.score, found.threshold, found.pooling) == (0, 1.0, "cls")
    assert "|pool:cls|thr:1|" in found.signature
    assert found.units[0].signature.startswith("CodeScore-R|lang:python|pool:cls|thr:1|sketch:")
    with pytest.raises(InputError, match="pooling"):
        verdict(session, RENAMED, GCD, options=ScoreOptions(pooling="none"))


def test_a_function_longer_than_the_model_reads_is_scored_in_windows_and_says_so(session: Session) -> None:
    """Nothing is cut off: a change in the last line counts; the note names the unit and its tokens."""
    body = "".join(f"    total += values[{i}] * {i + 3}\n" for i in range(200))
    text = f"def long(values):\n    total = 0\n{body}    return total\n"
    found = verdict(
        session, text.replace("return total", "return -total"), text, options=ScoreOptions(pooling="last-avg")
    )
    (unit,) = found.units
    assert unit.windows > 1
    assert unit.cosine is not None
    assert unit.cosine < 1.0
    assert any("long in candidate.py has" in note and "windows" in note for note in unit.notes)
    assert verdict(session, text, text).similarity == 1.0


def test_languages_must_agree(session: Session) -> None:
    """The message names both files and both languages."""
    java = make_source(language("java"), b"class A { int f() { return 1; } }", "A.java")
    with pytest.raises(InputError) as caught:
        compare(session, python(GCD), [java], OPTIONS)
    assert all(word in str(caught.value) for word in ("candidate.py", "Python", "A.java", "Java"))


@pytest.mark.parametrize("text", ["", "\n\n", "# only a comment\n", "   \t"])
def test_nothing_to_score_is_said(session: Session, text: str) -> None:
    """On either side, with the file's name."""
    with pytest.raises(InputError, match=r"nothing to score: candidate\.py"):
        verdict(session, text, GCD)
    with pytest.raises(InputError, match=r"nothing to score: reference0\.py"):
        verdict(session, GCD, text)


def test_no_reference_is_said(session: Session) -> None:
    """Rather than an index error."""
    with pytest.raises(InputError, match="no reference"):
        compare(session, python(GCD), [], OPTIONS)


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"x = 1\ny = '\xff'\n", ["a.py", "line 2", "UTF-8", "0xff"]),
        (b"\x7fELF\0\0", ["binary"]),
        (b"x = 1\n" * 1_700_000, ["larger than 4 MB"]),
    ],
)
def test_bytes_that_are_no_source_are_refused(data: bytes, words: list[str]) -> None:
    """One line that says what is wrong and where."""
    with pytest.raises(InputError) as caught:
        make_source(language("python"), data, "a.py")
    assert all(word in str(caught.value) for word in words)


@pytest.mark.parametrize(
    "text",
    [
        "x = '" + "a" * 200_000 + "'\n",
        "x = " + "(" * 3000 + "1" + ")" * 3000 + "\n",
        "x = " + "[" * 3000 + "\n",
        "def f():\n    return '\U0001f600' + 'é'\n",
        "\ufeffdef f():\r\n    return 1\r\n",
        "def f(:\n",
        "def f():\n    pass\n" * 300,
    ],
    ids=["long line", "deep brackets", "open brackets", "astral", "bom and crlf", "broken", "one name 300 times"],
)
def test_strange_sources_get_verdicts(session: Session, text: str) -> None:
    """Against themselves and against something else, in both directions."""
    assert verdict(session, text, text).units
    assert verdict(session, text, GCD).units
    assert verdict(session, GCD, text).units


def test_rank_takes_plain_texts(session: Session) -> None:
    """As a client sends them; labels are numbers."""
    found = rank(session, language("python"), GCD, [OTHER, RENAMED.encode()], OPTIONS)
    assert [v.reference.label for v in found] == ["reference 2", "reference 1"]
    with pytest.raises(InputError, match="reference 1"):
        rank(session, language("python"), GCD, [""], OPTIONS)


def test_a_given_pair_is_judged_as_given(session: Session) -> None:
    """A person's own choice of reference, whatever its name."""
    ours, theirs = python(GCD), python(OTHER + RENAMED, "b.py")
    pair = Pair(ours, ours.units[0], theirs, theirs.units[1], "given")
    (found,) = score_pairs(session, [pair], OPTIONS)
    assert (found.score, found.matched_by) == (1, "given")
    assert found.reference_unit is theirs.units[1]
    assert score_pairs(session, [], OPTIONS) == []


def test_a_language_the_bundle_was_not_trained_on_is_said(session: Session) -> None:
    """A number for such a language must not look like one for another."""
    languages = shipped_bundle().manifest.languages
    for name, text in (("python", GCD), ("java", "int f(int a) { return a; }"), ("javascript", "let f = (a) => a;")):
        made = make_source(language(name), text.encode(), "a")
        notes = compare(session, made, [made], OPTIONS).notes
        assert any("not trained on" in note for note in notes) == (name not in languages)


def test_in_a_language_that_the_model_does_not_know_it_decides_nothing(session: Session) -> None:
    """No score and no probability, whatever the similarity; but equal sketches are equal, and broken code is broken."""
    texts = (
        "function f(a, b) { while (b) { [a, b] = [b, a % b] } return a }",
        "const gcd = (x, y) => (y ? gcd(y, x % y) : x);",
        "function g(c, d) { while (d) { [c, d] = [d, c % d]; } return c; }",
        "function f(a, b) { while (b) { [a, b] = [b, a % b] ",
    )
    one, other, renamed, broken = (make_source(language("javascript"), text.encode(), "a.js") for text in texts)
    assert shipped_bundle().manifest.probability is not None
    found = compare(session, one, [other], OPTIONS)
    assert (found.score, found.probability, found.calibrated) == (None, None, False)
    assert found.similarity is not None
    assert "not calibrated for JavaScript" in found.notes[0]
    assert standing_of_file(found, None).answer == "unknown"
    assert file_json(found, lambda *_: {})["calibrated"] is False
    assert (compare(session, one, [renamed], OPTIONS).score, compare(session, broken, [one], OPTIONS).score) == (1, 0)
    assert "that nothing differs decides here" in compare(session, one, [renamed], OPTIONS).notes[0]  # not: nothing


def test_java_files_are_compared(session: Session) -> None:
    """Classes with constructor and methods; a renamed class is the same."""
    text = "class {0} {{ private int n; {0}(int {1}) {{ n = {1}; }} int twice() {{ int {2} = n; return {2} * 2; }} }}"
    ours = make_source(language("java"), text.format("A", "x", "y").encode(), "A.java")
    theirs = make_source(language("java"), text.format("B", "v", "w").encode(), "B.java")
    found = compare(session, ours, [theirs], OPTIONS)
    assert found.similarity is not None
    assert found.missing == ()
    assert [u.matched_by for u in found.units] == ["position", "name"]
    assert found.units[1].similarity == 1.0


FACTORS = """\
def factors(n):
    found = []
    i = 2
    while i <= n:
        if n % i == 0:
            found.append(i)
            n //= i
        else:
            i += 1
    return found
"""
FACTORS_TURNED = """\
def factors(n):
    found = []
    i = 2
    while n >= i:
        if not n % i == 0:
            i = i + 1
        else:
            found.append(i)
            n = n // i
    return found
"""


def test_another_way_of_writing_a_program_is_above_every_copy_with_a_fault(session: Session) -> None:
    """Nothing is left of the one: similarity 1; a copy without one of its statements may look nearer, and is not."""
    original = python(FACTORS)
    turned = compare(session, python(FACTORS_TURNED), [original], OPTIONS)
    assert (turned.score, turned.similarity) == (1, 1.0)
    for statement in ("found.append(i)", "i += 1"):
        faulty = compare(session, python(FACTORS.replace(statement, "pass")), [original], OPTIONS)
        assert faulty.similarity is not None
        assert faulty.similarity < 1.0


def test_two_ways_of_writing_a_program_are_one_in_any_language(session: Session) -> None:
    """What nothing is left of scores 1 without a model's word; a replaced operator leaves the score open."""
    texts = (
        "int f(int n) { int s = 0; for (int i = 0; i < n; i++) { if (i % 3 == 0) s += i; else s = s - 1; } return s; }",
        "int f(int n) { int s = 0, i = 0; while (n > i) { if (i % 3 != 0) s -= 1; else s = s + i; i++; } return s; }",
        "int f(int n) { int s = 0; for (int i = 0; i < n; i++) { if (i % 3 == 0) s -= i; else s = s - 1; } return s; }",
    )
    original, rewritten, mutant = (make_source(language("c"), text.encode(), "a.c") for text in texts)
    same, other = (compare(session, one, [original], OPTIONS) for one in (rewritten, mutant))
    assert (same.score, same.calibrated) == (1, True)
    assert same.similarity is not None
    assert same.similarity > 0.5
    assert (other.score, other.calibrated) == (None, False)


def test_where_the_encoder_was_not_trained_its_scale_is_not_used(session: Session) -> None:
    """The similarity is a mean, the signature says so; nearer programs are above others, a slip is below one half."""
    texts = (
        "function f(xs) { let s = 0; for (const x of xs) { if (x > 2) { s += x; } } return s; }",
        "function f(xs) { let s = 0; for (const x of xs) { if (x > 2) { s -= x; } } return s; }",
        "function f(xs) { let s = 0, i = 0; for (const x of xs) { i++; if (x > 2) { s += x; } } return [s, i]; }",
        "function f(xs) { return xs.map(String).join(); }",
    )
    original, slip, nearer, other = (make_source(language("javascript"), text.encode(), "a.js") for text in texts)
    found = [compare(session, one, [original], OPTIONS) for one in (original, slip, nearer, other)]
    values = [one.similarity or 0.0 for one in found]
    assert values[0] == 1.0
    assert values[1] < 0.5
    assert 0.5 < values[2] < 1.0
    assert values[3] < values[2]
    assert all("|untrained:1|" in one.signature for one in found)
    assert not any(unit.suspect and unit.suspect.decides for one in found for unit in one.units)
    assert "untrained" not in verdict(session, PRICES, PRICES).signature


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (
            "struct A { bool n; A(int a) : n(a > 0) { n = !n; } };",
            "struct A { bool n; A(int a) : n(a < 0) { n = !n; } };",
        ),
        ("int f(int n) { int a[n + 1]; g(a); return n; }", "int f(int n) { int a[n - 1]; g(a); return n; }"),
        ("int f(int n) { for (; n--; ) g(n); return n; }", "int f(int n) { for (; --n; ) g(n); return n; }"),
    ],
    ids=["what a constructor begins with", "how long an array is", "a step that is asked"],
)
def test_what_no_statement_says_is_not_the_same(session: Session, one: str, other: str) -> None:
    """Where no model speaks, what is left out of both programs has to be the same, too."""
    ours, theirs = (make_source(language("cpp"), text.encode(), "a.cpp") for text in (one, other))
    assert compare(session, ours, [theirs], OPTIONS).score is None
