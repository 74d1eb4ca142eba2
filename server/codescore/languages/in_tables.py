"""Numbers that a program looks up in a table that it writes out: they are places that the table has.

`MONTHS[month - 1]`, with twelve of them: `month` is from 1 to 12, though `MONTHS[-1]` is something in Python, and
though another branch never looks.  Not what a program compares with numbers, or alters: it may mean others, too.  Read
from the text of a program, in any language.  Pure.  Neighbours: each language's survey (asks), `languages.ranges`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache

from codescore.languages.assumed import Assumption
from codescore.languages.ranges import asked
from codescore.languages.shapes import IntShape, Shape

_SURE = 0.8  # that what is looked up in a table is a place of it
_LEAST = 3  # items of a table of which this is said
_ITEM = r"""(?:-?[\d_.]+|"[^"\n]*"|'[^'\n]*')"""
_ITEMS = re.compile(
    rf"[\[({{]\s{{0,40}}({_ITEM}(?:\s{{0,40}},\s{{0,40}}{_ITEM})+)\s{{0,40}}(?:,\s{{0,40}})?[\])}}]"
    r"(?=[ \t]{0,40}(?:[;,)#\n]|//|$))"
)
#: What stands before them: the name of the table, its type in some languages, and what makes it.
_BEFORE = re.compile(
    r"\b(\w+) ?(?:\[ ?\w* ?\])?(?: ?: ?\w[\w\[\]<>,. ]{0,40})? ?=? ?"
    r"(?:new \w{1,20} ?\[ ?\] ?|(?:\w{1,20}\.)?(?:asList|of) ?)?\Z"
)
_NEAR = 120  # signs before the items among which the name is looked for
_PLACE = r"\b(\w+)\s*(?:\[|\.\s*(?:get|at)\()\s*{0}\s*(?:([+-])\s*(\d+)\s*)?[\])]"
#: Beside anything: who asks where it is means what is beyond, too.
_ASKED = r"\b{0}\b\s*(?:[<>]=?|[!=]==?|\bnot in\b|\bin\b)|(?:[<>]=?|[!=]==?)\s*{0}\b"
_GROWN = r"\b{0}\s*(?:\.\s*(?:append|push\w*|add\w*|extend|insert|emplace_back|pop\w*|remove\w*|set)\(|\+=)"
_ALTERED = r"\b{0}\s*(?:(?:[-+*/%&|^]|//|<<|>>)?=(?!=)|\+\+|--)|(?:\+\+|--)\s*{0}\b"


def in_tables(shapes: Mapping[str, Shape], body: str, program: str) -> Iterator[Assumption]:
    """What is taken for granted of the whole numbers that a function looks up in tables of its program."""
    numbers = [name for name, shape in shapes.items() if isinstance(shape, IntShape) and f"{name}" in body]
    sizes = _tables(program) if numbers else {}
    for name in numbers if sizes else ():
        called = re.escape(name)
        if asked(name, body) or re.search(f"{_ALTERED.format(called)}|{_ASKED.format(called)}", body):
            continue
        for table, sign, number in {*re.findall(_PLACE.format(called), body)}:
            if (size := sizes.get(table)) is not None:
                first = -int(f"{sign}{number or 0}")
                because = f"it is looked up in {table}, which has {size} items"
                yield Assumption(name, "at least", because, weight=_SURE, bound=first)
                yield Assumption(name, "at most", because, weight=_SURE, bound=first + size - 1)


@lru_cache(maxsize=4)
def _tables(program: str) -> dict[str, int]:
    """How many items the tables of a program have, by name; not those of a name that is given several."""
    found: dict[str, set[int]] = {}
    for items in _ITEMS.finditer(program):
        before = " ".join(f"{program[max(0, items.start() - _NEAR) : items.start()]}.".split())
        named = _BEFORE.search(before[:-1])
        if named is not None:
            found.setdefault(named[1], set()).add(len(re.findall(_ITEM, items[1])))
    fixed = {name: size for name, [size, *more] in found.items() if not more and size >= _LEAST}
    return {name: size for name, size in fixed.items() if not re.search(_GROWN.format(re.escape(name)), program)}
