"""A language's folder, drafted from what a source shows of its grammar: data, queries, words and an annotated example.

What the draft cannot know is left out, and a folder without it works: operators and control words serve explanations
only.  Every draft is to be read by somebody; its files say what to look for.  Knows nothing of packages.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass

from tree_sitter import Language

from codescore_train.language.survey import Place, Survey, loops, survey


@dataclass(frozen=True, slots=True)
class Draft:
    """What somebody says of a language: its id, what people call it, its grammar's module, its files' endings."""

    id: str
    title: str
    grammar: str
    endings: tuple[str, ...]


def files(draft: Draft, grammar: Language, source: bytes) -> dict[str, str]:
    """Name and text of every file of a folder, but for the annotations of the example."""
    found = survey(grammar, source)
    return {
        "__init__.py": f'"""What {draft.title} alone can say: its data (see `language.toml`)."""\n',
        "language.toml": _data(draft, found),
        "units.scm": _units(found),
        "locals.scm": _locals(draft, found, grammar),
        "keywords.txt": "\n".join(found.keywords) + "\n",
    }


def like(draft: Draft, other: str) -> dict[str, str]:
    """The same of a language that is like another one: it says only what it is called."""
    first = f"# {draft.title} as data, on top of another language's.\nlike = {_text(other)}\n"
    return {
        "__init__.py": f'"""What {draft.title} alone can say: its data (see `language.toml`)."""\n',
        "language.toml": first + _head(draft) + _editors(draft),
    }


def _head(draft: Draft) -> str:
    return (
        f"id = {_text(draft.id)}\nname = {_text(draft.title)}\ngrammar = {_text(draft.grammar)}\n"
        f"extensions = {_list(draft.endings)}\nlsp_ids = {_list([draft.id])}\n"
    )


def _data(draft: Draft, found: Survey) -> str:
    module = draft.grammar.partition(":")[0]
    return f"""\
# {draft.title} as data.  Node types are those of {module}.
{_head(draft)}line_comments = {_list([found.line_comment])}

[structure]
functions = {_list(found.functions)}
constructors = {_list(found.constructors)}
classes = {_list(found.classes)}
members = {_list(found.members)}

[scopes]
identifiers = {_list([found.name])}
# `sequential`: a name is seen behind its declaration; `hoisted`: in its whole scope, and every assignment declares.
declaration = "sequential"
# `transparent`: functions of a class see each other by their names alone; `opaque`: they do not.
class_scope = "transparent"
# `separate`: a function and a variable may have one name.
function_namespace = "shared"

[layout]
# Nodes whose children stand on lines of their own, those that stand deeper, and what closes them.
bodies = {_list(found.bodies)}
indents = {_list(found.blocks)}
closers = {_list(found.closers)}
comments = {_list(found.comments)}
strings = {_list(found.strings)}
quotes = {{ '"' = '"', "'" = "'" }}
{_editors(draft)}"""


def _editors(draft: Draft) -> str:
    """What editors call it: its id, until somebody knows better."""
    return f"""
[editors]
helix = {{ {draft.id} = {_text(draft.id)} }}
zed = {_list([draft.title])}
kakoune = {_list([draft.id])}
emacs = {_list([f"{draft.id}-mode", f"{draft.id}-ts-mode"])}
"""


def _units(found: Survey) -> str:
    patterns = [f"({kind}\n  name: (_) @name\n  body: (_)) @unit\n" for kind in (*found.functions, *found.constructors)]
    return "; Units: what has a verdict of its own.\n" + "\n".join(patterns)


def _locals(draft: Draft, found: Survey, grammar: Language) -> str:
    scopes = [f"({kind}) @scope.function" for kind in (*found.functions, *found.constructors)]
    scopes += [f"({kind}) @scope.block" for kind in loops(found, grammar)]
    scopes += [f"({kind}) @scope.class" for kind in found.classes]
    bound = found.bound
    parts = [
        ("scopes", scopes),
        ("functions and types", _captures(found, bound["function"], "definition.function")
         + _captures(found, bound["type"], "definition.type")),
        ("parameters", _captures(found, bound["parameter"], "definition.parameter")),
        ("variables", _captures(found, bound["variable"], "definition.variable")),
        ("names that are never variables", _captures(found, bound["keep"], "keep")),
        ("not seen as anything but a use; move what binds a name", _comments(found, found.others)),
    ]  # fmt: skip
    head = f"; Scopes, definitions and references of {draft.title}, for the sketch.\n"
    head += "; See codescore/sketch/scopes.py for what each capture means.\n"
    return head + "".join(f"\n; -- {title}\n" + "\n".join(lines) + "\n" for title, lines in parts if lines)


def _captures(found: Survey, places: Sequence[Place], capture: str) -> list[str]:
    return [place.query(found.name, capture) for place in places]


def _comments(found: Survey, places: Sequence[Place]) -> list[str]:
    return [f"; {place.query(found.name, 'definition.variable')}" for place in places]


def _text(value: str) -> str:
    return json.dumps(value, ensure_ascii=False)


def _list(values: Sequence[str]) -> str:
    return json.dumps(list(values), ensure_ascii=False)
