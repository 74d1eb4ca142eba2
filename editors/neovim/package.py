"""Build `codescore-r-neovim-VERSION.tar.gz`: the plugin, to be unpacked into a folder of Neovim's 'packpath'.

Usage: python editors/neovim/package.py [FOLDER]   (default: dist)

The same sources give the same bytes: names are sorted, times are fixed, nobody owns the files.  Tags of `:help` are
built in, so that nothing has to be run after unpacking.
"""

from __future__ import annotations

import gzip
import io
import os
import re
import sys
import tarfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
REPOSITORY = HERE.parents[1]
sys.path.insert(0, str(REPOSITORY / "server"))

from codescore import __version__  # noqa: E402  found through the line above

INSIDE = "pack/codescore/start/codescore-r"  # where Neovim loads it from by itself
FOLDERS = ("doc", "lsp", "lua", "plugin")
_TAG = re.compile(r"(?<![^\s])\*([^*|\s]+)\*(?![^\s])")


def main(arguments: list[str]) -> int:
    """Write the archive and say where it is."""
    folder = Path(arguments[0]) if arguments else REPOSITORY / "dist"
    folder.mkdir(parents=True, exist_ok=True)
    target = folder / f"codescore-r-neovim-{__version__}.tar.gz"
    target.write_bytes(archive())
    print(target)
    return 0


def archive() -> bytes:
    """The whole archive."""
    time = int(os.environ.get("SOURCE_DATE_EPOCH", "315532800"))  # seconds; the first of 1980, as in zip files
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w", format=tarfile.USTAR_FORMAT) as tar:
        for name, data in sorted(contents().items()):
            info = tarfile.TarInfo(f"{INSIDE}/{name}")
            info.size, info.mtime, info.mode = len(data), time, 0o644
            tar.addfile(info, io.BytesIO(data))
    return gzip.compress(packed.getvalue(), mtime=time)


def contents() -> dict[str, bytes]:
    """Every file of the plugin by its path in it."""
    files = {
        path.relative_to(HERE).as_posix(): path.read_bytes()
        for folder in FOLDERS
        for path in (HERE / folder).rglob("*")
        if path.suffix in (".lua", ".txt")
    }
    files["README.md"] = (HERE / "README.md").read_bytes()
    files["LICENSE"] = (REPOSITORY / "LICENSE").read_bytes()
    files["doc/tags"] = tags((HERE / "doc" / "codescore.txt").read_text(encoding="utf-8")).encode()
    return files


def tags(text: str) -> str:
    """What `:helptags` would write: tag, file, search command; sorted by bytes.  Code blocks hold no tags."""
    found: set[str] = set()
    inside = False
    for line in text.splitlines():
        if inside and line and not line[0].isspace():
            inside = False
        if not inside:
            found.update(_TAG.findall(line))
        if re.search(r"(^|\s)>\w*$", line):
            inside = True
    return "".join(f"{tag}\tcodescore.txt\t/*{tag}*\n" for tag in sorted(found, key=str.encode))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
