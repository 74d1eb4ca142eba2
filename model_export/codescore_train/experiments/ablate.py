"""Run a plan: every run from one checkpoint, with the same pairs and time, measured and logged before the next starts.

Token heads start fresh in every run, so that their width may differ.  A run that is in the log is skipped, one that was
interrupted goes on, one that fails is named and the others still run.  Neighbours: `plan`, `log`, `verify.trial`.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from codescore.foundation.errors import CodescoreError, EnvironmentProblem, InputError, Interrupted
from codescore.foundation.files import sha256
from codescore_train.experiments import log
from codescore_train.experiments.environment import environment
from codescore_train.experiments.plan import Entry, Plan, recipe_of_entry
from codescore_train.pairs.generate import pairs_path
from codescore_train.pairs.store import Item, PairSet, collect, load_pairs, save_pairs
from codescore_train.recipe import Recipe
from codescore_train.tokenizer.special import load_tokenizer, special_ids
from codescore_train.train.checkpoint import State, load_state, save_state, trained_weights
from codescore_train.train.loop import LOG, Data, Options, train
from codescore_train.verify.trial import measure_run
from codescore_train.work import RUN, load_work

_HEAD = "tokens."  # of the names of weights that start fresh


@dataclass(frozen=True, slots=True)
class Bench:
    """Where the runs of a plan work, what they start from, and how they are measured."""

    work: Path  # has tokenizer.json and pairs; a folder per run is made below `ablations`
    log: Path
    start: Path  # checkpoint.pt
    device: str = "auto"
    minutes: float | None = None  # per run
    steps: int | None = None  # per run; over the recipe's
    pairs: Mapping[str, Path] = field(default_factory=dict)  # name in the plan -> pairs.train.npz
    data: Sequence[Path] = ()
    functions: int = 300
    limit: int = 0


def ablate(plan: Plan, recipe: Recipe, bench: Bench) -> Iterator[str]:
    """Run what is not in the log yet; one line per run, as it ends.

    Raises InputError for a plan or checkpoint that does not fit, Interrupted after Ctrl-C (the same call goes on), and
    EnvironmentProblem at the end where a run failed.
    """
    more = {"steps": bench.steps} if bench.steps else {}
    recipes = [recipe_of_entry(recipe, plan, entry, more) for entry in plan.run]  # before anything is spent
    start = _start(bench)
    failed = []
    for entry, changed in zip(plan.run, recipes, strict=True):
        if (bench.log / entry.name / log.RESULT_FILE).is_file():
            yield f"{entry.name}: in the log already"
        elif entry.pairs and entry.pairs not in bench.pairs:
            yield f"{entry.name}: skipped, its pairs are not here (--pairs {entry.pairs}=FILE)"
        else:
            try:
                yield f"{entry.name}: {_said(_run(entry, changed, bench, start))}"
            except Interrupted:
                raise
            except CodescoreError as error:
                failed.append(entry.name)
                yield f"{entry.name}: FAILED, {error}"
    if failed:
        raise EnvironmentProblem(f"runs that failed: {', '.join(failed)}; the same command tries them again")


def _start(bench: Bench) -> Path:
    """The checkpoint without its token head, written once."""
    path = bench.work / "ablations" / f"start-{sha256(bench.start)[:12]}.pt" if bench.start.is_file() else bench.start
    if not path.is_file():
        weights = trained_weights(load_state(bench.start))
        save_state(State(model={k: v for k, v in weights.items() if not k.startswith(_HEAD)}), path)
    return path


def _run(entry: Entry, recipe: Recipe, bench: Bench, start: Path) -> dict[str, Any]:
    folder = bench.work / "ablations" / entry.name
    _prepare(entry, folder, bench)
    special = special_ids(load_tokenizer(folder / "tokenizer.json"))
    pairs, valid = (load_pairs(pairs_path(folder, part)) for part in ("train", "valid"))
    seconds = bench.minutes * 60 if bench.minutes else None
    train(recipe, Data(pairs, valid, special), folder / RUN, Options(bench.device, seconds, start=start))
    result = measure_run(load_work(folder, recipe), bench.data, bench.functions, bench.limit)
    _write(entry, recipe, bench, folder, result | {"functions-contrasted": len(pairs.contrastive())})
    return result


def _prepare(entry: Entry, folder: Path, bench: Bench) -> None:
    """The run's work folder: links to what is shared; its own training pairs where the plan filters them."""
    folder.mkdir(parents=True, exist_ok=True)
    source = bench.pairs[entry.pairs] if entry.pairs else pairs_path(bench.work, "train")
    own = pairs_path(folder, "train")
    if entry.mutants and not own.is_file():
        save_pairs(one_token_mutants(load_pairs(source)), own)
    shared = {folder / "tokenizer.json": bench.work / "tokenizer.json"}
    shared[pairs_path(folder, "valid")] = pairs_path(bench.work, "valid")
    if not entry.mutants:
        shared[own] = source
    for link, target in shared.items():
        if not target.is_file():
            raise InputError(f"no {target}; name a work folder with tokenizer and pairs")
        if not link.exists():
            link.unlink(missing_ok=True)
            link.symlink_to(target.resolve())


