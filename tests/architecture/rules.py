"""The invariants of `server/ARCHITECTURE.md` that reading the code can check, as functions over a tree of sources.

Each takes the repository's root (or a copy with a violation in it) and gives its offences, one line each; an empty
list means that the rule holds.  `test_seeded_violations` breaks every one of them on purpose.  Arrows and circles are
import-linter's: its contracts are in pyproject.toml.
"""

from __future__ import annotations

import ast
import hashlib
import json
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

from codescore.languages import all_languages
from codescore.metrics.registry import METRICS

Rule = Callable[[Path], list[str]]

#: The golden sketches' hashes under the VERSION they belong to.
RECORD = "tests/languages/golden_sketches.json"

#: Stages that compute and touch nothing else: no file, no clock, no process, no network.
PURE = frozenset({"syntax", "program", "sketch", "rewrite", "score", "engine"})
#: May read what ships inside the package, and nothing else.
PACKAGE_DATA = frozenset({"metrics", "languages"})
#: Where a running server keeps its state; everything else that is a dataclass is a value, or says why it is not.
STATEFUL = frozenset({"lsp"})
#: Modules that load a capability by name: the only ones that may import dynamically.
LOADERS = frozenset({
    "server/codescore/cli/arguments.py", "server/codescore/cli/study.py", "server/codescore/cli/translate.py",
    "server/codescore/languages/registry.py",
    "server/codescore/metrics/registry.py", "model_export/codescore_train/cli.py",
})  # fmt: skip

_FILES = frozenset(
    {"open", "read_text", "read_bytes", "write_text", "write_bytes", "unlink", "mkdir", "touch", "rename"}
)
_OUTSIDE = re.compile(
    r"(socket|urllib\.request|urllib\.error|http|requests|httpx|aiohttp|shutil|tempfile|subprocess)\b"
)
_NETWORK = re.compile(r"(urllib\.(request|error)|http|requests|httpx|aiohttp|ftplib|smtplib|xmlrpc)\b")
_PICKLES = re.compile(r"(pickle|marshal|shelve|dill|joblib)\b")
_CLOCKS = re.compile(r"(os|io|pathlib|time|datetime|random|subprocess|socket|onnxruntime|tokenizers|numpy)\b")


def modules(root: Path, *folders: str) -> Iterator[tuple[str, ast.Module]]:
    """Path from the root, and tree, of every module of the product; not of what runs behind the wall (a harness)."""
    for folder in folders or ("server/codescore", "model_export/codescore_train"):
        for path in sorted((root / folder).rglob("*.py")):
            if not {"examples", "samples", "harness"} & set(path.parts):
                yield path.relative_to(root).as_posix(), _parsed(path, path.stat().st_mtime_ns)


@cache
def _parsed(path: Path, changed: int) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def stage_of(path: str) -> str:
    """The stage that a path under server/codescore belongs to, else the package."""
    parts = path.split("/")
    return parts[2].removesuffix(".py") if parts[0] == "server" else parts[1]


