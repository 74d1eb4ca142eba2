"""`codescore-train`: one subcommand per stage; arguments in, one line per error out.

All stages share a work folder: tokenizer.json, pairs.*.npz, run/ (checkpoint, log), model.fp32.onnx.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path

from codescore.foundation import interrupts
from codescore.foundation.errors import CodescoreError, EnvironmentProblem, Interrupted
from codescore.foundation.packages import remedy

_RUN, _EXPORT = ("work", "recipe"), ("bundle", "optimum")
#: Stage -> (what it does, groups of options it takes); `corpus` has a command line of its own.
STAGES: dict[str, tuple[str, tuple[str, ...]]] = {
    "tokenizer": ("train the tokenizer, or take a base's", ("work", "recipe", "corpus")),
    "pairs": ("rewrites and mutants of corpus functions, tokenised", ("work", "recipe", "corpus", "solutions")),
    "train": ("train, or go on training", ("work", "recipe", "training")),
    "blend": ("the mean of a run's weights and of those it started from", ("work", "recipe", "blend")),
    "export": ("from a checkpoint to a verified bundle", (*_RUN, *_EXPORT)),
    "exporters": ("export by torch and by optimum, side by side; exit 1 if one fails", (*_RUN, "exporters", "optimum")),
    "all": ("tokenizer, pairs, train and export", (*_RUN, "corpus", "solutions", "training", *_EXPORT)),
    "verify": ("check a bundle's hashes, parity and latency; exit 1 if it fails", ("verify",)),
    "evaluate": ("measure a bundle on data sets", ("evaluate",)),
    "probability": ("train the probability of passing, measure it out of fold", ("probability",)),
    "trial": ("measure a run from its checkpoint, for the experiments log", ("work", "recipe", "trial")),
    "flips": ("verdicts that eight bits change, and latency; exit 1 if too many", ("flips",)),
    "card": ("the model card, from the manifest", ("card",)),
    "ablate": ("run a plan of experiments, one variable at a time", ("recipe", "ablate")),
    "log": ("a bundle's folder in the experiments log", ("log",)),
    "table": ("set the runs of an experiments log side by side", ("table",)),
    "same-task": ("tell another algorithm for a task from a look-alike: gather, train, baselines, record", ("same",)),
    "language": ("draft a new language, or hold one to its examples; exit 1 where it does not agree", ("language",)),
    "mine": ("pairs of corpus functions by what they do when run in the sandbox; exit 1 if none", ("mine",)),
    "crystal": ("count the n-grams that a corpus shares most, for CrystalBLEU", ("crystal",)),
}

#: What stands below a stage's options.
EXAMPLES = {
    "mine": "example: codescore-train mine --corpus corpus --language python --functions 5000 --out mined --json",
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one stage; returns the exit code of the contract (0, 1, 2, 3, 130)."""
    raw = list(sys.argv[1:] if arguments is None else arguments)
    os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")  # its threads do not survive the fork of a worker
    try:
        with interrupts.noted():
            return _run(raw)
    except CodescoreError as error:
        sys.stderr.write(f"codescore-train: {error}\n")
        return error.exit_code
    except ImportError as error:
        sys.stderr.write(f"codescore-train: {error}; install it with: {remedy(error.name or '')}\n")
        return EnvironmentProblem.exit_code
    except KeyboardInterrupt:
        sys.stderr.write("codescore-train: stopped; nothing half-written is left\n")
        return Interrupted.exit_code


def _run(raw: list[str]) -> int:
    if raw[:1] == ["corpus"]:
        return int(import_module("codescore_train.corpus.__main__").main(raw[1:]))
    options = _parser().parse_args(raw)
    return int(import_module(f"codescore_train.commands.{options.command.replace('-', '_')}").run(options))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="codescore-train", description="Train a CodeScore-R bundle, stage by stage.")
    commands = parser.add_subparsers(dest="command", required=True, metavar="STAGE")
    commands.add_parser("corpus", help="functions with comments from pinned package archives", add_help=False)
    groups = _groups()
    for name, (text, parents) in STAGES.items():
        own = [groups[group] for group in parents]
        commands.add_parser(name, help=text, description=text, epilog=EXAMPLES.get(name), parents=own)
    return parser


