"""How the command line talks: help, usage errors, exit codes, streams."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from codescore import __version__
from codescore.cli.arguments import COMMANDS

from .conftest import SERVER, Run, sample

Program = Callable[..., "subprocess.Popen[bytes]"]

MODEL_ACTIONS = ("list", "info", "verify", "use")


def test_version_names_the_program_and_its_version(program: Program) -> None:
    """`codescore --version` prints one line on stdout."""
    process = program("--version")
    assert process.communicate() == (f"codescore {__version__}\n".encode(), b"")
    assert process.returncode == 0


@pytest.mark.parametrize("command", [(name,) for name in COMMANDS] + [("model", action) for action in MODEL_ACTIONS])
def test_every_command_has_help_with_an_example(cli: Run, command: tuple[str, ...]) -> None:
    """`codescore COMMAND --help` explains the command and shows how to call it."""
    answer = cli(*command, "--help")
    assert (answer.code, answer.err) == (0, "")
    assert f"example:\n  codescore {' '.join(command)}" in answer.out


def test_help_lists_every_command(cli: Run) -> None:
    """The top help names all commands, each with what it does, and the exit codes."""
    out = cli("--help").out
    for name in COMMANDS:
        assert f"\n    {name} " in out
    assert "exit codes:" in out


def test_the_readme_has_every_exit_code(cli: Run) -> None:
    """Those of the top help, no other ones, in the same order."""
    told = cli("--help").out.split("exit codes:")[1]
    written = (SERVER.parent / "README.md").read_text(encoding="utf-8").split("Exit codes:")[1].split("\n\n")[0]
    assert re.findall(r"\b\d+\b", written) == re.findall(r"\b\d+\b", told)


def test_help_loads_nothing_heavy(tmp_path: Path) -> None:
    """`--help` imports no grammar, no model library and no terminal library: it must be instant."""
    heavy = (
        "tree_sitter", "numpy", "onnxruntime", "tokenizers", "rich", "msgspec", "pygls", "platformdirs",
        "tempfile", "random", "asyncio", "subprocess", "sqlite3", "multiprocessing", "importlib.metadata",
    )  # fmt: skip
    script = (
        "import sys; from codescore.cli import main; code = main(['score', '--help']); "
        f"loaded = [m for m in {heavy!r} if m in sys.modules]; sys.exit(str(loaded) if loaded else code)"
    )
    environment = {**os.environ, "PYTHONPATH": str(SERVER)}
    done = subprocess.run([sys.executable, "-c", script], env=environment, capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.bundle
def test_a_score_reads_the_bundle_once(tmp_path: Path) -> None:
    """Each of its files is opened once, whether the bundle is the default or named."""
    script = (
        "import sys, os; opened = []\n"
        "def hook(event, given):\n"
        "    if event == 'open' and 'codescore-r-base' in str(given[0]):\n"
        "        opened.append(os.path.basename(given[0]))\n"
        "sys.addaudithook(hook)\n"
        "from codescore.cli import main\n"
        "code = main(sys.argv[1:])\n"
        "print(sorted(opened), file=sys.stderr); sys.exit(code)"
    )
    environment = {**os.environ, "PYTHONPATH": str(SERVER)}
    ours, theirs = (str(sample(f"binary_search/{name}.py")) for name in ("renamed", "reference"))
    for more in ((), ("--bundle", "codescore-r-base")):
        command = [sys.executable, "-c", script, "score", ours, theirs, *more]
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        assert done.stderr == "['manifest.json', 'model.onnx', 'same-task.bin', 'tokenizer.json']\n"


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ((), "required: COMMAND"),
        (("frobnicate",), "invalid choice: 'frobnicate'"),
        (("metrix", "a", "b"), "invalid choice: 'metrix'"),
        (("score", "a.py"), "required: REFERENCE"),
        (("score", "a.py", "b.py", "--threshold", "2"), "'2' is not a number from 0 to 1"),
        (("score", "a.py", "b.py", "--threshold", "nan"), "'nan' is not a number from 0 to 1"),
        (("score", "a.py", "b.py", "--fail-under", "x"), "'x' is not a number from 0 to 1"),
        (
            ("score", "a.py", "b.py", "--thresh", "0.5"),
            "unrecognized arguments: --thresh 0.5; see `codescore score --help`",
        ),
        (("check", "a.py", "b.py"), "unrecognized arguments: b.py; see `codescore check --help`"),
        (("study", "report", "a", "--odd"), "see `codescore study report --help`"),
        (("rewrite", "a.py"), "required: --kind"),
        (("rewrite", "a.py", "--kind", "odd"), "invalid choice: 'odd'"),
        (("rewrite", "a.py", "--kind", "token", "--seed", "-1"), "'-1' is not a whole number from 0 up"),
        (("serve", "--tcp", "8080"), "'8080' is not HOST:PORT"),
        (("serve", "--tcp", "localhost:99999"), "is not HOST:PORT"),
        (("serve", "--tcp", "localhost:1", "--stdio"), "not allowed with"),
        (("model",), "required: ACTION"),
        (("model", "use"), "required: BUNDLE"),
    ],
)
def test_bad_usage_is_one_line_and_exit_code_2(cli: Run, arguments: tuple[str, ...], says: str) -> None:
    """What is wrong with the arguments is said in one line that points at the right help."""
    answer = cli(*arguments)
    assert answer.code == 2
    assert says in answer.error
    assert "--help`" in answer.error


def test_the_installed_program_and_the_module_are_one(program: Program) -> None:
    """A whole command works as a process of its own: document on stdout, nothing on stderr."""
    process = program("sketch", sample("balanced/reference.java"), "--json")
    out, err = process.communicate()
    assert (process.returncode, err) == (0, b"")
    assert b'"Brackets.balanced"' in out


def test_ctrl_c_is_one_line_and_exit_code_130(program: Program, tmp_path: Path) -> None:
    """Ctrl-C while a command waits for its input ends it quietly."""
    pipe = tmp_path / "pipe.py"
    os.mkfifo(pipe)
    process = program("sketch", pipe)
    with pipe.open("wb"):  # opens once the program has opened it for reading, and waits
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    assert (process.returncode, out, err) == (130, b"", b"codescore: interrupted\n")


@pytest.mark.bundle
def test_ctrl_c_in_long_work_leaves_nothing_behind(program: Program, tmp_path: Path) -> None:
    """Ctrl-C while the model encodes thousands of functions ends the work; half a document is never printed."""
    pty = pytest.importorskip("pty", reason="pseudo-terminals are needed to see progress")
    ours, theirs = tmp_path / "ours.py", tmp_path / "theirs.py"
    for path, sign in ((ours, "+"), (theirs, "-")):
        path.write_text("\n".join(f"def f{i}(a):\n    return [a {sign} {i}, 'text {i}']\n" for i in range(6000)))
    master, slave = pty.openpty()
    process = program("score", ours, theirs, "--json", stderr=slave)
    os.close(slave)
    seen = b""
    while b"encoded)" not in seen:
        seen += os.read(master, 4096)
    process.send_signal(signal.SIGINT)
    out, _ = process.communicate(timeout=60)
    while b"interrupted" not in seen:
        seen += os.read(master, 4096)
    os.close(master)
    assert (process.returncode, out) == (130, b"")
    assert b"Traceback" not in seen


def test_a_reader_that_goes_away_is_no_error(program: Program, tmp_path: Path) -> None:
    """`codescore sketch ... | head -1` ends quietly, as other programs do when their pipe breaks."""
    source = tmp_path / "long.py"
    source.write_text("\n".join(f"def f{i}(a):\n    return a + {i}\n" for i in range(3000)))
    process = program("sketch", source)
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.readline()
    process.stdout.close()
    assert process.stderr.read() == b""
    process.stderr.close()
    assert process.wait() == 141


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full on this system")
def test_a_full_disk_is_an_environment_problem(program: Program) -> None:
    """Output that cannot be written is one line and exit code 3."""
    with open("/dev/full", "wb") as full:
        process = program("sketch", sample("balanced/reference.java"), stdout=full)
        _, err = process.communicate()
    assert process.returncode == 3
    assert err == b"codescore: error: No space left on device (while writing the output)\n"


def test_a_bug_is_one_line_unless_debugging(cli: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """What we did not foresee has its own exit code and no traceback; --debug and CODESCORE_DEBUG show it all."""
    monkeypatch.setattr("codescore.cli.sketch._print", lambda document: 1 // 0)
    path = sample("balanced/reference.java")
    answer = cli("sketch", path)
    assert answer.code == 70
    assert "internal error, ZeroDivisionError" in answer.error
    with pytest.raises(ZeroDivisionError):
        cli("sketch", path, "--debug")
    monkeypatch.setenv("CODESCORE_DEBUG", "1")
    with pytest.raises(ZeroDivisionError):
        cli("sketch", path)
    monkeypatch.setenv("CODESCORE_DEBUG", "0")
    assert cli("sketch", path).code == 70


def test_colour_only_where_it_is_wanted(cli: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """A pipe gets no escape sequences; a terminal does; NO_COLOR takes the colours out."""
    path = sample("balanced/reference.java")
    assert "\x1b" not in cli("sketch", path).out
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm-256color")
    assert "\x1b[" in cli("doctor").out
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b[3" not in cli("doctor").out
