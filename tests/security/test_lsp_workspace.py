"""A workspace that someone else wrote cannot make the server read, load or run what the user did not allow."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.lsp.client import Client
from tests.lsp.conftest import isolated
from tests.lsp.needs import bundle

SECRET = "def f(password):\n    return 'hunter2'\n"


@pytest.fixture
def launch(tmp_path: Path) -> Iterator[Callable[..., Client]]:
    """A server in a workspace beside which a secret lies."""
    started: list[Client] = []
    root = (tmp_path / "work").resolve()
    root.mkdir()
    (tmp_path / "secret.py").write_text(SECRET)

    def start(**settings) -> Client:
        one = Client("neovim", root, settings=settings, environment=isolated(tmp_path))
        started.append(one)
        one.start()
        return one

    yield start
    for one in started:
        one.kill()


def reason(client: Client, spec: str) -> str:
    """What is said of a directive that names a path."""
    text = f'# codescore: reference="{spec}"\n\ndef f(a):\n    return a\n'
    uri = client.open((client.root / "a.py").as_uri(), text)
    (found,) = client.diagnostics(uri, lambda d: [x["code"] for x in d] == ["reference-not-found"])
    client.shut(uri)
    return found["message"]


def test_directives_stay_inside(launch, tmp_path):
    """A comment that names a file outside, by any spelling, is refused, and nothing of the file is shown."""
    client = launch()
    (client.root / "link.py").symlink_to(tmp_path / "secret.py")
    (client.root / "up").symlink_to(tmp_path)
    for spec in ("../secret.py", str(tmp_path / "secret.py"), "link.py", "up/secret.py", "./x/../../secret.py"):
        said = reason(client, spec)
        assert "outside the workspace" in said
        assert "your own settings" in said
    client.close()
    assert "hunter2" not in str(client.inbox)


def test_rules_stay_inside_and_may_not_open_the_door(launch, tmp_path):
    """A rule cannot name a file outside, nor can the workspace's own configuration allow it."""
    client = launch()
    (client.root / "codescore.toml").write_text(
        '[[rule]]\nfiles = "*.py"\nreference = "../secret.py"\n'
        '[settings]\nallowOutsideReferences = true\nbundle = "x"\n'
    )
    change = {"uri": (client.root / "codescore.toml").as_uri(), "type": 1}
    client.notify("workspace/didChangeWatchedFiles", {"changes": [change]})
    uri = client.open((client.root / "a.py").as_uri(), "def f(a):\n    return a\n")
    (found,) = client.diagnostics(uri, lambda d: len(d) == 1)
    assert "outside the workspace" in found["message"]
    toml = (client.root / "codescore.toml").as_uri()
    errors = client.wait(lambda: client._published(toml, lambda d: len(d) == 2), "complaints")["params"]["diagnostics"]
    assert "'allowOutsideReferences'" in errors[0]["message"]
    assert "'bundle'" in errors[1]["message"]
    client.close()
    assert "hunter2" not in str(client.inbox)


@bundle
def test_the_user_may_open_the_door(launch):
    """With the user's own setting the same comment works."""
    client = launch(allowOutsideReferences=True)
    uri = client.open(
        (client.root / "a.py").as_uri(), "# codescore: reference=../secret.py\n\ndef f(a):\n    return a\n"
    )
    where = {"textDocument": {"uri": uri}, "position": {"line": 2, "character": 4}}
    assert client.until(lambda: client.request("textDocument/hover", where), "a hover")
    client.close()


def test_what_the_client_sets_stays_inside_too(launch, tmp_path):
    """A path set by the client is read from disk inside the workspace only; what the editor has open it may name."""
    client = launch()
    uri = client.open((client.root / "a.py").as_uri(), "def f(a):\n    return a\n")
    given = {"uri": uri, "unit": "f", "reference": {"path": str(tmp_path / "secret.py")}}
    client.request("codescore/setReference", given)
    (found,) = client.diagnostics(uri, lambda d: len(d) == 1)
    assert "outside the workspace" in found["message"]
    client.open((tmp_path / "secret.py").as_uri(), SECRET)
    client.request("codescore/setReference", given)
    client.diagnostics(uri, lambda d: [x["code"] for x in d] != ["reference-not-found"])
    client.close()


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no FIFOs on this system")
def test_pipes_are_not_opened(launch):
    """A pipe, which nobody writes to, stalls nothing: neither as reference nor as configuration."""
    client = launch()
    os.mkfifo(client.root / "pipe.py")
    os.mkfifo(client.root / "codescore.toml")
    assert "not a regular file" in reason(client, "pipe.py")
    client.close()


def test_texts_that_are_meant_to_hurt(launch):
    """Directives by the thousand, patterns that explode, names full of markup: all are answered."""
    client = launch()
    stars = "*a" * 400
    (client.root / "codescore.toml").write_text(f'[[rule]]\nfiles = "{stars}"\nreference = "x.py"\n' * 100)
    change = {"uri": (client.root / "codescore.toml").as_uri(), "type": 1}
    client.notify("workspace/didChangeWatchedFiles", {"changes": [change]})
    many = "# codescore: reference=../../../../etc/passwd\n" * 3_000 + "def f(a):\n    return a\n"
    uri = client.open((client.root / ("a" * 200 + ".py")).as_uri(), many)
    client.diagnostics(uri, lambda d: len(d) > 0)
    assert client.request("codescore/status", None)
    client.close()


def test_nothing_listens_and_nothing_connects(launch):
    """A server over standard streams has no socket but what its own loop talks to itself with."""
    if not Path("/proc/self/fd").exists():
        pytest.skip("needs /proc")
    client = launch()
    client.ready()
    inodes = set()
    for link in Path(f"/proc/{client.process.pid}/fd").iterdir():
        target = os.readlink(link)
        if target.startswith("socket:"):
            inodes.add(target[8:-1])
    for table in ("tcp", "tcp6", "udp", "udp6"):
        path = Path(f"/proc/{client.process.pid}/net/{table}")
        rows = path.read_text().splitlines()[1:] if path.exists() else []
        assert not [row for row in rows if row.split()[9] in inodes], "the server opened a network socket"
    client.close()
