"""How much memory this process holds.  Knows the operating system, nothing else."""

from __future__ import annotations

import os
import sys
from pathlib import Path


def resident_mb() -> float | None:
    """Resident memory of this process in MB (2**20 bytes); None where the system does not tell."""
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") / 2**20
    except (OSError, ValueError, IndexError):
        pass
    if sys.platform == "win32":
        return None
    import resource  # noqa: PLC0415 (not on Windows)

    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / (2**20 if sys.platform == "darwin" else 2**10)
