"""What some tests need; without it they are skipped, and the summary says so."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

BUNDLE_FOLDER = Path(__file__).parents[2] / "server/codescore/embed/bundles/codescore-r-base"
PYTHON = f"python {sys.version_info[0]}.{sys.version_info[1]}"

_NO_BUNDLE = pytest.mark.skipif(not BUNDLE_FOLDER.is_dir(), reason=f"NO BUNDLE: {BUNDLE_FOLDER} is missing")
_NO_JDK = pytest.mark.skipif(shutil.which("javac") is None, reason="NO JDK: Java was not compiled")


def bundle(test: Callable[..., Any]) -> Callable[..., Any]:
    """A test that needs the default model bundle."""
    return pytest.mark.bundle(_NO_BUNDLE(test))


def jdk(test: Callable[..., Any]) -> Callable[..., Any]:
    """A test that needs a JDK."""
    return pytest.mark.jdk(_NO_JDK(test))


BUNDLE_MARKS = [pytest.mark.bundle, _NO_BUNDLE]
JDK_MARKS = [pytest.mark.jdk, _NO_JDK]
