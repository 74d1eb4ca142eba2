"""What `codescore doctor` looks at: one function per component, each a list of findings, none of which may raise.

Knows what the product needs and the remedy for what is missing; shows nothing.
"""

from __future__ import annotations

import platform
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, files, version
from pathlib import Path
from typing import TYPE_CHECKING

from codescore import __version__
from codescore.foundation.errors import BundleError, EnvironmentProblem
from codescore.foundation.folders import cache_folder, config_folder
from codescore.foundation.packages import REINSTALL
from codescore.foundation.packages import remedy as to_install

if TYPE_CHECKING:
    from codescore.check import Checkers
    from codescore.languages import Language

OK, WARN, FAIL = "ok", "warn", "fail"

_PACKAGES = ("tree-sitter", "tokenizers", "numpy", "msgspec", "pygls", "lsprotocol", "platformdirs", "rich")
_RUNTIMES = ("onnxruntime", "onnxruntime-gpu")


@dataclass(frozen=True, slots=True)
class Finding:
    """One line of the report; `remedy` says what to do where `status` is not ok."""

    name: str
    status: str
    message: str
    remedy: str | None = None


def examine() -> list[Finding]:
    """All findings, in the order they are shown."""
    components: tuple[tuple[str, Callable[[], list[Finding]]], ...] = (
        ("codescore", _program),
        ("packages", _packages),
        ("runtime", _runtime),
        ("languages", _languages),
        ("bundle", _bundle),
        ("cache", _cache),
        ("settings", _settings),
        ("sandbox", _sandbox),
        ("terminal", _terminal),
    )
    findings: list[Finding] = []
    for name, component in components:
        try:
            findings += component()
        except Exception as error:  # noqa: BLE001  (a doctor outlives every illness)
            findings.append(Finding(name, FAIL, f"{type(error).__name__}: {error}", REINSTALL))
    return findings


def _program() -> list[Finding]:
    system = f"{platform.system()} {platform.machine()}"
    python = f"{platform.python_implementation()} {platform.python_version()}"
    return [Finding("codescore", OK, f"{__version__}, {python} at {sys.executable}, {system}")]


def _packages() -> list[Finding]:
    found = {name: _version(name) for name in _PACKAGES}
    missing = [name for name, number in found.items() if number is None]
    if missing:
        return [Finding("packages", FAIL, f"missing: {', '.join(missing)}", REINSTALL)]
    return [Finding("packages", OK, ", ".join(f"{name} {number}" for name, number in found.items()))]


def _runtime() -> list[Finding]:
    """The CPU's wheel is always there, and the GPU's shares its folder: the one installed last wins without a word."""
    installed = {name: number for name in _RUNTIMES if (number := _version(name)) is not None}
    if not installed:
        return [Finding("runtime", FAIL, "onnxruntime is not installed", REINSTALL)]
    whole = [name for name in installed if _whole(name)]
    wanted = list(installed)[-1]
    again = f"pip install --force-reinstall --no-deps {wanted}=={installed[wanted]}"
    if not whole:
        said = " and ".join(f"{name} {number}" for name, number in installed.items())
        return [Finding("runtime", FAIL, f"{said}: files are missing, or are another package's", again)]
    if wanted not in whole:
        message = f"onnxruntime {installed[whole[0]]} lies over {wanted} {installed[wanted]}: the model runs on the CPU"
        return [Finding("runtime", WARN, message, again)]
    where = "CUDA where there is a device, else CPU" if wanted == _RUNTIMES[1] else "CPU"
    return [Finding("runtime", OK, f"{wanted} {installed[wanted]} ({where})")]


def _whole(name: str) -> bool:
    """Whether a runtime's files are there with the sizes that they were installed with: sizes tell the two apart."""
    for file in (one for one in files(name) or () if one.parts[0] == _RUNTIMES[0]):
        try:
            if file.size is not None and Path(str(file.locate())).stat().st_size != file.size:
                return False
        except OSError:
            return False
    return True


