"""`codescore-train log`: a bundle's folder in the experiments log."""

from __future__ import annotations

import argparse

from codescore.embed import load_bundle
from codescore_train.commands.options import document, say
from codescore_train.experiments.log import Logged
from codescore_train.experiments.shipped import log_bundle


def run(options: argparse.Namespace) -> int:
    """Write the folder; notes are a person's."""
    trial = document(options.trial) if options.trial else None
    said = Logged(options.folder.name, options.variable, options.baseline, trial)
    log_bundle(load_bundle(options.bundle), options.folder, said, options.work)
    say(f"{options.folder}: write notes.md, then `codescore-train table {options.folder.parent}`")
    return 0
