"""Runs candidates beside references and says what that showed: the entry point of the stage.

An `EvidenceSession` keeps two sandboxes per language warm, one for references and one for candidates, and what it
found out about references.  Programs never make it raise; a machine on which nothing can be run does
(EnvironmentProblem).  Neighbours: `evidence.cases` (inputs), `evidence.verdicts` (words and numbers), `cli.evidence`.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from types import TracebackType

from codescore.evidence.assumptions import conditions, readable
from codescore.evidence.attribution import Judge, Written, applied, attributed, fewest
from codescore.evidence.cases import Cases
from codescore.evidence.channel import Job
from codescore.evidence.contract import Evidence, Verdict
from codescore.evidence.entries import apart, called_otherwise, entries_of, lacking, only, turned_around, with_its_words
from codescore.evidence.feedback import grow
from codescore.evidence.gathering import gather, undo
from codescore.evidence.idle import unguessed, widened
from codescore.evidence.libraries import imported, imports
from codescore.evidence.mutants import lines_of, mutants_of, texts_of
from codescore.evidence.one_pair import OnePair
from codescore.evidence.options import Options
from codescore.evidence.policy import policy_of
from codescore.evidence.ported import both_take
from codescore.evidence.rooms import Rooms
from codescore.evidence.served import by_caller, callers_first, in_order
from codescore.evidence.shrink import Difference
from codescore.evidence.special_inputs import add_special
from codescore.evidence.strength import strengthen
from codescore.evidence.unable import ASSUMPTION, why
from codescore.evidence.undone import first_of, handed_on
from codescore.evidence.verdicts import BEYOND, UNCALLABLE, at_most, failed, rated, signed, worst
from codescore.foundation.errors import InputError
from codescore.languages import Language
from codescore.languages.execution import Entry, Libraries, Survey
from codescore.languages.folded import with_folded

_REMEMBERED = 64  # references
_PLAIN = Options()


class EvidenceSession:
    """Warm sandboxes and known references; use as a context manager, from one thread."""

    def __init__(self) -> None:
        self.rooms = Rooms()
        self._known: dict[tuple[str, str, Entry, str | None, Libraries, bool], Cases] = {}

    def __enter__(self) -> EvidenceSession:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """End the sandboxes; the next call starts new ones."""
        self.rooms.close()

    def judge(self, candidate: str, reference: str, language: Language, options: Options = _PLAIN) -> Evidence:
        """What running a candidate beside a reference shows.

        Raises InputError where programs of the language cannot be run, EnvironmentProblem where there is no sandbox.
        """
        begun = time.monotonic()
        count = tuple(sorted(policy_of(options.count).decides))
        found = self._judged(candidate, reference, language, options, begun)
        assumed, spoken = options.assume or "as-read", options.spoken or language
        signature = signed(language, spoken, f"budget:{options.budget:g}|assume:{assumed}|count:{','.join(count)}")
        units = tuple(rated(one, signature) for one in found.units)
        return rated(replace(found, seconds=time.monotonic() - begun, units=units, count=count), signature)

    def _judged(self, candidate: str, reference: str, language: Language, options: Options, begun: float) -> Evidence:
        runner, spoken = self.rooms.runner(language), options.spoken or language
        reference, candidate = options.theirs.bundled or reference, options.ours.bundled or candidate
        self.rooms.provide((spoken, imports(options.ours)), (language, imports(options.theirs)))
        near_reference = imported(reference, language, options.theirs)
        of_reference = with_folded(runner.survey(reference, options.beside, near_reference), reference)
        beside = imported(candidate, spoken, options.ours)
        of_candidate = with_folded(self.rooms.runner(spoken).survey(candidate, (), beside), candidate)
        if of_reference.problem:
            return failed("untested", f"the reference cannot be run: {of_reference.problem}", begun)
        if of_candidate.problem:
            verdict: Verdict = "untested" if of_candidate.undecided else "crash"
            return failed(verdict, f"the candidate cannot be run: {of_candidate.problem}", begun)
        if options.assume is not None and options.units is None:
            readable(options.assume, of_reference.entries, language)
        if options.units is not None:
            ours, theirs = options.units
            wanted = [one for one in entries_of(of_reference, of_candidate, (options.units,)) if one[1] and one[2]]
            single = only(of_reference, theirs), only(of_candidate, ours)
            if (single[0] is None or single[1] is None) and not any(e and e.members for _, e, _ in wanted):
                why = f"{ours} and {theirs} cannot be called by themselves, or share their names with others"
                return failed("untested", why, begun)
        else:
            wanted = entries_of(of_reference, of_candidate, options.pairs)
        found: list[Evidence] = []
        classes: dict[Entry | None, Evidence] = {}  # run once, however many of their methods are asked about
        methods: dict[str, Evidence] = {}  # where not the same is said of one as of its class
        foreign = spoken != language
        for number, asked in enumerate(callers_first(wanted) if foreign else wanted):
            names, entry, other = asked
            if known := (by_caller(asked, wanted, found) if foreign else None) or classes.get(entry):
                one = known
            elif entry is None or other is None or number >= at_most(reference):
                beyond, without = number >= at_most(reference), lacking(of_reference, names, entry)
                one = failed("untested", BEYOND if beyond else without or UNCALLABLE, begun)
            elif unasked := _unasked(entry, options.assume):
                one = failed("untested", unasked, begun)
            elif other.unknown:
                one = failed("environment-failure", f"the candidate takes {_absent(other)}", begun)
            else:
                meant = both_take(entry, other) if foreign else entry
                meant = with_its_words(meant, other, reference, candidate)
                self.rooms.room(spoken, "candidate").ahead([Job(candidate, other, (), foreign=foreign)])
                cases = self.cases(reference, of_reference, meant, language, options)
                own = frozenset() if foreign else apart(wanted, entry, other)  # see `served`
                as_reference = partial(runner.survey, imported=near_reference)
                made = partial(OnePair, self.rooms, language, runner, options=options, apart=own)
                pair = made(cases.copy(), candidate, of_candidate, other)
                one = _as_used(pair.judge(), entry, other)
                if entry.members and not foreign:
                    few = fewest(cases, pair.pairs)
                    methods |= _methods(pair, one, (reference, entry), partial(_alone, made, as_reference, few, meant))
            if entry is not None and entry.members:
                classes[entry] = one
            found.append(replace(one, pair=names))
        if all(one.reason == UNCALLABLE for one in found):
            return failed("untested", "nothing in the reference that counts can be called by itself", begun)
        return worst(in_order(applied(found, methods), wanted))

    def cases(self, reference: str, survey: Survey, entry: Entry, language: Language, options: Options) -> Cases:
        """What is known of an entry of a reference; found out when first asked for."""
        foreign = options.spoken not in (None, language)
        key = (language.id, reference, entry, options.assume, options.theirs, foreign)
        if key not in self._known:
            if len(self._known) >= _REMEMBERED:
                self._known.pop(next(iter(self._known)))
            assumed, room = conditions(entry, options.assume), self.rooms.room(language, "reference")
            own = texts_of(language, reference, survey, entry)
            found = gather(
                reference, entry, survey.constants, assumed, room=room, seconds=options.budget, foreign=foreign, own=own
            )
            if found.problem.startswith(ASSUMPTION) and options.assume is not None and options.units is None:
                raise InputError(
                    f"the assumption {options.assume!r} cannot be asked of {entry.name}: {why(found.problem)}"
                )
            for first in first_of(entry, survey.entries):
                undo(found, self.cases(reference, survey, first, language, options), room)
            for way, first in handed_on(entry, survey.entries):
                undo(found, self.cases(reference, survey, first, language, options), room, way)
            add_special(found, room)
            grow(found, room, self.rooms.runner(language).wanted)
            found.reach.spans, found.reach.refusing = lines_of(language, reference, survey, entry), survey.refusing
            others = self.rooms.of_mutants(language, reference)
            mutants = [m for m in mutants_of(language, reference, survey, entry) if not found.reach.uncalled(m.line)]
            strengthen(found, mutants, room, others)
            unguessed(found, others)
            if found.guessing:
                widened(found, room, others, mutants)
            self._known[key] = found
        return self._known[key]


def _as_used(found: Evidence, entry: Entry, other: Entry) -> Evidence:
    """The verdict under the condition that what is read of one class and called of the other does not matter; and that
    it is called otherwise, where it never does the same.
    """
    if found.verdict == "differs" and not found.tally.equal and (otherwise := called_otherwise(entry, other)):
        return replace(found, reason=f"{found.reason}; {otherwise}")
    turned = turned_around(entry, other) if found.verdict == "equivalent" else ""
    return replace(found, verdict="conditional", reason=f"{found.reason}; but {turned}") if turned else found


def _unasked(entry: Entry, assume: str | None) -> str:
    """Why inputs cannot be made for an entry, or not asked what is assumed of it; "" where they can."""
    if entry.unknown:
        return f"it takes {_absent(entry)}"
    conditioned = conditions(entry, assume)
    if any(one.expression for one in conditioned.members):
        return "what is assumed of it cannot be asked of the calls of a sequence"
    script = entry.kind == "script" and conditioned.given
    return "what is assumed of it cannot be asked of what a program reads" if script else ""


def _absent(entry: Entry) -> str:
    return f"{entry.unknown}, which is imported from a module that is not here"


def _methods(pair: OnePair, whole: Evidence, of: tuple[str, Entry], judge: Judge) -> dict[str, Evidence]:
    """What is said of methods of a class by themselves; `of` is the reference and its class."""
    ours = Written(pair.language, of[0], of[1].name)
    return attributed(whole, pair.pairs, ours, Written(pair.language, pair.candidate, pair.entry.name), judge)


def _alone(
    made: Callable[..., OnePair], survey: Callable[[str], Survey], cases: Cases, entry: Entry, source: str
) -> tuple[Evidence, list[Difference]] | None:
    """What the reference's class shows with another source."""
    found = survey(source)
    if found.problem:
        return None
    pair = made(cases.copy(), source, found, entry)
    return pair.judge(), pair.pairs
