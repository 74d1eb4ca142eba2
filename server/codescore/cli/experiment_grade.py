"""`codescore experiment grade`: people grade snippets on a page of this machine, blind; then the grades as a data set.

Reads arguments, serves, writes; what is graded and what comes of it is `codescore.experiments.grading`.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

from codescore.cli import terminal
from codescore.cli.arguments import Commands, Parser, add_command, add_json, seed
from codescore.foundation.errors import InputError
from codescore.foundation.files import replacing
from codescore.foundation.interrupts import waited

if TYPE_CHECKING:
    from codescore.experiments.grading.collected import Collected
    from codescore.experiments.grading.items import Item, Terms
    from codescore.experiments.grading.sheet import Sheet
    from codescore.study.dataset import Sample

_DETAILS = """\
DATA are JSON lines with id, task, lang, candidate, reference and `intent`, the task in words. Without --out a page for
this machine alone is served until Ctrl-C: a grader types a name and grades snippets from 0 to 4 by keyboard, in an
order of their own, not knowing whether a model or a person wrote one; references are mixed in. Each grade is on disk
before the next snippet shows. The same command goes on where it stopped; several graders may use one file, or each one
of their own with the same DATA and settings.

With --out the grades of all files are brought together: FILE gets the data with `human` (aggregated by M-MSR, Ma and
Olshevsky 2020) and `human_raw`, as `codescore study human` reads them; printed are agreement, graders, references."""

_EXAMPLE = """\
  codescore experiment grade outputs.jsonl --grades ann.db --seed 1
  codescore experiment grade outputs.jsonl --grades ann.db --grades bob.db --grades cid.db --out graded.jsonl
  codescore study human graded.jsonl --verify-grades --out human"""

_PORTS = 65_535
_POLL = 1.0  # seconds between two looks for Ctrl-C


def configure(commands: Commands[Parser]) -> None:
    """The arguments of `experiment grade`."""
    parser = add_command(commands, "grade", "Let people grade snippets, blind; collect the grades.", _DETAILS, _EXAMPLE)
    parser.add_argument("data", metavar="DATA", nargs="+", type=Path, help="data sets (.jsonl, .jsonl.gz)")
    parser.add_argument(
        "--grades", metavar="FILE", action="append", required=True, type=Path, help="file of grades; again with --out"
    )
    parser.add_argument("--seed", metavar="N", type=seed, help="of the orders and the references (default: 0)")
    parser.add_argument("--references", metavar="N", type=seed, help="references to mix in (default: all)")
    parser.add_argument("--show-reference", action="store_true", help="for tasks without words: show a reference")
    parser.add_argument("--port", metavar="N", type=seed, default=0, help="port of the page (default: any free one)")
    parser.add_argument("--out", metavar="FILE", type=Path, help="write the data with the grades, and serve nothing")
    add_json(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Serve, or bring the grades together."""
    from codescore.experiments.grading.items import digest, items_of
    from codescore.experiments.grading.sheet import Sheet
    from codescore.study.dataset import read_data

    _check(arguments)
    samples = [sample for path in arguments.data for sample in read_data(path, strict=True).samples]
    sheets: list[Sheet] = []
    bound: set[str] = set()
    try:
        for path in arguments.grades:
            terms = _terms(arguments, path)
            items = items_of(samples, terms)
            sheets.append(Sheet.open(path, make=arguments.out is None))
            sheets[-1].bind(digest(items), terms)
            bound.add(digest(items))
        if len(bound) > 1:
            raise InputError(
                "the files were graded with different --references or --show-reference; collect them apart"
            )
        if arguments.out is None:
            _serve(arguments, items, sheets[0], terms)
            return 0
        return _collect(arguments, samples, items, sheets)
    finally:
        for sheet in sheets:
            sheet.close()


