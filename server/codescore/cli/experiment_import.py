"""`codescore experiment import`: logs of other tools become events; all of a file or, with `--skip`, what fits."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from contextlib import ExitStack, closing
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from codescore.cli import terminal
from codescore.cli.arguments import Commands, Parser, add_command, add_json
from codescore.cli.bundles import bundle_path
from codescore.cli.experiment_store import add_store, opened
from codescore.foundation.errors import InputError

if TYPE_CHECKING:
    from codescore.experiments.events import Event
    from codescore.experiments.importers import Judging, Outcome, Setting
    from codescore.experiments.store import Store

_BATCH = 2_000

_DETAILS = """\
Formats: copilot (OpenTelemetry file of Copilot Chat), continue (dev_data of Continue), tabby (events of a server),
mapped (any CSV or JSON lines with --mapping FILE), events (what `experiment export` wrote).
Every line is checked before anything is stored. A line that is not understood is named with the reason, and nothing of
the file is stored; with --skip the rest is. The same file can be imported again: nothing is stored twice.
People named in a log become pseudonyms, paths become hashes, and code is kept as `experiment init --keep` says."""

_EXAMPLE = """\
  codescore experiment import copilot ~/copilot-otel.jsonl --participant P07
  codescore experiment import mapped log.csv --mapping log.toml"""


def configure(commands: Commands[Parser]) -> None:
    """The arguments of `experiment import`."""
    parser = add_command(commands, "import", "Take events from logs of other tools.", _DETAILS, _EXAMPLE)
    parser.add_argument("format", metavar="FORMAT", help="copilot, continue, tabby, mapped or events")
    parser.add_argument("files", metavar="FILE", nargs="+", type=Path, help="logs")
    parser.add_argument("--mapping", metavar="FILE", type=Path, help="for `mapped`: which column is what (TOML)")
    parser.add_argument("--participant", metavar="P", help="pseudonym of whoever the log is of")
    parser.add_argument("--study", metavar="NAME", help="the study (default: the store's)")
    parser.add_argument("--arm", metavar="LABEL", help="the arm that all of it belongs to")
    parser.add_argument("--judge", action="store_true", help="judge suggestions against what they replace, where known")
    parser.add_argument("--bundle", metavar="B", help="with --judge: another model than the one in use")
    parser.add_argument("--skip", action="store_true", help="leave out lines that are not understood")
    add_store(parser)
    add_json(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Check, then store; InputError names the first line that is refused."""
    with ExitStack() as stack:
        store = stack.enter_context(opened(arguments))
        judging = _judging(arguments, stack) if arguments.judge else None
        told = []
        for path in arguments.files:
            with terminal.progress(f"reading {path.name}"):
                outcome = _checked(path, arguments, _setting(arguments, store))
            with terminal.progress(f"importing {path.name}"):
                told.append(_imported(path, arguments, store, outcome, judging))
    if arguments.json:
        terminal.print_json({"files": told})
        return 0
    for one in told:
        events = ", ".join(f"{kind} {count:,}" for kind, count in sorted(one["events"].items())) or "no events"
        print(terminal.visible(f"{one['file']}: {events}; {one['new']:,} new, {one['known']:,} known already"))
        if one["withdrawn"]:
            print(f"  {one['withdrawn']:,} left out: their participant has withdrawn")
        if one["other"]:
            print(
                terminal.visible("  about something else: " + ", ".join(f"{k} {n:,}" for k, n in one["other"].items()))
            )
        for refused in one["refused"]:
            print(terminal.visible(f"  line {refused['line']} left out: {refused['reason']}"))
    return 0


def _setting(arguments: argparse.Namespace, store: Store, judging: Judging | None = None) -> Setting:
    import msgspec

    from codescore.experiments import study
    from codescore.experiments.events import Identifier, Pseudonym
    from codescore.experiments.importers import Setting
    from codescore.foundation import shapes

    known = study.read(store)
    kinds: dict[str, Any] = {"participant": Pseudonym, "study": Identifier, "arm": Identifier}
    for name, kind in kinds.items():
        try:
            shapes.convert(getattr(arguments, name), kind | None)
        except msgspec.ValidationError as error:
            raise InputError(f"--{name} {getattr(arguments, name)!r}: {error}") from None
    return Setting(
        key=store.key,
        level=known.level,
        study=arguments.study or known.name,
        arm=arguments.arm,
        participant=arguments.participant,
        judging=judging,
        mapping=arguments.mapping,
    )


def _checked(path: Path, arguments: argparse.Namespace, setting: Setting) -> Outcome:
    """Read it once without storing."""
    from codescore.experiments.importers import Outcome, importer_of, read

    outcome = Outcome()
    for _ in read(path, importer_of(arguments.format, setting), outcome):
        pass
    if outcome.refusals and not arguments.skip:
        first, more = outcome.refused[0], outcome.refusals - 1
        also = f" (and {more:,} more lines)" if more else ""
        hint = "nothing was imported; --skip leaves such lines out"
        raise InputError(f"{path}:{first.line}: {first.reason}{also}; {hint}")
    return outcome


def _imported(
    path: Path, arguments: argparse.Namespace, store: Store, checked: Outcome, judging: Judging | None
) -> dict[str, Any]:
    from codescore.experiments.importers import Outcome, importer_of, read

    importer = importer_of(arguments.format, _setting(arguments, store, judging))
    new = known = withdrawn = 0
    events = read(path, importer, Outcome())
    for batch in _batches(events):
        found = store.append(batch)
        new, known, withdrawn = new + found.new, known + found.known, withdrawn + found.withdrawn
    return {
        "file": str(path), "events": dict(checked.events), "new": new, "known": known, "withdrawn": withdrawn,
        "other": dict(checked.other), "refusals": checked.refusals,
        "refused": [{"line": one.line, "reason": one.reason} for one in checked.refused],
    }  # fmt: skip


def _batches(events: Iterator[Event]) -> Iterator[list[Event]]:
    while batch := list(islice(events, _BATCH)):
        yield batch


def _judging(arguments: argparse.Namespace, stack: ExitStack) -> Judging:
    from codescore.engine import Session
    from codescore.experiments.judging import Judge

    session = stack.enter_context(closing(Session(bundle=bundle_path(arguments.bundle))))
    session.warm()
    return Judge(session).verdict
