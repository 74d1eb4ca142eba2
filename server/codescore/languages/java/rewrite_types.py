"""Types of Java expressions, as far as one method and its class tell without a compiler; unknown is None.

Types are strings as written (`int`, `String[]`, `List<Integer>`).  Neighbours: `rewrite_region` knows the names.
"""

from __future__ import annotations

import re

from tree_sitter import Node

from codescore.languages.java.rewrite_region import Region, class_around, field, type_text

# Binary numeric promotion (JLS 5.6): the wider of both, at least int.
_RANK = {"byte": 0, "short": 0, "char": 0, "int": 0, "long": 1, "float": 2, "double": 3}
_PROMOTED = ("int", "long", "float", "double")
_UNBOXED = {"Integer": "int", "Long": "long", "Double": "double", "Float": "float", "Character": "char",
            "Short": "short", "Byte": "byte", "Boolean": "boolean"}
_INTEGRAL = frozenset(("byte", "short", "char", "int", "long"))
_RELATIONS = frozenset(("<", ">", "<=", ">=", "==", "!=", "&&", "||"))

# Methods whose name tells their result, whoever has them.
_BY_NAME = {
    **dict.fromkeys(("length", "size", "indexOf", "lastIndexOf", "compareTo", "compareToIgnoreCase", "hashCode",
                     "intValue", "ordinal", "codePointAt", "nextInt"), "int"),
    **dict.fromkeys(("charAt", "charValue"), "char"),
    **dict.fromkeys(("longValue", "nextLong"), "long"),
    **dict.fromkeys(("doubleValue", "nextDouble"), "double"),
    **dict.fromkeys(("equals", "isEmpty", "contains", "containsKey", "containsValue", "startsWith", "endsWith",
                     "equalsIgnoreCase", "hasNext", "booleanValue", "matches"), "boolean"),
    **dict.fromkeys(("toString", "substring", "trim", "toUpperCase", "toLowerCase", "nextLine", "getName"), "String"),
    "toCharArray": "char[]",
    "getBytes": "byte[]",
}  # fmt: skip
_STATIC = {
    **{f"Math.{name}": "double" for name in "sqrt pow floor ceil log log10 exp sin cos tan cbrt hypot random".split()},
    **{f"{cls}.{name}": kind for cls, kind, name in (
        ("Integer", "int", "parseInt"), ("Long", "long", "parseLong"), ("Double", "double", "parseDouble"),
        ("Character", "int", "getNumericValue"), ("Integer", "int", "bitCount"), ("Integer", "int", "compare"),
        ("Integer", "Integer", "valueOf"), ("Long", "Long", "valueOf"), ("Double", "Double", "valueOf"),
        ("String", "String", "valueOf"), ("String", "String", "format"), ("String", "String", "join"),
        ("Integer", "String", "toString"), ("Integer", "String", "toBinaryString"), ("Long", "String", "toString"),
        ("System", "long", "currentTimeMillis"), ("System", "long", "nanoTime"), ("Arrays", "String", "toString"))},
    **{f"Character.{name}": "boolean" for name in
       "isDigit isLetter isLetterOrDigit isUpperCase isLowerCase isWhitespace isAlphabetic".split()},
}  # fmt: skip
_SAME_AS_ARGUMENTS = frozenset(("Math.max", "Math.min", "Math.abs", "Math.floorMod", "Math.floorDiv"))
_SAME_AS_CHARACTER = frozenset(("Character.toUpperCase", "Character.toLowerCase"))


def unboxed(type_: str | None) -> str | None:
    """The primitive type behind a wrapper class, others as they are."""
    return _UNBOXED.get(type_, type_) if type_ is not None else None


def numeric(type_: str | None) -> bool:
    """Whether a type is a number (char included) or its wrapper."""
    return unboxed(type_) in _RANK


def integral(type_: str | None) -> bool:
    """Whether a type is an integer (char included) or its wrapper."""
    return unboxed(type_) in _INTEGRAL


def promoted(a: str | None, b: str | None) -> str | None:
    """The type of arithmetic on two numbers, None if one is not known to be a number."""
    left, right = _RANK.get(unboxed(a) or ""), _RANK.get(unboxed(b) or "")
    return None if left is None or right is None else _PROMOTED[max(left, right)]


def type_of(region: Region, node: Node) -> str | None:
    """The type of an expression, None if it is not evident."""
    if node.id not in region.types:
        region.types[node.id] = None
        region.types[node.id] = _type_of(region, node)
    return region.types[node.id]


def _type_of(region: Region, node: Node) -> str | None:
    match node.type:
        case "identifier":
            return name_type(region, node)
        case "binary_expression":
            return _binary(region, node)
        case "method_invocation":
            return _call(region, node)
        case "array_access":
            return element_of(_field_type(region, node, "array"))
        case "field_access":
            return _field_access(region, node)
        case "ternary_expression":
            a, b = _field_type(region, node, "consequence"), _field_type(region, node, "alternative")
            return a if a == b else promoted(a, b)
        case "cast_expression" | "object_creation_expression":
            type_ = node.child_by_field_name("type")
            return type_text(region.source, type_) if type_ is not None else None
        case _:
            return _literal(region, node) or _composed(region, node)


