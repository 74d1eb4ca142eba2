"""What a C++ text says of itself, read off its tree: functions, classes, enumerations, other names of types, literals.

Reads only; a text that cannot be parsed in places says the rest.  Neighbours: `types` (what may be passed for a type),
`glue` (what calls a function), `surveying` (entries).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

import tree_sitter
import tree_sitter_cpp
from tree_sitter import Node

_PARSER = tree_sitter.Parser(tree_sitter.Language(tree_sitter_cpp.language()))
_CLASSES = ("class_specifier", "struct_specifier")
_PARAMETERS = ("parameter_declaration", "optional_parameter_declaration")
_AROUND = (
    "pointer_declarator",
    "reference_declarator",
    "parenthesized_declarator",
    "array_declarator",
    "init_declarator",
)
#: What a template of classes is made with.
_TYPE, _SIZE = "int", "3"
_DEFINE = re.compile(r"^[ \t]*#[ \t]*define[ \t]+(\w+)[ \t]+([\w:<>,* \t]+?)[ \t]*$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Argument:
    """A parameter: its name ("" where it has none), its type as written without the name, whether it has a default."""

    name: str
    type: str
    optional: bool = False


@dataclass(frozen=True, slots=True)
class Function:
    """A function with a body.  `owner` is the namespace or class around it as one names it, `member`: a class.

    `variables` are its template's parameters; a `friend` takes an object of its `owner` first; `start` and `end` are
    bytes, `body` where its body begins.
    """

    name: str
    owner: str
    member: bool
    static: bool
    result: str
    parameters: tuple[Argument, ...]
    variables: tuple[str, ...]
    start: int
    end: int
    body: int
    hidden: bool = False
    friend: bool = False


@dataclass(frozen=True, slots=True)
class Class:
    """A class that can be named from outside: its open members that every object has, in order.

    `makers` are the parameters of its open constructors, one without any where it declares none; `state` says that
    objects hold something, open or not; `shut` are the functions that it keeps to itself.  `variables` are a template's
    parameters with what stands for them, none where nothing does.  `works`: a `class`, no `struct`, that sets what it
    holds itself, so that nobody makes it of that; `held` are the names of all that it holds, open or not.
    """

    name: str
    fields: tuple[tuple[str, str], ...]
    template: bool = False
    derived: bool = False
    makers: tuple[tuple[Argument, ...], ...] = ()
    state: bool = False
    shut: frozenset[str] = frozenset()
    variables: tuple[tuple[str, str], ...] = ()
    works: bool = False
    held: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Enumeration:
    """An enumeration and its constants; `scoped` ones are named with it."""

    name: str
    constants: tuple[str, ...]
    scoped: bool


@dataclass(slots=True)  # mutable: filled while the tree is walked
class Program:
    """A text and what is in it; `literals` are nodes' types and texts, `aliases` other names of types."""

    source: bytes
    root: Node
    functions: list[Function] = field(default_factory=list)
    classes: list[Class] = field(default_factory=list)
    enumerations: list[Enumeration] = field(default_factory=list)
    aliases: dict[str, str] = field(default_factory=dict)
    literals: list[tuple[str, str]] = field(default_factory=list)


def read(source: str, beside: Program | None = None) -> Program:
    """Read a text; `beside`: what is known of the types that it includes."""
    data = source.encode("utf-8", "replace")
    root = _PARSER.parse(data).root_node
    program = Program(data, root)
    if beside is not None:
        program.classes, program.enumerations = [*beside.classes], [*beside.enumerations]
    known = beside.aliases if beside is not None else {}
    program.aliases = {**known, **{match[1]: match[2] for match in _DEFINE.finditer(source)}}
    _Walk(program).scope(root, "", member=False, hidden=False, variables=())
    program.literals = list(_literals(root))
    return program


def text_of(node: Node | None) -> str:
    """The text of a node, in one line."""
    return "" if node is None or node.text is None else " ".join(node.text.decode("utf-8", "replace").split())


