"""`codescore translate prompt`: what models will be asked, recorded in a run.

Reads arguments and words what was done; what is asked is `codescore.translate.prompt`.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from codescore.cli import terminal
from codescore.cli.arguments import Commands, Parser, add_command, add_json, fraction, name_or_file, seed
from codescore.foundation.errors import InputError

if TYPE_CHECKING:
    from codescore.translate.prompt import Asking

_DETAILS = """\
A prompt is made for every task of the run, direction, model and sample; its text, the text's SHA-256 and all settings
are recorded. Directions are named as java_python or c++_java; text_python writes code from the tasks' descriptions.
Templates are text with places such as ${SC}; server/codescore/translate/TRANSLATION.md lists them. Nothing is sent."""

_EXAMPLE = """\
  codescore translate prompt RUN --model some-model --direction java_python
  codescore translate prompt RUN --model some-model --direction text_python --show
  codescore translate prompt RUN --model a --model b --direction python_java --template mine.txt --samples 5"""


def configure(commands: Commands[Parser]) -> None:
    """The arguments of `translate prompt`."""
    parser = add_command(commands, "prompt", "Record what models will be asked.", _DETAILS, _EXAMPLE)
    parser.add_argument("run_folder", metavar="RUN", type=Path, help="the run's folder")
    parser.add_argument(
        "--model", metavar="M", type=_model, action="append", required=True, help="a model's name; may be given again"
    )
    direction = "from where to where, as java_python; may be given again"
    parser.add_argument("--direction", metavar="D", action="append", required=True, help=direction)
    parser.add_argument(
        "--template", metavar="T", type=name_or_file, help="translate, describe, or a file (default: by the direction)"
    )
    parser.add_argument(
        "--answer", choices=("block", "json"), default="block", help="form of the answer (default: block)"
    )
    parser.add_argument(
        "--shots", metavar="N", type=seed, default=0, help="solved tasks before the question (default: 0)"
    )
    parser.add_argument("--samples", metavar="N", type=seed, default=1, help="answers to each prompt (default: 1)")
    parser.add_argument("--temperature", metavar="T", type=float, default=0.1, help="default: 0.1")
    parser.add_argument("--top-p", metavar="P", type=fraction, default=0.7, help="default: 0.7")
    parser.add_argument("--max-tokens", metavar="N", type=seed, default=4096, help="of an answer (default: 4096)")
    parser.add_argument(
        "--seed", metavar="N", type=seed, default=0, help="of sample 0; sample 1 has N + 1 (default: 0)"
    )
    parser.add_argument("--omit", choices=("temperature", "top_p", "max_tokens", "seed"), action="append", default=[],
                        help="do not send this, for models that refuse it; may be given again")  # fmt: skip
    parser.add_argument("--parameter", metavar="NAME=VALUE", action="append", default=[],
                        help="send this as well, as reasoning_effort=low; may be given again")  # fmt: skip
    parser.add_argument("--show", action="store_true", help="print the first prompt; record nothing")
    add_json(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Record prompts, or show one."""
    from codescore.translate import prompt
    from codescore.translate.store import Run

    wanted = asking(arguments)
    if arguments.show:
        with Run.open(arguments.run_folder) as opened:
            first = next(prompt.prompts(list(opened.tasks()), wanted), None)
        if first is None:
            raise InputError(f"no task of {arguments.run_folder} has what these directions need")
        terminal.print_json({"text": first.text, "sha256": first.sha256, "settings": dict(first.settings)}) if (
            arguments.json
        ) else print(first.text, end="")
        return 0
    with Run.open(arguments.run_folder, write=True) as opened:
        done = prompt.record(opened, wanted)
    for reason, count in done.left_out.items():
        terminal.say(f"left out: {terminal.counted(count, 'task')}, {reason}")
    if arguments.json:
        terminal.print_json({"new": done.new, "same": done.same, "left_out": done.left_out})
    else:
        print(f"{terminal.counted(done.new, 'prompt')} new or changed, {done.same:,} as before")
    return 0


def asking(arguments: argparse.Namespace) -> Asking:
    """What the arguments want asked."""
    from codescore.translate import prompt
    from codescore.translate.records import Direction

    sampling = prompt.checked_sampling(
        prompt.Sampling(
            None if "temperature" in arguments.omit else arguments.temperature,
            None if "top_p" in arguments.omit else arguments.top_p,
            None if "max_tokens" in arguments.omit else arguments.max_tokens,
            arguments.samples,
            None if "seed" in arguments.omit else arguments.seed,
            dict(prompt.parameter(text) for text in arguments.parameter),
        )
    )
    return prompt.Asking(
        tuple(dict.fromkeys(arguments.model)),
        tuple(dict.fromkeys(Direction.parse(text) for text in arguments.direction)),
        sampling,
        None if arguments.template is None else prompt.template(arguments.template),
        arguments.answer,
        arguments.shots,
    )


def _model(text: str) -> str:
    if not text.strip() or not text.isprintable() or len(text) > 200:
        raise argparse.ArgumentTypeError(f"{text[:200]!r} is no name of a model")
    return text
