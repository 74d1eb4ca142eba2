"""javac behind the wall: a project in, built or not and why out; no annotation processor, no network, nothing is run.

Libraries are those of Debian's packages (`libraries.toml`) that are installed, and the user's own folder of jars.  A
project that only lacks libraries is told from one with errors of its own, by javac's machine-readable diagnostics: an
error is a library's where it is about a package that is not here, a name that such an import could bring, or a member
of a class that is neither the project's nor the JDK's.  Errors that follow from a library's absence and name nothing of
it count as the project's own, which is the less friendly reading.  Neighbour: `project` makes projects.
"""

from __future__ import annotations

import hashlib
import re
import shutil
import subprocess
import tempfile
import tomllib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path

from codescore.foundation.errors import EnvironmentProblem, InputError
from codescore.foundation.wall import confined, readable
from codescore.languages.building import Block, Build, Project
from codescore.languages.java.build.project import project_of
from codescore.languages.java.daemon import NO_JDK

_MEMORY = 8 << 30  # of addresses: a JVM reserves far more than it uses
_SECONDS = 60
_JARS, _SOURCES = "/codescore/jars", "/codescore/src"
_RELEASE = "17"
_MAX_JARS = 500
_LINE = re.compile(r"^(?P<file>[^:\n]+\.java):(?P<line>\d+):\d+: (?P<code>compiler\.err\.[\w.]+)(?:: (?P<about>.*))?$")
_BARE = re.compile(r"^- (?P<code>compiler\.err\.[\w.]+)(?:: (?P<about>.*))?$")
_CLASS = re.compile(r"\b(?:[a-z_][\w]*\.)+[A-Z][\w.$]*")
_JDK = ("java.", "jdk.", "compiler.", "javax.crypto.", "javax.net.", "javax.security.", "javax.sql.", "javax.xml.",
        "org.w3c.", "org.xml.")  # fmt: skip
_IMPORT = re.compile(r"^\s*import\s+(?:static\s+)?([\w.]+?)(?:\.(\*|\w+))\s*;", re.MULTILINE)
_KINDS = re.compile(r"kindname\.(?:class|interface|annotation|variable|constructor|method|static)(?:, |$)")


@dataclass(frozen=True, slots=True)
class Error:
    """One diagnostic of javac: its code without prefix, and its arguments as javac writes them."""

    file: str
    line: int
    code: str
    about: str

    def __str__(self) -> str:
        """One line for people."""
        return f"{self.file}:{self.line}: {self.code}: {self.about}"[:300]


class JavaBuilder:
    """`Builder` by javac.  `own` is a folder with jars of the user's."""

    def __init__(self, own: Path | None = None, *, seconds: int = _SECONDS) -> None:
        self._jars = tuple(_installed()) + tuple(_of(own) if own is not None else ())
        self._seconds = seconds
        self._compiler = ""

    @property
    def signature(self) -> str:
        """`javac 17.0.15|jars:11:1a2b3c4d`."""
        digest = hashlib.sha256("\n".join(f"{jar.name} {jar.stat().st_size}" for jar in self._jars).encode())
        return f"{self._version()}|jars:{len(self._jars)}:{digest.hexdigest()[:8]}"

    def project(self, blocks: Sequence[Block]) -> Project:
        """See `project_of`."""
        return project_of(blocks)

    def build(self, project: Project) -> Build:
        """Compile a project; raises EnvironmentProblem where there is no javac or no wall."""
        if not project.files:
            return Build("no_code")
        compiler = self._version()
        with tempfile.TemporaryDirectory(prefix="codescore-build-") as name:
            done = self._compile(Path(name), project)
        if done is None:
            return Build("not_built", "limits", (f"javac took over {2 * self._seconds} s",), compiler=compiler)
        if done.returncode == 0:
            return Build("built", compiler=compiler)
        said = (done.stdout + done.stderr).decode("utf-8", "replace")
        errors = list(read_errors(said))
        if not errors:
            return Build("not_built", "limits", (" ".join(said.split())[-200:] or "javac ended",), compiler=compiler)
        own = own_errors(errors, project)
        missing = sorted({error.about for error in errors if error.code == "doesnt.exist"})
        shown = tuple(str(error) for error in (own or errors)[:5])
        return Build("not_built", "code" if own else "libraries", shown, tuple(missing), compiler)

    def _compile(self, folder: Path, project: Project) -> subprocess.CompletedProcess[bytes] | None:
        for path, text in project.files.items():
            file = folder / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8", errors="replace")
        inside = [f"{_JARS}/{place}.jar" for place, _ in enumerate(self._jars)]
        jars = [_shared(jar, folder / f"{place}.jar") for place, jar in enumerate(self._jars)]
        readable(folder)
        return self._run(
            [
                "-J-Xmx512m", "-J-XX:TieredStopAtLevel=1", "-J-XX:+UseSerialGC", "-J-Duser.language=en",
                "-proc:none", "-implicit:none", "-nowarn", "-encoding", "UTF-8", "--release", _RELEASE,
                "-XDrawDiagnostics", "-Xmaxerrs", "1000", "--should-stop=ifError=FLOW", "-d", "/tmp/classes",  # noqa: S108  inside
                *(("-cp", ":".join(inside)) if inside else ("-cp", "/nowhere")),
                *(f"{_SOURCES}/{path}" for path in project.files),
            ],
            [(_SOURCES, str(folder)), *((path, str(jar)) for path, jar in zip(inside, jars, strict=True))],
        )  # fmt: skip

    def _run(
        self, arguments: list[str], read_only: Iterable[tuple[str, str]] = ()
    ) -> subprocess.CompletedProcess[bytes] | None:
        configuration = [(str(path), str(path)) for path in Path("/etc").glob("java-*")]
        command = confined(
            [_javac(), *arguments], memory=_MEMORY, seconds=self._seconds,
            read_only=[*configuration, *read_only], proc_and_dev=True,
        )  # fmt: skip
        try:
            return subprocess.run(
                command, stdin=subprocess.DEVNULL, capture_output=True, timeout=2 * self._seconds, check=False
            )
        except subprocess.TimeoutExpired:
            return None

    def _version(self) -> str:
        if not self._compiler:
            done = self._run(["-version"])
            said = "" if done is None else (done.stdout + done.stderr).decode("utf-8", "replace").strip()
            if done is None or done.returncode:
                raise EnvironmentProblem(
                    f"javac does not start behind the wall: {' '.join(said.split())[-200:] or 'no answer'}; "
                    "`codescore doctor` says what is missing"
                )
            self._compiler = " ".join(said.split()[:2])
        return self._compiler


