"""What a piece of Python binds, reads and contains: the facts on which the rewrite rules decide.

A `Region` is an outermost function, or the code of a module outside of functions.  All questions about names are
answered for the whole region at once, nested functions included, which errs on the side of refusing.  Knows nothing
of sites or rules.  Neighbours: `kinds` (what values a name can hold), the rule modules.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache, cached_property, lru_cache

import tree_sitter_python
from tree_sitter import Language, Node, Query

from codescore.languages import rewriting
from codescore.languages.spans import Interval, intervals, merged, span

_QUERY = """
(identifier) @name
(attribute attribute: (identifier) @foreign)
(keyword_argument name: (identifier) @foreign)
[(function_definition) (lambda)] @function
(class_definition) @class
(for_statement) @for
(while_statement) @while
(if_statement) @if
(conditional_expression) @ternary
(comparison_operator) @comparison
(boolean_operator) @boolean
(binary_operator) @binary
(assignment) @assignment
(augmented_assignment) @augmented
(not_operator) @not
[(true) (false)] @truth
[(list_comprehension) (set_comprehension) (dictionary_comprehension) (generator_expression)] @comprehension
(generator_expression) @generator
(continue_statement) @continue
(try_statement) @try
[(global_statement) (nonlocal_statement)] @elsewhere
[(type) (interpolation) (parameters) (lambda_parameters) (decorator) (case_pattern)] @frozen
(assert_statement) @assert
"""

# Parents under which an identifier is only read (`expression_list` is handled apart: `del a, b`).
_READS = frozenset((
    "argument_list", "assert_statement", "attribute", "await", "binary_operator", "boolean_operator", "call",
    "comparison_operator", "concatenated_string", "conditional_expression", "default_parameter",
    "typed_default_parameter", "dictionary", "dictionary_comprehension", "dictionary_splat", "elif_clause",
    "expression_statement", "format_specifier", "generator_expression", "generic_type", "if_clause",
    "if_statement", "interpolation", "keyword_argument", "list", "list_comprehension", "list_splat",
    "match_statement", "not_operator", "pair", "parenthesized_expression", "raise_statement",
    "return_statement", "set", "set_comprehension", "slice", "subscript", "tuple", "type", "unary_operator",
    "while_statement", "with_item", "yield", "lambda", "member_type", "union_type", "block", "decorator",
    "for_statement", "for_in_clause", "assignment", "augmented_assignment", "named_expression",
))  # fmt: skip
# Parents that bind the identifier in one field and read it in the others.
_BINDING_FIELD = {
    "assignment": "left",
    "augmented_assignment": "left",
    "for_statement": "left",
    "for_in_clause": "left",
    "named_expression": "name",
    "default_parameter": "name",
    "typed_default_parameter": "name",
}
# Calls that see or change local variables behind the reader's back.
_INTROSPECTION = frozenset((b"eval", b"exec", b"locals", b"vars", b"globals", b"dir", b"_getframe", b"breakpoint"))


@cache
def _query() -> Query:
    return Query(Language(tree_sitter_python.language()), _QUERY)


class Region(rewriting.Region):
    """Facts about one region of a file; computed on demand, never changed."""

    def __init__(self, source: bytes, root: Node, node: Node) -> None:
        super().__init__(source, root, node, _query())

    @cached_property
    def closed(self) -> list[Interval]:
        """Annotations, parameters, patterns, f-strings; for a module also the functions, which are regions."""
        spans = intervals(self.all("frozen"))
        if self.node.type != "function_definition":
            spans += [
                i for i, n in zip(self.functions, self.all("function"), strict=True) if n.type == "function_definition"
            ]
        return merged(spans)

    @cached_property
    def functions(self) -> list[Interval]:
        """Functions and lambdas of the region, itself included."""
        return intervals(self.all("function"))

    @cached_property
    def classes(self) -> list[Interval]:
        """Class definitions of the region."""
        return intervals(self.all("class"))

    @cached_property
    def elsewhere(self) -> frozenset[bytes]:
        """Names declared `global` or `nonlocal`, which other functions may bind at any time."""
        return frozenset(self.text(child) for node in self.all("elsewhere") for child in node.named_children)

    @cached_property
    def introspective(self) -> bool:
        """Whether the region can see its own local variables by other means than their names."""
        return any(name in self.names for name in _INTROSPECTION)

    def builtin(self, name: str) -> bool:
        """Whether a name surely means Python's builtin here."""
        module = _module_bindings(self.source)
        if name.encode() in module or (b"*" in module and name not in _NEVER_EXPORTED):
            return False
        return not self.bindings(name.encode())

    def owner(self, node: Node) -> Interval | None:
        """The innermost function or lambda around a node, itself not counted."""
        inner: Interval | None = None
        for start, end in self.functions:
            if start <= node.start_byte and node.end_byte <= end and (start, end) != span(node):
                inner = (start, end)
        return inner

    def bindings(self, name: bytes) -> list[Node]:
        """Occurrences that bind (or delete, or declare) a name."""
        return [node for node in self.names.get(name, ()) if binds(node)]

    def stable(self, node: Node) -> bool:
        """Whether no call can rebind the name at this identifier: bound by the very function it stands in."""
        name = self.text(node)
        owner = self.owner(node)
        if owner is None or name in self.elsewhere:
            return False
        return any(self.owner(n) == owner and self._reaches(n, node) for n in self.bindings(name))

    def known(self, node: Node) -> bool:
        """Whether the name at this identifier is one that the region binds, seen from where it stands."""
        for binding in self.bindings(self.text(node)):
            owner = self.owner(binding)
            if (owner is None or owner[0] <= node.start_byte < owner[1]) and self._reaches(binding, node):
                return True
        return False

    def _reaches(self, binding: Node, use: Node) -> bool:
        """Whether a binding's comprehension or class body, if it is in one, is around the use too."""
        around = [span(n) for n in self.all("comprehension")] if _in_clause(binding) else self.classes
        return all(s <= use.start_byte < e for s, e in around if s <= binding.start_byte < e)

    @cached_property
    def overloads(self) -> bool:
        """Whether the file defines comparisons of its own, which may be any two things in the two directions."""
        return _defines_comparison(self.source)


