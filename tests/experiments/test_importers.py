"""Importers: recorded samples of each published schema become events; what is not understood is refused by its line.

The samples in `samples/` are written after the schemas that each importer names in its first lines.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from codescore.experiments.events import Accepted, Event, Ignored, Rejected, Retention, Shown, Snapshot, encode
from codescore.experiments.importers import FORMATS, Outcome, Setting, importer_of, read
from codescore.experiments.importers.intake import MAX_LINE_BYTES
from codescore.experiments.store import Store
from codescore.foundation.errors import InputError

SAMPLES = Path(__file__).parent / "samples"
MAPPING = SAMPLES / "log.toml"


def setting(**more: Any) -> Setting:
    return Setting(**{"key": bytes(32), "level": "hashes", "study": "st", **more})


def imported(name: str, path: Path, **more: Any) -> tuple[list[Event], Outcome]:
    outcome = Outcome()
    return list(read(path, importer_of(name, setting(**more)), outcome)), outcome


def of(events: list[Event], kind: type[Any]) -> list[Any]:
    return [event for event in events if isinstance(event, kind)]


def test_copilot_edits_and_their_survival() -> None:
    """Feedback, hunks, inline edits and survival become events; requests and files keep suggestions apart."""
    events, outcome = imported("copilot", SAMPLES / "copilot-otel.jsonl", participant="p1")
    assert outcome.refusals == 0
    assert outcome.other == {
        "span, metric or empty record": 3, "copilot_chat.session.start": 1, "copilot_chat.user.feedback": 1,
        "copilot_chat.edit.feedback: saved": 1,
    }  # fmt: skip
    first, *_ = of(events, Accepted)
    snapshots = of(events, Snapshot)
    assert [s.window_s for s in snapshots] == [5, 30, 120]
    assert {s.suggestion for s in snapshots} == {first.suggestion}  # the same request and file
    assert snapshots[1].retention == Retention(four_gram=0.82, no_revert=0.9, retained_chars=120)
    assert snapshots[1].late_ms == 12
    assert (snapshots[2].retention, snapshots[2].censored) == (None, "branch-switched")
    assert [a.extent for a in of(events, Accepted)] == ["whole", "line", "whole"]
    assert len(of(events, Rejected)) == 3
    assert len({s.suggestion for s in of(events, Shown)}) == 5  # req-1 in two files, req-2, two inline edits
    assert {s.language for s in of(events, Shown)} == {"python", "java"}
    assert first.at_ms == 1_775_934_265_120
    assert [s.surface for s in snapshots] == ["apply_patch"] * 3
    assert [s.surface for s in of(events, Shown)] == ["agent", "hunk", "hunk", "agent", "inline_chat", "inline_chat"]
    assert {e.participant for e in events} == {"p1"}
    assert b"totals" not in b"".join(encode(event) for event in events)  # no path


def test_a_collectors_file_holds_the_same_edits() -> None:
    """OTLP as JSON lines gives what Copilot Chat's own file gives: the same suggestions, decisions and snapshots."""
    own, _ = imported("copilot", SAMPLES / "copilot-otel.jsonl", participant="p1")
    other, outcome = imported("copilot", SAMPLES / "copilot-otlp.jsonl", participant="p1")
    assert (outcome.refusals, outcome.other["span, metric or empty record"]) == (0, 1)

    def told(events: list[Event]) -> list[tuple[Any, ...]]:
        return [
            (e.kind, e.at_ms, e.surface, getattr(e, "retention", None), getattr(e, "language", None)) for e in events
        ]

    assert told(other) == told(own)
    assert len({e.id for e in of(other, Accepted)}) == 3
    assert {e.suggestion for e in of(other, Snapshot)} == {e.suggestion for e in of(own, Snapshot)}


def test_continue_completions() -> None:
    """Accepted, not taken and undecided completions, with lengths, latency, model and a hashed path."""
    events, outcome = imported("continue", SAMPLES / "continue-autocomplete.jsonl")
    assert outcome.refusals == 0
    shown = of(events, Shown)
    assert [(s.latency_ms, s.offered.chars, s.model) for s in shown] == [
        (412, 12, "qwen2.5-coder:1.5b"), (96, 4, "qwen2.5-coder:1.5b"), (120, 8, "qwen2.5-coder:1.5b"),
    ]  # fmt: skip
    assert {(s.provider, s.language) for s in shown} == {("continue/ollama", "python")}
    assert [(a.suggestion, a.chars) for a in of(events, Accepted)] == [(shown[0].suggestion, 12)]
    assert [i.suggestion for i in of(events, Ignored)] == [shown[1].suggestion]
    assert shown[0].at_ms == 1_758_967_260_250
    stored = b"".join(encode(event) for event in events)
    assert not any(word in stored for word in (b"ann", b"return", b"machine-1", b"c0ffee"))
    assert shown[0].participant.startswith("u-")


