"""What kind of value a Python expression evidently has: enough to know that `+=` makes a new object.

A kind is known only where every binding of every name involved is understood.  Annotations of parameters are taken
at their word, as the author's declaration.  Unknown is `None` and makes every rule refuse.
Neighbours: `lattice` says what kinds there are, `region` what names.
"""

from __future__ import annotations

from tree_sitter import Node

from codescore.languages.python.rewrite.lattice import (
    BOOL,
    BOTTOM,
    INT,
    NONE,
    NUM,
    SCALAR,
    STR,
    StaticType,
    immutable,
    indexable,
    is_int,
    join,
    numeric,
    operate,
)
from codescore.languages.python.rewrite.region import Region, binds

_LITERALS = {"integer": INT, "float": NUM, "true": BOOL, "false": BOOL, "none": NONE, "not_operator": BOOL}
_CALLS = {
    "len": INT, "ord": INT, "int": INT, "hash": INT, "id": INT, "float": NUM, "str": STR, "chr": STR, "repr": STR,
    "bin": STR, "hex": STR, "oct": STR, "input": STR, "ascii": STR, "bool": BOOL, "isinstance": BOOL,
    "issubclass": BOOL, "callable": BOOL, "hasattr": BOOL, "list": StaticType("list"), "sorted": StaticType("list"),
    "tuple": StaticType("tuple"),
}  # fmt: skip
_STR_METHODS = {
    "capitalize": STR, "casefold": STR, "center": STR, "expandtabs": STR, "format": STR, "join": STR, "ljust": STR,
    "lower": STR, "lstrip": STR, "removeprefix": STR, "removesuffix": STR, "replace": STR, "rjust": STR,
    "rstrip": STR, "strip": STR, "swapcase": STR, "title": STR, "translate": STR, "upper": STR, "zfill": STR,
    "count": INT, "find": INT, "index": INT, "rfind": INT, "rindex": INT,
    "endswith": BOOL, "isalnum": BOOL, "isalpha": BOOL, "isdecimal": BOOL, "isdigit": BOOL, "islower": BOOL,
    "isnumeric": BOOL, "isspace": BOOL, "istitle": BOOL, "isupper": BOOL, "startswith": BOOL,
    "split": StaticType("list", STR), "rsplit": StaticType("list", STR), "splitlines": StaticType("list", STR),
}  # fmt: skip
_ANNOTATIONS = {b"int": INT, b"float": NUM, b"str": STR, b"bool": BOOL}
_CONTAINERS = {b"list": "list", b"List": "list", b"tuple": "tuple", b"Tuple": "tuple"}


def kind_of(region: Region, node: Node, trail: frozenset[bytes] = frozenset()) -> StaticType | None:
    """The kind of an expression, None if not evident; `trail` holds names whose kind is being found."""
    found = _LITERALS.get(node.type)
    if found is not None:
        return found
    match node.type:
        case "string" | "concatenated_string":
            return _string(region, node)
        case "identifier":
            return name_kind(region, region.text(node), trail) if region.known(node) else None
        case "binary_operator":
            return _binary(region, node, trail)
        case "call":
            return _call(region, node, trail)
        case "subscript":
            return _subscript(region, node, trail)
        case _:
            return _composed(region, node, trail)


def _composed(region: Region, node: Node, trail: frozenset[bytes]) -> StaticType | None:
    parts = [child for child in node.named_children if child.type != "comment"]
    match node.type:
        case "parenthesized_expression" if len(parts) == 1:
            return kind_of(region, parts[0], trail)
        case "unary_operator" if len(parts) == 1:
            kind = kind_of(region, parts[0], trail)
            return (INT if kind == BOOL else kind) if numeric(kind) or kind == BOTTOM else None
        case "comparison_operator":
            plain = all(child.type not in ("<", ">", "<=", ">=", "==", "!=", "<>") for child in node.children)
            return BOOL if plain or all(immutable(kind_of(region, p, trail)) for p in parts) else None
        case "boolean_operator" if len(parts) == 2:
            return join(kind_of(region, parts[0], trail), kind_of(region, parts[1], trail))
        case "conditional_expression" if len(parts) == 3:
            return join(kind_of(region, parts[0], trail), kind_of(region, parts[2], trail))
        case "list" | "tuple" | "expression_list":
            return StaticType("list" if node.type == "list" else "tuple", _items(region, parts, trail))
        case "list_comprehension":
            return StaticType("list")
        case _:
            return None


