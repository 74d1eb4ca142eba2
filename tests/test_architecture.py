"""The invariants of `server/ARCHITECTURE.md` that a reader of the code, not a run of it, can check.

Those that need a run are tested where they live: 5 parsing in `stages/test_sketch.py` and `stages/test_check*.py`,
7 in `incremental/`, 8, 9 and the network half of 10 in `lsp/`, 12 in `security/test_bundle*.py`.
"""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from codescore.languages import all_languages
from codescore.sketch import VERSION

ROOT = Path(__file__).parents[1]
SERVER = ROOT / "server" / "codescore"
TRAIN = ROOT / "model_export" / "codescore_train"

#: Layers, lowest first; a module may import from its own stage and from any stage in a lower layer.
LAYERS = [
    {"foundation"},
    {"languages"},
    {"syntax"},
    {"sketch", "check"},
    {"references", "rewrite", "evidence"},
    {"embed"},
    {"score"},
    {"engine"},
    {"metrics"},
    {"study", "reports", "grade", "experiments"},
    {"lsp", "cli"},
]


def modules(root: Path) -> Iterator[tuple[Path, ast.Module]]:
    for path in sorted(root.rglob("*.py")):
        if "examples" not in path.parts and "samples" not in path.parts:
            yield path, ast.parse(path.read_text(encoding="utf-8"))


