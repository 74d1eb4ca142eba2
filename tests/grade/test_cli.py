"""`codescore grade` and `codescore init` as they are typed: files, words, exit codes, watching, serving."""

from __future__ import annotations

import csv
import http.client
import io
import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from codescore.cli import main
from codescore.foundation.loopback import PageServer
from codescore.grade.serve import Content
from codescore.grade.watch import changes, stamps
from codescore.references import CONFIG_FILE, Reader
from codescore.references.resolve import load_configuration
from tests.grade.classes import BROKEN, KINDS, MUTATED, REFERENCE, RENAMED, assignment, write
from tests.grade.test_archives import zipped

SERVER = Path(__file__).parents[2] / "server"
Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def cli(capsys: pytest.CaptureFixture[str]) -> Run:
    def run(*arguments: object) -> tuple[int, str, str]:
        code = main([str(one) for one in arguments])
        said = capsys.readouterr()
        return code, said.out, said.err

    return run


@pytest.mark.bundle
def test_a_class_is_graded_into_three_files(tmp_path: Path, cli: Run) -> None:
    """Page, CSV and JSON are written, the summary is on stderr, and stdout stays empty."""
    reference, folder = assignment(tmp_path)
    out = {"-o": tmp_path / "r.html", "--csv": tmp_path / "r.csv", "--json": tmp_path / "r.json"}
    code, said, told = cli("grade", "-r", reference, folder, *(one for pair in out.items() for one in pair))
    assert (code, said) == (0, "")
    assert told.startswith("6 graded: ")
    page = out["-o"].read_text(encoding="utf-8")
    assert page.startswith("<!doctype html>")
    assert "default-src 'none'; script-src 'sha256-" in page
    document = json.loads(out["--json"].read_text(encoding="utf-8"))
    assert document["format"] == 1
    assert [one["name"] for one in document["students"]] == sorted(KINDS)
    assert document["signature"].startswith("CodeScore-R|lang:python|")
    rows = list(csv.DictReader(io.StringIO(out["--csv"].read_text(encoding="utf-8-sig"))))
    assert [(row["name"], row["verdict"]) for row in rows][:3] == [
        ("ann", "alike"),
        ("bob", "unlike"),
        ("cid", "broken"),
    ]
    assert [(row["works"], row["score"]) for row in rows][:3] == [("", "1"), ("", "0"), ("no", "0")]


@pytest.mark.bundle
def test_json_on_stdout_is_all_there_is(tmp_path: Path, cli: Run) -> None:
    """`--json -` prints the one document and nothing else."""
    code, said, _ = cli("grade", "-r", *assignment(tmp_path, {"ann": RENAMED}), "--json", "-")
    assert code == 0
    assert len(json.loads(said)["students"]) == 1


@pytest.mark.bundle
def test_a_gradebook_goes_to_stdout_likewise(tmp_path: Path, cli: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """`--csv -` writes no file that is called so."""
    monkeypatch.chdir(tmp_path)
    code, said, told = cli("grade", "-r", *assignment(tmp_path, {"ann": RENAMED}), "--csv", "-")
    assert code == 0
    assert [row["name"] for row in csv.DictReader(io.StringIO(said.lstrip("\ufeff")))] == ["ann"]
    assert not (tmp_path / "-").exists()
    assert "written" not in told


@pytest.mark.bundle
def test_what_could_not_be_graded_is_listed_and_the_rest_is(tmp_path: Path, cli: Run) -> None:
    """Bad submissions are lines on stderr and rows of the CSV; the run is done all the same."""
    reference, folder = assignment(tmp_path, {"ann": RENAMED, "=cmd|' /C calc'!A0": MUTATED})
    write(folder, {"bin.py": b"\0", "evil.zip": zipped({"../up.py": b"x = 1\n"})})
    (folder / "loop").symlink_to(folder)
    code, _, told = cli("grade", "-r", reference, folder, "--csv", tmp_path / "r.csv")
    assert code == 0
    assert "not graded: bin.py: it is binary or UTF-16 (a zero byte at offset 0); give it source text" in told
    assert "not graded: loop: it is a link; links are not followed" in told
    assert "its name leads out of the archive" in told
    text = (tmp_path / "r.csv").read_text(encoding="utf-8-sig")
    assert "not graded" in text
    rows = list(csv.reader(io.StringIO(text)))
    assert not [cell for row in rows for cell in row if cell.startswith(("=", "+", "@"))]
    assert not (tmp_path.parent / "up.py").exists()


@pytest.mark.bundle
@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["class"], "required: -r"),
        (["-r", "solution.py", "class"], "say where the report goes"),
        (["-r", "nowhere.py", "class", "-o", "r.html"], "no such file"),
        (["-r", "solution.py", "nowhere", "-o", "r.html"], "no such file"),
        (["-r", "solution.py", "empty", "-o", "r.html"], "no submissions in empty"),
        (["-r", "bad.py", "class", "-o", "r.html"], "bad.py:1 does not compile"),
        (["-r", "solution.py", "class", "-o", "r.html", "--threshold", "7"], "not a number from 0 to 1"),
        (["-r", "solution.py", "class", "-o", "r.html", "--pooling", "max"], "no pooling"),
        (["-r", "solution.py", "class", "-o", "r.html", "--template", "gone.py"], "no such file"),
        (["-r", "solution.py", "class", "--serve", "--port", "99999"], "is no port"),
        (["-r", "solution.py", "class", "-o", "r.html", "--language", "cobol"], "unknown language"),
    ],
)
def test_bad_usage_is_one_line(
    tmp_path: Path, cli: Run, monkeypatch: pytest.MonkeyPatch, arguments: list[str], words: str
) -> None:
    """What the teacher got wrong ends with exit code 2 and a line that says what."""
    assignment(tmp_path, {"ann": RENAMED})
    write(tmp_path, {"bad.py": BROKEN})
    (tmp_path / "empty").mkdir()
    monkeypatch.chdir(tmp_path)
    code, said, told = cli("grade", *arguments)
    assert (code, said) == (2, "")
    assert words in told
    assert told.count("\n") == 1


