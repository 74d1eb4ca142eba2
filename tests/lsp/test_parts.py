"""The server's parts by themselves: findings under edits, settings, framing, schedule, paths."""

from __future__ import annotations

import asyncio
import random
import threading
from pathlib import Path

import pytest

from codescore.foundation.text import Edit
from codescore.languages import Problem
from codescore.lsp.findings import Finding, moved, untouched_places
from codescore.lsp.paths import cell_path, to_path
from codescore.lsp.schedule import Priority, Schedule, Worker
from codescore.lsp.settings import PROJECT, TRUSTED, Settings, of_project, overlaid, resolve, schema
from codescore.lsp.show import merged, still_true
from codescore.lsp.state import label_of
from codescore.lsp.transport import frames


def finding(text: str, piece: str, **options) -> Finding:
    start = text.index(piece)
    return Finding(start, start + len(piece), "does-not-compile", "wrong", "error", **options)


# Findings


@pytest.mark.parametrize(
    ("old", "new", "after"),
    [
        ("def", "async def", "f BAD g"),  # before it: it moves
        ("g", "ggg", "BAD"),  # behind it: it stays
        ("A", "AAA", "BAAAD"),  # inside it: it grows
        ("f B", "", "AD"),  # over its start: what is left
        ("f BAD g", "x", "x"),  # over all of it: what stands there now
    ],
)
def test_findings_move_with_the_text(old, new, after):
    """A finding stays with the code it is about."""
    text = "def f BAD g"
    start = text.index(old)
    edited = text[:start] + new + text[start + len(old) :]
    (found,) = moved([finding(text, "BAD")], Edit(start, start + len(old), new.encode()))
    kept = edited[found.start : found.end]
    assert kept in after
    assert kept or after == ""
    if "BAD" in edited:
        assert kept == "BAD"


def test_findings_stay_inside_the_text():
    """Under any edits a finding's place is a place in the text."""
    rng = random.Random(3)
    for _ in range(300):
        size = 30
        found = [Finding(5, 9, "does-not-compile", "m", "error", (2, 20), (2, 25))]
        for _ in range(6):
            start, end = sorted(rng.choices(range(size + 1), k=2))
            new = b"x" * rng.randrange(6)
            found = moved(found, Edit(start, end, new))
            size += len(new) - (end - start)
            assert 0 <= found[0].start <= found[0].end <= size
            assert 0 <= found[0].within[0] <= found[0].within[1] <= size


def test_mended_syntax_is_forgotten_at_once():
    """What the compiler said of syntax goes when the parser is content, what it said otherwise stays."""
    syntax = Finding(5, 6, "does-not-compile", "invalid syntax", "error", (0, 10), (0, 12))
    other = Finding(7, 8, "does-not-compile", "duplicate argument", "error", (0, 10))
    stumbled = (Problem(11, 12, "unexpected", "tree-sitter"),)
    assert still_true([syntax, other], stumbled) == [syntax, other]
    assert still_true([syntax, other], ()) == [other]


def test_one_mistake_is_told_once():
    """Where the compiler has spoken the parser is silent, also where the compiler found nothing wrong."""
    said = Finding(5, 6, "does-not-compile", "invalid syntax", "error", (0, 10), (0, 12))
    problems = [Problem(p, p + 1, "unexpected", "tree-sitter") for p in (11, 20, 40)]
    assert [f.start for f in merged([said], problems, [(15, 25)])] == [5, 40]


def test_what_was_overruled_is_open_again_when_touched():
    """An edit in code that the compiler found sound lets the parser speak of it again."""
    assert untouched_places([(0, 10), (20, 30)], Edit(5, 5, b"x")) == [(21, 31)]


# Settings


def test_options_fall_back_one_by_one():
    """A wrong option is named and ignored; the others count; null is not set."""
    found = resolve(
        ("user", {"threshold": 0.7, "badges": "blink", "pause": None, "nope": 1, "maxFileBytes": 10}),
        ("folder", {"threshold": "high", "problems": "off"}),
        ("odd", [1]),
        ("none", None),
    )
    assert found.settings == Settings(threshold=0.7, problems="off")
    said = "\n".join(found.complaints)
    for piece in ("user: badges is wrong", "'nope'", "user: maxFileBytes", "folder: threshold", "odd: options are"):
        assert piece in said
    assert len(found.complaints) == 5


def test_a_workspace_may_not_say_everything():
    """What decides about reading and loading is the user's alone."""
    found = of_project({"threshold": 0.9, "allowOutsideReferences": True, "bundle": "/tmp/evil"}, "codescore.toml")
    assert found.settings == Settings(threshold=0.9)
    assert len(found.complaints) == 2
    assert not PROJECT & TRUSTED


def test_the_users_word_goes_before_the_projects():
    """A project's threshold counts where the user has none."""
    assert overlaid(Settings(threshold=0.9), Settings(severity="hint")) == Settings(threshold=0.9, severity="hint")
    assert overlaid(Settings(threshold=0.9), Settings(threshold=0.4)).threshold == 0.4


