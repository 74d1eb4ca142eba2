"""Before a study: how surely would it find an effect, and how small an effect could it find?  Closed forms.

Suggestions of one participant resemble each other: the intraclass correlation says how much.  Where participants are
drawn into arms, this multiplies the variance by the design effect 1 + ((1 + cv²) m - 1) ICC, m suggestions a
participant with coefficient of variation cv (Donner and Klar 2000; Eldridge, Ashby and Kerry 2006).  Where the
suggestions themselves are drawn, each participant is their own control and the variance shrinks by 1 - ICC, as long as
the effect is the same for everybody.  The test is two-sided, of a difference of means, with the t distribution of as
many degrees of freedom as participants allow; several comparisons share the error rate (Bonferroni).  Needs scipy.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from math import sqrt

from codescore.experiments.arms import Unit
from codescore.foundation.errors import InputError

_MOST = 100_000  # participants
_CERTAIN = 12.0  # standard errors beyond the cut


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """A comparison of two arms.

    `participants`: in both arms together.  `per_participant`: suggestions of one, over both arms where suggestions are
    drawn. `baseline`: the share in the first arm, such as an acceptance rate, 0 to 1.  `sd` instead for a mean that is
    no share (the standard deviation between suggestions); effects are then in its unit.
    """

    participants: int
    per_participant: float
    baseline: float = 0.3
    icc: float = 0.1
    cv: float = 0.0
    unit: Unit = "suggestion"
    alpha: float = 0.05
    comparisons: int = 1
    sd: float | None = None

    def __post_init__(self) -> None:
        wrong = [
            said
            for said, fine in (
                ("participants must be 4 or more", 4 <= self.participants <= _MOST),
                ("suggestions a participant must be 1 or more", self.per_participant >= 1),
                ("the baseline must lie between 0 and 1", self.sd is not None or 0 < self.baseline < 1),
                ("the intraclass correlation must lie from 0 to below 1", 0 <= self.icc < 1),
                ("the coefficient of variation must be 0 or more", self.cv >= 0),
                ("alpha must lie between 0 and 0.5", 0 < self.alpha < 0.5),
                ("comparisons must be 1 or more", self.comparisons >= 1),
                ("the standard deviation must be above 0", self.sd is None or self.sd > 0),
            )
            if not fine
        ]
        if wrong:
            raise InputError("; ".join(wrong))

    @property
    def design_effect(self) -> float:
        """By how much the variance of the difference is larger than with as many unrelated suggestions."""
        if self.unit == "suggestion":
            return 1 - self.icc
        return 1 + ((1 + self.cv**2) * self.per_participant - 1) * self.icc

    @property
    def freedom(self) -> int:
        """Degrees of freedom: participants less the means that are estimated."""
        return self.participants - (1 if self.unit == "suggestion" else 2)

    def standard_error(self, effect: float) -> float:
        """Of the difference, where it is `effect`."""
        each = self.participants * self.per_participant / 2  # suggestions an arm
        return sqrt(self.design_effect * (self._variance(0) + self._variance(effect)) / each)

    def _variance(self, effect: float) -> float:
        if self.sd is not None:
            return self.sd**2
        share = min(1.0, max(0.0, self.baseline + effect))
        return share * (1 - share)


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """What a plan can do; None: not even the largest possible effect or study would do."""

    power: float | None  # of the effect that was asked about
    detectable: float | None  # the smallest rise that is found with `wanted` power
    participants: int | None  # how many find the effect that was asked about with `wanted` power


def power(plan: Plan, effect: float) -> float:
    """The chance that the test finds a difference of `effect`, 0 to 1."""
    from scipy.stats import nct, t  # noqa: PLC0415  (of the extra `experiments`)

    error = plan.standard_error(effect)
    if error == 0:
        return 1.0 if effect else plan.alpha
    cut = float(t.ppf(1 - plan.alpha / (2 * plan.comparisons), plan.freedom))
    lies = abs(effect / error)
    if lies > cut + _CERTAIN:  # scipy gives NaN far out
        return 1.0
    return float(nct.sf(cut, plan.freedom, lies) + nct.cdf(-cut, plan.freedom, lies))


def detectable(plan: Plan, wanted: float = 0.8) -> float | None:
    """The smallest rise over the baseline that is found with this power; None where no possible rise is."""
    ceiling = 1 - plan.baseline if plan.sd is None else 10 * plan.sd
    return _least(lambda effect: power(plan, effect) >= wanted, ceiling)


def participants(plan: Plan, effect: float, wanted: float = 0.8) -> int | None:
    """The fewest participants, an even number, that find this effect with this power; None beyond 100,000."""

    def enough(pairs: int) -> bool:
        return power(replace(plan, participants=2 * pairs), effect) >= wanted

    low, high = 1, 2
    while not enough(high):
        low, high = high, high * 2
        if 2 * high > _MOST:
            return None
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if enough(middle) else (middle, high)
    return 2 * high


def find(plan: Plan, effect: float | None, wanted: float = 0.8) -> Found:
    """Everything that `experiment plan` says.  InputError for an effect that leaves 0 to 1, or none."""
    if effect is not None and (effect == 0 or (plan.sd is None and not 0 <= plan.baseline + effect <= 1)):
        raise InputError(f"an effect of {effect:g} on a baseline of {plan.baseline:g} leaves 0 to 1, or is none")
    return Found(
        power=None if effect is None else power(plan, effect),
        detectable=detectable(plan, wanted),
        participants=None if effect is None else participants(plan, effect, wanted),
    )


def _least(holds: Callable[[float], bool], ceiling: float) -> float | None:
    """The least number up to the ceiling from which on something holds, to four digits."""
    if not holds(ceiling):
        return None
    low, high = 0.0, ceiling
    for _ in range(40):
        middle = (low + high) / 2
        low, high = (low, middle) if holds(middle) else (middle, high)
    return high
