"""The mirror of what the client has open: text, tree and units, replayed one change at a time.

All of this lives on the event loop.  A change that cannot be understood puts the document out of step: it is then
left alone until the client sends it whole again.  Texts beyond the size limit are mirrored but not parsed.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from codescore.foundation.text import Edit, Encoding, Text, encode
from codescore.languages import Language, by_lsp_id, by_path
from codescore.lsp.messages import Change, Item
from codescore.lsp.paths import cell_path, real_path, to_path
from codescore.syntax import Document, Syntax
from codescore.syntax.document import Parsed

_MANY_CHANGES = 16

log = logging.getLogger(__name__)


@dataclass(slots=True, eq=False)
class Open:
    """One open document.  `tree` is None where the text is too large to be parsed; `generation` counts its states."""

    uri: str
    path: Path | None
    real: Path | None
    language: Language
    version: int | None
    text: Text
    tree: Document | None
    is_cell: bool = False
    generation: int = 0
    in_step: bool = True
    edits: list[Edit] = field(default_factory=list)  # of the last change

    def snapshot(self) -> Parsed | None:
        """Text, tree and units as they are, for workers too; None where the text is not parsed."""
        return self.tree.snapshot() if self.tree is not None else None

    def syntax(self) -> Syntax | None:
        """The tree as it is, at once; None where the text is not parsed."""
        return self.tree.syntax() if self.tree is not None else None

    def settle(self) -> Parsed | None:
        """The snapshot that parsing from scratch gives."""
        return self.tree.settle() if self.tree is not None else None


class Documents:
    """Every open document of a language we know, by URI."""

    def __init__(self) -> None:
        self.encoding: Encoding = "utf-16"
        self.max_bytes = 1_000_000
        self._open: dict[str, Open] = {}

    def __iter__(self) -> Iterator[Open]:
        return iter(tuple(self._open.values()))

    def get(self, uri: str) -> Open | None:
        """The document of a URI, None where it is not open or not ours."""
        return self._open.get(uri)

    def open(self, item: Item, *, is_cell: bool = False) -> Open | None:
        """Take in a document; None where its language is not ours, which is no mistake."""
        path = to_path(item.uri) or (cell_path(item.uri) if is_cell else None)
        language = by_lsp_id(item.language_id) or (None if is_cell or path is None else by_path(path))
        if language is None:
            self._open.pop(item.uri, None)
            return None
        text = Text.of(item.text)
        known = self._open.get(item.uri)
        document = Open(
            item.uri, path, real_path(path), language, item.version, text, self._tree(language, text), is_cell
        )
        document.generation = known.generation + 1 if known is not None else 0
        self._open[item.uri] = document
        return document

    def close(self, uri: str) -> Open | None:
        """Forget a document."""
        return self._open.pop(uri, None)

    def change(self, uri: str, version: int | None, changes: Sequence[Change]) -> Open | None:
        """Follow a change; None where there is nothing to follow."""
        document = self._open.get(uri)
        if document is None:
            return None
        if version is not None and document.version is not None and version <= document.version:
            log.warning("%s: version %d came after %d and is ignored", uri, version, document.version)
            return None
        whole = next((i for i in range(len(changes) - 1, -1, -1) if changes[i].range is None), None)
        if not document.in_step:
            if whole is None:
                return None
            changes, document.in_step = changes[whole:], True
        document.version = version
        document.generation += 1
        document.edits = []
        self._replay(document, changes)
        return document

    def lose_step(self, uri: str, reason: str) -> Open | None:
        """A change of the document could not be understood: what we hold is no longer what the client sees."""
        document = self._open.get(uri)
        if document is not None:
            log.error("%s: %s; it is left alone until it is sent whole", uri, reason)
            document.in_step = False
            document.generation += 1
        return document

    def limit(self, max_bytes: int) -> None:
        """Change the size limit; documents that it concerns are parsed or given up."""
        self.max_bytes = max_bytes
        for document in self._open.values():
            self._fit(document)

    def _tree(self, language: Language, text: Text) -> Document | None:
        return Document(language, text) if len(text.data) <= self.max_bytes else None

    def _replay(self, document: Open, changes: Sequence[Change]) -> None:
        if len(changes) > _MANY_CHANGES:
            # Parsing once for each of many small changes takes long; what they do together is one edit.
            text = document.text
            for change in changes:
                text = text.replace(self._edit(text, change))
            self._apply(document, difference(document.text.data, text.data))
            return
        for change in changes:
            self._apply(document, self._edit(document.text, change))

    def _edit(self, text: Text, change: Change) -> Edit:
        """A change in bytes; positions outside the text are clamped."""
        new = encode(change.text)
        if change.range is None:
            return difference(text.data, new)
        start = text.offset(change.range.start.where(), self.encoding)
        end = text.offset(change.range.end.where(), self.encoding)
        return Edit(min(start, end), max(start, end), new)

    def _apply(self, document: Open, edit: Edit) -> None:
        if document.tree is not None:
            document.tree.edit(edit)
            document.text = document.tree.text
        else:
            document.text = document.text.replace(edit)
        document.edits.append(edit)
        self._fit(document)

    def _fit(self, document: Open) -> None:
        """Parse what has become small enough, give up what has become too large."""
        small = len(document.text.data) <= self.max_bytes
        if small != (document.tree is not None):
            document.tree = self._tree(document.language, document.text)


def difference(old: bytes, new: bytes) -> Edit:
    """One edit that makes `new` of `old`: what lies between their common beginning and end."""
    start = _common(old, new)
    limit = min(len(old), len(new)) - start
    tail = _common(old[len(old) - limit :][::-1], new[len(new) - limit :][::-1]) if limit else 0
    # Never inside a character: a continuation byte belongs to what is before it.
    while start and ((start < len(old) and _inside(old[start])) or (start < len(new) and _inside(new[start]))):
        start -= 1
    while tail and _inside(old[len(old) - tail]):
        tail -= 1
    return Edit(start, len(old) - tail, new[start : len(new) - tail])


def _common(a: bytes, b: bytes) -> int:
    """Length of the common beginning, by halving: comparing slices is fast, a loop over bytes is not."""
    low, high = 0, min(len(a), len(b))
    while low < high:
        middle = (low + high + 1) // 2
        if a[low:middle] == b[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


def _inside(byte: int) -> bool:
    return byte & 0xC0 == 0x80
