"""codescore/score and codescore/rank: texts against others, without any document; verdicts best first."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from threading import Event
from typing import TYPE_CHECKING, Any

from codescore.foundation.errors import Interrupted
from codescore.foundation.text import Encoding, encode
from codescore.languages import Language, all_languages, by_name
from codescore.lsp import show
from codescore.lsp.messages import RankRequest, ScoreChoice, ScoreRequest, decode
from codescore.lsp.protocol import REQUEST_FAILED, Refusal
from codescore.lsp.register import On
from codescore.lsp.schedule import Priority
from codescore.lsp.state import State
from codescore.lsp.verdicts import file_json

if TYPE_CHECKING:
    from codescore.engine import FileVerdict, Session, Source

    #: A verdict, and the number of the reference that it is about.
    _Indexed = tuple[FileVerdict, int]


def register(state: State, on: On) -> None:  # noqa: ARG001  every family registers alike
    """Attach the handlers."""
    on("codescore/score", score)
    on("codescore/rank", rank)


async def score(state: State, params: object) -> list[dict[str, Any]]:
    """Verdicts on a candidate against each reference; `reference_index` says which one each is about.

    Waits for the model; without a usable one the request fails with the reason.
    """
    request = decode(params, ScoreRequest)
    asked = _Asked(_language(request.language), [request.candidate], request.references)
    (verdicts,) = await _answered(state, asked, request.options)
    return [_json(one, state.client.encoding) for one in verdicts]


async def rank(state: State, params: object) -> list[dict[str, Any]]:
    """The verdict on each candidate against the reference that fits it best; best first, with `candidate_index`.

    Every text is embedded once, whatever it is compared with.
    """
    request = decode(params, RankRequest)
    if not request.candidates:
        raise Refusal("nothing to rank: no candidate was given")
    asked = _Asked(_language(request.language), request.candidates, request.references)
    lists = await _answered(state, asked, request.options)
    return _best_of_each(lists, state.client.encoding)


@dataclass(frozen=True, slots=True)
class _Asked:
    """Texts in one language, each candidate to be compared with each reference."""

    language: Language
    candidates: list[str]
    references: list[str]


async def _answered(state: State, asked: _Asked, given: ScoreChoice | None) -> list[list[_Indexed]]:
    """For each candidate its verdicts, best first."""
    await state.model_settled.wait()
    if state.session is None or state.health.broken is not None:
        raise Refusal(state.health.broken or "there is no model", REQUEST_FAILED)
    settings = state.settings_of(None)
    choice = given or ScoreChoice()
    choice.threshold = settings.threshold if choice.threshold is None else choice.threshold
    choice.pooling = choice.pooling or settings.pooling
    withdrawn, session = Event(), state.session
    step = state.schedule.scores.run
    try:
        lists = await step(Priority.ASKED, lambda: _score(session, asked, choice, withdrawn))
    except asyncio.CancelledError:
        withdrawn.set()
        raise
    show.tell_status(state)  # the cache or a compiler may have something to say
    return lists


def _score(session: Session, asked: _Asked, choice: ScoreChoice, withdrawn: Event) -> list[list[_Indexed]]:
    """In a worker: parse, compare, rank."""
    from codescore.engine import ScoreOptions, make_source, ranked  # noqa: PLC0415  heavy, and only workers need it

    def tick(_done: int, _of: int) -> None:
        if withdrawn.is_set():
            raise Interrupted("the request was withdrawn")

    def source(text: str, label: str) -> Source:
        return make_source(asked.language, encode(text), label)

    several = len(asked.candidates) > 1
    candidates = [source(c, f"candidate {i}" if several else "candidate") for i, c in enumerate(asked.candidates, 1)]
    references = [source(r, f"reference {i}") for i, r in enumerate(asked.references, 1)]
    options = ScoreOptions(choice.threshold, choice.pooling)
    index = {id(reference): i for i, reference in enumerate(references)}
    return [
        [(verdict, index[id(verdict.reference)]) for verdict in ranked(session, candidate, references, options, tick)]
        for candidate in candidates
    ]


def _best_of_each(lists: list[list[_Indexed]], encoding: Encoding) -> list[dict[str, Any]]:
    """Each candidate's best verdict, the best candidate first."""
    from codescore.engine import preference  # noqa: PLC0415  as above

    best = sorted(enumerate(lists), key=lambda one: preference(one[1][0][0]), reverse=True)
    return [{**_json(verdicts[0], encoding), "candidate_index": i} for i, verdicts in best]


def _json(indexed: _Indexed, encoding: Encoding) -> dict[str, Any]:
    verdict, index = indexed
    return {**file_json(verdict, encoding), "reference_index": index}


def _language(name: str) -> Language:
    language = by_name(name)
    if language is None:
        known = ", ".join(one.id for one in all_languages())
        raise Refusal(f"there is no language {name!r} here; known are: {known}")
    return language
