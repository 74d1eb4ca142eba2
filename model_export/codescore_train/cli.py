"""`codescore-train`: one subcommand per stage; arguments in, one line per error out.

All stages share a work folder: tokenizer.json, pairs.*.npz, run/ (checkpoint, log), model.fp32.onnx.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from codescore.errors import CodescoreError, Interrupted

from codescore_train import stages


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one stage; returns the exit code of the contract (0, 1, 2, 3, 130)."""
    raw = list(sys.argv[1:] if arguments is None else arguments)
    os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")  # it would deadlock in forked workers
    try:
        if raw[:1] == ["corpus"]:  # has its own recipe and options
            from codescore_train.corpus.__main__ import main as corpus

            return corpus(raw[1:])
        options = _parser().parse_args(raw)
        run: Callable[[argparse.Namespace], int] = options.run
        return run(options)
    except CodescoreError as error:
        print(f"codescore-train: {error}", file=sys.stderr)
        return error.exit_code
    except KeyboardInterrupt:
        print("codescore-train: stopped; nothing half-written is left", file=sys.stderr)
        return Interrupted.exit_code


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="codescore-train", description="Train a CodeScore-R bundle, stage by stage.")
    commands = parser.add_subparsers(dest="command", required=True, metavar="STAGE")
    commands.add_parser("corpus", help="functions with comments from pinned package archives", add_help=False)
    work = argparse.ArgumentParser(add_help=False)
    work.add_argument("--work", type=Path, required=True, help="folder that the stages share")
    recipe = argparse.ArgumentParser(add_help=False)
    recipe.add_argument("--recipe", default="base", help="TOML file, or a shipped recipe's name (default: base)")
    recipe.add_argument("--base", help="RoBERTa-type model to start from: local folder or hub id (over model.base)")
    recipe.add_argument("--allow-network", action="store_true", help="let --base be fetched from a model hub")
    corpus = argparse.ArgumentParser(add_help=False)
    corpus.add_argument("--corpus", type=Path, required=True, help="folder with functions.<language>.<part>.jsonl.gz")
    training = argparse.ArgumentParser(add_help=False)
    training.add_argument("--device", choices=("auto", "cpu", "cuda"), default="auto")
    training.add_argument("--stop-after", type=float, metavar="MINUTES", help="bound the time; the rate decays in it")
    bundle = argparse.ArgumentParser(add_help=False)
    bundle.add_argument("--out", type=Path, required=True, help="bundle folder to write")
    bundle.add_argument("--corpus-summary", type=Path, action="append", default=[], help="JSON to record (repeatable)")

    def add(name: str, run: Callable[[argparse.Namespace], int], text: str, *parents: argparse.ArgumentParser) -> argparse.ArgumentParser:
        command = commands.add_parser(name, help=text, description=text, parents=list(parents))
        command.set_defaults(run=run)
        return command

    add("tokenizer", stages.tokenizer, "train the tokenizer, or take a base's", work, recipe, corpus)
    add("pairs", stages.pairs, "rewrites and mutants of corpus functions, tokenised", work, recipe, corpus)
    add("train", stages.train, "train, or go on training", work, recipe, training)
    add("export", stages.export, "checkpoint -> verified bundle", work, recipe, bundle)
    add("all", stages.everything, "tokenizer, pairs, train, export", work, recipe, corpus, training, bundle)
    verify = add("verify", stages.verify, "check a bundle's hashes, parity and latency; exit 1 if it fails")
    verify.add_argument("bundle", type=Path)
    verify.add_argument("--work", type=Path, help="measure parity again with the checkpoint of this work folder")
    verify.add_argument("--json", action="store_true", help="print one JSON document")
    evaluate = add("evaluate", stages.evaluate, "measure a bundle on data sets and record it in its manifest")
    evaluate.add_argument("bundle", type=Path)
    evaluate.add_argument("--data", type=Path, nargs="+", required=True, help="data sets (JSON lines, may be gzipped)")
    evaluate.add_argument("--record", action="store_true", help="write the results into the bundle's manifest")
    evaluate.add_argument("--out", type=Path, help="write all results to this JSON file")
    evaluate.add_argument("--limit", type=int, default=0, help="at most so many pairs per data set (0: all)")
    evaluate.add_argument("--seed", type=int, default=1)
    return parser


def print_json(document: object) -> None:
    """One JSON document on stdout."""
    print(json.dumps(document, indent=1))


if __name__ == "__main__":
    sys.exit(main())
