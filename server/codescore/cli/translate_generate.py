"""`codescore translate generate`: ask models for what a run lacks, or take recorded answers in their place.

Of all commands, this and `translate run` may send prompts, and only with leave given on the command line.  Reads
arguments and words what was done; what is done is `codescore.translate.generate`.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from codescore.cli import terminal
from codescore.cli.arguments import Commands, Parser, add_command, add_json, few, number, seed
from codescore.cli.terminal import counted

if TYPE_CHECKING:
    from codescore.translate.generate import Generated, Plan, Teller
    from codescore.translate.sources import Source

_DETAILS = """\
--endpoint is a server that speaks the OpenAI-compatible protocol (POST URL/chat/completions). An endpoint of this
machine that is named here may be spoken to; any other needs --allow-network. The key is read from the variable that
--key-env names, from no other place, and is neither shown nor recorded. Answers are kept in the run, or in --cache for
several runs: nothing is asked twice. After a stop the same command goes on."""

_EXAMPLE = """\
  codescore translate generate RUN --endpoint http://127.0.0.1:8080/v1
  codescore translate generate RUN --endpoint https://HOST/v1 --allow-network --key-env SOME_KEY --prices prices.toml
  codescore translate generate RUN --replay answers.jsonl.gz"""


def configure(commands: Commands[Parser]) -> None:
    """The arguments of `translate generate`."""
    parser = add_command(commands, "generate", "Ask models for what is missing, or replay.", _DETAILS, _EXAMPLE)
    parser.add_argument("run_folder", metavar="RUN", type=Path, help="the run's folder")
    who = parser.add_mutually_exclusive_group(required=True)
    who.add_argument("--endpoint", metavar="URL", help="a server of models, as http://127.0.0.1:8080/v1")
    who.add_argument("--replay", metavar="FILE", type=Path, help="recorded answers, JSON lines (.jsonl, .jsonl.gz)")
    parser.add_argument("--allow-network", action="store_true", help="send prompts to an endpoint elsewhere")
    parser.add_argument(
        "--key-env", metavar="NAME", help="the environment's variable that holds the key (default: no key)"
    )
    parser.add_argument("--stream", action="store_true", help="have answers sent in pieces")
    parser.add_argument("--seconds", metavar="S", type=_positive, default=300.0, help="for one answer (default: 300)")
    parser.add_argument("--prices", metavar="FILE", type=Path, help="what models cost, TOML or LiteLLM's JSON")
    parser.add_argument("--concurrency", metavar="N", type=few, default=4, help="questions at a time (default: 4)")
    parser.add_argument("--per-minute", metavar="N", type=_positive, help="questions a minute at most")
    parser.add_argument("--retries", metavar="N", type=seed, default=5, help="more tries for a sample (default: 5)")
    parser.add_argument("--patience", metavar="S", type=_seconds, default=120.0,
                        help="seconds to wait before a try at most (default: 120)")  # fmt: skip
    parser.add_argument("--give-up", metavar="N", type=few, default=10,
                        help="stop after so many samples in a row without an answer (default: 10)")  # fmt: skip
    parser.add_argument("--cache", metavar="FILE", type=Path, help="answers that were paid for (default: in RUN)")
    parser.add_argument(
        "--dry-run", action="store_true", help="say what would be asked and what it may cost; ask nothing"
    )
    add_json(parser)
    parser.set_defaults(run=run, named=True)


def run(arguments: argparse.Namespace) -> int:
    """Ask, or say what would be asked."""
    from codescore.translate import generate
    from codescore.translate.store import Run

    with (
        Run.open(arguments.run_folder, write=not arguments.dry_run) as store,
        teller_of(arguments, store.folder) as teller,
    ):
        planned = generate.plan(generate.missing(store), teller)
        terminal.say(plan_line(planned, asked_of(arguments, teller)))
        if arguments.dry_run:
            _say(arguments, {"plan": plan_json(planned)}, "nothing was asked")
            return 0
        manners = generate.Manners(arguments.concurrency, arguments.per_minute, arguments.retries,
                                   arguments.patience, arguments.give_up)  # fmt: skip
        with terminal.stages() as progress:
            done = generate.generate(store, teller, manners, lambda n, of: progress("answers", n, of))
    _say(arguments, {"plan": plan_json(planned), **done_json(done)}, done_line(done))
    return 0


def asked_of(arguments: argparse.Namespace, teller: Teller) -> str:
    """Who will be asked, and whose key is used, for a person to read before it happens."""
    return teller.provider.name + (f" with the key in {arguments.key_env}" if arguments.key_env else "")


def check(arguments: argparse.Namespace) -> None:
    """Whether there is leave, and a key where one is named; sends nothing.  Raises as `run` would."""
    from codescore.translate.sources import opened

    if arguments.endpoint is not None:
        opened(_source(arguments), named=arguments.named, allowed=arguments.allow_network).close()


def _source(arguments: argparse.Namespace) -> Source:
    from codescore.translate.sources import Source

    return Source(arguments.endpoint, arguments.replay, arguments.key_env, arguments.seconds, arguments.stream)


@contextmanager
def teller_of(arguments: argparse.Namespace, folder: Path) -> Iterator[Teller]:
    """Who answers, as the arguments say; a dry run makes no file."""
    from codescore.translate import generate, prices
    from codescore.translate.answer_cache import AnswerCache
    from codescore.translate.sources import opened

    dry = arguments.dry_run
    provider = opened(_source(arguments), named=arguments.named, allowed=arguments.allow_network, planning=dry)
    table = prices.read(arguments.prices) if arguments.prices else prices.Prices()
    path = arguments.cache or folder / generate.CACHE
    with ExitStack() as stack:
        cache = AnswerCache(path) if provider.paid and (path.is_file() or not dry) else None
        if cache is not None:
            stack.callback(cache.close)
        yield generate.Teller(provider, table, cache)


def plan_line(planned: Plan, who: str) -> str:
    """What is about to be asked."""
    line = f"{counted(planned.samples, 'sample')} without an answer, {counted(planned.calls, 'question')} to {who}"
    if planned.calls and (planned.dollars or planned.unpriced):
        tokens = f"about {planned.tokens_in:,} tokens in, at most {planned.tokens_out:,} out"
        cost = f"at most about ${planned.dollars:,.4f}" if planned.dollars else "cost unknown"
        unknown = f"; no price is known of {', '.join(planned.unpriced)}" if planned.unpriced else ""
        line = f"{line}; {tokens}: {cost}{unknown}"
    return line


def plan_json(planned: Plan) -> dict[str, object]:
    """The same as data; `dollars_at_most` is null where a price is missing."""
    return {
        "samples": planned.samples,
        "calls": planned.calls,
        "tokens_in": planned.tokens_in,
        "tokens_out_at_most": planned.tokens_out,
        "dollars_at_most": None if planned.unpriced else planned.dollars,
        "unpriced": list(planned.unpriced),
    }


def done_line(done: Generated) -> str:
    """What was asked and paid."""
    parts = [f"{counted(done.asked, 'answer')} new", f"{done.known:,} known before", f"{done.failed:,} failed"]
    if done.dollars or done.unpriced:
        unknown = f", and {counted(done.unpriced, 'answer')} of unknown price" if done.unpriced else ""
        parts.append(f"paid ${done.dollars:,.4f}{unknown}")
    again = "; failed samples are asked for again by the same command" if done.failed else ""
    return f"{', '.join(parts)}{again}"


def done_json(done: Generated) -> dict[str, object]:
    """The same as data."""
    return {
        "asked": done.asked, "known": done.known, "failed": done.failed, "tokens_in": done.tokens_in,
        "tokens_out": done.tokens_out, "dollars": done.dollars, "unpriced_answers": done.unpriced,
    }  # fmt: skip


def _say(arguments: argparse.Namespace, record: dict[str, object], line: str) -> None:
    terminal.answer(arguments, record, line)


def _seconds(text: str) -> float:
    value = number(text)
    if not 0 <= value <= 1_000_000:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number from 0 up")
    return value


def _positive(text: str) -> float:
    value = _seconds(text)
    if value == 0:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number above 0")
    return value
