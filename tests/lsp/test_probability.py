"""The probability in an editor: hover, JSON, and when a verdict has to be made anew."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from codescore.engine import ScoreOptions, Session, Source, compare, make_source, match_units, score_pairs, with_check
from codescore.languages import CheckResult, Problem
from codescore.lsp.analysis import Record, match
from codescore.lsp.describe import hover
from codescore.lsp.settings import Settings
from codescore.lsp.survey import Survey, Target
from codescore.lsp.verdicts import file_json
from codescore.references import Origin, Resolved
from tests.stages.test_alignment import language_of, py
from tests.stages.test_probability import with_probability

PYTHON = language_of("python")
REFERENCE = py("if a < b:", "    return sorted(items)", 'return "*x*_y_" * a')
MUTANT = REFERENCE.replace("<", "<=")

pytestmark = pytest.mark.bundle


@pytest.fixture(scope="module")
def session(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Session]:
    session = Session(bundle=with_probability(tmp_path_factory.mktemp("probability") / "bundle"), disk_cache=False)
    yield session
    session.close()


def source(text: str, label: str) -> Source:
    return make_source(PYTHON, text.encode(), label)


SAID = Resolved("solution.py", None, REFERENCE.encode(), None, "set", "python", Origin())


def record(session: Session, text: str) -> Record:
    pairs = match_units(session, source(text, "mine.py"), source(REFERENCE, "solution.py"))
    (verdict,) = score_pairs(session, pairs, ScoreOptions())
    return Record(pairs[0], verdict, SAID)


def test_hover_says_how_likely_and_why(session: Session) -> None:
    """In words, with the operator as it was written; of a copy there is nothing to explain."""
    for markdown in (True, False):
        text = hover(record(session, MUTANT), current=True, markdown=markdown)
        assert "probability of being right: 0.26\n" in text
        assert "why 0.26: `<` became `<=`\n" in text
    text = hover(record(session, REFERENCE), current=True, markdown=True)
    assert "probability of being right: 0.73\n" in text
    assert "why" not in text


def test_hover_is_no_markup_of_the_users(session: Session) -> None:
    """What comes from the code is shown as it is, whatever it means in Markdown."""
    verdict = record(session, MUTANT).verdict
    assert verdict.estimate is not None
    from dataclasses import replace

    odd = replace(verdict, estimate=replace(verdict.estimate, why=("one value missing: [a](http://b) <i>*", "`*`")))
    one = record(session, MUTANT)
    text = hover(Record(one.pair, odd, one.said), current=True, markdown=True)
    assert r"[a\](http://b) \<i\>\*; `*`" in text


def test_the_compilers_word_on_the_whole_file_counts(session: Session) -> None:
    """A unit that turns out not to compile gets the number of broken code at once."""
    one = record(session, REFERENCE)
    problem = Problem(one.unit.start + 1, one.unit.start + 2, "wrong", "python")
    broken = Record(one.pair, with_check(one.verdict, CheckResult(False, "python", (problem,)), None), one.said)
    assert (broken.verdict.probability, broken.verdict.score) == (0.125, 0)
    assert "why 0.12: it does not compile" in hover(broken, current=True, markdown=False)


def test_json_has_the_probability(session: Session) -> None:
    """Of the file and of each unit, with what it is made of."""
    found: dict[str, Any] = file_json(
        compare(session, source(MUTANT, "mine.py"), [source(REFERENCE, "solution.py")], ScoreOptions()), "utf-16"
    )
    (unit,) = found["units"]
    assert found["probability"] == unit["probability"] == pytest.approx(0.269, abs=1e-3)
    assert unit["probability_details"]["why"] == ["`<` became `<=`"]


def test_an_import_elsewhere_in_the_file_changes_what_a_verdict_depends_on(session: Session) -> None:
    """A function that uses an undefined name is judged again once its file defines it, and otherwise not."""

    def key(around: str) -> tuple[object, ...]:
        ours = source(around + py("return math.sqrt(a)"), "mine.py")
        target = Target(ours.units, ((SAID, source(REFERENCE, "solution.py")),))
        ((one,), _) = match(session, Survey(ours, Settings(), (target,), (), frozenset[Path]()))
        return one.tasks[0].key

    assert key("") == key("import os\n\n")
    assert key("") != key("import math\n\n")