def imports(tree: ast.Module) -> Iterator[tuple[str, int]]:
    """Every imported module with its line, also inside functions; a relative import begins with its dots."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((alias.name, node.lineno) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            module = "." * node.level + (node.module or "")
            yield from ((f"{module}.{alias.name}", node.lineno) for alias in node.names)


def arrows(root: Path) -> list[str]:
    """Contracts of import-linter that are broken: layers, circles, and which stage may know which library."""
    found = Path(sys.executable).with_name("lint-imports")
    command = [str(found), "--config", str(root / "pyproject.toml"), "--no-cache"]
    path = os.pathsep.join((str(root / "server"), str(root / "model_export")))
    environment = {**os.environ, "PYTHONPATH": path, "COLUMNS": "200", "NO_COLOR": "1"}
    run = subprocess.run(command, capture_output=True, text=True, check=False, cwd=root, env=environment)
    if run.returncode == 0 and " 0 broken" in run.stdout:
        return []
    told = run.stdout.partition("Broken contracts")[2] or run.stdout + run.stderr
    return [line.strip() for line in told.splitlines() if line.strip("- \n")]


def relative_imports(root: Path) -> list[str]:
    """Imports that do not say from which stage they come."""
    return [f"{path}:{line} {name}" for path, tree in modules(root) for name, line in imports(tree) if name[0] == "."]


def pure_stages_touch_nothing(root: Path) -> list[str]:
    """Invariants 4 and 10: files, clocks, processes and the network are for cli, lsp, caches and loading."""
    found = []
    for path, tree in modules(root, "server/codescore"):
        stage = stage_of(path)
        if stage in PURE | {"metrics"}:
            found += [f"{path}:{line} {name}" for name, line in imports(tree) if _OUTSIDE.match(name)]
        if stage in ("sketch", "syntax", "rewrite", "program"):
            seeded = stage == "rewrite"  # draws from a generator that its caller seeds
            clocks = [(name, line) for name, line in imports(tree) if _CLOCKS.match(name)]
            found += [f"{path}:{line} {name}" for name, line in clocks if not (seeded and name.startswith("random"))]
        if stage in PURE or (stage in PACKAGE_DATA and not path.startswith("server/codescore/languages/")):
            found += [f"{path}:{line} {name}()" for name, line in _file_calls(tree)]
    return found


def _file_calls(tree: ast.Module) -> Iterator[tuple[str, int]]:
    """Calls that open, read or change a file; reading a resource of the package (`files(...)…`) is none."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
        if name in _FILES and not (isinstance(node.func, ast.Attribute) and "files(" in ast.unparse(node.func.value)):
            yield name, node.lineno


def network(root: Path) -> list[str]:
    """Invariant 10: sockets for the protocol (lsp), pages on loopback (one module), the collector; two clients.

    The clients are those of `codescore experiment send` and of `codescore translate generate`; what serves editors must
    not even load them (see `arrows`).
    """
    found = []
    for path, tree in modules(root, "server/codescore"):
        stage = stage_of(path)
        collector = "/experiments/collector/" in f"/{path}"
        for name, line in imports(tree):
            loopback = path == "server/codescore/foundation/loopback.py"
            served = name.startswith("http.server") and loopback
            chat = path == "server/codescore/translate/providers/chat.py"
            sent = name.startswith("http.client") and ((collector and path.endswith("/client.py")) or chat)
            sockets = name.startswith("socket") and stage != "lsp" and not (loopback or collector or chat)
            if (_NETWORK.match(name) and not served and not sent) or sockets:
                found.append(f"{path}:{line} {name}")
    return found


def pickles(root: Path) -> list[str]:
    """Invariant 12: nothing that is read can run: no pickle, no NumPy file that may hold one."""
    found = []
    for path, tree in modules(root, "server/codescore"):
        found += [f"{path}:{line} {name}" for name, line in imports(tree) if _PICKLES.match(name)]
    for path, tree in modules(root):
        for node in ast.walk(tree):
            if isinstance(node, ast.keyword) and node.arg == "allow_pickle" and ast.unparse(node.value) != "False":
                found.append(f"{path}:{node.lineno} allow_pickle={ast.unparse(node.value)}")
    return found


def shapes_are_built_once(root: Path) -> list[str]:
    """Data is read as a type by `foundation/shapes` alone: msgspec must not build a type in two threads at once."""
    found = []
    for path, tree in modules(root, "server/codescore"):
        for node in ast.walk(tree):
            if not isinstance(node, ast.Call) or path.endswith("/foundation/shapes.py"):
                continue
            called, words = ast.unparse(node.func), {keyword.arg for keyword in node.keywords}
            decoder = re.search(r"\bDecoder$", called) and node.args and "built(" not in ast.unparse(node.args[0])
            typed = re.search(r"\bmsgspec\b.*\bdecode$|^decode$", called) and "type" in words
            if called in ("convert", "msgspec.convert") or typed or decoder:
                found.append(f"{path}:{node.lineno} {called}")
    return found


def candidate_code_is_never_executed(root: Path) -> list[str]:
    """Invariant 13: no exec, eval, runpy or `python -c` outside a harness; `compile` only in a language's checker."""
    found = []
    for path, tree in modules(root):
        found += [f"{path}:{line} {name}" for name, line in imports(tree) if ".run.harness" in name]
        found += [f"{path}:{line} {name}" for name, line in imports(tree) if re.match(r"(runpy|code|codeop)\b", name)]
        checker = "/check/" in path and "/languages/" in path
        for node in ast.walk(tree):
            if isinstance(node, ast.Call):
                name = _called(node.func)
                if name in ("exec", "eval", "__import__") or (name == "compile" and not checker):
                    found.append(f"{path}:{node.lineno} {name}()")
            if isinstance(node, (ast.List, ast.Tuple)) and _runs_text(node):
                found.append(f"{path}:{node.lineno} an interpreter given a program with -c")
    return found


