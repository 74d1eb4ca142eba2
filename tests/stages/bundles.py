"""The shipped bundle for tests, and copies of it that were changed on purpose."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from codescore.embed import Bundle, Encoder, load_bundle, packaged_bundle_path

Change = Callable[[dict[str, Any]], None]


@cache
def shipped_bundle() -> Bundle:
    """The default bundle; skips where it is not built."""
    if not packaged_bundle_path().is_dir():
        pytest.skip(f"NO BUNDLE at {packaged_bundle_path()}: build it with codescore-train")
    return load_bundle(packaged_bundle_path())


@cache
def shipped_encoder() -> Encoder:
    """One warm encoder for all tests of a run."""
    return Encoder(shipped_bundle())


def copy_bundle(
    folder: Path, change: Change | None = None, *, model: bytes | None = None, tokenizer: bytes | None = None
) -> Path:
    """A copy whose manifest went through `change` and agrees with the (given) files' hashes."""
    bundle = shipped_bundle()
    folder.mkdir(parents=True, exist_ok=True)
    manifest = json.loads((bundle.path / "manifest.json").read_bytes())
    files = {"model.onnx": model or bundle.model, "tokenizer.json": tokenizer or bundle.tokenizer}
    if bundle.manifest.same_task is not None:
        files["same-task.bin"] = (bundle.path / "same-task.bin").read_bytes()
    for name, content in files.items():
        (folder / name).write_bytes(content)
        manifest["sha256"][name] = sha256(content).hexdigest()
    if change is not None:
        change(manifest)
    (folder / "manifest.json").write_text(json.dumps(manifest), encoding="utf-8")
    return folder
