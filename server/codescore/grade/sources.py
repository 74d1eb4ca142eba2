"""The references and the template of an assignment as sources: named by the teacher, so that what is wrong is an error.

Notebooks are read like submissions'.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from codescore.engine import Source, make_source
from codescore.foundation.errors import InputError
from codescore.grade.collect import shown
from codescore.grade.decode import NOTEBOOK, decoded
from codescore.grade.model import Part, Unreadable
from codescore.grade.tree import read_file
from codescore.languages import Language, all_languages, by_name, by_path


@dataclass(frozen=True, slots=True, eq=False)
class Assignment:
    """What submissions are compared with; `template` is what everybody was given to begin with."""

    language: Language
    references: tuple[Source, ...]
    parts: tuple[Part, ...]  # the references as they were read
    template: Source | None = None
    template_part: Part | None = None
    places: tuple[str, ...] = ()  # where the references were read


def read_assignment(references: Sequence[str], template: str | None, language: str | None) -> Assignment:
    """The assignment from paths; a folder means the sources in it.  Raises InputError."""
    paths = [file for path in references for file in _files(path)]
    spoken = _named(language) or _common(paths)
    parts = _named_short([_part(path, spoken) for path in paths])
    sources = [_source(part, spoken) for part in parts]
    part = _named_short([_part(template, spoken)])[0] if template is not None else None
    given = make_source(spoken, part.data, part.path) if part is not None else None
    return Assignment(spoken, tuple(sources), tuple(parts), given, part, tuple(paths))


def _named_short(parts: Sequence[Part]) -> list[Part]:
    """The references by their files' names, where these tell them apart."""
    names = [part.path.rpartition("/")[2] for part in parts]
    if len(set(names)) < len(names):
        return list(parts)
    return [replace(part, path=name) for part, name in zip(parts, names, strict=True)]


def _files(path: str) -> list[str]:
    if not Path(path).is_dir():
        return [path]
    found = sorted(str(file) for file in Path(path).iterdir() if by_path(file.name) or file.name.endswith(NOTEBOOK))
    if not found:
        raise InputError(f"{shown(path)} holds no reference: no source file in a language that is known here")
    return found


def _named(language: str | None) -> Language | None:
    if language is None:
        return None
    found = by_name(language.strip().lower())
    if found is None:
        known = ", ".join(one.id for one in all_languages())
        raise InputError(f"unknown language {language!r}; known are {known}")
    return found


def _common(paths: Sequence[str]) -> Language:
    """The one language of all references; a notebook's is that of the others, or asked for."""
    spoken = {path: by_path(path) for path in paths}
    for path, found in spoken.items():
        if found is None and not path.lower().endswith(NOTEBOOK):
            raise InputError(f"{shown(path)}: its name does not tell its language; add --language")
    found_all = [found for found in spoken.values() if found is not None]
    if not found_all:
        raise InputError("which language the notebook is in is not known from its name; add --language")
    other = next((path for path, found in spoken.items() if found is not None and found is not found_all[0]), None)
    if other is not None:
        raise InputError(f"{shown(other)} is in another language than {shown(paths[0])}; references must share theirs")
    return found_all[0]


def _part(path: str, language: Language) -> Part:
    if not Path(path).exists():
        raise InputError(f"cannot read {shown(path)}: there is no such file; check the path")
    try:
        return decoded(shown(path), read_file(Path(path).resolve()), language)
    except Unreadable as error:
        raise InputError(f"cannot use {shown(path)}: {error}") from None


def _source(part: Part, language: Language) -> Source:
    source = make_source(language, part.data, part.path)
    if not source.units:
        raise InputError(f"{part.path} is empty or holds comments only; a reference needs code")
    return source
