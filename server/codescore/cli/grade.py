"""`codescore grade`: a class of submissions against the assignment's references, as a page, CSV and JSON.

Reads arguments, shows progress and a summary; grading is `codescore.grade`, the page `codescore.reports.class_page`.
"""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from codescore.cli import terminal
from codescore.cli.arguments import Commands, Parser, add_command, add_language, fraction, positive, seed
from codescore.cli.bundles import bundle_path
from codescore.cli.evidence import add_budget, joined
from codescore.foundation.errors import CodescoreError, InputError
from codescore.foundation.files import write_text
from codescore.foundation.interrupts import waited

if TYPE_CHECKING:
    from codescore.foundation.loopback import PageServer
    from codescore.grade.record import ClassRecord
    from codescore.grade.run import Grader, Request
    from codescore.grade.serve import Content, Decisions
    from codescore.grade.watch import Stamps

_DETAILS = """\
SUBMISSIONS are files, folders and archives (zip, tar). One folder or archive alone is a class: every folder, file or
archive in it is one submission. Several arguments are one submission each. Names that Moodle, Canvas and Artemis give,
and an info.csv as Dodona and Dolos write it, say whose is what. Sources and notebooks are read, in any encoding.

Each submission is compared with every reference; the best one counts. The page is one file without a network: verdicts,
reasons, a table with a query, a map of ideas, each submission beside its reference, feedback to export. With --evidence
every submission that compiles is run in a sandbox, too, and the page shows the input on which it differs. What many
programs do otherwise than the reference becomes a question, on the page that --serve shows, with --ask in the terminal,
and in `questions` of --json; the answers stand in a file beside the reference, which can be edited. What was graded is
remembered, without names: another run grades only what changed."""

_EXAMPLE = """\
  codescore grade --reference solution.py submissions/ -o report.html
  codescore grade -r loop.py -r recursive.py --template skeleton.py moodle.zip -o report.html --csv grades.csv
  codescore grade -r Solution.java class/ --serve --watch"""

_POLL = 1.0  # seconds between two looks at the folder
_PORTS = 65_535
_PRECIOUS = {".ipynb", ".zip", ".tar", ".gz", ".tgz", ".bz2", ".xz"}  # what reports are never called


