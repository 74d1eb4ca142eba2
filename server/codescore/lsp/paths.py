"""URIs to paths and back.  Documents go by the URI that the client sent, whatever its spelling."""

from __future__ import annotations

import os
import re
from pathlib import Path
from urllib.parse import unquote, urlsplit

_DRIVE = re.compile(r"/[A-Za-z]:")


def to_path(uri: str) -> Path | None:
    """The absolute path of a `file:` URI, None for any other and for what is no URI."""
    try:
        parts = urlsplit(uri)
    except ValueError:
        return None
    name = unquote(parts.path)
    if parts.scheme != "file" or "\0" in name:
        return None
    if parts.netloc not in ("", "localhost") or name.startswith("//"):
        return None  # a share of another machine: asking for it would open a connection
    if os.name == "nt" and _DRIVE.match(name):
        name = name[1:]
    path = Path(name)
    return path if path.is_absolute() else None


def cell_path(uri: str) -> Path | None:
    """The file of a notebook cell's URI: that of its notebook, where the client puts it in the path."""
    parts = urlsplit(uri)
    return to_path(f"file://{parts.path}") if parts.path.startswith("/") else None


def real_path(path: Path | None) -> Path | None:
    """The path with links followed, as references are located."""
    if path is None:
        return None
    try:
        return Path(os.path.realpath(path))
    except (OSError, ValueError):
        return path
