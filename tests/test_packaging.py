"""What people install is what we test: the wheel holds the packages with all their data, and nothing else."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> zipfile.ZipFile:
    target = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(target)]
    built = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert built.returncode == 0, built.stderr
    return zipfile.ZipFile(next(target.glob("*.whl")))


def test_the_wheel_holds_two_packages_and_no_top_level_server(wheel: zipfile.ZipFile) -> None:
    """`codescore` and `codescore_train`, their metadata, and no folder of ours by its source name."""
    tops = {name.split("/")[0] for name in wheel.namelist()}
    assert {t for t in tops if not t.endswith(".dist-info")} == {"codescore", "codescore_train"}


def test_the_wheel_holds_every_data_file(wheel: zipfile.ZipFile) -> None:
    """Queries, keywords, the compiler daemon, samples, recipes and the default bundle travel with the code."""
    names = set(wheel.namelist())
    for folder, package in ((ROOT / "server", "codescore"), (ROOT / "model_export", "codescore_train")):
        for path in (folder / package).rglob("*"):
            if path.is_file() and "__pycache__" not in path.parts:
                assert path.relative_to(folder).as_posix() in names


def test_the_wheel_fits_the_size_that_is_promised(wheel: zipfile.ZipFile) -> None:
    """The model is at most 20 MB, and it is the only large thing."""
    sizes = {info.filename: info.file_size for info in wheel.infolist()}
    model = [size for name, size in sizes.items() if name.endswith(".onnx")]
    assert len(model) == 1
    assert model[0] <= 20_000_000
    assert sum(sizes.values()) - model[0] <= 8_000_000


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