def _groups() -> dict[str, argparse.ArgumentParser]:
    names = sorted({group for _, parents in STAGES.values() for group in parents})
    groups = {name: argparse.ArgumentParser(add_help=False) for name in names}
    groups["work"].add_argument("--work", type=Path, required=True, help="folder that the stages share")
    add = groups["recipe"].add_argument
    add("--recipe", default="base", help="TOML file, or a shipped recipe's name (default: base)")
    add("--base", help="RoBERTa-type model to start from: local folder or hub id (over model.base)")
    add("--allow-network", action="store_true", help="let the base be fetched from a model hub")
    add = groups["corpus"].add_argument
    add("--corpus", type=Path, required=True, help="folder with functions.<language>.<part>.jsonl.gz")
    add = groups["solutions"].add_argument
    add("--solutions", type=Path, nargs="+", default=[], help="data sets whose passing candidates become positives")
    add("--programs", type=Path, help="solutions.jsonl.gz of `same-task gather`: programs of one task become positives")
    add = groups["training"].add_argument
    add("--device", choices=("auto", "cpu", "cuda"), default="auto", help="where to train (default: auto)")
    add("--start-from", type=Path, metavar="CHECKPOINT", help="start from another run's weights (checkpoint.pt)")
    add("--stop-after", type=float, metavar="MINUTES", help="bound the time; the learning rate decays within it")
    add = groups["blend"].add_argument
    add("--start-from", type=Path, required=True, metavar="CHECKPOINT", help="what the run started from")
    add("--end", type=Path, required=True, metavar="CHECKPOINT", help="where the run ended")
    add("--share", type=float, default=0.5, help="of the start's weights (default: 0.5)")
    add = groups["verify"].add_argument
    add("bundle", type=Path, help="bundle folder")
    add("--work", type=Path, help="measure parity again with the checkpoint of this work folder")
    add("--json", action="store_true", help="print one JSON document")
    add = groups["crystal"].add_argument
    add("--language", required=True, help="language id")
    add("--corpus-file", type=Path, required=True, help="functions.<language>.<part>.jsonl.gz")
    add("--k", type=int, default=500, help="how many n-grams (default: 500, the paper's)")
    add("--functions", type=int, default=20_000, help="size of the sample that is counted (default: 20000)")
    add("--out", type=Path, required=True, help="the language folder's shared_ngrams.json")
    _language(groups)
    add = groups["trial"].add_argument
    add("--data", type=Path, nargs="*", default=[], help="data sets (JSON lines, may be gzipped)")
    add("--functions", type=int, default=300, metavar="N", help="held-out functions per language (default: 300)")
    add("--limit", type=int, default=0, metavar="N", help="samples per data set (default: all)")
    add("--out", type=Path, metavar="FILE", help="also write the JSON there")
    _exports(groups)
    _experiments(groups)
    _same_task(groups)
    _mine(groups)
    _probability(groups)
    add = groups["evaluate"].add_argument
    add("bundle", type=Path, help="bundle folder")
    add("--data", type=Path, nargs="+", required=True, help="data sets (JSON lines, may be gzipped)")
    add("--record", action="store_true", help="write the results into the bundle's manifest")
    add("--out", type=Path, help="write the results to this JSON file as well")
    add("--limit", type=int, default=0, help="at most so many pairs of each data set (default: all)")
    add("--seed", type=int, default=1, help="of resampling and perturbation (default: 1)")
    return groups


def _probability(groups: dict[str, argparse.ArgumentParser]) -> None:
    add = groups["probability"].add_argument
    add("bundle", type=Path, help="bundle folder")
    add("--data", type=Path, nargs="+", default=[], help="data sets to train on and to measure, out of fold")
    add("--band", type=Path, nargs="+", default=[], help="train nothing: choose on these where it cannot say")
    add("--transfer", type=Path, nargs="*", default=[], help="other data sets: train on one, measure on the other")
    add("--out", type=Path, required=True, help="folder for result.json, notes.md, reliability.svg and the rows")
    add("--record", action="store_true", help="put the model into the bundle's manifest")
    add("--version", default="", help="the version that the bundle then has (default: as it was)")
    add("--limit", type=int, default=0, metavar="N", help="at most so many pairs of each data set (default: all)")
    add("--transfer-limit", type=int, default=1200, metavar="N", help="the same of the others (default: 1200)")
    add("--seeds", type=int, default=3, metavar="N", help="how many ways to cut the folds (default: 3)")


def _exports(groups: dict[str, argparse.ArgumentParser]) -> None:
    add = groups["bundle"].add_argument
    add("--out", type=Path, required=True, help="bundle folder to write")
    add("--corpus-summary", type=Path, action="append", default=[], help="JSON file to record (repeatable)")
    add("--exporter", choices=("torch", "optimum"), default="torch", help="optimum: for a base (default: torch)")
    add = groups["optimum"].add_argument
    add("--optimum-python", default="", metavar="FILE", help="interpreter that has optimum-onnx (default: this one)")
    add = groups["exporters"].add_argument
    add("--rounds", type=int, default=5, metavar="N", help="of 20 timed runs each, in turn (default: 5)")
    add("--out", type=Path, metavar="FILE", help="also write the JSON there")


def _language(groups: dict[str, argparse.ArgumentParser]) -> None:
    add = groups["language"].add_argument
    add("step", choices=("new", "check"), help="what to do")
    add("name", help="the language's id")
    add("--grammar", metavar="MODULE[:FUNCTION]", help="its tree-sitter grammar (default: tree_sitter_NAME)")
    add("--ending", action="append", default=[], metavar=".EXT", help="of its files (repeatable)")
    add("--example", type=Path, metavar="FILE", help="a source with functions, which becomes the first example")
    add("--title", help="what people call it (default: its id with a capital)")
    add("--like", metavar="LANGUAGE", help="take what is not said from this one")
    add("--out", type=Path, default=Path(), metavar="FOLDER", help="where codescore-NAME is written (default: here)")
    add("--inside", type=Path, metavar="CHECKOUT", help="write into a checkout of this project instead")
    add("--accept", action="store_true", help="record sketches; annotate examples that have no annotation")


