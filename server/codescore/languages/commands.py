"""Programs that read commands: lines that begin with a word that the program compares with, and what stands behind it.

`if (command.equals("push")) stack.add(in.nextInt())` reads `push 3`; a comment that says `transfer FROM TO AMOUNT`
shows the whole line.  A line that the program stops at (`while (!command.equals("end"))`) is the last.  Read from the
text of a program in a language with braces.  Pure.  Neighbours: `languages.input_rows` (other programs), each
language's survey (asks).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import product

from codescore.languages.shapes import LinesShape, OneOf, RowShape, Samples, Shape
from codescore.languages.values import Text

_LEAST = 2  # commands, fewer are none
_MOST = 24  # lines of one command
_TIMES = (1, 2, 3, 4, 6, 8, 12, 18)  # lines that are tried
_NAMES, _NUMBERS = ("a", "b", "c"), ("1", "2", "3", "5", "8", "10", "0")
_WORD = r'"([A-Za-z][\w-]*)"'
_CALLED = r"(\w+(?:\[0\])?)"
#: A word that something is compared with, and what that is.
_ASKED = (
    rf"(?P<not>!\s*)?{_CALLED}\s*\.\s*equals(?:IgnoreCase)?\(\s*{_WORD}\s*\)",
    rf"(?P<not>!\s*)?{_WORD}\s*\.\s*equals(?:IgnoreCase)?\(\s*{_CALLED}\s*\)",
    rf"{_CALLED}\s*(?P<not>!=|==)\s*{_WORD}",
)
_SWITCH = re.compile(rf"\bswitch\s*\(\s*{_CALLED}\s*\)")
_CASE = re.compile(rf"\bcase\s+{_WORD}")
_ENDS = re.compile(r"^[\s){{]*(?:\{\s*)?(?:break|return\b[^;]*|System\.exit\([^)]*\)|exit\([^)]*\))\s*;")
#: What is read next, and whether it is a number: from a scanner, a stream, or the parts of a line.
_READ = re.compile(
    r"(?P<scanned>\.\s*next(?P<type>Int|Long|Double|Float)?\(\s*\))|>>\s*(?P<into>[\w.\[\]]+)|"
    r"(?P<parsed>\b(?:parse\w+|valueOf|sto\w+|to_?[iI]nt|atoi)\(\s*)?\b\w+(?:\[(?P<place>\d+)\]|\.get\((?P<got>\d+)\))"
)
_NUMERIC = r"\b(?:int|long|double|float|size_t|int64_t)\b[^;(){{}}]*\b{0}\b"
_USAGE = re.compile(r"(?<![\w'\"])([a-z][\w-]*)((?:[ \t]+(?:[A-Z][A-Z0-9_]*\b|<\w+>))+)")
_COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)
_AMOUNTS = "n k m x y i j amount count qty quantity number price size time value points limit id cents"


def commands(program: str, words: str) -> OneOf | None:
    """The lines that a program reads; `words` are its comments.  None where it reads no commands."""
    found = [*_asked(program)]
    called = {name for name, _, _, _ in found}
    name = max(called, key=lambda one: len({word for other, word, _, _ in found if other == one}), default="")
    own = [(word, denied, at) for other, word, denied, at in found if other == name]
    shown = {word: rest.split() for word, rest in _USAGE.findall(words)}
    last, lines = "", dict[str, tuple[bool, ...]]()
    for number, (word, denied, at) in enumerate(own):
        until = next((start for _, _, start in own[number + 1 :]), len(program))
        segment = program[at:until]
        if denied or _ENDS.match(segment):
            last = last or word
        elif word in shown:
            lines[word] = tuple(_numeric(one) for one in shown[word])
        else:
            lines[word] = max(lines.get(word, ()), tuple(_reads(segment, name, program)), key=len)
    if len(lines) < _LEAST:
        return None
    lines |= {word: tuple(map(_numeric, rest)) for word, rest in shown.items() if word not in lines}
    numbers = tuple(dict.fromkeys((*_NUMBERS, *re.findall(r"(?<![\w.])\d{1,4}\.\d{1,2}(?![\w.])", words))))
    known = Samples(tuple(Text(line) for word, parts in lines.items() for line in _written(word, parts, numbers)))
    end = (RowShape((Samples((Text(last),)),), separator="\n"),) if last else ()
    rows = (RowShape((known,), separator="\n", times=times) for times in _TIMES)
    return OneOf(tuple(LinesShape((row, *end)) for row in rows))


def of_commands(shape: Shape) -> bool:
    """Whether these are lines that begin with commands."""
    return isinstance(shape, LinesShape) and all(
        isinstance(row, RowShape) and isinstance(row.tokens[0], Samples) for row in shape.rows
    )


def by_example(options: Sequence[Shape]) -> str:
    """Lines of commands, one of each: `lines such as 'pop', 'push 1'; 'end' at the end`; "" for other forms."""
    rows = options[0].rows if options and isinstance(options[0], LinesShape) else ()
    if not rows or not all(map(of_commands, options)):
        return ""
    tokens = [row.tokens[0] for row in rows if isinstance(row, RowShape)]
    known = [[v.value for v in one.values if isinstance(v, Text)] for one in tokens if isinstance(one, Samples)]
    shown = {line.partition(" ")[0]: line for line in reversed(known[0])}
    end = f"; {known[1][0]!r} at the end" if len(known) > 1 else ""
    return f"lines such as {', '.join(map(repr, sorted(shown.values())))}{end}"


def apart(program: str) -> tuple[str, str]:
    """A program without its comments, and these."""
    found = "\n".join(one.group() for one in _COMMENT.finditer(program))
    return _COMMENT.sub(" ", program), re.sub(r"^\s*(?:/\*+|\*/|\*|//)", " ", found, flags=re.MULTILINE)


def uncommented(program: str) -> str:
    """A program with blanks in the place of its comments, so that everything else stays where it is."""
    return _COMMENT.sub(lambda comment: re.sub(r"[^\n]", " ", comment.group()), program)


def _asked(program: str) -> Iterator[tuple[str, str, bool, int]]:
    """What is compared with a word: its name, the word, whether it must not be that, and where that ends."""
    found = []
    for order, pattern in enumerate(_ASKED):
        for one in re.finditer(pattern, program):
            groups = [group for key, group in zip(range(1, 4), one.groups(), strict=False) if group is not None]
            denied = (one["not"] or "").strip() in ("!", "!=")
            name, word = [group for group in groups if group != one["not"]][:2][:: -1 if order == 1 else 1]
            found.append((name, word, denied, one.end()))
    for one in _SWITCH.finditer(program):
        found += [(one[1], case[1], False, case.end()) for case in _CASE.finditer(program, one.end())]
    return iter(sorted(found, key=lambda each: each[3]))


def _reads(segment: str, name: str, program: str) -> Iterator[bool]:
    """What is read behind a command, in order: whether each is a number."""
    plain = re.sub(rf"\b{re.escape(name)}\s*=\s*\w+\s*\.\s*next\(\s*\)|>>\s*{re.escape(name)}\b", " ", segment)
    places: dict[int, bool] = {}
    for one in _READ.finditer(plain):
        if one["scanned"]:
            yield one["type"] is not None
        elif one["into"]:
            field = re.split(r"[.\[]", one["into"])[-1].strip("]")
            yield re.search(_NUMERIC.format(re.escape(field)), program) is not None
        elif name.endswith("[0]") and one[0].partition("[")[0].split("(")[-1].strip() == name.removesuffix("[0]"):
            at = int(one["place"] or one["got"])
            places[at] = places.get(at, False) or one["parsed"] is not None
    yield from (places.get(at, False) for at in range(1, max(places, default=0) + 1))


def _numeric(called: str) -> bool:
    """Whether what a comment calls so is a number."""
    return called.strip("<>").lower().rstrip("0123456789_") in _AMOUNTS.split()


def _written(word: str, parts: tuple[bool, ...], numbers: tuple[str, ...]) -> list[str]:
    """Lines of one command, with few names and numbers behind it."""
    choices = [*product(*(numbers if number else _NAMES for number in parts))]
    step = max(1, len(choices) // _MOST)
    return [" ".join((word, *one)) for one in choices[::step][:_MOST]]
