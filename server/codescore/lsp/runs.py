"""Programs run beside each other for a connection, and what came of it, by the source that it depends on.

`Runs.judge` is for the worker in which sandboxes live; keys of many pairs are made in a worker too, the rest is for the
event loop.  Knows no document and no client.  Neighbours: `behaviour` (when to run, what to show), `evidence.session`
(runs).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from hashlib import blake2b
from typing import TYPE_CHECKING, NamedTuple

from codescore.foundation.caches import Recent
from codescore.languages.execution import NO_LIBRARIES, Libraries
from codescore.syntax import Unit

if TYPE_CHECKING:
    from codescore.engine import Pair, Source
    from codescore.evidence.contract import Evidence
    from codescore.evidence.session import EvidenceSession
    from codescore.references import Resolved

_REMEMBERED = 2048


class Key(NamedTuple):
    """Everything that the result for a pair depends on; `ours` and `theirs` are digests, see `with_needs`."""

    languages: tuple[str, str]  # the candidate's and the reference's
    unit: str
    reference_unit: str
    ours: bytes
    theirs: bytes
    seconds: float
    assume: str | None
    counting: tuple[str, ...] = ()
    imports: tuple[Libraries, Libraries] = (NO_LIBRARIES, NO_LIBRARIES)  # of the candidate and of the reference


@dataclass(slots=True, eq=False)
class Runs:
    """What was run on this connection.  `session` belongs to its worker, the rest to the event loop."""

    session: EvidenceSession | None = None
    known: Recent[Key, Evidence] = field(default_factory=lambda: Recent(_REMEMBERED))

    def judge(self, pair: Pair, key: Key) -> Evidence:
        """Run one pair; in the worker.  Raises EnvironmentProblem without a sandbox, InputError for the language."""
        from codescore.evidence.options import Options  # noqa: PLC0415  heavy, and off by default
        from codescore.evidence.session import EvidenceSession  # noqa: PLC0415  heavy, and off by default

        if self.session is None:
            self.session = EvidenceSession()
        whole = {"snippet", "module"} & {pair.unit.kind, pair.reference_unit.kind}
        units = None if whole else (pair.unit.qualified, pair.reference_unit.qualified)
        pairs = () if "module" in whole else None  # what is run then is the program, or nothing
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
        """Remember what was found."""
        self.known.put(key, found)


def key_of(pair: Pair, said: Resolved, seconds: float, imports: tuple[Libraries, Libraries]) -> Key:
    """The key of a pair as it stands."""
    ours, theirs = with_needs(pair.candidate, pair.unit), with_needs(pair.reference, pair.reference_unit)
    names = (pair.unit.qualified, pair.reference_unit.qualified)
    languages = (pair.candidate.syntax.language.id, pair.reference.syntax.language.id)
    return Key(languages, *names, ours, theirs, seconds, said.assume, said.count, imports)


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
