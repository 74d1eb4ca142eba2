"""The values that the engine takes and gives: sources, pairs, verdicts.  No I/O, no behaviour but what follows
from a value alone.

Offsets are byte offsets into the source they belong to.  A verdict is made once and never changed; `to_json` of the
command line and the language server's messages are views of it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from typing import Literal

from codescore.languages import Problem
from codescore.score import Components, DifferenceKind, Probability, SameTaskNumber
from codescore.syntax import Syntax, Unit

#: Qualified names of units that are to be run beside each other: candidate's (None: it has none), reference's.
RunPair = tuple[str | None, str]
RunPairs = tuple[RunPair, ...]
MatchedBy = Literal["given", "name", "position", "similarity"]
#: The note on a whole program: it asks for what `--evidence` and editors with evidence do.
RUN_BOTH = "it reads input: of whole programs texts tell too little for a probability; run both"


@dataclass(frozen=True, slots=True, eq=False)
class Source:
    """A parsed source with its units; `label` is how a person knows it (a path, `<stdin>`)."""

    label: str
    syntax: Syntax
    units: tuple[Unit, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Pair:
    """A unit and what it is compared with."""

    candidate: Source
    unit: Unit
    reference: Source
    reference_unit: Unit
    matched_by: MatchedBy

    @property
    def foreign(self) -> bool:
        """Whether the two are in different languages."""
        return are_foreign(self.candidate, self.reference)


def are_foreign(ours: Source, theirs: Source) -> bool:
    """Whether two sources are in different languages: no model and no rule speaks then, only running."""
    return theirs.syntax.language is not ours.syntax.language


_OUTSIDE = ("snippet", "module")  # code outside of functions


@dataclass(frozen=True, slots=True, eq=False)
class Matching:
    """Which units of a candidate answer which of a reference, and which of them decide.

    `counted` are candidate's units: the counterparts of all outermost units of the reference that are no mere helpers
    of others, and of those helpers that the candidate has by the same name and uses, or lets others use.  `missing` are
    the outermost units of the reference that would count and have no counterpart.  `helpers` are the reference's,
    `closed` those of classes that its file keeps to itself: who makes such an object runs them.
    """

    candidate: Source
    reference: Source
    pairs: tuple[Pair, ...]
    counted: frozenset[Unit] = frozenset()
    missing: tuple[Unit, ...] = ()
    helpers: frozenset[Unit] = frozenset()
    closed: frozenset[Unit] = frozenset()

    def only(self, units: Collection[Unit]) -> Matching:
        """Of it what is about some of the candidate's units; what is missing stays missing."""
        some = frozenset(units)
        pairs = tuple(pair for pair in self.pairs if pair.unit in some or pair.unit.kind == "module")
        return replace(self, pairs=pairs, counted=self.counted & {pair.unit for pair in pairs})

    def unanswered(self, unlike: Collection[Unit]) -> Matching:
        """It where some do not answer: a function beside which only code outside of functions stands is missing, and
        that code is no counterpart of it."""
        gone = [pair for pair in self.pairs if pair.unit in unlike and _beside_a_function(pair)]
        return replace(
            self,
            pairs=tuple(pair for pair in self.pairs if pair not in gone),
            counted=self.counted - {pair.unit for pair in gone},
            missing=(*self.missing, *(pair.reference_unit for pair in gone)),
        )

    def answering(self, verdicts: Iterable[UnitVerdict]) -> tuple[UnitVerdict, ...]:
        """The verdicts, those on what turned out to have no counterpart without one."""
        paired = {pair.unit for pair in self.pairs}
        return tuple(one if one.unit in paired or one.reference is None else one.alone() for one in verdicts)

    def to_run(self) -> RunPairs:
        """What decides, by qualified names, for those who run programs: candidate's, reference's.

        The first is None where the function is missing, or only code outside of functions is like it.
        """
        some = [pair for pair in self.pairs if pair.unit in self.counted and not pair.unit.nested]
        found = {p.reference_unit: None if _beside_a_function(p) else p.unit.qualified for p in some}
        wanted = [u for u in self.reference.units if (u in found or u in self.missing) and u not in self.closed]
        makers = {u for u in wanted if makes(self.reference, u)}
        of_objects = {u.qualified.rpartition(".")[0] for u in wanted if u not in makers}
        # What makes an object is run with each of its methods, and by whatever else makes one.
        return tuple(
            (found.get(unit), unit.qualified)
            for unit in wanted
            if unit not in makers or (unit.qualified.rpartition(".")[0] not in of_objects and unit not in self.helpers)
        )


def _beside_a_function(pair: Pair) -> bool:
    """Whether code outside of functions stands beside a function."""
    return pair.unit.kind in _OUTSIDE and pair.reference_unit.kind not in _OUTSIDE


def makes(source: Source, unit: Unit) -> bool:
    """Whether a unit is what makes an object of its class."""
    return unit.kind == "constructor" or unit.name in source.syntax.language.structure.makers


@dataclass(frozen=True, slots=True)
class ScoreOptions:
    """None means: as the bundle says."""

    threshold: float | None = None
    pooling: str | None = None


@dataclass(frozen=True, slots=True)
class Excerpt:
    """Bytes [start, end) of a unit, from its start, and what is written there, spaces and lines made one space."""

    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True)
