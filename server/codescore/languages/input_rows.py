"""What a whole program reads from its standard input, as rows: from the reads that are seen in it.

A language lists reads in the order of the text (`["int", "n"]`, `["loop", "n", [...]]`); here they become lines, as
contests lay them out: numbers read one after the other share a line, a word has one of its own, a loop over one number
is a line of so many, a loop over several is so many lines.  Programs that read token by token do not care; those that
read lines mostly agree.  A guess.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, TypeAlias

from codescore.languages.shapes import FloatShape, IntShape, LinesShape, OneOf, RowShape, Shape, TextShape
from codescore.languages.values import Char, Text, Value

Read: TypeAlias = list[Any]
_TOKENS = ("int", "float", "word", "char")
_MOST = 12
_LETTERS = "abcxyz"
_QUOTING = "[]{},;:%"
_PARSING = f"{_QUOTING}+-.09eE"
_NUMBER = IntShape(1, None)
#: Where it is not seen what a program reads: what most do.
UNKNOWN = OneOf((
    LinesShape((RowShape((_NUMBER,), ("n",)), RowShape((_NUMBER,), (), count="n"))),
    LinesShape((RowShape((_NUMBER, _NUMBER)),)),
    LinesShape((RowShape((TextShape(_LETTERS, min_size=1),)),)),
    TextShape(),
))  # fmt: skip


def lines_of(reads: Sequence[Read], constants: Iterable[Value]) -> LinesShape | None:
    """The rows; None where nothing is seen to be read."""
    rows = _Rows(_alphabet(constants))
    rows.take(reads)
    rows.end_line()
    return LinesShape(tuple(rows.found[:_MOST])) if rows.found else None


def _alphabet(constants: Iterable[Value]) -> str:
    """The characters that a program looks for; letters where it computes with letters."""
    signs = [c.value for c in constants if isinstance(c, (Char, Text)) and len(c.value) == 1]
    reading = _PARSING if {"0", "9"}.issubset(signs) else _QUOTING  # readers of their own ask for signs of numbers
    visible = dict.fromkeys(sign for sign in signs if sign.isprintable() and not sign.isspace() and sign not in reading)
    if set(visible) & set("aAzZ") or len(visible) < 2:
        letters = _LETTERS.upper() if set(visible) & set("AZ") else _LETTERS
        visible.update(dict.fromkeys(letters))
    return "".join(visible)


class _Rows:
    """Collects rows; tokens wait until their line ends."""

    def __init__(self, alphabet: str) -> None:
        self.found: list[RowShape] = []
        self._word = TextShape(alphabet, min_size=1)
        self._waiting: list[tuple[Shape, str]] = []
        self._once: set[str] = set()

    def _shape(self, kind: str, name: str) -> Shape:
        if kind == "int":
            return IntShape(1, 1) if name in self._once else IntShape(1, None)
        return FloatShape(low=0.0) if kind == "float" else self._word

    def end_line(self) -> None:
        """What waits is a line."""
        if self._waiting:
            shapes, names = zip(*self._waiting, strict=True)
            self.found.append(RowShape(shapes, names))
            self._waiting = []

    def take(self, reads: Sequence[Read]) -> None:
        """Take in reads, in order."""
        self._once |= {read[1] for read in reads if read[0] == "loop" and _nested(read[2])}
        for read in reads:
            match read:
                case ["newline"]:
                    self.end_line()
                case ["int" | "float" as kind, str(name)]:
                    self._waiting.append((self._shape(kind, name), name))
                case ["word" | "char" as kind, str(name)]:
                    self.end_line()
                    self._waiting.append((self._shape(kind, name), name))
                    self.end_line()
                case ["line", str(name)]:
                    self.end_line()
                    self.found.append(RowShape((self._word,), (name,)))
                case ["row", str()]:
                    self.end_line()
                    self.found.append(RowShape((_NUMBER,), (), count=self._last_number()))
                case ["loop", str(bound), list(inner)]:
                    self.end_line()
                    self._loop(bound, inner)

    def _last_number(self) -> str | int:
        names = [name for row in self.found for name in row.names if name and row.count is None]
        return names[0] if names else 3

    def _loop(self, bound: str, inner: list[Read]) -> None:
        """One row where rows can say it; else its lines once, and its bound is one."""
        times: str | int = int(bound) if bound.isdigit() else bound or 3
        inner = [read for read in inner if read != ["newline"]]
        if all(read[0] in _TOKENS for read in inner):
            shapes = tuple(self._shape(read[0], read[1]) for read in inner)
            names = tuple(read[1] for read in inner)
            one = len(inner) == 1 and inner[0][0] in ("int", "float")
            many = (IntShape(),) if shapes == (_NUMBER,) else shapes  # of a list nothing is known, not even a sign
            row = RowShape(many, (), count=times) if one else RowShape(shapes, names, times=times)
            self.found.append(row)
        elif len(inner) == 1 and inner[0][0] == "loop" and not _nested(inner[0][2]) and len(inner[0][2]) == 1:
            kind, name = inner[0][2][0][:2]
            width = inner[0][1]
            count: str | int = int(width) if width.isdigit() else width or 3
            self.found.append(RowShape((self._shape(kind, name),), (), count=count, times=times))
        elif len(inner) == 1 and inner[0][0] in ("line", "row"):
            shape = self._word if inner[0][0] == "line" else _NUMBER
            count = 1 if inner[0][0] == "line" else self._last_number()
            self.found.append(RowShape((shape,), (), count=count, times=times))
        else:
            self.take(inner)
            self.end_line()


def _nested(inner: list[Read]) -> bool:
    """Whether a loop reads what one row cannot say, such as test cases with their own sizes."""
    kinds = [read[0] for read in inner if read != ["newline"]]
    plain = all(kind in _TOKENS for kind in kinds)
    matrix = kinds == ["loop"] and all(read[0] in _TOKENS for read in inner[0][2] if inner[0][0] == "loop")
    return not (plain or matrix or kinds in (["line"], ["row"]))
