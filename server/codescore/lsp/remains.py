"""What is left of an accepted suggestion, measured in workers from a picture of the documents.

The core says what is measured (`experiments.judging`); this finds the texts: what stands in the region, the functions
around it then and now, whether the file is still there and the same branch is checked out.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from codescore.experiments.events import Event, Retention
from codescore.experiments.windows import BRANCH_SWITCHED, FILE_CLOSED, FILE_DELETED
from codescore.languages import by_id
from codescore.lsp import unopened
from codescore.lsp.recorder import Terms
from codescore.lsp.regions import Region
from codescore.lsp.runs import Runs
from codescore.lsp.schedule import Priority
from codescore.lsp.state import State

if TYPE_CHECKING:
    from codescore.engine import Session
    from codescore.experiments.judging import Texts

CHANGED_WHILE_CLOSED = "changed-while-closed"
OUT_OF_STEP = "out-of-step"
IN_PIECES = "accepted-in-pieces-apart"
NOT_FOLLOWED = "not-followed"

_GITDIR = re.compile(r"gitdir: (.+)")
_MOST_HEAD = 4096


@dataclass(frozen=True, slots=True, eq=False)
class Picture:
    """What there is to measure.  `then` and `now` are whole documents with the region in each."""

    accepted: str
    language: str | None
    then: tuple[bytes, Region]
    now: tuple[bytes, Region]
    path: Path | None
    closed: bool
    head: str | None
    lost: str | None
    events: tuple[Event, ...]
    root: Path | None


async def measured(state: State, picture: Picture, terms: Terms) -> tuple[Retention | None, str | None]:
    """What is left, or why nobody can say.  Programs are run only where study and user's setting both allow it."""
    run = state.schedule
    censored = picture.lost or await run.checks.run(Priority.BACKGROUND, _gone, picture)
    if censored is not None:
        return None, censored
    session = state.session if state.health.broken is None else None
    found = await run.scores.run(Priority.BACKGROUND, _measured, picture, terms, session)
    if terms.study.execute and state.settings_of(picture.root).evidence:
        found = await run.runs.run(Priority.BACKGROUND, _behaves, state.runs, picture, found)
    return found, None


def head_of(root: Path | None) -> str | None:
    """What is checked out in a folder, as git's HEAD has it; None where that cannot be known."""
    if root is None:
        return None
    for folder in (root, *root.parents):
        git = folder / ".git"
        try:
            if git.is_file():
                named = _GITDIR.match(git.read_text(encoding="utf-8", errors="replace")[:_MOST_HEAD])
                git = (folder / named[1].strip()) if named else git
            elif not git.is_dir():
                continue
            return (git / "HEAD").read_text(encoding="utf-8", errors="replace")[:_MOST_HEAD].strip()
        except OSError:
            return None
    return None


def _gone(picture: Picture) -> str | None:
    """Why a picture is not of what was accepted any more."""
    if picture.head is not None and head_of(picture.root) != picture.head:
        return BRANCH_SWITCHED
    if not picture.closed or picture.path is None:
        return FILE_CLOSED if picture.closed else None
    try:
        return None if picture.path.read_bytes() == picture.now[0] else FILE_CLOSED
    except FileNotFoundError:
        return FILE_DELETED
    except OSError:
        return FILE_CLOSED


def _measured(picture: Picture, terms: Terms, session: Session | None) -> Retention:
    from codescore.experiments import judging  # noqa: PLC0415  heavy, and only workers need it

    return judging.measured(_texts(picture), picture.events, terms.level, terms.key, judging.Judge(session))


def _behaves(runs: Runs, picture: Picture, found: Retention) -> Retention:
    from codescore.evidence.session import EvidenceSession  # noqa: PLC0415  heavy, and off by default
    from codescore.experiments.judging import Judge  # noqa: PLC0415  heavy, and only workers need it

    if runs.session is None:
        runs.session = EvidenceSession()
    texts = _texts(picture)
    behaves = Judge(None, runs.session).behaves(*texts.compared, texts.language)
    signature = " ".join(filter(None, (found.signature, behaves.signature))) or None
    return msgspec.structs.replace(found, behaviour=behaves.value, behaviour_reason=behaves.reason, signature=signature)


def _texts(picture: Picture) -> Texts:
    from codescore.experiments.judging import Texts  # noqa: PLC0415  heavy, and only workers need it

    then, now = (_unit_around(picture.language, *one) for one in (picture.then, picture.now))
    return Texts(
        picture.accepted, _decoded(picture.now[0], picture.now[1]), picture.language, unit_then=then, unit_now=now
    )


def _unit_around(language: str | None, data: bytes, region: Region) -> str | None:
    """The innermost function around a region; None where it stands in none."""
    known = by_id(language) if language is not None else None
    if known is None:
        return None
    units = unopened.parsed(known, data, "a document").units
    around = [u for u in units if u.start <= region.start and region.end <= u.end and u.kind != "snippet"]
    unit = max(around, key=lambda u: u.start, default=None)
    return None if unit is None else data[unit.start : unit.end].decode("utf-8", "replace")


def _decoded(data: bytes, region: Region) -> str:
    return data[region.start : region.end].decode("utf-8", "replace")
