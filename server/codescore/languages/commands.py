"""Programs that read commands: lines that begin with a word that the program compares with, and what stands behind it.

`if (command.equals("push")) stack.add(in.nextInt())` reads `push 3`; a comment that says `transfer FROM TO AMOUNT`
shows the whole line.  A line that the program stops at (`while (!command.equals("end"))`) is the last.  Read from the
text of a program in a language with braces.  Pure.  Neighbours: `command_reads` (what all have behind them),
`input_rows` (other programs), each language's survey (asks).
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import product
from random import Random
from typing import Any, TypeAlias

from codescore.languages.command_reads import OTHER, Asked, read_behind
from codescore.languages.example_lines import AMOUNTS, shown_lines
from codescore.languages.quoting import code_of, words_of
from codescore.languages.shapes import BlockShape, LinesShape, OneOf, RowShape, Samples, Shape, TextShape
from codescore.languages.values import Int, Text

Read: TypeAlias = list[Any]
Rows: TypeAlias = tuple[RowShape | BlockShape, ...]
#: Makes lines of what a program reads.
Before: TypeAlias = Callable[[Sequence[Read]], LinesShape | None]

_LEAST = 2  # commands, fewer are none
_MOST, _ALL = 24, 4096  # lines of one command, and ways to write it that are all looked at
_FEW = 2  # numbers, with one name, in texts that are about one thing
_TIMES = (1, 2, 3, 4, 6, 8, 12, 18)  # lines that are tried
_NAMES, _NUMBERS = ("a", "b", "c"), ("1", "2", "3", "5", "8", "10", "0")
_WORD = r'"([A-Za-z][\w-]*)"'
_SIGN, _KIND = r"'([^'\\\s])'", r"(\d)\b(?!\.\d)"
_CALLED = r"(\w+(?:\[0\])?)"
#: A word that something is compared with, and what that is.
_ASKED = (
    rf"(?P<not>!\s*)?{_CALLED}\s*\.\s*equals(?:IgnoreCase)?\(\s*{_WORD}\s*\)",
    rf"(?P<not>!\s*)?{_WORD}\s*\.\s*equals(?:IgnoreCase)?\(\s*{_CALLED}\s*\)",
    rf"{_CALLED}\s*(?P<not>!=|==)\s*{_WORD}",
)
#: A sign, or a small number, that something is compared with.
_ASKED_SIGN = (rf"{_CALLED}\s*(?P<not>!=|==)\s*{_SIGN}",)
_ASKED_NUMBER = (rf"{_CALLED}\s*(?P<not>!=|==)\s*{_KIND}",)
_OF = {_ASKED[0]: _WORD, _ASKED_SIGN[0]: _SIGN, _ASKED_NUMBER[0]: _KIND}
_SWITCH = re.compile(rf"\bswitch\s*\(\s*{_CALLED}\s*\)")
_ENDS = re.compile(r"^[\s){{]*(?:\{\s*)?(?:break|return\b[^;]*|System\.exit\([^)]*\)|exit\([^)]*\))\s*;")
#: What is read next, and whether it is a number: from a scanner, a stream, or the parts of a line.
_NEXT = r"(?P<scanned>\.\s*next(?P<type>Int|Long|Double|Float)?\(\s*\))|>>\s*(?P<into>[A-Za-z_][\w.\[\]]*)"
_READ = re.compile(
    rf"{_NEXT}|"
    r"(?P<parsed>\b(?:parse\w+|valueOf|sto\w+|to_?[iI]nt|atoi)\(\s*)?\b\w+(?:\[(?P<place>\d+)\]|\.get\((?P<got>\d+)\))"
)
#: `scanf("%d %s", &a, b)`, which reads what `cin >> a >> b` does.
_SCANNED = re.compile(r'\bscanf\s*\(\s*"[^"]*"\s*,([^;()]*)\)(?:\s*[!=]=\s*(?:\d|EOF))?')
_NUMERIC = r"\b(?:int|long|double|float|size_t|int64_t)\b[^;(){{}}]*\b{0}\b"
_USAGE = re.compile(r"(?:(?<![\w'\"])|(?<=\")(?=[^\"\n]*\"))([a-z][\w-]*)((?:[ \t]+(?:[A-Z][A-Z0-9_]*\b|<\w+>))+)")
#: A line of a comment that begins with a word, and names what follows.
_LINE = re.compile(r"^[ \t]*([A-Za-z][\w-]*)((?: +(?:<\w+>|[A-Za-z]\w*)){1,4})[ \t]*")
_LIMITS = 4  # numbers in a program
#: A sign at which a text is taken apart, and other signs in quotes.
_PARTED, _SIGNS = re.compile(r'split\(\s*"([^\w\s"\\,:])"'), re.compile(r'"([^\w\s"\\]{1,2})"')
_COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)


def commands(
    program: str,
    words: str,
    reads: Sequence[Read] = (),
    before: Before = lambda _: None,
    *,
    ahead: tuple[Rows, str] | None = None,
    least: tuple[bool, ...] = (),
    by_place: bool = False,
    lenient: bool = False,
) -> OneOf | None:
    """The lines that a program reads; `words` are its comments.  None where it reads no commands.

    `reads` is all that it reads, in order; `before` makes lines of those before the commands; `ahead` are these lines,
    and what says how many commands follow.  `least`: what every line has behind its word, and whether these are
    numbers.  `by_place`: only what is the first word of a line is a command (`words[0] == "push"`).  `lenient`: what
    a line has not is no error where it is read, so that what is read for all need not stand behind all.
    """
    program = _SCANNED.sub(_streamed, program)
    name, own, behind = _asked_first(program, reads, by_place=by_place, lenient=lenient)
    told = _told(asked := {word for word, _, _ in own}, words)
    shown = told or {word: rest.split() for word, rest in _USAGE.findall(words)}
    shown = {word: rest for word, rest in shown.items() if word in asked or not by_place}
    whole = {*_whole(reads)}
    numbers = tuple(dict.fromkeys((*_NUMBERS, *re.findall(r"(?<![\w.])\d{1,4}\.\d{1,2}(?![\w.])", words))))
    numbers += tuple(_near(program))

    def numeric(called: str) -> bool:
        return is_amount(called) or called in whole

    said = {word: tuple(map(numeric, rest)) for word, rest in shown.items()}
    lines, last = _lines_by_word(program, name, own, behind | said)
    beside = {word: rest for word, rest in said.items() if word not in lines}
    if not lines or (len(lines) < _LEAST and beside.keys().isdisjoint(told)):
        return None
    if OTHER in behind:
        lines[_unnamed({word for word, _, _ in own})] = behind[OTHER]
    lines = {word: rest + least[len(rest) :] for word, rest in lines.items()}
    if ahead and len(shapes := {*lines.values()}) == 1 and shapes != {()} and all(*shapes):
        return None  # rows know more of numbers
    lines |= beside
    asked |= lines.keys()
    names = (*_NAMES, *_paths(program))
    known = _samples(lines, numbers, names, shown_lines(words, [*asked], numbers, names))
    few = [*numbers[:_FEW]], [*_NAMES[:1]]  # what comes in goes out again
    few_lines = _samples(lines, *few, shown_lines(words, [*asked], *few))
    end = (RowShape((Samples((Text(last),)),), separator="\n"),) if last else ()
    head, times = ahead or _ahead(reads, name.removesuffix("[0]"), before)
    if all(word.isdigit() for word in lines) and (_stands_before(head) > 1 or max(map(len, lines.values())) > 1):
        return None  # numbers that are places in what stands before, or ends of a span, are more than these lines know
    rows = [RowShape((known,), separator="\n", times=one) for one in ((times,) if times else _TIMES)]
    rows += [RowShape((few_lines,), separator="\n", times=one) for one in ((times,) if times else _TIMES[_FEW:])]
    named = ((_named(head, 1 + number % len(_NAMES)), row) for number, row in enumerate(rows * (3 if times else 1)))
    return OneOf(tuple(LinesShape((*first, row, *end)) for first, row in named))


def _lines_by_word(
    program: str, name: str, own: Sequence[Asked], known: Mapping[str, tuple[bool, ...]]
) -> tuple[dict[str, tuple[bool, ...]], str]:
    """What stands behind each word, whether these are numbers, and the word that ends the program, "" without one.

    Where that is not `known`, what is read up to the next comparison.
    """
    last, lines = "", dict[str, tuple[bool, ...]]()
    for number, (word, denied, at) in enumerate(own):
        until = next((start for _, _, start in own[number + 1 :]), len(program))
        segment = program[at:until]
        if denied or _ENDS.match(segment):
            last = last or word
        elif word in known:
            lines[word] = known[word]
        else:
            lines[word] = max(lines.get(word, ()), tuple(_reads(_READ.finditer(segment), name, program)), key=len)
    return lines, last


def listed(source: str) -> OneOf | None:
    """The lines that a program in any language reads, where its words list commands and it compares one with these."""
    code, words = re.sub(r"'([\w-]+)'", r'"\1"', code_of(source)), words_of(source)
    known = {word for _, word, _, _ in asked_words(code)}
    return commands(code, words) if known and _told(known, words) else None


def _ahead(reads: Sequence[Read], name: str, before: Before) -> tuple[Rows, str | None]:
    """The lines before the commands, and what says in them how many commands there are, None where nothing does."""
    for at, read in enumerate(reads):
        looped = read[0] == "loop"
        if _reads_command(read[2] if looped else [read], name, looped=looped):
            head = before(reads[:at]) if at else None
            rows = head.rows if head is not None else ()
            known = {one for row in rows if isinstance(row, RowShape) for one in row.names}
            return rows, read[1] if looped and read[1] in known else None
    return (), None


def _reads_command(reads: Sequence[Read], name: str, *, looped: bool) -> bool:
    inside = [one for read in reads if read[0] == "loop" for one in read[2]]
    found = (read[1:] == [name] or (looped and read[0] == "line") for read in reads)
    return any(found) or (bool(inside) and _reads_command(inside, name, looped=True))


def _named(head: Rows, many: int) -> Rows:
    """The lines before the commands, with so many of those that begin with a name: each its own, as commands say it."""
    counts = {row.times for row in head if isinstance(row, RowShape) and isinstance(row.tokens[0], TextShape)}
    found: list[RowShape | BlockShape] = []
    for row in head:
        if isinstance(row, RowShape) and row.times is not None and isinstance(row.tokens[0], TextShape):
            found += (
                replace(row, tokens=(Samples((Text(one),)), *row.tokens[1:]), times=None) for one in _NAMES[:many]
            )
        elif isinstance(row, RowShape) and len(row.names) == 1 and row.names[0] in counts:
            found.append(replace(row, tokens=(Samples((Int(many),)),)))
        else:
            found.append(row)
    return tuple(found)


def of_commands(shape: Shape) -> bool:
    """Whether these are lines that begin with commands."""
    return isinstance(shape, LinesShape) and any(map(_commanding, shape.rows))


def _commanding(row: RowShape | BlockShape) -> bool:
    return isinstance(row, RowShape) and isinstance(row.tokens[0], Samples) and row.separator == "\n"


def by_example(options: Sequence[Shape]) -> str:
    """Lines of commands, one of each: `lines such as 'pop', 'push 1'; 'end' at the end`; "" for other forms."""
    rows = options[0].rows if options and isinstance(options[0], LinesShape) else ()
    if not rows or not all(map(of_commands, options)):
        return ""
    tokens = [row.tokens[0] for row in rows if isinstance(row, RowShape) and _commanding(row)]
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


def asked_words(program: str, patterns: Sequence[str] = _ASKED) -> Iterator[tuple[str, str, bool, int]]:
    """What is compared with a word: its name, the word, whether it must not be that, and where that ends."""
    found = []
    for order, pattern in enumerate(patterns):
        for one in re.finditer(pattern, program):
            groups = [group for key, group in zip(range(1, 4), one.groups(), strict=False) if group is not None]
            denied = (one["not"] or "").strip() in ("!", "!=")
            name, word = [group for group in groups if group != one["not"]][:2][:: -1 if order == 1 else 1]
            found.append((name, word, denied, one.end()))
    cases = re.compile(rf"\bcase\s+{_OF[patterns[0]]}")
    for one in _SWITCH.finditer(program):
        found += [(one[1], case[1], False, case.end()) for case in cases.finditer(program, one.end())]
    return iter(sorted(found, key=lambda each: each[3]))


def _asked_first(
    program: str, reads: Sequence[Read], *, by_place: bool, lenient: bool
) -> tuple[str, list[Asked], dict[str, tuple[bool, ...]]]:
    """What says which command it is, the words that it is compared with, and what is read behind each, as far as that
    is seen.  Words before single signs, and these before numbers, which make commands only where they have not all the
    same behind them.
    """
    for patterns in (_ASKED, _ASKED_SIGN, _ASKED_NUMBER):
        found = [one for one in asked_words(program, patterns) if one[0].endswith("[0]") or not by_place]
        if patterns != _ASKED:
            found = [one for one in found if one[0].endswith("[0]") or _begins(reads, one[0])]
        found = [one for one in found if not _stands_behind(reads, one[0])]
        called = dict.fromkeys(name for name, _, _, _ in found)
        name = max(called, key=lambda one: len({word for other, word, _, _ in found if other == one}), default="")
        own = [(word, denied, at) for other, word, denied, at in found if other == name]
        seen = read_behind(program, name, own, _READ) if own and not lenient else {}
        behind = {word: tuple(_reads(each, name, program)) for word, each in seen.items()}
        if patterns == _ASKED and own:
            return name, own, behind
        if len({word for word, _, _ in own}) < _LEAST:
            continue
        if patterns == _ASKED_SIGN or len({*behind.values()}) > 1:
            return name, own, behind
    return "", [], {}


def _streamed(scanned: re.Match[str]) -> str:
    return "".join(("cin", *(f" >> {one.strip().lstrip('&')}" for one in scanned[1].split(","))))


def _stands_before(head: Rows) -> int:
    """How many things stand before the commands: one is how many commands there are."""
    return sum(len(row.tokens) if isinstance(row, RowShape) and row.count is None else _FEW for row in head)


def _unnamed(words: set[str]) -> str:
    """A word beside those that are named, of their kind: the next number, another letter."""
    if all(word.isdigit() for word in words):
        return next(str(one) for one in range(1, len(words) + 2) if str(one) not in words)
    letters = "XZWK" if any(word.isupper() for word in words) else "xzwk"
    return next((one for one in letters if one not in words), "other") if max(map(len, words)) == 1 else "other"


def _begins(reads: Sequence[Read], name: str) -> bool:
    """Whether something is the first of what a loop reads each time."""
    for read in reads:
        if read[0] == "loop" and ((read[2][:1] and read[2][0][1:2] == [name]) or _begins(read[2], name)):
            return True
    return False


def _stands_behind(reads: Sequence[Read], name: str) -> bool:
    """Whether something is read only behind others in a line, as far as that is seen."""
    loops = [read[2] for read in reads if read[0] == "loop"]
    later = any(one[1:2] == [name] for inner in loops for one in inner[1:])
    return (later and not _begins(reads, name) and [name] not in [read[1:2] for read in reads]) or any(
        _stands_behind(inner, name) for inner in loops
    )


def _reads(found: Iterable[re.Match[str]], name: str, program: str) -> Iterator[bool]:
    """What is read behind a command, in order: whether each is a number."""
    places: dict[int, bool] = {}
    for one in found:
        if one["into"] == name:
            continue
        if one["scanned"] or one["into"]:
            yield _numeric(one, program)
        elif name.endswith("[0]") and one[0].partition("[")[0].split("(")[-1].strip() == name.removesuffix("[0]"):
            at = int(one["place"] or one["got"])
            places[at] = places.get(at, False) or one["parsed"] is not None
    yield from (places.get(at, False) for at in range(1, max(places, default=0) + 1))


def _numeric(read: re.Match[str], program: str) -> bool:
    """Whether a number is read from a scanner or a stream."""
    if read["scanned"]:
        return read["type"] is not None
    field = re.split(r"[.\[]", read["into"])[-1].strip("]")
    return re.search(_NUMERIC.format(re.escape(field)), program) is not None


def _told(compared: set[str], words: str) -> dict[str, list[str]]:
    """What the lines of comments that begin with a command say comes behind it; with those around them that begin with
    another word in capitals."""
    found: dict[str, list[str]] = {}
    run: dict[str, list[str]] = {}
    for line in (*words.splitlines(), ""):
        told = _LINE.fullmatch(line)
        if told is not None:
            run[told[1]] = told[2].split()
            continue
        known = run.keys() & compared
        found |= {word: rest for word, rest in run.items() if known and (word in known or word.isupper())}
        run = {}
    return found


def _whole(reads: Sequence[Read]) -> Iterator[str]:
    """What is read as a whole number, by name."""
    for read in reads:
        if read[0] == "loop":
            yield from _whole(read[2])
        elif read[0] == "int":
            yield read[1]


def _near(program: str) -> Iterator[str]:
    """The whole numbers in a program that may be limits, and those next to them."""
    found = dict.fromkeys(int(one) for one in re.findall(r"(?<![\w.\"'])\d{1,4}(?![\w.\"'])", program))
    for number in [one for one in found if one > 1][:_LIMITS]:
        yield from (str(number - 1), str(number), str(number + 1))


def _paths(program: str) -> Iterator[str]:
    """Names with a sign between them at which a program takes texts apart, and the signs that it compares parts with:
    `a/b`, `/a`, `..`, `../a`."""
    between = next(iter(_PARTED.findall(program)), "")
    if between:
        one, two = _NAMES[:2]
        yield from (f"{one}{between}{two}", f"{between}{two}", between)
        for part in dict.fromkeys(one for one in _SIGNS.findall(program) if between not in one):
            yield from (part, f"{part}{between}{two}", f"{one}{between}{part}")


def is_amount(called: str) -> bool:
    """Whether what a comment calls so is a number."""
    return called.strip("<>").lower().rstrip("0123456789_") in AMOUNTS


def _samples(
    lines: Mapping[str, tuple[bool, ...]],
    numbers: Sequence[str],
    names: Sequence[str],
    shown: Mapping[str, tuple[str, ...]],
) -> Samples:
    """Lines of all commands, as they are shown or with these numbers and names behind them."""
    each = (line for word, parts in lines.items() for line in shown.get(word) or written(word, parts, numbers, names))
    return Samples(tuple(map(Text, each)))


def written(word: str, parts: tuple[bool, ...], numbers: Sequence[str], names: Sequence[str]) -> list[str]:
    """Lines of one command, with few names and numbers behind it."""
    each, chance = [numbers if number else names for number in parts], Random(0)  # noqa: S311  repeatable
    if math.prod(map(len, each)) > _ALL:
        drawn = dict.fromkeys(tuple(map(chance.choice, each)) for _ in range(_MOST))
        return [" ".join((word, *one)) for one in drawn]
    choices = [*product(*each)]
    some = chance.sample(choices, min(_MOST, len(choices)))
    return [" ".join((word, *one)) for one in sorted(some, key=choices.index)]
