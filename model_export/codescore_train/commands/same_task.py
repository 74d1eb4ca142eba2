"""`codescore-train same-task`: gather programs, train, measure, and put the part into a bundle."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

from codescore.foundation.errors import InputError
from codescore.foundation.files import sha256
from codescore.languages import by_id
from codescore_train.commands.options import say
from codescore_train.corpus.gathered import Solution, read_solutions
from codescore_train.experiments.log import write_json
from codescore_train.same_task import kept
from codescore_train.same_task.export import part_of, record
from codescore_train.same_task.functions import write_corpus
from codescore_train.same_task.gather import gather
from codescore_train.same_task.measure import baselines, measures
from codescore_train.same_task.model import vectors_of
from codescore_train.same_task.recipe import SameTaskRecipe, load
from codescore_train.same_task.rows import Programs, programs
from codescore_train.same_task.train import Trained, train

SOLUTIONS, SUMMARY, FEATURES = "solutions.jsonl.gz", "solutions.json", "features.npz"


def run(options: argparse.Namespace) -> int:
    """One step: `gather`, `functions`, `train` (with its measures), `baselines`, or `record`."""
    steps = {"gather": _gather, "functions": _functions, "train": _train, "baselines": _baselines, "record": _record}
    return steps[options.step](options)


def _gather(options: argparse.Namespace) -> int:
    collections = []
    for one in options.collection:
        layout, sign, folder = one.partition("=")
        if not sign:
            raise InputError(f"--collection {one}: write LAYOUT=FOLDER")
        collections.append((layout, Path(folder)))
    options.work.mkdir(parents=True, exist_ok=True)
    found = gather(collections, options.data, options.work / SOLUTIONS, options.processes)
    found["sha256"] = sha256(options.work / SOLUTIONS)
    write_json(options.work / SUMMARY, found)
    say(json.dumps(found))
    return 0


def _functions(options: argparse.Namespace) -> int:
    """A corpus of the gathered programs' functions, for `tokenizer` and `pairs`."""
    if options.corpus is None or not options.language:
        raise InputError("`functions` needs --corpus and --language")
    languages = [language for name in options.language if (language := by_id(name)) is not None]
    if len(languages) < len(options.language):
        raise InputError(f"--language {' '.join(options.language)}: `codescore languages` lists those there are")
    solutions = read_solutions(options.work / SOLUTIONS)
    found = write_corpus(solutions, languages, options.corpus, options.data, options.processes)
    say(json.dumps({"functions": found.kept}))
    return 0


def _train(options: argparse.Namespace) -> int:
    recipe = _recipe(options)
    trained, dev = _trained(options, recipe)
    vectors = vectors_of(trained.bags, dev.counts, trained.hashes, trained.weights)
    found: dict[str, Any] = {"steps": trained.step, "seconds": round(trained.seconds), "rows": len(trained.hashes)}
    found |= measures(dev.solutions, dev.texts, vectors, trained.centres, recipe.crowd)
    write_json(options.work / options.name / "result.json", found)
    say(json.dumps(found))
    return 0


def _baselines(options: argparse.Namespace) -> int:
    """What needs no training, on the same triples."""
    solutions = [one for one in read_solutions(options.work / SOLUTIONS) if one.part == "dev"]
    dev = programs(solutions, _recipe(options).families, options.processes)
    found = baselines(dev.solutions, dev.texts)
    write_json(options.work / "baselines.json", found)
    say(json.dumps(found))
    return 0


def _record(options: argparse.Namespace) -> int:
    if options.bundle is None or not options.version:
        raise InputError("`record` needs --bundle and --version")
    recipe = _recipe(options)
    trained, dev = _trained(options, recipe)
    gathered = json.loads((options.work / SUMMARY).read_text(encoding="utf-8"))
    model = part_of(recipe, trained, dev, {"programs": gathered})
    record(model, options.bundle, options.version)
    say(f"{options.bundle}: {model.part.rows} features, said from {model.part.thresholds} on, {model.part.quality}")
    return 0


def _trained(options: argparse.Namespace, recipe: SameTaskRecipe) -> tuple[Trained, Programs]:
    solutions = read_solutions(options.work / SOLUTIONS)
    found = kept.programs(solutions, recipe.families, options.processes, options.work / FEATURES)
    mine = [i for i, one in enumerate(found.solutions) if _taken(one, recipe)]
    dev = [i for i, one in enumerate(found.solutions) if one.part == "dev"]
    return train(recipe, found.part(mine), options.work / options.name), found.part(dev)


def _taken(one: Solution, recipe: SameTaskRecipe) -> bool:
    return one.part == "train" and (not recipe.sources or one.source in recipe.sources)


def _recipe(options: argparse.Namespace) -> SameTaskRecipe:
    return load(options.same_task_recipe, dict(one.partition("=")[::2] for one in options.set))
