"""Every command where something is missing: tools, a home, a character set, a stream; and Ctrl-C at any moment.

Real processes.  A tool is taken away in a mount namespace of its own, so that no path leads to it.  Whatever happens, a
command ends with a code of the contract, says what is missing in a line of ours, and shows no traceback.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

import pytest

from codescore.evidence.sandbox import probe

ROOT = Path(__file__).parents[2]
STARTED = Path(__file__).with_name("started.py")
MARKS = [pytest.mark.bundle, pytest.mark.skipif(os.name != "posix", reason="NOT POSIX: nothing tested")]
pytestmark = MARKS

LOOP = "def total(xs):\n    größe = 0\n    for x in xs:\n        größe += x\n    return größe\n"
SUM = "def total(values):\n    return sum(values)\n"
JAVA = "class {} {{ static int total(int[] xs) {{ int s = 0; for (int x : xs) s += x; return s; }} }}\n"


@pytest.fixture(scope="module")
def work(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Programs in two languages, a class, a data set; names that are no ASCII."""
    folder = tmp_path_factory.mktemp("work")
    (folder / "class").mkdir()
    for name, text in (("ü.py", LOOP), ("b.py", SUM), ("class/ann.py", LOOP), ("class/bö.py", SUM)):
        (folder / name).write_text(text, encoding="utf-8")
    for name in "AB":
        (folder / f"{name}.java").write_text(JAVA.format(name), encoding="utf-8")
    lines = [{"id": str(i), "task": "t", "lang": "python", "candidate": (LOOP, SUM)[i % 2], "reference": SUM,
              "passed": i % 2 == 0} for i in range(4)]  # fmt: skip
    (folder / "d.jsonl").write_text("".join(json.dumps(one) + "\n" for one in lines), encoding="utf-8")
    return folder


@dataclass(frozen=True)
class Ended:
    """How a process ended."""

    code: int
    out: str
    err: str

    def is_fine(self) -> None:
        """Nothing of ours failed without saying so, and no library spoke for itself."""
        assert self.code in (0, 1, 2, 3, 130, 141), f"exit code {self.code}: {self.err}"
        for sign in ("Traceback", "internal error", "Exception ignored", "onnxruntime", "resource_tracker"):
            assert sign not in self.err, self.err


