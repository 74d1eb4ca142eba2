"""Types of expressions of C++ and C, as far as a file tells, and whether evaluating one does nothing else.

Neighbours: `facts` knows the names.
"""

from __future__ import annotations

from dataclasses import replace

from tree_sitter import Node

from codescore.languages.cpp.rewrite.facts import AUTO, CONTAINERS, Facts, built_in, number, pointer
from codescore.languages.cpp.run.types import Written

_INT, _BOOL, _CHAR, _SIZE = Written("int"), Written("bool"), Written("char"), Written("size_t")
_TEXT = Written("char", pointers=1)
LITERALS = {
    "number_literal": _INT, "true": _BOOL, "false": _BOOL, "char_literal": _CHAR, "string_literal": _TEXT,
    "null": Written("nullptr_t", pointers=1),
}  # fmt: skip
COMPARISONS = frozenset(("<", ">", "<=", ">=", "==", "!="))
_METHODS = {"size": _SIZE, "length": _SIZE, "empty": _BOOL, "count": _SIZE, "find": None, "contains": _BOOL}
_ENDS = frozenset(("front", "back", "top"))
_FUNCTIONS = {
    "sqrt": Written("double"), "pow": Written("double"), "floor": Written("double"), "ceil": Written("double"),
    "abs": None, "max": None, "min": None, "fabs": Written("double"), "isdigit": _INT, "isalpha": _INT, "isupper": _INT,
    "islower": _INT, "isspace": _INT, "isalnum": _INT, "tolower": _INT, "toupper": _INT, "strlen": _SIZE,
    "strcmp": _INT,
}  # fmt: skip
_ELEMENTS = frozenset(("vector", "deque", "array"))


def inner(node: Node | None) -> Node | None:
    """The only expression in parentheses, without comments; None where there is more than one."""
    found = [] if node is None else [child for child in node.named_children if child.type != "comment"]
    return found[0] if len(found) == 1 else None


def sides(node: Node) -> tuple[Node, str, Node] | None:
    """Left side, operator and right side."""
    left, sign, right = (node.child_by_field_name(name) for name in ("left", "operator", "right"))
    return None if left is None or sign is None or right is None else (left, sign.type, right)


def type_of(facts: Facts, node: Node | None) -> Written | None:
    """The type of an expression, None if it is not evident; which number a number is may be wrong."""
    if node is None:
        return None
    if node.id not in facts.types:
        facts.types[node.id] = None
        facts.types[node.id] = _type_of(facts, node)
    return facts.types[node.id]


def _type_of(facts: Facts, node: Node) -> Written | None:  # noqa: C901, PLR0911  one form per kind
    match node.type:
        case "identifier":
            local = facts.local(node)
            if local is None or local.type is None:
                return None
            if local.type != AUTO:
                return local.type
            given = type_of(facts, local.value)
            return _element(given) if local.each else given
        case "parenthesized_expression":
            return type_of(facts, inner(node))
        case "binary_expression":
            return _binary(facts, node)
        case "unary_expression":
            operand = type_of(facts, node.child_by_field_name("argument"))
            return (_BOOL if node.children[0].type == "!" else operand) if built_in(operand) else None
        case "update_expression" | "assignment_expression":
            name = "argument" if node.type == "update_expression" else "left"
            held = type_of(facts, node.child_by_field_name(name))
            return held if built_in(held) else None
        case "pointer_expression":
            held = type_of(facts, node.child_by_field_name("argument"))
            if node.children[0].type == "&":
                return replace(held, pointers=held.pointers + 1) if held is not None else None
            return _element(held) if pointer(held) else None
        case "subscript_expression":
            return _element(type_of(facts, node.child_by_field_name("argument")))
        case "conditional_expression":
            one, two = (type_of(facts, node.child_by_field_name(n)) for n in ("consequence", "alternative"))
            return one if one == two or (number(one) and number(two)) else None
        case "cast_expression":
            type_ = node.child_by_field_name("type")
            return facts.known(facts.text(type_).decode("utf-8", "replace")) if type_ is not None else None
        case "sizeof_expression":
            return _SIZE
        case "call_expression":
            return _call(facts, node)
        case _:
            return LITERALS.get(node.type)


def _element(held: Written | None) -> Written | None:
    if held is None:
        return None
    if held.dimensions:
        return replace(held, dimensions=held.dimensions[1:])
    if held.pointers:
        return replace(held, pointers=held.pointers - 1)
    if held.name == "string":
        return _CHAR
    return held.arguments[0] if held.name in _ELEMENTS and held.arguments else None


def _binary(facts: Facts, node: Node) -> Written | None:
    found = sides(node)
    if found is None:
        return None
    left, sign, right = found
    one, two = type_of(facts, left), type_of(facts, right)
    if sign in COMPARISONS:
        return _BOOL if comparable(one, two) else None
    if sign in ("&&", "||", "and", "or"):
        return _BOOL if built_in(one) and built_in(two) else None
    if number(one) and number(two):
        return one
    if sign in ("+", "-") and pointer(one):
        return one if number(two) else _SIZE if sign == "-" and pointer(two) else None
    return one if sign == "+" and joins(one, two) else None


