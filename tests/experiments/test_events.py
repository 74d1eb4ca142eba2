"""Events: what is one, what is refused and in which words, and that JSON carries all of it."""

from __future__ import annotations

import json
from typing import get_args

import msgspec
import pytest

from codescore.experiments.events import (
    MAX_EVENT_BYTES,
    SCHEMA,
    WINDOWS,
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
    check,
    decode,
    encode,
    json_schema,
)
from codescore.foundation.errors import InputError

HEAD = {"id": "e1", "suggestion": "s1", "at_ms": 1_700_000_000_000}
LEFT = Content(chars=12, lines=1, hash="0" * 32)
KINDS = {kind.__name__.lower() for kind in get_args(Event)}
ONE_OF_EACH: list[Event] = [
    Shown(
        **HEAD, session="w1", mono_ms=17, study="st", arm="badge", participant="p-01", provider="x", model="m",
        language="l", document="d", offered=LEFT, latency_ms=180, trigger="automatic",
        verdict=Judgement(against="replaced", score=1, similarity=0.9, signature="code-score-r|v:1"), badge=True,
    ),
    Accepted(**HEAD, extent="line", start=3, chars=9, shown_ms=900, accepted=LEFT),
    Rejected(**HEAD, shown_ms=10),
    Ignored(**HEAD, reason="typed past", superseded_by="s2"),
    Edited(**HEAD, edits=(Edit(start=0, removed=2), Edit(start=5, inserted=1)), cause="undo"),
    Snapshot(**HEAD, window_s=30, late_ms=12, retention=Retention(left=LEFT, edit_distance=0.25, behaviour="same")),
    Final(**HEAD, reason="editor-closed", censored="editor-closed"),
]  # fmt: skip


@pytest.mark.parametrize("event", ONE_OF_EACH, ids=lambda event: event.kind)
def test_an_event_survives_its_json(event: Event) -> None:
    """What is written is what is read, byte for byte the second time."""
    assert decode(encode(event)) == event
    assert encode(decode(encode(event))) == encode(event)


def test_there_is_an_example_of_every_kind() -> None:
    """The list above misses none."""
    assert {event.kind for event in ONE_OF_EACH} == KINDS
    assert WINDOWS == (5, 15, 30, 120, 300, 600, 900)


def test_a_default_is_not_written() -> None:
    """A small event is a small line."""
    line = json.loads(encode(Rejected(id="e1", suggestion="s1", at_ms=1)))
    assert line == {"kind": "rejected", "id": "e1", "suggestion": "s1", "at_ms": 1}


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ('{"kind":"rejected","id":"e","suggestion":"s","at_ms":1,"schema":99}', "schema 99 is newer than"),
        ('{"kind":"rejected","id":"e","suggestion":"s","at_ms":1,"reson":"x"}', "unknown field `reson`"),
        ('{"kind":"liked","id":"e","suggestion":"s","at_ms":1}', "Invalid value 'liked'"),
        ('{"kind":"rejected","id":"e","suggestion":"s"}', "at_ms"),
        ('{"kind":"rejected","id":"e","suggestion":"s","at_ms":-1}', "$.at_ms"),
        ('{"kind":"rejected","id":"e","suggestion":"s","at_ms":1.5}', "$.at_ms"),
        ('{"kind":"rejected","id":"e\\u0000","suggestion":"s","at_ms":1}', "$.id"),
        ('{"kind":"rejected","id":"e\\n","suggestion":"s","at_ms":1}', "$.id"),
        ('{"kind":"rejected","id":"","suggestion":"s","at_ms":1}', "$.id"),
        ('{"kind":"rejected","id":"e","suggestion":"s","at_ms":1,"participant":"ann@example.org"}', "$.participant"),
        ('{"kind":"snapshot","id":"e","suggestion":"s","at_ms":1,"window_s":-1}', "$.window_s"),
        ('{"kind":"snapshot","id":"e","suggestion":"s","at_ms":1,"window_s":5,"retention":{"four_gram":1.1}}', "four"),
        ('{"kind":"edited","id":"e","suggestion":"s","at_ms":1,"edits":[{"start":0,"removed":4},{"start":3}]}', "ap"),
        ('{"kind":' + "[" * 200_000, "nested too deeply"),
        ("not json", "not JSON"),
        ("", "not JSON"),
        (" " * (MAX_EVENT_BYTES + 1), "at most"),
    ],
)  # fmt: skip
def test_what_is_no_event_is_refused_in_words(line: str, said: str) -> None:
    """Every refusal is one line that names the field or the reason."""
    with pytest.raises(InputError) as refused:
        decode(line.encode())
    assert said in str(refused.value)
    assert "\n" not in str(refused.value)


def test_bytes_that_are_not_utf_8_are_refused() -> None:
    """A wrong encoding is named, not guessed."""
    line = '{"kind":"rejected","id":"e","suggestion":"s","at_ms":1,"reason":"é"}'.encode("latin-1")
    with pytest.raises(InputError, match=r"(?i)utf-8"):
        decode(line)


def test_an_event_built_in_python_can_be_checked() -> None:
    """Types do not bind a caller; `check` does."""
    assert check(ONE_OF_EACH[0]) == ONE_OF_EACH[0]
    with pytest.raises(InputError, match="at_ms"):
        check(Rejected(id="e", suggestion="s", at_ms=-5))


def test_the_schema_describes_every_kind() -> None:
    """The published schema has a definition for each kind and says which version it is."""
    schema = json_schema()
    assert str(SCHEMA) in schema["title"]
    assert {name.lower() for name in schema["$defs"]} >= KINDS
    assert json.loads(msgspec.json.encode(schema))["title"] == schema["title"]
