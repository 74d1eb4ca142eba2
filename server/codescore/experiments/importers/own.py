"""Our own events, as an export writes them: for moving a study to another machine, or putting several together."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from codescore.experiments.contents import reduced
from codescore.experiments.events import Accepted, Content, Event, Shown, decode
from codescore.experiments.importers.importer import Importer


class Own(Importer):
    """A line is an event; a participant, study or arm that is given replaces the event's, and the level is kept to."""

    def events(self, number: int, line: bytes) -> Iterator[Event]:  # noqa: ARG002  (the line says all)
        """The event."""
        given = {name: getattr(self.setting, name) for name in ("study", "arm", "participant")}
        event = msgspec.structs.replace(decode(line), **{name: value for name, value in given.items() if value})
        yield self._reduced(event)

    def _reduced(self, event: Event) -> Event:
        match event:
            case Shown(offered=offered, replaced=replaced):
                return msgspec.structs.replace(event, offered=self._part(offered), replaced=self._part(replaced))
            case Accepted(accepted=accepted):
                return msgspec.structs.replace(event, accepted=self._part(accepted))
        retention = getattr(event, "retention", None)
        if retention is None:
            return event
        left = msgspec.structs.replace(retention, left=self._part(retention.left))
        return msgspec.structs.replace(event, retention=left)

    def _part(self, known: Content | None) -> Content | None:
        return None if known is None else reduced(known, self.setting.level)
