"""What a condition does to a sample: text metrics see sketches where the paper's did, others the code."""

from __future__ import annotations

import pytest

from codescore.foundation.errors import InputError
from codescore.languages import by_id
from codescore.sketch import sketch_source
from codescore.study.bare_strings import without_bare_strings
from codescore.study.conditions import CONDITIONS, conditions_of, drawing, mutated, perturbed
from codescore.study.dataset import Sample

SUM = """\
def total(numbers, least):
    count = 0
    for n in numbers:
        if n > least:
            count += 1
        else:
            count -= 1
    return count < 3
"""
REFERENCE = "def add(xs):\n    s = 0\n    for x in xs:\n        s = s + x\n    return s\n"


def sample(id_: str = "a", *, code: str = SUM, passed: bool | None = True, language: str = "python") -> Sample:
    return Sample(id_, "set", "task", language, code, (REFERENCE,), passed, None, None, "", "")


def sketch(code: str) -> str:
    language = by_id("python")
    assert language is not None
    return sketch_source(language, code.encode()).text


def test_original_changes_nothing() -> None:
    """Text and code are the sample's."""
    found = perturbed(sample(), "original", 0, 0)
    assert not found.changed
    assert found.text == found.code
    assert (found.text.candidate, found.text.references) == (SUM, (REFERENCE,))


def test_o2s_sketches_the_candidate_and_s2s_both() -> None:
    """For metrics of text; those that sketch for themselves are given the code (tables 4, 5)."""
    one, both = (perturbed(sample(), condition, 0, 0) for condition in ("o2s", "s2s"))
    assert (one.text.candidate, one.text.references) == (sketch(SUM), (REFERENCE,))
    assert (both.text.candidate, both.text.references) == (sketch(SUM), (sketch(REFERENCE),))
    assert one.code.candidate == both.code.candidate == SUM
    assert one.changed
    assert both.changed


def test_token_renames_and_keeps_the_sketch() -> None:
    """Other names, the same sketch."""
    found = perturbed(sample(), "token", 0, 0)
    assert found.changed
    assert found.text == found.code
    assert found.code.candidate != SUM
    assert sketch(found.code.candidate) == sketch(SUM)


@pytest.mark.parametrize("condition", ["syntax", "semantic"])
def test_rewriting_is_drawn_by_seed_and_shown_as_sketches(condition: str) -> None:
    """The same draw gives the same variant; others differ; text metrics see both sides sketched (section 5.2)."""
    [known] = conditions_of(condition)
    variants = [perturbed(sample(), known, number, 7) for number in range(5)]
    assert variants == [perturbed(sample(), known, number, 7) for number in range(5)]
    assert len({found.code.candidate for found in variants}) > 1
    for found in variants:
        assert found.changed
        assert found.code.candidate != SUM
        assert found.text.candidate == sketch(found.code.candidate)
        assert found.text.references == (sketch(REFERENCE),)


def test_what_failed_is_not_mutated() -> None:
    """Only passing candidates are (section 5.4)."""
    found = perturbed(sample(passed=False), "semantic", 0, 0)
    assert not found.changed
    assert found.code.candidate == SUM


def test_code_without_a_site_stays_as_it_is() -> None:
    """It is counted as unchanged, with its label."""
    found = perturbed(sample(code="pass\n"), "semantic", 0, 0)
    assert not found.changed
    assert found.code.candidate == "pass\n"


@pytest.mark.parametrize("code", ["", "# nothing\n", "def broken(:\n  x = = 1\n", "\x0c\u2028 ü"])
@pytest.mark.parametrize("condition", CONDITIONS)
def test_no_text_is_too_strange(code: str, condition: str) -> None:
    """Empty, broken and odd candidates give a variant or themselves, never an error."""
    [known] = conditions_of(condition)
    found = perturbed(sample(code=code), known, 0, 0)
    assert isinstance(found.text.candidate, str)


def test_shares_are_of_what_passes_and_nested() -> None:
    """25 % of 8 is 2; what is mutated at 25 % is at 50 %, too; other draws choose others."""
    samples = [sample(str(k), passed=k % 2 == 0) for k in range(16)]
    chosen = {share: mutated(samples, share, 0, 3) for share in (25, 50, 75, 100)}
    assert [len(chosen[share]) for share in (25, 50, 75, 100)] == [2, 4, 6, 8]
    assert chosen[25] < chosen[50] < chosen[75] < chosen[100]
    assert all(samples[k].passed for k in chosen[100])
    assert len({mutated(samples, 25, number, 3) for number in range(5)}) > 1


def test_unknown_conditions_are_named() -> None:
    """And the list keeps the paper's order."""
    assert conditions_of("semantic, original") == ("original", "semantic")
    with pytest.raises(InputError, match="unknown condition 'sintax'; known are original"):
        conditions_of("original,sintax")
    with pytest.raises(InputError, match="no condition was named"):
        conditions_of(" ,")


def test_a_drawing_is_the_same_on_every_machine() -> None:
    """Recorded once: perturbed data must not change with the platform."""
    assert drawing(1, "syntax", 2, "a/b") == 145_005_207_473_955


def test_prose_in_bare_strings_is_cut() -> None:
    """Behind the code, in a class, in a function; not where a block has nothing else, not with code inside."""
    code = 'def f():\n    "doc"\n    x = 1\n    """more"""\n    return x\n\n\n"""\nA page\nof prose\n"""\n'
    left = without_bare_strings(code, "python")
    assert "prose" not in left
    assert "more" not in left
    assert "x = 1" in left
    for kept in (
        '"""only"""\n',
        'def f():\n    """only"""\n',
        'x = """text"""\n',
        'y = 1\nf"""{g()}"""\n',
        "x = (\n'''a'''\n)\n",
    ):
        assert without_bare_strings(kept, "python") == kept
    assert without_bare_strings('"""a"""\nb', "cobol") == '"""a"""\nb'
