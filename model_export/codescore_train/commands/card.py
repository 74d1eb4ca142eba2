"""`codescore-train card`: the model card of a bundle, beside its files."""

from __future__ import annotations

import argparse
from pathlib import Path

from codescore.embed import load_bundle
from codescore_train.commands.options import say
from codescore_train.experiments.log import write_text
from codescore_train.export.card import CARD_FILE, model_card


def run(options: argparse.Namespace) -> int:
    """Write the card, or with --check say whether it is up to date (exit code 1 if not)."""
    text = model_card(load_bundle(options.bundle).manifest)
    out: Path = options.out or options.bundle / CARD_FILE
    fresh = out.is_file() and out.read_text(encoding="utf-8") == text
    if options.check:
        say(f"{out}: {'up to date' if fresh else 'not up to date'}")
        return 0 if fresh else 1
    if not fresh:
        write_text(out, text)
    say(str(out))
    return 0
