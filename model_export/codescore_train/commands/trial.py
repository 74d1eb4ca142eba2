"""`codescore-train trial`: measure a run from its checkpoint, for the experiments log."""

from __future__ import annotations

import argparse

from codescore_train.commands.options import print_json, recipe_of
from codescore_train.experiments.log import write_json
from codescore_train.verify.trial import measure_run
from codescore_train.work import load_work


def run(options: argparse.Namespace) -> int:
    """Measure, print, and write where asked."""
    found = measure_run(load_work(options.work, recipe_of(options)), options.data, options.functions, options.limit)
    if options.out:
        write_json(options.out, found)
    print_json(found)
    return 0
