"""Rewrites and mutants of one function, as sketches: table 1 and table 2 applied to the source, then sketched.

A rewrite whose sketch equals the original's teaches nothing, and a mutant whose sketch equals the original's or a
rewrite's would teach a falsehood: both are dropped and counted.  Pure in function and seed.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

from codescore.languages import Language, by_id
from codescore.rewrite import Rewritten, mutate, transform
from codescore.sketch import sketch_units
from codescore.syntax import Syntax, parse, units_of

from codescore_train.pairs.source import Function
from codescore_train.recipe import PairsRecipe


@dataclass(frozen=True, slots=True)
class Variants:
    """Sketches of one function's variants; `counts` says which rules made them and why others were dropped."""

    rewrites: tuple[str, ...]
    mutants: tuple[str, ...]
    counts: Counter[str]


def variants_of(function: Function, recipe: PairsRecipe, single: float, seed: int) -> Variants:
    """Up to `recipe.positives` rewrites and `recipe.negatives` mutants; a share `single` of the mutants has one edit."""
    language = by_id(function.language)
    counts: Counter[str] = Counter()
    if language is None:
        return Variants((), (), counts)
    source = function.code.encode("utf-8", "replace")
    syntax = parse(language, source)

    def rewrite(draw: int) -> Rewritten | None:
        return transform(language, source, seed=draw, syntax=syntax)

    def mutant(draw: int) -> Rewritten | None:
        edits = 1 if draw % 1000 < 1000 * single else None
        return mutate(language, source, seed=draw, syntax=syntax, max_edits=edits)

    taken = {function.sketch}
    wanted = (recipe.positives, recipe.positives * recipe.attempts)
    rewrites = _draw(language, rewrite, _seeds(seed, "rewrite"), wanted, taken, counts)
    wanted = (recipe.negatives, recipe.negatives * recipe.attempts)
    mutants = _draw(language, mutant, _seeds(seed, "mutant"), wanted, taken, counts) if rewrites else ()
    return Variants(rewrites, mutants, counts)


def function_sketch(syntax: Syntax) -> str:
    """The sketch of a source's outermost unit, as the corpus makes it."""
    return sketch_units(syntax, units_of(syntax)[:1])[0].text


def _draw(
    language: Language,
    make: Callable[[int], Rewritten | None],
    seeds: Callable[[int], int],
    wanted: tuple[int, int],
    taken: set[str],
    counts: Counter[str],
) -> tuple[str, ...]:
    """Up to wanted[0] sketches that are not in `taken`, in at most wanted[1] draws; adds them to `taken`."""
    kept: list[str] = []
    for attempt in range(wanted[1]):
        made = make(seeds(attempt))
        if made is None:
            break
        text = function_sketch(parse(language, made.code))
        if text in taken:
            counts["same sketch"] += 1
            continue
        taken.add(text)
        kept.append(text)
        counts.update(edit.rule for edit in made.edits)
        if len(kept) == wanted[0]:
            break
    return tuple(kept)


def _seeds(seed: int, kind: str) -> Callable[[int], int]:
    def draw(attempt: int) -> int:
        raw = hashlib.blake2b(f"{seed}:{kind}:{attempt}".encode(), digest_size=6).digest()
        return int.from_bytes(raw, "big")

    return draw
