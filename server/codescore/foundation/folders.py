"""Where this application keeps things between runs, as the system has it.  Makes no folder and reads none."""

from __future__ import annotations

from pathlib import Path

import platformdirs

_APPLICATION = "codescore-r"


def cache_folder() -> Path:
    """What can be computed again: vectors, grades, the list of fonts of plots."""
    return platformdirs.user_cache_path(_APPLICATION, appauthor=False)


def data_folder() -> Path:
    """What was installed: bundles."""
    return platformdirs.user_data_path(_APPLICATION, appauthor=False)


def config_folder() -> Path:
    """What the user chose."""
    return platformdirs.user_config_path(_APPLICATION, appauthor=False)
