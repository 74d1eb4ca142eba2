"""Data flow as the common CodeBLEU library (PyPI `codebleu` 0.7.0, from GraphCodeBERT) extracts it, quirks included.

For numbers that can be compared with published ones; `dataflow` is how values really flow.  What differs there:
literals, types and names of functions count as variables; a part that is written to (`a[i] = x`) is written as a
whole, index included; `for a, b in f(x)` pairs `a` with `f`; an `else` starts from before the condition; a loop with
an `else` has no body; with, try, walrus, lambda and comprehension bind nothing.

Where the library keeps names in a set, their order, and so the value, depends on PYTHONHASHSEED; here they stand in
order of appearance, one of the orders it may take.  A loop inside more than MAX_LOOPS others is seen once.
Pure; where the library fails inside on a tree (it then goes on without data flow), so does this.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import accumulate
from typing import TypeAlias, TypeVar

from codescore.languages.library import Library, library_of
from codescore.metrics.flat_tree import FlatTree
from codescore.metrics.prepared import Prepared
from codescore.metrics.reaching import COMES, COMPUTED, MAX_DEPTH, MAX_LOOPS, State, joined

Item: TypeAlias = tuple[int, str, tuple[int, ...]]
T = TypeVar("T")


@dataclass(slots=True)
class _Edge:
    """One variable's token and the tokens it comes from."""

    name: str
    token: int
    relation: str
    names: list[str]
    tokens: list[int]


class _NoFlow(Exception):
    """The library fails on such a tree."""


def library_items(text: Prepared) -> Counter[Item]:
    """The normalised data-flow items of a text; none where the library has none."""
    return text.keep("dataflow-library", _items)


def _items(text: Prepared) -> Counter[Item]:
    tree = text.library_tree
    data = library_of(text.language) if text.language is not None else None
    if tree is None or data is None or tree.depth > MAX_DEPTH:
        return Counter()
    try:
        found = _Extraction(tree, data).run()
    except _NoFlow:
        return Counter()
    return _normalised(found)


def _normalised(edges: list[_Edge]) -> Counter[Item]:
    """Variables numbered in the order in which the edges name them, sources first."""
    numbers: dict[str, int] = {}
    result: Counter[Item] = Counter()
    for edge in edges:
        sources = tuple(numbers.setdefault(name, len(numbers)) for name in edge.names)
        result[numbers.setdefault(edge.name, len(numbers)), edge.relation, sources] += 1
    return result


