"""What is put around a C++ text so that one of its functions can be called with values: a few lines behind it.

Before it come, on its first line, the classes that it uses and does not make (`cpp.nodes`); line numbers stay as they
are.  Behind it stand the members of its classes and the constants of its enumerations, by name, and the call.  Pure;
neighbours: `reading` (what is in the text), `compiling`, `harness/codescore.hpp`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from codescore.languages.cpp.run.callables import callable_of
from codescore.languages.cpp.run.classes import asked, bound, made, makeable, spelled, whole
from codescore.languages.cpp.run.reading import Argument, Class, Enumeration, Function, Program, read

#: The file that the compiler's errors name where they are in what stands behind a text.
BEHIND = "codescore-call"
#: What the harness looks for.
ENTRY = "codescore_entry"
_LIBRARY = re.compile(r"\b(?:vector|string|map|set|pair|tuple|deque|queue|stack|list|array|optional|unordered_\w+)\b")
_NONE = "throw codescore::Unusable{};"


def announced(source: str) -> str:
    """Declarations of the functions that a text calls before they stand, as in one that is shown without its class.

    Only where they name no type that the text makes itself.
    """
    program = read(source)
    if program.classes or program.enumerations or program.aliases:
        return ""
    names = Counter(f.name for f in program.functions)
    free = [f for f in program.functions if not f.owner and not f.variables and names[f.name] == 1]
    found = []
    for number, function in enumerate(free):
        calls = re.compile(rf"\b{function.name}\s*\(".encode())
        early = any(calls.search(program.source, one.body, one.end) for one in free[:number])
        if early and not any(parameter.optional for parameter in function.parameters):
            found.append(" ".join(program.source[function.start : function.body].decode("utf-8", "replace").split()))
    return "".join(f"{one}; " for one in found)


def bare(text: str) -> bool:
    """Whether a text uses the library's names without saying where they are from."""
    return "std::" not in text and "namespace std" not in text and _LIBRARY.search(text) is not None


def called(program: Program, job: dict[str, Any], around: str = "") -> Function | Class | None:
    """The function or class that a job means: by name, owner (in the namespace `around`) and, for overloads, types."""
    entry = job["entry"]
    if entry["kind"] == "class":
        name = "::".join(part for part in (around, entry["name"]) if part)
        return next((one for one in program.classes if one.name == name and makeable(one)), None)
    owner = "::".join(part for part in (around, entry["owner"]) if part)
    found = [f for f in program.functions if f.name == entry["name"] and f.owner == owner]
    exact = [f for f in found if [p.type for p in f.parameters] == list(job["types"])]
    return next(iter(exact or found), None)


def behind(
    program: Program, function: Function | Class | None, condition: str | None, *, members: bool, symbol: str = ENTRY
) -> str:
    """What stands behind a text; `members` says whether its classes are described, which not every class allows."""
    lines = [f'\n#line 1 "{BEHIND}"']
    if members:
        lines += [_members(one) for one in program.classes if one.fields and not one.template]
        lines += [_constants(one) for one in program.enumerations if one.constants]
        lines += [_maker(one) for one in _taken(program, function)]
    if function is not None:
        call = _calls(program, function) if isinstance(function, Class) else _call(program, function, condition)
        lines.append(f'extern "C" void {symbol}(codescore::Call& call) {{ {call} }}')
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
    if len(alike) == 1 and not guesses and function.owner:
        return f"call.plain(&{whole}, {holds});"
    types = ", ".join(f"codescore::Passed<{_type(program, function, p)}>" for p in function.parameters)
    made = function.member and not function.static
    target = f"(*codescore::blank<{function.owner}>()).{function.name}" if made else whole
    made_of = f"{{ return {target}(static_cast<decltype(a)>(a)...); }}"
    return f"call.typed<{types}>([](auto&&... a) -> decltype(auto) {made_of}, {holds});"


