"""Rewrites and mutants of one function, as sketches: table 1 and table 2 applied to the source, then sketched.

A rewrite whose sketch equals the original's teaches nothing, and a mutant whose sketch equals the original's or a
rewrite's would teach a falsehood: both are dropped and counted.  Pure in function and seed.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from tokenizers import Tokenizer

from codescore.languages import Language, by_id
from codescore.rewrite import Rewritten, mutate, transform
from codescore.sketch import sketch_units
from codescore.syntax import Syntax, parse, units_of
from codescore_train.pairs.slips import slipped
from codescore_train.pairs.source import Function
from codescore_train.pairs.store import Item
from codescore_train.recipe import PairsRecipe


@dataclass(frozen=True, slots=True)
class Variants:
    """Sketches of one function's variants; `counts` says which rules made them and why others were dropped."""

    rewrites: tuple[str, ...]
    mutants: tuple[str, ...]
    counts: Counter[str]


def variants_of(function: Function, recipe: PairsRecipe, single: float, seed: int) -> Variants:
    """Up to `recipe.positives` rewrites and `recipe.negatives` mutants, a share `single` of these with one edit."""
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
    rewrites = _draw(language, rewrite, _Wanted(recipe.positives, recipe.attempts, f"{seed}:rewrite"), (taken, counts))
    if not rewrites and not recipe.lone_mutants:  # contrastive learning does not use the function
        return Variants((), (), counts)
    mutants = _draw(language, mutant, _Wanted(recipe.negatives, recipe.attempts, f"{seed}:mutant"), (taken, counts))
    slips = _slips(language, function.code, _Wanted(recipe.slips, 1, f"{seed}:slip"), (taken, counts))
    return Variants(rewrites, mutants + slips, counts)


def _slips(language: Language, code: str, wanted: _Wanted, notes: tuple[set[str], Counter[str]]) -> tuple[str, ...]:
    """Sketches of copies with one slip that are in no note yet; `notes` gains what is found."""
    taken, counts = notes
    kept: list[str] = []
    for kind, text in slipped(language, code, wanted.count, wanted.key) if wanted.count else ():
        sketch = function_sketch(parse(language, text.encode("utf-8", "replace")))
        if sketch in taken:
            counts["same sketch"] += 1
            continue
        taken.add(sketch)
        kept.append(sketch)
        counts[f"slip: {kind}"] += 1
    return tuple(kept)


def function_sketch(syntax: Syntax) -> str:
    """The sketch of a source's outermost unit, as the corpus makes it."""
    return sketch_units(syntax, units_of(syntax)[:1])[0].text


def single_sketch(language: Language, source: bytes) -> str | None:
    """The sketch of a source's only outermost unit; None where there are several or none."""
    syntax = parse(language, source)
    outermost = tuple(unit for unit in units_of(syntax) if not unit.nested)
    return sketch_units(syntax, outermost)[0].text if len(outermost) == 1 else None


def slip_mutants(language: Language, source: bytes, count: int, key: str) -> list[str]:
    """Sketches of at most `count` different copies with one slip of a source with one outermost unit."""
    original = single_sketch(language, source)
    texts = slipped(language, source.decode("utf-8", "replace"), count, key) if count else []
    found = (single_sketch(language, text.encode("utf-8", "replace")) for _, text in texts)
    return list(dict.fromkeys(sketch for sketch in found if sketch is not None and sketch != original))


def one_operator_mutants(language: Language, source: bytes, count: int, key: str) -> list[str]:
    """Sketches of at most `count` different one-operator mutants of a source with one outermost unit."""
    original, found = single_sketch(language, source), dict[str, None]()
    for draw in range(2 * count):
        made = mutate(language, source, seed=_seed(f"{key}:{draw}"), max_edits=1)
        text = single_sketch(language, made.code) if made is not None else None
        if text is not None and text != original and len(found) < count:
            found[text] = None
    return list(found)


def item_of_programs(
    language: int, programs: tuple[str, str], wrong: Sequence[str], tokenizer: Tokenizer, longest: int
) -> Item | None:
    """An item of an anchor's and another program's sketches, the wrong ones its mutants.

    None where one is longer than `longest` tokens, or nothing is wrong.
    """
    ids = [e.ids for e in tokenizer.encode_batch([*programs, *wrong], add_special_tokens=False)]
    if not wrong or max(map(len, ids)) > longest:
        return None
    return Item(language, ids[0], (), (ids[1],), tuple(ids[2:]))


def _seed(key: str) -> int:
    return int.from_bytes(hashlib.blake2b(key.encode(), digest_size=6).digest(), "big")


@dataclass(frozen=True, slots=True)
class _Wanted:
    """So many variants in at most `attempts` draws for each; `key` seeds the draws."""

    count: int
    attempts: int
    key: str

    def seed(self, attempt: int) -> int:
        """The seed of one draw."""
        return _seed(f"{self.key}:{attempt}")


def _draw(
    language: Language,
    make: Callable[[int], Rewritten | None],
    wanted: _Wanted,
    notes: tuple[set[str], Counter[str]],
) -> tuple[str, ...]:
    """Sketches that are in no note yet; `notes` (sketches taken, counts) gains what is found."""
    taken, counts = notes
    kept: list[str] = []
    for attempt in range(wanted.count * wanted.attempts):
        made = make(wanted.seed(attempt))
        if made is None:
            break
        text = function_sketch(parse(language, made.code))
        if text in taken:
            counts["same sketch"] += 1
            continue
        taken.add(text)
        kept.append(text)
        counts.update(edit.rule for edit in made.edits)
        if len(kept) == wanted.count:
            break
    return tuple(kept)
