"""A candidate for which there was not time enough is judged by the inputs that it was run on, and by what these show.

Neighbours: `evidence.trial` (how long a candidate may take), `evidence.session` (asks), `evidence.strength`.
"""

from __future__ import annotations

from collections.abc import Callable

from codescore.evidence.case import Case
from codescore.evidence.cases import Cases
from codescore.evidence.channel import Ran, Room
from codescore.evidence.contract import Mutants
from codescore.evidence.strength import surviving
from codescore.evidence.verdicts import Findings


def as_far_as_run(
    findings: Findings, known: list[Case], run: Callable[[list[Case], Findings], Ran], others: Room
) -> Cases:
    """Leave out of the cases what there was no time for, unless the next call of those never ends.

    `known` is what was to be run, in order; `run` runs some of it.  `others`: the room of the reference's mutants.
    """
    answered = len(findings.pairs) + 1
    ran = run(known[answered - 1 : answered], findings)
    rest = sum(case.place == "inside" for case in known[answered:])
    if ran.how != "done":
        findings.unanswered, findings.unrun = rest + 1, 0
        return findings.cases
    findings.stopped, findings.unrun = False, rest
    findings.cases = _with_only(findings.cases, known[:answered], others)
    return findings.cases


def _with_only(cases: Cases, kept: list[Case], others: Room) -> Cases:
    """The same with these inputs alone, and with what they are worth."""
    found = cases.copy()
    found.cases = kept
    found.reach.reached = {number for case in kept for number in case.expected.covered}
    lost = surviving(found, cases.exposed, found.inside(), others)
    found.exposed = [mutant for mutant in cases.exposed if mutant not in lost]
    found.alive = [*cases.alive, *lost]
    found.mutants = Mutants(len(found.exposed), len(found.exposed) + len(found.alive))
    return found
