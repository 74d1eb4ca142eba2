"""How far numbers that a Python script reads can reach: what is used as a place is one, what is counted up is small.

`g[u - 1]` or `u -= 1; g[u]`: u is from 1 to how many g has; `g[u]` with a g of n: from 0 to n - 1, of n + 1: from 1 to
n.  Elements of a list count like the list.  Guesses, read from the text alone.  Neighbours: `reading` (asks).
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import product

from codescore.languages.python.run.nodes import last_name
from codescore.languages.python.run.row_places import row_places
from codescore.languages.python.run.word_uses import WordUses
from codescore.languages.shapes import FloatShape, IntShape, OneOf, Samples, Shape, TextShape, UpTo
from codescore.languages.values import Int, Text

_SIMPLE = 2  # arguments of a `range` without steps
_LEAST_FIXED, _ANY = 2, 200  # so many places are a form; more are none
_MAPPINGS = ("dict", "defaultdict", "Counter", "OrderedDict")

#: What a word is too that is compared with this one alone: `1 x` and `2 y`.
_OTHER_KIND = {"0": "1", "1": "2", "2": "1"}
_EITHER = re.compile(r"\b[\w-]+(?:\|[\w-]+)+")


@dataclass(slots=True)  # mutable: filled while the program is read
class Reach:
    """What is known of names: `one` are places counted from 1, `zero` from 0, by what they are looked up in.

    `sizes`: how many items a list has, as (name of a number, how many more).
    """

    one: dict[str, str] = field(default_factory=dict)
    zero: dict[str, str] = field(default_factory=dict)
    sizes: dict[str, tuple[str, int]] = field(default_factory=dict)
    lowered: set[str] = field(default_factory=set)  # `u -= 1` stands somewhere
    loops: dict[str, str] = field(default_factory=dict)  # a list, and the number that a loop over its places counts to
    columns: dict[str, str] = field(default_factory=dict)  # a table, and the number that a loop over a row counts to
    widths: dict[str, int] = field(default_factory=dict)  # a list of rows, and how many items a row is taken apart into
    fixed: dict[str, int] = field(default_factory=dict)  # what is looked up at fixed places only: how many there are
    apart: dict[str, tuple[str, ...]] = field(default_factory=dict)  # all that a line may be that is only compared
    permuted: set[str] = field(default_factory=set)  # lists whose inverse is made
    turned: set[tuple[str, ...]] = field(default_factory=set)  # pairs of names that are kept in both orders
    numbers: dict[tuple[str, int], IntShape | FloatShape] = field(default_factory=dict)  # by (name, place or -1)
    uses: WordUses | None = None  # how words are taken apart
    digits: set[str] = field(default_factory=set)  # texts of which `int` is asked sign by sign
    sorts: dict[tuple[str, int], list[int | str]] = field(default_factory=dict)  # what those are compared with

    def sort(self, key: tuple[str, int], shape: Shape) -> Shape:
        """What a word of a line is, by what is done with it: a number, or one of a few that say what the line is."""
        known = self.sorts.get(key, [])
        if isinstance(shape, TextShape):
            if (number := self.numbers.get(key)) is not None:
                words = tuple(Text(one) for one in known if isinstance(one, str) and one and not one.isdigit())
                return OneOf((replace(number, low=1), Samples(words))) if words else number
            texts = [one for one in known if isinstance(one, str) and one]
            texts += [_OTHER_KIND[one] for one in texts if len(texts) == 1 and one in _OTHER_KIND]
            if len(texts) > 1:
                return Samples(tuple(Text(one) for one in texts))
            apart = self.uses.of(*key) if self.uses is not None and not texts else None
            return apart or (replace(shape, samples=(texts[0],)) if texts else shape)
        numbers = sorted({one for one in known if isinstance(one, int)})
        few = isinstance(shape, IntShape) and len(numbers) > 1 and numbers == list(range(numbers[0], numbers[-1] + 1))
        return Samples(tuple(Int(one) for one in numbers)) if few and numbers[0] in (0, 1) else shape

    def permutes(self, name: str = "") -> bool:
        """Whether a list is called a permutation, and its numbers are places, or its inverse is made."""
        return name in self.permuted or (name.lower() in ("p", "perm", "q") and name in self.one)

    def of(self, name: str, counts: list[str]) -> UpTo | None:
        """The reach of a name, where it is a place; `counts` are the numbers read before it, the first one first."""
        if not counts or not (name in self.one or name in self.zero):
            return None
        held = self.one.get(name) or self.zero.get(name, "")
        size, more = self.sizes.get(held, (counts[0], 0))
        size = size if size in counts else counts[0]
        if name in self.one or name in self.lowered:
            return UpTo(1, size)
        return UpTo(1, size) if more > 0 else UpTo(0, size, -1)


def reach_of(tree: ast.Module, words: str = "") -> Reach:
    """What a program's text says of how far its numbers reach; in its `words` stands `in|out` beside the `"in"` that
    something is compared with."""
    found = Reach()
    for node in ast.walk(tree):
        match node:
            case ast.AugAssign(ast.Name(name), ast.Sub(), ast.Constant(1)):
                found.lowered.add(name)
            case ast.Assign([ast.Name(name)], value):
                size = _size(value)
                if size is not None:
                    found.sizes[name] = size
                if isinstance(value, ast.BinOp) and _lowered(value) == name:
                    found.lowered.add(name)
    elements = _elements(tree)
    for node in ast.walk(tree):
        _loop(node, found)
    keyed = _keyed(tree)
    _compared(tree, found)
    found.uses = WordUses(tree, words)
    for known in found.sorts.values():
        told = (either.split("|") for either in _EITHER.findall(words))
        beside = [one for either in told if not {*known}.isdisjoint(either) for one in either]
        known += [one for one in dict.fromkeys(beside) if one not in known]
    found.fixed = {name: size for name, size in _fixed(tree).items() if name not in keyed}
    for node in ast.walk(tree):
        if isinstance(node, ast.Subscript) and not isinstance(node.slice, ast.Slice):
            held = _base(node.value)
            if held in keyed:  # a key is no place
                continue
            lowered = _lowered(node.slice)
            for name in filter(None, (lowered, _base(node.slice))):
                into = found.one if lowered else found.zero
                into.setdefault(elements.get(name, name), held)
                into.setdefault(name, held)
    for name in elements:  # `for a in A: a -= 1`
        if name in found.lowered:
            found.lowered.add(elements[name])
    _clues(tree, elements, found)
    return found


def _clues(tree: ast.Module, elements: dict[str, str], found: Reach) -> None:
    """What is done with lists, pairs and texts as a whole."""
    for table, width in row_places(tree, elements).items():
        found.widths.setdefault(table, width)
    found.apart = dict(told_apart(tree))
    found.turned, found.permuted = {*turned(tree)}, {*inverted(tree)}
    for name in found.permuted - found.zero.keys():
        found.one.setdefault(name, name)


def _compared(tree: ast.Module, found: Reach) -> None:
    """`int(q[1])`, `t == 1`, `q[0] == "+"`: what words of a line are."""
    elements, known_tables = _elements(tree), dict(tables(tree))
    for node in ast.walk(tree):
        match node:
            case ast.Subscript(ast.Name(table), word) if table in known_tables and (key := _word_of(word)) is not None:
                known = found.sorts.setdefault(key, [])
                known += [one for one in known_tables[table] if one not in known]
            case ast.Call(ast.Name("int" | "float" as kind), [ast.Subscript(ast.Name(name)) | ast.Name(name) as word]):
                key = _word_of(word)
                if kind == "int":
                    found.digits |= {elements.get(name, "")} if isinstance(word, ast.Name) else {name}
                if key is not None:
                    found.numbers[key] = IntShape() if kind == "int" else found.numbers.get(key, FloatShape())
            case ast.Compare(word, [ast.Eq()], [ast.Constant(int() | str())] as values) | ast.Compare(
                word, [ast.In() | ast.NotIn()], [ast.Tuple(values) | ast.List(values) | ast.Set(values)]
            ):
                key = _word_of(word)
                known = found.sorts.setdefault(key, []) if key is not None else []
                for value in (one.value for one in values if isinstance(one, ast.Constant)):
                    known += [value] if isinstance(value, (int, str)) and value not in known else []


def _word_of(node: ast.expr) -> tuple[str, int] | None:
    match node:
        case ast.Name(name):
            return name, -1
        case ast.Subscript(ast.Name(name), ast.Constant(int() as place)):
            return name, place
    return None


def _fixed(tree: ast.Module) -> dict[str, int]:
    """`s[0]`, `s[9]`, `for i in range(10): s[i]`, `s[i % 10]`: each s has ten; nothing where a place is not known."""
    loops = {
        node.target.id: counted[-1] + 1
        for node in ast.walk(tree)
        if isinstance(node, (ast.For, ast.comprehension))
        and isinstance(node.target, ast.Name)
        and (counted := _counted(node.iter))
    }
    looked = [node for node in ast.walk(tree) if isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name)]
    held = {id(node.value) for node in looked} | {id(node) for node in _asked_if_any(tree)}
    found = {
        node.id: _ANY
        for node in ast.walk(tree)
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and id(node) not in held
    }
    for node in looked:
        assert isinstance(node.value, ast.Name)
        match node.slice:
            case ast.Constant(int() as place) if place >= 0:
                size = place + 1
            case ast.Name(name) if name in loops:
                size = loops[name]
            case ast.BinOp(_, ast.Mod(), ast.Constant(int() as size)):
                pass
            case _:
                size = _ANY
        found[node.value.id] = max(found.get(node.value.id, 0), size)
    return {name: size for name, size in found.items() if _LEAST_FIXED <= size < _ANY}


def _counted(over: ast.expr) -> Sequence[int]:
    """The numbers of `range(1, 17, 2)`; none where it goes down, or is of other numbers than those written there."""
    match over:
        case ast.Call(called, [*given]) if last_name(called) == "range" and 0 < len(given) <= _SIMPLE + 1:
            numbers = [one.value for one in given if isinstance(one, ast.Constant) and isinstance(one.value, int)]
            if len(numbers) == len(given) and (len(numbers) <= _SIMPLE or numbers[-1] > 0):
                return range(*numbers)
    return ()


def _asked_if_any(tree: ast.Module) -> Iterator[ast.expr]:
    """What is only asked whether there is any of it: `if not parts`, `if len(parts) < 2`."""
    for node in ast.walk(tree):
        match node:
            case ast.UnaryOp(ast.Not(), one) | ast.If(one) | ast.While(one) | ast.Call(ast.Name("len"), [one]):
                yield one


def _keyed(tree: ast.Module) -> set[str]:
    """Names of mappings: what they are looked up with can be anything."""
    found = set()
    for node in ast.walk(tree):
        match node:
            case ast.Assign([ast.Name(name)], ast.Dict() | ast.DictComp()):
                found.add(name)
            case ast.Assign([ast.Name(name)], ast.Call(made)) if last_name(made) in _MAPPINGS:
                found.add(name)
    return found


def _loop(node: ast.AST, found: Reach) -> None:
    """`for i in range(n): ... a[i]`, `for x, y in rows`."""
    match node:
        case ast.For(ast.Name(i), ast.Call(ast.Name("range"), [*_, ast.Name(bound)]), body):
            for inner in (n for statement in body for n in ast.walk(statement)):
                if isinstance(inner, ast.Subscript) and isinstance(inner.slice, ast.Name) and inner.slice.id == i:
                    found.loops.setdefault(_base(inner.value), bound)
                    if isinstance(inner.value, ast.Subscript):
                        found.columns.setdefault(_base(inner.value), bound)
        case ast.For(ast.Tuple(parts), ast.Name(rows)) | ast.comprehension(ast.Tuple(parts), ast.Name(rows)):
            found.widths.setdefault(rows, len(parts))


def _base(node: ast.expr) -> str:
    """`g` of `g`, `g[i]` and `g[i][j]`."""
    while isinstance(node, ast.Subscript):
        node = node.value
    return node.id if isinstance(node, ast.Name) else ""


def _lowered(node: ast.expr) -> str:
    """`u` of `u - 1`, `A` of `A[i] - 1`."""
    match node:
        case ast.BinOp(left, ast.Sub(), ast.Constant(1)):
            return _base(left)
    return ""


def _elements(tree: ast.Module) -> dict[str, str]:
    """Loop variables with the list that they go through."""
    found = {}
    for node in ast.walk(tree):
        if isinstance(node, (ast.For, ast.comprehension)):
            over, target = node.iter, node.target
            if isinstance(over, ast.Call) and isinstance(over.func, ast.Name) and over.func.id == "enumerate":
                over = over.args[0] if over.args else over
                target = target.elts[-1] if isinstance(target, ast.Tuple) else target
            names = target.elts if isinstance(target, ast.Tuple) else [target]
            if isinstance(over, ast.Name):
                found.update({n.id: over.id for n in names if isinstance(n, ast.Name)})
    return found


def _size(value: ast.expr) -> tuple[str, int] | None:
    """How many items `[0] * (n + 1)` and `[[] for _ in range(n)]` have."""
    match value:
        case ast.BinOp(ast.List(), ast.Mult(), count) | ast.BinOp(count, ast.Mult(), ast.List()):
            return _sum(count)
        case ast.ListComp(_, [ast.comprehension(_, ast.Call(ast.Name("range"), [*_, count]))]):
            return _sum(count)
    return None


def more_of(iterable: ast.expr) -> int:
    """How many more than the number itself a loop runs: -1 for `range(n - 1)` and `range(1, n)`."""
    match iterable:
        case ast.Call(ast.Name("range"), [ast.Constant(1), ast.Name()]):
            return -1
        case ast.Call(ast.Name("range"), [bound]):
            found = _sum(bound)
            return found[1] if found is not None else 0
    return 0


def _sum(node: ast.expr) -> tuple[str, int] | None:
    match node:
        case ast.Name(name):
            return name, 0
        case ast.BinOp(ast.Name(name), ast.Add(), ast.Constant(int() as more)):
            return name, more
        case ast.BinOp(ast.Name(name), ast.Sub(), ast.Constant(int() as less)):
            return name, -less
    return None


_LEAST, _MOST_APART = 2, 64  # signs of a text that is only compared; such texts
_INVERSE = re.compile(r"inv|pos|ind|idx|where|place", re.IGNORECASE)  # what the inverse of a permutation is called


def tables(tree: ast.Module) -> Iterator[tuple[str, list[str]]]:
    """Tables that are written down, by name, and the texts that are looked up in them.

    What a Python script does with what it reads, as a whole: inverts it, keeps it both ways round, only compares it.

    Guesses, read from the text alone; pure.
    """
    for node in ast.walk(tree):
        match node:
            case ast.Assign([ast.Name(name)], ast.Dict(keys)):
                texts = [one.value for one in keys if isinstance(one, ast.Constant) and isinstance(one.value, str)]
                if texts and len(texts) == len(keys):
                    yield name, texts


def told_apart(tree: ast.Module) -> Iterator[tuple[str, tuple[str, ...]]]:
    """What is only compared with texts of one length (`s == ".#"`) is any of that length and of their signs."""
    texts: dict[str, set[str]] = {}
    compared = set()
    for node in ast.walk(tree):
        match node:
            case ast.Compare(ast.Name(name) as one, [ast.Eq() | ast.NotEq()], [ast.Constant(str() as text)]):
                texts.setdefault(name, set()).add(text)
                compared.add(id(one))
    used = {
        node.id
        for node in ast.walk(tree)
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and id(node) not in compared
    }
    for name, known in texts.items():
        size, signs = len(min(known)), sorted({sign for text in known for sign in text})
        alike = {len(text) for text in known} == {size} and size >= _LEAST and len(signs) > 1
        if alike and name not in used and len(signs) ** size <= _MOST_APART:
            yield name, tuple(map("".join, product(signs, repeat=size)))


def inverted(tree: ast.Module) -> Iterator[str]:
    """Lists of which it is noted where each value stands (`pos[p] = i`), and what is called P beside such a Q."""
    places = {}
    for node in ast.walk(tree):
        match node:
            case ast.For(
                ast.Tuple([ast.Name(i), ast.Name(x)]), ast.Call(ast.Name("enumerate"), [ast.Name(several), *_])
            ):
                places[x, i] = several
            case ast.For(ast.Name(i), ast.Call(ast.Name("range"))):
                places["", i] = ""
    found = set()
    for node in ast.walk(tree):
        match node:
            case ast.Assign([ast.Subscript(ast.Name(held), key)], ast.Name(i)) if _INVERSE.search(held):
                match key:
                    case ast.Name(x) if (x, i) in places:
                        found.add(places[x, i])
                    case ast.Subscript(ast.Name(several), ast.Name(place)) if place == i and ("", i) in places:
                        found.add(several)
    given = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    for both in ({"P", "Q"}, {"p", "q"}):
        found |= both if both & found and both <= given else set()
    yield from found


def turned(tree: ast.Module) -> Iterator[tuple[str, ...]]:
    """Names of which pairs are kept in both orders: `near.add((a, b)); near.add((b, a))`."""
    pairs: dict[str, set[tuple[str, ...]]] = {}
    for node in ast.walk(tree):
        match node:
            case ast.Call(ast.Attribute(ast.Name(held), "add" | "append"), [ast.Tuple([ast.Name(a), ast.Name(b)])]):
                pairs.setdefault(held, set()).add((a, b))
    yield from (pair for found in pairs.values() for pair in found if pair[::-1] in found)