def test_every_option_is_described():
    """Each option has a description and a default, for the files that are generated from them."""
    for name, option in schema().items():
        assert option["description"].endswith("."), name
        assert "default" in option, name
    assert set(schema()) >= TRUSTED | PROJECT


# Framing


def stream(data: bytes, *sizes: int):
    """A reader that gives the data in pieces of these sizes, the rest at once."""
    pieces = list(sizes)

    def read(n: int) -> bytes:
        nonlocal data
        size = min(n, pieces.pop(0) if pieces else n)
        piece, data = data[:size], data[size:]
        return piece

    return read


def test_messages_arrive_in_any_pieces():
    """However the bytes are cut, the messages are the same."""
    data = b"Content-Length: 2\r\n\r\n{}content-length:3\r\nContent-Type: x\r\n\r\n[1]Content-Length: 0\r\n\r\n"
    for cut in range(1, len(data)):
        assert list(frames(stream(data, cut))) == [b"{}", b"[1]", b""]
    assert list(frames(stream(data, *[1] * len(data)))) == [b"{}", b"[1]", b""]


@pytest.mark.parametrize(
    "junk",
    [
        b"\r\n\r\n",
        b"hello\r\n\r\n",
        b"Content-Length: many\r\n\r\n",
        b"Content-Length: 99999999999999\r\n\r\n",
        b"Content-Length: -5\r\n\r\n",
        b"x" * 20_000,
        b"\xff\xfe\r\n",
    ],
)
def test_junk_between_messages_is_skipped(junk):
    """What is no message is skipped, and the next message is found."""
    assert list(frames(stream(junk + b"Content-Length: 2\r\n\r\n{}"))) == [b"{}"]


def test_a_stream_that_ends_inside_a_message_ends():
    """Half a message is none."""
    assert list(frames(stream(b"Content-Length: 20\r\n\r\n{}"))) == []


# Schedule


async def test_steps_run_by_priority():
    """What someone waits for goes before what was queued for the background."""
    worker, order, gate = Worker("test"), [], threading.Event()
    first = worker.run(Priority.BACKGROUND, gate.wait)
    rest = [
        worker.run(priority, order.append, name)
        for priority, name in [(Priority.BACKGROUND, "b"), (Priority.TYPING, "t"), (Priority.ASKED, "a")]
    ]
    gate.set()
    await asyncio.gather(first, *rest)
    worker.stop()
    assert order == ["a", "t", "b"]


async def test_a_restarted_task_never_finishes():
    """Starting anew for a key cancels what ran, also while its step is in a worker: its result goes nowhere."""
    schedule, results = Schedule(), []
    running, gate = threading.Event(), threading.Event()

    def slow() -> str:
        running.set()
        gate.wait()
        return "old"

    async def work(step) -> None:
        results.append(await schedule.checks.run(Priority.TYPING, step))

    schedule.restart("key", lambda: work(slow))
    await asyncio.get_running_loop().run_in_executor(None, running.wait)
    done = asyncio.Event()

    async def newer() -> None:
        await work(lambda: "new")
        done.set()

    schedule.restart("key", newer)
    gate.set()
    await done.wait()
    assert results == ["new"]
    schedule.close()


async def test_failing_steps_hurt_nobody(caplog):
    """An exception in a worker is raised where it is awaited, logged there, and the worker goes on."""
    schedule, done = Schedule(), asyncio.Event()

    async def fails() -> None:
        try:
            await schedule.scores.run(Priority.TYPING, lambda: 1 / 0)
        finally:
            done.set()

    schedule.restart("key", fails)
    await done.wait()
    assert await schedule.scores.run(Priority.TYPING, lambda: 2) == 2
    assert "background work failed" in caplog.text
    schedule.close()
    schedule.restart("key", fails)  # after the end nothing starts
    assert not schedule.busy()


# Paths


@pytest.mark.parametrize(
    ("uri", "path"),
    [
        ("file:///w/a%20b.py", Path("/w/a b.py")),
        ("file://localhost/w/a.py", Path("/w/a.py")),
        ("file://server/share/a.py", None),
        ("file:////server/share/a.py", None),
        ("untitled:Untitled-1", None),
        ("file:///w/a%00.py", None),
        ("file:a.py", None),
        ("http://[bad", None),
        ("", None),
    ],
)
def test_uris_to_paths(uri, path):
    """Only files of this machine have a path: asking for a share would open a connection."""
    assert to_path(uri) == path


def test_labels():
    """A document goes by its path in the workspace, its name, or the end of its URI."""
    assert label_of("file:///w/a/b.py", Path("/w/a/b.py"), Path("/w")) == "a/b.py"
    assert label_of("file:///v/b.py", Path("/v/b.py"), Path("/w")) == "b.py"
    assert label_of("untitled:Untitled-1", None, None) == "Untitled-1"
    assert cell_path("vscode-notebook-cell:/w/n.ipynb#W0") == Path("/w/n.ipynb")
