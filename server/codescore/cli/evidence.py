"""`codescore evidence`: run a candidate beside a reference, in a sandbox, and show the input on which they differ.

Reads, asks `codescore.evidence`, prints; what evidence looks like is in `evidence_text` and `evidence_json`.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from codescore.cli import terminal
from codescore.cli.arguments import Commands, Parser, add_command, add_json, add_language, number
from codescore.cli.libraries import add_libraries
from codescore.foundation.errors import InputError

if TYPE_CHECKING:
    from codescore.engine import Source
    from codescore.evidence.contract import Evidence
    from codescore.evidence.entries import Pairs
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
        "  codescore evidence mine.py#total reference.py#sum_of\n"
        "  codescore evidence mine.py reference.py --assume 'seq is sorted' --json"
    )
    summary = "Run a file beside its reference in a sandbox: the same, or the input on which they differ."
    parser = add_command(commands, "evidence", summary, _DETAILS, example)
    parser.add_argument("candidate", metavar="CANDIDATE", help="source file, or - for stdin; FILE#NAME: only this")
    parser.add_argument("reference", metavar="REFERENCE", help="source file, or - for stdin; FILE#NAME: only this")
    add_language(parser)
    parser.add_argument(
        "--unit",
        metavar="NAME",
        action="append",
        default=[],
        help="run only this function or class of the reference, and what answers it; again for more",
    )
    add_budget(parser)
    parser.add_argument("--explain", action="store_true", help="say what inputs are taken to be, and why")
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
        help="differences that decide too, or (no-order) do not: exception, effect, order, form, precision, sharing, "
        "layout, output, time",
    )


def classes(text: str) -> tuple[str, ...]:
    """Classes of differences, separated by commas."""
    return tuple(word.strip() for word in text.split(",") if word.strip())


def joined(conditions: list[str] | None) -> str | None:
    """Conditions given one by one as one line: all are to be fulfilled.  Raises InputError on one without a word."""
    if any(not one.strip() for one in conditions or ()):
        raise InputError("--assume is given nothing; say a condition, such as 'n > 0', or leave it out")
    return "; ".join(conditions) if conditions else None


def seconds(text: str) -> float:
    """A number of seconds above 0 and at most 600."""
    value = number(text)
    if not 0 < value <= 600:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of seconds from 0 to 600")
    return value


def run(arguments: argparse.Namespace) -> int:
    """Run both and print; 1 where `--fail` asked and they are not equivalent."""
    found, test, labels, language = _found(arguments)
    if arguments.json:
        from codescore.cli.evidence_json import evidence_json

        terminal.print_json({"candidate": labels[0], "reference": labels[1], **evidence_json(found)})
    elif arguments.test:
        print(test, end="")
        if not test:
            terminal.say(f"no test: {found.reason}")
    else:
        from codescore.cli.evidence_text import print_evidence, print_model

        print_evidence(terminal.stdout(), found, *labels, language, test=test)
        if arguments.explain:
            print_model(terminal.stdout(), found)
    return 1 if arguments.fail and found.verdict != "equivalent" else 0


def _examples(paths: Sequence[str], language: Language) -> Iterator[str]:
    """Texts to look for calls in: files as named, of folders those of the language, not too many."""
    from codescore.cli.reading import read_source

    for given in paths:
        inside = sorted(p for e in language.extensions for p in Path(given).rglob(f"*{e}") if p.is_file())
        if Path(given).is_dir() and not inside:
            raise InputError(f"no {language.name} files in {given}; name the folder of the tests")
        for path in inside[:_MOST_FILES] if Path(given).is_dir() else [Path(given)]:
            yield read_source(str(path), language.id).data.decode("utf-8")


def _found(arguments: argparse.Namespace) -> tuple[Evidence, str, tuple[str, str], str]:
    """What running showed, a test that shows it, what is compared, and the test's language."""
    from codescore.cli.reading import STDIN, named_part, parsed, read_source
    from codescore.engine import Source
    from codescore.engine.outside import difference_outside_units
    from codescore.evidence.able import require
    from codescore.evidence.as_test import runnable
    from codescore.evidence.libraries import named, of_program
    from codescore.evidence.options import Options
    from codescore.evidence.session import EvidenceSession

    files, names = zip(*map(named_part, (arguments.candidate, arguments.reference)), strict=True)
    if files == (STDIN, STDIN):
        raise InputError("stdin (-) can be read only once; name a file for one of the two")
    candidate, reference = (read_source(file, arguments.language) for file in files)
    for language in (candidate.language, reference.language):
        require(language)
    beside = tuple(_examples(arguments.examples, reference.language))
    sources = [Source(one.read.label, one.syntax, one.units) for one in map(parsed, (candidate, reference))]
    asked = _asked(arguments.unit, *names)
    pairs = _pairs(sources[0], sources[1], asked)
    across = candidate.language != reference.language
    if across and (arguments.library or arguments.environment):
        raise InputError("--library and --environment are for two programs in one language")
    given = named(arguments.library, arguments.environment, reference.language)
    texts = candidate.data.decode("utf-8"), reference.data.decode("utf-8")
    options = Options(
        budget=arguments.budget,
        assume=joined(arguments.assume),
        beside=beside,
        pairs=pairs,
        count=arguments.count,
        ours=of_program(given, candidate.language, files[0], texts[0], files[1]),
        theirs=of_program(given, reference.language, files[1], texts[1], files[0]),
        spoken=candidate.language if across else None,
    )
    with terminal.progress("running both programs in the sandbox"), EvidenceSession() as session:
        found = session.judge(*texts, reference.language, options)
    if found.verdict == "untested":
        _require_sound(sources[1])
    if found.unit and not across and not asked:  # functions were run; a script as a whole has no unit
        beyond = difference_outside_units(sources[0], sources[1], run=True)
        found = replace(found, assumptions=(*found.assumptions, *filter(None, [beyond])))
    labels = (
        _label(candidate.label, [ours for ours, _ in asked], [ours for ours, _ in pairs]),
        _label(reference.label, [theirs for _, theirs in asked], [theirs for _, theirs in pairs]),
    )
    told = found.counterexample.test if across and found.counterexample is not None else ""
    test = told if across else runnable(found, candidate.language, files[0], texts[0])
    return found, test, labels, reference.language.id


