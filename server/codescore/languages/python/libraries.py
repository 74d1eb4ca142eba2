"""What Python programs import: modules beside them, libraries and environments that a person names, shown read-only.

Outside the sandbox texts are read and paths looked at; nothing is imported.  Inside, `serve` puts `MOUNTED` on the
path.  The contract is `codescore.languages.execution.Importing`.  Neighbour: `run.runner` (the harness).
"""

from __future__ import annotations

import ast
import atexit
import re
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from functools import cache
from pathlib import Path

from codescore.foundation.errors import EnvironmentProblem, InputError
from codescore.languages.execution import NO_LIBRARIES, Harness, Imported, Libraries
from codescore.languages.python.run.nodes import parsed
from codescore.languages.python.run.runner import open_to_all

MOUNTED = "/libraries"
_DEEPEST = 3  # modules that import each other, one behind the other
_MOST_READ = 200  # files beside a program that are read for what they import
_MOST_BYTES = 1 << 20  # of one that is read
_MOST_TEXT = 8 << 20  # characters of all that are read
_MOST_COPIED = 64 << 20
_ONE_THREAD = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS")  # more do not fit into the sandbox
_INSTALLED = re.compile(r"python3\.(\d+)$")


def providing(harness: Harness, libraries: Libraries) -> Harness:
    """The harness with these libraries in front of its interpreter's path."""
    if libraries == NO_LIBRARIES:
        return harness
    mounts: list[tuple[str, str]] = []
    places: list[str] = []
    for number, path in enumerate(libraries.modules):
        inside = f"{MOUNTED}/{number}"
        places.append(inside)
        single = path.is_file() or (path / "__init__.py").is_file()
        mounts.append((f"{inside}/{path.name}" if single else inside, str(_visible(path, libraries.state))))
    mounts += [(inside, "/dev/null") for inside in _masked(libraries, mounts)]
    if libraries.environment is not None:
        places.append(f"{MOUNTED}/environment")
        mounts.append((places[-1], str(_visible(packages(libraries.environment), libraries.state))))
    environment = [("CODESCORE_LIBRARIES", ":".join(places)), ("CODESCORE_PACKAGE", libraries.package)]
    environment += [(name, "1") for name in _ONE_THREAD]
    return replace(
        harness,
        read_only=(*harness.read_only, *mounts),
        environment=(*harness.environment, *environment),
    )


def _masked(libraries: Libraries, mounts: list[tuple[str, str]]) -> Iterator[str]:
    """Where inside the files that must not be seen would be."""
    for path, (inside, _) in zip(libraries.modules, mounts, strict=True):
        for hidden in libraries.hidden:
            root = path.resolve()
            if hidden.resolve().is_relative_to(root):
                rest = hidden.resolve().relative_to(root)
                yield inside if rest == Path() else f"{inside}/{rest}"


def checked(path: Path) -> Path:
    """A module, a package or a folder of them that a person named.  Raises InputError."""
    if path.is_file() and path.suffix != ".py":
        raise InputError(f"{path} is no Python module; name a .py file, a package or a folder of them")
    if not path.exists():
        raise InputError(f"no such library: {path}")
    return path


def packages(environment: Path) -> Path:
    """The folder of an environment in which its packages are.  Raises InputError."""
    if not environment.is_dir():
        raise InputError(f"no such environment: {environment}; name the folder that `python -m venv` made")
    if environment.name == "site-packages":
        return environment
    found = [path for path in environment.glob("lib/python3.*/site-packages") if _INSTALLED.search(path.parent.name)]
    if not found:
        raise InputError(f"no packages in {environment}; name the folder that `python -m venv` made")
    wanted = f"python{sys.version_info.major}.{sys.version_info.minor}"
    own = [path for path in found if path.parent.name == wanted]
    if not own:
        other = found[0].parent.name
        raise InputError(f"{environment} is made with {other}, and programs are run with {wanted}; make it with that")
    return own[0]


def _readable(folder: Path) -> Path:
    if not open_to_all(folder.resolve()):
        raise EnvironmentProblem(
            f"an ordinary user may not read {folder}, and programs run as one; move it out of a private folder, or run "
            "codescore as its owner"
        )
    return folder.resolve()


