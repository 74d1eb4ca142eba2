"""Inputs found in the words around a function: calls in its comments, and values given to its parameters.

    >>> rollingMax(Arrays.asList(1, 2, 3))        add([4, 2]) ==> 2        For lst = [1, 2], the output should be 3

One reader for languages with braces: comments are written by people, and calls in them may be in the language's own
notation or in another one's (lists in brackets or braces, names in snake case, words without quotes).  What cannot be
read is no example.  The texts are only read, never run.  Neighbours: each language's survey.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher

from codescore.languages.execution import Input, Parameter
from codescore.languages.shapes import (
    FloatShape,
    GroupShape,
    MappingShape,
    RecordShape,
    SequenceShape,
    Shape,
    TextShape,
    TupleShape,
)
from codescore.languages.values import Bool, Char, Float, Group, Int, Mapping, Null, Record, Text, Value
from codescore.languages.values import Sequence as Items

_MOST = 20
_ALIKE = 0.85  # names of calls in comments are often misspelt or abridged
_TOKEN = re.compile(
    r"""\s*(?:
    (?P<number>[-+]?(?:\d[\d_]*\.?\d*|\.\d+)(?:[eE][-+]?\d+)?[lLfFdD]?(?![\w.]))
    |(?P<text>"(?:[^"\\]|\\.)*")|(?P<char>'(?:[^'\\]|\\.)*')
    |(?P<word>[A-Za-z_][\w.]*)|(?P<sign>\[\s*\]|[\[\](){},:=<>]))""",
    re.VERBOSE,
)
_LISTS = re.compile(
    r"(?:Arrays\.)?asList|(?:Immutable)?(?:List|Set)\.of|(?:\w*List|\w*Deque|\w*Set|tuple|list|set|Collections\.\w+)$"
)
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "0": "\0", "b": "\b", "f": "\f", "s": " "}
_COMMENTS = re.compile(r"/\*.*?\*/|(?:^[ \t]*//[^\n]*\n?)+", re.DOTALL | re.MULTILINE)
_DECORATION = re.compile(r"^[ \t]*(?:/\*\*?|\*/|\*(?!/)|//+)?", re.MULTILINE)


def words_before(unit: str, start: int) -> str:
    """The comments that end where a declaration starts (a position in the text), without their decoration."""
    found: list[str] = []
    head = unit[:start].rstrip()
    while head:
        line = head[head.rfind("\n") + 1 :].strip()
        if head.endswith("*/"):
            at = head.rfind("/*")
        elif line.startswith("//"):
            at = len(head) - len(line)
        else:
            break
        if at < 0:
            break
        found.append(head[at:])
        head = head[:at].rstrip()
    return undecorated("\n".join(reversed(found)))


def words_about(source: str, name: str) -> str:
    """The comments of a program that show a call of this function; for one that has none of its own."""
    called = re.compile(rf"(?<![\w.]){re.escape(name)}\(")
    return "\n".join(undecorated(one[0]) for one in _COMMENTS.finditer(source) if called.search(one[0]))


def undecorated(comment: str) -> str:
    """What a comment says, without the signs that make it one."""
    return _DECORATION.sub("", comment).replace("*/", "")


def examples(words: str, name: str, parameters: Sequence[Parameter]) -> tuple[Input, ...]:
    """The inputs that a text gives for a method, in order, without duplicates."""
    found: dict[Input, None] = {}
    for given in (*_calls(words, name), *_assignments(words, parameters), *_labelled(words, parameters)):
        if len(given) == len(parameters) and len(found) < _MOST and parameters:
            found[Input(tuple(fitted(v, p.shape) for v, p in zip(given, parameters, strict=True)))] = None
    return tuple(found)


def _plain(name: str) -> str:
    return name.replace("_", "").lower()


def _calls(words: str, name: str) -> Iterator[tuple[Value, ...]]:
    """Calls of the method, its name written in any style or nearly right, and whatever a prompt (`>>>`) calls."""
    for call in re.finditer(r"(>>>\s*)?(?:\b[A-Za-z_]\w*\.)?([A-Za-z_]\w*)\s*\(", words):
        alike = SequenceMatcher(None, _plain(call[2]), _plain(name)).ratio() >= _ALIKE
        if alike or call[1]:
            reader = _Reader(words, call.end())
            values = reader.items(")")
            if values is not None:
                yield tuple(values)


def _assignments(words: str, parameters: Sequence[Parameter]) -> Iterator[tuple[Value, ...]]:
    """`For s = "abc", c = "ae"`: each time that all parameters were given a value, in any order."""
    names = [p.name for p in parameters]
    given: dict[str, Value] = {}
    for place in re.finditer(r"\b(\w+)\s*(?:=(?!=)|:)\s*(?=[\"'\[({\d-]|new\b|[A-Z]\w+\.\w+\()", words):
        meant = next((n for n in names if n == place[1]), None) or next((n for n in names if _part(n, place[1])), None)
        value = _Reader(words, place.end()).value() if meant else None
        if meant and value is not None:
            given[meant] = value
            if len(given) == len(names):
                yield tuple(given[name] for name in names)
                given = {}


def _part(name: str, longer: str) -> bool:
    """`capacity` is meant by `bucket_capacity`."""
    return re.fullmatch(rf"\w+_{re.escape(name)}", longer) is not None


def _labelled(words: str, parameters: Sequence[Parameter]) -> Iterator[tuple[Value, ...]]:
    """`Input: 3`, or `Input: "a", [1]`: as many values as there are parameters."""
    for place in re.finditer(r"\b[Ii]nput\s*:\s*", words):
        reader = _Reader(words, place.end())
        values: list[Value] = []
        for _ in parameters:
            reader.skip(",")
            value = reader.quoted_or_number()
            if value is None:
                break
            values.append(value)
        else:
            yield tuple(values)


class _Reader:
    """Reads values from a place in a text; every method gives None where there is no value."""

    def __init__(self, text: str, at: int) -> None:
        self.text = text
        self.at = at

    def _peek(self) -> re.Match[str] | None:
        return _TOKEN.match(self.text, self.at)

    def skip(self, sign: str) -> bool:
        """Go past a sign if it is next."""
        token = self._peek()
        if token is None or token["sign"] != sign:
            return False
        self.at = token.end()
        return True

    def items(self, end: str) -> list[Value] | None:
        """Values up to a closing sign, separated by commas."""
        values: list[Value] = []
        while not self.skip(end):
            value = self.value()
            if value is None or len(values) > 1000:
                return None
            values.append(value)
            self.skip(",")
        return values

    def value(self) -> Value | None:
        """One value."""
        token = self._peek()
        if token is None:
            return None
        self.at = token.end()
        if token["number"]:
            return _number(token["number"])
        if token["text"] or token["char"]:
            return Text(_unescaped((token["text"] or token["char"])[1:-1]))
        if token["word"]:
            return self._word(token["word"])
        return self._bracket(token["sign"])

    def quoted_or_number(self) -> Value | None:
        """One value, but no bare word: prose is full of them."""
        token = self._peek()
        return None if token is None or token["word"] else self.value()

    def _bracket(self, sign: str) -> Value | None:
        if re.fullmatch(r"\[\s*\]", sign):
            return Items("list")
        if sign == "{":
            return self._braces()
        if sign in ("[", "("):
            items = self.items("]" if sign == "[" else ")")
            return None if items is None else Items("list" if sign == "[" else "tuple", tuple(items))
        return None

    def _braces(self) -> Value | None:
        if self.skip("}"):
            return Mapping("dict")
        pairs: list[tuple[Value, Value]] = []
        items: list[Value] = []
        while not self.skip("}"):
            first = self.value()
            if first is None:
                return None
            if self.skip(":") or self.skip("="):
                second = self.value()
                if second is None:
                    return None
                pairs.append((first, second))
            else:
                items.append(first)
            self.skip(",")
        return Mapping("dict", tuple(pairs)) if pairs else Items("list", tuple(items))

    def _word(self, word: str) -> Value | None:  # noqa: PLR0911  one form per word
        if word in ("true", "True", "false", "False"):
            return Bool(word.lower() == "true")
        if word in ("null", "None"):
            return Null()
        if word == "new":
            return self._new()
        if not self.skip("("):
            return Text(word) if "." not in word else None
        items = self.items(")")
        if items is None:
            return None
        if word in ("Optional.of", "Optional.empty", "Optional.ofNullable"):
            return Items("optional", tuple(items))
        if word == "Map.of":
            return Mapping("dict", tuple(zip(items[::2], items[1::2], strict=False)))
        if len(items) == 1 and not _LISTS.match(word):
            return items[0]  # Integer.valueOf(3), BigInteger.valueOf(3)
        return Items("list", tuple(items)) if _LISTS.match(word) else None

    def _new(self) -> Value | None:
        """`new int[]{1, 2}`, `new ArrayList<>(List.of(1))`, `new BigInteger("12")`."""
        head = re.match(r"\s*([\w.]+)\s*(?:<[^()]*?>)?\s*((?:\[\s*\]\s*)*)", self.text[self.at : self.at + 200])
        if head is None:
            return None
        self.at += head.end()
        if head[2]:
            return self.value() if self._peek() else None
        if not self.skip("("):
            return None
        items = self.items(")")
        if items is None:
            return None
        if not items:
            return Mapping("dict") if head[1].endswith("Map") else Items("list")
        return items[0] if len(items) == 1 else None


def _number(text: str) -> Value:
    digits = text.replace("_", "")
    try:
        return Int(int(digits.rstrip("lL")))
    except ValueError:
        return Float(float(digits.rstrip("fFdDlL")))


def _unescaped(text: str) -> str:
    text = re.sub(r"\\u+([0-9a-fA-F]{4})", lambda m: chr(int(m[1], 16)), text)
    return re.sub(r"\\(.)", lambda m: _ESCAPES.get(m[1], m[1]), text, flags=re.DOTALL)


def fitted(value: Value, shape: Shape) -> Value:  # noqa: PLR0911  one form per pair of kinds
    """A value read from words in the kinds that a shape has: `[1]` for a set is a set, `3` for a double a `Float`."""
    match value, shape:
        case Int(v), FloatShape():
            return Float(float(v))
        case Int(v), TextShape():
            return Text(str(v))
        case ((Items(_, items) | Group(_, items)), GroupShape(element, kind)):
            return Group(kind, tuple(dict.fromkeys(fitted(item, element) for item in items)))
        case ((Items(_, items) | Group(_, items)), SequenceShape(element, kind)):
            return Items(kind, tuple(fitted(item, element) for item in items))
        case Mapping(_, ()), SequenceShape(_, kind):
            return Items(kind)
        case Items(_, items), TupleShape(shapes, kind) if len(items) == len(shapes):
            return Items(kind, tuple(fitted(item, one) for item, one in zip(items, shapes, strict=True)))
        case Mapping(_, pairs), MappingShape(key, held, kind):
            return Mapping(kind, tuple((fitted(k, key), fitted(v, held)) for k, v in pairs))
        case Items(_, items), RecordShape(type_, fields) if len(items) == len(fields):
            named = zip(fields, items, strict=True)
            return Record(type_, tuple((name, fitted(item, one)) for (name, one), item in named))
        case Text(v), _ if len(v) == 1 and type(shape).__name__ == "CharShape":
            return Char(v)
    return value