def _languages() -> list[Finding]:
    """Each language parses and, where it has one, its compiler answers."""
    from codescore.check import Checkers
    from codescore.languages import by_id
    from codescore.languages.capabilities import TREE_SITTER, capabilities

    findings = []
    for one in capabilities():
        language = by_id(one.id)
        endings = " ".join(one.endings)
        if language is None:
            said = f"its grammar is not installed, files {endings}"
            findings.append(Finding(one.name, WARN, said, to_install(one.module, "languages")))
            continue
        lacks = f"; has no {', '.join(one.lacks())}" if one.lacks() else ""
        abi = language.grammar.abi_version
        findings.append(Finding(one.name, OK, f"grammar loaded (ABI {abi}), files {endings}{lacks}"))
        if one.check != TREE_SITTER:
            with Checkers() as checkers:  # each its own: one that is missing for two languages is missing twice
                findings.append(_compiler(checkers, language))
    return findings


def _compiler(checkers: Checkers, language: Language) -> Finding:
    """Whether a language's compiler answers, or what it says of itself."""
    result = checkers.check(language, b"\n", fragment=False)
    said = checkers.notices()
    name = f"{language.name} compiler"
    if not said:
        return Finding(name, OK, f"{result.checker} ({checkers.where(language)})")
    what, _, remedy = said[0].partition(": ")
    return Finding(name, WARN, f"{what}; tree-sitter judges", remedy)


def _bundle() -> list[Finding]:
    """The bundle in use verifies, and its model runs."""
    from codescore.cli.verification import verify
    from codescore.embed import default_bundle_path, selected_bundle_path

    path = default_bundle_path()
    origin = "your choice" if selected_bundle_path() else "from the package"
    other = "codescore model use default" if selected_bundle_path() else REINSTALL
    try:
        checks = verify(path)
    except BundleError as error:
        return [Finding("bundle", FAIL, str(error), other)]
    failed = [Finding(f"bundle: {check.name}", FAIL, check.message, other) for check in checks if not check.ok]
    said = {check.name: check.message for check in checks}
    return failed or [
        Finding("bundle", OK, f"{path} ({origin}): {said['files']}"),
        Finding("model", OK, f"{said['model']}; {said['vectors']}"),
    ]


def _cache() -> list[Finding]:
    """Vectors are kept here between runs; without it everything works, only slower."""
    folder = cache_folder()
    size = sum(file.stat().st_size for file in folder.glob("*") if file.is_file()) if folder.is_dir() else 0
    remedy = f"make {folder} writable, or set XDG_CACHE_HOME; until then vectors are computed anew in each run"
    return [_writable("cache", folder, f"{folder}, {size / 1e6:.1f} MB", remedy)]


def _settings() -> list[Finding]:
    """Where `model use` stores its choice."""
    from codescore.embed import bundles_folder

    folder = config_folder()
    remedy = f"make {folder} writable, or set XDG_CONFIG_HOME; until then `codescore model use` cannot store a choice"
    return [_writable("settings", folder, f"{folder}; your own bundles in {bundles_folder()}", remedy)]


def _sandbox() -> list[Finding]:
    """Whether programs can be run for evidence, and those of which languages."""
    from codescore.evidence.sandbox import probe
    from codescore.languages import all_languages

    ability = probe()
    if not ability.works:
        return [Finding("sandbox", WARN, f"no program is run here: {ability.detail}", ability.remedy)]
    findings, able = [], []
    for language in all_languages():
        runner = language.runner()
        if runner is None:
            continue
        try:
            runner.harness()
            able.append(language.name)
        except EnvironmentProblem as problem:
            findings.append(Finding("sandbox", WARN, str(problem), f"until then {language.name} is not run"))
    return [Finding("sandbox", OK, f"{ability.detail}; runs {', '.join(able) or 'nothing'}"), *findings]


def _terminal() -> list[Finding]:
    encoding = (sys.stdout.encoding or "unknown").lower()
    if encoding.startswith("utf"):
        return [Finding("terminal", OK, encoding)]
    remedy = "set PYTHONUTF8=1 or a UTF-8 locale to see ✓ and bars"
    return [Finding("terminal", WARN, f"{encoding}: signs are shown in ASCII", remedy)]


def _writable(name: str, folder: Path, message: str, remedy: str) -> Finding:
    """Whether a file can be made in a folder, or, where there is none yet, in the nearest one above it."""
    place = folder
    while not place.exists() and place != place.parent:
        place = place.parent
    try:
        with tempfile.TemporaryFile(dir=place):
            return Finding(name, OK, message)
    except OSError as error:
        return Finding(name, WARN, f"{message}: {error.strerror or error}", remedy)


def _version(name: str) -> str | None:
    try:
        return version(name)
    except PackageNotFoundError:
        return None
