"""Lines that the words of a program show, and lines like them: with other names, numbers, times and dates.

    band 23:30-05:30 9.0       pence per kWh; start included, end not
    A line is   Home Team;Away Team;2:1     e.g. Meyer;2024-01-31;4;1000.00

A line ends before two blanks.  Pure.  Neighbours: `languages.commands` and `evidence.as_shown` (ask),
`languages.moments` (times and dates).
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from datetime import date, timedelta
from itertools import islice, product
from random import Random

from codescore.languages.moments import after, in_numbers

_INDENTED = re.compile(r"^[ \t#*/]*(?: {3,}|\t)(\S.*?)(?:\s{2,}.*)?$")
_MANY = 24  # lines like one
_NAMES = ("a", "b", "x", "A", "B", "XY", "Al", "Bo", "Cy")
_CLOCK, _DATE = r"\d?\d:\d\d", r"\d{4}-\d\d-\d\d"
_EXAMPLE = re.compile(rf"(?:^|\s)(?:{_CLOCK}(?:-{_CLOCK})?|{_DATE}|-?\d+(?:\.\d+)?)(?=\s|$)")


def shown_lines(
    words: str, commands: Sequence[str], numbers: Sequence[str], names: Sequence[str]
) -> dict[str, tuple[str, ...]]:
    """Lines like those that are shown, by the command that they begin with."""
    found: dict[str, tuple[str, ...]] = {}
    for block in blocks_in(words):
        for line in block:
            first = line.split()[0]
            if first in commands and _EXAMPLE.search(line):
                found[first] = (*found.get(first, ()), *_like(line.split(), numbers, names))
    return found


def texts_in(words: str) -> Iterator[list[str]]:
    """Lines that are indented, or stand at the end of a line behind two blanks, one below the other."""
    yield from blocks_in(re.sub(r"(?m)^[#*/]*[ \t]?(?=[^\s#*/]).*[ \t]{2,}(?=\S)", "    ", words))


def blocks_in(words: str) -> Iterator[list[str]]:
    """Lines that are indented and stand one below the other."""
    block: list[str] = []
    for line in (*words.splitlines(), ""):
        shown = _INDENTED.match(line)
        if shown is not None:
            block += [shown[1]] if not shown[1].startswith("(") else []
        elif block:
            yield block
            block = []


def shown_numbers(words: str) -> tuple[str, ...]:
    """The whole numbers in lines that are shown."""
    found = (token for block in blocks_in(words) for line in block for token in line.split() if token.isdigit())
    return tuple(dict.fromkeys(found))


SEVERAL = ", "  # between lines that are shown on one
_MOST_SHOWN, _LONGEST = 48, 100  # lines that words may show, and signs of one
#: What a line that is shown may stand behind.
_BEHIND = re.compile(
    r"\be\.g\.,?\s+|\bfor (?:example|instance),?:?\s+|\b(?:is|are|like|as|form|format|reads?):?\s+|:\s+"
)


def lines_in(words: str) -> tuple[str, ...]:
    """All that could be lines that words show: their lines, what stands in these between two blanks, behind a colon or
    "e.g.", in quotes.  Most are none: who asks tries them.
    """
    found: list[str] = []
    for line in words.splitlines():
        for segment in re.split(r"\s{2,}|\t", line.strip(" \t#*/")):
            behind = [*_BEHIND.finditer(segment)]
            found += [] if behind and not behind[0].start() else [segment]
            found += (segment[one.end() :] for one in behind)
            found += re.findall(r"[\"`']([^\"`'\n]+)[\"`']", segment)
            found += segment.split(SEVERAL) if SEVERAL in segment else []
    known = dict.fromkeys(one.strip() for one in found)
    return tuple(one for one in known if one and len(one) <= _LONGEST)[:_MOST_SHOWN]


#: `<item>`, `<cost each>`, `<up|down>`: what stands for something else.
PLACEHOLDER = re.compile(r"<\w[\w |]*>")


#: What a part of a template stands for: `YYYY-MM-DD HH:MM;kWh`, `customer;first due date;total`.
_MOMENTS = (
    (re.compile(r"\bYYYY-MM-DD\b"), "2024-03-04"), (re.compile(r"\bHH:MM:SS\b"), "09:30:00"),
    (re.compile(r"\bHH:MM\b"), "09:30"), (re.compile(r"^[\w ]*\bdate\b[\w ]*$"), "2024-03-04"),
    (re.compile(r"^[\w ]*\btime\b[\w ]*$"), "09:30"),
)  # fmt: skip
_MOST_PARTS, _MOST_FILLED = 6, 24
#: Words that call numbers, and some that call names.
_AMOUNT = "n k m x y i j amount count qty quantity number price size time value points limit id cents"
_NUMBER = "cost total score age hours minutes seconds year weight nights rank"
_NAME = "name item word title team city customer product user guest person place"
AMOUNTS, _NUMBERS, _NAMED = (frozenset(re.findall(r"\w+", one)) for one in (_AMOUNT, f"{_AMOUNT} {_NUMBER}", _NAME))


def templates_in(words: str) -> tuple[str, ...]:
    """Lines as templates in the words are filled in: with numbers or names where nothing says which."""
    segments = (one for one in lines_in(words) if re.search(r"\w[;|,\t]\w|\bYYYY|\bHH:|<\w", one))
    found = (line for one in segments for line in islice(_filled(one), _MOST_FILLED))
    return tuple(dict.fromkeys(found))[: 2 * _MOST_SHOWN]


_COLUMNS = re.compile(r"\b(?:columns|header|fields)(?:\s+are|\s+is)?:?\s+((?:[^.;(]|\.\.\.)+)", re.IGNORECASE)


def tables_in(words: str) -> tuple[tuple[str, str], ...]:
    """First lines that name the columns which the words list, each with lines below them as they may be filled."""
    found = []
    for listed in _COLUMNS.finditer(words):
        named = re.split(r"\s*,\s*(?:and\s+)?|\s+and\s+", " ".join(listed[1].split()))
        known = [re.match(r"(?:any number of |the |an? )?[\"'`]?(\w+)[\"'`]?(\.\.\.)?", one) for one in named]
        columns = [name for one in known if one for name in ([f"{one[1]}1", f"{one[1]}2"] if one[2] else [one[1]])]
        if len(columns) > 1 and len(named) == len(known):
            rows = islice(product(*map(_fillings, columns)), _MOST_FILLED)
            found += [(",".join(columns), ",".join(row)) for row in rows]
    return tuple(found)


def _filled(template: str) -> Iterator[str]:
    if holders := PLACEHOLDER.findall(template):
        for texts in product(*map(_fillings, holders[:_MOST_PARTS])):
            left = iter(texts)
            yield PLACEHOLDER.sub(lambda _: next(left, "3"), template)  # noqa: B023  used at once
        return
    between = next((sign for sign in ";|,\t" if sign in template), " ")
    parts = template.strip("\"'`").split(between)
    if len(parts) <= _MOST_PARTS:
        yield from map(between.join, product(*map(_fillings, parts)))


def _fillings(part: str) -> tuple[str, ...]:
    if "|" in part:
        return tuple(part.strip("<>").split("|"))
    moment, called = part, {*re.findall(r"[a-z]+", part.lower())}
    for picture, text in _MOMENTS:
        moment = picture.sub(text, moment, count=1)
    if moment != part:
        return (moment,)
    return ("3",) if called & _NUMBERS else ("a",) if called & _NAMED else ("3", "a")


#: What a line is made of that others may have otherwise: a date, a time, a number, a word.
_PIECE = re.compile(
    rf"(?P<stamp>{_DATE}[T ]\d\d:\d\d(?::\d\d)?)|(?P<date>{_DATE})|"
    r"(?P<clock>(?<![\d:])\d?\d:\d\d(?![\d:]))|(?P<amount>(?<![\w.])\d+\.\d+(?![\w.]))|"
    r"(?P<several>(?<![\w.])(?:\w+[./-]){2,}\w+(?![\w.]))|(?P<number>\d+)|(?P<word>(?<!\d)[^\W\d_]+)"
)
_ADDRESS = re.compile(r"\d{1,3}(?:\.\d{1,3}){3}")
_ONE_BY_ONE = re.compile(r"(?P<number>\d+)|(?P<word>[^\W\d_]+)")
_STEPS = 6  # by which times are apart that stand on lines about the same things
_SINGLE, _OTHERS, _KNOWN = ("word", "number"), 0.15, 0.2
_SHORT = re.compile(r"(?<!\w)([\"'`])([^\s\w]{0,4}|[A-Za-z/]{1,4})\1(?!\w)")
_SAME_WORD, _SAME_KNOWN = 0.4, 0.7  # shares of words that are as they are shown
_KEPT_NUMBER, _KEPT_OF_FEW = 0.2, 0.5  # and of numbers


def instead_of_numbers(words: str) -> tuple[str, ...]:
    """What may stand where a number does: the short texts that stand in quotes, also none (`'-' means not known`)."""
    return tuple(dict.fromkeys(found[2] for found in _SHORT.finditer(words)))


def lines_like(
    lines: Sequence[str], kept: Collection[str], many: int, names: int | None = None, others: Sequence[str] = ()
) -> tuple[str, ...]:
    """The lines and so many like each of them: words that all of them have, numbers of about the size, other times.
    Of words that are `names` only so many, where that is said: then lines are about the same things.  Now and then one
    of the `others` stands where a number does.

    Words that a program knows (`kept`) are exchanged for others of these, the first of a line not at all; numbers that
    it knows stand now and then for one with as many digits.
    """
    made = _Like(lines, kept, names, others)
    found = (_PIECE.sub(made.other, line) for line in lines for _ in range(many))
    return tuple(dict.fromkeys((*(lines if names is None else ()), *found)))


class _Like:
    """What stands in place of the pieces of some lines."""

    def __init__(
        self, lines: Sequence[str], kept: Collection[str], names: int | None, others: Sequence[str] = ()
    ) -> None:
        self._kept, self._names, self._others = sorted(kept), names, others
        self._chance = Random("\n".join(lines))  # noqa: S311  repeatable
        pieces = [*_single("\n".join(lines))]
        self._words, self._numbers = ([one[0] for one in pieces if one.lastgroup == kind] for kind in _SINGLE)
        self._seen: dict[str, list[str]] = {}

    def other(self, piece: re.Match[str]) -> str:
        """What may stand in place of one."""
        text, chance = piece[0], self._chance
        match piece.lastgroup:
            case "stamp" | "clock" if self._names is not None and (later := self._later(text)):
                return later
            case "stamp":
                return f"{_day(chance)}{text[10]}{_clock(chance)}{text[16:]}"
            case "date":
                return chance.choice((_day(chance), *in_numbers("-", 3)))
            case "clock":
                return chance.choice((_clock(chance), *in_numbers(":", 2)))
            case "amount":
                whole, _, part = text.partition(".")
                return f"{chance.randrange(2 * int(whole) + 2)}.{_digits(part, chance)}"
            case "several":
                return self._several(text)
            case "number":
                beside = self._others if piece.re is _PIECE and chance.random() < _OTHERS else ()
                return chance.choice(beside) if beside else self._number(text)
        return self._word(text, first=not piece.start())

    def _later(self, text: str) -> str:
        """A time soon after the one that is shown."""
        for _ in range(self._chance.randrange(_STEPS)):
            text = after(text, self._chance, (), soon=True) or text
        return text

    def _several(self, text: str) -> str:
        """An address, a path, a version."""
        few = self._seen.setdefault(text, [text])
        octets = _ADDRESS.fullmatch(text) is not None
        made = re.sub(r"\d+", self._octet, text) if octets else _ONE_BY_ONE.sub(self.other, text)
        few += [made] if self._names is not None and len(few) < self._names else []
        return made if self._names is None else self._chance.choice(few)

    def _octet(self, part: re.Match[str]) -> str:
        return part[0] if self._chance.random() < _SAME_WORD else str(self._chance.randrange(256))

    def _number(self, text: str) -> str:
        chance = self._chance.random()
        if known := [one for one in self._kept if one.isdigit() and len(one) == len(text) and chance < _KNOWN]:
            return self._chance.choice(known)
        as_shown = chance < _KNOWN + (_KEPT_NUMBER if self._names is None else _KEPT_OF_FEW)
        return self._chance.choice(self._numbers) if as_shown else _sized(text, self._chance)

    def _word(self, text: str, *, first: bool) -> str:
        known = text in self._kept and len(text) > 1
        alike = [one for one in (self._kept if known else (*self._words, *_NAMES)) if _cased(one) == _cased(text)]
        alike = alike if known else [one for one in alike if one not in self._kept]
        alike = alike if known or self._names is None else [*dict.fromkeys(alike)][: self._names]
        if (known and first) or (text in alike and self._chance.random() < (_SAME_KNOWN if known else _SAME_WORD)):
            return text  # the first is what a line is
        return self._chance.choice(alike or [text])


def _cased(word: str) -> tuple[bool, bool, bool]:
    """Whether it is a word, in small letters, in capitals."""
    return word.isalpha(), word.islower(), word.isupper()


def _single(text: str) -> Iterator[re.Match[str]]:
    """The pieces of a text, those of addresses and the like one by one."""
    for piece in _PIECE.finditer(text):
        yield from _ONE_BY_ONE.finditer(piece[0]) if piece.lastgroup == "several" else (piece,)


def _day(chance: Random) -> str:
    return (date(2024, 1, 1) + timedelta(days=chance.randrange(730))).isoformat()


def _clock(chance: Random) -> str:
    return f"{chance.randrange(24):02}:{chance.randrange(60):02}"


def _digits(like: str, chance: Random) -> str:
    return "".join(chance.choice("0123456789") for _ in like)


def _sized(number: str, chance: Random) -> str:
    """A number of about the size of one, or 0; with as many digits where there is a 0 in front."""
    if number.startswith("0") and len(number) > 1:
        return _digits(number, chance)
    least = 10 ** (len(number) - 1)
    near, long = int(number) + chance.randint(-2, 2), chance.randrange(least, 10 * least)
    return str(max(0, chance.choice((near, long, long, chance.randrange(2 * int(number) + 2), 0))))


def _like(tokens: list[str], numbers: Sequence[str], names: Sequence[str]) -> Iterator[str]:
    chance = Random(" ".join(tokens))  # noqa: S311  repeatable

    def other(token: str) -> str:
        if re.fullmatch(_DATE, token):
            return chance.choice(in_numbers("-", 3))
        if re.fullmatch(rf"{_CLOCK}(?:-{_CLOCK})?", token):
            return "-".join(chance.choice(in_numbers(":", 2)) for _ in token.split("-"))
        if re.fullmatch(r"-?\d+\.\d+", token):
            return f"{chance.randrange(60)}.{str(chance.randrange(1, 10**6))[: len(token.partition('.')[2])]}"
        return chance.choice(numbers if re.fullmatch(r"-?\d+", token) else names)

    yield from dict.fromkeys(" ".join((tokens[0], *map(other, tokens[1:]))) for _ in range(_MANY))