class _Extraction:
    """One walk in the library's order; lives for one call of `library_items`."""

    def __init__(self, tree: FlatTree, data: Library) -> None:
        self.tree, self.data = tree, data
        self.out: list[_Edge] = []
        self.loops = 0
        self.names = self._names()
        self.variables = list(self.names)
        #: How many variables stand before each node: subtrees without any are passed over.
        self.before = list(accumulate((node in self.names for node in range(len(tree))), initial=0))
        self.handlers = {
            **dict.fromkeys(data.defaults, self.default),
            **dict.fromkeys(data.assignments | data.clauses, self.assignment),
            **dict.fromkeys(data.updates, self.update),
            **dict.fromkeys(data.branches, self.branch),
            **dict.fromkeys(data.item_loops, self.item_loop),
            **dict.fromkeys(data.counting_loops, self.counting_loop),
            **dict.fromkeys(data.each_loops, self.each_loop),
            **dict.fromkeys(data.repeated, self.repeated),
        }

    def run(self) -> list[_Edge]:
        """Edges in token order, those without any link dropped, those of one token made one."""
        self.visit(0, {})
        edges = sorted(self.out, key=lambda edge: edge.token)
        linked = {token for edge in edges for token in edge.tokens} | {edge.token for edge in edges if edge.tokens}
        merged: dict[int, _Edge] = {}
        for edge in edges:
            if edge.token not in linked:
                continue
            held = merged.get(edge.token)
            if held is None:
                merged[edge.token] = edge
            else:
                names, tokens = _unique(held.names + edge.names), _unique(held.tokens + edge.tokens)
                merged[edge.token] = _Edge(edge.name, edge.token, edge.relation, names, tokens)
        return list(merged.values())

    def _names(self) -> dict[int, str]:
        """Leaves that the library takes for variables, and their text: it is not their type; a string is one leaf."""
        tree, strings = self.tree, self.data.strings
        kinds, after = tree.kinds, tree.after
        found = {}
        index = 0
        while index < len(kinds):
            if after[index] == index + 1 or kinds[index] in strings:
                text = tree.text(index)
                if not self.is_token(index, text):
                    found[index] = text
                index = after[index]
            else:
                index += 1
        return found

    def is_leaf(self, node: int) -> bool:
        return self.tree.after[node] == node + 1 or self.tree.kinds[node] in self.data.strings

    def is_token(self, leaf: int, text: str) -> bool:
        """Whether a leaf's text is its type; never for the parts of `not in`, which the library's grammar names so."""
        tree = self.tree
        if tree.grammar.names[tree.kinds[leaf]] != text:
            return False
        return not leaf or tree.kinds[tree.parents[leaf]] in tree.grammar.named

    def variables_in(self, node: int) -> list[int]:
        """The variables in a node's subtree."""
        return self.variables[self.before[node] : self.before[self.tree.after[node]]]

    def field(self, node: int, name: str) -> int | None:
        """The first child in a field."""
        wanted = self.data.fields[name]
        return next((child for child in self.tree.children(node) if self.tree.fields[child] == wanted), None)

    def needed(self, node: int, name: str) -> int:
        child = self.field(node, name)
        if child is None:
            raise _NoFlow
        return child

    def visit(self, node: int, states: State) -> State:
        """Add the edges of a node; the states after it (`states` itself, changed, where no branch copies it)."""
        if self.is_leaf(node):
            return self.leaf(node, states)
        handler = self.handlers.get(self.tree.kinds[node])
        if handler is not None:
            return handler(node, states)
        before, after = self.before, self.tree.after
        children = [child for child in self.tree.children(node) if before[child] < before[after[child]]]
        clauses = self.data.clauses
        if clauses and len(children) > 1:
            children.sort(key=lambda child: self.tree.kinds[child] not in clauses)
        for child in children:
            states = self.visit(child, states)
        return states

    def leaf(self, node: int, states: State) -> State:
        name = self.names.get(node)
        if name is None:
            return states
        if name in states:
            self.out.append(_Edge(name, node, COMES, [name], sorted(states[name])))
            return states
        if self.tree.kinds[node] in self.data.variables:
            states[name] = frozenset((node,))
        self.out.append(_Edge(name, node, COMES, [], []))
        return states

    def computed(self, targets: list[int], sources: list[int], relation: str, states: State) -> State:
        """An edge for each target and source, as the library makes them."""
        names = self.names
        for target in targets:
            name = names[target]
            self.out.extend(_Edge(name, target, relation, [names[source]], [source]) for source in sources)
            states[name] = frozenset((target,))
        return states

    def computed_at_once(self, targets: list[int], sources: list[int], states: State) -> None:
        """One edge for each target with all its sources."""
        names = [self.names[source] for source in sources]
        for target in targets:
            self.out.append(_Edge(self.names[target], target, COMPUTED, list(names), list(sources)))
            states[self.names[target]] = frozenset((target,))

    def default(self, node: int, states: State) -> State:
        name, value = self.needed(node, "name"), self.field(node, "value")
        if value is not None:
            states = self.visit(value, states)
            return self.computed(self.variables_in(name), self.variables_in(value), COMES, states)
        for target in self.variables_in(name):
            self.out.append(_Edge(self.names[target], target, COMES, [], []))
            states[self.names[target]] = frozenset((target,))
        return states

    def assignment(self, node: int, states: State) -> State:
        if not self.data.by_item:
            left, right = self.needed(node, "left"), self.needed(node, "right")
            states = self.visit(right, states)
            return self.computed(self.variables_in(left), self.variables_in(right), COMPUTED, states)
        if self.tree.kinds[node] in self.data.clauses:
            sides = [self.needed(node, "left")], [list(self.tree.children(node))[-1]]
        else:
            if self.field(node, "right") is None:
                return states
            sides = self.sides(node)
        return self.by_item(*sides, states)

    def sides(self, node: int) -> tuple[list[int], list[int]]:
        """Left and right, child by child where both have as many, commas aside."""
        left, right = self.needed(node, "left"), self.needed(node, "right")
        comma, kinds = self.data.comma, self.tree.kinds
        lefts = [child for child in self.tree.children(left) if kinds[child] not in comma]
        rights = [child for child in self.tree.children(right) if kinds[child] not in comma]
        if len(lefts) != len(rights) or not lefts:
            return [left], [right]
        return lefts, rights

    def by_item(self, lefts: list[int], rights: list[int], states: State) -> State:
        for right in rights:
            states = self.visit(right, states)
        for left, right in zip(lefts, rights, strict=True):
            self.computed_at_once(self.variables_in(left), self.variables_in(right), states)
        return states

    def update(self, node: int, states: State) -> State:
        variables = self.variables_in(node)
        return self.computed(variables, variables, COMPUTED, states)

    def branch(self, node: int, states: State) -> State:
        """Arms start from the states before the condition; a token `else` counts as an arm of its own."""
        before = states
        current = dict(states)
        ends: list[State] = []
        arms, arm_tokens = self.data.arms, self.data.arm_tokens
        otherwise = closing = False
        for child in self.tree.children(node):
            kind = self.tree.kinds[child]
            is_arm = kind in arms or kind in arm_tokens
            otherwise = otherwise or "else" in self.tree.grammar.names[kind]
            closing = is_arm or (closing and bool(arm_tokens))
            if closing:
                ends.append(self.visit(child, dict(before)))
            else:
                current = self.visit(child, current)
        ends.append(current)
        if not otherwise:
            ends.append(before)
        return joined(ends)

    def item_loop(self, node: int, states: State) -> State:
        start = len(self.out)
        last = list(self.tree.children(node))[-1]
        for _ in self.turns():
            states = self.by_item(*self.sides(node), states)
            if self.tree.kinds[last] in self.data.item_loop_body:
                states = self.visit(last, states)
        return self.looped(start, states)

    def counting_loop(self, node: int, states: State) -> State:
        start = len(self.out)
        children = list(self.tree.children(node))
        begins = next((n for n, c in enumerate(children) if self.tree.kinds[c] in self.data.counting_start), None)
        again = children[begins + 1 :] if begins is not None else []
        for turn in self.turns():
            for child in again if turn else children:
                states = self.visit(child, states)
        return self.looped(start, states)

    def each_loop(self, node: int, states: State) -> State:
        start = len(self.out)
        name, value, body = (self.needed(node, field) for field in ("name", "value", "body"))
        for _ in self.turns():
            states = self.visit(value, states)
            states = self.computed(self.variables_in(name), self.variables_in(value), COMPUTED, states)
            states = self.visit(body, states)
        return self.looped(start, states)

    def repeated(self, node: int, states: State) -> State:
        start = len(self.out)
        for _ in self.turns():
            for child in self.tree.children(node):
                states = self.visit(child, states)
        return self.looped(start, states)

    def turns(self) -> range:
        self.loops += 1
        return range(2 if self.loops <= MAX_LOOPS else 1)

    def looped(self, start: int, states: State) -> State:
        """Both turns' edges of one token and relation become one."""
        self.loops -= 1
        merged: dict[tuple[str, int, str], _Edge] = {}
        for edge in self.out[start:]:
            key = (edge.name, edge.token, edge.relation)
            held = merged.get(key)
            if held is None:
                merged[key] = edge
            else:
                names, tokens = _unique(held.names + edge.names), sorted(set(held.tokens + edge.tokens))
                merged[key] = _Edge(edge.name, edge.token, edge.relation, names, tokens)
        self.out[start:] = merged.values()
        return states


def _unique(values: list[T]) -> list[T]:
    """Each value once, in order of appearance."""
    return list(dict.fromkeys(values))
