"""The class as a whole: ideas, map, unusual pairs, gradebook, masking; pure functions on made-up rows."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable

import msgspec
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from codescore.foundation.marks import MARKS, OF_SUBMISSION
from codescore.grade.class_record import LEAST_RUNS, MOST_SHARING, Seen, _functions, near_duplicates
from codescore.grade.clusters import RADIUS, covered, drawn, joined
from codescore.grade.feedback import feedback
from codescore.grade.gradebook import _number, gradebook
from codescore.grade.masking import MASK, nameless_left
from codescore.grade.record import VERDICTS, ClassRecord, Function, Graded, Left, Outcome, Remark
from codescore.grade.running import told
from codescore.reports.class_page import _two


def unit(rows: Iterable[Iterable[float]]) -> np.ndarray:
    made = np.array(list(rows), dtype=np.float32)
    return made / np.maximum(np.linalg.norm(made, axis=1, keepdims=True), 1e-12)


def test_clusters_are_what_is_near_their_medoid() -> None:
    """Two bundles of directions are two clusters, the larger one first; what has no vector is in none."""
    rows = unit([[1, 0.01], [1, 0.02], [1, 0.03], [0, 1], [0.01, 1], [0, 0]])
    cover = covered(rows)
    assert cover.of == (0, 0, 0, 1, 1, -1)
    assert cover.medoids[0] in (0, 1, 2)
    assert joined(unit([[0, 2], [-1, 0]]), rows[list(cover.medoids)]) == (1, -1)


@given(st.lists(st.lists(st.floats(-1, 1), min_size=4, max_size=4), max_size=30))
@settings(deadline=None, max_examples=60)
def test_clusters_of_any_vectors(rows: list[list[float]]) -> None:
    """Every row with a direction is in exactly one cluster, within the radius of its medoid, whatever the rows are."""
    vectors = unit(rows) if rows else np.zeros((0, 4), dtype=np.float32)
    cover = covered(vectors)
    sizes = [cover.of.count(k) for k in range(len(cover.medoids))]
    assert sizes == sorted(sizes, reverse=True)
    for row, number in enumerate(cover.of):
        known = float(vectors[row] @ vectors[row]) > 0.5
        assert (number >= 0) == known
        if known and cover.medoids[number] != row:
            assert float(vectors[row] @ vectors[cover.medoids[number]]) >= RADIUS - 1e-6
    places = drawn(vectors).places
    assert places.shape == (len(vectors), 2)
    assert bool(((places >= 0) & (places <= 1)).all())


def test_equal_submissions_stand_side_by_side() -> None:
    """Equal vectors do not hide each other on the map, and two classes of one text are two places."""
    places = drawn(unit([[1, 0, 0]] * 5 + [[0, 1, 0], [0, 0, 1]])).places
    assert len({tuple(place) for place in places.tolist()}) == 7
    assert np.abs(places[:5] - places[0]).max() < 0.05


def packed(grams: Iterable[int]) -> bytes:
    return np.array(sorted(grams), dtype=np.uint64).tobytes()


def test_pairs_share_what_few_have() -> None:
    """What all have, and what references have, makes nobody alike; what two alone have does."""
    common, mine = range(100, 200), range(1000, 1000 + 2 * LEAST_RUNS)
    rows = [packed([*common, *mine]), packed([*common, *mine, 5]), *(packed([*common, k]) for k in range(10))]
    texts = [bytes([k]) for k in range(len(rows))]
    (found,) = near_duplicates(rows, texts, frozenset())
    assert (found.first, found.second, found.runs, found.same_text) == (0, 1, 2 * LEAST_RUNS, False)
    assert near_duplicates(rows, texts, frozenset(mine)) == []


def test_copies_do_not_excuse_each_other() -> None:
    """Ten equal texts count as one when it is asked what is common, and each is told with the first."""
    copies = MOST_SHARING + 6
    rows = [packed(range(40))] * copies + [packed(range(1000, 1040))]
    found = near_duplicates(rows, [b"same"] * copies + [b"other"], frozenset())
    assert [(one.first, one.second, one.same_text) for one in found] == [(0, k, True) for k in range(1, copies)]


def test_short_equal_texts_are_no_news() -> None:
    """A text of a few runs is written alike by anybody."""
    assert near_duplicates([packed(range(5))] * 3, [b"same"] * 3, frozenset()) == []


def graded(**fields: object) -> Graded:
    plain: dict[str, object] = {
        "verdict": "alike", "score": 1, "similarity": 0.75, "probability": 0.5, "compiles": True, "reference": 0,
        "fits": (), "file": "a.py", "code": "x = 1\n", "marks": (), "reason": "", "group": "", "problems": (),
        "missing": (), "functions": (), "links": (), "first": None, "notes": (), "signature": "s",
    }  # fmt: skip
    return Graded(**{**plain, **fields})


@pytest.mark.parametrize("value", ["```", "a\n````\nb", "<script>", "*bold* [x](javascript:1)"])
def test_feedback_quotes_what_a_program_printed(value: str) -> None:
    """A value is inside a fence that it cannot end."""
    text = feedback(graded(verdict="differs", tested=Outcome("differs", 0.0, "s", value, value, value)))
    fences = [line.strip() for line in text.splitlines() if set(line.strip()) == {"`"} and len(line.strip()) > 2]
    longest = max(fences, key=len)
    assert fences.count(longest) == 6
    assert len(longest) > max((len(run) for run in value.split() if set(run) == {"`"}), default=2)


def function(name: str) -> Function:
    remark = Remark("", "changed", 2, None)
    return Function(name, name, "name", False, 0, 0.1, None, True, 2, 2, True, False, (remark,), 1)


def test_feedback_sends_nobody_to_a_function_that_does_the_same() -> None:
    """What was run and did nothing else is not named, however unlike it looks; what was not run is."""
    seen = Outcome("differs", 0.0, "s", "profit([1])", "0", "1", unit="profit", innocent=("perfect",))
    text = feedback(graded(verdict="differs", functions=(function("perfect"), function("profit")), tested=seen))
    assert "perfect" not in text
    assert "`profit`, line 2: look again here" in text


def test_what_was_seen_of_a_function_goes_before_its_score() -> None:
    """A function that was run and did something else is not like its reference; one that did the same is."""
    close = msgspec.structs.replace(function("profit"), score=1)
    seen = Outcome("differs", 0.0, "s", "profit([1])", "0", "1", innocent=("perfect",), wrong=("profit",))
    functions = (function("perfect"), close)
    about = [Seen(b"", frozenset(), ("perfect", "profit"), compiles=True)]
    rows = _functions([graded(functions=functions, tested=seen), graded(functions=functions)], about)
    assert [(row.alike, row.differs, row.unlike) for row in rows] == [(1, 0, 1), (1, 1, 0)]


def test_what_is_in_the_way_is_one_thing_on_any_number_of_inputs() -> None:
    """Who differs for one reason is in one group, however many inputs showed it and whatever the smallest one was."""

    def group(verdict: str, summary: str) -> str:
        return told(graded(), Outcome(verdict, None, summary)).group

    asked = "the same on {} inputs; it gives something else where n < 0"
    assert {group("conditional", asked.format(k)) for k in (1, 80, "1,154")} == {
        "conditional:it gives something else where n < 0"
    }
    refuses = "the same on all {} inputs that both accept; it refuses {} that the reference answers, e.g. f({})"
    assert len({group("conditional", refuses.format(k, 2 * k, k)) for k in (12, 80)}) == 1
    assert len({group("conditional", asked.format(8).replace("0", str(k))) for k in (3, 4)}) == 2


def test_a_state_has_one_mark_in_all_interfaces() -> None:
    """In a class as in an editor and in a terminal."""
    assert {OF_SUBMISSION["behaves"], OF_SUBMISSION["differs"]} == {MARKS["right"], MARKS["wrong"]}
    assert OF_SUBMISSION["conditional"] == MARKS["conditional"]
    assert OF_SUBMISSION["insufficient"] == OF_SUBMISSION["unknown"] == MARKS["unknown"]
    assert set(OF_SUBMISSION) == set(VERDICTS)


def test_what_was_not_graded_has_no_name_either() -> None:
    """Without names, a label and its words in the reason are gone."""
    left = nameless_left(3, Left("ann_lee.pdf", "Ann Lee", "no Python file (only ann_lee.pdf)"))
    assert left == Left("number 3", "", f"no Python file (only {MASK})")


#: What a spreadsheet might run -> what is written.  Which sign splits a line depends on the spreadsheet's country.
_RUN = {
    ";=1+1": "';'=1+1",
    "a;=1+1": "a;'=1+1",
    "\t=1+1": "'\t'=1+1",
    "\r@x": "'\r'@x",
    "a\n+b": "a\n'+b",
    "  =1+1": "'  =1+1",
    "＝1+1": "'＝1+1",
    "－cmd": "'－cmd",
    "﹢1+1": "'﹢1+1",
    "- a\n- =b": "• a\n• =b",
    "a;-2": "a;-2",
    "a - b, a = b; c": "a - b, a = b; c",
}


def test_no_number_of_a_gradebook_is_rounded_up() -> None:
    """As on the page: nothing seems to reach what it does not reach."""
    assert [_number(value) for value in (0.68999, 0.5, 0.99999, 0.0976, None)] == [
        "0.6899", "0.5000", "0.9999", "0.0976", "",
    ]  # fmt: skip
    assert [_two(value) for value in (0.68999, 0.999, 0.0976, None)] == ["0.68", "0.99", "0.09", "–"]


def test_the_gradebook_is_never_a_formula() -> None:
    """A cell that a spreadsheet would run begins with an apostrophe; numbers stay numbers."""
    empty = ClassRecord(
        format=1, title="t", made="", version="", language="", threshold=0.5, pooling="", signature="", tested=False,
        anonymous=False, template=None, references=(), students=(),
        left=(Left("=1+1", "@x", "-2"), Left("+a", "", "=b"), *(Left("x.py", "x", text) for text in _RUN)),
        counts=(), histogram=(), groups=(), clusters=(), functions=(), duplicates=(), notices=(), map_note="",
    )  # fmt: skip
    text = gradebook(empty)
    assert text.startswith("\ufeffsubmission,name,id,")
    rows = list(csv.reader(io.StringIO(text)))[1:]
    assert [(row[1], row[3], row[4], row[12]) for row in rows] == [
        ("'@x", "'=1+1", "not graded", "-2"),
        ("'+a", "'+a", "not graded", "'=b"),
        *(("x", "x.py", "not graded", shown) for shown in _RUN.values()),
    ]
