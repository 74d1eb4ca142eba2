"""The study of graded models reproduces the tables of Out of the BLEU from the values that its authors published."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import Any

import pytest

from codescore.foundation.errors import InputError
from codescore.metrics import Context, make
from codescore.study.columns import Column, agreement, metric_column, published_column
from codescore.study.dataset import Sample, read_data
from codescore.study.papers.checks import printed_pairs, surplus
from codescore.study.papers.grades import verify_grades
from codescore.study.papers.human import Graded, Study, graded, study
from codescore.study.papers.mismatch import ONE_LINERS
from codescore.study.papers.remarks import ReportRow
from codescore.study.papers.report import Report, document, markdown, remarks, report, tables
from codescore.study.papers.tables import TITLES, printed
from codescore.study.significance import Resampling

RUNS = 12
DATA = Path(__file__).parents[3] / "shared" / "data"


def grid(name: str) -> Graded:
    path = DATA / f"{name}.dev.jsonl.gz"
    if not path.is_file():
        pytest.skip(f"NO DATA at {path}: the tables of Out of the BLEU are not reproduced")
    return graded(read_data(path, strict=True).samples)[0]


@pytest.fixture(scope="module", params=["conala", "hearthstone"])
def made(request: pytest.FixtureRequest) -> Report:
    """The study of a data set by the published values, beside the printed tables."""
    data = grid(request.param)
    (bleu,) = make(["bleu"], Context("conala"))
    columns: list[Column] = []
    for key in TITLES:
        if key in data.all[0].published:
            column = metric_column(bleu, data.all) if key == "bleu" else published_column(f"published:{key}", data.all)
            columns.append(dataclasses.replace(column, name=key, title=TITLES[key]))
    paper = printed()[request.param]
    found = study(data, columns, paper.edges, runs=RUNS)
    return report(found, [ReportRow(judged, True, judged.name) for judged in found.rows], paper)


def test_models_and_pairs_are_as_many_as_the_tables_count(made: Report) -> None:
    """82 models of CoNaLa and 30 of Hearthstone: 3,321 and 435 pairs, as the rows of tables 3 and 6 add up to."""
    assert made.paper is not None
    assert made.study.pairs == printed_pairs(made.paper) == {"conala": 3321, "hearthstone": 435}[made.study.data]
    assert made.study.all_models == {"conala": 82, "hearthstone": 30}[made.study.data]


def test_scores_are_the_printed_ones(made: Report) -> None:
    """Tables 2 and 5 to 0.01, but for RUBY and people's grades on CoNaLa, of which the data hold other values."""
    wrong = {(c.row, c.column) for c in made.cells if c.kind == "scores" and c.fit != "yes"}
    expected = {"conala": {"ruby", "human"}, "hearthstone": {"ruby"}}[made.study.data]
    assert {row for row, _ in wrong} == expected
    far = [abs((c.ours or 0) - (c.paper or 0)) for c in made.cells if c.kind == "scores" and c.row != "ruby"]
    assert max(far) < 0.3


def test_intervals_are_as_wide_as_the_printed_ones(made: Report) -> None:
    """The percentile intervals of 1,000 resamples, both sides, within a fifth of their width."""
    assert made.paper is not None
    for row in made.rows:
        for ours, theirs in zip(row.judged.scores, made.paper.scores[row.judged.name], strict=True):
            assert ours.high - ours.low == pytest.approx(theirs.high - theirs.low, rel=0.2)


def test_counts_are_within_the_noise_of_resampling(made: Report) -> None:
    """Tables 3, 4, 6, 7: every printed number is ours but for RUBY and for what the paper itself contradicts."""
    wrong = {(c.row, c.kind, c.column) for c in made.cells if c.kind != "scores" and c.fit == "no" and c.row != "ruby"}
    slips = {
        ("chrf", "significance", "[10, 100) NS"),
        ("meteor", "significance", "[10, 100) NS"),
        ("codebleu", "significance", "[5, 10) significant"),
    }
    assert wrong <= slips


def test_models_are_told_apart_as_the_text_says(made: Report) -> None:
    """Section 5.1: which metrics cannot tell which models apart, where our runs agree among themselves."""
    assert made.paper is not None
    for row in made.rows:
        for pair, times in row.judged.told.items():
            if times in (0, RUNS):
                assert (times == 0) == (pair in made.paper.not_told[row.judged.name]), (row.judged.name, pair)


def test_the_report_explains_what_differs(made: Report) -> None:
    """The sentences name the printed tables' contradictions and the values that differ; files hold all cells."""
    said = " ".join(sentence for answers in remarks(made).values() for sentence in answers)
    assert "The data hold other values than were printed of RUBY" in said
    assert f"its table {made.paper.tables['significance'] if made.paper else 0} counts" in said
    if made.study.data == "conala":
        assert "8 pairs more than those of other rows" in said
        assert "no reason was found" not in said
    page = markdown([made])
    assert "≠" in page
    assert "| ROUGE-L | data |" in page
    files = tables(made)
    assert len(files) == 4
    assert sum(text.count("\n") - 1 for name, text in files.items() if "kinds" not in name) == len(made.cells)
    assert document(made)["pairs"] == made.study.pairs


