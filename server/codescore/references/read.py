"""References from files, under the eyes of a sceptic: inside the workspace, regular, small, UTF-8.

What a workspace says (a comment, a rule) is not trusted.  A path is checked as written before anything is asked of
the file system (so that a share on another machine is never contacted), then with all symbolic links followed; a
pipe or a device is never opened.  Contents are cached by modification time and size.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from codescore.foundation.caches import Recent
from codescore.foundation.intake import MAX_UNCHOSEN_BYTES, NotSource, accept

MAX_PATH_CHARACTERS = 4_096
_CACHED_FILES = 256
_FLAGS = (
    os.O_RDONLY
    | getattr(os, "O_NONBLOCK", 0)
    | getattr(os, "O_NOFOLLOW", 0)
    | getattr(os, "O_NOCTTY", 0)
    | getattr(os, "O_CLOEXEC", 0)
    | getattr(os, "O_BINARY", 0)
)


@dataclass(frozen=True, slots=True)
class Refused:
    """Why a file is not read, and what to do about it."""

    reason: str
    remedy: str


class Reader:
    """Reads and remembers reference files; safe to use from several threads.

    `open_texts` of `read` holds what an editor has open, which goes before what is on disk.
    """

    def __init__(self, max_bytes: int = MAX_UNCHOSEN_BYTES) -> None:
        self.max_bytes = max_bytes
        self._cache: Recent[Path, tuple[tuple[int, int, int], bytes | Refused]] = Recent(_CACHED_FILES)

    def read(self, path: Path, open_texts: Mapping[Path, bytes] | None = None) -> bytes | Refused:
        """The bytes of a located file, without a byte order mark."""
        if open_texts and path in open_texts:
            return _accept(open_texts[path], path, self.max_bytes)
        try:
            status = path.lstat()
            if not stat.S_ISREG(status.st_mode):
                return Refused(f"{path.name} is not a regular file", "name a source file")
            stamp = (status.st_mtime_ns, status.st_size, status.st_ino)
            known = self._cache.get(path)
            if known is not None and known[0] == stamp:
                return known[1]
            content = _read_regular(path, self.max_bytes)
        except OSError as error:
            return Refused(f"{path.name} cannot be read ({error.strerror})", "check the path and its permissions")
        self._cache.put(path, (stamp, content))
        return content


def locate(spec: str, base: Path, limit: Path, *, allow_outside: bool) -> Path | Refused:
    """The real path of `spec`, relative to `base`, if it lies in `limit` or `allow_outside` is on."""
    if not spec or len(spec) > MAX_PATH_CHARACTERS or "\0" in spec:
        return Refused("the path of the reference is empty or absurd", "name a file")
    written = Path(os.path.normpath(base / spec))
    outside = Refused(
        f"{spec} lies outside the workspace",
        "move it into the workspace, or turn on codescore.allowOutsideReferences in your own settings",
    )
    if not allow_outside and not written.is_relative_to(os.path.normpath(limit)):
        return outside
    try:
        real = Path(os.path.realpath(written, strict=True))
        if not allow_outside and not real.is_relative_to(os.path.realpath(limit, strict=True)):
            return outside
    except OSError as error:
        return Refused(f"{spec} cannot be found ({error.strerror})", f"create it or correct the path; tried {written}")
    return real


def _read_regular(path: Path, limit: int) -> bytes | Refused:
    """Read what is still a regular file once it is open; OSError where it cannot be read."""
    with os.fdopen(os.open(path, _FLAGS), "rb") as file:
        if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
            return Refused(f"{path.name} is not a regular file", "name a source file")
        return _accept(file.read(limit + 1), path, limit)


def _accept(data: bytes, path: Path, limit: int) -> bytes | Refused:
    try:
        return accept(data, limit)
    except NotSource as error:
        return Refused(f"{path.name} {error.reason}", error.remedy)
