"""The types that the comments of a JavaScript program declare, as TypeScript would write them.

    @typedef {{op: string, left: Expr, right: Expr}|number} Expr      type Expr = …
    @typedef {Object} User                                            interface User { name: string; age?: number }
    @property {string} name - what it is called
    @property {number} [age]

What cannot be read declares nothing.  Pure.  Neighbours: `surveying` (asks), `types` (reads what is found).
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from tree_sitter import Node

from codescore.languages.javascript.run.entries import DECORATION
from codescore.languages.javascript.run.nodes import text, walk
from codescore.languages.javascript.run.types import as_typescript, parsed

_MOST = 60  # types of a program, and fields of each, that are read
_LONG, _TAGS = 2000, 300  # signs of a type that are read, and tags of a comment
_TAG = re.compile(r"@(\w+)[ \t]*")
_NAME = re.compile(r"[ \t]*(?:(\[)[ \t]*)?([A-Za-z_$][\w$]*)(?![\w$.\[])")
_DECLARATIONS = ("interface_declaration", "type_alias_declaration")
_ANY_OBJECT = ("", "Object", "object")


def documented_types(root: Node) -> dict[str, Node]:
    """What is declared in comments, by name: the declarations of a TypeScript program that says the same."""
    found: dict[str, Node] = {}
    for comment in walk(root):
        if comment.type == "comment" and "@typedef" in (whole := text(comment)):
            for name, written in _declared(DECORATION.sub("", whole).replace("*/", "")):
                declaration = parsed(written) if len(found) < _MOST else None
                if declaration is not None and declaration.type in _DECLARATIONS:
                    found.setdefault(name, declaration)
    return found


def _declared(words: str) -> Iterator[tuple[str, str]]:
    """The types of one comment, each with what TypeScript would say."""
    name, type_, fields = "", "", list[str]()
    for tag, given, called, optional in _tags(words):
        if tag == "typedef":
            yield from _one(name, type_, fields)
            name, type_, fields = called, given, []
        elif tag in ("prop", "property") and name and called and len(fields) < _MOST:
            left_out = "?" if optional or given.endswith("=") else ""
            fields.append(f"{called}{left_out}: {as_typescript(given) or 'any'};")
        elif tag not in ("prop", "property"):
            yield from _one(name, type_, fields)
            name, type_, fields = "", "", []
    yield from _one(name, type_, fields)


def _one(name: str, type_: str, fields: list[str]) -> Iterator[tuple[str, str]]:
    if name and fields and type_ in _ANY_OBJECT:
        yield name, f"interface {name} {{ {' '.join(fields)} }}"
    elif name and type_:
        yield name, f"type {name} = {as_typescript(type_)};"


def _tags(words: str) -> Iterator[tuple[str, str, str, bool]]:
    """Each tag with the type in braces behind it, the name behind that, and whether it is in brackets."""
    place = 0
    for _ in range(_TAGS):
        if (tag := _TAG.search(words, place)) is None:
            return
        place = _closed(words, tag.end())
        named = _NAME.match(words, place)
        type_ = words[tag.end() + 1 : place - 1].strip()
        yield tag[1], type_, named[2] if named else "", bool(named and named[1])


def _closed(words: str, start: int) -> int:
    """Where the braces that open at a place are closed; the place itself where none do."""
    deep = 0
    for place in range(start, min(len(words), start + _LONG) if words[start : start + 1] == "{" else start):
        deep += (words[place] == "{") - (words[place] == "}")
        if deep == 0:
            return place + 1
    return start
