"""Texts of cases to values and back: one reading for all languages, whatever a task's file writes around a list.

A text is read by the kind that its type means (`languages.translating`): a number; `true` or `false`; a text as it is,
or in quotes as JSON has it; a list with or without its outer brackets; a chain or a tree as the list of its nodes,
level by level, `null` where there is none.  Pure; raises `Unreadable` for what is none of that.
"""

from __future__ import annotations

import json
from typing import Any, TypeAlias

from codescore.evidence.json_texts import of_json
from codescore.languages.translating import Kind
from codescore.languages.values import Float, Group, Opaque, Sequence, Value

#: A value as JSON has it.
Plain: TypeAlias = Any
_TRUTH = {"true": True, "false": False, "1": True, "0": False}
_NODES = Kind("list", Kind("int"))


class Unreadable(ValueError):
    """A text that is no value of its type."""


def read(text: str, kind: Kind) -> Plain:
    """The value of a text.  Raises Unreadable."""
    try:
        return _read(text.strip() if kind.sort not in ("text", "char") else text, kind)
    except (ValueError, KeyError, RecursionError) as error:
        shown = text if len(text) < 60 else f"{text[:57]}..."
        raise Unreadable(f"{shown!r} is no {kind}{'' if isinstance(error, KeyError) else f' ({error})'}") from None


def _read(text: str, kind: Kind) -> Plain:
    match kind.sort:
        case "int":
            return int(text)
        case "float":
            return float(text)
        case "bool":
            return _TRUTH[text.lower()]
        case "text" | "char":
            found = json.loads(text) if len(text) > 1 and text[0] == text[-1] == '"' else text
            if kind.sort == "char" and len(found) != 1:
                raise ValueError("one character")
            return found
        case "nothing":
            return None
        case "list":
            return _checked(_listed(text, kind), kind)
        case _:
            nodes = _listed(text, _NODES) if text != "null" else []
            if not all(type(node) is int or (node is None and kind.sort == "tree") for node in nodes):
                raise ValueError("nodes are whole numbers")
            return _trimmed(nodes)


def _listed(text: str, kind: Kind) -> list[Plain]:
    """The list of a text, whose outer brackets may be missing; a comma may stand at its end."""
    text = text.removesuffix(",").rstrip()
    if text == "[]":
        return []
    depth = str(kind).split().count("list")
    whole = text if _opened(text) >= depth else f"[{text}]"
    try:
        found = json.loads(whole)
    except ValueError:
        if kind.of is None or kind.of.sort not in ("text", "char"):
            raise
        found = [part.strip() for part in text.removeprefix("[").removesuffix("]").split(",")]  # words without quotes
    if not isinstance(found, list):
        raise ValueError("a list")  # noqa: TRY004  of the text, not of a type
    return found


def _opened(text: str) -> int:
    """How many brackets a text begins with."""
    count = 0
    for sign in text:
        if sign == "[":
            count += 1
        elif sign != " ":
            break
    return count


def _checked(items: list[Plain], kind: Kind) -> list[Plain]:
    """The same list, its items of the kind that it holds."""
    inner = kind.of
    assert inner is not None
    if inner.sort == "list":
        for item in items:
            if not isinstance(item, list):
                raise ValueError("a list of lists")  # noqa: TRY004
            _checked(item, inner)
        return items
    if inner.sort in ("chain", "tree"):
        return [_trimmed(item) if isinstance(item, list) else [] for item in items]
    wanted: tuple[type, ...] = {"int": (int,), "float": (int, float), "bool": (bool,)}.get(inner.sort, (str,))
    if not all(type(item) in wanted for item in items):
        raise ValueError(f"its items are no {inner}")
    return items


def _trimmed(nodes: list[Plain]) -> list[Plain]:
    """Nodes without the missing ones at the end."""
    while nodes and nodes[-1] is None:
        nodes = nodes[:-1]
    return nodes


def tokens(plain: Plain, kind: Kind) -> str:
    """A value as a program's input (`languages.translating`)."""
    match kind.sort:
        case "bool":
            return str(int(plain))
        case "text" | "char":
            return "t" + str(plain).encode("utf-8", "surrogatepass").hex()
        case "list":
            assert kind.of is not None
            if kind.of.sort == "int":
                return f"{len(plain)} {' '.join(map(str, plain))}"
            return " ".join([str(len(plain)), *(tokens(item, kind.of) for item in plain)])
        case "chain" | "tree":
            return " ".join([str(len(plain)), *("null" if node is None else str(node) for node in plain)])
    return repr(plain) if kind.sort == "float" else str(plain)


def value(plain: Plain, kind: Kind) -> Value:
    """A value that is expected, or that a program claims, to be compared (`evidence.compare`)."""
    if kind.sort in ("chain", "tree"):
        plain = _trimmed(plain) if isinstance(plain, list) else [] if plain is None else plain
    if kind.sort == "float" and type(plain) is int:
        return Float(float(plain))
    return of_json(plain, _tagged)


def _tagged(plain: object) -> Value:
    """What a program says it got that is none of JSON's: a tuple, a set, an object of some type."""
    match plain:
        case {"of": "tuple", "items": list(items)}:
            return Sequence("tuple", tuple(of_json(item, _tagged) for item in items))
        case {"of": "set" | "frozenset", "items": list(items)}:
            return Group("set", tuple(of_json(item, _tagged) for item in items))
        case {"of": str(type_)}:
            return Opaque(type_[:80], "")
    return Opaque("unknown", "")


def shown(plain: Plain, most: int = 2000) -> str:
    """A value for a person: JSON, cut."""
    if isinstance(plain, dict) and isinstance(plain.get("of"), str):
        inside = plain.get("items")
        text = f"{plain['of']}({'' if inside is None else json.dumps(inside, ensure_ascii=False)})"
    else:
        text = json.dumps(plain, ensure_ascii=False)
    return text if len(text) <= most else f"{text[:most]}… ({len(text):,} characters)"
