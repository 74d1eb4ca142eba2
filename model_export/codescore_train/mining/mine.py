"""A corpus in, pairs by behaviour out: survey, run, pair, ask evidence about every pair, write.

Everything that takes time is a step in the journal, so that the same command goes on where it was stopped; what is
written in the end is written whole and depends on corpus and settings alone.  Neighbours: the modules of this package,
`commands.mine` (arguments).
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from codescore import __version__
from codescore.evidence.session import EvidenceSession
from codescore.languages import Language
from codescore.languages.execution import Entry, Input
from codescore.languages.shapes import Shape
from codescore.languages.values import decode, encode
from codescore_train.corpus import storage
from codescore_train.mining.digests import unpacked
from codescore_train.mining.functions import Source, read, runnable
from codescore_train.mining.journal import Journal
from codescore_train.mining.kinds import TRIED, bucket_of, common, entry_of, shared_inputs
from codescore_train.mining.pairing import Pair, Pairs, Ran, pairs, uninformative
from codescore_train.mining.running import kinds_taken, mutants_of, run, verdict
from codescore_train.progress import Progress

VERSION = 1  # of what the journal holds
#: Verdicts by which two functions are no positive pair, and the one without which they are no negative pair.  Inputs
#: that strangers share also break what a function takes for granted (a sorted list); to part there is noise.
_REFUTED, _APART = ("differs", "conditional", "crash", "timeout"), "differs"


@dataclass(frozen=True, slots=True)
class Settings:
    """`functions`: at most so many of a language (0: all); see `commands.mine` for the others."""

    functions: int = 0
    languages: tuple[str, ...] = ()
    inputs: int = 64
    mutants: int = 3
    neighbours: int = 2
    different: float = 0.5


@dataclass(frozen=True, slots=True)
class Summary:
    """What came of a corpus; `yield_share` is the share of the functions chosen that are in a positive pair."""

    read: int
    chosen: int
    run: int
    refused: dict[str, int]
    uninformative: dict[str, int]
    informative: int
    buckets: int
    clusters: int
    alike: int
    kinds: dict[str, int]
    dropped: dict[str, int]
    verdicts: dict[str, int]
    yield_share: float


@dataclass(frozen=True, slots=True)
class _Placed:
    """A function that shares inputs with others: what is called, with what."""

    source: Source
    language: Language
    entry: Entry
    bucket: str
    shapes: tuple[Shape, ...]


def mine(corpus: Path, out: Path, settings: Settings) -> Summary:
    """Write `pairs.jsonl` and `summary.json` into `out`, or go on with that.

    Raises InputError for a corpus or folder that cannot be used, EnvironmentProblem where nothing can be run.
    """
    languages = runnable(corpus, list(settings.languages))
    chosen: list[tuple[Language, Source]] = []
    read_ = 0
    for language in languages:
        found, count = read(corpus, language, settings.functions)
        chosen += [(language, one) for one in found]
        read_ += count
    ids = hashlib.sha256("".join(one.id for _, one in chosen).encode()).hexdigest()
    about = {
        "mine": VERSION,
        "codescore": __version__,
        "functions": ids,
        "inputs": settings.inputs,
        "mutants": settings.mutants,
    }
    with EvidenceSession() as session, Journal(out / "journal.jsonl", about) as journal:
        work = _Work(session, journal, settings)
        placed, refused = work.place(chosen)
        ran = work.run(placed, refused)
        dull = {one.source.id: why for one in ran if (why := uninformative(one))}
        useful = [one for one in ran if one.source.id not in dull]
        work.mutate(useful, placed)
        found_pairs = pairs(useful, settings.different, settings.neighbours)
        work.judge(found_pairs, placed)
        rows = list(work.rows(useful, found_pairs))
    summary = Summary(
        read=read_, chosen=len(chosen), run=len(ran), refused=dict(refused.most_common()),
        uninformative=dict(Counter(dull.values()).most_common()), informative=len(useful),
        buckets=len({one.bucket for one in useful}), clusters=found_pairs.clusters, alike=found_pairs.alike,
        kinds=dict(sorted(Counter(str(row["kind"]) for row in rows).items())),
        dropped=dict(sorted(Counter(str(row["why"]) for row in rows if row["kind"] == "dropped").items())),
        verdicts=dict(sorted(Counter(str(row["evidence"]) for row in rows if row.get("evidence")).items())),
        yield_share=round(len(_in_positives(rows)) / max(1, len(chosen)), 5),
    )  # fmt: skip
    storage.write_lines(out / "pairs.jsonl", rows)
    storage.write_json(out / "summary.json", asdict(summary))
    return summary


def _in_positives(rows: list[dict[str, Any]]) -> set[str]:
    return {row[side]["id"] for row in rows if row["kind"] == "positive" for side in ("a", "b")}


@dataclass(frozen=True, slots=True)
class _Work:
    """The steps that the journal remembers."""

    session: EvidenceSession
    journal: Journal
    settings: Settings

    def place(self, chosen: list[tuple[Language, Source]]) -> tuple[dict[str, _Placed], Counter[str]]:
        """Which functions share inputs, by id; why others cannot be run."""
        placed: dict[str, _Placed] = {}
        refused: Counter[str] = Counter()
        with Progress("surveyed", len(chosen)) as progress:
            for number, (language, source) in enumerate(chosen, 1):
                found = self._place(language, source)
                if isinstance(found, str):
                    refused[found] += 1
                else:
                    placed[source.id] = found
                progress.update(number, f"{len(placed)} can be called")
        return placed, refused

    def _place(self, language: Language, source: Source) -> _Placed | str:
        runner = language.runner()
        assert runner is not None
        entry = entry_of(runner.survey(source.code))
        if isinstance(entry, str):
            return entry
        known = self.journal.known("kinds")
        if source.id not in known:
            taken = kinds_taken(self.session, language, source, entry)
            record = taken if isinstance(taken, str) else [_index(shape) for shape in taken]
            self.journal.add("kinds", source.id, record)
        record = known[source.id]
        if isinstance(record, str):
            return record
        shapes = tuple(_shape(index, p.shape) for index, p in zip(record, entry.parameters, strict=True))
        return _Placed(source, language, entry, bucket_of(language.id, shapes), shapes)

    def run(self, placed: dict[str, _Placed], refused: Counter[str]) -> list[Ran]:
        """What functions did that share their inputs with another one; `refused` gains why others did not."""
        buckets: dict[str, list[_Placed]] = {}
        for one in placed.values():
            buckets.setdefault(one.bucket, []).append(one)
        ran: list[Ran] = []
        done = 0
        with Progress("run", len(placed)) as progress:
            for bucket, members in sorted(buckets.items()):
                done += len(members)
                if len(members) == 1:
                    refused["nobody takes the same"] += 1
                    continue
                inputs = self._inputs(bucket, members)
                for number, one in enumerate(members, 1):
                    self._run(one, inputs, ran, refused)
                    progress.update(done - len(members) + number, f"{len(ran)} repeat themselves")
        return ran

    def _inputs(self, bucket: str, members: list[_Placed]) -> tuple[Input, ...]:
        """The bucket's inputs: a later version may make others, so they are those of the journal."""
        known = self.journal.known("inputs")
        if bucket not in known:
            surveyed = [runner.survey(one.source.code) for one in members if (runner := one.language.runner())]
            constants = common(survey.constants for survey in surveyed)
            made = shared_inputs(members[0].shapes, constants, self.settings.inputs)
            self.journal.add("inputs", bucket, [[encode(value) for value in given.arguments] for given in made])
        return tuple(Input(tuple(decode(value) for value in given)) for given in known[bucket])

    def _run(self, one: _Placed, inputs: tuple[Input, ...], ran: list[Ran], refused: Counter[str]) -> None:
        known = self.journal.known("run")
        if one.source.id not in known:
            self.journal.add("run", one.source.id, run(self.session, one.language, one.source, one.entry, inputs))
        record = known[one.source.id]
        if "why" in record:
            refused[record["why"]] += 1
            return
        outcomes = tuple(unpacked(given, data) for given, data in zip(inputs, record["outcomes"], strict=True))
        ran.append(Ran(one.source, one.bucket, inputs, tuple(record["digests"]), outcomes))

    def mutate(self, useful: list[Ran], placed: dict[str, _Placed]) -> None:
        """Run one-operator mutants of informative functions."""
        known = self.journal.known("mutants")
        with Progress("mutated", len(useful)) as progress:
            for number, one in enumerate(useful, 1):
                if one.source.id not in known:
                    own = placed[one.source.id]
                    job = (own.source, own.entry)
                    made = mutants_of(self.session, own.language, job, one.cases(), self.settings.mutants)
                    self.journal.add("mutants", one.source.id, made)
                progress.update(number)

    def judge(self, found: Pairs, placed: dict[str, _Placed]) -> None:
        """Ask evidence about every pair, on inputs made for its first function and what that takes for granted."""
        known = self.journal.known("verdicts")
        asked = (*found.positives, *found.negatives)
        with Progress("judged", len(asked)) as progress:
            for number, pair in enumerate(asked, 1):
                if pair.key not in known:
                    one, two = (placed[ran.source.id] for ran in (pair.one, pair.two))
                    said = verdict(
                        self.session, one.language, (one.source.code, one.entry), (two.source.code, two.entry)
                    )
                    self.journal.add("verdicts", pair.key, said)
                progress.update(number)

    def rows(self, useful: list[Ran], found: Pairs) -> Iterator[dict[str, Any]]:
        """All pairs as they are written: positives, hard negatives, mutants, and what was dropped with the reason."""
        verdicts, made = self.journal.known("verdicts"), self.journal.known("mutants")
        for pair in found.positives:
            said = verdicts[pair.key]
            yield _row("positive", pair, said, "evidence tells them apart" if said in _REFUTED else "")
        for pair in found.negatives:
            said = verdicts[pair.key]
            yield _row("negative", pair, said, "" if said == _APART else "evidence does not tell them apart")
        for one in useful:
            for mutant in made[one.source.id]:
                same_ = mutant["equal"] == 1
                row = {
                    "kind": "dropped" if same_ else "mutant",
                    "bucket": one.bucket,
                    "a": one.source.provenance(),
                    "b": {"id": f"{one.source.id}:{mutant['line']}:{mutant['rule']}", "code": mutant["code"]},
                    "inputs": len(one.cases()),
                    "equal": round(mutant["equal"], 4),
                    "rule": mutant["rule"],
                    "line": mutant["line"],
                }
                yield row | ({"why": "no input tells the mutant apart"} if same_ else {})


def _row(kind: str, pair: Pair, said: str, why: str) -> dict[str, Any]:
    row = {
        "kind": "dropped" if why else kind,
        "bucket": pair.one.bucket,
        "a": pair.one.source.provenance(),
        "b": pair.two.source.provenance(),
        "inputs": pair.inputs,
        "equal": round(pair.share, 4),
        "similarity": round(pair.similarity, 4),
        "evidence": said,
    }
    return row | ({"why": why} if why else {})


def _index(shape: Shape) -> int:
    """The place of a shape among those that are tried; -1 for one that the survey tells."""
    return TRIED.index(shape) if shape in TRIED else -1


def _shape(index: int, surveyed: Shape) -> Shape:
    return TRIED[index] if index >= 0 else surveyed
