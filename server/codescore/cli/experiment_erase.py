"""`codescore experiment erase`: a participant, or everything; then the bytes of the files are searched."""

from __future__ import annotations

import argparse
from contextlib import closing
from pathlib import Path

from codescore.cli import terminal
from codescore.cli.arguments import Commands, Parser, add_command, add_json
from codescore.cli.experiment_store import add_store, opened
from codescore.foundation.errors import InputError

_DETAILS = """\
PARTICIPANT: their events are deleted, the file is rewritten, its log is emptied, and the bytes of all its files are
searched for what was deleted. A keyed hash of the pseudonym stays, so that events which still arrive are refused.
--all: the file goes, with everything beside it. --grades FILE: PARTICIPANT is a grader of `experiment grade`, whose
grades are deleted from that file in the same way.
Out of reach: exports and backups, and what a drive keeps of blocks that are no longer in use."""


def configure(commands: Commands[Parser]) -> None:
    """The arguments of `experiment erase`."""
    example = "  codescore experiment erase P07\n  codescore experiment erase --all\n"
    example += "  codescore experiment erase ann --grades ann.db"
    parser = add_command(commands, "erase", "Delete a participant, or everything.", _DETAILS, example)
    parser.add_argument("participant", metavar="PARTICIPANT", nargs="?", help="the pseudonym")
    parser.add_argument("--all", action="store_true", help="delete the store")
    parser.add_argument("--grades", metavar="FILE", type=Path, help="a file of grades, in place of the store")
    add_store(parser)
    add_json(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Erase, and say what is gone."""
    from codescore.experiments.erasing import files_of
    from codescore.experiments.places import store_path

    if arguments.all == (arguments.participant is not None):
        raise InputError("name a participant, or --all")
    if arguments.grades is not None:
        return _grades(arguments)
    path = store_path(arguments.store)
    if arguments.all:
        files = files_of(path)
        if not files:
            raise InputError(f"{path}: there is no store")
        with opened(arguments) as store:
            store.erase_all()
        return _said(arguments, f"deleted {', '.join(map(str, files))}", {"deleted": [str(file) for file in files]})
    with opened(arguments) as store, terminal.progress("erasing"):
        erased = store.erase(arguments.participant)
    files = erased.files
    said = f"erased {terminal.counted(erased.events, 'event')} of {terminal.counted(erased.suggestions, 'suggestion')}"
    searched = f"searched {', '.join(file.name for file in files)}: nothing of them is left"
    document = {"events": erased.events, "suggestions": erased.suggestions, "searched": [str(file) for file in files]}
    return _said(arguments, f"{said}; {searched}", document)


def _grades(arguments: argparse.Namespace) -> int:
    """Erase a grader."""
    from codescore.experiments.grading.sheet import Sheet

    if arguments.all:
        raise InputError(f"--all deletes a store; delete {arguments.grades} yourself, or name a grader")
    with closing(Sheet.open(arguments.grades)) as sheet:
        count = sheet.erase(arguments.participant)
    said = f"erased {terminal.counted(count, 'grade')} of {arguments.participant}; searched: none of them is left"
    return _said(arguments, said, {"grades": count})


def _said(arguments: argparse.Namespace, line: str, document: dict[str, object]) -> int:
    return terminal.answer(arguments, document, terminal.visible(line))
