"""What an operator says of the kinds of its operands and its result: numbers, texts, lists, moments and durations.

What only later use tells (is `a * b` a product or a list several times? is `a - b` a number or a duration?) is put off
until `settle`.  Neighbours: `usage` (reads expressions), `standard` (standard types), `languages.kinds`.
"""

from __future__ import annotations

import ast

from codescore.languages.kinds import NUMBERS, Guess, numbers, product, unite
from codescore.languages.python.run.standard import CLOCK, Standard, of
from codescore.languages.standard import DATE, DATETIME, DECIMAL, DURATION, FRACTION, PATH

_MOMENTS = (DATE, DATETIME)
_BITS = (ast.BitAnd, ast.BitOr, ast.BitXor)


class Arithmetic:
    """The operators of one program."""

    def __init__(self, standard: Standard) -> None:
        self._standard = standard
        self._products: list[tuple[Guess, Guess, Guess]] = []
        self._differences: list[tuple[Guess, Guess, Guess]] = []
        self._sums: list[tuple[Guess, Guess]] = []  # and what may be missing that is added to it
        self._moved: list[tuple[Guess, Guess]] = []  # what a duration is added to
        self._either: list[tuple[Guess, Guess]] = []  # what a name is, by the branches of a condition

    def binary(self, left: Guess, operator: ast.operator, right: Guess) -> Guess:
        """The kind of `left operator right`."""
        made = self._of_standard(left, operator, right)
        if made is not None:
            return made
        if isinstance(operator, ast.Add):
            return self._sum(left, right).vote("addable")
        if isinstance(operator, ast.Mult):
            for one, other in ((left, right), (right, left)):
                if {"text", "list", "tuple"} & one.root().votes.keys():
                    other.vote("int")
                    return one
            known = [NUMBERS & side.root().votes.keys() for side in (left, right)]
            if not all(known) and not any("float" in votes for votes in known):
                self._products.append((left, right, Guess()))  # of numbers, or of a sequence: its use will tell
                return self._products[-1][2]
            return numbers(left, right, "number")
        if isinstance(operator, ast.Mod) and left.root().votes["text"]:
            return Guess("text")
        if isinstance(operator, (*_BITS, ast.Sub)) and left.root().votes["set"]:
            return unite(left, right)
        whole = isinstance(operator, (*_BITS, ast.LShift, ast.RShift))
        made = numbers(left, right, "int" if whole else "number")
        if isinstance(operator, ast.Sub):
            self._differences.append((left, right, made))
        return made.vote("float") if isinstance(operator, ast.Div) else made

    def _sum(self, left: Guess, right: Guess) -> Guess:
        """Both are alike; of two one is not missing because the other may be."""
        if left.root().optional == right.root().optional:
            return unite(left, right)
        there, missing = (right, left) if left.root().optional else (left, right)
        self._sums.append((there, missing))
        return there

    def _of_standard(self, left: Guess, operator: ast.operator, right: Guess) -> Guess | None:
        """The result where one side is known to be of a standard type; None where the rules of others hold."""
        one, other = of(left), of(right)
        if other == DURATION and isinstance(operator, (ast.Add, ast.Sub)):
            if one is None:
                self._moved.append((left, right))
            return left
        if one == DURATION:
            return self._of_duration(left, operator, right)
        if other == DURATION:
            return right if isinstance(operator, ast.Mult) else _told(left, DURATION, Guess("float"))
        if one in _MOMENTS and isinstance(operator, ast.Sub) and other is None:
            self._differences.append((left, right, Guess()))
            return self._differences[-1][2]
        if one in _MOMENTS and isinstance(operator, ast.Sub):
            return Guess(DURATION)
        if one == PATH and isinstance(operator, ast.Div):
            return left
        exact = next((name for name in (DECIMAL, FRACTION) if name in (one, other)), None)
        if exact is None or one == other or isinstance(operator, (ast.Add, ast.Sub)):
            return None
        (right if one == exact else left).vote("number")
        return Guess(exact)

    def _of_duration(self, left: Guess, operator: ast.operator, right: Guess) -> Guess | None:
        if isinstance(operator, ast.Add) and of(right) in _MOMENTS:
            return right
        if isinstance(operator, ast.Mult):
            return _told(right, "number", left)
        return left if isinstance(operator, (ast.Div, ast.FloorDiv, ast.Mod)) else None

    def join(self, before: dict[str, Guess], first: dict[str, Guess], second: dict[str, Guess]) -> None:
        """Note what both branches of a condition give a name, which was something else `before`."""
        for name, one in first.items():
            other = second.get(name)
            if other is not None and one is not before.get(name) and other is not one:
                self._either.append((one, other))

    def settle(self) -> None:
        """What all that was read says of what was put off."""
        for one, other in self._either:
            if _unknown(one.root()) != _unknown(other.root()):  # one of them says what the other is
                unite(one, other)
        self._either = []
        for left, right, made in self._products:
            product(left.root(), right.root(), made.root())
        for there, missing in self._sums:
            missing.root().votes.update(there.root().votes)
            missing.root().element = missing.root().element or there.root().element
        self._products, self._sums = [], []
        for left, right, made in self._differences:
            asked = made.root().members | made.root().fields.keys()
            spans = asked == {"days"} or (of(made) or self._standard.by_use(made)) == DURATION
            if spans and DURATION not in (of(left), of(right)):
                self._moment(unite(left, right), clock=asked != {"days"})
        for left, span in self._moved:
            self._moment(left, clock=bool(span.root().votes[CLOCK]))

    def _moment(self, kind: Guess, *, clock: bool) -> None:
        """Something is a date, or a moment: as it is used, else by whether the time of day counts."""
        if of(kind) is None:
            kind.vote(self._standard.by_use(kind) or (DATETIME if clock else DATE))


def _told(kind: Guess, vote: str, made: Guess) -> Guess:
    kind.vote(vote)
    return made


def in_format(node: ast.expr, kind: Guess) -> None:
    """What the form says in which a value is written: `{n:02x}` is of whole numbers, `{share:.1f}` of any."""
    spec = node.format_spec if isinstance(node, ast.FormattedValue) else None
    last = spec.values[-1] if isinstance(spec, ast.JoinedStr) and spec.values else None
    if isinstance(last, ast.Constant) and isinstance(last.value, str):
        if last.value[-1:] in (*"dxXbo",):
            kind.vote("int")
        elif last.value[-1:] in (*"feg%,",):
            kind.vote("number")


def _unknown(kind: Guess) -> bool:
    """Whether nothing is known of it."""
    return not (kind.votes or kind.fields or kind.entries or kind.items or kind.element or kind.key or kind.own)
