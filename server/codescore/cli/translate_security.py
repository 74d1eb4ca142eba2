"""`codescore translate security`: do vulnerabilities survive translation?

Names its actions and their arguments; what they print is `security_text`, what they do `codescore.translate.security`.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from codescore.cli import terminal
from codescore.cli.arguments import Commands, Parser, add_command, add_json
from codescore.foundation.errors import EnvironmentProblem, InputError

if TYPE_CHECKING:
    from codescore.translate.security.model import SecurityData

_DETAILS = """\
DATA is a folder or an archive of samples: sources with a known weakness (CWE), recorded answers of models asked plainly
and asked for safe code, and recorded results of an analyser. `replay` does everything that can be done here. Answers
are built behind the wall, without network; nothing of them is run. What cannot be built is not built, never safe.
server/codescore/translate/TRANSLATION.md explains each step."""

_EXAMPLE = """\
  codescore translate security data security.tar.gz
  codescore translate security replay --data security.tar.gz --out run
  codescore translate security analyse security.tar.gz --out run --import codeql.sarif --as codeql"""


def configure(commands: Commands[Parser]) -> None:
    """The arguments of `translate security` and its actions."""
    parser = add_command(commands, "security", "Do vulnerabilities survive translation?", _DETAILS, _EXAMPLE)
    actions = parser.add_subparsers(metavar="ACTION", dest="security_action", required=True)
    _data(actions)
    _prompt(actions)
    _extract(actions)
    _build(actions)
    _analyse(actions)
    _report(actions)
    _replay(actions)


def _action(
    actions: Commands[Parser], name: str, summary: str, details: str, example: str, *, out: bool = True
) -> Parser:
    parser = add_command(actions, name, summary, details, f"  codescore translate security {name} {example}")
    parser.add_argument("data", metavar="DATA", type=Path, help="a folder or an archive of samples")
    if out:
        _out(parser)
    add_json(parser)
    return parser


def _out(parser: Parser) -> None:
    parser.add_argument("--out", metavar="DIR", type=Path, required=True, help="the folder of this evaluation")
    parser.add_argument("--run", metavar="DIR", dest="from_run", type=Path, help="answers of this run, too")


def _libraries(parser: Parser) -> None:
    parser.add_argument(
        "--libraries", metavar="DIR", type=Path, help="jars that builds may use, besides the system's packages"
    )


def _semgrep(parser: Parser) -> None:
    parser.add_argument("--semgrep", metavar="FILE", help="the program (default: the one on PATH)")


def _data(actions: Commands[Parser]) -> None:
    details = "Reads and checks everything, and says whether the recorded analyser sees each weakness in its source."
    parser = _action(actions, "data", "Read and check samples.", details, "security.tar.gz", out=False)
    parser.set_defaults(run=run_data)


def _prompt(actions: Commands[Parser]) -> None:
    details = """\
Both arms ask alike but for the sentence that asks for safe code. --show prints prompts; --out puts them into a run,
from which `translate generate` asks. --source safe asks for translations of the safe versions: do they become
vulnerable?"""
    parser = _action(actions, "prompt", "What models are asked.", details, "security.tar.gz --show", out=False)
    parser.add_argument("--model", metavar="NAME", action="append", default=[], help="repeatable; needed with --out")
    parser.add_argument("--arm", choices=("plain", "safe"), action="append", help="default: both")
    parser.add_argument("--source", choices=("vulnerable", "safe"), default="vulnerable", help="default: vulnerable")
    parser.add_argument("--sample", metavar="ID", help="only this sample")
    parser.add_argument("--show", action="store_true", help="print them")
    parser.add_argument("--out", metavar="DIR", type=Path, help="a run folder to put them in")
    parser.set_defaults(run=run_prompt)


def _extract(actions: Commands[Parser]) -> None:
    details = """\
Writes DIR/security/sources and DIR/security/answers: a folder for each source and answer, an answer's with its
manifest, for analysers of your own. Libraries are read from the answer's XML; what is hostile in it is left out."""
    parser = _action(actions, "extract", "Projects from answers.", details, "security.tar.gz --out run")
    parser.set_defaults(run=run_extract)


def _build(actions: Commands[Parser]) -> None:
    details = """\
Compiles every answer behind the wall, without network, with the libraries of the system's packages and of --libraries.
Builds are remembered; a library more makes them anew."""
    parser = _action(actions, "build", "Compile answers.", details, "security.tar.gz --out run")
    _libraries(parser)
    parser.set_defaults(run=run_build)


def _analyse(actions: Commands[Parser]) -> None:
    details = """\
Without --import, Semgrep looks at sources and answers behind the wall, with rules of this project. With it, reports of
your own analyser over what `extract` wrote are kept: SARIF 2.1.0 (CodeQL, SpotBugs with Find Security Bugs, others) or
CodeQL's CSV. A report that names no weakness is read by the names of its rules (weaknesses.toml)."""
    parser = _action(actions, "analyse", "Look for weaknesses.", details, "security.tar.gz --out run")
    parser.add_argument(
        "--import", metavar="FILE", dest="reports", nargs="+", type=Path, help="your own analyser's reports"
    )
    parser.add_argument("--as", metavar="NAME", dest="name", default="imported", help="what to call that analyser")
    _semgrep(parser)
    parser.set_defaults(run=run_analyse)


def _report(actions: Commands[Parser]) -> None:
    details = "Joins findings before and after by weakness and function, counts, compares the arms, and writes a page."
    parser = _action(actions, "report", "What became of the weaknesses.", details, "security.tar.gz --out run")
    _libraries(parser)
    parser.add_argument("--csv", action="store_true", help="print the tables as CSV")
    parser.set_defaults(run=run_report)


