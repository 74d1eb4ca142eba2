"""Pieces of an answer → a project: source files named after their classes, and the libraries that a pom names.

Pure and total.  A file is named as javac wants it: after its public class, else after its first.  A piece with several
public classes becomes several files.  Neighbour: `coordinates` reads XML.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

import tree_sitter
import tree_sitter_java

from codescore.languages.building import Block, Project
from codescore.languages.java.build.coordinates import Coordinate, pom, read_coordinates

MANIFEST = "pom.xml"
MAX_BYTES = 1_000_000
MAX_FILES = 50
_CODE_TAGS = frozenset({"java", "jav", "jsp"})
_XML_TAGS = frozenset({"xml", "pom", "maven", "html"})
_TYPES = frozenset({"class_declaration", "interface_declaration", "enum_declaration", "record_declaration",
                    "annotation_type_declaration"})  # fmt: skip
_UNNAMED = "Main"
_WORD = re.compile(r"[\w$]{1,100}")
_GRAMMAR = tree_sitter.Language(tree_sitter_java.language())


def project_of(blocks: Sequence[Block]) -> Project:
    """The project in the pieces of an answer."""
    files: dict[str, str] = {}
    libraries: dict[str, Coordinate] = {}
    notes: list[str] = []
    for block in blocks:
        if _is_xml(block):
            found, said = read_coordinates(block.text)
            libraries |= {f"{one.group}:{one.name}": one for one in found}
            notes += said
        elif block.tag and block.tag not in _CODE_TAGS:
            notes.append(f"a piece marked {block.tag[:20]!r} was left out")
        elif len(block.text.encode("utf-8", "replace")) > MAX_BYTES:
            notes.append(f"a piece of over {MAX_BYTES // 1_000_000} MB was left out")
        elif block.text.strip():
            _add(files, block, notes)
    named = tuple(str(one) for one in libraries.values())
    return Project(files, MANIFEST, pom(libraries.values()), named, tuple(dict.fromkeys(notes)))


def _is_xml(block: Block) -> bool:
    return block.tag in _XML_TAGS or (not block.tag and block.text.lstrip().startswith("<"))


def _add(files: dict[str, str], block: Block, notes: list[str]) -> None:
    for path, content in _units(block, notes):
        if path in files:
            notes.append(f"{path} is given twice; the first counts")
        elif len(files) >= MAX_FILES:
            notes.append(f"more than {MAX_FILES} files; the first count")
            return
        else:
            files[path] = content


def _units(block: Block, notes: list[str]) -> Iterator[tuple[str, str]]:
    """Compilation units: the path of each, and its text."""
    text = block.text
    source = text.encode("utf-8", "replace")
    root = tree_sitter.Parser(_GRAMMAR).parse(source).root_node
    types = [node for node in root.children if node.type in _TYPES]
    if not block.tag and not types and root.has_error:
        notes.append("words that are no code were left out")
        return
    folder = _folder(root)
    public = [node for node in types if _is_public(node)]
    if len(public) < 2:
        chosen = public or types
        yield f"{folder}{_name(chosen[0] if chosen else None)}.java", text
        return
    head = source[: types[0].start_byte].decode("utf-8", "replace")
    for place, node in enumerate(public):
        others = [one for one in types if not _is_public(one)] if place == 0 else []
        parts = [_text(one) for one in sorted([node, *others], key=lambda one: one.start_byte)]
        yield f"{folder}{_name(node)}.java", head + "\n\n".join(parts) + "\n"


def _folder(root: tree_sitter.Node) -> str:
    for node in root.children:
        if node.type == "package_declaration":
            words = _WORD.findall(_text(node))[1:]
            return "".join(f"{word}/" for word in words[:20])
    return ""


def _is_public(node: tree_sitter.Node) -> bool:
    return any(child.type == "modifiers" and "public" in _text(child).split() for child in node.children)


def _name(node: tree_sitter.Node | None) -> str:
    name = node.child_by_field_name("name") if node is not None else None
    word = _WORD.match(_text(name)) if name is not None else None
    return word[0] if word else _UNNAMED


def _text(node: tree_sitter.Node) -> str:
    return (node.text or b"").decode("utf-8", "replace")
