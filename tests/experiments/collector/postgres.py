"""A PostgreSQL of one's own: a cluster in a temporary folder, run by an ordinary user, reached over a socket file."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import subprocess
import tempfile
import time
from pathlib import Path

LIMIT = float(os.environ.get("CODESCORE_TEST_LIMIT", "60"))  # seconds until something that does not come is a failure
_NOBODY = 65534


def programs() -> Path | None:
    """The folder of `initdb` and `postgres`; Debian keeps them off the PATH."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda p: float(p.parts[-3]))
    on_path = shutil.which("initdb")
    return found[-1].parent if found else Path(on_path).resolve().parent if on_path else None


class Cluster:
    """One running PostgreSQL."""

    def __init__(self) -> None:
        bin_ = programs()
        assert bin_ is not None
        self._bin = bin_
        self.folder = Path(tempfile.mkdtemp(prefix="csr-pg-"))
        self._log = self.folder / "log"
        if os.geteuid() == 0:
            os.chown(self.folder, _NOBODY, _NOBODY)
        self._run("initdb", "-D", str(self.folder / "data"), "-U", "codescore", "--auth=trust", "--encoding=UTF8")
        self.start()

    @property
    def url(self) -> str:
        return f"postgresql://codescore@/postgres?host={self.folder}"

    def start(self) -> None:
        """Start it and wait until it answers; after a kill the children of before may still be leaving."""
        limit = time.monotonic() + LIMIT
        options = f"-k {self.folder} -c listen_addresses="
        command = ("-D", str(self.folder / "data"), "-l", str(self._log), "-w", "-o", options, "start")
        while self._run("pg_ctl", *command, check=time.monotonic() > limit).returncode != 0:
            time.sleep(0.2)

    def kill(self) -> None:
        """End it as a power cut would: nobody is asked, nothing is written."""
        postmaster = int((self.folder / "data/postmaster.pid").read_text().split()[0])
        command = ["ps", "--ppid", str(postmaster), "-o", "pid="]
        children = subprocess.run(command, check=False, capture_output=True, text=True)
        for process in (postmaster, *map(int, children.stdout.split())):
            with contextlib.suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)

    def close(self) -> None:
        """End it and remove it."""
        self._run("pg_ctl", "-D", str(self.folder / "data"), "-m", "immediate", "stop", check=False)
        shutil.rmtree(self.folder, ignore_errors=True)

    def _run(self, program: str, *arguments: str, check: bool = True) -> subprocess.CompletedProcess[str]:
        who = {"user": _NOBODY, "group": _NOBODY, "extra_groups": []} if os.geteuid() == 0 else {}
        run = subprocess.run(
            [str(self._bin / program), *arguments],
            stdout=subprocess.DEVNULL,  # a daemon must not hold our pipes
            stderr=subprocess.DEVNULL if program == "pg_ctl" else subprocess.PIPE,
            text=True,
            check=False,
            cwd=self.folder,
            env={"PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8"},
            **who,  # type: ignore[arg-type]
        )
        said = run.stderr or (self._log.read_text() if self._log.exists() else "")
        assert run.returncode == 0 or not check, f"{program}: {said}"
        return run
