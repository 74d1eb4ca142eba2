"""Whether the calls of a C++ program can share a process: none of them leaves anything that the next one could find.

A process for each call costs two milliseconds, most of the time of a judgement.  One is shared where the text keeps
nothing outside of calls, prints and reads nothing, frees no memory by hand and leaves no variable without a value: what
such a program gives does not depend on what was called before.  When in doubt it does.  Pure.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from tree_sitter import Node

from codescore.languages.cpp.run.reading import read, text_of

#: What reaches out of a call, or does what no check sees; the word alone is enough, also in a comment.
_FAR = re.compile(
    r"\b(?:delete|malloc|calloc|realloc|free|mem(?:cpy|set|move)|str(?:cpy|cat|tok)|reinterpret_cast|const_cast|union"
    r"|c(?:in|out|err|log)|w?printf|puts|putchar|scanf|getchar|s?rand|random_device|setlocale|locale|getenv|setenv"
    r"|[io]?f(?:open|stream)|asm|volatile|atomic\w*|j?thread|mutex|async|future|signal|setjmp|longjmp|va_list|alloca"
    r"|thread_local|extern|fesetround|errno|co_\w+)\b"
    r"|\b(?:time|clock)\s*\("
)
_PLACES = ("translation_unit", "declaration_list", "linkage_specification", "preproc_if", "preproc_ifdef")
_DECLARED = ("identifier", "pointer_declarator", "array_declarator", "reference_declarator")
_FILLED = re.compile(
    r"(?:std::)?(?:string|vector|map|set|multi(?:map|set)|unordered_\w+|deque|queue|stack|list|pair|tuple"
    r"|priority_queue|bitset|optional|(?:i|o)?stringstream|string_view)\b"
)


def is_alone(job: dict[str, Any]) -> bool:
    """Whether the calls of a job can share a process."""
    near, kind = job.get("neighbours"), job["entry"]["kind"]
    if near or kind == "script" or job.get("again") or job.get("before"):
        return False
    taken = " ".join(job["types"])  # functions that are given are counted
    return not re.search(r"\(|\bauto\b|function", taken) and keeps_nothing(job["source"])


@lru_cache(maxsize=256)
def keeps_nothing(source: str) -> bool:
    """Whether a text keeps nothing from one call to the next, and reads no memory that nobody set."""
    root = read(source).root
    outer = [node for node in root.children if not _is_main(node)]  # which is not called
    text = "\n".join(map(text_of, outer))
    return not _FAR.search(text) and all(_harmless(node) for top in outer for node in _walked(top))


def _is_main(node: Node) -> bool:
    declared = node.child_by_field_name("declarator") if node.type == "function_definition" else None
    return declared is not None and text_of(declared.child_by_field_name("declarator")) == "main"


def _harmless(node: Node) -> bool:
    match node.type:
        case "ERROR" | "preproc_function_def":
            return False
        case "new_expression":  # of one object: of a row of them nobody watches the bounds
            return not any(child.type == "new_declarator" for child in node.children)
        case "declaration":
            return _declares_nothing_kept(node) and (_outside(node) or not _unset(node))
        case "field_declaration":
            return not _static(node) or _fixed(node) or _of_function(node)
    return True


def _declares_nothing_kept(node: Node) -> bool:
    return not (_outside(node) or _static(node)) or _fixed(node) or _of_function(node)


def _static(node: Node) -> bool:
    return any(text_of(child) == "static" for child in node.children)


def _outside(node: Node) -> bool:
    return node.parent is None or node.parent.type in _PLACES


def _fixed(node: Node) -> bool:
    """Whether it can never change: constant, and no pointer to something else."""
    words = {text_of(child) for child in node.children if child.type == "type_qualifier"}
    return bool(words & {"const", "constexpr"})


def _of_function(node: Node) -> bool:
    """Whether it only announces a function."""
    declared = node.child_by_field_name("declarator")
    while declared is not None and declared.type in ("pointer_declarator", "reference_declarator"):
        declared = next(iter(declared.named_children), None)
    has_parameters = declared is not None and declared.type == "function_declarator"
    parameters = declared.child_by_field_name("parameters") if declared is not None else None
    empty = parameters is None or all(
        child.type in ("parameter_declaration", "optional_parameter_declaration", "comment")
        for child in parameters.named_children
    )
    return has_parameters and empty


def _unset(node: Node) -> bool:
    """Whether a variable of a call has no value at first, nor a type that makes one."""
    bare = any(child.type in _DECLARED for child in node.children_by_field_name("declarator"))
    return bare and not _FILLED.match(text_of(node.child_by_field_name("type")))


def _walked(node: Node) -> Iterator[Node]:
    waiting = [node]
    while waiting:
        one = waiting.pop()
        yield one
        waiting.extend(one.children)
