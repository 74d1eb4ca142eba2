"""What is contrasted to find out where two programs differ: the inputs that differ in a class, and those that agree.

What decides is contrasted with what agrees inside the task; where nothing decides, what makes the verdict conditional
with all that agrees.  All that differs is written down as text, too, for whoever decides later.  Pure.  Neighbours:
`evidence.policy` (classes), `evidence.separating` (searches).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from codescore.evidence.compare import OPAQUE
from codescore.evidence.contract import Differing
from codescore.evidence.doubts import worth_a_doubt
from codescore.evidence.features import packed
from codescore.evidence.policy import class_of, counts, dropped, refusals
from codescore.evidence.saying import cut, of_both
from codescore.evidence.separating import Seen
from codescore.evidence.shrink import Difference, weight
from codescore.evidence.verdicts import Findings
from codescore.languages.execution import Input, Runner

_KINDS = 2  # classes of differences that are looked into
_ENDED = ("timeout", "crash", "memory", "output")  # what costs too much to be tried again and again


def contrasts(findings: Findings, smallest: Difference | None) -> Iterator[tuple[str, list[Input], list[Input]]]:
    """Each class in which the two differ, the most frequent first, with inputs that differ, of which one is the
    `smallest`, and inputs that agree."""
    deciding = findings.differences
    doubts = _doubts(findings, findings.pairs)
    differing = [pair for pair in deciding or doubts if pair[2] not in _ENDED]
    if any(pair[2] in _ENDED for pair in deciding):
        return
    agreeing = [
        pair for pair in findings.pairs if _agrees(findings, pair) and (not deciding or pair[0].place == "inside")
    ]
    for kind, _ in Counter(class_of(pair) for pair in differing).most_common(_KINDS):
        shown = [smallest] if smallest is not None else []
        inputs = [pair[0].given for pair in (*differing, *shown) if class_of(pair) == kind]
        yield kind, list(dict.fromkeys(inputs)), [pair[0].given for pair in agreeing]


def told(findings: Findings, kind: str, pairs: list[Difference]) -> list[Seen]:
    """Whether two programs differ on inputs, of those that say so: another class of difference says nothing."""
    inside = bool(findings.differences)
    found = []
    for pair in pairs:
        if inside and pair[0].place != "inside":
            continue
        if _agrees(findings, pair):
            found.append((pair[0].given, False))
        elif counts(pair, findings.policy) and class_of(pair) == kind:
            found.append((pair[0].given, True))
    return found


def recorded(findings: Findings, smallest: Difference | None, runner: Runner) -> tuple[Differing, ...]:
    """All inputs on which the two differ in what counts, the smallest first."""
    policy, known = findings.policy, {case.given for case in findings.cases.cases}
    pairs = [pair for pair in findings.pairs if counts(pair, policy) and (pair[0].place != "rejected" or dropped(pair))]
    pairs += [smallest] if smallest is not None and smallest not in pairs else []
    decides = {id(pair) for pair in (*findings.differences, *([smallest] if smallest else []))}
    doubted = {id(pair) for pair in _doubts(findings, pairs)}
    return tuple(
        Differing(
            input=cut(runner.call_text(findings.cases.entry, pair[0].given)),
            expected=expected,
            got=got,
            kind=class_of(pair),
            given=packed(pair[0].given),
            decides=id(pair) in decides,
            doubted=id(pair) in doubted,
            shared=pair[0].given in known,
        )
        for pair in sorted(pairs, key=lambda pair: weight(pair[0].given))
        for expected, got in [of_both(*pair, runner)]
    )


def _doubts(findings: Findings, pairs: list[Difference]) -> list[Difference]:
    """What makes a verdict conditional, refusals (of these pairs) among it."""
    doubts = worth_a_doubt(findings.pairs, findings.policy)
    return [*doubts, *(pair for side in refusals(pairs) for pair in side)]


def _agrees(findings: Findings, pair: Difference) -> bool:
    return pair[2] != OPAQUE and not counts(pair, findings.policy)
