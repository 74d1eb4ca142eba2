"""Prompts → answers: whoever answers is asked for what is missing, several at a time, and nothing is asked twice.

An answer is kept under the digest of all that was asked as soon as it is there, then written to the run; what is killed
loses what is in flight at most.  An error is recorded with its sample, which is asked for again in the next run.
Knows `providers.provider` alone, no protocol.  Neighbours: `prompt` (what is asked), `store` (where answers go),
`pacing` (when), `prices` (for how much).
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from dataclasses import dataclass, replace
from threading import Event

import msgspec

from codescore.foundation import shapes
from codescore.foundation.errors import EnvironmentProblem
from codescore.foundation.workers import threads
from codescore.translate.answer_cache import AnswerCache
from codescore.translate.pacing import Pace
from codescore.translate.prices import Prices, about_tokens
from codescore.translate.providers.provider import Later, NoAnswer, Provider, Reply, Request
from codescore.translate.records import Answer, Key, Prompt
from codescore.translate.store import Run, digest

#: Where a run keeps answers that were paid for, unless the user names another file.
CACHE = "answers.sqlite"
_GRACE = 10.0  # seconds for what is under way when all ends by itself
_BEFORE = "answered before, paid for once"


@dataclass(frozen=True, slots=True)
class Manners:
    """How to ask: so many at a time, so many a minute, so many tries more after a failure.

    `patience` is the longest that is waited between tries, in seconds; `give_up` ends all after so many samples in a
    row without an answer: a server that is down is no property of a model.
    """

    concurrency: int = 4
    per_minute: float | None = None
    retries: int = 5
    patience: float = 120.0
    give_up: int = 10


@dataclass(frozen=True, slots=True)
class Plan:
    """What is left to ask: `calls` of `samples`, the others are known; dollars at most, as far as prices are known."""

    samples: int
    calls: int
    tokens_in: int
    tokens_out: int
    dollars: float
    unpriced: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Generated:
    """What was done; `dollars` is what is known to be paid, `unpriced` so many answers whose price is not known."""

    asked: int = 0
    known: int = 0
    failed: int = 0
    tokens_in: int = 0
    tokens_out: int = 0
    dollars: float = 0.0
    unpriced: int = 0

    def plus(self, answer: Answer, *, paid: bool) -> Generated:
        """With one answer more."""
        if answer.error:
            return replace(self, failed=self.failed + 1)
        if answer.note.startswith(_BEFORE):
            return replace(self, known=self.known + 1)
        return replace(
            self,
            asked=self.asked + 1,
            tokens_in=self.tokens_in + (answer.tokens_in or 0),
            tokens_out=self.tokens_out + (answer.tokens_out or 0),
            dollars=self.dollars + (answer.cost or 0.0),
            unpriced=self.unpriced + (paid and answer.cost is None),
        )


@dataclass(frozen=True, slots=True)
class Teller:
    """A provider with its prices and its cache, None where nothing is worth to be kept."""

    provider: Provider
    prices: Prices
    cache: AnswerCache | None = None

    def known(self, prompt: Prompt) -> Answer | None:
        """The answer that the same question got before, with what it cost then."""
        body = None if self.cache is None else self.cache.get(asked_sha256(self.provider.name, prompt))
        if body is None:
            return None
        try:
            kept = shapes.from_json(body, Answer)
        except (msgspec.MsgspecError, UnicodeDecodeError):
            return None  # as good as none: it is asked for again
        note = f"{_BEFORE}; {kept.note}" if kept.note else _BEFORE
        return replace(kept, key=prompt.key, note=note, prompt_sha256=prompt.sha256)


def asked_sha256(provider: str, prompt: Prompt) -> str:
    """The digest of all that decides an answer: who is asked, for which model, what and how, and which sample."""
    return digest(provider, prompt.key.model, prompt.asked, str(prompt.key.sample))


def is_answered(run: Run, prompt: Prompt) -> bool:
    """Whether a run holds an answer to this very prompt."""
    there = run.prompt(prompt.key)
    if there is None or there.asked != prompt.asked:
        return False
    answer = run.answer(prompt.key)
    return answer is not None and not answer.error and answer.prompt_sha256 == prompt.sha256


def missing(run: Run) -> Iterator[Prompt]:
    """The prompts of a run that have no answer."""
    return _prompts(run, run.todo_generate())


def plan(prompts: Iterable[Prompt], teller: Teller) -> Plan:
    """What asking all these would take; asks nothing."""
    samples = calls = tokens_in = tokens_out = 0
    dollars, unpriced = 0.0, set[str]()
    for prompt in prompts:
        samples += 1
        if teller.known(prompt) is not None:
            continue
        calls += 1
        sent, most = about_tokens(prompt.text), _most_out(prompt)
        tokens_in, tokens_out = tokens_in + sent, tokens_out + (most or 0)
        cost = teller.prices.cost(prompt.key.model, sent, most)
        dollars += cost or 0.0
        if cost is None and teller.provider.paid:
            unpriced.add(prompt.key.model)
    return Plan(samples, calls, tokens_in, tokens_out, dollars, tuple(sorted(unpriced)))


def _most_out(prompt: Prompt) -> int | None:
    """How many tokens an answer may have; None where nothing bounds it."""
    more = prompt.settings.get("parameters") or {}
    found = prompt.settings.get("max_tokens") or more.get("max_completion_tokens")
    return found if isinstance(found, int) else None


def generate(
    run: Run, teller: Teller, manners: Manners, told: Callable[[int, int], None] = lambda _done, _of: None
) -> Generated:
    """Ask for all answers that are missing, and record them; `told` hears how many are done, and of how many.

    Raises Refused where no question is answered, EnvironmentProblem where a server gives up.
    """
    keys = list(run.todo_generate())
    done, row, total = 0, 0, Generated()
    stop = Event()
    pace = Pace(stop, manners.per_minute)
    waiting: dict[Future[Answer | None], str] = {}
    with threads(max(1, manners.concurrency)) as pool:
        try:
            for answer in _answers(_prompts(run, keys), _Asking(pool, teller, manners, pace, waiting)):
                run.put_generate(answer)
                done, row = done + 1, row + 1 if answer.error else 0
                total = total.plus(answer, paid=teller.provider.paid)
                told(done, len(keys))
                if teller.provider.paid:
                    _check_alive(row, manners, answer)
        except EnvironmentProblem:  # what is being answered is being paid for
            stop.set()
            wait(waiting, timeout=_GRACE)
            teller.provider.close()
            raise
        except BaseException:
            stop.set()
            teller.provider.close()
            raise
    return total


def _check_alive(row: int, manners: Manners, last: Answer) -> None:
    if row >= manners.give_up:
        raise EnvironmentProblem(
            f"{row} samples in a row got no answer, the last: {last.error}; the rest is kept: run this again to go on"
        )


def _prompts(run: Run, keys: Iterable[Key]) -> Iterator[Prompt]:
    return (prompt for key in keys if (prompt := run.prompt(key)) is not None)


@dataclass(frozen=True, slots=True)
class _Asking:
    """All that asking needs; `waiting` holds what is under way, and what it asks."""

    pool: Executor
    teller: Teller
    manners: Manners
    pace: Pace
    waiting: dict[Future[Answer | None], str]


def _answers(prompts: Iterable[Prompt], asking: _Asking) -> Iterator[Answer]:
    """Answers as they come; few questions wait at a time, so that a long run needs no more memory than a short one."""
    teller, waiting = asking.teller, asking.waiting
    later: list[Prompt] = []  # the same was being asked

    def came(most: int) -> Iterator[Answer]:
        while len(waiting) > most:
            for one in wait(waiting, return_when=FIRST_COMPLETED).done:
                del waiting[one]
                if (answer := one.result()) is not None:
                    yield answer

    for prompt in prompts:
        known, asked = teller.known(prompt), asked_sha256(teller.provider.name, prompt)
        if known is not None:
            yield known
        elif teller.cache is not None and asked in waiting.values():
            later.append(prompt)
        else:
            waiting[asking.pool.submit(_answer, prompt, asking)] = asked
            yield from came(asking.manners.concurrency)
    yield from came(0)
    if later:
        yield from _answers(later, asking)


def _answer(prompt: Prompt, asking: _Asking) -> Answer | None:
    """The answer to one prompt, with retries; None once all was stopped."""
    teller, manners, pace = asking.teller, asking.manners, asking.pace
    request = Request(prompt.key, prompt.text, **prompt.sent)
    why = ""
    for attempt in range(manners.retries + 1):
        if not pace.next():
            return None
        began = time.monotonic()
        try:
            got = teller.provider.ask(request)
        except NoAnswer as error:
            return _failed(prompt, teller, str(error))
        except Later as error:
            why = f"{error} ({attempt + 1} tries)"
            if not pace.after(error.wait, attempt, manners.patience, prompt.sha256):
                break
            continue
        return _kept(prompt, teller, got, time.monotonic() - began)
    return None if pace.stopped else _failed(prompt, teller, why)


def _failed(prompt: Prompt, teller: Teller, why: str) -> Answer:
    return Answer(prompt.key, "", teller.provider.name, error=why, prompt_sha256=prompt.sha256)


def _kept(prompt: Prompt, teller: Teller, got: Reply, seconds: float) -> Answer:
    """The answer, kept at once for whoever asks the same again."""
    model = prompt.key.model
    answer = Answer(
        prompt.key,
        got.text,
        teller.provider.name + (f" as {got.model}" if got.model not in ("", model) else ""),
        cost=teller.prices.cost(model, got.tokens_in, got.tokens_out),
        seconds=round(seconds, 3),
        tokens_in=got.tokens_in,
        tokens_out=got.tokens_out,
        prompt_sha256=prompt.sha256,
        note=got.note,
    )
    if teller.cache is not None:
        teller.cache.put(asked_sha256(teller.provider.name, prompt), msgspec.json.encode(answer))
    return answer
