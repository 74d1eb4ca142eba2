"""`codescore-train evaluate`: measure a bundle on data sets; print, and record where asked."""

from __future__ import annotations

import argparse

from codescore_train.commands.options import print_json
from codescore_train.experiments.log import write_json
from codescore_train.verify.evaluate import evaluate_bundle, record


def run(options: argparse.Namespace) -> int:
    """Evaluate, then write what was asked for."""
    results = evaluate_bundle(options.bundle, options.data, options.limit, options.seed)
    if options.out:
        write_json(options.out, results)
    if options.record:
        record(options.bundle, results)
    print_json(results)
    return 0
