"""One function or class of a candidate beside that of a reference: both are run, and where they differ is searched.

Neighbours: `evidence.session` (which pairs there are, and what is known of references), `evidence.verdicts` (what it
comes to), `evidence.attribution` (which methods of a class).
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import product

from codescore.evidence import taken_by_both, zones
from codescore.evidence.calls import renamed
from codescore.evidence.case import Case, meant_first
from codescore.evidence.cases import Cases, extend, fitting, job_of
from codescore.evidence.channel import Job, Ran, Room
from codescore.evidence.compare import OPAQUE
from codescore.evidence.contract import Evidence, Outcome, Verdict
from codescore.evidence.corner import corner
from codescore.evidence.crossing import crossed
from codescore.evidence.earlier import calls_in, left_behind
from codescore.evidence.edited import Edit, edit_of, shown_where_edited
from codescore.evidence.entries import in_candidate
from codescore.evidence.feedback import lent
from codescore.evidence.generate import at_constants, random_input
from codescore.evidence.idle import lays_out, leaves_idle, written_for
from codescore.evidence.last import last_tried
from codescore.evidence.mutants import lines_of
from codescore.evidence.mutate import near
from codescore.evidence.narrower import beyond, written_otherwise
from codescore.evidence.options import Options
from codescore.evidence.policy import class_of, counts, policy_of
from codescore.evidence.pool import Pool, pool_of
from codescore.evidence.promising import set_aside
from codescore.evidence.reach import Reach, Span, interesting
from codescore.evidence.rooms import Rooms
from codescore.evidence.separating import Seen, Separation, separated
from codescore.evidence.shrink import Difference, shrink, weight
from codescore.evidence.slowly import still_to_run, too_deep
from codescore.evidence.strength import Met
from codescore.evidence.trial import PATIENCE, STOPS, Trial, run_all, trial_beside
from codescore.evidence.unable import MODULE, wanting, why
from codescore.evidence.unrun import as_far_as_run
from codescore.evidence.usual import oddity
from codescore.evidence.verdicts import Findings, conclude, failed
from codescore.evidence.whereabouts import contrasts, recorded, told
from codescore.languages import Language
from codescore.languages.execution import Entry, Input, Runner, Survey
from codescore.languages.told_errors import told_errors

_LEAST_SECONDS, _SLOWER = 0.25, 20.0  # a candidate may take this long, or so many times what the reference takes
_FURTHER_ROUNDS, _FURTHER, _PROVING = 2, 30, 20  # the last: inputs of each origin that a condition is proven on
_INSIDE = 500  # the seed of inputs near those that are not meant
_STOPPED = ("timeout", "crash")  # differences that are shown where there are no others
_SHRINKING = 24  # batches of inputs that are tried to make a counterexample smaller


@dataclass(slots=True)  # mutable: filled while both programs run
class OnePair:
    """One candidate's entry against one reference's; `cases` is a copy, so that nothing of it reaches the next."""

    rooms: Rooms
    language: Language
    runner: Runner
    cases: Cases
    candidate: str
    survey: Survey
    entry: Entry
    options: Options
    apart: frozenset[str] = frozenset()
    trial: Trial = field(init=False)
    tried: set[Input] = field(default_factory=set)  # to prove where they differ
    proofs: int = 1000
    wanting: str = ""  # the candidate failed for want of a module
    names: dict[str, str] = field(init=False)  # what the candidate calls the members of a class
    pairs: list[Difference] = field(default_factory=list)  # every comparison, once it was judged

    def __post_init__(self) -> None:
        self.trial = trial_beside(self.cases.cases)
        self.names = in_candidate(self.cases.entry, self.entry)

    def _others(self) -> Room:
        return self.rooms.of_mutants(self.language, self.cases.source)

    @property
    def _spoken(self) -> Language:
        """The candidate's language."""
        return self.options.spoken or self.language

    def judge(self) -> Evidence:
        begun = time.monotonic()
        lending = lent(self.cases, self.entry, self.rooms.room(self.language, "reference"))
        if lending is not None:
            self.cases, self.trial = lending, trial_beside(lending.cases)
        if self.cases.problem:
            verdict: Verdict = "environment-failure" if self.cases.problem.startswith(MODULE) else "untested"
            return failed(verdict, f"the reference cannot be run: {why(self.cases.problem)}", begun)
        known = sorted(self.cases.cases, key=meant_first)
        if not any(case.place != "rejected" for case in known):
            return failed("untested", self._unusable(known), begun)
        policy = replace(policy_of(self.options.count), told=told_errors(self.cases.source))
        own = lines_of(self._spoken, self.candidate, self.survey, self.entry)
        reach = Reach(spans=own, refusing=self.survey.refusing)
        edit = self._edit(own)
        policy = replace(policy, everywhere=edit is not None and edit.surely)
        findings = Findings(self.cases, self.entry, policy, self.candidate, self.apart, reach=reach)
        ran = self._run(known, findings)
        if ran.how in ("load", "entry"):
            return failed("crash", f"the candidate does not load: {ran.detail}", begun)
        if ran.detail == "loading":
            return failed("timeout", "the candidate does not load in time", begun)
        if ran.how == "deadline" and not findings.differences:
            self.trial.left = PATIENCE
            self.cases = as_far_as_run(findings, known, self._run, self._others())
        self._run(still_to_run(findings, known, self._room, self._job, self.trial), findings)
        for number in range(taken_by_both.ROUNDS):
            if findings.stopped or self.wanting or not taken_by_both.wanted(self.cases, findings.pairs):
                break
            self._run(self._new_cases(taken_by_both.inputs(self.cases, self.entry, findings.pairs, number)), findings)
        for look, number in product((self._further, self._brought_inside), range(_FURTHER_ROUNDS)):
            if not self._over(findings):
                look(number, findings)
        self._where_edited(edit, findings)
        if not self._over(findings):
            attempt = partial(self._tried, findings=findings)
            last = last_tried(self.cases, self.survey.constants, findings.candidate, attempt)
            findings.pairs += [*last, *self._left_behind(findings), *self._elsewhere(findings)]
        if self.wanting:
            return failed("environment-failure", f"the candidate cannot be run: {self.wanting}", begun)
        too_deep(findings, self._room, self._job, self.trial)
        self._with_layout(findings)
        idle = partial(leaves_idle, self.cases, others=self._others(), met=Met())
        self.trial.left = max(self.trial.left, PATIENCE)  # what the search took is not taken from the proof
        set_aside(findings, self.entry, self.survey.constants, partial(self._tried, findings=findings), idle)
        self.pairs = findings.pairs
        when = tuple(self._when(findings, smallest := self._smallest(findings)))
        if self._in_a_corner(findings, when):
            smallest = None
        differing = recorded(findings, smallest, self.runner)
        found = replace(conclude(findings, smallest, self.runner), when=when, differing=differing)
        return replace(found, seconds=time.monotonic() - begun)

    def _edit(self, own: tuple[Span, ...]) -> Edit | None:
        """Where the candidate is the reference but for a few lines; `own` are the functions that it runs."""
        if self._spoken != self.language:
            return None
        return edit_of(self.language, (self.candidate, self.cases.source), (own, self.cases.reach.spans))

    def _where_edited(self, edit: Edit | None, findings: Findings) -> None:
        """Both programs on inputs that show what the lines do in which they differ; not where a person says what is
        assumed: an edit may matter on other inputs alone."""
        if edit is None or self._over(findings) or self.cases.conditions.expression:
            return
        texts, rooms = (
            (self.candidate, self.cases.source),
            (self.rooms.room(self.language, "reference"), self._others()),
        )
        new, findings.unshown = shown_where_edited(self.language, self.cases, edit, texts, rooms)
        self._run(new, findings)

    def _over(self, findings: Findings) -> bool:
        """Whether further inputs say no more."""
        return bool(findings.differences or findings.stopped or self.wanting)

    def _with_layout(self, findings: Findings) -> None:
        """Let white space count where a part of what the reference does shows in nothing else; not if a person says
        that it does not."""
        differs = any(pair[2] == "layout" and pair[0].place == "inside" for pair in findings.pairs)
        asked = differs and not findings.differences and "no-layout" not in self.options.count
        if asked and self.cases.guessing and lays_out(self.cases, self._others()):
            findings.policy = replace(findings.policy, ignored=findings.policy.ignored - {"layout"})

    def _unusable(self, known: list[Case]) -> str:
        """Why there is no input to compare two programs on."""
        if not known and self.cases.unstable:
            return "the reference does not repeat itself: each time it gives something else"
        asked = self.cases.conditions.expression
        fit = f"fulfils what was assumed ({asked}) and that the reference" if asked else "the reference"
        return f"no input was found that {fit} accepts"

    def _in_a_corner(self, findings: Findings, when: tuple[Separation, ...]) -> bool:
        """Whether all that differs lies in a corner without a source, also of further inputs; it is left open then."""
        certain, asked = (
            self.cases.conditions.certain,
            partial(corner, constants=self.cases.constants, source=self.cases.source),
        )
        if asked(findings.pairs, findings.differences, when, certain) is None:
            return False
        for number in range(_FURTHER_ROUNDS):
            self._further(number, findings)
        where = asked(findings.pairs, findings.differences, when, again=True)
        if where is None or written_for(self.cases, where.true_of, self._others()):
            return False
        findings.leave_open(where.where())
        return True

    def _when(self, findings: Findings, smallest: Difference | None) -> Iterator[Separation]:
        """Where the two differ, class by class, `smallest` among it; of a sequence of calls nothing is said yet."""
        if self.cases.entry.members:
            return
        for kind, differing, agreeing in contrasts(findings, smallest):

            def fresh(near_to: list[Input], outside: list[Input], kind: str = kind) -> list[Seen]:
                return self._fresh(near_to, outside, kind, findings)

            seen = [*((given, True) for given in differing), *((given, False) for given in agreeing)]
            found = separated(self.cases.entry, self.cases.constants, kind, seen, fresh)
            if found is not None:
                doubted = [pair[0].given for pair in findings.pairs if pair[0].place == "outside" and not pair[2]]
                yield replace(found, always=found.always and not any(map(found.true_of, doubted)))

    def _fresh(self, near_to: list[Input], outside: list[Input], kind: str, findings: Findings) -> list[Seen]:
        """Both programs on inputs that neither search nor proof has seen, and whether they differ in this class."""
        pool = pool_of(self.cases.constants, self.proofs, reads=self.cases.reads)
        self.proofs += 1
        seeds = [case.given for case in interesting(self.cases.inside() or self.cases.cases)]
        entry, chance = self.cases.entry, pool.chance
        # Near what differs they are left as they are made: it may be what the model of the input excludes that differs.
        inputs = [near(chance.choice(near_to), pool) for _ in range(2 * _PROVING)]
        others = outside or seeds
        inputs += fitting(self.cases, lambda: crossed(chance.choice(near_to), chance.choice(others), chance), _PROVING)
        inputs += fitting(self.cases, lambda: near(chance.choice(seeds), pool), _PROVING)
        inputs += fitting(self.cases, lambda: random_input(entry, pool), _PROVING)
        known = {pair[0].given for pair in findings.pairs} | self.tried
        cases = self._new_cases([given for given in dict.fromkeys(inputs) if given not in known])
        self.tried.update(case.given for case in cases)
        outcomes, _ = self._outcomes(cases)
        return told(findings, kind, findings.compare(cases, outcomes))

    def _run(self, known: list[Case], findings: Findings) -> Ran:
        """Run the candidate on known cases and note how they came out; on what is not meant it may never end."""
        known = sorted(known, key=meant_first)
        outcomes, ran = self._outcomes(known, coverage=True)
        self.wanting = ran.detail if ran.how == "module" else wanting(outcomes) or self.wanting
        findings.note(known, outcomes, ran)
        return ran

    def _outcomes(self, cases: list[Case], *, coverage: bool = False, stops: int = STOPS) -> tuple[list[Outcome], Ran]:
        given = [renamed(case.given, self.names) for case in cases]
        return run_all(self._room, replace(self._job, coverage=coverage), given, stops=stops, trial=self.trial)

    @property
    def _room(self) -> Room:
        return self.rooms.room(self._spoken, "candidate")

    @property
    def _job(self) -> Job:
        limit = max(_LEAST_SECONDS, _SLOWER * self.cases.slowest)
        probes, foreign = self.cases.probes, self.cases.foreign
        return Job(self.candidate, self.entry, (), seconds=limit, probes=probes, foreign=foreign, whole=True)

    def _left_behind(self, findings: Findings) -> list[Difference]:
        """What differs only after other calls; of a class its sequences show that, and what reads is run once."""
        if self.cases.entry.members or self.cases.entry.kind == "script":
            return []
        ours = calls_in(self._room, self._job, self.trial, self.names)
        room = self.rooms.room(self.language, "reference")
        theirs = calls_in(room, job_of(self.cases), Trial(), {})
        return left_behind(findings.pairs, ours, theirs, findings.compare, shares=self.cases.entry.shares)

    def _elsewhere(self, findings: Findings) -> list[Difference]:
        """What the candidate does otherwise in another time zone, and the reference does not."""

        def there(language: Language, side: str, job: Job, names: dict[str, str]) -> zones.Run:
            def run(zone: str, cases: list[Case]) -> list[Outcome]:
                room = self.rooms.room(language, f"{side}@{zone}")
                given = [renamed(case.given, names) for case in cases]
                return run_all(room, replace(job, coverage=False), given, trial=Trial())[0]

            return run

        reference = there(self.language, "reference", job_of(self.cases), {})
        ours = there(self._spoken, "candidate", self._job, self.names)
        return zones.in_another_zone(self.candidate, self.cases.cases, (reference, ours), findings.compare)

    def _further(self, number: int, findings: Findings) -> None:
        """More inputs, towards what is special in the candidate: its constants, its branches, its types."""
        pool: Pool = pool_of(self.survey.constants, number + 1, reads=self.cases.reads)
        pool.whole += self.cases.pool.whole
        usable = [case for case in self.cases.cases if case.place == "inside"] or self.cases.cases
        seeds = [case for case in usable if case in findings.special] or interesting(usable)
        inputs = fitting(self.cases, lambda: near(pool.chance.choice(seeds).given, pool), _FURTHER)
        inputs += fitting(self.cases, lambda: random_input(self.cases.entry, pool), _FURTHER)
        if number == 0:
            inputs += beyond(self.cases.entry, self.entry, [case.given for case in usable])
            inputs += written_otherwise(self.cases.source, self.candidate, usable)
            inputs += [self.cases.domain.fulfilled(given, pool) for given in at_constants(self.cases.entry, pool)]
        self._run(sorted(self._new_cases(inputs), key=lambda case: case.place != "inside"), findings)

    def _brought_inside(self, number: int, findings: Findings) -> None:
        """Inputs that are meant, near those that are not and on which the two differ."""
        counting = [
            pair[0].given for pair in findings.pairs if pair[0].place == "outside" and counts(pair, findings.policy)
        ]
        if seeds := sorted(counting, key=weight)[:_FURTHER]:
            pool = pool_of(self.survey.constants, _INSIDE + number, reads=self.cases.reads)
            inputs = fitting(self.cases, lambda: near(pool.chance.choice(seeds), pool), _FURTHER)
            self._run(self._new_cases([self.cases.domain.fulfilled(given, pool) for given in seeds] + inputs), findings)

    def _new_cases(self, inputs: list[Input]) -> list[Case]:
        """Cases for inputs that only this candidate asked for."""
        room = self.rooms.room(self.language, "reference")
        return extend(self.cases.copy(), room, [(given, False) for given in inputs], twice=True)

    def _tried(self, inputs: list[Input], findings: Findings) -> list[Difference]:
        """Both programs on more inputs."""
        return findings.compare(cases := self._new_cases(inputs), self._outcomes(cases)[0])

    def _smallest(self, findings: Findings) -> Difference | None:
        if not findings.differences:
            return None
        odd = oddity(self.cases.domain, self.cases.source)
        first = min(findings.differences, key=lambda d: (d[2] in _STOPPED, odd(d[0].given), weight(d[0].given)))
        kind, most = class_of(first), odd(first[0].given)

        def still(inputs: list[Input]) -> list[Difference]:
            new = self._new_cases([given for given in inputs if odd(given) <= most])
            cases = [case for case in new if case.place == "inside"]
            outcomes, _ = self._outcomes(cases, stops=2)
            found = findings.compare(cases, outcomes)
            return [one for one in found if one[2] not in ("", OPAQUE) and not one[0].unmeant and class_of(one) == kind]

        return shrink(first, still, 0 if first[2] == "timeout" else _SHRINKING)