def _replay(actions: Commands[Parser]) -> None:
    details = "Extracts, builds, analyses (with Semgrep where it is installed) and reports all recorded answers."
    example = "  codescore translate security replay --data security.tar.gz --out run --json"
    parser = add_command(actions, "replay", "All recorded answers at once.", details, example)
    parser.add_argument("--data", metavar="DATA", type=Path, required=True, help="a folder or an archive of samples")
    _out(parser)
    _libraries(parser)
    _semgrep(parser)
    parser.add_argument("--no-semgrep", action="store_true", help="recorded results alone")
    parser.add_argument("--csv", action="store_true", help="print the tables as CSV")
    add_json(parser)
    parser.set_defaults(run=run_replay)


def _read(arguments: argparse.Namespace) -> SecurityData:
    """The data, with the answers of a run where one is named."""
    from dataclasses import replace

    from codescore.translate.security.data import read_security
    from codescore.translate.security.prompts import answers_of
    from codescore.translate.store import Run

    data = read_security(arguments.data)
    if getattr(arguments, "from_run", None) is None:
        return data
    with Run.open(arguments.from_run) as run:
        more = answers_of(run.answers(), data)
    return replace(data, answers={**data.answers, **more})


def run_data(arguments: argparse.Namespace) -> int:
    """Read, check, print."""
    from codescore.cli import security_text

    data = _read(arguments)
    facts = security_text.facts(data)
    if arguments.json:
        terminal.print_json(facts)
    else:
        security_text.show_facts(facts)
    return 0


def run_prompt(arguments: argparse.Namespace) -> int:
    """Fill in, and print or put into a run."""
    from codescore.cli import security_text
    from codescore.translate.prompt import Sampling
    from codescore.translate.security.model import ARMS
    from codescore.translate.security.prompts import prompts
    from codescore.translate.store import Run

    data = _read(arguments)
    if arguments.out is not None and not arguments.model:
        raise InputError("a run needs the models that are to be asked: name them with --model")
    arms = tuple(arguments.arm or ARMS)
    made = list(prompts(data, arguments.model or ["any"], arms, arguments.source, Sampling()))
    if arguments.sample is not None:
        made = [one for one in made if one.key.task.partition(":")[0] == arguments.sample]
        if not made:
            raise InputError(f"no prompt for {arguments.sample!r}: no such sample, or it has no such version")
    if arguments.out is not None:
        with Run.at(arguments.out) as run:
            for prompt in made:
                if run.prompt(prompt.key) != prompt:
                    run.put_prompt(prompt)
    security_text.show_prompts(made, as_json=arguments.json, whole=arguments.show)
    return 0


def run_extract(arguments: argparse.Namespace) -> int:
    """Extract, write, say how many."""
    from codescore.cli import security_text
    from codescore.translate.security import evaluate

    data = _read(arguments)
    made = evaluate.projects(data, evaluate.builder())
    written = evaluate.write_projects(data, made, arguments.out)
    if arguments.json:
        terminal.print_json({"files": written, "projects": security_text.project_rows(made)})
    else:
        security_text.show_projects(made, written, arguments.out / evaluate.FOLDER)
    return 0


def run_build(arguments: argparse.Namespace) -> int:
    """Extract, build, say what became of it."""
    from codescore.cli import security_text
    from codescore.translate.security import evaluate

    data = _read(arguments)
    builder = evaluate.builder(arguments.libraries)
    made = evaluate.projects(data, builder)
    with security_text.progress("building") as tell:
        built = evaluate.builds(made, builder, arguments.out, tell)
    if arguments.json:
        terminal.print_json({"signature": builder.signature, "builds": security_text.build_rows(built)})
    else:
        security_text.show_builds(built, builder.signature)
    return 0


def run_analyse(arguments: argparse.Namespace) -> int:
    """Run Semgrep, or keep a report."""
    from codescore.translate.security import evaluate, semgrep

    data = _read(arguments)
    made = evaluate.projects(data, evaluate.builder())
    name = evaluate.SEMGREP
    if arguments.reports is not None:
        name = arguments.name
        evaluate.import_reports(arguments.reports, name, data, made, arguments.out)
    else:
        evaluate.run_semgrep(data, made, semgrep.find(arguments.semgrep), arguments.out)
    said = next(one for one in evaluate.analyses(data, made, arguments.out) if one.analyser == name)
    found = {"analyser": name, "about": said.about, "sources": len(said.before), "answers": len(said.after)}
    return terminal.answer(
        arguments, found, f"{name} ({said.about}) looked at {len(said.before)} sources and {len(said.after)} answers"
    )


def run_report(arguments: argparse.Namespace) -> int:
    """Report on what the folder holds."""
    from codescore.cli import security_text
    from codescore.translate.security import evaluate

    data = _read(arguments)
    builder = evaluate.builder(arguments.libraries)
    made = evaluate.projects(data, builder)
    built = evaluate.remembered(made, builder, arguments.out)
    return security_text.report(arguments, data, made, built, signature=builder.signature, notes=[])


def run_replay(arguments: argparse.Namespace) -> int:
    """Everything."""
    from codescore.cli import security_text
    from codescore.translate.security import evaluate, semgrep

    data = _read(arguments)
    builder = evaluate.builder(arguments.libraries)
    made = evaluate.projects(data, builder)
    evaluate.write_projects(data, made, arguments.out)
    with security_text.progress("building") as tell:
        built = evaluate.builds(made, builder, arguments.out, tell)
    notes = []
    if not arguments.no_semgrep:
        try:
            evaluate.run_semgrep(data, made, semgrep.find(arguments.semgrep), arguments.out)
        except EnvironmentProblem as problem:
            if arguments.semgrep is not None:
                raise
            notes.append(f"Semgrep did not run: {problem}")
    return security_text.report(arguments, data, made, built, signature=builder.signature, notes=notes)
