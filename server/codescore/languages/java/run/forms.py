"""How a Java method takes a text apart: what `split` and `parseInt` say, as a kind that `languages.forms` reads.

By regular expressions over a method's text without comments: a guess, and never an error.  Neighbours: `runner` (asks),
`languages.forms` (the form of a text of that kind).
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import product
from typing import NamedTuple

from codescore.languages.forms import form_of
from codescore.languages.held_patterns import HELD
from codescore.languages.java.run.compile import Type
from codescore.languages.kinds import PICTURED, Guess, unite
from codescore.languages.patterns import separator
from codescore.languages.pictures import EXACT, of_format
from codescore.languages.shapes import Samples, Shape, Written
from codescore.languages.values import Text

_CALLS = r"((?:\s*\.\s*\w+\(\))*)"
_SPLIT = _CALLS + r'\s*\.\s*split\(\s*"((?:[^"\\]|\\.)*)"[^)]*\)'
_WHOLE = r"(?:Integer|Long)\s*(?:\.|::)\s*(?:parseInt|parseLong|valueOf)"
_REAL = r"Double\s*(?:\.|::)\s*(?:parseDouble|valueOf)"
_STRIPS = re.compile(r"\.\s*(?:trim|strip)\(")
_DEEPEST = 2  # parts of parts
_DATES = {"LocalDate": "yyyy-mm-dd", "LocalTime": "hh:mm", "LocalDateTime": "yyyy-mm-ddThh:mm"}


class _Method(NamedTuple):
    """Its text, the names of the program's methods, and the program's short literals."""

    body: str
    own: frozenset[str]
    signs: tuple[str, ...]


def form_in(name: str, body: str, own: frozenset[str], signs: Iterable[str]) -> Written | None:
    """The form of the text that a parameter takes; None where it is not taken apart.

    `own` are the program's methods, `signs` its short literals: a part that one of those is given may be any of these.
    """
    kind = _kind(name, _Method(body, own, tuple(signs)))
    return None if kind is None else form_of(kind)


def _kind(name: str, method: _Method, depth: int = 0) -> Guess | None:
    kind, body = Guess("text"), method.body
    bare = _bare(name, body)
    said = "|".join(map(re.escape, (name, *bare)))
    found = re.search(rf"\b(?:{said}){_SPLIT}", body)
    parsed = re.search(rf"({_WHOLE}|{_REAL})\(\s*(?:{said}){_CALLS}\s*\)", body)
    pair = _pair(said, body)
    if found is not None:
        between = separator(found[2].replace("\\\\", "\\"))
        if not between or (between.strip() and "[" in found[2]):  # or one of several
            return None
        _read(kind.divided.setdefault(between, Guess("list")), found[0], method, depth)
    elif parsed is not None:
        kind.vote("numeric", *(["float"] if parsed[1].startswith("Double") else []))
    elif pair:
        for part in kind.divided.setdefault(pair, Guess("list")).parts(2):
            part.vote(*["stripped"] * bool(re.search(rf"\.\s*substring\([^()]*\)\s*{_STRIPS.pattern}", body)))
    else:
        return None
    read = found or parsed
    if bare or (read is not None and _STRIPS.search(read[0])):
        kind.vote("stripped")
    return kind


def _bare(name: str, body: str) -> list[str]:
    """The names that a text gets without the blanks around it: `String line = raw.trim();`."""
    return re.findall(rf"\b(\w+)\s*=\s*{re.escape(name)}\s*\.\s*(?:trim|strip)\(\)\s*;", body)


def _pair(said: str, body: str) -> str:
    """The sign at which a text is cut in two: `int at = line.indexOf('=');`, `line.substring(0, at)`; "" for none."""
    for at, sign in re.findall(rf"(\w+)\s*=\s*(?:{said})\s*\.\s*indexOf\(\s*['\"]([^'\"\\\w])['\"]\s*\)", body):
        cut = rf"\b(?:{said})\s*\.\s*substring\(\s*{{}}\)"
        if all(re.search(cut.format(one), body) for one in (rf"0\s*,\s*{at}\s*", rf"{at}\s*\+\s*1\s*")):
            return str(sign)
    return ""


def asks_for_null(name: str, body: str) -> bool:
    """Whether it is asked if something of this name is there."""
    return bool(re.search(rf"\b{re.escape(name)}\s*[!=]=\s*null\b", body))


def elements(name: str, body: str) -> list[str]:
    """What the elements of a list or an array are called in a loop, or where they are looked up."""
    each = rf"\b(\w+)\s*:\s*{re.escape(name)}\s*\)|\b(\w+)\s*=\s*{re.escape(name)}\s*(?:\.get\(|\[)"
    return [one or other for one, other in re.findall(each, body)]


def held_in(name: str, body: str) -> list[str]:
    """The votes of the patterns that a parameter is held against as a whole, also without some signs of it:
    `number.replace(" ", "").matches("[0-9]{16}")`, at once or by a name of its own.
    """
    without = r"(?:\s*\.\s*(?:replace\w*|trim|strip)\([^()]*\))*"
    named = re.findall(rf"\b(\w+)\s*=\s*{re.escape(name)}{without}\s*;", body)
    held = rf'\b{{}}{without}\s*\.\s*matches\(\s*"((?:[^"\\]|\\.)*)"\s*\)'
    found = (one for each in (name, *named) for one in re.findall(held.format(re.escape(each)), body))
    return [HELD + one.replace("\\\\", "\\") for one in dict.fromkeys(found)]


def named_in(name: str, body: str, types: Iterable[Type]) -> list[Shape]:
    """The names of constants, of enumerations in which a parameter is looked up by its text: `Status.valueOf(name)`; in
    small letters, too, where these are made large."""
    said, found = "|".join(map(re.escape, (name, *_bare(name, body)))), list[Shape]()
    for one in types:
        called = re.split(r"[.$]", one.name)[-1]
        asked = re.search(rf"\b{called}\s*\.\s*valueOf\(\s*(?:{said})({_CALLS})\s*\)", body)
        if one.kind == "ENUM" and one.constants and asked is not None:
            small = [text.lower() for text in one.constants] if "toUpperCase" in asked[1] else []
            found += [Samples(tuple(map(Text, texts))) for texts in (one.constants, small) if texts]
    return found


def dates_in(names: Iterable[str], body: str, program: str) -> dict[str, Guess]:
    """Texts that are read as dates, times or exact numbers, or hold such texts, with how these are written.

    What is asked for the text of a date anywhere in the `program` holds such texts.
    """
    if not any(type_ in program for type_ in (*_DATES, "BigDecimal")):
        return {}
    formats = {of_format(one) for one in re.findall(r'\bofPattern\(\s*"([^"\\]+)"', program)}
    found: dict[str, Guess] = {}
    for name, (type_, picture) in product(names, _DATES.items()):
        each = re.search(rf"\bfor\s*\(\s*(?:final\s+)?\w+\s+(\w+)\s*:\s*{re.escape(name)}\s*\)", body)
        mapped = re.search(rf"\b{re.escape(name)}\b[^;]*\(\s*{type_}::parse\s*\)", body)
        for one, inside in ((name, False), *(((each[1], True),) if each else ())):
            read = re.search(rf"\b{type_}\s*\.\s*parse\(\s*{re.escape(one)}{_CALLS}\s*([,)])", body)
            written = picture if read and read[2] == ")" else next(iter(formats)) if len(formats) == 1 else ""
            if (read and written) or (mapped and not inside):
                kind = found.setdefault(name, Guess())
                (kind.inside() if inside or mapped else kind).vote(f"{PICTURED}{written if read else picture}")
    for name in names:
        if re.search(rf"\bnew BigDecimal\(\s*{re.escape(name)}{_CALLS}\s*[,)]", body):
            found.setdefault(name, Guess()).vote(PICTURED + EXACT)
    for name in names if "LocalDate." in program else ():
        if re.search(rf"\b{re.escape(name)}\s*\.\s*contains(?:Key)?\(\s*\w+\s*\.\s*toString\(\)\s*\)", program):
            found.setdefault(name, Guess()).inside().vote(PICTURED + _DATES["LocalDate"])
    return found


def _read(whole: Guess, split: str, method: _Method, depth: int) -> None:
    """Note how many parts are asked for, and what each of them is."""
    body = method.body
    named = re.search(rf"(\w+)\s*=\s*{re.escape(split)}", body)
    several = re.escape(named[1]) if named else "(?!)"
    each = re.search(rf"for\s*\(\s*(?:final\s+)?\w+\s+(\w+)\s*:\s*(?:{re.escape(split)}|{several}\s*\))", body)
    part = rf"(?:{several}\[[^\]]*\]|{re.escape(each[1]) if each else '(?!)'}\b)"
    sizes = re.findall(rf"\b{several}\.length\s*[!=]=\s*(\d+)", body)
    whole.sized().constants.update(dict.fromkeys(map(int, sizes)))
    places = [int(place) for place in re.findall(rf"\b{several}\[(\d+)\]", body)]
    whole.least = max((place + 1 for place in places), default=0)
    inside = whole.inside()
    if places and each is None and not re.search(rf"\b{several}(?:\.length|\[\s*[^\d\s]|\s*[,)])", body):
        found = [_at(rf"{several}\[{place}\]", body) for place in range(whole.least)]
        if any((one.votes, one.constants) != (found[0].votes, found[0].constants) for one in found):
            for mine, one in zip(whole.parts(whole.least), found, strict=True):
                unite(mine, one)
            return
    apart = _kind(each[1], method, depth + 1) if each is not None and depth < _DEEPEST else None
    if apart is not None and apart.divided:
        unite(inside, apart)
    for vote, numbers in (("numeric", _WHOLE), ("float", _REAL)):
        if re.search(rf"{numbers}(?:\(\s*{part}|\s*\))", body):
            inside.vote("numeric", vote)
    words = [*_compared(part, body), *re.findall(r'\bcase\s+"([^"\\]+)"', body)]
    asked = re.findall(rf"(\w+)\(\s*{part}\s*\)", body)
    words += method.signs if method.own.intersection(asked) else ()
    inside.constants.update(dict.fromkeys(words))


def _compared(said: str, body: str) -> list[str]:
    """The words with which something is compared."""
    words = re.findall(rf'{said}\s*\.\s*equals\(\s*"([^"\\]+)"|"([^"\\]+)"\s*\.\s*equals\(\s*{said}', body)
    return [one or other for one, other in words]


def _at(said: str, body: str) -> Guess:
    """What the part at one place is, by what is done with it there, or under the name that it gets."""
    kind = Guess()
    named = re.search(rf"\b(\w+)\s*=\s*{said}({_CALLS})\s*;", body)
    said = rf"(?:{said}|\b{named[1]}\b)" if named else said
    for vote, numbers in (("numeric", _WHOLE), ("float", _REAL)):
        if re.search(rf"{numbers}\(\s*{said}", body):
            kind.vote("numeric", vote)
    if re.search(rf"{said}\s*{_STRIPS.pattern}", body):
        kind.vote("stripped")
    kind.constants.update(dict.fromkeys(_compared(said, body)))
    return kind
