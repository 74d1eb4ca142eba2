"""The sandboxes of a session: one for references, one for candidates and one for mutants of each language, kept warm.

Neighbours: `evidence.channel` (one sandbox), `evidence.session` (asks).
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from codescore.evidence import sandbox
from codescore.evidence.channel import Room
from codescore.evidence.libraries import shown_to
from codescore.foundation.errors import InputError
from codescore.languages import Language
from codescore.languages.execution import NO_LIBRARIES, Harness, Libraries, Neighbours, Runner

#: Time zones to the east and to the west of UTC: each shows what the other does not.
ZONES = ("Asia/Kolkata", "America/New_York")


class Rooms:
    """Sandboxes by language and side, started when they are first asked for; from one thread."""

    def __init__(self) -> None:
        self._rooms: dict[tuple[str, str], Room] = {}
        self._provided: dict[tuple[str, str], Libraries] = {}
        self._checked = False
        self._mutated: str | None = None  # whose mutants the sandbox for mutants has run

    def close(self) -> None:
        """End the sandboxes; the next call starts new ones."""
        for room in self._rooms.values():
            room.close()
        self._rooms.clear()

    def runner(self, language: Language) -> Runner:
        """What runs a language.  Raises InputError where nothing does, EnvironmentProblem where there is no sandbox."""
        runner = language.runner()
        if runner is None:
            raise InputError(f"programs in {language.name} cannot be run for evidence yet")
        if not self._checked:
            sandbox.require()
            self._checked = True
        return runner

    def room(self, language: Language, side: str) -> Room:
        """The sandbox of one side; behind an `@` the time zone that it is in."""
        if (language.id, side) not in self._rooms:
            runner = self.runner(language)
            side_of, _, zone = side.partition("@")
            provided = self._provided.get((language.id, side_of), NO_LIBRARIES)
            harness = shown_to(runner.harness(), language, provided)
            if zone:
                harness = replace(harness, environment=(*harness.environment, ("TZ", zone)))
            harness = replace(harness, one_program=harness.one_program and side != "mutants")
            self._rooms[language.id, side] = _room(harness, runner, provided.neighbours)
        return self._rooms[language.id, side]

    def of_mutants(self, language: Language, reference: str) -> Room:
        """The sandbox of a reference's mutants, which may share one; those of another start a new one."""
        room = self.room(language, "mutants")
        if self._mutated != reference:
            room.close()
        self._mutated = reference
        return room

    def provide(self, ours: tuple[Language, Libraries], theirs: tuple[Language, Libraries]) -> None:
        """What programs may import from now on; a sandbox that shows something else is ended."""
        for side, (language, wanted) in (("candidate", ours), ("reference", theirs), ("mutants", theirs)):
            if self._provided.get((language.id, side), NO_LIBRARIES) != wanted:
                shown = [key for key in self._rooms if key[0] == language.id and key[1].partition("@")[0] == side]
                for key in shown:
                    self._rooms.pop(key).close()
            self._provided[language.id, side] = wanted


def _room(harness: Harness, runner: Runner, neighbours: Neighbours) -> Room:
    """A sandbox to which a program's neighbours go with each of its jobs."""
    ahead = getattr(runner, "ahead", None)
    if not neighbours:
        return Room(harness, runner.prepared, ahead)

    def beside(job: dict[str, Any]) -> dict[str, Any]:
        return {**job, "neighbours": neighbours}

    early = (lambda jobs: ahead([beside(job) for job in jobs])) if ahead is not None else None
    return Room(harness, lambda job: runner.prepared(beside(job)), early)
