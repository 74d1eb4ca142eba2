"""From outcomes to a verdict: counts, reasons in words, the counterexample as text, and the probability.

Pure.  Neighbours: `evidence.compare` (when two outcomes are equal), `evidence.session` (runs things).
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field, replace

from codescore.evidence.cases import Case, Cases
from codescore.evidence.channel import Ran
from codescore.evidence.compare import difference
from codescore.evidence.contract import Counterexample, Coverage, Evidence, Outcome, Tally, Verdict
from codescore.evidence.fitting import takes
from codescore.evidence.probability import probability
from codescore.evidence.shrink import Difference, weight
from codescore.languages.execution import Entry, Runner
from codescore.languages.values import Null

_SHOWN = 200  # characters of a value in a message
_ORDER: tuple[Verdict, ...] = ("environment-failure", "untested", "crash", "differs", "timeout", "equivalent")


@dataclass(slots=True)  # mutable: filled while both programs run
class Findings:
    """How a candidate came out on a reference's cases so far."""

    cases: Cases
    entry: Entry
    pairs: list[Difference] = field(default_factory=list)  # every comparison; the third part is empty where equal
    special: list[Case] = field(default_factory=list)  # cases that reached something new in the candidate
    reached: set[int] = field(default_factory=set)
    branches: int = 0
    stopped: bool = False

    @property
    def differences(self) -> list[Difference]:
        """What differs inside the task."""
        return [pair for pair in self.pairs if pair[2] and pair[0].place == "inside"]

    def compare(self, cases: list[Case], outcomes: list[Outcome]) -> list[Difference]:
        """Each case with its outcome and what differs."""
        found = []
        for case, outcome in zip(cases, outcomes, strict=False):
            if outcome.how == "input" and not takes(self.entry, case.given):
                continue  # nobody could have called it so
            effects = self.cases.effects or isinstance(case.expected.value, Null)
            single = self.entry.single or self.cases.entry.single
            unordered = self.cases.entry.unordered
            aspect = difference(case.expected, outcome, unordered=unordered, effects=effects, single=single)
            if case.place == "rejected" and outcome.how == "raise":
                aspect = ""  # both refuse; the class of the error is not the task's
            found.append((case, outcome, aspect))
        return found

    def note(self, cases: list[Case], outcomes: list[Outcome], ran: Ran) -> None:
        """Take in a run."""
        self.pairs += self.compare(cases, outcomes)
        self.branches = max(self.branches, ran.branches)
        self.stopped |= len(outcomes) < len(cases)
        for case, outcome in zip(cases, outcomes, strict=False):
            if outcome.covered - self.reached:
                self.special.append(case)
                self.reached |= outcome.covered

    def tally(self) -> Tally:
        """Counts."""

        def count(place: str, *, equal: bool) -> int:
            return sum(pair[0].place == place and (not pair[2]) == equal for pair in self.pairs)

        return Tally(
            equal=count("inside", equal=True),
            different=count("inside", equal=False),
            rejected=count("rejected", equal=True) + count("rejected", equal=False),
            rejected_equal=count("rejected", equal=True),
            outside=count("outside", equal=True) + count("outside", equal=False),
            outside_equal=count("outside", equal=True),
            unstable=self.cases.unstable,
            shown=sum(pair[0].shown and pair[0].place == "inside" for pair in self.pairs),
            shown_equal=sum(pair[0].shown and pair[0].place == "inside" and not pair[2] for pair in self.pairs),
        )

    def coverage(self) -> Coverage:
        """Shares of branches reached."""
        own = sum(n < self.branches for n in self.reached) / self.branches if self.branches else 1.0
        return Coverage(self.cases.coverage(), own)


def failed(verdict: Verdict, reason: str, begun: float) -> Evidence:
    """Evidence where nothing was compared."""
    return Evidence(verdict, " ".join(reason.split()), seconds=time.monotonic() - begun)


def rated(found: Evidence, signature: str) -> Evidence:
    """With its probability and its signature."""
    return replace(found, probability=probability(found), signature=signature)


def worst(found: list[Evidence]) -> Evidence:
    """Of several entries' evidence the one that says most against the candidate."""
    return min(found, key=lambda evidence: _ORDER.index(evidence.verdict))


