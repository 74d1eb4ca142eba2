"""`codescore experiment status`: what the store is, what it records, and how much is in it."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from codescore.cli import terminal
from codescore.cli.arguments import Commands, Parser, add_command, add_json
from codescore.cli.experiment_store import add_store, opened

if TYPE_CHECKING:
    from codescore.experiments.store import Store

_KEPT = {
    "lengths": "of code only lengths",
    "hashes": "of code lengths and keyed hashes, no text",
    "sketches": "of code its sketch: names are replaced, literals and structure are readable",
    "source": "the code itself",
}


def configure(commands: Commands[Parser]) -> None:
    """The arguments of `experiment status`."""
    details = "--plan FILE says whether the plan is the one that was registered; exit code 1 where it is not."
    parser = add_command(
        commands, "status", "What is recorded, of whom, and how much.", details, "  codescore experiment status"
    )
    parser.add_argument("--plan", metavar="FILE", type=Path, help="check a plan against the registered one")
    parser.add_argument("--unseal", action="store_true", help="show which letter is which arm")
    add_store(parser)
    add_json(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Show it; 1 where a plan was given and is not the registered one."""
    from codescore.experiments import study as studies

    with opened(arguments) as store:
        if arguments.json:
            terminal.print_json(document(store, arguments.plan, unseal=arguments.unseal))
        else:
            for line in words(store, arguments.plan, unseal=arguments.unseal):
                print(terminal.visible(line))
        return int(arguments.plan is not None and studies.checked(store, arguments.plan).state != "unchanged")


def document(store: Store, plan: Path | None = None, *, unseal: bool = False) -> dict[str, Any]:
    """All of it as data."""
    import msgspec

    from codescore.experiments import layout, study
    from codescore.experiments.arms import key_of
    from codescore.experiments.events import SCHEMA

    found = study.read(store)
    open_key = found.design is not None and (unseal or not found.design.sealed)
    return {
        "store": str(store.path),
        "layout": layout.VERSION,
        "event_schema": SCHEMA,
        "study": msgspec.to_builtins(found),
        "events": store.counts(),
        "participants": [{"participant": name, "events": count} for name, count in store.participants().items()],
        "arms": store.assigned() if open_key or found.design is None else None,
        "arm_labels": key_of(found.design) if found.design is not None and open_key else None,
        "plan": msgspec.to_builtins(study.checked(store, plan)),
    }


def _run(study: dict[str, Any]) -> str:
    """What may be run of a participant's code, in words."""
    if not study["execute"]:
        return "nothing is run"
    suggested = "evidence" in (study.get("design") or {}).get("arms", ())
    return f"what is left{', and what is suggested in the arm evidence,' if suggested else ''} is run in the sandbox"


def words(store: Store, plan: Path | None = None, *, unseal: bool = False) -> list[str]:
    """The same in lines for a person."""
    found = document(store, plan, unseal=unseal)
    study, design = found["study"], found["study"].get("design")
    who = study.get("participant") or "nobody in particular"
    recording = "recording" if study["recording"] else "paused: nothing is recorded"
    lines = [
        f"store         {found['store']}",
        f"study         {study.get('name') or 'none'}, participant {who}; {recording}",
        f"kept          {_KEPT[study['level']]}",
        f"run           {_run(study)}",
    ]
    if design is not None:
        label = "sealed: letters are recorded" if design["sealed"] else "recorded by name"
        lines.append(f"arms          {', '.join(design['arms'])} by {design['unit']}, seed {design['seed']}; {label}")
    if found["arm_labels"] is not None and design["sealed"]:
        lines.append("unsealed      " + ", ".join(f"{letter} is {arm}" for arm, letter in found["arm_labels"].items()))
    if found["arms"]:
        lines.append("drawn         " + ", ".join(f"{arm} {count:,}" for arm, count in sorted(found["arms"].items())))
    events = ", ".join(f"{kind} {count:,}" for kind, count in sorted(found["events"].items())) or "none"
    lines.append(f"events        {events}")
    names = [f"{p['participant'] or '(none)'} {p['events']:,}" for p in found["participants"]]
    if names:
        shown = ", ".join(names[:20]) + (f", and {len(names) - 20:,} more" if len(names) > 20 else "")
        lines.append(f"participants  {shown}")
    lines.append(f"plan          {found['plan']['said']}")
    return lines
