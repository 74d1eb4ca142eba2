"""Scores on disk: what was computed is not computed again, what failed is."""

from __future__ import annotations

from pathlib import Path

import pytest

from codescore.foundation.errors import EnvironmentProblem
from codescore.study.store import FILE, RecordedScore, Store, pair_key


def test_what_was_put_is_there_in_the_next_process(tmp_path: Path) -> None:
    """By signature and pair."""
    key = pair_key("python", "a", ["b"])
    first = Store(tmp_path)
    first.put("BLEU|v:1", {key: RecordedScore(0.25, "bound", 0.5)})
    first.close()
    again = Store(tmp_path)
    assert again.get("BLEU|v:1", [key]) == {key: RecordedScore(0.25, "bound", 0.5)}
    assert again.get("BLEU|v:2", [key]) == {}
    assert again.get("BLEU|v:1", [b"other"]) == {}
    again.close()


def test_what_failed_is_not_kept(tmp_path: Path) -> None:
    """The next run tries again."""
    store = Store(tmp_path)
    store.put("s", {b"1": RecordedScore(None, "too slow"), b"2": RecordedScore(0.0)})
    assert store.get("s", [b"1", b"2"]) == {b"2": RecordedScore(0.0)}
    store.close()


def test_every_part_of_a_pair_counts() -> None:
    """Texts, language and intent; and where one text ends and the next begins."""
    keys = [
        pair_key("python", "a", ["b"]),
        pair_key("java", "a", ["b"]),
        pair_key("python", "a", ["b"], "do"),
        pair_key("python", "a", ["b", ""]),
        pair_key("python", "ab", [""]),
        pair_key("python", "a", ["c"]),
    ]
    assert len(set(keys)) == len(keys)
    assert keys[0] == pair_key("python", "a", ("b",))


def test_a_damaged_file_is_named_with_the_remedy(tmp_path: Path) -> None:
    """One line; nothing is overwritten."""
    (tmp_path / FILE).write_bytes(b"not a database, certainly not" * 200)
    with pytest.raises(EnvironmentProblem, match=r"scores\.sqlite3.*delete the file"):
        Store(tmp_path)