def conclude(findings: Findings, smallest: Difference | None, runner: Runner) -> Evidence:
    """The verdict on one entry."""
    tally = findings.tally()
    counterexample = _counterexample(findings, smallest, runner) if smallest is not None else None
    verdict, reason = _verdict(tally, smallest, counterexample, findings)
    return Evidence(
        verdict=verdict,
        reason=reason,
        inputs=tally.equal + tally.different,
        coverage=findings.coverage(),
        counterexample=counterexample,
        tally=tally,
        assumptions=findings.cases.conditions.words(),
        outside=_outside(findings, runner) if counterexample is None else None,
        unit=findings.entry.name,
        reference_unit=findings.cases.entry.name,
    )


def _verdict(
    tally: Tally, smallest: Difference | None, shown: Counterexample | None, findings: Findings
) -> tuple[Verdict, str]:
    if smallest is not None and shown is not None:
        verdict: Verdict = "differs"
        if smallest[2] == "timeout":
            verdict = "timeout"
        elif smallest[2] in ("crash", "memory", "output"):
            verdict = "crash"
        of = tally.equal + tally.different
        share = f"{tally.different} of {of} inputs" if tally.different else "an input"
        return verdict, f"on {share} it does not do what the reference does, e.g. {shown.input}"
    if not tally.equal:
        return "untested", "no input was found that the reference accepts and that fits what it assumes"
    kept = tally.rejected - tally.rejected_equal
    though = f", {kept} of them not by the candidate" if kept else ""
    rest = [f"{tally.rejected} more were rejected by the reference{though}"] if tally.rejected else []
    if tally.outside - tally.outside_equal:
        rest.append(
            f"{tally.outside - tally.outside_equal} of {tally.outside} differ where {_assumed(findings)} is not so"
        )
    more = f" ({'; '.join(rest)})" if rest else ""
    return "equivalent", f"the same on all {tally.equal} inputs{more}"


def _assumed(findings: Findings) -> str:
    likely = findings.cases.conditions.likely
    return " and ".join(f"{a.parameter} is {a.property}" for a in likely) or "what it assumes"


def _outside(findings: Findings, runner: Runner) -> Counterexample | None:
    differing = [pair for pair in findings.pairs if pair[2] and pair[0].place == "outside"]
    smallest = min(differing, key=lambda pair: weight(pair[0].given), default=None)
    return _counterexample(findings, smallest, runner) if smallest is not None else None


def _counterexample(findings: Findings, found: Difference, runner: Runner) -> Counterexample:
    case, outcome, aspect = found
    expected = case.expected
    entry = findings.cases.entry
    effect = aspect == "arguments"
    plain = expected.value if expected.how == "return" and aspect != "stdout" else None
    test = runner.test_text(entry, case.given, plain, expected.error) if not effect and aspect != "stdout" else ""
    return Counterexample(
        input=_cut(runner.call_text(entry, case.given)),
        expected=_cut(say(expected, aspect, runner)),
        got=_cut(say(outcome, aspect, runner)),
        aspect=aspect,
        given=case.given,
        expected_outcome=expected,
        got_outcome=outcome,
        test=test,
    )


def say(outcome: Outcome, aspect: str, runner: Runner) -> str:
    """What a program did, in a few words."""
    if outcome.how == "raise":
        return f"raises {outcome.error}" + (f": {outcome.message}" if outcome.message else "")
    if outcome.how == "timeout":
        return "no answer in time"
    if outcome.how in ("crash", "memory", "output"):
        return {"crash": "the process died", "memory": "out of memory", "output": "too much output"}[outcome.how]
    if aspect == "stdout" or (outcome.stdout and outcome.value in (None, Null())):
        return f"prints {outcome.stdout.rstrip()!r}"
    if aspect == "arguments":
        return "leaves " + ", ".join(runner.literal(argument) for argument in outcome.arguments)
    if outcome.how == "exit":
        return "ends the program"
    return runner.literal(outcome.value) if outcome.value is not None else "nothing"


def _cut(text: str) -> str:
    return text if len(text) <= _SHOWN else f"{text[: _SHOWN - 1]}…"
