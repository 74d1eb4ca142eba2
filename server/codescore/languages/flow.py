"""How values flow in a language, as data: which node types bind names, branch, repeat or open a scope.

Read from the optional `flow.toml` of a language's folder; a language without one has no data flow, which callers see
as None.  Knows no metric.  Neighbours: `metrics.dataflow` interprets the rules.

    variables   leaves that may be variables        members  `type.field` of names that never are
    callees     `type.field` of what is called      ignored  subtrees without variables
    first       children that are evaluated first   groups   left and right sides that are matched item by item
    statements  what is a vertex of a program dependence graph
    bind        type = [to, from]: names on one side get values of the other ("" for every other child)
    change      the same, and the old value is read too, unless the third field, an operator, is a bare `=`;
                ["", ""] reads and writes what is below
    define      type = field with names that get a value from elsewhere ("": all below)
    access      type = field of the object of which a part is read or written
    scope       names defined within are forgotten behind it; other fields than parameters and body are no code
    branch      one of the arms runs (`within`: the children of a field are the arms); `else` types make it sure that
                one does ("*": any alternative)
    loop        first once, then parts any number of times (at least once if `always`), `bind` at each turn; then last
    attempt     handlers, each of which may run after any part of what stands before
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

import tree_sitter

from codescore.languages.registry import Language

Fields = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Bind:
    """Fields of the names, of the values (0: every other child), and of an operator (0: none)."""

    to: int
    source: int
    operator: int = 0


@dataclass(frozen=True, slots=True)
class Scope:
    """Fields of parameters and body; without any, all children are code of the scope."""

    parameters: Fields
    body: Fields


@dataclass(frozen=True, slots=True)
class Branch:
    """Fields of what is evaluated first and of the arms, or of the node whose children are the arms."""

    first: Fields
    arms: Fields
    within: int
    otherwise: frozenset[int] | None  # types that make the arms exhaustive; None: any second arm does


@dataclass(frozen=True, slots=True)
class Loop:
    """Fields in order of evaluation."""

    first: Fields
    bind: Bind | None
    parts: Fields
    last: Fields
    always: bool


@dataclass(frozen=True, slots=True, eq=False)
class Flow:
    """The rules, in a grammar's numbers of node types and fields."""

    variables: frozenset[int]
    members: frozenset[tuple[int, int]]
    callees: frozenset[tuple[int, int]]
    ignored: frozenset[int]
    first: frozenset[int]
    groups: frozenset[int]
    statements: frozenset[int]
    bind: Mapping[int, Bind]
    change: Mapping[int, Bind]
    define: Mapping[int, int]
    access: Mapping[int, int]
    scope: Mapping[int, Scope]
    branch: Mapping[int, Branch]
    loop: Mapping[int, Loop]
    attempt: Mapping[int, frozenset[int]]
    assign: frozenset[int]  # the unnamed `=`


@cache
def flow_of(language: Language) -> Flow | None:
    """The rules of a language, None where it has none."""
    text = language.text("flow.toml")
    return None if text is None else _Reader(language.grammar).read(tomllib.loads(text))


class _Reader:
    """Turns names into a grammar's numbers; an unknown name is our own mistake and fails at once."""

    def __init__(self, grammar: tree_sitter.Language) -> None:
        self.grammar = grammar

    def read(self, data: dict[str, Any]) -> Flow:
        return Flow(
            variables=self.kinds(data["variables"]),
            members=self.places(data["members"]),
            callees=self.places(data["callees"]),
            ignored=self.kinds(data["ignored"]),
            first=self.kinds(data["first"]),
            groups=self.kinds(data["groups"]),
            statements=self.kinds(data["statements"]),
            bind={self.kind(k): Bind(*map(self.field, v)) for k, v in data["bind"].items()},
            change={self.kind(k): Bind(*map(self.field, v)) for k, v in data["change"].items()},
            define={self.kind(k): self.field(v) for k, v in data["define"].items()},
            access={self.kind(k): self.field(v) for k, v in data["access"].items()},
            scope={
                self.kind(k): Scope(self.fields(v.get("parameters", ())), self.fields(v.get("body", ())))
                for k, v in data["scope"].items()
            },
            branch={self.kind(k): self.branch(v) for k, v in data["branch"].items()},
            loop={self.kind(k): self.loop(v) for k, v in data["loop"].items()},
            attempt={self.kind(k): self.kinds(v) for k, v in data["attempt"].items()},
            assign=frozenset(n for n in [self.grammar.id_for_node_kind("=", False)] if n is not None),
        )

    def kind(self, name: str) -> int:
        number = self.grammar.id_for_node_kind(name, True)
        if not number:
            raise ValueError(f"the grammar of {self.grammar.name} has no node type {name!r}")
        return number

    def kinds(self, names: Iterable[str]) -> frozenset[int]:
        """All numbers of these names: a grammar may have several for one (aliases)."""
        wanted = set(names)
        for name in wanted:
            self.kind(name)
        numbers = range(self.grammar.node_kind_count)
        return frozenset(
            n for n in numbers if self.grammar.node_kind_is_named(n) and self.grammar.node_kind_for_id(n) in wanted
        )

    def field(self, name: str) -> int:
        if not name:
            return 0
        number = self.grammar.field_id_for_name(name)
        if not number:
            raise ValueError(f"the grammar of {self.grammar.name} has no field {name!r}")
        return number

    def fields(self, names: Iterable[str]) -> Fields:
        return tuple(map(self.field, names))

    def places(self, names: Iterable[str]) -> frozenset[tuple[int, int]]:
        pairs = (name.split(".") for name in names)
        return frozenset((self.kind(kind), self.field(field)) for kind, field in pairs)

    def branch(self, data: dict[str, Any]) -> Branch:
        otherwise = None if data["else"] == ["*"] else self.kinds(data["else"])
        return Branch(
            self.fields(data["first"]), self.fields(data.get("arms", ())), self.field(data.get("within", "")), otherwise
        )

    def loop(self, data: dict[str, Any]) -> Loop:
        bind = Bind(*map(self.field, data["bind"])) if "bind" in data else None
        first, parts, last = (self.fields(data.get(name, ())) for name in ("first", "parts", "last"))
        return Loop(first, bind, parts, last, data.get("always", False))
