"""What a run was made on: processor, memory, system, libraries.  Names no machine and no person."""

from __future__ import annotations

import os
import platform
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

import torch

from codescore.sketch import VERSION

_LIBRARIES = ("torch", "onnx", "onnxruntime", "tokenizers", "transformers", "numpy", "msgspec", "tree-sitter")
_TELLING = ("avx2", "avx512f", "avx512_vnni", "avx512_bf16", "amx_bf16")


def environment() -> dict[str, Any]:
    """What `environment.json` holds; what cannot be found out is None."""
    return {
        "cpu": _field("model name") or platform.processor() or None,
        "cores": os.cpu_count(),
        "instructions": sorted(set(_TELLING) & set((_field("flags") or "").split())),
        "memory_gb": _memory(),
        "accelerator": torch.cuda.get_device_name() if torch.cuda.is_available() else None,
        "system": f"{platform.system()} {platform.machine()}",
        "python": platform.python_version(),
        "libraries": {name: found for name in _LIBRARIES if (found := _version(name))},
        "sketch_version": VERSION,
    }


def _field(name: str) -> str | None:
    """A field of the first processor, where the system tells."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return None
    return next((line.partition(":")[2].strip() for line in lines if line.partition(":")[0].strip() == name), None)


def _memory() -> float | None:
    try:
        return round(os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") / 2**30, 1)
    except (AttributeError, ValueError, OSError):
        return None


def _version(name: str) -> str | None:
    try:
        return version(name)
    except PackageNotFoundError:
        return None
