"""Reasons: differences at their places in both sources, in the words that were written there."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from codescore.engine import (
    Pair,
    ScoreOptions,
    Session,
    Source,
    UnitVerdict,
    in_words,
    located,
    make_source,
    score_pairs,
)
from codescore.languages import all_languages, by_id
from codescore.sketch import map_unit, sketch_units
from codescore.syntax import Unit

GCD = "def gcd(a, b):\n    while b:\n        a, b = b, a % b\n    return a\n"


@pytest.fixture(scope="module")
def session(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Session]:
    """No model: what differs is known without one."""
    made = Session(bundle=tmp_path_factory.mktemp("no") / "bundle", disk_cache=False)
    yield made
    made.close()


def source(text: str, language: str = "python") -> Source:
    found = by_id(language)
    assert found is not None
    return make_source(found, text.encode(), "x")


def judged(session: Session, ours: Source, theirs: Source, *, name: str | None = None) -> UnitVerdict:
    def pick(of: Source) -> Unit:
        return next(u for u in of.units if name is None or u.name == name)

    (found,) = score_pairs(session, [Pair(ours, pick(ours), theirs, pick(theirs), "given")], ScoreOptions())
    return found


def written(of: Source, unit: Unit, place: tuple[int, int]) -> str:
    return of.syntax.source[unit.start + place[0] : unit.start + place[1]].decode()


@pytest.mark.parametrize(
    ("language", "ours", "theirs", "name", "said"),
    [
        ("python", "x = 1\n\n" + GCD.replace("a % b", "a - b"), GCD, None, ["`%` became `-`"]),
        ("python", GCD.replace("b", "rest").replace("return a", "return rest"), GCD, None, ["`a` became `rest`"]),
        ("python", GCD + "\n", GCD.replace("return a", "return abs(a)"), None, ["call missing: `abs`"]),
        ("python", GCD.replace("    while b:\n        a, b = b, a % b\n", ""), GCD, None,
         ["statement missing: `while b:` with 1 more inside"]),
        ("python", "class A:\n    def m(self, ä):\n        return 'ü' + ä < 3\n",
         "class A:\n  def m(self, y):\n    return 'ü' + y <= 3\n", "m", ["`<=` became `<`"]),
        ("python", "def o(n):\n    def i(k):\n        return k * n\n    return i\n",
         "def o(m):\n    def i(k):\n        # twice\n        return k + m\n    return i\n", "i", ["`+` became `*`"]),
        ("java", "int f(int a) {\n  return a << 1;\n}\n", "class B { int f(int b) { return b >> 1; } }", "f",
         ["`>>` became `<<`"]),
        ("python", "a = 1\nprint(a)\n", "b = 1\nprint(-b)\n", None, ["operator missing: `-`"]),
        ("python", "@d\ndef f(a):\n    '''doc'''\n    return f'{a!r:>{a}}'\n", "def f(b):\n    return f'{b!s}'\n", None,
         ["statement added: `@d`", "`f'{b!s}'` became `f'{a!r:>{a}}'`"]),
    ],
)  # fmt: skip
def test_reasons_are_in_the_words_of_the_sources(
    session: Session, language: str, ours: str, theirs: str, name: str | None, said: list[str]
) -> None:
    """Names are the authors' own, and every range is where these words stand, wherever the unit does."""
    a, b = source(ours, language), source(theirs, language)
    found = judged(session, a, b, name=name)
    assert [in_words(reason) for reason in found.reasons] == said
    assert found.reason_count == len(said)
    assert found.reference_unit is not None
    for reason in found.reasons:
        for of, unit, excerpt in ((a, found.unit, reason.candidate), (b, found.reference_unit, reason.reference)):
            if excerpt is not None:
                assert " ".join(written(of, unit, (excerpt.start, excerpt.end)).split()) == excerpt.text