def _check(arguments: argparse.Namespace) -> None:
    if arguments.port > _PORTS:
        raise InputError(f"--port {arguments.port} is no port; 1 to {_PORTS}, or 0 for any")
    if arguments.out is None and len(arguments.grades) > 1:
        raise InputError("graders give their grades into one file; name one --grades, or say --out to collect several")
    if arguments.out is None and arguments.json:
        raise InputError("--json prints what was collected; say where the data go with --out")
    if arguments.out is not None and arguments.out.resolve() in {path.resolve() for path in arguments.data}:
        raise InputError(f"{arguments.out} is the data that are graded; name another file with --out")


def _terms(arguments: argparse.Namespace, path: Path) -> Terms:
    """As the file says, which must be as the arguments say where they say anything."""
    from codescore.experiments.grading.items import Terms
    from codescore.experiments.grading.sheet import Sheet

    held = None
    if path.is_file():
        with closing(Sheet.open(path)) as sheet:
            held = sheet.terms()
    if held is None:
        return Terms(arguments.seed or 0, arguments.references, arguments.show_reference)
    for option, wanted, known in (
        ("--seed", arguments.seed, held.seed),
        ("--references", arguments.references, held.references),
        ("--show-reference", arguments.show_reference or None, held.beside),
    ):
        if wanted is not None and wanted != known:
            said = "all" if known is None else known
            raise InputError(
                f"{sheet.path} was begun with {option} {said}; leave it out, or name another --grades file"
            )
    return held


def _serve(arguments: argparse.Namespace, items: Sequence[Item], sheet: Sheet, terms: Terms) -> None:
    """Serve the page until Ctrl-C, which is the usual end and no failure."""
    from codescore.experiments.grading.desk import Desk
    from codescore.foundation.loopback import PageServer
    from codescore.reports.grading_page import grading_page

    server = PageServer(Desk(grading_page(), items, sheet, terms), arguments.port)
    mixed = sum(item.reference for item in items)
    try:
        terminal.say(f"{terminal.counted(len(items), 'snippet')} to grade, {mixed} of them references")
        terminal.say(f"the page is at {server.address} until Ctrl-C; the address is a secret, do not pass it on")
        while waited(_POLL):
            pass
    except KeyboardInterrupt:
        return
    finally:
        server.close()
        for grader, grades in sorted(sheet.latest().items()):
            terminal.say(f"{grader}: {len(grades)} of {len(items)} graded; kept in {terminal.visible(str(sheet.path))}")


def _collect(
    arguments: argparse.Namespace, samples: Sequence[Sample], items: Sequence[Item], sheets: Sequence[Sheet]
) -> int:
    from codescore.experiments.grading.collected import collect, graded_lines

    found = collect(samples, items, sheets)
    data = b"".join(graded_lines(arguments.data, samples, found))
    with replacing(arguments.out) as temporary:
        temporary.write_bytes(_packed(arguments.out, data))
    for notice in found.notices():
        terminal.say(f"note: {notice}")
    if arguments.json:
        terminal.print_json({"out": str(arguments.out), **found.document()})
    else:
        _print(found, arguments.out)
    return 0


def _packed(path: Path, data: bytes) -> bytes:
    import gzip

    return gzip.compress(data, mtime=0) if path.suffix == ".gz" else data


def _print(found: Collected, out: Path) -> None:
    from rich import box
    from rich.table import Table

    console = terminal.stdout()
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column("grader", no_wrap=True)
    for title in ("grades", "cannot tell", "references below 3", "right (M-MSR)"):
        table.add_column(title, justify="right")
    for one in found.graders:
        low = f"{one.references_low} of {one.references}"
        right = "–" if one.right is None else f"{one.right:.2f}"
        table.add_row(terminal.visible(one.name), str(one.grades), str(one.cannot_tell), low, right)
    console.print(table)
    console.print(str(found.agreement), soft_wrap=True, highlight=False)
    mean = "" if found.references_mean is None else f"; references: mean grade {found.references_mean:.2f}"
    console.print(f"{len(found.human):,} of {len(found.by):,} snippets have a grade{mean}", highlight=False)
    console.print(f"wrote {terminal.visible(str(out))}", soft_wrap=True, highlight=False)
