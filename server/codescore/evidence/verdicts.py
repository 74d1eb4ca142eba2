"""From outcomes to a verdict: counts, reasons in words, the counterexample as text, and the probability.

Pure.  Neighbours: `evidence.compare` (when two outcomes are equal), `evidence.session` (runs things).
"""

from __future__ import annotations

import time
from collections import Counter
from dataclasses import dataclass, field, replace

from codescore import __version__
from codescore.evidence.case import Case
from codescore.evidence.cases import SEED, Cases
from codescore.evidence.channel import Ran
from codescore.evidence.compare import OPAQUE, Near, changes, nearness, remembers, slight
from codescore.evidence.contract import (
    FLOOR,
    SEEN,
    Counterexample,
    Coverage,
    Evidence,
    Outcome,
    Tally,
    Verdict,
    WithoutDifferences,
)
from codescore.evidence.domain import SAID
from codescore.evidence.doubts import doubtful, fails, in_doubt, unsure
from codescore.evidence.edges import UNSAID, Edges
from codescore.evidence.effects import OUTPUTS, aspect, counted
from codescore.evidence.floor import enough, unshown, untried
from codescore.evidence.overrun import overrun
from codescore.evidence.policy import Policy, aspect_of, beside, class_of, counts, deciding, makes, refusals, wide
from codescore.evidence.probability import probability
from codescore.evidence.reach import Reach
from codescore.evidence.saying import cut, of_both, stands_for
from codescore.evidence.sealed import unmade, untold
from codescore.evidence.sequences import as_run, parted, where_made
from codescore.evidence.shrink import Difference, weight
from codescore.evidence.spoken import explained
from codescore.evidence.tallies import tally_of
from codescore.languages import Language
from codescore.languages.execution import FARAWAY, HALF, LOCALE, NOTHING, OVERFLOW, Entry, Runner
from codescore.languages.key_order import orders_keys
from codescore.languages.values import Opaque, nothing, walk

_LEFT_OUT = "an argument is left out that has a default in the reference alone"
#: Why a function was not run, where no input could be the reason.
UNCALLABLE = "it cannot be called by itself"
#: So many functions of a file are run at most, in order; a thousand would take many minutes.
MOST = 40
#: Characters that are loaded for functions of one file: each function and each of its mutants loads the whole of it;
#: functions that are run of any file, and that a message names.
_MOST_LOADED, _FEWEST, _NAMED = 400_000, 4, 4
BEYOND = "it comes after as many functions as are run of a file of this size"
_ORDER: tuple[Verdict, ...] = (
    "crash", "differs", "timeout", "environment-failure", "untested", "insufficient", "conditional", "equivalent",
)  # fmt: skip


