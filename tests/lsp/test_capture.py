"""What is recorded of suggestions: told by an editor, followed in its documents, looked at when windows are over."""

from __future__ import annotations

import resource
import time

import pytest

from codescore.experiments.store import Store
from codescore.experiments.study import Study
from tests.lsp.capture import FUNCTION, kinds, person, window
from tests.lsp.client import Refused
from tests.lsp.needs import BUNDLE_MARKS

pytestmark = BUNDLE_MARKS

BODY = "    s = 0\n    for k in range(count):\n        s += k\n    return s / 2\n"
HEAD = "def half(count):\n"


def test_nothing_is_recorded_unless_it_was_turned_on(launch, tmp_path):
    """By default events are answered with the reason, and no file is made; a store that is not there is named."""
    client = launch()
    client.start()
    event = {"kind": "rejected", "id": "e", "suggestion": "s", "at_ms": 0}
    client.until(
        lambda: (
            client.request("codescore/event", {"event": event})
            == {
                "recording": False,
                "reason": "codescore.experiment is off",
            }
        ),
        "the reason",
    )
    client.close()
    assert not list(tmp_path.rglob("*.db"))
    other = launch(settings={"experiment": True, "experimentStore": str(tmp_path / "none.db")})
    other.start()
    assert "codescore experiment init" in other.take("window/showMessage")["message"]
    assert other.request("codescore/event", {"event": event})["recording"] is False
    other.close()


def test_the_life_of_a_suggestion(launch, tmp_path):
    """Shown with its verdict, accepted, edited, looked at in each window: these events, measured and confirmed."""
    one = person(launch, tmp_path)
    one.open(HEAD + "    pass\n")
    ids = [one.shown("s1", BODY, (1, 0), provider="test", model="m", trigger="manual", latency_ms=12)]
    ids.append(one.accepted("s1", BODY, (1, 0), extent="whole", shown_ms=900))
    one.confirmed(*ids)
    one.insert("", (1, 4), (1, 9))  # `s = 0` goes
    one.pass_time(5_000)
    one.events(lambda e: "snapshot 5" in kinds(e))
    one.pass_time(895_000)
    events = one.events(lambda e: "final" in kinds(e))
    late = ["snapshot 15", "snapshot 30", "snapshot 120", "snapshot 300", "snapshot 600"]
    assert sorted(kinds(events)) == sorted(
        ["shown", "accepted", "edited", "snapshot 5", *late, "snapshot 900", "final"]
    )
    shown, accepted, edited, first = sorted(events, key=lambda e: e.kind != "shown")[:4]
    assert (shown.provider, shown.model, shown.trigger, shown.latency_ms) == ("test", "m", "manual", 12)
    assert {e.study for e in events} == {"trial"}
    assert {e.participant for e in events} == {"p1"}
    assert (shown.offered.chars, shown.offered.lines, shown.offered.text, shown.offered.sketch) == (69, 5, None, None)
    assert accepted.accepted.hash == shown.offered.hash
    assert (accepted.chars, accepted.extent, accepted.shown_ms) == (69, "whole", 900)
    assert [(c.start, c.removed, c.inserted) for c in edited.edits] == [(4, 5, 0)]
    kept = first.retention
    assert (kept.accepted_chars, kept.left.chars, kept.retained_chars, kept.still_in_code) == (69, 64, 64, True)
    assert kept.compared == "unit"
    assert kept.similarity is not None
    assert kept.similarity < 1
    assert {e.censored for e in events if e.kind == "snapshot" and e.window_s in (15, 30, 120, 300, 600)} == {"late"}
    assert next(e for e in events if e.kind == "final").retention.retained_chars == 64
    files = [path.read_bytes() for path in tmp_path.glob("events.db*")]
    assert not any(b"range(count)" in held or b"mine.py" in held for held in files), "no code and no path is kept"
    one.client.close()


