"""`python -m codescore_train.corpus`: the corpus stage by itself."""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import asdict
from pathlib import Path

from codescore.errors import CodescoreError
from codescore_train.corpus.build import build
from codescore_train.corpus.progress import to_stderr


def main(arguments: list[str] | None = None) -> int:
    """Build a corpus and print its summary as JSON; the exit code is the error's."""
    parser = argparse.ArgumentParser(prog="codescore-train corpus", description=__doc__)
    parser.add_argument("--recipe", type=Path, required=True, help="corpus TOML file")
    parser.add_argument("--out", type=Path, required=True, help="folder of the corpus")
    parser.add_argument("--jobs", type=int, default=2, help="extracting processes")
    options = parser.parse_args(arguments)
    try:
        summary = build(options.recipe, options.out, jobs=options.jobs, progress=to_stderr())
    except CodescoreError as error:
        print(error, file=sys.stderr)
        return error.exit_code
    print(json.dumps(asdict(summary), indent=1))
    return 0


if __name__ == "__main__":
    sys.exit(main())
