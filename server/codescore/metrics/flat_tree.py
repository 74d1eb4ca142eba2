"""A syntax tree as flat lists in source order: what the structural metrics walk instead of nodes.

One pass of a cursor; comments and documentation strings are left out, and so is what completed a fragment.  Index 0
is the root (parent -1), `after[i]` the index behind node i's subtree: the children of i are i + 1, after[i + 1], and
so on.  Node types and fields are the grammar's numbers (`names` turns a type into its name).  Knows no
metric; neighbours: `prepared` keeps one per text, `dataflow`, `syntax_match` and
`program_graph` read it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import chain

from codescore.foundation.text import encode
from codescore.languages import by_id
from codescore.syntax import Syntax
from codescore.syntax.parse import parse_bytes

#: What tree-sitter calls text that fits no rule; not in the grammar's own table.
ERROR = 65535


@dataclass(frozen=True, slots=True, eq=False)
class Grammar:
    """A grammar's node types by number: names, which are named, and the sets that flattening asks for."""

    names: dict[int, str]
    named: frozenset[int]
    comments: frozenset[int]
    strings: frozenset[int]
    documented: frozenset[int]
    bodies: frozenset[int]

    def numbers(self, names: frozenset[str]) -> frozenset[int]:
        """The named node types that have one of these names."""
        return frozenset(number for number in self.named if self.names[number] in names)


@dataclass(frozen=True, slots=True, eq=False)
class FlatTree:
    """Parallel lists over nodes, in source order; `fields` holds 0 where a node has no field in its parent."""

    grammar: Grammar
    source: bytes
    kinds: list[int]
    fields: list[int]
    starts: list[int]
    ends: list[int]
    parents: list[int]
    after: list[int]
    missing: frozenset[int]
    broken: bool
    depth: int

    def __len__(self) -> int:
        return len(self.kinds)

    def children(self, index: int) -> Iterator[int]:
        """The children of a node, also unnamed ones."""
        child, end = index + 1, self.after[index]
        while child < end:
            yield child
            child = self.after[child]

    def text(self, index: int) -> str:
        """The source text of a node."""
        return self.source[self.starts[index] : self.ends[index]].decode("utf-8", "replace")


@cache
def grammar_of(language: str) -> Grammar:
    """The node types of an installed language's grammar."""
    installed = by_id(language)
    assert installed is not None, "only texts with a tree are flattened"
    table, layout, structure = installed.grammar, installed.layout, installed.structure
    numbers = range(table.node_kind_count)
    names = {number: table.node_kind_for_id(number) or "" for number in numbers}
    named = frozenset(n for n in numbers if table.node_kind_is_named(n) and table.node_kind_is_visible(n)) | {ERROR}
    names[ERROR] = "ERROR"

    def of(wanted: frozenset[str]) -> frozenset[int]:
        return frozenset(n for n in named if names[n] in wanted)

    documented = of(structure.functions | structure.constructors | structure.classes)
    return Grammar(names, named, of(layout.comments), of(layout.strings), documented, of(layout.bodies))


def library_tree(syntax: Syntax, whole: FlatTree, documented: FlatTree) -> FlatTree:
    """The tree as the common library parses: the stripped text, never completed, every bare string left out.

    `whole` is the flat tree of `syntax`, `documented` the same without documentation; it is returned itself where both
    readings agree.
    """
    text = syntax.source.decode("utf-8", "surrogatepass")
    if not syntax.prefix and text == text.lstrip():  # space after the code is in no tree
        if _documentation(whole, any_bare_string=True) == _documentation(whole, any_bare_string=False):
            return documented
        return without_documentation(whole, any_bare_string=True)
    source = encode(text.strip())
    bare = flatten(Syntax(syntax.language, source, parse_bytes(syntax.language, source), source))
    return without_documentation(bare, any_bare_string=True)


def flatten(syntax: Syntax) -> FlatTree:
    """The flat lists of a tree, documentation included."""
    grammar = grammar_of(syntax.language.id)
    comments = grammar.comments
    low, high = syntax.prefix, syntax.prefix + len(syntax.source)
    completed = bool(syntax.prefix)
    broken = syntax.root.has_error
    kinds: list[int] = []
    fields: list[int] = []
    starts: list[int] = []
    ends: list[int] = []
    parents: list[int] = []
    after: list[int] = []
    missing: list[int] = []
    path: list[int] = []  # the index of every node from the root down, -1 for one left out
    parent = -1
    depth = 0
    cursor = syntax.tree.walk()
    inside, onwards, upwards = cursor.goto_first_child, cursor.goto_next_sibling, cursor.goto_parent
    while True:
        node = cursor.node
        assert node is not None
        kind = node.kind_id
        if kind not in comments:
            start, end = node.start_byte, node.end_byte
            index = -1
            if not (completed and kinds and (start < low or high < end)):
                index = len(kinds)
                kinds.append(kind)
                fields.append(cursor.field_id or 0)
                starts.append(start)
                ends.append(end)
                parents.append(parent)
                after.append(index + 1)
                if broken and start == end and node.is_missing:
                    missing.append(index)
            if inside():
                path.append(index)
                if index >= 0:
                    parent = index
                continue
        while not onwards():
            if not upwards():
                lists = (kinds, fields, starts, ends, parents, after)
                return FlatTree(grammar, syntax.parsed, *lists, frozenset(missing), broken, depth)
            depth = max(depth, len(path))
            closed = path.pop()
            if closed >= 0:
                after[closed] = len(kinds)
                parent = parents[closed]


def without_documentation(tree: FlatTree, *, any_bare_string: bool = False) -> FlatTree:
    """The tree without the statements that document a function, a class or the whole.

    `any_bare_string`: every statement that is nothing but a string counts as documentation.
    """
    spans = _documentation(tree, any_bare_string=any_bare_string)
    if not spans:
        return tree
    kept: list[tuple[int, int]] = []
    moved: list[int] = []  # for each old index (and the end) its new one
    gone = 0
    for start, end in [*spans, (len(tree), len(tree) + 1)]:
        position = len(moved)
        kept.append((position, start))
        moved.extend(range(position - gone, start - gone))
        moved.extend([start - gone] * (end - start))
        gone += end - start

    def cut(values: list[int]) -> list[int]:
        return list(chain.from_iterable(values[start:end] for start, end in kept))

    return FlatTree(
        tree.grammar,
        tree.source,
        cut(tree.kinds),
        cut(tree.fields),
        cut(tree.starts),
        cut(tree.ends),
        [-1, *(moved[parent] for parent in cut(tree.parents)[1:])],
        [moved[behind] for behind in cut(tree.after)],
        frozenset(moved[index] for index in tree.missing),
        tree.broken,
        tree.depth,
    )


def _documentation(tree: FlatTree, *, any_bare_string: bool) -> list[tuple[int, int]]:
    """Index ranges, in order, of statements that are nothing but a string where documentation stands."""
    grammar, kinds, after = tree.grammar, tree.kinds, tree.after
    documented = grammar.documented
    found: list[tuple[int, int]] = []

    def parent_kind(index: int) -> int:
        return kinds[tree.parents[index]]

    strings = grammar.strings
    for index in [index for index, kind in enumerate(kinds) if kind in strings]:
        if index < 2 or after[index - 1] != after[index]:
            continue
        statement = index - 1  # its only child is the string
        if any_bare_string:
            if parent_kind(statement) in grammar.bodies:
                found.append((statement, after[statement]))
        elif statement == 1 or (kinds[statement - 1] in grammar.bodies and parent_kind(statement - 1) in documented):
            found.append((statement, after[statement]))
    return found
