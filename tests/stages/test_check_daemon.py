"""The javac process: found, started late, restarted, timed out, closed, and never left behind."""

from __future__ import annotations

import os
import select
import shutil
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from codescore.check import Checkers
from codescore.languages import CheckResult, Problem, by_id
from codescore.languages.java.check.checker import JavaChecker
from codescore.languages.java.daemon import NO_JDK, Daemon, java_commands
from tests.processes import stop

JAVA = shutil.which("java") or ""
GOOD = b"class A { }"

needs_jdk = pytest.mark.jdk


@pytest.fixture
def daemon() -> Iterator[Daemon]:
    made = Daemon()
    if made.ask("") is None:
        pytest.skip(f"no javac to test: {'; '.join(made.notices())}")
    yield made
    made.close()


def pid_of(daemon: Daemon) -> int:
    assert daemon.pid is not None
    return daemon.pid


def gone(pid: int) -> bool:
    """Whether a process has ended, waiting for it up to a minute."""
    try:
        handle = os.pidfd_open(pid)
    except ProcessLookupError:
        return True
    try:
        return bool(select.select([handle], [], [], 60)[0])
    finally:
        os.close(handle)


def program(path: Path, text: str) -> str:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    path.chmod(0o755)
    return str(path)


def in_thread(work: Callable[[], object]) -> tuple[threading.Thread, list[object]]:
    results: list[object] = []
    thread = threading.Thread(target=lambda: results.append(work()))
    thread.start()
    return thread, results


@needs_jdk
def test_it_starts_with_the_first_question(daemon: Daemon) -> None:
    """Making a checker starts nothing; asking does; closing ends it; asking again starts another."""
    fresh = Daemon()
    assert fresh.pid is None
    first = pid_of(daemon)
    daemon.close()
    assert daemon.pid is None
    assert gone(first)
    assert daemon.ask("class A { }") is not None
    assert pid_of(daemon) != first


@needs_jdk
def test_killed_between_questions(daemon: Daemon) -> None:
    """A process that was killed while idle is replaced, and the question answered, without a notice."""
    first = pid_of(daemon)
    os.kill(first, signal.SIGKILL)
    assert gone(first)
    reply = daemon.ask("class A { int x = y; }")
    assert reply is not None
    assert reply["problems"][0]["code"].startswith("cant.resolve")
    assert pid_of(daemon) != first
    assert daemon.notices() == ()


@needs_jdk
def test_killed_during_a_question(daemon: Daemon) -> None:
    """A process that is killed before it has answered is replaced, and the same question asked again."""
    first = pid_of(daemon)
    stop(first)  # it cannot answer from here on
    thread, replies = in_thread(lambda: daemon.ask("class A { }"))
    os.kill(first, signal.SIGKILL)
    thread.join()
    assert replies[0] is not None
    assert pid_of(daemon) != first


@needs_jdk
def test_no_answer_in_time(daemon: Daemon) -> None:
    """A process that hangs is ended; that text is not tried again, others go to a new process."""
    first = pid_of(daemon)
    stop(first)
    daemon._seconds = 0.2
    assert daemon.ask("class A { }") is None
    daemon._seconds = 60
    assert gone(first)
    assert [n for n in daemon.notices() if "took over 0.2 s" in n]
    assert daemon.ask("class A { }") is None
    assert daemon.ask("class B { }") is not None


@needs_jdk
def test_closed_during_a_question(daemon: Daemon) -> None:
    """Closing does not wait for an answer: the question ends unanswered, and no process is left."""
    first = pid_of(daemon)
    stop(first)
    thread, replies = in_thread(lambda: daemon.ask("class A { }"))
    daemon.close()
    thread.join()
    assert gone(first)
    assert replies == [None] or daemon.pid != first  # asked after the close: a new process answered
    daemon.close()
    assert daemon.pid is None


