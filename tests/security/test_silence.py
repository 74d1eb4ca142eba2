"""Nothing leaves the machine: the system calls of real runs, and what is in the user's home afterwards.

Each command runs below strace, with all its children.  It may make no socket of an internet family, ask no name
service about a host, and leave nothing in the home but our own folder.  Telemetry that only waits for a network shows
as well: it resolves its collector's name first, and it leaves its queue in the home.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from codescore.evidence.sandbox import probe
from codescore.foundation.silence import SILENT
from tests.lsp.client import Client
from tests.lsp.needs import BUNDLE_FOLDER
from tests.translate.tasks import row, written
from tests.translate.tiny_server import serving

ROOT = Path(__file__).parents[2]
STRACE = shutil.which("strace")
_CALLS = "socket,connect,bind,sendto,sendmsg,sendmmsg,open,openat"
# What is read to turn a host's name into an address.
_NAMES = re.compile(r'"/etc/(resolv\.conf|hosts|gai\.conf|host\.conf)"|htons\(53\)')
_JDK = re.compile(r'/libnet\.so"')
_UNUSED = re.compile(r"socket\(AF_INET6?, SOCK_STREAM, IPPROTO_IP(\)| <unfinished)")  # or in two parts
_INTERNET = re.compile(r"socket\(AF_INET6?,|sa_family=AF_INET6?,")


def works_here() -> bool:
    """Whether processes may be traced: containers and Yama can forbid it."""
    return STRACE is not None and subprocess.run([STRACE, "-o", "/dev/null", "true"], check=False).returncode == 0


needs_strace = pytest.mark.skipif(
    not works_here(), reason="NO STRACE, SILENCE NOT TESTED: install the Debian package strace, and allow tracing"
)
needs_bundle = pytest.mark.skipif(not BUNDLE_FOLDER.is_dir(), reason=f"NO BUNDLE: {BUNDLE_FOLDER} is missing")
needs_wall = pytest.mark.skipif(not probe().works, reason=f"NO SANDBOX: {probe().detail}")
needs_study = pytest.mark.skipif(
    any(__import__("importlib.util").util.find_spec(name) is None for name in ("pyarrow", "matplotlib")),
    reason="NO STUDY EXTRA: pip install 'codescore-r[study]'",
)
pytestmark = [pytest.mark.bundle, needs_bundle, needs_strace]

LOOP = "def total(xs):\n    s = 0\n    for x in xs:\n        s += x\n    return s\n"
SUM = "def total(values):\n    return sum(values)\n"


@pytest.fixture
def home(tmp_path: Path) -> Path:
    folder = tmp_path / "home"
    folder.mkdir()
    return folder


@pytest.fixture
def work(tmp_path: Path) -> Path:
    """Two programs, a class of two, and a data set."""
    folder = tmp_path / "work"
    (folder / "class").mkdir(parents=True)
    for name, text in (("a.py", LOOP), ("b.py", SUM), ("class/ann.py", LOOP), ("class/bob.py", SUM)):
        (folder / name).write_text(text, encoding="utf-8")
    samples = [
        {"id": str(i), "task": str(i // 2), "lang": "python", "candidate": (LOOP, SUM)[i % 2], "reference": SUM,
         "passed": i % 2 == 0}
        for i in range(4)
    ]  # fmt: skip
    (folder / "d.jsonl").write_text("".join(json.dumps(one) + "\n" for one in samples), encoding="utf-8")
    return folder


def environment(home: Path) -> dict[str, str]:
    """The shell of a user who said nothing of telemetry; nothing of ours is inherited, as some vendors keep still where
    variables tell of continuous integration or of tests.
    """
    return {
        "HOME": str(home),
        "PATH": os.environ["PATH"],
        "LANG": "C.UTF-8",
        "PYTHONPATH": f"{ROOT / 'server'}:{ROOT / 'model_export'}",
    }


def tracing(trace: Path) -> list[str]:
    assert STRACE is not None
    return [STRACE, "-f", "-qq", "-e", f"trace={_CALLS}", "-e", "signal=none", "-s", "80", "-o", str(trace)]


def ours(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "codescore", *arguments]


def run(home: Path, work: Path, command: list[str]) -> str:
    """Run to the end; what was called."""
    trace = home.parent / "trace"
    done = subprocess.run(
        [*tracing(trace), *command], cwd=work, env=environment(home), capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert "onnxruntime" not in done.stderr
    return trace.read_text(encoding="utf-8", errors="replace")


def spoken(calls: str) -> list[str]:
    """The calls that speak to a network or look a host up.

    Of a JDK's threads that load its network library making a socket does not count, any use of one does: the library
    asks the kernel in this way whether there is IPv4 and IPv6.
    """
    probing = {line.split()[0] for line in calls.splitlines() if _JDK.search(line)}
    return [
        line
        for line in calls.splitlines()
        if (_INTERNET.search(line) or _NAMES.search(line)) and not (_UNUSED.search(line) and line.split()[0] in probing)
    ]


def left(home: Path) -> list[str]:
    """What is in the home, but for our own cache."""
    found = (path.relative_to(home) for path in home.rglob("*") if path.is_file())
    return sorted(path.as_posix() for path in found if path.parts[:2] != (".cache", "codescore-r"))


def test_the_trace_would_show_it(home: Path, work: Path) -> None:
    """A process that does look a name up, in a child of a child, is seen: the other tests can fail."""
    inner = "import socket\ntry:\n    socket.getaddrinfo('collector.invalid', 443)\nexcept OSError:\n    pass\n"
    program = f"import subprocess, sys; subprocess.run([sys.executable, '-c', {inner!r}])"
    assert spoken(run(home, work, [sys.executable, "-c", program]))


COMMANDS = {
    "score": ("score", "a.py", "b.py"),
    "metrics": ("metrics", "a.py", "b.py", "--metrics", "cheap"),
    "grade": ("grade", "-r", "b.py", "class", "--csv", "c.csv", "-o", "r.html", "--jobs", "2"),
    "experiment": ("experiment", "plan", "--participants", "40", "--suggestions", "50", "--effect", "0.1"),
    "doctor": ("doctor",),  # starts every compiler and every sandbox there is
}


@pytest.mark.parametrize("name", COMMANDS)
def test_commands_open_no_socket_and_resolve_no_name(name: str, home: Path, work: Path) -> None:
    """A command, with its workers and compilers, speaks to nobody and writes only where we say that we do."""
    assert spoken(run(home, work, ours(*COMMANDS[name]))) == []
    assert left(home) == []


@pytest.mark.sandbox
@needs_wall
def test_running_programs_opens_no_socket(home: Path, work: Path) -> None:
    """Evidence, too: the wall's own processes and what runs behind it."""
    calls = run(home, work, ours("score", "a.py", "b.py", "--evidence", "--budget", "0.2"))
    assert spoken(calls) == []
    assert "bwrap" not in left(home)
    assert left(home) == []


