"""What contests usually promise of the input in words, so that no program looks at it: numbers from 1, places up to n,
edges without loops, words of one alphabet.

Nothing in a reference's code tells which of these hold.  But where two programs part only on inputs that break a usual
promise, and agree on many that keep it, they may both be right: that is said, with the promise, and neither "the same"
nor "another program".  Promises are found in the inputs that were compared, proven on fresh ones (`evidence.session`),
and each has its price: the less usual, the dearer.  Pure.  Neighbours: `evidence.read_lines`, `evidence.promised_texts`
(those of texts), `evidence.separating` (which searches a condition that tells where two programs differ, of any kind).
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache, partial
from itertools import combinations
from typing import TypeAlias

from codescore.evidence.following import counting, follows
from codescore.evidence.mending import (
    LARGEST,
    always,
    as_named,
    bit,
    in_order,
    lowered,
    of_line,
    raised,
    ranks,
    under_first,
    unequal,
)
from codescore.evidence.promised import Promise, each, ordered, unlike
from codescore.evidence.promised_texts import (
    in_order_of_coming,
    in_order_of_names,
    in_time,
    of_first_line,
    of_texts,
)
from codescore.evidence.read_lines import WHOLE, Line, taken_apart
from codescore.languages.commands import of_commands
from codescore.languages.execution import Entry
from codescore.languages.shapes import LinesShape, OneOf

#: A promise is looked into where so many inputs keep it and none of them differs.
ENOUGH = 6
_DEAREST, _TOGETHER = 1.4, 3  # what all promises together may cost, and how many there are
_CONSTANTS = 6
_LARGEST_LINE = 1000
_FAR, _BELOW_FAR = 10**5, 10  # a constant that large is none of the task's numbers, and what comes near to it
_UNNAMED = re.compile(r"_\d+")
_FRACTION = re.compile(r"-?\d+(?:\.\d+)?")
_FAIR, _LARGEST = 1000, 10**40  # what a number is hardly below by chance, and what none comes up to
_SEVERAL = 3  # numbers on a line of which the first may limit the others
_CORNERS = 4  # numbers that are two corners of a rectangle
_EDGE = 2  # words of a line that are two places
_NO_COUNT = 10  # a number that is named alone is hardly ever limited to less
_YES_NO = frozenset({0, 1})
_REMAINDER = re.compile(r"%\s*[\w.\[\]]+\s*\)?\s*[!=]=+\s*\d+")
_COMPARED = re.compile(r"[!=]==?\s*'?(\d+)\b|(?<![\w.])'?(\d+)'?\s*[!=]==?")
_COUNTS_BITS = re.compile(r"\^|[^&]&[^&]|[^|]\|[^|]|\b1L*\s*<<")
#: An order of numbers in words, what it costs to believe in it, and how they are put into it.
_Order: TypeAlias = tuple[str, float, Callable[[Sequence[int]], list[int]]]
_ORDERS: tuple[_Order, ...] = (("order", 1.0, sorted), ("descending order", 1.1, partial(sorted, reverse=True)))
_SORTS = re.compile(r"\bsort(?:ed)?\s*\(")
_BETWEEN = (("≠", 0.4, operator.ne), ("<", 0.6, operator.lt), ("≤", 0.6, operator.le))
_BELOW = (("≠", 0.9, operator.ne), ("≥", 0.8, operator.ge), (">", 1.0, operator.gt))  # what a count is to others


def promises(
    entry: Entry,
    constants: Iterable[int],
    words: Iterable[str],
    texts: list[str],
    compared: frozenset[int] = frozenset(range(_NO_COUNT)),
    *,
    alphabets: Iterable[frozenset[str]] = (),
    sorts: bool = False,
    believed: Iterable[int] = (),
    printed: str = "",
    source: str = "",
) -> list[Promise]:
    """Every promise that these texts could be given under, in a fixed order.

    `constants` and `words` are the numbers and texts that the program knows; the small numbers that it compares others
    with are in `compared`: only these may be the largest in a list.  `alphabets`: signs that may be all that there are.
    `sorts`: it sorts, which nobody does who is promised an order.  `believed`: numbers that another program knows, who
    may believe that all others are below one of them.  `printed`: the signs that it writes and does not look for.
    """
    known = [word for word in words if word.isprintable() and not any(sign.isspace() for sign in word)]
    single = {word for word in known if len(word) == 1}
    seen = [
        sorted(sign for sign in signs if sign.isprintable() and not sign.isspace()) for signs in (*alphabets, single)
    ]
    written = list(dict.fromkeys("".join(signs) for signs in seen if len(signs) > 1))
    endings = tuple(word for word in known if len(word) > 1)
    far = sorted(n for n in constants if _FAR <= n <= _LARGEST)[:_CONSTANTS]
    beyond = sorted({n for n in believed if _FAIR <= n <= _LARGEST})[:_CONSTANTS]
    rows: dict[int, list[Line]] = {}
    for text in texts:
        for line in taken_apart(entry, text):
            rows.setdefault(line.row, []).append(line)
    known_limits = {1, *(n for n in constants if 1 < n <= LARGEST and (n in compared or n >= _NO_COUNT))}
    limits = sorted(known_limits if compared & _YES_NO else known_limits - _YES_NO)[:_CONSTANTS]
    shape = entry.parameters[0].shape if entry.parameters else None
    counts = counting(shape.rows) if isinstance(shape, LinesShape) else frozenset[str]()
    commanded = isinstance(shape, OneOf) and all(map(of_commands, shape.options))
    found: list[Promise] = []
    for number, lines in sorted(rows.items()):
        plain = all(line.numbers or all(map(_FRACTION.fullmatch, line.words)) for line in lines if line.words)
        if plain and not commanded:  # what stands behind a number that says what to do is no list
            found += _of_numbers(number, lines, limits, counts, () if sorts else _ORDERS)
            found += (_far_below(number, lines[0], limit) for limit in far)
        found += () if sorts else in_order_of_coming(number, lines, source)
        found += (_below_believed(number, lines[0], limit) for limit in beyond)
        if not any(line.numbers for line in lines):
            found += in_order_of_names(number, lines)
        if not plain and not isinstance(shape, OneOf):  # what commands are called is nobody's choice
            signs = "".join(sorted(single))
            found += of_texts(number, lines, signs, written, endings, printed=printed, source=source)
    found += of_first_line(rows, source)
    if isinstance(shape, LinesShape) and min(rows, default=0) < 0:
        found.append(Promise("nothing stands behind the lines that are read", 0.2, _ends_there))
    return [*found, *_shared(found), *in_time(line for lines in rows.values() for line in lines)]


def _ends_there(read: list[Line]) -> bool:
    return all(line.row >= 0 for line in read)


def compared_with(source: str) -> frozenset[int]:
    """The numbers that a program asks whether others, no remainders, are; 0 and 1 where it counts with bits."""
    text = _REMAINDER.sub("", source)
    found = {int(one or other) for one, other in _COMPARED.findall(text)}
    return frozenset(found | (_YES_NO if _COUNTS_BITS.search(text) else set()))


def sorting(source: str) -> bool:
    """Whether a program sorts anything."""
    return _SORTS.search(source) is not None


def _shared(found: list[Promise]) -> Iterator[Promise]:
    """What is promised in the same words of several rows, as one: a form that comes twice is hardly two forms."""
    alike: dict[str, list[Promise]] = {}
    for promise in found:
        alike.setdefault(promise.words, []).append(promise)
    for words, some in alike.items():
        if len(some) > 1:
            rows = tuple(row for promise in some for row in promise.rows)
            yield Promise(words, some[0].cost, partial(kept, some), rows, some[0].mend)


def mended(chosen: Iterable[Promise], entry: Entry, text: str) -> str:
    """A text changed word by word so that it keeps these promises, as far as that goes."""
    for promise in chosen:
        if promise.rows:
            lines = taken_apart(entry, text)
            changed = zip(lines, promise.applied(lines), strict=True)
            text = "".join(line.between.join(words) + "\n" for line, words in changed)
    return text


def kept(found: Iterable[Promise], read: list[Line]) -> bool:
    """Whether all of these are kept."""
    return all(promise.holds(read) for promise in found)


def of_form(other: Entry) -> Callable[[str], bool] | None:
    """Whether a text has the form that another program reads; None where that is not known."""
    shape = other.parameters[0].shape if other.parameters else None
    return (lambda text: follows(shape, text)) if isinstance(shape, LinesShape) else None


def cheapest(
    known: list[Promise], read: list[list[Line]], differing: list[bool], enough: int = ENOUGH
) -> list[tuple[Promise, ...]]:
    """Sets of promises under which nothing differs and enough agrees, the most usual first."""
    bad = sum(1 << place for place, differs in enumerate(differing) if differs)
    good = (1 << len(read)) - 1 ^ bad
    held: dict[int, Promise] = {}
    for promise in sorted(known, key=lambda promise: promise.cost):
        bits = sum(1 << place for place, lines in enumerate(read) if promise.holds(lines))
        if bits & bad != bad and (bits & good).bit_count() >= enough:
            held.setdefault(bits, promise)
    found: list[tuple[float, int, tuple[Promise, ...]]] = []
    for size in range(1, _TOGETHER + 1):
        for some in combinations(held, size):
            cost = sum(held[bits].cost for bits in some)
            if cost > _DEAREST:
                continue
            together = some[0]
            for bits in some[1:]:
                together &= bits
            if not together & bad and (together & good).bit_count() >= enough:
                found.append((cost, len(found), tuple(held[bits] for bits in some)))
    return [chosen for _, _, chosen in sorted(found, key=lambda one: one[:2])]


def _of_numbers(
    row: int, lines: list[Line], limits: list[int], counts: frozenset[str], orders: Sequence[_Order]
) -> Iterator[Promise]:
    names = lines[0].names
    where = _called(lines[0])
    for least, cost in ((0, 0.2), (1, 0.3)):
        yield Promise(f"{where} are at least {least}", cost, _least(row, least), (row,), raised(least))
    for limit in limits if lines[0].listed else [limit for limit in limits if limit >= _NO_COUNT]:
        cost = 1.0 if limit > 1 else 1.3
        yield Promise(f"{where} are at most {limit}", cost, _most(row, limit), (row,), lowered(always(limit)))
    if 1 in limits if lines[0].listed else lines[0].repeated:
        yield Promise(f"{where} are 0 or 1", 1.0, each(row, _bits), (row,), bit)
    for name in _named(lines[0]):
        yield Promise(
            f"{where} are at most {name}", 0.7, each(row, _up_to(name, 0)), (row,), lowered(as_named(name, 0))
        )
        cap = lowered(as_named(name, -1))
        yield Promise(f"{where} are less than {name}", 0.9, each(row, _up_to(name, -1)), (row,), cap)
        if lines[0].listed:
            yield Promise(f"each number from 1 to {name} is on a line", 0.9, each(row, _all_up_to(name)))
    if lines[0].listed:
        yield Promise("no two numbers of a line are equal", 0.7, each(row, _distinct), (row,), of_line(unequal))
        yield Promise("a line has each number from 1 once", 0.8, each(row, _permuted), (row,), of_line(ranks))
        for words, cost, order in orders:
            yield Promise(f"the numbers of a line are in {words}", cost, each(row, _are(order)), (row,), of_line(order))
        yield Promise("a line has more than one number", 1.1, each(row, lambda line: len(line.numbers) > 1))
    else:
        yield from _of_columns(row, names, lines, counts)
    if lines[0].repeated:
        yield Promise("no two of these lines are alike", 0.8, unlike(row))
        if len(names) > _EDGE:
            yield Promise("no two of these lines join the same", 0.8, unlike(row, _EDGE))
    if not lines[0].listed and len(names) >= 2 and lines[0].repeated:
        yield Promise("the edges join all places", 0.9, _joined(row))


def _far_below(row: int, line: Line, limit: int) -> Promise:
    """No number comes near to one that the program only begins a search with."""
    words = f"{_called(line)} are far below {limit}"
    less = limit // _BELOW_FAR
    small = each(row, lambda line: all(abs(number) <= less for number in line.numbers))
    return Promise(words, 0.6, small, (row,), lowered(always(less)))


def _below_believed(row: int, line: Line, limit: int) -> Promise:
    """No number comes up to one that another program takes for larger than all: `solved * 10000 - penalty`."""
    numbers = [name for name, word in zip(line.names, line.words, strict=False) if WHOLE.fullmatch(word) and name]
    are = "is" if len(numbers) == 1 else "are"
    words = f"{' and '.join(numbers) or 'the numbers of a line'} {are} below {limit}"

    def less(read: Line, place: int) -> str:
        word = read.words[place]
        return str(int(word) % limit) if WHOLE.fullmatch(word) and abs(int(word)) >= limit else word

    small = each(row, lambda read: all(less(read, place) == word for place, word in enumerate(read.words)))
    return Promise(words, 0.7, small, (row,), less)


def _named(line: Line) -> list[str]:
    """The numbers before a line that the program has a name for: others say how many cases come, and limit nothing."""
    return [name for name in dict(line.known) if not _UNNAMED.fullmatch(name)]


def _called(line: Line) -> str:
    return " and ".join(name for name in line.names if name) or "the numbers of a line"


def _of_columns(row: int, names: tuple[str, ...], lines: list[Line], counts: frozenset[str]) -> Iterator[Promise]:
    many = min((len(line.numbers) for line in lines if line.numbers), default=0)
    own = [name if names.count(name) == 1 else "" for name in (*names, *([""] * many))]
    called = [name or f"number {place + 1}" for place, name in enumerate(own[:many])]
    for one, name in enumerate(called):
        for least, cost in ((1, 0.3), (2, 1.0)):
            yield Promise(f"{name} is at least {least}", cost, _column(row, one, operator.ge, least))
        for before in _named(lines[0]):
            yield Promise(f"{name} is at most {before}", 0.5, each(row, _column_up_to(one, before)))
    if many >= _SEVERAL:
        yield Promise(
            f"nothing on the line of {called[0]} is larger", 0.7, _below_first(row, 0), (row,), under_first(0)
        )
        words = f"all else on the line of {called[0]} is less"
        yield Promise(words, 0.7, _below_first(row, 1), (row,), under_first(1))
    for one, two in combinations(range(many), 2):
        if called[two].lower().startswith(called[one].lower()):  # M months and D days, and then a month and a day
            words = f"{called[two]} is at most {called[one]}"
            yield Promise(words, 0.5, _pair(row, one, two, operator.ge))
        related = ordered(called[one], called[two]) or (names[one : one + 1] == names[two : two + 1] != ("",))
        related = related or (many == _CORNERS and two - one == _CORNERS // 2)
        for sign, cost, test in _BELOW if called[one] in counts else _BETWEEN if related else _BETWEEN[:1]:
            mend = (row,), in_order(one, two, test)
            yield Promise(f"{called[one]} {sign} {called[two]}", cost, _pair(row, one, two, test), *mend)


def _below_first(row: int, less: int) -> Callable[[list[Line]], bool]:
    return each(row, lambda line: max(line.numbers[1:], default=0) <= line.numbers[0] - less if line.numbers else True)


def _column(row: int, place: int, test: Callable[[int, int], bool], limit: int) -> Callable[[list[Line]], bool]:
    return each(row, lambda line: len(line.numbers) <= place or test(line.numbers[place], limit))


def _pair(row: int, one: int, two: int, test: Callable[[int, int], bool]) -> Callable[[list[Line]], bool]:
    return each(row, lambda line: len(line.numbers) <= two or test(line.numbers[one], line.numbers[two]))


def _least(row: int, least: int) -> Callable[[list[Line]], bool]:
    return each(row, lambda line: min(line.numbers, default=least) >= least)


def _are(order: Callable[[Sequence[int]], list[int]]) -> Callable[[Line], bool]:
    return lambda line: list(line.numbers) == order(line.numbers)


def _most(row: int, limit: int) -> Callable[[list[Line]], bool]:
    return each(row, lambda line: max(line.numbers, default=0) <= limit)


def _up_to(name: str, more: int) -> Callable[[Line], bool]:
    return lambda line: max(line.numbers, default=0) <= dict(line.known).get(name, LARGEST) + more


def _column_up_to(column: int, name: str) -> Callable[[Line], bool]:
    return lambda line: len(line.numbers) <= column or line.numbers[column] <= dict(line.known).get(name, LARGEST)


def _all_up_to(name: str) -> Callable[[Line], bool]:
    return lambda line: set(line.numbers) == set(range(1, min(dict(line.known).get(name, 0), _LARGEST_LINE) + 1))


def _distinct(line: Line) -> bool:
    return len(set(line.numbers)) == len(line.numbers)


def _bits(line: Line) -> bool:
    return {0, 1}.issuperset(line.numbers)


def _permuted(line: Line) -> bool:
    return sorted(line.numbers) == list(range(1, len(line.numbers) + 1))


def _joined(row: int) -> Callable[[list[Line]], bool]:
    """The first two numbers of these lines are edges that join all places up to the first number of the input."""

    def test(read: list[Line]) -> bool:
        places = read[0].numbers[0] if read and read[0].numbers else 0
        group = {place: {place} for place in range(1, min(places, 60) + 1)}
        for line in read:
            if line.row == row and len(line.numbers) >= 2:
                a, b = line.numbers[:2]
                if a in group and b in group and group[a] is not group[b]:
                    group[a] |= group[b]
                    for place in group[b]:
                        group[place] = group[a]
        return len({id(one) for one in group.values()}) <= 1

    return test


@lru_cache(maxsize=4096)
def read_by(entry: Entry, text: str) -> list[Line]:
    """`taken_apart`, remembered."""
    return taken_apart(entry, text)
