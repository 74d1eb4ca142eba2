"""C++ programs compiled for running: g++ behind the wall makes a shared object of a text and what stands behind it.

Undefined behaviour that g++ can see is checked as the program runs, and so are the library's own conditions; what the
checks call is in `harness/`.  The harness and the header that all programs share are compiled once a machine and kept,
as that takes seconds; a program then takes half a second.  Nothing is kept of programs but the last few, in memory.
"""

from __future__ import annotations

import atexit
import base64
import hashlib
import os
import re
import shutil
import subprocess
import tempfile
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path

from codescore.foundation.caches import Recent
from codescore.foundation.errors import EnvironmentProblem
from codescore.foundation.folders import cache_folder
from codescore.languages.cpp.check.compiler import NAMES, NO_COMPILER, Compiler, Error, behind, said

MAX_CHARACTERS = 500_000
NO_ANSWER = "the compiler gave no answer"
_PARTS = ("plain.cpp", "given.cpp", "faults.cpp", "serve.cpp")
_HEADERS = ("codescore.hpp", "given.hpp", "process.hpp")
_HEADER, _SERVER = "codescore.hpp", "serve"
_STANDARD = "-std=c++20"
#: How programs are compiled, and so the header before them: `-Og`, as `-O1` takes half as long again, and calls are
#: short.  Memory that nobody set is not zero by chance.
_CHECKED = (
    _STANDARD, "-Og", "-fPIC", "-w", "-fsanitize=undefined,float-cast-overflow", "-fno-sanitize=vptr",
    "-fno-sanitize-recover=all", "-D_GLIBCXX_ASSERTIONS", "-ftrivial-auto-var-init=pattern",
)  # fmt: skip
#: The same without checks and without optimisation: as people compile who only want to see it run.
_PLAIN = (_STANDARD, "-O0", "-fPIC", "-w")
_PLAIN_HEADER = "plain.hpp"
#: The checked header with less of the library before it.  With all of it g++ works for .3 s on every text, and nothing
#: comes of that; with these for .1 s.  Who needs more names includes them, or is compiled behind all of it.
_LIGHT_HEADER, _ALL = "light.hpp", "#include <bits/stdc++.h>\n"
_LIGHT = (
    "algorithm", "any", "array", "bit", "bitset", "cassert", "cctype", "cerrno", "cfloat", "charconv", "climits",
    "cmath", "compare", "concepts", "csignal", "cstddef", "cstdint", "cstdio", "cstdlib", "cstring", "ctime",
    "cwchar", "cwctype", "deque", "exception", "forward_list", "functional", "initializer_list", "iomanip", "ios",
    "iosfwd", "iostream", "istream", "iterator", "limits", "list", "map", "memory", "new", "numbers", "numeric",
    "optional", "ostream", "queue", "set", "span", "sstream", "stack", "stdexcept", "streambuf", "string",
    "string_view", "system_error", "tuple", "type_traits", "typeindex", "typeinfo", "unordered_map", "unordered_set",
    "utility", "valarray", "variant", "vector",
)  # fmt: skip
_DECLARED = "namespace std { template <class T> class complex; }\n"  # what our header speaks of, and does not need
_INCLUDED = re.compile(r"^[ \t]*#[ \t]*include[ \t]*<([^>\n]+)>", re.MULTILINE)
_HEAVY = re.compile(
    r"\b(?:regex|[cs]match|chrono|filesystem|complex|random\w*|mt19937\w*|\w+_(?:distribution|engine)|ranges|views|format|"
    r"j?thread|(?:shared_|timed_)?mutex|lock_guard|async|future|promise|atomic\w*|locale|coroutine\w*|source_location)\b"
)
_TOLD = ("-fmax-errors=100", "-fdiagnostics-format=json", "-ftemplate-depth=256")
_LINK = 'out=/tmp/program.so; compiler="$1"; shift; "$compiler" "$@" -o $out && cat $out'
#: Before it, files out of the same stream: how many, then the path and the size of each.
_UNPACK = (
    'count="$1"; shift; while [ "$count" -gt 0 ]; do mkdir -p "$(dirname "/tmp/near/$1")"; '
    'head -c "$2" > "/tmp/near/$1" || exit 1; shift 2; count=$((count - 1)); done; '
)
_NEAR = "/tmp/near"  # noqa: S108  inside the wall
_REMEMBERED = 256
_OPEN = 0o755
_UNUSED = 30 * 24 * 3600  # seconds after which what another version made is removed


