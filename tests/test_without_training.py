"""A contributor without the training libraries can collect the whole suite, and is told what was left out."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]

#: Put in front of everything else that a Python finds: the training libraries are not there.
HIDING = """
import sys
HIDDEN = {"torch", "transformers", "onnx", "onnxscript", "datasketch", "sklearn"}
class Hidden:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in HIDDEN:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
sys.meta_path.insert(0, Hidden())
import importlib.util
seen = importlib.util.find_spec
importlib.util.find_spec = lambda name, package=None: None if name in HIDDEN else seen(name, package)
"""


def test_training_tests_collect_without_training_libraries(tmp_path: Path) -> None:
    """Modules that need a library are named with it; the others are collected, and nothing fails to import."""
    (tmp_path / "sitecustomize.py").write_text(HIDING, encoding="utf-8")
    path = os.pathsep.join(map(str, (tmp_path, ROOT / "server", ROOT / "model_export")))
    command = [sys.executable, "-m", "pytest", "--collect-only", "-q", "-p", "no:cacheprovider", "tests/train"]
    environment = {**os.environ, "PYTHONPATH": path}
    run = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout[-2000:]
    assert "NOT RUN, torch not installed" in run.stdout
    assert "tests/train/test_loop.py" in run.stdout
    assert "test_corpus_licences.py::" in run.stdout
