"""Bytes of a file → UTF-8 source: byte order marks, other encodings, notebooks.  Pure.

Lines stay where they are, so that a compiler's line is the line that the student wrote.
"""

from __future__ import annotations

import codecs
import json
import re
from collections.abc import Iterator
from typing import Any

import msgspec

from codescore.engine.source import MAX_SOURCE_BYTES
from codescore.grade.limits import MOST_BYTES
from codescore.grade.model import Part, Unreadable
from codescore.languages import Language, by_id, by_lsp_id

NOTEBOOK = ".ipynb"

_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
# What editors and compilers read in the first two lines.
_COOKIE = re.compile(rb"^[ \t\f]*[#/*]+.*?coding[:=][ \t]*([-\w.]+)", re.MULTILINE)
# Lines of a cell that are the notebook's own commands, and cells that are another program's.
_MAGIC = re.compile(r"^[ \t]*(?:[%!?]|.*\?[ \t]*$)")
_FOREIGN = re.compile(r"^[ \t]*%%(?!time|timeit|capture)")
_BLANK = re.compile(r"^[ \t]*%%.*")


def decoded(path: str, data: bytes, language: Language) -> Part:
    """A file's code in UTF-8.  Raises Unreadable for what is too large, binary, or a notebook of something else."""
    if len(data) > min(MOST_BYTES, MAX_SOURCE_BYTES):
        raise Unreadable(f"larger than {MOST_BYTES >> 20} MB: data, not code that somebody wrote")
    if path.lower().endswith(NOTEBOOK):
        return _notebook(path, data, language)
    text, note = _text(data)
    return Part(path, text.encode("utf-8", errors="replace"), notes=(note,) if note else ())


def _text(data: bytes) -> tuple[str, str]:
    """The text, and what is to be said of its encoding."""
    for mark, name in _MARKS:
        if data.startswith(mark):
            try:
                text = data.decode(name)
            except UnicodeDecodeError:
                raise Unreadable(f"it claims to be {name.upper()} and is not; have it saved as UTF-8") from None
            return text.removeprefix("\ufeff"), "" if name == "utf-8" else f"read as {name.upper()}"
    if (at := data.find(b"\0")) >= 0:
        raise Unreadable(f"binary, not source code (a zero byte at offset {at:,})")
    cookie = _cookie(data)
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        return _declared(data, cookie)
    return text, ""


def _cookie(data: bytes) -> str | None:
    """The encoding that the first two lines name."""
    found = _COOKIE.search(b"\n".join(data.split(b"\n", 2)[:2]))
    return found[1].decode("ascii", errors="replace") if found else None


def _declared(data: bytes, cookie: str | None) -> tuple[str, str]:
    """Text that is no UTF-8: as it says itself, else as Windows writes it."""
    for name in (cookie, "cp1252"):
        try:
            text = data.decode(name) if name else None
        except (LookupError, UnicodeError, ValueError):
            continue
        if text is not None:
            # The compiler is given UTF-8 and must not be told otherwise.
            text = text.replace(f"coding: {cookie}", "coding: utf-8", 1).replace(f"coding={cookie}", "coding=utf-8", 1)
            return text, f"not UTF-8: read as {name}"
    return data.decode("latin-1"), "not UTF-8: read as latin-1"


def _notebook(path: str, data: bytes, language: Language) -> Part:
    """The code cells of a notebook, one below the other; each begins on a line of its own."""
    try:
        book = msgspec.convert(json.loads(data), dict[str, Any])
        cells = [cell for cell in _cells(book) if isinstance(cell, dict) and cell.get("cell_type") == "code"]
    except (ValueError, TypeError, RecursionError):
        raise Unreadable("not a notebook that can be read (its JSON is broken)") from None
    spoken = _language(book)
    if spoken is not None and spoken is not language:
        raise Unreadable(f"a notebook in {spoken.name}, and the reference is {language.name}")
    lines: list[str] = []
    marks: list[tuple[int, str]] = []
    for number, cell in enumerate(cells, 1):
        marks.append((len(lines) + 1, f"cell {number}"))
        lines += _code(cell)
    text = "\n".join(lines) + "\n"
    return Part(path, text.encode("utf-8", errors="replace"), tuple(marks), ("code cells of a notebook",))


def _cells(book: dict[str, Any]) -> Iterator[Any]:
    yield from book.get("cells") or ()
    for sheet in book.get("worksheets") or ():  # the format before 4
        if isinstance(sheet, dict):
            yield from sheet.get("cells") or ()


def _language(book: dict[str, Any]) -> Language | None:
    about = book.get("metadata")
    about = about if isinstance(about, dict) else {}
    for part, key in (("language_info", "name"), ("kernelspec", "language")):
        found = about.get(part)
        name = found.get(key) if isinstance(found, dict) else None
        if isinstance(name, str):
            return by_id(name.lower()) or by_lsp_id(name.lower())
    return None


def _code(cell: dict[str, Any]) -> list[str]:
    """The lines of a cell; the notebook's own commands are left as empty lines."""
    source = cell.get("source", cell.get("input", ""))
    text = "".join(part for part in source if isinstance(part, str)) if isinstance(source, list) else str(source)
    lines = [re.sub(r"[\r\n]", " ", line) for line in text.split("\n")]
    if lines and _FOREIGN.match(lines[0]):
        return [""] * len(lines)
    return ["" if _MAGIC.match(line) or _BLANK.match(line) else line for line in lines]
