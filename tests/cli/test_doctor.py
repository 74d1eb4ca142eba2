"""`codescore doctor`: what is there, what is missing, and the remedy."""

from __future__ import annotations

import re
import shutil
import sys
from pathlib import Path

import pytest

from codescore.cli import examinations

from .conftest import Run, sample

pytestmark = pytest.mark.bundle


def checks(cli: Run) -> dict[str, dict[str, str]]:
    return {check["name"]: check for check in cli("doctor", "--json").json["checks"]}


def test_a_sound_installation_is_ready(cli: Run) -> None:
    """Every finding has a name, a status and a message; what is not ok has a remedy; exit code 0."""
    answer = cli("doctor", "--json")
    assert (answer.code, answer.err) == (0, "")
    assert answer.json["ok"]
    for check in answer.json["checks"]:
        assert check["status"] in ("ok", "warn", "fail")
        assert check["message"]
        assert (check["remedy"] is None) == (check["status"] == "ok")


def test_the_report_covers_all_parts(cli: Run) -> None:
    """Versions, runtime, languages with their compilers, bundle, cache, settings, terminal."""
    names = checks(cli).keys()
    assert {"codescore", "packages", "runtime", "Python", "Python compiler", "Java", "Java compiler"} <= names
    assert {"bundle", "model", "cache", "settings", "terminal"} <= names


@pytest.mark.jdk
@pytest.mark.skipif(shutil.which("javac") is None, reason="NO JDK: its place was not looked for")
def test_compilers_are_named_with_their_place(cli: Run) -> None:
    """Which compiler judges, and where it is."""
    found = checks(cli)
    assert found["Python compiler"]["message"].endswith(f"({sys.executable})")
    assert re.fullmatch(r"javac \d+ \(.*java\)", found["Java compiler"]["message"])


def test_words_for_a_person(cli: Run) -> None:
    """The same as a table, with a last line that says whether scoring works."""
    answer = cli("doctor")
    assert answer.code == 0
    assert answer.out.splitlines()[-1].startswith("Ready to score")


def runtimes(folder: Path, **there: int) -> None:
    """Two installed packages, `onnxruntime` (a library of 100 bytes) and `onnxruntime-gpu` (200), and what is there."""
    (folder / "onnxruntime").mkdir()
    for package, size in (("onnxruntime", 100), ("onnxruntime_gpu", 200)):
        info = folder / f"{package}-1.2.3.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package.replace('_', '-')}\nVersion: 1.2.3\n")
        (info / "RECORD").write_text(f"onnxruntime/core.so,,{size}\n{info.name}/RECORD,,\n")
    for name, size in there.items():
        (folder / "onnxruntime" / f"{name}.so").write_bytes(b"x" * size)


@pytest.mark.parametrize(
    ("there", "status", "said"),
    [
        ({"core": 200}, "ok", "onnxruntime-gpu 1.2.3 (CUDA where there is a device, else CPU)"),
        ({"core": 100}, "warn", "onnxruntime 1.2.3 lies over onnxruntime-gpu 1.2.3: the model runs on the CPU"),
        ({"core": 150}, "fail", "files are missing, or are another package's"),
        ({}, "fail", "files are missing, or are another package's"),
    ],
)
def test_of_two_runtimes_the_one_that_is_there_is_named(
    cli: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, there: dict[str, int], status: str, said: str
) -> None:
    """The CPU and the GPU wheel overwrite each other: which one won, and the command that puts the GPU's on top."""
    runtimes(tmp_path, **there)
    monkeypatch.syspath_prepend(str(tmp_path))
    (runtime,) = examinations._runtime()
    assert (runtime.status, said in runtime.message) == (status, True)
    if status != "ok":
        assert runtime.remedy == "pip install --force-reinstall --no-deps onnxruntime-gpu==1.2.3"


def test_what_is_not_installed_fails_with_a_remedy(cli: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a runtime the main job cannot be done: exit code 3."""
    monkeypatch.setattr(examinations, "_version", lambda name: None)
    answer = cli("doctor", "--json")
    assert answer.code == 3
    failed = {check["name"]: check for check in answer.json["checks"] if check["status"] == "fail"}
    assert failed["runtime"]["remedy"] == "pip install --force-reinstall codescore-r"
    assert "tree-sitter" in failed["packages"]["message"]


def test_a_missing_jdk_is_a_warning_with_a_remedy(cli: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Scoring goes on with the parser's word; the doctor says what to install, and so does a verdict."""
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("JAVA_HOME", raising=False)
    compiler = checks(cli)["Java compiler"]
    assert compiler["status"] == "warn"
    assert "JDK" in compiler["message"]
    assert "install" in compiler["remedy"]
    pair = sample("balanced/broken.java"), sample("balanced/reference.java")
    document = cli("score", *pair, "--json").json
    assert document["units"][0]["checker"] == "tree-sitter"
    assert not document["compiles"]
    assert "no JDK" in document["notes"][-1]


def test_a_folder_that_cannot_be_written_is_a_warning(
    cli: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Cache and settings are conveniences: scoring works without them, and the doctor says what is lost."""
    blocked = tmp_path / "blocked"
    blocked.write_text("a file where folders should be")
    monkeypatch.setenv("XDG_CACHE_HOME", str(blocked))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(blocked))
    found = checks(cli)
    for name in ("cache", "settings"):
        assert found[name]["status"] == "warn"
        assert str(blocked) in found[name]["remedy"]
    assert cli("demo", "--json", "--no-evidence").code == 0


def test_a_broken_bundle_fails(cli: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Without a sound bundle the exit code is 3, and the remedy is named."""
    choice = tmp_path / "codescore-r" / "bundle"
    choice.parent.mkdir()
    choice.write_text(str(tmp_path))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    answer = cli("doctor", "--json")
    assert answer.code == 3
    (failed,) = [check for check in answer.json["checks"] if check["status"] == "fail"]
    assert failed["remedy"] == "codescore model use default"


def test_the_doctor_outlives_every_illness(cli: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """An examination that fails itself is a finding, not the end of the report."""
    monkeypatch.setattr(examinations, "_languages", lambda: 1 // 0)
    found = checks(cli)
    assert "ZeroDivisionError" in found["languages"]["message"]
    assert "bundle" in found
