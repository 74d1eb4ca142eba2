"""`codescore translate execute`: each translation is run on its task's cases, in the sandbox."""

from __future__ import annotations

import argparse

from codescore.cli import terminal
from codescore.cli.arguments import Commands, Parser, add_command, add_json
from codescore.cli.translation_stages import add_execution, add_run, counted

_DETAILS = """\
A translation is compiled once and runs in one process, all cases of its task one after another; it never hears what it
should give. Its status is the first of these that any case shows: compilation failed, timeout error, runtime error,
wrong answer, other error (a signal, too much memory or output, no answer); else all passed. What this machine could not
run is an environment failure, counts nowhere and is tried again."""

_EXAMPLE = "  codescore translate execute RUN --jobs 4"


def configure(commands: Commands[Parser]) -> None:
    """The arguments of `translate execute`."""
    parser = add_command(commands, "execute", "Run translations on their tasks' cases.", _DETAILS, _EXAMPLE)
    add_run(parser)
    add_execution(parser)
    add_json(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Run what is left."""
    from codescore.evidence import sandbox
    from codescore.translate.store import Run
    from codescore.translate.working import execute_all

    sandbox.require()
    with Run.open(arguments.run_folder, write=True) as found, terminal.stages() as progress:
        statuses = execute_all(found, progress, jobs=arguments.jobs, seconds=arguments.seconds)
    return terminal.answer(
        arguments, {"executed": sum(statuses.values()), "statuses": dict(statuses)}, counted(statuses, "sample")
    )
