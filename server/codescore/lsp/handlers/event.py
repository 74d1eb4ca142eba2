"""codescore/event: what happened to a suggestion, told by the editor; answered at once, confirmed once it is on disk.

The answer says whether anything is recorded, or with `later` that this is not known yet.  `codescore/recorded` `{ids}`
confirms events; what is not confirmed may be sent again after a restart: an event counts once by its id.
`codescore/badge` `{suggestion, verdict, arm}` says what the study lets the person see of a suggestion that was shown;
a null verdict is nothing.  In the arm `evidence` the function that the suggestion makes is run beside its reference
first, where study and user allow it, and the verdict has `badge` and `reason` as they are said of functions.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, replace
from typing import Any

import msgspec

from codescore.experiments import events
from codescore.experiments.arms import Arm
from codescore.experiments.events import Accepted, Edited, Event, Ignored, Judgement, Rejected, Shown
from codescore.foundation.errors import CodescoreError, EnvironmentProblem
from codescore.foundation.text import Text, encode
from codescore.lsp import behaviour, describe, following, proposals, unopened, verdicts
from codescore.lsp import capture as captures
from codescore.lsp.analysis import Record
from codescore.lsp.following import Placed
from codescore.lsp.messages import EventMessage, decode
from codescore.lsp.proposals import ProposalRange
from codescore.lsp.protocol import Refusal
from codescore.lsp.recorder import Draft, Terms
from codescore.lsp.register import On
from codescore.lsp.schedule import Priority
from codescore.lsp.state import Open, State
from codescore.lsp.tracked import Capture, Queued

BADGE = "codescore/badge"
_VERDICT_SECONDS = 5.0  # a suggestion that is not judged by then is recorded without a verdict, and says so
_RUN_SECONDS = 15.0  # the same for what is run, in the arm of evidence
_NOT_RUN = "nothing differs, or something does not compile"
_MOST_SIGNATURE = 1000
_MOST_TEXT = 1 << 20


def register(state: State, on: On) -> None:  # noqa: ARG001  every family registers alike
    """Attach the handlers."""
    on("codescore/event", event)


def event(state: State, params: object) -> dict[str, Any]:
    """Take in what happened.  Synchronous: the document is still as it was when the editor said so."""
    message = decode(params, EventMessage)
    said = events.decode(msgspec.json.encode(message.event))
    if len(message.text or "") > _MOST_TEXT:
        raise Refusal(f"a suggestion of more than {_MOST_TEXT:,} characters is not recorded")
    capture = captures.running(state)
    if capture is None:
        if not state.configured:
            return {"recording": False, "later": True}
        problem = state.capture.problem if state.capture is not None else None
        return {"recording": False, "reason": problem or "codescore.experiment is off"}
    match said:
        case Shown():
            _shown(state, capture, message, said)
        case Accepted():
            _accepted(state, capture, message, said)
        case Rejected() | Ignored():
            one = captures.stamped(capture, said)
            captures.record(state, Queued(lambda _: one, said.id))
        case Edited():
            following.caused(state, (message.uri or "", message.version), said.cause)
        case _:
            raise Refusal(f"a {said.kind} is for the server to make: it looks at what is left by itself")
    return {"recording": True}


@dataclass(frozen=True, slots=True, eq=False)
class _Place:
    """A text of a document, which may have gone on since, and bytes [start, end) of it."""

    document: Open
    text: Text
    start: int
    end: int


@dataclass(frozen=True, slots=True, eq=False)
class _Seen:
    """A suggestion as it was shown."""

    event: Shown
    offered: str
    replaced: str
    language: str | None
    document: str | None
    place: _Place | None


@dataclass(frozen=True, slots=True, eq=False)
class _Found:
    """What the judge said: as it is recorded, or why there is nothing; as a client draws it; the reference's pair."""

    judgement: Judgement | None = None
    reason: str | None = None
    shown: dict[str, Any] | None = None
    record: Record | None = None


def _shown(state: State, capture: Capture, message: EventMessage, said: Shown) -> None:
    document = state.documents.get(message.uri or "")
    place = _place(state, capture, document, message)
    replaced = "" if place is None else place.text.data[place.start : place.end].decode("utf-8", "replace")
    seen = _Seen(
        captures.stamped(capture, said),
        message.text or "",
        replaced,
        document.language.id if document is not None else said.language,
        following.document_name(document) if document is not None else message.uri,
        place,
    )
    unjudged = _draft(seen, None, _Found(reason="the server ended first"), visible=False)
    capture.judging[said.suggestion] = Queued(unjudged, said.id)
    state.schedule.start(lambda: _record_shown(state, capture, seen))


async def _record_shown(state: State, capture: Capture, seen: _Seen) -> None:
    """Draw the arm, ask the judge, write; what happens to the suggestion meanwhile is written at once, before it."""
    arm, found = None, _Found(reason="the server ended first")
    try:
        arm = await state.schedule.records.run(Priority.TYPING, capture.recorder.assign, seen.event.suggestion)
        threshold = arm.threshold if arm is not None else None
        found = await asyncio.wait_for(_judged(state, seen, threshold), _VERDICT_SECONDS)
        if arm is not None and arm.kind == "evidence":
            found = await _run(state, capture, seen, found)
    except TimeoutError:
        found = _Found(reason=f"the judge took longer than {_VERDICT_SECONDS:g} s")
    except CodescoreError as problem:
        found = _Found(reason=str(problem)[:500])
    finally:
        hidden = arm is not None and arm.kind == "hidden"
        visible = bool(seen.event.badge) and found.shown is not None and not hidden
        draft = _draft(seen, arm, found, visible=visible)
        if capture.judging.pop(seen.event.suggestion, None) is not None:
            captures.record(state, Queued(draft, seen.event.id))
    if seen.event.badge is not None:
        kind = arm.kind if arm is not None else None
        verdict = found.shown if visible else None
        state.protocol.tell(BADGE, {"suggestion": seen.event.suggestion, "verdict": verdict, "arm": kind})


