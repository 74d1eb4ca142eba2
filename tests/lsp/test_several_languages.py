"""One server, one workspace, five languages and a port from one to another: each is checked, compared and run."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from codescore.evidence import sandbox
from codescore.languages.typescript.check.checker import compiler
from tests.lsp.client import VSCODE, Client, Refused
from tests.lsp.conftest import isolated
from tests.lsp.needs import BUNDLE_MARKS

_ability = sandbox.probe()
pytestmark = [
    *BUNDLE_MARKS,
    pytest.mark.sandbox,
    pytest.mark.skipif(not _ability.works, reason=f"NO SANDBOX, several languages are not tested: {_ability.detail}"),
]

TSC = Path(__file__).parents[2] / "editors" / "vscode" / "node_modules" / "typescript"

#: File → what an editor calls its language, the program that it needs, and a right text, with `w * h` to be made wrong.
SOURCES = {
    "a.py": ("python", "python3", "def area(w: int, h: int) -> int:\n    return w * h\n"),
    "A.java": (
        "java",
        "javac",
        "class A {\n    static int area(int w, int h) {\n        return w * h;\n    }\n}\n",
    ),
    "a.js": (
        "javascript",
        "node",
        "/** @param {number} w @param {number} h */\nfunction area(w, h) {\n  return w * h;\n}\n",
    ),
    "a.ts": ("typescript", "node", "function area(w: number, h: number): number {\n  return w * h;\n}\n"),
    "a.cpp": ("cpp", "g++", "int area(int w, int h) {\n  return w * h;\n}\n"),
}
ORIGINAL = "class Original {\n    static int merge(int a, int b) {\n        return a > b ? a - b : b - a;\n    }\n}\n"
PORT = "def merge(a: int, b: int) -> int:\n    return abs(a - b)\n"


def needing(program: str) -> pytest.MarkDecorator:
    return pytest.mark.skipif(
        shutil.which(program) is None, reason=f"NO {program.upper()}: its language was not tested"
    )


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    """One server for all, and a workspace that holds all; programs are run."""
    folder = tmp_path_factory.mktemp("several").resolve()
    work = folder / "work"
    for inner in ("port", "ref"):
        (work / inner).mkdir(parents=True)
    (work / "port" / "Original.java").write_text(ORIGINAL)
    rules = ['[[rule]]\nfiles = "ported.py"\nreference = "port/Original.java#merge"\n']
    for name, (_, _, text) in SOURCES.items():
        (work / "ref" / name).write_text(text)
        rules.append(f'[[rule]]\nfiles = "{name}"\nreference = "ref/{name}"\n')
    (work / "codescore.toml").write_text("\n".join(rules))
    environment = isolated(folder) | ({"CODESCORE_TSC": str(TSC)} if TSC.is_dir() else {})
    settings = {"evidence": True, "evidenceSeconds": 1.0, "badges": "both"}
    one = Client("vscode", work, environment=environment, capabilities=VSCODE, settings=settings)
    try:
        one.start()
        yield one
        one.close()
    finally:
        one.kill()


def opened(server: Client, name: str, text: str, language: str) -> str:
    return server.open((server.root / name).as_uri(), text, language)


def verdict(server: Client, uri: str) -> dict:
    (unit,) = server.request("codescore/units", {"uri": uri})["units"]
    return unit["verdict"] or {}


def when(server: Client, uri: str, **wanted: object) -> dict:
    """The verdict of the only function, once it is so."""
    return server.until(
        lambda: (found := verdict(server, uri)) and wanted.items() <= found.items() and found, f"{uri}: {wanted}"
    )


@pytest.mark.parametrize("name", [pytest.param(name, marks=needing(one[1])) for name, one in SOURCES.items()])
def test_each_language_is_checked_compared_and_run(server: Client, name: str) -> None:
    """A diagnostic for what does not compile, then for an input that differs, with badge and test; then none."""
    language, _, right = SOURCES[name]
    uri = opened(server, name, right.replace("w * h", "w * "), language)
    server.diagnostics(uri, lambda items: any(i["code"] == "does-not-compile" for i in items))
    server.change(uri, {"text": right.replace("w * h", "w + h")})
    said = server.diagnostics(uri, lambda items: [i["code"] for i in items] == ["behaviour-differs"])
    assert "area(" in said[0]["message"]
    found = when(server, uri, badge="✗ differs", compiles=True, decided_by="execution")
    assert 0 <= found["similarity"] <= 1
    unit = "A.area" if language == "java" else "area"
    example = server.request("codescore/counterexample", {"uri": uri, "unit": unit})
    assert int(example["expected"]) != int(example["got"])
    assert example["expected"] in example["test"]
    server.change(uri, {"text": right})
    server.diagnostics(uri, lambda items: items == [])
    assert when(server, uri, answer="right", score=1)["similarity"] == 1


@needing("javac")
def test_a_port_is_run_beside_its_original_and_nothing_else_speaks(server: Client) -> None:
    """The model says nothing across languages; running does, of a port that is right and of one that is wrong."""
    uri = opened(server, "ported.py", PORT.replace("abs(a - b)", "a - b"), "python")
    (said,) = server.diagnostics(uri, lambda items: [i["code"] for i in items] == ["behaviour-differs"])
    told = re.search(r"gives -(\d+), but port/Original\.java#Original\.merge gives (\d+)", said["message"])
    assert told
    assert told[1] == told[2]
    found = when(server, uri, badge="✗ differs", answer="wrong")
    assert found["similarity"] is None
    assert server.request("codescore/counterexample", {"uri": uri, "unit": "merge"})["got"] == f"-{told[1]}"
    server.change(uri, {"text": PORT})
    server.diagnostics(uri, lambda items: items == [])
    assert when(server, uri, answer="right", decided_by="execution")["similarity"] is None
    with pytest.raises(Refused, match="no input is known"):
        server.request("codescore/counterexample", {"uri": uri, "unit": "merge"})


def test_what_only_running_compares_is_refused_where_nothing_may_run(launch) -> None:
    """With the remedy, and no number."""
    client = launch()
    (client.root / "Original.java").write_text(ORIGINAL)
    client.start()
    uri = client.open((client.root / "ported.py").as_uri(), f"# codescore: reference=Original.java#merge\n{PORT}")
    (said,) = client.diagnostics(uri, lambda items: any(i["code"] == "reference-not-found" for i in items))
    assert "Original.java is Java, this is Python" in said["message"]
    assert "or turn `evidence` on" in said["message"]
    assert verdict(client, uri) == {}
    client.close()


@needing("node")
@pytest.mark.skipif(not TSC.is_dir() and compiler() is None, reason="NO TSC: type errors were not looked at")
def test_a_type_error_is_a_warning_beside_the_verdict(server: Client) -> None:
    """It does not decide: the function compiles, and is compared."""
    text = "// codescore: reference=ref/a.ts\n" + SOURCES["a.ts"][2].replace("number {", "string {")
    uri = opened(server, "typed.ts", text, "typescript")
    said = server.diagnostics(uri, lambda items: any(i["code"] == "compiler-warning" for i in items))
    (warning,) = [one for one in said if one["code"] == "compiler-warning"]
    assert (warning["severity"], warning["range"]["start"]) == (2, {"line": 2, "character": 2})
    assert when(server, uri, compiles=True)["similarity"] is not None
