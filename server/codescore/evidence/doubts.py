"""Differences that make a verdict conditional: which they are, and what is said of the likeliest.

Pure.  Neighbours: `evidence.policy` (what decides), `evidence.edges` (what may not be meant), `evidence.verdicts`.
"""

from __future__ import annotations

from codescore.evidence.calls import steps_of
from codescore.evidence.cases import Cases
from codescore.evidence.compare import KEYS, SHARED
from codescore.evidence.contract import Tally
from codescore.evidence.domain import MATTERS
from codescore.evidence.floor import senseless
from codescore.evidence.policy import LARGE_INPUT, PRECISION, Policy, added, beside, counts, spanning
from codescore.evidence.shrink import Difference, weight
from codescore.languages.execution import NOTHING, OVERFLOW, UNDEFINED

#: Where it lies what the reference does and its author hardly meant.
_DOUBTS = {
    OVERFLOW: "where a number overflows in the reference",
    NOTHING: "where the reference goes on with what is not there",
    UNDEFINED: "where the reference's language leaves open what happens",
}

#: What differs in results that are the same otherwise.
_SLIGHT = {
    PRECISION: "numbers that differ by less than a millionth",
    KEYS: "the order of keys, of which the reference takes care",
    SHARED: "collections in the result that are one and the same",
}


def doubtful(pairs: list[Difference], policy: Policy, *, beyond: bool = False) -> Difference | None:
    """The difference on the likeliest input among those that are perhaps none of the task; None where there is none.

    Where some lie `beyond` what both programs are written for, it is one of those.
    """
    found = worth_a_doubt(pairs, policy)
    outside = [pair for pair in found if pair[0].place == "outside"] if beyond else []
    return max(outside or found, key=lambda pair: (pair[0].likely, -weight(pair[0].given)), default=None)


def worth_a_doubt(pairs: list[Difference], policy: Policy) -> list[Difference]:
    """The differences that make a verdict conditional, refusals aside."""
    counting = [pair for pair in pairs if counts(pair, policy) and pair[0].place != "rejected" and not added(pair)]
    least = 0.0 if policy.everywhere else MATTERS
    return [
        pair for pair in counting if pair[0].likely >= least or (beside(pair, policy) and pair[0].place == "inside")
    ]


def fails(pairs: list[Difference], cases: Cases, equal: int) -> str:
    """How a candidate does something else, where the inputs may be none that either is meant for: where it has nothing
    but errors of its own, none that it raises on purpose; and where the reference gives no sensible answer; else "".

    Errors say nothing of that where the two are the same on other inputs, `equal` ones of them.
    """
    inside = (out for case, out, kind in pairs if kind and case.place == "inside")
    if not equal and all(out.how == "raise" and not out.deliberate for out in inside):
        return "fails on all"
    return "differs on" if senseless(cases) else ""


def in_doubt(doubted: Difference, tally: Tally, policy: Policy, broken: tuple[str, ...]) -> str:
    """What is said where such a difference is the only thing against a candidate; `broken` is assumed and not so."""
    case, _, aspect = doubted
    compared = tally.equal + tally.different
    if aspect == "timeout" and case.unmeant == LARGE_INPUT:
        return f"the same on {tally.equal} inputs; on {compared - tally.equal} larger ones it was too slow"
    if case.unmeant:
        return f"the same on {tally.equal} of {compared} inputs; another result where {case.unmeant}"
    if aspect == "timeout" and not broken:
        much = "dates that are far apart" if spanning(case.given) else "large numbers"
        return f"the same on {tally.all_equal} that it answers in time; too slow for {much}"
    if case.grown:
        took = f"the same on {tally.equal} of {compared} inputs that the reference was found to take"
        return f"{took}; nothing says which of them are meant"
    if aspect in _SLIGHT and case.place == "inside":
        return f"the same on {tally.all_equal}, but for {_SLIGHT[aspect]}"
    if beside(doubted, policy):
        left = "the object" if steps_of(case.given) else "its arguments"
        return f"the same answer on {tally.all_equal}; it leaves something else in {left}"
    what = "no answer in time" if aspect == "timeout" else "another result"
    doubt = _DOUBTS.get(case.expected.doubt, "on others, that may not be meant")
    # All that differs breaks what is assumed; not all that breaks it differs.
    where = f"possibly {what} unless {' and '.join(broken)}" if broken else f"{what} {doubt}"
    return f"the same on {tally.all_equal} that are surely meant; {where}"


def unsure(tally: Tally, sentence: str) -> str:
    """What is said of a candidate that differs on hardly any input that the reference's words may be about."""
    found = f"it differs on {tally.different} of {tally.equal + tally.different} inputs that were found"
    return f"{found}, but it is not known whether {sentence!r} holds of any of them"
