"""What programs that are run may import: what a person names, and what lies beside their files.

Says which it is; how it is shown is a language's business (`languages.execution.Importing`).  Neighbours: `session`
(runs), `cli.libraries` (the options).
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import chain
from pathlib import Path

from codescore.evidence.able import require
from codescore.foundation.errors import InputError
from codescore.languages import Language
from codescore.languages.execution import NO_LIBRARIES, Harness, Imported, Importing, Libraries

STDIN = "-"


def named(library: Sequence[str], environment: str | None, language: Language) -> Libraries:
    """What a person names: modules and packages, and an environment.

    Raises InputError for what is none, EnvironmentProblem for what a sandbox cannot be shown.
    """
    if not library and environment is None:
        return NO_LIBRARIES
    importing = _importing(language)
    require(language)
    modules = tuple(importing.checked(Path(path)).resolve() for path in library)
    found = Libraries(modules, Path(environment).resolve() if environment is not None else None)
    runner = language.runner()
    assert runner is not None  # as was asked above
    importing.providing(runner.harness(), found)
    return found


def allowed(
    library: Sequence[str], environment: str | None, language: Language, where: Callable[[str], Path]
) -> Libraries:
    """What settings name, as far as `where` finds it: that says where a path leads, or raises InputError.

    An environment's packages are asked about too: a link may lead from it to anywhere.
    """
    importing = _importing(language)
    folder = importing.packages(where(environment)) if environment is not None else None
    packages = str(where(str(folder))) if folder is not None else None
    return named([str(where(path)) for path in library], packages, language)


def of_program(given: Libraries, language: Language, path: str, source: str, other: str) -> Libraries:
    """What the program of a file may import: what was named and what lies beside it, but never the other program."""
    hidden = (Path(other).resolve(),) if other != STDIN else ()
    bundling, importing = language.bundling(), language.importing()
    if bundling is not None and path != STDIN:
        text = bundling.bundled(source, Path(path), *hidden)
        return replace(given, bundled=text) if text != source else given
    neighbouring = language.neighbouring()
    if neighbouring is not None and path != STDIN:
        return replace(given, neighbours=neighbouring.neighbours(source, Path(path), *hidden))
    if importing is None:
        return given
    found = importing.beside(source, Path(path)) if path != STDIN else NO_LIBRARIES
    modules = (*(one for one in found.modules if one not in hidden), *given.modules)
    return replace(given, modules=modules, hidden=hidden, package=found.package) if modules else given


def imports(libraries: Libraries) -> Libraries:
    """What is shown to a program besides its own text."""
    shown = libraries.modules or libraries.environment or libraries.neighbours
    return replace(libraries, bundled="") if shown else NO_LIBRARIES


def imported(source: str, language: Language, libraries: Libraries) -> tuple[Imported, ...]:
    """The names that a program imports from what lies beside it, with the texts of the modules; its neighbours."""
    if libraries.neighbours:
        return tuple(Imported(name, name, text) for name, text in libraries.neighbours)
    importing = language.importing() if libraries.modules else None
    return importing.imported(source, libraries) if importing is not None else ()


def shown_to(harness: Harness, language: Language, libraries: Libraries) -> Harness:
    """The harness with these libraries.  Raises InputError where the language knows of none."""
    if not libraries.modules and not libraries.environment:
        return harness
    return _importing(language).providing(harness, libraries)


def _importing(language: Language) -> Importing:
    importing = language.importing()
    if importing is None:
        raise InputError(f"libraries cannot be given to programs in {language.name} yet")
    return importing


def inside(libraries: Libraries, folder: Path) -> Libraries:
    """Only the modules that lie in a folder, all links followed."""
    within = folder.resolve()
    return replace(libraries, modules=tuple(one for one in libraries.modules if one.resolve().is_relative_to(within)))


def state_of(libraries: Libraries, *, quickly: bool = False) -> str:
    """A digest of what is there now: paths, sizes and times of all files; "" for no libraries.

    `quickly`: of an environment only what is installed in it, which changes where a package comes or goes.
    """
    if libraries == NO_LIBRARIES:
        return ""
    found = hashlib.sha256()
    for root in (*libraries.modules, *filter(None, [libraries.environment])):
        few = root.is_file() or (quickly and root == libraries.environment)
        for path in [root] if few else sorted(root.rglob("*.py")):
            try:
                status = path.stat()
            except OSError:  # a link to nowhere, as editors leave it beside a file, is no module
                continue
            found.update(f"{path}\0{status.st_size}\0{status.st_mtime_ns}\n".encode("utf-8", "surrogateescape"))
    for text in (libraries.bundled, *chain.from_iterable(libraries.neighbours)):
        found.update(f"{text}\0".encode("utf-8", "surrogateescape"))
    return found.hexdigest()
