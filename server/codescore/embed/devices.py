"""On what a model runs here: a CUDA device only where one can really be used, else the CPU, and with how many threads.

The runtime lists CUDA whenever it was built with it, also on machines without a device, where asking for it prints
errors and falls back; so the driver itself is asked first.
"""

from __future__ import annotations

import ctypes
import os
import sys

CPU = "CPUExecutionProvider"
CUDA = "CUDAExecutionProvider"
_MAX_THREADS = 4  # a small model gains nothing from more, and the editor wants cores too


def default_threads() -> int:
    """Threads for one inference: the cores this process may use, at most four."""
    if hasattr(os, "sched_getaffinity"):
        return max(1, min(_MAX_THREADS, len(os.sched_getaffinity(0))))
    return max(1, min(_MAX_THREADS, os.cpu_count() or 1))


def default_providers(available: list[str]) -> list[str]:
    """Execution providers to ask for, best first."""
    return [CUDA, CPU] if CUDA in available and cuda_devices() > 0 else [CPU]


def cuda_devices() -> int:
    """How many CUDA devices the driver offers; 0 without a driver."""
    try:
        driver = ctypes.CDLL("nvcuda.dll" if sys.platform == "win32" else "libcuda.so.1")
        count = ctypes.c_int(0)
        if driver.cuInit(0) != 0 or driver.cuDeviceGetCount(ctypes.byref(count)) != 0:
            return 0
    except (OSError, AttributeError):
        return 0
    return count.value
