"""What looking something up in a mapping by a literal key, and asking for a type, says of the kinds.

Neighbour: `usage` (reads everything else, and asks).
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence, Sized

from codescore.languages.called import names_text
from codescore.languages.forms import BARE_OF
from codescore.languages.held_patterns import may_be_none
from codescore.languages.kinds import DEFAULTED, NUMBERS, Copy, Guess, each_of, unite
from codescore.languages.looking_up import asked_for
from codescore.languages.python.run.nodes import catches, whole
from codescore.languages.python.run.standard import Standard

_CUT = {"sliced", "sized", "iterable", "indexed"}
_GETTING = ("get", "pop", "setdefault")
#: What reads a text as a number, and what is raised where a text is none.
_READING = ("int", "float")
_NO_NUMBER = frozenset(("ValueError", "Exception"))


def asked_whether(kind: Guess, node: ast.expr, function: ast.AST | None) -> None:
    """Note that it is asked whether something is there, which may be looked up in something else."""
    if not (isinstance(node, ast.Name) and function is not None and _own_nothing(node.id, function)):
        named = isinstance(node, ast.Attribute) or _is_field(node)
        asked_for(kind, looked_up=isinstance(node, (ast.Subscript, ast.Call)), field=named)


def _own_nothing(name: str, function: ast.AST) -> bool:
    """Whether it is a variable that holds `None`, or what a call gives, of its own: `best = None`."""
    if any(isinstance(node, ast.arg) and node.arg == name for node in ast.walk(function)):
        return False
    given = (node for node in ast.walk(function) if isinstance(node, ast.Assign))
    return any(
        isinstance(one.targets[0], ast.Name)
        and one.targets[0].id == name
        and (isinstance(one.value, ast.Call) or (isinstance(one.value, ast.Constant) and one.value.value is None))
        for one in given
    )


def subscribed(base: Guess, place: ast.expr) -> Guess | None:
    """The kind of `base["name"]`; None where the key is no literal text.  `base[name]` is looked up by a text."""
    match place:
        case ast.Constant(str() as name):
            return base.entry(name)
        case ast.Name(name) if names_text(name) and not (key := base.keyed()).votes.keys() & NUMBERS:
            key.vote("text")
    return None


def either(operator: ast.boolop, values: list[ast.expr], kinds: list[Guess]) -> Guess:
    """The kind of `a and b`, `a or b`; of `given or {}` what is given is a mapping, too, which holds the same, and what
    a record has for `end` is like `today` in `record["end"] or today`, or nothing."""
    last = kinds[-1].root()
    for kind, value in zip(kinds[:-1], values, strict=False) if isinstance(operator, ast.Or) else ():
        if _is_field(value) and isinstance(values[-1], (ast.Name, ast.Attribute, ast.Subscript)):
            kind.root().optional = True
            unite(kind, last)
        elif isinstance(values[-1], ast.Dict):
            unite(kind.vote("map"), last)
        elif isinstance(values[-1], ast.List):
            unite(kind.vote("list").inside(), last.inside())
    return last


def followed(before: dict[str, Guess], names: dict[str, Guess]) -> None:
    """`while node: ... node = node.next`: both are of one chain."""
    for name, kind in before.items():
        if kind.root().fields or names[name].root().votes.keys() <= {DEFAULTED}:
            unite(kind, names[name])


def _is_field(value: ast.expr) -> bool:
    return (
        isinstance(value, ast.Subscript)
        and isinstance(value.slice, ast.Constant)
        and isinstance(value.slice.value, str)
    )


def shown(node: ast.Dict, kind_of: Callable[[ast.expr], Guess], copies: list[Copy]) -> Guess:
    """The kind of `{"name": name, "ids": []}`: under literal keys values of several kinds are each of its own, also
    beside what is copied into it (`**row`), which is noted in `copies`."""
    made, keys = Guess("map"), node.keys
    named = [kind_of(key) if key is not None else Guess() for key in keys]
    values = [kind_of(value) for value in node.values]
    literal = [key.value if isinstance(key, ast.Constant) and isinstance(key.value, str) else None for key in keys]
    sorts = {min(value.root().votes) for value in values if value.root().votes}
    spreads = [place for place, key in enumerate(keys) if key is None]
    apart = (len(sorts) > 1 or bool(spreads)) and literal.count(None) == len(spreads)
    for key, name, kind, value in zip(keys, literal, named, values, strict=True):
        if key is not None:
            unite(made.keyed(), kind)
            unite(made.entry(name) if apart and name is not None else made.valued(), value)
    for place in spreads:
        own = frozenset(name for name in literal[place:] if name is not None)
        other = len(spreads) > 1 or any(key is not None for key in keys[:place])
        copies.append(Copy(made, values[place].vote("map"), own, other))
    return made


def looked_up(base: Guess, node: ast.Call, arguments: list[Guess]) -> Guess | None:
    """The kind of `base.get("name", default)`, which need not be there, or of `base.pop(key)`; None for other calls."""
    match node:
        case ast.Call(ast.Attribute(_, method), [ast.Constant(str() as name), *_]) if method in _GETTING:
            unite(base.vote("map").keyed(), arguments[0])
            found = base.entry(name).vote(DEFAULTED)
            return unite(found, arguments[1]) if len(arguments) > 1 else found
        case ast.Call(ast.Attribute(_, "pop"), [_, *more]) if more or base.root().votes["map"]:  # of a list: by place
            unite(base.vote("map").keyed(), arguments[0])
            return unite(base.valued(), arguments[1]) if more else base.valued()
        case ast.Call(ast.Attribute(_, "replace"), [ast.Constant(str() as sign), ast.Constant("")]):
            base.vote(BARE_OF + sign)
        case ast.Call(ast.Attribute(_, "strip"), [ast.Constant(str() as signs)]):
            base.vote(*(BARE_OF + sign for sign in signs))
    return None


def tested(kind: Guess, types: ast.expr, standard: Standard) -> Guess:
    """`isinstance(p, T)`: p may be a T, and may be something else."""
    for type_ in types.elts if isinstance(types, ast.Tuple) else [types]:
        name = standard.type_of(type_) or (type_.id if isinstance(type_, ast.Name) else "")
        kind.vote(*([f"is {name}"] if name else ()))
    return Guess("bool")


def as_long(name: str, arguments: list[Guess], made: Guess) -> Guess:
    """What a call gives, with an item for each of what it is given where it only puts these in a list, or in order."""
    if name in ("sorted", "list", "tuple") and arguments:
        each_of(made, arguments[0])
    return made


def spread(nodes: Sequence[ast.expr], kinds: Sequence[Guess], taken: Sized) -> list[Guess]:
    """The kinds of what a function is called with, `taken` at most; what stands behind a star is each of the rest."""
    found: list[Guess] = []
    for node, kind in zip(nodes, kinds, strict=False):
        found += [kind.inside()] * len(taken) if isinstance(node, ast.Starred) else [kind]
    return found


def of_digits(name: str, arguments: list[Guess], node: ast.Call, caught: frozenset[int]) -> None:
    """`int(code[2:4], 16)`: what is cut out and read as a number is a text, and may be none where that is caught."""
    if name not in _READING or not arguments:
        return
    read = node.args[0]
    if isinstance(read, ast.Subscript) and isinstance(read.slice, ast.Slice):
        arguments[0].vote("text")
    if id(node) in caught and not isinstance(read, (ast.Constant, ast.BinOp)):
        may_be_none(arguments[0], whole=name == "int")


def caught_reads(tree: ast.AST) -> frozenset[int]:
    """The calls that read a number where an error is caught of what is none: `try: int(age)`, `except ValueError`."""
    tries = (node for node in ast.walk(tree) if isinstance(node, ast.Try))
    caught = (node for node in tries if any(catches(handler, _NO_NUMBER) for handler in node.handlers))
    inside = (inner for node in caught for statement in node.body for inner in ast.walk(statement))
    return frozenset(id(node) for node in inside if isinstance(node, ast.Call))


def gotten(element: Guess, call: ast.Call, kind_of: Callable[[ast.expr], Guess]) -> None:
    """`key=itemgetter(1)`: elements are looked into."""
    for place in call.args:
        if (number := whole(place)) is not None:
            element.vote("indexed").reach(number)
            element.valued().vote("ordered")
        else:
            unite(element.vote("indexed").keyed(), kind_of(place))


def given_again(before: Guess | None, kind: Guess) -> None:
    """`digits = code[1:]`, and `digits = "".join(…)` in a branch: what was only cut and measured is a text, too."""
    known = before.root() if before is not None else None
    if known is not None and kind.root().votes["text"] and "sliced" in known.votes and known.votes.keys() <= _CUT:
        known.vote("text")