@needs_jdk
def test_many_threads_share_one_process(daemon: Daemon) -> None:
    """Questions from several threads get their own answers."""
    checker = JavaChecker(daemon)

    def ask(i: int) -> list[int]:
        found = checker.check(b" " * i + b"class A { int x = y; }", fragment=False)
        assert found is not None
        return [p.start for p in found.problems]

    work = [in_thread(lambda i=i: ask(i)) for i in range(20)]  # type: ignore[misc]
    for thread, _ in work:
        thread.join()
    assert [results for _, results in work] == [[[18 + i]] for i in range(20)]
    assert len({pid_of(daemon)}) == 1


@needs_jdk
def test_it_dies_with_its_parent() -> None:
    """When the process that started it is killed outright, the end of its input ends it too."""
    source = (
        "import sys, signal; from codescore.languages.java.daemon import Daemon; d = Daemon();"
        "assert d.ask('') is not None; print(d.pid, flush=True); signal.pause()"
    )
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(p for p in sys.path if p)}
    parent = subprocess.Popen([sys.executable, "-c", source], stdout=subprocess.PIPE, env=environment, text=True)
    assert parent.stdout is not None
    line = parent.stdout.readline()
    if not line:
        parent.wait()
        pytest.skip("no javac to test: the process could not start it")
    parent.kill()
    parent.wait()
    parent.stdout.close()
    assert gone(int(line))


@needs_jdk
def test_ctrl_c_in_the_terminal_is_not_for_it(daemon: Daemon) -> None:
    """It runs in a session of its own, so the terminal's interrupt does not reach it."""
    assert os.getsid(pid_of(daemon)) != os.getsid(0)


