"""What checkers that Node runs have in common: which Node, and what must not reach it.

Neighbours: `checker` (Node's parser), TypeScript's checker (tsc); `wire.js` is the other end of their pipes.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator

#: What would let a user's environment load code into the process, or change what it says.
FOREIGN = ("NODE_OPTIONS", "NODE_PATH", "NODE_DEBUG", "NODE_V8_COVERAGE", "NODE_REPL_EXTERNAL_MODULE", "NODE_ICU_DATA")


def node_commands() -> Iterator[str]:
    """Candidates for `node`, best first: CODESCORE_NODE, then PATH."""
    named = os.environ.get("CODESCORE_NODE")
    if named:
        yield named
    on_path = shutil.which("node")
    if on_path:
        yield on_path
