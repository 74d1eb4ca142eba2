"""Where the value of each variable comes from: reaching definitions over a tree, by the rules of its language.

An *occurrence* is one appearance of a variable.  A definition's value is computed from the occurrences on its right
side; a use comes from every definition that may reach it.  Branches are joined (a case does not fall through), a
loop's body is seen twice (values flow around it), a function's names are forgotten behind it.  Parameters, and the
first use of a name that the code does not define, are where values come in.  Names of functions, methods, attributes,
types and keyword arguments are no variables; writing to a part of an object (`a[i] = x`, `o.f = x`) may change it.

Pure and bounded: code nested deeper than MAX_DEPTH has no data flow (None); a loop inside more than MAX_LOOPS others
is seen once.  Broken code has the flow of the tree that tree-sitter makes of it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import accumulate

from codescore.languages.flow import Bind, Branch, Fields, Flow, Loop, Scope, flow_of
from codescore.metrics.flat_tree import FlatTree
from codescore.metrics.prepared import Prepared
from codescore.metrics.reaching import COMES, COMPUTED, MAX_DEPTH, MAX_LOOPS, State, joined


@dataclass(slots=True)  # mutable: linked once all are known
class Occurrence:
    """One appearance of a variable: its node, its name, and what its value comes from (node -> name)."""

    node: int
    name: str
    relation: str
    sources: dict[int, str]


def occurrences(text: Prepared) -> tuple[Occurrence, ...] | None:
    """The occurrences of a text's variables in source order; None where there are no rules or it is nested too deep."""
    return text.keep("occurrences", _occurrences)


def _occurrences(text: Prepared) -> tuple[Occurrence, ...] | None:
    tree = text.flat_tree
    rules = flow_of(text.language) if text.language is not None else None
    if tree is None or rules is None or tree.depth > MAX_DEPTH:
        return None
    walk = _Walk(tree, rules)
    walk.visit(0)
    return tuple(walk.found[node] for node in sorted(walk.found))