def test_our_metrics_are_explained_by_their_tokenisation() -> None:
    """ROUGE-L of Hearthstone: with CoNaLa's tokens every snippet has the published value, with ours few have."""
    data = grid("hearthstone")
    (ours,), (theirs,) = make(["rouge-l"], Context("code")), make(["rouge-l"], Context("conala"))
    near = (agreement(ours, data.all, "rougel"), agreement(theirs, data.all, "rougel"))
    assert near[0].equal < 0.5
    assert near[1].equal == 1
    paper = printed()["hearthstone"]
    found = study(data, [metric_column(ours, data.all, "snippet")], paper.edges, how=Resampling(100, 0), runs=2)
    told = remarks(report(found, [ReportRow(found.rows[0], False, "rougel", near)], paper))
    (sentence,) = told["Are our metrics those of the paper?"]
    assert sentence.startswith("ROUGE-L (ours): scores lie -")
    assert "with tokens conala 100.0% of 132 snippets have the value of the data" in sentence
    assert sentence.endswith("the tokenisation makes the difference.")


def test_the_transcription_adds_up() -> None:
    """Rates times pairs give the printed totals to their rounding; only two rows of table 3 add up to another count."""
    for paper in printed().values():
        for row, cells in paper.mismatch.items():
            pairs = sum(cell.pairs for cell in cells)
            wrong = sum((cell.rate or 0) * cell.pairs for cell in cells)
            assert wrong / pairs == pytest.approx(paper.total[row], abs=0.1)
            if row not in surplus(paper):
                assert pairs == printed_pairs(paper)
    assert surplus(printed()["conala"]) == {"chrf": 8, "meteor": 48}
    assert surplus(printed()["hearthstone"]) == {}


@pytest.mark.parametrize(("name", "people", "grades"), [("conala", 16, 10602), ("hearthstone", 4, 528)])
def test_the_stored_grades_are_those_of_m_msr(name: str, people: int, grades: int) -> None:
    """Our M-MSR gives every grade that the paper's authors got from crowd-kit's."""
    grid(name)
    samples = read_data(DATA / f"{name}.dev.jsonl.gz").samples
    found = verify_grades(samples)
    assert (found.graders, found.grades) == (people, grades)
    assert found.equal == found.samples == len(samples)
    assert f"for {len(samples):,} of {len(samples):,} snippets. Krippendorff's alpha" in str(found)
    wrong = [dataclasses.replace(samples[0], human=(samples[0].human or 0) + 1), *samples[1:]]
    assert verify_grades(wrong).equal == len(samples) - 1


def test_grades_without_graders_cannot_be_verified() -> None:
    """Bad input, named."""
    with pytest.raises(InputError, match="who graded what"):
        verify_grades([sample("a", "t")])
    with pytest.raises(InputError, match=r"t/a: ann graded 4\.5"):
        verify_grades([sample("a", "t", graders={"ann": 4.5})])


def sample(model: str | None, task: str, human: float | None = 2.0, **more: Any) -> Sample:
    fields = {"candidate": f"{model} {task}", "references": ("r",), "passed": None, "source": "", "intent": ""}
    return Sample(
        id=f"{task}/{model}", data="d", task=task, language="python", human=human, model=model, **{**fields, **more}
    )


def test_small_studies_of_other_data_work_without_a_paper() -> None:
    """Three models, eight tasks, a metric that is the grade itself: no mismatch, no printed rows."""
    samples = [sample(m, f"t{t}", float((t * 7 + 3 * i) % 5)) for i, m in enumerate("abc") for t in range(8)]
    (data,) = graded(samples)
    columns = [
        published_column("published:p", [dataclasses.replace(s, published={"p": (s.human or 0) / 4}) for s in data.all])
    ]
    found: Study = study(data, columns, ONE_LINERS, how=Resampling(200, 0), runs=2)
    assert found.rows[0].runs[0].total == 0
    told = report(found, [ReportRow(found.rows[0], True, None)], None)
    assert {cell.fit for cell in told.cells} == {None}
    assert "| *paper* |" not in markdown([told])


@pytest.mark.parametrize(
    ("samples", "said"),
    [
        ([sample("a", "t"), sample(None, "t")], "has no `model`"),
        ([sample("a", "t"), sample("b", "t", None)], "t/b has no grade in `human`"),
        ([sample("a", "t"), sample("a", "t")], "second output of a for t"),
        ([sample("a", "t"), sample("a", "u"), sample("b", "t")], "b has no output for u"),
        ([sample("a", "t")], "outputs of a alone"),
    ],
)
def test_what_cannot_be_studied_is_named(samples: list[Sample], said: str) -> None:
    """Model, task and what to do, in one line."""
    with pytest.raises(InputError) as caught:
        graded(samples)
    assert said in str(caught.value)