def _items(region: Region, parts: list[Node], trail: frozenset[bytes]) -> StaticType | None:
    kind: StaticType | None = BOTTOM
    for part in parts:
        kind = join(kind, kind_of(region, part, trail))
    return kind


def _string(region: Region, node: Node) -> StaticType:
    prefix = region.text(node)[:2].lower()
    return SCALAR if b"b" in prefix.split(b'"')[0].split(b"'")[0] else STR


def _binary(region: Region, node: Node, trail: frozenset[bytes]) -> StaticType | None:
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    operator = node.child_by_field_name("operator")
    if left is None or right is None or operator is None:
        return None
    return operate(operator.type, kind_of(region, left, trail), kind_of(region, right, trail))


def call_name(region: Region, node: Node) -> str:
    """The name of the builtin that a call surely calls, or ''."""
    function = node.child_by_field_name("function") if node.type == "call" else None
    if function is None or function.type != "identifier":
        return ""
    name = region.text(function).decode("utf-8", errors="replace")
    return name if region.builtin(name) else ""


def arguments(node: Node) -> list[Node] | None:
    """The positional arguments of a call, None if it has any others."""
    args = node.child_by_field_name("arguments")
    if args is None or args.type != "argument_list":
        return None
    parts = [child for child in args.named_children if child.type != "comment"]
    special = ("keyword_argument", "list_splat", "dictionary_splat")
    return None if any(part.type in special for part in parts) else parts


def _call(region: Region, node: Node, trail: frozenset[bytes]) -> StaticType | None:
    name = call_name(region, node)
    if name in _CALLS:
        return _CALLS[name]
    args = arguments(node)
    if name in ("min", "max") and args is not None and len(args) > 1:
        return _items(region, args, trail)
    if name in ("abs", "round") and args is not None and len(args) == 1:
        kind = kind_of(region, args[0], trail)
        return (INT if name == "round" else kind) if numeric(kind) else None
    function = node.child_by_field_name("function")
    if function is None or function.type != "attribute":
        return None
    target, method = function.child_by_field_name("object"), function.child_by_field_name("attribute")
    if target is None or method is None or kind_of(region, target, trail) != STR:
        return None
    return _STR_METHODS.get(region.text(method).decode("utf-8", errors="replace"))


def _subscript(region: Region, node: Node, trail: frozenset[bytes]) -> StaticType | None:
    value, index = node.child_by_field_name("value"), node.child_by_field_name("subscript")
    if value is None or index is None:
        return None
    kind = kind_of(region, value, trail)
    if kind is None or not indexable(kind):
        return None
    return kind if kind.base == "str" or index.type == "slice" else kind.item


def item_kind(region: Region, node: Node, trail: frozenset[bytes] = frozenset()) -> StaticType | None:
    """The kind of what iterating over an expression yields."""
    name = call_name(region, node)
    if name == "range":
        return INT
    args = arguments(node) if name in ("sorted", "reversed", "list", "tuple") else None
    if args is not None and len(args) == 1:
        return item_kind(region, args[0], trail)
    kind = kind_of(region, node, trail)
    if kind is None:
        return None
    return STR if kind.base == "str" else kind.item


