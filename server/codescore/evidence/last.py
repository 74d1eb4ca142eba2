"""What is tried last, where two programs differ nowhere else: numbers far away, what callers empty, large inputs,
and what only a careful reference takes care of.

Pure.  Neighbours: `evidence.far`, `evidence.emptied`, `evidence.large`, `evidence.extremes` (which inputs, and what
counts on them).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from codescore.evidence import emptied, far, large
from codescore.evidence.cases import Cases
from codescore.evidence.extremes import extremes
from codescore.evidence.shrink import Difference
from codescore.languages.execution import Input
from codescore.languages.values import Value


def last_tried(
    cases: Cases, constants: Sequence[Value], candidate: str, attempt: Callable[[list[Input]], list[Difference]]
) -> list[Difference]:
    """What differs on such inputs; `constants` are what the `candidate`'s text names, `attempt` runs both programs."""
    return [
        *far.telling(attempt(far.far_inputs(cases, constants))),
        *emptied.safe(cases, attempt(emptied.emptied_inputs(cases))),
        *large.telling(attempt(large.large_inputs(cases))),
        *extremes(cases, candidate, attempt),
    ]
