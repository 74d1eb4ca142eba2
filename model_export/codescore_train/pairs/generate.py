"""All pairs of a corpus: sampled functions, their variants, tokenised, in shards that survive an interruption.

A shard is a fixed run of functions; one that is on disk is not made again.  Two processes at most by default.
Neighbours: `source` reads functions, `variants` makes sketches, `store` keeps them.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import as_completed
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
from tokenizers import Tokenizer

from codescore.foundation.errors import Interrupted
from codescore.foundation.files import replacing, sha256
from codescore.foundation.workers import processes
from codescore_train.pairs.namesakes import namesake_items
from codescore_train.pairs.programs import program_items
from codescore_train.pairs.solutions import solution_items
from codescore_train.pairs.source import PARTS, Function, languages_of, read_functions
from codescore_train.pairs.store import Item, PairSet, collect, join, load_pairs, save_pairs
from codescore_train.pairs.variants import variants_of
from codescore_train.progress import Progress
from codescore_train.recipe import PairsRecipe, Recipe
from codescore_train.tokenizer.special import load_tokenizer

SHARDS = "shards"
_SHARD = 2000  # functions
_SINGLE = {"train": 0.5, "valid": 1.0}  # share of mutants with one edit: the audit is the minimal-mutation one


@dataclass(frozen=True, slots=True)
class Shard:
    """A run of functions and where its pairs go."""

    functions: tuple[Function, ...]
    languages: tuple[str, ...]
    recipe: PairsRecipe
    single: float
    seed: int
    tokenizer: Path
    out: Path


def pairs_path(work: Path, part: str) -> Path:
    """Where the pairs of a part are kept."""
    return work / f"pairs.{part}.npz"


@dataclass(frozen=True, slots=True)
class Others:
    """Files of different programs for one task that join the training part as positives of each other.

    `solutions` are data sets, whose passing candidates are positives of their references, `programs` what `same-task
    gather` wrote.
    """

    solutions: Sequence[Path] = ()
    programs: Path | None = None


def generate(recipe: Recipe, corpus: Path, work: Path, others: Others = Others()) -> dict[str, dict[str, Any]]:
    """Write `pairs.train.npz`, `pairs.valid.npz` and `pairs.json` (counts, also returned) into `work`.

    Deterministic in recipe, corpus and tokenizer; raises InputError where one is unusable, Interrupted on Ctrl-C.
    """
    tokenizer = work / "tokenizer.json"
    load_tokenizer(tokenizer)
    shards = work / SHARDS
    languages_of(corpus)
    shards.mkdir(parents=True, exist_ok=True)
    key = f"{sha256(tokenizer)} {msgspec.json.encode(recipe.pairs).decode()} {recipe.train.seed} {corpus.resolve()}"
    _forget_others(shards, key)
    counts: dict[str, dict[str, Any]] = {}
    for part in PARTS:
        todo = _shards(recipe, corpus, work, part)
        counts[part] = _run(todo, recipe.pairs.processes, part)
        pairs = join([load_pairs(shard.out) for shard in todo])
        if part == "train":
            more = _different_programs(recipe, corpus, pairs.languages, load_tokenizer(tokenizer), others)
            for name, (items, numbers) in more.items():
                counts[part][name] = numbers
                pairs = join([pairs, collect(items, pairs.languages)])
            counts[part]["solution files"] = {path.name: sha256(path) for path in others.solutions}
        save_pairs(pairs, pairs_path(work, part))
        counts[part] |= _sizes(pairs)
    with replacing(work / "pairs.json") as temporary:
        temporary.write_text(json.dumps(counts, indent=1, sort_keys=True) + "\n", encoding="utf-8")
    return counts


def _different_programs(
    recipe: Recipe, corpus: Path, languages: Sequence[str], tokenizer: Tokenizer, others: Others
) -> dict[str, tuple[list[Item], dict[str, int]]]:
    """Items whose positive is another program than the anchor, by where they come from, each with its counts."""
    found: dict[str, tuple[list[Item], dict[str, int]]] = {}
    common = (recipe.pairs, tokenizer, recipe.train.seed)
    if recipe.pairs.namesakes:
        found["namesakes"] = namesake_items(corpus, languages, *common)
    if others.solutions:
        items, counts = solution_items(others.solutions, languages, *common)
        found["solutions"] = items * recipe.pairs.solution_copies, counts
    if others.programs is not None:
        items, counts = program_items(others.programs, languages, *common)
        found["programs"] = items * recipe.pairs.solution_copies, counts
    return found


def _shards(recipe: Recipe, corpus: Path, work: Path, part: str) -> list[Shard]:
    languages = languages_of(corpus)
    count = recipe.pairs.functions if part == "train" else recipe.pairs.valid_functions
    # the self-audit is of operators alone
    wanted = recipe.pairs if part == "train" else msgspec.structs.replace(recipe.pairs, slips=0)
    shards = []
    for language in languages:
        functions = read_functions(corpus, language, part, count, recipe.train.seed)
        for number, start in enumerate(range(0, len(functions), _SHARD)):
            shards.append(
                Shard(
                    functions=tuple(functions[start : start + _SHARD]),
                    languages=languages,
                    recipe=wanted,
                    single=_SINGLE[part],
                    seed=recipe.train.seed * 1_000_003 + start,
                    tokenizer=work / "tokenizer.json",
                    out=work / SHARDS / f"{part}.{language}.{number:04d}.npz",
                )
            )
    return shards


def _run(shards: list[Shard], jobs: int, part: str) -> dict[str, Any]:
    """Make the shards that are not there yet; counts of rules over all of them."""
    total = sum(len(shard.functions) for shard in shards)
    todo = [shard for shard in shards if not (shard.out.is_file() and _counts_path(shard).is_file())]
    done = total - sum(len(shard.functions) for shard in todo)
    with Progress(f"pairs {part}", total) as progress, processes(jobs) as pool:
        pending = {pool.submit(make_shard, shard): shard for shard in todo}
        try:
            for future in as_completed(pending):
                future.result()
                done += len(pending[future].functions)
                progress.update(done)
        except KeyboardInterrupt:
            raise Interrupted(f"stopped after {done} functions; the same command goes on from there") from None
    rules: Counter[str] = Counter()
    for shard in shards:
        rules.update(json.loads(_counts_path(shard).read_text(encoding="utf-8")))
    return {"rules": dict(rules)}


def make_shard(shard: Shard) -> None:
    """Variants of a shard's functions, tokenised and saved; runs in a worker process."""
    tokenizer = _tokenizer(shard.tokenizer)
    items: list[Item] = []
    counts: Counter[str] = Counter()
    for number, function in enumerate(shard.functions):
        item = _item(function, shard, shard.seed + number, tokenizer, counts)
        if item is not None:
            items.append(item)
    save_pairs(collect(items, shard.languages), shard.out)
    with replacing(_counts_path(shard)) as temporary:
        temporary.write_text(json.dumps(counts), encoding="utf-8")


