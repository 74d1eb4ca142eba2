"""One verdict has one sign and the same words in a terminal, an editor and on the page of a class."""

from __future__ import annotations

import io
from types import SimpleNamespace
from typing import Any

import pytest
from rich.console import Console

from codescore.cli.evidence_text import print_evidence
from codescore.engine import Estimated, decide
from codescore.evidence.contract import Coverage, Evidence, Verdict
from codescore.foundation.marks import NAMES, OF_SUBMISSION
from codescore.grade.feedback import _HEADS
from codescore.lsp import describe
from codescore.reports.class_page import _ARE, _asset


def badge(found: Evidence) -> str:
    """Of a function that is like its reference, in an editor."""
    verdict = SimpleNamespace(compiles=True, similarity=0.9, score=1, suspect=None, decided=False, same_task=None)
    standing = decide(Estimated(("f", "f"), 1, None), found)
    record: Any = SimpleNamespace(
        verdict=verdict, standing=standing, running=False, pair=SimpleNamespace(foreign=False), said=None
    )
    return describe.badge(record, current=True)


def terminal(found: Evidence) -> str:
    out = io.StringIO()
    print_evidence(Console(file=out, width=200), found, "a.py", "b.py", "python", test="")
    return out.getvalue()


@pytest.mark.parametrize("verdict", ["conditional", "insufficient"])
def test_neither_yes_nor_no_is_said_alike(verdict: Verdict) -> None:
    """Of a function by itself, and of several, each in a line of its own."""
    alone = Evidence(verdict, "as it is", 40, Coverage(1.0, 1.0), unit="f", reference_unit="f", pair=("f", "f"))
    several = Evidence(verdict, "as it is", 40, Coverage(1.0, 1.0), units=(alone, alone))
    sign, words = OF_SUBMISSION[verdict], NAMES[verdict]
    assert badge(alone).startswith(sign)
    assert words in badge(alone)
    first, *lines = terminal(several).splitlines()
    assert first.startswith(f"{sign} a.py")
    assert words in first
    rows = [line for line in lines if line.strip().startswith(f"{sign} ") and " f " in line]
    assert len(rows) == 2
    assert all(words in row for row in rows)
    assert words in _ARE[verdict] or words.removeprefix("the ") in _ARE[verdict]
    assert words in _HEADS[verdict]


def test_the_page_has_no_words_of_its_own() -> None:
    """Names and signs come with the record's data."""
    assert {*NAMES} == {*OF_SUBMISSION} == {*_ARE}
    assert "const NAMES = RECORD.names;" in _asset("model.js")
    assert not any(words in _asset(name) for words in NAMES.values() for name in ("model.js", "parts.js"))