def test_the_verdict_at_the_time_it_was_shown(launch, tmp_path):
    """Against the reference of the function it lands in, or what it replaces; where there is neither the reason."""
    one = person(launch, tmp_path)
    one.open(FUNCTION)
    given = {"text": FUNCTION, "label": "given.py"}
    one.client.request("codescore/setReference", {"uri": one.uri, "unit": "half", "reference": given})
    one.tell(
        "shown",
        "good",
        text="s = s + k",
        range={"start": {"line": 3, "character": 8}, "end": {"line": 3, "character": 14}},
        **one.where(),
    )
    one.tell(
        "shown",
        "bad",
        told={"badge": True},
        text="s -= k",
        range={"start": {"line": 3, "character": 8}, "end": {"line": 3, "character": 14}},
        **one.where(),
    )
    one.shown("outside", "LIMIT = 3\n", (5, 0))
    one.shown("old", "x", (0, 0))
    badge = one.client.take("codescore/badge")
    assert (badge["suggestion"], badge["verdict"]["score"], badge["arm"]) == ("bad", 0, None)
    events = {e.suggestion: e for e in one.events(lambda e: len(e) == 4)}
    assert (events["good"].verdict.against, events["good"].verdict.score) == ("reference", 1)
    assert (events["bad"].verdict.score, events["bad"].badge) == (0, True)
    assert events["bad"].verdict.signature
    assert (events["outside"].verdict, events["outside"].verdict_reason) == (None, "the text lands in no function")
    one.client.close()


def test_rejected_and_ignored(launch, tmp_path):
    """What was dismissed and what was typed past, with how long it was seen, and which one took its place."""
    one = person(launch, tmp_path)
    one.open(HEAD)
    one.shown("a", BODY, (1, 0))
    one.shown("b", "    return 0\n", (1, 0))
    one.tell("ignored", "a", told={"superseded_by": "b", "shown_ms": 40, "reason": "superseded"})
    one.tell("rejected", "b", told={"shown_ms": 1500})
    events = one.events(lambda e: len(e) == 4)
    assert kinds(events, "a") == ["shown", "ignored"]
    assert kinds(events, "b") == ["shown", "rejected"]
    assert next(e for e in events if e.kind == "ignored").superseded_by == "b"
    one.client.close()


def test_accepted_word_by_word(launch, tmp_path):
    """Parts that follow each other are one text; what is typed behind them is not part of it."""
    one = person(launch, tmp_path)
    one.open(HEAD + "    \n")
    one.shown("s", "return count / 2", (1, 4))
    one.accepted("s", "return", (1, 4), extent="word")
    one.accepted("s", " count", (1, 10), extent="word", start=6)
    one.insert(" # half of it", (1, 16))
    one.insert("m", (1, 11), (1, 12))
    one.pass_time(5_000)
    events = one.events(lambda e: "snapshot 5" in kinds(e))
    assert kinds(events) == ["shown", "accepted", "accepted", "edited", "snapshot 5"]
    kept = window(events).retention
    assert (kept.accepted_chars, kept.left.chars, kept.retained_chars) == (12, 12, 11)
    one.client.close()


def test_undo_takes_it_away_and_redo_brings_it_back(launch, tmp_path):
    """The editor names the cause, before the change or after it; what redo brings back counts as retained."""
    one = person(launch, tmp_path)
    one.open(HEAD + "\n")
    one.shown("s", BODY, (1, 0))
    one.accepted("s", BODY, (1, 0))
    cause = {"uri": one.uri, "version": one.client.versions[one.uri] + 1}
    one.tell("edited", "s", told={"cause": "undo"}, **cause)
    one.insert("", (1, 4), (1, 9))
    one.insert("s = 0", (1, 4))
    time.sleep(0.2)  # a busy editor
    one.tell("edited", "s", told={"cause": "undo"}, **one.where())
    one.pass_time(5_000)
    events = one.events(lambda e: "snapshot 5" in kinds(e))
    assert [e.cause for e in events if e.kind == "edited"] == ["undo", "undo"]
    assert window(events).retention.retained_chars == 69
    one.client.close()


def test_a_formatter_rewrites_the_whole_file(launch, tmp_path):
    """One edit for everything: only what it really changed inside the text counts as changed."""
    one = person(launch, tmp_path)
    one.open("import os\n" + HEAD + "\nx=1\n")
    one.shown("s", BODY, (2, 0))
    one.accepted("s", BODY, (2, 0))
    formatted = one.text.replace("x=1", "x = 1").replace("import os\n", "import os\n\n\n").replace("s / 2", "s /  2")
    one.client.change(one.uri, {"text": formatted})
    one.pass_time(5_000)
    events = one.events(lambda e: "snapshot 5" in kinds(e))
    kept = window(events).retention
    assert (kept.left.chars, kept.retained_chars) == (70, 69)
    one.client.close()


