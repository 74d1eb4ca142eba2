"""The form of a text, from how a program takes it apart: separators, the number of parts, what each part stands for.

Neighbours: `languages.kinds` (what is done with it), `languages.guessing` (all other shapes).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from codescore.languages.held_patterns import matching
from codescore.languages.kinds import NUMBERS, UNREAD, WHOLE, Guess
from codescore.languages.shapes import FloatShape, IntShape, OneOf, Samples, Shape, TextShape, Written
from codescore.languages.values import Text

_DEEPEST, _SIGNS = 5, 2  # the last: signs of a text that are looked at one by one, fewer are no form
_AMOUNTS = (1, 2, 3, 10, 512)  # what stands before a unit
#: Brackets that belong together.
PAIRS = ("()", "[]", "{}", "<>")
#: Before a sign that is taken off a text: a vote.
BARE_OF = "bare of:"
_MOST_PARTS = 12  # of a text, that a program asks for by their number
_LOOSE_SEPARATORS = (",", ";", " ", "\n", "\t", "|")  # numbers between them may have a sign

#: Words with blanks between them, as most texts are.
WORDS = Written(" ", (TextShape(min_size=1),))


def form_of(kind: Guess, around: tuple[Guess, ...] = ()) -> Written | None:
    """How a text is written that is taken apart, or read as a number; None where it is neither."""
    blanks = bool(kind.votes["stripped"])
    if kind in around or len(around) >= _DEEPEST:
        return None
    for separator in sorted(kind.divided, key=lambda by: (by != "\n", by == " ")):  # lines, then fields, then words
        made = _divided(kind.divided[separator].root(), separator, (*around, kind))
        if made != WORDS or len(kind.divided) == 1:
            return replace(made, blanks=blanks, within=brackets(kind))
    if kind.votes["numeric"] and not kind.votes["sliced"]:
        return Written("", (_part(kind, None, around),), (1,), blanks)
    return Written("", (TextShape(min_size=1),), (1,), blanks) if blanks else None


def brackets(kind: Guess) -> str:
    """The brackets that are taken off a text before it is taken apart."""
    return next((pair for pair in PAIRS if all(kind.votes[BARE_OF + sign] for sign in pair)), "")


def _divided(whole: Guess, separator: str, around: tuple[Guess, ...]) -> Written:
    """How parts between separators are written."""
    inside = whole.element.root() if whole.element is not None else Guess("text")
    alike = [*_alike(whole)]  # what has an item for each part says how many there are
    items = next((one.items for one in alike if one.items), [])
    bare = (one.items for one in alike if one is not whole and one.items and _element(one) is inside)
    known = [p.root() for p in next(bare, whole.items or ())]
    parts = [part if part.votes or part.divided else inside for part in known] or [inside] * len(items)
    low = None if separator in _LOOSE_SEPARATORS else 0
    at = {} if parts else {place: one.root() for several in alike for place, one in (several.at or {}).items()}
    for part in (*parts, *at.values()) if inside.votes["stripped"] else ():
        part.vote("stripped")
    shapes = tuple(_part(part, low, around) for part in parts or [inside])
    if separator == " " and not parts and not at and shapes == (TextShape(min_size=1),):
        return WORDS
    asked = [n for one in alike if one.length is not None for n in one.length.root().constants]
    sizes = tuple(n for n in asked if isinstance(n, int) and 0 < n <= _MOST_PARTS)
    least = max(one.least for one in alike)
    words = [c for one in (inside, *at.values()) for c in one.constants]
    worded = any(isinstance(c, str) and not c.isdigit() for c in words)  # a command: others take other parts
    exact = (
        least > 1
        and not worded
        and all({*range(least)} == one.places and not one.votes.keys() & WHOLE for one in alike)
    )
    fixed = not asked and (bool(known) or exact)
    if parts:
        sizes = (len(parts),)
    elif not sizes and least > 1:
        sizes = (least,) if exact else (least, least, least + 1)
    if at:  # the least that there are, and one more where only the first is looked up
        count = max(least, *sizes, 2)
        placed = tuple(_part(at.get(place, inside), low, around) for place in range(count))
        shapes = placed[:1] if len(set(placed)) == 1 else placed
        if -1 in whole.places and not sizes:
            sizes = (count,)
    return Written(separator, shapes, sizes, fixed=fixed)


def _part(kind: Guess, low: int | None, around: tuple[Guess, ...]) -> Shape:
    """What one part stands for; `low` is the least number that can be told from its surroundings."""
    samples = tuple(c for c in kind.constants if isinstance(c, str) and c)
    number: Shape | None = None
    if kind.divided:
        return TextShape(min_size=1, written=form_of(kind, around))
    if kind.votes["float"] or kind.votes["fractional"]:
        number = OneOf((IntShape(low), FloatShape(low)))
    elif (kind.votes["numeric"] or kind.votes["digits"]) and not kind.votes["sliced"]:
        number = IntShape(low)
    if number is not None:
        words = tuple(sample for sample in samples if not sample.isdigit())
        known = (Samples(tuple(map(Text, words))),) if words else ()
        others = (*known, TextShape()) if kind.votes[UNREAD] else known
        return OneOf((number, number, *others)) if others else number
    written = form_of(kind, around) if kind.votes["stripped"] else None
    return matching(kind.votes, _at_places(kind, TextShape(samples=samples, min_size=1, written=written)))


def _element(several: Guess) -> Guess | None:
    return several.element.root() if several.element is not None else None


def _alike(whole: Guess) -> Iterator[Guess]:
    """A list and those that have an item for each of its items, and so on."""
    found, waiting = set[Guess](), [whole.root()]
    while waiting:
        one = waiting.pop()
        if one not in found:
            found.add(one)
            waiting += [other.root() for other in one.mapped]
            yield one


def _at_places(kind: Guess, text: TextShape) -> TextShape:
    """A text whose signs are looked at one by one (`card[0]`, `card[1]`) has so many, of those they are sought in."""
    if kind.least < _SIGNS or {*range(kind.least)} != kind.places or kind.votes.keys() & WHOLE:
        return text
    constants = kind.element.root().constants if kind.element is not None else ()
    signs = "".join(one for one in constants if isinstance(one, str) and len(one) == 1)
    return replace(text, alphabet=signs, min_size=kind.least, max_size=kind.least)


def measured(kind: Guess) -> tuple[str, ...]:
    """Numbers with a unit behind them, of a text whose last sign is looked up and whose rest is read as a number
    (`units[size[-1]]`, `int(size[:-1])`), and without one; none of any other text."""
    known = [*kind.constants, *(kind.element.root().constants if kind.element is not None else ())]
    units = [one for one in known if isinstance(one, str) and len(one) == 1 and one.isalpha()]
    if not (units and kind.votes["numeric"] and kind.votes["sliced"] and -1 in kind.places):
        return ()
    return tuple(f"{number}{unit}" for unit in ("", *dict.fromkeys(units)) for number in _AMOUNTS)


def reckoned(kind: Guess) -> bool:
    """Whether it is reckoned with, and a text only in that it stands beside one (`push(page)`, `push("-")`)."""
    return sum(kind.votes[one] for one in NUMBERS) > kind.votes["text"] and not kind.divided
