"""The desk: what it answers, what it takes in, and its jobs; then all of it in a real browser."""

from __future__ import annotations

import gzip
import http.client
import io
import json
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from codescore.cli import main
from codescore.cli.arguments import build_parser
from codescore.cli.translate import stages
from codescore.foundation.errors import InputError
from codescore.foundation.loopback import PageServer
from codescore.reports.translation_desk import desk_page
from codescore.translate.serve import uploads
from codescore.translate.serve.jobs import Job, Jobs
from codescore.translate.serve.shelf import shelf
from codescore.translate.serve.site import Desk
from codescore.translate.serve.weaknesses import Weaknesses
from codescore.translate.store import Run
from tests.translate.browser import CONTRAST, EVIL, NEEDED, UNNAMED, chromium, watched
from tests.translate.security import samples
from tests.translate.synthetic import GOLD, fill

ENDPOINTS = (
    "functiondata", "securitydata", "funcgen", "funceval", "secgen", "seceval", "task_status", "models", "predict",
    "results",
)  # fmt: skip
TASK = {
    "task": f"7{EVIL}",
    "tags": ["lists"],
    "entry_point": "add_up",
    "params": {name: {"types": ["List[int]"], "returns": "int"} for name in ("python", "java")},
    "gold": {name: GOLD[name] for name in ("python", "java")},
    "cases": [{"input": ["1, 2"], "output": "3"}],
}
ANSWER = {"model": f"m{EVIL}", "direction": "java_python", "task": TASK["task"], "answer": f"```python\n{EVIL}\n```"}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two runs, one of them hostile, and something that is no run."""
    place = tmp_path_factory.mktemp("served")
    fill(place / "first", count=6, directions=["java_python", "python_c++"])
    fill(place / "hostile", models=[(f"weak {EVIL}", 0.3)], count=6, directions=["java_python"], text=EVIL, seed=4)
    (place / "broken").mkdir()
    (place / "broken" / "run.sqlite").write_bytes(b"no database at all " * 100)
    return place


@pytest.fixture(scope="module")
def desk(folder: Path) -> Iterator[Desk]:
    """What is served of them."""
    jobs, data = Jobs(), Weaknesses(samples.write(folder.parent / "weaknesses"))
    yield Desk(desk_page(), shelf([folder]), jobs, stages=stages(), weaknesses=data)
    jobs.close()


def ask(desk: Desk, path: str, what: object = None) -> tuple[int, Any]:
    found = desk.take(path, json.dumps({} if what is None else what).encode())
    assert found is not None, path
    return found[0], json.loads(found[1])


def ended(jobs: Jobs, run: Path, id_: str) -> Job:
    """The job once it is over."""
    for _ in range(2400):
        found = next(one for one in jobs.listed("r", run) if one.id == id_)
        if found.state not in ("waiting", "running"):
            return found
        time.sleep(0.05)
    raise AssertionError("the job never ended")


def send(text: bytes) -> tuple[int, Callable[[int], bytes]]:
    return len(text), io.BytesIO(text).read


def test_every_endpoint_of_the_original_answers(desk: Desk) -> None:
    """Each of the ten names is answered in JSON, never with a failure of ours; what is not there is said to be so."""
    for name in ENDPOINTS:
        status, said = ask(desk, name)
        assert status in (200, 400)
        assert status == 200 or said["problem"]
    without = Desk(desk_page(), desk.shelf, desk.jobs, stages=())
    for name in ("securitydata", "funceval", "seceval"):
        assert ask(without, name, {"run": "first"} if name != "securitydata" else {})[1]["problem"].startswith(
            "not available"
        )


def test_samples_with_weaknesses_are_shown(desk: Desk) -> None:
    """By weakness and rank, with both versions and the recorded answers of both arms."""
    _, said = ask(desk, "securitydata", {"cwe": "CWE-327", "top25": "no"})
    assert [row["id"] for row in said["rows"]] == ["CWE-327-1", "CWE-327-2"]
    _, one = ask(desk, "weakness", {"id": "CWE-327-1"})
    assert "hashlib.md5" in one["programs"]["vulnerable"]
    assert sorted(one["answers"]) == ["one, plain, CWE-327-1", "one, safe, CWE-327-1"]


def test_jobs_are_commands_that_there_are(folder: Path, desk: Desk) -> None:
    """Every command that a job runs is one that the command line takes, whatever a model is called."""
    parser, jobs = build_parser(), Jobs(command=("true",))
    asked = Desk(
        desk_page(), desk.shelf, jobs, stages=stages(), endpoint=["--endpoint=http://127.0.0.1:1/v1"],
        weaknesses=Weaknesses(folder.parent / "weaknesses"),
    )  # fmt: skip
    models = {"models": ["--out=/tmp/x", "m; rm"]}
    whole = {"run": "first", "provider": "endpoint", "directions": ["java_python"], **models}
    for path, what in [
        ("funcgen", whole), ("funceval", {"run": "first"}), ("secgen", {"run": "first", **models}),
        ("seceval", {"run": "first"}),
    ]:  # fmt: skip
        status, job = ask(asked, path, what)
        assert status == 200, job
        for command in job["commands"]:
            found = parser.parse_args(["translate", *command])
            assert found.action == command[0]
            assert getattr(found, "model", None) in (None, models["models"])
        ended(jobs, folder / "first", job["id"])
    jobs.close()


def test_runs_are_listed_as_they_are(desk: Desk) -> None:
    """What the command line wrote is there; a damaged run says what is wrong with it and hides no other."""
    _, said = ask(desk, "runs")
    found = {one["name"]: one for one in said["runs"]}
    assert set(found) >= {"broken", "first", "hostile"}
    assert (found["first"]["tasks"], found["first"]["stages"]["execute"]) == (6, 36)
    assert "run.sqlite" in found["broken"]["problem"]


def test_tasks_are_filtered_and_exported(desk: Desk) -> None:
    """Tag and difficulty narrow the table and the file alike; JSON lines have the cases."""
    _, said = ask(desk, "functiondata", {"run": "first", "tag": "array", "difficulty": "easy"})
    assert [row["task"] for row in said["rows"]] == ["1", "2", "6"]
    kind, data = desk.at("export/first/jsonl/easy/array") or ("", b"")
    assert kind == "text/plain"
    lines = [json.loads(line) for line in data.splitlines()]
    assert [(line["task"], len(line["cases"])) for line in lines] == [("1", 3), ("2", 3), ("6", 3)]
    assert (desk.at("export/first/csv//") or ("", b""))[1].count(b"\n") > 6


def test_outputs_show_everything_of_a_sample(desk: Desk) -> None:
    """The table has the outcome, the sample its prompt, raw answer, code, difference, log and metrics."""
    _, said = ask(desk, "predict", {"run": "hostile", "status": "wrong_answer"})
    assert said["found"] == len(said["rows"]) > 0
    row = said["rows"][0]
    key = {name: row[name] for name in ("model", "direction", "task", "sample")}
    _, one = ask(desk, "sample", {"run": "hostile", **key})
    assert one["raw"].startswith("Here you are")
    assert EVIL in one["code"]
    assert one["difference"].splitlines()[:5] == ["--- expected", "+++ got", "@@ -1 +1 @@", "-6", f"+3{EVIL}"]
    assert one["log"].startswith("said on the way")
    assert set(one["metrics"]) == {"metric-a", "metric-b", "metric-c"}


@pytest.mark.parametrize(
    ("path", "what"),
    [
        ("predict", {"run": "../first"}),
        ("predict", {"run": "first", "page": -1}),
        ("predict", {"run": "first", "sql": "x"}),
        ("sample", {"run": "first", "model": "x" * 400, "direction": "a", "task": "1", "sample": 0}),
        ("sample", {"run": "first", "model": "x", "direction": "nothing", "task": "1", "sample": 0}),
        ("task", {"run": "first", "id": "none"}),
        ("log", {"run": "first", "id": "../../run"}),
        ("stop", {"id": "none"}),
        ("results", {"runs": ["none"]}),
        ("results", []),
        ("funcgen", {"run": "first", "provider": "endpoint", "models": ["m"], "directions": ["java_python"]}),
        ("funcgen", {"run": "first", "provider": "replay", "answers": "../../etc/passwd"}),
    ],
)
def test_what_cannot_be_asked_is_one_line(desk: Desk, path: str, what: object) -> None:
    """Names of nothing, paths, numbers out of bounds, unknown fields and servers that nobody named are refused."""
    status, said = ask(desk, path, what)
    assert status == 400
    assert said["problem"]
    assert "\n" not in said["problem"]


def test_tasks_become_a_run_or_nothing(folder: Path, desk: Desk) -> None:
    """Good tasks, gzipped or not, are a run; wrong, cut off, damaged or over-long ones leave nothing behind."""
    good = json.dumps(TASK).encode()
    uploads.new_run(desk.shelf, "plain", *send(good))
    uploads.new_run(desk.shelf, "packed", *send(gzip.compress(good)))
    with Run.open(folder / "packed") as run:
        assert [task.id for task in run.tasks()] == [TASK["task"]]
    before = sorted(one.name for one in folder.iterdir())
    for name, (length, read), words in [
        ("wrong", send(b'{"task": 1}'), "tasks.jsonl:1"),
        ("cut", (len(good) + 9, io.BytesIO(good).read), "cut off"),
        ("torn", send(gzip.compress(good)[:-9]), "ends too early"),
        ("noise", send(b"\x1f\x8b" + bytes(range(200))), "cannot be unpacked"),
        ("packed", send(good), "already"),
        ("../out", send(good), "name"),
        (".hidden", send(good), "name"),
    ]:
        with pytest.raises(InputError, match=words):
            uploads.new_run(desk.shelf, name, length, read)
    assert sorted(one.name for one in folder.iterdir()) == before


def test_what_unpacks_without_end_is_refused(folder: Path, desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """A small file that becomes a large one is given up at the bound."""
    monkeypatch.setattr(uploads, "MOST_UNPACKED", 3 << 20)
    with pytest.raises(InputError, match="larger than 3 MB unpacked"):
        uploads.new_run(desk.shelf, "bomb", *send(gzip.compress(bytes(64 << 20))))
    assert not (folder / "bomb").exists()


def test_recorded_answers_are_replayed_by_a_job(folder: Path, desk: Desk) -> None:
    """Uploaded answers are replayed by the command's own stages, in a process; the run then has them."""
    uploads.new_run(desk.shelf, "replayed", *send(json.dumps(TASK).encode()))
    with pytest.raises(InputError, match="none of these answers"):
        uploads.new_answers(folder / "replayed", "other", *send(json.dumps(ANSWER | {"task": "no"}).encode()))
    held = uploads.new_answers(folder / "replayed", "mine", *send(json.dumps(ANSWER).encode()))
    assert (held.models, held.directions, held.samples) == ((ANSWER["model"],), ("java_python",), 1)
    status, job = ask(desk, "funcgen", {"run": "replayed", "provider": "replay", "answers": "mine"})
    assert status == 200, job
    found = ended(desk.jobs, folder / "replayed", job["id"])
    assert (found.state, found.said) == ("done", ""), desk.jobs.log(folder / "replayed", job["id"])
    with Run.open(folder / "replayed") as run:
        assert [one.text for one in run.answers()] == [ANSWER["answer"]]
    assert [one["id"] for one in ask(desk, "task_status", {"run": "replayed"})[1]["jobs"]] == [job["id"]]


