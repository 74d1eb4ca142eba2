"""What is usually promised of texts that are read: their alphabet, their length, how often they have a sign.

Pure.  Neighbours: `evidence.promises` (asks), `evidence.mending` (makes texts keep them).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import pairwise, product

from codescore.evidence.mending import (
    cut,
    different,
    ended,
    one_after_the_other,
    rewritten,
    spread_over,
    with_sign,
    without_repeats,
)
from codescore.evidence.promised import Promise, each, ordered, unlike
from codescore.evidence.read_lines import WHOLE, Line
from codescore.languages.called import comes_when, names_in
from codescore.languages.customary import KEYS
from codescore.languages.marks import marked_once
from codescore.languages.moments import beginning

#: Where lines without words are passed over.
_SKIPS = re.compile(r"\b(?:strip|trim|isEmpty|isBlank|empty|filter)\b|\bif (?:not )?\w+\b\s*[:\])]|\(!?\w+\.length\b")
_ASKED = 3  # times that a number is named which is read, counts lines and says something else
_TIMES = ("once", "twice")
_ALPHABETS = {
    "lower-case letters": ("abcdefghijklmnopqrstuvwxyz", 0.6),
    "upper-case letters": ("ABCDEFGHIJKLMNOPQRSTUVWXYZ", 0.9),
    "digits": ("0123456789", 0.7), "0 and 1": ("01", 0.9), "'#' and '.'": ("#.", 0.7),
}  # fmt: skip


def of_texts(
    row: int,
    lines: list[Line],
    alphabet: str,
    alphabets: Iterable[str],
    endings: tuple[str, ...],
    *,
    printed: str,
    source: str = "",
) -> Iterator[Promise]:
    """The promises that the texts of a row may keep; `alphabet` has the signs that the program knows, `alphabets` which
    of these may be all, `endings` its words, `printed` the signs that it only writes, `source` is its text.
    """
    for sign in printed:
        words = f"texts have no {sign!r}, which the program only writes"
        yield Promise(words, 0.5, each(row, partial(_has, sign, 0)), (row,), with_sign(sign, 0))
    own = {repr(signs): (signs, 0.5) for signs in alphabets}
    for name, (signs, cost) in {**own, **_ALPHABETS}.items():
        yield Promise(f"texts are of {name}", cost, _written_in(row, frozenset(signs)), (row,), rewritten(signs))
    for sign, times in product((c for c in alphabet if not c.isalnum()), (1, 2)):
        words = f"texts have {sign!r} {_TIMES[times - 1]}"
        yield Promise(words, 0.7, each(row, partial(_has, sign, times)), (row,), with_sign(sign, times))
    if endings:
        words = "texts end in a word that the program knows"
        yield Promise(words, 0.7, each(row, _ends(endings)), (row,), ended(endings))
    yield Promise(
        "texts have more than one sign", 0.6, each(row, lambda line: all(len(word) > 1 for word in line.words))
    )
    yield Promise("no text has a sign twice", 0.9, each(row, _without_repeats), (row,), without_repeats)
    for place, name in enumerate(lines[0].names):
        if names_in(name)[-1] in KEYS:
            yield Promise(f"no two have one {name}", 0.4, _told_apart(row, place))
    alone = all(len(line.words) <= 1 for line in lines)  # as rows of a board are
    if lines[0].repeated:
        if alone and any(not line.words for line in lines):
            yield Promise("none of these lines is blank", 0.3, each(row, _has_words), (row,), in_lines=_filled)
        if alone:
            yield Promise("these texts are of one length", 0.4, _one_length(row), (row,), cut(""))
        yield Promise("no two of these texts are alike", 0.6, unlike(row))
        marks = marked_once(source)
        for sign, times in product(alphabet, (1, 2)):
            words = f"these texts together have {sign!r} {_TIMES[times - 1]}"
            change = partial(spread_over, sign, times, alphabet)
            cost = 0.3 if sign in marks and times == 1 else 0.8
            yield Promise(words, cost, _have_together(row, sign, times), (row,), together=change)
    for name in dict(lines[0].known) if alone else ():
        if lines[0].repeated and len(re.findall(rf"\b{re.escape(name)}\b", source)) < _ASKED:
            continue  # it says how many lines there are, and nothing else
        yield Promise(f"texts are as long as {name} says", 0.4, each(row, _as_long(name)), (row,), cut(name))


#: Something is kept for each name: `{name: 0 for name in names}`.
_FOR_EACH = re.compile(
    r"\{\s*(\w+)\s*:\s*(?:0|0\.0|\[\]|None|set\(\)|False)\s+for\s+\1\s+in\b|\bdict\.fromkeys\(|"
    r"\bnew Map\(\w+\.map\(|\bObject\.fromEntries\(\w+\.map\("
)


def of_first_line(rows: dict[int, list[Line]], source: str) -> Iterator[Promise]:
    """The first of lines that are all of one row, which says what the others are about: for each of its words
    something is kept."""
    if _FOR_EACH.search(source) is None:
        return
    numbers = tuple(rows)
    lines = rows[numbers[0]] if numbers else []
    if not lines or not lines[0].repeated or not any(WHOLE.sub("", word) for line in lines for word in line.words):
        return
    yield Promise(
        "the first line is not empty", 0.3, _begins_with_words, numbers, in_lines=_first_forward, spares=_SKIPS
    )
    if any(_names_twice(line) for line in lines):
        words = "no word stands twice on the first line"
        yield Promise(words, 0.6, lambda read: not any(map(_names_twice, read[:1])), numbers, in_lines=_first_once)


def _has_words(line: Line) -> bool:
    return line.words != ()


def _filled(lines: Sequence[Line]) -> list[list[str]]:
    """A word on each line: one of another, where there is one."""
    known = [word for line in lines for word in line.words] or ["a"]
    return [list(line.words) or [known[place % len(known)]] for place, line in enumerate(lines)]


def _names_twice(line: Line) -> bool:
    return len(line.words) > len(line.names) and len({*line.words}) < len(line.words)


def _begins_with_words(read: list[Line]) -> bool:
    return not read or read[0].words != ()


def _first_forward(lines: Sequence[Line]) -> list[list[str]]:
    """The first line that has words before those that have none."""
    words = [list(line.words) for line in lines]
    first = next((place for place, some in enumerate(words) if some), 0)
    return [*words[first : first + 1], *words[:first], *words[first + 1 :]]


def _first_once(lines: Sequence[Line]) -> list[list[str]]:
    return [different(line.words) if not n and _names_twice(line) else list(line.words) for n, line in enumerate(lines)]


def in_order_of_names(row: int, lines: list[Line]) -> Iterator[Promise]:
    """What is called so stands in order: texts of one form from `start` to `end`, as times and dates are."""
    for place, (one, two) in enumerate(pairwise(lines[0].names)):
        alike = sum(_written_alike(line.words[place : place + 2]) for line in lines)
        if ordered(one, two) and 2 * alike > len(lines):  # a text that was changed a little may be among them
            words = f"{one} is at most {two}"
            yield Promise(words, 0.5, each(row, partial(_rises, place)), (row,), partial(_sorted, place))


def in_time(lines: Iterable[Line]) -> Iterator[Promise]:
    """Lines that begin with a time or date stand in the order of these."""
    found = [*lines]
    if any(map(_begins, found)):
        rows = tuple(dict.fromkeys(line.row for line in found))
        yield Promise("the times of the lines go on", 0.3, _goes_on, rows, together=one_after_the_other)


#: The least or the largest so far becomes one: `first = start`.
_SOUGHT = r"\b\w+\s*=\s*{0}\s*(?:[;\n,]|$)"


def in_order_of_coming(row: int, lines: list[Line], source: str) -> Iterator[Promise]:
    """Lines that say in numbers when each thing comes stand in that order; not where a program looks for the first."""
    for place, name in enumerate(lines[0].names):
        words = [line.words[place] for line in lines if place < len(line.words)]
        sought = name and re.search(_SOUGHT.format(re.escape(name)), source)
        if lines[0].repeated and comes_when(name) and not sought and all(map(WHOLE.fullmatch, words)):
            said = f"the lines go on by their {name}"
            holds, mend = partial(_ascends, row, place), partial(sorted, key=_number)
            yield Promise(said, 0.4, holds, (row,), together=mend, column=place)


def _ascends(row: int, place: int, read: list[Line]) -> bool:
    words = [line.words[place] for line in read if line.row == row and place < len(line.words)]
    return words == sorted(words, key=_number)


def _number(word: str) -> int:
    return int(word) if WHOLE.fullmatch(word) else 0


def _goes_on(read: list[Line]) -> bool:
    times = [begins for line in read if (begins := _begins(line))]
    return times == sorted(times)


def _begins(line: Line) -> str:
    return beginning(line.between.join(line.words[:2]))


def _written_alike(words: tuple[str, ...]) -> bool:
    """Whether texts are of digits and signs in the same places: what comes before is then less as a text, too."""
    forms = {re.sub(r"[0-9]", "0", word) for word in words}
    return len(forms) == 1 and all(re.fullmatch(r"0[0:./-]{1,20}", form) for form in forms)


def _rises(place: int, line: Line) -> bool:
    """Whether the word at a place is no more than the next: texts of one form, as times and dates are."""
    pair = line.words[place : place + 2]
    return list(pair) == sorted(pair)


def _sorted(place: int, line: Line, at: int) -> str:
    pair = sorted(line.words[place : place + 2])
    return pair[at - place] if 0 <= at - place < len(pair) else line.words[at]


def _written_in(row: int, signs: frozenset[str]) -> Callable[[list[Line]], bool]:
    return each(row, lambda line: signs.issuperset("".join(line.words)))


def _without_repeats(line: Line) -> bool:
    return all(len(set(word)) == len(word) for word in line.words)


def _told_apart(row: int, place: int) -> Callable[[list[Line]], bool]:
    def test(read: list[Line]) -> bool:
        words = [line.words[place] for line in read if line.row == row and place < len(line.words)]
        return len({*words}) == len(words)

    return test


def _has(sign: str, times: int, line: Line) -> bool:
    return all(word.count(sign) == times for word in line.words)


def _have_together(row: int, sign: str, times: int) -> Callable[[list[Line]], bool]:
    return lambda read: sum(word.count(sign) for line in read if line.row == row for word in line.words) == times


def _ends(endings: tuple[str, ...]) -> Callable[[Line], bool]:
    return lambda line: all(word.endswith(endings) for word in line.words)


def _as_long(name: str) -> Callable[[Line], bool]:
    return lambda line: all(len(word) == dict(line.known).get(name) for word in line.words)


def _one_length(row: int) -> Callable[[list[Line]], bool]:
    return lambda read: len({len(word) for line in read if line.row == row for word in line.words}) <= 1