def test_reasons_are_at_lines_of_the_files(session: Session) -> None:
    """Lines count from the top of the file; what is missing is at a line of the reference."""
    ours = source("import os\n\n\n" + GCD.replace("a % b", "a - b").replace("    return a\n", ""))
    found = judged(session, ours, source("\n" + GCD))
    assert [located(reason, found, ours) for reason in found.reasons] == [
        "line 6: `%` became `-`",
        "line 5 of the reference: statement missing: `return a`",
    ]


def test_exchanges_of_table_one_are_no_reasons(session: Session) -> None:
    """Where only the form differs there is no reason, but the first lines that look different are still known."""
    found = judged(session, source(GCD.replace("while b:", "while not (not b):")), source(GCD))
    assert (found.reasons, found.reason_count) == ((), 0)
    assert found.first_difference == ("while not ( not arg_1 ) :", "while arg_1 :")
    same = judged(session, source(GCD.replace("b", "c")), source(GCD))
    assert (same.reasons, same.first_difference, same.first_difference_at) == ((), None, None)


def test_only_so_many_reasons_are_kept_but_all_are_counted(session: Session) -> None:
    """A verdict stays small; types and imports come after everything else."""
    many = "".join(f"    print({i})\n" for i in range(50))
    found = judged(session, source("def f(a: int):\n    pass\n"), source(f"def f(a):\n    pass\n{many}"))
    assert (len(found.reasons), found.reason_count) == (20, 51)
    assert {reason.kind for reason in found.reasons} == {"missing-statement"}


def test_what_moved_keeps_its_reasons(session: Session) -> None:
    """Places count from the units' starts: a verdict made elsewhere in the file still points right."""
    broken = GCD.replace("a % b", "a - b")
    here, there = judged(session, source(broken), source(GCD)), judged(session, source("x = 1\n" + broken), source(GCD))
    assert here.reasons == there.reasons


SAMPLES = [
    (language, path.read_text(encoding="utf-8"))
    for language in all_languages()
    for path in sorted((Path(__file__).parents[2] / "server/codescore/languages" / language.id / "examples").iterdir())
    if path.suffix in language.extensions
]


@pytest.mark.parametrize(("language", "text"), SAMPLES, ids=lambda v: getattr(v, "id", "source"))
def test_a_trace_covers_its_sketch(language, text: str) -> None:
    """Every token of a sketch has a place, in order, and a token that was not replaced is what is written there."""
    made = source(text, language.id)
    around = None
    for unit, sketch in zip(made.units, sketch_units(made.syntax, made.units), strict=True):
        around = unit if not unit.nested else around
        trace = map_unit(made.syntax, unit, around if unit.nested else None)
        ends = [*trace.starts[1:], len(sketch.text) + 1]
        for start, end, (low, high) in zip(trace.starts, ends, trace.places, strict=True):
            token, raw = sketch.text[start:end].split("\n    ")[0].strip(), made.syntax.parsed[low:high].decode()
            assert unit.start + made.syntax.prefix <= low <= high <= unit.end + made.syntax.prefix
            replaced = token.startswith(("arg_", "var_")) or token in ("f", "pass", ":", ";") or token.endswith("_")
            assert replaced or token[-1] in "\"'`" or " ".join(raw.split()) == token.replace("\\x20", " ")


@settings(deadline=None, max_examples=100)
@given(st.text(max_size=80), st.text(max_size=80))
def test_any_two_texts_can_be_explained(a: str, b: str) -> None:
    """Broken code has reasons too, at places inside the units."""
    a, b = (t.replace("\0", " ").encode("utf-8", "replace").decode() for t in (a, b))
    ours, theirs = source(a), source(b)
    if ours.units and theirs.units:
        session = Session(disk_cache=False, bundle=Path("/nonexistent"))
        found = judged(session, ours, theirs)
        session.close()
        for reason in found.reasons:
            for unit, excerpt in ((found.unit, reason.candidate), (found.reference_unit, reason.reference)):
                assert excerpt is None or unit is None or 0 <= excerpt.start <= excerpt.end <= unit.end - unit.start
