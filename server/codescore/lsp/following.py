"""Accepted text, followed through every change of its document.

On the event loop, from the mirror of the documents: what an editor says of a version is brought up to the present by
replaying what came after it.  Neighbours: `regions` (one text through one edit), `watching` (the windows).
"""

from __future__ import annotations

import secrets
from collections import deque
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass
from typing import Any

from codescore.experiments.events import Accepted, Cause, Edited, Event, Final
from codescore.experiments.windows import Moment, Watch
from codescore.foundation.text import Text, encode
from codescore.lsp import left_behind, regions, remains, watching
from codescore.lsp.capture import as_it_is, record, running
from codescore.lsp.left_behind import Left
from codescore.lsp.messages import Span
from codescore.lsp.regions import Region
from codescore.lsp.schedule import Priority
from codescore.lsp.state import Open, State
from codescore.lsp.tracked import Capture, Made, Queued, Step, Tracked

_REMEMBERED_CHANGES = 16
_MOST_CAUSES = 1_000


def before(state: State, uri: str) -> Text | None:
    """The text of a document that is about to change; None where nobody asks."""
    if running(state) is None:
        return None
    document = state.documents.get(uri)
    return document.text if document is not None else None


def changed(state: State, document: Open, text: Text | None) -> None:
    """A document changed from `text`: carry along what was accepted in it."""
    capture = running(state)
    if capture is None or text is None:
        return
    step = Step(document.version, text, tuple(document.edits))
    capture.steps.setdefault(document.uri, deque(maxlen=_REMEMBERED_CHANGES)).append(step)
    for one in capture.tracked.values():
        if one.uri == document.uri and one.lost is None and one.closed is None:
            _follow(state, capture, one, step)
    ripe = [e for e in capture.early if e[0] == document.uri and e[1] <= (document.version or 0)]
    capture.early = [e for e in capture.early if e not in ripe]
    for _, _, then in ripe:
        then()


def caused(state: State, made: Made, cause: Cause) -> None:
    """The editor says what made a change: undo, redo, formatting."""
    capture = running(state)
    if capture is not None:
        capture.causes[made] = cause
        while len(capture.causes) > _MOST_CAUSES:
            capture.causes.popitem(last=False)


def closed(state: State, document: Open) -> None:
    """A document went: it may come back as it is, or its file may be looked at."""
    capture = running(state)
    if capture is None:
        return
    capture.steps.pop(document.uri, None)
    for one in capture.tracked.values():
        if one.uri == document.uri:
            one.closed = document.text.data
            for other in state.documents:
                _look_for_rename(state, capture, one, other)


def opened(state: State, document: Open) -> None:
    """A document came: one that was closed and is the same is followed on."""
    capture = running(state)
    if capture is None:
        return
    for one in capture.tracked.values():
        if one.uri == document.uri and one.closed is not None:
            one.lost = one.lost or (None if one.closed == document.text.data else remains.CHANGED_WHILE_CLOSED)
            one.closed = None
        _look_for_rename(state, capture, one, document)
    look_for(state, document)


def _look_for_rename(state: State, capture: Capture, one: Tracked, document: Open) -> None:
    """A document that holds what a closed one held, whose file is no more, is that one under another name."""
    if one.closed is None or one.lost is not None or document.uri == one.uri or document.text.data != one.closed:
        return
    version, path = document.version, one.path
    one.looking += 1

    async def look() -> None:
        try:
            gone = path is not None and not await state.schedule.checks.run(Priority.BACKGROUND, path.exists)
        finally:
            one.looking -= 1
            watching.begin(state)
        later = _since(capture, document, version)
        if gone and later is not None and one.closed is not None:
            one.uri, one.path, one.closed = document.uri, document.path, None
            for step in later:
                _follow(state, capture, one, step)

    state.schedule.start(look)


def lost(state: State, document: Open) -> None:
    """We no longer know what a document holds."""
    capture = running(state)
    for one in capture.tracked.values() if capture is not None else ():
        if one.uri == document.uri:
            one.lost = one.lost or remains.OUT_OF_STEP


def offsets(state: State, text: Text, span: Span) -> tuple[int, int]:
    """A range of the client's in bytes of a text."""
    places = [text.offset(point.where(), state.client.encoding) for point in (span.start, span.end)]
    return min(places), max(places)


def untracked(state: State, event: Event) -> None:
    """An acceptance whose text nobody can follow: its windows are censored at once."""
    capture = running(state)
    if capture is not None and event.suggestion not in capture.tracked:
        now = capture.now()
        final = Final(
            id=f"{event.suggestion[:80]}.final", suggestion=event.suggestion, at_ms=now.at_ms, mono_ms=now.mono_ms,
            session=now.session, reason=remains.NOT_FOLLOWED, censored=remains.NOT_FOLLOWED,
        )  # fmt: skip
        record(state, Queued(as_it_is(final)))


