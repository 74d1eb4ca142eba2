"""Answers that were paid for, by what was asked: no call of a model is paid for twice, also across runs.

Knows bytes and their keys only; what they are is `generate`'s business.
"""

from __future__ import annotations

import threading
from pathlib import Path

from codescore.foundation.sqlite_file import Remedies, connect, guarded

_REMEDIES = Remedies(what="cache of answers", option="--cache", damaged="delete it, or name another --cache")


class AnswerCache:
    """Answers that were paid for, in a file of its own that several runs may share.

    Keys are the digest of prompt, model, settings and sample; values are the owner's bytes.
    """

    def __init__(self, path: Path) -> None:
        """Open or create; raises EnvironmentProblem where the file cannot be used."""
        self.path = path
        self._turn = threading.RLock()
        with guarded(path, _REMEDIES):
            path.parent.mkdir(parents=True, exist_ok=True)
            self._db = connect(path, threads=True)
            self._db.execute("PRAGMA journal_mode = WAL")
            self._db.execute("CREATE TABLE IF NOT EXISTS answers_cache (sha256 TEXT PRIMARY KEY, body BLOB NOT NULL)")

    def get(self, sha256: str) -> bytes | None:
        """What was kept under a digest."""
        with self._turn, guarded(self.path, _REMEDIES):
            found = self._db.execute("SELECT body FROM answers_cache WHERE sha256 = ?", (sha256,)).fetchone()
        return None if found is None else bytes(found[0])

    def put(self, sha256: str, body: bytes) -> None:
        """Keep something under a digest; it survives the end of this process when this returns."""
        with self._turn, guarded(self.path, _REMEDIES):
            self._db.execute("INSERT OR REPLACE INTO answers_cache VALUES (?, ?)", (sha256, body))

    def close(self) -> None:
        """Close the file."""
        with self._turn:
            self._db.close()
