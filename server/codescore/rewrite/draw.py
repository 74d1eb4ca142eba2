"""From sites to a rewritten source: draw by seed, apply, and keep only what parses and compiles as before.

Knows no rule and no language.  All randomness comes from the generator that the caller seeded, so equal arguments give
equal results on every machine.
"""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from random import Random

from tree_sitter import Node, Tree

from codescore.languages import Language, Replacement, Site
from codescore.syntax import Syntax, parse

# Edits of one mutant where the caller does not say.
MOST_EDITS = 3
# Draws before we give up on a source whose variants keep failing to parse or compile.
ATTEMPTS = 8

Compiles = Callable[[bytes], bool]


@dataclass(frozen=True, slots=True)
class Chosen:
    """A site and which of its variants is taken there."""

    site: Site
    replacements: tuple[Replacement, ...]


@dataclass(frozen=True, slots=True)
class AppliedEdit:
    """One applied rule: source[start:end] was `before` (original offsets), this rule alone makes it `after`.

    Edits may nest (a loop and a condition in its body); their single replacements never overlap.
    """

    rule: str
    start: int
    end: int
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class Rewritten:
    """A variant of a source, what was done to it in source order, and the seed that gives it again."""

    code: bytes
    edits: tuple[AppliedEdit, ...]
    seed: int


@dataclass(frozen=True, slots=True)
class Request:
    """What to rewrite and how a result is judged; `within` is a byte range of `source` that edits must stay in."""

    language: Language
    source: bytes
    seed: int
    within: tuple[int, int] | None
    compiles: Compiles | None


def transform(
    language: Language,
    source: bytes,
    *,
    seed: int,
    max_edits: int | None = None,
    within: tuple[int, int] | None = None,
    syntax: Syntax | None = None,
    compiles: Compiles | None = None,
) -> Rewritten | None:
    """An equivalent variant of a source (table 1), or None where no rule surely keeps its meaning.

    Between one and all sites are rewritten (at most `max_edits`), those that would overlap never together.
    `within` limits the edits to a byte range, `syntax` is the parsed source if there is one, `compiles` judges
    results in addition to the parser: a result that fails it, while the original does not, is drawn again.
    """

    def wanted(rng: Random, available: int) -> int:
        count = rng.randint(1, available)
        return count if max_edits is None else min(count, max_edits)

    rewriter = language.rewriter()
    request = Request(language, source, seed, within, compiles)
    return None if rewriter is None else _by_rule(rewriter.equivalences, request, syntax, wanted)


def mutate(
    language: Language,
    source: bytes,
    *,
    seed: int,
    max_edits: int | None = None,
    within: tuple[int, int] | None = None,
    syntax: Syntax | None = None,
    compiles: Compiles | None = None,
) -> Rewritten | None:
    """A mutant of a source (table 2) with 1 to `max_edits` (default 3) operators replaced; None without a site.

    Mutants known to mean the same and those that plainly cannot compile are not made; that a mutant behaves
    differently is likely, not certain.  The other arguments are those of `transform`.
    """
    most = MOST_EDITS if max_edits is None else max_edits

    def wanted(rng: Random, available: int) -> int:
        return rng.randint(1, max(1, min(most, available)))

    rewriter = language.rewriter()
    request = Request(language, source, seed, within, compiles)
    return None if rewriter is None else _by_rule(rewriter.mutations, request, syntax, wanted)


def _by_rule(
    rule: Callable[[bytes, Tree, Node], Iterable[Site]],
    request: Request,
    syntax: Syntax | None,
    wanted: Callable[[Random, int], int],
) -> Rewritten | None:
    parsed = syntax or parse(request.language, request.source)
    found = rule(parsed.parsed, parsed.tree, scope_node(parsed, request.within))
    return draw(request, parsed, located(found, parsed, request.within), wanted)


def located(sites: Iterable[Site], syntax: Syntax, within: tuple[int, int] | None) -> list[Site]:
    """Sites in offsets of the source, in source order; those that leave it or the wanted range are dropped."""
    low, high = within or (0, len(syntax.source))
    low, high = max(low, 0), min(high, len(syntax.source))
    moved = [_shifted(site, syntax.prefix) for site in sites] if syntax.prefix else list(sites)
    kept = [site for site in moved if all(low <= r.start and r.end <= high for v in site.variants for r in v)]
    return sorted((s for s in kept if low <= s.start and s.end <= high), key=lambda s: (s.start, s.end, s.rule))


def scope_node(syntax: Syntax, within: tuple[int, int] | None) -> Node:
    """The smallest node that covers the wanted range: where a language has to look for sites."""
    if within is None:
        return syntax.root
    start = min(max(within[0], 0), len(syntax.source)) + syntax.prefix
    end = min(max(within[1], 0), len(syntax.source)) + syntax.prefix
    return syntax.root.named_descendant_for_byte_range(start, max(start, end)) or syntax.root