@dataclass(frozen=True, slots=True)
class Built:
    """What came of a text: a shared object, or errors; both empty where the compiler gave no answer."""

    program: bytes = b""
    errors: tuple[Error, ...] = ()


@dataclass(frozen=True, slots=True)
class Beside:
    """Files beside a program, by path, with their texts; those that are compiled for themselves."""

    texts: tuple[tuple[str, str], ...] = ()
    apart: tuple[str, ...] = ()


_ALONE = Beside()


class Builder(Compiler):
    """Compiles texts behind the harness's header, and remembers the last few.  Thread-safe."""

    def __init__(self) -> None:
        super().__init__()
        self._building = threading.Lock()
        self._known: Recent[tuple[str, bool, bool, Beside], Built] = Recent(_REMEMBERED)

    def built(self, text: str, *, names: bool = False, checked: bool = True, beside: Beside = _ALONE) -> Built:
        """The program of a text; `names`: behind the library's names without `std::`; `checked`: with its checks.

        Raises EnvironmentProblem where there is no compiler, or no wall to run it behind.
        """
        key = (text, names, checked, beside)
        known = self._known.get(key)
        if known is None:
            headers = (
                (_PLAIN_HEADER,) if not checked else (_LIGHT_HEADER, _HEADER) if is_light(text, beside) else (_HEADER,)
            )
            for header in headers:
                options = (*(_CHECKED if checked else _PLAIN), *_TOLD, *behind((header, NAMES) if names else (header,)))
                known = self._built(text, options, beside)
                if not known.errors:
                    break
            assert known is not None
            self._known.put(key, known)
        return known

    def server(self) -> Path:
        """The folder with the harness, which anyone may read."""
        with self._building:
            if not self._works() or self._folder is None:
                raise EnvironmentProblem(
                    next(iter(self.notices), NO_COMPILER).replace("judged by tree-sitter only", "not run")
                )
            return self._folder

    def _built(self, text: str, options: tuple[str, ...], beside: Beside) -> Built:
        self.server()
        assert self.path is not None
        files = [(name, content.encode("utf-8", "replace")) for name, content in beside.texts]
        listed = [part for name, data in files for part in (name, str(len(data)))]
        apart = [f"{_NEAR}/{name}" for name in beside.apart]
        unpack = ["/bin/sh", "-c", _UNPACK + _LINK, "sh", str(len(files)), *listed]
        near = ["-iquote", _NEAR] if files else []
        command = [*unpack, self.path, *options, *near, "-shared", "-s", "-x", "c++", "-", *apart]
        data = b"".join(data for _, data in files) + text.encode("utf-8", "replace")
        done = self._run(command, data)
        if done is None:
            return Built()
        return Built(done.stdout) if done.returncode == 0 else Built(errors=tuple(said(done) or ()))

    def _new_folder(self) -> Path:
        """The folder with the harness and the header, made by whoever needs them first on this machine."""
        try:
            return self._kept_or_made()
        except OSError as problem:
            why = f"the harness for C++ cannot be kept: {problem}; make room, or let the folder be written to"
        except EnvironmentProblem as problem:
            why = str(problem)
        self.notices[why] = None
        raise EnvironmentProblem(why)

    def _kept_or_made(self) -> Path:
        assert self.path is not None
        release = subprocess.run([self.path, "--version"], capture_output=True, check=False, timeout=20).stdout
        texts = {name: _text(name) for name in (*_PARTS, *_HEADERS)}
        all_of_it = "\0".join([release.decode("utf-8", "replace"), *texts.values(), *_CHECKED, *_PLAIN, *_LIGHT])
        kept = _kept() / f"g++-{hashlib.sha256(all_of_it.encode()).hexdigest()[:16]}"
        if _ours(kept):
            with suppress(OSError):
                os.utime(kept)
            return kept
        _tidy(kept.parent)
        folder = Path(tempfile.mkdtemp(prefix="g++-new-", dir=kept.parent))
        try:
            _compile(self.path, folder, texts)
            folder.chmod(_OPEN)
            with suppress(OSError):
                folder.rename(kept)
        except BaseException:
            shutil.rmtree(folder, ignore_errors=True)
            raise
        if _ours(kept):
            shutil.rmtree(folder, ignore_errors=True)  # somebody was quicker
            return kept
        atexit.register(shutil.rmtree, folder, ignore_errors=True)
        return folder

    def _remove(self, folder: Path) -> None:
        """It is kept for the next process."""