def name_kind(region: Region, name: bytes, trail: frozenset[bytes] = frozenset()) -> StaticType | None:
    """The kind of every value a name is ever bound to in the region."""
    if name in trail:
        return BOTTOM
    if name in region.elsewhere:
        return None
    kind: StaticType | None = BOTTOM
    for node in region.names.get(name, ()):
        if binds(node):
            kind = join(kind, _bound_kind(region, node, trail | {name}))
            if kind is None:
                return None
    return None if kind == BOTTOM else kind


def _bound_kind(region: Region, node: Node, trail: frozenset[bytes]) -> StaticType | None:
    parent = node.parent
    place = parent.type if parent is not None else ""
    if parent is None or place in ("pattern_list", "tuple_pattern"):
        return _unpacked_kind(region, node, parent, trail) if parent is not None else None
    value = parent.child_by_field_name("value" if place == "typed_default_parameter" else "right")
    match place:
        case "assignment":
            return _assigned_kind(region, parent, trail)
        case "augmented_assignment" if value is not None:
            operator = parent.children[1].type.removesuffix("=")
            return operate(operator, BOTTOM, kind_of(region, value, trail))
        case "for_statement" | "for_in_clause" if value is not None:
            return item_kind(region, value, trail)
        case "typed_parameter":
            return annotation_kind(region, parent.child_by_field_name("type"))
        case "typed_default_parameter" if value is not None:
            return join(annotation_kind(region, parent.child_by_field_name("type")), kind_of(region, value, trail))
        case _:
            return None


def _assigned_kind(region: Region, assignment: Node, trail: frozenset[bytes]) -> StaticType | None:
    value = assignment.child_by_field_name("right")
    while value is not None and value.type == "assignment":
        value = value.child_by_field_name("right")
    if value is None:
        return BOTTOM
    kind = kind_of(region, value, trail)
    # What is in a list that a name holds may change behind the name.
    return StaticType("list") if kind is not None and kind.base == "list" else kind


def _unpacked_kind(region: Region, node: Node, pattern: Node, trail: frozenset[bytes]) -> StaticType | None:
    """The kind of one name in `a, b = x, y` or `for i, x in enumerate(xs)`."""
    source = pattern.parent
    value = source.child_by_field_name("right") if source is not None else None
    if source is None or value is None or source.child_by_field_name("left") != pattern:
        return None
    targets = [t for t in pattern.named_children if t.type != "comment"]
    if any(t.type == "list_splat_pattern" for t in targets):
        return None
    index = targets.index(node)
    if source.type in ("for_statement", "for_in_clause"):
        return _enumerated_kind(region, value, index, trail) if len(targets) == 2 else None
    if source.type != "assignment" or value.type not in ("expression_list", "tuple"):
        return None
    values = [v for v in value.named_children if v.type != "comment"]
    return kind_of(region, values[index], trail) if len(values) == len(targets) else None


def _enumerated_kind(region: Region, value: Node, index: int, trail: frozenset[bytes]) -> StaticType | None:
    args = arguments(value) if call_name(region, value) == "enumerate" else None
    if not args:
        return None
    if index == 1:
        return item_kind(region, args[0], trail)
    return INT if len(args) == 1 or is_int(kind_of(region, args[1], trail)) else None


def annotation_kind(region: Region, annotation: Node | None) -> StaticType | None:
    """The kind that an annotation promises: `int`, `str`, `List[int]` and the like."""
    if annotation is None:
        return None
    if annotation.type == "type" and annotation.named_child_count == 1:
        return annotation_kind(region, annotation.named_child(0))
    if annotation.type == "identifier":
        text = region.text(annotation)
        return _ANNOTATIONS.get(text) or (StaticType(_CONTAINERS[text]) if text in _CONTAINERS else None)
    if annotation.type != "generic_type":
        return None
    head = annotation.named_child(0)
    parameters = annotation.named_child(1)
    base = _CONTAINERS.get(region.text(head)) if head is not None else None
    if base is None or parameters is None:
        return None
    item = parameters.named_child(0) if base == "list" and parameters.named_child_count == 1 else None
    return StaticType(base, annotation_kind(region, item))
