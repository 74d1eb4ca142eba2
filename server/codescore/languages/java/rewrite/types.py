"""Types of Java expressions, as far as one method and its class tell without a compiler; unknown is None.

Types are strings as written (`int`, `String[]`, `List<Integer>`).  Neighbours: `region` knows the names.
"""

from __future__ import annotations

import re

from tree_sitter import Node

from codescore.languages.java.rewrite.region import Region, class_around, field, from_java_util, type_text

# Binary numeric promotion (JLS 5.6): the wider of both, at least int.
_RANK = {"byte": 0, "short": 0, "char": 0, "int": 0, "long": 1, "float": 2, "double": 3}
_PROMOTED = ("int", "long", "float", "double")
_UNBOXED = {
    "Integer": "int",
    "Long": "long",
    "Double": "double",
    "Float": "float",
    "Character": "char",
    "Short": "short",
    "Byte": "byte",
    "Boolean": "boolean",
}
_INTEGRAL = frozenset(("byte", "short", "char", "int", "long"))
_RELATIONS = frozenset(("<", ">", "<=", ">=", "==", "!=", "&&", "||"))

# Methods that have one result type in every class that may declare them.
_ALWAYS = {
    "equals": "boolean", "hashCode": "int", "toString": "String", "compareTo": "int", "intValue": "int",
    "longValue": "long", "doubleValue": "double", "charValue": "char", "booleanValue": "boolean",
}  # fmt: skip
_STRING_METHODS = {
    "length": "int", "charAt": "char", "indexOf": "int", "lastIndexOf": "int", "codePointAt": "int",
    "compareToIgnoreCase": "int", "substring": "String", "isEmpty": "boolean", "contains": "boolean",
    "startsWith": "boolean", "endsWith": "boolean", "equalsIgnoreCase": "boolean", "matches": "boolean",
    "trim": "String", "strip": "String", "toUpperCase": "String", "toLowerCase": "String", "replace": "String",
    "replaceAll": "String", "concat": "String", "repeat": "String", "toCharArray": "char[]", "getBytes": "byte[]",
    "split": "String[]",
}  # fmt: skip
_BUILDER_METHODS = {name: _STRING_METHODS[name] for name in ("length", "charAt", "indexOf", "lastIndexOf", "substring")}
_COLLECTION_METHODS = {"size": "int", "isEmpty": "boolean", "contains": "boolean", "containsKey": "boolean",
                       "containsValue": "boolean", "indexOf": "int", "lastIndexOf": "int"}  # fmt: skip
# Classes of java.util by what they hand out.
_LISTS = frozenset(("List", "ArrayList", "LinkedList", "Vector", "Stack"))
_QUEUES = frozenset(("Queue", "Deque", "ArrayDeque", "PriorityQueue", "LinkedList", "Stack"))
_SETS = frozenset(("Collection", "Set", "HashSet", "LinkedHashSet", "TreeSet", "SortedSet", "NavigableSet"))
_MAPS = frozenset(("Map", "HashMap", "LinkedHashMap", "TreeMap", "SortedMap", "NavigableMap"))
_COLLECTIONS = _LISTS | _QUEUES | _SETS
_STATIC = {
    "Math.sqrt": "double", "Math.pow": "double", "Math.floor": "double", "Math.ceil": "double", "Math.log": "double",
    "Math.log10": "double", "Math.exp": "double", "Math.sin": "double", "Math.cos": "double", "Math.tan": "double",
    "Math.cbrt": "double", "Math.hypot": "double", "Math.random": "double",
    "Integer.parseInt": "int", "Long.parseLong": "long", "Double.parseDouble": "double", "Integer.bitCount": "int",
    "Integer.compare": "int", "Integer.valueOf": "Integer", "Long.valueOf": "Long", "Double.valueOf": "Double",
    "Integer.toString": "String", "Long.toString": "String", "Integer.toBinaryString": "String",
    "String.valueOf": "String", "String.format": "String", "String.join": "String", "Arrays.toString": "String",
    "Character.getNumericValue": "int", "Character.isDigit": "boolean", "Character.isLetter": "boolean",
    "Character.isLetterOrDigit": "boolean", "Character.isUpperCase": "boolean", "Character.isLowerCase": "boolean",
    "Character.isWhitespace": "boolean", "Character.isAlphabetic": "boolean",
    "System.currentTimeMillis": "long", "System.nanoTime": "long",
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
            plain = type_ is not None and not any(child.type == "class_body" for child in node.children)
            return type_text(region.source, type_) if plain and type_ is not None else None
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
    count = args.named_child_count if args is not None else 0
    found = _instance_call(region, type_of(region, target), method, count)
    return found if found is not None or args is None or method == "equals" else _ALWAYS.get(method)


def _instance_call(region: Region, type_: str | None, method: str, count: int) -> str | None:
    """What a method of a text or a collection of known type returns; `count` is its number of arguments."""
    if type_ == "String":
        return _STRING_METHODS.get(method)
    if type_ in ("StringBuilder", "StringBuffer"):
        return _BUILDER_METHODS.get(method)
    name = re.match(r"\w+", type_ or "")
    if type_ is None or name is None or type_.endswith("[]") or not from_java_util(region.source, name[0]):
        return None
    if name[0] in _COLLECTIONS | _MAPS and method in _COLLECTION_METHODS:
        return _COLLECTION_METHODS[method]
    arguments = type_arguments(type_)
    if "?" in type_:
        return None
    if len(arguments) == 2 and name[0] in _MAPS:
        return _map_call(arguments[0], arguments[1], method)
    if len(arguments) != 1:
        return None
    gives = (name[0] in _LISTS and method == "get") or (
        name[0] in _QUEUES and method in ("peek", "poll", "pop", "getFirst", "getLast") and count == 0
    )
    return arguments[0] if gives else None


def _map_call(key: str, value: str, method: str) -> str | None:
    match method:
        case "get" | "getOrDefault":
            return value
        case "keySet":
            return f"Set<{key}>"
        case "values":
            return f"Collection<{value}>"
        case "entrySet":
            return f"Set<Map.Entry<{key},{value}>>"
        case _:
            return None


def iterated(region: Region, type_: str | None) -> str | None:
    """What an iterator over a collection of known type yields, None if the type is not known to be one."""
    match = re.fullmatch(r"(\w+)<(.+)>", type_ or "")
    if match is None or match[1] not in _COLLECTIONS | {"Iterable"}:
        return None
    ours = match[1] == "Iterable" or match[1] in ("Set", "Collection") or from_java_util(region.source, match[1])
    arguments = type_arguments(type_)
    return arguments[0] if ours and len(arguments) == 1 else None


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
