"""Verdicts made again from recorded outcomes, after a person decided what counts.  Nothing is run.

A ruling speaks of a class of differences of a function, where a condition holds, or of single inputs: they decide, they
do not count, or nobody has said yet (`open`): what differs in nothing else is then conditional, neither right nor
wrong.  `Compared` is what is kept of an `Evidence`, as plain data.  Pure.  Neighbours: `evidence.contract`,
`evidence.separating` (conditions); who asks is `grade.questions`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Literal, TypeAlias

from codescore.evidence.contract import (
    FLOOR,
    Coverage,
    Differing,
    Evidence,
    Mutants,
    Tally,
    Verdict,
    WithoutDifferences,
)
from codescore.evidence.features import unpacked
from codescore.evidence.probability import probability
from codescore.evidence.separating import Separation, does
from codescore.evidence.verdicts import worst

Says: TypeAlias = Literal["decides", "aside", "open"]
#: Verdicts on a function that was run and did something else.
WRONG: tuple[Verdict, ...] = ("differs", "timeout", "crash")


@dataclass(frozen=True, slots=True)
class Scope:
    """The differences that a question or an answer is about: those of a function of the reference, by qualified name.

    Of a class (`kind`, "" for any); where a condition holds (None: anywhere); on one input, as text ("": on any).
    """

    unit: str
    kind: str = ""
    where: Separation | None = None
    input: str = ""

    def covers(self, unit: str, one: Differing) -> bool:
        """Whether a difference is one of these."""
        if unit != self.unit or self.kind not in ("", one.kind) or self.input not in ("", one.input):
            return False
        return self.where is None or self.where.true_of(unpacked(one.given))


@dataclass(frozen=True, slots=True)
class Ruling:
    """What is said of the differences in a scope."""

    scope: Scope
    says: Says


@dataclass(frozen=True, slots=True)
class Compared:
    """What is kept of the evidence on a pair of functions, see `contract.Evidence`; `unit` is the reference's name."""

    verdict: Verdict
    reason: str
    unit: str = ""
    pair: tuple[str | None, str] | None = None
    inputs: int = 0
    tally: Tally = field(default_factory=Tally)
    coverage: Coverage = field(default_factory=lambda: Coverage(0.0, 0.0))
    mutants: Mutants = field(default_factory=Mutants)
    assumptions: tuple[str, ...] = ()
    when: tuple[Separation, ...] = ()
    differing: tuple[Differing, ...] = ()
    settled: WithoutDifferences = field(default_factory=WithoutDifferences)
    outside: str = ""

    def agrees(self, share: float) -> bool:
        """Whether it does as the reference on this share of the inputs at least."""
        return self.inputs > 0 and self.tally.equal >= share * self.inputs

    def explained(self) -> bool:
        """Whether it does as the reference on enough inputs, and it is known where it does not."""
        return bool(self.when) and self.tally.equal >= FLOOR


def compared(found: Evidence, outside: str) -> tuple[Compared, ...]:
    """What is kept of an evidence, function by function; `outside` says what differs where it does not decide."""
    return tuple(
        Compared(
            verdict=one.verdict, reason=one.reason, unit=one.pair[1] if one.pair else one.reference_unit, pair=one.pair,
            inputs=one.inputs, tally=one.tally, coverage=one.coverage, mutants=one.mutants, assumptions=one.assumptions,
            when=one.when, differing=one.differing, settled=one.settled, outside=outside,
        )
        for one in found.units or (found,)
    )  # fmt: skip


def evidence_of(kept: Sequence[Compared], rulings: Sequence[Ruling]) -> Evidence:
    """The evidence on a whole program, made again under rulings; later ones go before earlier ones."""
    units = [_evidence(_ruled(one, rulings)) for one in kept]
    return units[0] if len(units) == 1 and units[0].pair is None else worst(units)


def _evidence(one: Compared) -> Evidence:
    found = Evidence(
        verdict=one.verdict, reason=one.reason, inputs=one.inputs, coverage=one.coverage, tally=one.tally,
        assumptions=one.assumptions, reference_unit=one.unit, pair=one.pair, mutants=one.mutants, when=one.when,
        differing=one.differing, settled=one.settled,
    )  # fmt: skip
    return replace(found, probability=probability(found))


def _ruled(one: Compared, rulings: Sequence[Ruling]) -> Compared:
    """The verdict on a pair of functions once each of its differences is what a person, or nobody, said of it."""
    said = [_said(one.unit, each, rulings) for each in one.differing]
    if not any(says for says, _ in said):
        return one
    left = [(each, says) for each, (says, _) in zip(one.differing, said, strict=True) if says != "aside"]
    deciding = [each for each, says in left if says == "decides" or (says is None and each.decides)]
    asked = [ruling.scope for _, ruling in said if ruling is not None and ruling.says == "open"]
    doubted = [each for each, says in left if says == "open" or each.doubted]
    tally = replace(one.tally, different=min(len(deciding), one.tally.different or len(deciding)))
    one = replace(one, tally=tally, inputs=tally.equal + tally.different)
    kept = tuple(replace(each, decides=each in deciding, doubted=each in doubted) for each, _ in left)
    when = tuple(s for s in one.when if any(each.kind == s.kind for each, _ in left))
    one = replace(one, differing=kept, when=when)
    if deciding:
        verdict: Verdict = one.verdict if one.verdict in WRONG else "differs"
        reason = f"on {tally.different} of {one.inputs} inputs it does not do what the reference does"
        return replace(one, verdict=verdict, reason=f"{reason}, e.g. {deciding[0].input}")
    if one.settled.verdict == "equivalent" and doubted:
        why = f"; it {' and '.join(dict.fromkeys(_phrase(scope, when) for scope in asked))}" if asked else ""
        return replace(one, verdict="conditional", reason=f"the same on {tally.equal} inputs{why}")
    return replace(one, verdict=one.settled.verdict, reason=one.settled.reason)


def _phrase(scope: Scope, when: Sequence[Separation]) -> str:
    """What a program does that a question covers; "only there" just where that was found of the program itself."""
    if scope.where is None:
        return does(scope.kind)
    return scope.where.words() if scope.where in when else scope.where.beside_others()


def ruled(unit: str, one: Differing, rulings: Sequence[Ruling]) -> Says | None:
    """What is said of a difference; None where nothing is."""
    return _said(unit, one, rulings)[0]


def _said(unit: str, one: Differing, rulings: Sequence[Ruling]) -> tuple[Says | None, Ruling | None]:
    """What the last ruling that covers a difference says of it.

    What is probably none of the task stays so, unless a person named that very input.
    """
    some = [ruling for ruling in rulings if one.decides or one.doubted or ruling.scope.input]
    found = next((ruling for ruling in reversed(some) if ruling.scope.covers(unit, one)), None)
    return (found.says if found is not None else None), found