def _composed(region: Region, node: Node) -> str | None:
    match node.type:
        case "parenthesized_expression" | "update_expression":
            inner = next((c for c in node.named_children if "comment" not in c.type), None)
            return type_of(region, inner) if inner is not None else None
        case "assignment_expression":
            return _field_type(region, node, "left")
        case "unary_expression":
            operand = _field_type(region, node, "operand")
            return "boolean" if node.children[0].type == "!" else promoted(operand, "int")
        case "array_creation_expression":
            type_ = node.child_by_field_name("type")
            dims = sum(region.text(d).count(b"[") for d in node.children_by_field_name("dimensions"))
            return type_text(region.source, type_) + "[]" * dims if type_ is not None else None
        case _:
            return None


def _literal(region: Region, node: Node) -> str | None:
    match node.type:
        case "decimal_integer_literal" | "hex_integer_literal" | "octal_integer_literal" | "binary_integer_literal":
            return "long" if region.text(node)[-1:] in b"lL" else "int"
        case "decimal_floating_point_literal" | "hex_floating_point_literal":
            return "float" if region.text(node)[-1:] in b"fF" else "double"
        case "character_literal":
            return "char"
        case "string_literal":
            return "String"
        case "true" | "false" | "instanceof_expression":
            return "boolean"
        case _:
            return None


def _field_type(region: Region, node: Node, field: str) -> str | None:
    child = node.child_by_field_name(field)
    return type_of(region, child) if child is not None else None


def element_of(type_: str | None) -> str | None:
    """The type of an array's elements."""
    return type_[:-2] if type_ is not None and type_.endswith("[]") else None


def name_type(region: Region, node: Node) -> str | None:
    """The declared type of a variable, of a `var` the type of its value."""
    local = region.local(node)
    if local is not None:
        return local.type if local.type or local.value is None else type_of(region, local.value)
    return _own_field(region, node, region.text(node))


def _own_field(region: Region, node: Node, name: bytes) -> str | None:
    found = field(region.source, node, name)
    return found.type if found is not None else None


def _field_access(region: Region, node: Node) -> str | None:
    target, field = node.child_by_field_name("object"), node.child_by_field_name("field")
    if target is None or field is None:
        return None
    name = region.text(field)
    if target.type == "this":
        return _own_field(region, node, name)
    if name == b"length" and (type_of(region, target) or "").endswith("[]"):
        return "int"
    if name in (b"MAX_VALUE", b"MIN_VALUE"):
        return _UNBOXED.get(region.text(target).decode("utf-8", errors="replace"))
    return None


def _binary(region: Region, node: Node) -> str | None:
    operator = node.child_by_field_name("operator")
    left, right = _field_type(region, node, "left"), _field_type(region, node, "right")
    if operator is None or operator.type in _RELATIONS:
        return "boolean" if operator is not None else None
    if operator.type == "+" and "String" in (left, right):
        return "String"
    if operator.type in ("&", "|", "^") and unboxed(left) == unboxed(right) == "boolean":
        return "boolean"
    return promoted(left, "int") if operator.type in ("<<", ">>", ">>>") else promoted(left, right)


def _call(region: Region, node: Node) -> str | None:
    target, name = node.child_by_field_name("object"), node.child_by_field_name("name")
    if name is None:
        return None
    method = region.text(name).decode("utf-8", errors="replace")
    if target is None or target.type == "this":
        return _own_method(region, node, method)
    qualified = region.text(target).decode("utf-8", errors="replace") + "." + method
    if qualified in _STATIC:
        return _STATIC[qualified]
    args = node.child_by_field_name("arguments")
    types = [type_of(region, arg) for arg in args.named_children] if args is not None else []
    if qualified in _SAME_AS_ARGUMENTS and types:
        return promoted(types[0], types[-1])
    if qualified in _SAME_AS_CHARACTER and types:
        return types[0] if types[0] in ("char", "int") else None
    return _BY_NAME.get(method) or _element_call(type_of(region, target), method)


def _element_call(type_: str | None, method: str) -> str | None:
    """What a collection of known type hands out: `list.get`, `map.get`, `map.keySet` …"""
    arguments = type_arguments(type_)
    if len(arguments) == 1 and method in ("get", "peek", "poll", "pop", "remove", "getFirst", "getLast", "next"):
        return arguments[0]
    if len(arguments) == 2:
        key, value = arguments
        return {"get": value, "getOrDefault": value, "keySet": f"Set<{key}>", "values": f"Collection<{value}>",
                "entrySet": f"Set<Map.Entry<{key},{value}>>"}.get(method)  # fmt: skip
    return None


def type_arguments(type_: str | None) -> list[str]:
    """The arguments of a generic type, `[]` for others and for arrays."""
    match = re.fullmatch(r"[\w.]+<(.+)>", type_ or "")
    if match is None:
        return []
    parts, depth = [""], 0
    for char in match[1]:
        depth += (char == "<") - (char == ">")
        if char == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += char
    return parts


def _own_method(region: Region, call: Node, name: str) -> str | None:
    """The result type of the methods of this name in the class around a call, if all have the same."""
    around = class_around(call)
    found = set()
    for method in around.named_children if around is not None else ():
        own = method.child_by_field_name("name") if method.type == "method_declaration" else None
        if own is not None and region.text(own) == name.encode():
            type_ = method.child_by_field_name("type")
            generic = any(child.type == "type_parameters" for child in method.children)
            found.add(type_text(region.source, type_) if type_ is not None and not generic else None)
    return found.pop() if len(found) == 1 else None
