"""A text made ready for metrics: tree, tokens, comment-free text, sketch, each computed once and shared by all metrics.

`prepare` remembers the most recent texts, so that a reference of many candidates is parsed once, and a pair that many
metrics look at, too.  What is remembered follows from the text alone; no score depends on it.  Thread-safe: at worst
a part is computed twice.  Neighbours: `tokens` (how text becomes tokens), every metric.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any, TypeVar, cast

from codescore.foundation.caches import Recent
from codescore.foundation.text import encode
from codescore.languages import Language, by_id
from codescore.metrics import tokens
from codescore.metrics.flat_tree import FlatTree, flatten, library_tree, without_documentation
from codescore.sketch import sketch_tree
from codescore.syntax import Syntax, parse

T = TypeVar("T")

_SMALL = 20_000  # characters; beyond, a text is kept only while it is being compared
_MOST = 300_000  # characters of small texts kept; with all that metrics make of them, about 400 bytes each


class Prepared:
    """A text and what metrics need of it; obtain it from `prepare` only."""

    def __init__(self, text: str, language: str) -> None:
        self.text = text
        self.language_id = language
        self._tokens: dict[str, tuple[str, ...]] = {}
        self._kept: dict[object, Any] = {}

    @cached_property
    def language(self) -> Language | None:
        """The installed language, None where there is no grammar for it."""
        return by_id(self.language_id)

    @cached_property
    def syntax(self) -> Syntax | None:
        """The tree, None where the language has no grammar."""
        return parse(self.language, encode(self.text)) if self.language is not None else None

    @cached_property
    def without_comments(self) -> str:
        """The text without comments and docstrings; the text itself where there is no grammar."""
        return self.text if self.syntax is None else tokens.without_comments(self.syntax, self.documentation)

    @cached_property
    def documentation(self) -> tuple[tuple[int, int], ...]:
        """Byte ranges of the tree that document and do nothing."""
        return tokens.documentation(self.syntax) if self.syntax is not None else ()

    @cached_property
    def sketch(self) -> str | None:
        """The text's sketch as a whole (names defined in it replaced), None where there is no grammar."""
        return sketch_tree(self.syntax).text if self.syntax is not None else None

    @cached_property
    def flat_tree(self) -> FlatTree | None:
        """The tree as flat lists without documentation, completed where it is a fragment; None without a grammar."""
        return without_documentation(self._whole_tree) if self._whole_tree is not None else None

    @cached_property
    def library_tree(self) -> FlatTree | None:
        """The tree as the common library parses it; None where there is no grammar."""
        if self.syntax is None or self._whole_tree is None or self.flat_tree is None:
            return None
        return library_tree(self.syntax, self._whole_tree, self.flat_tree)

    @cached_property
    def _whole_tree(self) -> FlatTree | None:
        return flatten(self.syntax) if self.syntax is not None else None

    def tokens(self, name: str) -> tuple[str, ...]:
        """Tokens by a tokenisation; `code` becomes what `tokens.used` says where there is no grammar."""
        name = tokens.used(name, self.language_id)
        found = self._tokens.get(name)
        if found is None:
            found = self._tokens[name] = self._split(name)
        return found

    def characters(self, name: str) -> str:
        """What metrics on characters read under a tokenisation."""
        return self.without_comments if tokens.used(name, self.language_id) == tokens.CODE else self.text

    def keep(self, key: object, make: Callable[[Prepared], T]) -> T:
        """What `make` makes of this text, made once: `key` names it, settings included (a metric's n-grams, say)."""
        if key not in self._kept:
            self._kept[key] = make(self)
        return cast("T", self._kept[key])

    def _split(self, name: str) -> tuple[str, ...]:
        if name == tokens.CODE:
            assert self.flat_tree is not None  # `used` saw a grammar
            return tokens.code_tokens(self.flat_tree, self.documentation)
        return tokens.split(self.text, name)


_small: Recent[tuple[str, str], Prepared] = Recent(2048, _MOST, lambda kept: len(kept.text))
_large: Recent[tuple[str, str], Prepared] = Recent(4)


def prepare(text: str, language: str) -> Prepared:
    """The prepared text, remembered if it was prepared lately."""
    memory = _small if len(text) <= _SMALL else _large
    key = (language, text)
    found = memory.get(key)
    if found is None:
        found = Prepared(text, language)
        memory.put(key, found)
    return found
