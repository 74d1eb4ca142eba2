"""A corpus of a few hundred functions and one run of the tiny recipe over it, made once and shared by the tests."""

from __future__ import annotations

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

_NEED_TORCH = ("base_model", "batches", "bundle", "loop", "losses", "measures", "model", "pairs", "tokenizer")

# Without the training dependencies these modules cannot even be imported; the summary says so.
collect_ignore = [f"test_{name}.py" for name in _NEED_TORCH] if find_spec("torch") is None else []

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
    if collect_ignore:
        names = ", ".join(collect_ignore)
        terminalreporter.write_line(
            f"NOT RUN, torch is not installed (pip install codescore-r[train]): {names}", red=True
        )


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
    from codescore_train.cli import main

    work = tmp_path_factory.mktemp("work")
    bundle = work / "bundle"
    arguments = ["all", "--recipe", "tiny", "--corpus", str(corpus), "--work", str(work), "--out", str(bundle)]
    assert main([*arguments, "--device", "cpu"]) == 0
    return Trained(corpus, work, bundle)
