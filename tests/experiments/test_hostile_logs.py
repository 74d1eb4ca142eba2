"""Hostile logs: whatever a line holds, it becomes events that can be stored, or is refused; nothing else happens."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from codescore.experiments.events import decode, encode
from codescore.experiments.importers import Outcome, Setting, importer_of, read

SAMPLES = Path(__file__).parent / "samples"
FILES = {
    "copilot": "copilot-otel.jsonl",
    "continue": "continue-edits.jsonl",
    "tabby": "tabby-events.jsonl",
    "mapped": "log.csv",
    "events": "",
}
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=6,
)


OWN = '{"kind":"ignored","id":"e","suggestion":"s","at_ms":1}'


def samples(kind: str) -> list[str]:
    return (SAMPLES / FILES[kind]).read_text(encoding="utf-8").splitlines() if FILES[kind] else [OWN]


def imported(kind: str, data: bytes, folder: Path) -> Outcome:
    path = folder / "log"
    path.write_bytes(data)
    outcome = Outcome()
    setting = Setting(key=bytes(32), level="source", mapping=SAMPLES / "log.toml")
    for event in read(path, importer_of(kind, setting), outcome):
        assert decode(encode(event)) == event
    return outcome


@pytest.mark.parametrize("kind", FILES)
@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(data=st.data())
def test_any_bytes_are_refused_or_read(kind: str, data: st.DataObject, tmp_path: Path) -> None:
    """Random bytes, and real lines with bytes exchanged."""
    sample = (
        (SAMPLES / FILES[kind]).read_bytes()
        if FILES[kind]
        else b'{"kind":"ignored","id":"e","suggestion":"s","at_ms":1}'
    )
    line = bytearray(data.draw(st.sampled_from(sample.splitlines())))
    for _ in range(data.draw(st.integers(0, 4))):
        if line:
            line[data.draw(st.integers(0, len(line) - 1))] = data.draw(st.integers(0, 255))
    imported(kind, bytes(line) + b"\n" + data.draw(st.binary(max_size=60)), tmp_path)


@pytest.mark.parametrize("kind", ["copilot", "continue", "tabby", "events"])
@settings(max_examples=80, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(data=st.data())
def test_any_value_in_any_place_is_refused_or_read(kind: str, data: st.DataObject, tmp_path: Path) -> None:
    """Real lines in which one value is exchanged for any other JSON."""
    text = (
        (SAMPLES / FILES[kind]).read_text() if FILES[kind] else '{"kind":"ignored","id":"e","suggestion":"s","at_ms":1}'
    )
    line = json.loads(data.draw(st.sampled_from(text.splitlines())))
    _exchange(line, data)
    imported(kind, json.dumps(line).encode("utf-8", "replace"), tmp_path)


def _exchange(found: Any, data: st.DataObject) -> None:
    while isinstance(found, dict) and found:
        key = data.draw(st.sampled_from(sorted(found)))
        if not isinstance(found[key], dict) or data.draw(st.booleans()):
            found[key] = data.draw(JSON)
            return
        found = found[key]
