"""What a function hands on as it was given it: what is said of it where it arrives holds before, too.

`def best(readings): return top(smoothed(readings))` takes what `smoothed` is documented to take, and who hands a word
to `find`, which takes `'a'` off its letters, takes words of such letters.  Not where the caller asks something of it,
or changes it, first: it is then the one who knows.  Read from the text of a program in any language; a guess, and
never an error.  Pure.  Neighbours: each language's survey (asks), `languages.reckoned`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from codescore.languages.assumed import Assumption, once
from codescore.languages.execution import Entry
from codescore.languages.ordinary import Written
from codescore.languages.reckoned import asks_for_signs, reckoned
from codescore.languages.shapes import OneOf, Shape, TextShape

_HANDED = 0.8  # how surely it holds for the one that hands it on
_ALIKE = 0.95  # how surely it holds for one that takes just the same
_SIGNS = ("digits", "letters", "made of")
_RECKONED = ("digits", "made of")
_CALL = re.compile(r"(?<![\w$])([\w$]{1,80})\s{0,8}\(([^()]*)\)")
_ROUNDS = 2  # functions that something is handed through
_TOLD = "its text says"
#: What changes, or asks something of, what is called so.
_MINDED = (
    r"(?<![\w.$]){0}\s*(?:[-+*/%|&^]|//|\*\*|<<|>>)?=(?![=>])|"
    r"\b(?:if|elif|while|assert|switch|match)\b[^\n{{:]*(?<![\w.$]){0}(?![\w$])|"
    r"(?<![\w.$]){0}\.(?:sort|reverse|append|push|add|insert|pop|remove|extend|clear)\w*\("
)

#: What only asks whether a text is there, or how long it is.
_THERE = (
    r"(?<![\w$.]){0}\s*(?:\.\s*(?:isEmpty|empty|length|size)\b|[!=]==?\s*(?:null|undefined|None|\"\"|''))|"
    r"\blen\(\s*{0}\s*\)|(?:\bnot\s+|!){0}(?![\w.$(\[])"
)


def handed(entries: Sequence[Entry], functions: Mapping[str, Written]) -> tuple[Entry, ...]:
    """The entries, with what is said of what they hand on; `functions` are those of the program by name."""
    signs = _of_signs(functions)
    found = tuple(_signed(entry, signs, functions) for entry in entries) if signs else tuple(entries)
    for _ in range(_ROUNDS):
        times = Counter(entry.name for entry in found if not entry.members)
        known = {entry.name: entry for entry in found if not entry.members and times[entry.name] == 1}
        found = tuple(_through(entry, known, functions) for entry in found)
    return _alike(found)


def _alike(entries: tuple[Entry, ...]) -> tuple[Entry, ...]:
    """The entries, with what the signs of a text are in another function that takes just the same: of `add(a, b)` and
    `compare(a, b)`, which are both given numbers as texts, only the first reckons with their digits.
    """
    takes = [tuple((one.name, type(one.shape)) for one in entry.parameters) for entry in entries]
    found = []
    for entry, own in zip(entries, takes, strict=True):
        same = (other for other, theirs in zip(entries, takes, strict=True) if theirs == own and len(own) > 1)
        known = {one.parameter for one in entry.assumptions if one.property in _SIGNS}
        more = (
            replace(one, because=f"{other.name} takes the same, and {one.because}", weight=_ALIKE * one.weight)
            for other in same
            if other is not entry and other.owner == entry.owner
            for one in other.assumptions
            if one.property in _SIGNS and one.parameter not in known
        )
        found.append(replace(entry, assumptions=once((*entry.assumptions, *more))))
    return tuple(found)


def _through(entry: Entry, known: Mapping[str, Entry], functions: Mapping[str, Written]) -> Entry:
    if entry.members:
        return replace(entry, members=tuple(_through(member, known, functions) for member in entry.members))
    _, body = functions.get(entry.name, ((), ""))
    own = {(one.parameter, one.property) for one in entry.assumptions}
    more = [one for one in _told(entry, body, known, functions) if (one.parameter, one.property) not in own]
    return replace(entry, assumptions=once((*entry.assumptions, *more))) if more else entry


def _told(
    entry: Entry, body: str, known: Mapping[str, Entry], functions: Mapping[str, Written]
) -> Iterator[Assumption]:
    """What those that an entry calls say of what it hands to them."""
    names = {one.name for one in entry.parameters}
    for called in sorted((entry.uses & known.keys() & functions.keys()) - {entry.name}):
        said = [one for one in known[called].assumptions if _TOLD in one.because or one.property == "known as"]
        for given in re.findall(rf"(?<![\w$]){re.escape(called)}\s*\(([^()]*)\)", body) if said else ():
            arguments = (re.sub(r"^\w+\s*=\s*", "", one.strip()) for one in given.split(","))
            taken = dict(zip(functions[called][0], arguments, strict=False))
            for one in said:
                name, other = taken.get(one.parameter, ""), taken.get(one.other, one.other)
                if name in names and (other == one.other or other in names) and not _minded(name, body):
                    because = f"{called} is given it, and {one.because}"
                    weight = min(one.weight, _HANDED)
                    yield replace(one, parameter=name, other=other, because=because, weight=weight, certain=False)


def _of_signs(functions: Mapping[str, Written]) -> dict[str, dict[int, Assumption]]:
    """What is said of the signs of what functions of a program are given, by their names and its place: of those who
    reckon with them, and of those who hand it to these."""
    whole = "\n".join(body for _, body in functions.values())
    found: dict[str, dict[int, Assumption]] = {}
    for name, (parameters, body) in functions.items():
        own = {parameters.index(one.parameter): one for one in reckoned(parameters, body, whole)}
        found |= {name: own} if own else {}
    for _ in range(_ROUNDS if found else 0):
        for name, (parameters, body) in functions.items():
            more = {parameters.index(one.parameter): one for one in _handing(name, parameters, body, found)}
            found |= {name: {**more, **found.get(name, {})}} if more else {}
    return found


def _signed(entry: Entry, signs: Mapping[str, dict[int, Assumption]], functions: Mapping[str, Written]) -> Entry:
    """An entry, with what the signs are of texts that it hands to those who reckon with them."""
    if entry.members:
        return replace(entry, members=tuple(_signed(member, signs, functions) for member in entry.members))
    texts = [one.name for one in entry.parameters if any(isinstance(of, TextShape) for of in _options(one.shape))]
    _, body = functions.get(entry.name, ((), ""))
    known = {one.parameter for one in entry.assumptions if one.property in _RECKONED}
    more = [one for one in _handing(entry.name, texts, body, signs) if one.parameter not in known]
    return replace(entry, assumptions=once((*entry.assumptions, *more))) if more else entry


def _options(shape: Shape) -> tuple[Shape, ...]:
    """What a value may be."""
    return shape.options if isinstance(shape, OneOf) else (shape,)


def _handing(
    caller: str, names: Sequence[str], body: str, signs: Mapping[str, dict[int, Assumption]]
) -> Iterator[Assumption]:
    """What is said of the signs of what a function hands on."""
    taken: dict[str, Assumption] = {}
    known = signs.keys() - {caller}
    for called, given in sorted(one for one in _CALL.findall(body) if one[0] in known):
        arguments = [one.strip() for one in given.split(",")]
        for place, one in signs[called].items():
            if place < len(arguments) and arguments[place] in names:
                because = f"{called} is given it, and {one.because}"
                name = arguments[place]
                taken[name] = replace(one, parameter=name, because=because, weight=min(one.weight, _HANDED))
    rest = _CALL.sub(lambda call: "" if call[1] in known else call[0], body) if taken else body
    if taken and not asks_for_signs(body):
        left = {name: re.sub(_THERE.format(re.escape(name)), "", rest) for name in taken}
        yield from (one for name, one in taken.items() if not _minded(name, left[name]))


def _minded(name: str, body: str) -> bool:
    return re.search(_MINDED.format(re.escape(name)), body) is not None