def draw(
    request: Request, syntax: Syntax, sites: Sequence[Site], wanted: Callable[[Random, int], int]
) -> Rewritten | None:
    """A sound variant with about `wanted(rng, number of sites)` edits, or None where no draw is sound."""
    rng = Random(request.seed)  # noqa: S311  (repeatable on purpose)
    for attempt in range(ATTEMPTS if sites else 0):
        count = wanted(rng, len(sites)) if attempt < ATTEMPTS // 2 else 1
        chosen = choose(rng, sites, count)
        code = apply(request.source, [r for choice in chosen for r in choice.replacements])
        if code != request.source and sound(request, syntax, code):
            return Rewritten(code, tuple(_report(request.source, choice) for choice in chosen), request.seed)
    return None


def _shifted(site: Site, prefix: int) -> Site:
    variants = tuple(
        tuple(replace(r, start=r.start - prefix, end=r.end - prefix) for r in variant) for variant in site.variants
    )
    return replace(site, start=site.start - prefix, end=site.end - prefix, variants=variants)


def choose(rng: Random, sites: Sequence[Site], count: int) -> list[Chosen]:
    """Up to `count` sites whose replacements do not touch, each rule equally likely however many sites it has."""
    by_rule: dict[str, list[Site]] = {}
    for site in sites:
        by_rule.setdefault(site.rule, []).append(site)
    pools = [rng.sample(pool, len(pool)) for _, pool in sorted(by_rule.items())]
    chosen: list[Chosen] = []
    taken: list[tuple[int, int]] = []
    while pools and len(chosen) < count:
        pool = rng.choice(pools)
        site = pool.pop()
        if not pool:
            pools.remove(pool)
        variant = rng.choice(site.variants)
        if all(_free(taken, replacement) for replacement in variant):
            chosen.append(Chosen(site, variant))
            for replacement in variant:
                insort(taken, (replacement.start, replacement.end))
    return sorted(chosen, key=lambda choice: (choice.site.start, choice.site.end))


def _free(taken: list[tuple[int, int]], new: Replacement) -> bool:
    """Whether a replacement overlaps none that is taken; an insertion may stand beside others, but not at one place."""
    at = bisect_left(taken, (new.start, new.end))
    for start, end in taken[max(0, at - 1) : at + 1]:
        if (start, end) == (new.start, new.end) or (start < new.end and new.start < end):
            return False
    return True


def apply(source: bytes, replacements: Iterable[Replacement], start: int = 0, end: int | None = None) -> bytes:
    """source[start:end] with the replacements made; a space parts tokens that would grow together.

    An insertion comes before what replaces the text behind it and after what replaces the text before it.
    """
    end = len(source) if end is None else end
    out = bytearray()
    at = start
    for r in sorted(replacements, key=lambda r: (r.start, r.end)):
        out += source[at : r.start]
        out += _gap(out, r.text) + r.text
        at = r.end
        if r.text and r.start < r.end:
            out += _gap(out, source[at : min(at + 1, end)])
    out += source[at:end]
    return bytes(out)


def _gap(left: bytes | bytearray, right: bytes) -> bytes:
    """A space where the last byte on the left and the first on the right could become one token."""
    return b" " if left and right and _sort(left[-1]) & _sort(right[0]) else b""


def _sort(byte: int) -> int:
    """1 for what names, numbers and strings are made of, 2 for what operators are made of, else 0."""
    if byte >= 0x80 or chr(byte).isalnum() or byte in b"_\"'$":
        return 1
    return 2 if byte in b"+-*/%<>=!&|^~@:" else 0


def _report(source: bytes, choice: Chosen) -> AppliedEdit:
    site = choice.site
    before = source[site.start : site.end]
    after = apply(source, choice.replacements, site.start, site.end)
    return AppliedEdit(site.rule, site.start, site.end, text_of(before), text_of(after))


def text_of(raw: bytes) -> str:
    """Source bytes as text; what is not UTF-8 becomes a replacement character."""
    return raw.decode("utf-8", errors="replace")


def sound(request: Request, syntax: Syntax, code: bytes) -> bool:
    """Whether the variant has no more syntax errors than the original and compiles if the original did."""
    if _errors(parse(request.language, code).root) > _errors(syntax.root):
        return False
    if request.compiles is None or request.compiles(code):
        return True
    return not request.compiles(request.source)


def _errors(root: Node) -> int:
    """The number of ERROR and MISSING nodes; only the parts that hold errors are visited."""
    count, stack = 0, [root] if root.has_error else []
    while stack:
        node = stack.pop()
        count += node.is_error or node.is_missing
        stack.extend(child for child in node.children if child.has_error or child.is_missing)
    return count
