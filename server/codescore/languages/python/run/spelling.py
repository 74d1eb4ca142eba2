"""A sequence of calls on an object as a person writes it in Python: `a = Stack()`, `a.push(1)`, `len(a)`, `a[0]`.

Neighbour: `writing` (values, calls and tests).
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from contextlib import suppress

from codescore.languages.anchored import emptied
from codescore.languages.execution import BACK, CALLED, EMPTIED, FAILS, ITSELF, Entry
from codescore.languages.values import Call, Value

_FORMS = {
    "__getitem__": "{a}[{0}]", "__setitem__": "{a}[{0}] = {1}", "__delitem__": "del {a}[{0}]",
    "__contains__": "{0} in {a}", "__iter__": "list({a})", "__reversed__": "list(reversed({a}))", "__neg__": "-{a}",
    "__invert__": "~{a}", "__eq__": "{a} == {0}", "__ne__": "{a} != {0}", "__lt__": "{a} < {0}",
    "__le__": "{a} <= {0}", "__gt__": "{a} > {0}", "__ge__": "{a} >= {0}", "__pos__": "+{a}",
    "__copy__": "copy.copy({a})",
}  # fmt: skip
#: Operators between two, in place, and behind what is no object of the class.
_OPERATORS = {"add": "+", "sub": "-", "mul": "*", "truediv": "/", "floordiv": "//", "mod": "%", "pow": "**", "and": "&",
              "or": "|", "xor": "^", "lshift": "<<", "rshift": ">>", "matmul": "@"}  # fmt: skip
_FORMS |= {f"__{name}__": f"{{a}} {sign} {{0}}" for name, sign in _OPERATORS.items()}
_FORMS |= {f"__i{name}__": f"{{a}} {sign}= {{0}}" for name, sign in _OPERATORS.items()}
_FORMS |= {f"__r{name}__": f"{{0}} {sign} {{a}}" for name, sign in _OPERATORS.items()}
_BUILT_IN = ("len", "str", "repr", "bool", "abs", "next", "int", "float", "hash", "round", "bytes", "complex",
             "divmod")  # fmt: skip
_NAMES = "abcdefghijklmnopqrstuvwxyz"


def said(entry: Entry, steps: Sequence[Call], written: Callable[[Sequence[Value]], list[str]]) -> list[str]:
    """The calls, a line each; objects are called a, b, c in the order in which they are made."""
    members = {member.name: member for member in entry.members}
    lines: list[str] = []
    around = ""
    made = at = functions = 0
    for number, step in enumerate(steps):
        if step.name == EMPTIED:
            name, _, path = emptied(step, lines)
            lines.append(f"{name}{''.join(f'[{key}]' for key in written(path))}.clear()")
            continue
        arguments = written(step.arguments)
        member = members.get(step.name)
        if step.name == BACK:
            at = (at - 1) % max(1, made)
            continue
        if step.name == CALLED.name:
            lines += [f"{_called(arguments, functions)}()"] if functions else []
            continue
        if step.name == FAILS:
            if around:
                lines.append(f"with suppress(ValueError), {around.removeprefix('with ')}: raise ValueError('failed')")
            around = ""
            continue
        new = step.name == entry.name
        text = f"{step.name}({', '.join(arguments)})" if new else _said(member, step.name, _name(at), arguments)
        if new or (member is not None and member.makes and number + 1 < len(steps)):
            at, made = made, made + 1
            text = f"{_name(at)} = {text}"
        if member is not None and member.gives_function and number + 1 < len(steps):
            functions += 1
            text = f"call{functions} = {text}"
        if around:
            text = f"{around}: {text}"
        around = f"with {text}" if member is not None and member.manages and number + 1 < len(steps) else ""
        lines += [] if around else [text]
    return lines


def _called(arguments: list[str], functions: int) -> str:
    """The name of the function that a step calls."""
    return f"call{int(arguments[0]) % functions + 1}"


def _name(number: int) -> str:
    return _NAMES[number % len(_NAMES)]


def _said(member: Entry | None, name: str, on: str, arguments: list[str]) -> str:
    if name in _FORMS:
        with suppress(IndexError):
            return _FORMS[name].format(*arguments, a=on)
    if name == "__exit__" and arguments[:1] != ["None"]:  # as the harness says that something failed
        return f"{on}.__exit__(ValueError, ValueError('failed'), None)"
    inner = name.strip("_") if name.startswith("__") else ""
    if inner in _BUILT_IN:
        return f"{inner}({', '.join([on, *arguments])})"
    if inner == "call":
        return f"{on}({', '.join(arguments)})"
    if name.endswith("="):
        return f"{on}.{name[:-1]} = {', '.join(arguments)}"
    if name.startswith("["):
        return f"{on}{name.removeprefix(ITSELF)}({', '.join(arguments)})"
    read = member is not None and member.kind in ("property", "attribute")
    return f"{on}.{name}" if read else f"{on}.{name}({', '.join(arguments)})"


def is_expression(text: str) -> bool:
    """Whether a line is a value that can be compared."""
    with suppress(SyntaxError):
        ast.parse(text, mode="eval")
        return True
    return False
