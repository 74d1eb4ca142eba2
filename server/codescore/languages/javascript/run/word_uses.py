"""What the words of a line that a JavaScript program reads are, by what is done with them: as if they were parameters.

    const [name, grams, size] = line.split(" ");        size: numbers with an x between them
    const sides = size.split("x").map(Number);

What stands behind the declaration is read as a function that is given its names.  Neighbours: `surveying` (asks),
`usage` (how parameters are used), `languages.spelled` (what is written so).
"""

from __future__ import annotations

from collections.abc import Callable

from tree_sitter import Node

from codescore.languages import guessing
from codescore.languages.javascript.run.nodes import child, text, walk
from codescore.languages.javascript.run.usage import Reader
from codescore.languages.shapes import Shape
from codescore.languages.spelled import spelled

_BLOCKS = ("statement_block", "program")
Parse = Callable[[str], Node]


def word_uses(root: Node, words: str, parse: Parse) -> dict[str, Shape]:
    """What the words of lines are, by name, where that can be told; `words` are the program's comments."""
    found: dict[str, Shape] = {}
    for node in walk(root):
        pattern, value = child(node, "name"), child(node, "value")
        if node.type != "variable_declarator" or pattern is None or pattern.type != "array_pattern" or value is None:
            continue
        names = [text(one) for one in pattern.named_children if one.type == "identifier"]
        if names and ".split(" in text(value):
            found |= _used(root, node, names, words, parse)
    return found


def _used(root: Node, declared: Node, names: list[str], words: str, parse: Parse) -> dict[str, Shape]:
    statement, block = declared, declared.parent
    while block is not None and block.type not in _BLOCKS:
        statement, block = block, block.parent
    if block is None:
        return {}
    behind = (root.text or b"")[statement.end_byte : block.end_byte - (block.type == "statement_block")]
    functions = [text(one) for one in root.named_children if one.type == "function_declaration"]
    given = f"function {_GIVEN}({', '.join(names)}) {{{behind.decode('utf-8', 'replace')}}}"
    made = [one for one in parse("\n".join((*functions, given))).named_children if one.type == "function_declaration"]
    known = {text(name): one for one in made if (name := child(one, "name")) is not None}
    if _GIVEN not in known:
        return {}
    kinds = Reader(known).kinds(known[_GIVEN])
    shapes = guessing.of_kinds(kinds)
    every = ((name, spelled(kinds[name], shapes[name], words)) for name in names if name in kinds)
    return {name: shape for name, shape in every if shape is not None}


_GIVEN = "given_the_words_of_a_line"
