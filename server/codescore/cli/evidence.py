"""`codescore evidence`: run a candidate beside a reference, in a sandbox, and show the input on which they differ.

Reads, asks `codescore.evidence`, prints; what evidence looks like is in `evidence_text` and `evidence_json`.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from codescore.cli.arguments import Commands, Parser, add_command, add_json, add_language
from codescore.cli.libraries import add_libraries

if TYPE_CHECKING:
    from codescore.evidence.contract import Evidence
    from codescore.languages import Language

_MOST_FILES = 200  # of a folder of examples

_DETAILS = """\
Both programs are executed, on the same inputs, behind a wall: no network, no files, no other processes, limits on
time and memory (Linux with bubblewrap; `codescore doctor` says whether it stands). Inputs come from the reference:
its types, its examples, its constants, how it uses its parameters; they are changed until its branches are reached.
verdicts: equivalent (the same on all inputs that were tried), differs, conditional, insufficient (not enough evidence),
timeout, crash, untested, environment-failure.
Equivalent is no proof: it says how many inputs were tried and which share of the branches they reached.
A reference often takes things for granted. Say them: --assume 'seq is sorted', --assume 'len(xs) > 0', any condition
in the program's language, or a comment `codescore: assume = CONDITION` in the reference."""


def configure(commands: Commands[Parser]) -> None:
    """The arguments of `evidence`."""
    example = (
        "  codescore evidence mine.py reference.py\n"
        "  codescore evidence mine.py reference.py --assume 'seq is sorted' --json"
    )
    summary = "Run a file beside its reference in a sandbox: the same, or the input on which they differ."
    parser = add_command(commands, "evidence", summary, _DETAILS, example)
    parser.add_argument("candidate", metavar="CANDIDATE", help="source file, or - for stdin")
    parser.add_argument("reference", metavar="REFERENCE", help="source file, or - for stdin")
    add_language(parser)
    add_budget(parser)
    parser.add_argument(
        "--examples",
        metavar="PATH",
        action="append",
        default=[],
        help="a file, or a folder of them, whose calls are examples",
    )
    parser.add_argument("--fail", action="store_true", help="exit code 1 unless the two are equivalent")
    parser.add_argument("--test", action="store_true", help="print the counterexample as a test, and nothing else")
    add_json(parser)
    parser.set_defaults(run=run)


def add_budget(parser: argparse.ArgumentParser) -> None:
    """`--budget`, `--assume`, `--count`, libraries, for every command that runs programs."""
    add_libraries(parser)
    parser.add_argument("--explain", action="store_true", help="say what inputs are taken to be, and why")
    parser.add_argument("--budget", type=seconds, default=2.0, metavar="S", help="CPU seconds for finding inputs (2)")
    parser.add_argument(
        "--assume",
        metavar="CONDITION",
        action="append",
        help="what inputs must fulfil, e.g. 'seq is sorted'; again for more",
    )
    parser.add_argument(
        "--count",
        metavar="CLASSES",
        type=classes,
        default=(),
        help="differences that decide too, or (no-order) do not: exception, effect, order, form, layout, output, time",
    )


def classes(text: str) -> tuple[str, ...]:
    """Classes of differences, separated by commas."""
    return tuple(word.strip() for word in text.split(",") if word.strip())


def together(conditions: list[str] | None) -> str | None:
    """Conditions given one by one as one line: all are to be fulfilled."""
    return "; ".join(conditions) if conditions else None


def seconds(text: str) -> float:
    """A number of seconds above 0 and at most 600."""
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not 0 < value <= 600:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of seconds from 0 to 600")
    return value


def run(arguments: argparse.Namespace) -> int:
    """Run both and print; 1 where `--fail` asked and they are not equivalent."""
    from codescore.cli import terminal

    found, labels, language = _found(arguments)
    if arguments.json:
        from codescore.cli.evidence_json import evidence_json

        terminal.print_json({"candidate": labels[0], "reference": labels[1], **evidence_json(found)})
    elif arguments.test:
        test = found.counterexample.test if found.counterexample else ""
        print(test, end="")
        if not test:
            terminal.say(f"no test: {found.reason}")
    else:
        from codescore.cli.evidence_text import print_evidence, print_model

        print_evidence(terminal.stdout(), found, *labels, language)
        if arguments.explain:
            print_model(terminal.stdout(), found)
    return 1 if arguments.fail and found.verdict != "equivalent" else 0


def _examples(paths: Sequence[str], language: Language) -> Iterator[str]:
    """Texts to look for calls in: files as named, of folders those of the language, not too many."""
    from codescore.cli.reading import read_source
    from codescore.foundation.errors import InputError

    for given in paths:
        inside = sorted(p for e in language.extensions for p in Path(given).rglob(f"*{e}") if p.is_file())
        if Path(given).is_dir() and not inside:
            raise InputError(f"no {language.name} files in {given}; name the folder of the tests")
        for path in inside[:_MOST_FILES] if Path(given).is_dir() else [Path(given)]:
            yield read_source(str(path), language.id).data.decode("utf-8")


def _found(arguments: argparse.Namespace) -> tuple[Evidence, tuple[str, str], str]:
    from codescore.cli import terminal
    from codescore.cli.reading import STDIN, read_source
    from codescore.engine import Session, make_source, match_files
    from codescore.engine.outside import difference_outside_units
    from codescore.evidence.able import require
    from codescore.evidence.libraries import named, of_program
    from codescore.evidence.session import EvidenceSession, Options
    from codescore.foundation.errors import InputError

    if arguments.candidate == arguments.reference == STDIN:
        raise InputError("stdin (-) can be read only once; name a file for one of the two")
    candidate = read_source(arguments.candidate, arguments.language)
    reference = read_source(arguments.reference, arguments.language)
    for language in (candidate.language, reference.language):
        require(language)
    beside = tuple(_examples(arguments.examples, reference.language))
    sources = [make_source(one.language, one.data, one.label) for one in (candidate, reference)]
    matcher = Session()
    pairs = match_files(matcher, sources[0], sources[1]).to_run()
    matcher.close()
    across = candidate.language != reference.language
    if across and (arguments.library or arguments.environment):
        raise InputError("--library and --environment are for two programs in one language")
    given = named(arguments.library, arguments.environment, reference.language)
    texts = candidate.data.decode("utf-8"), reference.data.decode("utf-8")
    files = arguments.candidate, arguments.reference
    options = Options(
        budget=arguments.budget,
        assume=together(arguments.assume),
        beside=beside,
        pairs=pairs,
        count=arguments.count,
        ours=of_program(given, candidate.language, files[0], texts[0], files[1]),
        theirs=of_program(given, reference.language, files[1], texts[1], files[0]),
        spoken=candidate.language if across else None,
    )
    with terminal.progress("running both programs in the sandbox"), EvidenceSession() as session:
        found = session.judge(*texts, reference.language, options)
    if found.unit and not across:  # functions were run; a script as a whole has no unit
        beyond = difference_outside_units(sources[0], sources[1])
        found = replace(found, assumptions=(*found.assumptions, *filter(None, [beyond])))
    return found, (candidate.label, reference.label), reference.language.id