class _Walk:
    def __init__(self, program: Program) -> None:
        self._program = program
        self._given: tuple[tuple[str, str], ...] = ()  # what stands for the parameters of the template around

    def scope(self, node: Node, owner: str, *, member: bool, hidden: bool, variables: tuple[str, ...]) -> None:
        """Take in what stands directly in a file, a namespace or a class."""
        for child in node.named_children:
            if child.type == "access_specifier":
                hidden = text_of(child).rstrip(": ") != "public"
            else:
                self._one(child, owner, member=member, hidden=hidden, variables=variables)

    def _one(self, node: Node, owner: str, *, member: bool, hidden: bool, variables: tuple[str, ...]) -> None:
        match node.type:
            case "namespace_definition" if (body := node.child_by_field_name("body")) is not None:
                name = text_of(node.child_by_field_name("name"))
                self.scope(body, _inside(owner, name) if name else owner, member=False, hidden=hidden, variables=())
            case "template_declaration":
                names = tuple(_variables(node))
                self._given = _standing(node)
                for child in node.named_children:
                    if child.type != "template_parameter_list":
                        self._one(child, owner, member=member, hidden=hidden, variables=names)
            case (
                "friend_declaration"
                | "linkage_specification"
                | "preproc_if"
                | "preproc_ifdef"
                | "preproc_else"
                | "declaration_list"
            ):
                self.scope(node, owner, member=member, hidden=hidden, variables=())
            case "function_definition":
                self._function(node, owner, member=member, hidden=hidden, variables=variables)
            case "alias_declaration":
                self._program.aliases[text_of(node.child_by_field_name("name"))] = text_of(
                    node.child_by_field_name("type")
                )
            case "type_definition":
                declarator = node.child_by_field_name("declarator")
                names_ = text_of(_name_of(declarator) or declarator)
                around = re.sub(rf"\b{re.escape(names_)}\b", "", text_of(declarator), count=1)
                self._program.aliases[names_] = (text_of(node.child_by_field_name("type")) + around).strip()
                self._type(node.child_by_field_name("type"), owner, hidden=hidden, variables=variables, name=names_)
            case "declaration" | "field_declaration":
                self._type(node.child_by_field_name("type"), owner, hidden=hidden, variables=variables)
            case _:
                self._type(node, owner, hidden=hidden, variables=variables)

    def _type(self, node: Node | None, owner: str, *, hidden: bool, variables: tuple[str, ...], name: str = "") -> None:
        body = None if node is None else node.child_by_field_name("body")
        if node is None or body is None:
            return
        name = text_of(node.child_by_field_name("name")) or name
        whole = _inside(owner, name)
        if node.type == "enum_specifier" and name and not hidden:
            constants = tuple(
                text_of(one.child_by_field_name("name")) for one in body.named_children if one.type == "enumerator"
            )
            scoped = any(child.type in ("class", "struct") for child in node.children)
            self._program.enumerations.append(Enumeration(whole, constants, scoped))
        elif node.type in _CLASSES and name:
            shut = node.type == "class_specifier"
            if not hidden:
                derived = any(child.type == "base_class_clause" for child in node.children)
                fields, makers = tuple(_fields(body, shut=shut)), tuple(_makers(body, name, shut=shut))
                every = list(_fields(body, shut=False, all_of_them=True))
                state = derived or bool(every)
                works = shut and _sets(text_of(body), every)
                if makers == ((),) and not derived and len(every) == len(fields) and not works:
                    makers = _aggregate(fields)
                closed = frozenset(_shut(body, shut=shut))
                given = self._given if variables and len(self._given) == len(variables) else ()
                self._program.classes.append(
                    Class(
                        whole,
                        fields,
                        bool(variables),
                        derived,
                        makers,
                        state,
                        closed,
                        given,
                        works,
                        tuple(n for n, _ in every),
                    )
                )
            self.scope(body, whole, member=True, hidden=shut or hidden, variables=())

    def _function(self, node: Node, owner: str, *, member: bool, hidden: bool, variables: tuple[str, ...]) -> None:
        inner, pointers = _callee(node.child_by_field_name("declarator"))
        body = node.child_by_field_name("body")
        named = None if inner is None else inner.child_by_field_name("declarator")
        if inner is None or named is None or body is None or body.type != "compound_statement":
            return
        name = text_of(named)
        friend = node.parent is not None and node.parent.type == "friend_declaration"
        if named.type == "qualified_identifier":
            scope, _, name = name.rpartition("::")
            scope = re.sub(r"<[^<>]*>", "", scope)
            owner, member = _inside(owner, scope), any(c.name == _inside(owner, scope) for c in self._program.classes)
        result = text_of(node.child_by_field_name("type"))
        trailing = next((child for child in inner.children if child.type == "trailing_return_type"), None)
        result = text_of(trailing).removeprefix("->").strip() if trailing is not None else result + pointers
        name = re.sub(r"\s+", "", name) if named.type == "operator_name" else name
        if not re.fullmatch(r"\w+|operator\W+", name) or not result:
            return  # a constructor or what undoes one
        taken = tuple(_parameters(inner.child_by_field_name("parameters")))
        if friend and (not taken or not re.search(rf"\b{owner.rpartition('::')[2]}\b", taken[0].type)):
            return  # its object is not the first
        self._program.functions.append(
            Function(
                name=name,
                owner=owner,
                member=member,
                static=any(
                    text_of(child) == "static" for child in node.children if child.type == "storage_class_specifier"
                ),
                result=result,
                parameters=taken[1:] if friend else taken,
                variables=variables,
                start=(
                    node.parent if node.parent is not None and node.parent.type == "template_declaration" else node
                ).start_byte,
                end=node.end_byte,
                body=body.start_byte,
                hidden=hidden and not friend,
                friend=friend,
            )
        )


