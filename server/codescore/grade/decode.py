"""Bytes of a file that was handed in → UTF-8 source, notebooks too.  Pure.

Lines stay where they are, so that a compiler's line is the line that the student wrote.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from codescore.foundation import intake, shapes
from codescore.foundation.intake import NotSource, check_size, code_of_cell
from codescore.grade.limits import MOST_BYTES
from codescore.grade.model import Part, Unreadable
from codescore.languages import Language, by_name

NOTEBOOK = ".ipynb"


def decoded(path: str, data: bytes, language: Language) -> Part:
    """A file's code in UTF-8.  Raises Unreadable for what is too large, binary, or a notebook of something else."""
    try:
        if path.lower().endswith(NOTEBOOK):
            check_size(data, MOST_BYTES)
            return _notebook(path, data, language)
        text, note = intake.decoded(data, MOST_BYTES)
    except NotSource as error:
        raise Unreadable(str(error)) from None
    return Part(path, text.encode("utf-8", errors="replace"), notes=(note,) if note else ())


def _notebook(path: str, data: bytes, language: Language) -> Part:
    """The code cells of a notebook, one below the other; each begins on a line of its own."""
    try:
        book = shapes.convert(json.loads(data), dict[str, Any])
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
            return by_name(name.lower())
    return None


def _code(cell: dict[str, Any]) -> list[str]:
    """The lines of a cell."""
    source = cell.get("source", cell.get("input", ""))
    text = "".join(part for part in source if isinstance(part, str)) if isinstance(source, list) else str(source)
    return code_of_cell(text)
