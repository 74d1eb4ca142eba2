"""What a C++ class is asked in sequences of calls, and with which types a template of classes is made.

A template is made with whole numbers for the types that it leaves open (`Stack<int>`), and a small number for a size.
Operators are methods like others, those of friends too; public data are read.  Reads only.
Neighbours: `reading` (what is in a text), `glue` (what calls them), `surveying` (entries).
"""

from __future__ import annotations

import re
from dataclasses import replace

from codescore.languages.cpp.run.reading import Argument, Class, Function, Program

_AGAIN = "operator++", "operator--"  # before or behind what they change
_UNASKED = re.compile(r"operator(?:=|->\*?|,|new|delete|co_await)(?:\[\])?")


def whole(one: Class) -> str:
    """A class as it is named from outside: a template with what it is made with."""
    return f"{one.name}<{', '.join(given for _, given in one.variables)}>" if one.variables else one.name


def bound(one: Class, type_: str) -> str:
    """A type that a class writes, with what stands for its template's parameters, and the class as one names it."""
    if not one.variables:
        return type_
    simple = one.name.rpartition("::")[2]
    type_ = re.sub(rf"\b{simple}\b(?!\s*[<:])", whole(one), type_)
    for name, given in one.variables:
        type_ = re.sub(rf"\b{re.escape(name)}\b", given, type_)
    return type_


def is_own(one: Class, type_: str) -> bool:
    """Whether a parameter takes another object of the class."""
    simple = one.name.rpartition("::")[2]
    return re.fullmatch(rf"(?:const\s+)?{simple}(?:\s*<[^<>]*>)?(?:\s+const)?\s*&{{0,2}}", type_) is not None


def asked(program: Program, one: Class) -> list[Function]:
    """The methods that who has an object of a class can call, of those of one name the first."""
    own = [f for f in program.functions if f.owner == one.name and f.member and not f.static and not f.hidden]
    own = [_after(f) for f in own if f.name not in one.shut and not _UNASKED.fullmatch(f.name)]
    simple = one.name.rpartition("::")[2]
    known = {name for name, _ in one.variables}
    plain = [
        f
        for f in own
        if known.issuperset(f.variables)
        and not any(re.search(rf"\b{simple}\b", p.type) and not is_own(one, p.type) for p in f.parameters)
    ]
    return list({f.name: f for f in reversed(plain)}.values())[::-1]


def _after(function: Function) -> Function:
    """An operator that stands behind what it changes: it has a name of its own, and takes nothing."""
    if function.name not in _AGAIN or not function.parameters:
        return function
    return replace(function, name=f"{function.name}(int)", parameters=())


def spelled(function: Function) -> str:
    """The call of a method of `o`, with arguments `a`."""
    if function.friend:
        return f"{function.name}(o, static_cast<decltype(a)>(a)...)"
    if function.name.endswith("(int)"):
        return f"o.{function.name.removesuffix('(int)')}(0)"
    return f"o.{function.name}(static_cast<decltype(a)>(a)...)"


def made(one: Class) -> tuple[Argument, ...]:
    """What the constructor takes that takes most."""
    return max(one.makers, key=len)


def makeable(one: Class) -> bool:
    """Whether sequences of calls say what a class does: its objects can be made, and hold something."""
    return one.state and bool(one.makers) and (bool(one.variables) or not one.template)