@pytest.mark.bundle
def test_a_place_that_cannot_be_written_is_an_environment_problem(tmp_path: Path, cli: Run) -> None:
    """Exit code 3, with the place."""
    reference, folder = assignment(tmp_path, {"ann": RENAMED})
    code, _, told = cli("grade", "-r", reference, folder, "-o", reference / "r.html")
    assert code == 3
    assert "cannot write" in told


@pytest.mark.bundle
@pytest.mark.timeout(600)
def test_ten_thousand_files(tmp_path: Path, cli: Run) -> None:
    """A folder of ten thousand submissions is read, graded and written; equal texts cost one run of the model."""
    reference, folder = assignment(tmp_path, {})
    folder.mkdir(exist_ok=True)
    for k in range(10_000):
        (folder / f"s{k:05}.py").write_text(RENAMED if k % 2 else MUTATED)
    code, _, told = cli("grade", "-r", reference, folder, "-o", tmp_path / "r.html", "--jobs", 1)
    assert (code, told.splitlines()[0]) == (0, "10000 graded: 5000 alike, 5000 unlike")


def test_a_change_is_told_once_it_has_settled(tmp_path: Path) -> None:
    """A file that is still growing is left alone; new, changed and removed files are changes; no change is none."""
    write(tmp_path, {"a.py": "x = 1\n"})
    steps = iter(
        [
            lambda: None,
            lambda: write(tmp_path, {"b.py": "y"}),  # seen for the first time
            lambda: write(tmp_path, {"b.py": "y = 1"}),  # still growing
            lambda: None,  # settled: told
            (tmp_path / "a.py").unlink,
            lambda: None,  # told
            lambda: None,
        ]
    )
    taken: list[int] = []

    def wait() -> bool:
        step = next(steps, None)
        if step is None:
            return False
        taken.append(len(taken))
        step()
        return True

    told = [taken[-1] for _ in changes([str(tmp_path)], stamps([str(tmp_path)]), wait)]
    assert told == [3, 5]


@pytest.fixture
def served() -> Iterator[PageServer]:
    server = PageServer(Content(b"<p>page", (b"zero", b"one"), "k1"))
    yield server
    server.close()


def ask(server: PageServer, path: str, host: str | None = None, method: str = "GET") -> http.client.HTTPResponse:
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=10)
    connection.putrequest(method, path, skip_host=True)
    connection.putheader("Host", host if host is not None else f"127.0.0.1:{server.port}")
    connection.endheaders()
    return connection.getresponse()


