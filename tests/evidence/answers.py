"""Which functions answer which, as every interface asks the engine before it has programs run."""

from __future__ import annotations

from functools import cache

from codescore.engine import Session, pairs_to_run
from codescore.languages import by_name


@cache
def _session() -> Session:
    return Session(disk_cache=False)


def answers(language: str, candidate: str, reference: str) -> tuple[tuple[str | None, str], ...]:
    """The pairs of two texts."""
    found = by_name(language)
    assert found is not None
    return pairs_to_run(_session(), found, candidate, reference)
