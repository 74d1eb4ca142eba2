"""CodeScore-R: does this code do what that code does?

The public entry points are the command line (`codescore`), the language server (`codescore serve`) and
`codescore.engine` for programs.  See `server/ARCHITECTURE.md` for the map.
"""

from __future__ import annotations

from codescore.foundation.silence import keep_silent

keep_silent()  # before anything of others is imported, whichever part of us is imported first

__version__ = "0.1.0"
