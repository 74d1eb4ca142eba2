"""`codescore experiment init`: start a store: the study, who takes part, what is recorded, the arms, the plan.

Reads arguments and words answers; what is kept is decided by `codescore.experiments.study`.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import Any

from codescore.cli import terminal
from codescore.cli.arguments import Commands, Parser, add_command, add_json, seed
from codescore.cli.experiment_store import add_store
from codescore.foundation.errors import InputError

_DETAILS = """\
Nothing is recorded before this. What is kept of code: `lengths` (characters, lines), `hashes` (the default: also a hash
under a key that stays in the store; equal code can be recognised, other code cannot be read), `sketches` (also the
sketch: your names are replaced, but literals and structure stay, so an algorithm can be recognised and a secret in a
literal can be read), `source` (the code itself). EXPERIMENTS.md says what can be inferred from each.

--arm, twice or more: what is shown to whom. badge, hidden (recorded, not shown), threshold=X, evidence (both are run
first; needs --execute). They are drawn in balanced blocks from --seed, by suggestion or by participant; --sealed
records letters instead of names. Participants on machines of their own need the same --roster FILE (a pseudonym a
line), or each machine would begin the draw anew.
--plan FILE registers a plan by its hash; the analysis says whether it was changed since.
On a store that exists, only what is given changes."""

_EXAMPLE = """\
  codescore experiment init
  codescore experiment init --study pilot --participant P01 --arm badge --arm hidden --seed 7 --plan plan.md"""


def configure(commands: Commands[Parser]) -> None:
    """The arguments of `experiment init`."""
    parser = add_command(commands, "init", "Agree to record, and say what.", _DETAILS, _EXAMPLE)
    parser.add_argument("--study", metavar="NAME", help="the study's name")
    parser.add_argument("--participant", metavar="P", help="a pseudonym for who works here; never a name")
    parser.add_argument("--keep", metavar="LEVEL", help="lengths, hashes (default), sketches or source")
    parser.add_argument("--arm", metavar="ARM", action="append", default=[], help="an arm; see above")
    parser.add_argument("--by", choices=("suggestion", "participant"), default="suggestion", help="what is drawn")
    together = parser.add_mutually_exclusive_group()
    together.add_argument("--roster", metavar="FILE", type=Path, help="with --participant: all pseudonyms, in order")
    together.add_argument("--one-store", action="store_true", help="with --by participant: all work with this store")
    parser.add_argument("--seed", metavar="N", type=seed, default=0, help="of the draw (default 0)")
    parser.add_argument("--sealed", action="store_true", help="record letters instead of the names of arms")
    parser.add_argument("--plan", metavar="FILE", type=Path, help="register a plan, or an amendment of it")
    execute = parser.add_mutually_exclusive_group()
    execute.add_argument(
        "--execute",
        action="store_true",
        default=None,
        help="run what is left, in the sandbox; the arm evidence, too",
    )
    execute.add_argument("--no-execute", action="store_false", dest="execute", help="run nothing (the default)")
    record = parser.add_mutually_exclusive_group()
    record.add_argument("--pause", action="store_false", dest="recording", default=None, help="record nothing for now")
    record.add_argument("--resume", action="store_true", dest="recording", help="record again")
    add_store(parser)
    add_json(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Make or change the store, and say what is recorded from now on."""
    import msgspec

    from codescore.cli.experiment_status import document, words
    from codescore.experiments import study as studies
    from codescore.experiments.places import store_path
    from codescore.experiments.store import Store

    path, now = store_path(arguments.store), int(time.time() * 1000)
    changed = _changes(arguments)  # what is wrong with the arguments is said before a file is made
    if not path.exists():
        studies.consistent(studies.Study(**changed))
    if arguments.plan is not None:
        studies.digest(arguments.plan)
    with Store.open(path) if path.exists() else Store.create(path) as store:
        before = studies.read(store)
        created = {"created_ms": before.created_ms or now}
        studies.write(store, msgspec.structs.replace(before, **changed, **created))
        registered = studies.register(store, arguments.plan, now) if arguments.plan else None
        if arguments.json:
            terminal.print_json(document(store))
        else:
            for line in words(store):
                print(terminal.visible(line))
            if registered is not None:
                print(f"registered {registered.name}: SHA-256 {registered.sha256}")
    return 0


def _changes(arguments: argparse.Namespace) -> dict[str, Any]:
    """The fields of the study that the arguments name; InputError for a value that none can have."""
    import msgspec

    from codescore.experiments.arms import design_of
    from codescore.experiments.contents import level_of
    from codescore.experiments.study import Study, position_in
    from codescore.foundation import shapes

    names = {"name": arguments.study, "participant": arguments.participant, "execute": arguments.execute}
    found = {name: value for name, value in (names | {"recording": arguments.recording}).items() if value is not None}
    if arguments.keep is not None:
        found["level"] = level_of(arguments.keep)
    if arguments.arm:
        found["design"] = design_of(arguments.arm, arguments.by, arguments.seed, sealed=arguments.sealed)
        if arguments.by == "participant" and not (arguments.roster or arguments.one_store):
            raise InputError("--by participant needs --roster FILE, so that all machines draw alike, or --one-store")
    elif arguments.sealed or arguments.seed or arguments.by != "suggestion":
        raise InputError("--by, --seed and --sealed belong to arms; name two or more with --arm")
    if arguments.roster is not None:
        found["position"] = position_in(arguments.roster, arguments.participant)
    try:
        shapes.convert(msgspec.to_builtins(Study(**found)), Study)
    except msgspec.ValidationError as error:
        hint = "a pseudonym has letters, digits, '.', '_' and '-' only"
        raise InputError(f"{error}; {hint}" if "participant" in str(error) else str(error)) from None
    return found
