"""Texts in a form: whether one is written as is assumed, and the nearest that is.

Neighbours: `evidence.properties` (asks, of all texts in a value), `languages.pictures` (times and dates).
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from random import Random

from codescore.languages.assumed import ANY_CASE, Assumption
from codescore.languages.either_form import is_one_of, made_one_of
from codescore.languages.known_formats import is_known, near_known, one_known
from codescore.languages.moments import near
from codescore.languages.patterns import texts_for
from codescore.languages.pictures import fits, fitted
from codescore.languages.quoting import form_of, in_form, placed, with_places
from codescore.languages.values import Group, Sequence, Text, Value, rebuilt
from codescore.languages.word_expressions import Grammar, grammar_of

#: Properties of texts that are asked here.
FORMS = (
    "parts",
    "pictured",
    "either form",
    "one of",
    "marked",
    "matched",
    "whole match",
    "closed",
    "around",
    "placed",
    "listed",
    "expression",
    "worded",
    "fields",
    "filled",
    "plain numbers",
    "known as",
)
_NUMBER = re.compile(r"\s*[-+]?\d+(?:\.\d+)?\s*")
#: Numbers with a 0 before them that are no part of a time, a date or a fraction.
_PADDED = re.compile(r"(?<![\d.:/-])0\d+(?![\d:/-])")
#: What ends a line, and other signs that nobody types.
_BREAKS = re.compile(r"[\t\n\r\v\f\x1c-\x1e\x85\u2028\u2029]")
_CLOSING = {"(": ")", "[": "]", "{": "}", "<": ">"}
_HALF = 0.5  # of the operands of an expression that are in a list beside it
_NEAR = 0.7  # of dates and times in an input with several
_FOUND = 4  # matches in one text at most
_NUMBERS, _AS_IS, _LONG_NUMBER = re.compile(r"\d+"), 0.3, 0.3  # shares of texts as they are, of numbers as long
_SIGNS = {"letters": "abcdexyzABC", "digits": "0123456789"}


def well_written(assumption: Assumption, text: str) -> bool:  # noqa: PLR0911  a property a case
    """Whether a text has as many parts as is assumed, or numbers only, or is written like the picture."""
    match assumption.property:
        case "pictured":
            return fits(assumption.other, text)
        case "one of" | "known as" | "either form" as how:
            return _among(how, assumption.other, text)
        case "marked":
            return all(_marked(line, assumption.other) for line in text.splitlines() if line.strip())
        case "whole match":
            return re.fullmatch(assumption.other, text) is not None
        case "matched":
            return not re.sub(rf"{assumption.other}|[\s,;]", "", text)
        case "closed":
            return _closed(text, assumption.other) == text
        case "around":
            return _within(text, assumption.other) == text
        case "expression" | "fields" | "worded" as how:
            return _well_formed(how, assumption.other, text)
        case "placed":
            return placed(text, assumption.other)
        case "listed":
            known = assumption.other.split("\n")  # blanks around it are another matter, unless a form has some
            return not {form_of(text), form_of(text.strip(" "))}.isdisjoint(known)
        case "filled" | "plain numbers" as how:
            plain = _PADDED.search(text) is None
            return plain if how != "filled" else _is_filled(text, assumption.other, assumption.bound)
    if not assumption.bound:
        return all(_NUMBER.fullmatch(part) for part in _parts(text, assumption.other) or [""])
    return len(_parts(text, assumption.other)) == assumption.bound


def _well_formed(how: str, form: str, text: str) -> bool:
    if how == "worded":
        return grammar_of(form).allows(text)
    return (is_expression if how == "expression" else in_fields)(text, form)


def _among(how: str, form: str, text: str) -> bool:
    if how == "either form":
        return is_one_of(form, text)
    return text in form.split("\n") if how == "one of" else is_known(form, text)


def _made_among(how: str, form: str, text: str, chance: Random) -> str:
    if how == "either form":
        return made_one_of(form, text, chance)
    return chance.choice(form.split("\n")) if how == "one of" else one_known(form, chance)


def _mixed(known: list[str], pattern: str, chance: Random) -> str:
    """One of these texts, with signs of others as long in its places where it still matches."""
    text = chance.choice(known)
    alike = [one for one in known if len(one) == len(text)]
    mixed = "".join(chance.choice(alike)[place] for place in range(len(text)))
    mixed = mixed if re.fullmatch(pattern, mixed) else text
    other = _NUMBERS.sub(lambda number: _other_number(number[0], chance), mixed)
    return other if chance.random() >= _AS_IS and re.fullmatch(pattern, other) else mixed


def _other_number(number: str, chance: Random) -> str:
    """A number with other digits, of one digit where it may be."""
    if number.startswith("0") or chance.random() < _LONG_NUMBER:
        return "".join(str(chance.randrange(10)) for _ in number)
    return str(chance.randrange(1, 10))


def rewritten(assumption: Assumption, text: str, chance: Random) -> str:  # noqa: PLR0911
    """The text where it is so, else with the parts that it has: the last again, the first only, numbers for words."""
    if well_written(assumption, text):
        return text
    match assumption.property:
        case "pictured":
            return fitted(assumption.other, text, chance)
        case "one of" | "known as" | "either form" as how:
            return _made_among(how, assumption.other, text, chance)
        case "marked":
            return "\n".join(_with_mark(line, assumption.other, chance) for line in text.splitlines())
        case "matched" | "whole match" as how:
            plain = assumption.other.removeprefix(ANY_CASE)
            known = [one for one in texts_for(plain) if re.fullmatch(plain, one)]
            times = chance.randrange(1, _FOUND) if how == "matched" else 1
            return " ".join(_mixed(known, plain, chance) for _ in range(times)) if known else text
        case "closed" | "around" as how:
            return (_closed if how == "closed" else _within)(text, assumption.other)
        case "expression" | "fields" as how:
            return (an_expression if how == "expression" else with_fields)(text, assumption.other, chance)
        case "worded":
            return of_words(text, grammar_of(assumption.other), chance)
        case "placed" | "listed" as how:
            return (with_places if how == "placed" else in_form)(text, assumption.other, chance)
        case "plain numbers":
            return _PADDED.sub(lambda found: found[0].lstrip("0") or "0", text)
        case "filled" if not assumption.bound:
            return _with_parts(text, assumption.other)
        case "filled":
            parts = _filled(text, assumption.other) or ["1"]
            return assumption.other.join((*parts, *[parts[-1]] * assumption.bound)[: assumption.bound])
    parts = _parts(text, assumption.other) or ["1"]
    if not assumption.bound:
        return assumption.other.join(one if _NUMBER.fullmatch(one) else str(chance.randrange(20)) for one in parts)
    return assumption.other.join((*parts, *[parts[-1]] * assumption.bound)[: assumption.bound])


def near_each_other(assumed: Iterable[Assumption], named: dict[str, Value], chance: Random) -> None:
    """Make a date, a time or a text of a known format that is written like that of a parameter before it one that is
    near that, mostly."""
    first: dict[str, str] = {}  # by picture
    for one in assumed:
        value = named.get(one.parameter)
        if one.property == "worded" and isinstance(value, Text) and not one.part:
            _among_operands(named, grammar_of(one.other).operands(value.value), chance)
            continue
        if one.property == "known as" and isinstance(value, Text) and not one.part:
            before = first.setdefault(one.other, value.value)
            new = near_known(one.other, before, value.value, chance) if chance.random() < _NEAR else value.value
            named[one.parameter] = Text(new)
            continue
        if one.property != "pictured" or one.part or not isinstance(value, (Text, Sequence)):
            continue
        if isinstance(value, Sequence):  # days off, and the day that they are counted from
            named[one.parameter] = _all_near(value, one.other, first.get(one.other, ""), chance)
            continue
        if one.other not in first:
            first[one.other] = value.value
        elif chance.random() < _NEAR and (moment := near(one.other, first[one.other], chance)):
            named[one.parameter] = Text(moment)


def _among_operands(named: dict[str, Value], names: list[str], chance: Random) -> None:
    """Fill lists and sets of texts beside an expression with some of its operands, mostly."""
    for name, value in named.items():
        if not isinstance(value, (Sequence, Group)) or not all(isinstance(item, Text) for item in value.items):
            continue
        if names and chance.random() < _NEAR:
            named[name] = replace(value, items=tuple(Text(one) for one in names if chance.random() < _HALF))


def _all_near(value: Sequence, picture: str, to: str, chance: Random) -> Sequence:
    """The dates or times in a list, most of them near to another one."""
    known = ((one, near(picture, to, chance) if to and chance.random() < _NEAR else "") for one in value.items)
    return replace(value, items=tuple(Text(new) if new and isinstance(old, Text) else old for old, new in known))


def _marked(line: str, marks: str) -> bool:
    """Whether a line has one of the signs before the blank, or begins with one behind it; brackets are closed."""
    within, _, first = marks.partition(" ")
    begins = line.strip()[:1]
    if begins in {*first}:
        return begins not in _CLOSING or (line.strip()[-1] == _CLOSING[begins] and _alone(line, begins))
    return bool({*line} & {*within})


def _alone(line: str, begins: str) -> bool:
    """Whether a bracket is there once, and so is the one that closes it."""
    return line.count(begins) == line.count(_CLOSING[begins]) == 1


def _with_mark(line: str, marks: str, chance: Random) -> str:
    """The line if it is so, else with what it has on both sides of a sign, or behind one that it begins with."""
    if _marked(line, marks):
        return line
    within, _, first = marks.partition(" ")
    plain = "".join(sign for sign in line if sign not in marks and sign not in _CLOSING.values())
    mark = chance.choice(within + first)
    return f"{plain}{mark}{plain}" if mark in within else f"{mark}{plain}{_CLOSING.get(mark, '')}"


def _within(text: str, pair: str) -> str:
    """The text within two brackets that stand nowhere else in it."""
    return "".join(sign for sign in text if sign not in pair).join(pair)


def _closed(text: str, signs: str) -> str:
    """The text without brackets that close nothing, and with what closes the others, and its quotes, at its end."""
    quotes, pairs = ([one for one in signs.split() if len(one) == size] for size in (1, 2))
    closing = {pair[0]: pair[1] for pair in pairs}
    missing = kept = ""
    for sign in text:
        missing = closing[sign] + missing if sign in closing else missing
        if sign in closing.values():
            if not missing.startswith(sign):
                continue
            missing = missing[1:]
        kept += sign
    return kept + "".join(quote for quote in quotes if text.count(quote) % 2) + missing


def of_signs(text: str, wanted: str, chance: Random) -> str:
    """The text in lower or upper case, or with letters or digits for what is none."""
    if wanted in ("lower case", "upper case"):
        return text.lower() if wanted == "lower case" else text.upper()
    fitting = str.isalpha if wanted == "letters" else str.isdigit
    return "".join(s if fitting(s) else chance.choice(_SIGNS[wanted]) for s in text) or _SIGNS[wanted][1]


def in_one_line(value: Value) -> Value:
    """The value with blanks for all line breaks in its texts."""
    if isinstance(value, Text):
        return Text(_BREAKS.sub(" ", value.value))
    return rebuilt(value, in_one_line)


def _parts(text: str, separator: str) -> list[str]:
    if not separator:  # one number, not taken apart
        return [text]
    return text.split() if separator == " " else text.split(separator)


def _is_filled(text: str, separator: str, bound: int) -> bool:
    """Whether it has so many parts, or where it is 0 any number in each line, and something in each."""
    if not bound:
        return _with_parts(text, separator) == text
    return len(_filled(text, separator)) == text.count(separator) + 1 == bound


def _with_parts(text: str, separator: str) -> str:
    """The text with something before and behind each separator in its lines."""
    lines = [line.split(separator) for line in text.split("\n")]
    return "\n".join(
        separator.join([part if part.strip() or len(parts) == 1 else "a" for part in parts]) for parts in lines
    )


def _filled(text: str, separator: str) -> list[str]:
    """The parts of a text in which there is something."""
    return [part for part in text.split(separator) if part.strip()]


_LITERAL = r"\d+(?:\.\d+)?"
_DEEPEST = 3
_BRACKETS, _BLANK, _ENDS, _IN_QUOTES = 0.35, 0.3, 0.45, 0.4  # shares of what is made
_LARGEST, _SMALL = 120, 12
_NAMES, _BEFORE = ("a", "b", "c", "d"), 0.3  # operands; share of them with a word before
_WORDS = ("a", "b c", "x", "12", "", "Tom", "3.5")


def is_expression(text: str, signs: str) -> bool:
    """Whether numbers stand between operators, and brackets around such, and nothing else.

    `signs` are the operators that an expression may have, and `(`, a blank and `.` where it may have these.
    """
    operators = "".join(re.escape(one) for one in signs if one not in "( .")
    plain = re.sub(r"\s+", "", text) if " " in signs and not re.search(r"[\d.]\s+[\d.]", text) else text
    plain = re.sub(_LITERAL if "." in signs else r"\d+", "0", plain)
    if "." in plain:
        return False
    while "(" in signs and (less := re.sub(rf"\(0(?:[{operators}]0)*\)", "0", plain)) != plain:
        plain = less
    return re.fullmatch(rf"0(?:[{operators}]0)*", plain) is not None


def an_expression(text: str, signs: str, chance: Random) -> str:
    """One of the numbers in a text, and of others."""
    numbers = re.findall(r"\d+", text)[:_DEEPEST]
    operators = [one for one in signs if one not in "( ."]
    blank = " " if " " in signs and chance.random() < _BLANK else ""

    def number() -> str:
        if numbers:
            return str(numbers.pop(0))
        whole = str(chance.randrange(_LARGEST if chance.random() < _BRACKETS else _SMALL))
        return f"{whole}.{chance.randrange(10)}" if "." in signs and chance.random() < _BLANK else whole

    def made(depth: int) -> str:
        said: str = operand(depth)
        while chance.random() > _ENDS:
            said += f"{blank}{chance.choice(operators)}{blank}{operand(depth)}"
        return said

    def operand(depth: int) -> str:
        inside = "(" in signs and depth < _DEEPEST and chance.random() < _BRACKETS
        return f"({made(depth + 1)})" if inside else number()

    return made(0)


def of_words(text: str, grammar: Grammar, chance: Random) -> str:
    """An expression of words, of those in a text that are none of the grammar's, and of others."""
    names = [*grammar.operands(text)[:_DEEPEST], *_NAMES][: chance.randint(2, 4)]

    def made(depth: int) -> str:
        said = operand(depth)
        while chance.random() > _ENDS:
            said += f" {chance.choice(grammar.between)} {operand(depth)}"
        return said

    def operand(depth: int) -> str:
        before = f"{chance.choice(grammar.before)} " if grammar.before and chance.random() < _BEFORE else ""
        inside = grammar.groups and depth < _DEEPEST and chance.random() < _BRACKETS
        return before + (f"({made(depth + 1)})" if inside else chance.choice(names))

    return made(0)


def in_fields(text: str, signs: str) -> bool:
    """Whether each field has no quote, or begins and ends with one and has only doubled ones between."""
    quote, separator = re.escape(signs[0]), re.escape(signs[1])
    field = rf"(?:{quote}(?:[^{quote}]|{quote}{quote})*{quote}|[^{quote}{separator}]*)"
    return re.fullmatch(rf"{field}(?:{separator}{field})*", text) is not None


def with_fields(text: str, signs: str, chance: Random) -> str:
    """The fields of a text without their quotes, some of them in quotes, with quotes and separators inside."""
    quote, separator = signs[0], signs[1]
    found = [one.replace(quote, "") for one in text.split(separator)]
    for place, one in enumerate(found):
        if chance.random() < _IN_QUOTES:
            inside = chance.choice(
                (one, f"{one}{separator}{chance.choice(_WORDS)}", f"{one}{quote}{quote}", f"{quote}{quote}{one}")
            )
            found[place] = f"{quote}{inside}{quote}"
    return separator.join(found)
