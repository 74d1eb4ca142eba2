"""The invariants of `server/ARCHITECTURE.md` that a reader of the code, not a run of it, can check.

The rules are in `architecture/rules.py`; that each can fail is shown by `architecture/test_seeded_violations.py`.
Those that need a run are tested where they live: 5 parsing in `stages/test_sketch.py` and `stages/test_check*.py`,
7 in `incremental/`, 8, 9 and the network half of 10 in `lsp/`, 12 in `security/test_bundle*.py`.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.architecture.rules import RULES, Rule, imports, modules

ROOT = Path(__file__).parents[1]


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.__name__)
def test_an_invariant_holds(rule: Rule) -> None:
    """No module offends against the rule."""
    assert rule(ROOT) == []


def test_a_running_server_has_loaded_no_training_library() -> None:
    """Invariant 2, indirectly: importing everything of the server brings in no torch."""
    program = (
        "import sys, codescore.lsp.server, codescore.cli, codescore.engine\n"
        "from codescore.embed import Encoder\n"
        "print(sorted({m.split('.')[0] for m in sys.modules} & {'torch', 'transformers', 'onnx', 'sklearn'}))"
    )
    command = [sys.executable, "-c", program]
    run = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT / "server")
    assert run.stdout.strip() == "[]", run.stderr


def test_training_sketches_with_the_servers_own_sketch() -> None:
    """Invariant 3: there is one sketch."""
    training = modules(ROOT, "model_export/codescore_train")
    assert any(name.startswith("codescore.sketch") for _, tree in training for name, _ in imports(tree))
