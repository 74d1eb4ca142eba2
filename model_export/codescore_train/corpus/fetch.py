"""Archives obtained through the user's own pip and apt, by package name, and checked against the recipe's hashes.

No address appears here: pip asks the indexes the user configured, apt the machine's own package sources (with
source packages turned on in a private configuration; the machine's is left as it is).  An archive that is already
there with the right hash is not fetched again.  Neighbours: `recipe` pins, `projects` reads the archives.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from codescore.foundation.files import sha256
from codescore_train.corpus.recipe import Recipe, Source

TIMEOUT = 300  # seconds for one package
_APT_LISTS = ("/etc/apt/sources.list", "/etc/apt/sources.list.d")


class UnavailableError(Exception):
    """A source cannot be had; the message says why in a few words, without any address."""


def fetch(source: Source, store: Path, recipe: Recipe, apt_config: Path | None) -> tuple[Path, ...]:
    """The source's archives in `store`, in the recipe's order, each with the pinned hash.  Raises UnavailableError."""
    folder = store / source.kind
    folder.mkdir(parents=True, exist_ok=True)
    targets = tuple(folder / name for name, _ in source.files)
    if not all(_matches(path, digest) for path, (_, digest) in zip(targets, source.files, strict=True)):
        with tempfile.TemporaryDirectory(dir=folder, prefix=".fetch-") as temporary:
            _download(source, Path(temporary), recipe, apt_config)
            for path, (name, digest) in zip(targets, source.files, strict=True):
                _accept(Path(temporary) / name, path, digest)
    return targets


def private_apt(folder: Path) -> Path | None:
    """An apt configuration under `folder` that knows source packages; None where apt is absent or cannot be used."""
    if not shutil.which("apt-get"):
        return None
    parts = folder / "parts"
    parts.mkdir(parents=True)
    for name in ("lists/partial", "cache/archives/partial"):
        (folder / name).mkdir(parents=True)
    for path in _source_lists():
        (parts / path.name).write_text(source_packages(path.read_text(encoding="utf-8")), encoding="utf-8")
    config = folder / "apt.conf"
    config.write_text(
        f'Dir::Etc::sourcelist "/dev/null";\nDir::Etc::sourceparts "{parts}";\n'
        f'Dir::State::lists "{folder}/lists";\nDir::Cache "{folder}/cache";\nAPT::Sandbox::User "";\n',
        encoding="utf-8",
    )
    try:
        _run(["apt-get", "-qq", "update"], {"APT_CONFIG": str(config)})
    except UnavailableError:
        return None
    return config


def _source_lists() -> list[Path]:
    found = [Path(_APT_LISTS[0])] if Path(_APT_LISTS[0]).is_file() else []
    folder = Path(_APT_LISTS[1])
    found += sorted(p for p in folder.iterdir() if p.suffix in {".list", ".sources"}) if folder.is_dir() else []
    # Third-party lists rarely hold source packages and would make the update fail.
    return [path for path in found if re.search(r"\bdebian\b", path.read_text(encoding="utf-8", errors="replace"))]


def source_packages(text: str) -> str:
    """An apt sources list, in either format, that asks for source packages."""
    text = re.sub(r"(?m)^Types:.*$", "Types: deb-src", text)
    return re.sub(r"(?m)^deb\s", "deb-src ", text)


def _download(source: Source, folder: Path, recipe: Recipe, apt_config: Path | None) -> None:
    if source.kind == "pypi":
        command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--dest", str(folder)]
        _run([*command, *recipe.pip_options, source.requirement], {})
        return
    if apt_config is None:
        raise UnavailableError("apt cannot list source packages here")
    command = ["apt-get", "source", "-qq", "--download-only"]
    # The upstream archive alone is enough where the packaging is not pinned.
    only = ["--tar-only"] if len(source.files) == 1 else []
    _run([*command, *only, source.requirement], {"APT_CONFIG": str(apt_config)}, folder)


def _run(command: Sequence[str], env: dict[str, str], folder: Path | None = None) -> None:
    try:
        done = subprocess.run(
            command, cwd=folder, env={**os.environ, **env}, timeout=TIMEOUT, check=False,
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
        )  # fmt: skip
    except (OSError, subprocess.TimeoutExpired) as error:
        raise UnavailableError(f"{command[0]}: {type(error).__name__}") from error
    if done.returncode:
        raise UnavailableError(_reason(done.stderr.decode("utf-8", errors="replace")))


def _reason(stderr: str) -> str:
    lines = [line for line in stderr.splitlines() if re.match(r"(E:|ERROR)", line)] or ["it failed"]
    return "not available: " + re.sub(r"\b\w+://\S+|\[IP[^]]*\]", "", lines[0])[:120].strip()


def _accept(fetched: Path, target: Path, digest: str) -> None:
    if not fetched.is_file():
        raise UnavailableError("another file than the pinned one is offered")
    if not _matches(fetched, digest):
        raise UnavailableError("the file's hash is not the pinned one")
    fetched.replace(target)


def _matches(path: Path, digest: str) -> bool:
    return path.is_file() and sha256(path) == digest
