"""A collector as a lab runs it: a process of its own, with SQLite or a real PostgreSQL behind it."""

from __future__ import annotations

import contextlib
import importlib.util
import io
import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from codescore.cli import main
from codescore.experiments.collector.invitation import Invitation, read
from tests.experiments.collector.postgres import LIMIT, Cluster, programs

REPOSITORY = Path(__file__).parents[3]

_NEEDED = [name for name in ("starlette", "uvicorn", "sqlalchemy", "psycopg") if importlib.util.find_spec(name) is None]
needs_extra = pytest.mark.skipif(
    bool(_NEEDED),
    reason=f"NO {', '.join(_NEEDED).upper()}: pip install 'codescore-r[experiments]'; no collector was run",
)
NO_POSTGRES = "NO POSTGRESQL: apt-get install postgresql; the collector was tested with SQLite alone"


@dataclass(frozen=True)
class Said:
    """How a command ended and what it said."""

    code: int
    stdout: str
    stderr: str


def codescore(*arguments: str) -> Said:
    """Run the command line, in this process: a new one would cost a second."""
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = main(arguments)
    return Said(code, out.getvalue(), err.getvalue())


@dataclass
class Running:
    """A collector that answers at `url`."""

    process: subprocess.Popen[str]
    database: str
    url: str
    folder: Path

    @property
    def port(self) -> int:
        return int(self.url.rpartition(":")[2])

    def invite(self, label: str, *options: str) -> Invitation:
        """What a participant is given."""
        run = codescore(
            *("experiment", "collect", "invite", label, "--database", self.database, "--url", self.url),
            *("--out", str(self.folder / "invitations"), *options),
        )
        assert run.code == 0, run.stderr
        return read(Path(run.stdout.strip()))

    def stop(self) -> int:
        """Ask it to end, as a service manager does; its exit code."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        code = self.process.wait(LIMIT)
        assert self.process.stderr is not None
        self.process.stderr.close()
        return code


Serve = Callable[..., Running]


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Serve]:
    """Start a collector: `serve(database, *options)`."""
    started: list[Running] = []

    def start(database: str | None = None, *options: str) -> Running:
        url = database or f"sqlite:///{tmp_path / 'collected.db'}"
        command = [sys.executable, "-m", "codescore", "experiment", "collect", "serve", "--port", "0"]
        process = subprocess.Popen(
            [*command, "--database", url, *options],
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONPATH": str(REPOSITORY / "server")},
        )
        assert process.stderr is not None
        said = process.stderr.readline()
        found = re.search(r"collecting on (\S+) into", said)
        assert found, said + (process.stderr.read() if process.poll() is not None else "")
        one = Running(process, url, found[1], tmp_path)
        started.append(one)
        return one

    yield start
    for one in started:
        one.stop()


@pytest.fixture(scope="session")
def cluster() -> Iterator[Cluster]:
    """A PostgreSQL for the whole session."""
    if programs() is None:
        pytest.skip(NO_POSTGRES)
    one = Cluster()
    yield one
    one.close()


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The address of an empty database, of either kind."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'collected.db'}"
        return
    cluster: Cluster = request.getfixturevalue("cluster")
    yield from fresh(cluster)


@pytest.fixture
def postgres(cluster: Cluster) -> Iterator[str]:
    """The address of an empty PostgreSQL database."""
    yield from fresh(cluster)


def fresh(cluster: Cluster) -> Iterator[str]:
    """A database of its own in a cluster."""
    import psycopg

    name = f"t{os.urandom(4).hex()}"
    with psycopg.connect(cluster.url, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
    yield cluster.url.replace("/postgres?", f"/{name}?")


@pytest.fixture(scope="session")
def certificates(tmp_path_factory: pytest.TempPathFactory) -> dict[str, tuple[Path, Path]]:
    """Two certificates with their keys: the lab's, and another one for the same name."""
    if shutil.which("openssl") is None:
        pytest.skip("NO OPENSSL: apt-get install openssl; TLS was not tested")
    folder = tmp_path_factory.mktemp("certificates")
    made = {}
    for name in ("lab", "impostor"):
        chain, key = folder / f"{name}.pem", folder / f"{name}.key"
        subject = ("-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1", "-days", "3650")
        kind = ("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes")
        command = ["openssl", "req", "-x509", *kind, *subject, "-keyout", str(key), "-out", str(chain)]
        subprocess.run(command, check=True, capture_output=True)
        made[name] = (chain, key)
    return made
