"""The words of a line that a program takes apart and looks up by their places: what each of them is.

`String[] fields = line.split(";")`, `Integer.parseInt(fields[1])`, `toMinutes(fields[2])`, whose text is taken apart at
a `:` in turn; or `stoi(time.substr(0, 2))` and `stoi(time.substr(3, 2))`, the two numbers of a clock.  Read from the
text of a program in a language with braces, without comments: a guess, never an error.  Pure.  Neighbours:
`languages.input_rows` (the reads, and lines of them), the surveys of Java and C++ (ask).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from codescore.languages.input_rows import Read
from codescore.languages.patterns import separator

_SPLIT = r"(?:\s*\.\s*\w+\(\))*\s*\.\s*split\(\s*\"((?:[^\"\\]|\\.)+)\""
_PARSED = {"parseDouble": "float", "parseFloat": "float", "BigDecimal": "float", "parseInt": "int", "parseLong": "int",
           "valueOf": "int", "BigInteger": "int"}  # fmt: skip
_PARSES = r"(?:parse\w+|valueOf|sto\w+|ato\w+)"
_CUT = r"\s*\.\s*substr(?:ing)?\(\s*(\d+)\s*(?:,\s*\d+\s*)?\)"
_OF_A_CLOCK = {"0", "3"}  # where the numbers of `09:30` begin
_MOST, _DEEPEST = 8, 2  # words of a line; parts of parts


def in_parts(reads: Sequence[Read], program: str) -> list[Read]:
    """The reads, with the words of lines that are looked up by their places in the place of these lines."""
    return list(_in_parts(reads, program))


def _in_parts(reads: Sequence[Read], program: str) -> Iterator[Read]:
    ended = False  # by the line that was read last
    for read in reads:
        apart = None
        match read:
            case ["loop", bound, list(inner), *more]:
                yield ["loop", bound, in_parts(inner, program), *more]
            case ["line" | "row" | "words" as kind, str(name)] if name:
                yield (apart := _taken_apart(kind, name, program)) or read
            case ["word", str(name)] if name and (numbers := _numbers_in(rf"\b{re.escape(name)}\b", program)):
                yield ["numbers", numbers, name]
            case _ if read != ["newline"] or not ended:
                yield read
        ended = apart is not None


def _taken_apart(kind: str, name: str, program: str) -> Read | None:
    """What a line is taken apart into; None where no place of it is looked up."""
    held = rf"(\w+)\s*=\s*{re.escape(name)}{_SPLIT}" if kind == "line" else rf"\b({re.escape(name)})\s*=[^;=]*?{_SPLIT}"
    found = re.search(held, program)
    if found is None:
        return None
    parts = re.escape(found[1])
    places = [int(place) for place in re.findall(rf"\b{parts}\[(\d)\]", program)]
    if not places or max(places) >= _MOST:
        return None
    words = [_word(rf"\b{parts}\[{place}\]", program) for place in range(max(places) + 1)]
    rest = re.search(rf"\b{parts}\[[A-Za-z_]\w*\]", program)
    some = [_word(rf"\b{parts}\[[A-Za-z_]\w*\]", program)] if rest is not None else []
    return ["split", _sign(found[2]), words + some, *(["some"] if some else [])]


def _word(said: str, program: str) -> Read:
    """What a word is, by what is done with it where it stands, or under the name that it gets."""
    named = re.search(rf"(\w+)\s*=\s*{said}(?:\.trim\(\))?\s*;", program)
    for one in (said, *([rf"\b{named[1]}\b"] if named is not None else [])):
        parsed = re.search(rf"\b({'|'.join(_PARSED)})\(\s*{one}(?:\s*\.\s*trim\(\))?\s*[,)]", program)
        behind = re.search(rf"{one}(?:\s*\.\s*\w+\(\))*\s*\.\s*endsWith\(\s*\"([^\"\\\d\s]{{1,3}})\"\s*\)", program)
        if parsed is not None and behind is not None:
            return ["marked", f"={behind[1]}"]
        if parsed is not None:
            return [_PARSED[parsed[1]], named[1] if named is not None else ""]
        if numbers := _numbers_in(one, program):
            return ["numbers", numbers]
    return ["word", named[1] if named is not None else ""]


def _numbers_in(said: str, program: str) -> str:
    """What stands between the numbers of a text, here or in a function that is given it."""
    return _numbers(said, program) or _numbers_of(said, program)


def _numbers(said: str, program: str, depth: int = 0) -> str:
    """What stands between the numbers that a text is taken apart into, once for each place; "" where it is not.

    A part may be taken apart in turn: `:.` between those of `4:05.3`.
    """
    found = re.search(rf"(\w+)\s*=\s*{said}{_SPLIT}", program)
    if found is None:
        return ":" if {*re.findall(rf"\b{_PARSES}\(\s*{said}{_CUT}", program)} == _OF_A_CLOCK else ""
    parts, sign = re.escape(found[1]), _sign(found[2])
    places = [int(place) for place in re.findall(rf"\b{parts}\[(\d)\]", program)]
    read = re.search(rf"\bparse\w+\(\s*{parts}\[", program)
    if read is None or not places or len(sign) != 1 or sign == " ":
        return ""
    inner = (
        _numbers(rf"{parts}\[{n}\]", program, depth + 1) if depth < _DEEPEST else "" for n in range(max(places) + 1)
    )
    return sign.join(inner)


def _numbers_of(said: str, program: str) -> str:
    """The same of what a function of the program is given."""
    for called in re.finditer(rf"\b([A-Za-z_]\w*)\(\s*{said}\s*\)", program):
        body = re.search(rf"\b{called[1]}\(\s*(?:(?:final|const)\s+)?[\w:]+\s*[\s&]\s*(\w+)\s*\)[^;{{]*\{{", program)
        if body is not None and (numbers := _numbers(rf"\b{body[1]}\b", program[body.end() : body.end() + 400])):
            return numbers
    return ""


def _sign(written: str) -> str:
    """What stands between words, of a regular expression for it as it is written in the program's text."""
    return separator(written.replace("\\\\", "\\")) or " "
