"""Texts that are written in one of several ways, of which some are pictures: `offsets are "+HH:MM" / "-HH:MM", or "Z"`.

Pure.  Neighbours: `languages.pictures` (what a picture means), `languages.text_forms` (asks; a single picture).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from random import Random

from codescore.languages.assumed import Assumption
from codescore.languages.called import last_word
from codescore.languages.described import SENTENCES
from codescore.languages.pictures import fits, fitted, pictures
from codescore.languages.shapes import Shape, TextShape

_WEIGHT = 0.85  # how surely a text is written in one of the ways that are listed
_SAID = re.compile(r"\b([a-z]\w*) (?:is|are)(?: written)?(?: as)? (?=['\"`])", re.IGNORECASE)
_QUOTED = re.compile(r"(['\"`])([^'\"`\s]{1,20})\1")
_SIGN = re.compile(r"[+-](?=\w)")


def either_form(shapes: Mapping[str, Shape], words: str) -> Iterator[Assumption]:
    """Which texts are written in one of several ways, each on a line."""
    for sentence in SENTENCES.split(" ".join(words.split())):
        said = [*_SAID.finditer(sentence)]
        ends = [*(one.start() for one in said), len(sentence)][1:]
        for found, following in zip(said, ends, strict=True) if said else ():
            ways = [quoted[2] for quoted in _QUOTED.finditer(sentence, found.end(), following)]
            if len(ways) < 2 or not any(map(_is_picture, ways)):
                continue
            called = {found[1].lower(), found[1].lower().removesuffix("s")}
            for name in (name for name, shape in shapes.items() if isinstance(shape, TextShape)):
                if last_word(name) in called:
                    because = f"its text says {sentence[found.start() : following].strip(' ,;.')!r}"
                    yield Assumption(name, "either form", because, weight=_WEIGHT, other="\n".join(ways))


def is_one_of(ways: str, text: str) -> bool:
    """Whether a text is written in one of these ways."""
    return any(_is_so(way, text) for way in ways.split("\n"))


def made_one_of(ways: str, text: str, chance: Random) -> str:
    """The text in one of these ways."""
    way = chance.choice(ways.split("\n"))
    sign, picture = _signed(way)
    return f"{sign}{fitted(picture, text, chance)}" if picture else way


def _is_so(way: str, text: str) -> bool:
    sign, picture = _signed(way)
    if not picture:
        return text == way
    return text.startswith(sign) and fits(picture, text.removeprefix(sign))


def _is_picture(way: str) -> bool:
    return _signed(way)[1] != ""


def _signed(way: str) -> tuple[str, str]:
    """The sign before a picture, and that; two empty texts where it is none."""
    sign = way[:1] if _SIGN.match(way) else ""
    plain = way.removeprefix(sign)
    return (sign, plain) if [*pictures(f"'{plain}'")] == [plain] else ("", "")
