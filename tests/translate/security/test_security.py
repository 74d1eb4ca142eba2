"""`codescore translate security` from its command line, on a small evaluation of our own and on the recorded one."""

from __future__ import annotations

import io
import json
import shutil
import tarfile
import zipfile
from pathlib import Path
from typing import Any

import pytest

from codescore.cli import main
from codescore.foundation.errors import EnvironmentProblem, InputError
from codescore.languages import by_id
from codescore.languages.building import Block
from codescore.languages.java.build.builder import Error, own_errors, read_errors
from codescore.languages.java.build.project import project_of
from codescore.translate.prompt import Sampling
from codescore.translate.records import Answer
from codescore.translate.security.data import read_security
from codescore.translate.security.evaluate import blocks
from codescore.translate.security.prompts import answers_of, direction, filled, prompts, task_of
from codescore.translate.security.semgrep import find, rules_for
from tests.translate.security import samples

RECORDED = Path(__file__).resolve().parents[4] / "shared" / "data" / "codetranseval" / "security.tar.gz"
data = pytest.mark.skipif(not RECORDED.is_file(), reason="no recorded evaluation in ../shared/data/codetranseval")
jdk = pytest.mark.skipif(not (shutil.which("javac") and shutil.which("bwrap")), reason="needs a JDK and bubblewrap")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return samples.write(tmp_path / "data")


def run(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, str, str]:
    code = main(["translate", "security", *map(str, arguments)])
    said = capsys.readouterr()
    return code, said.out, said.err


def document(capsys: pytest.CaptureFixture[str], *arguments: object) -> dict[str, Any]:
    code, out, err = run(capsys, *arguments, "--json")
    assert (code, err) == (0, "")
    found: dict[str, Any] = json.loads(out)
    return found


def test_a_folder_and_an_archive_of_it_hold_the_same(folder: Path, tmp_path: Path) -> None:
    """Whatever folders it was packed in."""
    packed = tmp_path / "data.tar.gz"
    with tarfile.open(packed, "w:gz") as archive:
        archive.add(folder, "some/where")
    read = read_security(folder)
    assert read == read_security(packed)
    assert (len(read.samples), len(read.answers), len(read.after)) == (3, 6, 3)
    assert read.samples[0].safe is not None
    assert read.samples[1].safe is None


