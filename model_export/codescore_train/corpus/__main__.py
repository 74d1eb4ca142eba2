"""`python -m codescore_train.corpus`: the corpus stage by itself."""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Any

from codescore.foundation.errors import CodescoreError, Interrupted
from codescore_train.corpus.build import build
from codescore_train.corpus.progress import to_stderr
from codescore_train.corpus.split import dedupe_and_split


def main(arguments: list[str] | None = None) -> int:
    """Build a corpus and print its summary as JSON; the exit code is the error's."""
    parser = argparse.ArgumentParser(prog="codescore-train corpus", description=__doc__)
    parser.add_argument("--recipe", type=Path, required=True, help="corpus TOML file")
    parser.add_argument("--out", type=Path, required=True, help="folder of the corpus")
    parser.add_argument("--jobs", type=int, default=2, help="extracting processes")
    parser.add_argument("--split", type=Path, metavar="DIR", help="also split into this folder")
    parser.add_argument("--decontaminate", type=Path, nargs="*", default=[], help="evaluation data")
    options = parser.parse_args(arguments)
    try:
        built = build(options.recipe, options.out, jobs=options.jobs, progress=to_stderr())
        summary: dict[str, Any] = {"corpus": asdict(built)}
        if options.split:
            split = dedupe_and_split(
                options.out, options.split, decontaminate=options.decontaminate, jobs=options.jobs,
                progress=to_stderr(),
            )  # fmt: skip
            summary["split"] = asdict(split)
    except CodescoreError as error:
        print(error, file=sys.stderr)
        return error.exit_code
    except KeyboardInterrupt:
        print("stopped; run the same command again to go on", file=sys.stderr)
        return Interrupted.exit_code
    print(json.dumps(summary, indent=1))
    return 0


if __name__ == "__main__":
    sys.exit(main())
