"""`python -m codescore`: the command line."""

from __future__ import annotations

from codescore.cli import main

if __name__ == "__main__":
    raise SystemExit(main())