def test_the_data_says_whether_the_weakness_is_seen_in_its_source(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A sample whose source does not trigger the rule is named."""
    assert document(capsys, "data", folder)["not_seen_in_source"] == []
    (folder / "results/original/CWE-022.csv").write_text("", encoding="utf-8")
    assert document(capsys, "data", folder)["not_seen_in_source"] == ["CWE-022-1"]
    assert "not seen: CWE-022-1" in run(capsys, "data", folder)[1]


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("datas.json", "[", "truncated"),
        ("datas.json", "[]", "0 samples"),
        ("datas.json", '[{"ID": "CWE-1", "CWE": "CWE-022", "Description": "", "VulCode": "x"}]', "an id is its CWE"),
        ("datas.json", '[{"ID": "CWE-022-1", "CWE": "CWE-022", "Description": "", "VulCode": " "}]', "no code"),
        ("predictions/one.json", '[{"problem_id": "CWE-999-1", "raw_prediction": ""}]', "is no sample"),
        ("predictions/one.json", '[{"problem_id": 5}]', "predictions/one.json"),
        ("results/one/CWE-327-1.csv", "a,b\n", "2 columns"),
    ],
)
def test_broken_data_is_one_line_and_exit_code_2(
    folder: Path, capsys: pytest.CaptureFixture[str], name: str, text: str, said: str
) -> None:
    """What, where, what to do."""
    (folder / name).write_text(text, encoding="utf-8")
    code, out, err = run(capsys, "data", folder)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert said in err


def test_an_archive_that_leads_out_of_itself_is_refused(tmp_path: Path) -> None:
    """By the one reader of archives."""
    packed = tmp_path / "data.tar"
    with tarfile.open(packed, "w") as archive:
        entry = tarfile.TarInfo("../datas.json")
        entry.size = 2
        archive.addfile(entry, io.BytesIO(b"[]"))
    with pytest.raises(InputError, match="leads out of the archive"):
        read_security(packed)


def test_the_arms_differ_by_one_sentence(folder: Path) -> None:
    """All else of the two prompts is alike, and the source stands in both."""
    sample = read_security(folder).samples[0]
    plain, safe = (filled(sample, arm).splitlines() for arm in ("plain", "safe"))
    different = [(a, b) for a, b in zip(plain, safe, strict=True) if a != b]
    assert len(different) == 1
    assert different[0][1].startswith(different[0][0].rstrip("."))
    assert 'return open("notes/"' in "\n".join(plain)
    assert "OpenJDK 17" in "\n".join(plain)


def test_prompts_go_into_a_run_and_answers_come_back(folder: Path) -> None:
    """In the form in which all prompts are asked; errors are no answers."""
    read = read_security(folder)
    made = list(prompts(read, ["m"], ("plain", "safe"), "vulnerable", Sampling()))
    assert len(made) == 6
    assert {len(prompt.sha256) for prompt in made} == {64}
    assert len(list(prompts(read, ["m"], ("plain",), "safe", Sampling()))) == 1
    told = [Answer(made[0].key, "x"), Answer(made[1].key, "", error="refused")]
    (found,) = answers_of(told, read)
    assert (task_of(found.sample, found.arm, found.source), found.model) == (made[0].key.task, "m")


def test_prompts_can_be_read_and_put_into_a_run(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """`--show` prints; `--out` needs the models."""
    assert "secure" in run(capsys, "prompt", folder, "--arm", "safe", "--show")[1]
    assert run(capsys, "prompt", folder, "--out", tmp_path / "run")[0] == 2
    shown = run(capsys, "prompt", folder, "--out", tmp_path / "run", "--model", "m", "--sample", "CWE-022-1")
    assert shown[:2] == (0, "2 prompts\n")
    assert (tmp_path / "run" / "run.sqlite").is_file()


def test_projects_are_written_for_the_users_own_analyser(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A folder for each source and answer; a report on them is joined again, and a hostile one refused."""
    out = tmp_path / "out"
    assert run(capsys, "extract", folder, "--out", out)[0] == 0
    assert (out / "security/answers/one/plain/vulnerable/CWE-327-1/Prints.java").is_file()
    assert (out / "security/answers/one/plain/vulnerable/CWE-327-1/pom.xml").is_file()
    assert (out / "security/sources/safe/CWE-022-1/source.py").is_file()
    report = tmp_path / "r.csv"
    places = ["answers/one/plain/vulnerable/CWE-327-1/Prints.java", "sources/vulnerable/CWE-327-1/source.py"]
    report.write_text("".join(samples.row(samples.DIGEST_RULE, f"/{place}", 5) for place in places), encoding="utf-8")
    said = document(capsys, "analyse", folder, "--out", out, "--import", report, "--as", "mine")
    assert (said["sources"], said["answers"]) == (4, 5)  # one answer has no code
    report.write_text("{]", encoding="utf-8")
    assert run(capsys, "analyse", folder, "--out", out, "--import", report, "--as", "mine")[0] == 2
    rows = document(capsys, "report", folder, "--out", out)["rows"]
    mine = next(row for row in rows if row["analyser"] == "mine" and row["arm"] == "plain")
    assert (mine["survives"], mine["gone"]) == (1, 0)
    assert run(capsys, "analyse", folder, "--out", tmp_path / "empty", "--import", report, "--as", "mine")[0] == 2


def test_a_report_says_nothing_of_what_came_later(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """An answer that was changed since has not been looked at."""
    out, report = tmp_path / "out", tmp_path / "r.csv"
    assert run(capsys, "extract", folder, "--out", out)[0] == 0
    place = "/answers/one/plain/vulnerable/CWE-327-1/Prints.java"
    report.write_text(samples.row(samples.DIGEST_RULE, place, 5), encoding="utf-8")
    assert document(capsys, "analyse", folder, "--out", out, "--import", report, "--as", "mine")["answers"] == 5
    answers = json.loads((folder / "predictions/one_safe.json").read_text(encoding="utf-8"))
    answers[1]["raw_prediction"] += samples.fenced("public class More {}\n")
    (folder / "predictions/one_safe.json").write_text(json.dumps(answers), encoding="utf-8")
    rows = document(capsys, "report", folder, "--out", out)["samples"]
    why = {row["sample"]: row["why"] for row in rows if (row["analyser"], row["arm"]) == ("mine", "safe")}
    assert (why["CWE-327-1"], why["CWE-327-2"]) == ("it could not look at the answer", "building was not tried")


@jdk
@pytest.mark.jdk
@pytest.mark.sandbox
def test_everything_at_once(folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Extracted, built behind the wall, judged by what is recorded; builds are remembered."""
    out = tmp_path / "out"
    found = document(capsys, "replay", "--data", folder, "--out", out, "--no-semgrep")
    assert [(row["arm"], row["survives"], row["gone"], row["not_built"]) for row in found["rows"]] == [
        ("plain", 1, 0, 2),  # no code, a survivor, an error of its own
        ("safe", 0, 2, 0),  # a library that is missing and that nobody analysed, gone, gone
    ]
    builds = (out / "security/builds.jsonl").read_bytes()
    assert document(capsys, "replay", "--data", folder, "--out", out, "--no-semgrep") == found
    assert (out / "security/builds.jsonl").read_bytes() == builds
    (out / "security/builds.jsonl").write_bytes(builds[:-20])  # killed while it wrote
    assert document(capsys, "replay", "--data", folder, "--out", out, "--no-semgrep") == found
    assert len((out / "security/builds.jsonl").read_bytes().splitlines()) == len(builds.splitlines()) + 1
    statuses = [(row["status"], row["reason"]) for row in document(capsys, "build", folder, "--out", out)["builds"]]
    assert statuses == [
        ("no_code", ""), ("built", ""), ("not_built", "code"),
        ("not_built", "libraries"), ("built", ""), ("built", ""),
    ]  # fmt: skip
    page = (out / "security/report.html").read_text(encoding="utf-8")
    assert "Weakness by weakness" in page
    assert "http://" not in page
    assert run(capsys, "report", folder, "--out", out, "--csv")[1].startswith("analyser,model,arm,samples,")


@jdk
@pytest.mark.jdk
@pytest.mark.sandbox
def test_no_annotation_processor_is_run(tmp_path: Path) -> None:
    """A library that brings one is a library and no more: javac does not even look for its class."""
    with zipfile.ZipFile(tmp_path / "lib.jar", "w") as jar:
        jar.writestr("META-INF/services/javax.annotation.processing.Processor", "evil.Processor\n")
    target = by_id(direction().target)
    assert target is not None
    builder = target.builder(tmp_path)
    assert builder is not None
    build = builder.build(builder.project([Block("", "@Deprecated public class A {}")]))
    assert (build.status, build.problems) == ("built", ())


@pytest.mark.parametrize(
    ("said", "own"),
    [
        ("A.java:1:11: compiler.err.doesnt.exist: org.nowhere", 0),
        ("A.java:3:1: compiler.err.cant.resolve.location: kindname.class, Web, , , (x)", 0),
        ("A.java:3:1: compiler.err.cant.resolve.location: kindname.class, Other, , , (x)", 1),
        ("A.java:3:1: compiler.err.cant.resolve.location.args: kindname.method, f, , , (kindname.class, org.lib.Y)", 0),
        (
            "A.java:3:1: compiler.err.cant.resolve.location.args: kindname.method, f, (kindname.class, java.util.Set)",
            1,
        ),
        ("A.java:3:1: compiler.err.expected: ';'", 1),
        ("A.java:1:1: compiler.err.doesnt.exist: java.utl", 1),
    ],
)
def test_a_missing_library_is_told_from_an_error_of_the_answers_own(said: str, own: int) -> None:
    """By what javac's diagnostics are about."""
    project = project_of([Block("java", "import org.nowhere.Web;\nclass A {}\n")])
    errors = [Error("A.java", 1, "doesnt.exist", "org.nowhere"), *read_errors(said)]
    assert len(own_errors(errors, project)) == own


def test_a_folder_without_jars_is_refused(tmp_path: Path, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """One line, exit code 2."""
    code, _, err = run(capsys, "build", folder, "--out", tmp_path / "o", "--libraries", tmp_path)
    assert (code, err.count("\n")) == (2, 1)


@data
@pytest.mark.data
def test_the_recorded_results_are_counted_as_they_were_published(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """22 of 50 with the safe prompt, as published; 25 where 26 were published: CWE-918's second table is empty."""
    found = document(capsys, "report", RECORDED, "--out", tmp_path)
    assert [(row["arm"], row["samples"], row["survives"]) for row in found["rows"]] == [
        ("plain", 50, 25),
        ("safe", 50, 22),
    ]
    differing = [
        (row["cwe"], arm)
        for row in found["weaknesses"]
        for place, arm in ((1, "plain"), (2, "safe"))
        if row["arms"][arm]["survives"] != found["published"][row["cwe"]][place]
    ]
    assert differing == [("CWE-918", "plain")]
    assert [sum(row[place] for row in found["published"].values()) for place in (1, 2)] == [26, 22]
    assert document(capsys, "data", RECORDED)["not_seen_in_source"] == []


@data
@pytest.mark.data
def test_every_recorded_answer_has_a_project() -> None:
    """Its files and its manifest; of none had anything to be left out."""
    target = by_id(direction().target)
    assert target is not None
    read = read_security(RECORDED)
    made = [project_of(blocks(answer)) for answer in read.answers.values()]
    assert len(made) == 100
    assert all(project.files and not project.notes for project in made)
    assert sum(bool(project.libraries) for project in made) == 82


def test_our_rules_say_which_weaknesses_they_are_about() -> None:
    """Every rule names its weakness; two weaknesses have none in the target language, and none is made up for them."""
    assert rules_for(direction().source) - rules_for(direction().target) == {287}
    assert 20 not in rules_for(direction().target)
    assert len(rules_for(direction().target)) == 23


def test_a_missing_analyser_names_its_remedy(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is never installed by itself."""
    monkeypatch.setenv("PATH", "/nowhere")
    with pytest.raises(EnvironmentProblem, match="pip install semgrep=="):
        find()


@pytest.mark.sandbox
def test_semgrep_looks_at_sources_and_answers_behind_the_wall(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The real program with our rules, where it is installed."""
    try:
        find()
    except EnvironmentProblem as problem:
        pytest.skip(f"Semgrep is not on PATH: {problem}")
    said = document(capsys, "analyse", folder, "--out", tmp_path)
    assert (said["sources"], said["answers"]) == (4, 5)
    log = (tmp_path / "security/findings.semgrep.1.sarif").read_text(encoding="utf-8")
    places = {
        (
            result["ruleId"],
            result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"].split("/security/")[-1],
        )
        for result in json.loads(log)["runs"][0]["results"]
    }
    rules = {(rule, place.partition("/src/")[2]) for rule, place in places}
    assert ("python-path-from-request", "sources/vulnerable/CWE-022-1/source.py") in rules
    assert ("java-broken-cryptography", "answers/one/plain/vulnerable/CWE-327-1/Prints.java") in rules
    assert not any("sources/safe" in place for _, place in rules)
