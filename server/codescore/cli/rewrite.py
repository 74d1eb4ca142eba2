"""`codescore rewrite`: one perturbed variant of a file, with the rules that were applied."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from codescore.cli import terminal
from codescore.cli.arguments import POSITIONS, Commands, Parser, add_command, add_json, add_language, seed
from codescore.cli.positions import line_of, range_json
from codescore.foundation.errors import InputError

if TYPE_CHECKING:
    from codescore.cli.reading import Read
    from codescore.rewrite import AppliedEdit, Rewritten

KINDS = {
    "token": "other names, the same code",
    "syntax": "the same meaning, written differently (table 1 of the paper)",
    "semantic": "another meaning: operators replaced (table 2)",
}

# Enough for any file that a person reads; each edit is held against all others, so that none overlap.
_MOST_EDITS = 1000

_DETAILS = f"""\
The new code goes to stdout, the rules that were applied to stderr. One seed always gives the same variant.
With --json: code, edits (rule, range in the original, before, after) and seed on stdout; code is null where no
rule applies, and the exit code is then 1.
{POSITIONS}"""


def configure(commands: Commands[Parser]) -> None:
    """The arguments of `rewrite`."""
    example = "  codescore rewrite merge.py --kind syntax\n  codescore rewrite merge.py --kind semantic --seed 7 --json"
    parser = add_command(commands, "rewrite", "Write a file differently, by rule.", _DETAILS, example)
    parser.add_argument("file", metavar="FILE", help="source file, or - for stdin")
    kinds = "; ".join(f"{kind}: {what}" for kind, what in KINDS.items())
    parser.add_argument("--kind", required=True, choices=tuple(KINDS), help=kinds)
    parser.add_argument("--seed", type=seed, default=0, metavar="N", help="which variant (default 0)")
    add_language(parser)
    add_json(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Read, rewrite, print; 1 where no rule applies."""
    from codescore.cli.reading import read_parsed

    source = read_parsed(arguments.file, arguments.language).read
    if arguments.kind != "token" and source.language.rewriter() is None:
        raise InputError(f"{source.label}: code in {source.language.name} can only be renamed so far; use --kind token")
    with terminal.progress("rewriting"):
        rewritten = _rewritten(source, arguments.kind, arguments.seed)
    if arguments.json:
        terminal.print_json(_document(source, rewritten, arguments))
    if rewritten is None:
        terminal.say(f"codescore: no {arguments.kind} rule applies to {source.label} (or none keeps it compiling)")
        return 1
    if not arguments.json:
        terminal.write_bytes(rewritten.code)
        for line in _summary(source, rewritten.edits):
            terminal.say(line)
    return 0


def _rewritten(source: Read, kind: str, number: int) -> Rewritten | None:
    """The variant, or None where no rule applies; one that no longer compiles is not offered."""
    from codescore import rewrite
    from codescore.engine import Session, check_file, make_source

    session = Session(disk_cache=False)

    def compiles(code: bytes) -> bool:
        return check_file(session, make_source(source.language, code, source.label)).compiles

    try:
        if kind == "token":
            return rewrite.rename(source.language, source.data, seed=number, compiles=compiles)
        if kind == "semantic":
            return rewrite.mutate(source.language, source.data, seed=number, compiles=compiles)
        return rewrite.transform(source.language, source.data, seed=number, max_edits=_MOST_EDITS, compiles=compiles)
    finally:
        session.close()


def _document(source: Read, rewritten: Rewritten | None, arguments: argparse.Namespace) -> dict[str, Any]:
    from codescore.foundation.text import Text

    text = Text.of(source.data)
    edits = rewritten.edits if rewritten else ()
    return {
        "code": rewritten.code.decode("utf-8") if rewritten else None,
        "edits": [
            {"rule": e.rule, "range": range_json(text, e.start, e.end), "before": e.before, "after": e.after}
            for e in edits
        ],
        "seed": arguments.seed,
        "kind": arguments.kind,
        "file": source.label,
        "language": source.language.id,
    }


def _summary(source: Read, edits: tuple[AppliedEdit, ...]) -> list[str]:
    """One line for each kind of edit: where it was made first, which rule, what became what, how often."""
    from codescore.foundation.text import Text

    text = Text.of(source.data)
    alike: dict[tuple[str, str, str], list[AppliedEdit]] = {}
    for edit in edits:
        alike.setdefault((edit.rule, edit.before, edit.after), []).append(edit)
    return [
        f"{source.label}:{line_of(text, group[0].start)}: {rule}: {_first_line(before)} -> {_first_line(after)}"
        + (f" ({len(group)} times)" if len(group) > 1 else "")
        for (rule, before, after), group in alike.items()
    ]


def _first_line(code: str) -> str:
    first, *rest = code.strip().splitlines() or [""]
    return f"{first} ..." if rest else first
