"""What a program seems to take for granted of a parameter: a property, what makes us think so, and how surely.

Neighbours: each language's survey (reads it), `evidence.properties` (checks inputs and mends them).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

_TOLD, _USUAL = 0.7, 0.65  # weights of what a text says, and below which something is merely usual
ANY_CASE = "(?i)"  # what a pattern in `other` begins with where capitals are as small letters
_MANY = 12  # texts that are told one by one
_RUN = 5  # signs that follow each other, from which on they are written by the first and the last

#: Properties of a parameter that a program may take for granted without testing them.
Property: TypeAlias = Literal[
    "ordered", "rows ordered", "pairs ordered",  # by `bound`: a list, its rows, each of its pairs (rows, at `place`)
    "rotated",  # a list in ascending order, of which the end stands before the beginning
    "distinct", "non-empty", "positive", "non-negative", "non-null",
    "at least", "at most", "decimals",  # a number: of `bound`, with so many digits behind the point at most
    "size at least", "size at most",  # a collection or a text, of `bound`
    "within",  # a number from 0 to the length of `other`
    "place",  # a number that is a place in `other`
    "as long as",  # two collections
    "held",  # it is an element or a key of `other`
    "up to", "numbers up to",  # a number, and all in a collection: no larger than `other`; times, too, where `bound` is
    "parity", "nonzero",  # a number, the sides of a table: odd where `bound` is 1, even where it is 0; not 0
    "rows alike", "square",  # a table
    "as wide as", "rows as long as",  # a table: its rows are as long as those of `other`, as `other` itself
    "cell", "column",  # a pair of a row and a column of the table `other`, a column of it
    "tree", "no empty item",  # objects, none of them in two places; collections
    "letters", "digits", "lower case", "upper case", "one line", "spaced",  # what a text is made of
    "parts", "pictured",  # a text: `bound` parts (0: numbers) with `other` between, written as the picture `other`
    "either form",  # a text: written in one of the ways in `other`, of which some are pictures
    "one of",  # a text: one of the lines of `other`
    "marked",  # a sign in each line, of those before the blank in `other`; or one behind it at its beginning
    "placed",  # a text: beside signs stands what `other` says (`quoting.places`)
    "listed",  # a text in one of the forms in `other` (`quoting.forms`)
    "around",  # the two brackets in `other`, at its ends and nowhere else
    "matched", "whole match",  # nothing but what matches the pattern `other`, once and as a whole
    "worded",  # a text: an expression of words, of the grammar that `other` says (`languages.word_expressions`)
    "expression", "fields",  # a text: of the operators, of fields in the quotes and between the separator, in `other`
    "closed",  # a text: the quotes and pairs of brackets in `other`
    "numbers",  # nothing but numbers
    "steady", "unfailing",  # functions that give the same again, that never fail
    "places of", "counted in", "up to size",  # numbers from 0 or 1 up to the size of `other` (a number is its own)
    "sized", "rows sized", "row size",  # as many items as `other` says, in each row, `bound` in each row
    "keyed", "unlike",  # it has what the path `other` leads to, in each of its items; it is not `other`
    "pairs apart",  # no two pairs of a list overlap or touch
    "two parties",  # a list of objects: in none are the two fields in `other` the same
    "field of",  # a text: what a field of each record in `other` is called; with numbers in it where `bound` is 1
    "told apart",  # a list of objects: no two have the same field `other`
    "summed",  # numbers, or the field `other` of objects: they add up to `bound`
    "named in",  # all texts in it are keys of `other`, or in that list
    "words within",  # texts: no word in them is longer than the number `other`
    "own keys", "both ways",  # a graph by its nodes: all neighbours are nodes of it, each edge is there both ways
    "in order of",  # a list of objects or rows: of the field `other`, which has its `place` in a row
    "once",  # a grid: each of the signs in `other`
    "edges",  # rows of `place[1]`, the first two from `place[0]` on numbers of as many nodes as `other` says
    "own places",  # a list: its items, or their fields `other`, are places in it, or -1 (`bound`), in no circle
    "outline",  # points that are the corners of a polygon, which does not touch itself
    "search tree",  # nodes: what is left of one is below it, what is right of it above
    "whole minutes",  # times of a day without seconds
    "even", "made of",  # an even number of items, an odd one where `bound` is 1; texts of the signs `other`
    "day of",  # a number: of the year and the month in the lines of `other`
    "new",  # of a method: what no call before was given
    "filled",  # texts: `bound` parts between `other`, something in each; where it is 0, as many as there are in a line
    "known as",  # texts: written in the format that is called `other` (`languages.known_formats`)
    "plain numbers",  # texts: no number in them begins with a 0, but for times, dates and fractions
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Assumption:
    """A property that a program seems to take for granted of a parameter, and what makes us think so.

    `certain`: said in words or asserted; otherwise concluded from how the program works.  `weight` is how likely every
    input has it, 0 to 1 (measured on tasks with a contract); `bound` and `other` (a parameter) complete the property.
    It is one of all parts that are called `part`, or have its `place` among so many, where it is given.
    """

    parameter: str
    property: Property
    because: str
    certain: bool = False
    weight: float = 0.8
    bound: int = 0
    other: str = ""
    part: str = ""
    place: tuple[int, ...] = ()

    def words(self) -> str:
        """What is assumed, for a person: `k is from 0 to len(lst)`."""
        of = f"len({self.other})" if self.bound else self.other
        path = self.other.splitlines() or [""]
        known: dict[str, str] = {
            "at least": f"is at least {self.bound}",
            "at most": f"is at most {self.bound}",
            "decimals": f"has no more than {self.bound} decimals" if self.bound else "is a whole number",
            "non-empty": "has something but blanks" if self.bound else "is non-empty",
            "size at least": f"has at least {self.bound} items",
            "size at most": f"has at most {self.bound} items",
            "within": f"is from 0 to len({self.other})",
            "place": f"is a place in {self.other}",
            "as long as": f"is as long as {self.other}",
            "held": f"is in {self.other}",
            "up to": f"is no more than {self.other}",
            "numbers up to": f"has no number above {self.other}",
            "parity": f"is {'odd' if self.bound else 'even'}", "nonzero": "is not 0",
            "rows alike": "has rows of one length",
            "as wide as": f"has rows as long as those of {self.other}",
            "rows as long as": f"has rows as long as {self.other}",
            "ordered": "is strictly ascending" if self.bound else "is ordered",
            "rows ordered": f"has rows in {'strictly ' * bool(self.bound)}ascending order",
            "rotated": "is in ascending order but for a rotation",
            "pairs ordered": f"has no {'item' if self.place else 'pair'} whose {path[0] if self.place else 'first'} is "
            f"{'not below' if self.bound else 'above'} its {path[-1] if self.place else 'second'}",
            "cell": f"is a row and a column of {self.other}",
            "column": f"is a column of {self.other}",
            "pairs apart": "has no two pairs that overlap or touch",
            "tree": "has no object in two places", "no empty item": "has no empty item",
            "new": "is another one in each call", "day of": f"is a day of {' and '.join(path)}",
            "plain numbers": "has no number that begins with 0",
            "filled": f"has {self.bound} parts between {self.other!r}, none of them empty"
            if self.bound
            else f"has something before and behind each {self.other!r} of a line",
            "letters": "is made of letters", "one line": "has no line break or tab",
            "spaced": "has one blank between words, none at its ends", "digits": "is made of digits",
            "lower case": "is in lower case", "upper case": "is in upper case",
            "parts": f"has {self.bound or 'only numbers as'} parts between {self.other!r}",
            "known as": f"is {self.other}",
            "one of": f"is one of {_some(self.other.splitlines())}",
            "field of": f"is a field of each of {self.other}",
            "pictured": f"is written {self.other}",
            "either form": f"is written {' or '.join(self.other.splitlines())}",
            "matched": f"is made of what matches {self.other.removeprefix(ANY_CASE)!r}",
            "whole match": f"matches {self.other!r}",
            "placed": f"has {' and '.join(map(repr, self.other.partition(chr(9))[0]))} only where its words show it",
            "listed": "is written like one of those in its words",
            "around": f"is written within {self.other!r}",
            "closed": f"has each {' and '.join(self.other.split())} closed",
            "expression": "is well-formed",
            "worded": "is an expression like the one in its words",
            "fields": f"has quotes only around whole fields between {self.other[1:]!r}",
            "marked": f"has {self.other.partition(' ')[0]!r} in each line",
            "numbers": "has nothing but numbers",
            "steady": "always gives the same for the same", "unfailing": "never fails",
            "places of": f"has no number outside of 0 … {of} - 1",
            "counted in": f"has no number outside of 1 … {of}",
            "up to size": f"has no number outside of 0 … {of}",
            "sized": f"has {of} items",
            "rows sized": f"has rows of {of} items", "row size": f"has rows of {self.bound} items",
            "keyed": f"has {path[-1]!r}", "unlike": f"is not {self.other}",
            "two parties": f"has no item whose {path[0]} is its {path[-1]}",
            "told apart": f"has no two items with one {self.other}",
            "in order of": f"is in order of {self.other}",
            "summed": f"has {self.other or 'numbers'} that add up to {self.bound}",
            "named in": f"has only names that are in {self.other}",
            "words within": f"has no word that is longer than {self.other}",
            "own keys": "has only neighbours that are keys", "both ways": "has each edge in both directions",
            "once": f"has {' and '.join(self.other)} once",
            "edges": f"has only edges between nodes of {self.other}",
            "own places": f"has only {self.other and f'{self.other} that are '}places in it"
            f"{' or -1' * (self.bound < 0)}, in no circle",
            "outline": "is a polygon that does not touch itself",
            "whole minutes": "is in whole minutes", "search tree": "is a search tree",
            "even": f"has an {'odd' if self.bound else 'even'} number of items",
            "made of": f"is made of {_in_runs(self.other)!r}",
        }  # fmt: skip
        name = f"each {self.part} of {self.parameter}" if self.part else self.parameter
        name = f"each of {name}" if self.property == "keyed" and "[]" in path else name
        return f"{name} {known.get(self.property, f'is {self.property}')}"


def _some(texts: list[str]) -> str:
    """Texts in quotes, of many the first ones."""
    return ", ".join(map(repr, texts[:_MANY])) + f" … ({len(texts)} in all)" * (len(texts) > _MANY)


def _in_runs(signs: str) -> str:
    """Signs as a person writes them: `0-9a-z` for many that follow each other."""
    written, rest = "", signs
    while rest:
        length = next((n for n, sign in enumerate(rest) if ord(sign) != ord(rest[0]) + n), len(rest))
        run = length if length >= _RUN and rest[:length].isalnum() else 1
        written += f"{rest[0]}-{rest[run - 1]}" if run > 1 else rest[0]
        rest = rest[run:]
    return written


def _of(one: Assumption) -> tuple[str, str, tuple[int, ...]]:
    """What an assumption is one of: a parameter, or parts of it."""
    return one.parameter, one.part, one.place


def once(found: Iterable[Assumption]) -> tuple[Assumption, ...]:
    """Each only once, as surely as anything says it; what is certain first.

    A merely usual bound is none where something says a lower one: `kind: 0 (single), 1 (return)` is not at least 1.
    """
    found = [*found]
    least = (one for one in found if one.property in ("at least", "non-negative") and one.weight >= _TOLD)
    told = {_of(one): one.bound for one in least if one.property == "at least" or " text says " in one.because}
    found = [
        one for one in found
        if one.property != "at least" or one.weight >= _USUAL or one.bound <= told.get(_of(one), one.bound)
    ]  # fmt: skip
    kept: dict[Assumption, Assumption] = {}
    for one in found:
        key = replace(one, because="", weight=0.0, certain=False)
        if key not in kept or kept[key].weight < one.weight:
            kept[key] = one
    return tuple(sorted(kept.values(), key=lambda a: not a.certain))