def test_jobs_end_as_they_end(tmp_path: Path) -> None:
    """One that fails says its last line, one that is stopped ends with its process, and a list outlives the server."""
    jobs = Jobs(command=("sleep",))
    failed = jobs.submit("r", tmp_path, "evaluation", [("nonsense",), ("0",)])
    assert "sleep --help" in ended(jobs, tmp_path, failed.id).said
    long = jobs.submit("r", tmp_path, "evaluation", [("1000",)])
    with pytest.raises(InputError, match="has a job already"):
        jobs.submit("r", tmp_path, "evaluation", [("0",)])
    jobs.stop(long.id)
    assert ended(jobs, tmp_path, long.id).state == "stopped"
    last = jobs.submit("r", tmp_path, "evaluation", [("1000",)])
    jobs.close()
    path = tmp_path / "jobs" / f"{last.id}.json"
    assert json.loads(path.read_text())["state"] == "stopped"
    path.write_text(path.read_text().replace('"stopped"', '"running"'))
    assert [one.state for one in Jobs().listed("r", tmp_path)] == ["interrupted", "stopped", "failed"]


def _post(server: PageServer, path: str, body: bytes, **headers: str) -> tuple[int, bytes]:
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)
    try:
        connection.request("POST", path, body, {"Content-Type": "application/octet-stream", **headers})
        answer = connection.getresponse()
        return answer.status, answer.read()
    finally:
        connection.close()


