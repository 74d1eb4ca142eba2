"""The functions that C++ programs are given: what a declared type takes and gives, and how each is written.

A type is that of a `std::function`, of a pointer to a function, or what a template's parameter is seen to be
(`callables`).  What a function of `languages.functions` does is written here for a person, and done by
`harness/given.hpp`.  Of a value that is neither number, text nor list it looks at a number made of what is in it:
`numberOf(x)`.  Neighbours: `types` (declared types), `text` (all other values).
"""

from __future__ import annotations

import re

from codescore.languages.functions import kinds_of
from codescore.languages.standard import numbers, text
from codescore.languages.values import Record

#: The library's types of functions.
HOLDERS = ("function", "move_only_function", "copyable_function")
#: What parameters are called that tell which of two comes first, and that tell whether two are alike.
COMPARES = re.compile(
    r"(?i)^(?:comp\w*|cmp\w*|less\w*|order\w*|before|precedes|better|smaller|greater|\w*(?:Less|Cmp|Comp|Compare|Before))_?$"
)
LIKENS = re.compile(r"(?i)^(?:eq|equals?|same\w*|match\w*|alike|similar|equiv\w*|\w*_?(?:equal|eq|same))_?$")
_NUMBER = {
    "number": "{0}", "text": "int({0}.size())", "list": "int({0}.size())", "other": "numberOf({0})",
}  # fmt: skip
#: What each name gives: `{n}` and `{m}` are numbers of the arguments, `{t}` and `{u}` their texts.
_GIVES = {
    "plus k": "{n} + {k}", "times k": "{n} * {k}", "remainder": "{n} % {r}", "is k": "{k}",
    "less second": "{n} - {m} + {k}", "and k times second": "{n} + {k} * {m}",
    "more times first and second": "{r} * {n} + {m}",
    "above k": "{n} > {k}", "even by k": "{n} % {r} == 0", "equals k": "{n} == {k}", "always": "true",
    "never": "false", "second above k": "{m} > {k}", "above second": "{n} > {m}", "before k": '{t} + "{k}"',
    "by k": "std::to_string({n} % {r})", "both": '{t} + "{k}" + {u}', "both by k": "std::to_string(({n} + {m}) % {r})",
    "first": "{x}", "second": "{y}", "larger": "{n} >= {m} ? {x} : {y}", "pair": "std::vector{{int({n}), {k}}}",
    "repeated": "std::vector<int>({k}, {n})", "both listed": "std::vector{{int({n}), int({m}), {k}}}",
    "only k": "std::vector{{{k}}}", "some k": "std::optional({k})", "none": "std::nullopt",
    "if above k": "{n} > {k} ? std::optional<int>({n}) : std::nullopt",
    "second if above k": "{m} > {k} ? std::optional<int>({n}) : std::nullopt",
    "equal": "{x} == {y}", "equal remainders": "{n} % {r} == {m} % {r}", "all equal": "true",
}  # fmt: skip
_BEFORE = {
    "ascending": "{n} < {m}",
    "descending": "{n} > {m}",
    "by remainder": "{n} % {r} < {m} % {r}",
    "all alike": "false",
}
_SHOWN = {"number": "std::to_string({0})", "text": "{0}", "list": "std::to_string({0}.size())"}
_PRINTED = {"number": "{0}", "text": "{0}", "list": "{0}.size()", "other": "numberOf({0})"}


def written(function: Record) -> str:
    """A function that a program is given, as a C++ expression."""
    kinds, result = kinds_of(function.type)
    name, k = text(function), numbers(function)[0]
    if name == "count from k":
        return f"[n = std::make_shared<int>({k})] {{ return (*n)++; }}"
    if name == "fails first":
        return f"failsFirst({k})"
    parts = {"k": f"{k}.5" if result == "real" else str(k), "r": str(k + 2)}
    for kind, one, number, shown in zip(kinds, "xy", "nm", "tu", strict=False):
        parts |= {one: one, number: _NUMBER[kind].format(one)}
        parts[shown] = _SHOWN.get(kind, "std::to_string(numberOf({0}))").format(one)
    taken = ", ".join(f"auto {one}" for one, _ in zip("xy", kinds, strict=False))
    head = f"[]({taken})" if kinds else "[]"
    if name == "prints":
        told = ' << ", " << '.join(_PRINTED[kind].format(one) for kind, one in zip(kinds, "xy", strict=False))
        start = f'"{k}: " << {told}' if kinds else f'"{k}"'
        return f"{head} {{ std::cout << {start} << '\\n'; }}"
    return f"{head} {{ return {_body(name, result, kinds, parts)}; }}"


def _body(name: str, result: str, kinds: tuple[str, ...], parts: dict[str, str]) -> str:
    """What a function returns."""
    if result in ("order", "before"):
        plain = {**parts, "n": "x", "m": "y"} if kinds[0] == "text" and name in ("ascending", "descending") else parts
        before = _BEFORE[name].format(**plain)
        after = _BEFORE[name].format(**{**plain, "n": plain["m"], "m": plain["n"]})
        return before if result == "before" else "0" if name == "all alike" else f"({after}) - ({before})"
    if result == "text" and name == "is k":
        return f'std::string("{parts["k"]}")'
    return _GIVES[name].format(**parts)