class _Walk:
    """One pass in order of evaluation; lives for one call of `occurrences`."""

    def __init__(self, tree: FlatTree, rules: Flow) -> None:
        self.tree, self.rules = tree, rules
        self.found: dict[int, Occurrence] = {}
        self.state: State = {}
        self.loops = 0
        #: How many leaves that may be variables stand before each node: subtrees without any are passed over.
        self.before = list(accumulate((kind in rules.variables for kind in tree.kinds), initial=0))
        handlers = {
            **dict.fromkeys(rules.ignored, self.skip),
            **dict.fromkeys(rules.variables, self.use),
            **dict.fromkeys(rules.bind, self.bind),
            **dict.fromkeys(rules.change, self.change),
            **dict.fromkeys(rules.define, self.define),
            **dict.fromkeys(rules.scope, self.scope),
            **dict.fromkeys(rules.branch, self.branch),
            **dict.fromkeys(rules.loop, self.loop),
            **dict.fromkeys(rules.attempt, self.attempt),
        }
        self.handlers = handlers

    def visit(self, node: int) -> None:
        """Follow the values through a node."""
        handler = self.handlers.get(self.tree.kinds[node])
        if handler is not None:
            handler(node)
        else:
            self.below(node)

    def below(self, node: int) -> None:
        """The children in order, those of `first` before the others."""
        tree, first, before = self.tree, self.rules.first, self.before
        kinds, after = tree.kinds, tree.after
        later: list[int] = []
        child, end = node + 1, after[node]
        while child < end:
            if before[child] < before[after[child]]:
                later.append(child)
            child = after[child]
        if first and len(later) > 1:
            later.sort(key=lambda child: kinds[child] not in first)
        for child in later:
            self.visit(child)

    def skip(self, node: int) -> None:
        """No variables here."""

    def use(self, node: int) -> None:
        """A variable is read: what it comes from, or, if nothing defines it, where it comes in."""
        tree = self.tree
        place = (tree.kinds[tree.parents[node]], tree.fields[node])
        if place in self.rules.members:
            return
        name = tree.text(node)
        definitions = self.state.get(name)
        if definitions is None:
            if place not in self.rules.callees:
                self.record(node, name, COMES, {})
                self.state[name] = frozenset((node,))
            return
        # In a loop a name that comes in here meets itself: that is no definition.
        self.record(node, name, COMES, dict.fromkeys(definitions - {node}, name))

    def record(self, node: int, name: str, relation: str, sources: dict[int, str]) -> None:
        held = self.found.get(node)
        if held is None:
            self.found[node] = Occurrence(node, name, relation, dict(sources))
        else:
            held.sources.update(sources)

    def bind(self, node: int) -> None:
        """Names get values: `a, b = c, d` item by item where both sides have as many."""
        rule = self.rules.bind[self.tree.kinds[node]]
        self.assign(node, rule, reads=False)

    def change(self, node: int) -> None:
        """As `bind`, the old value is read too; or what is below is read and written (`i++`)."""
        rule = self.rules.change[self.tree.kinds[node]]
        if not rule.to:
            self.write(node, {}, reads=True)
            return
        operator = self.fields(node, (rule.operator,)) if rule.operator else []
        plain = bool(operator) and self.tree.kinds[operator[0]] in self.rules.assign
        self.assign(node, rule, reads=not plain)

    def assign(self, node: int, rule: Bind, *, reads: bool) -> None:
        targets = self.fields(node, (rule.to,))
        sources = self.fields(node, (rule.source,)) if rule.source else self.others(node, rule.to)
        for source in sources:
            self.visit(source)
        for target, values in self.matched(targets, sources):
            self.write(target, self.read_in(values), reads=reads)

    def matched(self, targets: list[int], sources: list[int]) -> Iterator[tuple[int, list[int]]]:
        """Targets with the nodes their values are in."""
        if len(targets) == len(sources) == 1:
            left, right = self.items(targets[0]), self.items(sources[0])
            if len(left) == len(right) > 1:
                yield from zip(left, ([value] for value in right), strict=True)
                return
        for target in targets:
            yield target, sources

    def items(self, node: int) -> list[int]:
        """The members of a tuple or list, the node itself otherwise."""
        if self.tree.kinds[node] not in self.rules.groups:
            return [node]
        named = self.tree.grammar.named
        return [child for child in self.tree.children(node) if self.tree.kinds[child] in named]

    def read_in(self, nodes: list[int]) -> dict[int, str]:
        """The occurrences within some nodes, each seen before."""
        found = self.found
        return {
            index: found[index].name for node in nodes for index in range(node, self.tree.after[node]) if index in found
        }

    def define(self, node: int) -> None:
        """Names below get a value from elsewhere; what else stands here is followed as usual."""
        field = self.rules.define[self.tree.kinds[node]]
        targets = self.fields(node, (field,)) if field else [node]
        for child in self.others(node, field) if field else ():
            self.visit(child)
        for target in targets:
            self.write(target, {}, reads=False, relation=COMES)

    def write(self, node: int, sources: dict[int, str], *, reads: bool, relation: str = COMPUTED) -> None:
        """Give every name of a target a value; parts of objects change the object, indices are read."""
        tree, rules = self.tree, self.rules
        pending = [node]
        while pending:
            target = pending.pop()
            kind = tree.kinds[target]
            if kind in rules.variables:
                if (tree.kinds[tree.parents[target]], tree.fields[target]) not in rules.members:
                    self.written(target, sources, keeps=False, reads=reads, relation=relation)
            elif kind in rules.access:
                self.write_part(target, sources, relation)
            elif kind not in rules.ignored:
                pending.extend(reversed(list(tree.children(target))))

    def write_part(self, node: int, sources: dict[int, str], relation: str) -> None:
        """`a[i] = x`, `o.f.g = x`: the object at the root may have changed."""
        tree, rules = self.tree, self.rules
        while (field := rules.access.get(tree.kinds[node])) is not None:
            objects = self.fields(node, (field,))
            for child in self.others(node, field):
                self.visit(child)
            if not objects:
                return
            node = objects[0]
        if tree.kinds[node] in rules.variables:
            self.written(node, sources, keeps=True, reads=True, relation=relation)
        else:
            self.visit(node)

    def written(self, node: int, sources: dict[int, str], *, keeps: bool, reads: bool, relation: str) -> None:
        name = self.tree.text(node)
        before = self.state.get(name, frozenset())
        self.record(node, name, relation, {**sources, **dict.fromkeys(before, name)} if reads else sources)
        self.state[name] = before | {node} if keeps else frozenset((node,))

    def scope(self, node: int) -> None:
        """What is defined inside is forgotten behind it."""
        outside = dict(self.state)
        rule: Scope = self.rules.scope[self.tree.kinds[node]]
        for parameters in self.fields(node, rule.parameters):
            if self.tree.kinds[parameters] in self.rules.variables:
                self.write(parameters, {}, reads=False, relation=COMES)
                continue
            for child in self.tree.children(parameters):
                if self.tree.kinds[child] in self.rules.variables:
                    self.write(child, {}, reads=False, relation=COMES)
                else:
                    self.visit(child)
        if rule.body:
            for body in self.fields(node, rule.body):
                self.visit(body)
        else:
            self.below(node)
        self.state = outside

    def branch(self, node: int) -> None:
        """One of the arms runs, or none if nothing makes sure that one does."""
        rule: Branch = self.rules.branch[self.tree.kinds[node]]
        for child in self.fields(node, rule.first):
            self.visit(child)
        inside = self.fields(node, (rule.within,)) if rule.within else []
        arms = [arm for body in inside for arm in self.tree.children(body)] if inside else self.fields(node, rule.arms)
        sure = len(arms) > 1 if rule.otherwise is None else any(self.tree.kinds[arm] in rule.otherwise for arm in arms)
        before = self.state
        ends = [] if sure else [before]
        for arm in arms:
            self.state = dict(before)
            self.visit(arm)
            ends.append(self.state)
        self.state = joined(ends)

    def loop(self, node: int) -> None:
        """The parts run again and again: twice shows all that flows around."""
        rule: Loop = self.rules.loop[self.tree.kinds[node]]
        for child in self.fields(node, rule.first):
            self.visit(child)
        before = self.state
        parts = [self.fields(node, (field,)) for field in rule.parts]
        self.loops += 1
        for turn in range(2 if self.loops <= MAX_LOOPS else 1):
            self.state = joined([before, self.state]) if turn else dict(before)
            if rule.bind is not None:
                values = self.read_in(self.fields(node, (rule.bind.source,)))
                for target in self.fields(node, (rule.bind.to,)):
                    self.write(target, values, reads=False)
            for part in parts:
                for child in part:
                    self.visit(child)
        self.loops -= 1
        if not rule.always:
            self.state = joined([before, self.state])
        for child in self.fields(node, rule.last):
            self.visit(child)

    def attempt(self, node: int) -> None:
        """A handler runs after any part of what stands before it, or not at all."""
        handlers = self.rules.attempt[self.tree.kinds[node]]
        before = dict(self.state)
        ends: list[State] = []
        for child in self.tree.children(node):
            if self.tree.kinds[child] in handlers:
                done = self.state
                self.state = joined([before, done])
                self.visit(child)
                ends.append(self.state)
                self.state = done
            else:
                if ends:
                    self.state, ends = joined([self.state, *ends]), []
                self.visit(child)
        self.state = joined([self.state, *ends])

    def fields(self, node: int, wanted: Fields) -> list[int]:
        """The children in some fields, field by field."""
        tree = self.tree
        if len(wanted) == 1:
            return [child for child in tree.children(node) if tree.fields[child] == wanted[0]]
        return [child for field in wanted for child in self.fields(node, (field,))]

    def others(self, node: int, field: int) -> list[int]:
        """The children that are not in a field."""
        return [child for child in self.tree.children(node) if self.tree.fields[child] != field]
