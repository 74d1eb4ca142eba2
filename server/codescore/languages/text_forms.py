"""How texts are written, from how a program takes them apart: times, dates, lines with a sign in each.

What the parts of a text are called says it, or that 60 is reckoned with what stands between colons, or what reads it in
the library.  Nothing is said where the program compares a part with an end of the clock, asks whether the sign is
there, or catches what the library raises: it may be written to find out if a text is well written.  Pure.
Neighbours: `languages.pictures` (what a picture means), `languages.kinds` (how texts are taken apart).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from codescore.languages.assumed import Assumption
from codescore.languages.called import names_in
from codescore.languages.closed import closed
from codescore.languages.customary import customary
from codescore.languages.described import RESULT, SENTENCES, descriptions
from codescore.languages.edge_lists import edge_lists
from codescore.languages.either_form import either_form
from codescore.languages.expressions import expressions
from codescore.languages.fields_named import fields_named
from codescore.languages.forms import brackets
from codescore.languages.holders import holders, is_sign
from codescore.languages.in_order import in_order
from codescore.languages.kinds import PICTURED, Guess
from codescore.languages.looking_up import looking_up
from codescore.languages.marks import marks
from codescore.languages.parts_shown import parts_shown
from codescore.languages.pictures import pictures
from codescore.languages.quantities import Place, named_parts
from codescore.languages.reckoned import reckoned
from codescore.languages.shapes import (
    AnyShape,
    FloatShape,
    GroupShape,
    IntShape,
    MappingShape,
    OneOf,
    SequenceShape,
    Shape,
    TextShape,
    anywhere,
)
from codescore.languages.summing import summing
from codescore.languages.two_ends import by_place
from codescore.languages.word_expressions import word_expressions
from codescore.languages.wrapping import wrapping

_FIELDS = {
    "h": "h", "hh": "h", "hour": "h", "hours": "h", "hr": "h", "hrs": "h",
    "m": "mm", "mm": "mm", "min": "mm", "mins": "mm", "minute": "mm", "minutes": "mm", "mi": "mm",
    "s": "ss", "ss": "ss", "sec": "ss", "secs": "ss", "second": "ss", "seconds": "ss",
    "y": "yyyy", "yyyy": "yyyy", "yr": "yyyy", "year": "yyyy", "mo": "mm", "mon": "mm", "month": "mm",
    "d": "dd", "dd": "dd", "day": "dd",
}  # fmt: skip
_BETWEEN = ":-/."
_RECKONED = {2: ("h:mm", "60"), 3: ("h:mm:ss", "3600")}  # parts between colons, and the number that says so
_ENDS = re.compile(r"[<>]=?\s*(?:23|24|31|59|60)\b|\b(?:23|24|31|59|60)\s*[<>]")
_CALLED = {"date": "yyyy-mm-dd", "birthday": "yyyy-mm-dd", "birthdate": "yyyy-mm-dd", "month": "yyyy-mm"}
#: The year, the month or the day of a date as ISO 8601 writes it; or what stands between them.
_ISO_PARTS = re.compile(
    r"(?:slice|substring|substr)\(\s*(?:0\s*,\s*(?:4|7|10)|5\s*,\s*[27]|8\s*,\s*(?:2|10)|8)\s*\)|"
    r"\[\s*(?:0?\s*:\s*(?:4|7|10)|5\s*:\s*7|8\s*:\s*(?:10)?)\s*\]|(['\"])-\1"
)
_COMPARED = frozenset(("ordered",))  # votes that are for any kind
#: What a time or a date is called.
_WHEN = (
    "time times date dates day start end begin finish from to until since at due open close opening closing arrival "
    "departure arrive depart leave arrives departs leaves starts ends clock now opens closes begins moment"
)
_DAYS = "day days date dates"
_CATCHES = re.compile(r"\b(?:except|catch)\b")
_UNBROKEN = 0.5  # that it has no line breaks
_READ = 0.85  # that it is written as the library reads it
_WRITTEN = 0.6  # how surely a text is a time of a day, or a day that there is
_DEEPEST = 4


#: Why a text that stands beside single signs has just one, and how likely all of them do.
_ONE_SIGN, _SURE_SIGN = "it is compared with single signs", 0.65


def formed(
    shapes: Mapping[str, Shape], kinds: Mapping[str, Guess], words: str, text: str, around: str = ""
) -> Iterator[Assumption]:
    """Which texts are dates and times: as the library reads them, as they are called, as the words before show them;
    and what signs stand in each line of texts that a program parts there.

    `text` is the function, `around` the whole program, with the comments behind its fields.
    """
    yield from _marked(kinds, text)
    yield from reckoned(shapes, text, around)
    yield from _as_read(kinds, text)
    yield from _within(kinds)
    yield from _called_dates(shapes, kinds, text)
    yield from shown_in_words(shapes, words, text, around)
    yield from either_form(shapes, words)
    yield from parts_shown(shapes, words)
    yield from _without(shapes, around)
    yield from in_order(shapes, kinds, words, text)
    texts = [name for name, shape in shapes.items() if isinstance(_leaf(shape), TextShape)]
    yield from closed(texts, words, text)
    for name, holder in holders(kinds).items():
        signs = isinstance(shapes.get(name), TextShape) and isinstance(shapes.get(holder), TextShape)
        if signs and is_sign(kinds[name].root(), name, text):
            yield Assumption(name, "size at most", _ONE_SIGN, weight=_SURE_SIGN, bound=1)
            yield Assumption(name, "non-empty", _ONE_SIGN, weight=_SURE_SIGN)
    if len(texts) == len(shapes) == 1:
        yield from expressions(texts, words, around or text)
    yield from word_expressions([name for name in texts if isinstance(shapes[name], TextShape)], words, text)
    yield from summing(shapes, words, text)
    yield from edge_lists(shapes, words, text)
    yield from marks(shapes, words, text)
    yield from by_place(shapes, text)
    yield from fields_named(shapes, text)
    yield from wrapping(shapes, words, text)
    if around:
        yield from customary(shapes, f"{words}\n{text}", around)
        yield from looking_up(shapes, around)


def _as_read(kinds: Mapping[str, Guess], text: str) -> Iterator[Assumption]:
    """How texts are written that the library reads as dates and times; `text` is the program."""
    for parameter, kind in kinds.items() if not _CATCHES.search(text) else ():
        for (part, place), found in parts_of(kind, "", (), 0):
            if picture := read_as(found):
                because = f"it is read as {picture}"
                yield Assumption(parameter, "pictured", because, weight=_READ, other=picture, part=part, place=place)


def _within(kinds: Mapping[str, Guess]) -> Iterator[Assumption]:
    """Texts have brackets around them that a program takes off before it takes them apart."""
    for parameter, kind in kinds.items():
        for (part, place), found in parts_of(kind, "", (), 0):
            if found.divided and (pair := brackets(found)):
                because = "they are taken off"
                yield Assumption(parameter, "around", because, weight=_READ, other=pair, part=part, place=place)


def read_as(kind: Guess) -> str:
    """The picture of a text that the library reads; "" where it does not, or in several ways."""
    found = _pictured(kind)
    return found[0] if len(found) == 1 else ""


def _pictured(kind: Guess) -> list[str]:
    return [vote.removeprefix(PICTURED) for vote in kind.votes if vote.startswith(PICTURED)]


def written_by_the_clock(kinds: Mapping[str, Guess], text: str, words: str) -> Iterator[Assumption]:
    """How texts are written that parameters are or hold; `text` is the program.  `words` may say how many digits the
    hours have that a program takes apart.
    """
    if _ENDS.search(text):
        return
    said = _only(pictures(words)).lower()
    for parameter, kind in kinds.items():
        for (part, place), found in parts_of(kind, "", (), 0):
            picture = _picture(found, text)
            if picture and not _pictured(found):
                picture = said if said == f"h{picture}" else picture
                because = f"it is taken apart as {picture}"
                yield Assumption(parameter, "pictured", because, weight=_WRITTEN, other=picture, part=part, place=place)


def _called_dates(shapes: Mapping[str, Shape], kinds: Mapping[str, Guess], text: str) -> Iterator[Assumption]:
    """Texts that are called dates, or months, are written so where the program takes such ones apart."""
    if _CATCHES.search(text) or not _ISO_PARTS.search(text):
        return
    for parameter, shape in shapes.items():
        whole: list[tuple[str, Shape, Place]] = [("", shape, ())]
        for part, inner, place in (*whole, *named_parts(shape, kinds.get(parameter))):
            last = names_in(part or parameter)[-1:]
            picture = next((picture for word, picture in _CALLED.items() if last in ([word], [f"{word}s"])), "")
            if picture and isinstance(_leaf(inner), TextShape):
                because = f"it is called {part or parameter!r}, and taken apart so"
                yield Assumption(parameter, "pictured", because, weight=_WRITTEN, other=picture, part=part, place=place)


def shown_in_words(shapes: Mapping[str, Shape], words: str, text: str, around: str) -> Iterator[Assumption]:
    """Texts that are called like times or dates are written as the only picture in the words before a function; any
    text as the only one in its own description, or in the comment behind the field that it is; and where the only
    parameter is a text, or some texts, as the only one that is not said of the result."""
    if _CATCHES.search(text) or _ENDS.search(text):
        return
    everywhere = _only(pictures(words))
    fields = _only(
        one for shape in shapes.values() for part, _, _ in named_parts(shape, None) for one in _behind(part, around)
    )
    given = _only(one for part in SENTENCES.split(words) for one in pictures(_BEFORE_RESULT.split(part.lower())[0]))
    for parameter, shape in shapes.items():
        whole: list[tuple[str, Shape, Place]] = [("", shape, ())]
        own = _only(one for part in descriptions(words, parameter, [*shapes]) for one in pictures(part))
        if isinstance(shape, MappingShape):  # `hours maps a day to [opening, closing], both "HH:MM"`
            said = (one.partition(" to ")[2] for one in descriptions(words, parameter, [*shapes]))
            own, whole = _only(one for rest in said for one in pictures(rest)), [("", shape.value, ())]
        for part, inner, place in (*whole, *named_parts(shape, None)):
            called = _called_so(part or parameter, everywhere or own)
            if part:  # the nearest to it first
                shown = [_only(_behind(part, around)), *([fields, own, everywhere] if called else [])]
            else:
                shown = [own, everywhere if called else "", given if len(shapes) == 1 else ""]
            picture = next(filter(None, shown), "")
            if picture and _is_text(_leaf(inner)):
                because = "the text shows it so"
                yield Assumption(parameter, "pictured", because, weight=_READ, other=picture, part=part, place=place)


#: What the result is said behind: `converts yyyy-mm-dd to dd-mm-yyyy`.
_BEFORE_RESULT = re.compile(rf"{RESULT.pattern}|\b(?:in)?to (?=(?:\w{{1,20}} ){{0,3}}['\"`]?[dmyhs]{{1,4}}[:/.-])|->|→")

#: The only number below 0, which stands for something.
_STANDS_FOR = re.compile(r"(?<![\w.])-1\b[^\w\n]{0,3}(?:for|if|when|where|means?|stands for)\b")


def _without(shapes: Mapping[str, Shape], around: str) -> Iterator[Assumption]:
    """Fields of which the comment behind them says what -1 stands for (`upTo; // -1 for no end`) are not below it."""
    for parameter, shape in shapes.items():
        for part, inner, place in named_parts(shape, None):
            found = next(filter(None, map(_STANDS_FOR.search, _comments(part, around))), None)
            if found is not None and isinstance(_leaf(inner), (IntShape, FloatShape, OneOf)):
                because = f"its comment says {found[0]!r}"
                yield Assumption(parameter, "at least", because, weight=_READ, bound=-1, part=part, place=place)


def _comments(part: str, program: str) -> list[str]:
    """What stands behind the declaration of a field."""
    declared = rf"^[^\n/#(]*\b{re.escape(part)}\b[^\n/#()]*(?://|#)([^\n]*)$"
    return re.findall(declared, program, re.MULTILINE)


def _behind(part: str, program: str) -> list[str]:
    """The pictures in the comment behind the declaration of a field."""
    return [one for comment in _comments(part, program) for one in pictures(comment)]


def _only(found: Iterable[str]) -> str:
    """The only one of these, whatever its case; else ""."""
    known = {one.lower(): one for one in found}
    return next(iter(known.values())) if len(known) == 1 else ""


def told_moments(used: Mapping[str, Shape | None], kinds: Mapping[str, Guess], words: str) -> dict[str, Shape | None]:
    """The shapes that use suggests, with texts for what is called like a time or a date where the words show how these
    are written, and the program only compares it: `Times are 'HH:MM'`."""
    shown = _only(pictures(words))
    return {
        name: TextShape() if shown and _called_so(name, shown) and _only_compared(kinds.get(name), shape) else shape
        for name, shape in used.items()
    }


def _only_compared(kind: Guess | None, shape: Shape | None) -> bool:
    known = kind.root() if kind is not None else None
    free = known is None or (known.votes.keys() <= _COMPARED and not known.constants)
    return free and (shape is None or isinstance(shape, (AnyShape, IntShape)))


def _called_so(name: str, picture: str) -> bool:
    """Whether something is called like a time or a date; a day is no time of it."""
    words = {*names_in(name)}
    of_a_day = "h" in picture.lower() and "y" not in picture.lower()
    return bool({*_WHEN.split()} & words) and not (of_a_day and words & {*_DAYS.split()})


def _leaf(shape: Shape) -> Shape:
    while isinstance(shape, (SequenceShape, GroupShape)):
        shape = shape.element
    return shape


def _is_text(shape: Shape) -> bool:
    return isinstance(shape, TextShape) or (isinstance(shape, OneOf) and any(map(_is_text, shape.options)))


def parts_of(
    kind: Guess, part: str, place: tuple[int, ...], depth: int
) -> Iterator[tuple[tuple[str, tuple[int, ...]], Guess]]:
    """What is in a value, each with the name of the part that it is or is in."""
    found = kind.root()
    if depth > _DEEPEST:
        return
    yield (part, place), found
    inner = found.element or found.value
    if inner is not None:
        yield from parts_of(inner, part, place, depth + 1)
    for name, field in (*found.fields.items(), *found.entries.items()):
        yield from parts_of(field, name, (), depth + 1)
    for number, item in enumerate(found.items or ()):
        names = next((one for one in found.called if len(one) == len(found.items or ())), ())
        called = names[number] if names else ""
        yield from parts_of(item, called or f"item {number + 1}", (number, len(found.items or ())), depth + 1)


def _picture(kind: Guess, text: str) -> str:
    """How a text is written that is taken apart into numbers; "" where nothing says it."""
    for between, parts in kind.divided.items():
        whole = parts.root()
        alike = [one.root() for one in (whole, *whole.mapped)]
        if between not in _BETWEEN or not any(_numbers(one) for one in alike):
            continue
        for names in (names for one in alike for names in one.called):
            fields = [_FIELDS.get(name.lower().rstrip("0123456789_"), "") for name in names]
            found = between.join(fields) if all(fields) else ""
            if found and [*pictures(repr(found))] == [found]:
                return found
        sizes = {len(one.items) for one in alike if one.items} | {one.least for one in alike}
        for size, (picture, number) in _RECKONED.items():
            if between == ":" and max(sizes, default=0) == size and re.search(rf"(?<![\w.]){number}\b", text):
                return picture
    return ""


def _numbers(kind: Guess) -> bool:
    """Whether what a text is taken apart into is read as numbers."""
    inside = [kind.element, kind.value, *(kind.items or ()), *(kind.at or {}).values()]
    return any(one is not None and (one.root().votes["numeric"] or one.root().votes["int"]) for one in inside)


_PARTED = re.compile(r"\w+,\s*(\w+),\s*\w+\s*=\s*[^\n]*\.r?partition\(\s*(['\"])(\W)\2\s*\)")
_MARKS = re.compile(r"(['\"])([^\w\s\\'\"]+)\1")


#: `at = line.indexOf("=")`, and what asks whether there was one.
_SOUGHT = re.compile(r"(\w+)\s*=\s*\w+\.(?:indexOf|index|find)\(\s*(['\"`])([^\w\s])\2\s*\)")
_ASKED = r"\b{0}\s*(?:[<>]=?|[!=]==?)|~\s*{0}\b"


def _marked(kinds: Mapping[str, Guess], text: str) -> Iterator[Assumption]:
    """Lines that are parted at a sign (`key, _, value = line.partition("=")`) have it, or another that counts."""
    parted = [(name, sign) for name, _, sign in _PARTED.findall(text)]
    signs = {sign for name, sign in parted if len(re.findall(rf"\b{name}\b", text)) == 1 or not name.strip("_")}
    signs |= {sign for name, _, sign in _SOUGHT.findall(text) if not re.search(_ASKED.format(name), text)}
    signs -= {sign for sign in signs if re.search(rf"['\"]{re.escape(sign)}['\"]\s+(?:not\s+)?in\b", text)}
    for parameter, kind in kinds.items() if signs else ():
        for (part, place), found in parts_of(kind, "", (), 0):
            lines = found.divided.get("\n")
            inside = lines.root().element if lines is not None else None
            looked = {*found.divided} | {*(inside.root().divided if inside is not None else ())}
            if signs & looked:
                begins = {sign for _, some in _MARKS.findall(text) for sign in some} - signs
                marks = " ".join(("".join(sorted(signs)), "".join(sorted(begins))))
                because = "a line is parted there"
                yield Assumption(parameter, "marked", because, weight=_WRITTEN, other=marks, part=part, place=place)


#: Where a program thinks of more lines than one, or takes white space of every kind.
_LINES = re.compile(
    r"\\[nrs]|splitlines|read_?lines?|multi-?line|new ?line|\blines\b|space|wrap|paragraph|"
    r"(?:split|(?<!r)strip|trim|chomp)\w*\(\s*\)",
    re.IGNORECASE,
)
#: Where words are parted at blanks and at nothing else, whatever the words say of lines.
_AT_BLANKS = re.compile(r"\bsplit\(\s*(['\"]) \1\s*\)")
_SPACE = r"\\[nrst]|splitlines|isspace|isWhitespace|line ?break|new ?line|paragraph|multi-?line"
_NAMED_SPACE = re.compile(
    rf"{_SPACE}|white[ _]?space|read_?lines?\b|next_?line|\.lines\b|linesep|String(?:IO|Reader)|textwrap|\bcsv\b|"
    r"chr\(\s?1?[03]\)",
    re.IGNORECASE,
)
_ANY_SPACE = r"(?:split|(?<!r)strip|trim)\w{0,12}\(\s{0,9}\)"
_OTHER_SPACE = re.compile(rf"{_SPACE}|{_ANY_SPACE}", re.IGNORECASE)
_JOINING = re.compile(r"(['\"`])\\n\1\s*\.join|\.?join\(\s*(['\"`])\\n\2")  # what it gives has lines


def unbroken(shapes: Mapping[str, Shape], program: str) -> Iterator[Assumption]:
    """Texts have no line breaks where a program never speaks of lines, nor of white space in general."""
    own = _JOINING.sub("", program)
    if _LINES.search(own) and (_OTHER_SPACE.search(own) or not _AT_BLANKS.search(own)):
        return
    for name, shape in shapes.items():
        if _textual(shape):
            yield Assumption(name, "one line", "it never speaks of lines", weight=_UNBROKEN)


def takes_any_space(program: str) -> bool:
    """Whether a program takes white space of every kind, and names none: who thinks of blanks alone writes so, too."""
    return re.search(_ANY_SPACE, program) is not None and _NAMED_SPACE.search(program) is None


def _textual(shape: Shape) -> bool:
    """Whether there may be texts in it."""
    return anywhere(shape, lambda one: isinstance(one, (TextShape, AnyShape)))
