"""The commands that show one stage: sketch, check, rewrite."""

from __future__ import annotations

from pathlib import Path

import pytest

from .conftest import Run, sample

CODE = '''\
class Box:
    def total(self, items):
        """Sum of items."""
        result = 0
        for item in items:
            if item > 0:
                result += item
        return result


def outer(n):
    def inner(m):
        return "é" + str(n + m)
    return inner
'''


@pytest.fixture
def code(tmp_path: Path) -> Path:
    path = tmp_path / "code.py"
    path.write_text(CODE, encoding="utf-8")
    return path


def test_sketch_text_shows_each_unit(cli: Run, code: Path) -> None:
    """A title, the names behind the placeholders, and the sketch, for each unit."""
    answer = cli("sketch", code)
    assert (answer.code, answer.err) == (0, "")
    assert answer.out.startswith(
        "Box.total, lines 2 to 8\n"
        "f = total, arg_0 = self, arg_1 = items, var_0 = result, var_1 = item\n"
        "def f ( arg_0 , arg_1 ) :\n"
        "    var_0 = 0\n"
    )


def test_sketch_json_has_places_lines_and_names(cli: Run, code: Path) -> None:
    """Positions count from 1; every line of a sketch says which line of the source it came from."""
    answer = cli("sketch", code, "--json")
    assert (answer.code, answer.err) == (0, "")
    document = answer.json
    assert document["language"] == "python"
    assert document["sketch_version"]
    total, outer, inner = document["units"]
    assert (total["name"], outer["name"], inner["name"]) == ("Box.total", "outer", "outer.inner")
    assert (total["kind"], total["nested"], inner["nested"]) == ("method", False, True)
    assert total["range"] == {"start": {"line": 2, "column": 5}, "end": {"line": 8, "column": 22}}
    assert total["lines"] == [2, 4, 5, 6, 7, 8]
    assert len(total["lines"]) == total["sketch"].count("\n") + 1
    assert total["names"] == {"f": "total", "arg_0": "self", "arg_1": "items", "var_0": "result", "var_1": "item"}


def test_columns_count_characters(cli: Run, tmp_path: Path) -> None:
    """A column is a number of Unicode code points, not of bytes or of UTF-16 units."""
    path = tmp_path / "wide.py"
    path.write_text("s = 'é🐍'; f = lambda: 0; x = (\n", encoding="utf-8")
    unit = cli("sketch", path, "--json").json["units"][0]
    assert unit["range"]["end"] == {"line": 1, "column": 31}
    path.write_text("class A:\n  'é🐍'; \n  def f(s): return 'é🐍'\n", encoding="utf-8")
    unit = cli("sketch", path, "--json").json["units"][0]
    assert unit["range"]["end"] == {"line": 3, "column": 24}


def test_a_method_without_its_class_has_places_in_the_file(cli: Run, tmp_path: Path) -> None:
    """A fragment that was completed for parsing keeps its own line numbers."""
    path = tmp_path / "part.java"
    path.write_text("Part(int a) {\n    this.a = a;\n}\n")
    unit = cli("sketch", path, "--json").json["units"][0]
    assert unit["range"]["start"] == {"line": 1, "column": 1}
    assert unit["lines"] == [1, 2, 3]


def test_check_says_what_compiles(cli: Run, code: Path) -> None:
    """Sound code is one line that names who judged."""
    answer = cli("check", code, "--fail")
    assert answer.code == 0
    assert answer.out.startswith(f"✓ {code} compiles [python 3")


def test_check_prints_problems_like_a_compiler(cli: Run, tmp_path: Path) -> None:
    """`file:line:column: error: message [checker]`, so that editors can jump there."""
    path = tmp_path / "broken.py"
    path.write_text("def f(a):\n    return (a\n", encoding="utf-8")
    answer = cli("check", path)
    assert answer.code == 0
    first, *_, last = answer.out.splitlines()
    assert first.startswith(f"{path}:2:12: error: ")
    assert first.endswith("]")
    assert last.startswith(f"✗ {path} does not compile [python 3")