def _require_sound(reference: Source) -> None:
    """Raise InputError where the reference does not compile: what it does is unknown."""
    from codescore.cli.reading import unsound
    from codescore.engine import Session, broken_reference, check_file

    compiler = Session()
    try:
        check = check_file(compiler, reference)
    finally:
        compiler.close()
    if not check.compiles:
        raise unsound(broken_reference(reference, check))


def _label(label: str, asked: Sequence[str | None], run: Sequence[str | None]) -> str:
    """What is said to be compared: a file, with what is asked for, or with the one function that answers that."""
    names = ", ".join(filter(None, asked)) or (run[0] if len(run) == len(asked) == 1 else None)
    return f"{label}#{names}" if names else label


def _asked(units: Sequence[str], ours: str | None, theirs: str | None) -> list[tuple[str | None, str | None]]:
    """What is asked for by name, candidate's and reference's: `--unit` stands for the reference's."""
    if units and (ours or theirs):
        raise InputError("name functions by --unit or as PATH#NAME, not both")
    return [(None, unit) for unit in units] or [(ours, theirs)] * bool(ours or theirs)


def _pairs(candidate: Source, reference: Source, asked: Sequence[tuple[str | None, str | None]]) -> Pairs:
    """Which functions are run beside each other: those asked for, else all that decide."""
    from codescore.engine import Session, match_asked, match_files

    matcher = Session()
    try:
        whole = match_files(matcher, candidate, reference)
        some = [match_asked(matcher, whole, *names).to_run() for names in asked]
        return tuple(dict.fromkeys(pair for pairs in some for pair in pairs)) if asked else whole.to_run()
    finally:
        matcher.close()
