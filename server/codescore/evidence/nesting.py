"""Texts in which brackets of several kinds stand in one another, or cross: `([])`, `([)]`, for programs that know them.

Who counts each kind by itself takes `([)]` for closed, and of signs drawn one by one hardly any text says otherwise.
Neighbours: `evidence.special_inputs` (asks), `evidence.few_signs`, `evidence.cases` (runs the reference).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from codescore.evidence.case import texts_at
from codescore.evidence.cases import Cases, extend
from codescore.evidence.channel import Room
from codescore.languages.execution import Input
from codescore.languages.forms import PAIRS
from codescore.languages.values import Char, Text

#: Of an outer pair `a` `A`, one inside of it, `b` `B`, and a third, `c` `C`.
_FORMS = ("abBA", "abAB", "abcCBA", "abcBCA", "aAbB", "aabBAA", "abB", "aBA", "aB", "abBAcC", "AabB", "bBB")
_SEEDS = 2


def with_nesting(cases: Cases, room: Room) -> None:
    """Add inputs whose texts are nested, or nearly so, in the brackets of which a reference knows several kinds."""
    if cases.problem or cases.left <= 0:
        return
    known = {sign for one in cases.constants if isinstance(one, (Text, Char)) for sign in one.value}
    pairs = [pair for pair in PAIRS if {*pair} <= known]
    if len(pairs) < 2:
        return
    texts = [_text(form, pairs) for form in _FORMS]
    extend(cases, room, [(given, False) for given in dict.fromkeys(_made(cases, texts, {*"".join(pairs)}))])


def _text(form: str, pairs: list[str]) -> str:
    return "".join(pairs["abc".index(sign.lower()) % len(pairs)][sign.isupper()] for sign in form)


def _made(cases: Cases, texts: list[str], signs: set[str]) -> Iterator[Input]:
    answered = [case.given for case in cases.inside()]
    read = [given for given in answered if signs & {*given.stdin}]
    for given in sorted(read, key=lambda one: len(one.stdin))[:_SEEDS]:
        lines = given.stdin.split("\n")
        place = next(n for n, line in enumerate(lines) if signs & {*line})
        for text in texts:
            yield replace(given, stdin="\n".join((*lines[:place], text, *lines[place + 1 :])))
    for place, taken in texts_at(answered):
        for given, _ in taken[:_SEEDS]:
            yield from (given.put(place, Text(text)) for text in texts)