@cache
def builder() -> Builder:
    """The one of this process."""
    return Builder()


def is_light(text: str, beside: Beside) -> bool:
    """Whether a text includes, and seems to name, nothing of the library but what stands in the light header."""
    texts = (text, *(content for _, content in beside.texts))
    included = {name for one in texts for name in _INCLUDED.findall(one)}
    as_in_c = {name.removesuffix(".h") for name in included}
    return {f"c{name}" if f"c{name}" in _LIGHT else name for name in as_in_c} <= {*_LIGHT} and not any(
        map(_HEAVY.search, texts)
    )


def encoded(program: bytes) -> str:
    """A shared object as the harness takes it."""
    return base64.b64encode(program).decode("ascii")


def _text(name: str) -> str:
    return files("codescore.languages.cpp.run").joinpath("harness", name).read_text("utf-8")


def _kept() -> Path:
    """Where the harness is kept between runs; root's own cache could not be shown to who runs programs."""
    folder = Path("/var/tmp/codescore-r") if os.geteuid() == 0 else cache_folder()  # noqa: S108  checked below
    with suppress(OSError):
        folder.mkdir(mode=_OPEN, parents=True, exist_ok=True)
    if _ours(folder):
        return folder
    private = Path(tempfile.mkdtemp(prefix="codescore-g++-"))
    private.chmod(_OPEN)
    atexit.register(shutil.rmtree, private, ignore_errors=True)
    return private


def _tidy(folder: Path) -> None:
    """Remove what was not used for a month."""
    for old in folder.glob("g++-*"):
        with suppress(OSError):
            if time.time() - old.lstat().st_mtime > _UNUSED:
                shutil.rmtree(old, ignore_errors=True)


def _ours(folder: Path) -> bool:
    """Whether a folder is there, and nobody else may write to it."""
    try:
        known = folder.lstat()
    except OSError:
        return False
    return folder.is_dir() and not folder.is_symlink() and known.st_uid == os.geteuid() and not known.st_mode & 0o022


def _compile(path: str, folder: Path, texts: dict[str, str]) -> None:
    """Compile the harness and the header at the same time; they are our own text, so that no wall is needed."""
    for name, text in {
        **texts,
        _PLAIN_HEADER: texts[_HEADER],
        _LIGHT_HEADER: texts[_HEADER].replace(_ALL, "".join(f"#include <{name}>\n" for name in _LIGHT) + _DECLARED),
        NAMES: "using namespace std;\n",
        "all.cpp": "".join(f'#include "{n}"\n' for n in _PARTS),
    }.items():
        (folder / name).write_text(text, encoding="utf-8")
        (folder / name).chmod(0o644)
    commands = (
        [path, _STANDARD, "-O1", "-rdynamic", "all.cpp", "-o", _SERVER],
        [path, *_CHECKED, "-x", "c++-header", _HEADER, "-o", f"{_HEADER}.gch"],
        [path, *_CHECKED, "-x", "c++-header", _LIGHT_HEADER, "-o", f"{_LIGHT_HEADER}.gch"],
        [path, *_PLAIN, "-x", "c++-header", _PLAIN_HEADER, "-o", f"{_PLAIN_HEADER}.gch"],
    )
    with ThreadPoolExecutor(len(commands)) as pool:
        for done in pool.map(lambda command: _quietly(command, folder), commands):
            if done:
                raise EnvironmentProblem(f"the harness for C++ does not compile: {done}")


def _quietly(command: list[str], folder: Path) -> str:
    try:
        done = subprocess.run(
            command, cwd=folder, capture_output=True, text=True, timeout=900, check=False, env={"PATH": "/usr/bin:/bin"}
        )
    except (OSError, subprocess.SubprocessError) as problem:
        return str(problem)
    if done.returncode:
        return " ".join(done.stderr.split())[:300] or f"exit code {done.returncode}"
    (folder / command[-1]).chmod(_OPEN)
    return ""
