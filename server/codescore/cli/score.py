"""`codescore score`: does the candidate do what the reference does?  A verdict per unit and for the file.

Reads, asks the engine, prints; what a verdict looks like is in `verdict_json` and `verdict_text`.
"""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from codescore.cli import terminal
from codescore.cli.arguments import POSITIONS, Commands, Parser, add_command, add_json, add_language, fraction
from codescore.cli.bundles import bundle_path
from codescore.cli.evidence import add_budget, joined
from codescore.foundation.errors import InputError

if TYPE_CHECKING:
    from codescore.engine import FileVerdict, Session, Source, Standing
    from codescore.evidence.contract import Evidence

_DETAILS = f"""\
Each function is compared with its counterpart in the reference: the one of the same name, else the one in the same
position, else the most similar. Similarity runs from 0 to 1 and is the estimate of a trained model, not a proof; a
function scores 1 if it compiles and its similarity is above the threshold. With several references the one that fits
best counts, and is named. A reference that does not compile is bad input (exit code 2) unless another one fits.
The file scores 1 if all functions of the reference do: helpers that only others use count where the candidate has them
by the same name. Code outside of functions is one more unit, <module>, where both have some that decides: all of a
script that reads its input, else the constants that functions use. The rest is not compared; a note says where it
differs.
In JSON, score and similarity are null where they cannot be known.
With --evidence both are run in a sandbox besides (see `codescore evidence --help`), and what that shows decides what
you are told and what --fail asks; similarity and score stay what they are, and stand behind it.
{POSITIONS}"""


