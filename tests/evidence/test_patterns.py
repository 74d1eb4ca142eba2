"""Regular expressions: inputs are drawn from what a pattern matches, not from how it is written."""

from __future__ import annotations

import ast
import re

import pytest

from codescore.evidence.written import well_written
from codescore.languages import by_id
from codescore.languages.assumed import Assumption
from codescore.languages.patterns import texts_for
from codescore.languages.python.run.patterns import patterns_in
from codescore.languages.values import Text


@pytest.mark.parametrize(
    "pattern",
    ["ab{2,3}", "^[a-z]+(_[a-z]+)*$", r"\s+", "[^a-zA-Z]", r"(\d{4})-(\d{2})", r"(cat|dog)s?", r"\w+ly", "a.c", "[^b]"],
)
def test_some_texts_match_and_some_do_not(pattern: str) -> None:
    """Both sides of a test by this pattern are reached."""
    texts = texts_for(pattern)
    assert any(re.fullmatch(pattern, text) for text in texts)
    assert any(re.fullmatch(pattern, text) is None for text in texts)


def test_white_space_is_more_than_blanks() -> None:
    """`\\s` and a blank can be told apart."""
    assert any("\t" in text or "\n" in text for text in texts_for(r"\s+"))


@pytest.mark.parametrize("pattern", ["a|b|(c", "(" * 99, "x" * 1000, "(?P<n", "(" * 30 + "a{8}" + "){8}" * 30, "*"])
def test_any_text_may_stand_for_a_pattern(pattern: str) -> None:
    """What is no pattern, or an enormous one, gives few short texts or none, at once."""
    assert all(len(text) <= 82 for text in texts_for(pattern))


def test_patterns_are_found_where_they_are_used_also_by_way_of_a_variable() -> None:
    """A text is a pattern where it is given to a function of `re`."""
    source = "import re\nwords = 'a+'\nre.search(words, x)\nre.sub('b+', 'c', x)\nother('d+')\n"
    assert patterns_in(ast.parse(source)) == {"a+", "b+"}


def test_inputs_are_drawn_from_what_a_pattern_matches() -> None:
    """The constants of a program hold texts for its patterns in their place."""
    language = by_id("python")
    runner = language.runner() if language else None
    assert runner is not None
    survey = runner.survey("import re\ndef f(text):\n    return bool(re.search('ab{2,3}', text))\n")
    assert Text("abb") in survey.constants
    assert Text("ab{2,3}") not in survey.constants


def test_a_list_whose_elements_are_asked_for_their_type_holds_others_too() -> None:
    """`isinstance(x, int)` of an element makes sense only where there is something else."""
    language = by_id("python")
    runner = language.runner() if language else None
    assert runner is not None
    survey = runner.survey("def f(values):\n    return max(v for v in values if isinstance(v, int))\n")
    assert "Text" in repr(survey.entries[0].parameters[0].shape)


def test_groups_may_be_named_as_other_languages_do() -> None:
    """`(?<year>…)` is what Python writes as `(?P<year>…)`; what looks behind is left as it is."""
    assert "0" in texts_for(r"(?<digit>\d)")
    assert texts_for(r"(?<=a)b") == texts_for(r"(?<=a)b")
    assert texts_for(r"(?<=a)b")


def test_javascript_draws_from_patterns() -> None:
    """A Roman number is among what is drawn for `/^M{0,3}(CM|D?C{0,3})$/`."""
    source = "function f(t) { return /^M{1,3}(CM|CD)(?<rest>XL?)$/.test(t) ? 1 : 0; }"
    language = by_id("javascript")
    assert language is not None
    runner = language.runner()
    assert runner is not None
    texts = [one.value for one in runner.survey(source).constants if isinstance(one, Text)]
    assert any(re.fullmatch(r"M{1,3}(CM|CD)XL?", text) for text in texts)


def test_a_text_that_is_one_number_is_not_taken_apart() -> None:
    """Where nothing stands between parts there is one."""
    number = Assumption("x", "parts", "it is read as a number", weight=0.6, other="")
    assert well_written(number, "12")
    assert not well_written(number, "a2")
