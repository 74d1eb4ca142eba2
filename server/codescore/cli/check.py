"""`codescore check`: what the compiler says of a file, in the lines that compilers print."""

from __future__ import annotations

import argparse
from typing import Any

from codescore.cli import terminal
from codescore.cli.arguments import POSITIONS, Commands, Parser, add_command, add_json, add_language
from codescore.cli.positions import range_json

_DETAILS = f"""\
Asks the language's own compiler, or the parser where there is none on this machine; nothing is run. What only the
surroundings of a fragment could declare is not held against it.
{POSITIONS}"""


def configure(commands: Commands[Parser]) -> None:
    """The arguments of `check`."""
    example = "  codescore check merge.py\n  codescore check Merge.java --fail && echo it compiles"
    parser = add_command(commands, "check", "Does a file compile?", _DETAILS, example)
    parser.add_argument("file", metavar="FILE", help="source file, or - for stdin")
    parser.add_argument("--fail", action="store_true", help="exit code 1 if it does not compile")
    add_language(parser)
    add_json(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Read, check, print; 1 where `--fail` asked and the answer is no."""
    document = _document(arguments.file, arguments.language)
    if arguments.json:
        terminal.print_json(document)
    else:
        _print(document)
    return 1 if arguments.fail and not document["compiles"] else 0


def _document(path: str, language: str | None) -> dict[str, Any]:
    from codescore.cli.reading import read_parsed
    from codescore.engine import Session, Source, check_file
    from codescore.engine.serialize import problems_json
    from codescore.foundation.text import Text

    source = read_parsed(path, language)
    session = Session(disk_cache=False)
    try:
        with terminal.progress("compiling"):
            result = check_file(session, Source(source.read.label, source.syntax, source.units))
        notices = list(session.status().notices)
    finally:
        session.close()
    return {
        "file": source.read.label,
        "language": source.read.language.id,
        "compiles": result.compiles,
        "checker": result.checker,
        "problems": problems_json(Text.of(source.read.data), result.problems, range_json),
        "warnings": problems_json(Text.of(source.read.data), result.warnings, range_json),
        "notes": notices,
    }


def _print(document: dict[str, Any]) -> None:
    from rich.text import Text

    console = terminal.stdout()
    errors = [(p, "error: ", "bold red") for p in document["problems"]]
    for problem, kind, style in [*errors, *((p, "warning: ", "bold yellow") for p in document["warnings"])]:
        place = f"{document['file']}:{problem['line']}:{problem['column']}"
        message = terminal.visible(" ".join(problem["message"].split()))
        line = Text.assemble((f"{place}: ", "bold"), (kind, style), f"{message} [{problem['source']}]")
        console.print(line, soft_wrap=True)
    said = "compiles" if document["compiles"] else "does not compile"
    sign = terminal.sign(console, "yes" if document["compiles"] else "no")
    console.print(Text.assemble(sign, f" {document['file']} {said} [{document['checker']}]"), soft_wrap=True)
    for note in document["notes"]:
        terminal.say(f"codescore: note: {note}")
