"""What the common CodeBLEU library (PyPI `codebleu`) knows of a language, as data, so that its numbers can be had.

Read from the optional `codebleu.toml` of a language's folder.  Neighbours: `metrics.papers.dataflow_library` and
`metrics.papers.code_bleu_compatible` interpret it; nothing else should, `flow` is how values really flow.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from typing import Any

from codescore.languages.registry import Language

Kinds = frozenset[int]


@dataclass(frozen=True, slots=True, eq=False)
class Library:
    """Keywords, and the node types (grammar's numbers) of each role in its data flow."""

    keywords: frozenset[str]
    strings: Kinds
    variables: Kinds
    defaults: Kinds
    assignments: Kinds
    clauses: Kinds
    updates: Kinds
    branches: Kinds
    arms: Kinds
    arm_tokens: Kinds
    item_loops: Kinds
    item_loop_body: Kinds
    counting_loops: Kinds
    counting_start: Kinds
    each_loops: Kinds
    repeated: Kinds
    comma: Kinds
    by_item: bool
    fields: dict[str, int]


@cache
def library_of(language: Language) -> Library | None:
    """The library's view of a language, None where we have none."""
    text = language.text("codebleu.toml")
    if text is None:
        return None
    data: dict[str, Any] = tomllib.loads(text)
    grammar = language.grammar
    named = {n: grammar.node_kind_for_id(n) for n in range(grammar.node_kind_count) if grammar.node_kind_is_named(n)}

    def kinds(key: str) -> Kinds:
        names = [data[key]] if isinstance(data[key], str) else data[key]
        unknown = set(names) - set(named.values()) - {""}
        if unknown:
            raise ValueError(f"the grammar of {language.id} has no node type {', '.join(sorted(unknown))}")
        return frozenset(number for number, name in named.items() if name in names)

    def tokens(names: list[str]) -> Kinds:
        numbers = (grammar.id_for_node_kind(name, False) for name in names)
        return frozenset(number for number in numbers if number)

    roles = [name for name in Library.__dataclass_fields__ if name in data]
    plain = {"keywords", "arm_tokens", "by_item"}
    return Library(
        keywords=frozenset(data["keywords"]),
        arm_tokens=tokens(data["arm_tokens"]),
        comma=tokens([","]),
        by_item=data["by_item"],
        fields={name: grammar.field_id_for_name(name) or 0 for name in ("name", "value", "left", "right", "body")},
        **{role: kinds(role) for role in roles if role not in plain},
    )