@needs_study
def test_a_study_with_workers_and_plots_opens_no_socket(home: Path, work: Path) -> None:
    """Worker processes, tables, plots: silent, and the plots' list of fonts is kept in our folder."""
    study = ("study", "d.jsonl", "--out", "out", "--metrics", "bleu,code-score-r", "--conditions", "original")
    assert spoken(run(home, work, ours(*study, "--audit", "0", "--jobs", "2"))) == []
    assert left(home) == []


def test_the_server_of_an_editor_opens_no_socket(home: Path, work: Path) -> None:
    """`codescore serve` over stdio, until a verdict of the model has come."""
    trace = home.parent / "trace"
    alone = ["env", "-i", *(f"{name}={value}" for name, value in environment(home).items())]
    client = Client("neovim", work, argv=[*alone, *tracing(trace), *ours("serve")])
    try:
        client.start()
        uri = client.open((work / "c.py").as_uri(), LOOP)
        reference = {"text": SUM, "label": "b.py"}
        client.request("codescore/setReference", {"uri": uri, "unit": "total", "reference": reference})
        units = client.until(
            lambda: [u for u in client.request("codescore/units", {"uri": uri})["units"] if u["verdict"]], "a verdict"
        )
        assert units[0]["verdict"]["similarity"] is not None
        client.close()
    finally:
        client.kill()
    assert spoken(trace.read_text(encoding="utf-8", errors="replace")) == []
    assert left(home) == []


def test_a_served_page_listens_on_this_machine_and_resolves_nothing(home: Path, work: Path) -> None:
    """`grade --serve` is the one exception: one socket that listens on 127.0.0.1, and no name is looked up for it."""
    trace = home.parent / "trace"
    command = [*tracing(trace), *ours("grade", "-r", "b.py", "class", "--serve", "--jobs", "1")]
    with subprocess.Popen(
        command, cwd=work, env=environment(home), stderr=subprocess.PIPE, text=True, start_new_session=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # noqa: PLW1509  no threads here
    ) as process:  # fmt: skip
        assert process.stderr is not None
        try:
            for line in process.stderr:
                if "the report is at http://127.0.0.1:" in line:
                    break
            os.killpg(process.pid, signal.SIGINT)
            process.stderr.read()
        except BaseException:
            os.killpg(process.pid, signal.SIGKILL)
            raise
    calls = spoken(trace.read_text(encoding="utf-8", errors="replace"))
    assert not [call for call in calls if _NAMES.search(call)]
    assert [call for call in calls if "bind(" in call and 'inet_addr("127.0.0.1")' in call]
    assert not [call for call in calls if re.search(r"\b(connect|sendto|sendm?msg)\(", call)]


