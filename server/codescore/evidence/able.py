"""Whether programs of a language can be run on this machine: asked first, so that what is missing is named.

Knows where to ask, not what is needed.  Neighbours: `sandbox` is the wall, a language's runner knows its tools.
"""

from __future__ import annotations

from codescore.evidence import sandbox
from codescore.foundation.errors import InputError
from codescore.languages import Language


def require(language: Language) -> None:
    """Raise where nothing could be run: EnvironmentProblem without sandbox or tools, InputError for the language."""
    runner = language.runner()
    if runner is None:
        raise InputError(
            f"programs in {language.name} cannot be run for evidence yet; `codescore score` and `grade` work without it"
        )
    sandbox.require()
    runner.harness()
