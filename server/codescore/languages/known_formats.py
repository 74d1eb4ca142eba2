"""Texts that are called after a format that everybody knows: a Roman numeral, an address of a network, a version.

Nothing in a program says what `ip` is made of, and every right program takes it for granted in its own way.  Nothing is
said where a program may be there to find out (it raises, or answers yes or no).  Pure.
Neighbours: `languages.customary` (asks), `evidence.written` (checks texts and mends them).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from random import Random
from string import ascii_letters

from codescore.languages.assumed import Assumption
from codescore.languages.called import names_in
from codescore.languages.described import unpromised
from codescore.languages.quoting import code_of, words_of
from codescore.languages.shapes import SequenceShape, Shape, TextShape

_WEIGHT, _TOLD = 0.6, 0.85  # how surely a text that is called so is one, and one of which words say it
_PLAIN, _BUILT = 0.4, 0.2  # of versions: without a word behind the numbers; of the others: with one behind a plus
_FINDS_OUT = re.compile(
    r"\b(?:raise|throw|throws|assert)\b|\breturn\s+(?:true|false)\b|valid|well[- ]?formed", re.IGNORECASE
)
#: A program that takes them in another spelling, too.
_OTHER_WAYS = re.compile(
    r"\bstarts_?with\(|\blstrip\(\s*[\"']|\bremoveprefix\(|\.(?:lower|upper|casefold|to(?:Lower|Upper)Case)\(|IgnoreCase"
)
_BYTE = r"(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)"
_ADDRESS = rf"{_BYTE}(?:\.{_BYTE}){{3}}"
_ROMAN = ((1000, "M"), (900, "CM"), (500, "D"), (400, "CD"), (100, "C"), (90, "XC"), (50, "L"), (40, "XL"), (10, "X"),
          (9, "IX"), (5, "V"), (4, "IV"), (1, "I"))  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Format:
    """A format: the words that something is called after, how it is written, and a text of it; `shown`: what must be
    found in the program, too; `told`: what comments say where all texts are so, whatever they are called."""

    words: frozenset[str]
    pattern: re.Pattern[str]
    make: Callable[[Random], str]
    shown: str = ""
    told: str = ""


def _numeral(chance: Random) -> str:
    number, made = chance.choice((chance.randint(1, 40), chance.randint(1, 3999))), ""
    for value, sign in _ROMAN:
        made += sign * (number // value)
        number %= value
    return made


def _address(chance: Random) -> str:
    return ".".join(str(chance.choice((0, 1, 10, 127, 192, 255, chance.randrange(256)))) for _ in range(4))


def _network(chance: Random) -> str:
    return f"{_address(chance)}/{chance.choice((0, 8, 24, 31, 32, chance.randrange(33)))}"


def _version(chance: Random) -> str:
    return ".".join(str(chance.choice((0, 1, 2, 9, 10, 11))) for _ in range(chance.choice((2, 3, 3, 3))))


def _semantic(chance: Random) -> str:
    made = ".".join(str(chance.choice((0, 1, 1, 2, 10))) for _ in range(3))
    build = f"+{_word(chance)}" if chance.random() < _BUILT else ""
    if chance.random() < _PLAIN:
        return f"{made}{build}"
    parts = [chance.choice(("alpha", "beta", "rc", "0", "1", "2", "11", _word(chance))) for _ in range(3)]
    return f"{made}-{'.'.join(parts[: chance.randint(1, 3)])}{build}"


def _word(chance: Random) -> str:
    """Letters of either case, perhaps with a digit or a hyphen behind them."""
    return "".join(chance.choices(ascii_letters, k=chance.randint(1, 3))) + chance.choice(("", "", "1", "-", "-x"))


def _colour(chance: Random) -> str:
    signs = chance.choice(("0123456789abcdef", "0123456789ABCDEF", "0f8"))
    return "#" + "".join(chance.choices(signs, k=chance.choice((3, 6, 6))))


def _path(chance: Random) -> str:
    return "".join(f"/{chance.choice(('a', 'b', 'c.txt', '.', '..', '', 'home'))}" for _ in range(chance.randint(1, 6)))


def _of(signs: str) -> Callable[[Random], str]:
    return lambda chance: "".join(chance.choices(signs, k=chance.randint(1, 12)))


def _format(words: str, pattern: str, make: Callable[[Random], str], shown: str = "", told: str = "") -> _Format:
    return _Format(frozenset(words.split()), re.compile(pattern), make, shown, told)


_STEPS = r"(?s)([\"'])/\1.*([\"'])\.\.\2"  # what is split at `/`, and asked for `..`
_NUMBER, _PART = r"(?:0|[1-9]\d*)", r"(?:0|[1-9]\d*|\d*[A-Za-z-][0-9A-Za-z-]*)"
_SEMANTIC = rf"{_NUMBER}\.{_NUMBER}\.{_NUMBER}(?:-{_PART}(?:\.{_PART})*)?(?:\+[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*)?"
_BASES = r"[\"'][ACGT][\"']|[ACGT]{4}"
_FORMATS = {
    "a Roman numeral": _format(
        "roman", r"(?=.)M{0,3}(?:CM|CD|D?C{0,3})(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3})", _numeral
    ),
    "an address of four numbers": _format("ip ipv4", _ADDRESS, _address),
    "a network in CIDR notation": _format(
        "cidr", rf"{_ADDRESS}/(?:[12]?\d|3[0-2])", _network
    ),
    "a semantic version": _format("semver", _SEMANTIC, _semantic, told=r"(?i)\bsemantic versions?\b|\bsemver\b"),
    "a version": _format("version versions semver", r"\d+(?:\.\d+)+(?:-[0-9A-Za-z]+(?:[.-][0-9A-Za-z]+)*)?", _version),
    "a colour": _format(
        "colour color hex rgb", r"#(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6})", _colour, shown=r"\b16\b",
        told=r"(?i)\bCSS colou?rs?\b|#rrggbb\b|\bhex(?:adecimal)? colou?rs?\b",
    ),
    "an absolute path": _format("simplify normalize normalise canonical", r"(?:/[^/\s]*)+", _path, shown=_STEPS),
    "made of A, C, G and T": _format("dna strand", r"[ACGT]+", _of("ACGT"), shown=_BASES),
}  # fmt: skip


def is_known(name: str, text: str) -> bool:
    """Whether a text is written in the format that is called so."""
    return _FORMATS[name].pattern.fullmatch(text) is not None


def one_known(name: str, chance: Random) -> str:
    """A text of this format."""
    return _FORMATS[name].make(chance)


def near_known(name: str, first: str, second: str, chance: Random) -> str:
    """A text of this format that begins as the first and ends as the second: who compares two finds them alike but for
    a part; the second where that makes none."""
    one, two = (re.split(r"(?=[.+/-])", text) for text in (first, second))
    cut = chance.randint(1, max(1, min(len(one), len(two))))
    made = "".join((*one[:cut], *two[cut:]))
    return made if is_known(name, made) else second


def known_formats(shapes: Mapping[str, Shape], program: str, source: str) -> Iterator[Assumption]:
    """Which parameters are called after a format, or are the only texts of a function that is."""
    texts = [name for name, shape in shapes.items() if isinstance(_leaf(shape), TextShape)]
    code = code_of(source)
    if not texts or finds_out(program) or _OTHER_WAYS.search(code):
        return
    for called, one in _FORMATS.items():
        if not re.search(one.shown, code):
            continue
        function = len(texts) == 1 and not one.words.isdisjoint(names_in(first_called(program)))
        told = re.search(one.told, words_of(source)) if one.told else None
        for name in texts:
            if told is not None or function or not one.words.isdisjoint(names_in(name)):
                because = "the function is called so" if function else f"{name!r} is called so"
                because = f"its text says {told[0]!r}" if told is not None else because
                weight = _TOLD if told is not None else _WEIGHT
                yield Assumption(name, "known as", because, weight=weight, other=called)
        if told is not None:
            break


def _leaf(shape: Shape) -> Shape:
    return shape.element if isinstance(shape, SequenceShape) else shape


def finds_out(program: str) -> bool:
    """Whether a program may be there to find out if something is well-formed."""
    return _FINDS_OUT.search(unpromised(program)) is not None


def first_called(program: str) -> str:
    """The first thing in a text that is written like a function; "" where there is none."""
    found = re.search(r"\b(?:def|function)\s+(\w{1,60})", program) or re.search(r"\b([A-Za-z_]\w{0,60})\(", program)
    return found[1] if found is not None else ""
