"""A class graded: collect, grade what is not known yet, put together.  Resumable: what was graded stays graded.

N submissions against R references cost N + R runs of the model: every text is encoded once, equal ones once in all.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

import msgspec

from codescore.engine import Estimated, ScoreOptions, Session, check_file, helpers_of, make_source, match_files
from codescore.evidence.able import require
from codescore.evidence.libraries import named, state_of
from codescore.evidence.policy import policy_of
from codescore.evidence.rulings import Compared, Ruling
from codescore.foundation import shapes
from codescore.foundation.errors import InputError
from codescore.foundation.folders import cache_folder
from codescore.foundation.workers import default_jobs
from codescore.grade.answers import Answer, Answers, Decision, InputDecision, Must, beside, read_answers, unknown
from codescore.grade.class_record import About, Seen, Task, class_record
from codescore.grade.collect import Collected, collect
from codescore.grade.doing import smallest
from codescore.grade.grading import grams_of, vector_of
from codescore.grade.handed_in import files_of, of_reference
from codescore.grade.model import Part
from codescore.grade.questions import Asked, Voice, all_count, open_to_answers, questions_of, recorded, rulings_of
from codescore.grade.record import ClassRecord, Entry, Graded, Tested
from codescore.grade.running import Program, Trial, chosen, concluded, ran, told
from codescore.grade.sources import Assignment, read_assignment
from codescore.grade.store import Store, circumstances, key_of, outcome_key
from codescore.grade.students import ALONE, shuffled, who
from codescore.grade.work import Setting, graded
from codescore.languages.execution import Libraries
from codescore.score import resolve, signature

#: Told with what is done, how much of it, and of how much.
Progress = Callable[[str, int, int], None]

_MOST_JOBS = 4  # each holds a model and may hold a compiler: 250 to 450 MB
_PUT = 32  # entries written at once
#: What does not compile or is not there cannot be run, what was handed out need not; where a model says nothing of a
#: language, running does.
_RUN = ("alike", "unlike", "unknown")


@dataclass(frozen=True, slots=True)
class Request:
    """What a teacher asks for; None means as the bundle says, or as is usual."""

    references: tuple[str, ...]
    submissions: tuple[str, ...]
    template: str | None = None
    language: str | None = None
    title: str | None = None
    threshold: float | None = None
    pooling: str | None = None
    bundle: Path | None = None
    cache: Path | None = None  # None: the user's cache folder
    remember: bool = True
    jobs: int | None = None
    anonymous: bool = False
    class_folders: bool = False
    evidence: bool = False  # run the submissions, in the sandbox
    budget: float = 2.0  # of evidence
    assume: str | None = None
    ask_class: bool = True  # what many programs do otherwise is a question, until it is answered
    count: tuple[str, ...] = ()  # which classes of differences decide
    library: tuple[str, ...] = ()  # what programs may import
    environment: str | None = None
    answers: Path | None = None  # None: beside the first reference


def quiet(_what: str, _done: int, _of: int) -> None:
    """No progress."""


class Grader:
    """A warm session with an assignment: grades the class as often as it is asked to.

    Raises InputError for what the teacher got wrong, BundleError without a usable model.
    """

    def __init__(self, request: Request) -> None:
        self.request = request
        self.assignment = read_assignment(request.references, request.template, request.language)
        if request.evidence:
            require(self.assignment.language)
        self.libraries = named(request.library, request.environment, self.assignment.language)
        folder = request.cache or cache_folder()
        self.session = Session(bundle=request.bundle, cache_dir=folder, disk_cache=request.remember)
        self.session.warm()
        self.options = ScoreOptions(request.threshold, request.pooling)
        self.settings = resolve(self.options.threshold, self.options.pooling, self.session.manifest)
        self.seen = [_seen(self.session, self.assignment, k) for k in range(len(self.assignment.references))]
        self._require_sound()
        self._store = Store(folder if request.remember else None)
        self._around = circumstances(self.assignment, self.options, self.session.bundle_label)
        self._kept: dict[bytes, Entry] = {}
        self._outcomes: dict[bytes, Tested] = {}
        self._parts: dict[bytes, tuple[Part, ...]] = {}  # what was handed in, by key
        self._asked: list[Asked] = []
        self._voices: list[Voice] = []
        self.answers = Answers(request.answers or beside(request.references[0]))
        policy_of(request.count)

    def grade(self, progress: Progress = quiet) -> ClassRecord:
        """The class as it is now."""
        progress("reading", 0, 0)
        request = self.request
        found = collect(request.submissions, self.assignment.language, class_folders=request.class_folders)
        keys, entries = self._entries(found, progress)
        if request.evidence:
            entries = self._told(keys, entries, found, progress)
        progress("comparing submissions", 0, 0)
        task = Task(self.assignment, self.seen)
        submissions = list(found.submissions)
        order = shuffled(entries) if request.anonymous else range(len(entries))
        record = class_record(
            [submissions[k] for k in order], [entries[k] for k in order], found.not_graded, task,
            self._about(found, entries),
        )  # fmt: skip
        return self._with_questions(record, {k: row for row, k in enumerate(order)})

    def decide(self, decision: Decision | None) -> None:
        """Take in a decision of the teacher, None to undo the last one.  Raises InputError for what is none."""
        self.answers = read_answers(self.answers.path)
        if not self.request.ask_class and isinstance(decision, InputDecision):
            raise InputError("with --trust-reference every difference counts; no input is put aside")
        if isinstance(decision, Must):
            self._require_call(decision.input)
        if isinstance(decision, Answer):
            known = next((one for one in self._asked if one.id == decision.question), None)
            if known is None:
                raise InputError(f"there is no question {decision.question!r}")
            text = next(iter(recorded([known], self._voices, self.answers, [""] * len(self._voices)))).text
            given = smallest(known.gives)
            decision = Answer(decision.question, decision.matters, text, known.scope, given)
        self.answers = self.answers.undone() if decision is None else self.answers.with_one(decision)

    def _require_call(self, text: str) -> None:
        """Raise InputError unless a text is a call of a function of the reference."""
        runner = self.assignment.language.runner()
        code = self.assignment.parts[self._sound()[0]].data.decode("utf-8", errors="replace")
        shown = (
            [sum(len(e.examples) for e in runner.survey(code, b).entries) for b in ((), (text,))] if runner else [0, 0]
        )
        if shown[1] <= shown[0]:
            raise InputError(f"{text!r} is no new call of a function of the reference with plain values")

    def _with_questions(self, record: ClassRecord, rows: dict[int, int]) -> ClassRecord:
        """The record with what is asked; `rows` says where each submission stands in it."""
        ids = [record.students[rows[k]].id for k in range(len(rows))]
        trusted = not self.request.ask_class
        aside = [one for one in self.answers.decisions if isinstance(one, InputDecision) and not trusted]
        counts = {(one.unit, one.input): one.counts for one in aside}
        return msgspec.structs.replace(
            record,
            questions=tuple(recorded(self._asked, self._voices, self.answers, ids)),
            answers=self.answers.path.name if self.request.evidence else "",
            must=self.answers.must(),
            aside=tuple(text for (_, text), counted in counts.items() if not counted),
            decided=len(self.answers.decisions),
        )

    def close(self) -> None:
        """Write what waits, end compilers."""
        self._store.close()
        self.session.close()

    def _entries(self, found: Collected, progress: Progress) -> tuple[list[bytes], list[Entry]]:
        parts = [_nameless(one.parts) for one in found.submissions]
        keys = [key_of(one, self._around) for one in parts]
        wanted = self._parts = dict(zip(keys, parts, strict=True))
        known = {key: self._kept[key] for key in wanted if key in self._kept}
        known |= self._store.get([key for key in wanted if key not in known])
        tasks = [(key, files) for key, files in wanted.items() if key not in known]
        waiting: dict[bytes, bytes] = {}
        done = len(wanted) - len(tasks)
        progress("grading", done, len(wanted))
        try:
            for key, packed in graded(self.session, self.assignment, self._setting(), tasks, self._jobs()):
                known[key] = shapes.from_msgpack(packed, Entry)
                waiting[key] = packed
                done += 1
                progress("grading", done, len(wanted))
                if len(waiting) >= _PUT:
                    self._store.put(waiting)
                    waiting = {}
        finally:
            self._store.put(waiting)
        self._kept = known
        return keys, [known[key] for key in keys]

    def _told(
        self, keys: Sequence[bytes], entries: Sequence[Entry], found: Collected, progress: Progress
    ) -> list[Entry]:
        """The entries after the code of those that compile was run; what came out is remembered too."""
        run = [(key, e.graded) for key, e in zip(keys, entries, strict=True) if _runs(e.graded)]
        self.answers = read_answers(self.answers.path)
        seen = self._tested(run, progress)
        voices = [
            Voice(who(one), _best(seen[key], entry.graded) if key in seen else ())
            for one, key, entry in zip(found.submissions, keys, entries, strict=True)
        ]
        self._voices = voices
        asked = questions_of(voices) if self.request.ask_class else []
        self._asked = open_to_answers(asked, voices, self.answers)
        return [
            Entry(told(entry.graded, concluded(seen[key], _estimated(entry.graded), self._rulings(k))), entry.traces)
            if key in seen
            else entry
            for k, (key, entry) in enumerate(zip(keys, entries, strict=True))
        ]

    def _rulings(self, k: int) -> list[Ruling]:
        """What was decided, or is open, of the k-th submission; nothing is either where the reference is trusted."""
        if not self.request.ask_class:
            return all_count(self._voices[k])
        return rulings_of(k, self._voices, self._asked, self.answers)

    def _tested(self, run: Sequence[tuple[bytes, Graded]], progress: Progress) -> dict[bytes, Tested]:
        """What running each submission showed, by its key."""
        request = self.request
        parts = [self.assignment.parts[number] for number in self._sound()]
        sound = tuple(part.data.decode("utf-8", errors="replace") for part in parts)
        must = self.answers.must()
        trial = Trial(self.assignment.language.id, sound, request.budget, request.assume, request.count, must)
        theirs = tuple(self._beside(number) for number in self._sound())
        state = "".join(map(state_of, dict.fromkeys((self.libraries, *theirs))))
        trial = replace(trial, libraries=self.libraries, theirs=theirs, state=state)
        files = {key: files_of(self._parts[key]) for key, _ in run}
        marks = {key: outcome_key(key, trial, beside=bool(files[key])) for key, _ in run}
        wanted = {marks[key]: graded for key, graded in run}
        handed = {marks[key]: files[key] for key, _ in run}
        outcomes = {mark: self._outcomes[mark] for mark in wanted if mark in self._outcomes}
        outcomes |= self._store.outcomes([mark for mark in wanted if mark not in outcomes])
        tasks = [
            (mark, self._program(one.code, [fit.reference for fit in one.fits]), _estimated(one), handed[mark])
            for mark, one in wanted.items()
            if mark not in outcomes
        ]
        done = len(wanted) - len(tasks)
        progress("running", done, len(wanted))
        for mark, outcome in ran(trial, tasks, self._jobs()):
            outcomes[mark] = outcome
            self._store.put({mark: msgspec.msgpack.encode(outcome)})
            done += 1
            progress("running", done, len(wanted))
        self._outcomes = outcomes
        return {key: outcomes[mark] for key, mark in marks.items() if mark in outcomes}

    def _sound(self) -> list[int]:
        """The numbers of the references that compile."""
        return [number for number, seen in enumerate(self.seen) if seen.compiles]

    def _beside(self, number: int) -> Libraries:
        """What a reference may import."""
        place, code = self.assignment.places[number], self.assignment.parts[number].data
        return of_reference(self.libraries, self.assignment.language, place, code.decode("utf-8", errors="replace"))

    def _program(self, code: str, best: Sequence[int]) -> Program:
        """A submission's code, and which of its functions answer which of each sound reference, those that are `best`
        first.
        """
        source = make_source(self.assignment.language, code.encode(), "submission")
        sound = self._sound()
        order = sorted(sound, key=lambda number: best.index(number) if number in best else len(best))
        found = ((n, match_files(self.session, source, self.assignment.references[n])) for n in order)
        return code, tuple((sound.index(number), matching.to_run()) for number, matching in found)

    def _jobs(self) -> int:
        return self.request.jobs or min(_MOST_JOBS, default_jobs())

    def _setting(self) -> Setting:
        assignment = self.assignment
        return Setting(
            self.request.bundle,
            self.request.cache,
            assignment.language.id,
            assignment.parts,
            assignment.template_part,
            self.options,
        )

    def _about(self, found: Collected, entries: Sequence[Entry]) -> About:
        checker = check_file(self.session, self.assignment.references[0]).checker
        notices = [
            *self._without_effect(),
            *_not_run(entries),
            *self.session.status().notices,
            *filter(None, [self._store.notice]),
        ]
        if not found.submissions and not found.not_graded:
            notices.append("there are no submissions")
        return About(
            title=self.request.title or _title(self.request.submissions),
            made=datetime.now(UTC).astimezone(),
            threshold=self.settings.threshold,
            pooling=self.settings.pooling,
            signature=signature(self.assignment.language.id, self.settings, self.session.bundle_label, checker),
            tested=self.request.evidence,
            anonymous=self.request.anonymous,
            notices=tuple(notices),
        )

    def _without_effect(self) -> list[str]:
        """What is said of decisions that change nothing."""
        if self.request.ask_class:
            ids = unknown(self.answers, [one.id for one in self._asked])
            return [f"the answer to {one} is to no question of this class" for one in ids]
        count = sum(not isinstance(one, Must) for one in self.answers.decisions)
        said = f"{count} decision{'s' * (count != 1)} of {self.answers.path.name}"
        return [f"--trust-reference: every difference counts, and {said} do{'es' * (count == 1)} not"] if count else []

    def _require_sound(self) -> None:
        """At least one reference must compile: what a broken one does is unknown."""
        broken = [k for k, one in enumerate(self.seen) if not one.compiles]
        if len(broken) == len(self.seen):
            source = self.assignment.references[broken[0]]
            problem = check_file(self.session, source).problems
            line = source.syntax.source.count(b"\n", 0, problem[0].start) + 1 if problem else 1
            said = problem[0].message if problem else "it does not compile"
            raise InputError(f"the reference {source.label}:{line} does not compile: {said}; correct it")


def _nameless(parts: Sequence[Part]) -> tuple[Part, ...]:
    """Files without what says nothing of their code, so that equal ones are graded once, whatever they are called.

    A single file needs no name; several are told apart by theirs.
    """
    if len(parts) == 1:
        return (replace(parts[0], path=ALONE),)
    return tuple(replace(part, path=part.path.rpartition("/")[2]) for part in parts)


def _runs(graded: Graded) -> bool:
    """Whether a submission is run: it stands beside a reference, and compiles."""
    return graded.verdict in _RUN and (graded.verdict != "unknown" or (graded.compiles and bool(graded.fits)))


def _best(seen: Tested, graded: Graded) -> tuple[Compared, ...]:
    """What a submission's run beside the reference showed that decides about it."""
    return seen.runs[chosen(seen, _estimated(graded))][1] if seen.runs else ()


def _estimated(graded: Graded) -> tuple[Estimated, ...]:
    """What the model knows of the functions that count."""
    return tuple(
        Estimated((one.name, one.reference_name), one.score, one.probability)
        for one in graded.functions
        if one.counts and one.reference_name is not None
    )


def _not_run(entries: Sequence[Entry]) -> list[str]:
    """Of how many submissions running them gave no result, and why."""
    outcomes = [entry.graded.tested for entry in entries if entry.graded.tested is not None]
    reasons = Counter(one.summary for one in outcomes if one.verdict not in ("same", "differs", "conditional"))
    return [
        f"running showed nothing for {count} submission{'s' * (count != 1)}: {why}"
        for why, count in reasons.most_common(3)
    ]


def _seen(session: Session, assignment: Assignment, number: int) -> Seen:
    source = assignment.references[number]
    helpers = helpers_of(source)
    names = tuple(unit.qualified for unit in source.units if not unit.nested and unit not in helpers)
    return Seen(vector_of(session, source), grams_of(session, source), names, check_file(session, source).compiles)


def _title(paths: Sequence[str]) -> str:
    name = Path(paths[0]).resolve().name if paths else ""
    return name if len(paths) == 1 else f"{name} and {len(paths) - 1} more"
