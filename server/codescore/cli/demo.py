"""`codescore demo`: the main job on the bundled samples, in a terminal, in seconds, without network.

Every number and every word of judgement is computed when it runs: `demo_results` scores, `demo_runs` runs,
`demo_text` explains.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from codescore.cli import terminal
from codescore.cli.arguments import Commands, Parser, add_command, add_json
from codescore.cli.bundles import bundle_path

if TYPE_CHECKING:
    from codescore.cli.demo_results import Results

_DETAILS = """\
Scores variants of a few small functions against their originals: a renamed copy, an equivalent rewrite, another
algorithm for the same task, a subtle mutation, and one that does not compile. Whether each variant really behaves
like its original is known, so you also see where the model is wrong. What it calls unlike is then run beside its
original, where there is a sandbox (`codescore doctor` says)."""


def configure(commands: Commands[Parser]) -> None:
    """The arguments of `demo`."""
    example = "  codescore demo\n  codescore demo --json"
    parser = add_command(commands, "demo", "See it work on bundled examples.", _DETAILS, example)
    parser.add_argument("--bundle", metavar="B", help="name or path of another bundle than the one in use")
    parser.add_argument("--no-evidence", action="store_true", help="run nothing")
    add_json(parser)
    parser.add_argument("--svg", type=Path, metavar="FILE", help=argparse.SUPPRESS)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Score the samples and show what came out."""
    results = _results(arguments.bundle, runs=not arguments.no_evidence)
    if arguments.json:
        from codescore.cli.demo_results import demo_json

        terminal.print_json(demo_json(results))
        return 0
    from codescore.cli.demo_text import print_next_steps, print_results, save_picture

    if arguments.svg is not None:
        save_picture(results, arguments.svg)
    else:
        console = terminal.stdout()
        print_results(console, results)
        print_next_steps(console, results)
    return 0


def _results(bundle: str | None, *, runs: bool) -> Results:
    from codescore.cli.demo_results import demo_results
    from codescore.cli.demo_runs import with_runs
    from codescore.engine import Session

    session = Session(bundle=bundle_path(bundle))
    try:
        with terminal.progress("loading the model") as tell:
            session.warm()
            tell("scoring the samples")
            results = demo_results(session)
            return with_runs(results, tell) if runs else results
    finally:
        session.close()
