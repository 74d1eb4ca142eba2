"""One test for every language: its `examples/` are annotated sources whose comments carry the expectation.

`codescore_train.language.conformance` says how.  A golden sketch may change only together with the sketch `VERSION`.
`CODESCORE_ACCEPT=1 pytest tests/languages` rewrites them, and records new sketches in `golden_sketches.json`; a
recorded one changes there only when VERSION is another.
"""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from codescore.languages import Language, all_languages
from codescore.sketch import VERSION
from codescore_train.language.conformance import disagreements, examples_of, golden, golden_path
from tests.architecture.rules import RECORD, golden_sketches

ROOT = Path(__file__).parents[2]
EXAMPLES = [
    pytest.param(language, path, id=f"{language.id}/{path.name}")
    for language in all_languages()
    for path in examples_of(language)
]


@pytest.mark.parametrize(("language", "path"), EXAMPLES)
def test_every_annotation_of_an_example_holds(language: Language, path: Path) -> None:
    """Units and names are what the example's comments say."""
    assert disagreements(language, path) == []


@pytest.mark.parametrize(("language", "path"), EXAMPLES)
def test_units_and_sketches_of_an_example_are_the_golden_ones(language: Language, path: Path) -> None:
    """The golden sketches change only with the sketch version."""
    text, recorded = golden(language, path), golden_path(path)
    if os.environ.get("CODESCORE_ACCEPT"):
        recorded.write_text(text, encoding="utf-8")
        record()
    expected = recorded.read_text(encoding="utf-8")
    assert expected.split("\n", 1)[0] == f"sketch version {VERSION}", "accept new golden output"
    assert text == expected


def record() -> None:
    """Add what is new to the record of golden sketches; begin it anew under another VERSION."""
    path = ROOT / RECORD
    recorded = json.loads(path.read_text(encoding="utf-8")) if path.is_file() else {"version": VERSION, "sketches": {}}
    if recorded["version"] != VERSION:
        recorded = {"version": VERSION, "sketches": {}}
    recorded["sketches"] = dict(sorted((golden_sketches(ROOT) | recorded["sketches"]).items()))
    path.write_text(json.dumps(recorded, indent=1) + "\n", encoding="utf-8")


def test_every_language_has_examples() -> None:
    """A language folder without examples is not finished."""
    covered = {str(p.values[0].id) for p in EXAMPLES}  # type: ignore[union-attr]
    assert covered == {language.id for language in all_languages()}
