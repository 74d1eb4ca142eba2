"""Which branches of a program were reached, of what is compared of it, and where those are that were not.

Pure; neighbours: `evidence.channel` (hears of branches), `evidence.cases` (notes what inputs reach), `evidence.floor`.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from codescore.evidence.case import Case
from codescore.evidence.channel import Ran


@dataclass(frozen=True, slots=True)
class Span:
    """A function by its first and last lines, from 1, and its name; "" of a whole program.

    `part`: the class of which it is a piece, "" of what is no piece: a piece is called where any of them is.
    `unused`: nothing calls it, so that it is not compared.
    """

    first: int
    last: int
    name: str = ""
    part: str = ""
    unused: bool = False

    def __contains__(self, line: int) -> bool:
        return self.first <= line <= self.last


@dataclass(slots=True)  # mutable: grows while inputs are found
class Reach:
    """The branches of a program by number, and those that were reached.

    `lines`: of the branches, as `channel.Ran` has them.  `spans`: what is compared; without any it is the whole,
    but for the lines `refusing` what is of another kind than inputs are.
    """

    branches: int = 0
    lines: tuple[int, ...] = ()
    spans: tuple[Span, ...] = ()
    reached: set[int] = field(default_factory=set)
    refusing: frozenset[int] = frozenset()

    def copy(self) -> Reach:
        """The same, to grow apart."""
        return replace(self, reached=set(self.reached))

    def heard(self, ran: Ran) -> None:
        """Take in what a run says of the program's branches."""
        self.branches, self.lines = max((self.branches, self.lines), (ran.branches, ran.lines))

    def compared(self) -> list[int]:
        """The branches of what is compared."""
        if len(self.lines) != self.branches:
            return list(range(self.branches))
        if not self.spans:
            return [n for n, line in enumerate(self.lines) if abs(line) not in self.refusing]
        spans, without = ([s for s in self.spans if s.unused == unused] for unused in (False, True))
        return [
            n
            for n, line in enumerate(map(abs, self.lines))
            if line not in self.refusing
            and any(line in span for span in spans)
            and not any(line in span for span in without)
        ]

    def share(self) -> float:
        """How much of what is compared was reached, 0 to 1; 1 where there are no branches."""
        compared = self.compared()
        return sum(n in self.reached for n in compared) / len(compared) if compared else 1.0

    def missed(self, apart: frozenset[str] = frozenset()) -> list[int]:
        """The lines of the branches that were not reached, in order, none twice; nothing where lines are not known.

        Nor of a function of which no branch was reached: nothing calls it, or what would is missed itself.  Nor of
        those that are `apart`, by their names.
        """
        if len(self.lines) != self.branches:
            return []
        called = {self._around(n) for n in self.reached if n < self.branches}
        missed = {self.lines[n] for n in self.compared() if n not in self.reached and self._around(n) in called}
        return sorted((line for line in missed if not self.apart(abs(line), apart)), key=abs)

    def idle_refusals(self) -> list[int]:
        """The lines of what is compared that refuse other kinds than inputs are, where none came."""
        lines = {line for line in self.lines if line in self.refusing and not self.entered(line)}
        return sorted(line for line in lines if not self.spans or any(line in span for span in self.spans))

    def apart(self, line: int, names: frozenset[str]) -> bool:
        """Whether a line is in a function of one of these names."""
        return any(line in span for span in self.spans if span.name in names)

    def uncalled(self, line: int) -> bool:
        """Whether a line is in a function of another class than the one that is compared, and nothing reached that."""
        if not any(span.part for span in self.spans) or len(self.lines) != self.branches:
            return False
        around = [span for span in self.spans if line in span]
        return bool(around) and not any(
            span.part or any(abs(self.lines[n]) in span for n in self.reached if n < self.branches) for span in around
        )

    def idle(self, line: int) -> bool:
        """Whether a line of a whole program is in a function of which no branch was reached: as in `missed`."""
        around = [span for span in self.spans if line in span]
        if len(self.lines) != self.branches or not any(span.name == "" and not span.part for span in self.spans):
            return False
        smallest = min(around, key=lambda span: span.last - span.first, default=None)
        inside = [n for n, at in enumerate(self.lines) if smallest and smallest.name and abs(at) in smallest]
        return bool(inside) and self.reached.isdisjoint(inside)

    def entered(self, line: int) -> bool:
        """Whether a branch of a line was reached."""
        return any(abs(self.lines[n]) == line for n in self.reached if n < self.branches)

    def _around(self, number: int) -> Span | str | None:
        """The smallest span that a branch is in; of a piece what it is part of."""
        around = [span for span in self.spans if abs(self.lines[number]) in span]
        smallest = min(around, key=lambda span: span.last - span.first, default=None)
        return smallest.part or smallest if smallest else None


def interesting(cases: list[Case]) -> list[Case]:
    """For each thing reached the smallest few cases that reach it, examples always."""
    count: dict[int, int] = {}
    kept = []
    for case in cases:
        new = [n for n in case.expected.covered if count.get(n, 0) < 2]
        if case.shown or new or not case.expected.covered:
            kept.append(case)
            for number in case.expected.covered:
                count[number] = count.get(number, 0) + 1
    return kept or cases
