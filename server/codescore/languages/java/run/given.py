"""The functions that Java programs are given: which interface takes and gives what, and how each is written.

The JDK's interfaces of functions are known by name.  What a function of `languages.functions` does is written here for
a person, and done by `HarnessGiven.java`.  Of a value that is neither number, text nor list it looks at a number made
of what is in it: `numberOf(x)`.  Neighbours: `types` (declared types), `text` (all other values).
"""

from __future__ import annotations

from codescore.languages.functions import kinds_of
from codescore.languages.standard import numbers, text
from codescore.languages.values import Record

_PRIMITIVE = {"Int": "int", "Long": "long", "Double": "double"}
#: What an interface takes, and gives: type arguments by their place, or a type.
INTERFACES: dict[str, tuple[tuple[int | str, ...], int | str]] = {
    "Function": ((0,), 1), "BiFunction": ((0, 1), 2), "UnaryOperator": ((0,), 0), "BinaryOperator": ((0, 0), 0),
    "Predicate": ((0,), "boolean"), "BiPredicate": ((0, 1), "boolean"), "Supplier": ((), 0), "Callable": ((), 0),
    "Consumer": ((0,), "void"), "BiConsumer": ((0, 1), "void"), "Runnable": ((), "void"),
    "BooleanSupplier": ((), "boolean"),
    **{f"{name}Supplier": ((), type_) for name, type_ in _PRIMITIVE.items()},
    **{f"{name}Consumer": ((type_,), "void") for name, type_ in _PRIMITIVE.items()},
    **{f"{name}Predicate": ((type_,), "boolean") for name, type_ in _PRIMITIVE.items()},
    **{f"{name}Function": ((type_,), 0) for name, type_ in _PRIMITIVE.items()},
    **{f"{name}UnaryOperator": ((type_,), type_) for name, type_ in _PRIMITIVE.items()},
    **{f"{name}BinaryOperator": ((type_, type_), type_) for name, type_ in _PRIMITIVE.items()},
    **{f"To{name}Function": ((0,), type_) for name, type_ in _PRIMITIVE.items()},
    **{f"To{name}BiFunction": ((0, 1), type_) for name, type_ in _PRIMITIVE.items()},
    **{
        f"{name}To{other}Function": ((type_,), given)
        for name, type_ in _PRIMITIVE.items()
        for other, given in _PRIMITIVE.items()
        if name != other
    },
}  # fmt: skip
#: What a result is called in `languages.functions`, by its type.
RESULTS = {
    "int": "whole", "long": "long", "double": "real", "boolean": "bool", "String": "text", "void": "nothing",
    "Object": "whole", "Number": "whole", "Comparable": "whole",
}  # fmt: skip
COMPARATOR = "Comparator"
_NUMBER = {"number": "{0}", "text": "{0}.length()", "list": "{0}.size()", "other": "numberOf({0})"}
#: What each name gives: `{n}` and `{m}` are numbers of the arguments, `{t}` and `{u}` what is printed of them.
_GIVES = {
    "plus k": "{n} + {k}", "times k": "{n} * {k}", "remainder": "{n} % {r}", "is k": "{k}",
    "less second": "{n} - {m} + {k}", "and k times second": "{n} + {k} * {m}",
    "more times first and second": "{r} * {n} + {m}",
    "above k": "{n} > {k}", "even by k": "{n} % {r} == 0", "equals k": "{n} == {k}", "always": "true",
    "never": "false", "second above k": "{m} > {k}", "above second": "{n} > {m}", "before k": '{t} + "{k}"',
    "by k": '"" + {n} % {r}', "both": '{t} + "{k}" + {u}', "both by k": '"" + ({n} + {m}) % {r}',
    "first": "{x}", "second": "{y}", "larger": "{n} >= {m} ? {x} : {y}", "pair": "List.of({n}, {k})",
    "repeated": "Collections.nCopies({k}, {n})", "both listed": "List.of({n}, {m}, {k})", "only k": "List.of({k})",
    "if above k": "{n} > {k} ? Optional.of({n}) : Optional.empty()",
    "second if above k": "{m} > {k} ? Optional.of({n}) : Optional.empty()",
    "some k": "Optional.of({k})", "none": "Optional.empty()",
}  # fmt: skip
_LIKENESSES = {"equal": "{n} == {m}", "equal remainders": "{n} % {r} == {m} % {r}", "all equal": "true"}
_PRINTS = ('"{k}"', '"{k}: " + {t}', '"{k}: " + {t} + ", " + {u}')
_K = {"long": "{k}L", "real": "{k}.5"}


def written(function: Record) -> str:
    """A function that a program is given, as a Java expression."""
    kinds, result = kinds_of(function.type)
    name, k = text(function), numbers(function)[0]
    if name == "count from k":
        return f"new Atomic{'Long' if result == 'long' else 'Integer'}({k})::getAndIncrement"
    if name == "fails first":
        return f"failsFirst({k})"
    if result == "alike":
        n, m = (_NUMBER[kinds[0]].format(one) for one in "xy")
        return f"(x, y) -> {_LIKENESSES[name].format(n=n, m=m, r=k + 2)}"
    if result in ("order", "before"):
        compared = _comparison(kinds[0], name, k)
        return compared if result == "order" else f"(x, y) -> ({compared}).compare(x, y) < 0"
    parts = {"k": _K.get(result, "{k}").format(k=k), "r": f"{k + 2}L" if result == "long" else str(k + 2)}
    for kind, one, number, shown in zip(kinds, "xy", "nm", "tu", strict=False):
        parts |= {one: one, number: _NUMBER[kind].format(one)}
        parts[shown] = one if kind in ("number", "text") else parts[number]
    form = f"System.out.println({_PRINTS[len(kinds)]})" if name == "prints" else _GIVES[name]
    body = f'"{k}"' if result == "text" and name == "is k" else form.format(**parts)
    return f"{'x' if len(kinds) == 1 else '(x, y)' if kinds else '()'} -> {body}"


def _comparison(kind: str, name: str, k: int) -> str:
    number = _NUMBER[kind].format("x")
    if name == "all alike":
        return "(x, y) -> 0"
    if name == "by remainder":
        return f"Comparator.comparingInt(x -> {number} % {k + 2})"
    if kind in ("number", "text"):
        return "Comparator.naturalOrder()" if name == "ascending" else "Comparator.reverseOrder()"
    return f"Comparator.comparingInt(x -> {'' if name == 'ascending' else '-'}{number})"