def _called(function: ast.expr) -> str:
    """The built-in that a call's function is, `builtins.exec` included; "" for a method of the same name."""
    if isinstance(function, ast.Name):
        return function.id
    if isinstance(function, ast.Attribute) and ast.unparse(function.value) in ("builtins", "__builtins__"):
        return function.attr
    return ""


def _runs_text(node: ast.List | ast.Tuple) -> bool:
    parts = [ast.unparse(part) for part in node.elts]
    return any("sys.executable" in part for part in parts) and "'-c'" in parts


def dynamic_imports(root: Path) -> list[str]:
    """Invariants 1 to 3 cannot be slipped past: only loaders of named parts import by a computed name."""
    found = []
    for path, tree in modules(root):
        if path in LOADERS:
            continue
        for node in ast.walk(tree):
            if isinstance(node, ast.Call):
                name = ast.unparse(node.func)
                if name.rpartition(".")[2] == "import_module" or name.startswith("importlib.util."):
                    found.append(f"{path}:{node.lineno} {ast.unparse(node)[:60]}")
    return found


def language_leaks(root: Path) -> list[str]:
    """Invariant 5: outside `languages/` no language's id, name, file ending or node type is written down.

    Training may list languages (a recipe's corpus does), but branches on none.
    """
    words = _language_words()
    found = []
    for path, tree in modules(root):
        inside = path.startswith("server/codescore/languages/")
        if inside:
            continue
        documentation = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
        looked_at = ast.walk(tree) if path.startswith("server/") else _branches(tree)
        found += [
            f"{path}:{node.lineno} {node.value!r}"
            for node in looked_at
            if isinstance(node, ast.Constant) and node.value in words and id(node) not in documentation
        ]
    return found


_AMBIGUOUS = 2  # so short a name of a language is a word of every trade


@cache
def _language_words() -> frozenset[str]:
    words: set[str] = set()
    for language in all_languages():
        words |= {word for word in (language.id, language.name, *language.extensions) if len(word) > _AMBIGUOUS}
        grammar = language.grammar
        named = (n for n in range(grammar.node_kind_count) if grammar.node_kind_is_named(n))
        kinds = {grammar.node_kind_for_id(n) or "" for n in named if grammar.node_kind_is_visible(n)}
        words |= {kind for kind in kinds if "_" in kind}  # `function_definition`: a word of no other trade
    return frozenset(words - set(METRICS))  # a metric may be called as a language is


def _branches(tree: ast.Module) -> Iterator[ast.AST]:
    """What a program's way depends on: comparisons and patterns."""
    ways = (node for node in ast.walk(tree) if isinstance(node, (ast.Compare, ast.match_case)))
    return (part for way in ways for part in ast.walk(way))


def golden_sketches_keep_their_version(root: Path) -> list[str]:
    """Invariant 4: what a sketch was under a VERSION it stays; only a new VERSION may change it."""
    version = re.search(
        r'^VERSION = "(\w+)"', "".join(p.read_text("utf-8") for p in sketch_sources(root)), re.MULTILINE
    )
    recorded = json.loads((root / RECORD).read_text(encoding="utf-8"))
    if version is None or recorded["version"] != version[1]:
        return [f"{RECORD} is of version {recorded['version']}: record the sketches of this one"]
    now, then = golden_sketches(root), recorded["sketches"]
    changed = [f"the sketch of {key} changed, VERSION did not" for key in then if now.get(key) != then[key]]
    return changed + [f"{key} is not recorded: CODESCORE_ACCEPT=1 pytest tests/languages" for key in now.keys() - then]


def sketch_sources(root: Path) -> list[Path]:
    """The modules of the stage that makes sketches."""
    return sorted((root / "server" / "codescore" / "sketch").glob("*.py"))