def test_continue_edits_with_and_without_code() -> None:
    """Previous and new code are kept by the level; an edit without code has only what became of it."""
    events, outcome = imported("continue", SAMPLES / "continue-edits.jsonl", level="source", participant="ann")
    assert outcome.other == {"chatInteraction": 1}
    shown = of(events, Shown)
    assert shown[0].replaced.text == "def add(a, b):\n    return a - b\n"
    assert shown[0].offered.text == "def add(a, b):\n    return a + b\n"
    assert shown[1].offered is None
    assert (shown[2].language, shown[2].replaced.text) == ("java", "int x = 1;")
    assert [type(e).__name__ for e in events] == ["Shown", "Accepted", "Shown", "Rejected", "Shown", "Accepted"]


def test_the_verdict_can_be_found_at_import() -> None:
    """Where a log holds both codes, the suggestion is judged against what it replaced; elsewhere the reason stands."""
    from codescore.engine import Session
    from codescore.experiments.judging import Judge

    session = Session(disk_cache=False)
    try:
        judge = Judge(session)
        events, _ = imported("continue", SAMPLES / "continue-edits.jsonl", judging=judge.verdict)
    finally:
        session.close()
    first, second, _ = of(events, Shown)
    assert first.verdict.against == "replaced"
    assert first.verdict.similarity < 1
    assert first.verdict.signature
    assert (second.verdict, bool(second.verdict_reason)) == (None, True)


def test_tabby_views_and_what_became_of_them() -> None:
    """A completion is shown when it was viewed; one that nobody saw is no suggestion; users become pseudonyms."""
    events, outcome = imported("tabby", SAMPLES / "tabby-events.jsonl")
    assert outcome.refusals == 0
    assert outcome.other == {"completion": 3, "chat_completion": 1}
    accepted = of(events, Accepted)
    assert [(a.extent, a.chars, a.shown_ms) for a in accepted] == [("whole", 12, 1199), ("line", None, 700)]
    assert [(r.shown_ms) for r in of(events, Rejected)] == [40]
    assert len(of(events, Shown)) == 3  # two that were viewed, and one whose view is not in the log
    shown = {s.suggestion: s for s in of(events, Shown)}
    assert len(shown) == 3
    assert (shown[accepted[0].suggestion].language, shown[accepted[0].suggestion].offered.chars) == ("python", 12)
    assert len({e.participant for e in events}) == 2
    assert not any(b"usr_" in encode(event) or b"cmpl" in encode(event) for event in events)


def test_any_csv_with_a_mapping() -> None:
    """Columns by name, words by list, seconds, quotes in quotes, scores and empty cells."""
    events, outcome = imported("mapped", SAMPLES / "log.csv", mapping=MAPPING)
    assert outcome.refusals == 0
    assert [type(e).__name__ for e in events] == ["Shown", "Accepted", "Shown", "Rejected", "Shown", "Ignored"]
    shown = of(events, Shown)
    assert shown[0].at_ms == 1_700_000_000_500
    assert shown[0].offered.chars == len('x = "1"')
    assert (shown[0].verdict.similarity, shown[0].verdict.against) == (0.91, "reference")
    assert (shown[2].verdict, shown[2].offered) == (None, None)
    assert len({e.participant for e in events}) == 2


def test_any_json_lines_with_a_mapping(tmp_path: Path) -> None:
    """Paths into objects, ISO times, snapshots."""
    mapping = tmp_path / "map.toml"
    mapping.write_text(
        'version = 1\nformat = "jsonl"\ntime = "iso"\n[columns]\nsuggestion = "s.id"\nat = "t"\noutcome = "o"\n'
        'window_s = "w"\nedit_distance = "d"\nsurface = "x"\n[outcomes]\nsnapshot = ["left"]\n'
    )
    log = tmp_path / "log.jsonl"
    log.write_text('{"s": {"id": 7}, "t": "2026-01-02T03:04:05Z", "o": "left", "w": 30, "d": 0.25}\n')
    events, outcome = imported("mapped", log, mapping=mapping)
    assert outcome.refused == []
    assert events[0].surface is None
    assert events[1].retention == Retention(edit_distance=0.25, still_in_code=True)
    assert (events[1].window_s, events[1].at_ms) == (30, 1_767_323_045_000)