def one_token_mutants(pairs: PairSet) -> PairSet:
    """The same functions, each with only those mutants that differ from it in one token and nothing else."""

    def items() -> Iterator[Item]:
        for i in range(len(pairs)):
            anchor = pairs.anchor(i)
            mutants = [pairs.mutant(i, k) for k in range(pairs.mutants[i])]
            kept = [m for m in mutants if len(m) == len(anchor) and np.count_nonzero(m != anchor) == 1]
            rewrites = [pairs.rewrite(i, k) for k in range(pairs.rewrites[i])]
            lists = [tuple(tokens.tolist() for tokens in some) for some in (rewrites, kept)]
            yield Item(int(pairs.language[i]), anchor.tolist(), pairs.comment(i).tolist(), lists[0], lists[1])

    return collect(items(), pairs.languages)


def _write(entry: Entry, recipe: Recipe, bench: Bench, folder: Path, result: dict[str, Any]) -> None:
    """The run's folder of the log; the result comes last, as it marks the run as done."""
    target = bench.log / entry.name
    target.mkdir(parents=True, exist_ok=True)
    log.write_text(target / log.RUN_FILE, log.run_toml(entry.variable, entry.baseline))
    log.write_text(target / log.RECIPE_FILE, log.recipe_toml(recipe))
    started = {"start": {"checkpoint-sha256": sha256(bench.start), "steps": load_state(bench.start).step}}
    log.write_json(target / log.ENVIRONMENT_FILE, environment() | started)
    shutil.copyfile(folder / RUN / LOG, target / log.LOSSES_FILE)
    if not (target / log.NOTES_FILE).is_file():
        log.write_text(target / log.NOTES_FILE, _notes(entry, result))
    log.write_json(target / log.RESULT_FILE, result)


def _notes(entry: Entry, result: dict[str, Any]) -> str:
    against = f", compared with [{entry.baseline}](../{entry.baseline})" if entry.baseline else ""
    return (
        f"# {entry.name}\n\n**Variable.** {entry.variable}{against}.\n\n"
        f"**Made by.** `codescore-train ablate`: {result['steps']} further steps ({result['seconds']} s) from the\n"
        "checkpoint that `environment.json` names, with a fresh token head; one seed; settings in `recipe.toml`.\n\n"
        "**Numbers.** [`result.json`](result.json), beside the others in [the table](../README.md).\n"
    )


def _said(result: dict[str, Any]) -> str:
    best = max(result["self-audit"].items(), key=lambda pair: sum(pair[1].values()))
    numbers = ", ".join(f"{language} {value}" for language, value in best[1].items())
    return f"{result['steps']} steps in {result['seconds']} s, self-audit {best[0]} {numbers}"