def golden_sketches(root: Path) -> dict[str, str]:
    """The hash of every golden sketch, by language, example, and kind and name of its unit (numbered if repeated)."""
    found: dict[str, str] = {}
    for path in sorted((root / "server" / "codescore" / "languages").glob("*/examples/*.sketches")):
        for part in path.read_text(encoding="utf-8").split("\n=== ")[1:]:
            title, _, text = part.partition("\n")
            base = key = f"{path.parent.parent.name}/{path.stem} {title}"
            number = 1
            while key in found:
                number += 1
                key = f"{base} {number}"
            found[key] = hashlib.sha256(text.rstrip("\n").encode()).hexdigest()[:16]
    return found


def values_are_frozen(root: Path) -> list[str]:
    """Invariant 8: dataclasses are frozen, but for a server's state, what is private to a module, and what says why."""
    found = []
    for path, tree in modules(root, "server/codescore"):
        if stage_of(path) in STATEFUL:
            continue
        lines = (root / path).read_text(encoding="utf-8").splitlines()
        for node in _mutable(tree):
            reason = "# mutable: " in lines[node.decorator_list[0].lineno - 1]
            if not (reason or node.name.startswith("_")):
                found.append(f"{path}:{node.lineno} {node.name}")
    return found


def workers_get_snapshots(root: Path) -> list[str]:
    """Invariant 8: what runs in a worker takes no document, view or state that the event loop changes."""
    trees = list(modules(root, "server/codescore/lsp"))
    mutable = {node.name for _, tree in trees for node in _mutable(tree)} - {"Runs"}  # it guards itself
    functions = {
        (Path(path).stem, node.name): (path, node)
        for path, tree in trees
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef)
    }
    found = []
    for path, tree in trees:
        for step in _steps(tree):
            module, _, name = ast.unparse(step).rpartition(".")
            known = functions.get((module or Path(path).stem, name))
            if known is None:
                continue
            where, function = known
            for argument in (*function.args.args, *function.args.kwonlyargs):
                taken = ast.unparse(argument.annotation) if argument.annotation else ""
                if mutable & set(re.findall(r"\w+", taken)):
                    found.append(f"{where}:{function.lineno} {name}({argument.arg}: {taken}) runs in a worker")
    return found


def _steps(tree: ast.Module) -> Iterator[ast.expr]:
    """What is handed to a worker: the argument after a `Priority.…`."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            for first, second in zip(node.args, node.args[1:], strict=False):
                if ast.unparse(first).startswith("Priority."):
                    yield second


def _mutable(tree: ast.Module) -> Iterator[ast.ClassDef]:
    """Dataclasses that are not frozen."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef):
            decorators = [ast.unparse(decorator) for decorator in node.decorator_list]
            if any(re.match(r"(dataclasses\.)?dataclass\b", d) and "frozen=True" not in d for d in decorators):
                yield node


def sizes(root: Path) -> list[str]:
    """Every module says what it does, and none grows past 400 lines."""
    found = []
    for path, tree in modules(root):
        text = (root / path).read_text(encoding="utf-8")
        if text.strip() and not ast.get_docstring(tree):
            found.append(f"{path} has no docstring")
        if text.count("\n") > 400:
            found.append(f"{path} has {text.count(chr(10))} lines")
    return found


def constants_have_one_value(root: Path) -> list[str]:
    """No module gives a constant of its own a second value: whoever reads the first one would get that."""
    found = []
    for path, tree in modules(root):
        targets = [target for one in tree.body if isinstance(one, ast.Assign) for target in one.targets]
        targets += [one.target for one in tree.body if isinstance(one, ast.AnnAssign)]
        plain = [one for target in targets for one in (target.elts if isinstance(target, ast.Tuple) else [target])]
        names = [one.id for one in plain if isinstance(one, ast.Name)]
        found += [f"{path} gives {name} two values" for name in sorted({*names}) if names.count(name) > 1]
    return found


RULES: tuple[Rule, ...] = (
    arrows, relative_imports, pure_stages_touch_nothing, network, pickles, shapes_are_built_once,
    candidate_code_is_never_executed,
    dynamic_imports, language_leaks, golden_sketches_keep_their_version, values_are_frozen, workers_get_snapshots,
    sizes, constants_have_one_value,
)  # fmt: skip
