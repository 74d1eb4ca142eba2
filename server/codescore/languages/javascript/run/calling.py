"""What a JavaScript function does with the functions that it is given: of how many arguments they are, and to what.

Of several calls the one with the most arguments counts.  Neighbours: `usage` (reads everything else, and tells),
`languages.given` (the types).
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from tree_sitter import Node

from codescore.languages.given import COMPARISON, NEXT, NOTHING, taking
from codescore.languages.javascript.run.nodes import FUNCTIONS, child, text
from codescore.languages.kinds import NUMBERS, Guess

#: A vote for what an object is looked into by: anything can be, and becomes a text.
KEY = "key"
_SURE = 50  # votes of what is called, against those of a guess
_EACH = "forEach"  # looks at nothing that comes back
#: Methods of lists that hand on what they are given: how many arguments are surely looked at, and what is wanted.
_HANDING = {
    **dict.fromkeys(("filter", "some", "every", "find", "findIndex", "findLast", "findLastIndex"), (1, "bool")),
    **dict.fromkeys(("map", "flatMap"), (1, "any")),
    _EACH: (1, NOTHING),
    **dict.fromkeys(("reduce", "reduceRight"), (2, "any")),
}
_ORDERING = ("sort", "toSorted")


@dataclass(slots=True)
class _Calls:
    """What is known of one parameter that is called: `count` is 0 where any number of arguments is handed over."""

    count: int
    given: list[Guess]
    spread: bool = False
    awaited: bool = False
    result: str = ""


class Calling:
    """Gathers calls of parameters; `settle` says what each of these is."""

    def __init__(self) -> None:
        self._found: list[tuple[Guess, _Calls]] = []
        self._methods: list[tuple[Guess, str, Node, list[Node]]] = []

    def asked(self, receiver: Guess, name: str, call: Node, given: list[Node]) -> None:
        """A method of this name is called: a function, where it turns out to be a field that holds what was given."""
        self._methods.append((receiver, name, call, given))

    def called(self, kind: Guess, call: Node, given: list[Node], *, spread: bool = False) -> Guess:
        """It is called with these; the kind of what comes back."""
        made = Guess()
        spread = spread or any(one.type == "spread_element" for one in given)
        result = NEXT if any(map(_is_function, given)) else NOTHING if _dropped(call) else ""
        self._found.append((kind, _Calls(len(given), [made], spread, result=result)))
        return made

    def handed_on(self, kind: Guess, method: str) -> None:
        """A method of a list is given it."""
        if method in _ORDERING:
            kind.root().vote(*[COMPARISON] * _SURE)
        elif method in _HANDING:
            count, result = _HANDING[method]
            self._found.append((kind, _Calls(count, [], result=result)))

    def compares(self, kind: Guess) -> None:
        """What it gives for two arguments is compared with 0."""
        kind.root().vote(*[COMPARISON] * _SURE)

    def awaits(self, given: Guess) -> None:
        """What a call gave is waited for."""
        for _, calls in self._found:
            calls.awaited |= any(one.root() is given.root() for one in calls.given)

    def settle(self) -> None:
        """Tell each parameter what it is; once."""
        for receiver, name, call, given in self._methods:
            if name in receiver.root().fields:
                self.called(receiver.field(name), call, given)
        self._methods = []
        together: dict[int, tuple[Guess, _Calls]] = {}
        for kind, calls in self._found:
            root = kind.root()
            _, known = together.setdefault(id(root), (root, calls))
            if known is not calls:
                known.count, known.spread = max(known.count, calls.count), known.spread or calls.spread
                known.awaited, known.given = known.awaited or calls.awaited, known.given + calls.given
                hands_on = NEXT in (known.result, calls.result)
                known.result = NEXT if hands_on else known.result if known.result == calls.result else "any"
        for kind, calls in together.values():
            asked = kind.votes["is function"]  # it may be something else as well: `typeof key === 'function'`
            kind.vote(*[f"is {_type(calls)}"] if asked else [_type(calls)] * _SURE)
        self._found = []


def _dropped(call: Node) -> bool:
    """Whether nothing is done with what a call gives: `f(x);`, also awaited, and `xs.forEach((x) => f(x))`."""
    at: Node | None = call.parent
    while at is not None and at.type in ("await_expression", "optional_chain"):
        at = at.parent
    if at is None or at.type != "arrow_function":
        return at is not None and at.type == "expression_statement"
    around = at.parent.parent if at.parent is not None and at.parent.type == "arguments" else None
    function = child(around, "function") if around is not None else None
    name = child(function, "property") if function is not None else None
    return name is not None and text(name) == _EACH


def _is_function(given: Node) -> bool:
    """Whether an argument is a function, written there or by the name of one that is defined around."""
    if given.type != "identifier":
        return given.type in FUNCTIONS
    around = given.parent
    while around is not None:
        for one in around.named_children:
            made = one.named_children if one.type in ("lexical_declaration", "variable_declaration") else [one]
            for each in made:
                value = child(each, "value") if each.type == "variable_declarator" else each
                if value is not None and value.type in FUNCTIONS and text(child(each, "name") or each) == text(given):
                    return True
        around = around.parent
    return False


def _type(calls: _Calls) -> str:
    if calls.result == NEXT:
        return taking(0, NEXT, awaited=calls.awaited)
    if calls.spread or not calls.count:
        return taking(0, calls.result or "any", awaited=calls.awaited)
    votes = sum((one.root().votes for one in {one.root(): one for one in calls.given}.values()), Counter[str]())
    written = votes["text"] > votes[KEY]
    number = any(votes[one] for one in (*NUMBERS, "addable")) and not written and not votes["written"]
    result = calls.result or ("number" if number else "text" if written else "any")
    return taking(calls.count, result, awaited=calls.awaited)