def test_translation_speaks_to_the_server_that_was_named_and_to_nobody_else(home: Path, work: Path) -> None:
    """Tasks, prompts and replayed answers speak to nobody; `generate --endpoint` makes connections to that one address
    and looks no name up, and without leave for another machine it makes none.
    """
    run_folder = str(work / "run")
    answer = {"model": "good", "direction": "java_python", "task": "sum", "answer": "none"}
    written(work / "tasks.jsonl", row())
    written(work / "answers.jsonl", answer)
    quiet = (
        ("data", "tasks.jsonl", "--out", run_folder),
        ("prompt", run_folder, "--model", "good", "--direction", "java_python"),
        ("generate", run_folder, "--endpoint", "https://models.invalid/v1", "--dry-run"),
        ("generate", run_folder, "--replay", "answers.jsonl"),
        ("prompt", run_folder, "--model", "good", "--direction", "java_python", "--temperature", "1"),
    )
    for command in quiet:
        assert spoken(run(home, work, ours("translate", *command))) == []
    with serving() as server:
        calls = spoken(run(home, work, ours("translate", "generate", run_folder, "--endpoint", server.url)))
        assert len(server.asked) == 1
    there = f'sin_port=htons({server.server_port}), sin_addr=inet_addr("127.0.0.1")'
    connects = [call for call in calls if "connect(" in call]
    assert connects
    assert all(there in call for call in connects)
    assert not [call for call in calls if _NAMES.search(call) or "bind(" in call]
    trace = home.parent / "trace"
    far = ours("translate", "generate", run_folder, "--endpoint", "https://models.invalid/v1")
    done = subprocess.run([*tracing(trace), *far], cwd=work, env=environment(home), capture_output=True, check=False)
    assert done.returncode == 2
    assert spoken(trace.read_text(encoding="utf-8", errors="replace")) == []
    assert left(home) == []


LIBRARY = """
from codescore.embed import Encoder, load_bundle, packaged_bundle_path
print(Encoder(load_bundle(packaged_bundle_path())).encode(["x = 1"])[0].tokens)
"""
TRAINER = """
import codescore_train
from codescore.embed import load_bundle, packaged_bundle_path
from codescore_train.export.session import open_session
open_session(packaged_bundle_path() / "model.onnx")
"""


@pytest.mark.parametrize("program", [LIBRARY, TRAINER], ids=["library", "trainer"])
def test_programs_that_import_us_are_silent_too(program: str, home: Path, work: Path) -> None:
    """Whoever imports the encoder as a library, and the trainer, which opens sessions of its own."""
    assert spoken(run(home, work, [sys.executable, "-c", program])) == []
    assert left(home) == []


def test_an_unwritable_home_prints_nothing_of_others(tmp_path: Path, work: Path) -> None:
    """Where nothing can be written no library of others complains; what we say of it is ours."""
    nowhere = tmp_path / "a-file"
    nowhere.write_text("")
    commands = [COMMANDS["score"]]
    if not needs_study.args[0]:
        commands.append(("study", "d.jsonl", "--out", "out", "--metrics", "bleu", "--conditions", "original",
                         "--audit", "0", "--jobs", "1"))  # fmt: skip
    for command in commands:
        done = subprocess.run(
            ours(*command), cwd=work, env=environment(nowhere / "home"), capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr
        said = [line for line in done.stderr.splitlines() if not line.startswith("left out: ")]
        assert said == [], done.stderr


def test_the_shell_cannot_turn_telemetry_on() -> None:
    """What keeps libraries silent is set whatever the environment says, and children inherit it."""
    loud = {**os.environ, **dict.fromkeys(SILENT, "0"), "PYTHONPATH": str(ROOT / "server")}
    program = "import codescore.engine, os, json; print(json.dumps(dict(os.environ)))"
    done = subprocess.run([sys.executable, "-c", program], env=loud, capture_output=True, text=True, check=True)
    assert {name: json.loads(done.stdout)[name] for name in SILENT} == SILENT
