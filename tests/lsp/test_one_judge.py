"""One judge: the same sources get the same verdicts in a terminal, an editor, a request, a class report and by running.

The decisions that this keeps stand in ARCHITECTURE.md, "Decisions".
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from codescore.cli import main
from codescore.engine import Session
from codescore.evidence.sandbox import probe
from tests.bench.one_judge import FOLLOWING, Case, cases, contradictions, of_json, terminal
from tests.lsp.client import Client
from tests.lsp.conftest import isolated
from tests.lsp.needs import BUNDLE_MARKS

pytestmark = BUNDLE_MARKS
ABLE = probe()

TOTAL = "def total(xs):\n    result = 0\n    for x in xs:\n        result += x\n    return result\n"
AREA = "def area(a, b):\n    if a < 0 or b < 0:\n        raise ValueError(a)\n    return a * b\n"
CLAMP = "def clamp(x, low, high):\n    return low if x < low else high if x > high else x\n"
MINE = TOTAL.replace("result", "s").replace("xs", "values")
WRONG = TOTAL.replace("+=", "-=")
LOOP = "n = int(input())\nfor i in range(n):\n    if i < 3:\n        print(i * i)\n\n"
DOUBLE = "def g(n):\n    return n * 2\n"
STACK = (
    "class {} {{\n  private final java.util.ArrayList<Integer> items = new java.util.ArrayList<>();\n"
    "  void push(int x) {{ items.add(x); }}\n"
    "  int pop() {{ return items.remove(items.size() - 1); }}\n{}}}\n"
)
SIZE = "  int size() { return items.size(); }\n"

#: Candidate, references; what is said of the file: reference, score, what is missing.
DECIDED = {
    "renamed and reordered functions answer each other": (
        Case("python", AREA.replace("area", "field") + MINE.replace("total", "add_up"), (TOTAL + AREA,)),
        (0, 1, ()),
    ),
    "a sound reference wins over a broken one": (
        Case("python", MINE, (TOTAL.replace("return", "return ="), CLAMP.replace("clamp", "total"))),
        (1, 0, ()),
    ),
    "all functions are compared with the reference that fits the file best": (
        Case("python", MINE + AREA, (TOTAL + CLAMP.replace("clamp", "area"), WRONG + AREA)),
        (0, 0, ()),
    ),
    "a function that the reference has and the file has not": (
        Case("python", MINE, (TOTAL + AREA,)),
        (0, 0, ("area",)),
    ),
    "a copy of a function further down answers nothing": (
        Case("python", MINE + AREA + MINE, (TOTAL + AREA,)),
        None,
    ),
    "a helper may be missing": (
        Case("python", "def f(n):\n    return n * 2 + 1\n", (DOUBLE + "def f(n):\n    return g(n) + 1\n",)),
        None,
    ),
    "a broken helper of the same name counts": (
        Case(
            "python",
            "def g(n):\n    return n * 3\ndef f(n):\n    return g(n) + 1\n",
            ("def g(n):\n    return n * 2\ndef f(n):\n    return g(n) + 1\n",),
        ),
        None,
    ),
    "one function of several does not compile": (
        Case("python", AREA.replace("return", "return =") + MINE, (TOTAL + AREA,)),
        (0, 0, ()),
    ),
    "only a broken reference": (Case("python", MINE, (TOTAL + AREA.replace("return", "return ="),)), None),
    "code outside of functions is a unit that decides": (
        Case("python", LOOP.replace("<", ">=") + MINE, (LOOP + TOTAL,)),
        (0, 0, ()),
    ),
    "code outside of functions is no counterpart of a function": (
        Case("python", 'print("hello")\n', (TOTAL,)),
        (0, 0, ("total",)),
    ),
    "a function of one's own more": (Case("python", CLAMP + MINE, (TOTAL,)), (0, 1, ())),
}  # fmt: skip
JAVA = {
    "a required method is no helper because its name is called on another object": (
        Case("java", STACK.format("S", ""), (STACK.format("S", SIZE),)),
        (0, 0, ("S.size",)),
    ),
    "overloads in another order": (
        Case(
            "java",
            "class A { int f(int a, int b) { return a + b; } int f(long x) { return 3; } }",
            ("class A { int f(long x) { return 3; } int f(int x, int y) { return x + y; } }",),
        ),
        (0, 1, ()),
    ),
}


@pytest.fixture(scope="module")
def session() -> Iterator[Session]:
    made = Session(disk_cache=False)
    yield made
    made.close()


@pytest.fixture(scope="module")
def following(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    folder = tmp_path_factory.mktemp("one").resolve()
    (folder / "work").mkdir()
    client = Client("neovim", folder / "work", environment=isolated(folder), capabilities=FOLLOWING)
    try:
        client.start()
        yield client
        client.close()
    finally:
        client.kill()


def agreed(session: Session, client: Client, case: Case, name: str) -> None:
    assert client.root is not None
    uri = (client.root / f"{name}.{'java' if case.language == 'java' else 'py'}").as_uri()
    assert contradictions(session, client, case, uri) == []


@pytest.mark.parametrize("name", [*DECIDED, *(pytest.param(name, marks=pytest.mark.jdk) for name in JAVA)])
def test_what_was_decided_is_said_everywhere(session: Session, following: Client, name: str) -> None:
    """Each decision by an example: the terminal says what was decided, everybody else says the same."""
    if name in JAVA and shutil.which("javac") is None:
        pytest.skip("NO JDK: Java was not compiled")
    case, wanted = {**DECIDED, **JAVA}[name]
    said = terminal(session, case)
    if wanted is not None:
        assert (said.reference, said.score, said.missing) == wanted
    agreed(session, following, case, str(list({**DECIDED, **JAVA}).index(name)))


def test_generated_files_get_one_verdict(session: Session, following: Client) -> None:
    """Forty files of renamed, mutated, reordered, dropped and broken functions; the bench asks about a thousand."""
    for number, case in enumerate(cases(40)):
        if case.language == "java" and shutil.which("javac") is None:
            continue
        agreed(session, following, case, f"made{number}")


def test_the_command_line_prints_that_verdict(
    session: Session, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The JSON of `codescore score` is what the other interfaces are held to."""
    case, _ = DECIDED["renamed and reordered functions answer each other"]
    paths = [tmp_path / "mine.py", tmp_path / "0"]
    for path, text in zip(paths, (case.candidate, *case.references), strict=True):
        path.write_text(text)
    assert main(["score", *map(str, paths), "--language", "python", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert of_json(found | {"reference": 0}) == terminal(session, case)


@pytest.mark.sandbox
@pytest.mark.skipif(not ABLE.works, reason=f"NO SANDBOX: {ABLE.detail}")
def test_what_is_run_are_the_pairs_that_were_scored(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Two renamed, reordered functions score 1 and are run as the pairs they are: nothing lacks a counterpart."""
    case, _ = DECIDED["renamed and reordered functions answer each other"]
    (tmp_path / "mine.py").write_text(case.candidate)
    (tmp_path / "ref.py").write_text(case.references[0])
    assert main(["score", str(tmp_path / "mine.py"), str(tmp_path / "ref.py"), "--evidence", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["score"], found["evidence"]["verdict"]) == (1, "equivalent")
