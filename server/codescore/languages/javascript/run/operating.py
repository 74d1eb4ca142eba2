"""What operators say of what they stand between, in JavaScript: data and rules for `usage`.  Pure."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping

from tree_sitter import Node

from codescore.languages.called import names_text
from codescore.languages.held_patterns import may_be_none
from codescore.languages.javascript.run.nodes import FUNCTIONS, child, number, pairs_of, string, text
from codescore.languages.javascript.run.usage_tables import ELEMENTWISE, MAP_METHODS, METHODS, TYPEOF
from codescore.languages.kinds import DEFAULTED, NUMBERS, Copy, Guess, numbers, unite
from codescore.languages.looking_up import asked_for
from codescore.languages.usage_rules import apply

ORDER = ("<", ">", "<=", ">=")
SAME = ("==", "===", "!=", "!==")
_ROW, _LITERAL = 4, ("number", "string", "array", "object", "true", "false", "null")  # of a row: so many parts at most
_MEMBER = "member_expression"
_WHOLE = ("&", "|", "^", "<<", ">>", ">>>")


def copies(made: Guess, node: Node, kind_of: Callable[[Node], Guess]) -> Iterator[Copy]:
    """What is copied into an object that is written so: `{ ...row, seen: 0 }`."""
    spreads = [one for one in node.named_children if one.type == "spread_element"]
    pairs = pairs_of(node)
    for one in spreads:
        own = frozenset(key for key, value in pairs if value.start_byte > one.start_byte)
        yield Copy(made, kind_of(one.named_children[0]), own, len(spreads) > 1 or len(own) < len(pairs))


def lacks(kind: Guess, side: Node, sides: tuple[str, str]) -> None:
    """Note what a comparison with `null` or `undefined`, one of its sides, asks of another."""
    if "null" in sides and not _own_nothing(side):
        asked_for(kind, looked_up=side.type in ("subscript_expression", "call_expression"), field=side.type == _MEMBER)
    if side.type == _MEMBER and "undefined" in sides:
        kind.vote(DEFAULTED)


def _own_nothing(side: Node) -> bool:
    """Whether it is a variable that holds `null`, or what a call gives, of its own: `let best = null`."""
    around = side.parent
    while around is not None and around.type not in FUNCTIONS:
        around = around.parent
    if side.type != "identifier" or around is None:
        return False
    given = rf"\b{re.escape(text(side))}(?:\s*:[^=;]+)?\s*=\s*(?:null\b|undefined\b|(?:await\s+)?[\w.$]+\()"
    parameters = child(around, "parameters")
    taken = parameters is not None and re.search(rf"\b{re.escape(text(side))}\b", text(parameters))
    return not taken and re.search(given, text(around)) is not None


def named(index: Node, key: Guess) -> bool:
    """Whether something is looked up by what its name calls a text, and nothing else speaks of a place."""
    return index.type == "identifier" and names_text(text(index)) and not key.root().votes.keys() & NUMBERS


def operated(left: Guess, operator: str, right: Guess) -> Guess:
    """The kind of what an operator between two gives."""
    if operator == "+":
        if left.root().votes["text"] or right.root().votes["text"]:
            for side in (left, right):
                side.vote("written")
            return Guess("text")
        return unite(left, right).vote("addable")
    if operator in ORDER:
        unite(left, right).vote("ordered")
        return Guess("bool")
    if operator in SAME:
        unite(left, right)
        return Guess("bool")
    if operator in ("in", "instanceof"):
        if operator == "in":
            unite(right.vote("map").keyed(), left)
        return Guess("bool")
    if operator == "||" and (read := left.root().read) is not None:  # `parseInt(text, 10) || 0`
        may_be_none(read, whole=bool(left.root().votes["int"]))
    if operator in ("&&", "||", "??"):
        return right if left.root().votes["bool"] else unite(left, right) if operator != "&&" else right
    made = numbers(left, right, "int" if operator in _WHOLE else "number")
    return made.vote("float") if operator == "/" and not left.root().votes.keys() >= NUMBERS else made


def compared(left: Node, right: Node, names: Mapping[str, Guess]) -> Guess | None:
    """`compare(a, b) < 0`: the parameter that is called."""
    call, zero = (left, right) if number(right) == 0 else (right, left)
    function, arguments = child(call, "function"), child(call, "arguments")
    if number(zero) != 0 or function is None or arguments is None or len(arguments.named_children) != 2:
        return None
    return names.get(text(function))


def type_asked(left: Node, right: Node) -> tuple[Node, str] | None:
    """`typeof x === 'string'`: x, and the type in the words of `languages.guessing`, empty where they have none."""
    for one, other in ((left, right), (right, left)):
        argument = child(one, "argument")
        if one.type == "unary_expression" and text(one).startswith("typeof") and argument is not None:
            return argument, TYPEOF.get(string(other) or "", "")
    return None


def gathered(node: Node, kinds: list[Guess]) -> Guess:
    """What is in a list is alike; but `[to, amount]` that is handed on or put into a list has two things in it, and so
    has what a short function gives for each of others: `(row) => [row.id, row]`."""
    held, around = node.named_children, node.parent.type if node.parent is not None else ""
    named = len(held) > 1 and all(one.type == "identifier" for one in held)
    given = 1 < len(held) <= _ROW and not any(one.type in ("spread_element", *_LITERAL) for one in held)
    if (named and around in ("array", "arguments")) or (given and around == "arrow_function"):
        made = Guess()
        for part, kind in zip(made.parts(len(kinds)), kinds, strict=True):
            unite(part, kind)
        return made
    made = Guess("list")
    for kind in kinds:
        unite(made.inside(), kind)
    return made


def inside_of(whole: Guess) -> Guess:
    """What going through it gives; a `Map` gives its keys, each with its value."""
    if whole.root().votes["pairwise"]:
        whole = apply(MAP_METHODS["entries"], whole, [])
    return whole.vote("iterable").inside()


def handed(receiver: Guess, name: str) -> list[Guess]:
    """What a method hands to the function that it is given, of what is in it."""
    each = receiver.valued() if name == "forEach" and receiver.root().votes["map"] else receiver.inside()
    return [each] * ELEMENTWISE.get(name, 0)


def method(receiver: Guess, name: str, given: list[Guess]) -> Guess:
    """What calling a method says."""
    table = MAP_METHODS if name in MAP_METHODS and receiver.root().votes["map"] else METHODS
    return apply(table.get(name), receiver, given)


def seek(place: Guess, whole: Guess, what: Guess) -> None:
    """Note that a number is the place of a literal text in another: `text.indexOf("=")`."""
    texts = [one for one in what.root().constants if isinstance(one, str) and one]
    if len(texts) == 1:
        place.root().sought = (whole, texts[0])


def chosen(one: Guess, other: Guess) -> Guess:
    """What a condition gives: both are alike; where one is a part of the other (`at < 0 ? text : text.slice(at + 1)`)
    it is that part, which need not stand behind anything."""
    for part, whole in ((one.root(), other.root()), (other.root(), one.root())):
        if any(part is inner.root() for parts in whole.divided.values() for inner in parts.root().items or ()):
            return part
    return unite(one, other)


def cut(whole: Guess, given: list[Node], names: Mapping[str, Guess]) -> Guess | None:
    """The part of a text before or behind a place where something was sought: `t.slice(0, eq)`, `t.slice(eq + 1)`.

    Who takes a text apart so, and does not ask whether it was found, reads two parts.  None of anything else.
    """
    ends = [one for one in given if one.type != "comment"]
    before = len(ends) == 2 and number(ends[0]) == 0
    behind = len(ends) == 1 and ends[0].type == "binary_expression"
    node = ends[1] if before else child(ends[0], "left") if behind else None
    place = names[text(node)].root() if node is not None and text(node) in names else None
    if place is None or place.sought is None or place.sought[0].root() is not whole.root():
        return None
    parts = whole.vote("text").divided.setdefault(place.sought[1], Guess("list"))
    if any(isinstance(one, int) and one <= 0 for one in place.constants):
        parts.sized().constants.update({1: None, 2: None})
    return parts.parts(2)[not before].vote("text")