@pytest.mark.parametrize("name", ["copilot-otel.jsonl", "continue-edits.jsonl", "tabby-events.jsonl", "log.csv"])
def test_importing_twice_stores_once(name: str, tmp_path: Path) -> None:
    """Ids follow from the lines: a second import of the file adds nothing."""
    formats = {"copilot": "copilot", "continue": "continue", "tabby": "tabby", "log": "mapped"}
    kind = formats[name.split("-", maxsplit=1)[0].split(".", maxsplit=1)[0]]
    with Store.create(tmp_path / "s") as store:
        first = store.append(imported(kind, SAMPLES / name, mapping=MAPPING)[0])
        assert first.new > 0
        assert store.append(imported(kind, SAMPLES / name, mapping=MAPPING)[0]).new == 0


def test_an_export_can_be_imported(tmp_path: Path) -> None:
    """Events go from one store to another; the level of the second one is kept to."""
    events, _ = imported("continue", SAMPLES / "continue-edits.jsonl", level="source")
    path = tmp_path / "events.jsonl"
    path.write_bytes(b"".join(encode(event) + b"\n" for event in events))
    same, _ = imported("events", path, level="source", study=None)
    assert same == events
    lower, _ = imported("events", path, level="hashes", participant="moved")
    assert {e.participant for e in lower} == {"moved"}
    assert b"return" not in b"".join(encode(event) for event in lower)


COLUMNS = 'version = 1\nformat = "csv"\n[columns]\nsuggestion = "a"\nat = "b"\noutcome = "c"\n'
GOOD = '{"hrTime":[1,0],"attributes":{"event.name":"copilot_chat.edit.survival",%s}}'
RATES = '"survival_rate_four_gram":0.5,"survival_rate_no_revert":0.5,"time_delay_ms":5000'


@pytest.mark.parametrize(
    ("kind", "line", "said"),
    [
        ("copilot", "{", "not JSON"),
        ("copilot", "[1]", "not an object"),
        ("copilot", '{"resourceLogs":[{"scopeLogs":[{"logRecords":7}]}]}', "OTLP: Expected `array`"),
        ("copilot", '{"resourceLogs":[{"scopeLogs":[{"logRecords":[{"timeUnixNano":"now"}]}]}]}', "not a whole number"),
        ("copilot", '{"hrTime":[1,0],"attributes":{"event.name":"copilot_chat.edit.telepathy"}}', "unknown event"),
        ("copilot", GOOD % RATES, "request_id"),
        ("copilot", GOOD % (RATES.replace("0.5", "1.5") + ',"request_id":"r"'), "survival_rate_four_gram"),
        ("copilot", GOOD % (RATES.replace("0.5", '"0.5"') + ',"request_id":"r"'), "survival_rate_four_gram"),
        ("copilot", '{"attributes":{"event.name":"copilot_chat.inline.done","accepted":true}}', "hrTime"),
        ("continue", '{"completion":"x","accepted":true}', "no `schema`"),
        ("continue", '{"schema":"0.3.0","eventName":"autocomplete"}', "schema '0.3.0' is not known here"),
        ("continue", '{"schema":"0.2.0","eventName":"autocomplete","timestamp":"yesterday"}', "ISO 8601"),
        ("continue", '{"schema":"0.2.0","eventName":"autocomplete","accepted":"yes"}', "$.accepted"),
        ("tabby", '{"ts":1,"event":{"hover":{}}}', "unknown event 'hover'"),
        ("tabby", '{"ts":1,"event":{"view":{},"select":{}}}', "2 kinds"),
        ("tabby", '{"ts":-1,"event":{"view":{}}}', "$.ts"),
        ("tabby", '{"ts":1,"event":{"view":{"completion_id":"a"}}}', "choice_index"),
        ("events", '{"kind":"shown"}', "not an event"),
        ("copilot", '{"a":' * 100_000, "nested too deeply"),
        ("copilot", '{"a":"' + "x" * (MAX_LINE_BYTES + 5) + '"}', "longer than 4 MB"),
        ("tabby", "\0\0\0", "a NUL byte at column 1"),
        ("tabby", b'{"ts":1,"event":{"view":{"completion_id":"\xe9"}}}', "UTF-8"),
    ],
)  # fmt: skip
def test_a_line_that_is_not_understood_is_refused(kind: str, line: str | bytes, said: str, tmp_path: Path) -> None:
    """Each refusal names line and reason; the lines around it are read all the same."""
    path = tmp_path / "log"
    data = line if isinstance(line, bytes) else line.encode()
    other = (
        b'{"schema":"0.2.0","eventName":"toolUsage"}'
        if kind == "continue"
        else b'{"ts":1,"event":{"chat_completion":{}}}'
    )
    fine = {"copilot": b"{}", "events": b'{"kind":"ignored","id":"e","suggestion":"s","at_ms":1}'}.get(kind, other)
    path.write_bytes(fine + b"\n\n" + data + b"\n" + fine + b"\n")
    _, outcome = imported(kind, path)
    assert [refused.line for refused in outcome.refused] == [3]
    assert said in outcome.refused[0].reason
    assert "\n" not in outcome.refused[0].reason
    assert sum(outcome.other.values()) + sum(outcome.events.values()) == 2


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("version = 2", "version"),
        ('version = 1\nformat = "xml"', "format"),
        ('version = 1\nformat = "csv"\n[columns]\nsuggestion = "a"\n[outcomes]\n', "needs at, outcome"),
        (COLUMNS + 'mood = "d"\n[outcomes]\n', "'mood'"),
        (COLUMNS + '[outcomes]\nliked = ["x"]', "'liked'"),
        ("version = ", "not TOML"),
    ],
)  # fmt: skip
def test_a_bad_mapping_is_refused(text: str, said: str, tmp_path: Path) -> None:
    """The mapping itself is checked before the log is read."""
    (tmp_path / "map.toml").write_text(text)
    with pytest.raises(InputError, match=said):
        importer_of("mapped", setting(mapping=tmp_path / "map.toml"))


