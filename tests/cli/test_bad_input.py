"""Every bad input that a user may give, by name: one clear line and exit code 2, or it works."""

from __future__ import annotations

from pathlib import Path

import pytest

from codescore.foundation.intake import MAX_BYTES

from .conftest import Run, sample

GOOD = "def f(a):\n    return a\n"


def commands(path: Path) -> list[tuple[str | Path, ...]]:
    """Every way to give a file to the program."""
    other = sample("run_length/reference.py")
    return [
        ("sketch", path),
        ("check", path),
        ("rewrite", path, "--kind", "syntax"),
        ("score", path, other),
        ("score", other, path),
        ("evidence", path, other),
        ("evidence", other, path),
    ]


@pytest.mark.parametrize("number", range(7))
@pytest.mark.parametrize(
    ("name", "content", "says"),
    [
        ("empty.py", b"", "empty.py is empty"),
        ("space.py", b" \n\t\r\n\f", "space.py is empty"),
        ("mark.py", b"\xef\xbb\xbf", "mark.py is empty"),
        ("comments.py", b"# nothing\n# but comments\n", "holds nothing but comments"),
        ("latin.py", b"# fine\nname = 'caf\xe9'\n", "latin.py is not UTF-8: byte 0xe9 in line 2, at offset 18"),
        ("utf16.py", "\ufeffx = 1\n".encode("utf-16-le"), "binary or UTF-16 (a zero byte at offset 3)"),
        ("program.py", b"\x7fELF\x02\x01\x01\x00\x00", "binary or UTF-16 (a zero byte at offset 7)"),
        ("large.py", b"x = 1\n" * (MAX_BYTES // 6 + 1), "large.py is larger than 4 MB"),
        ("10MB.py", b"x = 1\n" * 1_700_000, "10MB.py is larger than 4 MB"),
        ("code.hs", b"main = pure ()\n", "its name does not tell a language that is known here (C: .c .h, C++:"),
        ("code", b"x = 1\n", "add --language c|cpp|"),
    ],
)
def test_what_cannot_be_read_is_one_line(
    cli: Run, tmp_path: Path, number: int, name: str, content: bytes, says: str
) -> None:
    """A file that is no source of ours is named, with what is wrong and what to do; exit code 2."""
    path = tmp_path / name
    path.write_bytes(content)
    answer = cli(*commands(path)[number])
    assert answer.code == 2
    assert says in answer.error
    assert name in answer.error


@pytest.mark.parametrize(("ending", "runs"), [("js", True), ("go", False)])
def test_two_languages_are_compared_by_running_where_both_run(
    cli: Run, tmp_path: Path, ending: str, runs: bool
) -> None:
    """A similarity is of one language; the message names what compares a port with its original, where it can."""
    port = tmp_path / f"port.{ending}"
    port.write_text("package p\n" if ending == "go" else "let a = 1;\n")
    answer = cli("score", port, sample("run_length/reference.py"))
    assert answer.code == 2
    assert ("run both with `codescore evidence`" in answer.error) is runs


@pytest.mark.parametrize("command", [("evidence",), ("score", "--evidence")])
def test_evidence_on_a_language_that_is_not_run_names_what_works(
    cli: Run, tmp_path: Path, command: tuple[str, ...]
) -> None:
    """The remedy fits whatever command asked."""
    path = tmp_path / "code.go"
    path.write_text("package p\n\nfunc F() int { return 1 }\n")
    answer = cli(command[0], path, path, *command[1:])
    assert answer.code == 2
    assert (
        "programs in Go cannot be run for evidence yet; `codescore score` and `grade` work without it" in answer.error
    )


@pytest.mark.parametrize("kind", ["syntax", "semantic"])
def test_a_language_without_rules_is_said(cli: Run, tmp_path: Path, kind: str) -> None:
    """Only renaming is defined for a language that is data alone; exit code 2, not "no rule applies"."""
    path = tmp_path / "code.go"
    path.write_bytes(b"package p\n\nfunc f(n int) int {\n\treturn n + 1\n}\n")
    answer = cli("rewrite", path, "--kind", kind)
    assert (answer.code, answer.out) == (2, "")
    assert "code in Go can only be renamed so far; use --kind token" in answer.error
    assert cli("rewrite", path, "--kind", "token").code == 0


@pytest.mark.parametrize("number", range(7))
def test_a_missing_file_is_named(cli: Run, tmp_path: Path, number: int) -> None:
    """A path that leads nowhere is said so."""
    answer = cli(*commands(tmp_path / "nowhere.py")[number])
    assert answer.code == 2
    assert answer.error.endswith("nowhere.py: there is no such file; check the path")


def test_where_whole_files_are_read_a_function_of_one_is_told(cli: Run, tmp_path: Path) -> None:
    """`evidence` takes PATH#NAME, `score` does not: it says so, and not that there is no such file."""
    path = tmp_path / "mine.py"
    path.write_text("def f(x):\n    return x\n")
    answer = cli("score", path, f"{path}#f")
    assert answer.code == 2
    assert answer.error.endswith(f"whole files are read here; name {path}, or ask `codescore evidence` about f")


@pytest.mark.parametrize("number", range(7))
def test_a_folder_is_no_file(cli: Run, tmp_path: Path, number: int) -> None:
    """A folder is called one."""
    answer = cli(*commands(tmp_path)[number])
    assert answer.code == 2
    assert "it is a folder" in answer.error


def test_a_name_that_no_file_can_have(cli: Run) -> None:
    """A NUL in a path is bad input, not a crash."""
    assert "no file can have this name" in cli("sketch", "a\0b.py").error


def test_a_name_that_is_no_unicode_can_be_shown(cli: Run, tmp_path: Path) -> None:
    """A file name of odd bytes works and is shown with a replacement character."""
    path = tmp_path / "caf\udce9.py"
    try:
        path.write_text(GOOD)
    except OSError:
        pytest.skip("this file system takes no such names")
    answer = cli("sketch", path, "--json")
    assert answer.code == 0
    assert answer.json["file"].endswith("caf\N{REPLACEMENT CHARACTER}.py")


def test_an_unknown_language_lists_the_known_ones(cli: Run) -> None:
    """`--language` with a typing error is answered with what was probably meant."""
    answer = cli("sketch", sample("run_length/reference.py"), "--language", "phyton")
    assert answer.code == 2
    assert answer.error == (
        "unknown language 'phyton'; known are c, cpp, csharp, go, java, javascript, kotlin, php, python, ruby, rust, "
        "swift, tsx, typescript; did you mean python?"
    )


def test_stdin_needs_a_language(cli: Run) -> None:
    """Code from stdin has no name to tell its language by."""
    answer = cli("sketch", "-", stdin=GOOD.encode())
    assert answer.code == 2
    assert "--language c|cpp|" in answer.error
    assert cli("sketch", "-", "--language", "Python", stdin=GOOD.encode()).code == 0


def test_stdin_is_read_once(cli: Run) -> None:
    """Candidate and reference cannot both come from stdin."""
    answer = cli("score", "-", "-", "--language", "python", stdin=GOOD.encode())
    assert answer.code == 2
    assert "stdin (-) can be read only once" in answer.error


def test_candidate_and_reference_speak_one_language(cli: Run) -> None:
    """A Python candidate is not compared with a Java reference."""
    answer = cli("score", sample("run_length/reference.py"), sample("balanced/reference.java"))
    assert answer.code == 2
    assert "reference.py is Python but" in answer.error
    assert "reference.java is Java" in answer.error


EXTREMES = {
    "text.py": "x = '" + "a" * 200_000 + "'\ny = x + x\n",
    "words.py": "x = '" + "return value " * 15_400 + "'\ny = x + x\n",
    "line.py": "x = [" + "1 + 2, " * 30_000 + "]\n",
    "sum.py": "def f(a):\n    return " + "a + " * 50_000 + "a\n",
    "nested.py": "def f(a):\n    return " + "(" * 3000 + "a" + ")" * 3000 + "\n",
    "open.py": "x = " + "[" * 3000 + "\n",
    "signs.py": "def f(a):\n    return " + "-" * 3000 + "a\n",
    "text.java": 'class A { String f() { return "' + "a" * 200_000 + '"; } }\n',
    "sum.java": "class A { int f(int a) { return " + "a + " * 50_000 + "a; } }\n",
    "nested.java": "class A { int f(int a) { return " + "(" * 3000 + "a" + ")" * 3000 + "; } }\n",
    "open.java": "class A { int f(int a) { return " + "(" * 3000 + "\n",
}


@pytest.mark.parametrize("command", [("sketch",), ("check",), ("rewrite", "--kind", "semantic")])
@pytest.mark.parametrize("name", EXTREMES)
@pytest.mark.timeout(120)
def test_extreme_code_is_answered(cli: Run, tmp_path: Path, command: tuple[str, ...], name: str) -> None:
    """Lines of 200,000 characters and thousands of nested brackets work, or fail with one line."""
    path = tmp_path / name
    path.write_text(EXTREMES[name])
    answer = cli(command[0], path, *command[1:], "--json")
    if answer.code == 2:
        assert "nested too deeply" in answer.error
    else:
        assert answer.code in (0, 1)
        assert answer.json["file"].endswith(name)


@pytest.mark.bundle
@pytest.mark.parametrize("name", ["words.py", "nested.py", "open.py"])
@pytest.mark.timeout(120)
def test_extreme_code_is_scored(cli: Run, tmp_path: Path, name: str) -> None:
    """The same code can be compared, against something ordinary."""
    path, reference = tmp_path / name, tmp_path / "reference.py"
    path.write_text(EXTREMES[name])
    reference.write_text(GOOD)
    answer = cli("score", path, reference, "--json")
    assert answer.code == 0
    assert answer.json["units"]


def test_a_byte_order_mark_is_no_part_of_the_code(cli: Run, tmp_path: Path) -> None:
    """UTF-8 with a byte order mark is read like UTF-8 without."""
    plain, marked = tmp_path / "plain.py", tmp_path / "marked.py"
    plain.write_bytes(GOOD.encode())
    marked.write_bytes(b"\xef\xbb\xbf" + GOOD.encode())
    assert cli("sketch", marked, "--json").json["units"] == cli("sketch", plain, "--json").json["units"]
    assert cli("check", marked, "--json").json["compiles"]


def test_code_cannot_command_the_terminal(cli: Run, tmp_path: Path) -> None:
    """Escape sequences and characters that reorder text are shown as escapes, not obeyed."""
    path = tmp_path / "odd.py"
    path.write_text("def f(a):\n    return 'red \x1b[31m and \u202e backwards' + a\n")
    out = cli("sketch", path).out
    assert "\x1b" not in out
    assert "\u202e" not in out
    assert r"\x1b[31m" in out
