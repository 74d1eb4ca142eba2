"""The study that a store belongs to: what is recorded, of whom, in which arms, and the plan that was registered before.

Everything is a fact of the store.  A plan is registered by the hash of its file; registering again is an amendment that
is added, never a replacement, and says how many events there were by then.  Neighbours: `store`, `arms`.
"""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path
from typing import Literal, TypeVar

import msgspec
from msgspec import Struct

from codescore.experiments import arms
from codescore.experiments.arms import Arm, Design
from codescore.experiments.contents import DEFAULT
from codescore.experiments.events import Identifier, Level, Pseudonym
from codescore.experiments.store import Store
from codescore.foundation import shapes
from codescore.foundation.errors import InputError

T = TypeVar("T")

_PLAN_BYTES = 1 << 20


class Study(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What was agreed to."""

    name: Identifier | None = None
    participant: Pseudonym | None = None
    level: Level = DEFAULT
    design: Design | None = None
    position: int | None = None  # of the participant in the roster, from 0, where participants are drawn into arms
    execute: bool = False  # whether what is left may be executed in the sandbox
    recording: bool = True
    created_ms: int = 0


class Registration(Struct, frozen=True, kw_only=True):
    """A plan's file as it was registered."""

    name: str
    sha256: str
    at_ms: int
    events: int  # how many there were by then: 0 is a registration before the start


State = Literal["none", "unchanged", "changed", "missing"]


class Checked(Struct, frozen=True, kw_only=True):
    """Whether a plan is the one that was registered last, in words that a report can print."""

    state: State
    said: str
    registrations: tuple[Registration, ...] = ()


def read(store: Store) -> Study:
    """The study of a store; without one, the defaults."""
    return _fact(store, "study", Study) or Study()


def consistent(study: Study) -> Study:
    """The study itself; InputError where an arm shows what nothing may find out."""
    if study.design is not None and "evidence" in study.design.arms and not study.execute:
        raise InputError("the arm evidence runs what is suggested, in the sandbox: add --execute, or leave the arm out")
    return study


def write(store: Store, study: Study) -> None:
    """Remember the study.  InputError as in `consistent`, or where a design changes from which units were drawn."""
    consistent(study)
    before = read(store).design
    if before is not None and before != study.design and store.assigned():
        raise InputError(f"{store.path}: arms were drawn already, so their design stays; start another store")
    store.remember({"study": _encoded(shapes.convert(msgspec.to_builtins(study), Study))})


def assign(store: Store, study: Study, *, participant: str | None, suggestion: str) -> Arm | None:
    """The arm of a suggestion: what was drawn for its unit, or the next of its block.  None without a design."""
    design = study.design
    if design is None:
        return None
    who = participant or study.participant or ""
    if design.unit == "participant" and not who:
        raise InputError("arms are drawn by participant, and no participant is named; `experiment init --participant`")
    by_person = design.unit == "participant"
    unit, stratum = (f"participant:{who}", "") if by_person else (f"suggestion:{suggestion}", who)
    mine = study.position if by_person and who == study.participant else None

    def draw(position: int) -> str:
        return arms.drawn(design, position if mine is None else mine, stratum)

    name = store.assign(unit, stratum, who or None, draw)
    return arms.arm_of(design, name)


def position_in(roster: Path, participant: str | None) -> int:
    """Where a participant stands in a roster, a text with a pseudonym a line: so every machine draws the same arms."""
    try:
        names = [line.strip() for line in roster.read_text(encoding="utf-8").splitlines() if line.strip()]
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"cannot read {roster}: {error}") from None
    if len(set(names)) != len(names):
        raise InputError(f"{roster}: a pseudonym stands in it twice")
    if participant not in names:
        raise InputError(
            f"{roster}: there is no {participant or 'participant'} in it; name one of it with --participant"
        )
    return names.index(participant)


def register(store: Store, path: Path, at_ms: int) -> Registration:
    """Hash a plan and remember it beside those before it."""
    found = Registration(name=path.name, sha256=digest(path), at_ms=at_ms, events=sum(store.counts().values()))
    store.remember({"registrations": _encoded([*registrations(store), found])})
    return found


def registrations(store: Store) -> tuple[Registration, ...]:
    """All plans that were registered, the oldest first."""
    return _fact(store, "registrations", tuple[Registration, ...]) or ()


def checked(store: Store, path: Path | None) -> Checked:
    """Is this the plan that was registered?  An analysis shows the answer, or refuses to go on."""
    known = registrations(store)
    if not known:
        return Checked(state="none", said="no plan was registered: everything is exploratory")
    last = known[-1]
    if path is None or not path.is_file():
        return Checked(state="missing", said=f"the registered plan {last.name} was not given", registrations=known)
    if digest(path) != last.sha256:
        said = f"{path.name} is not the plan that was registered (SHA-256 {last.sha256[:16]}…): it was changed since"
        return Checked(state="changed", said=said, registrations=known)
    when = "before the first event" if last.events == 0 else f"after {last.events:,} events"
    return Checked(state="unchanged", said=f"the plan is the one registered {when}", registrations=known)


def digest(path: Path) -> str:
    """The SHA-256 of a plan's file; InputError where it cannot be read, or is no text of a plan's size."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise InputError(f"cannot read {path}: {error.strerror or error}") from None
    if len(data) > _PLAN_BYTES:
        raise InputError(f"{path} has {len(data):,} bytes; a plan is a text of at most {_PLAN_BYTES:,}")
    return sha256(data).hexdigest()


def _encoded(value: object) -> str:
    return msgspec.json.encode(value).decode("utf-8")


def _fact(store: Store, name: str, kind: type[T]) -> T | None:
    found = store.facts().get(name)
    if found is None:
        return None
    try:
        return shapes.from_json(found, kind)
    except msgspec.DecodeError as error:
        raise InputError(f"{store.path}: the fact {name!r} is not understood ({error}); update codescore") from None
