"""Lines of which a Python script tells several kinds apart, by the signs at their ends and those in them, and lists.

    if line.startswith("[") and line.endswith("]"): ...         [word]
    key, _, value = line.partition("=")                         word = word
    if line.startswith("#"): continue                           #word: passed over

Each kind is said as a regular expression.  A guess; pure.  Neighbours: `reading` (asks), `languages.pattern_lines`
(draws such lines), `line_ends` (how lines are taken apart).
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from codescore.languages.python.run.held import Held
from codescore.languages.python.run.line_ends import is_all_lines, is_line, taken_apart_at
from codescore.languages.python.run.nodes import last_name

_TWICE = 2  # where it is named and where the blanks are taken off
_LEAST, _OFTEN = 2, 3  # kinds that are told apart; how much more often they come than what is passed over


def kinds_of(tree: ast.Module, name: str, *, again: bool = False) -> list[str]:
    """The kinds of a line of this name; none where it is of one alone, unless others before it were of several
    (`again`), whose words come again in it."""
    marked = [*dict.fromkeys(_marked(tree, name))]
    between = [*dict.fromkeys(_between(tree, name))]
    several = marked and len(marked) + len(between) >= _LEAST
    passed = [*dict.fromkeys(_passed(tree, name))] if several else []
    kinds = (marked + between) * (_OFTEN if passed else 1)
    return [*kinds, *passed] if several or (again and between and not marked) else []


def _marked(tree: ast.Module, name: str) -> Iterator[str]:
    """Lines that begin with a sign, or with one and end with another, for which the script does something."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.If) or _passes(node):
            continue
        asked = node.test.values if isinstance(node.test, ast.BoolOp) else [node.test]
        first = next((sign for one in asked if (sign := _sign(one, name, begins=True))), "")
        last = next((sign for one in asked if (sign := _sign(one, name, begins=False))), "")
        if first:
            yield rf"{re.escape(first)}\w+{re.escape(last)}"


def _passed(tree: ast.Module, name: str) -> Iterator[str]:
    """Lines that begin with a sign by which they are passed over."""
    for node in ast.walk(tree):
        if isinstance(node, ast.If) and _passes(node):
            signs = (_sign(one, name, begins=True) for one in ast.walk(node.test) if isinstance(one, ast.expr))
            yield from (rf"{re.escape(sign)}\w+" for sign in signs if sign)


def _passes(node: ast.If) -> bool:
    """Whether it goes on with the next line; what was read in it may have been taken out of it."""
    return bool(node.body) and isinstance(node.body[0], ast.Continue)


def _sign(test: ast.expr, name: str, *, begins: bool) -> str:
    """The sign with which a line begins, or ends, under a condition."""
    match test:
        case ast.Call(ast.Attribute(line, "startswith" | "endswith" as method), [ast.Constant(str() as sign)]):
            return sign if is_line(line, name) and begins == (method == "startswith") else ""
        case ast.Compare(ast.Subscript(line, place), [ast.Eq()], [ast.Constant(str() as sign)]):
            known = ("0", ":1") if begins else ("-1", "-1:")
            return sign if is_line(line, name) and ast.unparse(place) in known else ""
    return ""


def _between(tree: ast.Module, name: str) -> Iterator[str]:
    """Lines of words with a sign between, and blanks beside it where these are taken off."""
    loops = (node for node in ast.walk(tree) if isinstance(node, ast.For))
    inside: ast.AST = next((one for one in loops if isinstance(one.target, ast.Name) and one.target.id == name), tree)
    calls = [node for node in ast.walk(inside) if isinstance(node, ast.Call)]
    whole = {
        one.id for call in calls if last_name(call.func) == "int" for one in call.args if isinstance(one, ast.Name)
    }
    asked = [call.func for call in calls if isinstance(call.func, ast.Attribute) and call.func.attr == "strip"]
    bare = {one.value.id for one in asked if isinstance(one.value, ast.Name)}
    for sign, words in taken_apart_at(inside, name):
        blank = " ?" if sign.strip() and not bare.isdisjoint(words) else ""
        yield f"{blank}{re.escape(sign)}{blank}".join(r"\d+" if word in whole else r"\w+" for word in words)


def between_words(tree: ast.AST, name: str) -> str:
    """What stands between the words of a line that are gone through or added to others, however many there are; ""
    where it is not seen to be taken apart so."""
    by_place = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Subscript)}
    by_place |= {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Assign) and _parts(node.targets[0])}
    for node in ast.walk(tree):
        match node:
            case ast.Call(ast.Attribute(line, "split"), []) if is_line(line, name):
                return " "
            case ast.Call(ast.Attribute(line, "split"), [ast.Constant(str() as between)]) if (
                between.strip() and id(node) not in by_place and is_line(line, name)
            ):
                return "" if _further(tree, node, by_place) else between
    return ""


def _parts(target: ast.expr) -> list[ast.expr]:
    return target.elts if isinstance(target, (ast.Tuple, ast.List)) else []


def _further(tree: ast.AST, words: ast.Call, by_place: set[int]) -> bool:
    """Whether some words, or the name that they get, are looked up by their places, or each is taken apart further."""
    given = [n.targets[0] for n in ast.walk(tree) if isinstance(n, ast.Assign) and n.value is words]
    names = {one.id for one in given if isinstance(one, ast.Name)}
    each = {
        node.target.id
        for node in ast.walk(tree)
        if isinstance(node, (ast.For, ast.comprehension)) and isinstance(node.target, ast.Name)
        if node.iter is words or (isinstance(node.iter, ast.Name) and node.iter.id in names)
    }
    for node in ast.walk(tree):
        match node:
            case ast.Name(name) if name in names and id(node) in by_place:
                return True
            case ast.Call(ast.Attribute(ast.Name(name), "split" | "partition" | "rsplit")) if name in each:
                return True
    return False


def own_names(tree: ast.Module, held: Held) -> None:
    """Gives lines that are gone through one name each, in place: `for raw in lines: line = raw.strip()` is the line,
    and so is each `line` of two loops."""
    seen: set[str] = set()
    for loop in [node for node in ast.walk(tree) if isinstance(node, ast.For)]:
        if not isinstance(loop.target, ast.Name) or not (held.kind(loop.iter) == "lines" or is_all_lines(loop.iter)):
            continue
        line = loop.target.id
        if bare := _bare(loop, line):
            _rename(loop, bare, line)
        if line in seen:
            _rename(loop, line, f"{line}_{len(seen)}_")
        seen.add(line)


def _bare(loop: ast.For, line: str) -> str:
    """What a line is called without the blanks around it, where nothing else is done with it as it was."""
    used = [node for node in ast.walk(loop) if isinstance(node, ast.Name) and node.id == line]
    for statement in loop.body:
        match statement:
            case ast.Assign([ast.Name(bare)], ast.Call(ast.Attribute(ast.Name(one), "strip" | "rstrip"))) if (
                one == line != bare and len(used) == _TWICE
            ):
                return bare
    return ""


def _rename(loop: ast.For, old: str, new: str) -> None:
    for node in ast.walk(loop):
        if isinstance(node, ast.Name) and node.id == old:
            node.id = new
