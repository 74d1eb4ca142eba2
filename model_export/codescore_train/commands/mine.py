"""`codescore-train mine`: pairs of corpus functions by what they do when they are run."""

from __future__ import annotations

import argparse
from dataclasses import asdict

from codescore.foundation.errors import InputError
from codescore_train.commands.options import print_json, say
from codescore_train.mining.mine import Settings, Summary, mine


def run(options: argparse.Namespace) -> int:
    """Mine, or go on mining; exit code 1 where no pair of the same behaviour was found."""
    for name, value in (
        ("inputs", options.inputs - 16),
        ("mutants", options.mutants),
        ("functions", options.functions),
    ):
        if value < 0:
            raise InputError(f"--{name} is too small; see `codescore-train mine --help`")
    if not 0 < options.different <= 1:
        raise InputError("--different is a similarity, above 0 and at most 1")
    settings = Settings(
        options.functions, tuple(options.language), options.inputs, options.mutants, options.neighbours,
        options.different,
    )  # fmt: skip
    found = mine(options.corpus, options.out, settings)
    if options.json:
        print_json(asdict(found))
    else:
        _tell(found)
        say(f"written: {options.out / 'pairs.jsonl'}")
    return 0 if found.kinds.get("positive") else 1


def _tell(found: Summary) -> None:
    print(f"functions  {found.read} read, {found.chosen} chosen, {found.run} run, {found.informative} informative")
    for title, reasons in (("refused", found.refused), ("uninformative", found.uninformative)):
        for why, count in reasons.items():
            print(f"  {title:<13} {count:>6}  {why}")
    print(f"clusters   {found.clusters} in {found.buckets} buckets; {found.alike} pairs too alike")
    for kind, count in found.kinds.items():
        print(f"  {kind:<13} {count:>6}")
    for why, count in found.dropped.items():
        print(f"  dropped       {count:>6}  {why}")
    print(f"yield      {found.yield_share:.2%} of the functions chosen are in a positive pair")
