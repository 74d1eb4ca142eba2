"""How a function of a language is called with cases given as text: `languages/<lang>/translate/`, data and a template.

`translate.toml` says what the language's types mean (`Kind`), `template.txt` is the program around the code: usual
imports, structures, and what reads a case from standard input, calls the function and writes what came of it.  Pure.
Neighbour: `codescore.translate` (which makes programs of it and reads what they write).

A case on standard input is a mark, then tokens between white space: a whole number and a float as JSON has them, a
bool as 0 or 1, a text or char as `t` and its UTF-8 in hexadecimal, a list, chain or tree as its length and its items
(`null` where a tree has no node).  What came of it is the last line that begins with the mark: a JSON object with
`value`, or `error`, `message` and `line`, or `exit`; and `log`.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Literal, TypeAlias

from codescore.languages.registry import Language

Sort: TypeAlias = Literal["int", "float", "bool", "text", "char", "list", "chain", "tree", "nothing"]
_DECORATION = re.compile(r"\bconst\b|[&*]")
_ARRAY = re.compile(r"\[\s*\]$")


@dataclass(frozen=True, slots=True)
class Kind:
    """What a type means to a case; `of` is what a list holds."""

    sort: Sort
    of: Kind | None = None

    def __str__(self) -> str:
        """`list list int`."""
        return self.sort if self.of is None else f"{self.sort} {self.of}"


@dataclass(frozen=True, slots=True)
class Template:
    """A language's template; see `translate.toml` of a language that has one for what the pieces mean."""

    language: str
    text: str
    entry: str
    owner: str | None
    missing: str
    types: Mapping[str, Sort]
    same: frozenset[str]
    argument: str
    name: str
    call: str
    changed: str
    imports: frozenset[str]
    declared: frozenset[str]
    structures: frozenset[str]
    known: re.Pattern[str]
    values: frozenset[str]
    mains: frozenset[str]
    modifiers: Mapping[str, tuple[str, str]]
    nested: Mapping[str, str]
    scope: tuple[str, str, str]
    inside: str
    unowned: str
    packages: tuple[str, ...]

    def brings(self, statement: str) -> bool:
        """Whether a statement is an import of what the template has, or of what all programs have."""
        return self.known.fullmatch(" ".join(statement.split())) is not None

    def is_value(self, type_: str, inner: Sequence[str]) -> bool:
        """Whether a statement defines something, by its type, or its type and that of what is in it."""
        return type_ in self.values or any(f"{type_}/{one}" in self.values for one in inner)

    def placed(self, text: str, type_: str, *, moved: bool, alone: bool) -> str:
        """A function or class as it stands in a program: `moved` into a class, or `alone` with functions like it."""
        prefix = self.nested.get(type_, "") if moved else ""
        if prefix and prefix not in text.split("{", 1)[0]:
            return f"{prefix}{text}"
        found = self.modifiers.get(type_) if alone else None
        return re.sub(found[0], found[1], text, count=1) if found is not None else text

    def bare(self, text: str) -> str:
        """A text without such words wherever a line begins with them: for one that does not parse because of them."""
        for pattern, instead in self.modifiers.values():
            text = re.sub(pattern, instead, text, flags=re.MULTILINE)
        return text

    def kind(self, type_: str) -> Kind | None:
        """What a type means, as it is written; None where there is no converter for it."""
        text = " ".join(_DECORATION.sub(" ", type_).split())
        if array := _ARRAY.search(text):
            inner = self.kind(text[: array.start()])
            return None if inner is None else Kind("list", inner)
        outer, _, held = text.partition("<" if "<" in text else "[")
        sort = self.types.get(outer.strip())
        if held:
            inner = self.kind(held[:-1]) if held[-1] in ">]" else None
            if outer.strip() in self.same:
                return inner
            return Kind("list", inner) if sort == "list" and inner is not None else None
        return None if sort is None or sort == "list" else Kind(sort)


@cache
def template_of(language: Language) -> Template | None:
    """The template of a language, or None where it has none."""
    data, text = language.text("translate/translate.toml"), language.text("translate/template.txt")
    if data is None or text is None:
        return None
    found = tomllib.loads(data)
    types = found["types"]
    return Template(
        language=language.id,
        text=text,
        entry=found["entry"],
        owner=found.get("owner"),
        missing=found["missing"],
        types={name: sort for sort, names in types.items() if sort != "same" for name in names},
        same=frozenset(types["same"]),
        argument=found["pieces"]["argument"],
        name=found["pieces"]["name"],
        call=found["pieces"]["call"],
        changed=found["pieces"]["changed"],
        imports=frozenset(found["pieces"]["imports"]),
        declared=frozenset(found["pieces"].get("declared", ())),
        inside=found["pieces"]["inside"],
        scope=tuple(found["pieces"]["scope"]),
        unowned=found["pieces"]["unowned"],
        packages=tuple(found["known"].get("packages", ())),
        structures=frozenset(found["known"]["structures"]),
        known=re.compile("|".join(found["known"]["statements"])),
        values=frozenset(found["extract"]["values"]),
        mains=frozenset(found["extract"]["mains"]),
        modifiers={type_: (one[0], one[1]) for type_, one in found["extract"].get("modifiers", {}).items()},
        nested=found["extract"].get("nested", {}),
    )
