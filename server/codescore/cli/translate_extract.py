"""`codescore translate extract`: the code of each answer, and which of its functions is called."""

from __future__ import annotations

import argparse

from codescore.cli import terminal
from codescore.cli.arguments import Commands, Parser, add_command, add_json
from codescore.cli.translation_stages import add_run, counted

_DETAILS = """\
Of each answer the block in the target language is taken (fenced, in JSON, or bare), comments, imports and structures
that the template has, main programs and a class around the functions are taken off, and the function to call is
found: by its name, its name in another style, as the only one that no other uses, or by its number of arguments. What
is ambiguous is noted with the sample."""

_EXAMPLE = "  codescore translate extract RUN"


def configure(commands: Commands[Parser]) -> None:
    """The arguments of `translate extract`."""
    parser = add_command(commands, "extract", "Take the code out of answers.", _DETAILS, _EXAMPLE)
    add_run(parser)
    add_json(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Extract what is left."""
    from codescore.translate.store import Run
    from codescore.translate.working import extract_all

    with Run.open(arguments.run_folder, write=True) as found, terminal.stages() as progress:
        ways = extract_all(found, progress)
    return terminal.answer(arguments, {"extracted": sum(ways.values()), "how": dict(ways)}, counted(ways, "answer"))
