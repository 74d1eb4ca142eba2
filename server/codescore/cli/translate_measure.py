"""`codescore translate measure`: metrics of each translation against the right program."""

from __future__ import annotations

import argparse

from codescore.cli import terminal
from codescore.cli.arguments import Commands, Parser, add_command, add_json
from codescore.cli.bundles import bundle_path
from codescore.cli.translation_stages import add_run, counted

#: What is measured unless others are named: the original's metric as its library has it, ours, and two of text.
METRICS = "code-bleu-compatible,code-bleu,chrf,edit-similarity"

_DETAILS = """\
The code of each answer is compared with its task's program in the target language. `codescore metrics --list` names
the metrics; code-score-r and same-task need a model's bundle. A metric's value for a model and direction as a whole is
kept as well, which for n-grams is not the mean.
source-evidence runs each translation beside the program that it was made from, in the sandbox, and gives the
probability that they do the same: the one measure that needs neither cases nor a program in the target language."""

_EXAMPLE = """\
  codescore translate measure RUN
  codescore translate measure RUN --metrics code-bleu-compatible,code-score-r,same-task"""


def configure(commands: Commands[Parser]) -> None:
    """The arguments of `translate measure`."""
    parser = add_command(commands, "measure", "Measure translations against right programs.", _DETAILS, _EXAMPLE)
    add_run(parser)
    add_metrics(parser, METRICS)
    add_json(parser)
    parser.set_defaults(run=run)


def add_metrics(parser: argparse.ArgumentParser, default: str) -> None:
    """What is measured, and with which model."""
    shown = f"default: {default}" if default else "default: none"
    parser.add_argument("--metrics", metavar="LIST", default=default, help=f"names with commas ({shown})")
    parser.add_argument("--bundle", metavar="B", help="name or path of another bundle than the one in use")


def run(arguments: argparse.Namespace) -> int:
    """Measure what is left."""
    from codescore.engine import Session
    from codescore.translate.store import Run
    from codescore.translate.working import measure_all

    session = Session(bundle=bundle_path(arguments.bundle))
    try:
        with Run.open(arguments.run_folder, write=True) as found, terminal.stages() as progress:
            values = measure_all(found, arguments.metrics, session, progress)
    finally:
        session.close()
    return terminal.answer(arguments, {"measured": dict(values)}, counted(values, "value"))