@dataclass(slots=True)  # mutable: filled while both programs run
class Findings:
    """How a candidate came out on a reference's cases so far."""

    cases: Cases
    entry: Entry
    policy: Policy = field(default_factory=Policy)
    candidate: str = ""  # its text
    apart: frozenset[str] = frozenset()  # functions that both call and that are compared by themselves
    pairs: list[Difference] = field(default_factory=list)  # every comparison; the third part is empty where equal
    special: list[Case] = field(default_factory=list)  # cases that reached something new in the candidate
    reach: Reach = field(default_factory=Reach)  # of the candidate
    stopped: bool = False
    unanswered: int = 0
    unrun: int = 0  # inputs for which there was no time, though no call takes too long
    slow: bool = False  # what took too long would have ended
    unknown: str = ""  # what the reference's words call its input, and nobody here can read
    unshown: str = ""  # of the lines in which the two differ
    promised: tuple[str, ...] = ()  # usual promises that explain every difference, in words
    _edges: Edges | None = None  # of the reference, once they are asked for
    _near: Near = field(init=False)  # how far apart floats may be
    _keys: bool = field(init=False)  # whether the reference takes care of the order of keys

    def __post_init__(self) -> None:
        results = (case.expected.value for case in self.cases.inside() if case.expected.value is not None)
        self._near = nearness(results, single=self.cases.entry.single)
        self._keys = orders_keys(self.cases.source)

    @property
    def differences(self) -> list[Difference]:
        """What differs inside the task and makes it another program."""
        return deciding(self.pairs, self.policy)

    def compare(self, cases: list[Case], outcomes: list[Outcome]) -> list[Difference]:
        """Each case with its outcome and what differs."""
        found = []
        for case, outcome in zip(cases, outcomes, strict=False):
            if case.expected.steps and outcome.steps:
                pair = parted(self.cases.entry, case, outcome, self._aspect, self._weight)
                asked = bool({HALF, LOCALE, FARAWAY} & {case.expected.doubt, outcome.doubt})  # a sequence is at no edge
            else:
                both = where_made(case, outcome)
                pair, asked = (*both, self._aspect(*both)), True
            why = self._unmeant(case, outcome, asked=asked) if pair[2] not in ("", OPAQUE) else ""
            found.append((replace(pair[0], unmeant=why), *pair[1:]) if why else pair)
        return found

    def _unmeant(self, case: Case, outcome: Outcome, *, asked: bool) -> str:
        """Why a difference may be none of the task; the reference's edges are found out once they are asked for."""
        if outcome.how == "raise" and not outcome.deliberate and self._left_out(case):
            return _LEFT_OUT
        self._edges = self._edges or Edges(self.cases)
        said = self._edges.excuse(case, outcome) if asked else self._edges.by_chance(outcome)
        return said if said or case.shown else overrun(self.candidate, case, outcome, self.slow)

    def _left_out(self, case: Case) -> bool:
        """Whether an argument is left out that has a default in the reference alone: who calls it so, no text says."""
        given, wanted = len(case.given.arguments), sum(not one.optional for one in self.entry.parameters)
        return self.entry.kind in ("function", "method") and given < min(wanted, len(self.cases.entry.parameters))

    def _aspect(self, case: Case, outcome: Outcome) -> str:
        if case.place == "rejected" and outcome.how == "raise":
            return ""  # both refuse; the class of the error is not the task's
        if self.cases.foreign and (outcome.how == "input" or outcome.doubt in (OVERFLOW, NOTHING)):
            return OPAQUE  # no input of both languages: a type does not take it, or numbers are not as wide there
        if outcome.how == "input" and (wide(case.given) or makes(case.given)):
            return OPAQUE  # how wide a number may be is form, and so is how an object is made that is given
        effects = counted(self.cases, case, self.policy)
        # What the reference takes and how near numbers must be is the reference's to say, never the candidate's.
        entry = self.cases.entry
        found = aspect_of(case.expected, outcome, unordered=entry.unordered, effects=effects, near=self._near)
        sealed = found == OPAQUE or (found == "arguments" and untold(case.expected, outcome, entry.sealed))
        if sealed and makes(case.given) and not nothing(case.expected.value):  # the answer says enough
            found = aspect_of(case.expected, outcome, unordered=entry.unordered, effects=False, near=self._near)
        found = aspect(self.cases, case, outcome, found)
        if found and unmade(case.given.arguments, outcome, entry.sealed):
            return OPAQUE
        found = found or slight(case.expected, outcome, keys=self._keys)
        return OPAQUE if found and entry.sealed and untold(case.expected, outcome, entry.sealed) else found

    def _weight(self, found: Difference) -> int:
        """Which of several differences in one sequence is told: one that decides, else one that is named."""
        if found[2] == OPAQUE or not counts(found, self.policy):
            return int(found[2] == OPAQUE)
        return 2 if beside(found, self.policy) else 3

    def note(self, cases: list[Case], outcomes: list[Outcome], ran: Ran) -> None:
        """Take in a run."""
        self.pairs += self.compare(cases, outcomes)
        self.reach.heard(ran)
        self.stopped |= len(outcomes) < len(cases)
        left = sum(case.place == "inside" for case in cases[len(outcomes) :])
        self.unrun += left if ran.how == "deadline" else 0
        self.unanswered += 0 if ran.how == "deadline" else left
        for case, outcome in zip(cases, outcomes, strict=False):
            if outcome.covered - self.reach.reached:
                self.special.append(case)
                self.reach.reached |= outcome.covered

    def leave_open(self, where: str, said: str = UNSAID) -> None:
        """All that differs in what decides lies where nothing shows that it is meant."""
        open_ = {id(pair) for pair in self.differences}
        self.pairs = [(replace(p[0], unmeant=said.format(where)), *p[1:]) if id(p) in open_ else p for p in self.pairs]

    def tally(self) -> Tally:
        """Counts."""
        late = self.unanswered + self.unrun
        return tally_of(self.pairs, self.policy, unstable=self.cases.unstable, unanswered=late)

    def coverage(self) -> Coverage:
        """Shares of branches reached, of what is compared."""
        return Coverage(self.cases.reach.share(), self.reach.share())