def test_the_page_is_served_to_who_knows_the_secret(served: PageServer) -> None:
    """The page, its state and its details, with headers that keep it to itself."""
    root = f"/{served.secret}/"
    answer = ask(served, root)
    assert (answer.status, answer.read()) == (200, b"<p>page")
    assert answer.headers["Cache-Control"] == "no-store"
    assert answer.headers["X-Frame-Options"] == "DENY"
    assert answer.headers["Content-Security-Policy"] == "default-src 'none'; frame-ancestors 'none'"
    assert answer.headers["Cross-Origin-Resource-Policy"] == "same-origin"
    assert ask(served, root + "details/1").read() == b"one"
    assert json.loads(ask(served, root + "state").read()) == {"key": "k1"}
    assert ask(served, root, method="HEAD").read() == b""
    served.content = Content(b"new", (), "k2")
    assert ask(served, root).read() == b"new"


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/wrong/",
        "/{s}",
        "/{s}/details/2",
        "/{s}/details/-1",
        "/{s}/details/x",
        "/{s}/../",
        "/%C3%A9/",
        "/{s}/details/",
        "/{s}/details/0000000001",
        "/{s}/details/000000000999",
        "/{s}/details/%C2%B2",
    ],
)
def test_nothing_else_is_served(served: PageServer, path: str) -> None:
    """Without the secret, and beside what there is, there is nothing."""
    assert ask(served, path.replace("{s}", served.secret)).status == 404


@pytest.mark.parametrize("host", ["evil.example", "evil.example:80", "", "127.0.0.1", "127.0.0.1:1", "[::1]"])
def test_a_foreign_host_name_is_refused(served: PageServer, host: str) -> None:
    """A page of another site whose name was pointed at this machine gets nothing, even with the secret."""
    answer = ask(served, f"/{served.secret}/", host)
    assert answer.status == 403
    assert b"page" not in answer.read()


def test_two_host_names_are_refused(served: PageServer) -> None:
    """Of two names one may be foreign, and readers disagree on which counts."""
    connection = http.client.HTTPConnection("127.0.0.1", served.port, timeout=10)
    connection.putrequest("GET", f"/{served.secret}/", skip_host=True)
    for host in ("evil.example", f"127.0.0.1:{served.port}"):
        connection.putheader("Host", host)
    connection.endheaders()
    assert connection.getresponse().status == 403


def test_only_reading_is_possible(served: PageServer) -> None:
    """Other methods are not implemented; a page that takes nothing is told nothing."""
    assert ask(served, f"/{served.secret}/", method="PUT").status == 501
    assert ask(served, f"/{served.secret}/", method="POST").status == 400
    connection = http.client.HTTPConnection("127.0.0.1", served.port, timeout=10)
    connection.request("POST", f"/{served.secret}/", b"{}", {"Content-Type": "application/json"})
    assert connection.getresponse().status == 501


@pytest.mark.bundle
@pytest.mark.skipif(os.name != "posix", reason="NO SIGNALS: needs SIGINT")
def test_watching_and_serving_a_class(tmp_path: Path) -> None:
    """A submission that arrives is on the page and in the file a moment later; Ctrl-C ends it well."""
    reference, folder = assignment(tmp_path, {"ann": RENAMED})
    command = [sys.executable, "-m", "codescore", "grade", "-r", str(reference), str(folder), "--watch", "--serve"]
    command += ["--json", str(tmp_path / "r.json")]
    process = subprocess.Popen(
        command,
        env=os.environ | {"PYTHONPATH": str(SERVER)},
        stderr=subprocess.PIPE,
        text=True,
        # Whoever starts the tests in the background has them, and what they start, ignore Ctrl-C.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # noqa: PLW1509  (no other thread runs here)
    )
    assert process.stderr is not None
    try:
        address = watched = ""
        while not watched:
            line = process.stderr.readline()
            assert line, "it ended before it watched"
            address = line.split()[4] if line.startswith("the report is at") else address
            watched = line if line.startswith("watching") else ""
        write(folder, {"bob.py": MUTATED})
        told = process.stderr.readline()
        while not told.startswith("2 graded"):
            assert told, "it ended before it graded again"
            told = process.stderr.readline()
        host, _, path = address.removeprefix("http://").partition("/")
        connection = http.client.HTTPConnection(host, timeout=30)
        connection.request("GET", f"/{path}")
        page = connection.getresponse().read().decode()
        assert '"name":"bob"' in page
        assert len(json.loads((tmp_path / "r.json").read_text())["students"]) == 2
        process.send_signal(signal.SIGINT)
        assert process.wait(60) == 0
    finally:
        process.kill()
        process.wait()
        process.stderr.close()


@pytest.mark.bundle
@pytest.mark.parametrize("option", ["-o", "--csv", "--json"])
def test_a_report_never_replaces_what_is_graded(tmp_path: Path, cli: Run, option: str) -> None:
    """Naming a solution or a submission as the report is a slip: one line, exit code 2, the file as it was."""
    reference, folder = assignment(tmp_path, {"ann": RENAMED})
    (theirs,) = Path(folder).rglob("*.py")
    for path in (Path(reference), theirs):
        before = path.read_bytes()
        code, _, told = cli("grade", "-r", reference, folder, option, path)
        assert code == 2
        assert "is there already and no report" in told
        assert path.read_bytes() == before