def new_builder(own: Path | None = None) -> JavaBuilder:
    """A builder with the libraries of this machine, and with the jars of a folder."""
    return JavaBuilder(own)


def read_errors(said: str) -> Iterator[Error]:
    """The errors in javac's raw diagnostics."""
    for line in said.splitlines():
        match = _LINE.match(line) or _BARE.match(line)
        if match is not None:
            place = match.groupdict()
            code = place["code"].removeprefix("compiler.err.")
            yield Error(place.get("file") or "-", int(place.get("line") or 0), code, place["about"] or "")


def own_errors(errors: Sequence[Error], project: Project) -> list[Error]:
    """The errors that no library of another machine could mend."""
    text = "\n".join(project.files.values())
    missing = {error.about for error in errors if error.code == "doesnt.exist"}
    imports = [(package, name) for package, name in _IMPORT.findall(text)]
    brought = {name for package, name in imports if _inside(package, missing)}
    everything = any(name == "*" and _inside(package, missing) for package, name in imports)
    packages = {path.rpartition("/")[0].replace("/", ".") for path in project.files} - {""}
    known = (*_JDK, *(f"{package}." for package in packages))
    return [error for error in errors if not _of_library(error, brought, known, everything=everything)]


def _of_library(error: Error, brought: set[str], known: tuple[str, ...], *, everything: bool) -> bool:
    if error.code == "doesnt.exist":
        return not error.about.startswith("java.")
    words = set(re.findall(r"\w+", error.about))
    if error.code.startswith("cant.resolve"):
        names = _KINDS.split(error.about)
        wanted = re.match(r"\w+", names[1]) if len(names) > 1 else None
        if wanted is not None and (wanted[0] in brought or (everything and wanted[0][:1].isupper())):
            return True
    if error.code.startswith(("method.does.not.override", "does.not.override")) and brought:
        return True
    foreign = [name for name in _CLASS.findall(error.about) if not name.startswith(known)]
    return bool(foreign) or (bool(words & brought) and error.code.startswith(("cant.ref", "cant.apply", "not.def")))


def _shared(jar: Path, place: Path) -> Path:
    """A library where whoever runs the compiler can read it: those of the system are, a user's may lie in a home."""
    if jar.is_relative_to("/usr"):
        return jar
    shutil.copyfile(jar, place)
    return place


def _inside(package: str, missing: set[str]) -> bool:
    return any(package == one or package.startswith(f"{one}.") or one.startswith(f"{package}.") for one in missing)


def _javac() -> str:
    path = shutil.which("javac", path="/usr/local/bin:/usr/bin:/bin")
    if path is None:
        raise EnvironmentProblem(NO_JDK.replace(": Java is judged by tree-sitter only", ""))
    return str(Path(path).resolve())  # the system's alternatives are not inside


@cache
def _table() -> tuple[Path, dict[str, str]]:
    data = tomllib.loads(files(__package__).joinpath("libraries.toml").read_text(encoding="utf-8"))
    return Path(data["folder"]), data["jars"]


def _installed() -> Iterator[Path]:
    folder, jars = _table()
    return (path.resolve() for name in jars if (path := folder / name).is_file())


def _of(folder: Path) -> list[Path]:
    jars = sorted(path.resolve() for path in folder.glob("**/*.jar")) if folder.is_dir() else []
    if not jars or len(jars) > _MAX_JARS:
        raise InputError(
            f"{folder} holds {len(jars)} jars; name a folder with 1 to {_MAX_JARS} (mvn dependency:copy-dependencies)"
        )
    return jars
