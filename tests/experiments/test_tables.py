"""Tables: one row a suggestion, one row a snapshot, from whatever happened in whatever order."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

from codescore.experiments import exporting
from codescore.experiments.events import (
    Accepted,
    Content,
    Edit,
    Edited,
    Event,
    Final,
    Ignored,
    Judgement,
    Rejected,
    Retention,
    Shown,
    Snapshot,
)
from codescore.experiments.store import Store
from codescore.experiments.tables import SnapshotRow, SuggestionRow, columns, rows_of, snapshot_rows, suggestion_row

GUIDE = Path(__file__).parents[2] / "server/codescore/experiments/EXPERIMENTS.md"


def one(kind: type[Event], number: int, suggestion: str = "s1", **more: Any) -> Any:
    head = {"at_ms": 1_000 + number, "session": "w1", "mono_ms": number, "participant": "p1", "arm": "badge"}
    return kind(id=f"{suggestion}-{number}", suggestion=suggestion, **(head | more))


SHOWN = one(
    Shown, 0, provider="x", model="m", language="l", latency_ms=90, trigger="manual",
    offered=Content(chars=10, lines=1, hash="0" * 32), replaced=Content(chars=4, lines=1),
    verdict=Judgement(against="replaced", score=0, similarity=0.25, behaviour="differs"), badge=True,
)  # fmt: skip


def test_a_suggestion_that_was_accepted_in_parts_and_edited() -> None:
    """Two acceptances, an edit and its undo: what was accepted, how long it was visible, what is retained."""
    events = [
        SHOWN,
        one(Accepted, 400, extent="word", chars=4, shown_ms=400, cursors=3),
        one(Accepted, 500, extent="line", start=4, chars=6),
        one(Edited, 600, edits=(Edit(start=0, removed=3),)),
        one(Edited, 700, edits=(Edit(start=0, inserted=3),), cause="undo"),
        one(Edited, 800, edits=(Edit(start=9, removed=1, inserted=5),)),
        one(Final, 900, reason="editor-closed"),
    ]
    row = suggestion_row(events)
    assert (row.decision, row.extent, row.parts, row.accepted_chars) == ("accepted", "line", 2, 10)
    assert row.cursors == 3
    assert (row.shown_ms, row.accepted_at_ms, row.edits, row.retained_chars) == (400, 1_400, 3, 9)
    assert (row.score, row.similarity, row.behaviour, row.against) == (0, 0.25, "differs", "replaced")
    assert (row.offered_chars, row.replaced_chars, row.badge, row.trigger) == (10, 4, True, "manual")
    assert (row.finished, row.end, row.undone) == (True, "editor-closed", False)
    assert (row.participant, row.arm, row.session, row.source) == ("p1", "badge", "w1", "capture")


@pytest.mark.parametrize(
    ("events", "decision"),
    [
        ([SHOWN], None),
        ([SHOWN, one(Rejected, 9, shown_ms=9)], "rejected"),
        ([SHOWN, one(Ignored, 9, superseded_by="s2")], "ignored"),
        (
            [SHOWN, one(Ignored, 9), one(Rejected, 10, shown_ms=10)],
            "rejected",
        ),  # two views of one end
        ([SHOWN, one(Rejected, 9), one(Accepted, 10)], "accepted"),
        ([one(Accepted, 10)], "accepted"),  # the capture missed the showing
    ],
)
def test_what_was_decided(events: list[Event], decision: str | None) -> None:
    """Accepted beats rejected beats ignored; without any of them nothing is claimed."""
    assert suggestion_row(events).decision == decision
    if decision == "rejected":
        assert suggestion_row(events).shown_ms in (9, 10)


def test_overlapping_suggestions_stay_apart() -> None:
    """Events of two suggestions that interleave in time make two rows, each with its own."""
    first = [one(Shown, 0, "a"), one(Ignored, 20, "a", superseded_by="b")]
    second = [one(Shown, 10, "b"), one(Accepted, 30, "b", chars=3)]
    rows = [row for row, _ in rows_of([*first, *second])]
    assert [(r.suggestion, r.decision, r.superseded_by) for r in rows] == [
        ("a", "ignored", "b"),
        ("b", "accepted", None),
    ]


def test_an_undone_acceptance_is_told() -> None:
    """Undo right after accepting leaves nothing retained, and says why."""
    row = suggestion_row(
        [SHOWN, one(Accepted, 5, chars=10), one(Edited, 9, edits=(Edit(start=0, removed=10),), cause="undo")]
    )
    assert (row.retained_chars, row.undone, row.decision) == (0, True, "accepted")


def test_unknown_lengths_stay_unknown() -> None:
    """An importer that does not say how much was accepted leaves nothing to compose."""
    row = suggestion_row([SHOWN, one(Accepted, 5)])
    assert (row.accepted_chars, row.retained_chars) == (None, None)
    contradiction = [SHOWN, one(Accepted, 5, chars=3), one(Edited, 6, edits=(Edit(start=8, removed=2),))]
    assert suggestion_row(contradiction).retained_chars is None


def test_snapshots_count_from_the_acceptance_by_the_best_clock() -> None:
    """In one session the clock that only runs forward; across sessions the wall clock; backwards: not known."""
    left = Retention(accepted_chars=10, retained_chars=8, edit_distance=0.2, still_in_code=True, four_gram=0.7,
                     left=Content(chars=8, lines=1), behaviour="same", similarity=0.9)  # fmt: skip
    events = [
        SHOWN, one(Accepted, 100, chars=10),
        one(Snapshot, 5_100, window_s=5, retention=left, at_ms=5),
        one(Snapshot, 6_000, window_s=15, censored="file-deleted", session="w2", at_ms=16_100),
        one(Snapshot, 7_000, window_s=30, censored="clock-jump", session="w2", at_ms=7),
        one(Final, 8_000, reason="erased"),
    ]  # fmt: skip
    rows = snapshot_rows(events)
    assert [(r.window_s, r.since_accepted_ms, r.censored) for r in rows] == [
        (5, 5_000, None), (15, 15_000, "file-deleted"), (30, None, "clock-jump"),
    ]  # fmt: skip
    assert (rows[0].retained_share, rows[0].left_chars, rows[0].behaviour) == (0.8, 8, "same")
    assert rows[1].still_in_code is None


def test_the_guide_prints_the_columns() -> None:
    """The researcher's guide has every column with its type and meaning, in these words."""
    text = GUIDE.read_text(encoding="utf-8")
    for table in (SuggestionRow, SnapshotRow):
        for column in columns(table):
            kind = f"{column.kind.__name__}{'?' if column.optional else ''}"
            assert f"| `{column.name}` | {kind} | {column.meaning} |" in text


