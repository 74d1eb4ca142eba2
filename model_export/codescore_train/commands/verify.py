"""`codescore-train verify`: does a bundle hold?"""

from __future__ import annotations

import argparse
import sys

from codescore_train.commands.options import print_json
from codescore_train.verify.check import verify_bundle


def run(options: argparse.Namespace) -> int:
    """Exit code 0 where it holds, 1 where it does not."""
    report = verify_bundle(options.bundle, options.work)
    if options.json:
        print_json(report)
    else:
        for name, result in report["checks"].items():
            sys.stdout.write(f"{'ok    ' if result['ok'] else 'FAILED'} {name}: {result['detail']}\n")
    return 0 if report["ok"] else 1