@needs_jdk
def test_the_users_environment_changes_nothing(daemon: Daemon, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Class path and options from the environment, and classes in the working folder, are out of sight."""
    (tmp_path / "foo").mkdir()
    (tmp_path / "foo" / "Bar.java").write_text("package foo; public class Bar { public static int ZERO; }")
    subprocess.run(["javac", "foo/Bar.java"], cwd=tmp_path, check=True)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("CLASSPATH", str(tmp_path))
    for name in ("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS", "JDK_JAVAC_OPTIONS"):
        monkeypatch.setenv(name, f"-cp {tmp_path} --no-such-option")
    before = sorted(tmp_path.rglob("*"))
    source = "import foo.Bar; class A { int x = Bar.ZERO; Baz b; }"
    fresh = Daemon()
    try:
        reply = fresh.ask(source)
    finally:
        fresh.close()
    assert reply is not None
    assert reply == daemon.ask(source)
    assert "doesnt.exist" in reply["problems"][0]["code"]
    assert sorted(tmp_path.rglob("*")) == before


def test_without_a_jdk_the_tree_decides(monkeypatch: pytest.MonkeyPatch) -> None:
    """No java anywhere: said once with the remedy, and the syntax tree's verdict counts, named as such."""
    monkeypatch.delenv("JAVA_HOME", raising=False)
    monkeypatch.setenv("PATH", "")
    language = by_id("java")
    assert language is not None
    problem = Problem(0, 1, "unexpected `x`", "tree-sitter")
    with Checkers() as checkers:
        assert checkers.notices() == ()
        assert checkers.check(language, GOOD, fragment=False) == CheckResult(True, "tree-sitter")
        found = checkers.check(language, b"x", fragment=True, fallback=(problem,))
        assert found == CheckResult(False, "tree-sitter", (problem,))
        assert checkers.notices() == (NO_JDK,)
        assert checkers.notices() == ()


@needs_jdk
@pytest.mark.usefixtures("daemon")
def test_a_runtime_without_a_compiler_is_no_jdk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A JRE starts but has no javac: the next candidate is tried, and without one it counts as no JDK."""
    jre = program(tmp_path / "jre/bin/java", f'#!/bin/sh\nexec {JAVA} --limit-modules java.base "$@"\n')
    alone = Daemon(lambda: [jre])
    assert alone.ask("") is None
    assert alone.notices() == (NO_JDK,)
    monkeypatch.setenv("JAVA_HOME", str(tmp_path / "jre"))
    both = Daemon()
    assert both.ask("") is not None
    both.close()


@needs_jdk
@pytest.mark.usefixtures("daemon")
def test_java_home_comes_before_the_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """JAVA_HOME is preferred; where it leads nowhere, PATH serves."""
    program(tmp_path / "jdk/bin/java", f'#!/bin/sh\ntouch {tmp_path}/used\nexec {JAVA} "$@"\n')
    monkeypatch.setenv("JAVA_HOME", str(tmp_path / "jdk"))
    preferred = Daemon()
    assert preferred.ask("") is not None
    preferred.close()
    assert (tmp_path / "used").exists()
    monkeypatch.setenv("JAVA_HOME", str(tmp_path / "nowhere"))
    assert list(java_commands())[-1] == shutil.which("java")
    fallen = Daemon()
    assert fallen.ask("") is not None
    fallen.close()


def dying(path: Path) -> str:
    """A program that greets like the daemon, notes its start, and dies of every question."""
    return program(
        path,
        f"""#!{sys.executable}
import struct, sys
open({str(path)!r} + ".starts", "a").write("x")
hello = b'{{"feature": 17}}'
sys.stdout.buffer.write(struct.pack(">i", len(hello)) + hello)
sys.stdout.buffer.flush()
sys.stdin.buffer.read(4)
""",
    )


def test_a_process_that_keeps_dying_is_given_time(tmp_path: Path) -> None:
    """A question is tried on two processes; then pauses grow, up to a minute, during which nothing is started."""
    now = [100.0]
    starts = tmp_path / "java.starts"
    daemon = Daemon(lambda: [dying(tmp_path / "java")], clock=lambda: now[0])
    assert daemon.ask("a") is None
    assert starts.read_text() == "xx"
    assert daemon.ask("a") is None  # that text is known to be deadly
    assert starts.read_text() == "xx"
    assert daemon.ask("b") is None  # one failure is no reason to pause
    assert starts.read_text() == "xxxx"
    assert daemon.ask("c") is None  # two are
    assert starts.read_text() == "xxxx"
    assert [n for n in daemon.notices() if "keeps ending" in n]
    pauses = []
    for i in range(12):
        begun = now[0]
        while daemon.ask(f"{i} {now[0]}") is None and len(starts.read_text()) == 4 + 2 * i:
            now[0] += 0.5
        pauses.append(now[0] - begun)
    assert pauses[:4] == [1, 2, 4, 8]
    assert max(pauses) == 60
    daemon.close()


def test_nonsense_from_the_process_is_no_answer(tmp_path: Path) -> None:
    """A program that is no daemon at all counts as no JDK."""
    for body in (
        "#!/bin/sh\nexit 1\n",
        "#!/bin/sh\necho hello world, this is not a frame\n",
        "no program\n",
        "#!/bin/sh\nprintf '\\000\\000\\000\\002[]'\n",
    ):
        daemon = Daemon(lambda body=body: [program(tmp_path / "java", body)])  # type: ignore[misc]
        assert daemon.ask("") is None
        assert daemon.notices() == (NO_JDK,)


def test_closed_while_it_starts(tmp_path: Path) -> None:
    """Closing does not wait for a process that has not greeted yet, and takes it along."""
    os.mkfifo(tmp_path / "started")
    java = program(tmp_path / "java", f"#!/bin/sh\necho $$ > {tmp_path}/started\nexec cat > /dev/null\n")
    daemon = Daemon(lambda: [java])
    thread, replies = in_thread(lambda: daemon.ask("class A { }"))
    pid = int((tmp_path / "started").read_text())  # blocks until the process is there
    daemon.close()
    thread.join()
    assert replies == [None]
    assert gone(pid)
    assert daemon.notices() == ()
