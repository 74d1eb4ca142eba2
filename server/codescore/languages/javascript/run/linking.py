"""How a program and the files beside it are tied together: what stands for `import` and `export` of a relative path.

`__link(path, fill)` of the harness loads a file once and fills the names that are taken from it, again when it has been
loaded where files import each other in a circle.  Pure.  Neighbours: `weaving` (writes the rest), `modules`.
"""

from __future__ import annotations

from tree_sitter import Node

from codescore.languages.javascript.run.modules import DEFAULT, WHOLE, exports_of
from codescore.languages.javascript.run.nodes import child, quoted, string, text


def is_beside(source: Node) -> bool:
    """Whether a path is a relative one."""
    return (string(source) or "").startswith(".")


def uses(specifier: Node, used: set[str]) -> bool:
    """Whether what runs names what an import binds, and that is no type."""
    name = child(specifier, "alias") or child(specifier, "name")
    return name is not None and text(name) in used and not any(one.type == "type" for one in specifier.children)


def linked(clause: Node, source: Node, used: set[str]) -> str:
    """What stands for an import from a file beside: variables, filled once that is loaded."""
    names: dict[str, str] = {}
    for one in clause.named_children:
        if one.type == "named_imports":
            for inner in one.named_children:
                name = child(inner, "name")
                if name is not None and uses(inner, used):
                    given = "d" if text(name) == DEFAULT else f"m[{quoted(_plain(name))}]"
                    names[text(child(inner, "alias") or name)] = given
        elif one.type == "namespace_import":
            names[text(one.named_children[0])] = "m"
        elif one.type == "identifier":
            names[text(one)] = "d" if clause.type == "import_clause" else "m"
    taken = {name: given for name, given in names.items() if name in used}
    if not taken:
        return ""
    filled = " ".join(f"{name} = {given};" for name, given in taken.items())
    return f"let {', '.join(taken)}; __link({text(source)}, (m, d) => {{ {filled} }});"


def given(root: Node) -> str:
    """What a file gives, as functions that tell it by name: it may not be there yet."""
    parts = []
    for name, one in exports_of(root).items():
        if name != WHOLE and not _by_value(root, name):
            own = one.there if not one.named else f"require({quoted(one.named)})"
            part = f"[{quoted(one.there)}]" if one.named and one.there not in (WHOLE, DEFAULT) else ""
            told = f"(m => 'default' in m ? m.default : m)({own})" if one.named and one.there == DEFAULT else own + part
            parts.append(f"{quoted(name)}: () => {told}")
    return ", ".join(parts)


def handed_on(node: Node) -> str:
    """What stands for `export { a } from`, `export * from` and `export = a`."""
    source = child(node, "source")
    if any(one.type == "type" for one in node.children):
        return ""
    if source is not None and is_beside(source):
        every = any(one.type == "*" for one in node.children)
        return f"__link({text(source)}, {'true' if every else 'null'});"
    if any(one.type == "=" for one in node.children) and node.named_children:
        return f"module.exports = {text(node.named_children[-1])};"
    return ""


def _by_value(root: Node, name: str) -> bool:
    """Whether what is given by default is a value, which is set where it stands."""
    return name == DEFAULT and any(
        child(node, "value") is not None for node in root.named_children if node.type == "export_statement"
    )


def _plain(name: Node) -> str:
    return string(name) or text(name)
