"""Nothing leaves the machine: what is decided before any library of others is loaded.

Some libraries report their use to their vendor, or write below the user's home, unless the environment says otherwise
*before* they are imported.  This module is the one place that says so; `codescore/__init__.py` calls it, so that it
holds for every command, the server, the trainer, child processes (which inherit the environment) and programs that
import any part of `codescore`.  It imports next to nothing.  Neighbours: `embed.encoder` loads the
model runtime, `reports.plots` draws.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

#: Variable -> value, and whose it is.  They are set, not proposed: the promise holds whatever the shell says.
SILENT = {
    # ONNX Runtime 1.29 and newer: no device id, no queue of events, no uploader.  Its own function for this comes too
    # late: the runtime starts all of them when it is imported.
    "ORT_DISABLE_TELEMETRY": "1",
    "HF_HUB_DISABLE_TELEMETRY": "1",  # huggingface_hub, which tokenizers and transformers bring along
    "DO_NOT_TRACK": "1",  # heeded by huggingface_hub and others
}


def keep_silent() -> None:
    """Set what keeps libraries from reporting; children of this process inherit it."""
    os.environ.update(SILENT)


def keep_plots_in(folder: Path) -> None:
    """Let matplotlib keep its list of fonts in `folder`, or where that cannot be written, in one that goes when we do.

    Without this it writes to its own folders below the home, and warns where it cannot.  Must be called before it is
    imported.  What the user set stays.
    """
    import atexit  # noqa: PLC0415  (every start of a command pays for what is imported above)
    import shutil  # noqa: PLC0415
    import tempfile  # noqa: PLC0415

    if os.environ.get("MPLCONFIGDIR"):
        return
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            os.environ["MPLCONFIGDIR"] = str(folder)
    except OSError:
        private = tempfile.mkdtemp(prefix="codescore-plots-")
        atexit.register(shutil.rmtree, private, ignore_errors=True)
        os.environ["MPLCONFIGDIR"] = private
