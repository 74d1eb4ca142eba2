"""Code and cases to a program that can be run, and what it wrote to what came of each case.  Pure.

Neighbours: `languages.translating` (templates), `values` (texts), `execute` (runs it behind the wall).
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Any

from codescore.languages import by_id
from codescore.languages.translating import Kind, Template, template_of
from codescore.syntax.parse import parse_bytes
from codescore.translate import values
from codescore.translate.outline import names_of
from codescore.translate.records import Case, Task

_CODE = "{{code}}"
_HARNESS = "_codescore"  # how the line of a template begins from which on it is about cases


@dataclass(frozen=True, slots=True)
class Call:
    """How the function of a task is called in one language: types with what they mean, and what is compared.

    `changed` is the place of the argument that holds the result of a function that returns nothing; None: it returns.
    """

    template: Template
    types: tuple[str, ...]
    kinds: tuple[Kind, ...]
    returns: str
    result: Kind
    changed: int | None


@dataclass(frozen=True, slots=True)
class Program:
    """A whole program, and the line of it on which the code begins, from 0."""

    source: str
    offset: int


class Uncallable(ValueError):
    """Why a task's function cannot be called in a language, or a case cannot be given to it."""


def call_of(task: Task, language: str) -> Call:
    """How a task is called in a language.  Raises Uncallable."""
    found, params = by_id(language), task.params.get(language)
    template = template_of(found) if found is not None else None
    if template is None:
        raise Uncallable(f"{language}: no program of this language can be called with cases")
    if params is None:
        raise Uncallable(f"task {task.id} has no types in {language}")
    kinds = [template.kind(type_) for type_ in params.types]
    result = template.kind(params.returns)
    for type_, kind in zip((*params.types, params.returns), (*kinds, result), strict=True):
        if kind is None:
            raise Uncallable(f"task {task.id}: no converter for the type {type_} of {language}")
    known = tuple(kind for kind in kinds if kind is not None)
    assert result is not None
    changed = None
    if result.sort == "nothing":
        changed = next((n for n, kind in enumerate(known) if kind.sort in ("list", "chain", "tree")), None)
        if changed is None:
            raise Uncallable(f"task {task.id} returns nothing in {language}, and changes no argument")
        result = known[changed]
    return Call(template, params.types, known, params.returns, result, changed)


def stdin_of(case: Case, call: Call) -> str:
    """What a program reads for a case, after its mark.  Raises Uncallable."""
    lines = case.input.split("\n")
    if len(lines) != len(call.kinds):
        raise Uncallable(f"case {case.number}: {len(lines)} arguments, where {len(call.kinds)} are taken")
    try:
        given = zip(lines, call.kinds, strict=True)
        return "\n".join(values.tokens(values.read(line.rstrip("\r"), kind), kind) for line, kind in given)
    except values.Unreadable as problem:
        raise Uncallable(f"case {case.number}: {problem}") from None


def expected_of(case: Case, call: Call) -> values.Plain:
    """What a case must give.  Raises Uncallable."""
    try:
        return values.read(case.output.rstrip("\r\n"), call.result)
    except values.Unreadable as problem:
        raise Uncallable(f"case {case.number}: {problem}") from None


def fragment_of(code: str, owner: str, template: Template) -> str:
    """The code with the imports and structures of programs around it, and nothing that calls it."""
    owner = owner or template.unowned
    head = template.text.partition(_CODE)[0].replace("{{imports}}", "")
    lines = head.splitlines(keepends=True)
    kept = next((n for n, line in enumerate(lines) if line.startswith(_HARNESS)), len(lines))
    return f"{''.join(lines[:kept])}\n{''.join(_owned(code, owner, template))}\n"


def _owned(code: str, owner: str, template: Template) -> tuple[str, str, str]:
    """Code in its class: what opens the class, the code, what closes it; as it is where there is no owner."""
    if not owner:
        return "", code, ""
    start, indent, end = (part.replace("{owner}", owner) for part in template.scope)
    return start, "".join(f"{indent}{line}" for line in code.splitlines(keepends=True)) if indent else code, end


def program_of(code: str, entry: str, owner: str, call: Call) -> Program:
    """The program that calls `entry` of `code`, which is put into a class `owner` where it was taken out of one."""
    template = call.template
    owner = owner or template.unowned
    imports, rest = _apart(code, call) if template.imports else ("", code)
    names = [template.name.format(name=f"argument{n}") for n in range(len(call.types))]
    arguments = "\n".join(
        template.argument.format(name=f"argument{n}", type=type_, kind=kind)
        for n, (type_, kind) in enumerate(zip(call.types, call.kinds, strict=True))
    )
    made = template.call if call.changed is None else template.changed
    called = made.format(
        entry=template.inside.format(owner=owner, entry=entry) if owner else entry,
        arguments=", ".join(names),
        returns=call.returns,
        changed="" if call.changed is None else names[call.changed],
    )
    if template.declared and not owner:
        rest = _declared(rest, template)
    before, after = template.text.replace("{{imports}}", imports).replace("{{owner}}", owner).split(_CODE)
    start, rest, end = _owned(rest, owner, template)
    before, after = f"{before}{start}", f"{end}{after}"
    after = after.replace("{{arguments}}", arguments).replace("{{call}}", called)
    return Program(f"{before}{rest}{after}", before.count("\n"))


def _apart(code: str, call: Call) -> tuple[str, str]:
    """The imports of a text on one line, and the text with blanks in their place: its lines stay where they are."""
    language = by_id(call.template.language)
    assert language is not None
    data = code.encode("utf-8", "surrogatepass")
    kept, imports = bytearray(data), []
    for node in parse_bytes(language, data).root_node.children:
        if node.type in call.template.imports:
            imports.append(data[node.start_byte : node.end_byte].decode("utf-8", "replace").replace("\n", " "))
            for at in range(node.start_byte, node.end_byte):
                if kept[at] != ord("\n"):
                    kept[at] = ord(" ")
    return " ".join(imports), kept.decode("utf-8", "surrogatepass")


def _declared(code: str, template: Template) -> str:
    """The code with a declaration before the first function that uses one defined below it; lines stay where they are.

    Functions with default arguments are left: those may stand in one place only.
    """
    language = by_id(template.language)
    assert language is not None
    data = code.encode("utf-8", "surrogatepass")
    functions = [node for node in parse_bytes(language, data).root_node.children if node.type in template.declared]
    added: dict[int, bytes] = {}
    for place, function in enumerate(functions):
        name, body = names_of(language, function).get(function.id, b""), function.child_by_field_name("body")
        if not name or body is None:
            continue
        head = b" ".join(data[function.start_byte : body.start_byte].split())
        used = re.compile(rb"\b" + re.escape(name) + rb"\b")
        above = (one for one in functions[:place] if used.search(data, one.start_byte, one.end_byte))
        if (first := next(above, None)) is not None and b"=" not in head:
            added[first.start_byte] = added.get(first.start_byte, b"") + head + b"; "
    for at in sorted(added, reverse=True):
        data = data[:at] + added[at] + data[at:]
    return data.decode("utf-8", "surrogatepass")


def said(stdout: str, mark: str) -> dict[str, Any] | None:
    """What a program says came of a case; None where it says nothing that makes sense."""
    at = stdout.rfind(f"\n{mark}" + "{")
    if at < 0:
        return None
    line = stdout[at + 1 + len(mark) :].split("\n", 1)[0]
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None
