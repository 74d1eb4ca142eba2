"""Judging what is left: similarity by the model, behaviour by running both, each null with its reason."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from codescore.engine import Session
from codescore.evidence.sandbox import probe
from codescore.evidence.session import EvidenceSession
from codescore.experiments.events import Accepted, Edit, Edited
from codescore.experiments.judging import Judge, Texts, measured
from codescore.languages import all_languages

LANGUAGE = next(language.id for language in all_languages() if "py" in language.id)
THEN = "def total(values):\n    result = 0\n    for value in values:\n        result += value\n    return result\n"
RENAMED = THEN.replace("result", "amount")
CHANGED = THEN.replace("+=", "-=")
KEY = bytes(32)

needs_sandbox = pytest.mark.skipif(not probe().works, reason=f"no sandbox: {probe().detail}")


@pytest.fixture(scope="module")
def session() -> Iterator[Session]:
    session = Session(disk_cache=False)
    yield session
    session.close()


def test_without_a_model_nothing_is_made_up() -> None:
    """No session, no evidence: both answers are null, and say why."""
    found = measured(Texts(THEN, RENAMED, LANGUAGE), [], "hashes", KEY, Judge(None))
    assert (found.similarity, found.similarity_reason) == (None, "no model is loaded")
    assert (found.behaviour, found.behaviour_reason) == (None, "execution is not turned on")


def test_similarity_is_the_engines(session: Session) -> None:
    """A renamed function is the same; a mutated one scores lower; an unknown language has no score."""
    judge = Judge(session)
    same, other = (judge.similar(now, THEN, LANGUAGE) for now in (RENAMED, CHANGED))
    assert same.value == 1.0
    assert same.signature
    assert other.value is not None
    assert other.value < 1
    assert judge.similar(THEN, THEN, "cobol").reason == "the language is not known"
    assert judge.similar("", THEN, LANGUAGE).reason == "nothing is left"
    assert judge.similar(THEN, " ", LANGUAGE).reason == "nothing was accepted"
    assert judge.similar("def f(:\n", THEN, LANGUAGE).value == 0.0


@needs_sandbox
@pytest.mark.sandbox
def test_behaviour_is_seen_by_running_both() -> None:
    """The renamed function does the same, the mutated one does not, and what cannot run has no answer."""
    with EvidenceSession() as evidence:
        judge = Judge(None, evidence, budget=1.0)
        assert judge.behaves(RENAMED, THEN, LANGUAGE).value == "same"
        assert judge.behaves(CHANGED, THEN, LANGUAGE).value == "differs"
        lacking = "import nowhere_to_be_found\nnowhere_to_be_found.begin()\n" + THEN
        unknown = judge.behaves(lacking, lacking, LANGUAGE)
        assert unknown.value is None
        assert unknown.reason == "environment-failure"


def test_a_reason_quotes_no_code(session: Session) -> None:
    """Whatever the engine says of a text, what is recorded is one of our own words: at no level does code slip in."""
    judge = Judge(session)
    secret = "zebra_7731"
    texts = [f"# {secret}\n", f"{secret} = (\n", f"def {secret}(:\n", f'"""{secret}"""\n', f"{secret}\0", secret * 9]
    for now in texts:
        for then in (THEN, *texts):
            found = measured(Texts(then, now, LANGUAGE, then, now), [], "lengths", KEY, judge)
            assert secret not in str(found)


def test_everything_is_measured_at_once(session: Session) -> None:
    """A suggestion inside a function: the text by its edits, the function by the judge."""
    accepted, left = "result += value", "result += 2 * value"
    events = [
        Accepted(id="a", suggestion="s", at_ms=0, chars=len(accepted)),
        Edited(id="b", suggestion="s", at_ms=1, edits=(Edit(start=10, inserted=4),)),
    ]
    texts = Texts(accepted, left, LANGUAGE, THEN, THEN.replace(accepted, left))
    found = measured(texts, events, "hashes", KEY, Judge(session))
    assert (found.accepted_chars, found.retained_chars) == (15, 15)
    assert found.left is not None
    assert found.left.chars == 19
    assert found.edit_distance == pytest.approx(4 / 19)
    assert found.still_in_code is True
    assert found.compared == "unit"
    assert found.similarity is not None
    assert found.similarity < 1


def test_edits_that_do_not_fit_leave_the_rest() -> None:
    """Where the edits contradict the region, only what is composed from them is missing."""
    events = [
        Accepted(id="a", suggestion="s", at_ms=0, chars=3),
        Edited(id="b", suggestion="s", at_ms=1, edits=(Edit(start=7, removed=1),)),
    ]
    found = measured(Texts("abc", "abc"), events, "lengths", KEY)
    assert (found.retained_chars, found.edit_distance) == (None, 0.0)
