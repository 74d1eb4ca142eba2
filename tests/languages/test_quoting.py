"""What is a comment of a program, and what only looks like one."""

from __future__ import annotations

from codescore.languages import by_id
from codescore.languages.quoting import code_of, comments_of, quoted
from codescore.languages.values import Text

FEE = '''def fee(cents):
    """A sum such as "2.50"."""
    url = "# no comment"  # what is due
    half = cents // 2
    return f"{cents // 100}.{cents % 100:02d} {half:.1f}"
'''


def test_a_sign_that_divides_begins_no_comment() -> None:
    assert comments_of(FEE).split("\n") == ['A sum such as "2.50".', " what is due"]
    assert quoted(FEE) == ("2.50",)
    assert "half = cents // 2" in code_of(FEE)


def test_no_comment_begins_in_a_text() -> None:
    source = 'String at = "http://here"; // "one" // two\nchar c = \'"\'; /* three */ int n = 1\'000; // it\'s four\n'
    assert comments_of(source).split("\n") == [' "one" // two', " three ", " it's four"]
    assert '"http://here"' in code_of(source)


def test_how_a_value_is_written_is_no_text_of_a_program() -> None:
    python = by_id("python")
    runner = python.runner() if python is not None else None
    assert runner is not None
    texts = {one.value for one in runner.survey(FEE).constants if isinstance(one, Text)}
    assert texts == {"# no comment", ".", " "}
