"""`codescore-train flips`: verdicts that eight bits change, and how fast the shipped model is."""

from __future__ import annotations

import argparse

from codescore_train.commands.options import print_json, say
from codescore_train.experiments.log import write_json
from codescore_train.verify.evaluate import record
from codescore_train.verify.flips import EIGHT_BITS, MOST_FLIPS, measure_flips


def run(options: argparse.Namespace) -> int:
    """Measure, print, record where asked; exit code 1 where more verdicts flip than may."""
    found = measure_flips(options.bundle, options.fp32, options.data, options.limit)
    if options.out:
        write_json(options.out, found)
    if options.record:
        record(options.bundle, {EIGHT_BITS: found})
    print_json(found)
    say(f"{found['ways'][found['default-pooling']]['flipped-pairs']} of {found['pairs']} verdicts differ")
    return 0 if found["flips"] <= MOST_FLIPS else 1
