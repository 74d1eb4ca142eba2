"""CodeScore-R: does this code do what that code does?

The public entry points are the command line (`codescore`), the language server (`codescore serve`) and
`codescore.engine` for programs.  See `server/ARCHITECTURE.md` for the map.
"""

from __future__ import annotations

__version__ = "0.1.0"
