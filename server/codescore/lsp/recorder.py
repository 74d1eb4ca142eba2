"""The store of events as the server uses it: opened and written in a worker of its own, in the order of arrival.

Knows the store and the study, no document and no message.  Neighbour: `capture`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import msgspec

from codescore.experiments import study
from codescore.experiments.arms import Arm
from codescore.experiments.contents import content
from codescore.experiments.events import Content, Event, Level
from codescore.experiments.hashing import keyed
from codescore.experiments.store import Store
from codescore.experiments.study import Study


@dataclass(frozen=True, slots=True)
class Terms:
    """What the participant agreed to, and the key under which texts are hashed: a picture for other workers."""

    key: bytes
    study: Study

    @property
    def level(self) -> Level:
        """How much of a text is recorded."""
        return self.study.level

    def content(self, text: str, language: str | None) -> Content:
        """What may be recorded of a text."""
        return content(text, self.level, self.key, language)

    def digest(self, text: str) -> str:
        """The store's keyed hash of a text."""
        return keyed(text, self.key)


#: An event, made once the store is open: hashing and sketching are for the worker.
Draft = Callable[[Terms], Event]


class Recorder:
    """One connection's store.  Everything here runs in the worker `records`, one step after the other."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._store: Store | None = None

    def terms(self) -> Terms:
        """What is agreed to; opens the store.  InputError: there is none; EnvironmentProblem: it cannot be used."""
        store = self._opened()
        return Terms(store.key, study.read(store))

    def assign(self, suggestion: str) -> Arm | None:
        """The arm of a suggestion; None where there are none."""
        store = self._opened()
        agreed = study.read(store)
        return study.assign(store, agreed, participant=agreed.participant, suggestion=suggestion)

    def append(self, terms: Terms, drafts: Sequence[Draft]) -> None:
        """Write events, all of them or none; one whose participant has withdrawn is written nowhere."""
        agreed = terms.study
        told = {"study": agreed.name, "participant": agreed.participant}
        self._opened().append([msgspec.structs.replace(draft(terms), **told) for draft in drafts])

    def unfinished(self) -> list[Event]:
        """Events of accepted suggestions whose windows were still open when somebody stopped."""
        return self._opened().unfinished()

    def close(self) -> None:
        """Close the file."""
        if self._store is not None:
            self._store.close()
            self._store = None

    def _opened(self) -> Store:
        if self._store is None:
            self._store = Store.open(self._path)
        return self._store
