"""Where the store is unless somebody says otherwise."""

from __future__ import annotations

from pathlib import Path

from codescore.foundation.folders import data_folder


def store_path(given: Path | None = None) -> Path:
    """The store that was named, else the one of this user."""
    return given if given is not None else data_folder() / "experiment" / "events.db"