def _inside(owner: str, name: str) -> str:
    return f"{owner}::{name}" if owner and name else owner or name


def _callee(node: Node | None) -> tuple[Node | None, str]:
    """The function's own declarator, and what stands around it: pointers and references of the result."""
    around = ""
    while node is not None and node.type != "function_declarator":
        if node.type not in _AROUND:
            return None, ""
        around += "*" if node.type == "pointer_declarator" else "&" if node.type == "reference_declarator" else ""
        node = node.child_by_field_name("declarator") or (node.named_children[-1] if node.named_children else None)
    return node, around


def _standing(node: Node) -> tuple[tuple[str, str], ...]:
    """What stands for the parameters of a template: their defaults, else whole numbers and a small size."""
    parameters = node.child_by_field_name("parameters")
    found: dict[str, str] = {}
    for one in parameters.named_children if parameters is not None else ():
        default = one.child_by_field_name("default_type") or one.child_by_field_name("default_value")
        name = text_of(_name_of(one.child_by_field_name("declarator")) or one.child_by_field_name("name"))
        if one.type == "type_parameter_declaration":
            found[text_of(one.named_children[-1])] = _TYPE
        elif one.type.startswith("optional_"):
            known = text_of(default)
            for other, given in found.items():
                known = re.sub(rf"\b{re.escape(other)}\b", given, known)
            found[name] = known
        elif one.type == "parameter_declaration":
            found[name] = _SIZE
    return tuple(found.items())


def _sets(body: str, fields: list[tuple[str, str]]) -> bool:
    """Whether a class sets some of what it holds, where it declares it or in its functions."""
    names = "|".join(re.escape(name) for name, _ in fields if name)
    places = r"(?:\s{0,9}\[(?:[^;\[\]]|\[[^;\[\]]*\])*\])*"  # one way to read it, or a long one takes for ever
    changes = rf"{places}\s{{0,9}}(?:=(?!=)|\{{)|\.(?:clear|resize|assign|push\w*|insert|emplace\w*)\b"
    return bool(names) and re.search(rf"(?<![.\w])(?:this->)?(?:{names})\b(?:{changes})", body) is not None


def _aggregate(fields: tuple[tuple[str, str], ...]) -> tuple[tuple[Argument, ...], ...]:
    """What makes an object that declares no constructor and hides nothing: all that it holds, in order."""
    if any("[" in type_ or not name for name, type_ in fields):
        return ((),)
    return (tuple(Argument(name, type_) for name, type_ in fields),)


