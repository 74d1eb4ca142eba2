"""`codescore-train exporters`: a run exported by torch and by optimum, side by side."""

from __future__ import annotations

import argparse

from codescore_train.commands.options import print_json, recipe_of
from codescore_train.experiments.log import write_json
from codescore_train.export.exporters import compare
from codescore_train.work import load_work


def run(options: argparse.Namespace) -> int:
    """Exit code 0 where both compute what was trained, 1 where one does not."""
    found = compare(load_work(options.work, recipe_of(options)), options.optimum_python, max(1, options.rounds))
    if options.out:
        write_json(options.out, found)
    print_json(found)
    return 0 if all(one["parity"]["passed"] for one in found["exporters"].values()) else 1