@pytest.mark.parametrize(
    ("csv", "line", "said"),
    [
        ("completion,when\nc1,1\n", 1, "no column 'action'"),
        ("completion,when,action,user,model,code,lang,sim,when\n", 1, "'when' more than once"),
        ('completion,when,action,user,model,code,lang,sim\nc1,1,ACCEPT,a,m,"c\nd",l,1\n', 2, "not CSV"),
        ("completion,when,action,user,model,code,lang,sim\nc1,1\n", 2, "2 cells under 8 columns"),
        ("completion,when,action,user,model,code,lang,sim\nc1,noon,ACCEPT,a,m,c,l,\n", 2, "time 'noon'"),
        ("completion,when,action,user,model,code,lang,sim\nc1,1,LIKED,a,m,c,l,\n", 2, "'LIKED' is in no list"),
        ("completion,when,action,user,model,code,lang,sim\nc1,1,ACCEPT,a,m,c,l,high\n", 2, "'high' is not a number"),
        ("completion,when,action,user,model,code,lang,sim\nc1,1,ACCEPT,a,m,c,l,7\n", 2, "similarity"),
        ("completion,when,action,user,model,code,lang,sim\n,1,ACCEPT,a,m,c,l,1\n", 2, "no 'completion'"),
        ("completion,when,action,user,model,code,lang,sim\nc1,1e999,ACCEPT,a,m,c,l,1\n", 2, "is not a number"),
    ],
)  # fmt: skip
def test_a_bad_row_is_refused(csv: str, line: int, said: str, tmp_path: Path) -> None:
    """A row says what is wrong with it."""
    (tmp_path / "log.csv").write_text(csv)
    _, outcome = imported("mapped", tmp_path / "log.csv", mapping=MAPPING)
    assert (outcome.refused[0].line, said in outcome.refused[0].reason) == (line, True), outcome.refused


def test_a_file_in_another_encoding_is_refused_as_a_whole(tmp_path: Path) -> None:
    """UTF-16 is named; a UTF-8 mark is not in the way."""
    path = tmp_path / "log"
    path.write_bytes('{"ts":1,"event":{"chat_completion":{}}}\n'.encode("utf-16"))
    with pytest.raises(InputError, match="UTF-16"):
        imported("tabby", path)
    path.write_bytes(b"\xef\xbb\xbf" + b'{"ts":1,"event":{"chat_completion":{}}}\n')
    assert imported("tabby", path)[1].refusals == 0
    with pytest.raises(InputError, match="cannot read"):
        imported("tabby", tmp_path / "none")


def test_many_bad_lines_are_counted_and_few_are_told(tmp_path: Path) -> None:
    """A log of nonsense does not become a list of nonsense."""
    (tmp_path / "log").write_text("nonsense\n" * 5_000)
    _, outcome = imported("tabby", tmp_path / "log")
    assert (outcome.refusals, len(outcome.refused)) == (5_000, 20)


def test_every_format_can_be_made() -> None:
    """Each name in the list leads to an importer."""
    for name in FORMATS:
        assert importer_of(name, setting(mapping=MAPPING))
    with pytest.raises(InputError, match="known are copilot"):
        importer_of("telepathy", setting())
