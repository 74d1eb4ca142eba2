"""What holds for the whole suite: when it ends, nothing of it is left.

A process that still runs, or was never waited for, and a pipe that nobody closed are leaks: in an editor they would add
up for days.  They make the run fail, after everything that ends itself at exit has done so.
"""

from __future__ import annotations

import atexit
import gc
import io
import os
import sys
from collections.abc import Iterator
from multiprocessing import resource_tracker
from pathlib import Path


def _children() -> Iterator[str]:
    """The processes that this one started and that are still there, with their command lines; Linux only."""
    own = getattr(resource_tracker._resource_tracker, "_pid", None)  # Python's own, which ends with us
    for task in Path(f"/proc/{os.getpid()}/task").glob("*/children"):
        for pid in task.read_text().split():
            if int(pid) != own:
                line = Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
                yield f"process {pid} is still there: {line.strip() or 'ended, and not waited for'}"


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