@cache
def _visible(path: Path, _state: str = "") -> Path:
    """A library where an ordinary user may read it: itself, or a copy of what it is in this state."""
    if open_to_all(path.resolve()):
        return path.resolve()
    root = path.resolve()
    inside = [path] if path.is_file() else path.rglob("*")
    files = [one for one in inside if one.is_file() and one.resolve().is_relative_to(root)]  # no link leads out of it
    if sum(one.stat().st_size for one in files) > _MOST_COPIED:
        return _readable(path)
    folder = Path(tempfile.mkdtemp(prefix="codescore-library-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    folder.chmod(0o755)
    for one in files:
        copy = folder / path.name / one.relative_to(path) if path.is_dir() else folder / path.name
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(one, copy)
    for one in folder.rglob("*"):
        one.chmod(0o755 if one.is_dir() else 0o644)
    return folder / path.name


def beside(source: str, path: Path) -> Libraries:
    """Modules and packages in the program's folder that it imports, also by way of each other, and its own package."""
    folder = path.resolve().parent
    found: dict[Path, None] = {}
    waiting = [source]
    read, left = 0, _MOST_TEXT
    while waiting and read < _MOST_READ:
        read += 1
        for name in _imported(waiting.pop()):
            module = _in(folder, name)
            if module is not None and module not in found and module != path.resolve():
                found[module] = None
                for text in _texts(module) if left > 0 else ():
                    left -= len(text)
                    if left <= 0:
                        break
                    waiting.append(text)
    top = folder
    while (top / "__init__.py").is_file() and (top.parent / "__init__.py").is_file():
        top = top.parent
    if not (folder / "__init__.py").is_file() or not (_is_relative(source) or top.name in _imported(source)):
        return Libraries(tuple(found))
    package = ".".join(folder.relative_to(top.parent).parts)
    return Libraries((*found, top), package=package)


def imported(source: str, libraries: Libraries) -> tuple[Imported, ...]:
    """The names that a program imports from modules among these, with the texts of the modules; total."""
    if not libraries.modules:
        return ()
    inner = libraries.package.split(".")[1:]
    folder = libraries.modules[-1].joinpath(*inner) if libraries.package else None
    return _names(source, folder, libraries, _DEEPEST)


def _names(source: str, folder: Path | None, libraries: Libraries, depth: int) -> tuple[Imported, ...]:
    found: list[Imported] = []
    for node in (parsed(source) or ast.Module([], [])).body:
        module = _module(node, folder, libraries) if isinstance(node, ast.ImportFrom) and depth else None
        if module is None or not isinstance(node, ast.ImportFrom):
            continue
        with suppress(OSError):
            text = module.read_text("utf-8", "replace")
            inner = _names(text, module.parent, libraries, depth - 1)
            found += (Imported(alias.asname or alias.name, alias.name, text, inner) for alias in node.names)
    return tuple(found)


def _module(node: ast.ImportFrom, folder: Path | None, libraries: Libraries) -> Path | None:
    """The file of a module that names are imported from; None where it is none of these modules', or not to be seen."""
    parts = node.module.split(".") if node.module else []
    above = [folder, *folder.parents] if folder is not None else []
    roots = [one for one in libraries.modules if parts[:1] == [one.stem]]
    begun = next(iter(above[node.level - 1 :] if node.level else roots), None)
    if begun is None:
        return None
    place = begun.joinpath(*parts[0 if node.level else 1 :])
    known, hidden = ([path.resolve() for path in paths] for paths in (libraries.modules, libraries.hidden))
    for file in (place.with_suffix(".py"), place / "__init__.py"):
        real = file.resolve()
        seen = real not in hidden and any(real.is_relative_to(path) for path in known)
        if seen and file.is_file() and file.stat().st_size <= _MOST_BYTES:
            return file
    return None


def _in(folder: Path, name: str) -> Path | None:
    """A module or package of this name in the folder; none that a link leads out of it to."""
    for place in (folder / name, folder / f"{name}.py"):
        usable = place.is_file() if place.suffix else place.is_dir() and any(place.glob("*.py"))
        if usable and place.resolve().parent == folder:
            return place.resolve()
    return None


def _texts(module: Path) -> Iterator[str]:
    for file in [module] if module.is_file() else sorted(module.rglob("*.py"))[:_MOST_READ]:
        if file.is_file() and file.stat().st_size <= _MOST_BYTES and file.resolve().is_relative_to(module):
            yield file.read_text("utf-8", "replace")


def _imported(source: str) -> Iterator[str]:
    """The first names of the modules that a text imports, but for those of the language's own library."""
    for node in ast.walk(parsed(source) or ast.Module([], [])):
        names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        if isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names = [node.module]
        for name in names:
            root = name.partition(".")[0]
            if root not in sys.stdlib_module_names:
                yield root


def _is_relative(source: str) -> bool:
    return any(
        isinstance(node, ast.ImportFrom) and node.level for node in ast.walk(parsed(source) or ast.Module([], []))
    )