def _variables(node: Node) -> Iterator[str]:
    parameters = node.child_by_field_name("parameters")
    for one in parameters.named_children if parameters is not None else ():
        names = [text_of(child) for child in one.named_children if child.type in ("type_identifier", "identifier")]
        yield names[-1] if names else ""


def _name_of(node: Node | None) -> Node | None:
    """The identifier that a declarator declares."""
    while node is not None and node.type not in ("identifier", "field_identifier", "type_identifier"):
        inner = node.child_by_field_name("declarator")
        if inner is None and node.type in (*_AROUND, "variadic_declarator"):
            inner = next((child for child in reversed(node.named_children)), None)
        node = inner
    return node


def _parameters(node: Node | None) -> Iterator[Argument]:
    for one in node.named_children if node is not None else ():
        if one.type not in _PARAMETERS:
            continue
        declarator = one.child_by_field_name("declarator")
        name = _name_of(declarator)
        optional = one.type == "optional_parameter_declaration"
        end = (declarator or one.child_by_field_name("type") or one).end_byte if optional else one.end_byte
        source, start = one.text or b"", one.start_byte
        written = source[: end - start]
        if name is not None:
            written = source[: name.start_byte - start] + source[name.end_byte - start : end - start]
        type_ = " ".join(written.decode("utf-8", "replace").split())
        if type_ != "void":
            yield Argument(text_of(name), type_, optional)


def _makers(body: Node, name: str, *, shut: bool) -> Iterator[tuple[Argument, ...]]:
    """The parameters of the open constructors that make an object of other things than one."""
    declared = False
    for node in body.named_children:
        if node.type == "access_specifier":
            shut = text_of(node).rstrip(": ") != "public"
        inner = _callee(node.child_by_field_name("declarator"))[0]
        if inner is None or text_of(inner.child_by_field_name("declarator")) != name:
            continue
        declared = True
        parameters = tuple(_parameters(inner.child_by_field_name("parameters")))
        deleted = any(child.type == "delete_method_clause" for child in node.children)
        if not shut and not deleted and not any(re.search(rf"\b{name}\b", p.type) for p in parameters):
            yield parameters
    if not declared:
        yield ()


def _shut(body: Node, *, shut: bool) -> Iterator[str]:
    """The functions that only the class itself can call."""
    for node in body.named_children:
        if node.type == "access_specifier":
            shut = text_of(node).rstrip(": ") != "public"
        inner = _callee(node.child_by_field_name("declarator"))[0]
        if shut and inner is not None:
            yield text_of(inner.child_by_field_name("declarator"))


def _fields(body: Node, *, shut: bool, all_of_them: bool = False) -> Iterator[tuple[str, str]]:
    """Open members that every object has, by name and type; what no pointer to a member can mean is left out."""
    for node in body.named_children:
        if node.type == "access_specifier" and not all_of_them:
            shut = text_of(node).rstrip(": ") != "public"
        if shut or node.type != "field_declaration":
            continue
        words = {
            text_of(child) for child in node.children if child.type in ("storage_class_specifier", "type_qualifier")
        }
        if words & {"static", "constexpr", "inline"} or any(c.type == "bitfield_clause" for c in node.children):
            continue
        type_ = text_of(node.child_by_field_name("type"))
        for declarator in node.children_by_field_name("declarator"):
            name = _name_of(declarator)
            reference = declarator.type == "reference_declarator" and not all_of_them
            if name is None or _callee(declarator)[0] is not None or reference:
                continue
            yield text_of(name), f"{type_} {text_of(declarator).replace(text_of(name), '', 1)}".strip()


def _literals(root: Node) -> Iterator[tuple[str, str]]:
    waiting = [root]
    while waiting:
        node = waiting.pop()
        if node.type in ("number_literal", "string_literal", "char_literal", "true", "false"):
            yield node.type, (node.text or b"").decode("utf-8", "replace")
        elif node.type not in ("preproc_include", "comment"):
            waiting.extend(reversed(node.children))
