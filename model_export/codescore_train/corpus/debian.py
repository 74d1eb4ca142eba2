"""The licence of each file of a Debian source package, decided from debian/copyright and the file's own header.

A machine-readable debian/copyright decides file by file: the last stanza that matches a path wins, and the stanza
for `*` must be permissive or the whole package is left out.  Without one, a file counts only if its own header
carries a permissive notice, and a package whose copyright file names copyleft is not trusted beyond that either.
Pure functions; neighbour: `licences` knows names and texts.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from codescore_train.corpus import licences

FileLicence = Callable[[str], "str | None"]  # path -> permissive licence, "" for "ask the file's header", None for no

HEADER_BYTES = 4_000


@dataclass(frozen=True, slots=True)
class Decision:
    """What a package's copyright file says: a licence per path (None: leave the package out) and the evidence."""

    licence_of: FileLicence | None
    evidence: str


def decide(copyright_file: bytes | None) -> Decision:
    """Read debian/copyright; absent or free-form ones leave the decision to each file's own header."""
    if copyright_file is None:
        return Decision(_ask_header, "file headers")
    text = copyright_file.decode("utf-8", errors="replace").replace("\r", "")
    stanzas = [_fields(block) for block in re.split(r"\n\s*\n", text) if block.strip()]
    if not stanzas or "format" not in stanzas[0]:
        return Decision(_ask_header, "file headers")
    bodies = {_name(s["license"]): s["license"] for s in stanzas if "license" in s and "files" not in s}
    rules = [(_patterns(s["files"]), _permissive(s.get("license", ""), bodies)) for s in stanzas if "files" in s]
    main = _lookup(rules, "*")
    if main is None:
        stated = next((_name(s.get("license", "")) for s in stanzas if "*" in s.get("files", "").split()), "none")
        return Decision(None, f"debian/copyright: {stated[:80]}")
    return Decision(lambda path: _lookup(rules, path), "debian/copyright")


def _ask_header(_: str) -> str:
    return ""


def by_header(source: bytes) -> str | None:
    """The permissive licence that a source file's own header states, or None."""
    return licences.by_text(source[:HEADER_BYTES].decode("utf-8", errors="replace"))


def names_copyleft(source: bytes) -> bool:
    """Whether a source file's header names a licence that is not permissive."""
    return bool(licences.COPYLEFT.search(source[:HEADER_BYTES].decode("utf-8", errors="replace")))


def _fields(block: str) -> Mapping[str, str]:
    fields: dict[str, str] = {}
    key = ""
    for line in block.split("\n"):
        if line[:1] in {" ", "\t"}:
            fields[key] = fields.get(key, "") + "\n" + line.strip()
        elif ":" in line and not line.startswith("#"):
            key, value = line.split(":", 1)
            key = key.strip().lower()
            fields[key] = value.strip()
    return fields


def _name(licence: str) -> str:
    return licence.split("\n", 1)[0].strip()


def _permissive(licence: str, bodies: Mapping[str, str]) -> str | None:
    name = _name(licence)
    if found := licences.by_expression(name):
        return found
    if licences.COPYLEFT.search(name):
        return None
    body = "\n".join(licence.split("\n")[1:]) or "\n".join(bodies.get(name, "").split("\n")[1:])
    return licences.by_text(body) if body else None


def _patterns(files: str) -> tuple[re.Pattern[str], ...]:
    return tuple(_pattern(glob) for glob in files.split())


@lru_cache(maxsize=4096)
def _pattern(glob: str) -> re.Pattern[str]:
    # In debian/copyright a star also matches slashes; `./` in front means nothing.
    parts = [{"*": ".*", "?": "."}.get(char, re.escape(char)) for char in glob.removeprefix("./")]
    return re.compile("".join(parts) + r"\Z", re.DOTALL)


def _lookup(rules: list[tuple[tuple[re.Pattern[str], ...], str | None]], path: str) -> str | None:
    found: str | None = None
    for patterns, licence in rules:
        if any(pattern.match(path) for pattern in patterns):
            found = licence
    return found
