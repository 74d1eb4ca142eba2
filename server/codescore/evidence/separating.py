"""Where two programs differ: the simplest condition on the input that holds wherever they do.

At most two literals together. They are searched on the inputs that were compared, and proven on fresh ones that the
search never saw; where that fails the fresh inputs join the search, and others are made. A condition that one input
alone can fulfil (a list is empty) is proven by all others. What cannot be proven is not said. A condition is said to
hold `always` where they differ on every input on which it holds; otherwise only there. Pure but for the caller's
`fresh`. Neighbours: `evidence.features` (what can be said), `evidence.session` (asks).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from itertools import combinations

from codescore.evidence.features import ALONE, Literal, in_words, literals
from codescore.languages.execution import Entry, Input
from codescore.languages.values import Value

#: An input, and whether the two differ on it.
Seen = tuple[Input, bool]
#: Makes inputs that were not seen, near the given ones, of these put together with the others, and elsewhere; and runs
#: both programs on them.
Fresh = Callable[[list[Input], list[Input]], list[Seen]]

_ROUNDS = 3  # of inputs, where each shows that the condition is wrong, or none lies outside of it
_ROUNDS_AT_MOST = 8  # where few of those made say anything: fractions for whole numbers, hardly any list of one item
_OUTSIDE = 8  # inputs on which the condition does not hold: fewer show nothing
_DIFFERING, _FRESH = 4, 20  # fresh inputs on which they differ, and all of them
_APART = 0.5  # share of the inputs that agree on which the condition must not hold
_TELLING = 0.2  # share of the inputs where it holds on which they must differ
_DOES = {
    "value": "gives something else", "order": "gives another order", "effect": "leaves something else in the arguments",
    "exception": "refuses or accepts on its own", "form": "gives another form", "layout": "prints other white space",
    "sharing": "gives a collection that stands in several places",
    "precision": "gives numbers that differ by less than a millionth",
    "output": "prints other text", "time": "gives no answer in time",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Separation:
    """Where a candidate differs in a class of differences (`kind`, see `evidence.policy`).

    `always`: on all inputs where it holds; else on inputs where it holds, and on no others.  `held` of `of` fresh
    inputs were as it says.  `names` are the entry's parameters, in order.
    """

    kind: str
    literals: tuple[Literal, ...]
    names: tuple[str, ...]
    always: bool = False
    held: int = 0
    of: int = 0

    def true_of(self, given: Input) -> bool:
        """Whether it holds for an input."""
        return all(literal.true_of(self.names, given) for literal in self.literals)

    def where(self) -> str:
        """The condition in words."""
        return in_words(self.literals)

    def words(self) -> str:
        """What it does, and where: `gives another order only where k = 0`."""
        return f"{does(self.kind)} {'whenever' if self.always else 'only where'} {self.where()}"

    def beside_others(self) -> str:
        """The same of a candidate that differs elsewhere, in another class: `gives another order where k = 0`."""
        return f"{does(self.kind)} where {self.where()}"

    def proof(self) -> str:
        """How it was proven."""
        return f"held on {self.held} of {self.of} fresh inputs"


def does(kind: str, *, many: bool = False) -> str:
    """What a candidate does that differs in a class, as a verb; or what `many` of them do."""
    words = _DOES.get(kind, _DOES["value"])
    verb, _, rest = words.partition(" ")
    return f"{verb.removesuffix('s')} {rest}".replace("accepts on its own", "accept on their own") if many else words


def separated(entry: Entry, constants: Iterable[Value], kind: str, seen: list[Seen], fresh: Fresh) -> Separation | None:
    """The condition under which two programs differ; None where none is found and proven."""
    known = list(literals(entry, tuple(constants)))
    names = tuple(parameter.name for parameter in entry.parameters)
    unused: list[Seen] = []
    failed = 0
    for number in range(1, _ROUNDS_AT_MOST + 1):
        found = simplest(known, names, seen)
        if found is None:
            return None
        chosen = Separation(kind, found, names)
        known_so_far = (*seen, *unused)
        outside = [given for given, _ in known_so_far if not chosen.true_of(given)]
        unused += fresh([given for given, differs in known_so_far if differs], outside)
        if any(differs and not chosen.true_of(given) for given, differs in unused):
            seen, unused, failed = [*seen, *unused], [], failed + 1
        elif _proven(chosen, seen, unused):
            always = not any(chosen.true_of(given) and not differs for given, differs in (*seen, *unused))
            return replace(chosen, always=always, held=len(unused), of=len(unused))
        hopeless = len(unused) >= _FRESH and all(chosen.true_of(given) for given, _ in unused)
        if failed >= _ROUNDS or (number >= _ROUNDS and hopeless):
            return None
    return None


def _proven(chosen: Separation, seen: list[Seen], unused: list[Seen]) -> bool:
    """Whether inputs that the search did not use are enough on both sides, or the condition leaves one input only."""
    outside = sum(not chosen.true_of(given) for given, _ in unused)
    if len(unused) < _FRESH or outside < _OUTSIDE:
        return False
    if sum(differs for _, differs in unused) >= _DIFFERING:
        return True
    alone = sum(chosen.true_of(given) for given, _ in (*seen, *unused)) == 1
    return alone and len(chosen.literals) == 1 and chosen.literals[0].feature in ALONE


def simplest(known: list[Literal], names: tuple[str, ...], seen: list[Seen]) -> tuple[Literal, ...] | None:
    """One or two literals that hold on all inputs that differ and on few of those that do not; None without any.

    Sets of inputs that agree are bits of a number; literals that hold on the same ones are one, the plainest.
    """
    differing = [given for given, differs in seen if differs]
    agreeing = [given for given, differs in seen if not differs]
    held: dict[int, Literal] = {}
    for literal in known if differing else ():
        if all(literal.true_of(names, given) for given in differing):
            held.setdefault(sum(1 << n for n, given in enumerate(agreeing) if literal.true_of(names, given)), literal)
    if not held:
        return None
    one = min(held, key=int.bit_count)
    best: tuple[Literal, ...] = (held[one],)
    left = one
    pairs = ((a & b, (held[a], held[b])) for a, b in combinations(held, 2))
    both, two = min(pairs, key=lambda pair: pair[0].bit_count(), default=(one, best))
    if left and (not both or not _says_something(len(differing), len(agreeing), left)):
        best, left = two, both
    return best if _says_something(len(differing), len(agreeing), left) else None


def _says_something(differing: int, agreeing: int, left: int) -> bool:
    """Whether a condition keeps apart enough of so many that agree; `left` are those of them on which it holds."""
    outside = agreeing - left.bit_count()
    telling = differing >= _TELLING * (differing + left.bit_count())
    return telling and outside >= max(_OUTSIDE, _APART * agreeing)
