"""What holds for the whole suite: when it ends, nothing of it is left; `--fast`, a part of it; `--share`, its division;
`--turn`, some rows of its tables.

A process that still runs, or was never waited for, and a pipe that nobody closed are leaks: in an editor they would add
up for days.  They make the run fail, after everything that ends itself at exit has done so.

`--share FOLDER` lets several processes divide the suite: each takes the next file that no other one has taken, so that
what a file sets up is set up once, and every process looks for what it left behind.  `scripts/test.sh` starts them.

`--turn N` leaves out most rows of tables of programs that are run for evidence: it keeps the first of each table and
every fourth other one, which ones depends on N.  `scripts/test.sh` gives it the week of the last commit: what is kept
is the same for one commit, and all of them come round in a month.

`--fast` is what a change to the core is tried with between two thoughts: without the folders that start editors,
sandboxes, browsers, servers or training, and without data sets.
"""

from __future__ import annotations

import atexit
import gc
import io
import os
import signal
import sys
from collections.abc import Iterator
from contextlib import suppress
from multiprocessing import resource_tracker
from pathlib import Path
from threading import Timer

import pytest
from hypothesis import HealthCheck, settings

# A slow machine makes inputs slowly, and fails no test by that.
settings.register_profile("any speed", settings(), deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("any speed")


def _started() -> Iterator[int]:
    """The processes that this one started and that are still there; Linux only."""
    own = getattr(resource_tracker._resource_tracker, "_pid", None)  # Python's own, which ends with us
    for task in Path(f"/proc/{os.getpid()}/task").glob("*/children"):
        yield from (int(pid) for pid in task.read_text().split() if int(pid) != own)


def _children() -> Iterator[str]:
    """What is said of each process that is still there, with its command line."""
    for pid in _started():
        line = Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
        yield f"process {pid} is still there: {line.strip() or 'ended, and not waited for'}"


def _kill_all() -> None:
    for pid in _started():
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """A test that was stopped at its time limit and then waits for a process that never ends gets that process killed.

    Without this one hanging program hangs the whole run: `subprocess.Popen` waits on its way out, without a limit.
    """
    last = Timer(2 * float(item.config.getini("timeout")), _kill_all)
    last.daemon = True
    last.start()
    try:
        return (yield)
    finally:
        last.cancel()


def _pipes() -> Iterator[str]:
    """Open files that are pipes, as Python objects: what is left of subprocesses."""
    for one in gc.get_objects():
        if isinstance(one, io.FileIO) and not one.closed and isinstance(one.name, int) and one.fileno() > 2:
            kind = os.readlink(f"/proc/self/fd/{one.fileno()}") if Path("/proc/self/fd").is_dir() else "unknown"
            if kind.startswith("pipe:"):
                yield f"descriptor {one.fileno()} is open: {kind}"


@atexit.register  # the first to be registered is the last to run
def _nothing_is_left() -> None:
    gc.collect()
    left = [*_children(), *_pipes()] if sys.platform == "linux" else []
    if left:
        sys.stderr.write("LEFT BEHIND, which fails the run:\n" + "".join(f"  {line}\n" for line in left))
        sys.stderr.flush()
        os._exit(1)


HERE = Path(__file__).parent

#: What `--fast` runs, below tests/.
FAST = (
    "test_architecture.py", "architecture", "languages", "incremental", "stages/test_sketch.py",
    "stages/test_alignment.py", "stages/test_late.py", "stages/test_score.py", "stages/test_check_syntax.py",
    "stages/test_check_python.py", "stages/test_engine_compare.py", "stages/test_engine_match.py",
    "stages/test_references.py", "stages/test_references_config.py", "stages/test_references_paths.py",
    "stages/test_rewrite_rules.py", "metrics/test_registry.py", "metrics/test_signature.py", "evidence/test_compare.py",
    "evidence/test_values.py", "study/test_measures.py", "study/test_significance.py", "cli/test_usage.py",
)  # fmt: skip


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--fast", action="store_true", help="only what needs no editor, sandbox, browser or training")
    parser.addoption(
        "--share", type=Path, metavar="FOLDER", help="run the files that no other process with it has taken"
    )
    parser.addoption("--turn", type=int, metavar="N", help="of tables of programs that are run, a part of the rows")
    parser.addoption("--backwards", action="store_true", help="with --share: the last file first")


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """With `--fast`, everything that is neither in the list nor on the way to it."""
    if not config.getoption("--fast") or not collection_path.is_relative_to(HERE) or collection_path == HERE:
        return None
    kept = [HERE / name for name in FAST]
    wanted = any(collection_path.is_relative_to(path) or path.is_relative_to(collection_path) for path in kept)
    return None if wanted else True


def pytest_report_header(config: pytest.Config) -> list[str]:
    said = []
    if config.getoption("--fast"):
        said = [f"--fast: {len(FAST)} of the suite's files and folders; before a change lands, run scripts/test.sh"]
    if config.getoption("--turn") is not None:
        said.append("--turn: most rows of tables of programs are left out; CODESCORE_TEST_ROWS=all runs them all")
    return said


_ROWS = 4  # one in so many of a table is kept, besides the first


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """With `--turn`, leave rows out."""
    turn = config.getoption("--turn")
    if turn is None:
        return
    tables: dict[str, int] = {}
    kept, left_out = [], []
    for item in items:
        table, _, row = item.nodeid.partition("[")
        number = tables[table] = tables.get(table, -1) + 1
        runs = "session" in getattr(item, "fixturenames", ()) or item.get_closest_marker("sandbox")
        runs = runs and item.path.is_relative_to(HERE / "evidence")
        (left_out if row and runs and number and number % _ROWS != turn % _ROWS else kept).append(item)
    config.hook.pytest_deselected(items=left_out)
    items[:] = kept


def _taken(session: pytest.Session, folder: Path) -> Iterator[list[pytest.Item]]:
    """The tests of each file that this process is the first to take."""
    files: dict[Path, list[pytest.Item]] = {}
    for item in session.items:
        files.setdefault(item.path, []).append(item)
    names = list(files)
    for path in reversed(names) if session.config.getoption("--backwards") else names:
        with suppress(FileExistsError):
            (folder / str(path.relative_to(HERE)).replace("/", "+")).touch(exist_ok=False)
            yield files[path]


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop(session: pytest.Session) -> bool | None:
    """With `--share`, pytest's own loop over what this process takes: one file ahead, as files may share set-up."""
    folder = session.config.getoption("--share")
    if folder is None or session.testsfailed or session.config.option.collectonly:
        return None
    taken = _taken(session, folder)
    file = next(taken, [])
    while file:
        ahead = next(taken, [])
        for item, following in zip(file, [*file[1:], ahead[0] if ahead else None], strict=True):
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
            if session.shouldfail:
                raise session.Failed(session.shouldfail)
            if session.shouldstop:
                raise session.Interrupted(session.shouldstop)
        file = ahead
    return True
