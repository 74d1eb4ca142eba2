"""JavaScript and TypeScript programs run for evidence: where Node and its harness are, and how a program is sent there.

Runs outside the sandbox and only reads text; see `codescore.languages.execution` for the contract.  One class for all
languages that Node runs, as they differ in their grammar only.  Neighbours: `weaving` (what is sent), `surveying` (what
can be called with what), `writing` (values and tests), `harness/` (what runs inside).
"""

from __future__ import annotations

import atexit
import json
import os
import re
import shutil
import tempfile
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import tree_sitter
from tree_sitter import Node

from codescore.foundation.caches import Recent
from codescore.foundation.errors import EnvironmentProblem
from codescore.languages.execution import Entry, Harness, Imported, Proof, Survey
from codescore.languages.javascript.run.given import FUNCTIONS, LATE
from codescore.languages.javascript.run.members import classes_of
from codescore.languages.javascript.run.modules import Modules, changing, imports_of, is_module
from codescore.languages.javascript.run.nodes import quoted, string, walk
from codescore.languages.javascript.run.surveying import surveyed
from codescore.languages.javascript.run.weaving import Unsupported, Weaver
from codescore.languages.values import Int

_INSIDE = "/harness"
_START = "serve.js"
#: One thread computes, so that CPU time is time; nothing in the harness's own realm is made from text; memory.
_OPTIONS = (
    "--single-threaded", "--disallow-code-generation-from-strings", "--no-warnings", "--max-old-space-size=256",
    "--no-addons", "--no-experimental-fetch",
)  # fmt: skip
_MEMORY, _PRIVATE = 4 << 30, 1 << 30
_PACE = 0.0016  # seconds: `pace` of serve.js on the machine where limits were set
_PROOF = "function proof() { return 4711; }"
_REMEMBERED = 256
_CONDITION = re.compile(r"\)\s+and\s+\(")
NO_NODE = "JavaScript cannot be run: no Node found (node); install Node 18 or later, or set CODESCORE_NODE"


class NodeRunner:
    """`Runner` for a language that Node runs, by its grammar; remembers the last programs that it read."""

    def __init__(self, grammar: tree_sitter.Language) -> None:
        self._grammar = grammar
        self._surveys: Recent[tuple[str, tuple[str, ...], tuple[tuple[str, str], ...]], Survey] = Recent(_REMEMBERED)

    def _root(self, source: str) -> tree_sitter.Node:
        return tree_sitter.Parser(self._grammar).parse(source.encode("utf-8", "replace")).root_node

    def survey(
        self,
        source: str,
        beside: Sequence[str] = (),
        imported: Sequence[Imported] = (),
    ) -> Survey:
        """What can be called in a program and with what; total."""
        key = (source, tuple(beside), tuple((one.name, one.source) for one in imported))
        known = self._surveys.get(key)
        if known is None:
            roots = [self._root(one) for one in (source, *beside)]
            modules = Modules(roots[0], key[2])
            known = surveyed(source, modules, roots[1:], self._root)
            self._surveys.put(key, known)
        return known

    def harness(self) -> Harness:
        """How a program's Node starts; raises EnvironmentProblem without a Node."""
        return _harness()

    def prepared(self, job: dict[str, Any]) -> dict[str, Any]:
        """The job with the program as one function in place of its source, or with why it cannot be run."""
        sent = {key: value for key, value in job.items() if key not in ("source", "neighbours")}
        root = self._root(job["source"])
        script = job["entry"]["kind"] == "script"
        neighbours = job.get("neighbours", ())
        weaver = Weaver(job["coverage"] and not root.has_error, script, linked=bool(neighbours))
        condition = _CONDITION.sub(") && (", job["assume"] or "")
        assume = f"({', '.join(job['parameters'])}) => ({condition})" if condition else ""
        try:
            code = weaver.program(root, assume)
        except Unsupported as what:
            return {**sent, "refused": {"how": "load", "detail": f"{what} are not run"}}
        except RecursionError:
            return {**sent, "refused": {"how": "load", "detail": "nested too deeply"}}
        lines = weaver.lines
        return {
            **sent, "refused": None, "code": code, "branches": len(lines), "lines": lines, "functions": FUNCTIONS,
            "late": LATE, **links(root, neighbours, script=script),
        }  # fmt: skip


@cache
def _harness() -> Harness:
    node = _node()
    outside = () if node.is_relative_to("/usr") else ((str(node.parent.parent), str(node.parent.parent)),)
    return Harness(
        command=(str(node), *_OPTIONS, f"{_INSIDE}/{_START}"),
        read_only=(*outside, (_INSIDE, str(_folder()))),
        environment=(("NODE_OPTIONS", ""), ("UV_THREADPOOL_SIZE", "1")),
        memory=_MEMORY,
        private=_PRIVATE,
        processes=32,
        pace_seconds=_PACE,
        one_program=True,
        proof=Proof(_PROOF, Entry("proof", "function"), Int(4711)),
    )


def _node() -> Path:
    """The Node that the user chose, else the first on the path."""
    found = os.environ.get("CODESCORE_NODE") or shutil.which("node") or shutil.which("nodejs")
    if not found or not Path(found).is_file():
        raise EnvironmentProblem(NO_NODE)
    return Path(found).resolve()


def _folder() -> Path:
    """A copy of the harness that an ordinary user may read."""
    copied = Path(tempfile.mkdtemp(prefix="codescore-node-"))
    atexit.register(shutil.rmtree, copied, ignore_errors=True)
    for part in Path(__file__).with_name("harness").glob("*.js"):
        (copied / part.name).write_bytes(part.read_bytes())
        (copied / part.name).chmod(0o644)
    copied.chmod(0o755)
    return copied


_DATA = "(function (exports, require, module) { module.exports = JSON.parse(%s); })"
_Link = dict[str, Any]
_known: Recent[tuple[tuple[tuple[str, str], ...], bool], list[tuple[str, bool]]] = Recent(64)


def links(root: Node, neighbours: Sequence[tuple[str, str]], *, script: bool) -> dict[str, Any]:
    """The files beside a program as the harness takes them: the code of each, what its paths mean, where classes are.

    `codes` of the files, "" for one that is not run; `links` of each the paths in it, by what they mean; `classes` says
    of a name which file declares it, as what.  The first file is the program.
    """
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