_NEVER_EXPORTED = frozenset(("len", "range", "iter", "next", "int", "str", "float", "bool", "enumerate", "isinstance"))


@lru_cache(maxsize=16)
def _defines_comparison(source: bytes) -> bool:
    return re.search(rb"\bdef\s+__(?:lt|le|gt|ge|eq|ne)__\b", source) is not None


def _in_clause(binding: Node) -> bool:
    """Whether a name is bound by the `for` of a comprehension."""
    node = binding.parent
    while node is not None and node.type in ("pattern_list", "tuple_pattern", "list_pattern", "list_splat_pattern"):
        node = node.parent
    return node is not None and node.type == "for_in_clause"


@lru_cache(maxsize=16)
def _module_bindings(source: bytes) -> frozenset[bytes]:
    """Names that the module may define or import, told by words alone; `*` stands for a wildcard import."""
    defined = re.findall(rb"\b(?:def|class|as|global)\s+(\w+)|^[^\S\n]*(\w+)[^=\n({\[]*=(?!=)", source, re.M)
    found = {name for pair in defined for name in pair if name}
    for line in re.findall(rb"\bimport\s*(\([^)]*\)|[^\n]*)", source):
        found.update(re.findall(rb"\w+|\*", line))
    return frozenset(found)


def regions(source: bytes, root: Node, within: Node, *, broken: bool) -> Iterator[Region]:
    """The outermost functions in or around `within`, and the module code if `within` has any; see `rewriting`."""
    functions = rewriting.outermost(within, ("function_definition",), _function_query())
    return rewriting.regions(Region, source, root, within, functions, broken=broken)


@cache
def _function_query() -> Query:
    return Query(Language(tree_sitter_python.language()), "(function_definition) @member")


def binds(node: Node) -> bool:
    """Whether this identifier is bound here; an unknown place counts as binding."""
    parent = node.parent
    if parent is None:
        return True
    kind = parent.type
    if kind == "expression_list":
        return parent.parent is None or parent.parent.type == "delete_statement"
    field = _BINDING_FIELD.get(kind)
    if field is not None:
        return parent.child_by_field_name(field) == node
    if kind == "lambda":
        return False
    return kind not in _READS
