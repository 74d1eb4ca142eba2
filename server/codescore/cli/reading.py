"""Files to sources: the only place where the command line reads code.

Everything that can be wrong with an input is one `InputError` that names the file, what is wrong and what to do.
Knows no stage beyond parsing; whether the code is any good is not asked here.
"""

from __future__ import annotations

import errno
import sys
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path, PurePath

from codescore.foundation.errors import InputError
from codescore.foundation.intake import MAX_BYTES, NotSource, accept
from codescore.foundation.names import readable
from codescore.languages import Language, all_languages, by_id, by_name, by_path
from codescore.references.written import split_name
from codescore.syntax import Syntax, Unit, parse, units_of

STDIN = "-"
_MISSPELT = 0.8  # so alike is a name to one of ours that it is taken for a slip


@dataclass(frozen=True, slots=True, eq=False)
class Read:
    """A source as it was read: how to call it, its language and its bytes (UTF-8, no byte order mark)."""

    label: str
    language: Language
    data: bytes


@dataclass(frozen=True, slots=True)
class Text:
    """A text to be measured: how to call it, the id of its language, which need not be installed, and its bytes."""

    label: str
    language: str
    data: bytes


@dataclass(frozen=True, slots=True, eq=False)
class Parsed:
    """A source that was read and parsed; it has at least one unit."""

    read: Read
    syntax: Syntax
    units: tuple[Unit, ...]


def read_source(path: str, language: str | None = None) -> Read:
    """Read a file, or stdin for `-`; `language` overrules what the file's name tells.

    Raises `InputError` for what is missing, no text, too large or in no language we have.
    """
    label = printable(path)
    named = _named_language(path, language)
    data = _bytes(path, label)
    spoken = named or _language_of_name(path, label)
    try:
        return Read(label, spoken, accept(data))
    except NotSource as error:
        raise InputError(error.of(label)) from None


def read_text(path: str, language: str | None = None) -> Text:
    """As `read_source`; a language without a grammar goes by the name given, else by the ending of the file's name.

    Raises `InputError` as that does, and for a name that one of ours seems to be meant by.
    """
    foreign = _foreign(path, language)
    if foreign is None:
        known = read_source(path, language)
        return Text(known.label, known.language.id, known.data)
    label = printable(path)
    try:
        return Text(label, foreign, accept(_bytes(path, label)))
    except NotSource as error:
        raise InputError(error.of(label)) from None


def _foreign(path: str, language: str | None) -> str | None:
    """The name of a language that is not installed; None where it is one of ours, or none is told."""
    if language is not None:
        name = language.strip().lower()
        ours = by_name(name)
        meant = get_close_matches(name, [one.id for one in all_languages()], n=1, cutoff=_MISSPELT)
        return None if ours or meant or not name else name
    ending = PurePath(path).suffix.removeprefix(".").lower() if path != STDIN and by_path(path) is None else ""
    return ending or None


def named_part(path: str) -> tuple[str, str | None]:
    """`PATH#name` → the path and what is named in it, as in references; a file whose own name has a # is that file."""
    return (path, None) if "#" not in path or Path(path).exists() else split_name(path)


def read_parsed(path: str, language: str | None = None) -> Parsed:
    """Read and parse; an empty file, or one of comments alone, is an `InputError`."""
    return parsed(read_source(path, language))


def parsed(read: Read) -> Parsed:
    """Parse what was read; raises `InputError` where there is no code in it."""
    syntax = parse(read.language, read.data)
    units = units_of(syntax)
    if not units:
        what = "is empty" if not read.data.strip() else "holds nothing but comments"
        raise InputError(f"{read.label} {what}; give it some {read.language.name} code")
    return Parsed(read, syntax, units)


def same_language(candidate: Read | Text, reference: Read | Text) -> None:
    """Raise `InputError` where the two are in different languages."""
    ours, theirs = _named(candidate.language), _named(reference.language)
    if ours != theirs:
        both = [by_id(one) if isinstance(one, str) else one for one in (candidate.language, reference.language)]
        able = all(one is not None and one.runner() is not None for one in both)
        raise InputError(
            f"{candidate.label} is {ours} but {reference.label} is {theirs}; "
            + ("run both with `codescore evidence`, " if able else "")
            + "compare code of one language, or name it with --language if a file's name misleads"
        )


def unsound(said: str) -> InputError:
    """What a person is told of a reference that does not compile: what it does is unknown."""
    return InputError(f"{said}; correct it or name another reference")


def _named(language: Language | str) -> str:
    """What people call a language."""
    found = by_id(language) if isinstance(language, str) else language
    return found.name if found is not None else str(language)


def printable(path: str) -> str:
    """A path as it can be shown: bytes that are no UTF-8 are replaced, line breaks made visible."""
    if path == STDIN:
        return "<stdin>"
    return "".join(c if c.isprintable() else repr(c)[1:-1] for c in readable(path))


def _named_language(path: str, wanted: str | None) -> Language | None:
    """The language that the user named; stdin has no other (asked before it is read: reading may wait)."""
    if wanted is None:
        if path == STDIN:
            raise InputError(f"the code comes from stdin, so name its language: --language {_known_ids()}")
        return None
    name = wanted.strip().lower()
    found = by_name(name)
    if found is None:
        known = [language.id for language in all_languages()]
        close = get_close_matches(name, known, n=1)
        hint = f"; did you mean {close[0]}?" if close else ""
        raise InputError(f"unknown language {wanted!r}; known are {', '.join(known)}{hint}")
    return found


def _language_of_name(path: str, label: str) -> Language:
    found = by_path(path)
    if found is None:
        raise InputError(
            f"{label}: its name does not tell a language that is known here ({_known_endings()}); "
            f"if it is one of these, add --language {_known_ids()}"
        )
    return found


def _known_ids() -> str:
    return "|".join(language.id for language in all_languages())


def _known_endings() -> str:
    return ", ".join(f"{language.name}: {' '.join(language.extensions)}" for language in all_languages())


def _bytes(path: str, label: str) -> bytes:
    """The bytes of a file or of stdin; of what is too large, one byte more than allowed."""
    try:
        if path == STDIN:
            return sys.stdin.buffer.read(MAX_BYTES + 1)
        with open(path, "rb") as file:  # noqa: PTH123  (Path would change a name such as `./-`)
            return file.read(MAX_BYTES + 1)
    except OSError as error:
        whole, part = named_part(path)
        if part is not None and Path(whole).exists():
            known = f"name {printable(whole)}, or ask `codescore evidence` about {printable(part)}"
            raise InputError(f"cannot read {label}: whole files are read here; {known}") from None
        raise InputError(f"cannot read {label}: {_reason(error)}") from None
    except ValueError:  # a NUL in the name
        raise InputError(f"cannot read {label}: no file can have this name") from None


def _reason(error: OSError) -> str:
    match error.errno:
        case errno.ENOENT:
            return "there is no such file; check the path"
        case errno.EISDIR:
            return "it is a folder; name a file in it"
        case errno.EACCES | errno.EPERM:
            return "permission denied; make it readable"
        case _:
            return f"{error.strerror or error}; check the path"