@pytest.fixture
def store(tmp_path: Path) -> Store:
    store = Store.create(tmp_path / "s.db")
    store.append([SHOWN, one(Accepted, 100, chars=10), one(Shown, 1, "s0", provider="=1+1, \"q\"\nx"),
                  one(Snapshot, 5_100, window_s=5, retention=Retention(four_gram=1.0))])  # fmt: skip
    return store


@pytest.mark.parametrize("form", exporting.FORMATS)
def test_every_format_holds_the_same_rows(store: Store, tmp_path: Path, form: exporting.Format) -> None:
    """Parquet, CSV and JSON give back what the rows are, in the documented columns and types."""
    expected = [(asdict(row), [asdict(look) for look in looks]) for row, looks in rows_of(store.by_suggestion())]
    counts = exporting.export(store, tmp_path / "out", form)
    assert counts == {"events.jsonl": 4, f"suggestions.{form}": 2, f"snapshots.{form}": 1}
    suggestions, snapshots = (_read(tmp_path / "out" / f"{name}.{form}", form) for name in ("suggestions", "snapshots"))
    if form == "csv":
        assert list(suggestions[0]) == list(expected[0][0])
        assert suggestions[0]["provider"] == '\'=1+1, "q"\nx'  # a spreadsheet must not compute it
        assert (suggestions[1]["badge"], suggestions[1]["similarity"], suggestions[0]["model"]) == ("true", "0.25", "")
    else:
        assert suggestions == [row for row, _ in expected]
        assert snapshots == [look for _, looks in expected for look in looks]
    described = json.loads((tmp_path / "out" / "columns.json").read_text())
    assert described["snapshots"]["four_gram"] == {
        "type": "float", "optional": True, "meaning": "Dice coefficient of character four-grams",
    }  # fmt: skip
    store.close()


def test_an_empty_store_exports_empty_tables(tmp_path: Path) -> None:
    """No rows, all columns."""
    with Store.create(tmp_path / "s.db") as store:
        for form in exporting.FORMATS:
            exporting.export(store, tmp_path / form, form)
            assert list(_read(tmp_path / form / f"suggestions.{form}", form)) == []
    import pyarrow.parquet

    names = pyarrow.parquet.read_table(tmp_path / "parquet" / "snapshots.parquet").column_names
    assert names == [column.name for column in columns(SnapshotRow)]


def test_a_damaged_store_is_salvaged(tmp_path: Path) -> None:
    """What can be read of a damaged file is written as events that import again; the file itself stays as it is."""
    path = tmp_path / "s.db"
    with Store.create(path) as store:
        store.append([one(Rejected, n, f"s{n}", reason="x" * 300) for n in range(500)])
    data = bytearray(path.read_bytes())
    size = len(data) // 4096
    for page in range(size // 2, size // 2 + 6):
        data[page * 4096 : page * 4096 + 2048] = b"\xee" * 2048
    path.write_bytes(data)
    read, lost = exporting.salvage(path, tmp_path / "events.jsonl")
    assert 300 < read < 500
    assert read + lost == 500
    assert path.read_bytes() == bytes(data)
    from codescore.experiments.importers import Outcome, Setting, importer_of
    from codescore.experiments.importers import read as imported

    outcome = Outcome()
    setting = Setting(key=bytes(32), level="hashes")
    assert len(list(imported(tmp_path / "events.jsonl", importer_of("events", setting), outcome))) == read
    assert outcome.refusals == 0


def _read(path: Path, form: str) -> list[dict[str, Any]]:
    import csv

    import pyarrow.parquet

    if form == "parquet":
        return list(pyarrow.parquet.read_table(path).to_pylist())
    if form == "json":
        return list(json.loads(path.read_text(encoding="utf-8")))
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))
