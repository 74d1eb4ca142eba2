"""The smallest input found on which two programs differ: greedy steps towards simpler values, tried in batches."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable, Iterator

from codescore.evidence.case import Case
from codescore.evidence.contract import Outcome
from codescore.evidence.mutate import smaller
from codescore.evidence.token_texts import smaller_tokens
from codescore.languages.execution import Input
from codescore.languages.values import Int, Sequence, Value, rebuilt, size, walk

Difference = tuple[Case, Outcome, str]
_BATCH = 24


def weight(given: Input) -> float:
    """How large an input is to a reader; a list is plainer than a tuple."""
    numbers = sum(int(word) for word in given.stdin.split() if word.isascii() and word.isdigit() and len(word) < 9)
    tuples = sum(isinstance(argument, Sequence) and argument.kind == "tuple" for argument in given.arguments)
    return sum(size(argument) for argument in given.arguments) + len(given.stdin) + numbers + tuples / 2


def simpler(given: Input) -> Iterator[Input]:
    """Inputs that are simpler by one step."""
    for place, argument in enumerate(given.arguments):
        for less in smaller(argument):
            yield Input((*given.arguments[:place], less, *given.arguments[place + 1 :]), given.stdin)
    yield from _together(given)
    yield from (Input(given.arguments, less) for less in smaller_tokens(given.stdin))


def _together(given: Input) -> Iterator[Input]:
    """Numbers that are equal become smaller together: that they are may be what matters."""
    numbers = Counter(part.value for value in given.arguments for part in walk(value) if isinstance(part, Int))
    for number in (n for n, times in numbers.items() if times > 1 and n):
        for less in dict.fromkeys((0, 1, number // 2)):
            if less != number:
                yield Input(tuple(_replaced(value, number, less) for value in given.arguments), given.stdin)


def _replaced(value: Value, number: int, less: int) -> Value:
    if isinstance(value, Int) and value.value == number:
        return Int(less)
    return rebuilt(value, lambda inner: _replaced(inner, number, less))


def shrink(found: Difference, still: Callable[[list[Input]], list[Difference]], batches: int) -> Difference:
    """Make an input smaller as long as the programs differ on it in the way they did; `still` says on which they do.

    `batches`: how many groups of inputs are tried at most.
    """
    seen = {found[0].given}
    while batches > 0:
        steps = (s for s in simpler(found[0].given) if s not in seen and weight(s) < weight(found[0].given))
        improved = False
        for batch in iter(lambda: list(itertools.islice(steps, _BATCH)), []):  # noqa: B023  used at once
            batches -= 1
            seen.update(batch)
            differing = [d for d in still(batch) if d[2] == found[2]]
            if differing:
                found = min(differing, key=lambda d: weight(d[0].given))
                improved = True
                break
            if batches <= 0:
                break
        if not improved:
            return found
    return found