def surroundings(home: Path | None, **more: str) -> dict[str, str]:
    where = {} if home is None else {"HOME": str(home)}
    return {"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT / "server"), "LANG": "C.UTF-8", **where, **more}


def run(work: Path, arguments: tuple[str, ...], env: dict[str, str], before: tuple[str, ...] = ()) -> Ended:
    command = [*before, sys.executable, "-m", "codescore", *arguments]
    done = subprocess.run(command, cwd=work, env=env, stdin=subprocess.DEVNULL, capture_output=True, check=False)
    return Ended(done.returncode, done.stdout.decode(errors="replace"), done.stderr.decode(errors="replace"))


STUDY = ("study", "d.jsonl", "--out", "{out}", "--metrics", "bleu", "--conditions", "original", "--audit", "0")
#: Command -> its arguments, and whether it answers on stdout.
COMMANDS: dict[str, tuple[tuple[str, ...], bool]] = {
    "--help": (("--help",), True),
    "--version": (("--version",), True),
    "demo": (("demo", "--json", "--no-evidence"), True),
    "score": (("score", "ü.py", "b.py"), True),
    "evidence": (("evidence", "ü.py", "b.py", "--budget", "0.1"), True),
    "grade": (("grade", "-r", "b.py", "class", "-o", "{out}/r.html", "--jobs", "1", "--no-cache"), False),
    "init": (("init", "--reference", "b.py", "--submissions", "class", "--help"), True),
    "metrics": (("metrics", "ü.py", "b.py", "--metrics", "bleu"), True),
    "study": ((*STUDY, "--jobs", "1"), True),
    "sketch": (("sketch", "ü.py"), True),
    "check": (("check", "ü.py"), True),
    "rewrite": (("rewrite", "ü.py", "--kind", "syntax"), True),
    "serve": (("serve",), False),
    "model list": (("model", "list"), True),
    "model info": (("model", "info"), True),
    "experiment status": (("experiment", "status"), False),
    "experiment plan": (("experiment", "plan", "--participants", "40", "--suggestions", "50", "--effect", "0.1"), True),
    "doctor": (("doctor",), True),
}
NORMALLY = {"serve": 1, "experiment status": 2}  # a client that goes without a word; nothing is recorded
CLOSED = {"stdin": "<&-", "stdout": ">&-", "stderr": "2>&-"}
NEEDS = {"evidence": probe().works}


def prepared(name: str, tmp_path: Path) -> tuple[str, ...]:
    if not NEEDS.get(name, True):
        pytest.skip(f"NO SANDBOX: {name} cannot be run ({probe().detail})")
    if name == "study":
        pytest.importorskip("pyarrow", reason="NO STUDY EXTRA: pip install 'codescore-r[study]'")
        pytest.importorskip("matplotlib", reason="NO STUDY EXTRA: pip install 'codescore-r[study]'")
    return tuple(part.replace("{out}", str(tmp_path)) for part in COMMANDS[name][0])


@pytest.mark.parametrize("name", COMMANDS)
def test_without_a_stream(name: str, work: Path, tmp_path: Path) -> None:
    """A closed stdin or stderr changes no exit code; without a stdout an answer cannot be given, which is code 3."""
    arguments, answers = prepared(name, tmp_path), COMMANDS[name][1]
    for stream, closing in CLOSED.items():
        ended = run(work, arguments, surroundings(tmp_path), ("sh", "-c", f'exec "$@" {closing}', "sh"))
        ended.is_fine()
        if stream == "stdout" and answers:
            assert ended.code == 3, ended
            assert ended.err.endswith("send it to a file, or to /dev/null\n")
        else:
            assert ended.code == NORMALLY.get(name, 0), (stream, ended)


@pytest.mark.parametrize("name", COMMANDS)
def test_without_a_home_or_unicode(name: str, work: Path, tmp_path: Path) -> None:
    """Nowhere to write, no HOME, a terminal of 7 bits: every command does what it does, and no library complains."""
    arguments = prepared(name, tmp_path)
    file = tmp_path / "file"
    file.write_text("")
    ascii_only = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    for env in (surroundings(file / "home", **ascii_only), surroundings(None, PYTHONIOENCODING="ascii")):
        ended = run(work, arguments, env)
        ended.is_fine()
        assert ended.code == NORMALLY.get(name, 0), (env, ended)


# -- tools

HIDE = 'tool=$(realpath "$1"); shift; mount --bind /dev/null "$tool" && exec "$@"'
SPACE = ["unshare", "-m"] if hasattr(os, "geteuid") and os.geteuid() == 0 else ["unshare", "-rm"]


def hidden(tool: str) -> tuple[str, ...] | None:
    """What to start a command with so that it cannot find a tool; None where the tool is not here anyway."""
    path = shutil.which(tool)
    if path is None:
        return None
    before = (*SPACE, "sh", "-c", HIDE, "sh", path)
    if subprocess.run([*before, "true"], capture_output=True, check=False).returncode != 0:
        pytest.skip("NO MOUNT NAMESPACES: a missing tool cannot be tried")
    return before


RUNS = {
    "evidence": ("evidence", "ü.py", "b.py"),
    "score": ("score", "ü.py", "b.py", "--evidence"),
    "grade": ("grade", "-r", "b.py", "class", "--csv", "{out}/c.csv", "--evidence", "--no-cache"),
}
JAVA_RUNS = {
    "evidence": ("evidence", "A.java", "B.java"),
    "score": ("score", "A.java", "B.java", "--evidence"),
    "grade": ("grade", "-r", "A.java", "B.java", "--csv", "{out}/c.csv", "--evidence", "--no-cache"),
}
TOOLS = {
    "bwrap": (RUNS, 3, "bwrap is missing; install bubblewrap"),
    "prlimit": (RUNS, 3, "prlimit is missing; install util-linux"),
    "java": (JAVA_RUNS, 3, "install a JDK 11 or later (e.g. Debian package default-jdk-headless) or set JAVA_HOME"),
    "git": ({"doctor": ("doctor",), "score": ("score", "ü.py", "b.py")}, 0, ""),
}
if SPACE == ["unshare", "-m"]:  # only who is root becomes another user first
    TOOLS["setpriv"] = (RUNS, 3, "setpriv is missing; install util-linux")


@pytest.mark.parametrize("tool", TOOLS)
def test_without_a_tool(tool: str, work: Path, tmp_path: Path) -> None:
    """What needs a tool ends with code 3, names it and what to install; the doctor says the same and outlives it."""
    before = hidden(tool) or ()
    if not before and shutil.which("bwrap") is None and tool != "bwrap":
        pytest.skip(f"NO SANDBOX: the absence of {tool} cannot be told from that of bwrap")
    commands, code, said = TOOLS[tool]
    for arguments in commands.values():
        filled = tuple(part.replace("{out}", str(tmp_path)) for part in arguments)
        ended = run(work, filled, surroundings(tmp_path), before)
        ended.is_fine()
        assert ended.code == code, (arguments, ended)
        assert said in ended.err, ended.err
        assert ended.err.count("\n") <= 1
    if code == 3:
        doctor = run(work, ("doctor", "--json"), surroundings(tmp_path), before)
        doctor.is_fine()
        assert doctor.code == 0
        assert said.partition(";")[0] in doctor.out


def test_a_study_of_which_no_pair_has_a_value(work: Path, tmp_path: Path) -> None:
    """A metric that says nothing of any pair is a table of gaps with the reason, not an error."""
    row = {"id": "1", "task": "t", "lang": "cpp", "candidate": "int f() { return 1; }", "passed": True}
    (tmp_path / "cpp.jsonl").write_text(json.dumps(row | {"reference": row["candidate"]}) + "\n")
    arguments = ("study", str(tmp_path / "cpp.jsonl"), "--out", str(tmp_path / "s"), "--metrics", "run-match")
    ended = run(work, (*arguments, "--jobs", "1", "--conditions", "original", "--audit", "0"), surroundings(tmp_path))
    ended.is_fine()
    if not probe().works:
        assert ended.code == 3
        return
    assert ended.code == 0
    assert "no pair has a value" in ended.out


@pytest.mark.parametrize("metric", ["evidence", "run-match"])
def test_a_study_that_runs_programs_needs_a_sandbox(work: Path, tmp_path: Path, metric: str) -> None:
    """What was asked for by name and cannot be had ends it with code 3 and the remedy, before anything is measured."""
    prepared("study", tmp_path)
    before = hidden("bwrap") or ()
    arguments = ("study", "d.jsonl", "--out", str(tmp_path / "s"), "--metrics", f"bleu,{metric}", "--jobs", "1")
    ended = run(work, arguments, surroundings(tmp_path), before)
    ended.is_fine()
    assert ended.code == 3
    assert "bwrap is missing; install bubblewrap" in ended.err
    assert not (tmp_path / "s").exists()


# -- Ctrl-C

MOMENTS = 6
LONG = {
    "evidence": ("evidence", "ü.py", "b.py", "--budget", "0.3"),
    "grade": ("grade", "-r", "b.py", "class", "--csv", "{out}/c.csv", "--evidence", "--no-cache", "--jobs", "2"),
    "study": (*STUDY, "--jobs", "2"),
}


def interrupted(work: Path, arguments: tuple[str, ...], home: Path, after: float | None) -> tuple[Ended, float]:
    """A command that gets SIGINT, with all its children, so many seconds after it began; and how long it took."""
    reading, writing = os.pipe()
    command = [sys.executable, str(STARTED), str(writing), *arguments]
    with subprocess.Popen(
        command, cwd=work, env=surroundings(home), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
        stderr=subprocess.PIPE, pass_fds=(writing,), start_new_session=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # noqa: PLW1509  no threads here
    ) as process:  # fmt: skip
        os.close(writing)
        os.read(reading, 5)
        os.close(reading)
        begun = time.monotonic()
        try:
            out, err = process.communicate(timeout=after)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGINT)
            out, err = process.communicate()
    took = time.monotonic() - begun
    return Ended(process.returncode, out.decode(errors="replace"), err.decode(errors="replace")), took


@pytest.mark.parametrize("name", LONG)
def test_ctrl_c_at_any_moment(name: str, work: Path, tmp_path: Path) -> None:
    """Whenever it is pressed the command is done, or says in a line that it was interrupted and ends with code 130.

    The moments are shares of what the command took just before; where each falls may differ from run to run.
    """
    if not probe().works:
        pytest.skip(f"NO SANDBOX: {probe().detail}")
    if name == "study":
        prepared("study", tmp_path)
    filled = tuple(part.replace("{out}", str(tmp_path / "whole")) for part in LONG[name])
    (tmp_path / "whole").mkdir()
    whole, took = interrupted(work, filled, tmp_path, None)
    assert whole.code == 0, whole
    seen = set()
    for moment in range(MOMENTS):
        out = tmp_path / str(moment)
        out.mkdir()
        filled = tuple(part.replace("{out}", str(out)) for part in LONG[name])
        ended, _ = interrupted(work, filled, tmp_path, took * (moment + 0.5) / MOMENTS)
        ended.is_fine()
        assert ended.code in (0, 130), ended
        if ended.code == 130:
            assert ended.err.endswith("codescore: interrupted\n"), ended
        seen.add(ended.code)
    assert 130 in seen
