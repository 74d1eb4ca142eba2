"""What is known and shown of an open document.  Lives on the event loop, belongs to `live`."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from codescore.foundation.text import Edit
from codescore.lsp.analysis import Judged, Record
from codescore.lsp.findings import Finding, Place, moved, moved_places, untouched_places
from codescore.syntax import Unit


@dataclass(slots=True, eq=False)
class View:
    """`compiler`, `scores`, `other`: findings in offsets of the current text, moved along with edits.

    `judged` are verdicts as they came, `records` by qualified unit name; `checked` the digests of units that compile;
    `files` what is compared with.  `diagnostics` is what was last made of all findings, `result` names that state;
    `pushed` is the state that the client has; `changed_at` is in seconds of the loop's clock; `badges` is what lenses
    and hints last said, `told` and `told_file` what `codescore/verdicts` did.
    """

    compiler: list[Finding] = field(default_factory=list)
    scores: list[Finding] = field(default_factory=list)
    other: list[Finding] = field(default_factory=list)
    judged: list[Judged] = field(default_factory=list)
    records: dict[str, list[Record]] = field(default_factory=dict)
    checked: set[bytes] = field(default_factory=set)
    compiled: bool = False  # whether the whole was ever given to the compiler
    compared: list[Place] = field(default_factory=list)  # of units with verdicts
    overruled: list[Place] = field(default_factory=list)  # where the compiler finds nothing wrong
    files: frozenset[Path] = frozenset()
    diagnostics: list[dict[str, Any]] = field(default_factory=list)
    result: int = 0
    fresh: bool = False  # whether `judged` is of the present text
    shown: int = -1  # the generation that `diagnostics` is of
    pushed: int = -1
    changed_at: float = 0.0
    badges: tuple[tuple[str, str], ...] = ()
    told: list[Any] | None = None
    told_file: dict[str, Any] | None = None

    def follow(self, edit: Edit) -> None:
        """Move everything along with an edit."""
        self.fresh = False
        self.compiler = moved(self.compiler, edit)
        self.scores = moved(self.scores, edit)
        self.other = moved(self.other, edit)
        self.compared = moved_places(self.compared, edit)
        self.overruled = untouched_places(self.overruled, edit)

    def hold(self, judged: list[Judged]) -> list[Record]:
        """Keep verdicts; gives all records of them."""
        self.judged, self.records = judged, {}
        every = [record for one in judged for record in one.records]
        for record in every:
            self.records.setdefault(record.unit.qualified, []).append(record)
        return every

    def record_of(self, unit: Unit) -> tuple[Record, bool] | None:
        """The verdict on a unit of the current text, and whether it is of that very text."""
        held = self.records.get(unit.qualified, [])
        # A copy of a function further down is another one, which answers nothing, where places are those of this text.
        same = next(
            (r for r in held if r.unit.digest == unit.digest and (not self.fresh or r.unit.start == unit.start)), None
        )
        if same is not None:
            return same, True
        # Of a function that is being edited the name is left; else it is another one of that name, without a verdict.
        return (held[0], False) if len(held) == 1 and not self.fresh else None