def test_check_fails_only_when_asked(cli: Run, tmp_path: Path) -> None:
    """Exit code 1 is the answer to `--fail`; without the question checking is done, and that is all."""
    path = tmp_path / "broken.py"
    path.write_text("def f(:\n", encoding="utf-8")
    assert cli("check", path).code == 0
    assert cli("check", path, "--fail").code == 1
    answer = cli("check", path, "--fail", "--json")
    assert answer.code == 1
    problem = answer.json["problems"][0]
    assert {"line", "column", "message", "source", "range"} <= problem.keys()
    assert problem["line"] == 1


@pytest.mark.jdk
def test_check_asks_the_compiler_of_the_language(cli: Run) -> None:
    """A type error that no parser sees is found by javac."""
    answer = cli("check", sample("covered/broken.java"), "--json")
    assert not answer.json["compiles"]
    assert answer.json["checker"].startswith("javac")
    assert answer.json["problems"][0]["line"] == 13


@pytest.mark.parametrize("kind", ["token", "syntax", "semantic"])
def test_rewrite_json_has_code_edits_and_seed(cli: Run, code: Path, kind: str) -> None:
    """The contract's fields; each edit's `before` is what stands in its range."""
    answer = cli("rewrite", code, "--kind", kind, "--seed", "3", "--json")
    assert (answer.code, answer.err) == (0, "")
    document = answer.json
    assert document["seed"] == 3
    assert document["code"] != CODE
    assert document["edits"]
    lines = CODE.split("\n")
    for edit in document["edits"]:
        assert edit.keys() >= {"rule", "range", "before", "after"}
        start, end = edit["range"]["start"], edit["range"]["end"]
        if start["line"] == end["line"]:
            assert lines[start["line"] - 1][start["column"] - 1 : end["column"] - 1] == edit["before"]


def test_rewrite_prints_code_on_stdout_and_rules_on_stderr(cli: Run, code: Path) -> None:
    """The new code can be piped; what was done is told beside it."""
    answer = cli("rewrite", code, "--kind", "semantic")
    assert answer.code == 0
    assert answer.out == cli("rewrite", code, "--kind", "semantic", "--json").json["code"]
    assert all(line.startswith(f"{code}:") and " -> " in line for line in answer.err.splitlines())


def test_rewrite_tells_of_a_new_name_once(cli: Run) -> None:
    """A name that occurs many times is one line on stderr, with how often; JSON has every place."""
    path = sample("run_length/reference.py")
    answer = cli("rewrite", path, "--kind", "token")
    assert answer.code == 0
    (line,) = [line for line in answer.err.splitlines() if ": rename: runs -> " in line]
    assert line.startswith(f"{path}:3: ")
    assert line.endswith(" (7 times)")
    edits = cli("rewrite", path, "--kind", "token", "--json").json["edits"]
    assert sum(edit["before"] == "runs" for edit in edits) == 7


def test_rewrite_is_decided_by_its_seed(cli: Run, code: Path) -> None:
    """Equal seeds give equal variants; among a few seeds there are different ones."""
    outs = [cli("rewrite", code, "--kind", "semantic", "--seed", str(seed)).out for seed in (0, 0, 1, 2, 3, 4)]
    assert outs[0] == outs[1]
    assert len(set(outs)) > 1


def test_rewrite_keeps_line_endings(cli: Run, tmp_path: Path) -> None:
    """Code comes out with the bytes that went in, but for the edits."""
    path = tmp_path / "dos.py"
    path.write_bytes(b"def f(a):\r\n    return a > 1\r\n")
    assert cli("rewrite", path, "--kind", "semantic").out.count("\r\n") == 2


@pytest.mark.parametrize("more", [(), ("--json",)])
def test_rewrite_says_when_no_rule_applies(cli: Run, tmp_path: Path, more: tuple[str, ...]) -> None:
    """Nothing to rewrite is a no: exit code 1, a line on stderr, and null for the code in JSON."""
    path = tmp_path / "plain.py"
    path.write_text("print('nothing to do here')\n")
    answer = cli("rewrite", path, "--kind", "semantic", *more)
    assert answer.code == 1
    assert answer.err.startswith("codescore: no semantic rule applies to ")
    assert answer.out == "" if not more else answer.json["code"] is None
