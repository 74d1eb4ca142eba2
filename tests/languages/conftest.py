"""The session of evidence that its own tests share."""

from __future__ import annotations

from tests.evidence.conftest import session

__all__ = ["session"]
