"""What Run Match needs of a language: the contract of `languages/<lang>/matching.py`.

Neighbours: `languages.execution` (entries), `languages.registry` (`Language.matcher`), `metrics.papers.run_match`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from codescore.languages.execution import Entry
from codescore.languages.values import Value


@dataclass(frozen=True, slots=True)
class Snippet:
    """A piece of code that can be called with values for its free variables, by position."""

    source: str
    entry: Entry
    names: tuple[str, ...]


class Matcher(Protocol):
    """`languages/<lang>/matching.py`, as a module: what Run Match needs of a language.  Reads text only."""

    def snippet(self, source: str, names: tuple[str, ...] | None = None) -> Snippet | None:
        """A piece of code as a function of its free variables (of `names`, if given); None where it cannot be one."""

    def collected(self) -> dict[str, tuple[Value, ...]]:
        """Test data: values by the name of the variable that had them."""