# -- init


def test_init_writes_rules_that_cover_the_class(tmp_path: Path, cli: Run) -> None:
    """Every submission gets the references, the references themselves none; paths may hold anything."""
    write(
        tmp_path,
        {"sol/a [1].py": REFERENCE, "sol/b.py": REFERENCE, "hand in/ann.py": RENAMED, "hand in/x/bob.py": RENAMED},
    )
    arguments = ["-r", tmp_path / "sol/a [1].py", "-r", tmp_path / "sol/b.py", "--submissions", tmp_path / "hand in"]
    code, said, told = cli("init", *arguments, "--root", tmp_path, "--threshold", "0.6", "--assume", "len(a) > 0",
        "--count", "no-order,effects")  # fmt: skip
    assert (code, said) == (0, "")
    assert "2 files are covered now" in told
    found = load_configuration(tmp_path.resolve(), Reader())
    assert found is not None
    assert found.errors == ()
    assert found.settings == {"threshold": 0.6}
    rule = found.rule_for("hand in/x/bob.py")
    assert rule is not None
    assert rule.references == ("sol/a [1].py", "sol/b.py")
    assert rule.assume == "len(a) > 0"
    assert rule.count == ("no-order", "effects")
    assert found.rule_for("sol/b.py") is None


def test_init_never_overwrites(tmp_path: Path, cli: Run) -> None:
    """A file that is there stays, unless it is forced away."""
    write(tmp_path, {"r.py": REFERENCE, "class/ann.py": RENAMED, CONFIG_FILE: "# mine\n"})
    arguments = ("init", "-r", tmp_path / "r.py", "--submissions", tmp_path / "class", "--root", tmp_path)
    code, _, told = cli(*arguments)
    assert code == 2
    assert "--force" in told
    assert (tmp_path / CONFIG_FILE).read_text() == "# mine\n"
    assert cli(*arguments, "--force")[0] == 0
    assert "[[rule]]" in (tmp_path / CONFIG_FILE).read_text()


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["-r", "gone.py", "--submissions", "class"], "no such file"),
        (["-r", "r.py", "--submissions", "gone"], "no such folder"),
        (["-r", "../out.py", "--submissions", "class"], "outside"),
        (["-r", "r.py", "--submissions", ".."], "outside"),
        (["-r", "r.txt", "--submissions", "class"], "does not tell a language"),
        (["-r", "r.py", "-r", "r.java", "--submissions", "class"], "another language"),
        (["-r", "r.py", "--submissions", "class", "--root", "r.py"], "is no folder"),
    ],
)
def test_init_refuses_what_no_rule_may_say(
    tmp_path: Path, cli: Run, monkeypatch: pytest.MonkeyPatch, arguments: list[str], words: str
) -> None:
    """One line, exit code 2, and no file."""
    root = write(tmp_path / "w", {"r.py": REFERENCE, "r.txt": "", "r.java": "class A {}", "class/ann.py": RENAMED})
    write(tmp_path, {"out.py": REFERENCE})
    monkeypatch.chdir(root)
    code, _, told = cli("init", *arguments)
    assert code == 2
    assert words in told
    assert not (root / CONFIG_FILE).exists()


@pytest.mark.parametrize(
    "name", ["quo'te.py", 'dou"ble.py', "back\\slash.py", "del\x7f.py", "emoji😀.py", "new\nline.py", "*.py"]
)
def test_init_writes_any_name(tmp_path: Path, cli: Run, name: str) -> None:
    """Whatever a file is called, the rule that is written says just that."""
    write(tmp_path, {"r.py": REFERENCE, name: RENAMED})
    code, _, _ = cli("init", "-r", tmp_path / "r.py", "--submissions", tmp_path / name, "--root", tmp_path)
    assert code == 0
    found = load_configuration(tmp_path.resolve(), Reader())
    assert found is not None
    assert found.rule_for(name) is not None
    assert found.rule_for("other.py") is None


@pytest.mark.parametrize(
    ("options", "said"),
    [(("-o", "-"), "the page is a file"), (("--csv", "-", "--json", "-"), "would be one document")],
)
def test_the_standard_output_takes_one_table(cli: Run, tmp_path: Path, options: tuple[str, ...], said: str) -> None:
    """No page goes there, and no two documents; nothing is written then."""
    write(tmp_path, {"solution.py": "def f(x):\n    return x\n", "class/ann.py": "def f(x):\n    return x\n"})
    code, out, told = cli("grade", "-r", tmp_path / "solution.py", tmp_path / "class", *options)
    assert (code, out) == (2, "")
    assert said in told
    assert not Path("-").exists()
