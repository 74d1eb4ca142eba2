"""Token perturbation: every name that a source defines itself gets another one, wherever it occurs.  The meaning stays.

Which identifier means which definition, `codescore.sketch` resolves; this module only finds new names.  Names that
code outside of this source may use by another way than we see keep: methods (called on objects), fields, types,
imports, names with two leading underscores, parameters that a call names and we do not know what it calls.
"""

from __future__ import annotations

from random import Random

from tree_sitter import Node, QueryCursor

from codescore.languages import Language, Replacement
from codescore.rewrite.draw import AppliedEdit, Compiles, Request, Rewritten, apply, sound, text_of
from codescore.sketch import Entity, Resolution, resolve
from codescore.syntax import Syntax, parse

# New names, drawn without regard to what they once meant; words that code of any kind uses.
_VOCABULARY = (
    "acc", "alpha", "amount", "answer", "area", "base", "batch", "beta", "block", "bound", "box", "bucket",
    "cell", "chunk", "code", "coin", "core", "count", "cursor", "data", "delta", "depth", "digit", "edge",
    "elem", "entry", "extra", "factor", "field", "first", "flag", "found", "frame", "gain", "gap", "goal",
    "grid", "group", "head", "height", "hit", "holder", "input_", "item", "key_", "label", "last", "left",
    "length", "level", "limit", "line", "lo", "hi", "low", "high", "mark", "mask", "match_", "mid", "mode",
    "move", "name_", "need", "node_", "number", "offset", "order", "outer", "pack", "pair", "part", "path_",
    "peak", "piece", "place", "point", "pool", "port", "prefix", "prev", "price", "quota", "range_", "rank",
    "rate", "ratio", "rest", "result_", "right", "room", "root", "row", "run_", "sample", "scale", "score_",
    "seed_", "seen", "shape", "share", "shift", "side", "size_", "slot", "span_", "speed", "spot", "stack_",
    "stage", "start_", "state", "step_", "stock", "store", "sub", "suffix", "sum_", "table", "tail", "target",
    "temp", "term", "text_", "tick", "times", "token", "top", "total_", "track", "tree_", "turn_", "unit",
    "upper", "user_", "value_", "vector", "view_", "visit", "wave", "weight", "width", "window", "word", "x1",
    "y1", "zone",
)  # fmt: skip


def rename(
    language: Language,
    source: bytes,
    *,
    seed: int,
    syntax: Syntax | None = None,
    compiles: Compiles | None = None,
) -> Rewritten | None:
    """The source with all its own names replaced consistently; None if it defines none that can be.

    Each occurrence is one edit of the rule `rename`.  `syntax` and `compiles` are as in `transform`.
    """
    parsed = syntax or parse(language, source)
    resolution = resolve(language, parsed.root, parsed.parsed, is_method=False)
    names = _new_names(parsed, resolution, Random(seed))  # noqa: S311  (repeatable on purpose)
    replacements = []
    shorthands = _shorthands(parsed)
    for start, entity in sorted(resolution.entities.items()):
        at = start - parsed.prefix
        end = at + len(entity.name.encode())
        if id(entity) in names and at >= 0 and end <= len(source):
            key = f"{entity.name}: " if start in shorthands else ""
            replacements.append(Replacement(at, end, (key + names[id(entity)]).encode()))
    code = apply(source, replacements)
    request = Request(language, source, seed, None, compiles)
    if code == source or not sound(request, parsed, code):
        return None
    edits = tuple(
        AppliedEdit("rename", r.start, r.end, text_of(source[r.start : r.end]), text_of(r.text)) for r in replacements
    )
    return Rewritten(code, edits, seed)


def _shorthands(syntax: Syntax) -> frozenset[int]:
    """Where names begin that are a key, too: the key stays."""
    types = syntax.language.layout.shorthands
    found, stack = set(), [syntax.root] if types else []
    while stack:
        node = stack.pop()
        if node.type in types:
            found.add(node.start_byte)
        stack.extend(node.children)
    return frozenset(found)


def _new_names(syntax: Syntax, resolution: Resolution, rng: Random) -> dict[int, str]:
    """A new name for every definition that may have one, by the identity of its entity."""
    words = _words(syntax)
    fixed = _fixed(syntax, resolution)
    free = [name for name in _VOCABULARY if name not in words and name not in syntax.language.keywords]
    rng.shuffle(free)
    names: dict[int, str] = {}
    for _, entity in sorted(resolution.entities.items()):
        if entity.role == "kept" or id(entity) in names or id(entity) in fixed or entity.name.startswith("__"):
            continue
        if entity.role == "function" and _is_class(syntax, entity):
            continue
        names[id(entity)] = free.pop() if free else _numbered(len(names), words)
    return names


def _numbered(number: int, words: frozenset[str]) -> str:
    name = f"name{number}"
    while name in words:
        name += "_"
    return name


def _words(syntax: Syntax) -> frozenset[str]:
    """Every identifier of the source, whatever it means."""
    types = syntax.language.scopes.identifiers
    found, stack = set(), [syntax.root]
    while stack:
        node = stack.pop()
        if node.type in types or not node.child_count:
            found.add(text_of(syntax.parsed[node.start_byte : node.end_byte]))
        stack.extend(node.children)
    return frozenset(found)


def _fixed(syntax: Syntax, resolution: Resolution) -> set[int]:
    """Entities that must keep their name, because something we cannot follow speaks of it."""
    captures = QueryCursor(syntax.language.locals_query).captures(syntax.root)
    loose = {
        text_of(syntax.parsed[node.start_byte : node.end_byte])
        for node in captures.get("keyword", ())
        if node.start_byte not in resolution.entities
    }
    return {
        id(entity)
        for start, entity in resolution.entities.items()
        if (entity.role == "parameter" and entity.name in loose)
        or _quoted(syntax, entity.name)
        or _printed(syntax, start)
    }


def _quoted(syntax: Syntax, name: str) -> bool:
    """Whether some text consists of just this name, as where attributes are asked for by name."""
    return any(quote + name.encode() + quote in syntax.parsed for quote in (b"'", b'"'))


def _printed(syntax: Syntax, start: int) -> bool:
    """Whether an identifier's own text is output, as in the `{name=}` of a formatted string."""
    node: Node | None = syntax.root.named_descendant_for_byte_range(start, start)
    while node is not None and node.type not in syntax.language.layout.bodies:
        if node.type in syntax.language.layout.interpolations and any(child.type == "=" for child in node.children):
            return True
        node = node.parent
    return False


def _is_class(syntax: Syntax, entity: Entity) -> bool:
    """Whether a function lives in a class, so that objects may be asked for it by name."""
    node: Node | None = syntax.root.named_descendant_for_byte_range(*entity.home)
    while node is not None and (node.start_byte, node.end_byte) == entity.home:
        around = node.parent
        if any(n is not None and n.type in syntax.language.structure.classes for n in (node, around)):
            return True
        node = around
    return False