@dataclass(frozen=True, slots=True, eq=False)
class Placed:
    """Text that was accepted at the beginning of a range of a version of a document."""

    event: Accepted
    document: Open
    version: int | None
    span: Span
    text: str


def track(state: State, placed: Placed) -> bool:
    """Follow accepted text; False where it is not to be found where it should be."""
    event, document, accepted = placed.event, placed.document, placed.text
    capture = running(state)
    later = _since(capture, document, placed.version) if capture is not None else None
    if capture is None or later is None:
        return False
    text = later[0].before if later else document.text
    at = offsets(state, text, placed.span)[0]
    start = Region(at, at + len(encode(accepted)))
    if start.text(text) != accepted:
        return False
    one = capture.tracked.get(event.suggestion)
    if one is not None and one.uri == document.uri and one.region.end == start.start:
        one.region = Region(one.region.start, start.end)
        one.accepted += accepted
        one.then = (text.data, one.region)
    elif one is None:
        moment = Moment(event.at_ms, event.mono_ms, event.session)
        watch = Watch(event.suggestion, moment)
        one = Tracked(
            event.suggestion,
            document.uri,
            document.path,
            document.language.id,
            start,
            accepted,
            (text.data, start),
            watch,
        )
        state.schedule.start(_checked_out(state, one))
        capture.tracked[event.suggestion] = one
    else:
        one.lost = remains.IN_PIECES
    one.events.append((event, None))
    for step in later:
        _follow(state, capture, one, step)
    watching.begin(state)
    return True


def _checked_out(state: State, one: Tracked) -> Callable[[], Coroutine[Any, Any, None]]:
    """Note which branch the text was accepted on."""

    async def look() -> None:
        root = state.root_of(one.path)
        one.head = await state.schedule.checks.run(Priority.BACKGROUND, remains.head_of, root)

    return look


def text_at(capture: Capture, document: Open, version: int | None) -> Text | None:
    """The text of a version of a document, the present one or one of the last; None where it is forgotten."""
    later = _since(capture, document, version)
    return None if later is None else later[0].before if later else document.text


def _since(capture: Capture, document: Open, version: int | None) -> list[Step] | None:
    """The changes of a document after a version; None where they are forgotten or that version is none."""
    if version is None or document.version is None or version == document.version:
        return []
    steps = list(capture.steps.get(document.uri, ()))
    at = next((i for i, step in enumerate(steps) if step.version == version), None)
    if at is not None:
        return steps[at + 1 :]
    whole = bool(steps) and steps[0].version == version + 1
    return steps if whole else None


def _follow(state: State, capture: Capture, one: Tracked, step: Step) -> None:
    """Carry a region through a change and record what happened inside of it."""
    text = step.before
    for number, edit in enumerate(step.edits):
        one.region, inside = regions.follow(one.region, edit, text)
        if number + 1 < len(step.edits):
            text = text.replace(edit)
        if inside:
            now = capture.now()
            event = Edited(
                id=f"{one.suggestion[:80]}.e{secrets.token_hex(8)}",
                suggestion=one.suggestion,
                at_ms=now.at_ms,
                mono_ms=now.mono_ms,
                session=now.session,
                edits=inside,
            )
            made = (one.uri, step.version)
            one.events.append((event, made))
            record(state, Queued(as_it_is(event), made=made))


def resume(state: State, left: Sequence[Left]) -> None:
    """Go on with what an earlier session left: where its text is found again it is followed, else it is censored."""
    capture = running(state)
    if capture is None:
        return
    capture.left.update({one.watch.suggestion: one for one in left})
    for document in state.documents:
        look_for(state, document)
    watching.begin(state)


def look_for(state: State, document: Open) -> None:
    """Look in a document for text that an earlier session followed."""
    capture = running(state)
    if capture is None or capture.terms is None or not capture.left:
        return
    name = capture.terms.digest(document_name(document))
    for one in capture.left.values():
        if one.document == name and one.intact:
            state.schedule.start(_finding(state, capture, one, document))


def _finding(state: State, capture: Capture, left: Left, document: Open) -> Callable[[], Coroutine[Any, Any, None]]:
    async def find() -> None:
        terms = capture.terms
        assert terms is not None
        text, version = document.text, document.version
        found = await state.schedule.checks.run(Priority.BACKGROUND, left_behind.find, text.data, left.parts, terms.key)
        later = _since(capture, document, version)
        if found is None or later is None or left.watch.suggestion not in capture.left:
            return
        del capture.left[left.watch.suggestion]
        one = Tracked(
            left.watch.suggestion, document.uri, document.path, document.language.id, found, found.text(text),
            (text.data, found), left.watch, [(event, None) for event in left.parts],
        )  # fmt: skip
        capture.tracked[one.suggestion] = one
        for step in later:
            _follow(state, capture, one, step)
        watching.begin(state)

    return find


def document_name(document: Open) -> str:
    """What stands for a document under the store's key."""
    return str(document.real or document.path or document.uri)
