"""What a JavaScript or TypeScript program's text says can be called: the `survey` of `languages.execution.Runner`.

Neighbours: `entries` (functions and what they take), `classes` (objects that keep something), `runner` (asks).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from tree_sitter import Node

from codescore.languages import guessing
from codescore.languages.asked_texts import asked_texts
from codescore.languages.bounded_rows import bounded
from codescore.languages.commands import apart, commands
from codescore.languages.execution import Entry, Parameter, Survey
from codescore.languages.handed import handed
from codescore.languages.input_rows import UNKNOWN, lines_of
from codescore.languages.javascript.run import examples
from codescore.languages.javascript.run.classes import class_entries
from codescore.languages.javascript.run.elsewhere import read, taken
from codescore.languages.javascript.run.entries import DECORATION, Program, entry_of, made_freely
from codescore.languages.javascript.run.modules import Modules
from codescore.languages.javascript.run.nodes import FUNCTIONS, child, number, pairs_of, string, text, walk
from codescore.languages.javascript.run.reading import reads_of
from codescore.languages.javascript.run.unknown_types import asking
from codescore.languages.javascript.run.usage import Reader
from codescore.languages.patterns import texts_for
from codescore.languages.powers import powers
from codescore.languages.shapes import Shape
from codescore.languages.spelled import by_use, spelled
from codescore.languages.values import Float, Int, Text, Value

_ASSUME = re.compile(r"codescore:\s*assume\s*[=:]\s*([^\n]+?)\s*(?:\*/)?\s*$", re.MULTILINE)
_NOTHING = "nothing in it can be called by itself: no function, no class with methods of its own, nothing that runs"
_READS = re.compile(
    r"\bprocess\s*\.\s*stdin\b|readFileSync\s*\(\s*(?:0|['\"]/dev/stdin['\"])|\bcreateInterface\b|\bprompt\s*\("
)
_MOST_CONSTANTS = 60


def surveyed(source: str, modules: Modules, beside: Sequence[Node], parse: Parse) -> Survey:
    """What can be called, in source order, the whole program last; total.  `parse` reads a text of its language."""
    root = modules.roots[modules.own]
    try:
        if root.has_error and not any(node.type != "ERROR" for node in root.named_children):
            return Survey((), problem="it does not parse")
        calls, near = examples.calls_in((root, *beside)), taken(modules, modules.own)
        known = read(root, near, calls, (tuple(_ASSUME.findall(source)), _head(root)))
        program, functions, classes = known.program, known.functions, known.classes
        entries = [
            entry_of(one, program) for one in functions if one.owner is None or one.held or made_freely(one, classes)
        ]
        entries = [asking(one, program.unknown) for one in entries]
        entries += class_entries(program, classes)
        entries += [_script(program, parse)] if _is_script(source, root, entries) else []
        return Survey(handed(entries, program.functions), _constants(root), "" if entries else _NOTHING)
    except RecursionError:
        return Survey((), problem="it is nested too deeply")


def _head(root: Node) -> str:
    """The comment at the head of a program, or in its only function."""
    comments = [text(n) for n in walk(root) if n.type == "comment"]
    inside = ("program", "variable_declarator")
    functions = sum(n.type in FUNCTIONS and n.parent is not None and n.parent.type in inside for n in walk(root))
    return DECORATION.sub("", "\n".join(comments)).replace("*/", "") if functions == 1 else ""


def _constants(root: Node) -> tuple[Value, ...]:
    found: dict[Value, None] = {}
    for node in walk(root):
        said, value = string(node), number(node) if node.type == "number" else None
        parent = node.parent.type if node.parent is not None else ""
        if said is not None and parent not in ("import_statement", "expression_statement"):
            found[Text(said)] = None
        elif value is not None:
            found[Int(value) if isinstance(value, int) else Float(value)] = None
        elif node.type == "regex_pattern":
            found |= dict.fromkeys(map(Text, texts_for(text(node))))
        elif node.type == "variable_declarator" and f"{text(child(node, 'name') or node)}[" in text(root):
            found |= dict.fromkeys(map(Text, _keys(child(node, "value") or node)))
    found |= dict.fromkeys((*powers(text(root)), *asked_texts(text(root))))
    return tuple(found)[:_MOST_CONSTANTS]


def _keys(table: Node) -> Iterator[str]:
    """The keys of a table of constants, and of the tables in it."""
    for key, value in pairs_of(table) if table.type == "object" else ():
        yield from (key,) if key else ()
        yield from _keys(value)


def _is_script(source: str, root: Node, entries: list[Entry]) -> bool:
    """Whether it is meant to be run from top to bottom: it reads its input, or does something and defines nothing."""
    if _READS.search(source):
        return True
    if entries:
        return False
    quiet = ("import_statement", "function_declaration", "class_declaration", "comment")
    loud = (node for node in root.named_children if node.type not in quiet)
    return any(n.type == "call_expression" for node in loud for n in walk(node))


def _script(program: Program, parse: Parse) -> Entry:
    source = text(program.root)
    plain, words = apart(source)
    like, reads, constants = braced(plain), reads_of(program.root), _constants(program.root)
    told = commands(like, words, reads, lambda first: lines_of(first, constants, like), lenient=True)
    form = lines_of(reads, constants, like)
    used = word_uses(program.root, words, parse) if form is not None and told is None else {}
    shape = bounded(told or (by_use(form, used.get) if form is not None else UNKNOWN), words)
    return Entry("", "script", (Parameter("stdin", shape),), assumes=program.assumes, prints=True)


def braced(program: str) -> str:
    """A program as those who read other languages with braces know it: `"..."`, `==`, `parseInt(a)`.

    The parts of a line that is taken apart stand by their places (`line_[1]`).
    """
    found = re.sub(r"'((?:[^'\\\n\"]|\\.)*)'", r'"\1"', program)
    found = re.sub(r"([=!]=)=", r"\1", found)
    found = re.sub(r"\bNumber\(", "parseInt(", found)
    size = r"(\w+(?:\s*[+-]\s*\d+)?)"
    found = re.sub(
        rf"(\w+)\s*=\s*(?:new\s+)?Array(?:\(\s*{size}\s*\)|\.from\(\s*{{\s*length:\s*{size}\s*}})", _sized, found
    )
    found = re.sub(r"(?<=[=(,:?\[{&|<>+*/-])(\s*)\+\s*(\w+(?:\[\d+\])?)", r"\1parseInt(\2)", found)
    for parted in re.finditer(r"\[([\w$,\s.]+)\]\s*=\s*[\w$.()\[\]]+?\.split\(", found):
        for place, name in enumerate(one.strip() for one in parted[1].split(",")):
            if name.startswith("..."):
                rest = re.escape(name[3:])
                found = re.sub(rf"\b{rest}\[(\d)\]", lambda at, n=place: f"line_[{int(at[1]) + n}]", found)  # type: ignore[misc]
            elif name:
                found = re.sub(rf"(?<![\w$.'\"]){re.escape(name)}\b(?!\s*[:(])", f"line_[{place}]", found)
    return found


def _sized(made: re.Match[str]) -> str:
    return f"{made[1]} = new int[{made[2] or made[3]}]"


_BLOCKS = ("statement_block", "program")
Parse = Callable[[str], Node]


def word_uses(root: Node, words: str, parse: Parse) -> dict[str, Shape]:
    """What the words of lines are, by name, where that can be told; `words` are the program's comments.

    What the words of a line that a JavaScript program reads are, by what is done with them: as if they were parameters.

        const [name, grams, size] = line.split(" ");        size: numbers with an x between them
        const sides = size.split("x").map(Number);

    What stands behind the declaration is read as a function that is given its names.
    """
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
