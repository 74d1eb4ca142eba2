"""A corpus of a few hundred functions and one run of the tiny recipe over it, made once and shared by the tests."""

from __future__ import annotations

import ast
import gzip
import json
import sysconfig
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

import pytest

from codescore.languages import by_id
from codescore.sketch import sketch_units
from codescore.syntax import parse, units_of

_ROOT = Path(__file__).parents[2]
_EXTRA = ("torch", "transformers", "onnx", "onnxscript", "scipy", "datasketch")


def _missing(path: Path) -> list[str]:
    """Training libraries that are not installed and that loading a test module would import, directly or not."""
    absent = {name for name in _EXTRA if find_spec(name) is None}
    return sorted(absent & _imports(path, set())) if absent else []


def _imports(path: Path, seen: set[Path]) -> set[str]:
    """Libraries that a module imports at its head, and those that our training modules import at theirs in turn."""
    if path in seen or not path.is_file():
        return set()
    seen.add(path)
    names: set[str] = set()
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    libraries = {name.partition(".")[0] for name in names}
    for name in names:
        if name.startswith(("codescore_train", "tests.train")):
            source = _ROOT.joinpath("model_export" if name.startswith("codescore") else "", *name.split("."))
            libraries |= _imports(source.with_suffix(".py"), seen) | _imports(source / "__init__.py", seen)
    return libraries


# Without the training dependencies these modules cannot even be imported; the summary says so.
_LEFT_OUT = {
    path.name: missing for path in sorted(Path(__file__).parent.glob("test_*.py")) if (missing := _missing(path))
}
collect_ignore = list(_LEFT_OUT)

_MODULES = ("textwrap", "heapq", "bisect", "statistics", "fractions", "shlex", "difflib", "calendar", "random")

_JAVA = """
static int sum%(k)d(int[] values, int limit) {
    int total = %(k)d;
    for (int i = 0; i < values.length; i++) {
        if (values[i] > limit) { total += values[i]; } else { total = total - %(k)d; }
    }
    return total;
}
boolean find%(k)d(String text, char mark, int start) {
    int i = start;
    while (i < text.length()) {
        if (text.charAt(i) == mark && i %% %(k)d != 1) { return true; }
        i++;
    }
    return false;
}
"""


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say loudly what was left out."""
    for name, missing in _LEFT_OUT.items():
        told = (
            f"NOT RUN, {', '.join(missing)} not installed (pip install 'codescore-r[train,test]'): tests/train/{name}"
        )
        terminalreporter.write_line(told, red=True)


@dataclass(frozen=True, slots=True)
class Trained:
    """A work folder after all stages, the corpus it came from and the bundle it gave."""

    corpus: Path
    work: Path
    bundle: Path


def write_corpus(folder: Path) -> Path:
    """Real Python functions of the standard library and a family of Java methods, as the corpus stage writes them."""
    library = Path(sysconfig.get_paths()["stdlib"])
    sources = {"python": [(library / f"{name}.py").read_bytes() for name in _MODULES]}
    sources["java"] = [(_JAVA % {"k": k}).encode() for k in range(2, 22)]
    for language_id, texts in sources.items():
        rows = [row for text in texts for row in functions(language_id, text)]
        for part, chosen in (("train", rows[: -len(rows) // 5]), ("valid", rows[-len(rows) // 5 :])):
            with gzip.open(folder / f"functions.{language_id}.{part}.jsonl.gz", "wt", encoding="utf-8") as stream:
                stream.writelines(json.dumps(row) + "\n" for row in chosen)
    return folder


def functions(language_id: str, source: bytes) -> list[dict[str, str]]:
    """Corpus rows of the functions in a source."""
    language = by_id(language_id)
    assert language is not None
    rows = []
    for unit in units_of(parse(language, source)):
        code = source[unit.start : unit.end].decode()
        if unit.nested or unit.kind == "snippet" or len(code) > 1200:
            continue
        syntax = parse(language, code.encode())
        sketch = sketch_units(syntax, units_of(syntax)[:1])[0].text
        rows.append(
            {"lang": language_id, "project": "p", "code": code, "sketch": sketch, "comment": f"does {unit.name}"}
        )
    return rows


@pytest.fixture(scope="session")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small corpus folder."""
    return write_corpus(tmp_path_factory.mktemp("corpus"))


@pytest.fixture(scope="session")
def trained(corpus: Path, tmp_path_factory: pytest.TempPathFactory) -> Trained:
    """All stages of the tiny recipe, run through the command line."""
    pytest.importorskip("torch", reason="NO TORCH: nothing is trained; pip install 'codescore-r[train]'")
    from codescore_train.cli import main

    work = tmp_path_factory.mktemp("work")
    bundle = work / "bundle"
    arguments = ["all", "--recipe", "tiny", "--corpus", str(corpus), "--work", str(work), "--out", str(bundle)]
    assert main([*arguments, "--device", "cpu"]) == 0
    return Trained(corpus, work, bundle)