def _item(function: Function, shard: Shard, seed: int, tokenizer: Tokenizer, counts: Counter[str]) -> Item | None:
    most = shard.recipe.max_tokens
    anchor = tokenizer.encode(function.sketch, add_special_tokens=False).ids
    if not anchor or len(anchor) > most:
        counts["too long" if anchor else "empty"] += 1
        return None
    variants = variants_of(function, shard.recipe, shard.single, seed)
    counts.update(variants.counts)

    def encoded(texts: tuple[str, ...]) -> tuple[list[int], ...]:
        made = [e.ids for e in tokenizer.encode_batch(list(texts), add_special_tokens=False)]
        return tuple(ids for ids in made if 0 < len(ids) <= most and ids != anchor)

    comment = tokenizer.encode(function.comment, add_special_tokens=False).ids[: shard.recipe.comment_tokens]
    language = shard.languages.index(function.language)
    return Item(language, anchor, comment, encoded(variants.rewrites), encoded(variants.mutants))


@cache
def _tokenizer(path: Path) -> Tokenizer:
    return load_tokenizer(path)


def _counts_path(shard: Shard) -> Path:
    return shard.out.with_suffix(".json")


def _forget_others(folder: Path, key: str) -> None:
    """Remove shards that another tokenizer, recipe or corpus made."""
    marker = folder / "made-from.txt"
    if not marker.is_file() or marker.read_text(encoding="utf-8") != key:
        for path in folder.iterdir():
            path.unlink()
        with replacing(marker) as temporary:
            temporary.write_text(key, encoding="utf-8")


def _sizes(pairs: PairSet) -> dict[str, Any]:
    both = pairs.contrastive()
    return {
        "functions": {name: int((pairs.language == k).sum()) for k, name in enumerate(pairs.languages)},
        "contrastive": {name: int((pairs.language[both] == k).sum()) for k, name in enumerate(pairs.languages)},
        "commented": int((pairs.comment_lengths() > 0).sum()),
        "rewrites": int(pairs.rewrites.sum()),
        "mutants": int(pairs.mutants.sum()),
        "tokens": len(pairs.tokens),
    }