def test_files_are_taken_from_our_own_page_only(folder: Path, desk: Desk) -> None:
    """No secret, another page, a path that takes none, and too much are refused before anything is read."""
    server = PageServer(desk)
    try:
        body = json.dumps(TASK).encode()
        path = f"/{server.secret}/upload/tasks/sent"
        assert _post(server, "/guess/upload/tasks/sent", body)[0] == 404
        assert _post(server, path, body, Origin="http://elsewhere.example")[0] == 403
        assert _post(server, f"/{server.secret}/predict", body)[0] == 501
        assert _post(server, path, b"", **{"Content-Length": "999999999"})[0] == 413
        assert not (folder / "sent").exists()
        assert _post(server, path, body)[0] == 200
        assert (folder / "sent" / "run.sqlite").is_file()
    finally:
        server.close()


def test_a_server_of_models_elsewhere_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Only a server on this machine can be named; where one is not, the command that may ask others is named."""
    assert main(["translate", "serve", str(tmp_path), "--endpoint", "http://models.example/v1"]) == 2
    assert "--allow-network" in capsys.readouterr().err
    assert main(["translate", "serve", str(tmp_path / "none")]) == 2


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with chromium() as one:
        yield one


@pytest.fixture(scope="module")
def address(desk: Desk) -> Iterator[str]:
    server = PageServer(desk)
    yield server.address
    server.close()


@NEEDED
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_reader_walks_through_hostile_runs(browser: Any, address: str, scheme: str) -> None:
    """Runs, leaderboard, outputs, tasks and jobs of a run full of markup: all shown as text, named, in contrast."""
    with watched(browser, address, color_scheme=scheme) as page:
        page.get_by_role("button", name="hostile").click()
        page.locator("#outputs summary").first.click()
        page.locator("#outputs .facts").first.wait_for()
        assert EVIL in page.locator("#outputs details").first.inner_text()
        for tab, there in (
            ("board", "#board tbody tr"),
            ("data", "#tasks summary"),
            ("security", "#weaknesses summary"),
            ("jobs", "#predict-provider"),
        ):
            page.click(f"#tab-{tab}")
            page.locator(there).first.wait_for(state="attached")
            assert page.evaluate(UNNAMED) == []
            assert page.evaluate(CONTRAST) == []
        assert page.locator("#problem").inner_text() == ""


@NEEDED
def test_a_file_is_uploaded_replayed_and_looked_at(browser: Any, address: str) -> None:
    """Tasks and answers go up, a job replays them to its end, the outputs show them; a report opens and leads back."""
    with watched(browser, address) as page:
        page.fill("#new-name", "walked")
        file = {"name": "t.jsonl", "mimeType": "application/jsonl", "buffer": json.dumps(TASK).encode()}
        page.set_input_files("#new-file", files=[file])
        page.locator("#upload-tasks button").click()
        page.get_by_role("button", name="walked").wait_for()
        page.get_by_role("button", name="walked").click()
        page.click("#tab-jobs")
        page.fill("#answers-name", "mine")
        page.set_input_files("#answers-file", files=[file | {"buffer": json.dumps(ANSWER).encode()}])
        page.locator("#upload-answers button").click()
        page.locator("#predict-provider option").first.wait_for(state="attached")
        page.locator("#predict button[type=submit]:enabled").click()
        mine = page.locator("#jobs article", has_text="prediction of walked")
        mine.locator(".state-done").wait_for(timeout=120_000)
        page.click("#tab-outputs")
        page.locator("#outputs summary").first.wait_for()
        assert "not run yet" in page.locator("#outputs summary").first.inner_text()
        page.click("#tab-runs")
        page.get_by_role("checkbox", name="choose first").check()
        page.click("#open-report")
        page.locator("#rq1 figure").first.wait_for()
        page.get_by_role("link", name="← all runs").click()
        page.locator("#runs tr").first.wait_for()


@NEEDED
def test_who_chooses_a_view_while_the_page_loads_stays_there(browser: Any, address: str) -> None:
    """The first answer of the server comes late; what was chosen before is not left for the list of runs."""
    page = browser.new_context().new_page()
    held: list[Any] = []
    page.route("**/runs", lambda route: held.append(route) if not held else route.continue_())
    page.goto(address)
    page.click("#tab-board")
    page.locator("#board tbody tr").first.wait_for()
    with page.expect_response("**/runs"):
        held[0].continue_()
    page.wait_for_timeout(300)
    assert page.locator("#view-board").is_visible()
    assert page.locator("#tab-board").get_attribute("aria-selected") == "true"
    page.context.close()


def test_the_leaderboard_sorts_by_any_column(browser: Any, address: str) -> None:
    """By pass@1 first, the best above; a heading sorts by a metric, again the other way round."""
    with watched(browser, address) as page:
        page.click("#tab-board")
        page.locator("#board tbody tr").first.wait_for()
        assert page.locator("#board tbody th").first.inner_text() == "able"
        for order in (True, False):
            page.locator("#board th button", has_text="metric-b").click()
            cells = page.locator("#board tbody tr td:nth-child(5)").all_inner_texts()
            values = [float(one) for one in cells]
            assert values == sorted(values, reverse=order)
        page.select_option("#board-direction", "python_c++")
        assert page.locator("#board tbody tr").count() == 3
