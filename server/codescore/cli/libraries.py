"""`--library` and `--environment`: what programs that are run may import; see `evidence.libraries`."""

from __future__ import annotations

import argparse


def add_libraries(parser: argparse.ArgumentParser) -> None:
    """The two options, for every command that runs programs."""
    parser.add_argument(
        "--library",
        metavar="PATH",
        action="append",
        default=[],
        help="a module, package or folder of modules that programs may import, shown to them read-only; again for more",
    )
    parser.add_argument(
        "--environment", metavar="FOLDER", help="a virtual environment whose packages programs may import"
    )