def _calls(program: Program, one: Class) -> str:
    """The calls of a sequence on objects of a class, by name and number of arguments."""
    told = re.sub(r"^codescore_\d+::", "", one.name)  # the namespace that `together` puts it in
    lines = ["if (name.empty()) return calls.back();"]
    for taken in _shortened(made(one)):
        here = f'if (name == "{told}" && count == {len(taken)})'
        lines.append(f"{here} return calls.template make<{_passed(taken, one)}>();")
    for f in asked(program, one):
        alike = [g for g in program.functions if (g.name, g.owner) == (f.name, f.owner)]
        for taken in _shortened(f.parameters):
            here = f'if (name == "{f.name}" && count == {len(taken)})'
            if len(alike) == 1 and len(taken) == len(f.parameters) and not f.friend:
                address = f"&C::{f.name}"
                known = f"if constexpr (requires {{ {address}; }}) calls.member({address}); else {_NONE}"
                of = f"(std::type_identity<{whole(one)}>{{}})"
                lines.append(f"{here} return [&]<class C>(std::type_identity<C>) {{ {known} }}{of};")
            else:
                call = spelled(f)
                sound = f"requires requires {{ {call}; }}"
                function = f"[](auto& o, auto&&... a) -> decltype(auto) {sound} {{ return {call}; }}"
                lines.append(f"{here} return calls.template ask<{_passed(taken, one)}>({function});")
    for name, _ in one.fields:
        read_ = f"[](auto& o) -> const auto& {{ return o.{name}; }}"
        lines.append(f'if (name == "{name}" && count == 0) return calls.template ask<>({read_});')
    body = " ".join([*lines, _NONE])
    each = f"[&](const std::string& name, std::size_t count) {{ {body} }}"
    return f"codescore::Calls<{whole(one)}> calls(call); call.sequence({each});"


def _maker(one: Class) -> str:
    """How an object of a class is made that another function takes."""
    ways = " ".join(
        f"if (count == {len(taken)}) return codescore::constructed<{_list(one, taken)}>(in);"
        for taken in _shortened(made(one))
    )
    head = f"static {whole(one)}* of(codescore::Reader& in, std::size_t count)"
    return f"template <> struct codescore::Makes<{whole(one)}> {{ {head} {{ {ways} {_NONE} }} }};"


def _list(one: Class, taken: tuple[Argument, ...]) -> str:
    """A class, and what one of its constructors takes."""
    return ", ".join(filter(None, (whole(one), _passed(taken, one))))


def _taken(program: Program, called_: Function | Class | None) -> list[Class]:
    """The classes of which what is called takes objects that are made by a constructor."""
    functions = [] if called_ is None else asked(program, called_) if isinstance(called_, Class) else [called_]
    words = {word for f in functions for p in f.parameters for word in re.findall(r"\w+", p.type)}
    words |= {
        word for p in (made(called_) if isinstance(called_, Class) else ()) for word in re.findall(r"\w+", p.type)
    }
    return [one for one in program.classes if makeable(one) and one.name.rpartition("::")[2] in words]


def _shortened(parameters: tuple[Argument, ...]) -> Iterator[tuple[Argument, ...]]:
    """The parameters, and those without what has a default."""
    for end in range(len(parameters), -1, -1):
        yield parameters[:end]
        if end and not parameters[end - 1].optional:
            break


def _passed(parameters: tuple[Argument, ...], of: Class) -> str:
    return ", ".join(f"codescore::Passed<{bound(of, p.type)}>" for p in parameters)


def _type(program: Program, function: Function, parameter: Argument) -> str:
    """The type of a parameter, with functions where a template calls it, and numbers where it leaves it open."""
    called = callable_of(program, function, parameter)
    if called is None:
        return _known(parameter.type, function.variables)
    return re.sub(r"\bauto\b|" + "|".join(rf"\b{v}\b" for v in function.variables if v), called.type, parameter.type)


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
