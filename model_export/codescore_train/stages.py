"""What each subcommand does: resolve paths and recipe, call the stage, say in one line what came of it.

Heavy libraries are imported inside, so that `--help` and mistakes answer at once.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
from codescore.errors import InputError

from codescore_train.files import replacing_file
from codescore_train.recipe import Recipe, load_recipe

if TYPE_CHECKING:
    from codescore_train.export.bundle import Source

RUN = "run"


def tokenizer(options: argparse.Namespace) -> int:
    """Write `tokenizer.json` into the work folder."""
    from codescore_train.pairs.source import languages_of, read_functions
    from codescore_train.tokenizer import tokenizer_of_base, train_tokenizer
    from codescore_train.tokenizer.build import texts_of

    recipe, path = _recipe(options), options.work / "tokenizer.json"
    if recipe.model.base:
        made = tokenizer_of_base(recipe.model.base, options.allow_network)
        with replacing_file(path) as temporary:
            temporary.write_text(made.to_str(), encoding="utf-8")
    else:
        texts: list[tuple[str, str]] = []
        for language in languages_of(options.corpus):
            count, seed = recipe.tokenizer.functions, recipe.train.seed
            found = read_functions(options.corpus, language, "train", count, seed)
            texts += [(function.sketch, function.comment) for function in found]
        made = train_tokenizer(texts_of(texts), recipe.tokenizer, path)
    _say(f"{path}: {made.get_vocab_size()} tokens")
    return 0


def pairs(options: argparse.Namespace) -> int:
    """Write `pairs.<part>.npz` and `pairs.json` into the work folder."""
    from codescore_train.pairs.generate import generate

    counts = generate(_recipe(options), options.corpus, options.work)
    for part, numbers in counts.items():
        _say(f"{part}: functions {numbers['functions']}, with rewrite and mutant {numbers['contrastive']}")
    return 0


def train(options: argparse.Namespace) -> int:
    """Train in `run/` of the work folder."""
    from codescore_train.pairs import load_pairs
    from codescore_train.pairs.generate import pairs_path
    from codescore_train.tokenizer import load_tokenizer, special_ids
    from codescore_train.train.loop import Options
    from codescore_train.train.loop import train as run

    recipe = _recipe(options)
    special = special_ids(load_tokenizer(options.work / "tokenizer.json"))
    sets = [load_pairs(pairs_path(options.work, part)) for part in ("train", "valid")]
    limit = options.stop_after * 60 if options.stop_after else None
    chosen = Options(options.device, limit, options.allow_network)
    state = run(recipe, special, sets[0], sets[1], options.work / RUN, chosen)
    _say(f"{options.work / RUN}: {state.step} steps in {state.seconds / 60:.1f} minutes")
    return 0


def export(options: argparse.Namespace) -> int:
    """Write the bundle."""
    from codescore_train.export.bundle import write_bundle

    summaries = {path.stem: _document(path) for path in options.corpus_summary}
    source = work_source(options.work, _recipe(options), summaries)
    manifest = write_bundle(source, options.out, options.work)
    audit = manifest.quality["self-audit"][manifest.default_pooling]
    said = ", ".join(f"{language} {numbers['auroc']}" for language, numbers in audit.items())
    _say(f"{options.out}: {manifest.name} {manifest.version}, {manifest.default_pooling}, self-audit AUROC {said}")
    return 0


def everything(options: argparse.Namespace) -> int:
    """All stages after the corpus."""
    for stage in (tokenizer, pairs, train, export):
        stage(options)
    return 0


def verify(options: argparse.Namespace) -> int:
    """Exit code 0 where the bundle holds, 1 where it does not."""
    from codescore_train.verify.check import verify_bundle

    report = verify_bundle(options.bundle, options.work)
    if options.json:
        print(json.dumps(report, indent=1))
    else:
        for name, result in report["checks"].items():
            print(f"{'ok    ' if result['ok'] else 'FAILED'} {name}: {result['detail']}")
    return 0 if report["ok"] else 1


def evaluate(options: argparse.Namespace) -> int:
    """Measure on data sets; print, and record where asked."""
    from codescore_train.verify.evaluate import evaluate_bundle, record

    results = evaluate_bundle(options.bundle, options.data, options.limit, options.seed)
    if options.out:
        with replacing_file(options.out) as temporary:
            temporary.write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")
    if options.record:
        record(options.bundle, results)
    print(json.dumps(results, indent=1))
    return 0


def work_source(work: Path, recipe: Recipe, corpus: dict[str, Any]) -> Source:
    """What `export` and `verify` need of a work folder."""
    from codescore_train.export.bundle import Source
    from codescore_train.pairs import load_pairs
    from codescore_train.pairs.generate import pairs_path
    from codescore_train.tokenizer import load_tokenizer, special_ids
    from codescore_train.train.build import build_learner
    from codescore_train.train.checkpoint import CHECKPOINT, load_state
    from codescore_train.train.loop import digest

    path = work / "tokenizer.json"
    special = special_ids(load_tokenizer(path))
    state = load_state(work / RUN / CHECKPOINT)
    if state.recipe != digest(recipe):
        raise InputError(f"{work} holds a run of another recipe; name its recipe with --recipe")
    learner = build_learner(recipe.model, special.size)
    return Source(recipe, learner, special, state, load_pairs(pairs_path(work, "valid")), path, corpus)


def _recipe(options: argparse.Namespace) -> Recipe:
    recipe = load_recipe(options.recipe)
    if options.base:
        recipe = msgspec.structs.replace(recipe, model=msgspec.structs.replace(recipe.model, base=options.base))
    return recipe


def _document(path: Path) -> Any:
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise InputError(f"cannot read summary {path}: {error}") from None


def _say(text: str) -> None:
    print(text, file=sys.stderr)