class Reason:
    """One difference between a unit and its reference.

    `candidate` and `reference` are what differs, None on the side that lacks it; `candidate_at` and `reference_at` the
    statements around it.  A missing or extra statement stands for `statements` of them: itself and what is inside.
    """

    kind: DifferenceKind
    candidate: Excerpt | None
    reference: Excerpt | None
    candidate_at: Excerpt | None
    reference_at: Excerpt | None
    statements: int = 1


@dataclass(frozen=True, slots=True)
class Suspect:
    """What looks as if it stood in another's place, and has no counterpart in the reference.

    `decides` says that the unit scores 0 for this alone.
    """

    excerpt: Excerpt
    decides: bool


@dataclass(frozen=True, slots=True, eq=False)
class UnitVerdict:
    """What is said of one pair.

    `score` is the paper's 0 or 1: 0 where the candidate does not compile, else whether `similarity` exceeds
    `threshold`.  `similarity` is in [0, 1], on the bundle's scale where `calibrated`, else as in `score.untrained`;
    `cosine` is the model's own number.  Both are None where there is no model or no reference to compare with, and then
    so is `score` (except 0 where the code does not compile), as it is where not `calibrated`.
    `windows` counts the model inputs that the longer side needed: above 1 the unit was longer than the model's tokens
    and was scored window by window (vectors as their length-weighted mean), which `notes` then says.
    """

    unit: Unit
    reference: Source | None
    reference_unit: Unit | None
    matched_by: MatchedBy | None
    score: int | None
    similarity: float | None
    cosine: float | None
    compiles: bool
    checker: str
    problems: tuple[Problem, ...]
    threshold: float
    pooling: str
    signature: str
    windows: int = 1
    notes: tuple[str, ...] = ()
    first_difference: tuple[str, str] | None = None  # first sketch lines that differ: candidate's, reference's
    first_difference_at: tuple[int | None, int | None] | None = None  # where these begin, from the units' starts
    reasons: tuple[Reason, ...] = ()
    reason_count: int = 0
    parts: Components | None = None  # of `cosine`, with late interaction
    suspect: Suspect | None = None  # where `parts` has suspicion
    decided: bool = False  # the programs are the same but for `reasons`, and these make them different
    estimate: Probability | None = None  # with reasons; None without a reference or where the bundle has none
    reference_compiles: bool = True  # where not, `score` is None (or 0: the candidate does not compile either)
    calibrated: bool = True  # the model knows the language, or the sketches are equal: `score` says something
    same_task: SameTaskNumber | None = None  # with its helpers, beside the reference with its own; no verdict
    chosen: bool = False  # a person said what `threshold` is: another one than the bundle's

    @property
    def probability(self) -> float | None:
        """The chance that the candidate does what its reference does, calibrated on programs that were run."""
        return None if self.estimate is None else self.estimate.value

    def alone(self) -> UnitVerdict:
        """What is left of it where the unit has no counterpart after all."""
        return replace(
            self, reference=None, reference_unit=None, matched_by=None, score=None, similarity=None, cosine=None,
            windows=1, first_difference=None, first_difference_at=None, reasons=(), reason_count=0, parts=None,
            suspect=None, decided=False, estimate=None, same_task=None,
        )  # fmt: skip

    @property
    def difference_places(self) -> tuple[int | None, int | None] | None:
        """Where the differing lines begin in the candidate's and the reference's source.

        None on a side that has no such line; None where nothing differs or nothing was compared.
        """
        if self.first_difference_at is None or self.reference_unit is None:
            return None
        ours, theirs = self.first_difference_at
        return (
            None if ours is None else self.unit.start + ours,
            None if theirs is None else self.reference_unit.start + theirs,
        )


@dataclass(frozen=True, slots=True, eq=False)
class FileVerdict:
    """What is said of a candidate file against its best reference.

    `units` has a verdict for every outermost candidate unit (and every nested one that has a match by name).
    `score` is 1 where the file compiles and every outermost reference unit that is not a mere helper of another one
    is matched by a unit that scores 1, as is every helper that the candidate has by the same name and uses, or lets
    others use; `similarity` is that of the weakest of these, 0 where one has no counterpart.  `missing` names those,
    and the functions beside which only code outside of functions stands; `counted` are candidate's units that decide.
    """

    candidate: Source
    reference: Source
    score: int | None
    similarity: float | None
    compiles: bool
    problems: tuple[Problem, ...]
    units: tuple[UnitVerdict, ...]
    missing: tuple[str, ...]
    threshold: float
    pooling: str
    signature: str
    matching: Matching
    notes: tuple[str, ...] = ()
    estimate: Probability | None = None  # the weakest counted unit's, or that of code that does not compile
    reference_compiles: bool = True  # where not, `score` is None (or 0: the candidate does not compile either)
    same_task: SameTaskNumber | None = None  # of the files as wholes; no verdict

    @property
    def counted(self) -> frozenset[Unit]:
        """The candidate's units that decide."""
        return self.matching.counted

    @property
    def calibrated(self) -> bool:
        """Whether `score` says something of every unit that counts."""
        return all(verdict.calibrated for verdict in self.units if verdict.unit in self.counted)

    @property
    def probability(self) -> float | None:
        """The chance that the file does what its reference does."""
        return None if self.estimate is None else self.estimate.value