def imports(tree: ast.Module) -> Iterator[tuple[str, int]]:
    """Every imported module, also inside functions."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((alias.name, node.lineno) for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and node.level == 0:
            yield from ((f"{node.module}.{alias.name}", node.lineno) for alias in node.names)


def offenders(root: Path, forbidden: re.Pattern[str], allowed_in: str | None = None) -> list[str]:
    found = []
    for path, tree in modules(root):
        inside = path.relative_to(root).parts[0]
        if inside == allowed_in:
            continue
        found += [f"{path.relative_to(ROOT)}:{line} {name}" for name, line in imports(tree) if forbidden.match(name)]
    return found


def stage_of(path: Path) -> str:
    return path.relative_to(SERVER).parts[0].removesuffix(".py")


def test_only_lsp_knows_the_protocol_libraries() -> None:
    """Invariant 1: nothing but `lsp/` imports pygls or lsprotocol."""
    assert offenders(SERVER, re.compile(r"(pygls|lsprotocol)\b"), allowed_in="lsp") == []


def test_nothing_under_server_imports_a_training_library() -> None:
    """Invariant 2: no torch or transformers; onnxruntime only in `embed/`."""
    assert offenders(SERVER, re.compile(r"(torch|transformers|sklearn|onnx)\b(?!runtime)")) == []
    runtime = offenders(SERVER, re.compile(r"onnxruntime\b"), allowed_in="embed")
    assert runtime == []


def test_a_running_server_has_loaded_no_training_library() -> None:
    """Invariant 2, indirectly: importing everything of the server brings in no torch."""
    program = (
        "import sys, codescore.lsp.server, codescore.cli, codescore.engine\n"
        "from codescore.embed import Encoder\n"
        "print(sorted({m.split('.')[0] for m in sys.modules} & {'torch', 'transformers', 'onnx', 'sklearn'}))"
    )
    command = [sys.executable, "-c", program]
    run = subprocess.run(command, capture_output=True, text=True, check=False, cwd=SERVER.parent)
    assert run.stdout.strip() == "[]", run.stderr


def test_serving_never_imports_training() -> None:
    """Invariant 3: `codescore_train` imports `codescore`, never the reverse; there is one sketch."""
    assert offenders(SERVER, re.compile(r"codescore_train\b")) == []
    uses = [name for _, tree in modules(TRAIN) for name, _ in imports(tree) if name.startswith("codescore.sketch")]
    assert uses, "training sketches with the server's own sketch"


def test_the_sketch_does_no_input_or_output() -> None:
    """Invariant 4: `sketch` and `syntax` import neither files, nor clocks, nor models."""
    pure = re.compile(r"(os|io|pathlib|time|datetime|random|subprocess|socket|onnxruntime|tokenizers|numpy)\b")
    for stage in ("sketch", "syntax", "rewrite"):
        found = offenders(SERVER / stage, pure)
        # Rewriting draws from a generator that its caller seeds.
        assert [f for f in found if not (stage == "rewrite" and "random" in f)] == []


def test_golden_sketches_carry_the_sketch_version() -> None:
    """Invariant 4: golden output says which version made it, so it cannot change silently."""
    golden = list((SERVER / "languages").rglob("*.sketches"))
    assert golden
    assert {g.read_text(encoding="utf-8").split("\n", 1)[0] for g in golden} == {f"sketch version {VERSION}"}


def test_no_language_is_named_outside_its_folder() -> None:
    """Invariant 5: no code branches on a language id; ids live in `languages/<id>/` only."""
    ids = {language.id for language in all_languages()}
    found = []
    for path, tree in modules(SERVER):
        if stage_of(path) == "languages" and path.parent != SERVER / "languages":
            continue
        doc = {id(n.body[0].value) for n in ast.walk(tree) if _has_docstring(n)}  # type: ignore[attr-defined]
        found += [
            f"{path.relative_to(ROOT)}:{node.lineno} {node.value!r}"
            for node in ast.walk(tree)
            if isinstance(node, ast.Constant) and node.value in ids and id(node) not in doc
        ]
    assert found == []


def _has_docstring(node: ast.AST) -> bool:
    body = getattr(node, "body", None)
    return isinstance(body, list) and bool(body) and isinstance(body[0], ast.Expr)


def test_arrows_run_one_way() -> None:
    """Stages import downwards only: cli, lsp → engine → score → embed → … → languages → foundation."""
    level = {stage: number for number, layer in enumerate(LAYERS) for stage in layer}
    wrong = []
    for path, tree in modules(SERVER):
        stage = stage_of(path)
        if stage in ("__init__", "__main__"):
            continue
        assert stage in level, f"{stage}/ has no layer: say in LAYERS where it belongs"
        for name, line in imports(tree):
            parts = name.split(".")
            if parts[0] != "codescore" or len(parts) < 2 or parts[1] not in level or parts[1] == stage:
                continue
            if level[parts[1]] > level[stage] or (level[parts[1]] == level[stage] and stage in ("lsp", "cli")):
                allowed = stage == "cli" and parts[1] == "lsp"  # `codescore serve` starts the server
                if not allowed:
                    wrong.append(f"{path.relative_to(ROOT)}:{line} imports {name}")
    assert wrong == []


def test_state_changes_only_on_the_event_loop() -> None:
    """Invariant 8: the values that cross stage boundaries are frozen."""
    import codescore.engine.model as model
    import codescore.languages.contract as contract
    import codescore.syntax.parse as parse_module
    import codescore.syntax.units as units_module

    for module in (model, contract, parse_module, units_module):
        for name, value in vars(module).items():
            parameters = getattr(value, "__dataclass_params__", None)
            if parameters is not None and value.__module__ == module.__name__:
                assert parameters.frozen, f"{module.__name__}.{name} is not frozen"


def test_the_core_touches_no_file() -> None:
    """Invariant 10: files are opened by cli, lsp, bundle, cache and reference loading only; no sockets in the core."""
    opening = re.compile(r"(socket|urllib\.request|http|requests|shutil|tempfile)\b")
    for stage in ("syntax", "sketch", "rewrite", "score", "engine"):
        assert offenders(SERVER / stage, opening) == []
    network = offenders(SERVER, re.compile(r"(urllib\.(request|error)|http(?!\.server\b)|requests|httpx|aiohttp)\b"))
    assert network == []
    served = offenders(SERVER, re.compile(r"http\.server\b"), allowed_in="grade")  # its page, on loopback, when asked
    assert served == []


def test_nothing_is_unpickled() -> None:
    """Invariant 12: no pickle, marshal or shelve anywhere in the server."""
    assert offenders(SERVER, re.compile(r"(pickle|marshal|shelve|dill|joblib)\b")) == []


def test_candidate_code_is_never_executed() -> None:
    """Invariant 13: no exec, eval or import of user code under `server/`; `compile` only in a language's checker.

    A language's harness does all of this, and only ever runs behind the wall: nothing outside imports it.
    """
    found = []
    for path, tree in modules(SERVER):
        if path.parent.name == "harness":
            continue
        found += [f"{path.relative_to(ROOT)}:{line} {name}" for name, line in imports(tree) if ".run.harness" in name]
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                name = node.func.id
                checker = path.parent.name == "check" and path.parent.parent.parent.name == "languages"
                if name in ("exec", "eval", "__import__") or (name == "compile" and not checker):
                    found.append(f"{path.relative_to(ROOT)}:{node.lineno} {name}")
    assert found == []


@pytest.mark.parametrize("folder", [SERVER, TRAIN])
def test_module_docstrings_and_sizes(folder: Path) -> None:
    """Every module says what it does, and none grows past 400 lines."""
    for path, tree in modules(folder):
        text = path.read_text(encoding="utf-8")
        if text.strip():
            assert ast.get_docstring(tree), f"{path.relative_to(ROOT)} has no docstring"
        assert text.count("\n") <= 400, f"{path.relative_to(ROOT)} has {text.count(chr(10))} lines"
