"""Texts that are called after a format that everybody knows are written in it, unless a program finds out."""

from __future__ import annotations

from random import Random

import pytest

from codescore.evidence.written import rewritten, well_written
from codescore.languages import by_id
from codescore.languages.assumed import Assumption
from codescore.languages.known_formats import known_formats, near_known, one_known
from codescore.languages.shapes import IntShape, SequenceShape, TextShape

TEXT = {"s": TextShape()}


@pytest.mark.parametrize(
    ("name", "good", "bad"),
    [
        ("a Roman numeral", ("I", "IX", "XL", "MCMXCIV", "MMMCMXCIX"), ("", "IIII", "IC", "VX", "ix", "A")),
        ("an address of four numbers", ("0.0.0.0", "192.168.1.255"), ("1.2.3", "1.2.3.256", "01.2.3.4", "1.2.3.4.5")),
        ("a network in CIDR notation", ("10.0.0.0/8", "1.2.3.4/32"), ("10.0.0.0", "10.0.0.0/33", "10.0.0/8")),
        ("a version", ("1.2", "2.10.3", "1.0.0-rc4", "1.0.0-alpha.1"), ("1", "1.", "1.2-", "v1.2", "1..2")),
        (
            "a semantic version",
            ("1.2.3", "0.0.0", "1.0.0-rc.1", "1.0.0-alpha+build.5", "1.0.0+5"),
            ("1.2", "01.2.3", "1.2.3-", "1.2.3-01", "v1.2.3", ""),
        ),
        ("a colour", ("#fff", "#00FF7f"), ("fff", "#ff", "#ffff", "#ggg")),
        ("an absolute path", ("/", "/a/../b//", "/home/c.txt"), ("", "a", "a/b", "/a b")),
        ("made of A, C, G and T", ("A", "GATTACA"), ("", "acgt", "AB", "A C")),
    ],
)
def test_a_text_is_written_so_or_put_in_its_place(name: str, good: tuple[str, ...], bad: tuple[str, ...]) -> None:
    assumed = Assumption("s", "known as", "", other=name)
    assert all(well_written(assumed, text) for text in good)
    for number, text in enumerate(bad):
        assert not well_written(assumed, text), text
        assert well_written(assumed, rewritten(assumed, text, Random(number)))


@pytest.mark.parametrize(
    ("program", "found"),
    [
        ("def from_roman(s):\n    return sum(VALUES[c] for c in s)", ["s is a Roman numeral"]),
        ("function romanToInt(s) { return [...s].length; }", ["s is a Roman numeral"]),
        ("def is_roman(s):\n    return valid(s)", []),
        ("def from_roman(s):\n    if not s:\n        raise ValueError\n    return 1", []),
        ("def simplify(s):\n    return [p for p in s.split('/') if p != '..']", ["s is an absolute path"]),
        ("// dashes\nfunction normalizeName(s) { return s.replace(/_/g, '-'); }", []),
        ("def side(strand):\n    return {'+': '-', '-': '+'}.get(s, s)", []),
        ("def from_roman(s):\n    return sum(VALUES[c] for c in s.upper())", []),
        ("def simplify(s):\n    return s.strip()", []),
        ("def length(s):\n    return len(s)", []),
    ],
)
def test_the_only_text_of_a_function_that_is_called_so(program: str, found: list[str]) -> None:
    assert [one.words() for one in known_formats(TEXT, program, program)] == found


def test_a_parameter_that_is_called_so_among_others() -> None:
    shapes = {"ip": TextShape(), "cidr": TextShape(), "n": IntShape(), "versions": SequenceShape(TextShape())}
    assert {one.words() for one in known_formats(shapes, "f(", "f(")} == {
        "ip is an address of four numbers", "cidr is a network in CIDR notation", "versions is a version",
    }  # fmt: skip
    assert not list(known_formats({"roman": IntShape()}, "f(", "f("))


@pytest.mark.parametrize(
    ("language", "source"),
    [
        (
            "python",
            "def number(ip):\n    return [int(x) for x in ip.split('.')]\ndef first(ip):\n    return number(ip)[0]",
        ),
        ("javascript", "const number = ip => ip.split('.').map(Number);\nfunction first(ip) { return number(ip)[0]; }"),
        ("java", 'class A { static int number(String ip) { return ip.split("\\\\.").length; } }'),
        ("cpp", "int number(const std::string& ip) { return ip.size(); }"),
    ],
)
def test_each_language_knows_them(language: str, source: str) -> None:
    one = by_id(language)
    assert one is not None
    entry = one.runner().survey(source).entries[0]
    assert "ip is an address of four numbers" in {assumed.words() for assumed in entry.assumptions}


def test_who_hands_it_on_is_given_it_too() -> None:
    one = by_id("python")
    assert one is not None
    source = (
        "def number(ip):\n    return [int(x) for x in ip.split('.')]\ndef first(given):\n    return number(given)[0]"
    )
    words = {assumed.words() for assumed in one.runner().survey(source).entries[1].assumptions}
    assert "given is an address of four numbers" in words


@pytest.mark.parametrize(
    ("comment", "body", "format_"),
    [
        ("Compares two semantic versions.", "return 1;", "a semantic version"),
        ("Mixes two CSS colours.", "return parseInt(a, 16);", "a colour"),
        ("@param a colour as #rrggbb", "return parseInt(a, 16);", "a colour"),
        ("Mixes two CSS colours.", "return a;", ""),
        ("Says whether these are semantic versions.", "return true;", ""),
    ],
)
def test_what_words_call_all_texts(comment: str, body: str, format_: str) -> None:
    """Whatever the parameters are called; in one format, and not where a program may find out."""
    source = f"/** {comment} */\nfunction f(a, b, share) {{ {body} }}\n"
    found = [*known_formats({"a": TextShape(), "b": TextShape(), "share": IntShape()}, source, source)]
    assert {(one.parameter, one.other) for one in found} == ({("a", format_), ("b", format_)} if format_ else set())


def test_two_of_a_format_are_alike_but_for_a_part() -> None:
    """Versions with the same numbers and other words, in letters of either case; what would be none is left alone."""
    made = {near_known("a semantic version", "1.2.3-rc.1", "4.5.6-Z.7", Random(number)) for number in range(40)}
    assert made == {"1.5.6-Z.7", "1.2.6-Z.7", "1.2.3-Z.7", "1.2.3-rc.7", "1.2.3-rc.1"}
    assert near_known("a colour", "#fff", "#000", Random(1)) == "#fff"
    assert near_known("an address of four numbers", "1.2.3.4", "x", Random(1)) == "x"
    words = "".join(one_known("a semantic version", Random(number)) for number in range(80))
    assert any(map(str.isupper, words)) and any(map(str.islower, words)) and "+" in words  # noqa: PT018
