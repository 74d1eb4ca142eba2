"""What is put around a C++ text so that one of its functions can be called with values: a few lines behind it.

Before it come, on its first line, the usual nodes of lists and trees where it uses them and does not say what they are;
line numbers stay as they are.  Behind it stand the members of its classes and the constants of its enumerations, by
name, and the call.  Pure; neighbours: `reading` (what is in the text), `compiling`, `harness/codescore.hpp`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from codescore.languages.cpp.run.reading import Class, Enumeration, Function, Program

#: The file that the compiler's errors name where they are in what stands behind a text.
BEHIND = "codescore-call"
#: What the harness looks for.
ENTRY = "codescore_entry"
_LIBRARY = re.compile(r"\b(?:vector|string|map|set|pair|tuple|deque|queue|stack|list|array|optional|unordered_\w+)\b")
_NODES = {
    "ListNode": "struct ListNode { int val; ListNode *next; ListNode(): val(0), next(nullptr) {} "
    "ListNode(int x): val(x), next(nullptr) {} ListNode(int x, ListNode *n): val(x), next(n) {} };",
    "TreeNode": "struct TreeNode { int val; TreeNode *left, *right; "
    "TreeNode(): val(0), left(nullptr), right(nullptr) {} TreeNode(int x): val(x), left(nullptr), right(nullptr) {} "
    "TreeNode(int x, TreeNode *l, TreeNode *r): val(x), left(l), right(r) {} };",
}  # fmt: skip


def nodes_for(source: str) -> str:
    """The definitions of usual nodes that a text uses and does not make."""
    return "".join(
        f"{text} "
        for name, text in _NODES.items()
        if re.search(rf"\b{name}\b", source)
        and not re.search(rf"\b(?:struct|class|using|union)\s+{name}\b\s*[{{:=]", source)
    )


def bare(text: str) -> bool:
    """Whether a text uses the library's names without saying where they are from."""
    return "std::" not in text and "namespace std" not in text and _LIBRARY.search(text) is not None


def called(program: Program, job: dict[str, Any], around: str = "") -> Function | None:
    """The function that a job means: by name, owner (in the namespace `around`) and declared types, for overloads."""
    entry = job["entry"]
    owner = "::".join(part for part in (around, entry["owner"]) if part)
    found = [f for f in program.functions if f.name == entry["name"] and f.owner == owner]
    exact = [f for f in found if [p.type for p in f.parameters] == list(job["types"])]
    return next(iter(exact or found), None)


def behind(
    program: Program, function: Function | None, condition: str | None, *, members: bool, symbol: str = ENTRY
) -> str:
    """What stands behind a text; `members` says whether its classes are described, which not every class allows."""
    lines = [f'\n#line 1 "{BEHIND}"']
    if members:
        lines += [_members(one) for one in program.classes if one.fields and not one.template]
        lines += [_constants(one) for one in program.enumerations if one.constants]
    if function is not None:
        lines.append(f'extern "C" void {symbol}(codescore::Call& call) {{ {_call(program, function, condition)} }}')
    return "\n".join(lines) + "\n"


def _members(one: Class) -> str:
    pairs = ", ".join(f'std::pair("{name}", &{one.name}::{name})' for name, _ in one.fields)
    return f"{_described('Members', one.name)} static auto list() {{ return std::tuple({pairs}); }} }};"


def _constants(one: Enumeration) -> str:
    pairs = ", ".join(f'{{"{name}", {one.name}::{name}}}' for name in one.constants)
    table = f"static const std::vector<std::pair<const char*, {one.name}>> all{{{pairs}}}"
    return f"{_described('Constants', one.name)} static auto& list() {{ {table}; return all; }} }};"


def _described(what: str, name: str) -> str:
    simple = name.rpartition("::")[2]
    return f'template <> struct codescore::{what}<{name}> {{ static constexpr auto name() {{ return "{simple}"; }}'


def _call(program: Program, function: Function, condition: str | None) -> str:
    """The call of a function: by its address where there is one, else with the types of its parameters as written."""
    whole = f"{function.owner}::{function.name}" if function.owner else function.name
    alike = [f for f in program.functions if (f.name, f.owner) == (function.name, function.owner)]
    holds = _holds(function, condition)
    guesses = function.variables or any(re.search(r"\bauto\b", p.type) for p in function.parameters)
    if len(alike) == 1 and not guesses:
        address = whole if function.owner or not function.name else f"::{function.name}"
        return f"call.plain(&{address}, {holds});"
    types = ", ".join(f"codescore::Passed<{_known(p.type, function.variables)}>" for p in function.parameters)
    made = function.member and not function.static
    target = f"(*codescore::blank<{function.owner}>()).{function.name}" if made else whole
    made_of = f"{{ return {target}(static_cast<decltype(a)>(a)...); }}"
    return f"call.typed<{types}>([](auto&&... a) -> decltype(auto) {made_of}, {holds});"


def _known(type_: str, variables: Sequence[str]) -> str:
    """A type with whole numbers in place of what a template leaves open."""
    for name in (*variables, "auto"):
        if name:
            type_ = re.sub(rf"\b{re.escape(name)}\b", "int", type_)
    return type_


def _holds(function: Function, condition: str | None) -> str:
    if not condition:
        return "codescore::anything"
    # Several conditions come joined as another language joins them.
    condition = condition.replace(") and (", ") && (")
    names = ", ".join(_named(function))
    return f"[]({names}) -> bool {{ return ({condition}); }}"


def _named(function: Function) -> Iterator[str]:
    for number, parameter in enumerate(function.parameters):
        yield f"const auto& {parameter.name or f'codescore_{number}'}"