def _draft(seen: _Seen, arm: Arm | None, found: _Found, *, visible: bool) -> Draft:
    def make(terms: Terms) -> Event:
        return msgspec.structs.replace(
            seen.event,
            offered=terms.content(seen.offered, seen.language),
            replaced=terms.content(seen.replaced, seen.language) if seen.replaced else None,
            language=seen.language,
            document=terms.digest(seen.document) if seen.document is not None else None,
            verdict=found.judgement,
            verdict_reason=found.reason,
            arm=arm.label if arm is not None else None,
            badge=visible,
        )

    return make


async def _judged(state: State, seen: _Seen, threshold: float | None) -> _Found:
    """The verdict on a suggestion, or why there is none."""
    if seen.place is None:
        return _Found(reason="the document is not followed, or has gone on since")
    await state.model_settled.wait()
    session = state.session
    if session is None or state.health.broken is not None:
        return _Found(reason=(state.health.broken or "there is no model")[:500])
    document, label = seen.place.document, state.label_of(seen.place.document)
    run = state.schedule.scores.run
    parsed = await run(Priority.BACKGROUND, unopened.parsed, document.language, seen.place.text.data, label)
    place = ProposalRange(document, parsed, seen.place.start, seen.place.end, threshold)
    made = await proposals.judged(state, session, place, encode(seen.offered), Priority.BACKGROUND)
    verdict = made.verdict
    if made.unit is None:
        return _Found(reason="the text lands in no function")
    if verdict is None:
        return _Found(reason="there is nothing to compare it with")
    judgement = Judgement(
        against="reference" if made.reference is not None else "replaced",
        score=verdict.score,
        similarity=verdict.similarity,
        probability=verdict.probability,
        compiles=verdict.compiles,
        signature=verdict.signature[:_MOST_SIGNATURE],
    )
    return _Found(judgement, None, verdicts.unit_json(made.after.text, verdict, state.client.encoding), made.record)


async def _run(state: State, capture: Capture, seen: _Seen, found: _Found) -> _Found:
    """The same with what running showed, or why nothing was run; never run unless study and user allow it."""
    from codescore.experiments import judging  # noqa: PLC0415  heavy, and for experiments alone

    if found.judgement is None or found.shown is None or seen.place is None:
        return found
    document, agreed = seen.place.document, capture.terms
    allowed = agreed is not None and agreed.study.execute and state.settings_of(state.root_of(document.path)).evidence
    behaves, told = judging.Behaves(reason=judging.OFF), {}
    if allowed and found.record is None:
        behaves = judging.Behaves(reason="there is no reference")
    elif allowed and found.record is not None:
        try:
            record = await asyncio.wait_for(behaviour.ran(state, document, found.record), _RUN_SECONDS)
            behaves = judging.behaviour_of(record.ran) if record.ran is not None else judging.Behaves(reason=_NOT_RUN)
            told = {"badge": describe.badge(record, current=True), "reason": describe.reason(record)}
        except TimeoutError:
            behaves = judging.Behaves(reason=f"running took longer than {_RUN_SECONDS:g} s")
        except CodescoreError as problem:
            missing = isinstance(problem, EnvironmentProblem)
            behaves = judging.Behaves(reason=judging.NO_SANDBOX if missing else judging.NOT_RUNNABLE)
    judgement = msgspec.structs.replace(found.judgement, behaviour=behaves.value, behaviour_reason=behaves.reason)
    if behaves.signature is not None:
        both = f"{judgement.signature} {behaves.signature}"
        judgement = msgspec.structs.replace(judgement, signature=both[:_MOST_SIGNATURE])
    return replace(found, judgement=judgement, shown=found.shown | told)


def _place(state: State, capture: Capture, document: Open | None, message: EventMessage) -> _Place | None:
    """Where a suggestion would stand; None where that version of the document is forgotten."""
    if document is None or message.range is None or not document.in_step or document.tree is None:
        return None
    text = following.text_at(capture, document, message.version)
    return None if text is None else _Place(document, text, *following.offsets(state, text, message.range))


def _accepted(state: State, capture: Capture, message: EventMessage, said: Accepted) -> None:
    """Record an acceptance, and follow its text from the version of the document that it made."""
    text = message.text or ""
    stamped = captures.stamped(capture, said)
    document = state.documents.get(message.uri or "")
    language = document.language.id if document is not None else None

    def draft(terms: Terms) -> Event:
        return msgspec.structs.replace(stamped, accepted=terms.content(text, language), chars=len(text))

    captures.record(state, Queued(draft, said.id))
    if document is None or message.range is None or not text:
        following.untracked(state, stamped)
        return
    event_ = msgspec.structs.replace(stamped, chars=len(text))
    placed = Placed(event_, document, message.version, message.range, text)

    def track() -> None:
        if not following.track(state, placed):
            following.untracked(state, event_)

    if message.version is not None and (document.version or 0) < message.version:
        capture.early.append((document.uri, message.version, track))
    else:
        track()
