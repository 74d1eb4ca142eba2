"""Programs run beside each other for a connection, and what came of it, by the source that it depends on.

Methods of a class whose objects keep something are run together, as only all of them show which one is at fault: what
one of them gets said is what `codescore evidence` says of it.  `Runs.judge` is for the worker in which sandboxes live;
keys of many pairs are made in a worker too, the rest is for the event loop.  Knows no document and no client.
Neighbours: `behaviour` (when to run, what to show), `evidence.session` (runs).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from hashlib import blake2b
from typing import TYPE_CHECKING, NamedTuple

from codescore.foundation.caches import Recent, remembered
from codescore.languages import by_id
from codescore.languages.execution import NO_LIBRARIES, Libraries
from codescore.syntax import Unit

if TYPE_CHECKING:
    from codescore.engine import Matching, Pair, Source
    from codescore.evidence.contract import Evidence
    from codescore.evidence.entries import Pairs
    from codescore.evidence.session import EvidenceSession
    from codescore.references import Resolved

_REMEMBERED = 2048
_SURVEYED, _MOST = 64, 4_000_000  # references whose classes are known, and their characters


class Key(NamedTuple):
    """Everything that the result for a pair depends on; `ours` and `theirs` are digests, see `with_needs`.

    `together` are the pairs of its class, this one among them, where they are run together.
    """

    languages: tuple[str, str]  # the candidate's and the reference's
    unit: str
    reference_unit: str
    ours: bytes
    theirs: bytes
    seconds: float
    assume: str | None
    counting: tuple[str, ...] = ()
    imports: tuple[Libraries, Libraries] = (NO_LIBRARIES, NO_LIBRARIES)  # of the candidate and of the reference
    together: Pairs = ()


@dataclass(slots=True, eq=False)
class Runs:
    """What was run on this connection.  `session` belongs to its worker, the rest to the event loop.

    `vain` are the languages of which the last run could not be done at all.
    """

    session: EvidenceSession | None = None
    known: Recent[Key, Evidence] = field(default_factory=lambda: Recent(_REMEMBERED))
    vain: set[tuple[str, str]] = field(default_factory=set)

    def judge(self, pair: Pair, key: Key) -> Evidence:
        """Run one pair; in the worker.  Raises EnvironmentProblem without a sandbox, InputError for the language."""
        from codescore.evidence.options import Options  # noqa: PLC0415  heavy, and off by default
        from codescore.evidence.session import EvidenceSession  # noqa: PLC0415  heavy, and off by default

        if self.session is None:
            self.session = EvidenceSession()
        whole = {"snippet", "module"} & {pair.unit.kind, pair.reference_unit.kind}
        units = None if whole or key.together else (pair.unit.qualified, pair.reference_unit.qualified)
        pairs = key.together or (() if "module" in whole else None)  # of a program that is run, or nothing
        ours, theirs = (one.syntax.source.decode("utf-8", "replace") for one in (pair.candidate, pair.reference))
        mine, others = key.imports
        options = Options(
            budget=key.seconds,
            assume=key.assume,
            units=units,
            pairs=pairs,
            count=key.counting,
            ours=mine,
            theirs=others,
            spoken=pair.candidate.syntax.language,
        )
        return self.session.judge(ours, theirs, pair.reference.syntax.language, options)

    def close(self) -> None:
        """End the sandboxes; in the worker."""
        if self.session is not None:
            self.session.close()

    def keep(self, key: Key, found: Evidence) -> None:
        """Remember what was found, of each that was run."""
        from codescore.engine import evidence_of  # noqa: PLC0415  heavy, and off by default

        if not key.together:
            self.known.put(key, found)
        for ours, theirs in key.together:
            mine = evidence_of((ours or "", theirs), found)
            if ours is not None and mine is not None:
                part = replace(mine, seconds=found.seconds, count=found.count)
                self.known.put(key._replace(unit=ours, reference_unit=theirs), part)


def key_of(
    pair: Pair,
    said: Resolved,
    seconds: float,
    imports: tuple[Libraries, Libraries],
    matching: Matching | None = None,
) -> Key | None:
    """The key of a pair as it stands, by itself or as one of those that are matched.

    None where those of its class are run and this one is only what they use.
    """
    names = (pair.unit.qualified, pair.reference_unit.qualified)
    languages = (pair.candidate.syntax.language.id, pair.reference.syntax.language.id)
    class_ = names[1].rpartition(".")[0]
    together: Pairs = ()
    if matching is not None and class_ and class_ in _sequenced(languages[1], pair.reference.syntax.source):
        together = tuple(one for one in matching.to_run() if one[1].rpartition(".")[0] == class_)
        if together and names not in together:
            return None
    sides: tuple[list[Unit], list[Unit]] = ([pair.unit], [pair.reference_unit])
    if matching is not None and together:
        theirs = [one for one in matching.pairs if (one.unit.qualified, one.reference_unit.qualified) in together]
        sides = [one.unit for one in theirs], [one.reference_unit for one in theirs]
    digests = (_digest(pair.candidate, sides[0]), _digest(pair.reference, sides[1]))
    return Key(languages, *names, *digests, seconds, said.assume, said.count, imports, together)


@remembered(_SURVEYED, _MOST)
def _sequenced(language: str, source: bytes) -> frozenset[str]:
    """The classes of a reference whose objects keep something: these are run by sequences of calls."""
    known = by_id(language)
    runner = known.runner() if known is not None else None
    entries = runner.survey(source.decode("utf-8", "replace")).entries if runner is not None else ()
    return frozenset(one.name for one in entries if one.kind == "class" and one.keeps)


def _digest(source: Source, units: Sequence[Unit]) -> bytes:
    """A digest of units and of what they may use."""
    if len(units) == 1:
        return with_needs(source, units[0])
    parts = [with_needs(source, unit) for unit in sorted(units, key=lambda unit: unit.qualified)]
    return blake2b(b"".join(parts), digest_size=16).digest()


def with_needs(source: Source, unit: Unit) -> bytes:
    """A digest of a unit and of what it may use: other units that are named in it, and all that is in no unit."""
    text = source.syntax.source
    others = [u for u in source.units if not u.nested and (u.start, u.end) != (unit.start, unit.end)]
    ordered = sorted((*others, unit), key=lambda u: u.start)
    ends = [0, *(place for u in ordered for place in (u.start, u.end)), len(text)]
    outside = b"\0".join(text[low:high] for low, high in zip(ends[::2], ends[1::2], strict=True))
    own = text[unit.start : unit.end]
    seen, used = own + outside, []
    grew = True
    while grew:
        more = [u for u in others if u not in used and (_implied(u) or u.name.encode() in seen)]
        grew = bool(more)
        used += more
        seen += b"\0".join(text[u.start : u.end] for u in more)
    parts = (own, outside, *(text[u.start : u.end] for u in sorted(used, key=lambda u: u.start)))
    return blake2b(b"\0".join(parts), digest_size=16).digest()


def _implied(unit: Unit) -> bool:
    """Used without being named: what makes objects, and what a language calls by itself."""
    return unit.kind == "constructor" or unit.name.startswith("__")