def comparable(one: Written | None, two: Written | None) -> bool:
    """Whether comparing means the language's own comparison, or the library's of texts and containers."""
    if built_in(one) and built_in(two):
        return True
    if one is None or two is None:
        return False
    names = {w.name if not (w.name == "char" and pointer(w)) else "string" for w in (one, two)}
    return names == {"string"} or (one == two and one.name in CONTAINERS and all(built_in(a) for a in one.arguments))


def joins(one: Written | None, two: Written | None) -> bool:
    """Whether `+` adds text or a sign to a `std::string`."""
    if one is None or two is None or (one.name, one.pointers, one.dimensions) != ("string", 0, ()):
        return False
    literal = two.name == "char" and two.pointers + len(two.dimensions) == 1
    return literal or two in (_CHAR, one)


def _call(facts: Facts, node: Node) -> Written | None:
    function, arguments = node.child_by_field_name("function"), node.child_by_field_name("arguments")
    if function is None or arguments is None:
        return None
    name = facts.text(function)
    if function.type == "template_function" and name.startswith(b"static_cast"):
        return facts.known(name[name.find(b"<") + 1 : -1].decode("utf-8", "replace"))
    if function.type == "field_expression":
        holder, field = function.child_by_field_name("argument"), function.child_by_field_name("field")
        held = type_of(facts, holder)
        if held is None or field is None or pointer(held) or held.name not in CONTAINERS:
            return None
        method = facts.text(field).decode("utf-8", "replace")
        if method in _ENDS:
            return _CHAR if held.name == "string" else held.arguments[0] if held.arguments else None
        return _METHODS.get(method)
    library = _library(facts, function)
    if library:
        given = [type_of(facts, one) for one in arguments.named_children]
        known = _FUNCTIONS[library]
        return known or (given[0] if given and all(number(one) for one in given) else None)
    own = {f.result for f in facts.program.functions if f.name.encode() == name}
    mean = {f.owner for f in facts.program.functions if f.name.encode() == name}
    variables = any(f.variables for f in facts.program.functions if f.name.encode() == name)
    if function.type != "identifier" or len(own) != 1 or mean != {""} or variables or name in facts.macros:
        return None
    return facts.known(own.pop()) if facts.text(function) not in facts.locals else None


def _library(facts: Facts, function: Node) -> str:
    """Which function of the library is called, "" if that is not sure or it is none that we know."""
    text = facts.text(function).decode("utf-8", "replace")
    name = text.removeprefix("std::")
    own = any(f.name == name for f in facts.program.functions) or name.encode() in facts.macros
    taken = own or name.encode() in facts.locals
    return name if name in _FUNCTIONS and (text.startswith("std::") or not taken) else ""


def pure(facts: Facts, node: Node | None) -> bool:  # noqa: PLR0911  one form per kind
    """Whether evaluating an expression surely does nothing but give a value, whatever else is evaluated before."""
    if node is None:
        return False
    match node.type:
        case "identifier":
            local = facts.local(node)
            return local is not None and local.type is not None
        case "parenthesized_expression":
            return pure(facts, inner(node))
        case "unary_expression" | "cast_expression" | "pointer_expression":
            part = node.child_by_field_name("value" if node.type == "cast_expression" else "argument")
            return built_in(type_of(facts, node)) and built_in(type_of(facts, part)) and pure(facts, part)
        case "binary_expression":
            found = sides(node)
            known = found is not None and type_of(facts, node) is not None
            return known and found is not None and pure(facts, found[0]) and pure(facts, found[2])
        case "conditional_expression":
            parts = [node.child_by_field_name(name) for name in ("condition", "consequence", "alternative")]
            return all(built_in(type_of(facts, part)) and pure(facts, part) for part in parts)
        case "subscript_expression":
            known = type_of(facts, node) is not None  # not of a map: asking may make what is asked for
            at = inner(node.child_by_field_name("indices"))
            at = at if at is not None else node.child_by_field_name("index")
            return (
                known
                and number(type_of(facts, at))
                and pure(facts, node.child_by_field_name("argument"))
                and pure(facts, at)
            )
        case "sizeof_expression":
            return True
        case "call_expression":
            return _pure_call(facts, node)
        case _:
            return node.type in LITERALS


def _pure_call(facts: Facts, node: Node) -> bool:
    function, arguments = node.child_by_field_name("function"), node.child_by_field_name("arguments")
    if function is None or arguments is None or type_of(facts, node) is None:
        return False
    if not all(built_in(type_of(facts, one)) and pure(facts, one) for one in arguments.named_children):
        return False
    if function.type == "field_expression":
        return pure(facts, function.child_by_field_name("argument"))
    return bool(_library(facts, function))