def configure(commands: Commands[Parser]) -> None:
    """The arguments of `grade`."""
    parser = add_command(commands, "grade", "Grade a class of submissions: a page, CSV, JSON.", _DETAILS, _EXAMPLE)
    parser.add_argument("submissions", metavar="SUBMISSIONS", nargs="+", help="files, folders, archives")
    parser.add_argument(
        "-r", "--reference", metavar="R", action="append", required=True,
        help="a solution, or a folder of them; again for each other idea",
    )  # fmt: skip
    parser.add_argument("--template", metavar="T", help="what was handed out to all; it counts for nobody")
    parser.add_argument("-o", "--out", metavar="FILE", type=Path, help="the page (HTML)")
    parser.add_argument("--csv", metavar="FILE", type=Path, help="a line a submission, for a gradebook; - for stdout")
    parser.add_argument("--json", metavar="FILE", help="everything that is recorded; - for stdout")
    parser.add_argument("--title", metavar="TEXT", help="what the page is called (default: the folder's name)")
    parser.add_argument("--anonymous", action="store_true", help="no names, paths and metadata in what is written")
    parser.add_argument("--watch", action="store_true", help="grade again whenever a submission arrives or changes")
    parser.add_argument("--serve", action="store_true", help="show the page on this machine until Ctrl-C")
    parser.add_argument("--port", type=seed, default=0, metavar="N", help="port of --serve (default: any free one)")
    parser.add_argument("--class-folders", action="store_true", help="each folder or archive given is a whole class")
    parser.add_argument("--evidence", action="store_true", help="run each submission beside the reference, sandboxed")
    add_budget(parser)
    parser.add_argument(
        "--trust-reference", action="store_true", help="ask nothing: count also what many programs do otherwise"
    )
    parser.add_argument("--ask", action="store_true", help="ask here what is open: does what many do otherwise matter?")
    parser.add_argument(
        "--answers",
        metavar="FILE",
        type=Path,
        help="what was decided (default: beside the reference, REFERENCE.answers.json)",
    )
    add_language(parser)
    parser.add_argument("--threshold", type=fraction, metavar="T", help="what similarity must exceed (0 to 1)")
    parser.add_argument("--pooling", metavar="P", help="which of the bundle's vectors to compare")
    parser.add_argument("--bundle", metavar="B", help="name or path of another bundle than the one in use")
    parser.add_argument("--jobs", type=positive, metavar="N", help="processes (default: one a processor, at most 4)")
    parser.add_argument("--cache", metavar="DIR", type=Path, help="where to remember (default: the user's cache)")
    parser.add_argument("--no-cache", action="store_true", help="remember nothing, grade everything")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Grade, write, and go on where asked to watch or to serve."""
    # Many small products: threads of the linear algebra cost more than they give, and there are processes.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    from codescore.grade.run import Grader
    from codescore.grade.watch import stamps

    if not (arguments.out or arguments.csv or arguments.json or arguments.serve):
        raise InputError("say where the report goes: -o report.html (or --csv, --json, --serve)")
    if arguments.ask and not arguments.evidence:
        raise InputError("--ask asks about what running the submissions showed; add --evidence")
    _spare_inputs(arguments)
    if arguments.port > _PORTS:
        raise InputError(f"--port {arguments.port} is no port; 1 to {_PORTS}, or 0 for any")
    with terminal.progress("loading the model"):
        grader = Grader(_request(arguments))
    try:
        before = stamps(arguments.submissions) if arguments.watch else {}
        record = _graded(grader)
        if arguments.ask:
            from codescore.cli.grade_ask import ask

            record = ask(grader, record)
        if not (record.students or record.left or arguments.watch):
            raise InputError(f"no submissions in {', '.join(arguments.submissions[:3])}; name their folder or archive")
        _write(record, arguments)
        _summary(record, arguments)
        if arguments.watch or arguments.serve:
            _go_on(grader, record, arguments, before)
    except KeyboardInterrupt:
        terminal.say("what was graded is kept; the same command goes on from there")
        raise
    finally:
        grader.close()
    return 0


def _spare_inputs(arguments: argparse.Namespace) -> None:
    """Refuse to write over what is graded, or over any program or archive: a slip must not cost a solution."""
    from codescore.languages import by_path

    if arguments.out and str(arguments.out) == "-":
        raise InputError("the page is a file: name it after -o; --csv - and --json - go to the standard output")
    if str(arguments.csv) == str(arguments.json) == "-":
        raise InputError("--csv - and --json - would be one document: name a file for one of them")
    given = {os.path.realpath(path) for path in (*arguments.reference, *arguments.submissions)}
    for path in (arguments.out, arguments.csv, arguments.json, arguments.answers):
        if not path or str(path) == "-" or not os.path.lexists(path):
            continue
        source = by_path(Path(path)) is not None or Path(path).suffix.lower() in _PRECIOUS
        if source or os.path.realpath(path) in given:
            raise InputError(f"{path} is there already and no report; name another file to write to")


def _request(arguments: argparse.Namespace) -> Request:
    from codescore.grade.run import Request

    return Request(
        references=tuple(arguments.reference),
        submissions=tuple(arguments.submissions),
        template=arguments.template,
        language=arguments.language,
        title=arguments.title,
        threshold=arguments.threshold,
        pooling=arguments.pooling,
        bundle=bundle_path(arguments.bundle),
        cache=arguments.cache,
        remember=not arguments.no_cache,
        jobs=arguments.jobs,
        anonymous=arguments.anonymous,
        class_folders=arguments.class_folders,
        evidence=arguments.evidence,
        budget=arguments.budget,
        assume=joined(arguments.assume),
        ask_class=not arguments.trust_reference,
        count=arguments.count,
        answers=arguments.answers,
        library=tuple(arguments.library),
        environment=arguments.environment,
    )


def _graded(grader: Grader) -> ClassRecord:
    with terminal.stages() as progress:
        return grader.grade(progress)


def _write(record: ClassRecord, arguments: argparse.Namespace) -> None:
    """The files that were asked for, each whole or not at all."""
    import msgspec

    from codescore.grade.gradebook import gradebook
    from codescore.reports.class_page import class_page

    if arguments.out:
        write_text(arguments.out, class_page(msgspec.to_builtins(record)).html)
    if arguments.csv:
        _put(str(arguments.csv), gradebook(record))
    if arguments.json:
        _put(str(arguments.json), msgspec.json.format(msgspec.json.encode(record), indent=1).decode() + "\n")


def _put(where: str, text: str) -> None:
    """Write a text to a file, or to the standard output for `-`."""
    if where == "-":
        sys.stdout.write(text)
    else:
        write_text(Path(where), text)


def _summary(record: ClassRecord, arguments: argparse.Namespace) -> None:
    """What came of it, for a person; on stderr, as the answer is in the files."""
    said = ", ".join(f"{one.count} {one.verdict}" for one in record.counts) or "nothing"
    terminal.say(f"{len(record.students)} graded: {said}")
    waiting = [one for one in record.questions if one.answer == "open"]
    for one in waiting[:3]:
        terminal.say(f"question {one.id}: {terminal.visible(one.text)}")
    if waiting:
        how = "on the page, with --ask, or" if arguments.serve else "with --ask or --serve, or"
        terminal.say(f"answer {terminal.counted(len(waiting), 'question')} {how} in {record.answers}")
    for left in record.left[:10]:
        terminal.say(f"not graded: {terminal.visible(left.label)}: {terminal.visible(left.reason)}")
    if len(record.left) > 10:
        terminal.say(f"not graded: {len(record.left) - 10} more, all listed in the report")
    for notice in record.notices:
        terminal.say(terminal.visible(notice))
    written = [str(path) for path in (arguments.out, arguments.csv, arguments.json) if path and str(path) != "-"]
    if written:
        terminal.say(f"written: {', '.join(written)}")


def _go_on(grader: Grader, record: ClassRecord, arguments: argparse.Namespace, before: Stamps) -> None:
    """Serve, take in what is decided on the page, and grade again at every change, until Ctrl-C, which is the usual end
    and no failure.
    """
    from codescore.foundation.loopback import PageServer
    from codescore.grade.serve import Decisions
    from codescore.grade.watch import changes

    decisions = Decisions()
    server = PageServer(_content(record, arguments, decisions), arguments.port) if arguments.serve else None

    def wait() -> bool:
        """Until a moment has passed; what is decided meanwhile is done at once."""
        if server is not None:
            decisions.serve(_POLL, lambda said: _decided(grader, server, arguments, decisions, said))
        return waited(0 if server is not None else _POLL)

    try:
        if server is not None:
            terminal.say(f"the report is at {server.address} until Ctrl-C; the address is a secret, do not pass it on")
        while not arguments.watch and wait():
            pass
        if not arguments.watch:
            return
        terminal.say("watching for submissions until Ctrl-C")
        for _ in changes(arguments.submissions, before, wait):
            _again(grader, server, arguments, decisions)
    except KeyboardInterrupt:
        return
    finally:
        if server is not None:
            server.close()


def _decided(
    grader: Grader, server: PageServer, arguments: argparse.Namespace, decisions: Decisions, said: bytes
) -> str:
    """Take in what was decided on the page; why not, where it cannot be."""
    from codescore.grade.answers import decision_of

    try:
        grader.decide(decision_of(said))
        record = _graded(grader)
    except CodescoreError as error:
        return str(error)
    _write(record, arguments)
    server.content = _content(record, arguments, decisions)
    return ""


def _again(grader: Grader, server: PageServer | None, arguments: argparse.Namespace, decisions: Decisions) -> None:
    try:
        record = _graded(grader)
    except InputError as error:  # a folder that is being replaced is back at the next look
        terminal.say(f"not graded again: {error}")
        return
    _write(record, arguments)
    if server is not None:
        server.content = _content(record, arguments, decisions)
    _summary(record, arguments)


def _content(record: ClassRecord, arguments: argparse.Namespace, decisions: Decisions) -> Content:
    import msgspec

    from codescore.grade.serve import Content, Deciding
    from codescore.reports.class_page import class_page

    page = class_page(msgspec.to_builtins(record), served=True, live=arguments.watch)
    content = (page.html.encode(), page.blocks, page.key, page.policy)
    return Deciding(*content, decisions) if arguments.evidence else Content(*content)