def _same_task(groups: dict[str, argparse.ArgumentParser]) -> None:
    add = groups["same"].add_argument
    add("step", choices=("gather", "functions", "train", "baselines", "record"), help="what to do")
    add("--work", type=Path, required=True, help="folder that the steps share")
    add("--collection", action="append", default=[], metavar="LAYOUT=FOLDER", help="checkout to gather (repeatable)")
    add("--data", type=Path, nargs="*", default=[], help="evaluation sets, of which nothing may be trained on")
    add("--recipe", dest="same_task_recipe", default="same-task", help="TOML file (default: the shipped one)")
    add("--set", action="append", default=[], metavar="KEY=VALUE", help="change a key of the recipe (repeatable)")
    add("--name", default="run", help="folder of the run inside the work folder (default: run)")
    add("--corpus", type=Path, help="folder that `functions` writes a corpus and its split into")
    add("--language", action="append", default=[], help="of which `functions` takes functions (repeatable)")
    add("--bundle", type=Path, help="bundle folder that `record` changes")
    add("--version", default="", help="the version that the bundle then has")
    add("--processes", type=int, default=2, help="that make features (default: 2)")


def _mine(groups: dict[str, argparse.ArgumentParser]) -> None:
    add = groups["mine"].add_argument
    add("--corpus", type=Path, required=True, help="folder that `corpus` wrote, or its split")
    add("--out", type=Path, required=True, help="folder for pairs.jsonl, summary.json and the journal to go on with")
    add("--language", action="append", default=[], help="only this one (repeatable; default: all that can be run)")
    add("--functions", type=int, default=0, metavar="N", help="at most so many of a language (default: all)")
    add("--inputs", type=int, default=64, metavar="N", help="shared inputs, at least 16 (default: 64)")
    add("--mutants", type=int, default=3, metavar="N", help="one-operator mutants of a function (default: 3)")
    add("--neighbours", type=int, default=2, metavar="N", help="hard negatives sought for a function (default: 2)")
    add("--different", type=float, default=0.5, metavar="S", help="similarity positives stay below (default: 0.5)")
    add("--json", action="store_true", help="print the summary as one JSON document")


def _experiments(groups: dict[str, argparse.ArgumentParser]) -> None:
    add = groups["ablate"].add_argument
    add("plan", type=Path, help="TOML file with the runs, e.g. recipes/ablations.toml")
    add("--work", type=Path, required=True, help="folder with tokenizer and pairs; runs go to its ablations/")
    add("--log", type=Path, required=True, help="experiments log that gets a folder per run")
    add("--start-from", type=Path, required=True, metavar="CHECKPOINT", help="weights that every run starts from")
    add("--minutes", type=float, help="bound the time of each run")
    add("--steps", type=int, help="steps of each run, over the recipe's: comparable where the machine is shared")
    add("--pairs", nargs="*", default=[], metavar="NAME=FILE", help="other training pairs that the plan names")
    add("--device", choices=("auto", "cpu", "cuda"), default="auto", help="where to train (default: auto)")
    add("--data", type=Path, nargs="*", default=[], help="data sets to measure on (JSON lines, may be gzipped)")
    add("--functions", type=int, default=300, metavar="N", help="held-out functions per language (default: 300)")
    add("--limit", type=int, default=0, metavar="N", help="samples per data set (default: all)")
    add = groups["flips"].add_argument
    add("bundle", type=Path, help="bundle folder")
    add("--fp32", type=Path, required=True, help="the model in full precision: model.fp32.onnx of the work folder")
    add("--data", type=Path, nargs="+", required=True, help="data sets (JSON lines, may be gzipped)")
    add("--record", action="store_true", help="write the results into the bundle's manifest")
    add("--out", type=Path, help="write the results to this JSON file as well")
    add("--limit", type=int, default=0, help="at most so many pairs of each data set (default: all)")
    add = groups["card"].add_argument
    add("bundle", type=Path, help="bundle folder")
    add("--out", type=Path, metavar="FILE", help="default: MODEL_CARD.md in the bundle's folder")
    add("--check", action="store_true", help="write nothing; exit 1 if the card is not up to date")
    add = groups["log"].add_argument
    add("bundle", type=Path, help="bundle folder")
    add("folder", type=Path, help="folder of the experiments log to write")
    add("--work", type=Path, required=True, help="work folder of the run")
    add("--variable", required=True, help="what was changed, in words")
    add("--baseline", default="", help="the run of the log that it is compared with")
    add("--trial", type=Path, metavar="FILE", help="what `codescore-train trial --out` wrote")
    add = groups["table"].add_argument
    add("log", type=Path, help="experiments log")
    add("--out", type=Path, metavar="FILE", help="Markdown file (default: README.md in the log); a CSV goes beside it")
    add("--check", action="store_true", help="write nothing; exit 1 if the file is not up to date")


if __name__ == "__main__":
    sys.exit(main())
