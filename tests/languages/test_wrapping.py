"""Words of texts that are set in lines fit into them: where words say so, and by custom."""

from __future__ import annotations

import pytest

from codescore.evidence.assumptions import Conditions
from codescore.evidence.domain import domain_of
from codescore.evidence.pool import pool_of
from codescore.evidence.sandbox import probe
from codescore.evidence.session import EvidenceSession
from codescore.evidence.wrapped import longest_word
from codescore.languages.execution import Entry, Input, Parameter
from codescore.languages.shapes import IntShape, SequenceShape, TextShape
from codescore.languages.values import Int, Text
from codescore.languages.wrapping import wrapping
from tests.evidence.judging import judged

_ability = probe()
runs = pytest.mark.skipif(not _ability.works, reason=f"NO SANDBOX: {_ability.detail}")

TEXT = {"text": TextShape(), "width": IntShape()}
WORDS = {"words": SequenceShape(TextShape()), "max_width": IntShape()}

WRAP = '''def wrap(text, width):
    """Fills lines with the words of a text."""
    lines, line = [], ""
    for word in text.split():
        if line and len(line) + 1 + len(word) > width:
            lines.append(line)
            line = word
        else:
            line = line + " " + word if line else word
    return lines + [line] if line else lines
'''
SPLITS = """def wrap(text, width):
    lines, line = [], ""
    for word in text.split():
        while len(word) > width:
            lines, line, word = lines + ([line] if line else []) + [word[:width]], "", word[width:]
        if not line:
            line = word
        elif len(line) + len(word) < width:
            line += f" {word}"
        else:
            lines.append(line)
            line = word
    return lines + [line] if line else lines
"""


@pytest.mark.parametrize(
    ("shapes", "words", "program", "weight"),
    [
        (TEXT, "words separated by blanks, none longer than width", "", 0.85),
        (TEXT, "Each word fits in `width` columns.", "", 0.85),
        (TEXT, "No word is longer than width.", "", 0.85),
        (TEXT, "Lines, none longer than width. A single word longer than width has a line of its own.", "", 0),
        (TEXT, "", "for word in text.split():\n    if len(line) + 1 + len(word) > width:", 0.55),
        (WORDS, "", "if (line.length + word.length > max_width) {", 0.55),
        (TEXT, "", "for word in text.split():\n    if len(word) > width:", 0),
        (TEXT, "", "return text.center(width)", 0),
        ({"text": TextShape(), "count": IntShape()}, "", "text.split()[:count]", 0),
    ],
)
def test_words_fit_where_it_is_said_and_by_custom(
    shapes: dict[str, TextShape | SequenceShape | IntShape], words: str, program: str, weight: float
) -> None:
    assert [one.weight for one in wrapping(shapes, words, program)] == [weight] * bool(weight)


def test_lines_are_made_as_wide_as_the_longest_word() -> None:
    entry = Entry("wrap", "function", tuple(Parameter(name, shape) for name, shape in TEXT.items()))
    said = tuple(wrapping(TEXT, "no word is longer than width", ""))
    domain = domain_of(entry, Conditions(likely=said), ())
    given = Input((Text("a longer line"), Int(3)))
    assert domain.likelihood(given) < 0.2
    made = domain.mended(given, pool_of((), 1), all_=True)
    width = made.arguments[1]
    assert isinstance(width, Int)
    assert width.value >= longest_word(made.arguments[0]) == len("longer")
    assert domain.likelihood(made) == 1


@runs
def test_who_splits_words_that_are_too_long_is_not_called_different() -> None:
    with EvidenceSession() as session:
        found = judged(session, "python", SPLITS, WRAP)
        wrong = judged(session, "python", WRAP.replace("+ 1 + len(word) >", "+ len(word) >"), WRAP)
    assert found.verdict == "conditional"
    assert "longer than width" in found.reason
    assert wrong.verdict == "differs"
