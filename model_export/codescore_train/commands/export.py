"""`codescore-train export`: from the checkpoint of a work folder to a verified bundle."""

from __future__ import annotations

import argparse

from codescore.foundation.files import sha256
from codescore_train.commands.options import document, recipe_of, say
from codescore_train.export.bundle import write_bundle
from codescore_train.export.exporters import exporter
from codescore_train.work import load_work


def run(options: argparse.Namespace) -> int:
    """Write the bundle."""
    summaries = {path.stem: {**document(path), "sha256": sha256(path)} for path in options.corpus_summary}
    work = load_work(options.work, recipe_of(options))
    manifest = write_bundle(work, options.out, summaries, exporter(options.exporter, options.optimum_python))
    audit = manifest.quality["self-audit"][manifest.default_pooling]
    said = ", ".join(f"{language} {numbers['auroc']}" for language, numbers in audit.items())
    say(f"{options.out}: {manifest.name} {manifest.version}, {manifest.default_pooling}, self-audit AUROC {said}")
    return 0
