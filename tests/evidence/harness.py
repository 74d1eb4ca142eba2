"""Modules of the Python harness, loaded as the sandbox loads them: a package of its own, no part of the program."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

from codescore.languages.python.run import writing

_NAME = "codescore_harness"


def module(name: str) -> ModuleType:
    """The module of the harness that has this name."""
    if _NAME not in sys.modules:
        folder = Path(writing.__file__).parent / "harness"
        spec = importlib.util.spec_from_file_location(
            _NAME, folder / "__init__.py", submodule_search_locations=[str(folder)]
        )
        assert spec is not None
        sys.modules[_NAME] = importlib.util.module_from_spec(spec)
    return importlib.import_module(f"{_NAME}.{name}")