def failed(verdict: Verdict, reason: str, begun: float) -> Evidence:
    """Evidence where nothing was compared."""
    return Evidence(verdict, " ".join(reason.split()), seconds=time.monotonic() - begun)


def signed(language: Language, spoken: Language, settings: str) -> str:
    """What says how a verdict came about, but for its inputs; `spoken` is the candidate's language."""
    other = f"|candidate:{spoken.id}" if spoken != language else ""
    return f"evidence|lang:{language.id}{other}|seed:{SEED}|{settings}|v:{__version__}"


def rated(found: Evidence, signature: str) -> Evidence:
    """With its probability and its signature."""
    return replace(found, probability=probability(found), signature=signature)


def at_most(reference: str) -> int:
    """How many functions of a reference are run, by its length alone: the same on every machine."""
    return min(MOST, max(_FEWEST, _MOST_LOADED // max(1, len(reference))))


def worst(found: list[Evidence]) -> Evidence:
    """Of several entries' evidence the one that says most against the candidate.

    What nobody can call says nothing against it, but the whole is not the same for what could be called.
    """
    called = [one for one in found if one.reason not in (UNCALLABLE, BEYOND)] or found
    least = min(called, key=lambda evidence: _ORDER.index(evidence.verdict))
    if least.verdict == "equivalent" and len(called) < len(found):
        left = [one.pair[1] for one in found if one.reason in (UNCALLABLE, BEYOND) and one.pair is not None]
        names = ", ".join(left[:_NAMED]) + (", …" if len(left) > _NAMED else "")
        said = f"{least.reason.rstrip('.')}, but {len(left)} of {len(found)} functions were not run"
        least = replace(least, verdict="insufficient", reason=f"{said}: {names}")
    return replace(least, units=tuple(found))


def conclude(findings: Findings, smallest: Difference | None, runner: Runner) -> Evidence:
    """The verdict on one entry."""
    tally = findings.tally()
    counterexample = _counterexample(findings, smallest, runner) if smallest is not None else None
    verdict, reason = _verdict(tally, smallest, counterexample, findings, runner)
    counterexample = counterexample if verdict != "insufficient" else None
    return Evidence(
        verdict=verdict,
        reason=reason,
        inputs=tally.equal + tally.different,
        coverage=findings.coverage(),
        counterexample=counterexample,
        tally=tally,
        assumptions=findings.cases.domain.words(),
        outside=_outside(findings, runner) if counterexample is None else None,
        unit=findings.entry.name,
        reference_unit=findings.cases.entry.name,
        mutants=findings.cases.mutants,
        model=explained(findings.cases.domain),
        settled=_settled(tally, findings, runner),
    )


def _settled(tally: Tally, findings: Findings, runner: Runner) -> WithoutDifferences:
    """What would be said if the two were seen to differ nowhere."""
    alone = replace(findings, pairs=[pair for pair in findings.pairs if not counts(pair, findings.policy)])
    return WithoutDifferences(*_verdict(replace(tally, different=0), None, None, alone, runner))


_ENDED: dict[str, Verdict] = {"timeout": "timeout", "crash": "crash", "memory": "crash", "output": "crash"}


def _verdict(
    tally: Tally, smallest: Difference | None, shown: Counterexample | None, findings: Findings, runner: Runner
) -> tuple[Verdict, str]:
    if smallest is not None and shown is not None:
        verdict = _ENDED.get(smallest[2], "differs")
        if (how := fails(findings.pairs, findings.cases, tally.equal)) and (lacking := _unshown(findings)):
            return "insufficient", f"it {how} {tally.different} inputs that were found, but {lacking}"
        if remembers(smallest[1].value):
            return verdict, f"the same on {tally.equal} inputs, but it remembers its calls: {shown.input}"
        if findings.unknown:
            return "insufficient", unsure(tally, findings.unknown)
        share = f"{tally.different} of {tally.equal + tally.different} inputs" if tally.different else "an input"
        return verdict, f"on {share} it does not do what the reference does, e.g. {shown.input}"
    refused = "" if "exception" in findings.policy.ignored else _refused(findings, runner)
    short = _short(tally, findings)
    if short is not None:
        return short[0], f"{short[1]}; it {refused}" if refused else short[1]
    doubted = doubtful(findings.pairs, findings.policy, beyond=bool(findings.promised))
    if doubted is not None:
        broken = findings.promised or findings.cases.domain.broken(doubted[0].given)
        return "conditional", in_doubt(doubted, tally, findings.policy, broken)
    if refused:
        return "conditional", f"the same on {tally.all_equal} that both accept; it {refused}"
    kept = tally.rejected - tally.rejected_equal
    some = f"{kept} of them " if kept < tally.rejected else ""
    though = f", {some}not by the candidate" if kept else ""
    more = f"{tally.rejected} more {'was' if tally.rejected == 1 else 'were'}"
    rest = [f"{more} rejected by the reference{though}"] if tally.rejected else []
    if tally.outside - tally.outside_equal:
        beside = tally.outside - tally.outside_equal
        assumed = " and ".join(a.words() for a in findings.cases.conditions.likely if a.weight >= SAID)
        said = f"{beside} of {tally.outside} inputs differ that break what is assumed"
        rest.append(f"{said}: {assumed or 'what is usual'}")
    rest += [*_named(findings), *_spoiled(findings), *untried(findings.cases)]
    if tally.opaque:
        rest.append(f"{tally.opaque} gave what cannot be compared")
    if findings.unrun:
        rest.append(f"there was no time for {findings.unrun} more")
    more = f" ({'; '.join(rest)})" if rest else ""
    form = " of the form that the candidate reads" if findings.cases.lent else ""
    return "conditional" if form else "equivalent", f"the same on {tally.all_equal}{form}{more}"


def _named(findings: Findings) -> list[str]:
    """What differs and does not count."""
    classes = [class_of(p) for p in findings.pairs if p[0].place == "inside" and p[2] not in ("", OPAQUE)]
    ignored = Counter(one for one in classes if one in findings.policy.ignored)
    return [f"{number} differ in {one}, which does not count" for one, number in ignored.items()]


def _spoiled(findings: Findings) -> list[str]:
    """Where the candidate changes its arguments beside the same answer, and the reference does not."""
    if findings.cases.effects or findings.cases.foreign or findings.entry.kind in ("class", "script"):
        return []
    same = [(case, outcome) for case, outcome, aspect in findings.pairs if not aspect and case.place == "inside"]
    spoiled = [c for c, got in same if changes(c.given.arguments, got) and not changes(c.given.arguments, c.expected)]
    return [f"on {len(spoiled)} it changes its arguments, which the reference does not"] if spoiled else []


def _refused(findings: Findings, runner: Runner) -> str:
    """What is said where only one of the two refuses inputs deliberately; "" where both do."""
    parts = []
    for pairs, words in zip(refusals(findings.pairs), ("answers {} that the reference refuses",
                            "refuses {} that the reference answers", "prints other text on {} that both refuse",
                            "has changed its arguments on {} that both refuse"),
                            strict=True):  # fmt: skip
        if pairs:
            case = pairs[0][0]
            call = cut(runner.call_text(as_run(findings.cases.entry, case.expected, case.given), case.given))
            parts.append(f"{words.format(len(pairs))}, e.g. {call}")
    return " and ".join(parts)


def _unshown(findings: Findings) -> str:
    shown = any(pair[2] not in ("", OPAQUE) for pair in findings.pairs) or any(refusals(findings.pairs))
    own = "" if shown else findings.unshown  # what differs, or is refused otherwise, shows what an edit does
    return own or unshown(findings.cases, findings.entry, findings.candidate, findings.apart)


def _short(tally: Tally, findings: Findings) -> tuple[Verdict, str] | None:
    """The verdict where nothing differs and too little was compared to say more; None where it is enough."""
    if not tally.equal and tally.opaque:
        return "untested", f"what the reference gives cannot be compared ({_unseen(findings)})"
    doubted = doubtful(findings.pairs, findings.policy) if not tally.equal and tally.different else None
    if doubted is not None:
        return "insufficient", in_doubt(doubted, tally, findings.policy, ())
    if not tally.equal and not tally.unanswered:
        return "untested", "no input was found that the reference accepts and that fits what it assumes"
    few = f"the same on {tally.equal} input{'s' * (tally.equal != 1)}"
    if findings.unanswered:
        of = tally.equal + tally.opaque + tally.unanswered
        return "insufficient", f"the same on {tally.equal} of {of} inputs; for the others it was too slow"
    if tally.equal < enough(findings.cases.entry):
        return "insufficient", f"{few}, and that is not enough evidence: {FLOOR} are needed"
    if tally.opaque * SEEN > tally.equal and not findings.cases.foreign:
        return "insufficient", f"{few}, but {tally.opaque} gave what cannot be compared"
    members = findings.cases.entry.members[1:]
    if members and not any(member.tells for member in members):
        return "insufficient", f"the same on {tally.all_equal}, but none of its methods gives or prints anything"
    lacking = _unshown(findings)
    return ("insufficient", f"the same on {tally.all_equal}, but {lacking}") if lacking else None


def _unseen(findings: Findings) -> str:
    """What it is that cannot be compared, as the reference's own values say it."""
    opaque = [pair for pair in findings.pairs if pair[2] == OPAQUE]
    values = (pair[0].expected.value for pair in opaque)
    kinds = (node for value in values if value is not None for node in walk(value))
    named = {"too-deep": "a value inside too many others", "too-large": "a value too large to be sent"}
    for node in kinds:
        if isinstance(node, Opaque) and node.type != "too-slow":
            return named.get(node.type, node.type)
    answers = [node for pair in opaque if pair[1].value is not None for node in walk(pair[1].value)]
    slow = any(isinstance(node, Opaque) and node.type == "too-slow" for node in answers)
    if any(untold(pair[0].expected, pair[1], findings.cases.entry.sealed) for pair in opaque):
        return "objects that the two make of other private fields"
    return "a function, which in the candidate is slow" if slow else "a function that takes none of the values tried"


def _outside(findings: Findings, runner: Runner) -> Counterexample | None:
    differing = [pair for pair in findings.pairs if pair[2] not in ("", OPAQUE) and pair[0].place == "outside"]
    refused = [pair for pairs in refusals(findings.pairs) for pair in pairs[:1]]
    smallest = (
        doubtful(findings.pairs, findings.policy)
        or next(iter(refused), None)
        or min(differing, key=lambda pair: weight(pair[0].given), default=None)
    )
    return _counterexample(findings, smallest, runner) if smallest is not None else None


def _called_there(findings: Findings, entry: Entry) -> Entry:
    """The entry under the name that the candidate gives it: a test is to fail there."""
    own = findings.entry
    named = own.kind == entry.kind and own.kind in ("function", "method") and not findings.cases.foreign
    return replace(entry, name=own.name, owner=own.owner) if named else entry


def _counterexample(findings: Findings, found: Difference, runner: Runner) -> Counterexample:
    case, outcome, aspect = found
    entry = as_run(findings.cases.entry, expected := case.expected, case.given)
    plain = expected.value if expected.how == "return" and aspect != "stdout" else None
    refused = any(step.how == "raise" for step in expected.steps[:-1])
    marked = stands_for(plain) or remembers(outcome.value)
    told = aspect not in ("arguments", OUTPUTS, "stdout") and not (marked or refused)
    test = runner.test_text(_called_there(findings, entry), case.given, plain, expected.error) if told else ""
    said = of_both(case, outcome, aspect, runner)
    return Counterexample(
        input=cut(runner.call_text(entry, case.given)),
        expected=said[0],
        got=said[1],
        aspect=aspect,
        kind=class_of(found),
        given=case.given,
        expected_outcome=expected,
        got_outcome=outcome,
        test=test,
    )
