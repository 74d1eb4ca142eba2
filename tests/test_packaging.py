"""What people install is what we test: the wheel holds the packages with all their data, and nothing else."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from importlib.metadata import distribution
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from codescore.cli.cases import FOLDER

ROOT = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Iterator[zipfile.ZipFile]:
    target = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(target)]
    built = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert built.returncode == 0, built.stderr
    with zipfile.ZipFile(next(target.glob("*.whl"))) as opened:
        yield opened


def test_the_wheel_holds_two_packages_and_no_top_level_server(wheel: zipfile.ZipFile) -> None:
    """`codescore` and `codescore_train`, their metadata, and no folder of ours by its source name."""
    tops = {name.split("/")[0] for name in wheel.namelist()}
    assert {t for t in tops if not t.endswith(".dist-info")} == {"codescore", "codescore_train"}


def test_the_wheel_holds_every_data_file(wheel: zipfile.ZipFile) -> None:
    """Queries, keywords, the compiler daemon, samples, recipes and the default bundle travel with the code."""
    names = set(wheel.namelist())
    for folder, package in ((ROOT / "server", "codescore"), (ROOT / "model_export", "codescore_train")):
        for path in (folder / package).rglob("*"):
            if path.is_file() and "__pycache__" not in path.parts and path.name != "RESULTS.md":
                assert path.relative_to(folder).as_posix() in names


def test_the_wheel_fits_the_size_that_is_promised(wheel: zipfile.ZipFile) -> None:
    """The model's two parts are at most 20 MB together, and they are the only large things.

    Of the rest, which is source for the most part, nothing is above 1 MB, and all of it is below 8.7.
    """
    sizes = {info.filename: info.file_size for info in wheel.infolist()}
    model = [size for name, size in sizes.items() if name.endswith((".onnx", "same-task.bin"))]
    assert len(model) == 2
    assert sum(model) <= 20_000_000
    assert sum(sizes.values()) - sum(model) <= 8_700_000
    assert sum(size > 1_000_000 for size in sizes.values()) == len(model)


def needed(lines: list[str]) -> set[str]:
    """Names of the packages that requirements without extras bring, with those that these bring."""
    found: set[str] = set()
    left = [Requirement(line) for line in lines]
    while left:
        one = left.pop()
        name = canonicalize_name(one.name)
        if name not in found and (one.marker is None or one.marker.evaluate({"extra": ""})):
            found.add(name)
            left += [Requirement(line) for line in distribution(one.name).requires or ()]
    return found


@pytest.fixture(scope="module")
def bare(wheel: zipfile.ZipFile, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of programs of an environment into which nothing but the wheel was installed, without an index.

    What the wheel requires is there as links to this environment's packages, those and no others: pip checks the
    wheel's own requirements against them, and nothing can be downloaded.
    """
    folder = tmp_path_factory.mktemp("bare")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(folder)], check=True)
    programs = folder / "bin"
    place = subprocess.run(
        [programs / "python", "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"],
        capture_output=True, text=True, check=True,
    ).stdout.strip()  # fmt: skip
    (metadata,) = [name for name in wheel.namelist() if name.endswith("/METADATA")]
    lines = re.findall(r"^Requires-Dist: (.+)$", wheel.read(metadata).decode(), re.MULTILINE)
    for name in needed(lines):
        package = distribution(name)
        for top in {file.parts[0] for file in package.files or () if file.parts[0] not in ("..", "__pycache__")}:
            (Path(place) / top).symlink_to(Path(str(package.locate_file(top))))
    command = [sys.executable, "-m", "pip", "--python", programs / "python", "install", "--quiet", "--no-index"]
    command += ["--disable-pip-version-check", str(wheel.filename)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return programs


def called(bare: Path, home: Path, *command: str) -> subprocess.CompletedProcess[str]:
    """A program of the bare environment, with nothing of ours in its surroundings."""
    surroundings = {"PATH": "/usr/bin:/bin", "HOME": str(home), "LANG": "C.UTF-8"}
    line = [bare / command[0], *command[1:]]
    return subprocess.run(line, cwd=home, env=surroundings, capture_output=True, text=True, check=False)


@pytest.mark.bundle
def test_a_plain_install_scores(bare: Path, tmp_path: Path) -> None:
    """After `pip install codescore-r` and nothing else the main job is done, by a program named as the package, too."""
    ours, theirs = (str(FOLDER / "binary_search" / name) for name in ("renamed.py", "reference.py"))
    for program in (("codescore-r",), ("codescore",), ("python", "-m", "codescore")):
        done = called(bare, tmp_path, *program, "score", ours, theirs)
        assert (done.returncode, done.stderr) == (0, "")
        assert "is judged to do what" in done.stdout
    assert called(bare, tmp_path, "codescore", "doctor").returncode == 0


@pytest.mark.parametrize(
    ("command", "extra"),
    [
        (("codescore", "metrics", "a.py", "b.py"), "study"),
        (("codescore", "metrics", "a.py", "b.py", "--metrics", "bleu", "--tokens", "13a"), "study"),
        (("codescore", "study", "d.jsonl", "--out", "o"), "study"),
        (("codescore", "study", "report", "o"), "study"),
        (("codescore", "experiment", "plan", "--participants", "9", "--suggestions", "9"), "experiments"),
        (("codescore-train", "train", "--work", "w"), "train"),
        (("codescore-train", "export", "--work", "w", "--out", "o"), "train"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else value,
)
def test_what_needs_an_extra_says_which(bare: Path, tmp_path: Path, command: tuple[str, ...], extra: str) -> None:
    """One line, exit code 3, and the very command that helps."""
    for name in ("a.py", "b.py"):
        (tmp_path / name).write_text("def f(x):\n    return x\n")
    (tmp_path / "d.jsonl").write_text("")
    (tmp_path / "o").mkdir()
    done = called(bare, tmp_path, *command)
    assert (done.returncode, done.stderr.count("\n")) == (3, 1), done.stderr
    assert f"pip install 'codescore-r[{extra}]'" in done.stderr


@pytest.mark.parametrize("lock", ["run.txt", "test.txt"])
def test_lock_files_hold_versions_and_hashes_and_no_addresses(lock: str) -> None:
    """Every requirement is pinned and hashed; where it is fetched from is the installer's business."""
    text = (ROOT / "requirements" / lock).read_text(encoding="utf-8")
    pins = re.findall(r"^([A-Za-z0-9._-]+)==([^ \\\n]+)", text, re.MULTILINE)
    assert len(pins) > 20
    assert len(re.findall(r"--hash=sha256:[0-9a-f]{64}", text)) >= len(pins)
    assert not re.search(r"https?://|file:|index-url|find-links", text)


def test_scripts_are_sound_shell() -> None:
    """The two commands of the README parse; shellcheck agrees where it is installed."""
    scripts = sorted((ROOT / "scripts").glob("*.sh"))
    assert {"demo.sh", "test.sh"} <= {s.name for s in scripts}
    for script in [*scripts, ROOT / ".ci" / "run"]:
        subprocess.run(["bash", "-n", str(script)], check=True)
    if shutil.which("shellcheck"):
        subprocess.run(["shellcheck", "-x", *map(str, scripts)], check=True, cwd=ROOT, env={**os.environ})


def test_no_file_holds_what_a_merge_left_behind() -> None:
    """Markers of a conflict are nowhere in what is kept under version control."""
    command = ["git", "grep", "-lE", "^(<{7}|>{7}) ", "--", "."]
    found = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert found.stdout == ""
