"""The files beside a program as the harness takes them: the code of each, what its paths mean, where classes are.

Pure and total; neighbours: `modules` (which name comes from where), `weaving` (writes each), `runner` (asks).
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from tree_sitter import Node

from codescore.foundation.caches import Recent
from codescore.languages.javascript.run.members import classes_of
from codescore.languages.javascript.run.modules import Modules, changing, imports_of, is_module
from codescore.languages.javascript.run.nodes import quoted, string, walk
from codescore.languages.javascript.run.weaving import Unsupported, Weaver

_DATA = "(function (exports, require, module) { module.exports = JSON.parse(%s); })"
_Link = dict[str, Any]
_known: Recent[tuple[tuple[tuple[str, str], ...], bool], list[tuple[str, bool]]] = Recent(64)


def links(root: Node, neighbours: Sequence[tuple[str, str]], *, script: bool) -> dict[str, Any]:
    """`codes` of the files, "" for one that is not run; `links` of each the paths in it, by what they mean; `classes`
    says of a name which file declares it, as what.  The first file is the program."""
    if not neighbours:
        return {"codes": [], "links": [], "classes": {}}
    modules = Modules(root, neighbours)
    key = tuple(neighbours), script
    woven = _known.get(key)
    if woven is None:
        woven = [_woven(modules, name, source, script=script) for name, source in neighbours[1:]]
        _known.put(key, woven)
    codes = [("", is_module(root)), *woven]
    linked = [
        {"names": _paths(modules, name) if name in modules.roots else {}, "modular": modular}
        for name, (_, modular) in zip(modules.names, codes, strict=True)
    ]
    return {"codes": [code for code, _ in codes], "links": linked, "classes": _classes(modules)}


def _woven(modules: Modules, name: str, source: str, *, script: bool) -> tuple[str, bool]:
    """The code of a file, and whether it is written with `import` and `export`."""
    if name not in modules.roots:
        try:
            return _DATA % quoted(json.dumps(json.loads(source))), False
        except (ValueError, RecursionError):
            return "", False
    root = modules.roots[name]
    try:
        code = "" if changing(root) else Weaver(coverage=False, script=script, linked=True).program(root)
    except (Unsupported, RecursionError):
        code = ""
    return ("" if code.startswith("(async") else code), is_module(root)


def _paths(modules: Modules, name: str) -> dict[str, int]:
    """The relative paths in a file that mean one of these."""
    found: dict[str, int] = {}
    for node in walk(modules.roots[name]):
        said = string(node) if node.type == "string" else None
        around = node.parent.type if node.parent is not None else ""
        if said is not None and said.startswith(".") and around in _AROUND:
            other = modules.resolved(said, name)
            if other is not None:
                found[said] = modules.names.index(other)
    return found


_AROUND = ("import_statement", "export_statement", "import_require_clause", "arguments")


def _classes(modules: Modules) -> dict[str, tuple[int, str]]:
    """Where what a name stands for is declared: what the program takes from others, then all their classes."""
    found: dict[str, tuple[int, str]] = {}
    for name, root in modules.roots.items():
        for one in classes_of(root) if name != modules.own else ():
            if one.name not in modules.doubtful:
                found[one.name] = modules.names.index(name), one.name
    for bound in imports_of(modules.roots[modules.own]):
        origin = modules.origin(modules.own, bound.name)
        if origin is not None and origin[0] != modules.own:
            found[bound.name] = modules.names.index(origin[0]), origin[1]
    return found
