"""The test of a counterexample as a file beside the candidate, with what it imports from there.

Pure.  Neighbours: each language's `run/` (`test_beside`); the terminal and the editor ask.
"""

from __future__ import annotations

from codescore.evidence.contract import Evidence
from codescore.languages import Language


def runnable(found: Evidence, language: Language, file: str, source: str) -> str:
    """The test beside a file with this source, "" without any; of a language that imports nothing as it is."""
    test = found.counterexample.test if found.counterexample is not None else ""
    beside = getattr(language.runner(), "test_beside", None)
    return str(beside(test, file, source)) if test and beside is not None else test