def test_what_is_told_late_or_early_finds_its_version(launch, tmp_path):
    """An acceptance that is told after more was typed, or before its own change arrived, is followed all the same."""
    one = person(launch, tmp_path)
    one.open(HEAD + "\n")
    one.shown("late", BODY, (1, 0))
    version = one.insert(BODY, (1, 0))
    one.insert("# é🙂\n", (0, 0))
    one.insert("!!", (2, 4))
    place = {"start": {"line": 1, "character": 0}, "end": {"line": 1, "character": 0}}
    one.tell("accepted", "late", text=BODY, range=place, uri=one.uri, version=version)
    place = {"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 0}}
    one.tell("accepted", "early", text="EARLY = 1\n", range=place, uri=one.uri, version=version + 3)
    one.insert("EARLY = 1\n", (0, 0))
    one.pass_time(5_000)
    events = one.events(lambda e: kinds(e).count("snapshot 5") == 2)
    kept = {e.suggestion: e.retention for e in events if e.kind == "snapshot"}
    assert (kept["late"].left.chars, kept["late"].retained_chars) == (71, 69)
    assert (kept["early"].left.chars, kept["early"].retained_chars) == (10, 10)
    one.client.close()


def test_several_cursors_and_overlapping_suggestions(launch, tmp_path):
    """Text that went in at several cursors is followed at the first; two suggestions at one place are two lives."""
    one = person(launch, tmp_path)
    one.open("a = \nb = \n")
    one.shown("x", "1 + 1", (0, 4))
    one.shown("y", "2", (0, 4))
    both = [
        {"range": {"start": {"line": row, "character": 4}, "end": {"line": row, "character": 4}}, "text": "1 + 1"}
        for row in (1, 0)
    ]
    one.client.change(one.uri, *both)
    place = {"start": {"line": 0, "character": 4}, "end": {"line": 0, "character": 4}}
    one.tell("accepted", "x", text="1 + 1", range=place, **one.where())
    one.tell("ignored", "y", told={"reason": "another was accepted"})
    one.client.change(one.uri, {"range": {**place, "end": {"line": 0, "character": 5}}, "text": ""})
    one.pass_time(5_000)
    events = one.events(lambda e: "snapshot 5" in kinds(e))
    assert kinds(events, "x") == ["shown", "accepted", "edited", "snapshot 5"]
    assert kinds(events, "y") == ["shown", "ignored"]
    assert window(events).retention.left.chars == 4
    one.client.close()


@pytest.mark.parametrize(
    ("happens", "censored"),
    [("closed", None), ("changed", "file-closed"), ("deleted", "file-deleted"), ("reopened", None),
     ("reopened changed", "changed-while-closed"), ("switched", "branch-switched")],
)  # fmt: skip
def test_files_that_close_change_or_go(happens, censored, launch, tmp_path):
    """A window is measured where the text is known to be what it was, and else says why nobody can say."""
    one = person(launch, tmp_path)
    head = one.client.root / ".git" / "HEAD"
    head.parent.mkdir()
    head.write_text("ref: refs/heads/main\n")
    one.open(HEAD + "\n")
    path = one.client.root / "mine.py"
    one.shown("s", BODY, (1, 0))
    one.accepted("s", BODY, (1, 0))
    one.client.request("codescore/units", {"uri": one.uri})  # the branch is looked at meanwhile
    if happens == "switched":
        one.events(lambda e: "accepted" in kinds(e))
        head.write_text("ref: refs/heads/other\n")
    else:
        path.write_text(one.text)
        one.client.shut(one.uri)
        if happens.endswith("changed"):
            path.write_text(one.text.replace("s = 0", "s = 1"))
        if happens == "deleted":
            path.unlink()
        if happens.startswith("reopened"):
            one.client.open(one.uri, path.read_text())
    one.pass_time(5_000)
    snapshot = window(one.events(lambda e: "snapshot 5" in kinds(e)))
    assert snapshot.censored == censored
    assert (snapshot.retention is None) == (censored is not None)
    one.client.close()


def test_a_window_waits_for_a_store_that_opens_slowly(launch, tmp_path):
    """A window that is over before the store could be read is measured, not dropped."""
    busy = tmp_path / "clock.busy"
    busy.touch()
    one = person(launch, tmp_path)
    one.open(HEAD + "\n")
    one.shown("s", BODY, (1, 0))
    one.accepted("s", BODY, (1, 0))
    one.pass_time(5_000)
    one.client.until(lambda: one.client.request("codescore/status", None) and busy.read_text() == "5000", "a look")
    one.client.request("codescore/units", {"uri": one.uri})
    busy.unlink()
    assert window(one.events(lambda e: "snapshot 5" in kinds(e))).censored is None
    one.client.close()


@pytest.mark.parametrize("first", ["closed", "opened"])
def test_a_renamed_file_is_the_same_document(first, launch, tmp_path):
    """Whichever the editor says first, that the old name closed or that the new one opened: edits go on to count."""
    one = person(launch, tmp_path)
    one.open(HEAD + "\n")
    old, new = one.client.root / "mine.py", one.client.root / "yours.py"
    one.shown("s", BODY, (1, 0))
    one.accepted("s", BODY, (1, 0))
    one.client.request("codescore/units", {"uri": one.uri})
    old.rename(new)
    for step in ("closed", "opened") if first == "closed" else ("opened", "closed"):
        if step == "closed":
            one.client.shut(one.uri)
        else:
            renamed = one.client.open(new.as_uri(), one.text)
    one.uri = renamed
    one.insert("", (1, 4), (1, 9))  # `s = 0` goes
    one.pass_time(5_000)
    snapshot = window(one.events(lambda e: "snapshot 5" in kinds(e)))
    assert (snapshot.censored, snapshot.retention.left.chars, snapshot.retention.retained_chars) == (None, 64, 64)
    one.client.close()


def test_after_a_crash_nothing_is_lost_and_windows_go_on(launch, tmp_path):
    """The server is killed: what was confirmed is there, missed windows say so, later ones are measured again."""
    one = person(launch, tmp_path)
    one.open(HEAD + "\n")
    ids = [one.shown("s", BODY, (1, 0)), one.accepted("s", BODY, (1, 0)), one.shown("t", "x = 1\n", (0, 0))]
    one.confirmed(*ids)
    one.client.kill()
    one.pass_time(40_000)
    two = person(launch, tmp_path)
    two.open("# moved\n" + one.text)
    again = {"kind": "shown", "id": ids[2], "suggestion": "t", "at_ms": 1}
    two.client.request("codescore/event", {"event": again})  # told again: it counts once
    two.events(lambda e: "snapshot 30" in kinds(e))
    two.client.until(
        lambda: two.client.request("codescore/units", {"uri": two.uri}) is not None, "the document to be looked through"
    )
    two.pass_time(80_000)
    events = two.events(lambda e: "snapshot 120" in kinds(e))
    assert sorted(kinds(events, "s")) == sorted(
        ["shown", "accepted", "snapshot 5", "snapshot 15", "snapshot 30", "snapshot 120"]
    )
    by_window = {e.window_s: e for e in events if e.kind == "snapshot"}
    assert {w: by_window[w].censored for w in (5, 15, 30)} == dict.fromkeys((5, 15, 30), "editor-closed")
    assert by_window[120].retention.retained_chars == 69
    assert kinds(events, "t") == ["shown"]
    two.client.close()


def test_two_editors_at_once(launch, tmp_path):
    """Two servers write into one store; neither ends what the other follows."""
    one = person(launch, tmp_path)
    one.open(HEAD + "\n")
    one.confirmed(one.shown("s", BODY, (1, 0)), one.accepted("s", BODY, (1, 0)))
    two = person(launch, tmp_path)
    two.open(HEAD + "\n", "other.py")
    two.confirmed(two.shown("t", BODY, (1, 0)), two.accepted("t", BODY, (1, 0)))
    one.pass_time(5_000)
    events = one.events(lambda e: kinds(e).count("snapshot 5") == 2)
    assert all(e.retention is not None for e in events if e.kind == "snapshot")
    one.client.close()
    two.client.close()


def test_a_thousand_events_at_once(launch, tmp_path):
    """A burst is written in batches, in order, all of it."""
    one = person(launch, tmp_path)
    one.open(HEAD)
    for number in range(500):
        for kind in ("ignored", "rejected"):
            event = {"kind": kind, "id": f"{kind}{number}", "suggestion": f"s{number}", "at_ms": number}
            one.client.notify("codescore/event", {"event": event})
    events = one.events(lambda e: len(e) == 1000)
    assert [e.suggestion for e in events[::2]] == [f"s{n}" for n in range(500)]
    one.client.close()


def test_arms_decide_what_is_seen(launch, tmp_path):
    """In the arm `hidden` the verdict is recorded and the editor is told to show nothing."""
    from codescore.experiments.arms import design_of

    design = design_of(["badge", "hidden"], "suggestion", 7)
    one = person(launch, tmp_path, Study(name="arms", participant="p1", design=design))
    one.open(FUNCTION)
    told = {"badge": True}
    place = {"start": {"line": 3, "character": 8}, "end": {"line": 3, "character": 14}}
    for number in range(8):
        one.tell("shown", f"s{number}", told=told, text="s -= k", range=place, **one.where())
    events = one.events(lambda e: len(e) == 8)
    badges = {}
    while len(badges) < 8:
        badge = one.client.take("codescore/badge")
        badges[badge["suggestion"]] = badge
    assert sorted(e.arm for e in events) == ["badge"] * 4 + ["hidden"] * 4
    for event in events:
        assert event.verdict.score == 0
        assert event.badge == (event.arm == "badge")
        assert (badges[event.suggestion]["verdict"] is not None) == event.badge
    one.client.close()


def test_what_is_told_wrongly_is_refused_in_one_line(launch, tmp_path):
    """Events that are none, kinds that are the server's own, positions out of this world: an error, no more."""
    one = person(launch, tmp_path)
    one.open(HEAD)
    good = {"kind": "rejected", "id": "e", "suggestion": "s", "at_ms": 0}
    wrong = [
        None, [], {}, {"event": 3}, {"event": {}}, {"event": {**good, "kind": "stolen"}}, {"event": {**good, "id": ""}},
        {"event": {**good, "at_ms": -1}}, {"event": {**good, "extra": 1}}, {"event": good, "more": 1},
        {"event": {**good, "kind": "final"}}, {"event": {**good, "kind": "snapshot", "window_s": 5}},
        {"event": {**good, "kind": "shown"}, "text": "x" * 2_000_000}, {"event": {**good, "schema": 99}},
    ]  # fmt: skip
    for params in wrong:
        with pytest.raises(Refused) as refused:
            one.client.request("codescore/event", params)
        assert "\n" not in str(refused.value)
    far = {"start": {"line": 1e300, "character": -5}, "end": {"line": -1, "character": 1e9}}
    one.tell("shown", "far", text="x", range=far, uri=one.uri, version=10**9)
    one.tell("accepted", "far", text="x", range=far, uri=one.uri, version=1)
    one.tell("accepted", "nowhere", text="x", range=far, uri="file:///nowhere.py", version=1)
    one.tell("rejected", "s")
    events = one.events(lambda e: "rejected" in kinds(e))
    finals = {e.suggestion: e.censored for e in events if e.kind == "final"}
    assert finals == {"far": "not-followed", "nowhere": "not-followed"}
    one.client.close()


def test_who_has_withdrawn_is_not_recorded(launch, tmp_path):
    """After `erase` the same participant's editor goes on working, and nothing of it is kept."""
    one = person(launch, tmp_path)
    one.open(HEAD)
    one.confirmed(one.tell("rejected", "a"))
    with Store.open(one.store) as store:
        store.erase("p1")
    one.confirmed(one.tell("rejected", "b"))
    with Store.open(one.store) as store:
        assert store.counts() == {}
    one.client.close()


@pytest.mark.skipif(not hasattr(resource, "prlimit"), reason="NO PRLIMIT: a disk without room is made on Linux alone")
def test_a_disk_without_room_loses_nothing(launch, tmp_path):
    """While no file can grow, events wait, unconfirmed, and the person is told once; then all are stored, in order."""
    one = person(launch, tmp_path)
    one.open(HEAD)
    one.confirmed(one.tell("rejected", "before"))
    process = one.client.process.pid
    limits = resource.prlimit(process, resource.RLIMIT_FSIZE)
    resource.prlimit(process, resource.RLIMIT_FSIZE, (0, limits[1]))
    waiting = [one.tell("rejected", f"s{number}", told={"reason": "x" * 400}) for number in range(20)]
    said = one.client.take("window/showMessage")["message"]
    assert said.startswith("CodeScore-R: experiment: ")
    assert "disk" in said
    waiting.append(one.tell("rejected", "later"))
    assert [e.suggestion for e in one.events()] == ["before"]
    resource.prlimit(process, resource.RLIMIT_FSIZE, limits)
    one.confirmed(*waiting)
    told = [e.suggestion for e in one.events()]
    assert told == ["before", *(f"s{number}" for number in range(20)), "later"]
    one.client.close()