def configure(commands: Commands[Parser]) -> None:
    """The arguments of `score`."""
    example = (
        "  codescore score mine.py reference.py\n"
        "  codescore score submission.py solution_a.py solution_b.py --json\n"
        "  codescore score Port.java Original.java --fail-under 0.8 || echo look again"
    )
    parser = add_command(commands, "score", "Compare a file with one reference or several.", _DETAILS, example)
    parser.add_argument("candidate", metavar="CANDIDATE", help="source file, or - for stdin")
    parser.add_argument("references", metavar="REFERENCE", nargs="+", help="source file, or - for stdin")
    add_language(parser)
    parser.add_argument("--threshold", type=fraction, metavar="T", help="what similarity must exceed (0 to 1)")
    parser.add_argument("--pooling", metavar="P", help="which of the bundle's vectors to compare")
    parser.add_argument("--bundle", metavar="B", help="name or path of another bundle than the one in use")
    parser.add_argument(
        "--fail-under",
        type=fraction,
        metavar="X",
        help="exit code 1 unless the file compiles and reaches similarity X, where that is calibrated",
    )
    parser.add_argument("--evidence", action="store_true", help="run both in a sandbox, too, and say what that showed")
    add_budget(parser)
    judged = "exit code 1 unless the file is judged right, with --evidence on enough evidence"
    parser.add_argument("--fail", action="store_true", help=judged)
    add_json(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Score and print; 1 where `--fail` or `--fail-under` asked and the answer is no."""
    from codescore.engine import Session, standing_of_file

    sources = _sources(arguments)
    if arguments.evidence:
        from codescore.evidence.able import require

        require(sources[0].syntax.language)
    session = Session(bundle=bundle_path(arguments.bundle))
    try:
        verdicts = _verdicts(session, sources, arguments)
        notices = session.status().notices
        verdicts, found = _evidence(verdicts, arguments)
        shown = standing_of_file(verdicts[0], found)
        if arguments.json:
            from codescore.cli.evidence_json import decision_json
            from codescore.cli.verdict_json import score_json

            extra = {} if found is None else decision_json(verdicts[0], shown, found)
            terminal.print_json({**score_json(verdicts, notices, found), **extra})
        else:
            from codescore.cli.verdict_text import print_verdicts

            _require_sound_reference(verdicts[0])  # what it differs in says nothing
            print_verdicts(terminal.stdout(), verdicts, notices, found)
            if found is not None:
                from codescore.cli.evidence_text import print_evidence
                from codescore.evidence.as_test import runnable

                labels = verdicts[0].candidate.label, verdicts[0].reference.label
                spoken = verdicts[0].candidate.syntax
                test = runnable(found, spoken.language, labels[0], spoken.source.decode("utf-8", "replace"))
                terminal.stdout().print()
                print_evidence(terminal.stdout(), found, *labels, spoken.language.id, test=test, alone=False)
    finally:
        session.close()
    _require_sound_reference(verdicts[0])
    return 0 if passes(verdicts[0], shown, arguments.fail_under, scores=arguments.fail) else 1


def _evidence(verdicts: list[FileVerdict], arguments: argparse.Namespace) -> tuple[list[FileVerdict], Evidence | None]:
    """What running shows, where that was asked for, and the reference first that it was seen with.

    The references are taken as they fit; that a candidate does the same as one of them is enough.
    """
    from codescore.engine import first_right, standing_of_file

    if not arguments.evidence:
        return verdicts, None
    from codescore.evidence.libraries import named, of_program
    from codescore.evidence.options import Options
    from codescore.evidence.session import EvidenceSession

    language = verdicts[0].candidate.syntax.language
    given = named(arguments.library, arguments.environment, language)
    found: list[Evidence] = []

    def run(verdict: FileVerdict) -> Standing:
        ours, theirs = (one.syntax.source.decode("utf-8") for one in (verdict.candidate, verdict.reference))
        pairs = verdict.matching.to_run()
        assume, count = joined(arguments.assume), arguments.count
        options = Options(
            budget=arguments.budget,
            assume=assume,
            pairs=pairs,
            count=count,
            ours=of_program(given, language, arguments.candidate, ours, verdict.reference.label),
            theirs=of_program(given, language, verdict.reference.label, theirs, arguments.candidate),
        )
        found.append(session.judge(ours, theirs, language, options))
        return standing_of_file(verdict, found[-1])

    sound = [one for one in verdicts if one.reference_compiles] or verdicts[:1]
    with terminal.progress("running both programs in the sandbox"), EvidenceSession() as session:
        best = first_right(run(one) for one in sound)
    return [verdicts[best], *verdicts[:best], *verdicts[best + 1 :]], found[best]


def passes(verdict: FileVerdict, shown: Standing, least: float | None, *, scores: bool) -> bool:
    """The answer to `--fail-under` and `--fail`; what was not asked passes.  Where running was asked for, two that are
    similar pass by what it showed, or as the same program.  A similarity that is no verdict, as it is not calibrated,
    reaches nothing."""
    from codescore.engine import same_program

    run = shown.found is None or shown.by == "execution" or same_program(verdict)
    if scores and not (shown.score == 1 and run):
        return False
    told = verdict.compiles and verdict.score is not None
    return least is None or (told and verdict.similarity is not None and verdict.similarity >= least)


def _require_sound_reference(verdict: FileVerdict) -> None:
    """Raise InputError where the reference does not compile: what it does is unknown."""
    from codescore.cli.reading import unsound

    if not verdict.reference_compiles:
        raise unsound(verdict.notes[0])


def _sources(arguments: argparse.Namespace) -> list[Source]:
    """Candidate first, then the references.  Raises InputError for what cannot be read or compared."""
    from codescore.cli.reading import STDIN, read_parsed, same_language
    from codescore.engine import Source

    paths = [arguments.candidate, *arguments.references]
    if paths.count(STDIN) > 1:
        raise InputError("stdin (-) can be read only once; name a file for all inputs but one")
    read = [read_parsed(path, arguments.language) for path in paths]
    for other in read[1:]:
        same_language(read[0].read, other.read)
    return [Source(one.read.label, one.syntax, one.units) for one in read]


def _verdicts(session: Session, sources: list[Source], arguments: argparse.Namespace) -> list[FileVerdict]:
    """A verdict against each reference, best first."""
    from codescore.engine import ScoreOptions, ranked

    with terminal.progress("loading the model") as tell:
        session.warm()
        tell("comparing")
        options = ScoreOptions(threshold=arguments.threshold, pooling=arguments.pooling)
        return ranked(
            session, sources[0], sources[1:], options, lambda done, of: tell(f"comparing ({done} of {of} encoded)")
        )
