"""`codescore experiment …`: what each action prints, its exit codes, and that `--json` is one document."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from codescore.cli import main
from codescore.experiments.events import Rejected
from codescore.experiments.store import Store

SAMPLES = Path(__file__).parent / "samples"


@pytest.fixture
def run(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Any:
    def run(*words: object, store: Path | None = tmp_path / "s.db") -> tuple[int, str, str]:
        given = [*map(str, words), *(["--store", str(store)] if store is not None else [])]
        code = main(["experiment", *given])
        out, err = capsys.readouterr()
        return code, out, err

    return run


def test_a_study_from_its_plan_to_its_end(run: Any, tmp_path: Path) -> None:
    """Init, import, status, summary, show, export, erase: one after the other, on recorded samples."""
    plan = tmp_path / "plan.md"
    plan.write_text("We expect more.\n")
    code, out, _ = run("init", "--study", "pilot", "--participant", "P01", "--plan", plan)
    assert (code, "no text" in out, "registered plan.md: SHA-256" in out) == (0, True, True)
    code, out, _ = run("import", "continue", *sorted(SAMPLES.glob("continue-*.jsonl")), "--participant", "P01")
    assert code == 0
    assert "11 new" not in out
    assert "accepted 1, ignored 1, shown 3; 5 new, 0 known already" in out
    assert run("import", "copilot", SAMPLES / "copilot-otel.jsonl", "--participant", "P02")[0] == 0
    code, out, _ = run("status", "--plan", plan)
    assert code == 0
    assert "participants  P01 11, P02 14" in out
    assert "the plan is the one registered before the first event" in out
    code, out, _ = run("summary")
    assert "all: 11 suggestions: accepted 6, ignored 1, rejected 3, unknown 1" in out
    assert "60.0 [31.3, 83.2]*" in out
    assert "branch-switched 1" in out
    code, out, _ = run("show", "--participant", "P02")
    assert len(out.splitlines()) == 14
    assert json.loads(out.splitlines()[0])["provider"] == "copilot-chat"
    code, out, _ = run("export", tmp_path / "out", "--format", "csv")
    assert (code, "events.jsonl: 25 lines" in out) == (0, True)
    code, out, _ = run("erase", "P02")
    assert "erased 14 events of 5 suggestions; searched s.db" in out
    assert "P02" not in run("status")[1]
    plan.write_text("We expected less.\n")
    code, out, _ = run("status", "--plan", plan)
    assert (code, "it was changed since" in out) == (1, True)
    code, out, _ = run("erase", "--all")
    assert (code, list(tmp_path.glob("s.db*"))) == (0, [])


def test_nothing_is_recorded_without_init(run: Any, tmp_path: Path) -> None:
    """Every action that needs a store says how to agree to one; no file appears."""
    for words in (["status"], ["summary"], ["show"], ["export", tmp_path / "o"], ["erase", "x"], ["erase", "--all"],
                  ["import", "tabby", SAMPLES / "tabby-events.jsonl"]):  # fmt: skip
        code, out, err = run(*words)
        assert (code, out) == (2, ""), words
        assert "no store" in err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("action", ["init", "status", "summary", "show"])
def test_json_is_one_document(run: Any, action: str) -> None:
    """Each answer as data."""
    run("init", "--arm", "badge", "--arm", "hidden", "--seed", "3", "--sealed")
    run("import", "tabby", SAMPLES / "tabby-events.jsonl")
    code, out, _ = run(action, "--json")
    found = json.loads(out)
    assert code == 0
    if action == "status":
        assert found["events"] == {"accepted": 2, "rejected": 1, "shown": 3}
        assert found["arm_labels"] is None
        assert set(json.loads(run("status", "--unseal", "--json")[1])["arm_labels"].values()) == {"A", "B"}
    if action == "summary":
        assert found["groups"][0]["acceptance"]["value"] == 2 / 3
    if action == "show":
        assert len(found["events"]) == 6


def test_init_changes_only_what_is_given(run: Any) -> None:
    """A second init keeps the rest; pause and resume; levels by name."""
    run("init", "--study", "pilot", "--participant", "P01", "--keep", "sketches")
    found = json.loads(run("init", "--pause", "--execute", "--json")[1])["study"]
    assert (found["name"], found["level"], found["recording"], found["execute"]) == ("pilot", "sketches", False, True)
    found = json.loads(run("init", "--resume", "--no-execute", "--json")[1])["study"]
    assert (found["participant"], found["recording"], found["execute"]) == ("P01", True, False)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["init", "--participant", "ann@example.org"], "a pseudonym has letters"),
        (["init", "--keep", "everything"], "lengths, hashes, sketches, source"),
        (["init", "--arm", "badge"], "two or more different arms"),
        (["init", "--seed", "4"], "belong to arms"),
        (["init", "--arm", "badge", "--arm", "hidden", "--by", "participant"], "needs --roster FILE"),
        (["init", "--arm", "badge", "--arm", "evidence"], "add --execute, or leave the arm out"),
        (["init", "--plan", "nowhere.md"], "cannot read nowhere.md"),
        (["plan", "--participants", "2", "--suggestions", "9"], "participants must be 4 or more"),
        (["plan", "--participants", "20", "--suggestions", "nan"], "'nan' is not a number"),
        (["plan", "--participants", "20", "--suggestions", "9", "--power", "1"], "must lie between"),
    ],
)
def test_bad_arguments_make_no_store(words: list[str], said: str, run: Any, tmp_path: Path) -> None:
    """One line, exit code 2; what is wrong with the arguments is found before a file is made."""
    code, out, err = run(*words, store=None if words[0] == "plan" else tmp_path / "s.db")
    assert (code, out, said in err, err.count("\n")) == (2, "", True, 1), err
    assert not list(tmp_path.glob("s.db*"))


def test_a_refused_line_stops_the_import(run: Any, tmp_path: Path) -> None:
    """Nothing of the file is stored, and line and reason are told; `--skip` takes the rest and tells what it left."""
    log = tmp_path / "log.jsonl"
    log.write_bytes((SAMPLES / "tabby-events.jsonl").read_bytes() + b'{"ts":1,"event":{"hover":{}}}\n{"ts":17')
    run("init")
    code, _, err = run("import", "tabby", log)
    assert code == 2
    assert "log.jsonl:10: unknown event 'hover'" in err
    assert "(and 1 more lines)" in err
    assert json.loads(run("status", "--json")[1])["events"] == {}
    code, out, _ = run("import", "tabby", log, "--skip")
    assert code == 0
    assert "line 10 left out: unknown event 'hover'" in out
    assert json.loads(run("import", "tabby", log, "--skip", "--json")[1])["files"][0]["new"] == 0


def test_an_import_of_who_has_withdrawn_is_left_out(run: Any) -> None:
    """Erasing is for good: the same log does not bring a participant back."""
    run("init")
    run("import", "copilot", SAMPLES / "copilot-otel.jsonl", "--participant", "P02")
    run("erase", "P02")
    _, out, _ = run("import", "copilot", SAMPLES / "copilot-otel.jsonl", "--participant", "P02")
    assert "0 new" in out
    assert "15 left out: their participant has withdrawn" in out


def test_a_damaged_store_is_rescued_as_its_message_says(run: Any, tmp_path: Path) -> None:
    """The words of the error lead to a working store that holds what could be read."""
    path = tmp_path / "s.db"
    with Store.create(path) as store:
        store.append([Rejected(id=f"e{n}", suggestion=f"s{n}", at_ms=n, reason="x" * 300) for n in range(400)])
    data = bytearray(path.read_bytes())
    middle = len(data) // 8192 * 4096
    data[middle : middle + 12_288] = b"\xff" * 12_288
    path.write_bytes(data)
    code, _, err = run("summary")
    assert (code, "--salvage" in err) == (3, True)
    code, out, _ = run("export", tmp_path / "saved", "--salvage", "--json")
    read = json.loads(out)["read"]
    assert (code, 300 < read < 400) == (0, True)
    new = tmp_path / "new.db"
    assert run("init", store=new)[0] == 0
    code, out, _ = run("import", "events", tmp_path / "saved" / "events.jsonl", store=new)
    assert f"{read} new" in out


def test_a_store_without_its_first_page_is_beyond_rescue(run: Any, tmp_path: Path) -> None:
    """That is said at once, and what else can be tried."""
    run("init")
    data = bytearray((tmp_path / "s.db").read_bytes())
    data[100:2_000] = b"\xff" * 1_900
    (tmp_path / "s.db").write_bytes(data)
    assert run("status")[0] == 3
    code, _, err = run("export", tmp_path / "saved", "--salvage")
    assert (code, "restore a backup" in err) == (3, True)
    assert not (tmp_path / "saved" / "events.jsonl").exists()


def test_plan_says_what_a_study_could_find(run: Any) -> None:
    """Power, smallest effect and participants, as text and as data."""
    words = ["plan", "--participants", "40", "--suggestions", "50", "--effect", "0.05"]
    _, out, _ = run(*words, store=None)
    assert "smallest rise found with 80 % power: 0.0571" in out
    assert "power for a difference of 0.05: 69.1 %" in out
    found = json.loads(run(*words, "--json", store=None)[1])
    assert found["participants"] == 52
    assert found["design_effect"] == pytest.approx(0.9)
    _, out, _ = run(*words, "--by", "participant", store=None)
    assert "power for a difference of 0.05: 16.0 %" in out
    assert "participants for 80 % power: 328" in out


def test_schema_is_printed(run: Any) -> None:
    """The schema of an event, for whoever writes a client."""
    schema = json.loads(run("show", "--schema", store=None)[1])
    assert schema["$schema"].startswith("https://json-schema.org")
    assert "Snapshot" in schema["$defs"]


def test_what_a_log_says_is_not_obeyed_by_the_terminal(run: Any, tmp_path: Path) -> None:
    """Control characters of a stranger are shown, not sent to the terminal."""
    with Store.create(tmp_path / "s.db"):
        pass
    log = tmp_path / "log.jsonl"
    log.write_text('{"ts":1,"event":{"\\u001b[31mred":{}}}\n')
    code, _, err = run("import", "tabby", log)
    assert code == 2
    assert "\x1b" not in err
