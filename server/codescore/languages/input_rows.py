"""What a whole program reads from its standard input, as rows: from the reads that are seen in it.

A language lists reads in the order of the text (`["int", "n"]`, `["loop", "n", [...]]`, "*" for all there are); here
they become lines, as contests lay them out: numbers read one after the other share a line, a word has one of its own, a
loop over one number is a line of so many, a loop over several is so many lines.  Programs that read token by token do
not care; those that read lines mostly agree.  A guess.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from typing import Any, TypeAlias

from codescore.languages.ended_by import again_until
from codescore.languages.input_uses import Uses, uses_in
from codescore.languages.moments import between
from codescore.languages.shapes import (
    TO_THE_END,
    BlockShape,
    FloatShape,
    IntShape,
    LinesShape,
    OneOf,
    RowShape,
    Samples,
    Shape,
    TextShape,
    UpTo,
)
from codescore.languages.shown import one_of
from codescore.languages.sought import looks_for
from codescore.languages.values import Char, Int, Text, Value

Read: TypeAlias = list[Any]
_TOKENS = ("int", "float", "word", "char", "numbers")
_MOST, _MOSTLY = 12, 3
_LETTERS = "abcxyz"
_FEW_LETTERS = 8
_BRACKETS, _PARTING, _MOST_SIGNS = {"[": "]", "(": ")", "{": "}", "<": ">"}, frozenset("=:;[{|,"), 8
#: Characters that stand for two things in what programs read; where a program names one, the other is meant as well.
PAIRS = ("#.", "ox", "OX", "01", "AB", "LR", "UD", "WB", "()", "<>", "+-")
#: Letters of which each stands for a direction; who asks for all but one of them leaves that to the `else`.
WAYS = ("DLRU", "ENSW", "dlru", "ensw")
_PRINTED = ".+-"  # what programs write as a text is mostly printed
_LOW_AND_HIGH = (("low", "high"), ("min", "max"), ("lower", "upper"), ("lo", "hi"))  # in order wherever they stand
_LEFT_AND_RIGHT = (("l", "r"), ("left", "right"), ("s", "t"), ("lo", "hi"), ("start", "end"))
_READ_ONLY = 2  # mentions of a number that is declared and read, and nothing else
_NAMELESS = "_wide"  # how long lines are, where a program does not keep it
_WIDE = ("w", "width", "c", "col", "cols", "columns", "ncols", "wide")
_QUOTING = "[]{},;:%"
_PARSING = f"{_QUOTING}+-.09eE"
_NUMBER = IntShape(1, None)
_MARKED = (0, 1, 2, 3, 5, 10, 12, 100)
_ANY_WORD = TextShape("abcxyzAB", min_size=1)
_WORDS = RowShape((_ANY_WORD,), some=True)
#: Numbers are made of texts; a line of this name is split at blanks.
_MAKES_NUMBERS = re.compile(r"\b(?:parse\w+|valueOf|Number|sto\w+|ato\w+|(?:int|long|double)Value)\b|\bmapTo")
_ENDED = r"while\s*\([^;{{]*!\s*{0}(?:\.\w+\(\))*\.equals\(\s*\"([^\"]+)\"\s*\)"
_ASKS_FOR_0 = re.compile(r"(?:\b[A-Za-z_]\w*|[\])])\s*[!=]=\s*0\b(?![.\w])")
_AT_BLANKS = r"\b{0}(?:\.\w+\(\))*\.split\(\s*(?:\"\\\\s\+\"|\" \"|' '|/\\s\+/)"
_AT_A_SIGN = r"\b{0}(?:\.\w+\(\))*\.split\(\s*[\"'](?:\\\\)?([^\"'\\\w\s])[\"']"
#: Where it is not seen what a program reads: what most do.
UNKNOWN = OneOf((
    LinesShape((RowShape((_NUMBER,), ("n",)), RowShape((_NUMBER,), (), count="n"))),
    LinesShape((RowShape((_NUMBER, _NUMBER)),)),
    LinesShape((RowShape((TextShape(_LETTERS, min_size=1),)),)),
    TextShape(),
))  # fmt: skip


def lines_of(reads: Sequence[Read], constants: Iterable[Value], program: str) -> LinesShape | None:
    """The rows; None where nothing is seen to be read.  `program` is the text, without comments."""
    uses = uses_in(program)
    constants = [*constants]
    rows = _Rows(_alphabet(constants, uses.letters), uses, program, _signed_lines(constants, program))
    rows.take(reads)
    rows.end_line()
    return LinesShape(tuple(rows.found[:_MOST])) if rows.found else None


def _alphabet(constants: Iterable[Value], letters: str) -> str:
    """The characters that a program looks for, or those of the words that it does; letters where it computes with
    letters."""
    signs = [c.value for c in constants if isinstance(c, (Char, Text)) and len(c.value) == 1]
    reading = _PARSING if {"0", "9"}.issubset(signs) else _QUOTING  # readers of their own ask for signs of numbers
    visible = dict.fromkeys(sign for sign in signs if sign.isprintable() and not sign.isspace() and sign not in reading)
    if not visible and 1 < len(letters) <= _FEW_LETTERS:
        return letters
    printed = {c.value for c in constants if isinstance(c, Text)} & {*_PRINTED}
    if (pair := _pair(visible)) and not printed.intersection(visible):
        return pair
    if ways := _ways(visible):
        return ways
    if set(visible) & set("aAzZ") or len(visible) < 2:
        letters = _LETTERS.upper() if set(visible) & set("AZ") else _LETTERS
        visible.update(dict.fromkeys(letters))
    return "".join(visible)


def _signed_lines(constants: Iterable[Value], program: str) -> tuple[str, ...]:
    """Lines as a program takes them that looks for several signs, such as `=` and `[`: with each of them once and
    twice, in the middle, at the ends, around a name; none where it looks for one sign or none that parts something."""
    signs = [c.value for c in constants if isinstance(c, (Char, Text)) and len(c.value) == 1]
    signs = [sign for sign in dict.fromkeys(signs) if sign.isprintable() and not sign.isalnum() and sign != " "]
    looked_for = [sign for sign in signs[: 2 * _MOST_SIGNS] if looks_for(sign, program)]
    signs = looked_for or signs  # not what it prints: a table's `|`
    if not _PARTING.intersection(signs) or not 1 < len(signs) <= _MOST_SIGNS:
        return ()
    found = ["a", "b c", "", "  a "]
    for sign in signs:
        if sign in _BRACKETS:
            close = _BRACKETS[sign]
            found += [f"{sign}a{close}", f"{sign} b c {close}", f"{sign}{close}", f"{sign}a", f"a{sign}b{close}"]
        elif sign not in _BRACKETS.values():
            found += [f"a{sign}b", f"b {sign} c", f"{sign}a", f"a{sign}", f"a{sign}b{sign}c", f"{sign} b", sign]
            found += [f"c{sign}{other}b" for other in signs if other != sign]
    return tuple(dict.fromkeys(found))


def _pair(signs: Collection[str]) -> str:
    """The pair that a sign is of, where it is the only one; "" where there is none."""
    return next((pair for pair in PAIRS if len(signs) == 1 and all(sign in pair for sign in signs)), "")


def _ways(signs: Collection[str]) -> str:
    """The signs, where they are directions, with the one that is left to an `else`; "" where they are others."""
    letters = {sign for sign in signs if sign.isalpha()}
    known = next((ways for ways in WAYS if letters <= {*ways} and len(letters) >= len(ways) - 1), "")
    return known if len(letters) == len({*signs}) else ""


class _Rows:
    """Collects rows; tokens wait until their line ends.  `counts` are the numbers that were read, in order."""

    def __init__(self, alphabet: str, uses: Uses, program: str, signed: tuple[str, ...] = ()) -> None:
        self._program = program
        self._passed: list[str] = []  # what lines are called that loops went through
        self._signed = signed  # lines with the signs that the program looks for in one
        self.found: list[RowShape | BlockShape] = []
        self._word = TextShape(alphabet, min_size=1)
        self._waiting: list[tuple[Shape, str]] = []
        self._uses = uses
        self._counts: list[str] = []

    def _shape(self, kind: str, name: str, called: str = "") -> Shape:
        if kind == "int":
            return self._uses.of(name, self._counts) or _NUMBER
        if kind == "numbers":  # several, with the signs of the name between them
            words = self._uses.words.get(called, ()) if called else ()  # what stands for a time that there is not
            known = [Samples((*map(Text, some),)) for some in (between(name), words) if some]
            return OneOf((*known[:1] * _MOSTLY, *known[1:])) if words else known[0]
        if kind == "marked":  # a number, or one with the mark of the name behind it
            return one_of([_NUMBER, Samples((*(Text(f"{number}{name[1:]}") for number in _MARKED),))])
        if kind == "word" and name in self._uses.parsed:  # a number, or what stands for one that is not there
            words = self._uses.words.get(name, ())
            return one_of([IntShape(0, None), *([Samples((*map(Text, words),))] if words else [])])
        return FloatShape(low=0.0) if kind == "float" else self._word

    def _of_kind(self, name: str) -> Shape | None:
        """What says of which kind the rest of a line is: one of a few numbers, or `=1` where it has no name."""
        kinds = (int(name[1:]), int(name[1:]) + 1) if name in ("=0", "=1") else self._uses.kinds.get(name, ())
        words = self._uses.words.get(name, ())
        pair = _pair(words)
        return Samples((*map(Int, kinds), *map(Text, pair or words))) if kinds or pair or len(words) > 1 else None

    def end_line(self) -> None:
        """What waits is a line."""
        if self._waiting:
            shapes, names = zip(*self._waiting, strict=True)
            self.found.append(_related(RowShape(shapes, names)))
            self._counts += [name for name, shape in zip(names, shapes, strict=True) if name and _counts(shape)]
            self._waiting = []

    def _text(self, kind: str, name: str) -> None:
        """A word or a line of its own."""
        self.end_line()
        wide = self._uses.wide(name, self._last_numbers())
        shape = self._shape(kind, name)
        shape = replace(shape, max_size=1) if kind == "char" and shape == self._word else shape
        self.found.append(RowShape((shape,), (name,), wide=wide if wide in self._counts else None))

    def _last_numbers(self) -> tuple[str, ...]:
        """What the numbers of the last line are called."""
        row = next((one for one in reversed(self.found) if not worded(one)), None)
        return row.names if isinstance(row, RowShape) and row.times is None else ()

    def take(self, reads: Sequence[Read]) -> None:
        """Take in reads, in order."""
        for read in reads:
            match read:
                case ["newline"]:
                    self.end_line()
                case ["int" | "float" | "numbers" as kind, str(name), *called]:
                    self._waiting.append((self._shape(kind, name, *called), name if name.isidentifier() else ""))
                case ["line", ""] if self._waiting:  # what is left of the line
                    self.end_line()
                case ["word" | "char" | "line" as kind, str(name)]:
                    self._text(kind, name)
                case ["words", str()]:
                    self.end_line()
                    self.found.append(_WORDS)
                case ["texts", list(some)]:
                    self.end_line()
                    self.found.append(RowShape((Samples((*map(Text, some),)),), separator="\n"))
                case ["split", str(separator), list(inner), *some]:
                    self.end_line()
                    self._split(separator, inner, some=bool(some))
                case ["row", str(name)]:
                    self.end_line()
                    numbers = RowShape((self._shape("int", name),), (), count=self._last_number())
                    words = replace(_WORDS, tokens=2 * _WORDS.tokens)  # one at least
                    self.found.append(numbers if _MAKES_NUMBERS.search(self._program) else words)
                case ["loop", "*", list(inner), *_]:
                    self.end_line()
                    self._to_the_end(inner)
                case ["loop", str(bound), [*inner, ["int", last]], *_] if (
                    bound and bound == last == self._last_waiting()
                ):
                    self._waiting.pop()  # `int n = in.nextInt(); while (n != 0) { … n = in.nextInt(); }`
                    self.end_line()
                    self._loop("", [["int", last], *inner], 0)
                case ["loop", str(bound), list(inner), *more]:
                    self.end_line()
                    self._loop(bound, inner, int(more[0]) if more else 0)

    def _last_waiting(self) -> str:
        """The number that was read last on this line, "" where there is none."""
        return self._waiting[-1][1] if self._waiting else ""

    def _split(self, separator: str, inner: list[Read], *, some: bool) -> None:
        """Words of one line with something between them; `some`: the last comes any number of times."""
        shapes, names = self._tokens(inner)
        self.found.append(RowShape(shapes, names[: len(names) - some], separator=separator, some=some))
        self._counts += [name for name, shape in zip(names, shapes, strict=True) if name and _counts(shape)]

    def _last_number(self) -> str | int:
        return self._counts[0] if self._counts else 3

    def _tokens(self, reads: Sequence[Read]) -> tuple[tuple[Shape, ...], tuple[str, ...]]:
        """What stands on one line, and what it is called."""
        names = tuple(read[1] if read[1].isidentifier() else "" for read in reads)
        return tuple(self._shape(*read[:3]) for read in reads), names

    def _to_the_end(self, inner: list[Read]) -> None:
        """A row that comes any number of times, where that is what is read; else a few of its lines."""
        if all(read[0] in _TOKENS for read in inner if read != ["newline"]):
            shapes, names = self._tokens([read for read in inner if read != ["newline"]])
            shapes = (IntShape(),) if shapes == (_NUMBER,) else shapes  # nothing is known of it, not even a sign
            line = RowShape(shapes, names)
            self.found += [again_until([line], self._program) or replace(line, until=TO_THE_END)] if shapes else []
            return
        outer, known = self.found, [*self._counts]
        self.found = []
        self.take(inner)
        self.end_line()
        row = self.found[0] if len(self.found) == 1 else None
        self.found, self._counts = outer, known
        if isinstance(row, RowShape) and row.times is None and row.until is None:
            whole = len(inner) == 1 and inner[0][0] == "line" and row.tokens == (self._word,)
            if whole and re.search(_AT_BLANKS.format(re.escape(inner[0][1])), self._program):
                row = _WORDS
            elif whole and (sign := re.search(_AT_A_SIGN.format(re.escape(inner[0][1])), self._program)):
                row = replace(_WORDS, separator=sign[1])
            elif whole and self._signed:
                row = replace(row, tokens=(Samples((*map(Text, self._signed),)),), separator="\n", wide=None)
            self.found.append(replace(row, until=self._end(inner[0][1] if whole else "")))
        else:
            self._loop("", inner, 0)

    def _end(self, line: str) -> str:
        """The line at which a loop over lines of this name ends: of several such loops the first ones say it first."""
        ends = re.findall(_ENDED.format(re.escape(line)), self._program) if line else []
        self._passed.append(line)
        number = self._passed.count(line)
        return ends[number - 1] if number <= len(ends) else TO_THE_END

    def _loop(self, bound: str, inner: list[Read], more: int) -> None:
        """One row where rows can say it; else a block of its lines."""
        times = _many(bound)
        inner = [read for read in inner if read != ["newline"]]
        if not inner:
            return
        if all(read[0] in _TOKENS for read in inner):
            shapes, names = self._tokens(inner)
            if len(inner) > 1:
                shapes = (self._of_kind(inner[0][1]) or shapes[0], *shapes[1:])
            one = len(inner) == 1 and (inner[0][0] in ("int", "float") or shapes[0] != self._word)
            many = (IntShape(),) if shapes == (_NUMBER,) else shapes  # of a list nothing is known, not even a sign
            if one:
                self.found.append(RowShape(many, (), count=times))
                return
            row = _related(RowShape(shapes, names, times=times, more=more))
            tree = more == -1 and row.distinct
            self.found.append(replace(row, tree=tree, wide=self._across(names, times) if len(inner) == 1 else None))
        elif len(inner) == 1 and inner[0][0] == "loop" and _plain(inner[0][2]) and len(inner[0][2]) == 1:
            cell, fixed = self._shape(*inner[0][2][0][:2]), bound.isdigit() and inner[0][1].isdigit()
            if cell == _NUMBER and fixed and _ASKS_FOR_0.search(self._program):  # a board has empty places
                cell = IntShape(0, None)
            self.found.append(RowShape((cell,), (), count=_many(inner[0][1]), times=times))
        elif len(inner) == 1 and inner[0][0] in ("line", "row"):
            line = inner[0][0] == "line"
            wide = self._across((inner[0][1],), times) if line else None
            count = 1 if line else self._last_number()
            shape = self._word if line else self._shape("int", inner[0][1])
            self.found.append(RowShape((shape,), (), count=count, times=times, wide=wide))
        else:
            outer, self.found = self.found, []
            self.take(inner)
            self.end_line()
            rows, self.found = tuple(self.found), outer
            alone = rows[0] if len(rows) == 1 else None
            if rows and not bound and (block := again_until(rows, self._program)) is not None:
                self.found.append(block)
            elif isinstance(alone, RowShape) and alone.times is None:
                self.found.append(replace(alone, times=times, more=more, tree=more == -1 and alone.distinct))
            elif rows:
                self.found.append(BlockShape(rows, times, more))

    def _across(self, names: tuple[str, ...], times: str | int) -> str | None:
        """The number that says how long the lines of a grid are: another one than says how many there are."""
        wide = self._uses.rows.get(names[0]) if names else None
        if wide in self._counts or not isinstance(times, str):  # nobody says how many lines there are, nor how long
            return wide if wide in self._counts else None
        last = self.found[-1] if self.found else None
        if isinstance(last, RowShape) and last.names == (times, "") and len(last.tokens) == len(last.names):
            self.found[-1] = replace(last, names=(times, _NAMELESS))  # it is passed over: `in.nextInt();`
            return _NAMELESS
        found = across(self._counts, times)
        return None if found and names and self._measures_itself(names[0], found) else found

    def _measures_itself(self, line: str, number: str) -> bool:
        """Whether the program asks a line how long it is, and the number says something else: `run >= group`."""
        if number.lower() in _WIDE or not re.search(rf"\b{line}\s*\.\s*(?:size|length)\b", self._program):
            return False
        bound = re.search(rf"\bfor\b[^;{{}}]*;[^;]*<=?\s*{number}\b", self._program)
        return bound is None and len(re.findall(rf"\b{number}\b", self._program)) > _READ_ONLY


def across(counts: Sequence[str], times: str | int | None) -> str | None:
    """Of the numbers that were read the one that says how wide lines are of which there are so many: by its name, else
    the last one."""
    others = [name for name in reversed(counts) if name != times]
    return next((name for name in others if name.lower() in _WIDE), others[0] if others else None)


def _many(bound: str) -> str | int:
    """How often a loop runs: a number, or as often as the number of a name says."""
    return int(bound) if bound.isdigit() else bound or 3


def _counts(shape: Shape) -> bool:
    return isinstance(shape, (IntShape, UpTo))


def worded(row: RowShape | BlockShape) -> bool:
    """Whether it is one line that begins with a text."""
    return isinstance(row, RowShape) and row.times is None and isinstance(row.tokens[0], TextShape)


def _related(row: RowShape) -> RowShape:
    """Two places on a line are unlike (an edge), what is called left and right is in order."""
    lower = tuple(name.lower() for name in row.names)
    if lower in _LOW_AND_HIGH or (lower in _LEFT_AND_RIGHT and row.times is not None):
        return replace(row, ascending=True)
    return replace(row, distinct=len(row.tokens) == 2 and all(isinstance(t, UpTo) for t in row.tokens))


def _plain(inner: list[Read]) -> bool:
    return all(read[0] in _TOKENS for read in inner if read != ["newline"])
